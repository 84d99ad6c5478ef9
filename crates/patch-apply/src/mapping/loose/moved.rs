//! Recognises a change that shows old lines where it means them to be: in a block that it opens
//! around them, or out of one whose head it removes. Kept lines would stay behind, since only what
//! is marked is changed; removed ones are added again as they are shown.

use patch_parse::{Hunk, LineKind};

use crate::text::blanks::without_indentation;

/// A line of a hunk that has words: its indentation in the patch and, of an old line, in the file;
/// and its words.
struct Line<'l> {
    kind: LineKind,
    patch: &'l [u8],
    file: Option<&'l [u8]>,
    words: &'l [u8],
}

impl Line<'_> {
    fn is_moved(&self) -> bool {
        self.file.is_some_and(|file| file != self.patch)
    }

    fn part(&self) -> Part {
        match self.kind {
            _ if self.is_moved() => Part::Moved,
            LineKind::Context => Part::Kept,
            LineKind::Add | LineKind::Remove => Part::Changed,
        }
    }
}

/// The lines of a hunk that have words, `file` being those that the old ones face.
fn lines_of<'l>(hunk: &'l Hunk<'_>, mut file: impl Iterator<Item = &'l [u8]>) -> Vec<Line<'l>> {
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(hunk.lines.len());
    for line in &hunk.lines {
        let own = if line.kind == LineKind::Add { None } else { file.next() };
        let own = own.map(|own| without_indentation(own).0);
        let (patch, words) = without_indentation(line.text);
        if !words.is_empty() {
            lines.push(Line { kind: line.kind, patch, file: own, words: words.trim_ascii_end() });
        }
    }
    lines
}

/// What a line is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Old lines that are indented otherwise than in the file.
    Moved,
    /// Context as in the file.
    Kept,
    /// A change.
    Changed,
}

/// Whether all lines that are indented otherwise than in the file, `file` being those that the old
/// lines face, are context directly below the head that would enclose them, added or removed, while
/// other old lines are as in the file.
pub(super) fn shows_moved_block<'l>(
    hunk: &'l Hunk<'_>,
    file: impl Iterator<Item = &'l [u8]>,
) -> bool {
    let lines = lines_of(hunk, file);
    let is_kept = |line: &Line<'_>| line.file.is_some() && !line.is_moved();
    let mut change: &[Line<'_>] = &[];
    let mut is_any_moved = false;
    for run in lines.chunk_by(|one, next| one.part() == next.part()) {
        let part = run.first().map(Line::part);
        if part == Some(Part::Moved) {
            if !is_in_block(change, run) {
                return false;
            }
            is_any_moved = true;
        }
        change = if part == Some(Part::Changed) { run } else { &[] };
    }
    // Without any indentation at all it is that of the patch that was lost.
    is_any_moved
        && lines.iter().any(is_kept)
        && lines.iter().any(|line| line.file.is_some() && !line.patch.is_empty())
}

/// Whether all lines that are indented otherwise than in the file, `file` being those that the old
/// lines face, are removed, and added again as they are shown, in a block that is opened around
/// them or no longer is, while all context is as in the file: the added lines are as they are meant.
pub(super) fn shows_removed_as_added<'l>(
    hunk: &'l Hunk<'_>,
    file: impl Iterator<Item = &'l [u8]>,
) -> bool {
    let lines = lines_of(hunk, file);
    let moved = || lines.iter().filter(|line| line.is_moved());
    let is_added = |line: &Line<'_>| {
        let mut added = lines.iter().filter(|line| line.kind == LineKind::Add);
        added.any(|other| (other.patch, other.words) == (line.patch, line.words))
    };
    let is_enclosed = |line: &Line<'_>| {
        let file = line.file.unwrap_or_default();
        let (outer, inner, kind) = if line.patch.starts_with(file) {
            (file, line.patch, LineKind::Add)
        } else {
            (line.patch, file, LineKind::Remove)
        };
        let mut heads = lines.iter().filter(|head| head.kind == kind && !head.is_moved());
        inner.starts_with(outer)
            && heads.any(|head| {
                head.patch == outer && head.words.last().is_some_and(|last| b":{([".contains(last))
            })
    };
    let is_kept = |line: &Line<'_>| line.kind == LineKind::Context && !line.patch.is_empty();
    moved().next().is_some()
        && moved().all(|line| line.kind == LineKind::Remove && is_added(line))
        && moved().any(is_enclosed)
        && lines.iter().any(is_kept)
}

/// Whether all lines of a run are context that a change puts into what it opens, or takes out of
/// what it no longer opens.
fn is_in_block(change: &[Line<'_>], run: &[Line<'_>]) -> bool {
    let Some((file, patch)) = run.first().and_then(|first| Some((first.file?, first.patch))) else {
        return false;
    };
    let encloses = |line: &Line<'_>, kept: &[u8], inner: &[u8]| {
        (kept.len()..inner.len()).contains(&line.patch.len())
    };
    let (mut added, mut removed) = (
        change.iter().filter(|line| line.kind == LineKind::Add),
        change.iter().filter(|line| line.kind == LineKind::Remove),
    );
    let is_moved = if patch.starts_with(file) {
        added.any(|line| encloses(line, file, patch))
    } else {
        file.starts_with(patch)
            && removed.any(|line| encloses(line, patch, file))
            && !added.any(|line| line.patch.len() < file.len())
    };
    is_moved && run.iter().all(|line| line.kind == LineKind::Context)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a file, and of a hunk with its marks.
    #[track_caller]
    fn check(file: &[&str], hunk: &[&str], expected: bool) {
        check_by(|hunk, file| shows_moved_block(hunk, file), (file, hunk), expected);
    }

    #[track_caller]
    fn check_by(
        tells: for<'l> fn(&'l Hunk<'_>, std::vec::IntoIter<&'l [u8]>) -> bool,
        (file, hunk): (&[&str], &[&str]),
        expected: bool,
    ) {
        let text = format!("--- a/f\n+++ b/f\n@@\n{}\n", hunk.join("\n"));
        let patch = patch_parse::parse(text.as_bytes()).unwrap();
        let file: Vec<&[u8]> = file.iter().map(|line| line.as_bytes()).collect();
        assert_eq!(tells(&patch.files[0].hunks()[0], file.into_iter()), expected, "{text}");
    }

    #[test]
    fn what_goes_into_a_block_or_out_of_one_is_told_from_what_is_merely_indented_otherwise() {
        let file = ["def f():", "    a()", "    b()", "    return 1"];
        let wrapped =
            [" def f():", "+    with x:", "         a()", "         b()", "     return 1"];
        check(&file, &wrapped, true);
        check(
            &file[1..],
            &["-    a()", "+    if c:", "+        a()", "         b()", "     return 1"],
            true,
        );
        check(
            &file,
            &[" def f():", "     a()", "+    if c:", "         b()", "         return 1"],
            true,
        );
        let inside = ["def f():", "    with x:", "        a()", "        b()", "    return 1"];
        check(
            &inside,
            &[" def f():", "-    with x:", "     a()", "     b()", "     return 1"],
            true,
        );

        // As in the file; no head there; another head; all lines; above the change; changed lines.
        check(
            &file,
            &[" def f():", "+    with x:", "     a()", "     b()", "     return 1"],
            false,
        );
        check(&file, &[" def f():", "+    c()", "       a()", "     b()", "     return 1"], true);
        check(
            &file,
            &[" def f():", "+        c()", "         a()", "         b()", "     return 1"],
            false,
        );
        check(
            &inside,
            &[" def f():", "-    with x:", "+    with y:", "     a()", "     b()", "     return 1"],
            false,
        );
        check(
            &file[1..],
            &["         a()", "+        if c:", "             b()", "         return 1"],
            false,
        );
        check(
            &file,
            &[" def f():", "         a()", "+    c()", "     b()", "     return 1"],
            false,
        );
        check(
            &file,
            &[" def f():", "+    with x:", "-        a()", "         b()", "     return 1"],
            false,
        );
        // No indentation is left in the patch.
        check(&inside, &[" def f():", "-with x:", " a()", " b()", " return 1"], false);
        check(&["if x:", "    a()", "b()"], &["-if x:", " a()", " b()"], false);
    }

    #[test]
    fn removed_lines_that_are_shown_as_they_will_be_are_added_so() {
        let check = |file: &[&str], hunk: &[&str], expected: bool| {
            check_by(|hunk, file| shows_removed_as_added(hunk, file), (file, hunk), expected);
        };
        let file = ["def f():", "    a()", "    b()"];
        let wrapped = [" def f():", "     a()", "-        b()", "+    with x:", "+        b()"];
        check(&file, &wrapped, true);
        let inside = ["    a()", "    if x:", "        b()"];
        check(&inside, &["     a()", "-    if x:", "-    b()", "+    b()"], true);
        // Another head, none at all, a line that is not added again, context that moves as well.
        check(
            &file,
            &[" def f():", "     a()", "-        b()", "+  with x:", "+        b()"],
            false,
        );
        check(&file, &[" def f():", "     a()", "-        b()", "+    c()", "+        b()"], false);
        check(
            &file,
            &[" def f():", "     a()", "-        b()", "+    with x:", "+        c()"],
            false,
        );
        check(
            &file,
            &[" def f():", "         a()", "-        b()", "+    with x:", "+        b()"],
            false,
        );
    }
}
