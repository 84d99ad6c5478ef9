//! An input line: `{"id", "files": {path: text}, "patch", "format"?, "contract"?}`.

use patch_apply::{ApplyOptions, Contract, MemoryWorkspace};
use patch_parse::ParseOptions;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::super::files::Files;

/// A valid request.
pub(super) struct Request<'l> {
    /// Any value; returned as it is.
    pub(super) id: Option<&'l RawValue>,
    pub(super) workspace: MemoryWorkspace,
    pub(super) patch: String,
    pub(super) parse: ParseOptions,
    pub(super) apply: ApplyOptions,
}

/// What is wrong with a line.
pub(super) struct Malformed<'l> {
    /// The `id` of the line, if it could be read.
    pub(super) id: Option<&'l RawValue>,
    pub(super) message: String,
}

/// A valid line, read in one pass.
#[derive(Deserialize)]
struct Plain<'l> {
    #[serde(borrow)]
    id: Option<&'l RawValue>,
    files: Files,
    patch: String,
    format: Option<String>,
    contract: Option<String>,
}

/// A line whose values are read one by one, so that the error can name the wrong one, and the `id`
/// is known.
#[derive(Deserialize)]
struct Envelope<'l> {
    #[serde(borrow)]
    id: Option<&'l RawValue>,
    #[serde(borrow)]
    files: Option<&'l RawValue>,
    #[serde(borrow)]
    patch: Option<&'l RawValue>,
    #[serde(borrow)]
    format: Option<&'l RawValue>,
    #[serde(borrow)]
    contract: Option<&'l RawValue>,
}

impl<'l> Request<'l> {
    /// Reads a line. A second pass is needed only to report an error.
    pub(super) fn read(line: &'l [u8]) -> Result<Self, Malformed<'l>> {
        let plain = object(line).and_then(Plain::open);
        plain.or_else(|_| {
            let envelope: Envelope<'l> =
                object(line).map_err(|message| Malformed { id: None, message })?;
            let id = envelope.id;
            envelope.open().map_err(|message| Malformed { id, message })
        })
    }
}

/// The files of a line, if they could be read.
pub(super) fn files(line: &[u8]) -> Option<&RawValue> {
    object::<Envelope<'_>>(line).ok()?.files
}

impl<'l> Plain<'l> {
    fn open(self) -> Result<Request<'l>, String> {
        let (parse, apply) = options(self.format.as_deref(), self.contract.as_deref())?;
        let workspace = workspace(self.files)?;
        Ok(Request { id: self.id, workspace, patch: self.patch, parse, apply })
    }
}

impl<'l> Envelope<'l> {
    fn open(self) -> Result<Request<'l>, String> {
        let format: Option<String> = optional("format", self.format, "a string")?;
        let contract: Option<String> = optional("contract", self.contract, "a string")?;
        let (parse, apply) = options(format.as_deref(), contract.as_deref())?;
        let files = required("files", self.files, "an object of path and text")?;
        let patch = required("patch", self.patch, "a string")?;
        let workspace = workspace(files)?;
        Ok(Request { id: self.id, workspace, patch, parse, apply })
    }
}

fn object<'l, T: Deserialize<'l>>(line: &'l [u8]) -> Result<T, String> {
    // A derived reader would accept an array, with values in the order of the fields.
    if !line.trim_ascii_start().starts_with(b"{") {
        return Err("the line is not a JSON object".to_owned());
    }
    let read = serde_json::from_slice(line.trim_ascii_end());
    read.map_err(|error| {
        let place = match error.column() {
            0 => String::new(),
            column => format!(" at byte {column} of the line"),
        };
        format!("the line is not a request: {}{place}", without_place(&error))
    })
}

/// The error without its position, which would count from the start of the value, or name a line
/// within the line.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).map(str::to_owned).unwrap_or(text)
}

fn optional<T: DeserializeOwned>(
    key: &str,
    value: Option<&RawValue>,
    what: &str,
) -> Result<Option<T>, String> {
    let Some(value) = value else { return Ok(None) };
    let read = serde_json::from_str(value.get());
    read.map(Some).map_err(|error| format!("`{key}` should be {what}: {}", without_place(&error)))
}

fn required<T: DeserializeOwned>(
    key: &str,
    value: Option<&RawValue>,
    what: &str,
) -> Result<T, String> {
    optional(key, value, what)?.ok_or_else(|| format!("`{key}` is missing; it should be {what}"))
}

fn options(
    format: Option<&str>,
    contract: Option<&str>,
) -> Result<(ParseOptions, ApplyOptions), String> {
    let mut parse = ParseOptions::default();
    parse.format = match format {
        None | Some("auto") => None,
        Some(name) => Some(name.parse().map_err(|_| {
            format!("`format` is {name:?}; it should be \"auto\", \"unified\" or \"opencode\"")
        })?),
    };
    let mut apply = ApplyOptions::default();
    apply.contract = match contract {
        None => Contract::default(),
        Some("agent") => Contract::Agent,
        Some("git") => Contract::Git,
        Some(name) => {
            return Err(format!("`contract` is {name:?}; it should be \"agent\" or \"git\""));
        }
    };
    parse.counts = apply.contract.counts();
    Ok((parse, apply))
}

/// The files, whose paths must be usable and name different files.
fn workspace(Files(files): Files) -> Result<MemoryWorkspace, String> {
    let count = files.len();
    let unusable = |error| format!("`files` has a path that cannot be used: {error}");
    let workspace = MemoryWorkspace::from_files(files).map_err(unusable)?;
    if workspace.files().count() < count {
        return Err("`files` names a file twice, in two spellings".to_owned());
    }
    Ok(workspace)
}
