//! A context line that is misspelt or that others changed, or one that others added or the hunk leaves
//! out ([`passed_over`](super::passed_over)), while all other old lines are in one place as written.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::passed_over::{FEWEST_OTHERS, MOST_LINES, MOST_UNLIKE, with_line_between};
use super::respelled::{may_be_spelled_otherwise, with_spelling_of_file};
use super::stale::{context, may_be_escaped};
use crate::place::names::defines::is_another_definition;
use crate::text::Text;
use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::form::{ends_in_common, names_another, share_half};
use crate::text::misspelt::misspelt_word;
use crate::text::words::{first_word, has_words, words_gone, words_of};

/// The most lines that may be spelled otherwise.
const MOST_LOST: usize = 8;

/// The hunk with lines of the file in the place of those that the file has not, or with one between
/// two if it has them all; `None` if they may be lines of their own. Several only have another
/// [spelling](super::respelled).
pub(super) fn with_line_of_file<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let old: Vec<HunkLine<'_>> = hunk.old_lines().collect();
    if old.len() > MOST_LINES {
        return None;
    }
    let bytes = text.body();
    let is_lost = |line: &HunkLine<'_>| {
        memchr::memmem::find(bytes, without_trailing_blanks(line.text)).is_none()
    };
    let lost = old.iter().enumerate().filter(|(_, line)| is_lost(line));
    let lost: Vec<usize> = lost.map(|(at, _)| at).take(MOST_LOST + 1).collect();
    if lost.is_empty() {
        return with_line_between(text, hunk);
    }
    let others =
        old.iter().enumerate().filter(|(at, line)| !lost.contains(at) && has_words(line.text));
    if lost.len() > MOST_LOST || others.count() < FEWEST_OTHERS {
        return None;
    }
    let lines = || lost.iter().filter_map(|at| old.get(*at));
    let is_context = lost.len() == 1 && lines().all(|line| line.kind == LineKind::Context);
    if !is_context && !lines().all(|line| may_be_spelled_otherwise(bytes, line.text)) {
        return None;
    }
    let found = only_like(bytes, &old, &lost)?;
    if let Some(spelled) = with_spelling_of_file(bytes, hunk, &lost, &found) {
        return Some(spelled);
    }
    let [at] = *lost.as_slice() else { return None };
    let shown = old.get(at).filter(|line| line.kind == LineKind::Context)?;
    let found = *found.get(at)?;
    let is_it = is_misspelt_line(bytes, hunk, shown.text, found)
        || (is_amid_told(hunk, at) && may_have_changed(bytes, hunk, shown.text, found));
    let is_other = || is_another_definition(bytes, shown.text, found);
    if !is_it || is_other() || may_be_escaped(bytes, hunk, std::iter::once(*shown)) {
        return None;
    }
    Some(with_context(hunk, at, found))
}

/// The hunk with a line of the file in the place of the old line `at`.
pub(super) fn with_context<'h>(hunk: &Hunk<'h>, at: usize, found: &[u8]) -> Hunk<'h> {
    let mut now = HunkLines::default();
    let mut index = 0;
    for line in &hunk.lines {
        let is_shown = line.kind != LineKind::Add && index == at;
        index += usize::from(line.kind != LineKind::Add);
        now.extend([if is_shown { context(found) } else { line }]);
    }
    hunk.clone().with_lines(now)
}

/// The lines of the file in the place of old ones, of which all but the `lost` are as written; `None`
/// if most of them are in another place as well.
fn only_like<'f>(bytes: &'f [u8], old: &[HunkLine<'_>], lost: &[usize]) -> Option<Vec<&'f [u8]>> {
    let in_file: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let old: Vec<&[u8]> = old.iter().map(|line| without_trailing_blanks(line.text)).collect();
    let mut found = None;
    for lines in in_file.windows(old.len()) {
        let pairs = lines.iter().zip(&old).enumerate();
        let unlike = pairs.filter(|(index, (line, old))| {
            without_trailing_blanks(line) != **old && !lost.contains(index)
        });
        match unlike.take(MOST_UNLIKE + 1).count() {
            0 if found.is_none() => found = Some(lines),
            unlike if unlike <= MOST_UNLIKE => return None,
            _ => {}
        }
    }
    found.map(<[_]>::to_vec)
}

/// Whether a line is one of the file with a wrong letter in a word that neither the file nor the rest
/// of the hunk has.
fn is_misspelt_line(bytes: &[u8], hunk: &Hunk<'_>, shown: &[u8], found: &[u8]) -> bool {
    misspelt_word(shown, found).is_some_and(|(word, _)| {
        let said = |line: HunkLine<'_>| words_of(line.text).filter(|own| *own == word).count();
        hunk.lines.iter().map(said).sum::<usize>() == 1
            && memchr::memmem::find(bytes, word).is_none()
    })
}

/// Whether an old line is between others, which tell it from an added one that lost its mark, and
/// each change that it touches has removed lines, which tell where that is.
fn is_amid_told(hunk: &Hunk<'_>, at: usize) -> bool {
    let is_old = |line: &HunkLine<'_>| line.kind != LineKind::Add;
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let mut places = lines.iter().enumerate().filter(|(_, line)| is_old(line));
    let Some((at, _)) = places.nth(at) else { return false };
    let (front, rest) = lines.split_at_checked(at).unwrap_or_default();
    let behind = rest.get(1..).unwrap_or_default();
    front.iter().any(is_old)
        && behind.iter().any(is_old)
        && is_told(front.iter().rev())
        && is_told(behind.iter())
}

/// Whether the change that some lines begin with, if any, has removed lines with words.
fn is_told<'l, 'h: 'l>(lines: impl Iterator<Item = &'l HunkLine<'h>>) -> bool {
    let change: Vec<_> = lines.take_while(|line| line.kind != LineKind::Context).collect();
    let is_told = |line: &&HunkLine<'_>| line.kind == LineKind::Remove && has_words(line.text);
    change.is_empty() || change.iter().any(is_told)
}

/// Whether a line may have become one of the file: they share a word and half of their bytes, no
/// other line of the file shares as many or names another thing in its form, and the words that are
/// gone are none of the file nor of what the hunk adds.
fn may_have_changed(bytes: &[u8], hunk: &Hunk<'_>, shown: &[u8], found: &[u8]) -> bool {
    let indent = without_indentation(found).0;
    let (shown, found) = (shown.trim_ascii(), found.trim_ascii());
    if !share_half(shown, found) || names_another(shown, found) {
        return false;
    }
    let shared = ends_in_common(shown, found);
    let gone = words_gone(shown, found);
    let has_gone = |line: &[u8]| words_of(line).any(|word| gone.contains(&word));
    // Where each record has its name in such a line, another name is another record.
    let heads_record = |line: &[u8]| {
        let (blanks, words) = without_indentation(line);
        blanks == indent && first_word(words) == first_word(found) && names_another(words, found)
    };
    let is_like = |line: &[u8]| {
        let words = line.trim_ascii();
        words != found && ends_in_common(shown, words) >= shared
    };
    let mut in_file = bytes.split(|byte| *byte == b'\n');
    let is_rival = |line: &[u8]| has_gone(line) || is_like(line) || heads_record(line);
    words_of(shown).count() > gone.len() && !adds_any(hunk, &gone) && !in_file.any(is_rival)
}

/// Whether one of some words is in a line that the hunk adds.
pub(super) fn adds_any(hunk: &Hunk<'_>, words: &[&[u8]]) -> bool {
    let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    added.any(|line| words_of(line.text).any(|word| words.contains(&word)))
}
