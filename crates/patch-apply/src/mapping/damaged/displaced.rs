//! Handles a block of added lines that is deeper or less deep than the two lines around it, which
//! are equally deep and neither open it nor go on in it: in YAML it would be in no place, in code
//! only its layout tells that it is not where it belongs.

use super::odd::is_quoted_key;
use super::outside::is_yaml_key;
use super::trimmed::{Line, Table};
use super::whole::is_prose;
use crate::indent::around::Around;
use crate::indent::margins::is_directive;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::code::is_comment_line;
use crate::mapping::lines::formats::{is_in_block_of_yaml, is_label};
use crate::mapping::lines::inside::may_open_text;
use crate::text::blanks::without_indentation;
use crate::text::blocks::{closes_block, is_closing_word};
use crate::text::words::is_item;

/// How many blanks a step may have that is not the one of the file.
const STEPS: [usize; 2] = [2, 4];

/// Whether the first of some added lines is not as deep as the line of context before them, which
/// ends a statement or is a key.
pub(super) fn may_be_displaced(context: &[u8], added: &[u8]) -> bool {
    let ((outer, before), (own, words)) =
        (without_indentation(context), without_indentation(added));
    outer.len() != own.len() && !words.is_empty() && may_end(before)
}

/// Whether a line may end a statement or a block, or is a key.
fn may_end(words: &[u8]) -> bool {
    ends_statement(words) || is_leaf(words) || is_closing_word(words)
}

/// The indentations of the added lines of a change in the file; `None` if they may be meant as they
/// are.
pub(super) fn of_change<'l>(change: &Change<'l>, around: &Around<'_>) -> Option<Table<'l>> {
    let added = worded(&change.added);
    let (before, next) = (change.before()?, change.next()?);
    let (first, _) = *added.first()?;
    let target = before.0;
    let blank = target.first().or(first.first())?;
    // Other rules know what one blank means.
    let off = first.len().abs_diff(target.len());
    let is_of_one =
        |(indent, _): &Line<'_>| indent.starts_with(first) && indent.iter().all(|own| own == blank);
    if !worded(&change.removed).is_empty()
        || target != next.0
        || off == 0
        || (off == 1 && *blank == b' ')
        || !target.iter().all(|own| own == blank)
        || !added.iter().all(is_of_one)
    {
        return None;
    }
    let is_block = || is_block_of_code(&added, before.1, next.1);
    let is_of_yaml =
        || is_block_of_yaml(change, &added, before.1, next.1) && !is_prose(around.text());
    let is_text = || change.added.iter().any(|line| may_open_text(line)) || change.is_in_text();
    if !(is_block() || is_of_yaml()) || is_text() || is_usual(around.text()) {
        return None;
    }
    Some(moved(target, first, &added, around))
}

/// Whether lines are statements or definitions of a language with brackets, as a whole, between
/// two others.
fn is_block_of_code(added: &[Line<'_>], before: &[u8], next: &[u8]) -> bool {
    let is_word = |words: &[u8]| {
        words.first().is_some_and(|first| first.is_ascii_alphabetic() || b"_$@\"".contains(first))
    };
    let depth = added.first().map_or(0, |(indent, _)| indent.len());
    let mut outermost = added.iter().filter(|(indent, _)| indent.len() == depth);
    let ends_at_it = added.last().is_some_and(|(indent, _)| indent.len() == depth);
    let (Some((_, first)), Some((_, last))) = (added.first(), added.last()) else { return false };
    ends_at_it
        && [before, last].iter().all(|line| ends_statement(line))
        && [first, next].iter().all(|line| is_word(line) && !continues(line))
        && outermost.all(|(_, words)| {
            (is_word(words) || closes_block(words)) && !is_comment_line(words) && !is_label(words)
        })
        && !added.iter().any(|(_, words)| is_directive(words))
        && is_balanced(added)
}

/// Whether a line ends a statement, a block, or the item of an object.
fn ends_statement(words: &[u8]) -> bool {
    let words = words.trim_ascii_end();
    let is_ended = words.ends_with(b";") || words.ends_with(b"}") || words.ends_with(b"},");
    (is_ended || (is_quoted_key(words) && words.ends_with(b","))) && !is_comment_line(words)
}

/// Whether words go on with the statement before them, or are a label.
pub(super) fn continues(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"else", b"catch", b"finally", b"while", b"case", b"default"];
    WORDS.iter().any(|word| words.starts_with(word)) || is_label(words)
}

/// Whether all brackets that lines open are closed in them, and none that they do not open.
fn is_balanced(added: &[Line<'_>]) -> bool {
    let mut open = 0_usize;
    for byte in added.iter().flat_map(|(_, words)| words.iter()) {
        match byte {
            b'{' | b'(' | b'[' => open += 1,
            b'}' | b')' | b']' => match open.checked_sub(1) {
                Some(less) => open = less,
                None => return false,
            },
            _ => {}
        }
    }
    open == 0
}

/// Whether lines are keys or items of YAML between two others of their kind, and are in neither.
fn is_block_of_yaml(change: &Change<'_>, added: &[Line<'_>], before: &[u8], next: &[u8]) -> bool {
    let Some((least, first)) = added.first() else { return false };
    let outer = change.before().unwrap_or_default();
    // The line after them may be in the last of them that is less deep.
    let head = added.iter().rev().find(|(indent, _)| indent.len() < outer.0.len());
    is_leaf(before)
        && is_yaml_key(next)
        && is_yaml_key(first)
        && [before, next].iter().all(|line| is_item(line) == is_item(first))
        && added.iter().all(|(indent, _)| indent.len() >= least.len())
        && !head.is_some_and(|(_, words)| words.ends_with(b":"))
        && !is_in_block_of_yaml(change.front, outer)
}

/// Whether words are a key of YAML with a value that ends in the same line.
fn is_leaf(words: &[u8]) -> bool {
    const TEXTS: [&[u8]; 6] = [b" |", b" |-", b" |+", b" >", b" >-", b" >+"];
    let words = words.trim_ascii_end();
    let is_open = memchr::memchr_iter(b'"', words).count() % 2 == 1;
    is_yaml_key(words)
        && !words.ends_with(b":")
        && !TEXTS.iter().any(|end| words.ends_with(end))
        && !is_open
}

/// Whether a text has lines that are deeper, or less deep, than the two around them, and neither
/// open nor close anything.
fn is_usual(text: &[u8]) -> bool {
    let lines = text.split(|byte| *byte == b'\n').map(without_indentation);
    let lines: Vec<Line<'_>> = lines.filter(|(_, words)| !words.is_empty()).collect();
    lines.windows(3).any(|three| {
        let [(outer, before), (own, words), (inner, _)] = three else { return false };
        outer == inner
            && own != outer
            && ends_statement(before)
            && ends_statement(words)
            && !closes_block(words)
            && !is_directive(words)
    })
}

/// All lines are moved by as much; those inside others in steps of the file.
fn moved<'l>(target: &[u8], first: &[u8], added: &[Line<'l>], around: &Around<'_>) -> Table<'l> {
    let deeper = || added.iter().filter_map(|(indent, _)| indent.len().checked_sub(first.len()));
    let step = deeper().filter(|more| *more > 0).min();
    let unit = around.unit().filter(|_| !target.contains(&b'\t'));
    let scale = step.zip(unit).filter(|(step, unit)| {
        step != unit
            && STEPS.contains(step)
            && STEPS.contains(unit)
            && deeper().all(|more| more.is_multiple_of(*step))
            && !around.has_blocks_by(*step)
    });
    let blank = target.first().or(first.first()).copied().unwrap_or(b' ');
    let in_file = |indent: &[u8]| {
        let more = indent.len().saturating_sub(first.len());
        let more = scale.map_or(more, |(step, unit)| more / step * unit);
        [target, &*vec![blank; more]].concat()
    };
    added.iter().map(|(indent, _)| (*indent, in_file(indent))).collect()
}
