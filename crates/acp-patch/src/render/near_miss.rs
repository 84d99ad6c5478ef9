//! The place in the file that a hunk comes closest to.

use bstr::{BString, ByteSlice};
use patch_apply::{Difference, NearMiss, visible};

use super::excerpt::Excerpt;
use super::lines::Line;
use super::mismatch;

/// Appends what is expected and what is found.
pub(super) fn notes(out: &mut String, excerpt: &Excerpt<'_>, near: &NearMiss, path: &str) {
    let place = format!("({path}:{})", near.differing_line);
    let Some(actual) = &near.actual else {
        let expected = visible::line(&near.expected).limit(100);
        excerpt.note(out, "expected", &format!("`{expected}`"));
        excerpt.note(out, "found", &format!("   the end of the file {place}"));
        return;
    };
    let shown = mismatch::show(&near.expected, actual, near.column);
    excerpt.note(out, "expected", &shown.expected);
    excerpt.note(out, "found", &format!("   {} {place}", shown.found));
    let gap = match near.difference {
        Difference::MissingInFile => Some("the file does not have the expected line"),
        Difference::MissingInPatch => Some("the patch does not have the line that was found"),
        _ => None,
    };
    if let Some(remark) = gap.or(shown.remark.as_deref()) {
        excerpt.note(out, "note", remark);
    }
}

/// Appends the lines of the file around the difference, and how alike the place is.
pub(super) fn excerpt(out: &mut String, of_patch: &Excerpt<'_>, near: &NearMiss, path: &str) {
    let alike = format!(
        "{path}:{}-{}, {} of {} lines agree, {} % alike",
        near.line, near.last_line, near.agreeing_lines, near.old_lines, near.similarity
    );
    of_patch.note(out, "nearest", &alike);
    let lines = near.excerpt.iter().map(|line| Line { number: line.line, text: &line.text });
    let (marked, before) = match (&near.actual, near.difference) {
        // Both are cut alike.
        (Some(actual), Difference::Replaced) => {
            let characters = |text: &BString| -> Vec<BString> {
                let pieces = text.char_indices().map(|(start, end, _)| text.get(start..end));
                pieces.flatten().map(BString::from).collect()
            };
            let (found, expected) = (characters(actual), characters(&near.expected));
            let same = found.iter().zip(&expected).take_while(|(a, b)| a == b);
            (Some(near.differing_line), same.count())
        }
        (Some(_), Difference::MissingInPatch) => (Some(near.differing_line), 0),
        _ => (None, 0),
    };
    Excerpt { name: path, lines: lines.collect(), marked }.write_lines(out, before);
}
