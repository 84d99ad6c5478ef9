//! The type of a damage. Each theme lists its own; the catalogue has them all.

use patch_parse::Format;

use super::scene::Scene;

/// The verdict on refusing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// The place is certain: the patch must apply.
    Wrong,
    /// Refusing is acceptable: what is applied must be right.
    Fine,
    /// Nothing shows where it belongs, or it has been done.
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
    /// Damages the patch or the file; `None` if the pair is not suitable.
    pub(super) make: fn(&mut Scene) -> Option<Refusal>,
}

/// Damage that happens to both formats.
pub(super) const BOTH: &[Format] = &[Format::Unified, Format::OpenCode];
/// Damage to line numbers, markers and headers of unified diff.
pub(super) const UNIFIED: &[Format] = &[Format::Unified];
/// Damage to anchors and the envelope.
pub(super) const OPENCODE: &[Format] = &[Format::OpenCode];
