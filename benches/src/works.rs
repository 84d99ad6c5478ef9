//! The named inputs of parsing and applying: time, instructions and memory are measured on the same
//! ones.

use crate::samples::{Sample, drifted, many_files, sample, unplaceable};

/// An input and its name.
#[derive(Clone, Copy, Debug)]
pub struct Work<T: 'static> {
    /// A word that is also a valid name in Rust, as gungraun requires.
    pub name: &'static str,
    /// Makes the input.
    pub make: fn() -> T,
}

/// Patches to parse.
pub const PARSE: &[Work<Vec<u8>>] = &[
    Work { name: "lines_500_hunks_2", make: || sample(500, 2).patch },
    Work { name: "lines_1m_hunks_1000", make: || sample(1_000_000, 1000).patch },
    Work { name: "files_2000", make: || many_files(2000, 10) },
];

/// Hunks to apply to one file.
pub const APPLY: &[Work<Sample>] = &[
    Work { name: "lines_500_hunks_2", make: || sample(500, 2) },
    Work { name: "lines_10k_hunks_50", make: || sample(10_000, 50) },
    Work { name: "lines_10k_hunks_50_moved", make: || drifted(sample(10_000, 50), 1000) },
    Work { name: "lines_1m_hunks_1", make: || sample(1_000_000, 1) },
    Work { name: "lines_1m_hunks_1000", make: || sample(1_000_000, 1000) },
];

/// Hunks that must be refused.
pub const REFUSE: &[Work<Sample>] =
    &[Work { name: "lines_200k_alike", make: || unplaceable(200_000) }];

/// Makes the input of this name.
///
/// # Panics
///
/// When there is none.
pub fn named<T>(works: &[Work<T>], name: &str) -> T {
    #[expect(clippy::panic, reason = "a benchmark asks for what it lists")]
    let Some(work) = works.iter().find(|work| work.name == name) else {
        panic!("no work is called {name}");
    };
    (work.make)()
}
