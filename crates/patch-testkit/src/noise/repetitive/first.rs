//! Where chunks of the `*** Begin Patch` format honestly belong: in the first place that the format
//! documents.
//!
//! The rule is written beside that of unified diffs.

use super::honest::{View, int};
use super::text::indent;
use super::write::{first_from, scope, seek};

impl View<'_> {
    /// The rule of the format that takes the first place.
    pub(super) fn by_order(&self, hunk: usize, place: i64) -> Option<&'static str> {
        let cursor = self.cursor(hunk);
        let it = self.hunk(hunk);
        let is_rival = |truth: &i64| *truth != place && !self.is_taken(hunk, *truth);
        let truth = self.true_place(hunk).filter(is_rival);
        let anchor = seek(&self.file, &it.anchors, cursor);
        let first = anchor
            .and_then(|from| first_from(&self.file, it, from).or_else(|| self.last(hunk, from)));
        // Nothing after the chunk before has it: then it may show the last context of that as well.
        let shared = self.cursor_before_context(hunk, cursor);
        let anchor_before = seek(&self.file, &it.anchors, shared);
        let before = anchor_before.and_then(|from| first_from(&self.file, it, from));
        match (anchor, first) {
            (_, None) if before.map(int) == Some(place) && truth.is_none() => Some("first"),
            (Some(anchor), Some(first)) if int(first) == place => {
                let is_misled = truth.is_some_and(|it| self.is_warned(hunk, anchor, place, it));
                (!is_misled).then_some("first")
            }
            _ if self.behind_own_anchor(hunk, cursor) == Some(place) => Some("first"),
            (Some(anchor), _) if self.in_what_is_opened(hunk, anchor) == Some(place) => {
                Some("first")
            }
            (Some(_), Some(_)) => {
                // The last lines of the file may be meant by name.
                let is_end = place + int(it.old_count()) >= int(self.file.len());
                let is_found = self.is_exact(hunk)
                    || self.last(hunk, 0).is_some_and(|last| int(last) == place);
                (it.ends_file && is_end && is_found).then_some("end")
            }
            _ => {
                let found = self.agreeing(hunk, place)?;
                let mut rivals = self.rivals(hunk, place);
                // What the anchor opens is meant before the rest of the file.
                let anchor = anchor.or_else(|| seek(&self.file, &it.anchors, 0));
                if let Some(anchor) = anchor.filter(|_| !it.anchors.is_empty()) {
                    let scope = scope(&self.file, anchor);
                    let is_inside = |at: i64| (int(scope.start)..int(scope.end)).contains(&at);
                    if is_inside(place) {
                        rivals.retain(|rival| is_inside(*rival));
                    }
                }
                // The end of the file may be meant by name; its last empty line is the final
                // newline.
                let is_end = |at: i64| at + int(it.old_count()) >= int(self.file.len());
                if it.ends_file && is_end(place) {
                    rivals.retain(|rival| is_end(*rival));
                }
                rivals
                    .into_iter()
                    .all(|rival| self.agreeing(hunk, rival) < Some(found))
                    .then_some("text")
            }
        }
    }

    /// The first place after a line of the chunk before that the one anchor names.
    fn behind_own_anchor(&self, hunk: usize, cursor: usize) -> Option<i64> {
        let [anchor] = self.hunk(hunk).anchors.as_slice() else { return None };
        let before = hunk.checked_sub(1)?;
        let first = usize::try_from(self.places.get(before).copied().flatten()?).ok()?;
        let is_it = |at: &usize| self.file.get(*at).is_some_and(|it| it.trim() == anchor.trim());
        let anchor = (first..cursor).rev().find(is_it)?;
        first_from(&self.file, self.hunk(hunk), anchor.max(cursor)).map(int)
    }

    /// The first place in what a line opens that the last anchor names, where the first line that
    /// it names opens nothing and what is meant is in no other that does.
    fn in_what_is_opened(&self, hunk: usize, first: usize) -> Option<i64> {
        let it = self.hunk(hunk);
        let anchor = it.anchors.last()?.trim();
        let opened = |at: usize| {
            let scope = scope(&self.file, at);
            let (first, lines) = self.file.get(scope.clone())?.split_first()?;
            // What closes after the line is nothing that it opens.
            let is_deeper =
                |line: &&str| !line.trim().is_empty() && indent(line).len() > indent(first).len();
            lines.iter().any(is_deeper).then_some(int(scope.start)..int(scope.end))
        };
        if opened(first).is_some() {
            return None;
        }
        let named = (first..self.file.len()).filter(|at| self.file[*at].trim() == anchor);
        let scopes: Vec<_> = named.filter_map(opened).collect();
        let truth = self.true_place(hunk);
        if truth.is_some_and(|truth| scopes.iter().any(|scope| scope.contains(&truth))) {
            return None;
        }
        let scope = scopes.first()?;
        let place = first_from(&self.file, it, usize::try_from(scope.start).ok()?).map(int)?;
        scope.contains(&place).then_some(place)
    }

    /// The line after the chunk before, that of its new lines where it was left out as done.
    fn cursor(&self, hunk: usize) -> usize {
        let mut cursor = 0;
        for before in 0..hunk {
            let place = self.places.get(before).copied().flatten();
            let end = if let Some(at) = place {
                // The first lines may be missing at the start of the file.
                usize::try_from(at + int(self.hunk(before).old_count())).unwrap_or(0)
            } else {
                let new: Vec<&str> = self.hunk(before).new_lines().collect();
                let is_new = |at: &usize| self.file.get(*at..at + new.len()) == Some(&*new);
                (cursor..self.file.len()).find(is_new).map_or(cursor, |at| at + new.len())
            };
            cursor = end;
        }
        cursor
    }

    /// The line after the last change of the chunk before.
    fn cursor_before_context(&self, hunk: usize, cursor: usize) -> usize {
        let place = |before: usize| {
            let place = self.places.get(before).copied().flatten()?;
            let it = self.hunk(before);
            let last = it.edits.last()?.end() - it.start;
            usize::try_from(place + int(last)).ok()
        };
        hunk.checked_sub(1).and_then(place).unwrap_or(cursor)
    }

    /// The end of the file, for a hunk whose last old line is empty, if all others are found there.
    fn last(&self, hunk: usize, from: usize) -> Option<usize> {
        let old: Vec<&str> = self.hunk(hunk).old_lines().map(|(_, text)| text).collect();
        let (last, others) = old.split_last()?;
        let at = self.file.len().checked_sub(others.len())?;
        let is_there = last.is_empty() && !others.is_empty() && self.file.get(at..)? == others;
        (is_there && at >= from).then_some(at)
    }

    /// Whether a place is in what another line opens that the last anchor names.
    fn is_in_namesake(&self, hunk: usize, place: i64) -> bool {
        let Some(anchor) = self.hunk(hunk).anchors.last().map(|it| it.trim()) else { return false };
        let named = (0..self.file.len()).filter(|at| self.file[*at].trim() == anchor);
        let mut scopes = named.map(|at| scope(&self.file, at));
        scopes.any(|scope| (int(scope.start)..int(scope.end)).contains(&place))
    }

    /// Whether the anchor or `*** End of File` speak for the true place and against the first.
    fn is_warned(&self, hunk: usize, anchor: usize, first: i64, truth: i64) -> bool {
        let it = self.hunk(hunk);
        let scope = scope(&self.file, anchor);
        let is_inside = |place: i64| {
            it.anchors.is_empty() || (int(scope.start)..int(scope.end)).contains(&place)
        };
        let is_end = |place: i64| place + int(it.old_count()) == int(self.file.len());
        let is_too_early = it.ends_file && is_end(truth) && !is_end(first);
        is_too_early || (is_inside(truth) && !is_inside(first) && !self.is_in_namesake(hunk, first))
    }
}
