//! Several files in one text, so that an example of the corpora reads from top to bottom.
//!
//! The format is that of Go's `txtar`: a comment, then parts, each after a line `-- NAME --`. What
//! `txtar` cannot express, since its files are text only, is stated in the line of the part:
//!
//! ```text
//! # What the example is about.
//! -- before/run.sh (executable) --
//! #!/bin/sh
//! -- before/data (escaped, no final newline) --
//! caf\xe9\r
//! \x2d- no separator --
//! ```
//!
//! In an `escaped` part a line ends where its line of the text ends, and `\\`, `\t`, `\r`, `\0` and
//! `\xNN` are bytes. A name that could be misread is between quotes, escaped the same way, with
//! `\"` and `\n` in addition. Every archive has exactly one text, which [`Archive`] prints, and
//! only what cannot be written plainly is escaped in it: `parse(print(archive)) = archive`,
//! whatever the bytes.
//!
//! The crate `txtar` reads only UTF-8 and gives every file a final newline; both are things that
//! patches get wrong.

use std::fmt::{self, Write as _};
use std::str::Chars;

use bstr::{BStr, BString, ByteSlice, ByteVec as _};

/// What a separator says about a part besides its name, in this order.
const MARKS: [&str; 3] = [EXECUTABLE, ESCAPED, NO_FINAL_NEWLINE];
const EXECUTABLE: &str = "executable";
const ESCAPED: &str = "escaped";
const NO_FINAL_NEWLINE: &str = "no final newline";

/// A comment and files with their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// The text before the first part: lines, none of which looks like a separator.
    pub comment: String,
    /// The files, in the order of the text.
    pub parts: Vec<Part>,
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: BString,
    /// Whether it is marked as executable.
    pub executable: bool,
    /// Its bytes.
    pub contents: BString,
}

/// Why a text is not an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line, 1-based.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Archive {
    /// Reads an archive.
    ///
    /// # Errors
    ///
    /// The first line that does not match the format.
    pub fn parse(text: &[u8]) -> Result<Self, Malformed> {
        let mut archive = Self::default();
        let mut open: Option<Open> = None;
        for (index, line) in text.lines_with_terminator().enumerate() {
            let wrong = |what: String| Malformed { line: index + 1, what };
            let line = text_of_line(line).map_err(wrong)?;
            if let Some(header) = separator(line) {
                archive.parts.extend(open.take().map(Open::close).transpose()?);
                open = Some(Open::new(index + 1, header).map_err(wrong)?);
            } else if let Some(open) = &mut open {
                open.line(line).map_err(wrong)?;
            } else {
                archive.comment.push_str(line);
                archive.comment.push('\n');
            }
        }
        archive.parts.extend(open.map(Open::close).transpose()?);
        Ok(archive)
    }
}

/// A line without its ending.
fn text_of_line(line: &[u8]) -> Result<&str, String> {
    let line = line.strip_suffix(b"\n").ok_or("the text ends inside a line")?;
    line.to_str().map_err(|_| "the line is not UTF-8: write the part (escaped)".to_owned())
}

/// The text between the dashes of a line that looks like a separator.
fn separator(line: &str) -> Option<&str> {
    line.strip_prefix("-- ")?.strip_suffix(" --")
}

/// A part whose lines are being read.
struct Open {
    /// The line of its separator.
    line: usize,
    part: Part,
    escaped: bool,
    final_newline: bool,
}

impl Open {
    fn new(line: usize, header: &str) -> Result<Self, String> {
        let (name, mut marks) = name_and_marks(header)?;
        let mut has = |mark: &str| {
            let found = marks.iter().position(|found| *found == mark);
            found.map(|at| marks.remove(at)).is_some()
        };
        let part = Part { name, executable: has(EXECUTABLE), contents: BString::default() };
        let (escaped, final_newline) = (has(ESCAPED), !has(NO_FINAL_NEWLINE));
        match marks.first() {
            None => Ok(Self { line, part, escaped, final_newline }),
            Some(mark) => Err(format!("{mark:?} is no mark, or is there twice: {MARKS:?} are")),
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.escaped {
            self.part.contents.push_str(unescaped(line)?);
        } else {
            self.part.contents.push_str(line);
        }
        self.part.contents.push(b'\n');
        Ok(())
    }

    fn close(mut self) -> Result<Part, Malformed> {
        // A part without a line is empty, and has no newline to lose.
        if !self.final_newline && self.part.contents.pop().is_none() {
            let what = format!("`{NO_FINAL_NEWLINE}` of a part without a line");
            return Err(Malformed { line: self.line, what });
        }
        Ok(self.part)
    }
}

/// `NAME`, `NAME (MARK, MARK)`, with the name between quotes or not.
fn name_and_marks(header: &str) -> Result<(BString, Vec<&str>), String> {
    let (name, rest) = if let Some(quoted) = header.strip_prefix('"') {
        let (name, rest) = until_quote(quoted).ok_or("the quote is not closed")?;
        (unescaped(name)?, rest)
    } else {
        let end = header.find(" (").unwrap_or(header.len());
        let (name, rest) = header.split_at(end);
        if is_misread(name.into()) {
            return Err(format!("the name is to be between quotes: {}", quoted(name.into())));
        }
        (name.into(), rest)
    };
    if rest.is_empty() {
        return Ok((name, Vec::new()));
    }
    let marks = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    let marks = marks.ok_or_else(|| format!("{rest:?} follows the name: marks are ` (MARK)`"))?;
    Ok((name, marks.split(", ").collect()))
}

/// A text up to its first quote that is not after a backslash, and the text after the quote.
fn until_quote(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    for (at, char) in text.char_indices() {
        match char {
            '"' if !is_escaped => return Some((&text[..at], &text[at + 1..])),
            _ => is_escaped = char == '\\' && !is_escaped,
        }
    }
    None
}

/// The bytes that a text with escapes denotes.
fn unescaped(text: &str) -> Result<BString, String> {
    let mut bytes = BString::default();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => bytes.push(escape(&mut chars)?),
            char => bytes.push_char(char),
        }
    }
    Ok(bytes)
}

/// The byte that is written after a backslash.
fn escape(chars: &mut Chars<'_>) -> Result<u8, String> {
    Ok(match chars.next().ok_or("a lone backslash ends the line")? {
        '\\' => b'\\',
        '"' => b'"',
        't' => b'\t',
        'r' => b'\r',
        'n' => b'\n',
        '0' => 0,
        'x' => {
            let mut digit =
                || chars.next()?.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let byte = digit().zip(digit()).map(|(high, low)| high << 4 | low);
            byte.ok_or("`\\x` lacks two hexadecimal digits")?
        }
        char => return Err(format!("`\\{char}` is no escape")),
    })
}

impl fmt::Display for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.comment)?;
        self.parts.iter().try_for_each(|part| part.fmt(f))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, executable, contents } = self;
        let lines = || contents.lines_with_terminator().map(|line| without_newline(line.into()));
        let escaped = lines().any(needs_escapes);
        let ends_in_a_line = !contents.is_empty() && !contents.ends_with(b"\n");
        let marks = MARKS.iter().zip([*executable, escaped, ends_in_a_line]);
        let marks: Vec<&str> = marks.filter(|(_, has)| *has).map(|(mark, _)| *mark).collect();
        let marks =
            if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let name = if is_misread(name.as_ref()) { quoted(name.as_ref()) } else { name.to_string() };
        writeln!(f, "-- {name}{marks} --")?;
        lines().try_for_each(|line| {
            writeln!(f, "{}", if escaped { escaped_line(line) } else { line.to_string() })
        })
    }
}

fn without_newline(line: &BStr) -> &BStr {
    line.strip_suffix(b"\n").unwrap_or(line).as_bstr()
}

/// Whether a line contains something that a reader does not see, an editor changes, or a separator
/// is made of.
fn needs_escapes(line: &BStr) -> bool {
    match line.to_str() {
        Ok(text) => text.chars().any(is_unseen) || separator(text).is_some(),
        Err(_) => true,
    }
}

/// Whether a name could be taken for marks, or is not plain text.
fn is_misread(name: &BStr) -> bool {
    let has_special = |text: &str| text.contains(['"', '(', '\\', '\t']) || text.trim() != text;
    match name.to_str() {
        Ok(text) => text.is_empty() || has_special(text) || text.chars().any(is_unseen),
        Err(_) => true,
    }
}

/// Whether a character leaves no mark of its own on a screen, blanks and tabs aside.
fn is_unseen(char: char) -> bool {
    let is_blank = char.is_whitespace() && !matches!(char, ' ' | '\t');
    let has_no_width =
        matches!(char, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}');
    is_blank || has_no_width || (char.is_control() && char != '\t')
}

fn quoted(name: &BStr) -> String {
    format!("\"{}\"", escaped(name).replace('"', "\\\""))
}

/// A line of an escaped part: even one that looks like a separator reads as contents.
fn escaped_line(line: &BStr) -> String {
    let text = escaped(line);
    match text.strip_prefix('-') {
        Some(rest) if separator(&text).is_some() => format!("\\x2d{rest}"),
        _ => text,
    }
}

fn escaped(bytes: &BStr) -> String {
    let mut text = String::new();
    for (start, end, char) in bytes.char_indices() {
        let bytes = &bytes[start..end];
        let is_text = bytes.to_str().is_ok() && !is_unseen(char);
        match char {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '\n' => text.push_str("\\n"),
            '\0' => text.push_str("\\0"),
            char if is_text => text.push(char),
            _ => bytes.iter().for_each(|byte| {
                let _ = write!(text, "\\x{byte:02x}");
            }),
        }
    }
    text
}

#[cfg(test)]
mod tests;
