//! A change, written in the format asked for.

use patch_gen::{Binary, GenError, GenOptions, ObjectNames, Style, opencode};
use patch_parse::Code;
use patch_tools::wire::{TreeChange, WireError};
use serde::Serialize;

use crate::args::{DiffFormat, KeyArgs};
use crate::report::Trouble;

/// The change as text or as one line of JSON; no byte for no change in a text format.
pub(super) fn written(
    change: &TreeChange<'_>,
    format: DiffFormat,
    key: KeyArgs,
    options: GenOptions,
) -> Result<Vec<u8>, Trouble> {
    match format {
        DiffFormat::Unified => unified(change, &options.style(Style::Plain)),
        DiffFormat::Git => {
            let options = options.style(Style::Git).binary(Binary::Data);
            unified(change, &options.object_names(ObjectNames::Short))
        }
        DiffFormat::OpenCode => {
            let patch = opencode::patch(change.files(), &options);
            let patch = patch.map_err(|error| not_as_text(&error))?;
            Ok(if patch.files.is_empty() { Vec::new() } else { patch.to_bytes() })
        }
        DiffFormat::Acp => {
            let diff = change.to_v2(&options).map_err(|error| not_on_the_wire(&error))?;
            Ok(json(&diff.write_patch_as(key.patch_key.0)))
        }
        DiffFormat::AcpV1 => Ok(json(&change.to_v1().map_err(|e| not_on_the_wire(&e))?)),
    }
}

fn unified(change: &TreeChange<'_>, options: &GenOptions) -> Result<Vec<u8>, Trouble> {
    let patch = patch_gen::patch(change.files(), options);
    Ok(patch.map_err(|error| not_as_text(&error))?.to_bytes())
}

fn not_as_text(error: &GenError) -> Trouble {
    let (code, hint) = match error {
        GenError::NotExpressible(_) => (
            Code::UnsupportedGitPatchFeature,
            "Ask for --format git, which can say every change, or leave the file out.",
        ),
        _ => (
            Code::BinaryFile,
            "Ask for --format git, which writes its contents, or leave the file out.",
        ),
    };
    Trouble::new(code, error.to_string(), hint)
}

pub(super) fn not_on_the_wire(error: &WireError) -> Trouble {
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
