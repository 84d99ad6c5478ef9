//! `apply`: a patch to a directory.

use patch_apply::{ApplyOptions, DirWorkspace, Receipt, WorkspaceError, plan};
use patch_parse::{Code, Format, Patch};

use crate::args::ApplyArgs;
use crate::commands::Answer;
use crate::exit::Exit;
use crate::input::PatchText;
use crate::render::{Refused, receipt};
use crate::report::{Report, Text, Trouble};

/// Applies a patch. Nothing is written unless the whole patch fits.
pub(crate) fn run(args: &ApplyArgs) -> Result<Report, Trouble> {
    let limit = args.source.parse_options().limits.patch_bytes;
    let text = PatchText::read(&args.source.patch, limit)?;
    Ok(match apply(args, &text.bytes)? {
        Ok(receipt) => done(args, &text, &receipt),
        Err(refused) => refused.report(&text, args.json),
    })
}

fn apply(args: &ApplyArgs, text: &[u8]) -> Result<Result<Receipt, Refused>, Trouble> {
    let patch = match read(args, text) {
        Ok(patch) => patch,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut workspace = DirWorkspace::open(&args.root).map_err(|error| {
        Trouble::new(error.code, error.to_string(), "Give a directory as --root.")
    })?;
    make_whole(args, &workspace)?;
    let options = options(args);
    let refused = |refusal| Refused::Files { refusal, reversed: args.reverse };
    if args.check {
        return Ok(plan(&patch, &workspace, &options)
            .map(|plan| plan.receipt().clone())
            .map_err(refused));
    }
    Ok(patch_apply::apply(&patch, &mut workspace, &options).map_err(refused))
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
    let patch = args.source.parse_options().parse(text).map_err(Refused::Text)?;
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
    options.sync = args.fsync.into();
    options
}

fn done(args: &ApplyArgs, text: &PatchText, receipt: &Receipt) -> Report {
    let out = if args.json {
        Text::Raw(Answer::applied(receipt).to_line())
    } else {
        Text::Styled(receipt::text(receipt, &text.name))
    };
    Report::new(Exit::Done, out)
}
