//! Recognises headings in each language: exactly the lines that git takes for one, whether that is
//! right or not.
//!
//! A rule takes a line without its ending and returns the heading: mostly the text after the
//! indentation.

use bstr::ByteSlice;

use super::language::Language;
use super::scan::{Scan, is_blank, is_letter, is_space};

/// The heading in a line, by the rule of a language.
pub(super) fn heading(language: Language, line: &[u8]) -> Option<&[u8]> {
    let mut scan = Scan(line);
    if !matches!(language, Language::Cpp | Language::Css | Language::Markdown | Language::Tex) {
        scan.blanks();
    }
    let text = scan.0;
    let is_heading = match language {
        Language::Bash => return bash(text),
        Language::Go => return go(text),
        Language::CSharp => csharp(scan),
        Language::Cpp => cpp(scan),
        Language::Css => css(text),
        Language::Elixir => elixir(scan),
        Language::Html => html(scan),
        Language::Java => java(scan),
        Language::Kotlin => declares(scan, |byte| byte.is_ascii_lowercase(), KOTLIN),
        Language::Markdown => markdown(scan),
        Language::Php => php(scan),
        Language::Python => python(scan),
        Language::Ruby => scan.word(&["class", "module", "def"]),
        Language::Rust => rust(scan),
        Language::Tex => tex(scan),
    };
    is_heading.then_some(text)
}

/// The heading in a line without a language: one that starts like a declaration in most languages.
pub(super) fn plain(line: &[u8]) -> Option<&[u8]> {
    line.first().is_some_and(|byte| is_letter(*byte) || *byte == b'$').then_some(line)
}

/// `name()`, or `function name {`; the heading ends there.
fn bash(text: &[u8]) -> Option<&[u8]> {
    let (mut named, mut short) = (Scan(text), Scan(text));
    let rest = if bash_keyword(&mut named) {
        named
    } else {
        let is_named = short.name();
        short.blanks();
        (is_named && parentheses(&mut short)).then_some(short)?
    };
    text.get(..text.len() - rest.0.len())
}

fn bash_keyword(scan: &mut Scan<'_>) -> bool {
    let is_named = scan.word(&["function"]) && scan.name();
    let blanks = scan.blanks();
    let is_closed = is_named && (parentheses(scan) || blanks > 0);
    scan.blanks();
    is_closed && scan.eat_any(&["{", "((", "(", "[["])
}

/// `()`, perhaps with blanks inside.
fn parentheses(scan: &mut Scan<'_>) -> bool {
    let mut ahead = *scan;
    if !ahead.eat("(") {
        return false;
    }
    ahead.blanks();
    let closes = ahead.eat(")");
    if closes {
        *scan = ahead;
    }
    closes
}

/// Anything that starts in the first column, except labels.
fn cpp(mut scan: Scan<'_>) -> bool {
    let mut label = scan;
    label.blanks();
    if label.name() && label.eat(":") {
        label.skip(is_space);
        if label.0.is_empty() || label.eat_any(&["//", "/*"]) {
            return false;
        }
    }
    if scan.eat("::") {
        scan.skip(is_space);
    }
    scan.0.first().is_some_and(|byte| is_letter(*byte))
}

/// Anything that is not a statement and looks like a method, a property, a type or a namespace.
fn csharp(scan: Scan<'_>) -> bool {
    !has_statement(scan.0) && (csharp_member(scan) || csharp_type(scan))
}

const STATEMENTS: &[&str] = &[
    "do", "while", "for", "foreach", "if", "else", "new", "default", "return", "switch", "case",
    "throw", "catch", "using", "lock", "fixed",
];

/// Whether a word of the line, before a blank, `(` or its end, begins a statement.
fn has_statement(text: &[u8]) -> bool {
    text.split(|byte| is_blank(*byte)).any(|piece| {
        let word = piece.split(|byte| *byte == b'(').next().unwrap_or_default();
        STATEMENTS.iter().any(|statement| statement.as_bytes() == word)
    })
}

/// Two or more groups of names and types, before parentheses without `;` after them, or alone in
/// the line.
///
/// A group is letters, digits and a few signs, each perhaps with type parameters in `<` and `>`,
/// which may hold such signs again. Where they end is open until the end of the line, so all ways
/// to read it are followed at once.
fn csharp_member(scan: Scan<'_>) -> bool {
    let behind_last = |signs: &[u8]| {
        scan.0.iter().rposition(|byte| signs.contains(byte)).map_or(0, |last| last + 1)
    };
    let (call, property) = (behind_last(b";"), behind_last(b";=:,()"));
    let mut ways = Ways { is_at_start: true, ..Ways::default() };
    for (at, byte) in scan.0.iter().enumerate() {
        let is_call = *byte == b'(' && (ways.is_in_next() || ways.is_behind_next);
        if (is_call && at >= call) || (ways.is_in_next() && at >= property) {
            return true;
        }
        ways = ways.behind(*byte);
    }
    ways.is_in_next()
}

/// The positions within two or more groups where a byte may be.
#[derive(Clone, Copy, Default)]
struct Ways {
    is_at_start: bool,
    first: Group,
    is_behind_first: bool,
    next: Group,
    is_behind_next: bool,
}

/// The positions within a group: after a sign, after `<`, after the contents of that, after `>`.
#[expect(clippy::struct_excessive_bools, reason = "each may be true at once")]
#[derive(Clone, Copy, Default)]
struct Group {
    sign: bool,
    open: bool,
    parameter: bool,
    closed: bool,
}

impl Ways {
    fn is_in_next(self) -> bool {
        self.next.may_end()
    }

    fn behind(self, byte: u8) -> Self {
        let is_blank = is_blank(byte);
        Self {
            is_at_start: false,
            first: self.first.behind(byte, self.is_at_start),
            is_behind_first: is_blank && (self.first.may_end() || self.is_behind_first),
            next: self.next.behind(byte, self.is_behind_first || self.is_behind_next),
            is_behind_next: is_blank && (self.next.may_end() || self.is_behind_next),
        }
    }
}

impl Group {
    fn may_end(self) -> bool {
        self.sign || self.closed
    }

    /// Bytes that are not ASCII are letters, as for git if the locale says so.
    fn behind(self, byte: u8, may_begin: bool) -> Self {
        let is_letter = byte.is_ascii_alphanumeric() || byte >= 0x80 || b"[]@_".contains(&byte);
        let is_parameter = is_letter || b", \t<>".contains(&byte);
        Self {
            sign: (is_letter || byte == b'.') && (may_begin || self.may_end()),
            open: byte == b'<' && self.sign,
            parameter: is_parameter && (self.open || self.parameter),
            closed: byte == b'>' && self.parameter,
        }
    }
}

fn csharp_type(mut scan: Scan<'_>) -> bool {
    if scan.word(&["namespace"]) {
        return true;
    }
    let modifiers = [
        "static",
        "public",
        "internal",
        "private",
        "protected",
        "new",
        "unsafe",
        "sealed",
        "abstract",
        "partial",
    ];
    while scan.word(&modifiers) {}
    scan.word(&["class", "enum", "interface", "struct", "record"])
}

/// Anything that starts like a selector and does not end like a declaration.
fn css(text: &[u8]) -> bool {
    let end = text.iter().rev().find(|byte| !is_space(**byte));
    if matches!(end, Some(b':' | b';')) {
        return false;
    }
    let is_name =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let has_sign = text.first().is_some_and(|byte| b":[@.#".contains(byte));
    is_name(text.first()) || (has_sign && is_name(text.get(1)))
}

fn elixir(mut scan: Scan<'_>) -> bool {
    scan.word(&["defmacro", "defmodule", "defimpl", "defprotocol", "defp", "def", "test"])
}

/// `func …`, `type … struct {`; for a type the heading ends with the bracket that opens it.
fn go(text: &[u8]) -> Option<&[u8]> {
    let mut scan = Scan(text);
    if scan.eat("func") {
        return Some(text);
    }
    if !scan.word(&["type"]) {
        return None;
    }
    // The blank after `type` serves as the blank before the keyword.
    let kinds = ["struct", "interface"];
    let end = kinds.iter().filter_map(|kind| Some(scan.0.rfind(kind)? + kind.len())).max()?;
    let mut rest = Scan(scan.0.get(end..).unwrap_or_default());
    rest.blanks();
    rest.eat("{");
    text.get(..text.len() - rest.0.len())
}

fn html(mut scan: Scan<'_>) -> bool {
    let is_tag = scan.eat_any(&["<h", "<H"]) && scan.eat_any(&["1", "2", "3", "4", "5", "6"]);
    is_tag
        && (scan.eat(">") || (scan.0.first().is_some_and(|byte| is_blank(*byte)) && scan.has(b'>')))
}

fn java(scan: Scan<'_>) -> bool {
    // The start of a word is enough.
    const OTHERS: &[&str] =
        &["catch", "do", "for", "if", "instanceof", "new", "return", "switch", "throw", "while"];
    let mut other = scan;
    if other.eat_any(OTHERS) {
        return false;
    }
    let is_modifier = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    declares(scan, is_modifier, &["class", "enum", "interface", "record"]) || java_method(scan.0)
}

/// Types, a name, and parentheses without `;` after them.
fn java_method(text: &[u8]) -> bool {
    let Some((before, behind)) = text.split_once_str("(") else { return false };
    let mut words = before.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
    let Some(name) = words.next_back() else { return false };
    let is_type = |word: &[u8]| {
        let (first, rest) = word.split_first().unwrap_or((&b' ', &[]));
        let is_first = is_letter(*first) || b"<>&".contains(first);
        let is_next =
            |byte: &u8| is_letter(*byte) || byte.is_ascii_digit() || b"[]?&<>.,".contains(byte);
        is_first && rest.iter().all(is_next)
    };
    let mut types = words.peekable();
    let has_type = types.peek().is_some();
    let mut name = Scan(name);
    has_type && types.all(is_type) && name.name() && name.0.is_empty() && !behind.contains(&b';')
}

const KOTLIN: &[&str] = &["fun", "class", "interface"];

/// Words of these bytes, one of them a keyword, each followed by a blank.
fn declares(mut scan: Scan<'_>, is_part: impl Fn(u8) -> bool, keywords: &[&str]) -> bool {
    loop {
        let mut word = scan;
        if word.word(keywords) {
            return true;
        }
        if scan.skip(&is_part) == 0 || scan.blanks() == 0 {
            return false;
        }
    }
}

fn markdown(mut scan: Scan<'_>) -> bool {
    let indentation = scan.skip(|byte| byte == b' ');
    let signs = scan.skip(|byte| byte == b'#');
    indentation <= 3 && (1..=6).contains(&signs) && scan.blanks() > 0
}

fn php(scan: Scan<'_>) -> bool {
    let mut function = scan;
    while function.word(&["public", "protected", "private", "static", "abstract", "final"]) {}
    if function.eat("function") {
        return true;
    }
    let mut class = scan;
    class.word(&["final", "abstract"]);
    let mut other = scan;
    class.eat("class") || other.eat_any(&["enum", "interface", "trait"])
}

fn python(mut scan: Scan<'_>) -> bool {
    let mut function = scan;
    function.word(&["async"]);
    function.word(&["def"]) || scan.word(&["class"])
}

/// One visibility, one qualifier and a keyword, without `;` after them.
fn rust(mut scan: Scan<'_>) -> bool {
    visibility(&mut scan);
    let mut other = scan;
    if other.word(&["extern"]) && quoted(&mut other) && other.blanks() > 0 {
        scan = other;
    } else {
        scan.word(&["async", "const", "unsafe"]);
    }
    let keywords = ["struct", "enum", "union", "mod", "trait", "fn", "impl", "macro_rules!"];
    let is_keyword =
        scan.eat_any(&keywords) && scan.skip(|byte| is_blank(byte) || byte == b'<') > 0;
    is_keyword && !scan.has(b';')
}

/// `pub` or `pub(…)`, and the blanks that must follow.
fn visibility(scan: &mut Scan<'_>) {
    let mut ahead = *scan;
    if !ahead.eat("pub") {
        return;
    }
    if ahead.eat("(") && (ahead.skip(|byte| byte != b')') == 0 || !ahead.eat(")")) {
        return;
    }
    if ahead.blanks() > 0 {
        *scan = ahead;
    }
}

fn quoted(scan: &mut Scan<'_>) -> bool {
    scan.eat("\"") && scan.skip(|byte| byte != b'"') > 0 && scan.eat("\"")
}

fn tex(mut scan: Scan<'_>) -> bool {
    if !scan.eat("\\") {
        return false;
    }
    let mut section = scan;
    while section.eat("sub") {}
    let mut scan = if section.eat("section") {
        section
    } else if scan.eat_any(&["chapter", "part"]) {
        scan
    } else {
        return false;
    };
    scan.eat("*");
    scan.eat("{")
}
