//! Decides whether lines that are added after an anchor alone fit in there.
//!
//! Added lines go directly after the line that the anchor names. That is right if they are the
//! first lines of the block that the line opens, or are beside the line. If the line is a part of
//! something, or the added lines would part it from what it opens, nothing says where they belong.
//! If the anchor is a section title and the added lines are a new section, they go after the
//! anchor's whole section. If the anchor line is followed by its documentation, they go after the
//! documentation.

use bstr::ByteSlice;
use patch_parse::Hunk;

use crate::place::lookup::Lookup;
use crate::place::names::flat::Flat;
use crate::place::names::heads::is_comment_or_directive;
use crate::place::scene::Scene;
use crate::place::scopes::scope::{Scopes, opens};
use crate::text::blanks::without_indentation;
use crate::text::blocks::{closes_block, opens_block};

/// How many lines below one are searched for the next that is not blank.
const MOST_TO_NEXT: usize = 64;

/// A line that has words or brackets, with its indentation apart.
#[derive(Clone, Copy, Debug)]
struct Line<'l> {
    indent: &'l [u8],
    words: &'l [u8],
}

/// The line, 0-based, at which the lines of a chunk are added that do not belong directly after
/// the line which the anchor names: after the section that it heads, where they begin one, or
/// after what documents it.
pub(super) fn behind_what_is_headed<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    hunk: &Hunk<'_>,
    line: usize,
) -> Option<usize> {
    let first = hunk.lines.iter().find_map(|line| Line::new(line.text.as_ref()))?;
    let mut lines = scene.lines_at(line).map(Line::new);
    let before = lines.next().flatten()?;
    let next = lines.next().flatten();
    if before.is_ended_by(first) && !are_comments(hunk, (before, next)) {
        let end = scopes.end(scene, line).min(scene.lookup.line_count());
        let end = outer_title(scene, scopes, line..end).unwrap_or(end);
        return Some(above_what_leads_on(scene, hunk, line + 1..end));
    }
    let next = next.filter(|next| next.is_documentation() && !first.is_documentation())?;
    let is_inside = next.indent.len() > before.indent.len() && next.indent == first.indent;
    let end = scopes.string_end(scene, line, line + 2).unwrap_or(line + 2);
    (is_inside && before.words.ends_with(b":")).then_some(end)
}

/// The first title of one `#` after the first of some lines: a comment is one as well, but not
/// here.
fn outer_title<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    lines: std::ops::Range<usize>,
) -> Option<usize> {
    let mut texts = scene.lines_at(lines.start).map(|text| Flat::of(text.trim_ascii_end()));
    if !matches!(texts.next(), Some(Some(Flat::Title(2..)))) {
        return None;
    }
    let mut below = (lines.start + 1..lines.end).zip(texts);
    below.find_map(|(at, flat)| {
        let is_title = flat == Some(Flat::Title(1));
        (is_title && scopes.string_end(scene, lines.start, at).is_none()).then_some(at)
    })
}

/// The last of some lines, or the line after them, at which what is added parts no comment from
/// what is after these. What begins with an empty line goes before those that are there.
fn above_what_leads_on<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    lines: std::ops::Range<usize>,
) -> usize {
    let begins_blank =
        hunk.lines.iter().next().is_some_and(|line| line.text.trim_ascii().is_empty());
    let text: Vec<_> = scene.lines_at(lines.start).take(lines.len()).map(Line::new).collect();
    let is_note =
        |line: &&Option<Line<'_>>| line.is_some_and(|line| is_comment_or_directive(line.words));
    let is_last = lines.end == scene.lookup.line_count();
    let notes = if is_last { 0 } else { text.iter().rev().take_while(is_note).count() };
    let rest = text.get(..text.len() - notes).unwrap_or_default();
    let blanks = rest.iter().rev().take_while(|line| line.is_none()).count();
    lines.start + rest.len() - if begins_blank { blanks } else { 0 }
}

/// Whether the lines that a chunk adds fit in directly after a line, 0-based.
pub(super) fn fits_behind<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    line: usize,
) -> bool {
    let mut lines = scene.lines_at(line).take(MOST_TO_NEXT);
    let before = lines.next().and_then(Line::new);
    let below = lines.clone().next().and_then(Line::new);
    let next = lines.find_map(Line::new);
    if let Some(before) = before
        && ((begins_section(hunk, before) && !are_comments(hunk, (before, below)))
            || parts_comment(scene, hunk, line, (before, below)))
    {
        return false;
    }
    let mut added = hunk.lines.iter().filter_map(|line| Line::new(line.text.as_ref()));
    let first = added.next();
    let last = added.last().or(first);
    let (Some(before), Some(next), Some(first), Some(last)) = (before, next, first, last) else {
        return true;
    };
    let is_part = match before.left_open() {
        Some(Open::List) => !last.words.ends_with(b",") && !closes_block(next.words),
        Some(Open::Tag) => first.words.starts_with(b"<"),
        Some(Open::Line) => true,
        None => next.opens_what_is_headed() && next.indent == before.indent,
    };
    !is_part && is_as_deep(before, first, next)
}

/// Whether a chunk adds a line that ends what the one before it heads: what is there would be in
/// another section.
fn begins_section(hunk: &Hunk<'_>, before: Line<'_>) -> bool {
    hunk.lines
        .iter()
        .filter_map(|line| Line::new(line.text.as_ref()))
        .any(|line| before.is_ended_by(line))
}

/// Whether a line with one `#` and what a chunk adds are comments: no empty line is below the one, or
/// nothing but such lines are added.
fn are_comments(hunk: &Hunk<'_>, (before, below): (Line<'_>, Option<Line<'_>>)) -> bool {
    let mut added = hunk.lines.iter().filter_map(|line| Line::new(line.text.as_ref()));
    let is_one = |line: Line<'_>| Flat::of(line.words) == Some(Flat::Title(1));
    is_one(before) && (below.is_some() || added.all(is_one))
}

/// Whether a chunk adds what is no comment between a comment and what that is above: before what
/// opens something, or where it is a record of its own, with a comment and an empty line after it.
fn parts_comment<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    line: usize,
    (before, below): (Line<'_>, Option<Line<'_>>),
) -> bool {
    let is_headed = |below: Line<'_>| below.indent == before.indent && !below.is_note();
    let mut added = hunk.lines.iter().filter_map(|line| Line::new(line.text.as_ref()));
    let is_record = || {
        let first = hunk.lines.iter().next().and_then(|line| Line::new(line.text.as_ref()));
        let last = hunk.lines.iter().last().map(|line| Line::new(line.text.as_ref()));
        first.is_some_and(|first| first.is_note()) && last.is_some_and(|last| last.is_none())
    };
    before.is_note()
        && below.is_some_and(is_headed)
        && added.any(|line| !line.is_note())
        && (is_record() || opens(scene, line + 1))
}

/// Whether the first added line is as deep as the line after it requires.
fn is_as_deep(before: Line<'_>, first: Line<'_>, next: Line<'_>) -> bool {
    let [outer, own, inner] = [before, first, next].map(|line| line.indent.len());
    match (inner > outer, own > outer) {
        (true, _) => first.indent == next.indent,
        (false, true) => before.is_opener(),
        (false, false) => own >= inner,
    }
}

/// What a line leaves open, so that the next one is a part of it.
enum Open {
    /// Items, in brackets or without: each ends with a comma.
    List,
    /// A tag, of which the next lines are attributes.
    Tag,
    /// The line itself.
    Line,
}

impl<'l> Line<'l> {
    fn new(line: &'l [u8]) -> Option<Self> {
        let (indent, words) = without_indentation(line.trim_ascii_end());
        (!words.is_empty()).then_some(Self { indent, words })
    }

    /// Whether what the line heads, which is no deeper, ends at another.
    fn is_ended_by(&self, other: Self) -> bool {
        let flat = |line: &Self| Flat::of(line.words).filter(|_| line.indent.is_empty());
        flat(self).zip(flat(&other)).is_some_and(|(own, other)| own.ends_at(other))
    }

    /// Whether it begins a text that documents what is above it.
    fn is_documentation(&self) -> bool {
        let words = self.words.trim_start_with(|prefix| "rRuU".contains(prefix));
        words.starts_with(b"\"\"\"") || words.starts_with(b"'''")
    }

    /// Whether it is a comment, and heads no section.
    fn is_note(&self) -> bool {
        let is_block = self.words.starts_with(b"/*") && self.words.ends_with(b"*/");
        let flat = Flat::of(self.words);
        (is_block || is_comment_or_directive(self.words))
            && flat.is_none_or(|flat| flat == Flat::Title(1))
    }

    fn left_open(&self) -> Option<Open> {
        let is_tag = || {
            let is_name = self.words.get(1).is_some_and(u8::is_ascii_alphabetic);
            self.words.starts_with(b"<") && is_name && !self.words.contains(&b'>')
        };
        match self.words.last() {
            Some(b'\\') => Some(Open::Line),
            Some(b',') => Some(Open::List),
            _ if matches!(innermost_open(self.words), Some(b'(' | b'[')) => Some(Open::List),
            _ => is_tag().then_some(Open::Tag),
        }
    }

    /// Whether it is a bracket that opens what a line above it heads, or what is between the
    /// two.
    fn opens_what_is_headed(&self) -> bool {
        matches!(self.words, b"{" | b"where" | b"begin")
    }

    /// Whether it ends like a line that deeper lines follow.
    fn is_opener(&self) -> bool {
        opens_block(self.words) || self.words.last().is_some_and(|last| b">=".contains(last))
    }
}

/// The bracket that is opened last in a line and not closed in it, what is in quotes aside.
fn innermost_open(words: &[u8]) -> Option<u8> {
    let mut open = Vec::new();
    let mut rest = words;
    while let Some((&first, behind)) = rest.split_first() {
        rest = behind;
        match first {
            b'(' | b'[' | b'{' => open.push(first),
            b')' | b']' | b'}' => drop(open.pop()),
            b'"' | b'\'' | b'`' => {
                let end = behind.find_byte(first).map_or(0, |end| end + 1);
                rest = behind.get(end..).unwrap_or_default();
            }
            _ => {}
        }
    }
    open.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bracket_that_a_line_leaves_open() {
        for (line, expected) in [
            ("def run(", Some(b'(')),
            ("it(\"a (\", () => {", Some(b'{')),
            ("a = [", Some(b'[')),
            ("f(a, 'b(')", None),
            ("// don't (", Some(b'(')),
            (")]}", None),
        ] {
            assert_eq!(innermost_open(line.as_bytes()), expected, "{line}");
        }
    }
}
