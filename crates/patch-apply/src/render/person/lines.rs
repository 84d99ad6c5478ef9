//! Lines of the patch text, by number.

use bstr::ByteSlice;
use patch_parse::{LineKind, Span};

/// A line of the patch text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'s> {
    /// 1-based.
    pub(super) number: usize,
    /// Without its ending.
    pub(super) text: &'s [u8],
}

/// The lines that a span touches, each whole.
pub(super) fn of_span(source: &[u8], span: Span) -> impl Iterator<Item = Line<'_>> + Clone {
    let start = match source.get(..span.start) {
        Some(before) => before.rfind_byte(b'\n').map_or(0, |newline| newline + 1),
        None => source.len(),
    };
    let end = span.end.max(span.start.saturating_add(1));
    let rest = source.get(start..).unwrap_or_default();
    rest.lines_with_terminator()
        .scan(start, move |at, line| {
            let line_start = *at;
            *at += line.len();
            (line_start < end).then_some(line)
        })
        .zip(span.line..)
        .map(|(line, number)| Line { number, text: line.trim_end_with(|c| c == '\n' || c == '\r') })
}

/// The header lines of a hunk: `@@ …`, one or several.
pub(super) fn hunk_header(source: &[u8], span: Span) -> impl Iterator<Item = Line<'_>> {
    of_span(source, span).take_while(|line| line.text.starts_with(b"@@"))
}

/// The line of a hunk that is its old line number `index`, 0-based. `reversed`: the patch is
/// being taken back, so that what it adds is what must be in the file.
pub(super) fn old_line(
    source: &[u8],
    span: Span,
    index: usize,
    reversed: bool,
) -> Option<Line<'_>> {
    let new = if reversed { LineKind::Remove } else { LineKind::Add };
    of_span(source, span)
        .skip_while(|line| line.text.starts_with(b"@@"))
        .filter(|line| {
            line.text.first().is_none_or(|first| *first != new.marker() && *first != b'\\')
        })
        .nth(index)
}

/// The first line that a hunk adds with this text.
pub(super) fn added_line<'s>(source: &'s [u8], span: Span, text: &[u8]) -> Option<Line<'s>> {
    let added = |line: &Line<'_>| line.text.strip_prefix(b"+") == Some(text);
    of_span(source, span).find(added)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &[u8] = b"--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n\n d\r\n";

    fn hunk() -> Span {
        Span { start: 16, end: SOURCE.len(), line: 3 }
    }

    #[test]
    fn a_span_gives_whole_lines() {
        let inside = Span { start: 18, end: 20, line: 3 };
        let lines: Vec<_> = of_span(SOURCE, inside).collect();
        assert_eq!(lines, [Line { number: 3, text: b"@@ -1,3 +1,3 @@" }]);
        assert_eq!(of_span(SOURCE, hunk()).last(), Some(Line { number: 8, text: b" d" }));
        assert_eq!(of_span(SOURCE, Span { start: 99, end: 120, line: 7 }).count(), 0);
    }

    #[test]
    fn old_lines_are_counted_without_header_and_new_lines() {
        let text = |index, reversed| old_line(SOURCE, hunk(), index, reversed).map(|l| l.text);
        assert_eq!(text(0, false), Some(&b" a"[..]));
        assert_eq!(text(1, false), Some(&b"-b"[..]));
        assert_eq!(text(2, false), Some(&b""[..]), "a blank context line without its marker");
        assert_eq!(text(1, true), Some(&b"+c"[..]));
        assert_eq!(text(9, false), None);
    }
}
