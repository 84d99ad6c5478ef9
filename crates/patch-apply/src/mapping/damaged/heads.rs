//! Recognises added lines that begin with the head of a definition although the line before is that
//! head: models write it again, as if it were context, and it would be a definition within itself.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::mapping::lines::change::{Change, worded};
use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::last_line;
use crate::text::words::first_word;

/// Whether a hunk may add a head that it has as context directly before, or that its anchor names.
pub(super) fn may_repeat_head(hunk: &Hunk<'_>) -> bool {
    let mut before: Option<HunkLine<'_>> = None;
    hunk.lines.iter().any(|line| {
        let front = before.replace(line);
        let is_again = match front {
            Some(front) => front.kind == LineKind::Context && front.text == line.text,
            None => !hunk.anchors.is_empty(),
        };
        line.kind == LineKind::Add
            && is_again
            && is_head_of_definition(without_indentation(line.text).1)
    })
}

/// Whether the added lines of a change begin with the head of a definition that is the line before
/// them, and all others are inside it.
pub(super) fn repeats_head(change: &Change<'_>) -> bool {
    let mut front = change.front;
    let (Some(before), Some(first)) = (last_line(&mut front), change.added.first()) else {
        return false;
    };
    let (indent, words) = without_indentation(first);
    let is_inside = |(own, _): &(&[u8], &[u8])| own.len() > indent.len() && own.starts_with(indent);
    let added = worded(&change.added);
    let inner = added.get(1..).unwrap_or_default();
    change.removed.is_empty()
        && without_trailing_blanks(before) == without_trailing_blanks(first)
        && is_head_of_definition(words)
        && !inner.is_empty()
        && inner.iter().all(is_inside)
        && !change.is_in_text()
}

/// Whether words are the head of a definition, to which a block belongs: of a class, or of a
/// function with its parameters. A condition, a loop or a call may be there twice.
pub(super) fn is_head_of_definition(words: &[u8]) -> bool {
    is_head(words, false)
}

/// The same, or the head of a method that has no word before its name.
pub(super) fn is_head_of_method(words: &[u8]) -> bool {
    is_head(words, true)
}

fn is_head(words: &[u8], may_be_method: bool) -> bool {
    const TYPES: [&[u8]; 7] =
        [b"class", b"struct", b"enum", b"trait", b"interface", b"impl", b"module"];
    const MODIFIERS: [&[u8]; 10] = [
        b"pub",
        b"public",
        b"private",
        b"protected",
        b"static",
        b"abstract",
        b"final",
        b"export",
        b"default",
        b"async",
    ];
    const NONE: [&[u8]; 16] = [
        b"if", b"else", b"elif", b"for", b"foreach", b"while", b"switch", b"catch", b"return",
        b"new", b"await", b"do", b"try", b"match", b"when", b"with",
    ];
    let words = words.trim_ascii_end();
    let (head, is_opened) = match words.split_last() {
        Some((b'{' | b':', head)) => (head, true),
        _ => (words, false),
    };
    let names = head.split(|byte| *byte == b'(').next().unwrap_or_default();
    let mut parts = names
        .split(|byte| *byte == b' ')
        .filter(|part| !part.is_empty() && !MODIFIERS.contains(part));
    let first = parts.next().unwrap_or_default();
    let is_named = parts.next().is_some();
    if first == b"def" || TYPES.contains(&first) {
        return is_named && (is_opened || first == b"def");
    }
    let is_of_head = |byte: &u8| byte.is_ascii_alphanumeric() || b"_<>[]*&:, ~$".contains(byte);
    let has_parameters = head.contains(&b'(') && head.contains(&b')');
    // `func (s *S) run()` has its receiver before its name.
    let is_function = is_named || may_be_method || first == b"func";
    is_opened
        && words.ends_with(b"{")
        && has_parameters
        && is_function
        && names.iter().all(is_of_head)
        && !NONE.contains(&first_word(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_definitions_are_told_from_what_may_be_there_twice() {
        for line in [
            "def pop(self):",
            "async def pop(self) -> int:",
            "def pop",
            "class Queue:",
            "export default class A extends B {",
            "public void setDiscount(double discount) {",
            "fn f() {",
            "pub fn f<T>(a: T) -> Result<(), E> {",
            "func (s *Server) Run() error {",
            "function f(a, b) {",
            "static int f(char *a) {",
        ] {
            assert!(is_head_of_definition(line.as_bytes()), "{line}");
        }
        for line in [
            "",
            "if (a) {",
            "else if (a) {",
            "} else if (a) {",
            "for i in range(3):",
            "while (a) {",
            "foo(bar) {",
            "describe(\"a\", () => {",
            "let a = f(b, {",
            "return f(a) {",
            "<div>",
            "- run:",
            "class",
            "a b c",
            "int f(char *a);",
        ] {
            assert!(!is_head_of_definition(line.as_bytes()), "{line}");
        }
    }
}
