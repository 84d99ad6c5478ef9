//! One thing that stands in the way of a patch: the lines of the patch, and what the file has.

use std::fmt::Write as _;

use bstr::ByteSlice;
use patch_apply::{Cause, Failure, HunkFailure, NearMiss};
use patch_parse::{Code, Span};

use super::excerpt::Excerpt;
use super::lines::{self, Line};
use super::style::{ERROR, TITLE};
use super::{mismatch, plural, visible};
use crate::input::PatchText;

/// Lines of a hunk shown before and after the one that is marked.
const BEFORE: usize = 3;
const AFTER: usize = 2;

/// How many lines of a section are searched for the one that names its file.
const HEADER_LINES: usize = 12;

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
    /// Appends all that is known of the failure, in at most some 1,200 characters.
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
    }

    /// What happened; the details follow below the excerpt.
    fn message(self) -> String {
        let Some(hunk) = &self.failure.hunk else { return self.failure.message.clone() };
        let number = hunk.hunk + 1;
        match (hunk.cause, &hunk.near_miss) {
            (Cause::Ambiguous, _) => {
                format!("hunk {number}: the old lines stand in {} places", hunk.places)
            }
            (_, Some(near)) if near.matched_lines > 0 => {
                let lines = plural(near.matched_lines, "line");
                let (start, differing) = (near.line, near.differing_line);
                format!(
                    "hunk {number}: {lines} found at line {start} of the file, then line \
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
            (Cause::LineDiffers, Some(near)) => near.matched_lines,
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
        if let Some(near) = &hunk.near_miss {
            self.near_miss(out, excerpt, near);
        }
        let path = visible::path(&self.failure.path).limit(60).to_string();
        if hunk.cause == Cause::Ambiguous && !hunk.candidates.is_empty() {
            let places = hunk.candidates.iter().map(|line| format!("{path}:{line}"));
            let mut places = places.collect::<Vec<_>>().join(", ");
            if hunk.places > hunk.candidates.len() {
                places.push_str(" and more");
            }
            excerpt.note(out, "candidates", &places);
        }
    }

    fn near_miss(self, out: &mut String, excerpt: &Excerpt<'_>, near: &NearMiss) {
        let path = visible::path(&self.failure.path).limit(60);
        let place = format!("({path}:{})", near.differing_line);
        match &near.actual {
            None => {
                let expected = visible::line(&near.expected).limit(100);
                excerpt.note(out, "expected", &format!("`{expected}`"));
                excerpt.note(out, "found", &format!("   the end of the file {place}"));
            }
            Some(actual) => {
                let shown = mismatch::show(&near.expected, actual);
                excerpt.note(out, "expected", &shown.expected);
                excerpt.note(out, "found", &format!("   {} {place}", shown.found));
                if let Some(remark) = shown.remark {
                    excerpt.note(out, "note", &remark);
                }
            }
        }
    }
}

/// The lines of a section before its first hunk; none for what is not in the text.
fn section_lines(source: &[u8], span: Span) -> impl Iterator<Item = Line<'_>> + Clone {
    lines::of_span(source, span)
        .take(if span.line == 0 { 0 } else { HEADER_LINES })
        .take_while(|line| !line.text.starts_with(b"@@"))
}
