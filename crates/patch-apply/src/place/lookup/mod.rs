//! What the rules ask of a file: where do the lines of a hunk match, which lines are headings and
//! anchors?
//!
//! The rules are generic over [`Lookup`]. [`FastLookup`] answers from indices that are built when
//! they are first needed; the slow one of `patch-testkit`, which goes over all lines for each
//! question, is its oracle.

mod anchors;
mod automaton;
mod bytes;
mod fast;
mod index;
mod outline;
mod token;

use std::ops::Range;

use super::rung::RungRule;
use crate::place::names::anchor::Way;

pub(crate) use fast::FastLookup;

/// No message distinguishes more places than this.
pub const MOST_PLACES: usize = 64;

/// Lines of a hunk that are looked for, by the place of the hunk in its section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Its old lines.
    Old(usize),
    /// Its new lines.
    New(usize),
    /// Its old lines without the outer context that may differ; `core_lines`.
    Core(usize),
}

/// The questions of the rules about one file and the hunks that are to be placed in it. Lines are
/// 0-based.
pub trait Lookup {
    /// How many lines the file has.
    fn line_count(&mut self) -> usize;

    /// The byte offset of a line; the length of the text for a line after the last.
    fn start_of(&mut self, line: usize) -> usize;

    /// Whether a block matches at a line. An empty block matches nowhere.
    fn is_at(&mut self, block: Block, rule: &'static RungRule, line: usize) -> bool;

    /// The lines from `from` on at which a block matches, in order, at most [`MOST_PLACES`].
    fn places(&mut self, block: Block, rule: &'static RungRule, from: usize) -> Vec<usize>;

    /// The first line from `from` on at which a block matches.
    fn first_place(&mut self, block: Block, rule: &'static RungRule, from: usize) -> Option<usize>;

    /// The last line at which a block matches that lies in `lines` as a whole.
    fn last_place(
        &mut self,
        block: Block,
        rule: &'static RungRule,
        lines: Range<usize>,
    ) -> Option<usize>;

    /// Whether a block may match anywhere at any rung; `true` where that is not known.
    fn may_match(&mut self, block: Block) -> bool;

    /// Where the old lines of a hunk may start (0-based, or before the file) so that two thirds of
    /// them agree but for trailing blanks: all such starts, and perhaps others. `None` where these
    /// are too many to look at.
    fn starts_alike(&mut self, hunk: usize) -> Option<Vec<i64>>;

    /// Whether the old line of a hunk with this place in it, 0-based, is in exactly one line of the
    /// file, as lines are compared at a rung.
    fn is_once(&mut self, hunk: usize, rule: &'static RungRule, at: usize) -> bool;

    /// Whether a line lies below a heading; by the one definition of a heading.
    fn is_below(&mut self, heading: &[u8], line: usize) -> bool;

    /// A line that is named by a heading, by the one definition of that; of several the first in
    /// the order of their texts.
    fn heading_line(&mut self, heading: &[u8]) -> Option<usize>;

    /// The last line before `line` that is named by a heading, by the one definition of that.
    fn heading_above(&mut self, heading: &[u8], line: usize) -> Option<usize>;

    /// The lines from `from` on that an anchor names, in order, at most [`MOST_PLACES`], by the
    /// strictest way that finds one.
    fn anchor_lines(&mut self, anchor: &[u8], from: usize) -> Option<(Way, Vec<usize>)>;
}
