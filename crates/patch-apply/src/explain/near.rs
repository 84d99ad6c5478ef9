//! Finds the place that a hunk comes closest to.

use patch_parse::Hunk;

use super::align::{Alignment, SLACK, Step, align};
use super::anchors::line_of_all;
use super::likeness::{Level, WHOLE, weight};
use super::meant::is_meant;
use super::scan::scan;
use super::scene::Scene;
use super::votes::{Places, RARE};
use crate::text::LineTable;
use crate::text::words::has_words;

/// How many places are compared with a hunk; fewer for a long hunk.
const MOST_STARTS: usize = 6;
const LONG: usize = 1000;

/// Below this many thousandths a place is searched for again, by lines that are merely similar.
const POOR: u32 = 500;

/// A place less alike than this, in thousandths, is no near miss, whatever line agrees.
const LEAST: u32 = 200;

/// If a second place comes this close, in thousandths, it is open which one is meant.
const MARGIN: u32 = 200;

/// In a hunk of more lines than this, only equal lines make another place alike.
const MOST_COMPARED: usize = 64;

/// For how many hunks without line numbers an anchor is searched; each search is one pass over the
/// file.
const MOST_ANCHORED: usize = 8;

/// How many hunks of a file are searched for by lines that are merely similar, and by how many
/// lines of each.
const MOST_SCANNED: usize = 4;
const PROBES: usize = 2;

/// A hunk that matches nowhere.
#[derive(Debug)]
pub(super) struct Lost<'h> {
    /// Which hunk of its file, 0-based.
    pub(super) index: usize,
    pub(super) hunk: &'h Hunk<'h>,
    /// Its old lines, without their endings.
    pub(super) old: Vec<&'h [u8]>,
    /// The line (0-based) around which it is looked for: that of its number, else that of its
    /// anchor.
    hint: Option<usize>,
    pub(super) near: Option<Near>,
}

/// Where a hunk comes closest.
#[derive(Clone, Debug)]
pub(super) struct Near {
    pub(super) alignment: Alignment,
    /// No other place comes as close, and a line that is found in few places supports this one.
    pub(super) is_clear: bool,
}

impl<'h> Lost<'h> {
    pub(super) fn new(index: usize, hunk: &'h Hunk<'h>) -> Self {
        let old = hunk.old_lines().map(|line| line.text.as_ref()).collect();
        let hint = hunk.range().and_then(|range| usize::try_from(range.old_start).ok());
        let hint = hint.map(|start| start.saturating_sub(1));
        Self { index, hunk, old, hint, near: None }
    }

    /// The lines to look for when none of them is found anywhere: the longest, which identify a
    /// place best.
    fn probes(&self) -> Vec<(usize, &'h [u8])> {
        let mut lines: Vec<_> = self.old.iter().copied().enumerate().collect();
        lines.retain(|(_, line)| has_words(line));
        lines.sort_by_key(|(at, line)| (std::cmp::Reverse(line.trim_ascii().len()), *at));
        lines.truncate(PROBES);
        lines
    }

    /// Takes the best of some places, the one found before included. One below the heading that the
    /// hunk names is shown before another that is not much more alike.
    fn choose(&mut self, scene: Scene<'_, '_>, places: &Places<'_>, starts: &[i64]) {
        let table = scene.table;
        let distance =
            |alignment: &Alignment| self.hint.map_or(0, |hint| hint.abs_diff(alignment.first));
        let alike = |alignment: &Alignment| {
            alignment.thousandths + if is_meant(scene, self.hunk, alignment) { MARGIN } else { 0 }
        };
        let mut found: Vec<_> =
            starts.iter().filter_map(|start| align(&self.old, table, *start)).collect();
        let before = self.near.as_ref();
        let was_clear = before.is_none_or(|near| near.is_clear);
        found.extend(before.map(|near| near.alignment.clone()));
        found.sort_by_cached_key(|found| {
            (std::cmp::Reverse(alike(found)), distance(found), found.first)
        });
        found.dedup_by_key(|found| (found.first, found.last));
        let mut found = found.into_iter();
        let Some(best) = found.next().filter(|best| self.resembles(best)) else { return };
        let rival = found.next().map_or(0, |second| second.thousandths);
        let is_clear = was_clear
            && rival + MARGIN <= best.thousandths
            && self.is_alone(table, &best, starts)
            && self.agreeing(&best).any(|line| has_words(line) && places.count_of(line) <= RARE);
        self.near = Some(Near { alignment: best, is_clear });
    }

    /// Whether the hunk, line for line, is far less alike anywhere else. Places that are near each
    /// other may be one to [`align`].
    fn is_alone(&self, table: &LineTable<'_>, best: &Alignment, starts: &[i64]) -> bool {
        let mut pairs = vec![None; self.old.len()];
        for step in &best.steps {
            if let Step::Pair { old, file, .. } = *step
                && let Some(slot) = pairs.get_mut(old)
            {
                *slot = Some(file);
            }
        }
        let near = |by: usize| best.first.saturating_sub(SLACK) + by;
        let around = (0..=2 * SLACK).filter_map(|by| i64::try_from(near(by)).ok());
        let mut starts = starts.iter().copied().chain(around);
        starts.all(|start| self.elsewhere(table, &pairs, start) + MARGIN <= best.thousandths)
    }

    /// How alike the hunk is from a line on, in thousandths, without the lines that are paired so
    /// in the best place.
    fn elsewhere(&self, table: &LineTable<'_>, pairs: &[Option<usize>], start: i64) -> u32 {
        let is_short = self.old.len() <= MOST_COMPARED;
        let (mut shared, mut all) = (0_u64, 0_u64);
        for ((old, pair), at) in self.old.iter().zip(pairs).zip(start..) {
            let own = u64::from(weight(old));
            all += own;
            let other =
                usize::try_from(at).ok().filter(|at| *at < table.len() && Some(*at) != *pair);
            let Some(line) = other.map(|at| table.line(at)) else { continue };
            let level =
                if is_short { Some(Level::of(old, line)) } else { Level::of_equal(old, line) };
            shared += own * u64::from(level.map_or(0, Level::thousandths));
        }
        u32::try_from(shared / all.max(1)).unwrap_or(WHOLE)
    }

    /// Whether a place is similar enough to be shown.
    fn resembles(&self, alignment: &Alignment) -> bool {
        let agrees = self.agreeing(alignment).any(has_words);
        alignment.thousandths >= POOR || (agrees && alignment.thousandths >= LEAST)
    }

    fn agreeing(&self, alignment: &Alignment) -> impl Iterator<Item = &'h [u8]> {
        let agreeing = alignment.steps.iter().filter_map(|step| match step {
            Step::Pair { old, level: Level::Same | Level::Loose, .. } => self.old.get(*old),
            _ => None,
        });
        agreeing.copied()
    }

    fn thousandths(&self) -> u32 {
        self.near.as_ref().map_or(0, |near| near.alignment.thousandths)
    }
}

/// Finds for every lost hunk the place that it comes closest to. Reads the file once, and once more
/// when some hunk resembles nothing so far.
pub(super) fn find(scene: Scene<'_, '_>, lost: &mut [Lost<'_>]) {
    let table = scene.table;
    let lines: Vec<&[u8]> = lost.iter().flat_map(|lost| lost.old.iter().copied()).collect();
    let places = Places::new(table, lines.iter().copied());
    let is_anchored = |lost: &&mut Lost<'_>| lost.hint.is_none() && !lost.hunk.anchors.is_empty();
    for lost in lost.iter_mut().filter(is_anchored).take(MOST_ANCHORED) {
        lost.hint = line_of_all(table, &lost.hunk.anchors);
    }
    for lost in lost.iter_mut() {
        let most = if lost.old.len() > LONG { 2 } else { MOST_STARTS };
        let mut starts = places.starts(&lost.old, lost.hint, most);
        // A number far past the end reaches nothing, and the largest numbers would overflow.
        let hint = lost.hint.filter(|hint| *hint <= table.len() + SLACK);
        starts.extend(hint.and_then(|hint| i64::try_from(hint).ok()));
        lost.choose(scene, &places, &starts);
    }
    let poor = |lost: &&mut Lost<'_>| lost.thousandths() < POOR && !lost.old.is_empty();
    let mut poor: Vec<_> = lost.iter_mut().filter(poor).take(MOST_SCANNED).collect();
    let probes: Vec<_> = poor.iter().map(|lost| lost.probes()).collect();
    let texts: Vec<&[u8]> = probes.iter().flatten().map(|(_, line)| *line).collect();
    if texts.is_empty() {
        return;
    }
    let mut found = scan(table, &texts).into_iter();
    for (lost, probes) in poor.iter_mut().zip(probes) {
        let mut starts = Vec::new();
        for (at, _) in probes {
            let at = i64::try_from(at).unwrap_or(0);
            let lines = found.next().unwrap_or_default().into_iter().take(MOST_STARTS / PROBES);
            starts.extend(lines.filter_map(|(_, line)| Some(i64::try_from(line).ok()? - at)));
        }
        lost.choose(scene, &places, &starts);
    }
}

/// In per cent, 100 only for lines that are the same.
pub(super) fn per_cent(thousandths: u32) -> u8 {
    u8::try_from(thousandths.min(WHOLE) / 10).unwrap_or(0)
}
