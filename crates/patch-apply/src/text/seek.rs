//! Finds a line by its number without a table of all lines.

use patch_parse::LineEnds;

use super::Text;

/// Bytes whose newlines are counted together, at most.
const BLOCK: usize = 1 << 12;

/// The assumed length of a line, rather short, until the text has shown one.
const SHORT_LINE: usize = 16;

/// The fewest bytes that are counted at once, so that uneven lines do not take many steps.
const LEAST: usize = 1 << 8;

/// The most newlines that are visited one by one, which is cheaper than counting first.
const FEW: usize = 24;

/// The fewest bytes between two marks.
const MARK_EVERY: usize = BLOCK;

/// The marks for which room is reserved at first, enough for most files.
const USUAL_MARKS: usize = 16;

/// Finds lines by number, counting newlines from the nearest known position.
///
/// Answers are kept, and the way there is marked every four thousand bytes or so: moving back costs
/// as little as moving on.
#[derive(Clone, Debug)]
pub(crate) struct LineSeeker<'f> {
    text: Text<'f>,
    /// The known positions, in the order of the text; never empty.
    marks: Vec<Mark>,
    /// The last answer, which starts a line.
    last: Mark,
}

/// A position in a text, and how many newlines precede it.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: usize,
    newlines: usize,
}

impl<'f> LineSeeker<'f> {
    pub(crate) fn new(text: Text<'f>) -> Self {
        let start = Mark { at: text.start, newlines: 0 };
        let mut marks = Vec::with_capacity(USUAL_MARKS);
        marks.push(start);
        Self { text, marks, last: start }
    }

    /// The byte offset of a line, 0-based; `None` if the text has no such line. The position after
    /// the last line counts as one: an insertion there appends.
    pub(crate) fn offset_of(&mut self, line_index: usize) -> Option<usize> {
        let mut here = self.up_to(line_index);
        while here.newlines < line_index {
            let left = line_index - here.newlines;
            let rest = self.text.bytes.get(here.at..)?;
            if rest.is_empty() {
                // The end of the text ends its last line.
                let is_line = left == 1 && self.text.lacks_final_newline() && !self.text.is_empty();
                return is_line.then_some(here.at);
            }
            let usual_line = (here.at - self.text.start).checked_div(here.newlines);
            match behind_newline(rest, left, usual_line.unwrap_or(SHORT_LINE)) {
                Ok(len) => here = Mark { at: here.at + len, newlines: line_index },
                Err(passed) => {
                    here.at += passed.at;
                    here.newlines += passed.newlines;
                    self.mark(here);
                }
            }
        }
        self.note(line_index, here.at);
        Some(here.at)
    }

    /// Notes where a line starts, for the next search. No line may start at the end of the text.
    pub(crate) fn note(&mut self, line_index: usize, offset: usize) {
        let here = Mark { at: offset, newlines: line_index };
        if !self.starts_line(here) {
            return;
        }
        self.last = here;
        if self.marks.last().is_none_or(|last| here.at > last.at) {
            self.marks.push(here);
        }
    }

    /// The line (0-based) that starts at a byte offset.
    pub(crate) fn line_at(&mut self, offset: usize) -> usize {
        let from = self.marks.partition_point(|mark| mark.at <= offset).saturating_sub(1);
        let mut here = self.marks.get(from).copied().unwrap_or(self.last);
        if (here.at..=offset).contains(&self.last.at) {
            here = self.last;
        }
        for block in self.text.slice(here.at..offset).chunks(MARK_EVERY) {
            here.at += block.len();
            here.newlines += count_newlines(block);
            self.mark(here);
        }
        self.note(here.newlines, here.at);
        here.newlines
    }

    /// How many lines the text has.
    pub(crate) fn line_count(&mut self) -> usize {
        let is_open = self.text.lacks_final_newline() && !self.text.is_empty();
        self.line_at(self.text.bytes.len()) + usize::from(is_open)
    }

    /// The position from which to search for a line: its start, if known, or a mark before it. A
    /// mark within the line would be past its start.
    fn up_to(&self, line_index: usize) -> Mark {
        let behind = self.marks.partition_point(|mark| mark.newlines < line_index);
        let is_start = |mark: &&Mark| mark.newlines == line_index && self.starts_line(**mark);
        let known = self.marks.get(behind).filter(is_start);
        let mark = known.or_else(|| self.marks.get(behind.checked_sub(1)?));
        let mark = mark.copied().unwrap_or(self.last);
        let is_nearer = (mark.newlines..=line_index).contains(&self.last.newlines);
        if is_nearer { self.last } else { mark }
    }

    fn starts_line(&self, mark: Mark) -> bool {
        let before = mark.at.checked_sub(1).and_then(|before| self.text.bytes.get(before));
        mark.at == self.text.start || before == Some(&b'\n')
    }

    fn mark(&mut self, here: Mark) {
        if self.marks.last().is_none_or(|last| here.at >= last.at + MARK_EVERY) {
            self.marks.push(here);
        }
    }
}

/// The bytes up to and including newline number `nth`, 1-based; or else a position on the way
/// there, as far as is likely given the usual length of lines.
fn behind_newline(rest: &[u8], nth: usize, usual_line: usize) -> Result<usize, Mark> {
    let block = rest.get(..BLOCK).unwrap_or(rest);
    if nth > FEW {
        let likely = (nth - FEW / 2).saturating_mul(usual_line).max(LEAST);
        return Err(in_front_of_newline(block.get(..likely).unwrap_or(block), nth));
    }
    let mut newlines = 0;
    for end in LineEnds::of(block) {
        newlines += 1;
        if newlines == nth {
            return Ok(end);
        }
    }
    Err(Mark { at: block.len(), newlines })
}

/// The end of a block or, if that is past newline number `nth`, a position before it.
fn in_front_of_newline(mut block: &[u8], nth: usize) -> Mark {
    loop {
        let newlines = count_newlines(block);
        if newlines < nth {
            return Mark { at: block.len(), newlines };
        }
        block = block.get(..block.len() / 2).unwrap_or_default();
    }
}

/// How many newlines a text has. They are summed in single bytes, as many as a byte can hold: that
/// works on many at once, in half the time that `memchr` takes to count.
fn count_newlines(text: &[u8]) -> usize {
    const PART: usize = 192;
    let count = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    let (parts, rest) = text.as_chunks::<PART>();
    parts.iter().map(|part| usize::from(count(part))).sum::<usize>() + usize::from(count(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8]) {
        let text = Text::without_bom(bytes);
        let table = text.line_table();
        let mut forward = LineSeeker::new(text);
        assert_eq!(forward.clone().line_count(), table.len());
        for line_index in 0..table.len() + 3 {
            let expected = (line_index <= table.len()).then(|| table.start_of(line_index));
            assert_eq!(forward.offset_of(line_index), expected, "line {line_index}");
            let mut fresh = LineSeeker::new(text);
            assert_eq!(fresh.offset_of(line_index), expected, "line {line_index}, from the start");
            assert_eq!(fresh.offset_of(0), Some(text.start), "back to the start");
            if line_index < table.len() {
                let offset = table.start_of(line_index);
                assert_eq!(fresh.line_at(offset), line_index, "and by the offset");
                assert_eq!(forward.line_at(offset), line_index, "from where it is");
            }
        }
        let mut anyhow = LineSeeker::new(text);
        for step in (0..table.len()).rev() {
            let line_index = step * 37 % table.len();
            let expected = Some(table.start_of(line_index));
            assert_eq!(anyhow.offset_of(line_index), expected, "line {line_index}, in any order");
            assert_eq!(forward.offset_of(step), Some(table.start_of(step)), "and back");
            assert_eq!(anyhow.line_count(), table.len(), "in between");
        }
    }

    #[test]
    fn a_seeker_agrees_with_the_line_table() {
        check(b"");
        check(b"a");
        check(b"a\nb\nc\n");
        check(b"a\nb\nc");
        check(b"\xEF\xBB\xBFa\n");
        check(&b"0123456789\n".repeat(3000));
        check(&b"\n".repeat(3 * BLOCK));
        check(&b"x\n".repeat(MARK_EVERY));
        check(&[b"x".repeat(2 * MARK_EVERY), b"\nyy".to_vec()].concat());
        check(&[b"x".repeat(BLOCK), b"\n".to_vec(), b"y".repeat(BLOCK - 1)].concat());
        check(&[b"x".repeat(BLOCK - 1), b"\n".to_vec()].concat());
    }
}
