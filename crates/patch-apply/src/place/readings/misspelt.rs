//! A word of the context that is misspelt, while all other old lines are in one place as written.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::stale::context;
use crate::text::Text;
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::{has_words, is_of_word, words_of};

/// The most old lines of a hunk that is looked for, and the fewest with words beside the one that is
/// misspelt.
const MOST_LINES: usize = 256;
const FEWEST_OTHERS: usize = 3;

/// So many other lines may differ where a place is not told from the one found.
const MOST_UNLIKE: usize = 2;

/// The fewest letters of a word of which one may be wrong.
const FEWEST_LETTERS: usize = 4;

/// The hunk with the line of the file in the place of a misspelt one; `None` if it has none or
/// several, or if they may be lines of their own.
pub(super) fn with_word_of_file<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let old: Vec<HunkLine<'_>> = hunk.old_lines().collect();
    if old.len() > MOST_LINES {
        return None;
    }
    let bytes = text.body();
    let mut lost = (0..old.len()).filter(|at| {
        let line = old.get(*at).map(|line| without_trailing_blanks(line.text));
        line.is_some_and(|line| memchr::memmem::find(bytes, line).is_none())
    });
    let at = lost.next()?;
    let shown = old.get(at).filter(|line| line.kind == LineKind::Context)?;
    let others = old.iter().filter(|line| has_words(line.text)).count();
    if lost.next().is_some() || others <= FEWEST_OTHERS {
        return None;
    }
    let found = only_like(bytes, &old, at)?;
    let word = misspelt_word(shown.text, found)?;
    let is_of_patch = |line: HunkLine<'_>| words_of(line.text).filter(|own| *own == word).count();
    let said: usize = hunk.lines.iter().map(is_of_patch).sum();
    if said > 1 || memchr::memmem::find(bytes, word).is_some() {
        return None;
    }
    let mut now = HunkLines::default();
    let mut index = 0;
    for line in &hunk.lines {
        let is_shown = line.kind != LineKind::Add && index == at;
        index += usize::from(line.kind != LineKind::Add);
        now.extend([if is_shown { context(found) } else { line }]);
    }
    Some(hunk.clone().with_lines(now))
}

/// The line of the file in the place of one old line, where all others are as written; `None` if
/// most of them are in another place as well.
fn only_like<'f>(bytes: &'f [u8], old: &[HunkLine<'_>], at: usize) -> Option<&'f [u8]> {
    let in_file: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let old: Vec<&[u8]> = old.iter().map(|line| without_trailing_blanks(line.text)).collect();
    let mut found = None;
    for lines in in_file.windows(old.len()) {
        let pairs = lines.iter().zip(&old).enumerate();
        let unlike = pairs
            .filter(|(index, (line, old))| *index != at && without_trailing_blanks(line) != **old);
        match unlike.take(MOST_UNLIKE + 1).count() {
            0 if found.is_none() => found = lines.get(at),
            unlike if unlike <= MOST_UNLIKE => return None,
            _ => {}
        }
    }
    found.copied()
}

/// The only word by which a line differs from one of the file, if one letter of it is wrong,
/// missing, too many, or in the place of the next.
fn misspelt_word<'l>(shown: &'l [u8], found: &[u8]) -> Option<&'l [u8]> {
    let (mut shown, mut found) = (pieces(shown), pieces(found));
    let mut word = None;
    loop {
        match (shown.next(), found.next()) {
            (None, None) => return word,
            (Some(own), Some(other)) if own == other => {}
            (Some(own), Some(other)) if word.is_none() && is_misspelt(own, other) => {
                word = Some(own);
            }
            _ => return None,
        }
    }
}

/// The words of a line, and what is between them.
fn pieces(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    without_trailing_blanks(line).chunk_by(|one, next| is_of_word(*one) && is_of_word(*next))
}

fn is_misspelt(word: &[u8], other: &[u8]) -> bool {
    let is_of_letters = |word: &[u8]| {
        word.len() >= FEWEST_LETTERS
            && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
    };
    let texts = word.to_str().ok().zip(other.to_str().ok());
    is_of_letters(word)
        && is_of_letters(other)
        && texts.is_some_and(|(word, other)| strsim::osa_distance(word, other) == 1)
}
