//! How many lines of each kind a hunk has.

use super::line::LineKind;

/// How many lines of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineCounts {
    pub(crate) context: usize,
    pub(crate) removed: usize,
    pub(crate) added: usize,
}

impl LineCounts {
    #[inline]
    pub(crate) fn add(&mut self, kind: LineKind) {
        match kind {
            LineKind::Context => self.context += 1,
            LineKind::Remove => self.removed += 1,
            LineKind::Add => self.added += 1,
        }
    }

    pub(crate) fn total(self) -> usize {
        self.context + self.removed + self.added
    }

    /// Old and new lines, as a header counts them.
    pub(crate) fn sides(self) -> (u64, u64) {
        let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        (wide(self.old_lines()), wide(self.new_lines()))
    }

    pub(crate) fn old_lines(self) -> usize {
        self.context + self.removed
    }

    pub(crate) fn new_lines(self) -> usize {
        self.context + self.added
    }
}

/// The counts in the small form that a tree keeps, since it has many. They saturate at
/// [`u32::MAX`]: the parser refuses a patch with more lines
/// ([`Limits::lines`](crate::Limits::lines)).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeptCounts {
    context: u32,
    removed: u32,
    added: u32,
}

impl KeptCounts {
    #[inline]
    pub(crate) fn get(self) -> LineCounts {
        let Self { context, removed, added } = self;
        let wide = |number: u32| number as usize;
        LineCounts { context: wide(context), removed: wide(removed), added: wide(added) }
    }

    #[inline]
    pub(crate) fn add(&mut self, kind: LineKind) {
        let number = match kind {
            LineKind::Context => &mut self.context,
            LineKind::Remove => &mut self.removed,
            LineKind::Add => &mut self.added,
        };
        *number = number.saturating_add(1);
    }
}

impl From<LineCounts> for KeptCounts {
    #[inline]
    fn from(counts: LineCounts) -> Self {
        let LineCounts { context, removed, added } = counts;
        let kept = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self { context: kept(context), removed: kept(removed), added: kept(added) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_kept_up_to_the_largest_number() {
        let counts = |removed| LineCounts { context: 1, removed, added: 3 };
        let most = u32::MAX as usize;
        assert_eq!(KeptCounts::from(counts(most.saturating_add(1))).get(), counts(most));
        let mut kept = KeptCounts::from(counts(most - 1));
        for _ in 0..2 {
            kept.add(LineKind::Remove);
            assert_eq!(kept.get(), counts(most));
        }
    }
}
