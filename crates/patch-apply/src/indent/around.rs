//! Examines the file around a place for the step in which it is indented.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use bstr::ByteSlice as _;

use super::halves::is_half;
use super::margins::{is_of_blanks, is_star, step_of};
use crate::text::blanks::{is_blank, without_indentation};
use crate::text::blocks::opens_block;

/// How many different lines show by which blanks a text is indented.
const LEAST_SHOWN: usize = 3;

/// The text around a place, and the step in which it is indented, worked out on demand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around<'f> {
    text: &'f [u8],
    steps: OnceCell<Steps>,
}

impl<'f> Around<'f> {
    pub(crate) fn new(text: &'f [u8]) -> Self {
        Self { text, steps: OnceCell::new() }
    }

    pub(crate) fn text(&self) -> &'f [u8] {
        self.text
    }

    /// Whether a line of the text has this indentation, not counting the star of a comment, which
    /// is one blank past a step.
    pub(crate) fn has_depth(&self, indent: &[u8]) -> bool {
        let mut lines = self.text.split(|byte| *byte == b'\n').map(without_indentation);
        lines.any(|(own, words)| own == indent && !words.is_empty() && !is_star(words))
    }

    /// Whether a line of the text has this indentation and does not continue a line before it.
    pub(crate) fn has_block_at(&self, indent: &[u8]) -> bool {
        let mut before: &[u8] = b"";
        // A line as deep as one that continues another continues that as well.
        let mut is_going_on = false;
        let lines = self.text.split(|byte| *byte == b'\n').map(without_indentation);
        let mut worded = lines.filter(|(_, words)| !words.is_empty());
        worded.any(|(own, words)| {
            let is_own = own == indent;
            is_going_on = is_own && (is_going_on || is_continued(before, words));
            before = words;
            is_own && !is_going_on && !is_star(words)
        })
    }

    /// Whether a line of the text is nothing but blanks.
    pub(crate) fn has_line_of_blanks(&self) -> bool {
        let mut lines = self.text.split(|byte| *byte == b'\n');
        lines.any(is_of_blanks)
    }

    /// Whether several lines of the text begin with this blank, and none with the other one.
    pub(crate) fn is_in(&self, blank: u8, other: u8) -> bool {
        let mut shown = BTreeSet::new();
        let mut own = self.text.lines().filter(|line| line.first() == Some(&blank));
        !self.begins_with(other) && own.any(|line| shown.insert(line) && shown.len() == LEAST_SHOWN)
    }

    /// Whether a line of the text with words begins with this blank, not counting the star of a
    /// comment.
    pub(crate) fn begins_with(&self, blank: u8) -> bool {
        let mut lines = self.text.split(|byte| *byte == b'\n').map(without_indentation);
        lines.any(|(indent, words)| {
            indent.first() == Some(&blank) && !words.is_empty() && !is_star(words)
        })
    }

    /// Whether all lines of the text are at the margin, and several of them differ.
    pub(crate) fn is_flat(&self) -> bool {
        let mut shown = BTreeSet::new();
        let mut own = self.text.lines().filter(|line| !line.is_empty());
        own.any(|line| shown.insert(line) && shown.len() == LEAST_SHOWN)
            && ![b' ', b'\t'].iter().any(|blank| self.begins_with(*blank))
    }

    /// Whether the text has a comment of the kind whose lines begin with stars.
    pub(crate) fn has_comments(&self) -> bool {
        ["/*", "*/", "(*", "*)"].iter().any(|mark| self.text.contains_str(mark))
    }

    /// The step in which the text is indented; `None` if no line is deeper than the one before it.
    pub(crate) fn unit(&self) -> Option<usize> {
        self.steps().unit()
    }

    /// Whether blocks of the text are indented in this step, too, and not just one of many.
    pub(crate) fn has_blocks_by(&self, step: usize) -> bool {
        self.steps().is_of_blocks(step)
    }

    /// Whether the text is in half tabs.
    pub(crate) fn is_in_half_tabs(&self) -> bool {
        // A text without tabs needs no count.
        if self.steps.get().is_none() && !has_tabs(self.text) {
            return false;
        }
        let Steps { half_tabs, whole_tabs, .. } = self.steps();
        *half_tabs > whole_tabs * MOST_WHOLE
    }

    fn steps(&self) -> &Steps {
        self.steps.get_or_init(|| Steps::of(self.text))
    }
}

/// A greater difference is not a step.
const WIDEST: usize = 17;

/// Among so many lines that show half tabs, one may have spaces for a tab, or be a whole tab
/// deeper.
const MOST_WHOLE: usize = 16;

/// Among so many blocks one may be indented otherwise.
const MOST_BLOCKS: usize = 8;

/// How often lines of a text are deeper than the one before by each step.
#[derive(Clone, Debug, Default)]
struct Steps {
    /// After a line that opens a block.
    blocks: [usize; WIDEST],
    /// After a line that may or may not open a block.
    others: [usize; WIDEST],
    /// In a line that continues the one before: some styles give these a step of their own.
    continued: [usize; WIDEST],
    /// The last line that was examined does not begin with a tab.
    is_in_blanks: bool,
    /// A line of the text may begin with a tab.
    has_tabs: bool,
    /// How many lines show that the text is in half tabs, and how many that it is not.
    half_tabs: usize,
    whole_tabs: usize,
}

impl Steps {
    fn of(text: &[u8]) -> Self {
        let mut steps = Self { has_tabs: has_tabs(text), ..Self::default() };
        let mut before: Option<(&[u8], &[u8])> = None;
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', text).chain([text.len()]) {
            let line = text.get(start..end).unwrap_or_default();
            start = end + 1;
            let indent = line.iter().take_while(|byte| is_blank(**byte)).count();
            // Trailing blanks are examined only if the line may have nothing else.
            let may_be_empty = line.get(indent).is_none_or(u8::is_ascii_whitespace);
            if may_be_empty && without_indentation(line).1.is_empty() {
                continue;
            }
            // The blank before the star of a comment does not belong to a step.
            let words = line.get(indent..).unwrap_or_default();
            if is_star(words) && line.get(..indent).and_then(step_of).is_some() {
                continue;
            }
            steps.is_in_blanks = !line.starts_with(b"\t");
            let own = line.get(..indent).unwrap_or_default();
            if let Some((outer, line)) = before {
                steps.take(outer, line, own, words);
            }
            before = Some((own, words));
        }
        steps
    }

    /// Counts a line that follows another one, each with its indentation and its words.
    fn take(&mut self, outer: &[u8], line: &[u8], own: &[u8], words: &[u8]) {
        let is_tab = || outer.contains(&b'\t') || own.contains(&b'\t') || own.len() > 7;
        if self.has_tabs
            && is_tab()
            && let Some(is_half) = is_half(outer, own).filter(|_| !is_continued(line, words))
        {
            let count = if is_half { &mut self.half_tabs } else { &mut self.whole_tabs };
            *count += 1;
        }
        if let Some(step) = own.len().checked_sub(outer.len()).filter(|step| *step > 0)
            && let Some(count) = self.counts_behind(line, words, step).get_mut(step)
        {
            *count += 1;
        }
    }

    /// The counts for a line that is deeper by a step, chosen by the words of the line before it
    /// and its own. A line one blank deeper than a label (`public:`) shows where the label is: it
    /// counts as continued.
    fn counts_behind(&mut self, line: &[u8], words: &[u8], step: usize) -> &mut [usize; WIDEST] {
        let line = line.trim_ascii_end();
        match line.last() {
            Some(b':') if step == 1 && self.is_in_blanks => &mut self.continued,
            Some(b'{' | b':') => &mut self.blocks,
            _ if is_continued(line, words) => &mut self.continued,
            Some(_) if opens_block(line) => &mut self.blocks,
            Some(_) | None => &mut self.others,
        }
    }

    /// The commonest step. Continuation lines count only if no other line is deeper.
    fn unit(&self) -> Option<usize> {
        let mut counts = self.blocks;
        counts.iter_mut().zip(&self.others).for_each(|(count, others)| *count += others);
        commonest(&counts).or_else(|| commonest(&self.continued))
    }

    fn is_of_blocks(&self, step: usize) -> bool {
        let most = self.blocks.iter().max().copied().unwrap_or(0);
        self.blocks.get(step).is_some_and(|count| *count > 0 && count * MOST_BLOCKS >= most)
    }
}

fn has_tabs(text: &[u8]) -> bool {
    memchr::memchr(b'\t', text).is_some()
}

/// Whether a deeper line continues the one before: that one ends in a sign that something has to
/// follow, or leaves a bracket open; or the words of the deeper one begin with such a sign.
fn is_continued(line: &[u8], words: &[u8]) -> bool {
    let is_open = matches!(
        line,
        [.., b'(' | b',' | b'=' | b'\\' | b'+']
            | [.., b'&', b'&']
            | [.., b'|' | b' ', b'|']
            | [.., b' ', b'?' | b'.']
    );
    let goes_on = matches!(
        words,
        [b'&', b'&', b' ', ..]
            | [b'|', b'|', b' ', ..]
            | [b'?' | b':' | b'+' | b'|', b' ', ..]
            | [b'\\', ..]
            | [b'o', b'r', b' ', ..]
            | [b'a', b'n', b'd', b' ', ..]
            | [b'-', b'>', ..]
            | [b':', b':', ..]
    );
    let is_call = || matches!(words, [b'.', next, ..] if next.is_ascii_alphabetic());
    is_open || goes_on || is_call() || has_open_bracket(line)
}

/// Whether a line has more opening round brackets than closing ones.
fn has_open_bracket(line: &[u8]) -> bool {
    let count = |bracket: u8| memchr::memchr_iter(bracket, line).count();
    memchr::memchr(b'(', line).is_some() && count(b'(') > count(b')')
}

/// The step that was counted most often; the smallest of several.
fn commonest(counts: &[usize]) -> Option<usize> {
    let (step, count) = counts.iter().enumerate().rev().max_by_key(|(_, count)| **count)?;
    (*count > 0).then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_with_an_open_line_shows_no_step_beside_what_is_in_a_block() {
        let of = |text: &str| Steps::of(text.as_bytes()).unit();
        assert_eq!(
            of("void f(\n    int a) {\n  for (;;) {\n    g(\n        a);\n  }\n}\n"),
            Some(2)
        );
        assert_eq!(of("f(\n    a,\n    b);\n"), Some(4));
        assert_eq!(of("if a:\n    b\nif c:\n    d(e,\n      f)\n"), Some(4));
        assert_eq!(of("a\nb\n"), None);
    }
}
