//! Finds a block that a hunk adds and that is beside its place already, edited since: some of its
//! lines differ, and others were added or removed.

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine};

use super::restated::is_unique;
use super::share::Share;
use crate::place::names::defines::OF_STATEMENTS;
use crate::place::names::flat::Flat;
use crate::place::names::heads::is_comment_or_directive;
use crate::place::scopes::lead::is_leading;
use crate::text::blanks::{depth, is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::words::{first_word, has_ascii_words, words_of};

/// The fewest lines with words of a block that is recognised, and the most lines of one that is
/// looked for.
const FEWEST: usize = 3;
const MOST_LINES: usize = 400;

/// So many words of a comment are hardly above two blocks.
const MANY_WORDS: usize = 4;

/// On which side of the block the place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Behind,
    InFront,
}

/// How many lines beside a place may be what so many added lines became.
pub(super) fn most_lines(added: usize) -> usize {
    added + added / 2 + 1
}

/// Whether some lines of the file, those next to a place, are what a hunk adds there but for some
/// of them: the line that says what the block is, and two thirds of its lines with words in their
/// order.
pub(super) fn is_there(
    hunk: &Hunk<'_>,
    added: &[HunkLine<'_>],
    in_file: &[&[u8]],
    place: Side,
) -> bool {
    if added.len() > MOST_LINES {
        return false;
    }
    let added: Vec<&[u8]> = added.iter().map(|line| without_trailing_blanks(line.text)).collect();
    let is_shown =
        |text: &[u8]| hunk.old_lines().any(|old| without_trailing_blanks(old.text) == text);
    let Some(head) = head_of(&added).filter(|head| !is_shown(head.text)) else { return false };
    let in_file: Vec<&[u8]> = in_file.iter().map(|line| without_trailing_blanks(line)).collect();
    let is_head = |line: &&[u8]| **line == *head.text;
    let found = match place {
        Side::Behind => in_file.iter().rposition(is_head),
        Side::InFront => in_file.iter().position(is_head),
    };
    let Some(found) = found else { return false };
    let (led, own) = worded(&added, head.at);
    let (between, others) = worded(&in_file, found);
    let is_next = place == Side::Behind || between.len() <= led.len();
    let same = longest_common(&own, &others);
    is_next && same >= FEWEST && Share::TWO_THIRDS.is_reached(same, own.len())
}

/// Those of some lines that have words: those before one, and those from it on.
fn worded<'l>(lines: &[&'l [u8]], at: usize) -> (Vec<&'l [u8]>, Vec<&'l [u8]>) {
    let (front, behind) = lines.split_at_checked(at).unwrap_or_default();
    let worded = |lines: &[&'l [u8]]| -> Vec<&'l [u8]> {
        lines.iter().copied().filter(|line| has_ascii_words(line)).collect()
    };
    (worded(front), worded(behind))
}

/// The line that says what a block is.
struct Head<'l> {
    at: usize,
    text: &'l [u8],
}

/// The line that says what some lines are: the first that is no comment and opens others, or the
/// comment that they begin with where it says much.
fn head_of<'l>(lines: &[&'l [u8]]) -> Option<Head<'l>> {
    let first = lines.iter().position(|line| is_start(line));
    // In a record that opens with a bracket alone, the first key is not its name.
    let is_inner = first.is_some_and(|first| {
        let (front, rest) = lines.split_at_checked(first).unwrap_or_default();
        let own = rest.first().and_then(|line| depth(line));
        front.iter().any(|line| depth(line).is_some() && depth(line) < own)
    });
    if is_inner {
        return None;
    }
    if let Some(at) = first
        && let Some((text, behind)) = lines.get(at..).and_then(<[_]>::split_first)
        && names_what_follows(text, behind)
    {
        return Some(Head { at, text });
    }
    let at = lines.iter().position(|line| has_ascii_words(line))?;
    let text = *lines.get(at)?;
    let says_much = is_comment_or_directive(without_indentation(text).1)
        && words_of(text).count() >= MANY_WORDS;
    says_much.then_some(Head { at, text })
}

/// Whether a line may say what some lines are: no comment and no attribute.
fn is_start(line: &[u8]) -> bool {
    let words = without_indentation(line).1;
    has_ascii_words(words)
        && (Flat::of(words).is_some() || !is_leading(words) || words.ends_with(b"{"))
}

/// Words that begin what has no name, beside those of statements.
const OF_BLOCKS: [&[u8]; 6] = [b"try", b"finally", b"do", b"loop", b"default", b"unsafe"];

/// Words that begin a definition which no sign ends.
const OF_UNENDED: [&[u8]; 6] = [b"def", b"class", b"module", b"function", b"func", b"fn"];

/// Whether a line names the deeper lines after it, so that two of it would name one thing: a key, a
/// definition, a rule of a style sheet, a target, a tag with an `id`, an item of a list that begins
/// with its name. A literal (`Point {`) and a call name nothing.
pub(super) fn names_what_follows(line: &[u8], behind: &[&[u8]]) -> bool {
    let words = without_indentation(line).1;
    if Flat::of(words).is_some() {
        return is_unique(line, behind);
    }
    let next = behind.iter().find(|line| !is_blank_line(line)).copied().unwrap_or_default();
    if depth(line).zip(depth(next)).is_none_or(|(own, behind)| behind <= own) {
        return false;
    }
    if let Some(item) = words.strip_prefix(b"- ") {
        return [&b"name:"[..], b"id:"].iter().any(|key| item.starts_with(key));
    }
    let first = first_word(words);
    let is_tag = || words.starts_with(b"<") && words.contains_str(" id=\"");
    let is_target = || next.starts_with(b"\t") && depth(line) == Some(0) && words.contains(&b':');
    if is_tag() || (!first.is_empty() && is_target()) || is_label(first, words) {
        return true;
    }
    if OF_STATEMENTS.contains(&first) || OF_BLOCKS.contains(&first) {
        return false;
    }
    let is_followed_by = |sign: u8| !first.is_empty() && words.get(first.len()) == Some(&sign);
    let is_named = is_followed_by(b' ') && words_of(words).nth(1).is_some();
    let open = words.strip_suffix(b"{").map(<[u8]>::trim_ascii_end);
    let is_rule = || words.first().is_some_and(|first| b".#@".contains(first));
    let is_method = |open: &[u8]| is_followed_by(b'(') && open.ends_with(b")");
    match (open, words.last()) {
        (Some(open), _) => open.ends_with(b":") || is_rule() || is_named || is_method(open),
        (None, Some(b':')) => true,
        (None, Some(b'(')) => is_named,
        (None, _) => OF_UNENDED.contains(&first) && is_named,
    }
}

/// Whether a line is a label that a `switch` has once.
fn is_label(first: &[u8], words: &[u8]) -> bool {
    first == b"case" && words.ends_with(b":")
}

/// How many lines two lists have in the same order.
fn longest_common(own: &[&[u8]], others: &[&[u8]]) -> usize {
    let mut row = vec![0; others.len() + 1];
    for line in own {
        let mut diagonal = 0;
        for at in 0..others.len() {
            let is_same = others.get(at) == Some(line);
            let (left, above) = (row.get(at).copied(), row.get(at + 1).copied());
            let best = if is_same { Some(diagonal + 1) } else { left.max(above) };
            diagonal = above.unwrap_or(0);
            if let (Some(slot), Some(best)) = (row.get_mut(at + 1), best) {
                *slot = best;
            }
        }
    }
    row.last().copied().unwrap_or(0)
}
