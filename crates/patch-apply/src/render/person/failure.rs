//! Shows one failure: the lines of the patch, and what the file has.

use bstr::ByteSlice;
use patch_parse::Span;

use crate::refusal::Failure;
use crate::remark::Remark;
use crate::render::offer::Offer;
use crate::render::sentence::place;
use crate::{Candidate, Cause, HunkFailure, visible};

use super::excerpt::Excerpt;
use super::lines::{self, Line};
use super::near_miss;
use super::options::ForPerson;
use super::page::Page;

/// Lines of a hunk shown before and after the one that is marked.
const BEFORE: usize = 3;
const AFTER: usize = 2;

/// How many lines of a section are searched for the one that names its file.
const HEADER_LINES: usize = 12;

/// The longest suggestion that is shown, in lines, and its longest line, in characters: a cut one
/// could not be copied.
const MOST_SUGGESTED: usize = 60;
const MOST_COPIED: usize = 400;

/// The longest line of the file that is shown for a place, in characters.
const WIDTH: usize = 80;

/// A failure, and the patch it is about.
#[derive(Clone, Copy)]
pub(super) struct Failing<'f> {
    pub(super) options: &'f ForPerson<'f>,
    pub(super) failure: &'f Failure,
    /// Whether the suggestion is shown below all failures instead.
    pub(super) is_whole_shown: bool,
}

impl<'f> Failing<'f> {
    /// Appends all that is known of the failure: the lines of the patch, those of the file, and
    /// last what may be copied.
    pub(super) fn write(self, page: &mut Page) {
        let failure = self.failure;
        page.title(failure.code, &failure.path, &self.message());
        let excerpt = match failure.hunk() {
            Some(hunk) => self.hunk(hunk),
            None => self.section(),
        };
        excerpt.write(page);
        if let Some(hunk) = failure.hunk() {
            self.remarks(page, &excerpt, hunk);
        }
        if let Some(hint) = failure.hint {
            excerpt.remark(page, "hint", hint);
        }
        if let Some(offer) = self.suggestion() {
            excerpt.remark(page, "suggestion", &offer.words);
            page.blank();
            offer.write(page);
        }
    }

    /// The suggestion, to be copied.
    fn suggestion(self) -> Option<Offer<'f>> {
        let hunk = self.failure.hunk().filter(|_| !self.is_whole_shown)?;
        self.options.shown(hunk.offer()?)
    }

    /// What happened; the details follow below the excerpt.
    fn message(self) -> String {
        match self.failure.hunk() {
            Some(hunk) => format!("hunk {}: {}", hunk.hunk + 1, hunk.headline()),
            None => self.failure.message(),
        }
    }

    /// The header of the hunk and the lines around the one that does not fit.
    fn hunk(self, hunk: &HunkFailure) -> Excerpt<'f> {
        let source = self.options.text;
        let header: Vec<_> = lines::hunk_header(source, hunk.span).take(BEFORE).collect();
        let marked = self.culprit(hunk).or(header.last().copied());
        let first = header.last().map_or(hunk.span.line, |line| line.number + 1);
        let from = marked.map_or(first, |line| line.number.saturating_sub(BEFORE)).max(first);
        let to = marked.map_or(first, |line| line.number) + AFTER;
        let body = lines::of_span(source, hunk.span)
            .skip_while(|line| line.number < from)
            .take_while(|line| line.number <= to);
        Excerpt {
            name: self.options.name,
            lines: header.into_iter().chain(body).collect(),
            marked: marked.map(|line| line.number),
        }
    }

    /// The line of the patch that the file does not have, or that is not to be added as it is.
    fn culprit(self, hunk: &HunkFailure) -> Option<Line<'f>> {
        if let Some(
            Remark::Misindented { text, .. }
            | Remark::Repeated { text, .. }
            | Remark::Placeholder { text, .. }
            | Remark::Odd { text, .. }
            | Remark::BesideCloser { text, .. }
            | Remark::Defined { text, .. },
        ) = &hunk.remark
        {
            return lines::added_line(self.options.text, hunk.span, text);
        }
        let index = match (hunk.cause, &hunk.near_miss) {
            (_, Some(near)) => near.matched_lines,
            (Cause::NothingSimilar, _) => 0,
            _ => return None,
        };
        lines::old_line(self.options.text, hunk.span, index, self.options.reversed)
    }

    /// The header line that names the file, else the first of the section.
    fn section(self) -> Excerpt<'f> {
        let Failure { span, path, .. } = self.failure;
        let lines = section_lines(self.options.text, *span);
        let naming = lines.clone().find(|line| !path.is_empty() && line.text.contains_str(path));
        let line = naming.or_else(|| lines.clone().next());
        Excerpt {
            name: self.options.name,
            lines: line.into_iter().collect(),
            marked: line.map(|line| line.number),
        }
    }

    fn remarks(self, page: &mut Page, excerpt: &Excerpt<'_>, hunk: &HunkFailure) {
        let path = visible::path(&self.failure.path).limit(60).to_string();
        if let Some(near) = &hunk.near_miss {
            near_miss::remarks(page, excerpt, near, &path);
        }
        let candidate = |at: &Candidate| {
            let line = at.line;
            format!("{path}:{line}: {}", place(at, at.text.trim_ascii(), WIDTH))
        };
        for place in &hunk.candidates {
            excerpt.remark(page, "place", &candidate(place));
        }
        for place in &hunk.rivals {
            let name = if place.only_nearly_matches() { "nearly" } else { "place" };
            excerpt.remark(page, name, &candidate(place));
        }
        if let Some(more) = hunk.places.checked_sub(hunk.candidates.len()).filter(|more| *more > 0)
        {
            excerpt.remark(page, "place", &format!("and {more} more"));
        }
        let remark = hunk.remark.as_ref().map(ToString::to_string);
        if let Some(remark) = remark.filter(|remark| !self.failure.message().contains(remark)) {
            excerpt.remark(page, "note", &visible::line(remark.as_bytes()).to_string());
        }
        if let Some(near) = &hunk.near_miss {
            near_miss::excerpt(page, excerpt, near, &path);
        }
        if !hunk.excerpt.is_empty() {
            let lines = hunk.excerpt.iter();
            let lines = lines.map(|line| Line { number: line.line, text: &line.text }).collect();
            Excerpt { name: &path, lines, marked: None }.write_lines(page, 0);
        }
    }
}

impl ForPerson<'_> {
    /// The suggestion, if it can be shown whole. None for a patch being taken back: it would be
    /// applied in the wrong direction.
    pub(super) fn shown<'o>(&self, offer: Offer<'o>) -> Option<Offer<'o>> {
        let is_whole = offer.text.lines().count() <= MOST_SUGGESTED
            && offer.text.lines().all(|line| {
                let shown = visible::line(line).limit(MOST_COPIED).to_string();
                shown.as_bytes() == line
            });
        (is_whole && !self.reversed).then_some(offer)
    }
}

impl Offer<'_> {
    /// Appends the lines to be copied.
    pub(super) fn write(&self, page: &mut Page) {
        for line in self.text.lines() {
            page.line(format_args!("{}", visible::line(line).limit(MOST_COPIED)));
        }
    }
}

/// The lines of a section before its first hunk; none if it is not in the text.
fn section_lines(source: &[u8], span: Span) -> impl Iterator<Item = Line<'_>> + Clone {
    lines::of_span(source, span)
        .take(if span.line == 0 { 0 } else { HEADER_LINES })
        .take_while(|line| !line.text.starts_with(b"@@"))
}
