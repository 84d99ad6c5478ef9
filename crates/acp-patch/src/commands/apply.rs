//! `apply`: a patch to a directory.

use patch_apply::{ApplyOptions, DirWorkspace, Receipt, plan};
use patch_parse::Patch;

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
    let options = options(args);
    let refused = |refusal| Refused::Files { refusal, reversed: args.reverse };
    let planned = plan(&patch, &workspace, &options);
    Ok(planned
        .and_then(|plan| {
            if args.check {
                return Ok(plan.receipt().clone());
            }
            plan.commit(&mut workspace, options.sync)
        })
        .map_err(refused))
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
