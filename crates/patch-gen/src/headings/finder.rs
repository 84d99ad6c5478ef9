//! Finds the nearest heading above a hunk.

use super::language::Language;
use super::rule::as_heading;
use crate::engine::lines_backwards;

/// Finds section headings. Each line of the old text is examined at most once.
pub(crate) struct Finder<'a> {
    text: &'a [u8],
    language: Option<Language>,
    /// Everything before this byte has been examined.
    seen: usize,
    /// The last heading found.
    current: &'a [u8],
}

impl<'a> Finder<'a> {
    /// A finder for the hunks of this text, which must be asked about in order.
    pub(crate) fn new(text: &'a [u8], language: Option<Language>) -> Self {
        Self { text, language, seen: 0, current: &[] }
    }

    /// The heading for a hunk that starts at a byte of the text: the nearest one above it.
    pub(crate) fn above(&mut self, start: usize) -> &'a [u8] {
        let unseen = self.text.get(self.seen..start).unwrap_or_default();
        if let Some(heading) = self.last_heading(unseen) {
            self.current = heading;
        }
        self.seen = self.seen.max(start);
        self.current
    }

    fn last_heading(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        lines_backwards(text).find_map(|line| as_heading(line, self.language))
    }
}
