//! Finds lines of code that are written as another language writes text: with the escapes of HTML,
//! JSON, Markdown or a shell, or with `\n` and `\t` for what they mean.
//!
//! Each test is of one line, outside of its strings and comments, and asks whether it is code once
//! it is decoded. Whether the file has such signs as well is asked last: that costs a pass over it.

use bstr::ByteSlice as _;

use super::code_line::{is_code_line, is_string, masked};
use super::whole::Whole;
use crate::text::blanks::without_indentation;
use crate::text::escapes::{Writing, undone};
use crate::text::fold::escape_at;
use crate::text::words::is_of_word;

/// The characters that HTML escapes in code.
const OF_HTML: &[u8] = b"&<>\"";

/// The characters that encoders of JSON escape although JSON need not.
const OF_JSON: &[u8] = b"&<>'\"=+`";

/// Operators in their escaped forms. The same signs before a name (`&lt;` in Rust) are not among
/// them.
const OPERATORS: [&str; 7] =
    ["&amp;&amp;", " &lt; ", " &gt; ", " &lt;= ", " &gt;= ", "-&gt;", " =&gt; "];

/// Whether a line of code is escaped in a way that no line of the file is.
pub(super) fn is_escaped(line: &[u8], file: &Whole<'_>) -> bool {
    let has_any = |sign: &str| file.has_outside_strings(sign, masked);
    (is_html(line) && !file.has_html())
        || (is_json(line) && !file.text.contains_str("\\u00"))
        || (is_of_breaks(line) && !has_any("\\n"))
        || (is_of_tabs(line) && !file.has_commands())
        || (is_markdown(line) && !has_any("\\_"))
        || (is_of_shell(line) && !file.is_shell() && !file.text.contains_str("\\`"))
}

/// Whether a line may be escaped in one of these ways.
pub(super) fn may_be_escaped(line: &[u8]) -> bool {
    let is_one = |at: usize| {
        matches!(
            line.get(at..),
            Some([b'&', ..] | [b'\\', b'u' | b'n' | b't' | b'_' | b'`' | b'"', ..])
        )
    };
    memchr::memchr2_iter(b'&', b'\\', line).any(is_one)
}

/// Whether a line has an escape in the place of an operator, or one with more of the code directly
/// behind it, and is code without: `&lt;` can be a name and the end of a statement in C, but
/// nothing follows that without a blank.
fn is_html(line: &[u8]) -> bool {
    let masked = masked(line);
    let goes_on = |at: usize| {
        let escape = masked.get(at..).and_then(sign_at);
        let behind = escape.and_then(|(len, _)| masked.get(at + len..)).unwrap_or_default();
        escape.is_some()
            && behind.first().is_some_and(|next| is_of_word(*next) || b"&(".contains(next))
    };
    let is_one = || {
        OPERATORS.iter().any(|operator| masked.contains_str(operator))
            || memchr::memchr_iter(b'&', &masked).any(goes_on)
    };
    is_one() && is_code_as(undone(line, sign_at))
}

/// An escape of [`OF_HTML`]: its length in bytes, and its meaning.
fn sign_at(text: &[u8]) -> Option<(usize, &'static [u8])> {
    escape_at(text).filter(|(_, sign)| sign.iter().all(|sign| OF_HTML.contains(sign)))
}

/// Whether a line has an operator as JSON may write it (`\u003c`), and is code without.
fn is_json(line: &[u8]) -> bool {
    let sign_at = |text: &[u8]| {
        let found =
            Writing::Code.at(text).and_then(|(len, sign)| Some((len, u8::try_from(sign).ok()?)));
        found.filter(|(_, sign)| OF_JSON.contains(sign)).map(|(len, sign)| (len, [sign]))
    };
    undone(&masked(line), sign_at).is_some() && is_code_as(undone(line, sign_at))
}

/// Whether a line is several, with `\n` for the end of each, and the first of them is code. Between
/// two slashes it may be in a pattern.
fn is_of_breaks(line: &[u8]) -> bool {
    const BREAK: &str = "\\n";
    let masked = masked(line);
    let is_break = |at: usize| {
        let (front, rest) = masked.split_at_checked(at).unwrap_or_default();
        let behind = rest.get(BREAK.len()..).unwrap_or_default();
        let is_ended = front.trim_ascii().last().is_none_or(|last| b";{})],:".contains(last));
        let is_begun = ["  ", "\t", "\\n", "\\t", "}"];
        let is_in_pattern = front.contains(&b'/') && behind.contains(&b'/');
        is_ended
            && !is_in_pattern
            && (behind.is_empty() || is_begun.iter().any(|next| behind.starts_with_str(next)))
    };
    let mut parts = line.split_str(BREAK).map(<[u8]>::trim_ascii);
    masked.find_iter(BREAK).any(is_break)
        && parts.find(|part| !part.is_empty()).is_some_and(is_code_line)
}

/// Whether a line begins with `\t` for tabs, and is code behind them.
fn is_of_tabs(line: &[u8]) -> bool {
    let mut rest = without_indentation(line).1;
    let len = rest.len();
    while let Some(behind) = rest.strip_prefix(b"\\t") {
        rest = behind;
    }
    rest.len() < len && (is_code_line(rest) || rest.starts_with(b"}"))
}

/// Whether a line has `\_` within a name, and is code without. A pattern may have it as well.
fn is_markdown(line: &[u8]) -> bool {
    let masked = masked(line);
    let is_in_name = |at: usize| {
        let (front, rest) = masked.split_at_checked(at).unwrap_or_default();
        let is_led = match front {
            [.., b'\\', b'.'] | [] => false,
            [.., last] => is_of_word(*last) || *last == b'.',
        };
        is_led && rest.get(2).is_some_and(|next| is_of_word(*next))
    };
    let sign_at = |text: &[u8]| text.starts_with(b"\\_").then_some((2, b"_"));
    !masked.contains(&b'/')
        && masked.find_iter("\\_").any(is_in_name)
        && is_code_as(undone(line, sign_at))
}

/// Whether a line has a string in `` \` `` where code has one in `` ` ``, and is code with these.
fn is_of_shell(line: &[u8]) -> bool {
    const QUOTE: &str = "\\`";
    let Some((front, (_, behind))) = line
        .split_once_str(QUOTE)
        .and_then(|(front, rest)| Some((front, rest.rsplit_once_str(QUOTE)?)))
    else {
        return false;
    };
    let is_pair = || line.find_iter(QUOTE).count().is_multiple_of(2);
    let is_bare = || line.replace(QUOTE, "").contains(&b'`');
    let masked = masked(line);
    let plain = [front, b"``", behind].concat();
    masked.find(QUOTE).is_some_and(|at| is_string(&masked, at, &[QUOTE]))
        && is_pair()
        && !is_bare()
        && is_code_as(Some(plain))
}

/// Whether a decoded line is code; `None` if nothing in it is escaped.
fn is_code_as(decoded: Option<Vec<u8>>) -> bool {
    decoded.is_some_and(|plain| is_code_line(without_indentation(&plain).1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_in_code_are_known_by_what_is_around_them() {
        let file = Whole::new(b"class A {\n    List<A> all = f(\"x\");\n}\n");
        for (line, expected) in [
            // HTML.
            ("private final Map&lt;String, Item&gt; m = new HashMap&lt;&gt;();", true),
            ("watch(&amp;s.mux)", true),
            ("log.debug(&quot;pop&quot;)", true),
            ("if (a &lt; b) {", true),
            ("f(&lt;);", false),
            ("x = &lt;", false),
            ("log(\"a&lt;b\");", false),
            ("say a&lt;b to all", false),
            // JSON.
            ("if s.addr == \"\" \\u0026\\u0026 len(s.addr) \\u003c 3 {", true),
            ("private Map\\u003cString, Item\\u003e m;", true),
            ("x = \"\\u003c\";", false),
            ("f(\\u00e9);", false),
            // Breaks and tabs.
            ("\\n  size(): number {\\n    return 1;\\n  }", true),
            ("log.debug(\"pop\")\\n        self.count += 1", true),
            ("console.log(\"clear\");\\n", true),
            ("    x = f(\"a;\\n  b\");", false),
            ("use App\\name\\thing;", false),
            ("xs = map (\\n -> n + 1) ys", false),
            ("\\tif s.mux == nil {", true),
            ("\\t\\treturn fmt.Errorf(\"no mux\")", true),
            ("\\t}", true),
            ("x = a.split(/\\t/);", false),
            // Markdown.
            ("self.\\_dirty = True", true),
            ("x = a.match(/b\\_c/);", false),
            ("a\\_b and others", false),
            // A shell.
            ("console.log(\\`options: \\${f(o)}\\`);", true),
            ("return \\`hello \\${name}\\`;", true),
            ("x = `a \\`b\\` c`;", false),
        ] {
            assert_eq!(is_escaped(line.as_bytes(), &file), expected, "{line}");
            assert!(!expected || may_be_escaped(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn what_the_file_has_as_well_is_meant() {
        for (file, line) in [
            ("f(a&lt;b);\n", "Map&lt;A, B&gt; m;"),
            ("x = a \\u0026 b;\n", "if (a \\u003c b) {"),
            ("f(x);\\n\n", "g(x);\\n"),
            ("\\section{a}\n", "\\textbf{a; b}"),
            ("f(a\\_b);\n", "g(a\\_b);"),
            ("x = `\\`a\\``;\n", "return \\`a\\`;"),
            ("#!/bin/sh\n", "x = \\`a\\`;"),
        ] {
            assert!(!is_escaped(line.as_bytes(), &Whole::new(file.as_bytes())), "{file}{line}");
            assert!(is_escaped(line.as_bytes(), &Whole::new(b"")) || line.contains("text"));
        }
    }
}
