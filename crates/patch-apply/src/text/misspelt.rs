//! Finds the one word of a line that has a wrong letter.

use bstr::ByteSlice as _;

use super::blanks::without_trailing_blanks;
use super::words::is_of_word;

/// The fewest letters of a word of which one may be wrong.
const FEWEST_LETTERS: usize = 4;

/// The most: comparing two words takes time in the square of their letters.
const MOST_LETTERS: usize = 100;

/// The only word by which a line differs from one of the file, and that of the file, if one letter
/// of it is wrong, missing, too many, or in the place of the next.
pub(crate) fn misspelt_word<'l>(shown: &'l [u8], found: &'l [u8]) -> Option<(&'l [u8], &'l [u8])> {
    let (mut shown, mut found) = (pieces(shown), pieces(found));
    let mut word = None;
    loop {
        match (shown.next(), found.next()) {
            (None, None) => return word,
            (Some(own), Some(other)) if own == other => {}
            (Some(own), Some(other)) if word.is_none() && is_misspelt(own, other) => {
                word = Some((own, other));
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
        (FEWEST_LETTERS..=MOST_LETTERS).contains(&word.len())
            && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
    };
    let texts = word.to_str().ok().zip(other.to_str().ok());
    is_of_letters(word)
        && is_of_letters(other)
        && texts.is_some_and(|(word, other)| strsim::osa_distance(word, other) == 1)
}

/// Whether a name is another one with a wrong letter within one of its parts: as `sotre_all` is
/// `store_all`, while `part_a` is not `part_b`.
pub(crate) fn is_misspelt_within(name: &[u8], other: &[u8]) -> bool {
    let [own, other] = [name, other].map(|name| name.split(|byte| *byte == b'_'));
    let ends = |part: &[u8]| (part.first().copied(), part.last().copied());
    let is_within =
        |(own, other): (&[u8], &[u8])| is_misspelt(own, other) && ends(own) == ends(other);
    let mut differing = own.clone().zip(other.clone()).filter(|(own, other)| own != other);
    own.count() == other.count()
        && differing.next().is_some_and(is_within)
        && differing.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_within_a_part_of_a_name_may_be_wrong() {
        for (name, other, expected) in [
            ("sotre", "store", true),
            ("stre", "store", true),
            ("strore", "store", true),
            ("sttore", "store", true),
            ("stare", "store", true),
            ("stored", "store", false),
            ("store", "store", false),
            ("sotre_all", "store_all", true),
            ("part_a", "part_b", false),
            ("get_x_pos", "get_y_pos", false),
            ("getItem", "getItems", false),
            ("item1", "item2", false),
            ("sotre_lal", "store_all", false),
            ("storeall", "store_all", false),
        ] {
            let found = is_misspelt_within(name.as_bytes(), other.as_bytes());
            assert_eq!(found, expected, "{name} {other}");
        }
    }
}
