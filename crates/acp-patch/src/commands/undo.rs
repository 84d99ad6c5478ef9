//! `undo`: what a receipt says was done is taken back.

use std::collections::BTreeMap;

use acp_diff_types::v2::PatchKey;
use bstr::BString;
use patch_apply::{ApplyOptions, ContentHash, Contract};
use patch_parse::{Code, Format};
use serde::Deserialize;

use crate::args::{ApplyArgs, ContractArg, FormatArg, LinksArg, SourceArgs};
use crate::commands::apply::apply_text;
use crate::diff_args::{KeyArg, KeyArgs};
use crate::input::PatchText;
use crate::report::{Report, Trouble};
use crate::undo_args::UndoArgs;

const HINT: &str = "Give what `apply --json` printed: one line of JSON with a `receipt`.";

/// What `apply --json` printed.
#[derive(Deserialize)]
struct Printed {
    receipt: Option<Receipt>,
}

/// What of a receipt is needed to take it back.
#[derive(Deserialize)]
struct Receipt {
    committed: bool,
    files: Vec<File>,
    #[serde(default)]
    diff: Diff,
    undo: Option<String>,
    not_shown: Option<String>,
}

#[derive(Deserialize)]
struct File {
    path: String,
    after: Option<String>,
}

#[derive(Default, Deserialize)]
struct Diff {
    changes: Vec<Change>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    path: Option<String>,
    file_type: Option<String>,
}

/// Takes a patch back, if the files are as it left them.
pub(crate) fn run(args: &UndoArgs) -> Result<Report, Trouble> {
    let PatchText { name, bytes } = PatchText::read(&args.receipt, usize::MAX)?;
    let receipt = read(&name, &bytes)?;
    let mut options = ApplyOptions::for_undo();
    options.durability = args.fsync.into();
    options.expected = receipt.expected();
    let undo = receipt.undo.ok_or_else(|| {
        let why = receipt.not_shown.unwrap_or_else(|| "it has no `undo`".to_owned());
        invalid(format!("{name}: the receipt cannot be taken back: {why}"))
    })?;
    let text = PatchText { name: format!("{name}, undo"), bytes: undo.into_bytes() };
    apply_text(&as_apply(args), &text, &options)
}

/// The undo of a receipt is a patch to apply.
fn as_apply(args: &UndoArgs) -> ApplyArgs {
    ApplyArgs {
        source: SourceArgs {
            patch: args.receipt.clone(),
            format: FormatArg::Patch(Some(Format::Unified)),
            strip: None,
        },
        root: args.root.clone(),
        contract: ContractArg(Contract::Git),
        check: args.check,
        explain: false,
        unique: false,
        reverse: false,
        overwrite: false,
        links: LinksArg::Anywhere,
        only: None,
        fsync: args.fsync,
        json: args.json,
        html: None,
        key: KeyArgs { patch_key: KeyArg(PatchKey::Both) },
    }
}

fn read(name: &str, bytes: &[u8]) -> Result<Receipt, Trouble> {
    let printed: Printed =
        serde_json::from_slice(bytes).map_err(|error| invalid(format!("{name}: {error}")))?;
    let receipt = printed.receipt.ok_or_else(|| {
        invalid(format!("{name}: there is no receipt in it: the patch was not applied"))
    })?;
    if receipt.committed {
        return Ok(receipt);
    }
    Err(invalid(format!("{name}: it is the receipt of a dry run, which changed nothing")))
}

fn invalid(message: String) -> Trouble {
    Trouble::new(Code::InvalidArgs, message, HINT)
}

impl Receipt {
    /// What the files hold that the patch left. A link has no contents to compare, and a name that
    /// is no text is not told as it is.
    fn expected(&self) -> BTreeMap<BString, Option<ContentHash>> {
        let files = self.files.iter().filter(|file| !self.is_link(file) && file.is_told());
        let hashes = files.filter_map(|file| {
            let hash = file.after.as_ref().map(|hash| ContentHash::parse(hash.as_bytes()));
            Some((BString::from(file.path.as_str()), hash.map_or(Some(None), |it| it.map(Some))?))
        });
        hashes.collect()
    }

    fn is_link(&self, file: &File) -> bool {
        let is_of_file =
            |path: &str| path.strip_suffix(&file.path).is_some_and(|root| root.ends_with('/'));
        self.diff.changes.iter().any(|change| {
            change.file_type.as_deref() == Some("symlink")
                && change.path.as_deref().is_some_and(is_of_file)
        })
    }
}

impl File {
    fn is_told(&self) -> bool {
        !self.path.contains(char::REPLACEMENT_CHARACTER)
    }
}
