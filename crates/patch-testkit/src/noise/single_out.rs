//! Gives a chunk what it needs to be found by the rule of the `OpenCode` format: the anchor is
//! searched from where the previous chunk ended, the chunk from the anchor, and the first match
//! wins.
//!
//! Separate from `patch_gen::opencode` on purpose: this writes as models do, by habit and at
//! random; and it could not judge the library's own writer if it were the same code.

use patch_parse::LineKind;

use super::places::places;
use super::scene::{FileLine, Hunk, Line, Scene};
use super::widest::key;

/// How much context is added on either side before a chunk is given up.
const MOST_CONTEXT: usize = 12;

/// The longest line that serves as an anchor.
const LONGEST_ANCHOR: usize = 120;

impl Scene {
    /// Gives every chunk the anchor or the context it needs; `None` when neither is enough.
    pub(super) fn single_out(&mut self) -> Option<()> {
        for number in 0..self.hunks.len() {
            self.single_out_one(number)?;
        }
        Some(())
    }

    /// The same by anchors alone: the context stays as it is.
    pub(super) fn anchor_all(&mut self) -> Option<()> {
        for number in 0..self.hunks.len() {
            if !self.is_first(number) {
                self.anchor(number)?;
            }
        }
        Some(())
    }

    fn single_out_one(&mut self, number: usize) -> Option<()> {
        // Models write an anchor out of habit, too.
        if self.rng.once_in(3) && self.anchor(number).is_some() {
            return Some(());
        }
        if self.is_first(number) || self.anchor(number).is_some() {
            return Some(());
        }
        for _ in 0..MOST_CONTEXT {
            self.grow(number);
            if self.is_first(number) {
                return Some(());
            }
        }
        None
    }

    /// Where the chunk before this one ends.
    pub(super) fn position(&self, number: usize) -> usize {
        let before = number.checked_sub(1).and_then(|before| self.hunks.get(before));
        before.map_or(0, Hunk::end)
    }

    /// Whether nothing between where the search begins and the chunk reads like it.
    pub(super) fn is_first(&self, number: usize) -> bool {
        let Some(hunk) = self.hunks.get(number) else { return false };
        let from = match hunk.anchors.as_slice() {
            [] => self.position(number),
            anchors => match seek_all(&self.file, anchors, self.position(number)) {
                Some(line) => line,
                None => return false,
            },
        };
        self.places_of(hunk).into_iter().find(|place| *place >= from) == Some(hunk.at)
    }

    /// Writes the nearest heading above a chunk as its anchor, if that alone singles it out.
    pub(super) fn anchor(&mut self, number: usize) -> Option<usize> {
        let heading = self.heading_above(number, self.hunks.get(number)?.at)?;
        let text = self.file.get(heading)?.text.clone();
        let hunk = self.hunks.get_mut(number)?;
        let before = std::mem::replace(&mut hunk.anchors, vec![text]);
        if self.is_first(number) {
            return Some(heading);
        }
        self.hunks.get_mut(number)?.anchors = before;
        None
    }

    /// The nearest line above `line`, after the chunk before, that is indented less than the chunk
    /// and reads like a heading.
    pub(super) fn heading_above(&self, number: usize, line: usize) -> Option<usize> {
        let indent = |at: usize| self.file.get(at).map_or(0, |line| indentation(&line.text));
        let first = (line..self.file.len()).find(|at| !is_blank(&self.file, *at))?;
        let most = indent(first);
        let is_heading = |at: &usize| {
            let text = self.file.get(*at).map_or(&[][..], |line| &line.text);
            let is_less = indent(*at) < most || (most == 0 && indent(*at) == 0);
            let first = text.trim_ascii().first();
            let is_word =
                first.is_some_and(|byte| byte.is_ascii_alphabetic() || b"#[".contains(byte));
            is_less && is_word && (4..LONGEST_ANCHOR).contains(&text.trim_ascii().len())
        };
        (self.position(number)..line).rev().find(is_heading)
    }

    /// Adds a context line on either side, as far as the file and the other chunks allow.
    fn grow(&mut self, number: usize) {
        let floor = self.position(number);
        let next = self.hunks.get(number + 1).map(|hunk| hunk.at);
        let ceiling = next.unwrap_or(self.file.len());
        let Some(hunk) = self.hunks.get_mut(number) else { return };
        let context = |line: &FileLine| Line::new(LineKind::Context, &line.text);
        if hunk.end() < ceiling {
            hunk.lines.extend(self.file.get(hunk.end()).map(context));
        }
        if hunk.at > floor {
            hunk.at -= 1;
            hunk.lines.splice(0..0, self.file.get(hunk.at).map(context));
        }
    }
}

/// The line of the last of several anchors, each sought after the one before.
pub(super) fn seek_all(file: &[FileLine], anchors: &[Vec<u8>], from: usize) -> Option<usize> {
    let mut from = from;
    let mut found = None;
    for anchor in anchors {
        let line = seek(file, anchor, from)?;
        found = Some(line);
        from = line + 1;
    }
    found
}

/// The line that an anchor names by the widest reading, if it names no other one.
fn seek(file: &[FileLine], anchor: &[u8], from: usize) -> Option<usize> {
    let wanted = key(anchor);
    let is_named = |at: &usize| {
        let line = file.get(*at).map(|line| key(&line.text)).unwrap_or_default();
        !wanted.is_empty() && line.windows(wanted.len()).any(|part| part == wanted)
    };
    let mut named = (from..file.len()).filter(is_named);
    let line = named.next()?;
    named.next().is_none().then_some(line)
}

/// Leading blanks; a tab counts as four.
pub(super) fn indentation(text: &[u8]) -> usize {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    blanks.map(|byte| if *byte == b'\t' { 4 } else { 1 }).sum()
}

fn is_blank(file: &[FileLine], at: usize) -> bool {
    file.get(at).is_none_or(|line| line.text.trim_ascii().is_empty())
}

impl Scene {
    /// Whether the block is in one place from a line on.
    pub(super) fn is_alone_from(&self, hunk: &Hunk, from: usize) -> bool {
        let all = places(&self.file, &hunk.old_block());
        all.into_iter().filter(|place| *place >= from).eq([hunk.at])
    }
}
