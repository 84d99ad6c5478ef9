//! The few styles in use. A pipe, `NO_COLOR` and `TERM=dumb` get none of them.

use anstyle::{AnsiColor, Style};

/// `error` and its code, and the mark below what is wrong.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// `note`.
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();
/// `hint`.
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().bold();
/// Line numbers and the rule beside them.
pub(crate) const GUTTER: Style = AnsiColor::Blue.on_default().bold();
/// The sentence that sums up.
pub(crate) const TITLE: Style = Style::new().bold();
/// Added lines.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// Removed lines.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
