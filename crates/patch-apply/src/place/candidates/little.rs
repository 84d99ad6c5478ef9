//! Old lines that say too little for a place which differs from them and to which nothing else leads:
//! what is meant may be gone, and this be its twin.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, HunkLine};

use crate::place::lookup::Lookup;
use crate::place::places::{Place, signed};
use crate::place::rung::Rank;
use crate::place::scene::Scene;
use crate::text::blanks::{is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::blocks::{is_closing_word, opens_block};
use crate::text::form::names_another;
use crate::text::omission_comment::is_only_comment;
use crate::text::words::has_words;

/// The fewest lines that must say something where neither a number nor a heading leads.
pub(in crate::place) const FEWEST_ALONE: usize = 2;

/// The fewest where the file has another name in the place of one: that may be renamed.
pub(in crate::place) const FEWEST_RENAMED: usize = 4;

/// The fewest where the number leads elsewhere.
pub(in crate::place) const FEWEST_AGAINST: usize = 3;

/// Whether fewer than `least` old lines say something at a place where outer context with words
/// differs, or only one line says something, which is indented otherwise. A line of which the hunk
/// has the beginning counts as one that is there.
pub(in crate::place) fn says_too_little<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    place: &Place,
    least: usize,
) -> bool {
    let kept = place.dropped.0..hunk.lines.old_count().saturating_sub(place.dropped.1);
    let is_only = || hunk.old_lines().filter(|line| !is_blank_line(line.text)).count() == 1;
    let (mut telling, mut lacking, mut is_another) = (Vec::new(), 0, false);
    for (at, line) in hunk.old_lines().enumerate().filter(|(_, line)| says_something(line)) {
        let in_file = usize::try_from(place.whole() + signed(at)).ok();
        let in_file = in_file.and_then(|line| scene.lines_at(line).next()).unwrap_or_default();
        if kept.contains(&at) || in_file.starts_with(without_trailing_blanks(line.text)) {
            telling.push((line, in_file));
        } else {
            lacking += 1;
            is_another |= has_another_name(line.text, in_file);
        }
    }
    let least = if is_another { least.max(FEWEST_RENAMED) } else { least };
    match (place.rank, telling.as_slice()) {
        (Rank::Outer, telling) => lacking > 0 && telling.len() < least,
        (Rank::Indented | Rank::Spaced, [(line, in_file)]) => {
            is_only() && is_moved(line.text, in_file)
        }
        _ => false,
    }
}

/// Whether a line of the file has another name in the place of one in a line of its form, which heads
/// a block or is a key with its value. A call is a step that may be another now.
pub(in crate::place) fn has_another_name(own: &[u8], in_file: &[u8]) -> bool {
    let [words, there] = [own, in_file].map(|line| without_indentation(line).1.trim_ascii_end());
    let is_key = || words.find_byteset(b"=:\"'").is_some() && !words.contains(&b'(');
    (opens_block(words) || is_key()) && !is_only_comment(own) && names_another(words, there)
}

/// Whether a line has words, and does not only close a block.
pub(in crate::place) fn says_something(line: &HunkLine<'_>) -> bool {
    let words = without_indentation(line.text).1;
    has_words(words) && !is_closing_word(words)
}

/// Whether the indentation of a line was neither lost, nor written in other blanks, nor is it a blank
/// off, as that behind a mark is.
fn is_moved(line: &[u8], in_file: &[u8]) -> bool {
    let (own, other) = (without_indentation(line).0, without_indentation(in_file).0);
    let is_of = |blank: u8| [own, other].iter().all(|indent| indent.iter().all(|it| *it == blank));
    !own.is_empty() && own.len().abs_diff(other.len()) > 1 && (is_of(b' ') || is_of(b'\t'))
}
