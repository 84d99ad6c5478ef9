//! `apply`: a patch to a directory.

use std::path::Path;

use acp_diff_types::AbsolutePath;
use patch_apply::{ApplyOptions, Plan, Receipt, WorkspaceError, apply_with, plan};
use patch_fs::DirWorkspace;
use patch_parse::{Code, Format, Patch};
use patch_tools::view::{Effects, ReceiptView};
use patch_tools::wire::WireError;

use crate::answer::Answer;
use crate::args::ApplyArgs;
use crate::commands::source::patch_text;
use crate::exit::Exit;
use crate::input::PatchText;
use crate::refused::Refused;
use crate::report::{Report, Text, Trouble};
use crate::words::for_person;

/// What was done, or would be, with the effects where a machine wants to know.
struct Done {
    receipt: Receipt,
    effects: Option<Result<Effects, WireError>>,
}

/// Applies a patch. Nothing is written unless the whole patch fits.
pub(crate) fn run(args: &ApplyArgs) -> Result<Report, Trouble> {
    let text = match patch_text(&args.source, args.json)? {
        Ok(text) => text,
        Err(refused) => return Ok(refused),
    };
    Ok(match apply(args, &text.bytes)? {
        Ok(done) => report(&text, &done, args.explain),
        Err(refused) => refused.report(&text, args.json),
    })
}

fn apply(args: &ApplyArgs, text: &[u8]) -> Result<Result<Done, Refused>, Trouble> {
    let patch = match read(args, text) {
        Ok(patch) => patch,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut workspace = DirWorkspace::open(&args.root).map_err(|error| {
        Trouble::new(error.code, error.to_string(), "Give a directory as --root.")
    })?;
    make_whole(args, &workspace)?;
    let options = options(args);
    let effects = |plan: &Plan<'_>, workspace: &DirWorkspace| {
        args.json.then(|| {
            let root = root(&args.root)?;
            let mut effects = Effects::of_plan(plan, workspace, &root)?;
            effects.diff = effects.diff.map(|diff| diff.write_patch_as(args.key.patch_key.0));
            Ok(effects)
        })
    };
    let done = if args.check {
        plan(&patch, &workspace, &options)
            .map(|plan| (plan.receipt().clone(), effects(&plan, &workspace)))
    } else {
        apply_with(&patch, &mut workspace, &options, effects)
    };
    let done = done.map(|(receipt, effects)| Done { receipt, effects });
    Ok(done.map_err(|refusal| Refused::Files { refusal, reversed: args.reverse }))
}

/// The root by the name that a client knows it by.
fn root(root: &Path) -> Result<AbsolutePath, WireError> {
    let absolute = std::path::absolute(root).map_err(|error| {
        WireError::from(WorkspaceError::io(
            root.to_string_lossy().as_bytes(),
            "it has no name",
            error,
        ))
    })?;
    Ok(AbsolutePath::try_from(absolute.as_path())?)
}

/// A patch is planned against a whole tree. A dry run changes nothing, not even that.
fn make_whole(args: &ApplyArgs, workspace: &DirWorkspace) -> Result<(), Trouble> {
    if !args.check {
        let trouble = |error: WorkspaceError| {
            Trouble::new(error.code, error.to_string(), error.code.hint(Format::Unified))
        };
        return workspace.recover().map(drop).map_err(trouble);
    }
    match workspace.is_whole() {
        Ok(true) => Ok(()),
        Ok(false) => {
            let message = "a patch is being applied here, or was interrupted";
            Err(Trouble::new(Code::IoError, message, "Run `acp-patch recover`, then try again."))
        }
        Err(error) => {
            Err(Trouble::new(error.code, error.to_string(), error.code.hint(Format::Unified)))
        }
    }
}

fn read<'a>(args: &ApplyArgs, text: &'a [u8]) -> Result<Patch<'a>, Refused> {
    let options = args.source.parse_options().counts(args.contract.0.counts());
    let patch = options.parse(text).map_err(Refused::Text)?;
    if !args.reverse {
        return Ok(patch);
    }
    let format = patch.format;
    patch.reversed().map_err(|reason| Refused::NotReversible { format, reason })
}

fn options(args: &ApplyArgs) -> ApplyOptions {
    let mut options = ApplyOptions::default();
    options.contract = args.contract.0;
    options.overwrite = args.overwrite;
    options.links = args.links.into();
    options.sync = args.fsync.into();
    options.only = args.only.as_ref().map(|ids| ids.iter().copied().collect());
    options
}

fn report(text: &PatchText, done: &Done, is_explained: bool) -> Report {
    let out = match &done.effects {
        Some(effects) => {
            let view = ReceiptView::new(&done.receipt, effects.as_ref());
            Text::Raw(Answer::applied(view).to_line())
        }
        None => Text::Styled(for_person(text).explained(is_explained).receipt(&done.receipt)),
    };
    Report::new(Exit::Done, out)
}
