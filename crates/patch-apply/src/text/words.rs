//! Splits a line into words.

/// Whether a byte is part of a word.
pub(crate) fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// The words of a line.
pub(crate) fn words_of(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| !is_of_word(*byte)).filter(|word| !word.is_empty())
}

/// What an item of a list begins with, in YAML as in Markdown.
pub(crate) const ITEM: &[u8] = b"- ";

/// Whether a line, without its indentation, begins an item of a list.
pub(crate) fn is_item(words: &[u8]) -> bool {
    words.starts_with(ITEM)
}

/// Whether a word is one of these, in whatever case.
pub(crate) fn is_among(word: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether one line is similar to another, but not the same: both begin with the same word, or
/// share most of their words.
pub(crate) fn are_alike(old: &[u8], new: &[u8]) -> bool {
    let [old_words, new_words] = [old, new].map(|line| words_of(line).collect::<Vec<_>>());
    let is_begun = !old_words.is_empty() && old_words.first() == new_words.first();
    let shared = old_words.iter().filter(|word| new_words.contains(word)).count();
    let most = old_words.len().max(new_words.len());
    old != new && (is_begun || (shared > 1 && shared * 3 >= most * 2))
}

/// The word that a line begins with; empty if it begins with something else.
pub(crate) fn first_word(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !is_of_word(*byte));
    line.get(..end.unwrap_or(line.len())).unwrap_or_default()
}

/// Whether a line has more than brackets and punctuation.
pub(crate) fn has_words(line: &[u8]) -> bool {
    line.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Whether a line has ASCII letters or digits: a line in another script has words, but none of
/// these.
pub(crate) fn has_ascii_words(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphanumeric)
}
/// The words of a line that another one does not have.
pub(crate) fn words_gone<'l>(shown: &'l [u8], found: &[u8]) -> Vec<&'l [u8]> {
    words_of(shown).filter(|word| !words_of(found).any(|other| other == *word)).collect()
}
