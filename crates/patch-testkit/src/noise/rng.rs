//! Numbers that look random and come from a seed: the same on every machine.

/// Splitmix64: one addition and a mix for each number.
#[derive(Clone, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    /// The numbers of one seed for one purpose.
    pub(super) fn new(seed: u64, purpose: &str) -> Self {
        let mix = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        let mut rng = Self(purpose.bytes().fold(seed ^ 0xCBF2_9CE4_8422_2325, mix));
        rng.next();
        rng
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to, not including, `end`; 0 when there is nothing to choose from.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).expect("a length fits");
        usize::try_from(self.next() % end).expect("it is below a length")
    }

    /// From `first` to `last`, both included.
    pub(super) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last.saturating_sub(first) + 1)
    }

    /// True once in `times`.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several.
    pub(super) fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let numbers = |seed, purpose| {
            let mut rng = Rng::new(seed, purpose);
            (0..8).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1, "a"), numbers(1, "a"));
        assert_ne!(numbers(1, "a"), numbers(2, "a"));
        assert_ne!(numbers(1, "a"), numbers(1, "b"));
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut rng = Rng::new(0, "");
        assert!((0..200).all(|_| (3..=5).contains(&rng.between(3, 5))));
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick(&[] as &[u8]), None);
    }
}
