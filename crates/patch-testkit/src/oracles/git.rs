//! A second opinion: the result of `git apply` for the same patch and the same files.
//!
//! Git places by the nearest match and refuses what does not agree byte for byte; we refuse if more
//! than one place is meant, and forgive more. So one of the two may refuse what the other applies.
//! If both apply, the files are the same, provided that no hunk had several places: git takes the
//! nearest, and we the one that the other hunks of the file or the heading speak for.
//!
//! Git is run only on patches that we have applied in memory: it never sees a patch that leads out
//! of its folder, or that makes a link.

use std::process::Command;

use bstr::{BStr, ByteSlice as _};
use patch_apply::{Contract, Note, NoteKind};
use patch_parse::{
    Diagnostic, DiagnosticKind, FileOperation, FilePatch, Format, Hunk, HunkLine, HunkRange,
    LineKind, Newline, Patch,
};

use super::apply::{Outcome, check as check_alone};
use crate::scratch::Scratch;
use crate::{Case, Rules, Tree};

/// Checks that git leaves the same files if both apply; returns whether git was run and applied the
/// patch.
///
/// # Panics
///
/// When it leaves others, or git is not installed.
pub fn check(case: &Case) -> bool {
    let case = &Case { rules: Rules { contract: Contract::Git, ..case.rules }, ..case.clone() };
    if !is_comparable(&case.patch) || !case.before.is_storable() {
        return false;
    }
    let Outcome::Applied(ours) = check_alone(case) else { return false };
    if !has_one_place(case) || overwrites_unsaid(case) {
        return false;
    }
    let Some(gits) = applied(case) else { return false };
    // Below two headers at once it takes `/dev/null` for the name of a file.
    let nothing = BStr::new("dev/null");
    if gits.files.contains_key(nothing) && !case.before.files.contains_key(nothing) {
        return false;
    }
    assert!(ours == gits, "git leaves\n{gits}and we\n{ours}\n{case}");
    true
}

/// Whether a file that is there is made anew by a section without git's headers. Lines that are
/// added at line 0 are to git the new start of such a file, and to us, told to overwrite, the whole
/// of it.
fn overwrites_unsaid(case: &Case) -> bool {
    let Ok(patch) = patch_parse::parse(&case.patch) else { return false };
    patch.files.iter().any(|file| {
        let is_added = matches!(file.operation, FileOperation::Add { .. }) && !file.metadata.git;
        is_added && case.before.files.contains_key(file.operation.path().as_bstr())
    })
}

/// Whether git reads the patch as we do. It knows one format, and forgives other things than we do.
/// It puts lines without context where the number of the new side says, and we where that of the
/// old one does, which differ once the numbers are stale. It takes an old line without a newline
/// for the beginning of a line, and we for the last line of the file. It takes the first folder of
/// a name for a prefix, whatever it is called, also if its own line has one name twice, which
/// `--no-prefix` writes; it ends a name at a NUL; and of several tabs it takes the last one for the
/// end of the name, if a time is after it, and we the first, as GNU patch does. And it copies and moves what was there before the
/// patch, and we, if sections of a file follow each other, what the previous one left.
fn is_comparable(text: &[u8]) -> bool {
    let starts = ["a/", "b/", "\"a/", "\"b/", "/dev/null"];
    let has_prefix = |line: &[u8]| {
        let name = line.strip_prefix(b"--- ").or(line.strip_prefix(b"+++ "));
        name.is_none_or(|name| {
            starts.iter().any(|start| name.starts_with(start.as_bytes()))
                && !name.contains(&0)
                && name.split_str("\t").count() <= 2
        })
    };
    if !text.split(|byte| *byte == b'\n').all(has_prefix) {
        return false;
    }
    let Ok(patch) = patch_parse::parse(text) else { return false };
    if patch.files.iter().any(|file| is_twice_on_git_line(text, file.operation.path().as_bstr())) {
        return false;
    }
    let is_outside = |note: &Diagnostic| note.kind == DiagnosticKind::TextIgnored;
    let has_context = |file: &FilePatch<'_>| match file.operation {
        FileOperation::Add { .. } => file.hunks().len() < 2,
        _ => file.hunks().iter().all(|hunk| hunk.counts().0 > 0),
    };
    let has_source = |file: &FilePatch<'_>| {
        matches!(file.operation, FileOperation::Copy { .. } | FileOperation::Move { .. })
    };
    let mut written: Vec<_> =
        patch.files.iter().map(|file| file.operation.path().as_bstr()).collect();
    written.sort_unstable();
    let is_twice = written.windows(2).any(|pair| pair.first() == pair.last());
    if is_twice && patch.files.iter().any(has_source) {
        return false;
    }
    let mut lines = patch.files.iter().flat_map(FilePatch::hunks).flat_map(|hunk| &hunk.lines);
    patch.format == Format::Unified
        && patch.diagnostics.iter().all(is_outside)
        && patch.files.iter().all(has_context)
        && lines.all(|line| line.newline != Newline::None)
}

/// Whether a `diff --git` line has this path twice, as we read it: without a prefix, which git does
/// not know.
fn is_twice_on_git_line(text: &[u8], path: &BStr) -> bool {
    let names = bstr::join(" ", [path, path]);
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(b"diff --git "));
    lines.any(|line| line.trim_ascii_end() == names)
}

/// Whether a hunk has no context and removes a line without a newline. Git searches for it from the
/// line that the number of the new side names, one too early if nothing is added, and takes it for
/// the beginning of any line there: of "a\na", its own `git diff -U0` removes the first.
pub fn is_misplaced(text: &[u8]) -> bool {
    let Ok(patch) = patch_parse::parse(text) else { return false };
    let mut hunks = patch.files.iter().flat_map(FilePatch::hunks);
    hunks.any(|hunk| {
        let is_cut = |line: HunkLine<'_>| line.newline == Newline::None;
        hunk.lines.iter().all(|line| line.kind != LineKind::Context) && hunk.old_lines().any(is_cut)
    })
}

/// Whether a hunk begins in the new file elsewhere than the previous hunks put it. Git searches
/// from there, and we from where it was in the old file, as GNU `patch` does.
pub fn has_odd_number(mut ranges: impl Iterator<Item = HunkRange>) -> bool {
    // A side without lines has the number of the line in front.
    let first = |start: u64, count: u64| i128::from(start) + i128::from(count == 0);
    let mut moved = 0_i128;
    ranges.any(|range| {
        let old = first(range.old_start, range.old_count);
        let is_odd = old + moved != first(range.new_start, range.new_count);
        moved += i128::from(range.new_count) - i128::from(range.old_count);
        is_odd
    })
}

/// Whether each file is named as written, and each hunk matches byte for byte where it was put, and
/// that is where its numbers say, or the only such place. If we forgive something at the number,
/// git continues to where nothing differs.
fn has_one_place(case: &Case) -> bool {
    let Ok(patch) = patch_parse::parse(&case.patch) else { return false };
    let Ok(plan) = patch_apply::plan(&patch, &case.before.to_memory(), &case.rules.to_options())
    else {
        return false;
    };
    // A name in which we forgive something is taken literally by git.
    let is_forgiven = |note: &Note| matches!(note.kind, NoteKind::Name { .. });
    if plan.receipt().diagnostics.iter().any(is_forgiven) {
        return false;
    }
    let files = &plan.receipt().files;
    // A section that is repeated is made once by us, and twice by git.
    if files.len() != patch.files.len() {
        return false;
    }
    patch.files.iter().zip(files).enumerate().all(|(index, (section, receipt))| {
        // So is a change that is already made.
        if !receipt.skipped.is_empty() || section.hunks().len() != receipt.hunks.len() {
            return false;
        }
        let name = receipt.old_path.as_ref().unwrap_or(&receipt.path);
        let Some(contents) = contents_before(case, &patch, index, name.as_bstr()) else {
            return true;
        };
        let is_odd = has_odd_number(section.hunks().iter().filter_map(Hunk::range));
        let lines: Vec<_> = contents.split_inclusive(|byte| *byte == b'\n').collect();
        section.hunks().iter().zip(&receipt.hunks).all(|(hunk, placed)| {
            let old: Vec<Vec<u8>> = hunk
                .old_lines()
                .map(|line| [&**line.text, line.newline.as_bytes()].concat())
                .collect();
            let mut places = lines.windows(old.len().max(1)).filter(|there| **there == old);
            let start = placed.matched_line.saturating_sub(1);
            let is_as_written =
                lines.get(start..).is_some_and(|there| old.iter().eq(there.iter().take(old.len())));
            old.is_empty()
                || (is_as_written
                    && ((placed.offset == Some(0) && !is_odd) || places.nth(1).is_none()))
        })
    })
}

/// What a file holds before the section at `index`: what the sections in front of that leave.
fn contents_before(case: &Case, patch: &Patch<'_>, index: usize, name: &BStr) -> Option<Vec<u8>> {
    let mut front = patch.clone();
    front.files.truncate(index);
    let is_it = |file: &FilePatch<'_>| file.operation.path().as_bstr() == name;
    if !front.files.iter().any(is_it) {
        return case.before.files.get(name).map(|file| file.contents.to_vec());
    }
    let mut files = case.before.to_memory();
    patch_apply::apply(&front, &mut files, &case.rules.to_options()).ok()?;
    files.contents(name).map(<[u8]>::to_vec)
}

/// The files as `git apply` leaves them; `None` if it refuses.
///
/// # Panics
///
/// When git is not installed.
pub fn applied(case: &Case) -> Option<Tree> {
    let mut git = Command::new("git");
    git.args(["apply", "--unidiff-zero", "--whitespace=nowarn", "-"]);
    Scratch::new(&case.before).left_by(&mut git, &case.patch)
}
