//! The heading that a hunk header names: the line of the function, class or section it lies in.
//!
//! One definition for placing and for explaining. A line is *named* by a heading when it starts
//! with its text, indentation aside: git writes the line without its indentation, and cuts it. A
//! short heading was not cut, so it ends where a word does: `retries = 3` does not name
//! `retries = 33`. What a line heads reaches down to the next line that is no deeper and [may head
//! others](opens_scope); what a `[section]` or a `## title` heads, or a banner, whatever the
//! indentation, to the [next one](Flat).

use crate::text::blanks::{is_blank, without_indentation};
use crate::text::words::{first_word, has_ascii_words, is_of_word};
use crate::text::{Text, last_line, split_line};

/// Bytes at which a heading may have been cut: GNU diff does at 40, git at 80.
const MAY_BE_CUT: usize = 40;

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
/// if a word stands in front of its name, as `def` does: what has none, or a sign by itself there
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

/// Whether a sign with a blank behind it begins a text, as one does between two values.
fn is_sign_alone(text: &[u8]) -> bool {
    matches!(text, [sign, blank, ..] if sign.is_ascii_punctuation() && is_blank(*blank))
}

/// Whether a line begins as those do that git takes for function lines where no language tells it
/// more.
pub(in crate::place) fn begins_as_git(words: &[u8]) -> bool {
    words.first().is_some_and(|first| first.is_ascii_alphabetic() || b"_$".contains(first))
}

/// Whether two lines, without the blanks around them, begin with the same word, or with none and
/// have the same signs between their words: one ends where the other begins.
pub(crate) fn is_of_kind(one: &[u8], other: &[u8]) -> bool {
    match [one, other].map(first_word) {
        [b"", b""] => !one.is_empty() && signs(one).eq(signs(other)),
        [one, other] => one == other,
    }
}

/// Whether two lines, without the blanks around them, may open blocks that stand beside each other:
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

/// Whether a line, without the blanks around it, may head those below it, and so ends what the
/// lines above it head: it starts as git's function lines do and is no label (`public:`,
/// `default:`), or it is the key or the selector before a bracket (`"dev": {`, `.btn {`).
pub(crate) fn opens_scope(words: &[u8]) -> bool {
    let Some(first) = words.first() else { return false };
    if begins_as_git(words) {
        return !is_label(words) && !goes_on(words);
    }
    words.last().is_some_and(|last| b"{[".contains(last))
        && bstr::decode_utf8(words).0.is_some()
        && !b"{[(}]),;*>".contains(first)
        && !is_comment(words)
        && !words.starts_with(b"/*")
        && has_ascii_words(words)
}

/// Whether a line, without the blanks around it, goes on with the heading above it, before what that
/// opens: the bounds of its types, what it throws, extends or takes with it.
pub(in crate::place) fn goes_on(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] =
        [b"where", b"throws", b"extends", b"implements", b"permits", b"noexcept", b"requires"];
    const ALONE: [&[u8]; 4] = [b"const", b"override", b"final", b"const override"];
    let words = words.trim_ascii_end();
    WORDS.contains(&first_word(words)) || ALONE.contains(&words) || words.starts_with(b"use (")
}

/// Whether what a heading heads ends at a line that is no deeper, both without the blanks around
/// them. That is what [opens a scope](opens_scope), and behind a heading that begins with a sign
/// (`- name: x`, `<item>`) what begins with the same one; the labels of a function (`out:`) end
/// nothing.
pub(crate) fn ends_scope(heading: Kind, words: &[u8]) -> bool {
    match heading {
        Kind::Sign(sign) if words.first() == Some(&sign) => !words.starts_with(b"</"),
        Kind::Function if words.last() == Some(&b':') => {
            !is_plain_label(words) && opens_scope(words)
        }
        _ => opens_scope(words),
    }
}

/// What a heading is as to what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// It begins with this sign.
    Sign(u8),
    /// It has a list of parameters.
    Function,
    Other,
}

impl Kind {
    /// Of a heading, without the blanks around it.
    pub(crate) fn of(heading: &[u8]) -> Self {
        match heading.first() {
            Some(sign) if b"-<|*+".contains(sign) => Self::Sign(*sign),
            _ if heading.contains(&b'(') => Self::Function,
            _ => Self::Other,
        }
    }
}

/// One word and a colon, as C has it at the margin of a function; not those that open a block
/// elsewhere.
fn is_plain_label(words: &[u8]) -> bool {
    const BLOCKS: [&[u8]; 3] = [b"else", b"try", b"finally"];
    words.strip_suffix(b":").is_some_and(|label| {
        !label.is_empty() && label.iter().all(|byte| is_of_word(*byte)) && !BLOCKS.contains(&label)
    })
}

/// Whether a line of a hunk, without the blanks around it, may head what is deeper below it:
/// whatever is said there, but for comments and what ends the lines above. More than [opens a
/// scope](opens_scope) in a file: to be on the safe side.
pub(crate) fn may_head(words: &[u8]) -> bool {
    let begins = |starts: &[&[u8]]| starts.iter().any(|start| words.starts_with(start));
    let is_end = begins(&[b"}", b"]", b")", b",", b";", b"</"]);
    let is_comment = is_comment(words) || begins(&[b"/*", b"--"]);
    opens_scope(words) || (has_ascii_words(words) && !is_end && !is_comment)
}

/// Whether a line of a hunk, without the blanks around it, heads lines that are no deeper. One `#`
/// is a comment nearly everywhere, but for a banner (`# --- name ---`).
pub(crate) fn heads_flat(words: &[u8]) -> bool {
    Flat::of(words).is_some_and(|flat| flat != Flat::Title(1))
}

/// Whether a line is a comment with words in a rule of signs.
fn is_banner(words: &[u8]) -> bool {
    let is_rule = |run: &[u8]| {
        let first = run.first().copied().unwrap_or_default();
        b"-=*~#".contains(&first) && run.iter().all(|byte| *byte == first)
    };
    let is_comment = is_comment(words) || words.starts_with(b"/*") || words.starts_with(b"--");
    is_comment && has_ascii_words(words) && words.windows(3).skip(1).any(is_rule)
}

/// Whether a line, without the blanks around it, is a comment or for a preprocessor: both are
/// written at the margin of what is deeper.
pub(in crate::place) fn is_comment(words: &[u8]) -> bool {
    words.starts_with(b"//") || (words.starts_with(b"#") && !is_name_with_hash(words))
}

/// Whether a line opens what has a name that begins with `#`: `#main {` in a style sheet, a private
/// method.
fn is_name_with_hash(words: &[u8]) -> bool {
    let name = words.strip_prefix(b"#").filter(|_| words.ends_with(b"{"));
    name.is_some_and(|name| {
        name.first().is_some_and(u8::is_ascii_alphabetic) && !name.starts_with(b"define ")
    })
}

/// A heading of lines that are no deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Flat {
    /// `[name]`, up to the next one.
    Section,
    /// So many `#` and a title, up to the next one of no more.
    Title(usize),
    /// A comment with words in a rule of signs (`# --- name ---`), up to the next one that begins
    /// with this sign.
    Banner(u8),
}

impl Flat {
    /// All but the comment of one `#`.
    pub(in crate::place) const OF_SCOPES: [Self; 9] = [
        Self::Section,
        Self::Title(2),
        Self::Title(3),
        Self::Title(4),
        Self::Title(5),
        Self::Title(6),
        Self::Banner(b'#'),
        Self::Banner(b'/'),
        Self::Banner(b'-'),
    ];

    /// What a line is, without the blanks around it.
    pub(crate) fn of(words: &[u8]) -> Option<Self> {
        let first = *words.first()?;
        let banner = || is_banner(words).then_some(Self::Banner(first));
        match first {
            b'[' => is_section(words).then_some(Self::Section),
            b'#' => {
                let level = words.iter().take_while(|byte| **byte == b'#').count();
                let is_title = level <= 6 && words.get(level).is_some_and(|byte| is_blank(*byte));
                let title = is_title.then_some(Self::Title(level));
                if level > 1 && is_title { title } else { banner().or(title) }
            }
            b'/' | b'-' => banner(),
            _ => None,
        }
    }

    /// Whether what this one heads ends at another. One `#` is a comment in the examples of a text
    /// with titles, unless its titles have no more.
    pub(crate) fn ends_at(self, other: Self) -> bool {
        match (self, other) {
            (Self::Title(own), Self::Title(level)) => level <= own && (level > 1 || own == 1),
            // A title of one sign, too, may be a text with a rule in it.
            (Self::Section, Self::Section) | (Self::Title(1), Self::Banner(b'#')) => true,
            (Self::Banner(own), Self::Banner(other)) => own == other,
            _ => false,
        }
    }
}

/// Whether a line, without the blanks around it, is `[name]`, and perhaps a comment.
fn is_section(words: &[u8]) -> bool {
    let Some(end) = memchr::memrchr(b']', words).filter(|_| words.starts_with(b"[")) else {
        return false;
    };
    let (name, rest) = words.split_at_checked(end + 1).unwrap_or((words, &[]));
    let comment = rest.trim_ascii_start().first();
    has_ascii_words(name) && comment.is_none_or(|first| b"#;".contains(first))
}

/// A label inside a class or a `switch`, which git's function lines know as little.
fn is_label(words: &[u8]) -> bool {
    const LABELS: [&[u8]; 5] = [b"public", b"private", b"protected", b"default", b"signals"];
    words.strip_suffix(b":").is_some_and(|label| LABELS.contains(&label))
}

/// Whether, of some lines from the first of a file on, the last is named by a heading, or lies
/// below one that is.
pub fn is_heading_of(heading: &[u8], lines: &[&[u8]]) -> bool {
    let bytes = lines.concat();
    let start = bytes.len() - lines.last().map_or(0, |line| line.len());
    encloses(Text::literal(&bytes), heading, start, &mut usize::MAX.clone()).unwrap_or(false)
}

/// Whether the line that starts at a byte offset is named by a heading, or lies below a line that
/// is. Goes up the file; `None` where that is more lines than `left`.
pub(crate) fn encloses(
    text: Text<'_>,
    heading: &[u8],
    start: usize,
    left: &mut usize,
) -> Option<bool> {
    let heading = without_indentation(heading).1;
    let (_, first) = without_indentation(split_line(text.slice(start..text.bytes.len())).0);
    if is_named(heading, first) {
        return Some(true);
    }
    if let Some(flat) = Flat::of(heading) {
        return encloses_flat(text, (heading, flat), start, left);
    }
    let kind = Kind::of(heading);
    // The least indentation of what may head the line on the way up.
    let mut least = usize::MAX;
    let mut above = text.slice(text.start..start);
    while let Some(line) = last_line(&mut above) {
        *left = left.checked_sub(1)?;
        let (indent, words) = without_indentation(line);
        if is_named(heading, words) && indent.len() < least {
            return Some(true);
        }
        if indent.len() < least && ends_scope(kind, words) {
            least = indent.len();
        }
        if least == 0 {
            return Some(false);
        }
    }
    Some(false)
}

/// [`encloses`], for a heading of lines that are no deeper, which does not name the line itself.
fn encloses_flat(
    text: Text<'_>,
    (heading, flat): (&[u8], Flat),
    start: usize,
    left: &mut usize,
) -> Option<bool> {
    let mut above = text.slice(text.start..start);
    while let Some(line) = last_line(&mut above) {
        *left = left.checked_sub(1)?;
        let words = without_indentation(line).1;
        if is_named(heading, words) {
            return Some(true);
        }
        if Flat::of(words).is_some_and(|other| flat.ends_at(other)) {
            return Some(false);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
impl A {
    fn a() {
        x();
    }

    fn b() {
        x();
    }
}

fn a() {
public:
    x();
}
";

    #[track_caller]
    fn check(heading: &str, expected: &[bool]) {
        let text = Text::without_bom(FILE.as_bytes());
        let starts = FILE.match_indices("x();").map(|(at, _)| FILE[..at].rfind('\n').unwrap() + 1);
        let found: Vec<_> = starts
            .map(|start| encloses(text, heading.as_bytes(), start, &mut 99).unwrap())
            .collect();
        assert_eq!(found, expected, "{heading}");
    }

    #[test]
    fn the_nearest_line_that_could_be_one_is_the_heading() {
        check("impl A {", &[true, true, false]);
        check("impl", &[true, true, false]);
        check("fn b() {", &[false, true, false]);
        check("fn a() {", &[true, false, true]);
        check("fn c() {", &[false, false, false]);
    }

    /// The numbers of the lines, 1-based, that lie below a heading.
    #[track_caller]
    fn check_lines(file: &str, heading: &str, expected: &[usize]) {
        let text = Text::without_bom(file.as_bytes());
        let starts = (0..file.len()).filter(|at| *at == 0 || file.as_bytes()[at - 1] == b'\n');
        let is_below = |start: &usize| encloses(text, heading.as_bytes(), *start, &mut 99).unwrap();
        let lines = starts.zip(1..).filter(|(start, _)| is_below(start));
        assert_eq!(lines.map(|(_, line)| line).collect::<Vec<_>>(), expected, "{heading}");
    }

    /// The line that ends what is above it counts to that: a hunk may begin with it.
    #[test]
    fn what_is_no_deeper_is_headed_up_to_the_next_heading_of_its_kind() {
        let sections = "[a]\nx = 1\n\n[b] # new\nx = 1\n[[a]]\ny\n";
        check_lines(sections, "[a]", &[1, 2, 3, 4]);
        check_lines(sections, "[b]", &[4, 5, 6]);
        let titles = "# A\n\n## Linux\nText:\n# make\n### more\nx\n## macOS\nText:\n# B\n";
        check_lines(titles, "## Linux", &[3, 4, 5, 6, 7, 8]);
        check_lines(titles, "### more", &[6, 7, 8]);
        check_lines(titles, "# A", &[1, 2, 3, 4, 5]);
        let keys = "{\n  \"dev\": {\n    \"p\": 1\n  },\n  \"prod\": {\n    \"p\": 1\n  }\n}\n";
        check_lines(keys, "\"dev\": {", &[2, 3, 4, 5]);
        let rules = ".btn {\n  a: b;\n}\n\n.card {\n  a: b;\n}\n";
        check_lines(rules, ".btn {", &[1, 2, 3, 4, 5]);
        check_lines(rules, ".card {", &[5, 6, 7]);
    }

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

    #[test]
    fn a_line_may_be_its_own_heading() {
        let text = Text::without_bom(b"x\nfn a() {\n");
        assert_eq!(encloses(text, b"fn a()", 2, &mut 9), Some(true));
        assert_eq!(encloses(text, b"fn a()", 0, &mut 9), Some(false));
        assert_eq!(encloses(text, b"x", 2, &mut 0), None, "too far to look");
    }

    #[test]
    fn blanks_at_the_end_are_no_part_of_a_heading_nor_of_a_line() {
        let text = Text::without_bom(b"d\x0B\xCA\n\nx\n\nd\x0B\n\n");
        for heading in ["d", "d\x0B", "d \x0C\t\r"] {
            let is_below = |start| encloses(text, heading.as_bytes(), start, &mut 9);
            assert_eq!([4, 7, 11].map(is_below), [true, false, true].map(Some), "{heading:?}");
        }
    }
}
