//! Distinguishes code from prose by the words of a line alone, and finds lines that open a block or
//! continue in the next line.

use crate::indent::margins::{is_star, step_of};
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;

/// Whether a line, without its indentation, is code and does not continue in the next one: it ends
/// as a statement or a block does, or begins with a word that code begins with, or with a name that
/// is assigned or called.
pub(in crate::mapping) fn is_code(words: &[u8]) -> bool {
    let words = words.trim_ascii_end();
    let is_ended = words.last().is_some_and(|last| b";{}".contains(last));
    let begins = || begins_with_keyword(words) || is_attribute(words) || names_something(words);
    !goes_on(words) && (is_ended || begins())
}

/// Whether a line, without its indentation, is a statement: code, or it begins with a word that
/// statements within functions begin with. A key of a map is not one.
pub(in crate::mapping) fn is_statement(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 10] = [
        b"return",
        b"raise",
        b"throw",
        b"yield",
        b"await",
        b"assert",
        b"break",
        b"continue",
        b"del",
        b"pass",
    ];
    const MOST_WORDS: usize = 4;
    let words = words.trim_ascii_end();
    let mut parts = words.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or_default();
    let is_marked = words.iter().any(|byte| b"(){}[]=;\"'_<>".contains(byte));
    let is_begun = || {
        let word = first.strip_suffix(b";").unwrap_or(first);
        WORDS.contains(&word) && (is_marked || parts.count() < MOST_WORDS)
    };
    !first.ends_with(b":") && !goes_on(words) && (is_code(words) || is_begun())
}

/// Whether a line, without its indentation, heads a block of code: it ends in `{`, or in `:` after
/// a keyword of Python.
pub(in crate::mapping) fn heads_block(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 13] = [
        b"def", b"class", b"if", b"elif", b"else", b"for", b"while", b"with", b"try", b"except",
        b"finally", b"async", b"match",
    ];
    let words = words.trim_ascii_end();
    let first = words.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').next();
    let is_word = || first.is_some_and(|first| WORDS.contains(&first));
    words.ends_with(b"{") && words.len() > 1 || words.ends_with(b":") && is_word()
}

/// Whether a line is a comment of its own, which opens nothing whatever it ends in.
pub(in crate::mapping) fn is_comment_line(line: &[u8]) -> bool {
    const MARKS: [&[u8]; 8] = [b"//", b"# ", b"##", b"/*", b"<!--", b"-- ", b"; ", b";; "];
    let (indent, words) = without_indentation(line);
    let is_of_stars = || is_star(words) && step_of(indent).is_some();
    MARKS.iter().any(|mark| words.starts_with(mark)) || is_of_stars()
}

/// Whether a line ends as the head of a block does, and is not a comment.
pub(in crate::mapping) fn opens(line: &[u8]) -> bool {
    opens_block(line) && !is_comment_line(line)
}

/// Whether the next line goes on with this one.
pub(in crate::mapping) fn goes_on(words: &[u8]) -> bool {
    words.last().is_none_or(|last| b"=\\+-*|&,.(<".contains(last))
}

/// Whether the line has few words and begins with one that code begins with; a line of prose that
/// begins so has more.
fn begins_with_keyword(words: &[u8]) -> bool {
    const KEYWORDS: [&[u8]; 24] = [
        b"import",
        b"from",
        b"use",
        b"using",
        b"package",
        b"require",
        b"include",
        b"export",
        b"def",
        b"class",
        b"fn",
        b"func",
        b"function",
        b"pub",
        b"public",
        b"static",
        b"const",
        b"let",
        b"var",
        b"type",
        b"async",
        b"impl",
        b"mod",
        b"namespace",
    ];
    const MOST_WORDS: usize = 4;
    let mut parts = words.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let is_keyword = parts.next().is_some_and(|first| KEYWORDS.contains(&first));
    let is_marked = words.iter().any(|byte| b"(){}[]=;\"'_<>".contains(byte));
    is_keyword && (is_marked || parts.count() < MOST_WORDS)
}

/// Whether words are an attribute, a decorator, or a preprocessor line that includes or defines
/// something.
fn is_attribute(words: &[u8]) -> bool {
    const DIRECTIVES: [&[u8]; 9] =
        [b"include", b"define", b"undef", b"if", b"ifdef", b"ifndef", b"else", b"endif", b"pragma"];
    let is_name = |rest: &[u8]| rest.first().is_some_and(u8::is_ascii_alphabetic);
    let is_directive = |rest: &[u8]| {
        let word = rest.split(|byte| !byte.is_ascii_alphabetic()).next();
        word.is_some_and(|word| DIRECTIVES.contains(&word))
    };
    words.strip_prefix(b"@").is_some_and(is_name)
        || words.starts_with(b"#[")
        || words.strip_prefix(b"#").is_some_and(is_directive)
}

/// Whether words begin with a name that is assigned (`a = b`) or called (`a(b)`).
fn names_something(words: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let len = words.iter().take_while(|byte| is_of_name(byte)).count();
    let rest = words.get(len..).unwrap_or_default();
    let is_given = rest.starts_with(b" = ") || rest.starts_with(b" := ");
    let is_called = rest.starts_with(b"(") && words.ends_with(b")");
    len > 0 && (is_given || is_called)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_prose() {
        for line in [
            "import os",
            "from a import b",
            "use a::b;",
            "#[cfg(test)]",
            "@app.get",
            "#include <a>",
            "#undef A",
            "x = 1",
            "a.b = c",
            "a-b = c",
            "x := 1",
            "go(1)",
            "}",
            "SELECT 1;",
            "class A(Base):",
            "let a = b",
            "def some_name_of_a_function(one, two, three, four, five):",
        ] {
            assert!(is_code(line.as_bytes()), "{line}");
        }
        for line in [
            "",
            "Some words",
            "Name: a",
            "use of it is made where it is",
            "from here, we go on.",
            "a = b +",
            "f(a,",
            "x =",
            "- item",
            "# Title",
            "#title",
            "import a,",
            "word (and more)",
            "(a)",
        ] {
            assert!(!is_code(line.as_bytes()), "{line}");
        }
    }
}
