//! Where does a hunk belong?
//!
//! Line numbers are hints, context is the authority, and a hunk is never put in a place that the
//! evidence does not single out. [`ladder`] lists how exactly the old lines must agree, [`index`]
//! finds every place that agrees ([`automaton`] those of all hunks at once), [`outer`] those where outer context differs, [`joint`] settles
//! the hunks of one file together, and [`anchor`] and [`heading`] read the lines that headers name.
//! What has no place is explained by [`crate::explain`].

mod anchor;
mod automaton;
mod bytes;
mod heading;
mod hint;
mod indent;
mod index;
mod joint;
mod ladder;
mod opencode;
mod outer;
mod search;
mod unified;

use patch_parse::{Format, Hunk, HunkLine, LineKind, Newline};

use self::ladder::{RUNGS, without_trailing_blanks};
use crate::text::{BOM, Text};
use crate::{ApplyOptions, HunkFailure};

pub(crate) use indent::{Shift, shift};
pub use ladder::Rung;

/// The place of one hunk in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// First line of the old block, 0-based; for an insertion the line it goes before.
    pub line_index: usize,
    /// Lines in the old block.
    pub line_count: usize,
    /// Byte offset of the old block.
    pub start: usize,
    /// Byte offset behind the old block.
    pub end: usize,
    /// How exactly the old lines agree.
    pub rung: Rung,
    /// Further places that agree as well; 0 unless the format takes the first.
    pub other_places: usize,
    /// Context lines at the start of the hunk that the file does not have: the block is what stands.
    pub dropped_before: usize,
    /// Context lines at the end of the hunk that the file does not have.
    pub dropped_after: usize,
}

impl Placement {
    /// Where the block would start with all its context, 0-based.
    fn whole_index(&self) -> usize {
        self.line_index.saturating_sub(self.dropped_before)
    }
}

/// A hunk's place, or why it has none.
pub(crate) type Placed = Result<Placement, Box<HunkFailure>>;

/// The places of all hunks of a file, in the order of the patch.
pub(crate) fn place<'f>(
    bytes: &'f [u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
) -> (Text<'f>, Vec<Placed>) {
    let text = if speaks_of_bom(hunks) { Text::literal(bytes) } else { Text::without_bom(bytes) };
    let mut places = match format {
        Format::Unified => unified::place(text, hunks, options),
        Format::OpenCode => opencode::place(text, hunks, options),
    };
    joint::refuse_overlaps(hunks, &mut places);
    (text, places)
}

/// A line as the rung that folds typography reads it. Near misses are told by it.
pub(crate) fn typographic_key(line: &[u8]) -> Vec<u8> {
    let mut scratch = Vec::new();
    let rule = RUNGS.iter().find(|rule| rule.rung == Rung::Typography);
    rule.map_or(line, |rule| (rule.key)(line, &mut scratch)).to_vec()
}

/// A patch made from the bytes of a file with a byte-order mark carries it in the first line.
fn speaks_of_bom(hunks: &[Hunk<'_>]) -> bool {
    hunks.iter().any(|hunk| hunk.old_lines().next().is_some_and(|line| line.text.starts_with(BOM)))
}

/// Whether the file already holds what the hunk would make of it.
fn stands_already(text: Text<'_>, hunk: &Hunk<'_>, place: &Placement) -> bool {
    follows_already(text, hunk, place)
        || precedes_already(text, hunk, place)
        || changes_nothing(text, hunk, place)
}

/// Whether the new lines stand where the old ones were found, which below the exact rung is
/// possible: a change of trailing blanks alone.
fn changes_nothing(text: Text<'_>, hunk: &Hunk<'_>, place: &Placement) -> bool {
    let mut rest = text.slice(place.start..place.end);
    !matches!(place.rung, Rung::Exact | Rung::OuterContext)
        && hunk.lines.new_count() == place.line_count
        && hunk.new_lines().all(|line| {
            let (first, behind) = split_line(rest);
            rest = behind;
            Newline::split(first).0 == line.text
        })
}

/// Whether the added lines already stand behind the place.
///
/// Only a hunk that ends with its added lines leaves the question open: with context behind them
/// the old state and the new one differ.
fn follows_already(text: Text<'_>, hunk: &Hunk<'_>, place: &Placement) -> bool {
    let mut added = hunk.lines.iter().skip(hunk.lines.context_count());
    let is_append = hunk.lines.removed_count() == 0
        && hunk.lines.added_count() > 0
        && added.clone().all(|line| line.kind == LineKind::Add);
    let mut rest = text.slice(place.end..text.bytes.len());
    is_append
        && !hunk.end_of_file
        && added.all(|line| {
            let (first, behind) = split_line(rest);
            rest = behind;
            !first.is_empty()
                && without_trailing_blanks(first) == without_trailing_blanks(line.text)
        })
}

/// Whether the added lines already stand before the place, of a hunk that begins with them.
fn precedes_already(text: Text<'_>, hunk: &Hunk<'_>, place: &Placement) -> bool {
    let count = hunk.lines.added_count();
    let added: Vec<_> = hunk.lines.iter().take(count).collect();
    let is_prepended = place.line_count > 0
        && hunk.lines.removed_count() == 0
        && added.iter().all(|line| line.kind == LineKind::Add);
    let mut before = text.slice(text.start..place.start);
    is_prepended
        && added.iter().rev().all(|line| {
            last_line(&mut before).is_some_and(|in_file| {
                without_trailing_blanks(in_file) == without_trailing_blanks(line.text)
            })
        })
}

/// Whether the new lines say so much that they hardly stand anywhere by chance: three of them with
/// words, of which one is added and one is context.
fn is_substantial(hunk: &Hunk<'_>) -> bool {
    let has_words = |line: &HunkLine<'_>| line.text.iter().any(u8::is_ascii_alphanumeric);
    let of_kind = |kind| hunk.lines.iter().filter(move |line| line.kind == kind && has_words(line));
    let (added, context) = (of_kind(LineKind::Add).count(), of_kind(LineKind::Context).count());
    added > 0 && context > 0 && added + context >= 3
}

/// The first line with its ending, and the rest.
fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let len = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
    bytes.split_at_checked(len).unwrap_or((bytes, &[]))
}

/// Takes the last line off a text.
fn last_line<'t>(text: &mut &'t [u8]) -> Option<&'t [u8]> {
    if text.is_empty() {
        return None;
    }
    let body = text.strip_suffix(b"\n").unwrap_or(text);
    let start = memchr::memrchr(b'\n', body).map_or(0, |newline| newline + 1);
    let (rest, line) = text.split_at_checked(start)?;
    *text = rest;
    Some(line)
}
