//! `diff`: the patch between two files or two directories.

use std::path::Path;

use acp_diff_types::AbsolutePath;
use patch_gen::{Detect, GenOptions, Renames, find_renames, tree_changes};
use patch_tools::wire::{TreeChange, WireError};

use super::tree::{Empty, Sides};
use super::written::{not_on_the_wire, written};
use crate::args::{DiffArgs, DiffFormat};
use crate::exit::Exit;
use crate::report::{Report, Text, Trouble};

/// Reads both sides and writes the difference in the format asked for.
pub(crate) fn run(args: &DiffArgs) -> Result<Report, Trouble> {
    let empty = if args.format == DiffFormat::Acp { Empty::Seen } else { Empty::Unseen };
    let sides = Sides::read(&args.old, &args.new, empty)?;
    let options = GenOptions::default().context(args.context);
    let changes = tree_changes(&sides.old, &sides.new);
    let changes = find_renames(changes, &sides.old, &renames(args));
    let change = TreeChange::of_changes(changes, &absolute(&sides.root)?);
    let out = written(&change, args.format, args.key, options)?;
    let exit = if sides.is_equal() { Exit::Done } else { Exit::Refused };
    Ok(Report::new(exit, Text::Raw(out)))
}

/// What is looked for: moves, if the format has words for them, or what is asked for.
fn renames(args: &DiffArgs) -> Renames {
    let detect = match (args.format, args.copies) {
        (DiffFormat::Unified | DiffFormat::AcpV1, _) => Detect::Nothing,
        (_, _) if args.no_renames => Detect::Nothing,
        (DiffFormat::OpenCode, _) | (_, false) => Detect::Moves,
        (_, true) => Detect::Copies,
    };
    Renames::default().detect(detect).least(args.similarity)
}

/// A directory by the name that a client knows it by.
pub(super) fn absolute(root: &Path) -> Result<AbsolutePath, Trouble> {
    let absolute = std::path::absolute(root).map_err(|error| Trouble::with_path(root, error))?;
    AbsolutePath::try_from(absolute.as_path())
        .map_err(|error| not_on_the_wire(&WireError::from(error)))
}
