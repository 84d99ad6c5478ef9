//! Decides how often to examine something that grows.

/// Examining the whole is due each time while it is small, then each time it has grown by an
/// eighth. All examinations together cost a constant number of examinations of the final size.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    next: usize,
}

impl Pace {
    /// Whether to examine it now that it has this size.
    pub(super) fn is_due(&mut self, size: usize) -> bool {
        let is_due = size >= self.next;
        if is_due {
            self.next = size + 1 + size / 8;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_become_rare() {
        let mut pace = Pace::default();
        let due: Vec<usize> = (1..40).filter(|size| pace.is_due(*size)).collect();
        assert_eq!(due, [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 19, 22, 25, 29, 33, 38]);
    }

    #[test]
    fn all_looks_cost_as_much_as_a_few_at_the_end() {
        for size in [10, 1_000, 100_000] {
            let mut pace = Pace::default();
            let cost: usize = (1..=size).filter(|size| pace.is_due(*size)).sum();
            assert!(cost <= 10 * size, "{cost} for {size}");
        }
    }
}
