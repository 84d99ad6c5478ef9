//! A patch for a terminal: in colour, with changed words marked, and without any control sequence
//! of its own.

use std::fmt::Write as _;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use bstr::{BStr, ByteSlice};
use patch_apply::visible;
use patch_gen::{Block, ShownLine, blocks};
use patch_parse::{FilePatch, Format, Hunk, LineKind, Newline, WriteOptions};

use crate::parallel;
use crate::report::STYLES;

/// Names and modes.
const HEADER: Style = Style::new().bold();

/// The numbers of a hunk.
const NUMBERS: Style = AnsiColor::Cyan.on_default();

/// The sections of a unified diff.
pub(crate) fn unified(sections: &[FilePatch<'_>], options: &WriteOptions<'_>) -> String {
    parallel::map(sections, |section| {
        let mut out = String::new();
        let text = section.to_bytes_with(Format::Unified, options);
        headers(&text, &mut out);
        // Every other line of a section begins with a sign of its own.
        let numbers = text.lines().filter(|line| line.starts_with(b"@@ "));
        for (numbers, one) in numbers.zip(section.hunks()) {
            hunk_header(numbers, &mut out);
            hunk(one, &mut out);
        }
        out
    })
    .concat()
}

/// The text of a patch in any format, coloured by how its lines begin.
pub(crate) fn lines(text: &[u8]) -> String {
    let mut out = String::new();
    for line in text.lines_with_terminator() {
        let style = match line.first() {
            Some(b'*') => HEADER,
            Some(b'@') => NUMBERS,
            Some(b'-') => STYLES.removed,
            Some(b'+') => STYLES.added,
            _ => Style::new(),
        };
        put(style, line.trim_end_with(|c| c == '\n'), &mut out);
        out.push('\n');
    }
    out
}

/// All lines before the first hunk.
fn headers(section: &[u8], out: &mut String) {
    for line in section.lines().take_while(|line| !line.starts_with(b"@@ ")) {
        put(HEADER, line, out);
        out.push('\n');
    }
}

/// The numbers in colour, the rest plain.
fn hunk_header(line: &[u8], out: &mut String) {
    let numbers = line.find(" @@").map_or(line.len(), |at| at + " @@".len());
    let (numbers, heading) = line.split_at(numbers);
    put(NUMBERS, numbers, out);
    put(Style::new(), heading, out);
    out.push('\n');
}

fn hunk(hunk: &Hunk<'_>, out: &mut String) {
    for block in blocks(hunk) {
        match block {
            Block::Context(lines) => lines.iter().for_each(|line| put_line(line, out)),
            Block::Change { old, new } => {
                old.iter().chain(&new).for_each(|line| put_line(line, out));
            }
        }
    }
}

fn put_line(shown: &ShownLine<'_>, out: &mut String) {
    let line = &shown.line.line;
    let style = match line.kind {
        LineKind::Context => Style::new(),
        LineKind::Remove => STYLES.removed,
        LineKind::Add => STYLES.added,
    };
    put(style, &[line.kind.marker()], out);
    let mut done = 0;
    let piece = |range: Range<usize>| line.text.get(range).unwrap_or_default();
    for word in &shown.words {
        put(style, piece(done..word.start), out);
        put(style.invert(), piece(word.clone()), out);
        done = word.end;
    }
    put(style, piece(done..line.text.len()), out);
    if shown.tells_crlf {
        put(style.invert(), b"\r", out);
    }
    out.push('\n');
    if line.newline == Newline::None {
        out.push_str("\\ No newline at end of file\n");
    }
}

/// Appends text from outside.
fn put(style: Style, text: &[u8], out: &mut String) {
    if !text.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(out, "{style}{}{style:#}", visible::line(BStr::new(text)).limit(usize::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(patch: &str, expected: &str) {
        let patch = patch_parse::parse(patch.as_bytes()).unwrap();
        let text = unified(&patch.files, &WriteOptions::default());
        let shown = text.replace("\x1b[", "^").replace("^0m", "^");
        assert_eq!(shown, expected);
    }

    #[test]
    fn words_that_change_are_marked() {
        check(
            "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ fn f()\n let a;\n-let b = 1;\n+let c = 1;\n",
            "^1m--- a/x^\n^1m+++ b/x^\n^36m@@ -1,2 +1,2 @@^ fn f()\n let a;\n\
             ^31m-^^31mlet ^^7m^31mb^^31m = 1;^\n^32m+^^32mlet ^^7m^32mc^^32m = 1;^\n",
        );
    }

    #[test]
    fn no_byte_of_a_file_is_a_command_of_the_terminal() {
        check(
            "--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\n+\x1b[31mred\n+\u{202e}x\n",
            "^1m--- a/x^\n^1m+++ b/x^\n^36m@@ -1 +1,2 @@^\n^31m-^^31ma^\n\
             ^32m+^^32m\\x1b[31mred^\n^32m+^^32m\\u{202e}x^\n",
        );
    }

    #[test]
    fn line_endings_are_told_where_they_differ() {
        check(
            "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+two\n",
            "^1m--- a/x^\n^1m+++ b/x^\n^36m@@ -1,2 +1,2 @@^\n one^7m\\r^\n\
             ^31m-^^31mtwo^^7m^31m\\r^\n^32m+^^32mtwo^\n",
        );
        check(
            "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\r\n+two\r\n\\ No newline at end of file\n",
            "^1m--- a/x^\n^1m+++ b/x^\n^36m@@ -1 +1 @@^\n^31m-^^31mone^\n^32m+^^32mtwo\\r^\n\\ No newline at end of file\n",
        );
    }
}
