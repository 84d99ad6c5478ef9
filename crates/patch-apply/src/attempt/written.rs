//! Decides how the added lines of all hunks of a file are written: by what the old lines of each
//! show, by its place, and by what the other hunks show. The rules are in [`crate::mapping`].

use patch_parse::Hunk;

use crate::Cause;
use crate::failure::HunkFailure;
use crate::indent::around::Around;
use crate::kept::with_kept;
use crate::mapping::{self, Mapping, Piece, Shown, Unparsed, Whole};
use crate::options::{ApplyOptions, Contract};
use crate::place::rung::Rung;
use crate::place::{Placed, Placement};
use crate::text::fold::has_references;

/// How the added lines of each hunk are written, if not as in the patch. A hunk whose added lines
/// cannot be written loses its place.
pub(super) fn mappings(
    bytes: &[u8],
    hunks: &[Hunk<'_>],
    placed: &mut [Placed],
    options: &ApplyOptions,
    is_any_read_anew: bool,
) -> Vec<Option<Mapping>> {
    let mappings = vec![None; placed.len()];
    let contract = options.contract;
    let is_escaped = options.escaped && !has_references(bytes);
    let mut written = Written { bytes, hunks, placed, mappings, is_escaped };
    written.by_own_lines();
    // Git takes a patch that fits at its word; and so is a patch taken that a tool made from this
    // very file.
    if contract != Contract::Git {
        written.trim_stray_ends();
    }
    if contract == Contract::Git || (!is_any_read_anew && written.are_headers_true()) {
        written.by_others();
        if contract != Contract::Git {
            written.in_plain_blanks();
        }
        written.empty_stray_blanks();
        return written.mappings;
    }
    let open = written.by_place();
    written.as_new_file();
    written.by_others();
    written.by_tabs();
    written.damaged();
    written.misplaced();
    written.empty_stray_blanks();
    if let Some(open) = open {
        written.refuse(open);
    }
    written.mappings
}

/// The hunks of a file, what became of each, and how its added lines are written.
struct Written<'a, 'w, 'f> {
    bytes: &'f [u8],
    hunks: &'a [Hunk<'w>],
    placed: &'a mut [Placed],
    mappings: Vec<Option<Mapping>>,
    /// The patch is escaped as HTML is, and the file is not.
    is_escaped: bool,
}

/// A hunk at its place.
struct Site<'s, 'w, 'f> {
    bytes: &'f [u8],
    hunk: &'s Hunk<'w>,
    place: &'s Placement,
    around: &'s mut Around<'f>,
}

impl<'f> Site<'_, '_, 'f> {
    /// The lines around the place.
    fn around(&mut self) -> &Around<'f> {
        move_to(self.around, self.bytes, self.place);
        self.around
    }
}

impl<'w, 'f> Written<'_, 'w, 'f> {
    /// Calls `ask` for every hunk that has a place. A hunk whose added lines cannot be written
    /// loses it.
    fn at_each(
        &mut self,
        mut ask: impl FnMut(Site<'_, 'w, 'f>, &mut Option<Mapping>) -> Result<(), Cause>,
    ) {
        let bytes = self.bytes;
        let mut around = Around::default();
        let hunks = self.hunks.iter().zip(&mut self.mappings);
        for ((index, placed), (hunk, slot)) in self.placed.iter_mut().enumerate().zip(hunks) {
            let Placed::At(place) = placed else { continue };
            if let Err(cause) = ask(Site { bytes, hunk, place, around: &mut around }, slot) {
                *placed = Placed::Failed(HunkFailure::unmapped(cause, index, hunk, place));
            }
        }
    }

    fn by_own_lines(&mut self) {
        self.at_each(|mut site, slot| {
            let file = site.bytes.split_at_checked(site.place.start).unwrap_or_default();
            let (hunk, place) = (site.hunk, site.place);
            let mapping = Mapping::of(hunk, place, file, site.around())?;
            *slot = Some(mapping).filter(|mapping| !mapping.is_same());
            Ok(())
        });
    }

    /// Handles hunks whose lines all end in blanks, where no line of the file does.
    fn trim_stray_ends(&mut self) {
        self.at_each(|site, slot| {
            let file = site.bytes.get(site.place.start..).unwrap_or_default();
            if Mapping::has_stray_ends(site.hunk, site.place, file) {
                slot.get_or_insert_default().trim_ends();
            }
            Ok(())
        });
    }

    /// Handles hunks that match exactly and have one blank too many before every added line, in a
    /// patch that shows nowhere how its lines are marked. A single line may be meant so: its hunk
    /// is returned as open, unless other hunks decide it.
    fn by_place(&mut self) -> Option<usize> {
        let exact = self.hunks.iter().zip(&*self.placed).enumerate();
        let exact = exact.filter_map(|(index, (hunk, placed))| match placed {
            Placed::At(place) if is_exact_within(place) => Some((index, hunk, place)),
            Placed::At(_) | Placed::Done(_) | Placed::Failed(_) => None,
        });
        let exact = exact.map(|exact| (mapping::may_be_blank_off(exact.1), exact));
        let said = exact.clone().filter_map(|(is_off, _)| is_off);
        if said.clone().next().is_none() || !said.into_iter().all(|is_off| is_off) {
            return None;
        }
        let mut around = Around::default();
        let mut found = Vec::new();
        for (_, (index, hunk, place)) in exact.filter(|(is_off, _)| is_off.is_some()) {
            move_to(&mut around, self.bytes, place);
            let by_place = Mapping::by_place(hunk, place, self.bytes, &around);
            found.extend(by_place.map(|(mapping, count)| (index, mapping, count)));
        }
        if let [(only, _, 1)] = *found {
            return Some(only);
        }
        for (index, mapping, _) in found {
            if let Some(slot) = self.mappings.get_mut(index) {
                *slot = Some(mapping);
            }
        }
        None
    }

    /// Handles lines that are all of a new file.
    fn as_new_file(&mut self) {
        let ([hunk], true) = (self.hunks, self.bytes.is_empty()) else { return };
        self.at_each(|_, slot| {
            let of_makefile = || Mapping::of_new_makefile(hunk);
            *slot = slot.take().or_else(|| Mapping::of_new_file(hunk)).or_else(of_makefile);
            Ok(())
        });
    }

    /// Handles hunks whose own lines show nothing, by hunks whose lines do.
    fn by_others(&mut self) {
        let of_removals = self.hunks.iter().zip(&*self.placed).filter_map(|(hunk, placed)| {
            let Placed::At(place) = placed else { return None };
            Mapping::of_removal(hunk, place, self.bytes.split_at_checked(place.start)?.1)
        });
        let others: Vec<Mapping> =
            self.mappings.iter().flatten().cloned().chain(of_removals).collect();
        let others = Shown::by(&others);
        let others =
            if self.is_escaped { Some(others.unwrap_or_default().escaped()) } else { others };
        let Some(others) = others else { return };
        self.at_each(|mut site, slot| {
            let (hunk, sides) = (site.hunk, beside(site.bytes, site.place));
            if let Some(mapping) = slot {
                mapping.take_signs(&others);
            } else if hunk.lines.added_count() > 0 && site.place.rung != Rung::Indentation {
                *slot = Mapping::by_others(hunk, &others, sides, site.around())?;
            }
            Ok(())
        });
    }

    /// Handles hunks that match exactly and add lines indented with blanks to a file indented with
    /// tabs, in a patch that nowhere shows that its tabs survived.
    fn by_tabs(&mut self) {
        if !self.hunks.iter().all(mapping::are_blanks_open) {
            return;
        }
        self.at_each(|mut site, slot| {
            let hunk = site.hunk;
            if slot.is_none() && hunk.lines.added_count() > 0 && is_exact(site.place) {
                *slot = Mapping::by_tabs(hunk, site.around());
            }
            Ok(())
        });
    }

    /// Handles hunks that match exactly and whose added lines alone are damaged.
    fn damaged(&mut self) {
        let file = Whole::new(self.bytes);
        self.at_each(|mut site, slot| {
            let (hunk, place) = (site.hunk, site.place);
            let is_plain = slot.as_ref().is_none_or(Mapping::has_same_signs);
            let is_odd = || mapping::first_odd(hunk, place.start, &file).is_some();
            if place.rung == Rung::Indentation && is_plain && is_odd() {
                return Err(Cause::UnmappedCharacters);
            }
            if slot.is_none() && is_exact(place) && mapping::may_be_damaged(hunk) {
                *slot = Mapping::of_damaged(hunk, place, &file, site.around())?;
            }
            Ok(())
        });
    }

    /// Handles hunks that match exactly and add lines that begin with no-break spaces: numbers that
    /// are true say nothing of these.
    fn in_plain_blanks(&mut self) {
        let file = Whole::new(self.bytes);
        self.at_each(|mut site, slot| {
            if slot.is_none() && is_exact(site.place) && mapping::adds_no_break_spaces(site.hunk) {
                *slot = Mapping::of_no_break_spaces(&file, site.around())?;
            }
            Ok(())
        });
    }

    /// Handles a hunk that matches exactly and adds lines that Python or YAML cannot parse at their
    /// indentation, but could in exactly one other way. If there are several ways or none, the hunk
    /// is taken at its word where a later change may mend that: a file may be changed in steps, and
    /// not every step can be parsed. An empty function is no such step.
    fn misplaced(&mut self) {
        let Some((index, mapping)) = self.find_misplaced() else { return };
        let is_found = mapping.is_some();
        if let Some(slot) = self.mappings.get_mut(index) {
            *slot = mapping;
        }
        if !is_found {
            self.refuse(index);
        }
    }

    /// That hunk, and how its added lines are written; `None` if they must not be.
    fn find_misplaced(&self) -> Option<(usize, Option<Mapping>)> {
        if !self.placed.iter().all(is_whole) || !mapping::may_be_of_depth(self.bytes) {
            return None;
        }
        let all = self.hunks.iter().zip(&*self.placed).zip(&self.mappings).enumerate();
        let all = all.filter_map(|(index, ((hunk, placed), mapping))| match placed {
            Placed::At(place) => Some((index, (hunk, place, mapping.as_ref()))),
            Placed::Done(_) | Placed::Failed(_) => None,
        });
        let mut all: Vec<(usize, Piece<'_>)> = all.collect();
        all.sort_by_key(|(_, (_, place, _))| place.start);
        let pieces: Vec<Piece<'_>> = all.iter().map(|(_, piece)| *piece).collect();
        let Unparsed { index: at, is_certain, is_beside_added } =
            mapping::misplaced(self.bytes, &pieces)?;
        let (index, (_, place, mapping)) = all.get(at).copied()?;
        // What other rules make of a hunk is no better than what it says, and worse where its lines
        // are not as deep as those of the file.
        if mapping.is_some() || !is_exact(place) {
            let is_made_up = || {
                is_beside_added && place.rung == Rung::Indentation && self.is_kept_so(&pieces, at)
            };
            return (is_certain || is_made_up()).then_some((index, None));
        }
        let mut around = Around::default();
        move_to(&mut around, self.bytes, place);
        let mapping = Mapping::of_misplaced(&pieces, at, self.bytes, &around);
        (mapping.is_some() || is_certain).then_some((index, mapping))
    }

    /// Whether the lines of a hunk cannot be parsed although the file keeps those that are removed
    /// and added again. Of hunks that share lines it is not known.
    fn is_kept_so(&self, pieces: &[Piece<'_>], at: usize) -> bool {
        let mut two = pieces.iter().zip(pieces.iter().skip(1));
        if two.any(|((_, one, _), (_, next, _))| next.start < one.end) {
            return false;
        }
        let Some((hunk, place, mapping)) = pieces.get(at).copied() else { return false };
        let file = self.bytes.get(place.start..).unwrap_or_default();
        let kept = if Mapping::adds_as_shown(hunk, place, file) { None } else { with_kept(hunk) };
        let Some(kept) = kept else { return true };
        let mut pieces = pieces.to_vec();
        pieces.splice(at..=at, [(&kept, place, mapping)]);
        let found = mapping::misplaced(self.bytes, &pieces);
        found.is_some_and(|found| found.index == at && found.is_beside_added)
    }

    /// Handles hunks that match only loosely, and add lines of nothing but blanks to a file that
    /// has no such lines.
    fn empty_stray_blanks(&mut self) {
        self.at_each(|mut site, slot| {
            let (hunk, rung) = (site.hunk, site.place.rung);
            if Mapping::has_stray_blanks(hunk, rung, site.around()) {
                slot.get_or_insert_default().empty_blank_lines();
            }
            Ok(())
        });
    }

    /// Whether all hunks match exactly, at the very lines that their headers name, and the headers
    /// count their lines rightly.
    fn are_headers_true(&self) -> bool {
        self.hunks.iter().zip(&*self.placed).all(|(hunk, placed)| {
            let Some((range, Placed::At(place))) = hunk.range().zip(Some(placed)) else {
                return false;
            };
            let is_at = |line: usize| is_exact(place) && line == place.line_index + 1;
            !hunk.is_miscounted() && usize::try_from(range.first_old_line()).is_ok_and(is_at)
        })
    }

    /// Takes the place from a hunk if nothing showed how its added lines are written.
    fn refuse(&mut self, open: usize) {
        if self.mappings.get(open) == Some(&None)
            && let (Some(placed), Some(hunk)) = (self.placed.get_mut(open), self.hunks.get(open))
            && let Placed::At(place) = placed
        {
            let cause = Cause::UnmappedIndentation;
            *placed = Placed::Failed(HunkFailure::unmapped(cause, open, hunk, place));
        }
    }
}

/// The least number of bytes before and after a place from which the steps of indentation are
/// worked out.
const AROUND: usize = 8 << 10;

/// The text before a place, and after it.
fn beside<'f>(bytes: &'f [u8], place: &Placement) -> (&'f [u8], &'f [u8]) {
    let front = bytes.get(..place.start).unwrap_or_default();
    (front, bytes.get(place.end..).unwrap_or_default())
}

/// Whether the old lines of a hunk equal those of the file, trailing blanks aside.
fn is_exact(place: &Placement) -> bool {
    matches!(place.rung, Rung::Exact | Rung::TrailingBlanks)
}

/// Whether they do so but for outer context.
fn is_exact_within(place: &Placement) -> bool {
    is_exact(place) || place.rung == Rung::OuterContext
}

/// Whether it is known what a hunk makes of all the lines that it faces.
fn is_whole(placed: &Placed) -> bool {
    match placed {
        Placed::At(place) => place.rung != Rung::OuterContext,
        Placed::Done(_) => true,
        Placed::Failed(_) => false,
    }
}

/// Moves the lines around to a place. They extend to multiples of [`AROUND`], so that neighbouring
/// hunks share them and they are examined once.
fn move_to<'f>(around: &mut Around<'f>, bytes: &'f [u8], place: &Placement) {
    let from = place.start.saturating_sub(AROUND) / AROUND * AROUND;
    let to = (place.end + AROUND).next_multiple_of(AROUND).min(bytes.len());
    let text = bytes.get(from..to).unwrap_or_default();
    if !std::ptr::eq(around.text(), text) {
        *around = Around::new(text);
    }
}
