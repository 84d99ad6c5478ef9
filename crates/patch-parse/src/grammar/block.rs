//! Decides whether a block of lines outside sections is a piece of a hunk or only looks like one.

use super::line::Line;
use crate::Span;

/// What has been seen of the text after the last section.
#[derive(Clone, Debug, Default)]
pub(super) struct Strays {
    pub(super) quiet: Quiet,
    pub(super) block: Block,
    before: Before,
    /// Whether a list is open; indented lines may continue its items.
    is_in_list: bool,
    /// Whether a line since the last plain one can only be context of a hunk.
    has_context: bool,
}

/// The line before a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Before {
    #[default]
    Text,
    /// An empty line, or one that ends in a comma: a signature may follow.
    Gap,
    /// A line that stands for lines left out of a file.
    Dots,
}

/// What the indented lines of a block show about its marked ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Amid {
    #[default]
    Nothing,
    /// An indented line comes before the first marked one.
    Front,
    /// A line is indented by one blank, as context is; the text of a list is indented by more or
    /// not at all.
    Context,
}

/// Whether marked lines are text, whatever they look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Quiet {
    #[default]
    No,
    /// In the head and the message of a mail, up to `---`, or of a commit in a log.
    Message,
    /// The same in a mail of `git format-patch`.
    Mail,
    /// After that, after a signature, and in the properties that Subversion writes.
    Rest,
}

/// Consecutive lines that could all be lines of a hunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) first: Option<Span>,
    pub(super) is_behind_hunk: bool,
    /// Whether it has a line that nobody writes in prose.
    pub(super) has_code: bool,
    /// `-word`: a removed line, an option, or the name under a letter.
    removed_words: usize,
    /// `- text` and `+ text`.
    removed_items: usize,
    added_items: usize,
    /// `+` or `-` and nothing else.
    bare: usize,
    context: usize,
    amid: Amid,
}

/// What a line outside a hunk may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Plain,
    Empty,
    Context,
    /// `+` or `-` and nothing else.
    Bare,
    /// `-- text`, `--text`: a signature, or a removed line that starts with a dash.
    Dashes,
    RemovedItem,
    RemovedWord,
    AddedItem,
    Code,
}

impl Strays {
    /// Whether the line is in the head or the message of a mail, where a hunk header is text.
    pub(super) fn is_message(&self) -> bool {
        matches!(self.quiet, Quiet::Message | Quiet::Mail)
    }

    /// Whether that mail is one of `git format-patch`.
    pub(super) fn is_mail(&self) -> bool {
        self.quiet == Quiet::Mail
    }

    /// Ends the current block; returns the place of its first change if it is a piece of a hunk.
    pub(super) fn end_block(&mut self) -> Option<Span> {
        let block = std::mem::take(&mut self.block);
        self.has_context |= block.amid == Amid::Context;
        let is_lost = block.has_code || (block.is_behind_hunk && block.is_lost(self));
        self.is_in_list |= block.items() > 0;
        block.first.filter(|_| is_lost)
    }

    /// Notes a line that is in no block; any block before it has ended.
    pub(super) fn push_text(&mut self, shape: Shape, text: &[u8], is_behind_block: bool) {
        // A separate paragraph does not belong to the list above it.
        let is_apart = is_omission(text) || (self.before == Before::Gap && !is_behind_block);
        self.before = match shape {
            Shape::Empty => Before::Gap,
            _ if is_omission(text) => Before::Dots,
            _ if text.ends_with(b",") => Before::Gap,
            _ => Before::Text,
        };
        if shape != Shape::Empty {
            self.is_in_list = starts_item(text) || (self.is_in_list && !is_apart);
            self.has_context = false;
        }
    }

    /// Whether a line that starts with two dashes is a removed one, because it is among lines of a
    /// hunk.
    pub(super) fn takes_dashes(&self) -> bool {
        let block = &self.block;
        let is_open = self.is_in_list || block.items() > 0;
        let is_amid = block.amid == Amid::Context || self.has_context || !is_open;
        (block.context > 0 && is_amid) || self.before == Before::Dots
    }
}

impl Block {
    pub(super) fn push(&mut self, shape: Shape, line: &Line<'_>) {
        if shape != Shape::Context {
            self.first.get_or_insert(line.span);
        }
        match shape {
            Shape::Code => self.has_code = true,
            Shape::RemovedWord | Shape::Dashes => self.removed_words += 1,
            Shape::RemovedItem => self.removed_items += 1,
            Shape::AddedItem => self.added_items += 1,
            Shape::Bare => self.bare += 1,
            Shape::Context => {
                self.context += 1;
                self.amid = self.amid.max(self.amid_context(line.text));
            }
            Shape::Plain | Shape::Empty => {}
        }
    }

    /// What an indented line shows about the marked ones. An indented list item shows nothing: its
    /// list may be open or not.
    fn amid_context(&self, text: &[u8]) -> Amid {
        let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if starts_item(text.get(blanks..).unwrap_or_default()) {
            Amid::Nothing
        } else if blanks == 1 {
            Amid::Context
        } else if self.first.is_none() {
            Amid::Front
        } else {
            Amid::Nothing
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none() && self.context == 0
    }

    fn items(&self) -> usize {
        self.removed_items + self.added_items
    }

    /// Whether the block is a piece of a hunk after all, and not a list, a rule or a name.
    ///
    /// The continuation of a list item comes after it and is indented deeper than its mark. So a
    /// line indented by one blank is context of a hunk, and so is an indented line before all
    /// items.
    fn is_lost(&self, around: &Strays) -> bool {
        let has_context = self.context + self.bare > 0;
        let is_name = self.removed_words == 1
            && around.before == Before::Gap
            && !has_context
            && self.items() == 0;
        let is_amid_context = match self.amid {
            Amid::Nothing => around.has_context,
            Amid::Front => around.has_context || !around.is_in_list,
            Amid::Context => true,
        };
        (self.removed_words > 0 && !is_name)
            || (self.removed_items > 0 && self.added_items > 0 && has_context)
            || (self.items() + self.bare > 0 && is_amid_context)
            || (self.items() + self.bare > 0 && around.before == Before::Dots)
    }
}

/// Whether a line is an item of a list: `* text`, `- text`, `1. text`.
fn starts_item(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = text.get(digits..).unwrap_or_default();
    match behind {
        [b'.' | b')', rest @ ..] if digits > 0 => rest.first().is_none_or(|byte| *byte == b' '),
        [b'*' | b'-' | b'+', rest @ ..] if digits == 0 => rest.first() == Some(&b' '),
        _ => "•".as_bytes() == text.get(..3).unwrap_or_default(),
    }
}

/// Whether a line stands for others that are left out: dots alone, in brackets or in a comment,
/// which may have words.
fn is_omission(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_item = starts_item(text);
    let signs = text.iter().take_while(|byte| b"/#<!-*;%([{ ".contains(byte)).count();
    let text = text.get(signs..).unwrap_or_default();
    let dots = ["...", "…", "⋮"].iter().find_map(|dots| text.strip_prefix(dots.as_bytes()));
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    !is_item && dots.is_some_and(|behind| signs > 0 || !behind.iter().any(is_word))
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
            [] => Self::Bare,
            // A rule, or the name of a file.
            _ if blanks == 0 && (rest.starts_with(b"-- ") || is_dashes(rest)) => Self::Plain,
            [b'-', ..] if blanks == 0 => Self::Dashes,
            text if blanks == 1 && starts_comment_line(text) => Self::Code,
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
            [] => Self::Bare,
            _ if is_rule => Self::Plain,
            text if blanks == 1 && starts_comment_line(text) => Self::Code,
            // `+1`: agreed.
            [b'1', after @ ..]
                if blanks == 0 && !after.first().is_some_and(u8::is_ascii_alphanumeric) =>
            {
                Self::Plain
            }
            // A name, or the trace of a shell: `+++ x`, `++ x`.
            [b'+', b'+', b' ', ..] if blanks == 0 => Self::Plain,
            [b'+', b' ', ..] if blanks == 0 => Self::AddedItem,
            [first, ..] if blanks == 1 && *first != b'\t' => Self::AddedItem,
            _ => Self::Code,
        }
    }
}

fn is_dashes(text: &[u8]) -> bool {
    text.iter().all(|byte| *byte == b'-')
}

/// Whether the text is the second or last line of a block comment: `* text`, `*/`. Nobody writes an
/// item inside an item, but many begin with text in bold (`**text**`).
fn starts_comment_line(text: &[u8]) -> bool {
    matches!(text, [b'*'] | [b'*', b' ' | b'\t' | b'/', ..])
}

/// Lines that may quote a hunk: those of one that begin with the same blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote {
    /// The bytes of the lines, and how many blanks each begins with.
    pub(super) lines: (usize, usize),
    pub(super) depth: usize,
    /// Whether they do.
    pub(super) is_one: bool,
}

impl Quote {
    pub(super) fn has(&self, line: Span) -> bool {
        self.lines.0 <= line.start && line.end <= self.lines.1
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
            ("---- x", Shape::Dashes),
            ("--- name", Shape::Plain),
            ("-- John", Shape::Dashes),
            ("--", Shape::Plain),
            ("-", Shape::Bare),
            ("- item", Shape::RemovedItem),
            ("-   item", Shape::RemovedItem),
            ("-John", Shape::RemovedWord),
            ("-    code();", Shape::Code),
            ("- * comment", Shape::Code),
            ("- */", Shape::Code),
            ("- **Bold** text", Shape::RemovedItem),
            ("- *text* and more", Shape::RemovedItem),
            ("+1 from me", Shape::Plain),
            ("+----+----+", Shape::Plain),
            ("+ item", Shape::AddedItem),
            ("+ * comment", Shape::Code),
            ("+ */", Shape::Code),
            ("+ **Bold** text", Shape::AddedItem),
            ("++ run", Shape::AddedItem),
            ("+++ name", Shape::Plain),
            ("+word", Shape::Code),
            ("+  code", Shape::Code),
            ("+10", Shape::Code),
            ("+", Shape::Bare),
            ("+  ", Shape::Bare),
        ] {
            assert_eq!(Shape::of(line.as_bytes()), shape, "{line}");
        }
    }

    #[test]
    fn lines_that_leave_others_out() {
        for line in [
            "...",
            "…",
            "# ...",
            "// ... rest of code",
            "[...]",
            "<!-- ... -->",
            "/* ... */",
            "(…)",
        ] {
            assert!(is_omission(line.as_bytes()), "{line}");
        }
        for line in ["... and more:", "And so on ...", "* ... one", "", "//", "x...", ".."] {
            assert!(!is_omission(line.as_bytes()), "{line}");
        }
    }
}
