//! Old lines with the comma, or the semicolon, that only the change gives them: who adds an item
//! after the last one of a list writes the last one as it will be. A sign that no change asks for is
//! a slip.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use crate::text::Text;
use crate::text::blanks::{is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::blocks::closes_block;
use crate::text::words::has_words;

/// The hunk with the one such line as the file has it. A removed line is added again as it is
/// shown if another one is added after it, else as the file has it; one of context is added again if
/// an item is added directly after it, the last of its list.
pub(super) fn with_sign_by_change<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_one = |at: &usize| {
        let is_signed = added_again(&lines, *at).is_some() || is_before_last_item(&lines, *at);
        is_signed && lines.get(*at).is_some_and(|line| is_without_sign(text, line))
    };
    let mut all = (0..lines.len()).filter(is_one);
    let signed = all.next().filter(|_| all.next().is_none())?;
    let again = added_again(&lines, signed).filter(|again| is_last_added(&lines, *again));
    let mut now = HunkLines::default();
    for (at, line) in lines.iter().enumerate() {
        if at != signed && Some(at) != again {
            now.push(*line);
            continue;
        }
        let without = without_sign(line.text)?;
        let kind = if at == signed { LineKind::Remove } else { LineKind::Add };
        now.push(HunkLine { kind, text: without.into(), ..*line });
        if line.kind == LineKind::Context {
            now.push(HunkLine { kind: LineKind::Add, ..*line });
        }
    }
    Some(hunk.clone().with_lines(now))
}

fn without_sign(line: &[u8]) -> Option<&[u8]> {
    let line = without_trailing_blanks(line);
    let line = line.strip_suffix(b",").or_else(|| line.strip_suffix(b";"))?;
    has_words(line).then_some(line)
}

/// Whether the file has a line without its last sign.
fn is_without_sign(text: Text<'_>, line: &HunkLine<'_>) -> bool {
    without_sign(line.text).is_some_and(|without| {
        let is_line = |start: usize| {
            let behind = text.body().get(start + without.len()..).unwrap_or_default();
            let front = text.body().get(..start).unwrap_or_default();
            matches!(behind, [] | [b'\n' | b'\r', ..]) && matches!(front, [] | [.., b'\n'])
        };
        memchr::memmem::find_iter(text.body(), without).any(is_line)
    })
}

/// The line that is added in the place of a removed one and is the same.
fn added_again(lines: &[HunkLine<'_>], at: usize) -> Option<usize> {
    let line = lines.get(at).filter(|line| line.kind == LineKind::Remove)?;
    let change = lines.get(at..)?.iter().take_while(|line| line.kind != LineKind::Context);
    let is_it = |added: &HunkLine<'_>| added.kind == LineKind::Add && added.text == line.text;
    Some(at + change.into_iter().position(is_it)?)
}

/// Whether nothing that is as deep is added after an added line: nothing asks for its sign.
fn is_last_added(lines: &[HunkLine<'_>], at: usize) -> bool {
    let (front, behind) = lines.split_at_checked(at + 1).unwrap_or_default();
    let change = behind.iter().take_while(|line| line.kind != LineKind::Context);
    let is_worded = |line: &&HunkLine<'_>| line.kind == LineKind::Add && !is_blank_line(line.text);
    let next = change.into_iter().find(is_worded).map(|line| without_indentation(line.text));
    let own = front.last().map(|line| without_indentation(line.text).0);
    next.is_none_or(|(indent, words)| own != Some(indent) || closes_block(words))
}

/// Whether a line of context ends in a comma, and lines as deep are added between it and the end
/// of its list.
fn is_before_last_item(lines: &[HunkLine<'_>], at: usize) -> bool {
    let (front, behind) = lines.split_at_checked(at + 1).unwrap_or_default();
    let Some(line) = front.last().filter(|line| line.kind == LineKind::Context) else {
        return false;
    };
    let added = behind.iter().take_while(|line| line.kind == LineKind::Add).count();
    let (first, next) = (behind.first(), behind.get(added));
    let depth = |line: &[u8]| without_indentation(line).0.len();
    let closes = |line: &HunkLine<'_>| {
        let (indent, words) = without_indentation(line.text);
        line.kind == LineKind::Context
            && indent.len() < depth(first.map_or(&[], |first| first.text))
            && matches!(words, [b'}' | b']' | b')', ..])
    };
    without_trailing_blanks(line.text).ends_with(b",")
        && added > 0
        && first.is_some_and(|first| {
            !is_blank_line(first.text)
                && without_indentation(first.text).0 == without_indentation(line.text).0
        })
        && next.is_some_and(closes)
}
