//! Shows the place in the file that a hunk comes closest to.

use bstr::{BString, ByteSlice};

use crate::render::sentence::{alike, differ_from, in_blanks};
use crate::{Difference, NearMiss};

use super::excerpt::Excerpt;
use super::lines::Line;
use super::page::Page;

/// Lines that differ after this column are hard to compare by eye.
const FAR: usize = 40;

/// Appends what is expected and what is found.
pub(super) fn remarks(page: &mut Page, excerpt: &Excerpt<'_>, near: &NearMiss, path: &str) {
    let [expected, found] = near.quoted();
    excerpt.remark(page, "expected", &expected);
    excerpt.remark(page, "found", &format!("   {found} ({path}:{})", near.differing_line));
    if let Some(remark) = remark(near) {
        excerpt.remark(page, "note", &remark);
    }
}

/// A remark about a difference that the eye may miss.
fn remark(near: &NearMiss) -> Option<String> {
    match near.difference {
        Difference::MissingInFile => {
            near.actual.as_ref().map(|_| "the file does not have the expected line".into())
        }
        Difference::MissingInPatch => {
            Some("the patch does not have the line that was found".into())
        }
        Difference::Replaced => {
            let from = (near.column > FAR).then(|| differ_from(near.column));
            let parts: Vec<String> =
                in_blanks(near).map(String::from).into_iter().chain(from).collect();
            (!parts.is_empty()).then(|| parts.join("; "))
        }
    }
}

/// Appends the lines of the file around the difference, and how alike the place is.
pub(super) fn excerpt(page: &mut Page, of_patch: &Excerpt<'_>, near: &NearMiss, path: &str) {
    let alike = format!("{path}:{}-{}, {}", near.line, near.last_line, alike(near));
    of_patch.remark(page, "nearest", &alike);
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
    Excerpt { name: path, lines: lines.collect(), marked }.write_lines(page, before);
}
