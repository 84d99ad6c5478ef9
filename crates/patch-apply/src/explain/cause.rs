//! Finds out why a hunk matches nowhere, from the way it aligns with the file.

use std::collections::HashSet;

use bstr::ByteSlice;
use memchr::memchr_iter;
use patch_parse::{Format, Hunk, LineKind};

use super::align::{Alignment, Step};
use super::likeness::{Level, differ_in_blanks_alone};
use super::near::Lost;
use super::scene::Scene;
use super::show::without_ending;
use crate::text::LineTable;
use crate::text::words::has_words;
use crate::{Cause, Remark};

/// A line of fewer bytes may occur in two places by chance.
const LEAST_TELLING: usize = 4;

/// What the `*** Begin Patch` format says between lines of files.
const MARKERS: &[&[u8]] = &[
    b"*** Move to:",
    b"*** End of File",
    b"*** Update File:",
    b"*** Add File:",
    b"*** Delete File:",
    b"*** Begin Patch",
    b"*** End Patch",
];

/// A cause, and more about it.
pub(super) type Verdict = (Cause, Option<Remark>);

/// The cause. `position` is the line (0-based) that the earlier hunks have reached, in a format
/// that seeks forward.
pub(super) fn of(scene: Scene<'_, '_>, lost: &Lost<'_>, position: usize) -> Verdict {
    let Some(near) = &lost.near else { return without_place(scene, lost) };
    let alignment = &near.alignment;
    let differing = || alignment.steps.iter().filter(|step| is_material(step));
    let mut loose = alignment.steps.iter().filter_map(|step| match *step {
        Step::Pair { old, file, level: Level::Loose } => {
            Some((lost.old.get(old).copied()?, without_ending(scene.table.line(file))))
        }
        _ => None,
    });
    let plain = |cause| (cause, None);
    if differing().next().is_none() {
        let is_late = scene.format == Format::OpenCode && alignment.first < position;
        return plain(match loose.clone().next() {
            None if !is_late && is_elsewhere(scene.table, lost, alignment) => Cause::NotAtEnd,
            None => Cause::OutOfOrder,
            Some(_) if is_late => Cause::OutOfOrder,
            Some(_) if loose.clone().all(|(a, b)| differ_in_cr_alone(a, b)) => Cause::LineEnding,
            Some(_) if loose.all(|(a, b)| differ_in_blanks_alone(a, b)) => Cause::WhitespaceOnly,
            Some(_) => Cause::UnicodeEquivalent,
        });
    }
    misplaced_marker(scene, lost, alignment)
        .or_else(|| target_state(scene, lost, alignment))
        .unwrap_or_else(|| match differing().count() {
            1 => plain(Cause::OneLineDiffers),
            _ => (Cause::LinesDiffer, are_numbered(scene, lost).then_some(Remark::Numbered)),
        })
}

/// Whether a step differs in more than blanks and typography.
pub(super) fn is_material(step: &Step) -> bool {
    !matches!(step, Step::Pair { level: Level::Same | Level::Loose, .. })
}

fn differ_in_cr_alone(a: &[u8], b: &[u8]) -> bool {
    let without_cr = |line: &[u8]| line.trim_ascii_end().replace("\r", "");
    without_cr(a) == without_cr(b)
}

fn is_elsewhere(table: &LineTable<'_>, lost: &Lost<'_>, alignment: &Alignment) -> bool {
    lost.hunk.is_end_of_file() && alignment.last + 1 < table.len()
}

/// A file in which CR alone ends lines is one line to every patch.
fn without_place(scene: Scene<'_, '_>, lost: &Lost<'_>) -> Verdict {
    let bytes = scene.text.bytes;
    let newlines = memchr_iter(b'\n', bytes).count();
    let alone = memchr_iter(b'\r', bytes).filter(|at| bytes.get(at + 1) != Some(&b'\n')).count();
    let told_by = lost.old.iter().find(|line| has_words(line));
    if alone > newlines && told_by.is_some_and(|line| bytes.contains_str(line.trim_ascii())) {
        return (Cause::LineEnding, Some(Remark::CarriageReturns));
    }
    let marker = lost.old.iter().find(|line| is_marker(scene.format, line));
    if let Some(line) = marker {
        return (Cause::MisplacedMarker, Some(marker_remark(line)));
    }
    let is_wordless = !lost.old.iter().any(|line| has_words(line));
    let numbered = are_numbered(scene, lost).then_some(Remark::Numbered);
    (Cause::NothingSimilar, is_wordless.then_some(Remark::Wordless).or(numbered))
}

/// Whether all old lines begin with a number and a separator, as a file viewer shows them, each
/// number larger than the one before; and no line of the file begins as the first does.
fn are_numbered(scene: Scene<'_, '_>, lost: &Lost<'_>) -> bool {
    let numbers: Option<Vec<u64>> = lost.old.iter().map(|line| number(line)).collect();
    let is_rising = |numbers: Vec<u64>| numbers.len() > 1 && numbers.is_sorted_by(|a, b| a < b);
    numbers.is_some_and(is_rising)
        && lost.old.first().is_some_and(|first| !scene.text.bytes.contains_str(first.trim_ascii()))
}

/// The number at the start of a line.
fn number(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = line.split_at_checked(digits)?;
    let is_ended = ["|", ":", "\t", "→", "│"].iter().any(|sign| {
        rest.starts_with(sign.as_bytes()) || rest.trim_ascii_start().starts_with(sign.as_bytes())
    });
    number.to_str().ok()?.parse().ok().filter(|_| is_ended)
}

fn is_marker(format: Format, line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    format == Format::OpenCode && MARKERS.iter().any(|marker| line.starts_with(marker))
}

fn marker_remark(line: &[u8]) -> Remark {
    Remark::MarkerRead(line.trim_ascii().into())
}

fn misplaced_marker(
    scene: Scene<'_, '_>,
    lost: &Lost<'_>,
    alignment: &Alignment,
) -> Option<Verdict> {
    let mut lines = expected(lost, alignment);
    let line = lines.find(|line| is_marker(scene.format, line))?;
    Some((Cause::MisplacedMarker, Some(marker_remark(line))))
}

/// The old lines that the file does not have.
fn expected<'l>(lost: &'l Lost<'_>, alignment: &'l Alignment) -> impl Iterator<Item = &'l [u8]> {
    let steps = alignment.steps.iter().filter(|step| is_material(step));
    steps.filter_map(|step| match step {
        Step::Pair { old, .. } | Step::OnlyPatch { old, .. } => lost.old.get(*old).copied(),
        Step::OnlyFile { .. } => None,
    })
}

/// The writer took the new text for the present one, or the file holds a part of it already.
fn target_state(scene: Scene<'_, '_>, lost: &Lost<'_>, alignment: &Alignment) -> Option<Verdict> {
    let wanted = made_by(scene.hunks);
    let taken = |line: &&[u8]| wanted.contains(line.trim_ascii_end());
    if let Some(line) = expected(lost, alignment).find(taken) {
        let remark = Remark::AddedByPatch(line.trim_ascii().into());
        return Some((Cause::TargetStateInContext, Some(remark)));
    }
    let own = made_by(std::slice::from_ref(lost.hunk));
    let mut there =
        alignment.steps.iter().filter(|step| is_material(step)).filter_map(|step| match *step {
            Step::Pair { file, .. } | Step::OnlyFile { file, .. } => {
                Some(without_ending(scene.table.line(file)))
            }
            Step::OnlyPatch { .. } => None,
        });
    let line = there.find(|line| own.contains(line.trim_ascii_end()))?;
    let remark = Remark::AddedAlready(line.trim_ascii().into());
    Some((Cause::TargetStateInContext, Some(remark)))
}

/// The lines that hunks add rather than merely move.
fn made_by<'h>(hunks: &'h [Hunk<'_>]) -> HashSet<&'h [u8]> {
    let lines = |kind| {
        let lines = hunks.iter().flat_map(|hunk| hunk.lines.iter());
        lines.filter(move |line| line.kind == kind).map(|line| line.text.trim_ascii_end())
    };
    let removed: HashSet<&[u8]> = lines(LineKind::Remove).collect();
    let is_telling = |line: &&[u8]| line.trim_ascii().len() >= LEAST_TELLING && has_words(line);
    lines(LineKind::Add).filter(is_telling).filter(|line| !removed.contains(line)).collect()
}
