//! Makes the markup of one changed file.

use std::fmt::Write as _;

use bstr::BStr;
use patch_parse::header_name;

use super::{escape, rows};
use crate::blocks::{Block, blocks};
use crate::hunks::file_hunks;
use crate::{Entry, FileChange, GenOptions, StatSize, is_binary};

/// Sets the columns, whose widths the first row of the table must not determine.
const BESIDE: &str = "<table class=\"beside\"><colgroup><col class=\"n\"><col><col class=\"n\"><col></colgroup><tbody>\n";
const INLINE: &str =
    "<table class=\"inline\"><colgroup><col class=\"n\"><col class=\"n\"><col></colgroup><tbody>\n";

/// A changed file as markup.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) size: StatSize,
    /// The name, or both, escaped.
    pub(super) name: String,
    pub(super) letter: char,
    /// The part below the name.
    pub(super) body: String,
}

impl File {
    /// `None` if a patch would have no section for the change.
    pub(super) fn of(change: FileChange<'_>, options: &GenOptions) -> Option<Self> {
        let change = change.without_directories()?;
        let letter = match change {
            FileChange::Add { .. } => 'A',
            FileChange::Delete { .. } => 'D',
            FileChange::Modify { .. } => 'M',
            FileChange::Move { .. } => 'R',
            FileChange::Copy { .. } => 'C',
        };
        let mut name = String::new();
        if let Some(old_path) = change.old_path() {
            escape::put(&spelled(old_path), &mut name);
            name.push_str(" → ");
        }
        escape::put(&spelled(change.path()), &mut name);
        let mut body = modes(change);
        let size = contents(change, options, &mut body);
        Some(Self { size, name, letter, body })
    }
}

/// A name, in quotes if it holds characters that a reader could mistake for something else.
fn spelled(name: &BStr) -> Vec<u8> {
    if name.iter().any(u8::is_ascii_control) { header_name(name) } else { name.to_vec() }
}

fn modes(change: FileChange<'_>) -> String {
    let mut out = String::new();
    let mode = |entry: Option<&Entry<'_>>| entry.map(|entry| entry.mode);
    // Writing to a string cannot fail.
    let _ = match (mode(change.before()), mode(change.after())) {
        (Some(old), Some(new)) if old == new => Ok(()),
        (Some(old), Some(new)) => write!(out, "<p>mode {old} → {new}</p>"),
        (None, Some(new)) => write!(out, "<p>new file, mode {new}</p>"),
        (Some(old), None) => write!(out, "<p>deleted, mode {old}</p>"),
        (None, None) => Ok(()),
    };
    out
}

/// Appends both tables, or a text in their place.
fn contents(change: FileChange<'_>, options: &GenOptions, out: &mut String) -> StatSize {
    let bytes = |entry: Option<&'_ Entry<'_>>| entry.map_or(0, |entry| entry.contents.len());
    let (before, after) = (change.before(), change.after());
    let old = before.map_or(&b""[..], |entry| &*entry.contents);
    let new = after.map_or(&b""[..], |entry| &*entry.contents);
    if old != new && (is_binary(old) || is_binary(new)) {
        let (old, new) = (bytes(before), bytes(after));
        let _ = write!(out, "<p>binary, {old} → {new} bytes</p>");
        return StatSize::Bytes { old, new };
    }
    let hunks = file_hunks(change, options);
    let mut size = (0, 0);
    let shown: Vec<Vec<Block<'_>>> = hunks.iter().map(blocks).collect();
    if hunks.is_empty() {
        let is_same = before.is_some() && after.is_some();
        out.push_str(if is_same { "<p>the contents are the same</p>" } else { "<p>empty</p>" });
        return StatSize::Lines { added: 0, removed: 0 };
    }
    out.push_str(BESIDE);
    for (hunk, blocks) in hunks.iter().zip(&shown) {
        size.0 += hunk.lines.added_count();
        size.1 += hunk.lines.removed_count();
        rows::beside(hunk, blocks, out);
    }
    out.push_str("</tbody></table>\n");
    out.push_str(INLINE);
    for (hunk, blocks) in hunks.iter().zip(&shown) {
        rows::inline(hunk, blocks, out);
    }
    out.push_str("</tbody></table>\n");
    StatSize::Lines { added: size.0, removed: size.1 }
}
