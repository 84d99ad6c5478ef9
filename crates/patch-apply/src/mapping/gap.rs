//! Where lines are added: between two lines of the file, into whose depths they have to fit.

use super::units::Around;

/// Where lines are added: the indentation of the first of them, and those of the lines of the file around them.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to one question")]
pub(super) struct Gap<'l> {
    pub(super) added: &'l [u8],
    /// The removed line in its place is indented as it is, in the patch and in the file.
    pub(super) is_replaced: bool,
    /// A removed line is in front of it.
    pub(super) is_behind_removed: bool,
    /// The last of the added lines is in what the first opens, or opens something: what is behind them may be in that.
    pub(super) leads_on: bool,
    /// The added line closes something.
    pub(super) closes: bool,
    pub(super) before: &'l [u8],
    /// The line before ends as one does that opens something.
    pub(super) opens: bool,
    pub(super) behind: &'l [u8],
    /// An empty line, or several, are between the line before and the added one.
    pub(super) is_apart: bool,
    /// The line before begins an item of a list, and the added one is a key.
    pub(super) is_key_behind_item: bool,
    /// The file around.
    pub(super) around: &'l Around<'l>,
}

impl Gap<'_> {
    /// Whether a line of this indentation fits in: where the line before opens something it is in that, else it is as deep
    /// as one of the two, or between them. What closes something may be less deep. No key is as deep as the item in front of
    /// it, and nothing is more than two steps deeper than what opens it.
    pub(super) fn takes(&self, indent: &[u8]) -> bool {
        let is_alike = |other: &[u8]| indent.starts_with(other) || other.starts_with(indent);
        let [before, behind, width] = [self.before, self.behind, indent].map(<[u8]>::len);
        let is_fit = match (self.closes, behind > before) {
            (true, _) => width <= before,
            // What is deeper below a line that opens nothing tells nothing.
            (false, true) => self.opens && width == behind,
            (false, false) if self.opens => {
                let most = self.around.unit().map_or(usize::MAX, |unit| before + 2 * unit);
                (before + 1..=most).contains(&width)
            }
            (false, false) => (behind..=before).contains(&width) && !self.is_beside_item(width),
        };
        is_fit && is_alike(self.before) && is_alike(self.behind)
    }

    /// Whether the added line, in this indentation, fits in nowhere: what is behind is deeper than the line before, and it
    /// is not as deep as that, or it is deeper than a line that opens nothing. Less is asked than to [take](Self::takes) it:
    /// some rule of the old lines has led here.
    pub(super) fn is_misfit(&self, indent: &[u8]) -> bool {
        let [before, behind, width] = [self.before, self.behind, indent].map(<[u8]>::len);
        let is_misfit = match (behind > before, self.leads_on, self.opens) {
            (true, true, _) => width > behind,
            (true, false, _) => width != behind,
            (false, _, true) => width <= before,
            (false, _, false) => width > before || self.is_beside_item(width),
        };
        is_misfit && !self.closes && !self.is_behind_removed
    }

    /// Whether the added line is a key that would be as deep as the item in front of it.
    fn is_beside_item(&self, width: usize) -> bool {
        self.is_key_behind_item && width == self.before.len()
    }

    /// Whether the added line, without indentation as it is, fits in at the margin and as deep as the line before, and an
    /// empty line says that something else may begin.
    pub(super) fn is_open(&self) -> bool {
        let is_bare = self.added.is_empty() && !self.before.is_empty();
        self.is_apart && is_bare && self.takes(b"") && self.takes(self.before)
    }
}
