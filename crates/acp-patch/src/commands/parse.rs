//! `parse`: shows what a patch says.

use std::io::Write as _;
use std::mem::ManuallyDrop;

use patch_tools::view::PatchView;

use crate::answer::Answer;
use crate::args::ParseArgs;
use crate::commands::source::patch_text;
use crate::exit::Exit;
use crate::refused::Refused;
use crate::report::{Report, Text, Trouble, is_plain, stream, styles};
use crate::words::for_person;

/// Reads a patch and lists its files and hunks.
pub(crate) fn run(args: &ParseArgs) -> Result<Exit, Trouble> {
    let options = args.source.parse_options();
    let text = match patch_text(&args.source, None, args.json)? {
        Ok(text) => text,
        Err(refused) => return Ok(refused.print()),
    };
    let parsed = match options.parse(&text.bytes) {
        // The process ends here and frees all its memory: freeing that of a large patch hunk by
        // hunk takes as long as printing a part of it.
        Ok(parsed) => ManuallyDrop::new(parsed),
        Err(error) => {
            let refused = Refused::unread(error, &text.bytes);
            return Ok(refused.report(&text, args.json).print());
        }
    };
    if args.json {
        let answer = Answer::parsed(PatchView::from(&*parsed));
        return Ok(stream(|out| answer.write_line(out)));
    }
    let person = for_person(&text).palette(styles());
    if is_plain() {
        return Ok(stream(|out| {
            person.patch_in_pieces(&parsed, |piece| out.write_all(piece.as_bytes()))
        }));
    }
    Ok(Report::new(Exit::Done, Text::Styled(person.patch(&parsed))).print())
}
