//! A tree of files as text, and one check.

use std::collections::BTreeMap;

use patch_apply::{
    ApplyOptions, Candidate, Contract, Failure, MemoryFile, MemoryWorkspace, Receipt, Refusal,
    apply, plan,
};

pub(crate) type Files = BTreeMap<String, String>;

pub(crate) fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// A tree; `-> target` is a symlink, and `#x ` the mark of an executable file.
pub(crate) fn workspace(list: &[(&str, &str)]) -> MemoryWorkspace {
    let mut workspace = MemoryWorkspace::new().with_root_name("/srv/tree");
    for (path, text) in list {
        let file = match (text.strip_prefix("-> "), text.strip_prefix("#x ")) {
            (Some(target), _) => MemoryFile::Symlink { target: target.into() },
            (_, Some(text)) => MemoryFile::Regular { contents: text.into(), executable: true },
            _ => MemoryFile::Regular { contents: (*text).into(), executable: false },
        };
        workspace.insert_file(path, file).expect("the test's own path");
    }
    workspace
}

/// All files as text; a symlink shows its target, an executable file a mark.
pub(crate) fn contents(workspace: &MemoryWorkspace) -> Files {
    workspace
        .files()
        .map(|(path, file)| {
            let text = match file {
                MemoryFile::Regular { contents, executable } => {
                    let mark = if *executable { "#x " } else { "" };
                    format!("{mark}{}", String::from_utf8_lossy(contents))
                }
                MemoryFile::Symlink { target } => format!("-> {target}"),
            };
            (path.to_string(), text)
        })
        .collect()
}

/// A file whose lines are the words.
pub(crate) fn file_of(words: &str) -> String {
    words.split_whitespace().map(|word| format!("{word}\n")).collect()
}

/// A unified diff of the file `f` with these hunks.
pub(crate) fn unified(hunks: &str) -> String {
    format!("--- a/f\n+++ b/f\n{hunks}")
}

/// An envelope that updates the file `f` with these chunks.
pub(crate) fn opencode(chunks: &str) -> String {
    format!("*** Begin Patch\n*** Update File: f\n{chunks}*** End Patch\n")
}

pub(crate) fn options(contract: Contract) -> ApplyOptions {
    let mut options = ApplyOptions::default();
    options.contract = contract;
    options
}

/// Applies; a refusal must leave every file as it was, and a plan must not write.
pub(crate) fn run_with(
    before: &[(&str, &str)],
    patch: &str,
    options: &ApplyOptions,
) -> Result<(Files, Receipt), Refusal> {
    let patch = patch_parse::parse(patch.as_bytes()).expect("the patch can be read");
    let mut workspace = workspace(before);
    let untouched = contents(&workspace);
    let planned = plan(&patch, &workspace, options).map(|plan| plan.receipt().clone());
    assert_eq!(contents(&workspace), untouched, "a plan writes nothing");
    match apply(&patch, &mut workspace, options) {
        Ok(receipt) => {
            let mut expected = planned.expect("what can be applied can be planned");
            expected.committed = true;
            assert_eq!(receipt, expected, "a dry run makes the same receipt");
            Ok((contents(&workspace), receipt))
        }
        Err(refusal) => {
            assert_eq!(contents(&workspace), untouched, "a refusal changes nothing");
            Err(refusal)
        }
    }
}

pub(crate) fn run(
    before: &[(&str, &str)],
    patch: &str,
    contract: Contract,
) -> Result<(Files, Receipt), Refusal> {
    run_with(before, patch, &options(contract))
}

/// The patch gives exactly these files.
#[track_caller]
pub(crate) fn applies(before: &[(&str, &str)], patch: &str, after: &[(&str, &str)]) -> Receipt {
    applies_under(Contract::Agent, before, patch, after)
}

#[track_caller]
pub(crate) fn applies_under(
    contract: Contract,
    before: &[(&str, &str)],
    patch: &str,
    after: &[(&str, &str)],
) -> Receipt {
    match run(before, patch, contract) {
        Ok((found, receipt)) => {
            assert_eq!(found, files(after), "patch:\n{patch}");
            receipt
        }
        Err(refusal) => panic!("refused:\n{refusal}\npatch:\n{patch}"),
    }
}

/// Of a file of such words the patch makes another.
#[track_caller]
pub(crate) fn goes(before: &str, patch: &str, after: &str) {
    applies(&[("f", &file_of(before))], patch, &[("f", &file_of(after))]);
}

/// A file of such words stays as it is: the patch is refused for these reasons, as [`reason`] has
/// them.
#[track_caller]
pub(crate) fn stays(before: &str, patch: &str, reasons: &[&str]) {
    refuses_for(&[("f", &file_of(before))], patch, reasons);
}

/// The patch is refused with exactly these codes.
#[track_caller]
pub(crate) fn refuses(before: &[(&str, &str)], patch: &str, codes: &[&str]) -> Refusal {
    refuses_under(Contract::Agent, before, patch, codes)
}

#[track_caller]
pub(crate) fn refuses_under(
    contract: Contract,
    before: &[(&str, &str)],
    patch: &str,
    codes: &[&str],
) -> Refusal {
    match run(before, patch, contract) {
        Ok((found, _)) => panic!("applied, giving {found:?}\npatch:\n{patch}"),
        Err(refusal) => {
            let found: Vec<_> = refusal.failures.iter().map(|f| f.code.as_str()).collect();
            assert_eq!(found, codes, "{refusal}\npatch:\n{patch}");
            refusal
        }
    }
}

/// The patch is refused for exactly these reasons, as [`reason`] has them.
#[track_caller]
pub(crate) fn refuses_for(before: &[(&str, &str)], patch: &str, reasons: &[&str]) -> Refusal {
    refuses_for_under(Contract::Agent, before, patch, reasons)
}

/// The same; a reason without lines is a cause alone, for tables whose rows name different lines.
#[track_caller]
pub(crate) fn refuses_for_under(
    contract: Contract,
    before: &[(&str, &str)],
    patch: &str,
    reasons: &[&str],
) -> Refusal {
    let (refusal, found) = match run(before, patch, contract) {
        Ok((found, _)) => panic!("applied, giving {found:?}\npatch:\n{patch}"),
        Err(refusal) => {
            let found: Vec<_> = refusal.failures.iter().map(reason).collect();
            (refusal, found)
        }
    };
    let is_meant = |(found, reason): (&String, &&str)| {
        let cause = found.split(' ').next();
        found == reason || cause == Some(reason)
    };
    let are_meant = found.len() == reasons.len() && found.iter().zip(reasons).all(is_meant);
    assert!(are_meant, "{found:?} and not {reasons:?}:\n{refusal}\npatch:\n{patch}");
    refusal
}

/// Why a part of a patch is refused, as `ambiguous at 3, 9 against 14`: the cause, the lines of its
/// candidates, and those of its rivals. Of what is no hunk it is the code.
fn reason(failure: &Failure) -> String {
    let Some(hunk) = failure.hunk() else { return failure.code.to_string() };
    let named = |word: &str, places: &[Candidate]| {
        let lines: Vec<_> = places.iter().map(|place| place.line.to_string()).collect();
        if lines.is_empty() { String::new() } else { format!(" {word} {}", lines.join(", ")) }
    };
    format!("{}{}{}", hunk.cause, named("at", &hunk.candidates), named("against", &hunk.rivals))
}

/// The hint of the first failure.
pub(crate) fn hint(refusal: &Refusal) -> &'static str {
    refusal.failures[0].hint.expect("it is explained")
}

/// The lines that the first failure names as candidates, 1-based.
pub(crate) fn candidate_lines(refusal: &Refusal) -> Vec<usize> {
    let hunk = refusal.failures[0].hunk().expect("a failure of a hunk");
    hunk.candidates.iter().map(|candidate| candidate.line).collect()
}
