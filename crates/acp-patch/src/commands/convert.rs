//! `convert`: writes a patch in another format, for the files as they are; it is read and placed as
//! `apply` does under the same contract.

use patch_apply::{ApplyOptions, Reach, plan};
use patch_gen::GenOptions;
use patch_parse::Direction;
use patch_tools::wire::TreeChange;

use super::root;
use super::source::{For, of_source, patch_text};
use super::written::{Writing, not_on_the_wire};
use crate::args::ConvertArgs;
use crate::effects::{FormatOption, Output, check};
use crate::exit::Exit;
use crate::input::PatchText;
use crate::refused::Refused;
use crate::report::{Report, Text, Trouble};
use crate::words::for_person;

/// Plans the patch and writes its effect in the requested format.
pub(crate) fn run(args: &ConvertArgs) -> Result<Report, Trouble> {
    check(&args.given, Output::Format(args.to), FormatOption::To)?;
    let (root, contract) = (&*args.root, args.contract.0);
    let files = For { root, direction: Direction::Forward, contract };
    let text = match patch_text(&args.source, Some(files), false)? {
        Ok(text) => text,
        Err(refused) => return Ok(refused),
    };
    Ok(match convert(args, &text)? {
        Ok((out, err)) => {
            Report { err, color: args.look.color.into(), ..Report::new(Exit::Done, out) }
        }
        Err(refused) => of_source(&args.source, refused).report(&text, false),
    })
}

/// The patch in the other format, and notes about it.
fn convert(
    args: &ConvertArgs,
    text: &PatchText,
) -> Result<Result<(Text, String), Refused>, Trouble> {
    let read = args.source.parse_options().counts(args.contract.0.counts());
    let patch = match read.parse(&text.bytes) {
        Ok(patch) => patch,
        Err(error) => return Ok(Err(Refused::unread(error, &text.bytes))),
    };
    let workspace = root::open(&args.root)?;
    root::check_whole(&args.root, &workspace)?;
    // Nothing is written: where a link leads matters only when the result is applied.
    let options = ApplyOptions::default().contract(args.contract.0).links(Reach::Anywhere);
    let plan = match plan(&patch, &workspace, &options) {
        Ok(plan) => plan,
        Err(refusal) => return Ok(Err(Refused::Files { refusal, reversed: false })),
    };
    let forgiven = for_person(text).forgiven(plan.receipt());
    let not_written = |error| not_on_the_wire(&error, FormatOption::To);
    let root = root::name(&args.root).map_err(not_written)?;
    let change = TreeChange::of_plan(&plan, &workspace, &root);
    let change = change.map_err(not_written)?.with_git_modes();
    let change = if args.reverse { change.reversed() } else { change };
    let options = GenOptions::default().context(args.context).headings(args.look.headings.into());
    let writing = Writing {
        option: FormatOption::To,
        format: args.to,
        key: args.key,
        look: &args.look,
        options,
        times: None,
    };
    Ok(Ok((writing.write(&change)?, forgiven + &writing.note(&change))))
}
