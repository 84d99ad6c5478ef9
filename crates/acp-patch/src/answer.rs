//! The JSON output of a command.

use std::io::{self, Write};

use patch_fs::Recovery;
use patch_tools::view::{ErrorView, PatchView, ReceiptView};
use serde::Serialize;

/// One line of JSON: `{"ok":true,…}` or `{"ok":false,"error":{…}}`.
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

    /// Writes one line of JSON.
    pub(crate) fn write_line(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }

    /// One line of JSON.
    pub(crate) fn to_line(&self) -> Vec<u8> {
        to_line(self)
    }
}

/// One line of JSON.
pub(crate) fn to_line(value: &impl Serialize) -> Vec<u8> {
    // Strings and numbers into a vector: this cannot fail.
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}
