//! The commands, one file each.

mod apply;
mod batch;
mod check_diff;
mod diff;
mod parse;
mod recover;
mod source;
mod tree;

use patch_fs::Recovery;
use patch_tools::view::{ErrorView, PatchView, ReceiptView};
use serde::Serialize;

use crate::args::Command;
use crate::exit::Exit;

/// Runs a command and prints what came of it.
pub(crate) fn run(command: &Command) -> Exit {
    match command {
        Command::Apply(args) => {
            apply::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Diff(args) => {
            diff::run(args).unwrap_or_else(|trouble| trouble.report(false)).print()
        }
        Command::Parse(args) => {
            parse::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::CheckDiff(args) => {
            check_diff::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Recover(args) => {
            recover::run(args).unwrap_or_else(|trouble| trouble.report(args.json)).print()
        }
        Command::Batch(args) => batch::run(args),
    }
}

/// What a command says to a machine: `{"ok":true,…}` or `{"ok":false,"error":{…}}`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Answer<'a> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<ReceiptView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<PatchView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorView<'a>>,
}

impl<'a> Answer<'a> {
    /// A patch was applied, or would be.
    pub(crate) fn applied(receipt: ReceiptView<'a>) -> Self {
        Self { ok: true, receipt: Some(receipt), ..Self::default() }
    }

    /// A tree is whole.
    pub(crate) fn recovered(recovery: Recovery) -> Self {
        Self { ok: true, recovery: Some(recovery.as_str()), ..Self::default() }
    }

    /// A patch was read.
    pub(crate) fn parsed(patch: PatchView<'a>) -> Self {
        Self { ok: true, patch: Some(patch), ..Self::default() }
    }

    /// A patch was refused, or the program is in trouble.
    pub(crate) fn refused(error: ErrorView<'a>) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// One line of JSON.
    pub(crate) fn to_line(&self) -> Vec<u8> {
        // Strings and numbers into a vector: there is nothing that could fail.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}
