//! `diff`: the patch between two files or two directories.

use std::path::Path;

use acp_diff_types::AbsolutePath;
use patch_gen::GenOptions;
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
    let change = TreeChange::between(&sides.old, &sides.new, &absolute(&sides.root)?);
    let options = GenOptions::default().context(args.context);
    let out = written(&change, args.format, args.key, options)?;
    let exit = if sides.is_equal() { Exit::Done } else { Exit::Refused };
    Ok(Report::new(exit, Text::Raw(out)))
}

/// A directory by the name that a client knows it by.
pub(super) fn absolute(root: &Path) -> Result<AbsolutePath, Trouble> {
    let absolute = std::path::absolute(root).map_err(|error| Trouble::with_path(root, error))?;
    AbsolutePath::try_from(absolute.as_path())
        .map_err(|error| not_on_the_wire(&WireError::from(error)))
}
