//! The tone of a note.

/// The tone of a note, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tone {
    /// Nothing in particular.
    Plain,
    /// Something was done.
    Good,
    /// Something was refused.
    Bad,
}

impl Tone {
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}
