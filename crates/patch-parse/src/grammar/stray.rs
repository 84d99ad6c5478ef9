//! Text around sections: prose, or a hunk whose header was lost?
//!
//! A change that no hunk takes must not vanish as prose. So the text between sections is looked at
//! in blocks of lines that could be hunk lines; a block that reads like code and not like a list, a
//! rule or a name is an error. In front of the first hunk prose is likelier.

use super::line::Line;
use super::reader::Reader;
use super::unified::{is_mail_start, is_signature};
use crate::{Code, Counts, ParseError};

/// What is known of the text behind the last section.
#[derive(Debug, Default)]
pub(super) struct Strays<'a> {
    quiet: Quiet,
    block: Block<'a>,
    /// The line before the block is empty, or ends in a comma: what follows may be a name.
    is_after_gap: bool,
}

/// Where marked lines are text whatever they look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Quiet {
    #[default]
    No,
    /// The head and the message of a mail, up to `---`.
    Message,
    /// Behind that, behind a signature, and in the properties that Subversion writes.
    Rest,
}

/// Lines that follow each other and could all be lines of a hunk.
#[derive(Debug, Default)]
struct Block<'a> {
    first: Option<Line<'a>>,
    is_behind_hunk: bool,
    /// It has a line that nobody writes in prose.
    has_code: bool,
    /// `-word`: a removed line, an option, a name below a letter.
    removed_words: usize,
    /// `- text` and `+ text`.
    removed_items: usize,
    added_items: usize,
    context: usize,
}

/// What a line outside a hunk may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Plain,
    Empty,
    Context,
    RemovedItem,
    RemovedWord,
    AddedItem,
    Code,
}

impl Strays<'_> {
    /// Whether the line is in the head or the message of a mail, where a hunk header is text.
    pub(super) fn is_message(&self) -> bool {
        self.quiet == Quiet::Message
    }
}

impl<'a> Reader<'a> {
    /// Reads a line outside all sections. An error when it, or the block that ends before it, is a
    /// change that no hunk takes.
    pub(super) fn stray(&mut self, line: &Line<'a>) -> Result<(), ParseError> {
        let is_behind_hunk = self.has_hunks();
        self.read_quiet(line);
        if self.strays.quiet != Quiet::No {
            return Ok(());
        }
        self.check_garbled(line)?;
        if self.counts == Counts::Believed {
            return Ok(());
        }
        let shape = Shape::of(line.text);
        if matches!(shape, Shape::Plain | Shape::Empty) {
            self.end_of_block()?;
            self.strays.is_after_gap = shape == Shape::Empty || line.text.ends_with(b",");
        } else {
            self.strays.block.is_behind_hunk = is_behind_hunk;
            self.strays.block.push(shape, line);
        }
        Ok(())
    }

    /// Notes where marked lines begin to be text, or end to.
    fn read_quiet(&mut self, line: &Line<'a>) {
        let ends_patch = || line.text == b"-- " || is_signature(&self.cursor, line);
        let ends_message = self.strays.is_message() && line.text == b"---";
        let starts_rest = line.starts_with("Property changes on: ") || ends_patch();
        if is_mail_start(line) || line.starts_with("Subject: ") {
            self.strays.quiet = Quiet::Message;
        } else if ends_message || (self.has_hunks() && starts_rest) {
            self.strays.quiet = Quiet::Rest;
        }
    }

    /// Ends the text between two sections.
    pub(super) fn end_of_strays(&mut self) -> Result<(), ParseError> {
        let ended = self.end_of_block();
        self.strays = Strays::default();
        ended
    }

    fn end_of_block(&mut self) -> Result<(), ParseError> {
        let block = std::mem::take(&mut self.strays.block);
        let is_after_gap = self.strays.is_after_gap;
        match block.first {
            Some(line)
                if block.has_code || (block.is_behind_hunk && block.is_lost(is_after_gap)) =>
            {
                let rule = "lines that start with `+` or `-` follow the header of their hunk";
                Err(self.error_at(Code::InvalidHunkLine, &line, rule))
            }
            _ => Ok(()),
        }
    }

    /// A hunk header that lost a part, with hunk lines behind it.
    fn check_garbled(&self, line: &Line<'a>) -> Result<(), ParseError> {
        let is_marked = |next: Line<'_>| matches!(next.text.first(), Some(b' ' | b'+' | b'-'));
        if is_garbled_header(line.text) && self.cursor.peek_second().is_some_and(is_marked) {
            let rule = "expected `@@ -old_start,old_count +new_start,new_count @@`";
            return Err(self.error_at(Code::InvalidHunkHeader, line, rule));
        }
        Ok(())
    }
}

/// Whether a line has the numbers of a hunk header behind signs that are not those of one:
/// `@ -10,3 +10,3 @@`, `> @@ -10,3 +10,3 @@`.
pub(super) fn is_garbled_header(text: &[u8]) -> bool {
    let is_junk = |byte: &u8| b"@>#*|\"'` \t".contains(byte);
    let junk = text.iter().take_while(|byte| is_junk(byte)).count();
    let Some((before, rest)) = text.split_at_checked(junk) else { return false };
    let is_marked = before.contains(&b'@') || rest.contains(&b'@');
    let opt_numbers = |text: &'_ [u8]| {
        let len = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b',').count();
        (len > 0).then_some(len)
    };
    let has_ranges = || {
        let rest = rest.strip_prefix(b"-")?;
        let rest = rest.get(opt_numbers(rest)?..)?.strip_prefix(b" +")?;
        opt_numbers(rest)
    };
    junk > 0 && !text.starts_with(b"@@") && is_marked && has_ranges().is_some()
}

impl<'a> Block<'a> {
    fn push(&mut self, shape: Shape, line: &Line<'a>) {
        if shape != Shape::Context {
            self.first.get_or_insert(*line);
        }
        match shape {
            Shape::Code => self.has_code = true,
            Shape::RemovedWord => self.removed_words += 1,
            Shape::RemovedItem => self.removed_items += 1,
            Shape::AddedItem => self.added_items += 1,
            Shape::Context => self.context += 1,
            Shape::Plain | Shape::Empty => {}
        }
    }

    /// Whether the block is a piece of a hunk all the same, and no list, rule or name.
    fn is_lost(&self, is_after_gap: bool) -> bool {
        let is_name = self.removed_words == 1
            && is_after_gap
            && self.context + self.removed_items + self.added_items == 0;
        (self.removed_words > 0 && !is_name)
            || (self.removed_items > 0 && self.added_items > 0 && self.context > 0)
    }
}

impl Shape {
    fn of(text: &[u8]) -> Self {
        match text {
            [] => Self::Empty,
            [b' ', rest @ ..] => {
                if rest.trim_ascii().is_empty() {
                    Self::Empty
                } else {
                    Self::Context
                }
            }
            [b'-', rest @ ..] => Self::removed(rest),
            [b'+', rest @ ..] => Self::added(rest),
            _ if text.trim_ascii().is_empty() => Self::Empty,
            _ => Self::Plain,
        }
    }

    fn removed(rest: &[u8]) -> Self {
        let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        match rest.get(blanks..).unwrap_or_default() {
            [] => Self::Context,
            [b'-', ..] if blanks == 0 => Self::Plain,
            [b'*', ..] if blanks == 1 => Self::Code,
            [b'\t', ..] => Self::Code,
            _ => match blanks {
                0 => Self::RemovedWord,
                1..=3 => Self::RemovedItem,
                _ => Self::Code,
            },
        }
    }

    fn added(rest: &[u8]) -> Self {
        let is_rule = rest.iter().all(|byte| b"+-= ".contains(byte));
        let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        match rest.get(blanks..).unwrap_or_default() {
            [] => Self::Context,
            _ if is_rule => Self::Plain,
            // `+1`: agreed.
            [b'1', after @ ..]
                if blanks == 0 && !after.first().is_some_and(u8::is_ascii_alphanumeric) =>
            {
                Self::Plain
            }
            // A name, or what a shell says that it does: `+++ x`, `++ x`.
            [b'+', b'+', b' ', ..] if blanks == 0 => Self::Plain,
            [b'+', b' ', ..] if blanks == 0 => Self::AddedItem,
            [first, ..] if blanks == 1 && *first != b'\t' => Self::AddedItem,
            _ => Self::Code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_lost_a_part_are_seen() {
        for line in [
            "@ -10,3 +10,3 @@",
            "> @@ -10,3 +10,3 @@ fn f() {",
            "@ @ -10 +10 @@",
            "`@@ -1,2 +1,2 @@`",
            "\"@@ -1 +1 @@",
        ] {
            assert!(is_garbled_header(line.as_bytes()), "{line}");
        }
        for line in
            ["@@ -1 +1 @@", "see @@ -1 +1 @@", "# -1 +1", "> -1,2", "@ x", "", "## -0,0 +1 ##"]
        {
            assert!(!is_garbled_header(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn prose_has_other_shapes_than_code() {
        for (line, shape) in [
            ("text", Shape::Plain),
            (" ", Shape::Empty),
            ("  indented", Shape::Context),
            ("---", Shape::Plain),
            ("-- John", Shape::Plain),
            ("- item", Shape::RemovedItem),
            ("-   item", Shape::RemovedItem),
            ("-John", Shape::RemovedWord),
            ("-    code();", Shape::Code),
            ("- * comment", Shape::Code),
            ("+1 from me", Shape::Plain),
            ("+----+----+", Shape::Plain),
            ("+ item", Shape::AddedItem),
            ("++ run", Shape::AddedItem),
            ("+++ name", Shape::Plain),
            ("+word", Shape::Code),
            ("+  code", Shape::Code),
            ("+10", Shape::Code),
            ("+", Shape::Context),
        ] {
            assert_eq!(Shape::of(line.as_bytes()), shape, "{line}");
        }
    }
}
