//! Handles added lines at column 0 that replace an indented removed line with the same beginning:
//! their indentation was lost, as only the deeper lines around them show.

use bstr::ByteSlice as _;

use super::odd::{is_key, is_quoted_key};
use crate::indent::around::Around;
use crate::indent::units::one_blank;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::code::{goes_on, heads_block, is_statement, opens};
use crate::mapping::lines::inside::may_open_text;
use crate::text::blanks::without_indentation;
use crate::text::blocks::{closes_block, opens_block};
use crate::text::words::{are_alike, first_word, has_words};

/// Indentations of added lines in the patch and in the file.
pub(super) type Table<'l> = Vec<(&'l [u8], Vec<u8>)>;

/// The indentation and the words of a line.
pub(super) type Line<'l> = (&'l [u8], &'l [u8]);

/// How the added lines of a change are written if all lost their common indentation, or only the
/// first did; `None` if they may be meant as they are.
pub(super) fn of_change<'l>(change: &Change<'l>, around: &Around<'_>) -> Option<Table<'l>> {
    of_statements(change, around).or_else(|| of_one(change, around))
}

/// For one line in the place of one that is the same but for its value, its parameters or what else
/// follows its name.
fn of_one<'l>(change: &Change<'l>, around: &Around<'_>) -> Option<Table<'l>> {
    let (removed, added) = (worded(&change.removed), worded(&change.added));
    let ([(base, old)], [(indent, new)]) = (&*removed, &*added) else { return None };
    let (before, next) = (change.before()?, change.next()?);
    let is_deeper = next.0.len() > base.len();
    let is_like = if is_deeper { is_same_head(old, new) } else { is_same_name(old, new) };
    let is_beside = || before.0 == *base || next.0 == *base;
    let is_alone = || before.0.len() < base.len() && opens(before.1) && closes_block(next.1);
    let is_text = || {
        let mut lines = change.removed.iter().chain(&change.added);
        lines.any(|line| may_open_text(line)) || change.is_in_text()
    };
    if !indent.is_empty() || base.is_empty() || old == new || !is_like {
        return None;
    }
    if !(is_deeper || is_beside() || is_alone()) || is_text() || is_margin_usual(around.text()) {
        return None;
    }
    Some(vec![(*indent, base.to_vec())])
}

/// Whether two lines begin with the same words and open the same kind of block.
fn is_same_head(old: &[u8], new: &[u8]) -> bool {
    opens(old) && opens(new) && old.last() == new.last() && are_alike(old, new)
}

/// Whether two lines give a value to the same key, or begin with the same tag.
fn is_same_name(old: &[u8], new: &[u8]) -> bool {
    let name = |words: &[u8]| {
        let is_named = is_key(words) || is_quoted_key(words);
        let len = words.find_byte(b':').filter(|_| is_named);
        let tag = words.strip_prefix(b"<").map(|tag| first_word(tag).len() + 1);
        let len = len.or(tag.filter(|len| *len > 1))?;
        words.get(..len).map(<[u8]>::to_vec)
    };
    name(old).is_some_and(|old| Some(old) == name(new)) && opens(old) == opens(new)
}

/// For code in the place of what begins alike.
fn of_statements<'l>(change: &Change<'l>, around: &Around<'_>) -> Option<Table<'l>> {
    let (removed, added) = (worded(&change.removed), worded(&change.added));
    let ((base, old), (first, new)) = (*removed.first()?, *added.first()?);
    if !first.is_empty() || removed.iter().any(|(indent, _)| indent.is_empty()) {
        return None;
    }
    let is_meant = !are_alike(old, new) || is_moved(&removed, &added) || !is_code(&removed, &added);
    if is_meant || !is_amid(change, &removed) {
        return None;
    }
    let lines = || change.removed.iter().chain(&change.added);
    if lines().any(|line| may_open_text(line)) || change.is_in_text() {
        return None;
    }
    let table = moved(base, &added, around).filter(|_| !is_margin_usual(around.text()))?;
    let last = added.last().and_then(|(own, _)| table.iter().find(|(patch, _)| patch == own));
    let is_kept =
        last.zip(change.next()).is_some_and(|((_, last), (next, _))| next.len() <= last.len());
    is_kept.then_some(table)
}

/// Whether a line is added as it was removed but for its indentation: it was moved out of a block.
fn is_moved(removed: &[Line<'_>], added: &[Line<'_>]) -> bool {
    let is_removed = |words: &[u8]| removed.iter().any(|(_, old)| *old == words);
    added.iter().any(|(_, words)| has_words(words) && is_removed(words))
}

/// Whether lines are statements of code (no label, comment, key or preprocessor line), the last
/// ones open nothing, and no added one continues in another.
fn is_code(removed: &[Line<'_>], added: &[Line<'_>]) -> bool {
    let is_statement = |line: Option<&Line<'_>>| line.is_some_and(|(_, words)| is_statement(words));
    let is_word = |words: &[u8]| {
        let first = words.first().copied().unwrap_or_default();
        first.is_ascii_alphanumeric() || b"_$@".contains(&first)
    };
    let begins = |(_, words): &Line<'_>| is_word(words) || closes_block(words);
    let ends = |(_, words): &Line<'_>| !opens_block(words) && !goes_on(words);
    is_statement(removed.first())
        && (is_statement(added.first())
            || added.first().is_some_and(|(_, words)| heads_block(words)))
        && added.iter().all(begins)
        && added.last().is_some_and(ends)
        && removed.last().is_some_and(|(_, words)| !opens_block(words))
}

/// Whether the kept lines before and after a change are indented and continue no other line. The
/// one before may head the block that the change is in.
fn is_amid(change: &Change<'_>, removed: &[Line<'_>]) -> bool {
    let Some(((outer, before), (next, behind))) = change.before().zip(change.next()) else {
        return false;
    };
    let least = removed.iter().map(|(indent, _)| indent.len()).min().unwrap_or(0);
    let is_block = heads_block(before);
    let is_in = if outer.is_empty() { is_block && next.len() >= least } else { true };
    let is_begun = behind
        .first()
        .is_some_and(|first| first.is_ascii_alphanumeric() || b"_$@}".contains(first));
    let is_one = one_blank([outer, next].into_iter().chain(removed.iter().map(|(own, _)| *own)));
    is_in && !next.is_empty() && is_begun && (is_block || !goes_on(before)) && is_one.is_some()
}

/// The indentations if all lines are shifted by `base`, or only the first is; `None` if both are
/// possible, or neither.
pub(super) fn moved<'l>(base: &[u8], added: &[Line<'l>], around: &Around<'_>) -> Option<Table<'l>> {
    let unit = around.unit()?;
    let (first, rest) = added.split_first()?;
    let blank = *base.first()?;
    if added.iter().any(|(own, _)| own.iter().any(|byte| *byte != blank)) {
        return None;
    }
    let shifted: Table<'l> = added.iter().map(|(own, _)| (*own, [base, own].concat())).collect();
    let as_they_are = rest.iter().map(|(own, _)| (*own, own.to_vec()));
    let alone: Table<'l> = [(first.0, base.to_vec())].into_iter().chain(as_they_are).collect();
    let fits = |table: &&Table<'l>| {
        let mut before: Option<(usize, &[u8])> = None;
        let mut lines = table.iter().zip(added);
        lines.all(|((_, own), (_, words))| {
            let width = own.len();
            let is_fit =
                before.is_none_or(|(outer, line)| match (closes_block(words), opens_block(line)) {
                    (false, true) => width == outer + unit,
                    (_, _) => width <= outer && (outer - width).is_multiple_of(unit),
                });
            before = Some((width, words));
            is_fit && width >= base.len()
        })
    };
    let mut fitting = [shifted, alone].into_iter().filter(|table| fits(&table));
    let table = fitting.next()?;
    (rest.is_empty() || fitting.next().is_none()).then_some(table)
}

/// Whether lines at the margin say nothing of the blocks of a text.
pub(super) fn is_margin_usual(text: &[u8]) -> bool {
    is_line_at_margin_usual(text) || is_by_section(text)
}

/// Whether a line around is at the margin between deeper ones and opens nothing: strings have such
/// lines, and languages whose layout does not follow blocks.
fn is_line_at_margin_usual(text: &[u8]) -> bool {
    let lines = text.split(|byte| *byte == b'\n').map(without_indentation);
    let lines: Vec<Line<'_>> = lines.filter(|(_, words)| !words.is_empty()).collect();
    let is_line = |words: &[u8]| {
        words.first().is_some_and(u8::is_ascii_alphanumeric)
            && !opens_block(words)
            && !goes_on(words)
    };
    lines.windows(3).any(|three| {
        let [(before, _), (own, words), (next, _)] = three else { return false };
        own.is_empty() && !before.is_empty() && !next.is_empty() && is_line(words)
    })
}

/// Whether a text has lines in a section (`[name]`), whose indentation means nothing, or in a rule
/// of a Makefile.
fn is_by_section(text: &[u8]) -> bool {
    let lines = text.lines().map(<[u8]>::trim_ascii_end);
    let lines: Vec<&[u8]> = lines.collect();
    let is_section = |line: &&[u8]| line.starts_with(b"[") && line.ends_with(b"]");
    let is_rule = |pair: &[&[u8]]| {
        let [rule, command] = pair else { return false };
        rule.first().is_some_and(u8::is_ascii_alphanumeric)
            && rule.contains(&b':')
            && !heads_block(rule)
            && command.starts_with(b"\t")
    };
    lines.iter().any(is_section) || lines.windows(2).any(is_rule)
}
