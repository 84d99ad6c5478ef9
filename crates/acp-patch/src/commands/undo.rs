//! `undo`: takes back what a receipt reports.

use std::collections::{BTreeMap, HashMap};

use acp_diff_types::v2::PatchKey;
use bstr::{BStr, BString, ByteSlice};
use patch_apply::{ApplyOptions, ContentHash, Contract, Fault};
use patch_parse::{Code, FileOperation, FilePatch, Format, Limits, ParseOptions, Patch, PatchPath};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::apply::{apply, report};
use crate::args::{ApplyArgs, ContractArg, FormatArg, LinksArg, SourceArgs};
use crate::diff_args::{KeyArg, KeyArgs};
use crate::exit::Exit;
use crate::given::Given;
use crate::input::{PatchText, read_at_most};
use crate::refused::Refused;
use crate::report::{Report, Trouble};
use crate::undo_args::UndoArgs;
use crate::words::for_person;

const HINT: &str = "Give what `apply --json` printed, or the `receipt` in it.";

/// The most bytes of a receipt: it contains what the patch changed three times, escaped.
const MOST_RECEIPT: usize = 1 << 30;

/// The output of `apply --json`, or the receipt alone.
#[derive(Deserialize)]
struct Printed {
    ok: Option<bool>,
    receipt: Option<Receipt>,
    /// What only a receipt has.
    committed: Option<IgnoredAny>,
}

/// The parts of a receipt that an undo needs.
#[derive(Deserialize)]
struct Receipt {
    committed: bool,
    files: Vec<File>,
    undo: Option<String>,
    not_shown: Option<String>,
}

#[derive(Deserialize)]
struct File {
    path: String,
    old_path: Option<String>,
    before: Option<String>,
    after: Option<String>,
}

impl File {
    /// Where it was before the patch.
    fn source(&self) -> &str {
        self.old_path.as_ref().unwrap_or(&self.path)
    }
}

/// Takes a patch back, if the files are as it left them.
pub(crate) fn run(args: &UndoArgs) -> Result<Report, Trouble> {
    let PatchText { name, bytes } = read_at_most(&args.receipt, MOST_RECEIPT, HINT)?;
    let receipt = read(&name, &bytes)?;
    let undo = receipt.undo(&name)?;
    if undo.is_empty() {
        return Ok(nothing_to_do(args, format!("{name}: the patch changed nothing")));
    }
    let patch = parse_options().parse(undo.as_bytes());
    let mut options = ApplyOptions::for_undo();
    options.durability = args.fsync.into();
    // A receipt that cannot be read is refused below, with an explanation.
    options.expected = patch.map(|patch| receipt.after().expected(&patch)).unwrap_or_default();
    let text = PatchText { name: format!("{name}, undo"), bytes: undo.into() };
    Ok(match apply(&as_apply(args), &text, &parse_options(), &options)? {
        Ok(done) => report(for_person(&text).checked("the undo would take effect"), &done),
        Err(_) if receipt.is_taken_back(args, &text, options)? => {
            nothing_to_do(args, format!("{name}: the patch was taken back already"))
        }
        Err(refused) => changed_since(refused).report(&text, args.json),
    })
}

/// The files are as they were before the patch.
fn nothing_to_do(args: &UndoArgs, message: String) -> Report {
    let trouble = Trouble::new(Code::AlreadyApplied, message, "There is nothing to do.");
    Report { exit: Exit::Refused, ..trouble.report(args.json) }
}

/// The undo of a receipt is a patch to apply.
fn as_apply(args: &UndoArgs) -> ApplyArgs {
    ApplyArgs {
        given: Given::default(),
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

/// It was made from files within their limits; a patch that somebody wrote is smaller.
fn parse_options() -> ParseOptions {
    let options = ParseOptions::default().format(Format::Unified).limits(Limits::none());
    options.counts(Contract::Git.counts())
}

/// Reports a file that is not as it was left by name: the user has never seen the patch that fails.
fn changed_since(mut refused: Refused) -> Refused {
    if let Refused::Files { refusal, .. } = &mut refused {
        let is_changed = |fault: &Fault| *fault == Fault::NotExpected;
        for failure in refusal.failures.iter_mut().filter(|failure| is_changed(&failure.fault)) {
            let message = "the file is not as the patch left it".to_owned();
            failure.fault = Fault::Workspace { code: failure.code, message };
            failure.hint = Some(
                "Look at what changed since; put the file back as the patch left it and try again, or take \
                 the change back by hand.",
            );
        }
    }
    refused
}

fn read(name: &str, bytes: &[u8]) -> Result<Receipt, Trouble> {
    // A derived reader would accept an array, with values in the order of the fields.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(invalid(format!("{name}: this is not a JSON object")));
    }
    let wrong = |error: serde_json::Error| invalid(format!("{name}: {error}"));
    let receipt = match serde_json::from_slice(bytes).map_err(wrong)? {
        Printed { receipt: Some(receipt), .. } => receipt,
        Printed { committed: Some(_), .. } => serde_json::from_slice(bytes).map_err(wrong)?,
        Printed { ok, .. } => {
            let why = if ok == Some(false) { ": the patch was not applied" } else { "" };
            return Err(invalid(format!("{name}: there is no receipt in it{why}")));
        }
    };
    if receipt.committed {
        return Ok(receipt);
    }
    Err(invalid(format!("{name}: it is the receipt of a dry run, which changed nothing")))
}

fn invalid(message: String) -> Trouble {
    Trouble::new(Code::InvalidArgs, message, HINT)
}

impl Receipt {
    /// The patch that takes it back; empty if the files are as they were.
    fn undo(&self, name: &str) -> Result<&str, Trouble> {
        let why = match (&self.undo, &self.not_shown) {
            (Some(undo), _) => return Ok(undo),
            (None, Some(why)) => why,
            (None, None) => "it has no `undo`",
        };
        Err(invalid(format!("{name}: the receipt cannot be taken back: {why}")))
    }

    /// Whether every file is as it was before the patch, so that the patch would fit once more.
    fn is_taken_back(
        &self,
        args: &UndoArgs,
        text: &PatchText,
        mut options: ApplyOptions,
    ) -> Result<bool, Trouble> {
        let undo = parse_options().parse(&text.bytes);
        let Some(patch) = undo.ok().and_then(|undo| undo.reversed().ok()) else { return Ok(false) };
        options.expected = self.before().expected(&patch);
        // Without a hash of each file nothing is certain.
        if patch.files.iter().filter_map(changed).any(|path| !options.expected.contains_key(path)) {
            return Ok(false);
        }
        let args = ApplyArgs { check: true, reverse: true, ..as_apply(args) };
        Ok(apply(&args, text, &parse_options(), &options)?.is_ok())
    }

    /// The contents of each file before the first section that changed it.
    fn before(&self) -> Held<'_> {
        let files = self.files.iter().rev();
        Held(files.map(|file| (file.source(), file.before.as_deref())).collect())
    }

    /// The contents that the last section left in each file.
    fn after(&self) -> Held<'_> {
        Held(self.files.iter().map(|file| (&*file.path, file.after.as_deref())).collect())
    }
}

/// The hashes in a receipt by the names there.
struct Held<'r>(BTreeMap<&'r str, Option<&'r str>>);

impl Held<'_> {
    /// The contents of the files that a patch changes: of the undo as the patch left them, of the undo
    /// reversed as they were before.
    fn expected(&self, undo: &Patch<'_>) -> BTreeMap<BString, Option<ContentHash>> {
        let made = undo.files.iter().filter_map(|section| match &section.operation {
            FileOperation::Add { path } | FileOperation::Move { path, .. } => Some(path.as_bstr()),
            _ => None,
        });
        let mut expected: BTreeMap<BString, _> = made.map(|path| (path.to_owned(), None)).collect();
        let mut alike: HashMap<_, usize> = HashMap::new();
        for path in undo.files.iter().filter_map(changed) {
            *alike.entry(path.to_str_lossy()).or_default() += 1;
        }
        for path in undo.files.iter().filter_map(changed) {
            let name = path.to_str_lossy();
            // Two names that are not text may look the same in a receipt.
            let is_one = alike.get(&name) == Some(&1);
            match self.hash(&name).filter(|_| is_one) {
                Some(hash) => expected.insert(path.to_owned(), Some(hash)),
                None => expected.remove(path),
            };
        }
        expected
    }

    /// The hash of a file. If the patch named it by an absolute name, the receipt does so too, while
    /// the undo names it below the root.
    fn hash(&self, name: &str) -> Option<ContentHash> {
        let absolute = || {
            let below = self.0.iter().filter(|(held, _)| is_below_root(held, name));
            below.min_by_key(|(held, _)| held.len()).map(|(_, hash)| hash)
        };
        let hash = self.0.get(name).or_else(absolute)?.as_ref()?;
        ContentHash::parse(hash.as_bytes())
    }
}

/// The file that a section of the undo changes or removes.
fn changed<'p>(section: &'p FilePatch<'_>) -> Option<&'p BStr> {
    section.operation.old_path().map(PatchPath::as_bstr)
}

/// Whether an absolute name is `name` below some root.
fn is_below_root(absolute: &str, name: &str) -> bool {
    let root = absolute.strip_suffix(name).unwrap_or_default();
    root.starts_with('/') && root.ends_with('/')
}
