//! The heading that a hunk header names: the line of the function, class or section it lies in.
//!
//! Placing and explaining share this one definition. A heading *names* a line that starts with its
//! text, indentation aside: git writes the line without its indentation, and cuts it. A short
//! heading was not cut, so it must end where a word does: `retries = 3` does not name `retries =
//! 33`.

use super::heads::{Kind, begins_as_git, is_label};
use crate::text::blanks::{is_blank, without_indentation};
use crate::text::words::{first_word, is_of_word};

/// Bytes at which a heading may have been cut: GNU diff does at 40, git at 80.
pub(super) const MAY_BE_CUT: usize = 40;

/// Whether a line, without the blanks around it, is named by a heading without such blanks.
pub(crate) fn is_named(heading: &[u8], words: &[u8]) -> bool {
    let Some(rest) = words.strip_prefix(heading) else { return false };
    // Git cuts before bytes of another script.
    let is_ascii_word =
        |byte: Option<&u8>| byte.is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
    let breaks_off = is_ascii_word(heading.last()) && is_ascii_word(rest.first());
    !heading.is_empty() && (!breaks_off || heading.len() >= MAY_BE_CUT)
}

/// Whether a line, without the blanks around it, may be a heading where this one is: it begins with
/// the same word, or has the same signs between its words. Git ends a heading before bytes that are
/// not UTF-8: what begins with such is none. Nor, where a heading begins as [git's own
/// lines](begins_as_git) do, is what begins otherwise. Deeper than the heading a line is one only
/// if a word is before its name, as `def` does: what has none, or a sign by itself there
/// (`code & 0x18`), is a statement.
pub(crate) fn is_like(heading: &[u8], words: &[u8], is_deeper: bool) -> bool {
    if words.is_empty()
        || bstr::decode_utf8(words).0.is_none()
        || (begins_as_git(heading) && !begins_as_git(words))
    {
        return false;
    }
    let [first, own] = [heading, words].map(first_word);
    let has_keyword = || {
        let (blanks, name) = without_indentation(words.get(own.len()..).unwrap_or_default());
        !blanks.is_empty() && !is_sign_alone(name)
    };
    let is_same_word = || !first.is_empty() && first == own;
    (!is_deeper || has_keyword()) && (is_same_word() || signs(heading).eq(signs(words)))
}

/// Whether a sign with a blank after it begins a text, as one does between two values.
fn is_sign_alone(text: &[u8]) -> bool {
    matches!(text, [sign, blank, ..] if sign.is_ascii_punctuation() && is_blank(*blank))
}

/// Whether two lines, without the blanks around them, begin with the same word, or with none and
/// have the same signs between their words: one ends where the other begins.
pub(crate) fn is_of_kind(one: &[u8], other: &[u8]) -> bool {
    match [one, other].map(first_word) {
        [b"", b""] => !one.is_empty() && signs(one).eq(signs(other)),
        [one, other] => one == other,
    }
}

/// Whether two lines, without the blanks around them, may open blocks that are beside each other:
/// they are of one kind, both have parameters (a call opens nothing), or both end with a sign and
/// have the same ones (`web:` and `api:`). What goes on with a block (`else:`) is no block beside
/// it.
pub(crate) fn are_siblings(one: &[u8], other: &[u8]) -> bool {
    const GO_ON: [&[u8]; 8] =
        [b"else", b"elif", b"elsif", b"except", b"catch", b"rescue", b"ensure", b"finally"];
    let [one, other] = [one, other].map(<[u8]>::trim_ascii_end);
    let opens = |line: &[u8]| line.last().is_some_and(|byte| b":{([".contains(byte));
    let are_functions = || {
        let have_parameters = [one, other].iter().all(|line| Kind::of(line) == Kind::Function);
        have_parameters && (opens(other) || !opens(one))
    };
    let are_alike = || {
        let ends_with_sign = other.last().is_some_and(|byte| !is_of_word(*byte));
        ends_with_sign && signs(one).eq(signs(other))
    };
    // Whatever they are, `fieldset {` and `.row {`, `typos:` and `minimal-versions:`.
    let open_alike = || opens(one) && one.last() == other.last() && !is_label(other);
    !GO_ON.contains(&first_word(other))
        && (is_of_kind(one, other) || are_functions() || are_alike() || open_alike())
}

/// Whether a heading names nothing: it is a word that ends or goes on with what is above it. Git
/// takes such lines at the margin for headings.
pub(in crate::place) fn names_nothing(heading: &[u8]) -> bool {
    const WORDS: [&[u8]; 8] =
        [b"where", b"begin", b"end", b"do", b"then", b"else", b"try", b"finally"];
    let heading = heading.trim_ascii();
    WORDS.contains(&heading.strip_suffix(b"{").unwrap_or(heading).trim_ascii_end())
}

/// A line with one letter for each word.
fn signs(line: &[u8]) -> impl Iterator<Item = u8> {
    let mut is_behind_word = false;
    line.iter().filter_map(move |byte| {
        let is_next = is_behind_word && is_of_word(*byte);
        is_behind_word = is_of_word(*byte);
        (!is_next).then_some(if is_behind_word { b'a' } else { *byte })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_heading_does_not_break_off_in_a_word() {
        for (heading, words, expected) in [
            ("retries = 3", "retries = 33", false),
            ("retries = 3", "retries = 3", true),
            ("fn run", "fn run_all() {", false),
            ("fn run", "fn run(&self) {", true),
            ("fn run(", "fn run(&self) {", true),
            ("fn b\u{fc}", "fn b\u{fc}cher() {", true),
            ("", "fn run", false),
        ] {
            assert_eq!(
                is_named(heading.as_bytes(), words.as_bytes()),
                expected,
                "{heading:?}: {words:?}"
            );
        }
        let line = b"pub(crate) fn a_name_that_goes_on_and_on_and_on()";
        assert!(is_named(&line[..40], line), "GNU diff cuts here");
    }

    #[test]
    fn lines_like_a_heading_begin_or_are_built_alike() {
        for (heading, words, expected) in [
            ("def f(self):", "def g(self, other):", true),
            ("dumpEnv()", "CONFIGS=()", false),
            ("public void run() {", "private int at() {", true),
            ("def f(self):", "x = 1", false),
            ("fn f(a) {", "fn \u{e9}(a) {", true),
            ("fn f(a) {", "\u{e9} g(a) {", false),
            ("f()", "", false),
            ("", "", false),
        ] {
            for is_deeper in [false, true] {
                let found = is_like(heading.as_bytes(), words.as_bytes(), is_deeper);
                assert_eq!(found, expected, "{heading:?}: {words:?}");
            }
        }
        assert!(!is_like(b"fn f(a) {", b"\xe9 g(a) {", false));
        assert!(!is_like(b"filler", b"0", false), "a number heads nothing where a word does");
        assert!(
            !is_like(b"ei: {", "Ҍ: {".as_bytes(), false),
            "nor does a letter that git does not know"
        );
        for (heading, words, what) in [
            ("m.start", "m.start_all(k);", "a call is no heading"),
            ("m.start", "n.stop", "nor is one that is built alike"),
            ("dumpEnv()", "list_all()", "nor one that could be a function at the margin"),
            ("start", "nop", "nor is a word"),
            ("code & 0x18", "code & 0x07", "nor is what has a sign by itself behind its word"),
        ] {
            let found = [false, true]
                .map(|is_deeper| is_like(heading.as_bytes(), words.as_bytes(), is_deeper));
            assert_eq!(found, [true, false], "{what}: {words:?}");
        }
    }
}
