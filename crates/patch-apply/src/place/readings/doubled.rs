//! Signs that are written twice (`++code`, `--code`), or as a character that looks like one.
//!
//! In a file where no line starts with `+`, an added line that does has probably got its sign
//! twice, the more so if without it the line is indented like its neighbours. If only some added
//! lines have two signs, the hunk is refused ([`refuse`]).

use bstr::ByteSlice as _;
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use crate::Cause;
use crate::failure::HunkFailure;
use crate::place::scene::Placed;
use crate::text::Text;
use crate::text::blanks::{is_blank_line, without_indentation};
use crate::text::blocks::opens_block;
use crate::text::words::{are_alike, has_words};

/// What begins or ends a text of several lines; its lines may be anything.
const TEXTS: [&str; 5] = ["\"\"\"", "'''", "```", "~~~", "<<"];

/// Characters that look like the sign of a removed line: a minus, dashes, a fullwidth hyphen.
const REMOVING: [&str; 4] = ["\u{2212}", "\u{2013}", "\u{2014}", "\u{FF0D}"];

/// The same for an added line: a fullwidth plus.
const ADDING: [&str; 1] = ["\u{FF0B}"];

/// The hunk with one sign at each added line where all that are not empty have two; `None` if they
/// may be meant.
pub(super) fn without_doubled<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    (doubled(text, hunk)? == Doubled::All).then(|| with_one_sign(hunk))
}

/// Refuses hunks of which some added lines have two signs.
pub(in crate::place) fn refuse(text: Text<'_>, hunks: &[Hunk<'_>], placed: &mut [Placed]) {
    for ((index, slot), hunk) in placed.iter_mut().enumerate().zip(hunks) {
        let Placed::At(place) = slot else { continue };
        if doubled(text, hunk) == Some(Doubled::InPart) {
            let refused = HunkFailure::unmapped(Cause::DoubledSign, index, hunk, place);
            *slot = Placed::Failed(refused);
        }
    }
}

/// The hunk with one sign at each added line.
pub(crate) fn with_one_sign<'h>(hunk: &Hunk<'_>) -> Hunk<'h> {
    let mut lines = HunkLines::default();
    for line in &hunk.lines {
        let text = line.text.strip_prefix(b"+").filter(|_| line.kind == LineKind::Add);
        lines.push(HunkLine { text: text.unwrap_or(line.text).as_bstr(), ..line });
    }
    hunk.clone().into_owned().with_lines(lines)
}

/// The hunk with characters that look like signs read as signs, if no line of the file begins with
/// one. Such lines must not be taken for context that others changed.
pub(super) fn with_signs_alike<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    if hunk.lines.is_ascii() {
        return None;
    }
    let begins_so =
        |line: &[u8]| REMOVING.iter().chain(&ADDING).any(|sign| line.starts_with(sign.as_bytes()));
    let bytes = text.body();
    let is_alike =
        hunk.lines.iter().any(|line| line.kind == LineKind::Context && begins_so(line.text));
    let is_meant = is_alike && !bytes.split(|byte| *byte == b'\n').any(begins_so);
    is_meant.then(|| with_plain_signs(hunk)).flatten()
}

/// The hunk with removed lines without a second sign, and with lines whose sign only looks like
/// one as what they are; `None` if it has no such line.
pub(super) fn with_plain_signs<'h>(hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let may_be = hunk.lines.may_contain(b"--")
        || REMOVING.iter().chain(&ADDING).any(|sign| hunk.lines.may_contain(sign.as_bytes()));
    if !may_be {
        return None;
    }
    let removes =
        |line: &HunkLine<'_>| line.kind == LineKind::Remove && line.text.starts_with(b"-");
    let is_twice = hunk.lines.iter().any(|line| removes(&line));
    let adds = |line: &HunkLine<'_>| line.kind == LineKind::Add && !is_empty(line.text);
    let added = || hunk.lines.iter().filter(adds);
    let count = added().filter(|line| behind_sign(line).is_some()).count();
    // If removed lines have two signs, all added lines must, or it is not clear what is meant.
    if is_twice && count > 0 && count < added().count() {
        return None;
    }
    let mut lines = HunkLines::default();
    for line in &hunk.lines {
        let behind = |signs: &[&str]| -> Option<&[u8]> {
            signs.iter().find_map(|sign| line.text.strip_prefix(sign.as_bytes()))
        };
        let (kind, text) = match line.kind {
            LineKind::Context => behind(&REMOVING)
                .map(|text| (LineKind::Remove, text))
                .or_else(|| Some((LineKind::Add, behind(&ADDING)?))),
            LineKind::Remove => line.text.strip_prefix(b"-").map(|text| (line.kind, text)),
            LineKind::Add => {
                let second = line.text.strip_prefix(b"+").filter(|_| is_twice && count > 0);
                second.map(|text| (line.kind, text))
            }
        }
        .unwrap_or((line.kind, line.text));
        lines.push(HunkLine { kind, text: text.as_bstr(), ..line });
    }
    (lines != hunk.lines).then(|| hunk.clone().with_lines(lines))
}

/// Which of the added lines that are not empty have two signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubled {
    All,
    InPart,
}

/// Whether a line has blanks at most, after a second sign as well.
fn is_empty(line: &[u8]) -> bool {
    is_blank_line(line.strip_prefix(b"+").unwrap_or(line))
}

/// Which added lines of a hunk have two signs, if any has for sure.
fn doubled(text: Text<'_>, hunk: &Hunk<'_>) -> Option<Doubled> {
    // Nearly no hunk has two signs in a row.
    if hunk.lines.added_count() == 0 || !hunk.lines.may_contain(b"++") {
        return None;
    }
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_added = |line: &&HunkLine<'_>| line.kind == LineKind::Add && !is_empty(line.text);
    let added = || lines.iter().filter(is_added);
    let count = added().filter(|line| behind_sign(line).is_some()).count();
    if count == 0 || lines.iter().any(is_of_diff) || has_signs(text) {
        return None;
    }
    if count == added().count() {
        let first = lines.iter().position(|line| is_added(&line))?;
        return is_fit(&lines, first).then_some(Doubled::All);
    }
    let is_text = lines.iter().any(|line| TEXTS.iter().any(|mark| line.text.contains_str(mark)));
    let mut some = lines.iter().enumerate().filter(|(_, line)| is_added(line));
    let is_any = some.any(|(at, line)| behind_sign(line).is_some() && is_fit(&lines, at));
    (is_any && !is_text).then_some(Doubled::InPart)
}

/// What is after the second sign of an added line. If another sign or a digit follows, the second
/// sign is meant.
fn behind_sign<'l>(line: &HunkLine<'l>) -> Option<&'l [u8]> {
    let behind = line.text.strip_prefix(b"+").filter(|_| line.kind == LineKind::Add)?;
    let is_meant = behind.first().is_none_or(|first| *first == b'+' || first.is_ascii_digit());
    (!is_meant).then_some(behind)
}

/// Whether a line belongs to a diff.
fn is_of_diff(line: &HunkLine<'_>) -> bool {
    (line.kind == LineKind::Add && line.text.starts_with(b"-")) || line.text.starts_with(b"@@ ")
}

/// Whether a line of the file begins with a `+`, or has the header of a hunk.
fn has_signs(text: Text<'_>) -> bool {
    let bytes = text.body();
    bytes.starts_with(b"+") || bytes.contains_str("\n+") || bytes.contains_str("\n@@ ")
}

/// Whether an added line is without its second sign as deep as one that it replaces or touches, or
/// deeper after one that opens a block. At the margin it is like it as well, or another one with
/// two signs is deeper.
fn is_fit(lines: &[HunkLine<'_>], at: usize) -> bool {
    let Some(own) = lines.get(at).and_then(behind_sign) else { return false };
    let (indent, words) = without_indentation(own);
    let (front, behind) = lines.split_at_checked(at).unwrap_or_default();
    let plain = |line: &'_ HunkLine<'_>| -> Vec<u8> {
        let second = match line.kind {
            LineKind::Add => behind_sign(line),
            LineKind::Remove => line.text.strip_prefix(b"-"),
            LineKind::Context => None,
        };
        second.unwrap_or(line.text).to_vec()
    };
    let is_worded = |line: &&HunkLine<'_>| !is_empty(line.text);
    let before = front.iter().rfind(is_worded).map(plain);
    let change = front.rsplit(|line| line.kind == LineKind::Context).next().unwrap_or_default();
    let removed = change.iter().filter(|line| line.kind == LineKind::Remove);
    let next = behind.iter().filter(|line| line.kind != LineKind::Add).find(is_worded);
    let near: Vec<Vec<u8>> = before
        .iter()
        .cloned()
        .chain(removed.filter(is_worded).map(plain))
        .chain(next.map(plain))
        .collect();
    let is_in_block = || {
        before.as_ref().is_some_and(|line| {
            let (outer, head) = without_indentation(line);
            opens_block(head) && indent.len() > outer.len() && indent.starts_with(outer)
        })
    };
    let mut as_deep = near.iter().map(|line| without_indentation(line));
    if indent.len() > 1 {
        return as_deep.any(|(other, _)| other == indent) || is_in_block();
    }
    let marks = |words: &[u8]| -> Vec<u8> {
        words.iter().copied().take_while(|byte| !byte.is_ascii_alphanumeric()).collect()
    };
    let is_like = |(other, line): (&[u8], &[u8])| {
        let is_marked = !marks(words).is_empty() && marks(line) == marks(words);
        other == indent && (is_marked || are_alike(line, words))
    };
    let is_deeper = || {
        let mut others = lines.iter().filter_map(behind_sign).map(without_indentation);
        others.any(|(other, words)| other.len() > 1 && has_words(words))
    };
    as_deep.any(is_like) || (indent.is_empty() && is_deeper())
}
