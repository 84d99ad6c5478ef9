//! Hunks whose lines are all indented differently from the file, and alike.
//!
//! Models lose the indentation of a block, or write it with the other blank. What was done to the
//! old lines is then done to the added ones.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::ladder::without_indentation;

/// How the indentation in the file comes from that in the patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shift<'t> {
    /// The file has these blanks more.
    In(&'t [u8]),
    /// The patch has these blanks more.
    Out(&'t [u8]),
    /// The file has a tab for so many spaces.
    Tabs(usize),
    /// The file has so many spaces for a tab.
    Spaces(usize),
}

/// The shift that explains all old lines of a hunk at a place in the file, if one does and all
/// added lines can be written with it. Lines without text show nothing.
pub(crate) fn shift<'t>(
    hunk: &'t Hunk<'_>,
    file_lines: &(impl Iterator<Item = &'t [u8]> + Clone),
) -> Option<Shift<'t>> {
    let pairs = || {
        let lines = hunk.old_lines().zip(file_lines.clone());
        lines.filter_map(|(line, in_file)| {
            let (patch, text) = without_indentation(line.text.as_ref());
            (!text.is_empty()).then(|| (patch, without_indentation(in_file).0))
        })
    };
    let (patch, file) = pairs().find(|(patch, file)| patch != file)?;
    let shift = Shift::between(patch, file)?;
    // Context that is one blank short has lost its marker, and the added lines have not. A removed
    // line, which has its marker, would show.
    let has_words = |line: &HunkLine<'_>| !without_indentation(line.text).1.is_empty();
    let removes = hunk.lines.iter().any(|line| line.kind == LineKind::Remove && has_words(&line));
    if shift == Shift::In(b" ") && !removes {
        return None;
    }
    let explains =
        |(patch, file): (&[u8], &[u8])| shift.apply(patch).is_some_and(|shifted| shifted == file);
    let added = hunk.new_lines().filter(|line| !without_indentation(line.text).1.is_empty());
    let fits = pairs().all(explains) && added.clone().all(|line| shift.apply(line.text).is_some());
    fits.then_some(shift)
}

impl<'t> Shift<'t> {
    fn between(patch: &'t [u8], file: &'t [u8]) -> Option<Self> {
        if let Some(more) = file.strip_suffix(patch) {
            return Some(Self::In(more));
        }
        if let Some(more) = patch.strip_suffix(file) {
            return Some(Self::Out(more));
        }
        let is_all = |blanks: &[u8], byte| blanks.iter().all(|blank| *blank == byte);
        let width = |spaces: &[u8], tabs: &[u8]| {
            let is_converted = is_all(spaces, b' ') && is_all(tabs, b'\t');
            let width = spaces.len().checked_div(tabs.len())?;
            (is_converted && width > 1 && spaces.len() == tabs.len() * width).then_some(width)
        };
        width(patch, file).map(Self::Tabs).or_else(|| width(file, patch).map(Self::Spaces))
    }

    /// A line of the patch, or its indentation, as the file would have it; `None` where it cannot
    /// be had.
    pub(crate) fn apply(&self, line: &[u8]) -> Option<Vec<u8>> {
        let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let (indent, text) = line.split_at_checked(blanks)?;
        Some(match *self {
            Self::In(more) => [more, line].concat(),
            Self::Out(more) => line.strip_prefix(more)?.to_vec(),
            Self::Tabs(width) => {
                let is_even =
                    indent.iter().all(|byte| *byte == b' ') && blanks.is_multiple_of(width);
                let tabs = is_even.then(|| vec![b'\t'; blanks / width])?;
                [&tabs, text].concat()
            }
            Self::Spaces(width) => {
                let is_even = indent.iter().all(|byte| *byte == b'\t');
                let spaces = is_even.then(|| vec![b' '; blanks * width])?;
                [&spaces, text].concat()
            }
        })
    }

    /// An added line as the file would have it; `None` for one without text, which stays.
    pub(crate) fn added_line(&self, line: &[u8]) -> Option<Vec<u8>> {
        let (_, text) = without_indentation(line);
        if text.is_empty() { None } else { self.apply(line) }
    }
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use crate::{ApplyOptions, Rung, apply_hunks};

    /// A hunk applied at a rung, or not at all.
    #[track_caller]
    fn check(old: &str, hunk: &str, expected: Option<(Rung, &str)>) {
        let text = format!("--- a/x\n+++ b/x\n@@ ... @@\n{hunk}");
        let patch = patch_parse::parse(text.as_bytes()).unwrap();
        let options = ApplyOptions::default();
        let applied = apply_hunks(old.as_bytes(), patch.files[0].hunks(), patch.format, &options);
        let applied = applied.as_ref().ok();
        let found = applied.map(|applied| (applied.placements[0].rung, applied.contents.as_bstr()));
        assert_eq!(found, expected.map(|(rung, text)| (rung, text.into())), "{hunk} in {old}");
    }

    #[test]
    fn added_lines_are_shifted_along() {
        check(
            "  a\n    b\n",
            " a\n-  b\n+  c\n+\n+d\n",
            Some((Rung::Indentation, "  a\n    c\n\n  d\n")),
        );
        check("a\n  b\n", "     a\n-      b\n+      c\n", Some((Rung::Indentation, "a\n  c\n")));
        check("\ta\n", "-a\n+b\n", Some((Rung::Indentation, "\tb\n")));
    }

    #[test]
    fn tabs_and_spaces_are_told_apart_by_their_width() {
        let file = "if a:\n\tb\n\t\tc\n";
        let new = "if a:\n\tb\n\t\td\n\te\n";
        check(
            file,
            " if a:\n     b\n-        c\n+        d\n+    e\n",
            Some((Rung::Indentation, new)),
        );
        check(file, " if a:\n   b\n-    c\n+    d\n+  e\n", Some((Rung::Indentation, new)));
        let file = "if a:\n  b\n    c\n";
        check(
            file,
            " if a:\n \tb\n-\t\tc\n+\t\td\n",
            Some((Rung::Indentation, "if a:\n  b\n    d\n")),
        );
    }

    #[test]
    fn context_that_has_lost_its_marker_shifts_nothing() {
        check("  a\n  b\n", "  a\n+  c\n  b\n", Some((Rung::CollapsedBlanks, "  a\n  c\n  b\n")));
        check(" a\n b\n", "-a\n+c\n b\n", Some((Rung::Indentation, " c\n b\n")));
    }

    #[test]
    fn a_shift_that_does_not_explain_all_is_none() {
        // One line deeper, one not: the structure is another.
        check("  a\nb\n", " a\n-b\n+c\n", None);
        // The added line has less than is to be taken away.
        check("a\n", "-  a\n+b\n", None);
        // Two places.
        check("  a\n    a\n", "-a\n+b\n", None);
    }
}
