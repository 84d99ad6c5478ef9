//! `parse`: what a patch says.

use patch_tools::view::PatchView;

use crate::answer::Answer;
use crate::args::ParseArgs;
use crate::commands::source::patch_text;
use crate::exit::Exit;
use crate::refused::Refused;
use crate::report::{Report, Text, Trouble, stream, styles};
use crate::words::for_person;

/// Reads a patch and lists its files and hunks.
pub(crate) fn run(args: &ParseArgs) -> Result<Exit, Trouble> {
    let options = args.source.parse_options();
    let text = match patch_text(&args.source, args.json)? {
        Ok(text) => text,
        Err(refused) => return Ok(refused.print()),
    };
    let parsed = match options.parse(&text.bytes) {
        Ok(parsed) => parsed,
        Err(error) => return Ok(Refused::Text(error).report(&text, args.json).print()),
    };
    if args.json {
        let answer = Answer::parsed(PatchView::from(&parsed));
        return Ok(stream(|out| answer.write_line(out)));
    }
    let out = Text::Styled(for_person(&text).palette(styles()).patch(&parsed));
    Ok(Report::new(Exit::Done, out).print())
}
