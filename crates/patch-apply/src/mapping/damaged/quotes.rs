//! Finds typographic quotes where only plain ones mean anything: around the value of an attribute,
//! and where the replaced line has plain ones.

use bstr::ByteSlice as _;

use super::whole::TYPOGRAPHIC;
use crate::mapping::lines::code::is_comment_line;
use crate::text::blanks::without_indentation;
use crate::text::words::{first_word, words_of};

/// Whether a line has a tag with an attribute in typographic quotes.
pub(super) fn is_in_attribute(line: &[u8]) -> bool {
    let is_it = |odd: &str| {
        line.find_iter(odd).any(|at| {
            let front = line.get(..at).unwrap_or_default();
            let tag = front.rfind_byte(b'<').and_then(|start| front.get(start + 1..));
            let is_tag = |tag: &[u8]| {
                tag.first().is_some_and(u8::is_ascii_alphabetic)
                    && !tag.contains(&b'>')
                    && tag.strip_suffix(b"=").is_some_and(|name| name.ends_with(last_word(name)))
            };
            tag.is_some_and(|tag| is_tag(tag) && tag.contains(&b' '))
        })
    };
    TYPOGRAPHIC.iter().any(|(odd, _)| is_it(odd))
}

fn last_word(text: &[u8]) -> &[u8] {
    words_of(text).last().unwrap_or(b" ")
}

/// Whether a line has a string in typographic quotes in the place of one in plain quotes of a
/// removed line.
pub(super) fn replaces_any(line: &[u8], removed: &[&[u8]]) -> bool {
    let own = string_in(line, |text| {
        let odd =
            TYPOGRAPHIC.iter().filter_map(|(odd, _)| text.find(odd).map(|at| (at, odd.len())));
        odd.min()
    });
    let Some(own) = own.filter(|own| is_structured(own) && !is_comment_line(line)) else {
        return false;
    };
    removed.iter().any(|old| {
        let old = string_in(old, |text| Some((text.find_byteset(b"\"'")?, 1)));
        old.is_some_and(|old| old.front == own.front && old.behind == own.behind)
    })
}

/// What is around the first string of a line: the words before it, and the signs after it up to the
/// next word.
struct Around<'l> {
    front: &'l [u8],
    behind: &'l [u8],
}

/// The first string, whose quotes are found so: where, and how long they are.
fn string_in(line: &[u8], quote: impl Fn(&[u8]) -> Option<(usize, usize)>) -> Option<Around<'_>> {
    let (_, words) = without_indentation(line);
    let (start, len) = quote(words)?;
    let (front, rest) = words.split_at_checked(start)?;
    let inner = rest.get(len..)?;
    let (end, len) = quote(inner)?;
    let behind = inner.get(end + len..)?;
    let signs = behind.iter().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
    let behind = behind.get(..signs)?;
    let has_quote = |text: &[u8]| text.find_byteset(b"\"'`").is_some();
    (!has_quote(front)).then_some(Around { front, behind })
}

/// Whether what is around a string belongs to code, a key, or a command: it is no sentence.
fn is_structured(around: &Around<'_>) -> bool {
    const COMMANDS: [&[u8]; 6] = [b"echo", b"printf", b"puts", b"print", b"gem", b"set"];
    let Around { front, behind } = around;
    let is_item = front.is_empty() || *front == b"- ";
    let is_ended = behind.last().is_some_and(|last| b",;".contains(last));
    let is_led = front.trim_ascii_end().last().is_some_and(|last| b"=([{>".contains(last))
        || front.ends_with(b"<- ");
    let is_named = || {
        let name = front.strip_suffix(b": ").unwrap_or_default();
        !name.is_empty()
            && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte))
    };
    let is_command = || {
        let command = front.strip_prefix(b"@").unwrap_or(front);
        COMMANDS.contains(&first_word(command)) || command.starts_with(b"#include")
    };
    let is_lone = behind.is_empty() || *behind == b"," || behind.starts_with(b" =>");
    is_led || is_named() || (is_item && is_lone) || (!is_item && (is_ended || is_command()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_of_attributes_are_in_a_tag() {
        for line in [
            "<a href=\u{201C}/b\u{201D}>c</a>",
            "  <A x=\"1\" id=\u{2018}z\u{2019} />",
            "d <b c=\u{201D}e\u{201D}>",
        ] {
            assert!(is_in_attribute(line.as_bytes()), "{line}");
        }
        for line in [
            "<p>\u{201C}a\u{201D}</p>",
            "<a href=\"b\">c=\u{201C}d\u{201D}</a>",
            "a < b = \u{201C}c\u{201D}",
            "<a title=\"\u{201C}b\u{201D}\">",
        ] {
            assert!(!is_in_attribute(line.as_bytes()), "{line}");
        }
    }

    #[track_caller]
    fn check(old: &str, new: &str, expected: bool) {
        let new = new.replace('«', "\u{201C}").replace('»', "\u{201D}");
        assert_eq!(replaces_any(new.as_bytes(), &[old.as_bytes()]), expected, "{old} {new}");
    }

    #[test]
    fn typographic_quotes_in_the_place_of_plain_ones_are_odd() {
        for (old, new) in [
            ("    \"x\",", "    «z»,"),
            ("  \"a\"", "  «b»"),
            ("  - 'x'", "  - «z»"),
            ("  b: \"x\"", "  b: «z y»"),
            ("\t@echo \"x\"", "\t@echo «z»"),
            ("A=\"x\"", "A=«z»"),
            ("CMD [\"x\"]", "CMD [«z»]"),
            ("    add_header A \"x\";", "    add_header A «z»;"),
            ("#include \"a.h\"", "#include «b.h»"),
            ("    'a' => 1,", "    «b» => 1,"),
            ("gem 'b'", "gem «c»"),
        ] {
            check(old, new, true);
        }
        for (old, new) in [
            ("\"Hello,\" he said.", "«Hello,» he said."),
            ("He said \"no\".", "He said «no»."),
            ("  b: x", "  b: «z»"),
            ("  b: \"it is 'x'\"", "  b: \"it is «x»\""),
            ("// a = \"x\";", "// a = «x»;"),
            ("It is: \"x\"", "It is: «x»"),
        ] {
            check(old, new, false);
        }
    }
}
