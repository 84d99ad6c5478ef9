//! Holds how a person wants to read.

use crate::render::palette::Palette;

/// Makes text for a person; see [`for_person`](crate::render::for_person).
#[derive(Clone, Copy, Debug)]
pub struct ForPerson<'t> {
    /// The text that was parsed.
    pub(super) text: &'t [u8],
    pub(super) name: &'t str,
    pub(super) palette: Palette,
    pub(super) reversed: bool,
    pub(super) explained: bool,
    pub(super) rest: Option<&'t str>,
    pub(super) modes: &'t str,
    pub(super) checked: &'t str,
}

impl<'t> ForPerson<'t> {
    pub(in crate::render) fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            name: "<patch>",
            palette: Palette::PLAIN,
            reversed: false,
            explained: false,
            rest: None,
            modes: "the git contract would set it",
            checked: "the patch would apply",
        }
    }

    /// Sets the name of the patch, usually that of its file; `<patch>` by default.
    #[must_use]
    pub fn name(self, name: &'t str) -> Self {
        Self { name, ..self }
    }

    /// Sets the styles; none by default.
    #[must_use]
    pub fn palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// The patch is being taken back: what it adds is what the file should hold, and a corrected
    /// patch is not shown, since it would be applied the other way.
    #[must_use]
    pub fn reversed(self, reversed: bool) -> Self {
        Self { reversed, ..self }
    }

    /// Explains for every hunk of a receipt where it went and why.
    #[must_use]
    pub fn explained(self, explained: bool) -> Self {
        Self { explained, ..self }
    }

    /// Says where to find the rest of a list that is too long for a person, as in `--json lists all
    /// of them`.
    #[must_use]
    pub fn rest(self, rest: &'t str) -> Self {
        Self { rest: Some(rest), ..self }
    }

    /// Says what a receipt that is not committed promises, as in `the undo would take effect`; that
    /// the patch would apply by default.
    #[must_use]
    pub fn checked(self, checked: &'t str) -> Self {
        Self { checked, ..self }
    }

    /// Says how to set a mode that the contract ignores, as in `--contract git would set it`.
    #[must_use]
    pub fn modes(self, modes: &'t str) -> Self {
        Self { modes, ..self }
    }
}
