//! Finds the kind of damage that the added lines of a hunk have, if its old lines match exactly.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use super::again::defined_already;
use super::closer::Misplaced;
use super::trimmed::Table;
use super::whole::Whole;
use super::{
    again, at_end, closer, displaced, doubled, edges, heads, odd, off, other_blanks, outside,
    recipes, steps, trimmed, trimmed_head,
};
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::mapping::Mapping;
use crate::mapping::characters::no_break::is_in_no_break_spaces;
use crate::mapping::lines::change::{Change, worded};
use crate::text::blanks::{depth, without_indentation};
use crate::{Cause, Placement};

/// The beginning of a line that is one blank off for certain.
const BLANK_AND_TAB: &[u8] = b" \t";

/// Whether a hunk whose old lines match exactly may add damaged lines. This runs for every hunk:
/// one pass over the lines rules out nearly all, before the costlier checks for each kind of
/// damage.
pub(crate) fn may_be_damaged(hunk: &Hunk<'_>) -> bool {
    if hunk.lines.added_count() == 0 {
        return false;
    }
    let (mut is_any_deep, mut is_any_at_margin) = (false, false);
    let (mut is_any_in_tabs, mut is_any_in_blanks) = (false, false);
    let is_bare = !hunk.anchors.is_empty() || hunk.lines.old_count() == 0;
    let (mut context, mut added, mut is_any_again) = (None, None, is_bare);
    let (mut outer, mut is_any_displaced, mut is_any_at_edge) = (None, false, false);
    let mut is_any_in_block = false;
    for line in &hunk.lines {
        let first = line.text.first();
        if line.kind != LineKind::Add {
            is_any_deep |= matches!(first, Some(b' ' | b'\t'));
            is_any_in_tabs |= first == Some(&b'\t');
            context = Some(line.text).filter(|_| line.kind == LineKind::Context);
            is_any_again |= added.take() == context && context.is_some();
            outer = if line.text.is_empty() { outer } else { context };
        } else if first == Some(&b'\t')
            || line.text.starts_with(BLANK_AND_TAB)
            || odd::may_have_one(line.text)
            || is_in_no_break_spaces(line.text)
        {
            return true;
        } else {
            is_any_at_margin |= !matches!(first, Some(b' ') | None);
            is_any_in_blanks |= first == Some(&b' ');
            is_any_again |= context.take() == Some(line.text);
            if !line.text.is_empty()
                && let Some(outer) = outer.take()
            {
                is_any_displaced |= displaced::may_be_displaced(outer, line.text);
                is_any_in_block |= steps::may_open_block(outer);
            }
            added = Some(line.text);
            is_any_at_edge |= edges::may_be_edge(line.text);
        }
    }
    (is_any_in_blanks
        && (hunk.lines.old_count() == 0
            || is_any_in_tabs
            || off::may_be_off(hunk)
            || recipes::may_have_recipe(hunk)))
        || (is_any_deep && is_any_at_margin)
        || is_any_displaced
        || (is_any_again && (heads::may_repeat_head(hunk) || again::may_be_again(hunk)))
        || (is_any_at_edge && edges::may_be_at_edge(hunk))
        || ((is_any_again || added.is_some()) && doubled::may_be_doubled(hunk))
        || (added.is_some() && closer::may_be_before_closer(hunk))
        || (is_any_in_blanks
            && ((is_any_in_block && steps::may_be_in_block(hunk))
                || (!is_any_deep && steps::may_be_at_margin(hunk))))
}

/// Whether a hunk adds lines that begin with no-break spaces.
pub(crate) fn adds_no_break_spaces(hunk: &Hunk<'_>) -> bool {
    let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    !hunk.lines.is_ascii() && added.any(|line| is_in_no_break_spaces(line.text))
}

/// The first line with odd characters that a hunk adds, whose old lines match at byte `start` of
/// the file, indentation aside.
pub(crate) fn first_odd<'h>(
    hunk: &'h Hunk<'_>,
    start: usize,
    file: &Whole<'h>,
) -> Option<&'h [u8]> {
    let changes = || Change::all(hunk, file.text, start);
    odd::may_have_any(hunk).then(changes).and_then(|changes| odd::first(&changes, file))
}

/// The added line of a hunk, whose old lines match exactly at byte `start` of the file, that is on
/// the wrong side of the bracket that closes a block.
pub(crate) fn beside_closer<'h>(
    hunk: &'h Hunk<'_>,
    start: usize,
    file: &'h [u8],
) -> Option<Misplaced<'h>> {
    closer::misplaced(&Change::all(hunk, file, start), ends_in_added(hunk))
}

fn ends_in_added(hunk: &Hunk<'_>) -> bool {
    hunk.lines.iter().last().is_some_and(|line| line.kind == LineKind::Add)
}

impl Mapping {
    /// For a hunk whose old lines match exactly and whose added ones alone [may be
    /// damaged](may_be_damaged): how these are written, if not as in the patch.
    ///
    /// # Errors
    ///
    /// The cause for which they must not be written, since they are not valid code as they are.
    pub(crate) fn of_damaged(
        hunk: &Hunk<'_>,
        place: &Placement,
        file: &Whole<'_>,
        around: &Around<'_>,
    ) -> Result<Option<Self>, Cause> {
        if adds_no_break_spaces(hunk) {
            return Self::of_no_break_spaces(file, around);
        }
        let is_before_tab = |line: &[u8]| line.starts_with(BLANK_AND_TAB);
        let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        if added.any(|line| is_before_tab(line.text)) && !file.text.lines().any(is_before_tab) {
            return Err(Cause::UnmappedIndentation);
        }
        let changes = Change::all(hunk, file.text, place.start).into_iter();
        let changes: Vec<Change<'_>> = changes.map(|change| change.knowing(&file.marks)).collect();
        let is_again = |change: &Change<'_>| {
            heads::repeats_head(change)
                || again::repeats_jump(change)
                || edges::repeats_edge(change)
        };
        let is_defined = |change: &Change<'_>| {
            defined_already(&change.added, change.front, change.behind).is_some()
        };
        if changes.iter().any(is_again) || doubled::repeats_any(&changes) {
            return Err(Cause::PartlyApplied);
        }
        let is_without_place =
            |change: &Change<'_>| is_defined(change) || at_end::is_behind_last_block(change);
        if hunk.lines.old_count() == 0 && changes.iter().any(is_without_place) {
            return Err(Cause::NoContext);
        }
        if odd::may_have_any(hunk) && odd::first(&changes, file).is_some() {
            return Err(Cause::UnmappedCharacters);
        }
        if closer::misplaced(&changes, ends_in_added(hunk)).is_some() {
            return Err(Cause::UnmappedIndentation);
        }
        let are_recipes =
            || changes.iter().any(|change| recipes::is_recipe_in_blanks(change, around));
        if other_blanks::may_be_others(hunk) {
            let sides = file.text.split_at_checked(place.start).unwrap_or_default();
            let found = Self::by_other_blanks(hunk, file, sides, &changes, around)
                .or_else(|| Self::of_recipes(&changes, around));
            return if found.is_none() && are_recipes() {
                Err(Cause::UnmappedIndentation)
            } else {
                Ok(found)
            };
        }
        if let Some(mapping) = Self::of_recipes(&changes, around) {
            return Ok(Some(mapping));
        }
        if are_recipes() {
            return Err(Cause::UnmappedIndentation);
        }
        if off::may_be_off(hunk)
            && let Some(table) = off::of_changes(&changes, around)?
        {
            let table = table.into_iter().map(|(patch, file)| (patch.to_vec(), file)).collect();
            let indentation = Indentation::Lookup(table);
            return Ok(Some(Self { indentation, ..Self::default() }));
        }
        if let Some(mapping) = Self::of_outside(&changes, around)? {
            return Ok(Some(mapping));
        }
        let is_trimmed = |change: &Change<'_>| {
            worded(&change.added).first().is_some_and(|(indent, _)| indent.is_empty())
        };
        let trimmed = changes.iter().any(is_trimmed).then(|| {
            let trimmed = Self::of_tables(&changes, around, trimmed::of_change);
            let trimmed =
                trimmed.or_else(|| Self::of_tables(&changes, around, trimmed_head::of_change));
            trimmed.or_else(|| Self::of_tables(&changes, around, recipes::of_trimmed))
        });
        let found = trimmed.flatten();
        let found = found.or_else(|| Self::of_tables(&changes, around, displaced::of_change));
        Ok(found.or_else(|| Self::of_tables(&changes, around, steps::of_change)))
    }

    /// For added lines that are indented with no-break spaces: these are spaces, if the file is
    /// indented with spaces and has no such lines.
    ///
    /// # Errors
    ///
    /// The file is indented with tabs.
    pub(crate) fn of_no_break_spaces(
        file: &Whole<'_>,
        around: &Around<'_>,
    ) -> Result<Option<Self>, Cause> {
        if file.has_no_break_spaces() {
            return Ok(None);
        }
        if around.begins_with(b'\t') {
            return Err(Cause::UnmappedIndentation);
        }
        Ok(Some(Self { has_plain_blanks: true, ..Self::default() }))
    }

    /// For added lines that would take the lines after them out of their block.
    fn of_outside(changes: &[Change<'_>], around: &Around<'_>) -> Result<Option<Self>, Cause> {
        let mut found = Vec::new();
        for change in changes.iter().filter(|change| !change.added.is_empty()) {
            found.push(outside::of_change(change, around)?);
        }
        if found.iter().all(Option::is_none) {
            return Ok(None);
        }
        // One indentation of the patch must be one in the file.
        let [Some(table)] = &*found else { return Err(Cause::UnmappedIndentation) };
        let table = table.iter().map(|(patch, file)| (patch.to_vec(), file.clone())).collect();
        Ok(Some(Self { indentation: Indentation::Lookup(table), ..Self::default() }))
    }

    /// What some changes ask for, each for itself, if the other changes do not contradict it.
    fn of_tables<'l>(
        changes: &[Change<'l>],
        around: &Around<'_>,
        of_change: impl Fn(&Change<'l>, &Around<'_>) -> Option<Table<'l>>,
    ) -> Option<Self> {
        let mut table: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        for change in changes {
            let own = change.added.iter().filter(|line| depth(line).is_some());
            let own = own.map(|line| without_indentation(line).0);
            let found = of_change(change, around);
            let found = found.unwrap_or_else(|| own.map(|own| (own, own.to_vec())).collect());
            table.extend(found.into_iter().map(|(patch, file)| (patch.to_vec(), file)));
        }
        table.sort_unstable();
        table.dedup();
        let is_one =
            table.windows(2).all(|two| two.first().map(|it| &it.0) != two.last().map(|it| &it.0));
        let indentation = Indentation::Lookup(table);
        let is_moved = is_one && !indentation.is_same();
        is_moved.then(|| Self { indentation, ..Self::default() })
    }
}
