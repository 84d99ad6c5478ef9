//! Finds which words of replaced lines change, so that they can be marked.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;

use crate::engine::{Change, changes_of_numbers};

/// The longest text whose words are compared, in bytes, both sides together. Longer ones are not
/// read word by word.
const MOST_BYTES: usize = 16 << 10;

/// Texts with less in common than one byte in this many, blanks aside, count as entirely different.
const LEAST_IN_COMMON: usize = 4;

/// The bytes that differ between removed lines and those in their place, word by word, in order;
/// blanks between two changed words count as changed.
///
/// Both lists are empty if there is nothing to mark: the texts are equal, one is empty, they have
/// little in common, or they are long (over 16 KiB together).
///
/// # Examples
///
/// ```
/// let [old, new] = patch_gen::changed_words(b"let a = 1;\n", b"let b_c = 1;\n");
/// assert_eq!((old, new), (vec![4..5], vec![4..7]));
/// ```
pub fn changed_words(old: &[u8], new: &[u8]) -> [Vec<Range<usize>>; 2] {
    let nothing = || [Vec::new(), Vec::new()];
    if old.is_empty() || new.is_empty() || old.len() + new.len() > MOST_BYTES {
        return nothing();
    }
    let words = [words(old), words(new)];
    let mut numbers: HashMap<&[u8], u32, RandomState> = HashMap::default();
    let [old_numbers, new_numbers] = [(old, &words[0]), (new, &words[1])].map(|(text, words)| {
        let numbered = words.iter().map(|word| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry(text.get(word.clone()).unwrap_or_default()).or_insert(next)
        });
        numbered.collect::<Vec<u32>>()
    });
    let changes = changes_of_numbers(&old_numbers, &new_numbers);
    let ranges = |words: &[Range<usize>], part: fn(&Change) -> &Range<usize>| {
        let parts = changes.iter().map(|change| bytes(words, part(change)));
        parts.filter(|bytes| !bytes.is_empty()).collect::<Vec<_>>()
    };
    let found = [ranges(&words[0], |change| &change.old), ranges(&words[1], |change| &change.new)];
    let sides = [(old, &found[0]), (new, &found[1])];
    if sides.into_iter().any(|(text, changed)| !has_enough_in_common(text, changed)) {
        return nothing();
    }
    sides.map(|(text, changed)| joined(text, changed))
}

/// The bytes of a range of words.
fn bytes(words: &[Range<usize>], part: &Range<usize>) -> Range<usize> {
    let part = words.get(part.clone()).unwrap_or_default();
    part.first().map_or(0, |first| first.start)..part.last().map_or(0, |last| last.end)
}

/// The words of a text: names and numbers, runs of blanks, and everything else byte by byte. Bytes
/// that are not ASCII belong to a name.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::with_capacity(text.len() / 4);
    let mut last = Kind::Other;
    for (at, byte) in text.iter().enumerate() {
        let kind = Kind::of(*byte);
        match words.last_mut() {
            Some(word) if kind == last && kind != Kind::Other => word.end = at + 1,
            _ => words.push(at..at + 1),
        }
        last = kind;
    }
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    Blank,
    Other,
}

impl Kind {
    fn of(byte: u8) -> Self {
        match byte {
            b' ' | b'\t' => Self::Blank,
            b'_' | 0x80.. => Self::Name,
            _ if byte.is_ascii_alphanumeric() => Self::Name,
            _ => Self::Other,
        }
    }
}

fn has_enough_in_common(text: &[u8], changed: &[Range<usize>]) -> bool {
    let count = |bytes: &[u8]| bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
    let all = count(text);
    let other: usize =
        changed.iter().map(|range| count(text.get(range.clone()).unwrap_or_default())).sum();
    (all - other) * LEAST_IN_COMMON >= all
}

/// The changed ranges, joined where only blanks are between them.
fn joined(text: &[u8], changed: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(changed.len());
    for range in changed {
        let is_near = |last: &Range<usize>| {
            let between = text.get(last.end..range.start).unwrap_or_default();
            between.iter().all(|byte| Kind::of(*byte) == Kind::Blank)
        };
        match joined.last_mut().filter(|last| is_near(last)) {
            Some(last) => last.end = range.end,
            None => joined.push(range.clone()),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts with the changed words in brackets.
    #[track_caller]
    fn check(old: &str, new: &str, expected: [&str; 2], why: &str) {
        let found = changed_words(old.as_bytes(), new.as_bytes());
        let shown = [(old, &found[0]), (new, &found[1])].map(|(text, ranges)| {
            let mut shown = text.to_owned();
            for range in ranges.iter().rev() {
                shown.insert(range.end, ']');
                shown.insert(range.start, '[');
            }
            shown
        });
        assert_eq!(shown, expected, "{why}");
    }

    #[test]
    fn the_words_that_change_are_pointed_at() {
        check("let a = f(1);", "let b = f(1);", ["let [a] = f(1);", "let [b] = f(1);"], "a name");
        check("f(a)", "f(a, b)", ["f(a)", "f(a[, b])"], "what is added has its blank");
        check("one two three", "one 2 3", ["one [two three]", "one [2 3]"], "side by side");
        check("eat café", "eat cafe", ["eat [café]", "eat [cafe]"], "a name is whole");
        check("    x\n  y\n", "  x\n  y\n", ["[    ]x\n  y\n", "[  ]x\n  y\n"], "indentation");
    }

    #[test]
    fn texts_that_are_others_as_a_whole_are_left_alone() {
        check(
            "alpha beta gamma",
            "x = y + z",
            ["alpha beta gamma", "x = y + z"],
            "no word in common",
        );
        check("same", "same", ["same", "same"], "equal");
        check("", "new", ["", "new"], "nothing to compare with");
        let long = "word ".repeat(MOST_BYTES / 5);
        assert_eq!(changed_words(long.as_bytes(), b"word"), [vec![], vec![]], "too long");
    }
}
