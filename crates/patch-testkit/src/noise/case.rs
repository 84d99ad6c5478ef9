//! A damaged patch, the file it meets, and what is right.

use std::fmt::{self, Write as _};

use bstr::ByteSlice;
use patch_parse::Format;

use super::rng::Rng;
use super::scene::Scene;
use super::{
    anchors, blanks, context, cut, endings, names, numbers, order, pending, redundant, repeats,
    signs, state, units, wrapping,
};

/// Two texts of one file that somebody wrote, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'t> {
    /// The path of the file.
    pub path: &'t str,
    /// The text before.
    pub old: &'t [u8],
    /// The text after.
    pub new: &'t [u8],
}

/// The absolute name of the folder that holds the file of a case.
pub const ROOT: &str = "/srv/project";

/// Another file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its path.
    pub path: String,
    /// As it is now.
    pub before: Vec<u8>,
    /// As it should be when the patch is applied.
    pub expected: Vec<u8>,
}

/// What is to be said of refusing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// The place is certain: the patch must apply.
    Wrong,
    /// Careful is as good as clever: what is applied must be right.
    Fine,
    /// Nothing says where it belongs, or it has been done.
    OnlyRight,
}

impl Refusal {
    /// The words of the report.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wrong => "must apply",
            Self::Fine => "may refuse",
            Self::OnlyRight => "must refuse",
        }
    }
}

/// A patch, the file it meets, and what must come of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The name of the [`Damage`].
    pub kind: &'static str,
    /// How the patch is written.
    pub format: Format,
    /// The path of the file.
    pub path: String,
    /// Which hunks of the change were chosen: of one pair and one damage, cases of equal numbers are
    /// of the same hunks in both formats.
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
    /// It said that it applied the patch, and this is the file.
    Applied(Vec<u8>),
    /// It said that it could not, and the file is as it was.
    Refused(String),
    /// It said that it could not, and the file is this.
    HalfDone(Vec<u8>),
}

/// What is to be said of it.
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
    /// The file that an [`Outcome`] speaks of, in a tree that `contents` reads: the one of the case, and
    /// behind it each other file that is neither as it was nor as it should be, or, where the patch was
    /// applied, not as it should be.
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

    /// What is to be said of the outcome of this case.
    pub fn judge(&self, outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Refused(_) => Verdict::Refused,
            Outcome::HalfDone(_) => Verdict::Half,
            // Success may be said of what has been done, when it is not done twice.
            Outcome::Applied(found) if self.refusal == Refusal::OnlyRight => {
                let is_done = state::is_done(self.kind) && *found == self.before;
                if is_done { Verdict::Right } else { Verdict::Wrong }
            }
            Outcome::Applied(found) if *found == self.expected => Verdict::Right,
            Outcome::Applied(_) => Verdict::Wrong,
        }
    }
}

/// The story of a case: the patch, and what is right.
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

/// As [`fmt::Display`]: the story of a failure is read by people.
impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One way in which patches go wrong.
#[derive(Debug)]
pub struct Damage {
    /// Its name in reports.
    pub name: &'static str,
    /// What it is, in a sentence without a full stop.
    pub what: &'static str,
    /// The formats it happens to.
    pub formats: &'static [Format],
    /// The fewest and the most hunks of a patch.
    pub(super) hunks: (usize, usize),
    /// Spoils the patch or the file; `None` where the pair does not lend itself.
    pub(super) make: fn(&mut Scene) -> Option<Refusal>,
}

/// Damage that happens to both formats.
pub(super) const BOTH: &[Format] = &[Format::Unified, Format::OpenCode];
/// Damage to line numbers, markers and headers of unified diff.
pub(super) const UNIFIED: &[Format] = &[Format::Unified];
/// Damage to anchors and the envelope.
pub(super) const OPENCODE: &[Format] = &[Format::OpenCode];

/// How many parts of a pair are tried before it is given up.
const ATTEMPTS: u64 = 6;

impl Damage {
    /// All of them, theme by theme.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        [
            numbers::DAMAGES,
            blanks::DAMAGES,
            units::DAMAGES,
            signs::DAMAGES,
            endings::DAMAGES,
            wrapping::DAMAGES,
            names::DAMAGES,
            cut::DAMAGES,
            context::DAMAGES,
            state::DAMAGES,
            order::DAMAGES,
            redundant::DAMAGES,
            anchors::DAMAGES,
            repeats::DAMAGES,
        ]
        .into_iter()
        .flatten()
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().find(|damage| damage.name == name)
    }

    /// How many cases a report has of it for each one of a rare kind.
    ///
    /// From patches that models really wrote: half of all hunks have wrong counts, files have changed
    /// since, context is invented or stale, and most answers come with talk or a fence.
    pub fn weight(&self) -> usize {
        const COMMON: &[&str] = &[
            "file_grown",
            "file_shrunk",
            "numbers_drifted",
            "numbers_random",
            "counts_",
            "fence",
            "prose",
            "outer_line_wrong",
            "inner_line_wrong",
            "removed_line_differs",
            "context_elided",
            "stale_line_added",
            "changed_elsewhere",
        ];
        if COMMON.iter().any(|name| self.name.starts_with(name)) { 6 } else { 1 }
    }

    /// Whether the library is held to this damage: never wrong, and nearly always applied where it must be.
    pub fn is_held(&self) -> bool {
        !pending::PENDING.contains(&self.name)
    }

    /// A case from this pair: the same for the same seed. `None` where the pair, or what the
    /// seed chooses of it, does not lend itself to a fair one.
    ///
    /// With the same seed both formats write the same hunks where they can.
    pub fn case(&'static self, pair: &Pair<'_>, format: Format, seed: u64) -> Option<Case> {
        if !self.formats.contains(&format) {
            return None;
        }
        let attempt = |number| self.attempt(pair, format, seed.wrapping_mul(ATTEMPTS) + number);
        (0..ATTEMPTS).find_map(attempt)
    }

    fn attempt(&'static self, pair: &Pair<'_>, format: Format, seed: u64) -> Option<Case> {
        let rng = Rng::new(seed, self.name);
        let mut scene = Scene::new(pair, format, self.hunks, rng)?;
        let refusal = (self.make)(&mut scene)?;
        let before = scene.before();
        let is_refused = refusal == Refusal::OnlyRight;
        let expected = if is_refused { before.clone() } else { scene.expected() };
        if is_refused {
            scene.others.iter_mut().for_each(|other| other.expected.clone_from(&other.before));
        }
        // Lines that were added above may have made the old text of what the change leads to.
        let leads_somewhere = is_refused || expected != before;
        leads_somewhere.then(|| Case {
            kind: self.name,
            format,
            path: pair.path.to_owned(),
            choice: seed,
            patch: scene.patch(),
            before,
            expected,
            refusal,
            others: scene.others,
        })
    }
}
