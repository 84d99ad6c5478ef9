//! A line in: `{"id", "files": {path: text}, "patch", "format"?, "contract"?}`.

use std::collections::BTreeMap;

use patch_apply::{ApplyOptions, Contract, MemoryWorkspace};
use patch_parse::{Format, ParseOptions};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// A line as it came: its values are read one by one, so that a wrong one is named and the `id`
/// of the line known.
#[derive(Debug, Deserialize)]
pub(super) struct Envelope<'l> {
    /// Any value; given back as it is.
    #[serde(borrow)]
    pub(super) id: Option<&'l RawValue>,
    /// Given back as they are where the patch is refused.
    #[serde(borrow)]
    pub(super) files: Option<&'l RawValue>,
    #[serde(borrow)]
    patch: Option<&'l RawValue>,
    #[serde(borrow)]
    format: Option<&'l RawValue>,
    #[serde(borrow)]
    contract: Option<&'l RawValue>,
}

/// A request whose values are what they should be.
pub(super) struct Request {
    pub(super) workspace: MemoryWorkspace,
    pub(super) patch: String,
    pub(super) parse: ParseOptions,
    pub(super) apply: ApplyOptions,
}

impl<'l> Envelope<'l> {
    /// Reads a line.
    pub(super) fn read(line: &'l [u8]) -> Result<Self, String> {
        // An array would do for the derived reader, its values in the order of the fields.
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err("the line is no JSON object".to_owned());
        }
        serde_json::from_slice(line).map_err(|error| format!("the line is no request: {error}"))
    }

    /// Reads the values.
    pub(super) fn open(&self) -> Result<Request, String> {
        let mut parse = ParseOptions::default();
        parse.format = self.format()?;
        let mut apply = ApplyOptions::default();
        apply.contract = self.contract()?;
        parse.counts = apply.contract.counts();
        let files = required("files", self.files, "an object of path and text")?;
        let patch = required("patch", self.patch, "a string")?;
        Ok(Request { workspace: workspace(files)?, patch, parse, apply })
    }

    fn format(&self) -> Result<Option<Format>, String> {
        let name: Option<String> = optional("format", self.format, "a string")?;
        match name.as_deref() {
            None | Some("auto") => Ok(None),
            Some(name) => name.parse().map(Some).map_err(|_| {
                format!("`format` is {name:?}; it should be \"auto\", \"unified\" or \"opencode\"")
            }),
        }
    }

    fn contract(&self) -> Result<Contract, String> {
        let name: Option<String> = optional("contract", self.contract, "a string")?;
        match name.as_deref() {
            None => Ok(Contract::default()),
            Some("agent") => Ok(Contract::Agent),
            Some("git") => Ok(Contract::Git),
            Some(name) => Err(format!("`contract` is {name:?}; it should be \"agent\" or \"git\"")),
        }
    }
}

fn optional<T: DeserializeOwned>(
    key: &str,
    value: Option<&RawValue>,
    what: &str,
) -> Result<Option<T>, String> {
    let Some(value) = value else { return Ok(None) };
    let read = serde_json::from_str(value.get());
    read.map(Some).map_err(|error| format!("`{key}` should be {what}: {error}"))
}

fn required<T: DeserializeOwned>(
    key: &str,
    value: Option<&RawValue>,
    what: &str,
) -> Result<T, String> {
    optional(key, value, what)?.ok_or_else(|| format!("`{key}` is missing; it should be {what}"))
}

/// The files, whose paths must be usable and name different files.
fn workspace(files: BTreeMap<String, String>) -> Result<MemoryWorkspace, String> {
    let count = files.len();
    let unusable = |error| format!("`files` has a path that cannot be used: {error}");
    let workspace = MemoryWorkspace::from_files(files).map_err(unusable)?;
    if workspace.files().count() < count {
        return Err("`files` names a file twice, in two spellings".to_owned());
    }
    Ok(workspace)
}
