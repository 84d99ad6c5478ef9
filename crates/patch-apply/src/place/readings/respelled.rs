//! Old lines that have other blanks or quotes than those of the file.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::stale::{context, may_be_escaped};
use crate::text::blanks::without_indentation;

/// Whether the file has the longest word of a line: a cheap test that is true too often.
pub(super) fn may_be_spelled_otherwise(bytes: &[u8], line: &[u8]) -> bool {
    let words = line.split(|byte| !byte.is_ascii_alphanumeric());
    let longest = words.max_by_key(|word| word.len()).unwrap_or_default();
    memchr::memmem::find(bytes, longest).is_some()
}

/// The hunk with lines of the file in the place of those that are `lost` and spelled otherwise;
/// `found` has the lines of the file for all old ones. `None` if some differ in more than that, or
/// if what is added has parts of that spelling.
pub(super) fn with_spelling_of_file<'h>(
    bytes: &[u8],
    hunk: &Hunk<'h>,
    lost: &[usize],
    found: &[&[u8]],
) -> Option<Hunk<'h>> {
    let shown = || hunk.old_lines().enumerate().filter(|(at, _)| lost.contains(at));
    let mut parts = Vec::new();
    for (at, line) in shown() {
        parts.extend(spelled_otherwise(line.text, found.get(at)?)?);
    }
    let has_part = |line: HunkLine<'_>| parts.iter().any(|part| line.text.contains_str(part));
    let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    if added.any(has_part) || may_be_escaped(bytes, hunk, shown().map(|(_, line)| line)) {
        return None;
    }
    let mut now = HunkLines::default();
    let mut found = found.iter().enumerate();
    for line in &hunk.lines {
        let in_file = if line.kind == LineKind::Add { None } else { found.next() };
        now.extend([match in_file {
            Some((at, found)) if lost.contains(&at) => {
                HunkLine { kind: line.kind, ..context(found) }
            }
            _ => line,
        }]);
    }
    Some(hunk.clone().with_lines(now))
}

/// The parts of a line that one of the file has with other blanks or quotes; `None` if they differ
/// in more than that.
fn spelled_otherwise<'l>(shown: &'l [u8], found: &[u8]) -> Option<Vec<&'l [u8]>> {
    let (indent, shown) = without_indentation(shown);
    let (other_indent, found) = without_indentation(found);
    let (tokens, others) = (tokens(shown), tokens(found));
    if indent != other_indent || tokens.len() != others.len() {
        return None;
    }
    let mut parts = Vec::new();
    let mut front = 0;
    for (token, other) in tokens.iter().zip(&others) {
        if token.text != other.text {
            if !is_quote(token.text) || !is_quote(other.text) {
                return None;
            }
            parts.push(token.text);
        }
        let end = token.start + token.text.len();
        if token.blanks != other.blanks {
            parts.push(shown.get(front..end)?);
        }
        front = token.start;
    }
    Some(parts)
}

/// A word, or a character that is of none.
struct Token<'l> {
    text: &'l [u8],
    start: usize,
    /// What is between it and the one before.
    blanks: &'l [u8],
}

fn tokens(line: &[u8]) -> Vec<Token<'_>> {
    let is_of_word = |character: char| character.is_alphanumeric() || character == '_';
    let characters: Vec<(usize, usize, char)> = line.char_indices().collect();
    let words = characters.chunk_by(|one, next| is_of_word(one.2) && is_of_word(next.2));
    let mut end = 0;
    let tokens = words.filter_map(|word| {
        let (start, behind) = (word.first()?.0, word.last()?.1);
        let text = line.get(start..behind)?;
        let is_text = text != b" " && text != b"\t";
        is_text.then(|| {
            let blanks = line.get(end..start).unwrap_or_default();
            end = behind;
            Token { text, start, blanks }
        })
    });
    tokens.collect()
}

fn is_quote(text: &[u8]) -> bool {
    ["'", "\"", "`", "‘", "’", "“", "”"].iter().any(|quote| quote.as_bytes() == text)
}
