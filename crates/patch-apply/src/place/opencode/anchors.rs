//! The lines that the anchors of a chunk name.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine};

use super::cursor::Cursor;
use crate::place::anchor::{Named, Way};
use crate::place::candidate::Candidate;
use crate::place::lookup::Lookup;
use crate::place::rung::without_indentation;
use crate::place::scene::Scene;
use crate::place::scope::Scopes;

/// The most anchors of one chunk whose scopes are looked at.
pub(super) const MOST_SCOPES: usize = 8;

/// The lines that the anchor of a chunk names.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors {
    /// As the format has it: the first behind the former chunk.
    pub(super) first: usize,
    /// All that are named as well, in order.
    pub(super) lines: Vec<usize>,
    /// One among the lines of the former chunk that is named as well.
    pub(super) inside: Option<usize>,
}

impl Anchors {
    /// The lines of the innermost anchor of a chunk, each sought behind the one before, the first from a
    /// line on; `None` for a chunk without anchors, the text of the anchor where one is missing.
    pub(super) fn named<'h, L: Lookup>(
        scene: &mut Scene<'_, 'h, L>,
        scopes: &mut Scopes,
        hunk: &'h Hunk<'h>,
        cursor: &Cursor,
        from: usize,
    ) -> Result<Option<Self>, &'h [u8]> {
        let mut found: Option<Self> = None;
        let count = hunk.anchors.len();
        for (text, number) in hunk.anchors.iter().zip(1..) {
            let from = found.as_ref().map_or(from, |anchors| anchors.first + 1);
            let named = scene.lookup.anchor_lines(text, from);
            let (way, mut lines) = named.ok_or(&***text)?;
            if let Some(outer) = &found {
                // In what the first outer line opens; what others open that are named as well comes behind.
                let mut is_in =
                    |outer: usize, line: usize| (outer..scopes.end(scene, outer)).contains(&line);
                if lines.iter().any(|line| is_in(outer.first, *line)) {
                    let outers = || outer.lines.iter().take(MOST_SCOPES);
                    lines.retain(|line| outers().any(|outer| is_in(*outer, *line)));
                }
            }
            let first = lines.first().copied().unwrap_or(from);
            let inside = (count == 1 && number == 1 && from == cursor.line)
                .then(|| inside(scene, cursor, text, way))
                .flatten();
            found = Some(Self { first, lines, inside });
        }
        Ok(found)
    }
}

impl Anchors {
    /// What the first lines that the anchor names reach, those that are named as well included.
    pub(super) fn reaches<L: Lookup>(
        &self,
        scene: &mut Scene<'_, '_, L>,
        scopes: &mut Scopes,
        hunk: &Hunk<'_>,
    ) -> Reaches {
        let lines = self.lines.iter().take(MOST_SCOPES);
        let all = lines.map(|line| Reach::of(scene, scopes, hunk, *line)).collect();
        Reaches { all, are_all: self.lines.len() <= MOST_SCOPES }
    }
}

/// The first line that a chunk may begin at, so that a line is the one of its old lines that it has as well: a chunk may hold
/// the line that its anchor names.
pub(super) fn earliest<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    line: usize,
) -> usize {
    let own = scene.lines_at(line).next().map_or(&[][..], |text| without_indentation(text).1);
    let is_own = |(_, old): &(usize, HunkLine<'_>)| without_indentation(old.text).1 == own;
    let last = hunk.old_lines().enumerate().filter(is_own).last();
    last.map_or(line, |(at, _)| line.saturating_sub(at))
}

/// What belongs to the lines that an anchor names.
#[derive(Clone, Debug, Default)]
pub(super) struct Reaches {
    all: Vec<Reach>,
    /// No other lines are named.
    pub(super) are_all: bool,
}

impl Reaches {
    /// Whether a place belongs to any of the lines.
    pub(super) fn have(&self, place: &Candidate) -> bool {
        self.all.iter().any(|reach| reach.has(place))
    }

    /// Whether a place belongs to the first of the lines.
    pub(super) fn first_has(&self, place: &Candidate) -> bool {
        self.all.first().is_some_and(|reach| reach.has(place))
    }

    /// The lines of what the first of them opens.
    pub(super) fn first(&self) -> Range<usize> {
        self.all.first().map_or(0..0, |reach| reach.line..reach.end)
    }
}

/// What belongs to one line that an anchor names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The first line of a chunk that holds the line.
    earliest: usize,
    line: usize,
    /// The line behind what it opens.
    end: usize,
}

impl Reach {
    pub(super) fn of<L: Lookup>(
        scene: &mut Scene<'_, '_, L>,
        scopes: &mut Scopes,
        hunk: &Hunk<'_>,
        line: usize,
    ) -> Self {
        Self { earliest: earliest(scene, hunk, line), line, end: scopes.end(scene, line) }
    }

    /// Whether a place begins in what the line opens, or holds the line itself.
    pub(super) fn has(&self, place: &Candidate) -> bool {
        let is_around = (self.earliest..self.line).contains(&place.line) && place.end() > self.line;
        is_around || (self.line..self.end).contains(&place.line)
    }
}

/// A line of the former chunk that an anchor names in the same way.
fn inside<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    cursor: &Cursor,
    text: &[u8],
    way: Way,
) -> Option<usize> {
    let named = Named::new(way, text)?;
    let mut scratch = Vec::new();
    let last = cursor.last.clone();
    let lines = scene.lines_at(last.start).take(last.len());
    let agrees = |(line, text): (usize, &[u8])| named.agrees(text, &mut scratch).then_some(line);
    last.zip(lines).filter_map(agrees).last()
}
