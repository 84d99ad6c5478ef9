//! Decides whether text around sections is prose, or a hunk whose header was lost.
//!
//! A change outside all hunks must not vanish as prose. So the text between sections is divided
//! into blocks of lines that could be hunk lines; a block that reads like code and not like a list,
//! a rule or a name is an error. Before the first hunk prose is more likely.

use nom::Parser as _;
use nom::bytes::complete::{tag, take_while1};

use super::PResult;
use super::block::{Quiet, Quote, Shape, Strays};
use super::hunk_header::NUMBERED_HEADER;
use super::line::Line;
use super::reader::Reader;
use super::starts::{is_mail_start, is_signature};
use crate::{Code, Counts, Format, ParseError};

impl<'a> Reader<'a> {
    /// Reads a line outside all sections. It is an error if the line, or the block that ends before
    /// it, is a change outside all hunks.
    pub(super) fn stray(&mut self, line: &Line<'a>) -> Result<(), ParseError> {
        let is_behind_hunk = self.has_hunks();
        self.read_quiet(line);
        if self.tally.strays.quiet != Quiet::No {
            return Ok(());
        }
        self.check_garbled(line)?;
        if self.counts == Counts::Believed {
            return Ok(());
        }
        let shape = Shape::of(line.text);
        let is_text = match shape {
            Shape::Plain | Shape::Empty => true,
            Shape::Dashes => !(self.tally.strays.takes_dashes() && self.is_marked_next()),
            _ => false,
        };
        if is_text {
            let is_behind_block = !self.tally.strays.block.is_empty();
            self.end_of_block()?;
            self.tally.strays.push_text(shape, line.text, is_behind_block);
        } else {
            self.tally.strays.block.is_behind_hunk = is_behind_hunk;
            self.tally.strays.block.push(shape, line);
        }
        Ok(())
    }

    /// Notes from where on marked lines are text, and from where on they are not.
    fn read_quiet(&mut self, line: &Line<'a>) {
        let ends_patch = || line.text == b"-- " || is_signature(&self.cursor, line);
        let ends_message = self.tally.strays.is_message() && line.text == b"---";
        let starts_rest =
            line.starts_with("Property changes on: ") || ends_patch() || is_interdiff(line);
        if is_mail_start(line) {
            let is_mail = line.starts_with("From ");
            self.tally.strays.quiet = if is_mail { Quiet::Mail } else { Quiet::Message };
        } else if line.starts_with("Subject: ") && !self.tally.strays.is_mail() {
            self.tally.strays.quiet = Quiet::Message;
        } else if ends_message || (self.has_hunks() && starts_rest) {
            self.tally.strays.quiet = Quiet::Rest;
        }
    }

    /// Ends the text between two sections.
    pub(super) fn end_of_strays(&mut self) -> Result<(), ParseError> {
        let ended = self.end_of_block();
        self.tally.strays = Strays::default();
        ended
    }

    fn end_of_block(&mut self) -> Result<(), ParseError> {
        let Some(first) = self.tally.strays.end_block() else { return Ok(()) };
        let rule = "lines that start with `+` or `-` follow the header of their hunk";
        let error = self.error(Code::InvalidHunkLine, first, rule);
        let line = self.cursor.at_span(first).next();
        Err(line.map_or(error.clone(), |line| error.found(line.text)))
    }

    /// Whether the line after the next one may belong to a hunk.
    fn is_marked_next(&self) -> bool {
        self.cursor.peek_second().is_some_and(|next| next.is_marked())
    }

    /// Whether an indented hunk header belongs to a hunk that is indented as a whole, as a
    /// quotation in a text is. Unless counts are believed, such a hunk after others may be meant,
    /// and is not taken for a quotation.
    fn is_quoted(&self, line: &Line<'a>) -> bool {
        let len = line.text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let Some(blanks) = line.text.get(..len).filter(|blanks| !blanks.is_empty()) else {
            return false;
        };
        if self.counts == Counts::Advice && self.has_hunks() {
            return false;
        }
        let known = self.end_of_quote.get();
        if let Some(quote) = known.filter(|quote| quote.depth == len && quote.has(line.span)) {
            return quote.is_one;
        }
        let is_behind_blanks = |next: &Line<'a>| {
            next.text.strip_prefix(blanks).is_some_and(|rest| {
                matches!(rest.first(), None | Some(b' ' | b'+' | b'-' | b'@' | b'\\' | b'\t'))
            })
        };
        let mut ahead = self.cursor.behind(line);
        let mut end = line.span.end;
        let behind = std::iter::from_fn(|| ahead.next()).take(MOST_QUOTED);
        let next = behind.into_iter().find(|next| {
            let is_quoted = is_behind_blanks(next);
            if is_quoted {
                end = next.span.end;
            }
            !is_quoted
        });
        let is_one = next.is_none_or(|next| !next.is_marked());
        let lines = (line.span.start, end);
        self.end_of_quote.set(Some(Quote { lines, depth: len, is_one }));
        is_one
    }

    /// Refuses a hunk header that lost a part and is followed by hunk lines.
    fn check_garbled(&self, line: &Line<'a>) -> Result<(), ParseError> {
        if is_garbled_header(line.text) && self.is_marked_next() && !self.is_quoted(line) {
            let rule = match self.format {
                Format::Unified => NUMBERED_HEADER,
                Format::OpenCode => "expected `@@` before the numbers of a hunk",
            };
            return Err(self.error_at(Code::InvalidHunkHeader, line, rule));
        }
        Ok(())
    }
}

/// How many lines of a quoted hunk are examined.
const MOST_QUOTED: usize = 1000;

/// Whether the line starts the comparison with the previous version that `git format-patch` writes
/// after the patch.
fn is_interdiff(line: &Line<'_>) -> bool {
    ["Interdiff", "Range-diff"].iter().any(|word| {
        line.after(word).is_some_and(|rest| rest == b":" || rest.starts_with(b" against "))
    })
}

/// Whether a line has the numbers of a hunk header after the wrong signs: `@ -10,3 +10,3 @@`,
/// `> @@ -10,3 +10,3 @@`.
///
/// ```ebnf
/// garbled = sign { sign } "-" digits_or_commas " +" digits_or_commas text ;
/// ```
pub(super) fn is_garbled_header(text: &[u8]) -> bool {
    let signs = take_while1(|byte: u8| b"@>#*|\"'` \t".contains(&byte));
    let numbers = || take_while1(|byte: u8| byte.is_ascii_digit() || byte == b',');
    let mut ranges = (signs, tag("-"), numbers(), tag(" +"), numbers());
    let garbled: PResult<'_, _> = ranges.parse(text);
    garbled.is_ok() && text.contains(&b'@') && !text.starts_with(b"@@")
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
}
