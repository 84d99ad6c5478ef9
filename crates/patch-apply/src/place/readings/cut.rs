//! Lines of which a hunk leaves out the end: `let text = format!("a long...`. The last one of its
//! context may be cut without dots: `fn request(`.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind, Newline};

use super::in_file::line_starts;
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::{has_words, words_of};
use crate::text::{Text, split_line};

/// The marks for the end of a line that is left out.
const SIGNS: [&str; 2] = ["...", "\u{2026}"];

/// The most lines of a hunk that are looked for in all of the file.
const MOST_CUT: usize = 4;

/// What joins words to a name: a line is not cut before one of these.
const JOINTS: &[u8] = b"-./@";

/// The least words by which a line is recognised.
const LEAST_WORDS: usize = 2;

/// The least other old lines with words of a hunk whose last line is cut without dots.
const LEAST_OTHERS: usize = 2;

/// The hunk with whole lines, if the file has exactly one line that begins like each. The rest of
/// an added line cannot be known.
pub(super) fn with_whole_lines<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let is_cut = |line: HunkLine<'_>| beginning(line.text).is_some();
    if !hunk.old_lines().any(is_cut) {
        return with_whole_last_line(text, hunk);
    }
    let count = hunk.old_lines().filter(|line| is_cut(*line)).take(MOST_CUT + 1).count();
    if !(1..=MOST_CUT).contains(&count)
        || hunk.lines.iter().any(|line| line.kind == LineKind::Add && is_cut(line))
    {
        return None;
    }
    let bytes = text.body();
    let in_file: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let mut lines = HunkLines::default();
    for line in &hunk.lines {
        let whole = match beginning(line.text) {
            Some(beginning) => Newline::split(whole_line(&in_file, line.text, beginning)?),
            None => (&**line.text, line.newline),
        };
        lines.push(HunkLine { text: whole.0.into(), newline: whole.1, ..line });
    }
    Some(hunk.clone().with_lines(lines)).filter(|whole| whole.lines != hunk.lines)
}

/// The hunk with a whole line of the file at its end, if that is the only one which begins as the
/// last line of the hunk does and goes on with another word or sign.
fn with_whole_last_line<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let mut lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let (last, front) = lines.split_last_mut()?;
    let others = front.iter().filter(|line| line.kind != LineKind::Add && has_words(line.text));
    let beginning = without_trailing_blanks(last.text);
    if last.kind != LineKind::Context
        || others.take(LEAST_OTHERS).count() < LEAST_OTHERS
        || !is_told(beginning)
    {
        return None;
    }
    let [start] = *line_starts(text.body(), beginning)?.as_slice() else { return None };
    let (whole, _) = split_line(text.body().get(start..)?);
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    // `release` is not the beginning of `release-pr`, nor `log` that of `log/v2`.
    let goes_on = |next: &u8| is_of_word(next) || JOINTS.contains(next);
    let next = whole.get(beginning.len())?;
    if without_trailing_blanks(whole) == beginning
        || (goes_on(next) && beginning.last().is_some_and(is_of_word))
    {
        return None;
    }
    let (text, newline) = Newline::split(whole);
    *last = HunkLine { text: text.into(), newline, ..*last };
    Some(hunk.clone().with_lines(lines.into_iter().collect()))
}

/// What a line begins with whose end is left out.
fn beginning(line: &[u8]) -> Option<&[u8]> {
    let line = without_trailing_blanks(line);
    let beginning = SIGNS.iter().find_map(|sign| line.strip_suffix(sign.as_bytes()))?;
    is_told(beginning).then(|| without_trailing_blanks(beginning))
}

fn is_told(beginning: &[u8]) -> bool {
    words_of(beginning).take(LEAST_WORDS).count() == LEAST_WORDS
}

/// The one line of the file that is as it is shown, or begins so.
fn whole_line<'f>(in_file: &[&'f [u8]], shown: &[u8], beginning: &[u8]) -> Option<&'f [u8]> {
    let is_shown = |line: &&&[u8]| without_trailing_blanks(line) == without_trailing_blanks(shown);
    if let Some(line) = in_file.iter().find(is_shown) {
        return Some(line);
    }
    let mut all = in_file.iter().filter(|line| line.starts_with(beginning));
    all.next().filter(|_| all.next().is_none()).copied()
}
