//! Holds the few styles in use.

use anstyle::{AnsiColor, Style};

/// The styles of a text for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Palette {
    /// `error` and its code, and the mark below what is wrong.
    pub error: Style,
    /// `note`.
    pub note: Style,
    /// `hint`.
    pub hint: Style,
    /// Line numbers and the rule beside them.
    pub gutter: Style,
    /// The sentence that sums up.
    pub title: Style,
    /// Added lines.
    pub added: Style,
    /// Removed lines.
    pub removed: Style,
}

impl Palette {
    /// No styles: text without an escape.
    pub const PLAIN: Self = Self {
        error: Style::new(),
        note: Style::new(),
        hint: Style::new(),
        gutter: Style::new(),
        title: Style::new(),
        added: Style::new(),
        removed: Style::new(),
    };

    /// Colours that a terminal of eight has.
    pub const COLOURS: Self = Self {
        error: AnsiColor::Red.on_default().bold(),
        note: AnsiColor::Yellow.on_default().bold(),
        hint: AnsiColor::Cyan.on_default().bold(),
        gutter: AnsiColor::Blue.on_default().bold(),
        title: Style::new().bold(),
        added: AnsiColor::Green.on_default(),
        removed: AnsiColor::Red.on_default(),
    };
}
