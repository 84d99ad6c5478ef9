//! Finds lines that an anchor means although they do not have its text: a definition by its name,
//! a member of something, the line with a number and what is beside it, or one with a wrong letter.

use std::ops::Range;

use bstr::ByteSlice;

use crate::place::lookup::{Block, Lookup};
use crate::place::names::defines::is_definition;
use crate::place::rung::{exact, plain};
use crate::place::scene::Scene;
use crate::place::scopes::member;
use crate::place::scopes::scope::{Scopes, opens};
use crate::text::blanks::without_indentation;
use crate::text::form::names_another;
use crate::text::misspelt::{is_misspelt_within, misspelt_word};
use crate::text::words::has_words;

/// The lines from one on that are the definition of the name that an anchor is, where none of those
/// that have its text is: they call it, list it or begin a literal.
pub(super) fn defined<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    (anchor, of_text): (&[u8], &[usize]),
    from: usize,
) -> Option<Vec<usize>> {
    let name = member::sole_name(anchor)?;
    let mut is_one = |line: &usize| {
        let text = scene.lines_at(*line).next().unwrap_or_default();
        is_definition(without_indentation(text).1, name)
    };
    if of_text.iter().any(&mut is_one) {
        return None;
    }
    let mut lines = member::definitions_of(scene, scopes, name);
    lines.retain(|line| *line >= from);
    (!lines.is_empty()).then_some(lines)
}

/// The line from one on that an anchor means in other words than the file has.
pub(super) fn other_words<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    (index, text): (usize, &[u8]),
    from: usize,
) -> Option<usize> {
    member(scene, scopes, (index, text), from)
        .or_else(|| numbered(scene, scopes, (index, text), from))
        .or_else(|| misspelt(scene, scopes, (index, text), from))
}

/// The line from one on that the anchor of a chunk names as a member of something, where no line
/// has its text. Of several it is the last above the chunk, where that is as written in one place
/// alone. What is in the parameters may be the name: of several definitions, or where it is in
/// quotes.
fn member<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    (index, text): (usize, &[u8]),
    from: usize,
) -> Option<usize> {
    if from > 0 && scene.lookup.anchor_lines(text, 0).is_some() {
        return None;
    }
    let lines = member::lines_of(scene, scopes, text);
    let line = match *lines {
        [] | [_] => lines.first().copied(),
        _ => match *scene.lookup.places(Block::Old(index), exact(), 0) {
            [place] => lines.iter().copied().rfind(|line| *line < place),
            _ => None,
        },
    };
    let mut is_another = |line: usize| {
        let found = scene.lines_at(line).next().unwrap_or_default();
        let may_be_name = lines.len() > 1 || text.iter().any(|byte| b"\"'`".contains(byte));
        may_be_name && names_another(text, found)
    };
    line.filter(|line| *line >= from && !is_another(*line))
}

/// The line from one on that an anchor names beside the number of a line (`line 4: fn f() {`),
/// where the chunk is as written in one place alone, and in what the line opens.
fn numbered<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    (index, text): (usize, &[u8]),
    from: usize,
) -> Option<usize> {
    let text = without_number(text)?;
    let [place] = *scene.lookup.places(Block::Old(index), plain(), from) else { return None };
    let (_, lines) = scene.lookup.anchor_lines(text, from)?;
    let line = lines.into_iter().rfind(|line| *line <= place)?;
    (place < scopes.end(scene, line)).then_some(line)
}

/// The line from one on that an anchor names with a wrong letter in a word that the file does not
/// have, where it is like no other line, and the chunk is as written in one place alone, in what the
/// line opens.
fn misspelt<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    (index, text): (usize, &[u8]),
    from: usize,
) -> Option<usize> {
    let has_words = scene.hunks.get(index)?.old_lines().any(|line| has_words(line.text));
    // What the file has before `from` has no word that it lacks.
    let is_there = from > 0 && scene.lookup.anchor_lines(text, 0).is_some();
    if is_there || !has_words || !scopes.may_search() {
        return None;
    }
    let [place] = *scene.lookup.places(Block::Old(index), exact(), 0) else { return None };
    let bytes = scene.text.body();
    let own = head(text);
    let is_it = |line: &[u8]| {
        let other = head(line);
        // A letter is missing, or one too many, and most lines are longer or shorter than that.
        own.len().abs_diff(other.len()) <= 1
            && misspelt_word(own, other).is_some_and(|(word, other)| {
                is_misspelt_within(word, other) && memchr::memmem::find(bytes, word).is_none()
            })
    };
    let mut named = scene.lines_at(0).enumerate().filter(|(_, line)| is_it(line));
    let (line, _) = named.next()?;
    let is_alone = named.next().is_none();
    let has_place = (line.max(from)..scopes.end(scene, line)).contains(&place);
    (is_alone && line >= from && has_place && opens(scene, line)).then_some(line)
}

/// A line without its indentation and the sign with which it opens something.
fn head(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    let end = line.iter().rposition(|byte| !b" :{".contains(byte)).map_or(0, |last| last + 1);
    line.get(..end).unwrap_or_default()
}

/// What is before the number of a line, or after it: `fn f() {` of `line 4: fn f() {`, or of
/// `fn f() { (line 4)`.
fn without_number(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii();
    let range = number(text)?;
    let (front, behind) = (text.get(..range.start)?, text.get(range.end..)?);
    let front = front.trim_ascii_end();
    let rest = match front.strip_suffix(b"(") {
        Some(front) => [front, behind.strip_prefix(b")")?],
        None => [front, behind],
    };
    let [front, behind] = rest.map(<[u8]>::trim_ascii);
    let rest = match (front.is_empty(), behind.is_empty()) {
        (true, false) => behind.trim_start_with(|sign| ":, ".contains(sign)),
        (false, true) => front.trim_end_with(|sign| ", ".contains(sign)),
        _ => return None,
    };
    has_words(rest).then_some(rest)
}

/// Where a text says the number of a line, or of several: `line 4`, `lines 4-8`.
fn number(text: &[u8]) -> Option<Range<usize>> {
    const WORDS: [&[u8]; 4] = [b"lines ", b"line ", b"Lines ", b"Line "];
    let (start, word) = WORDS.iter().find_map(|word| Some((text.rfind(word)?, *word)))?;
    let digits = start + word.len();
    let is_of_number = |byte: &&u8| byte.is_ascii_digit() || **byte == b'-';
    let count = text.get(digits..)?.iter().take_while(is_of_number).count();
    (count > 0).then_some(start..digits + count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_line_is_none_of_its_words() {
        for (anchor, expected) in [
            ("line 4: fn f() {", "fn f() {"),
            ("Line 4 fn f() {", "fn f() {"),
            ("(line 4) fn f() {", "fn f() {"),
            ("lines 4-8: fn f() {", "fn f() {"),
            ("fn f() { (line 4)", "fn f() {"),
            ("fn f() {, lines 4-8", "fn f() {"),
            ("line 4", ""),
            ("line 4:", ""),
            ("the line 4 of f", ""),
            ("a line of text", ""),
            ("fn f() {", ""),
        ] {
            let found = without_number(anchor.as_bytes()).unwrap_or_default();
            assert_eq!(found, expected.as_bytes(), "{anchor}");
        }
    }
}
