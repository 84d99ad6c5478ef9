//! Finds what ends the scope of a line: which lines end it, and the nearest of those below.

use crate::place::names::flat::Flat;
use crate::place::names::heads::{goes_on, is_comment_or_directive};
use crate::text::blanks::without_indentation;

/// What of a line has to do with scopes.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to one question")]
pub(super) struct Line {
    /// The bytes of its indentation.
    pub(super) depth: usize,
    /// It is not blank, and no comment or line for a preprocessor.
    pub(super) is_code: bool,
    /// It begins with a bracket that opens, or goes on with a heading before that bracket.
    pub(super) is_opening: bool,
    /// It begins with a bracket that closes, or with what follows one.
    pub(super) is_closing: bool,
    /// It ends with a bracket that opens.
    pub(super) ends_open: bool,
    /// It is nothing but a bracket that opens what is above it.
    pub(super) is_bracket: bool,
    /// It begins with a bracket that closes, and ends with none that opens.
    pub(super) closes: bool,
    /// It heads what is below it without the help of indentation. One `#` is a comment nearly
    /// everywhere.
    pub(super) flat: Option<Flat>,
}

impl Line {
    pub(super) fn new(line: &[u8]) -> Self {
        let (blanks, words) = without_indentation(line);
        let words = words.trim_ascii_end();
        let is_one_of = |bytes: &[u8]| words.first().is_some_and(|first| bytes.contains(first));
        let ends_open = words.last().is_some_and(|last| b"{([".contains(last));
        Self {
            depth: blanks.len(),
            is_code: !words.is_empty() && !is_comment_or_directive(words),
            is_opening: is_one_of(b"{([") || goes_on(words),
            is_closing: is_one_of(b"}]),;") || closes_types(words) || goes_on_with_string(words),
            ends_open,
            is_bracket: words == b"{",
            closes: is_one_of(b"}])") && !ends_open,
            flat: Flat::of(words).filter(|flat| *flat != Flat::Title(1)),
        }
    }

    /// Whether it leaves a bracket open that the next line with words is behind, or the next one is
    /// that bracket.
    pub(super) fn leaves_open(self, next: Option<Self>) -> bool {
        self.ends_open || next.is_some_and(|next| next.is_bracket && next.depth == self.depth)
    }

    /// Whether it closes what may be left open by a line.
    pub(super) fn closes(self, opener: Self) -> bool {
        self.closes && self.depth <= opener.depth
    }
}

/// Whether a line, without the blanks around it, closes the types of a generic that others are
/// below.
fn closes_types(words: &[u8]) -> bool {
    const BEHIND: [&[u8]; 7] = [b"{", b"(", b";", b",", b"=", b"extends ", b"implements "];
    let behind = words.strip_prefix(b">").map(<[u8]>::trim_ascii_start);
    behind.is_some_and(|rest| rest.is_empty() || BEHIND.iter().any(|next| rest.starts_with(next)))
}

/// Whether a line, without the blanks around it, is a string and what ends a statement or an item:
/// C has such lines at the margin. A key is none.
fn goes_on_with_string(words: &[u8]) -> bool {
    let rest = words.strip_prefix(b"\"");
    let end = rest.and_then(|rest| memchr::memrchr(b'"', rest).and_then(|end| rest.get(end + 1..)));
    end.is_some_and(|behind| behind.iter().all(|byte| b";,)]}\\ ".contains(byte)))
}

/// What ends the scope of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// A line of less than this many bytes of indentation.
    pub(super) least: usize,
    /// A bracket of its own below a heading opens what that heads; below another bracket the next.
    may_begin_with_bracket: bool,
    /// The next heading of its kind that is as deep ends it, too.
    pub(super) flat: Option<Flat>,
}

impl Scope {
    /// The scope of a line above the next one of code.
    pub(super) fn of(line: Line, next: Option<Line>) -> Self {
        let is_empty = |next: Line| line.ends_open && next.is_closing && next.depth == line.depth;
        // Below a comment a bracket begins something of its own, and so does the name of a section.
        let is_bracket = |next: Line| next.is_opening && line.is_code && next.flat.is_none();
        let opens =
            next.is_none_or(|next| next.depth > line.depth || is_bracket(next) || is_empty(next));
        // What is indented below a title is not all that it heads.
        let opens = opens && line.flat.is_none_or(|flat| flat == Flat::Section);
        Self {
            least: line.depth + usize::from(opens),
            may_begin_with_bracket: line.is_opening,
            flat: line.flat.filter(|_| !opens),
        }
    }

    pub(super) fn ends_at(self, line: Line) -> bool {
        let is_next = || self.flat.zip(line.flat).is_some_and(|(own, other)| own.ends_at(other));
        (line.depth <= self.least && is_next()) || self.is_left_at(line)
    }

    fn is_left_at(self, line: Line) -> bool {
        line.is_code
            && line.depth < self.least
            && !line.is_closing
            && (self.may_begin_with_bracket || !line.is_opening)
    }
}

/// The lines below some line that can end its scope.
#[derive(Debug)]
pub(super) struct Behind {
    all: Below,
    without_brackets: Below,
    flats: [(Flat, Below); Flat::OF_SCOPES.len()],
}

impl Default for Behind {
    fn default() -> Self {
        let flats = Flat::OF_SCOPES.map(|flat| (flat, Below::default()));
        Self { all: Below::default(), without_brackets: Below::default(), flats }
    }
}

impl Behind {
    pub(super) fn end(&self, scope: Scope) -> usize {
        let below = if scope.may_begin_with_bracket { &self.all } else { &self.without_brackets };
        let left = below.first_of_less(scope.least).unwrap_or(usize::MAX);
        let own = self.flats.iter().find(|(flat, _)| Some(*flat) == scope.flat);
        let next_flat = own.and_then(|(_, below)| below.first_of_less(scope.least + 1));
        next_flat.map_or(left, |next| next.min(left))
    }

    pub(super) fn push(&mut self, at: usize, line: Line) {
        if let Some(other) = line.flat {
            let ended = self.flats.iter_mut().filter(|(flat, _)| flat.ends_at(other));
            ended.for_each(|(_, below)| below.push(at, line.depth));
        }
        if line.is_code && !line.is_closing {
            self.all.push(at, line.depth);
            if !line.is_opening {
                self.without_brackets.push(at, line.depth);
            }
        }
    }
}

/// The lines below some line that can end its scope: each is less deep than those before it, the
/// nearest is the last.
#[derive(Debug, Default)]
pub(super) struct Below(Vec<(usize, usize)>);

impl Below {
    pub(super) fn push(&mut self, line: usize, depth: usize) {
        while self.0.pop_if(|(_, other)| *other >= depth).is_some() {}
        self.0.push((line, depth));
    }

    /// The nearest line of less than so many bytes of indentation.
    pub(super) fn first_of_less(&self, depth: usize) -> Option<usize> {
        let shallow = self.0.partition_point(|(_, other)| *other < depth);
        shallow.checked_sub(1).and_then(|at| self.0.get(at)).map(|(line, _)| *line)
    }
}
