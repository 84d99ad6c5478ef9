//! Lines of which a hunk leaves out the end: `let text = format!("a long...`.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind, Newline};

use crate::text::Text;
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::words_of;

/// The marks for the end of a line that is left out.
const SIGNS: [&str; 2] = ["...", "\u{2026}"];

/// The most lines of a hunk that are looked for in all of the file.
const MOST_CUT: usize = 4;

/// The least words by which a line is recognised.
const LEAST_WORDS: usize = 2;

/// The hunk with whole lines, if the file has exactly one line that begins like each. The rest of
/// an added line cannot be known.
pub(super) fn with_whole_lines<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let is_cut = |line: HunkLine<'_>| beginning(line.text).is_some();
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

/// What a line begins with whose end is left out.
fn beginning(line: &[u8]) -> Option<&[u8]> {
    let line = without_trailing_blanks(line);
    let beginning = SIGNS.iter().find_map(|sign| line.strip_suffix(sign.as_bytes()))?;
    let is_told = words_of(beginning).take(LEAST_WORDS).count() == LEAST_WORDS;
    is_told.then(|| without_trailing_blanks(beginning))
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
