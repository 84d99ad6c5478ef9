//! Applying a patch: as the model says, and all of it or nothing.

use patch_apply::{
    Cause, ContentHash, Difference, Digest, Failure, HunkFailure, Locate, MemoryWorkspace, Receipt,
    Refusal, apply, apply_hunks, plan,
};
use patch_fs::DirWorkspace;
use patch_parse::{Code, FileOperation, FilePatch, Format, Patch, parse};

use crate::model::{self, Finding, Verdict};
use crate::scratch::Scratch;
use crate::{Case, Tree};

/// The outcome of a case, for counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The text is not a patch.
    NotAPatch(Code),
    /// The patch applied, and left these files.
    Applied(Tree),
    /// The patch was refused, first for this reason.
    Refused(Code),
    /// Either outcome is accepted: the model does not judge this.
    Unjudged(&'static str),
}

/// Where the implementation and the model give different codes for the same refusal, and why both
/// are right: the implementation's code, the model's, the reason.
///
/// A difference between refusing and applying is never right.
pub const DIVERGENCES: &[(Code, Code, &str)] = &[
    (
        Code::FileNotFound,
        Code::NotAFile,
        "a folder that an earlier section of the patch makes: the plan keeps files alone",
    ),
    (
        Code::NotAFile,
        Code::FileNotFound,
        "a folder that an earlier section of the patch empties: the plan keeps files alone",
    ),
];

/// Checks every promise about applying a patch in memory.
///
/// # Panics
///
/// When one is broken.
pub fn check(case: &Case) -> Outcome {
    let patch = match parse(&case.patch) {
        Ok(patch) => patch,
        Err(error) => return Outcome::NotAPatch(error.code),
    };
    let mut workspace = case.before.to_memory();
    let result = apply(&patch, &mut workspace, &case.rules.to_options());
    if let Err(refusal) = &result {
        assert!(!refusal.failures.is_empty(), "a refusal has a reason\n{case}");
        assert_eq!(
            Tree::of_memory(&workspace),
            case.before,
            "a refusal leaves all as it was\n{case}"
        );
        refusal.failures.iter().for_each(|failure| explained(case, &patch, failure));
    }
    planning_changes_nothing(case, &patch, result.as_ref());
    if result.is_ok() {
        edits_make_the_new_text(case, &patch);
    }
    match model::apply(&case.before, &patch, case.rules) {
        Verdict::Unjudged(why) => Outcome::Unjudged(why),
        Verdict::Applied(_) if may_be_sent_again(&patch, &result) => {
            Outcome::Unjudged("an envelope that may be sent again, by what other files have")
        }
        Verdict::Applied(after) => {
            agrees(case, &result, &workspace, &after);
            Outcome::Applied(after)
        }
        Verdict::Refused(findings) => refuses(case, &patch, &result, &findings),
    }
}

/// Whether an envelope is refused for chunks of one file that a twin has, and another file, which no
/// second section is about, has all of its section: the model places each file by itself.
fn may_be_sent_again(patch: &Patch<'_>, result: &Result<Receipt, Refusal>) -> bool {
    let Err(refusal) = result else { return false };
    let cause_of = |failure: &Failure| failure.hunk().map(|hunk| hunk.cause);
    let is_twin = |failure: &&Failure| cause_of(failure) == Some(Cause::MaybeApplied);
    let is_alone = |failure: &&Failure| {
        let is_it = |file: &&FilePatch<'_>| file.operation.path().as_bstr() == failure.path;
        patch.files.iter().filter(is_it).count() == 1
    };
    let (twins, others): (Vec<_>, Vec<_>) = refusal.failures.iter().partition(is_twin);
    patch.format == Format::OpenCode
        && refusal.failures.iter().all(|failure| failure.code == Code::AlreadyApplied)
        && !twins.is_empty()
        && others.iter().any(is_alone)
}

/// Checks that a directory on disk behaves as the workspace in memory does, except for names that
/// no directory accepts.
///
/// # Panics
///
/// When it does not.
pub fn check_on_disk(case: &Case) {
    let Ok(patch) = parse(&case.patch) else { return };
    if !case.before.is_storable() {
        return;
    }
    let options = case.rules.to_options();
    let mut memory = case.before.to_memory();
    let expected = apply(&patch, &mut memory, &options).map(drop).map_err(|refusal| refusal.code());
    let is_storable = Tree::of_memory(&memory).is_storable();
    let expected = if is_storable { expected } else { Err(Code::IoError) };
    let scratch = Scratch::new(&case.before);
    let mut disk = DirWorkspace::open(scratch.root()).expect("the folder was just made");
    let planned = plan(&patch, &disk, &options).map(drop);
    let found = apply(&patch, &mut disk, &options).map(drop);
    assert_eq!(planned, found, "the disk is planned for (left) as it is committed to\n{case}");
    let found = found.map_err(|refusal| refusal.code());
    assert_eq!(found, expected, "disk (left) and memory (right) agree\n{case}");
    let after = if found.is_ok() { Tree::of_memory(&memory) } else { case.before.clone() };
    let left = scratch.read();
    assert_eq!(left, after, "the disk holds what it should\nit holds:\n{left}\n{case}");
    assert!(scratch.is_alone(), "nothing appears beside the root\n{case}");
}

/// The edits of a text are in order, and with what lies between them make the new one.
fn edits_make_the_new_text(case: &Case, patch: &Patch<'_>) {
    for section in &patch.files {
        let FileOperation::Modify { path } = &section.operation else { continue };
        let Some(file) = case.before.files.get(path.as_bstr()) else { continue };
        let (old, options) = (&file.contents, case.rules.to_options());
        let Ok(applied) = apply_hunks(old, section.hunks(), patch.format, &options) else {
            continue;
        };
        let (mut made, mut from) = (Vec::new(), 0);
        for edit in &applied.edits {
            made.extend_from_slice(&old[from..edit.old.start]);
            assert_eq!(edit.new.start, made.len(), "{edit:?} is behind what is kept\n{case}");
            made.extend_from_slice(&applied.contents[edit.new.clone()]);
            from = edit.old.end;
        }
        made.extend_from_slice(&old[from..]);
        assert_eq!(made, applied.contents, "edits make the new text\n{case}");
    }
}

/// The messages of a failure are bounded and mention one format, and its suggestion applies.
fn explained(case: &Case, patch: &Patch<'_>, failure: &Failure) {
    let text = failure.explanation(Failure::EXPLANATION_LENGTH);
    let count = text.chars().count();
    assert!(count <= Failure::EXPLANATION_LENGTH, "{count} characters\n{text}\n{case}");
    let Some(hunk) = failure.hunk() else { return };
    assert!(hunk.candidates.len() <= 10, "at most ten candidates\n{hunk:?}\n{case}");
    if let Some(near) = &hunk.near_miss {
        let is_true = near.matched_lines <= near.agreeing_lines
            && near.agreeing_lines <= near.old_lines
            && near.line <= near.last_line
            && near.similarity <= 100
            && (near.difference != Difference::Replaced
                || near.actual.as_ref() != Some(&near.expected));
        assert!(is_true, "a near miss is true\n{near:?}\n{case}");
    }
    if hunk.suggested_patch.is_some() {
        suggestion_applies(case, patch, hunk);
    }
}

/// A suggestion reads as a patch of the same format with one hunk, and that one applies to the
/// file that it was made for, even where every other place is refused.
fn suggestion_applies(case: &Case, patch: &Patch<'_>, hunk: &HunkFailure) {
    let Some(text) = &hunk.suggested_patch else { return };
    let suggested = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}\n{case}"));
    assert_eq!(
        suggested.format, patch.format,
        "a suggestion is of the format sent\n{text}\n{case}"
    );
    let [file] = &*suggested.files else { panic!("one file\n{text}\n{case}") };
    assert_eq!(file.hunks().len(), 1, "a suggestion has one hunk\n{text}\n{case}");
    let mut rules = case.rules;
    rules.locate = Locate::Unique;
    // A section may read what an earlier one left: that file is not among those before.
    let mut read = case
        .before
        .files
        .values()
        .filter(|file| Some(ContentHash::of(&file.contents)) == hunk.before);
    let Some(before) = read.next() else { return };
    let applied =
        apply_hunks(&before.contents, file.hunks(), suggested.format, &rules.to_options());
    let applied = applied.unwrap_or_else(|refused| panic!("{refused}\n{text}\n{case}"));
    assert_ne!(
        applied.contents, *before.contents,
        "a suggestion changes something\n{text}\n{case}"
    );
}

/// Planning twice gives the same result as applying, and writes nothing.
fn planning_changes_nothing(case: &Case, patch: &Patch<'_>, applied: Result<&Receipt, &Refusal>) {
    let workspace = case.before.to_memory();
    let options = case.rules.to_options();
    let first = plan(patch, &workspace, &options);
    assert_eq!(Tree::of_memory(&workspace), case.before, "planning writes nothing\n{case}");
    assert_eq!(first, plan(patch, &workspace, &options), "planning twice gives one plan\n{case}");
    let (planned, applied) = (first.as_ref().map(drop), applied.map(drop));
    assert_eq!(planned, applied, "a plan (left) is refused as its commit would be\n{case}");
}

fn agrees(
    case: &Case,
    result: &Result<Receipt, Refusal>,
    workspace: &MemoryWorkspace,
    after: &Tree,
) {
    let receipt = match result {
        Ok(receipt) => receipt,
        Err(refusal) => {
            panic!("refused, but the model applies it\n{refusal}\nmodel:\n{after}\n{case}")
        }
    };
    let found = Tree::of_memory(workspace);
    assert!(found == *after, "applied wrongly\nfound:\n{found}model:\n{after}\n{case}");
    assert!(receipt.committed, "what is written is committed\n{case}");
    receipt_is_true(case, receipt, after);
}

/// The hashes of the receipt are those of the files, unless a later section changed them again. If
/// one section removes a file and another puts one there, the file remains, in either order.
fn receipt_is_true(case: &Case, receipt: &Receipt, after: &Tree) {
    for (index, file) in receipt.files.iter().enumerate() {
        let (before, [_, behind @ ..]) = receipt.files.split_at(index) else { continue };
        let is_replaced =
            file.after.is_none() && before.iter().any(|other| other.path == file.path);
        let is_last = !is_replaced
            && behind.iter().all(|other| {
                other.path != file.path && other.old_path.as_ref() != Some(&file.path)
            });
        let contents = after.files.get(&file.path).map(|file| ContentHash::of(&file.contents));
        if is_last {
            let told = file.after.as_ref().map(Digest::hash);
            assert_eq!(told, contents, "the receipt names what is there\n{file:?}\n{case}");
        }
        let added: usize = file.hunks.iter().map(|hunk| hunk.lines_added).sum();
        assert_eq!(file.lines_added, added, "lines are counted once\n{case}");
    }
}

fn refuses(
    case: &Case,
    patch: &Patch<'_>,
    result: &Result<Receipt, Refusal>,
    findings: &[Finding],
) -> Outcome {
    let refusal = match result {
        Ok(receipt) => {
            panic!("applied, but the model refuses it\n{findings:?}\n{receipt:#?}\n{case}")
        }
        Err(refusal) => refusal,
    };
    let found: Vec<Code> = refusal.failures.iter().map(|failure| failure.code).collect();
    let expected: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    // In later sections one failure may follow from another; the first one is the cause.
    let shown = if patch.files.len() == 1 { found.len().max(expected.len()) } else { 1 };
    let same = (0..shown).all(|at| is_same(found.get(at).copied(), expected.get(at).copied()));
    assert!(same, "refused for other reasons\nfound: {refusal}\nmodel: {findings:?}\n{case}");
    Outcome::Refused(refusal.code())
}

fn is_same(found: Option<Code>, expected: Option<Code>) -> bool {
    found == expected
        || DIVERGENCES
            .iter()
            .any(|(ours, models, _)| (Some(*ours), Some(*models)) == (found, expected))
}
