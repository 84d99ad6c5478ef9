//! Making a patch: it leads from the old files to the new ones, and back.

use std::mem;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::{ApplyOptions, Cause, Contract, Failure, Locate, apply};
use patch_gen::{GenError, GenOptions, Style, opencode, tree_changes, tree_patch};
use patch_parse::{
    FileContent, FilePatch, Inexpressible, LineKind, Newline, Patch, PatchPath, parse,
};

use crate::{File, Rules, Tree};

/// Checks every promise about the patch between two trees.
///
/// # Panics
///
/// When one is broken.
pub fn check(old: &Tree, new: &Tree, options: &GenOptions) {
    let (from, to) = (old.to_snapshot(), new.to_snapshot());
    let patch = tree_patch(&from, &to, options).expect("the trees hold text");
    let text = patch.to_bytes();
    let story = || format!("old:\n{old}new:\n{new}patch:\n{}", text.as_bstr());
    if old == new {
        assert!(patch.files.is_empty(), "equal trees have no patch\n{}", story());
        return;
    }
    let read = parse(&text).unwrap_or_else(|error| panic!("{error}\n{}", story()));
    let is_same = read == without_blanks(patch);
    assert!(is_same, "the text reads as the tree it was printed from\n{}", story());
    context_is_whole(&read, old, options.context, &story);
    leads(&read, old, new, true, &story);
    // Plain headers cannot express the permissions of a file that is removed.
    let has_modes = options.style == Style::Git;
    let back = read.reversed().unwrap_or_else(|error| panic!("{error}\n{}", story()));
    leads(&back, new, old, has_modes, &story);
    let back = back.to_bytes();
    let read_back = parse(&back).unwrap_or_else(|error| panic!("{error}\n{}", story()));
    leads(&read_back, new, old, has_modes, &story);
}

/// The patch as it is read again. Git cuts a heading before bytes that are not UTF-8 and leaves
/// blanks at its end, and so do we; reading drops them.
fn without_blanks(mut patch: Patch<'_>) -> Patch<'_> {
    for file in &mut patch.files {
        if let FileContent::Hunks(hunks) = &mut file.content {
            for hunk in hunks {
                let is_blank = |blank| matches!(blank, ' ' | '\t' | '\r' | '\n');
                let heading = BString::from(hunk.section().trim_end_with(is_blank));
                *hunk = mem::take(hunk).with_section(heading);
            }
        }
    }
    patch
}

/// Checks every promise about the `*** Begin Patch` text between two trees: it leads there for
/// readers that take the first match and for readers that accept only a unique one, and only what
/// the format cannot express is refused. A reader that treats the patch as a model's may indent
/// added lines differently, or refuse them, if the new file looks as if it were damaged, or as if a
/// block were there twice; a reader that takes it literally may not.
///
/// # Panics
///
/// When one is broken.
pub fn check_opencode(old: &Tree, new: &Tree, options: &GenOptions) {
    let (from, to) = (old.to_snapshot(), new.to_snapshot());
    let patch = match opencode::patch(tree_changes(&from, &to), options) {
        Ok(patch) => patch,
        Err(GenError::NotExpressible(refused)) => {
            let path = refused.path.as_bstr();
            let is_so = cannot_be_said(old, new, path, refused.what);
            assert!(is_so, "{refused}, which is not so\nold:\n{old}new:\n{new}");
            return;
        }
        Err(error) => panic!("the trees hold text, and not {error}"),
    };
    let text = patch.to_bytes();
    let story = || format!("old:\n{old}new:\n{new}patch:\n{}", text.as_bstr());
    if patch.files.is_empty() {
        assert!(old == new, "nothing is said of a change\n{}", story());
        return;
    }
    let read = parse(&text).unwrap_or_else(|error| panic!("{error}\n{}", story()));
    assert!(read == patch, "the text reads as the tree it was printed from\n{}", story());
    for contract in [Contract::Git, Contract::Agent] {
        for locate in [Locate::First, Locate::Unique] {
            let mut workspace = old.to_memory();
            let rules = ApplyOptions::default().contract(contract).locate(locate);
            if let Err(refusal) = apply(&read, &mut workspace, &rules) {
                let may_be_refused = |failure: &Failure| {
                    is_of_line_starts(failure) || is_of_twins(failure, old, &read)
                };
                let is_open =
                    contract == Contract::Agent && refusal.failures.iter().all(may_be_refused);
                assert!(
                    is_open,
                    "its own patch is refused, {contract}, {locate:?}\n{refusal}\n{}",
                    story()
                );
                continue;
            }
            let found = Tree::of_memory(&workspace);
            let leads = match contract {
                Contract::Git => found == *new,
                Contract::Agent => without_line_starts(&found) == without_line_starts(new),
            };
            let elsewhere = "it leads elsewhere";
            assert!(leads, "{elsewhere}, {contract}, {locate:?}\nfound:\n{found}\n{}", story());
        }
    }
}

/// Whether what was refused is how added lines begin: their indentation, or a second sign.
fn is_of_line_starts(failure: &Failure) -> bool {
    let cause = failure.hunk().map(|hunk| hunk.cause);
    matches!(cause, Some(Cause::UnmappedIndentation | Cause::UnmarkedMove | Cause::DoubledSign))
}

/// Whether a hunk was refused because the file has what it adds, and the old file does have one of
/// the added lines with words, blanks at its end aside: the one that names what is added. Lines of
/// brackets that are the next ones of the file may be a part of a change that was made.
fn is_of_twins(failure: &Failure, old: &Tree, patch: &Patch<'_>) -> bool {
    let Some(refused) = failure.hunk() else { return false };
    let is_so =
        matches!(refused.cause, Cause::AlreadyApplied | Cause::MaybeApplied | Cause::PartlyApplied);
    let mut hunks = patch.files.iter().flat_map(FilePatch::hunks);
    let Some(hunk) = hunks.find(|hunk| hunk.span() == refused.span) else { return false };
    let is_there = |text: &[u8]| {
        let mut lines = old.files.values().flat_map(|file| file.contents.lines());
        let is_same = |line: &[u8]| line.trim_ascii_end() == text.trim_ascii_end();
        let is_told = match refused.cause {
            Cause::PartlyApplied => !text.trim_ascii().is_empty(),
            _ => text.iter().any(u8::is_ascii_alphanumeric),
        };
        is_told && lines.any(is_same)
    };
    is_so && hunk.new_lines().any(|line| line.kind == LineKind::Add && is_there(line.text))
}

/// The contents of a tree without what may be mended at the start of a line: blanks and plus signs.
fn without_line_starts(tree: &Tree) -> Vec<(&BString, bool, Vec<&[u8]>)> {
    let without_start = |line| {
        let is_start = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'+';
        let line: &[u8] = line;
        let start = line.iter().position(|byte| !is_start(byte)).unwrap_or(line.len());
        line.get(start..).unwrap_or_default()
    };
    let mut all = Vec::new();
    for (path, file) in &tree.files {
        let lines = file.contents.lines_with_terminator().map(without_start);
        all.push((path, file.executable, lines.collect()));
    }
    all
}

/// Whether the format cannot express the change of a file, by the plainest reading of the two
/// trees.
fn cannot_be_said(old: &Tree, new: &Tree, path: &BStr, what: Inexpressible) -> bool {
    let (old, new) = (old.files.get(path), new.files.get(path));
    let is_open = |file: Option<&File>| {
        file.is_some_and(|file| !file.contents.is_empty() && !file.contents.ends_with(b"\n"))
    };
    let endings = [old, new]
        .into_iter()
        .flatten()
        .flat_map(|file| file.contents.lines_with_terminator().map(|line| Newline::split(line).1));
    match what {
        Inexpressible::FinalNewline => is_open(old) != is_open(new),
        Inexpressible::LineEndings => {
            is_open(old) && endings.clone().any(|it| it == Newline::CrLf)
                || [old, new].into_iter().flatten().any(|file| file.contents.ends_with(b"\r"))
        }
        Inexpressible::Mode => {
            new.is_some_and(|new| new.executable != old.is_some_and(|old| old.executable))
        }
        Inexpressible::Encoding => {
            [old, new].into_iter().flatten().all(|file| file.contents.to_str().is_err())
        }
        Inexpressible::PathText => {
            let is_read_otherwise = PatchPath::new(path).may_be_misread();
            path.trim_ascii().len() != path.len() || path.contains(&b'\n') || is_read_otherwise
        }
        _ => false,
    }
}

/// The changes of a hunk have as many context lines as requested, or all there are: a reader takes
/// fewer for the start or the end of the file.
fn context_is_whole(patch: &Patch<'_>, old: &Tree, context: usize, story: &dyn Fn() -> String) {
    for file in &patch.files {
        let name = file.operation.old_path().map(PatchPath::as_bstr);
        let text = name.and_then(|name| old.contents(name)).unwrap_or_default();
        let count = text.lines_with_terminator().count();
        for hunk in file.hunks() {
            let is_context: Vec<bool> =
                hunk.lines.iter().map(|line| line.kind == LineKind::Context).collect();
            let above = is_context.iter().take_while(|is_context| **is_context).count();
            let below = is_context.iter().rev().take_while(|is_context| **is_context).count();
            let length = hunk.old_lines().count();
            let start = usize::try_from(hunk.old_start().unwrap_or(0)).expect("a line number");
            let start = start - usize::from(length > 0);
            let is_whole = above == context.min(start + above)
                && below == context.min(count - start - length + below);
            assert!(is_whole, "context is missing in {hunk:?}\n{}", story());
        }
    }
}

fn leads(patch: &Patch<'_>, from: &Tree, to: &Tree, has_modes: bool, story: &dyn Fn() -> String) {
    let rules = Rules { contract: Contract::Git, ..Rules::default() };
    let mut workspace = from.to_memory();
    if let Err(refusal) = apply(patch, &mut workspace, &rules.to_options()) {
        panic!("its own patch is refused\n{refusal}\n{}", story());
    }
    let found = Tree::of_memory(&workspace);
    let is_there =
        if has_modes { found == *to } else { found.without_modes() == to.without_modes() };
    assert!(is_there, "the patch leads elsewhere\nfound:\n{found}\n{}", story());
}
