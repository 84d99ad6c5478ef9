//! The lines that the anchors of a chunk name.

use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::cursor::Cursor;
use super::reworded::{defined, other_words};
use crate::place::lookup::Lookup;
use crate::place::names::anchor::{Named, Way, without_marks};
use crate::place::names::flat::heads_flat;
use crate::place::names::heading::{are_siblings, is_of_kind};
use crate::place::names::heads::may_head;
use crate::place::places::Place;
use crate::place::scene::Scene;
use crate::place::scopes::scope::{Scopes, opens};
use crate::text::blanks::{depth, without_indentation};
use crate::text::words::has_words;

/// The most anchors of one chunk whose scopes are looked at.
pub(super) const MOST_SCOPES: usize = 32;

/// The lines that the anchor of a chunk names.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors {
    /// By the rules of the format: the first line after the previous chunk.
    pub(super) first: usize,
    /// All lines that the anchor names, in order.
    pub(super) lines: Vec<usize>,
    /// A line of the previous chunk that the anchor names as well.
    pub(super) inside: Option<usize>,
    /// The anchor is only a part of the lines, and several of these open a block that the chunk
    /// may be in: the first one is not the one that is meant.
    pub(super) means_any: bool,
    /// The lines with its text, if the anchor is a name and other lines define that.
    pub(super) of_text: Option<Vec<usize>>,
    /// The lines that the anchor before it names, in which these were sought.
    pub(super) outer: Vec<usize>,
}

impl Anchors {
    /// The lines of the innermost anchor of a chunk. Each anchor is sought after the one before,
    /// the first from line `from` on. `None` for a chunk without anchors; the error is the text of
    /// the anchor that is missing.
    pub(super) fn named<'h, L: Lookup>(
        scene: &mut Scene<'_, 'h, L>,
        scopes: &mut Scopes,
        (index, hunk): (usize, &'h Hunk<'h>),
        cursor: &Cursor,
        from: usize,
    ) -> Result<Option<Self>, &'h [u8]> {
        let mut found: Option<Self> = None;
        let count = hunk.anchors.len();
        for (text, number) in hunk.anchors.iter().zip(1..) {
            let from = found.as_ref().map_or(from, |anchors| anchors.first + 1);
            let (words, named) = named_lines(scene, text, from);
            let mut of_text = None;
            let (mut way, mut lines) = match named {
                Some((way, lines)) => (Some(way), lines),
                None => {
                    (None, vec![other_words(scene, scopes, (index, text), from).ok_or(&***text)?])
                }
            };
            if found.is_none()
                && way.is_some()
                && let Some(defined) = defined(scene, scopes, (words, &lines), from)
            {
                way = None;
                of_text = Some(std::mem::replace(&mut lines, defined));
            }
            if let Some(outer) = &found
                && !outer.keep_inside(scene, scopes, &mut lines)
            {
                return Err(&***text);
            }
            let first = lines.first().copied().unwrap_or(from);
            let inside = (count == 1 && number == 1 && from == cursor.line)
                .then_some(way)
                .flatten()
                .and_then(|way| inside(scene, cursor, words, way));
            let is_part = way.is_none_or(|way| way.whole().is_none());
            let means_any = is_part && lines.len() > 1;
            let outer = found.map_or(Vec::new(), |outer| outer.lines);
            found = Some(Self { first, lines, inside, means_any, of_text, outer });
        }
        Ok(found)
    }

    /// Keeps those of some lines that are in what these open, if one is in what the first of these
    /// opens; else all of them. Returns false if they lie in what other lines open.
    fn keep_inside<L: Lookup>(
        &self,
        scene: &mut Scene<'_, '_, L>,
        scopes: &mut Scopes,
        lines: &mut Vec<usize>,
    ) -> bool {
        let mut is_in =
            |outer: usize, line: usize| (outer..scopes.end(scene, outer)).contains(&line);
        if lines.iter().any(|line| is_in(self.first, *line)) {
            let outers = || self.lines.iter().take(MOST_SCOPES);
            lines.retain(|line| outers().any(|outer| is_in(*outer, *line)));
            return true;
        }
        let Some(first) = lines.first().filter(|_| self.lines.len() <= MOST_SCOPES) else {
            return true;
        };
        !self.lines.iter().all(|outer| {
            let end = scopes.end(scene, *outer);
            is_in_another(scene, (*outer, end), *first)
        })
    }
}

/// The lines from one on that an anchor names, and its words: without the marks of a text around
/// them, if no line has these.
fn named_lines<'t, L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    anchor: &'t [u8],
    from: usize,
) -> (&'t [u8], Option<(Way, Vec<usize>)>) {
    let named = scene.lookup.anchor_lines(anchor, from);
    let bare = without_marks(anchor);
    if named.is_some() || bare == anchor || scene.lookup.anchor_lines(anchor, 0).is_some() {
        return (anchor, named);
    }
    (bare, scene.lookup.anchor_lines(bare, from))
}

impl Anchors {
    /// Only the line that is in the previous chunk, for a chunk with one anchor.
    pub(super) fn held(&self, hunk: &Hunk<'_>, cursor: &Cursor) -> Option<Self> {
        let held = self.lines.iter().copied().rfind(|line| cursor.last.contains(line));
        let first = held.filter(|_| hunk.anchors.len() == 1)?;
        Some(Self { first, lines: vec![first], ..Self::default() })
    }

    /// The lines after the previous chunk, for a chunk with several anchors: the outer anchors are
    /// written again for it, and the inner one names the next line in what they open.
    pub(super) fn next(&self, hunk: &Hunk<'_>, cursor: &Cursor) -> Option<Self> {
        let behind = || self.lines.iter().copied().filter(|line| *line >= cursor.line);
        let first = behind().next().filter(|_| hunk.anchors.len() > 1)?;
        Some(Self { first, lines: behind().collect(), means_any: false, ..Self::default() })
    }

    /// The lines with the text of the anchor, if it is a name that other lines define.
    pub(super) fn as_text(&self) -> Option<Self> {
        let lines = self.of_text.clone()?;
        let first = *lines.first()?;
        let means_any = lines.len() > 1;
        Some(Self { first, lines, means_any, ..Self::default() })
    }

    /// What the first lines that the anchor names reach, those that are named as well included.
    pub(super) fn reaches<L: Lookup>(
        &self,
        scene: &mut Scene<'_, '_, L>,
        scopes: &mut Scopes,
        hunk: &Hunk<'_>,
    ) -> Reaches {
        let lines = self.lines.iter().copied().take(MOST_SCOPES);
        let mut all: Vec<Reach> = lines.map(|line| Reach::of(scene, scopes, hunk, line)).collect();
        let are_all = self.lines.len() <= MOST_SCOPES;
        // A bracket heads nothing, so the first of several is as good as any.
        let is_worded = scene.lines_at(self.first).next().is_some_and(has_words);
        if all.len() < 2 || !is_worded {
            return Reaches { all, head: 0, are_all, is_worded };
        }
        let opens: Vec<bool> = all.iter().map(|reach| opens(scene, reach.line)).collect();
        let head = opens.iter().position(|opens| *opens);
        if head.is_some() {
            let flat = all.iter_mut().zip(opens).filter(|(_, opens)| !opens);
            flat.for_each(|(reach, _)| reach.narrow(scene));
        }
        Reaches { all, head: head.unwrap_or(0), are_all, is_worded }
    }
}

/// The first line that a chunk may begin at, so that a line is the one of its old lines that it has
/// as well: a chunk may hold the line that its anchor names, as a heading of what it changes. A
/// bracket heads nothing.
pub(super) fn earliest<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    line: usize,
) -> usize {
    let own = scene.lines_at(line).next().map_or(&[][..], |text| without_indentation(text).1);
    let is_own = |(_, old): &(usize, HunkLine<'_>)| without_indentation(old.text).1 == own;
    let first = hunk.lines.iter().position(|line| line.kind != LineKind::Context);
    let above = first.map_or(usize::MAX, |first| first + 1);
    let last = hunk.old_lines().take(above).enumerate().filter(is_own).last();
    let last = last.filter(|_| has_words(own));
    last.map_or(line, |(at, _)| line.saturating_sub(at))
}

/// What belongs to the lines that an anchor names.
#[derive(Clone, Debug, Default)]
pub(super) struct Reaches {
    all: Vec<Reach>,
    /// The first of them that opens something, or the first.
    head: usize,
    /// No other lines are named.
    pub(super) are_all: bool,
    /// They are not brackets.
    is_worded: bool,
}

impl Reaches {
    /// Whether a place belongs to any of the lines.
    pub(super) fn have<L: Lookup>(&self, scene: &mut Scene<'_, '_, L>, place: &Place) -> bool {
        self.all.iter().any(|reach| reach.has(scene, place))
    }

    /// Where no place belongs to the first of the lines that opens something, nor to one before
    /// that, the first is meant that opens what a place lies in.
    pub(super) fn lead_to<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>, places: &[Place]) {
        let mut has_any =
            |reach: &Reach| places.iter().any(|place| place.is_match() && reach.has(scene, place));
        let first = self.all.get(..=self.head).unwrap_or_default();
        if !self.is_worded || first.iter().any(&mut has_any) {
            return;
        }
        let is_meant = |reach: &Reach| reach.deepest.is_none() && has_any(reach);
        self.head = self.all.iter().position(is_meant).unwrap_or(self.head);
    }

    /// Whether several of the lines open something that a place belongs to.
    pub(super) fn several_have<L: Lookup>(
        &self,
        scene: &mut Scene<'_, '_, L>,
        places: &[Place],
    ) -> bool {
        let mut has_any = |reach: &&Reach| {
            opens(scene, reach.line)
                && places.iter().any(|place| place.is_match() && reach.has(scene, place))
        };
        self.all.iter().filter(|reach| has_any(reach)).nth(1).is_some()
    }

    /// Whether a place belongs to the first of the lines that opens something, or to one before
    /// that.
    pub(super) fn first_has<L: Lookup>(&self, scene: &mut Scene<'_, '_, L>, place: &Place) -> bool {
        self.all.iter().take(self.head + 1).any(|reach| reach.has(scene, place))
    }

    /// The lines of what the first of them opens.
    pub(super) fn first(&self) -> Range<usize> {
        self.all.get(self.head).map_or(0..0, |reach| reach.line..reach.end)
    }
}

/// How many lines below one that opens nothing are looked at for a title.
const MOST_BELOW: usize = 1_000;

/// What belongs to one line that an anchor names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The first line of a chunk that holds the line.
    earliest: usize,
    line: usize,
    /// The line after what it opens.
    end: usize,
    /// How deep a place may be, where the line opens nothing and others do: deeper is what these or
    /// others open.
    deepest: Option<usize>,
}

impl Reach {
    pub(super) fn of<L: Lookup>(
        scene: &mut Scene<'_, '_, L>,
        scopes: &mut Scopes,
        hunk: &Hunk<'_>,
        line: usize,
    ) -> Self {
        let (earliest, end) = (earliest(scene, hunk, line), scopes.end(scene, line));
        Self { earliest, line, end, deepest: None }
    }

    /// Leaves a line that opens nothing what is no deeper after it, up to the next title.
    fn narrow<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>) {
        let mut lines = scene.lines_at(self.line).map(without_indentation);
        self.deepest = lines.next().map(|(blanks, _)| blanks.len());
        let is_title = |(_, words): (&[u8], &[u8])| heads_flat(words);
        let next = lines.take(MOST_BELOW).position(is_title);
        self.end = next.map_or(self.end, |next| self.end.min(self.line + 1 + next));
    }

    /// Whether a place begins in what the line opens, or holds the line itself.
    pub(super) fn has<L: Lookup>(&self, scene: &mut Scene<'_, '_, L>, place: &Place) -> bool {
        let is_around = (self.earliest..self.line).contains(&place.line) && place.end() > self.line;
        is_around
            || ((self.line..self.end).contains(&place.line)
                && self.deepest.is_none_or(|deepest| depth_at(scene, place.line) <= deepest))
    }
}

/// [`Scene::depth_from`], with a limit on how far down it goes: it is called for each place and
/// each line.
fn depth_at<L: Lookup>(scene: &mut Scene<'_, '_, L>, line: usize) -> usize {
    scene.lines_at(line).take(MOST_BELOW).find_map(depth).unwrap_or(0)
}

/// Whether a line lies in what another line opens that is as deep as an outer anchor and of its
/// kind: then it is not what an anchor in that one names.
fn is_in_another<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    (outer, end): (usize, usize),
    line: usize,
) -> bool {
    let inner = scene.depth_of(line);
    let other = last_opener(scene, (outer, end), line);
    let mut own = scene.lines_at(outer).map(without_indentation);
    let Some(((blanks, own), (_, words))) = own.next().zip(other) else { return false };
    inner > blanks.len() && is_of_kind(own, words)
}

/// Whether a place lies in what another line opens that is as deep as the one of an anchor and
/// is beside it.
pub(super) fn is_in_sibling<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    (outer, end): (usize, usize),
    place: usize,
) -> bool {
    let other = last_opener(scene, (outer, end), place);
    let own = scene.lines_at(outer).next().map(without_indentation);
    own.zip(other).is_some_and(|((_, own), (_, words))| are_siblings(own, words))
}

/// The last line between the end of what an outer line opens and another line that is no deeper
/// than the outer one and may head others, if it is as deep: then it opens what the other line lies
/// in. Looks at so many lines and no more.
fn last_opener<'f, L: Lookup>(
    scene: &mut Scene<'f, '_, L>,
    (outer, end): (usize, usize),
    line: usize,
) -> Option<(&'f [u8], &'f [u8])> {
    if !opens(scene, outer) || line < end || line - end > MOST_BELOW {
        return None;
    }
    let depth = without_indentation(scene.lines_at(outer).next()?).0.len();
    let may_open = |(blanks, words): &(&[u8], &[u8])| blanks.len() <= depth && may_head(words);
    let between = scene.lines_at(end).take(line - end).map(without_indentation);
    between.filter(may_open).last().filter(|(blanks, _)| blanks.len() == depth)
}

/// A line of the previous chunk that an anchor names in the same way.
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
