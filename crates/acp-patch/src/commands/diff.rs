//! `diff`: the patch between two files or two directories.

use acp_diff_types::AbsolutePath;
use patch_gen::{GenError, GenOptions, Style, tree_patch};
use patch_parse::Code;
use patch_tools::wire::{TreeChange, WireError};
use serde::Serialize;

use super::tree::{Empty, Sides};
use crate::args::{DiffArgs, DiffFormat};
use crate::exit::Exit;
use crate::report::{Report, Text, Trouble};

/// Reads both sides and writes the difference in the format asked for.
pub(crate) fn run(args: &DiffArgs) -> Result<Report, Trouble> {
    let empty = if args.format == DiffFormat::Acp { Empty::Seen } else { Empty::Unseen };
    let sides = Sides::read(&args.old, &args.new, empty)?;
    let mut options = GenOptions::default();
    options.context = args.context;
    let out = match args.format {
        DiffFormat::Unified => text(&sides, Style::Plain, options)?,
        DiffFormat::Git => text(&sides, Style::Git, options)?,
        DiffFormat::Acp => {
            let diff = tree_change(&sides)?.to_v2(&options);
            let diff = diff.map_err(|error| not_on_the_wire(&error))?;
            json(&diff.write_patch_as(args.key.patch_key.0))
        }
        DiffFormat::AcpV1 => json(&tree_change(&sides)?.to_v1().map_err(|e| not_on_the_wire(&e))?),
    };
    let exit = if sides.is_equal() { Exit::Done } else { Exit::Refused };
    Ok(Report::new(exit, Text::Raw(out)))
}

fn text(sides: &Sides, style: Style, mut options: GenOptions) -> Result<Vec<u8>, Trouble> {
    options.style = style;
    let patch = tree_patch(&sides.old, &sides.new, &options);
    Ok(patch.map_err(|error| not_as_text(&error))?.to_bytes())
}

fn tree_change(sides: &Sides) -> Result<TreeChange<'_>, Trouble> {
    let root = std::path::absolute(&sides.root);
    let root = root.map_err(|error| Trouble::with_path(&sides.root, error))?;
    AbsolutePath::try_from(root.as_path())
        .map_err(WireError::from)
        .map(|root| TreeChange::between(&sides.old, &sides.new, &root))
        .map_err(|error| not_on_the_wire(&error))
}

fn not_as_text(error: &GenError) -> Trouble {
    let hint = "Leave the file out, or ask for --format acp, which names it without its contents.";
    Trouble::new(Code::BinaryFile, error.to_string(), hint)
}

fn not_on_the_wire(error: &WireError) -> Trouble {
    let hint = match error {
        WireError::NotUtf8(_) => {
            "Ask for --format git, which can write every name, or rename the file."
        }
        _ => "Ask for --format acp, which can name every kind of file, or leave the file out.",
    };
    Trouble::new(Code::UnsupportedGitPatchFeature, error.to_string(), hint)
}

/// One line of JSON.
fn json(value: &impl Serialize) -> Vec<u8> {
    // Strings into a vector: there is nothing that could fail.
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}
