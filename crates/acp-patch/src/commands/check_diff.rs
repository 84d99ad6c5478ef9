//! `check-diff`: checks whether the patch text of a v2 diff agrees with its changes.

use std::fmt::Write as _;

use acp_diff_types::v2::Diff;
use patch_apply::render::Palette;
use patch_apply::visible;
use patch_tools::check::{Answer, Disagreement, check_diff};

use super::source::no_diff;
use crate::answer::to_line;
use crate::args::CheckDiffArgs;
use crate::exit::Exit;
use crate::input::read_message;
use crate::report::{Report, STYLES, Text, Trouble};

/// Reads a diff and lists every disagreement.
pub(crate) fn run(args: &CheckDiffArgs) -> Result<Report, Trouble> {
    // A diff is held in memory as a whole, like any message of the protocol.
    let text = read_message(&args.diff)?;
    let diff: Diff =
        serde_json::from_slice(&text.bytes).map_err(|error| no_diff(&text.name, &error))?;
    let answer = Answer::from(check_diff(&diff));
    let exit = if answer.ok { Exit::Done } else { Exit::Refused };
    let out = if args.json {
        Text::Raw(to_line(&answer))
    } else {
        Text::Styled(listing(&text.name, &diff, &answer.disagreements))
    };
    Ok(Report::new(exit, out))
}

fn listing(name: &str, diff: &Diff, found: &[Disagreement]) -> String {
    let Palette { gutter, title, .. } = STYLES;
    let name = visible::line(name.as_bytes());
    // Writing to a string cannot fail.
    let mut out = String::new();
    let _ = match (found.len(), &diff.patch) {
        (0, None) => {
            writeln!(out, "{title}{name}: the diff has no patch; nothing to compare{title:#}")
        }
        (0, Some(_)) => writeln!(out, "{title}{name}: changes and patch agree{title:#}"),
        (1, _) => writeln!(out, "{title}{name}: 1 disagreement{title:#}"),
        (count, _) => writeln!(out, "{title}{name}: {count} disagreements{title:#}"),
    };
    for disagreement in found {
        let place = match (disagreement.patch_line(), disagreement.change()) {
            (Some(line), _) => format!("patch line {line}: "),
            (None, Some(change)) => format!("changes[{change}]: "),
            (None, None) => String::new(),
        };
        let sentence = disagreement.to_string();
        let sentence = visible::line(sentence.as_bytes());
        let _ = writeln!(out, "    {gutter}{place}{gutter:#}{sentence}");
    }
    out
}
