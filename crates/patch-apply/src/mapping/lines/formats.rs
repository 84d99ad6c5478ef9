//! Finds added lines before which a single blank may be meant: in formats where it is syntax,
//! and in text. In code it is not.

use bstr::ByteSlice as _;

use super::change::{Change, worded};
use super::code::{heads_block, is_code, is_comment_line, is_statement, opens};
use crate::indent::around::Around;
use crate::indent::margins::is_star;
use crate::text::blanks::without_indentation;
use crate::text::closers::Closer;
use crate::text::last_line;

/// How many earlier lines are searched for what a text begins with.
const MOST_LINES: usize = 64;

/// How many lines on either side show whether it is code.
const MOST_NEAR: usize = 8;

/// The indentation and the words of a line.
type Split<'l> = (&'l [u8], &'l [u8]);

/// Whether the first of the added lines may be a blank deeper, or less deep, than its neighbours on
/// purpose. It replaces no line.
pub(in crate::mapping) fn may_be_a_blank_off(change: &Change<'_>, around: &Around<'_>) -> bool {
    let added = worded(&change.added);
    let Some(first) = added.first().copied() else { return false };
    let beside = [change.before(), change.next()].map(Option::unwrap_or_default);
    let [before, _] = beside;
    is_in_string(change.front)
        || is_in_block_of_yaml(change.front, before)
        || is_in_patch(change.front)
        || is_label(first.1) && beside.iter().any(|(_, words)| ends_as_of_braces(words))
        || is_folded(&added, before)
        || is_child(first, beside)
        || beside.iter().any(|other| is_aligned_number(first, *other))
        || are_both(is_clause_of_sql, first, beside)
        || are_both(is_macro_of_tex, first, beside)
        || is_nested_item(first, before, around)
        || is_led_by_operator(first, beside)
        || (are_prose(&added, beside) && !is_any_code_near(change))
}

/// Whether a string in three quotes or a heredoc is open at the end of a text.
fn is_in_string(front: &[u8]) -> bool {
    const QUOTES: [&[u8]; 2] = [b"\"\"\"", b"'''"];
    let is_odd = |quotes: &&[u8]| front.find_iter(quotes).count() % 2 == 1;
    let mut rest = front;
    let lines = std::iter::from_fn(|| last_line(&mut rest)).take(MOST_LINES);
    let mut behind: Vec<&[u8]> = Vec::new();
    let is_any_open = || {
        for line in lines {
            if heredoc(line).is_some_and(|mark| !behind.contains(&mark)) {
                return true;
            }
            behind.push(line.trim_ascii());
        }
        false
    };
    QUOTES.iter().any(is_odd) || is_any_open()
}

/// The mark that ends a heredoc, in a line that begins one. In other languages the signs shift, or
/// write to a stream: there nothing but a name in capitals, or in quotes, is such a mark.
fn heredoc(line: &[u8]) -> Option<&[u8]> {
    let (_, behind) = line.split_once_str("<<")?;
    let behind = behind.trim_start_with(|sign| " -~".contains(sign));
    let quote = behind.first().filter(|first| b"'\"".contains(first));
    let name = behind.get(usize::from(quote.is_some())..)?;
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let len = name.iter().take_while(|byte| is_of_name(byte)).count();
    let (mark, rest) = name.split_at_checked(len)?;
    let is_in_capitals = !mark.iter().any(u8::is_ascii_lowercase);
    let is_begun = mark.first().is_some_and(|first| !first.is_ascii_digit());
    let is_ended = match quote {
        Some(quote) => rest.first() == Some(quote),
        None => is_in_capitals && rest.first().is_none_or(|next| b" \r\n|>)".contains(next)),
    };
    (is_begun && is_ended).then_some(mark)
}

/// Whether the line before, or the one that it is in, begins a text of YAML (`key: |`).
pub(in crate::mapping) fn is_in_block_of_yaml(
    mut front: &[u8],
    (outer, before): Split<'_>,
) -> bool {
    let begins = |words: &[u8]| {
        let words = words.trim_ascii_end().trim_end_with(|sign| "-+".contains(sign));
        words.ends_with(b": |") || words.ends_with(b": >")
    };
    let lines = std::iter::from_fn(|| last_line(&mut front)).take(MOST_LINES);
    let mut lines = lines.map(without_indentation).filter(|(_, words)| !words.is_empty());
    let is_less_deep = |(indent, _): &Split<'_>| indent.len() < outer.len();
    begins(before) || lines.find(is_less_deep).is_some_and(|(_, words)| begins(words))
}

/// Whether the lines before are those of a hunk.
fn is_in_patch(mut front: &[u8]) -> bool {
    let mut lines = std::iter::from_fn(|| last_line(&mut front)).take(MOST_LINES);
    let is_of_hunk = |line: &&[u8]| line.first().is_none_or(|first| b" +-\\\r".contains(first));
    lines.find(|line| !is_of_hunk(line)).is_some_and(|line| line.starts_with(b"@@ -"))
}

/// Whether words are a label, or say who may see what follows (`private:`).
pub(in crate::mapping) fn is_label(words: &[u8]) -> bool {
    let name = words.trim_ascii_end().strip_suffix(b":").map(<[u8]>::trim_ascii_end);
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ ".contains(byte);
    name.is_some_and(|name| {
        !name.is_empty() && name.iter().all(is_of_name) && name.split_str(" ").count() <= 2
    }) && !heads_block(words)
        && !words.starts_with(b"case ")
        && !words.starts_with(b"default")
}

fn ends_as_of_braces(words: &[u8]) -> bool {
    words.trim_ascii_end().last().is_some_and(|last| b";{}".contains(last))
}

/// Whether lines go on with the value of the line before (`Name: value`, `name = value`), which is
/// at the margin: none of them has a name of its own.
fn is_folded(added: &[Split<'_>], (outer, before): Split<'_>) -> bool {
    let is_plain = |words: &[u8]| !is_structured(words) && !is_marked_item(words);
    outer.is_empty()
        && has_name(before)
        && !opens(before)
        && added.iter().all(|(indent, words)| !indent.is_empty() && is_plain(words))
}

/// Whether words begin with a name and its value.
fn has_name(words: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let len = words.iter().take_while(|byte| is_of_name(byte)).count();
    let rest = words.get(len..).unwrap_or_default().trim_ascii_start();
    let is_given = |rest: &[u8]| rest.first().is_none_or(|next| !b"=:/".contains(next));
    let value = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"="));
    len > 0 && value.is_some_and(is_given)
}

/// Whether a line is alone between a tag and its end, a blank deeper than both.
fn is_child((indent, words): Split<'_>, [before, next]: [Split<'_>; 2]) -> bool {
    let is_in = |other: &[u8]| other.len() + 1 == indent.len();
    words.starts_with(b"<")
        && before.1.starts_with(b"<")
        && !before.1.starts_with(b"</")
        && next.1.starts_with(b"</")
        && is_in(before.0)
        && is_in(next.0)
}

/// Whether two lines begin with numbers that end in the same column.
fn is_aligned_number(one: Split<'_>, other: Split<'_>) -> bool {
    let end = |(indent, words): Split<'_>| {
        let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.".contains(byte);
        let number = words.iter().take_while(|byte| is_of_number(byte)).count();
        let is_any = words.iter().take(number).any(u8::is_ascii_digit);
        is_any.then_some(indent.len() + number)
    };
    end(one).is_some_and(|column| end(other) == Some(column))
}

/// Whether this holds for a line and for one beside it.
fn are_both(is: impl Fn(&[u8]) -> bool, first: Split<'_>, beside: [Split<'_>; 2]) -> bool {
    is(first.1) && beside.iter().any(|(_, words)| is(words))
}

/// Whether words begin with one that is aligned with others on the right.
fn is_clause_of_sql(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 18] = [
        b"SELECT", b"FROM", b"WHERE", b"AND", b"OR", b"ON", b"JOIN", b"LEFT", b"RIGHT", b"INNER",
        b"GROUP", b"ORDER", b"HAVING", b"LIMIT", b"UPDATE", b"SET", b"INSERT", b"VALUES",
    ];
    WORDS.contains(&words.split(u8::is_ascii_whitespace).next().unwrap_or_default())
}

fn is_macro_of_tex(words: &[u8]) -> bool {
    words.strip_prefix(b"\\").and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a line is an item a blank deeper than that before it, in a text without keys. YAML would
/// take it for more text of that item.
fn is_nested_item(
    (indent, words): Split<'_>,
    (outer, before): Split<'_>,
    around: &Around<'_>,
) -> bool {
    let is_key = |line: &[u8]| has_name(line) && line.trim_ascii_end().ends_with(b":");
    is_marked_item(words)
        && is_marked_item(before)
        && !(is_star(words) && around.has_comments())
        && outer.len() + 1 == indent.len()
        && !around.text().lines().any(|line| is_key(without_indentation(line).1))
}

/// Whether a line, without its indentation, begins an item of a list, whatever marks it in Markdown.
fn is_marked_item(words: &[u8]) -> bool {
    [b"- ", b"* ", b"+ "].iter().any(|mark| words.starts_with(*mark))
}

/// Whether a line begins with an operator, as no neighbour does: it goes on with the one before.
fn is_led_by_operator((_, words): Split<'_>, beside: [Split<'_>; 2]) -> bool {
    let Some(sign) = words.first().filter(|first| b"+|&?=,".contains(first)) else { return false };
    let is_apart = words.get(1).is_some_and(|next| *next == b' ' || next == sign);
    is_apart && !beside.iter().any(|(_, words)| words.first() == Some(sign))
}

/// Whether lines, and those beside them, are words and nothing else: in one line there are several.
fn are_prose(added: &[Split<'_>], beside: [Split<'_>; 2]) -> bool {
    let all = || added.iter().chain(&beside).map(|(_, words)| words.trim_ascii_end());
    let has_several = |words: &[u8]| words.contains(&b' ') || words.ends_with(b".");
    let is_item = added.first().is_some_and(|(_, words)| is_marked_item(words));
    !is_item && !all().any(is_structured) && all().any(has_several)
}

/// Whether a line near a change is code: others may have the words of prose, as commands have.
fn is_any_code_near(change: &Change<'_>) -> bool {
    let mut front = change.front;
    let before = std::iter::from_fn(|| last_line(&mut front)).take(MOST_NEAR);
    let mut near = before.chain(change.behind.lines().take(MOST_NEAR));
    near.any(|line| {
        let words = without_indentation(line).1.trim_ascii_end();
        is_code(words) || opens(words) || Closer::of(words).is_some()
    })
}

/// Whether words are code, or what looks like it.
fn is_structured(words: &[u8]) -> bool {
    let is_title = words.starts_with(b"=");
    let is_marked = || words.iter().any(|byte| b"(){}[]=;_".contains(byte));
    let is_noted = || is_comment_line(words) && !words.starts_with(b"-- ");
    !is_title
        && (is_marked()
            || is_noted()
            || has_name(words)
            || opens(words)
            || Closer::of(words).is_some()
            || is_code(words)
            || is_statement(words))
}
