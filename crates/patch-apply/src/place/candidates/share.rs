//! How many of some lines are enough.

/// So many of so many.
#[derive(Clone, Copy, Debug)]
pub(in crate::place) struct Share(usize, usize);

impl Share {
    pub(in crate::place) const QUARTER: Self = Self(1, 4);
    pub(in crate::place) const HALF: Self = Self(1, 2);
    pub(in crate::place) const THREE_FIFTHS: Self = Self(3, 5);
    pub(in crate::place) const TWO_THIRDS: Self = Self(2, 3);
    pub(in crate::place) const THREE_QUARTERS: Self = Self(3, 4);

    /// Whether so many lines are at least this part of all.
    pub(in crate::place) fn is_reached(self, count: usize, all: usize) -> bool {
        count * self.1 >= all * self.0
    }

    /// Whether at least this part of the lines agrees.
    pub(in crate::place) fn agrees(self, agreeing: &[bool]) -> bool {
        let count = agreeing.iter().filter(|agrees| **agrees).count();
        self.is_reached(count, agreeing.len())
    }
}
