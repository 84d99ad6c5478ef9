//! Finds the part of a line that is a heading.

use super::language::Language;
use super::languages;

/// The longest heading, in bytes.
const MAX_HEADING: usize = 80;

/// The heading in a line, which may have its ending, by the rule of the language if there is one.
pub(super) fn as_heading(line: &[u8], language: Option<Language>) -> Option<&[u8]> {
    let heading = match language {
        None => languages::plain(line),
        Some(language) => languages::heading(language, without_ending(line)),
    };
    let heading = heading?;
    let cut = heading.get(..MAX_HEADING).unwrap_or(heading);
    // Git's own set of blanks, without vertical tab and form feed.
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let end = cut.iter().rposition(|byte| !is_blank(byte))?;
    cut.get(..=end).map(valid_utf8)
}

fn without_ending(line: &[u8]) -> &[u8] {
    let text = line.strip_suffix(b"\n");
    text.map_or(line, |text| text.strip_suffix(b"\r").unwrap_or(text))
}

/// The bytes before the first one that is not UTF-8. Git ends a heading there, so the cut never
/// leaves half a character.
fn valid_utf8(text: &[u8]) -> &[u8] {
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.as_bytes()
}
