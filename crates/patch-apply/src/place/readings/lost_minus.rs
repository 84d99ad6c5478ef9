//! A context line that the counts of the header make a removed one: it lost its `-`.
//!
//! Writers often count as many new lines as old ones, so counts say little. They count here only if
//! the next line, an added one, gives the same name another value: the file would have both.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::text::Text;
use crate::text::assigned::{Assigned, assigned};
use crate::text::form::names_another;
use crate::text::words::{is_among, words_of};

/// Words that are values: one replaces the other although they have nothing in common.
const VALUES: [&[u8]; 9] =
    [b"true", b"false", b"yes", b"no", b"on", b"off", b"null", b"none", b"nil"];

/// The hunk with the context line removed that its counts make a removed one, if exactly one is
/// directly before an added line that replaces it.
pub(super) fn with_minus<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    if hunk.lost_mark() != Some(LineKind::Remove) {
        return None;
    }
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let mut replaced = lines.windows(2).enumerate().filter_map(|(at, pair)| match pair {
        [old, new] => Some((at, replaced(old, new)?)),
        _ => None,
    });
    let (at, value) = replaced.next().filter(|_| replaced.next().is_none())?;
    let beside = [at.checked_sub(1), at.checked_add(2)].into_iter().flatten();
    let mut beside = beside.filter_map(|at| lines.get(at));
    if beside.any(|line| names(line.text, value)) || is_repeated(text, value) {
        return None;
    }
    let kind =
        |index: usize, line: &HunkLine<'_>| if index == at { LineKind::Remove } else { line.kind };
    let read =
        lines.iter().enumerate().map(|(index, line)| HunkLine { kind: kind(index, line), ..*line });
    Some(hunk.clone().with_lines(read.collect()))
}

/// What a context line assigns that an added one assigns anew. Another name as the value may be
/// another entry of a list (`After=`), unless the name is the key of an object.
fn replaced<'l>(old: &HunkLine<'l>, new: &HunkLine<'_>) -> Option<Assigned<'l>> {
    if old.kind != LineKind::Context || new.kind != LineKind::Add {
        return None;
    }
    let (own, other) = (assigned(old.text)?, assigned(new.text)?);
    let are_values = [own.value, other.value]
        .iter()
        .all(|value| words_of(value).all(|word| is_among(word, &VALUES)));
    let is_same = own.name == other.name && own.value != other.value;
    let is_alike =
        own.is_quoted || are_values || !names_another(old.text.trim_ascii(), new.text.trim_ascii());
    (is_same && is_alike).then_some(own)
}

/// Whether a line assigns the same name.
fn names(line: &[u8], value: Assigned<'_>) -> bool {
    line.starts_with(value.name) && assigned(line).is_some_and(|line| line.name == value.name)
}

/// Whether the file gives the name two values one after the other: then it may have many.
fn is_repeated(text: Text<'_>, value: Assigned<'_>) -> bool {
    let mut before = false;
    text.body().split(|byte| *byte == b'\n').any(|line| {
        let is_named = names(line, value);
        std::mem::replace(&mut before, is_named) && is_named
    })
}
