//! Blocks of lines outside sections that could be lines of a hunk.

use super::line::Line;
use crate::Span;

/// What is known of the text behind the last section.
#[derive(Clone, Debug, Default)]
pub(super) struct Strays {
    pub(super) quiet: Quiet,
    pub(super) block: Block,
    /// The line before the block is empty, or ends in a comma: what follows may be a name.
    pub(super) is_after_gap: bool,
}

/// Where marked lines are text whatever they look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Quiet {
    #[default]
    No,
    /// The head and the message of a mail, up to `---`.
    Message,
    /// Behind that, behind a signature, and in the properties that Subversion writes.
    Rest,
}

/// Lines that follow each other and could all be lines of a hunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) first: Option<Span>,
    pub(super) is_behind_hunk: bool,
    /// It has a line that nobody writes in prose.
    pub(super) has_code: bool,
    /// `-word`: a removed line, an option, a name below a letter.
    removed_words: usize,
    /// `- text` and `+ text`.
    removed_items: usize,
    added_items: usize,
    context: usize,
}

/// What a line outside a hunk may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Plain,
    Empty,
    Context,
    RemovedItem,
    RemovedWord,
    AddedItem,
    Code,
}

impl Strays {
    /// Whether the line is in the head or the message of a mail, where a hunk header is text.
    pub(super) fn is_message(&self) -> bool {
        self.quiet == Quiet::Message
    }
}

impl Block {
    pub(super) fn push(&mut self, shape: Shape, line: &Line<'_>) {
        if shape != Shape::Context {
            self.first.get_or_insert(line.span);
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
    pub(super) fn is_lost(&self, is_after_gap: bool) -> bool {
        let is_name = self.removed_words == 1
            && is_after_gap
            && self.context + self.removed_items + self.added_items == 0;
        (self.removed_words > 0 && !is_name)
            || (self.removed_items > 0 && self.added_items > 0 && self.context > 0)
    }
}

impl Shape {
    pub(super) fn of(text: &[u8]) -> Self {
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
