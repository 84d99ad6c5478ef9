//! A damaged patch, the file it is applied to, and the right result.

use std::fmt::{self, Write as _};

use bstr::ByteSlice;
use patch_parse::Format;

use super::damage::Refusal;
use super::pair::Beside;
use super::state;

/// A patch, the file it is applied to, and the expected result.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The name of the [`Damage`](super::Damage).
    pub kind: &'static str,
    /// How the patch is written.
    pub format: Format,
    /// The path of the file.
    pub path: String,
    /// Which hunks of the change were chosen: of one pair and one damage, cases of equal numbers
    /// are of the same hunks in both formats.
    pub choice: u64,
    /// The file as it is now.
    pub before: Vec<u8>,
    /// The damaged patch.
    pub patch: Vec<u8>,
    /// The file as it should be when the patch is applied; `before` where only refusing is right.
    pub expected: Vec<u8>,
    /// Whether the patch may be refused.
    pub refusal: Refusal,
    /// Other files of the tree.
    pub others: Vec<Beside>,
}

/// What a tool did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It reported success, and this is the file.
    Applied(Vec<u8>),
    /// It reported failure, and the file is as it was.
    Refused(String),
    /// It reported failure, and the file is this.
    HalfDone(Vec<u8>),
}

/// The verdict on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Applied, and the bytes are right.
    Right,
    /// Refused.
    Refused,
    /// Refused with a part of the hunks applied.
    Half,
    /// Applied, and the bytes are not right.
    Wrong,
}

impl Case {
    /// The file that an [`Outcome`] speaks of, in a tree that `contents` reads: the one of the
    /// case, and after it each other file that is neither as it was nor as it should be, or, where
    /// the patch was applied, not as it should be.
    pub fn found(&self, is_applied: bool, contents: impl Fn(&str) -> Vec<u8>) -> Vec<u8> {
        let mut found = contents(&self.path);
        for other in &self.others {
            let now = contents(&other.path);
            let wanted = if is_applied { &other.expected } else { &other.before };
            if now != *wanted {
                found.extend_from_slice(format!("==== {}\n", other.path).as_bytes());
                found.extend_from_slice(&now);
            }
        }
        found
    }

    /// The verdict on the outcome of this case.
    pub fn judge(&self, outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Refused(_) => Verdict::Refused,
            Outcome::HalfDone(_) => Verdict::Half,
            // Reporting success is right for what has already been done, if it is not done twice.
            Outcome::Applied(found) if self.refusal == Refusal::OnlyRight => {
                let is_done = state::is_done(self.kind) && *found == self.before;
                if is_done { Verdict::Right } else { Verdict::Wrong }
            }
            Outcome::Applied(found) if *found == self.expected => Verdict::Right,
            Outcome::Applied(_) => Verdict::Wrong,
        }
    }
}

/// The report of a case: the patch, and what is right.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, format, path, refusal, .. } = self;
        writeln!(f, "{kind}, {format}, {path}: {}", refusal.as_str())?;
        for line in self.patch.lines_with_terminator() {
            writeln!(f, "    {:?}", line.as_bstr())?;
        }
        write!(f, "from the file to what is right, {}", difference(&self.before, &self.expected))
    }
}

/// Lines of a difference that are shown of either side.
const MOST_SHOWN: usize = 12;

/// From the first line in which two texts differ towards the last.
pub(crate) fn difference(old: &[u8], new: &[u8]) -> String {
    let [a, b] = [old, new].map(|text| text.lines_with_terminator().collect::<Vec<_>>());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let tail = tail.min(a.len().min(b.len()) - same);
    let mut out = format!("at line {}:\n", same + 1);
    for (sign, lines) in [("-", &a), ("+", &b)] {
        for line in lines[same..lines.len() - tail].iter().take(MOST_SHOWN) {
            let _ = writeln!(out, "   {sign} {:?}", line.as_bstr());
        }
    }
    out
}

/// As [`fmt::Display`]: people read the report of a failure.
impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
