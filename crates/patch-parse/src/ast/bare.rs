//! Rereads the empty lines of a hunk that have no mark.

use bstr::ByteSlice;

use super::counts::LineCounts;
use super::line::{HunkLine, LineKind};
use super::lines::HunkLines;
use super::piece::{Bare, Blanks, Piece};

impl HunkLines<'_> {
    /// Sets what the empty lines without a mark are; the counts must already say so.
    #[must_use]
    pub(crate) fn with_bare(mut self, bare: Bare) -> Self {
        self.reading.bare = bare;
        self
    }

    pub(super) fn leaves_blanks_open(&self) -> bool {
        self.reading.bare == Bare::Open
    }

    /// The same lines, but the empty ones that are added by the counts of the header read as
    /// context; `None` if there are none of these.
    pub(super) fn with_blanks_as_context(&self) -> Option<Self> {
        if self.reading.bare != Bare::Added {
            return None;
        }
        let mut lines = self.clone().with_bare(Bare::Context);
        let mut counts = LineCounts::default();
        lines.iter().for_each(|line| counts.add(line.kind));
        lines.counts = counts.into();
        Some(lines)
    }

    /// The same lines, but of all that are not added the first byte is part of the text, and list
    /// items that seemed removed are context. `None` if there are no such items, or if a line seems
    /// removed that cannot be an item.
    pub(super) fn without_marks(&self) -> Option<HunkLines<'static>> {
        let pieces = self.pieces();
        let mut lines = HunkLines::with_capacity(self.raw().len() + pieces.len());
        let mut has_item = false;
        for (line, piece) in self.iter().zip(pieces) {
            let mark = match (piece, line.text.first()) {
                (Piece::Marked(LineKind::Context), _) => LineKind::Context,
                (Piece::Marked(LineKind::Remove), Some(b' ')) => LineKind::Remove,
                (Piece::Marked(LineKind::Remove), _) if !line.text.starts_with(b"- ") => {
                    return None;
                }
                _ => {
                    lines.push(line);
                    continue;
                }
            };
            has_item |= mark == LineKind::Remove;
            let text = [&[mark.marker()], line.text.as_bytes()].concat();
            lines.push(HunkLine { kind: LineKind::Context, text: text.as_bstr(), ..line });
        }
        has_item.then_some(lines)
    }

    /// What each line is, by its first byte.
    fn pieces(&self) -> Vec<Piece> {
        let raw = self.text.split_inclusive(|byte| *byte == b'\n');
        let pieces = raw.map(|line| Piece::split(line).0);
        pieces.filter(|piece| *piece != Piece::NoNewline).collect()
    }

    /// For each line, whether it is empty and has no mark.
    pub(super) fn are_bare(&self) -> Vec<bool> {
        if self.reading.blank_is_added {
            return vec![false; self.len()];
        }
        self.pieces().into_iter().map(|piece| piece == Piece::Blank).collect()
    }

    /// The same lines, but these empty ones without a mark read as added; `None` if there are none.
    pub(super) fn with_blanks_added(&self, blanks: Blanks) -> Option<HunkLines<'static>> {
        if self.reading.blank_is_added
            || self.reading.bare == Bare::Added
            || self.context_count() == 0
            || self.added_count() == 0
        {
            return None;
        }
        let pieces = self.pieces();
        let added = blanks_among(&pieces, blanks);
        if !added.contains(&true) {
            return None;
        }
        let mut lines = HunkLines::with_capacity(self.raw().len() + added.len());
        for (line, is_added) in self.iter().zip(added) {
            let kind = if is_added { LineKind::Add } else { line.kind };
            lines.push(HunkLine { kind, ..line });
        }
        Some(lines)
    }
}

/// For each line, whether it is one of these empty ones. For a run of empty lines the lines around
/// the run count.
fn blanks_among(pieces: &[Piece], blanks: Blanks) -> Vec<bool> {
    let mut among = vec![false; pieces.len()];
    let is_added = |piece: &Piece| *piece == Piece::Marked(LineKind::Add);
    let is_new = |piece: &Piece| *piece != Piece::Marked(LineKind::Remove);
    let mut at = 0;
    for run in pieces.chunk_by(|one, next| (*one == Piece::Blank) == (*next == Piece::Blank)) {
        let end = at + run.len();
        let before = at.checked_sub(1).and_then(|before| pieces.get(before));
        let is_one = before.zip(pieces.get(end)).is_some_and(|(before, behind)| match blanks {
            Blanks::Between => is_added(before) && is_added(behind),
            Blanks::Beside => {
                (is_added(before) && is_new(behind)) || (is_new(before) && is_added(behind))
            }
        });
        if run.first() == Some(&Piece::Blank)
            && is_one
            && let Some(slots) = among.get_mut(at..end)
        {
            slots.fill(true);
        }
        at = end;
    }
    among
}
