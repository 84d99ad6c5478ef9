//! One recorded call, and how it is repeated.

use acp_diff_types::AbsolutePath;
use patch_apply::MemoryWorkspace;
use patch_parse::{Code, Format};
use patch_tools::tool::{APPLY_PATCH, ToolError, Tools, register_builtin_tools};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::call::arguments_of;
use super::super::files::Files;

/// An input line: `{"task"?, "model", "format"?, "files": {path: text}, "patch" | "arguments",
/// "expected"?: {path: text}}`.
#[derive(Debug, Deserialize)]
pub(super) struct Recorded {
    /// The task; calls of one task are attempts, in their order.
    pub(super) task: Option<String>,
    pub(super) model: String,
    /// The format that the model was told of.
    format: Option<String>,
    files: Files,
    /// The value of `patch` as the model sent it; right calls have a text.
    patch: Option<Value>,
    /// All arguments as the model sent them, instead of the patch.
    arguments: Option<Value>,
    /// The expected files afterwards, if known.
    expected: Option<Files>,
}

/// The outcome of a call.
pub(super) enum Made {
    /// The patch took effect, and nothing contradicts its result.
    Applied,
    /// The patch took effect, but the files are not as expected.
    Wrong,
    Refused(Code),
    /// It was refused because the files have its change, and they are what they should be.
    There(Code),
}

impl Recorded {
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        // A derived reader would accept an array, with values in the order of the fields.
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err("this is not a JSON object".to_owned());
        }
        let recorded: Self = serde_json::from_slice(line)
            .map_err(|error| format!("this is not a recorded call: {error}"))?;
        if recorded.patch.is_none() && recorded.arguments.is_none() {
            return Err(
                "this is not a recorded call: it has neither `patch` nor `arguments`".to_owned()
            );
        }
        Ok(recorded)
    }

    /// The arguments of the call; an error where their text is not JSON.
    fn arguments(&self) -> Result<Value, ToolError> {
        match (&self.arguments, &self.patch) {
            (Some(Value::String(text)), _) => arguments_of(APPLY_PATCH.name, text.as_bytes()),
            (Some(arguments), _) => Ok(arguments.clone()),
            (None, patch) => Ok(json!({"patch": patch})),
        }
    }

    /// The bytes of the patch, or of what was sent in its place.
    pub(super) fn patch_bytes(&self) -> usize {
        let named = self.arguments.as_ref().and_then(|arguments| arguments.get("patch"));
        let sent = named.or(self.arguments.as_ref()).or(self.patch.as_ref());
        sent.map_or(0, |sent| sent.as_str().map_or_else(|| sent.to_string().len(), str::len))
    }

    /// The canonical name of the format; `auto` for a call that names none.
    pub(super) fn format(&self) -> Result<&'static str, String> {
        match self.format.as_deref() {
            None | Some("auto") => Ok("auto"),
            Some(name) => name.parse::<Format>().map(Format::as_str).map_err(|_| {
                format!("`format` is {name:?}; it should be \"auto\", \"unified\" or \"opencode\"")
            }),
        }
    }

    /// Makes the call, as the tool does, on the files of the line only.
    pub(super) fn made(&self) -> Result<Made, String> {
        self.format()?;
        let unusable = |error| format!("`files` has a path that cannot be used: {error}");
        let files = self.files.0.iter().map(|(path, text)| (path, text.as_str()));
        let workspace = MemoryWorkspace::from_files(files).map_err(unusable)?;
        let root = AbsolutePath::new("/").map_err(|error| error.to_string())?;
        let mut tools = Tools::new(workspace, root);
        register_builtin_tools(&mut tools);
        let arguments = match self.arguments() {
            Ok(arguments) => arguments,
            Err(error) => return Ok(Made::Refused(error.code)),
        };
        let output = tools.call(APPLY_PATCH.name, &arguments);
        let is_there = || self.expected.is_some() && self.is_as_expected(tools.workspace());
        Ok(match output.code() {
            Some(Code::AlreadyApplied) if is_there() => Made::There(Code::AlreadyApplied),
            Some(code) => Made::Refused(code),
            None if self.is_as_expected(tools.workspace()) => Made::Applied,
            None => Made::Wrong,
        })
    }

    fn is_as_expected(&self, found: &MemoryWorkspace) -> bool {
        let Some(Files(expected)) = &self.expected else { return true };
        let is_there =
            |(path, text): (&String, &String)| found.contents(path) == Some(text.as_bytes());
        expected.len() == found.files().count() && expected.iter().all(is_there)
    }
}
