//! One thing that is in the way of a patch: the lines of the patch, and what the file has.

use std::fmt::Write as _;

use bstr::ByteSlice;
use patch_apply::{Candidate, Cause, Failure, HunkFailure, visible};
use patch_parse::{Code, Span};

use super::excerpt::Excerpt;
use super::lines::{self, Line};
use super::style::{ERROR, TITLE};
use super::{near_miss, plural};
use crate::input::PatchText;

/// Lines of a hunk shown before and after the one that is marked.
const BEFORE: usize = 3;
const AFTER: usize = 2;

/// How many lines of a section are searched for the one that names its file.
const HEADER_LINES: usize = 12;

/// The longest suggestion and the longest line of one that are shown, in lines and in characters:
/// what is cut cannot be copied.
const MOST_SUGGESTED: usize = 60;
const MOST_COPIED: usize = 400;

/// A failure, and the patch it is about.
#[derive(Clone, Copy)]
pub(super) struct Failing<'f> {
    pub(super) text: &'f PatchText,
    pub(super) failure: &'f Failure,
    /// The patch is being taken back: what it adds is what the file should hold.
    pub(super) reversed: bool,
}

/// Appends `error[code]: path: message`.
pub(super) fn title(out: &mut String, code: Code, path: &[u8], message: &str) {
    let colon = if path.is_empty() { "" } else { ": " };
    let path = visible::path(path).limit(200);
    let message = visible::line(message.as_bytes());
    let _ = writeln!(out, "{ERROR}error[{code}]{ERROR:#}{TITLE}: {path}{colon}{message}{TITLE:#}");
}

impl<'f> Failing<'f> {
    /// Appends all that is known of the failure: the lines of the patch, those of the file, and
    /// last what may be copied.
    pub(super) fn write(self, out: &mut String) {
        let failure = self.failure;
        title(out, failure.code, &failure.path, &self.message());
        let excerpt = match &failure.hunk {
            Some(hunk) => self.hunk(hunk),
            None => self.section(),
        };
        excerpt.write(out);
        if let Some(hunk) = &failure.hunk {
            self.notes(out, &excerpt, hunk);
        }
        excerpt.note(out, "hint", failure.hint);
        if let Some(patch) = self.suggestion() {
            let overwrites =
                failure.hunk.as_ref().map(|hunk| hunk.overwritten()).unwrap_or_default();
            let overwrites = visible::line(overwrites.as_bytes());
            let text = format!("this patch applies to the file as it is now{overwrites}");
            excerpt.note(out, "suggestion", &text);
            out.push('\n');
            for line in patch.lines() {
                let _ = writeln!(out, "{}", visible::line(line).limit(MOST_COPIED));
            }
        }
    }

    /// The corrected patch, where it can be shown whole. One for the way back would be applied the
    /// other way.
    fn suggestion(self) -> Option<&'f [u8]> {
        let patch = self.failure.hunk.as_ref()?.suggested_patch.as_ref()?;
        let is_whole = patch.lines().count() <= MOST_SUGGESTED
            && patch.lines().all(|line| {
                let shown = visible::line(line).limit(MOST_COPIED).to_string();
                shown.as_bytes() == line
            });
        (is_whole && !self.reversed).then_some(patch)
    }

    /// What happened; the details follow below the excerpt.
    fn message(self) -> String {
        let Some(hunk) = &self.failure.hunk else { return self.failure.message.clone() };
        let number = hunk.hunk + 1;
        match (hunk.cause, &hunk.near_miss) {
            (Cause::UnmappedIndentation | Cause::UnmappedCharacters, _) => {
                format!("hunk {number}: {}", self.failure.message)
            }
            (_, Some(near)) if near.matched_lines > 0 => {
                let lines = plural(near.matched_lines, "line");
                let (start, differing) = (near.line, near.differing_line);
                format!(
                    "hunk {number}: {lines} found at line {start} of the file, then line \
                     {differing} differs"
                )
            }
            (_, Some(near)) => {
                let (start, differing) = (near.line, near.differing_line);
                format!(
                    "hunk {number}: the nearest place is line {start} of the file, where line \
                     {differing} differs"
                )
            }
            _ => format!("hunk {number}: {}", self.failure.message),
        }
    }

    /// The header of the hunk and the lines around the one that does not fit.
    fn hunk(self, hunk: &HunkFailure) -> Excerpt<'f> {
        let source = &self.text.bytes;
        let header: Vec<_> = lines::hunk_header(source, hunk.span).take(BEFORE).collect();
        let marked = self.culprit(hunk).or(header.last().copied());
        let first = header.last().map_or(hunk.span.line, |line| line.number + 1);
        let from = marked.map_or(first, |line| line.number.saturating_sub(BEFORE)).max(first);
        let to = marked.map_or(first, |line| line.number) + AFTER;
        let body = lines::of_span(source, hunk.span)
            .skip_while(|line| line.number < from)
            .take_while(|line| line.number <= to);
        Excerpt {
            name: &self.text.name,
            lines: header.into_iter().chain(body).collect(),
            marked: marked.map(|line| line.number),
        }
    }

    /// The line of the patch that the file does not have.
    fn culprit(self, hunk: &HunkFailure) -> Option<Line<'f>> {
        let index = match (hunk.cause, &hunk.near_miss) {
            (_, Some(near)) => near.matched_lines,
            (Cause::NothingSimilar, _) => 0,
            _ => return None,
        };
        lines::old_line(&self.text.bytes, hunk.span, index, self.reversed)
    }

    /// The header line that names the file, else the first of the section.
    fn section(self) -> Excerpt<'f> {
        let Failure { span, path, .. } = self.failure;
        let lines = section_lines(&self.text.bytes, *span);
        let naming = lines.clone().find(|line| !path.is_empty() && line.text.contains_str(path));
        let line = naming.or_else(|| lines.clone().next());
        Excerpt {
            name: &self.text.name,
            lines: line.into_iter().collect(),
            marked: line.map(|line| line.number),
        }
    }

    fn notes(self, out: &mut String, excerpt: &Excerpt<'_>, hunk: &HunkFailure) {
        let path = visible::path(&self.failure.path).limit(60).to_string();
        if let Some(near) = &hunk.near_miss {
            near_miss::notes(out, excerpt, near, &path);
        }
        for place in &hunk.candidates {
            excerpt.note(out, "place", &candidate(&path, place));
        }
        for place in &hunk.rivals {
            let name = if place.rung.is_some() || place.is_done { "place" } else { "nearly" };
            excerpt.note(out, name, &candidate(&path, place));
        }
        if let Some(more) = hunk.places.checked_sub(hunk.candidates.len()).filter(|more| *more > 0)
        {
            excerpt.note(out, "place", &format!("and {more} more"));
        }
        if let Some(remark) =
            hunk.remark.as_ref().filter(|remark| !self.failure.message.contains(*remark))
        {
            excerpt.note(out, "note", &visible::line(remark.as_bytes()).to_string());
        }
        if let Some(near) = &hunk.near_miss {
            near_miss::excerpt(out, excerpt, near, &path);
        }
    }
}

/// `a.rs:12: the line, in a heading; for it: number; against it: heading`.
fn candidate(path: &str, place: &Candidate) -> String {
    let text = visible::line(place.text.trim_ascii()).limit(80);
    let mut shown = format!("{path}:{}: `{text}`", place.line);
    if let Some(heading) = &place.heading {
        let text = visible::line(&heading.text).limit(80);
        let _ = write!(shown, " in `{text}`, line {}", heading.line);
    }
    let weighed = place.weighed();
    if !weighed.is_empty() {
        let _ = write!(shown, "; {weighed}");
    }
    shown
}

/// The lines of a section before its first hunk; none for what is not in the text.
fn section_lines(source: &[u8], span: Span) -> impl Iterator<Item = Line<'_>> + Clone {
    lines::of_span(source, span)
        .take(if span.line == 0 { 0 } else { HEADER_LINES })
        .take_while(|line| !line.text.starts_with(b"@@"))
}
