//! Finds lines of the file that resemble one of the patch without being equal, in one pass.
//!
//! A line becomes the set of its pairs of neighbouring bytes, hashed into 256 bits. Sets are quick
//! to compare but only a filter: [`similarity`] examines what they let through.

use std::cmp::Reverse;

use super::likeness::{WHOLE, similarity};
use crate::text::LineTable;

/// How many lines are kept for each probe.
const MOST_KEPT: usize = 8;

/// Bytes of the file that are scanned: a refusal is no reason to read gigabytes twice.
const MOST_BYTES: usize = 16 << 20;

/// Bytes of a line that are scanned.
const MOST_OF_LINE: usize = 256;

/// Lines less similar than this, in thousandths, are not reported.
const LEAST: u32 = WHOLE / 2;

/// The pairs of neighbouring bytes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pairs {
    bits: [u64; 4],
    count: u32,
}

impl Pairs {
    fn of(line: &[u8]) -> Self {
        let mut bits = [0_u64; 4];
        let line = line.get(..MOST_OF_LINE).unwrap_or(line);
        for (a, b) in line.iter().zip(line.iter().skip(1)) {
            let hash = a.wrapping_mul(167).rotate_left(3) ^ b.wrapping_mul(101);
            if let Some(word) = bits.get_mut(usize::from(hash >> 6)) {
                *word |= 1 << (hash & 63);
            }
        }
        Self { bits, count: bits.iter().map(|word| word.count_ones()).sum() }
    }

    /// In thousandths; two sets may be close though their lines are not.
    fn shared(&self, other: &Self) -> u32 {
        let both =
            self.bits.iter().zip(&other.bits).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
        (2 * WHOLE * both).checked_div(self.count + other.count).unwrap_or(0)
    }
}

/// For each probe, the most similar lines (0-based), the best first, with their similarity in
/// thousandths. Of equal lines in a row only the first counts.
pub(super) fn scan(table: &LineTable<'_>, probes: &[&[u8]]) -> Vec<Vec<(u32, usize)>> {
    let sets: Vec<_> = probes.iter().map(|probe| Pairs::of(probe.trim_ascii())).collect();
    let mut kept: Vec<Vec<(u32, usize)>> = vec![Vec::new(); probes.len()];
    let mut before: &[u8] = &[];
    for (line_index, line) in table.lines().enumerate() {
        if table.start_of(line_index) > MOST_BYTES {
            break;
        }
        let line = line.trim_ascii();
        if line == before {
            continue;
        }
        before = line;
        let set = Pairs::of(line);
        for (probe, kept) in sets.iter().zip(&mut kept) {
            let shared = probe.shared(&set);
            let least =
                kept.last().filter(|_| kept.len() == MOST_KEPT).map_or(LEAST, |worst| worst.0);
            if shared > least {
                let at = kept.partition_point(|other| other.0 >= shared);
                kept.truncate(MOST_KEPT - 1);
                kept.insert(at.min(kept.len()), (shared, line_index));
            }
        }
    }
    for (probe, kept) in probes.iter().zip(&mut kept) {
        for (alike, line_index) in kept.iter_mut() {
            *alike = similarity(probe, table.line(*line_index));
        }
        kept.retain(|(alike, _)| *alike >= LEAST);
        kept.sort_by_key(|(alike, line_index)| (Reverse(*alike), *line_index));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[track_caller]
    fn check(file: &str, probe: &str, expected: &[usize]) {
        let table = Text::without_bom(file.as_bytes()).line_table();
        let found = scan(&table, &[probe.as_bytes()]);
        let lines: Vec<_> = found[0].iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, expected, "{probe:?} in {file:?}");
    }

    #[test]
    fn lines_that_resemble_a_probe_are_found_best_first() {
        let file = "class Reader:\n    def read_lines(self):\nclass Readers:\nx = 1\n\n";
        check(file, "class Readers", &[2, 0]);
        check(file, "def read_line(self):", &[1]);
        check(file, "nothing of the kind", &[]);
        check(file, "", &[]);
        check(&"line of text\n".repeat(1000), "line of texts", &[0]);
    }
}
