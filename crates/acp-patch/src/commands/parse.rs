//! `parse`: what a patch says.

use patch_tools::view::PatchView;

use crate::answer::Answer;
use crate::args::ParseArgs;
use crate::commands::source::patch_text;
use crate::exit::Exit;
use crate::refused::Refused;
use crate::report::{Report, Text, Trouble, styles};
use crate::words::for_person;

/// Reads a patch and lists its files and hunks.
pub(crate) fn run(args: &ParseArgs) -> Result<Report, Trouble> {
    let options = args.source.parse_options();
    let text = match patch_text(&args.source, args.json)? {
        Ok(text) => text,
        Err(refused) => return Ok(refused),
    };
    let parsed = match options.parse(&text.bytes) {
        Ok(parsed) => parsed,
        Err(error) => return Ok(Refused::Text(error).report(&text, args.json)),
    };
    let out = if args.json {
        Text::Raw(Answer::parsed(PatchView::from(&parsed)).to_line())
    } else {
        Text::Styled(for_person(&text).palette(styles()).patch(&parsed))
    };
    Ok(Report::new(Exit::Done, out))
}
