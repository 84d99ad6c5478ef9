//! One recorded call, and making it again.

use acp_diff_types::AbsolutePath;
use patch_apply::MemoryWorkspace;
use patch_parse::{Code, Format};
use patch_tools::tool::{APPLY_PATCH, Tools, register_builtin_tools};
use serde::Deserialize;
use serde_json::json;

use super::super::files::Files;

/// A line in:
/// `{"task"?, "model", "format"?, "files": {path: text}, "patch", "expected"?: {path: text}}`.
#[derive(Debug, Deserialize)]
pub(super) struct Recorded {
    /// What was to be done; calls of one task are tries, in their order.
    pub(super) task: Option<String>,
    pub(super) model: String,
    /// The format that the model was told of.
    format: Option<String>,
    files: Files,
    pub(super) patch: String,
    /// The files as they should be afterwards, where somebody knows.
    expected: Option<Files>,
}

/// What came of a call.
pub(super) enum Made {
    /// The patch took effect, and nothing speaks against what it did.
    Applied,
    /// The patch took effect, and the files are not what they should be.
    Wrong,
    Refused(Code),
}

impl Recorded {
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        // An array would do for the derived reader, its values in the order of the fields.
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err("this is no JSON object".to_owned());
        }
        serde_json::from_slice(line).map_err(|error| format!("this is no recorded call: {error}"))
    }

    /// The format by the name that all its spellings share; of a call that names none, `auto`.
    pub(super) fn format(&self) -> Result<&'static str, String> {
        match self.format.as_deref() {
            None | Some("auto") => Ok("auto"),
            Some(name) => name.parse::<Format>().map(Format::as_str).map_err(|_| {
                format!("`format` is {name:?}; it should be \"auto\", \"unified\" or \"opencode\"")
            }),
        }
    }

    /// Makes the call, as the tool makes it, on the files of the line alone.
    pub(super) fn made(&self) -> Result<Made, String> {
        self.format()?;
        let unusable = |error| format!("`files` has a path that cannot be used: {error}");
        let files = self.files.0.iter().map(|(path, text)| (path, text.as_str()));
        let workspace = MemoryWorkspace::from_files(files).map_err(unusable)?;
        let root = AbsolutePath::new("/").map_err(|error| error.to_string())?;
        let mut tools = Tools::new(workspace, root);
        register_builtin_tools(&mut tools);
        let output = tools.call(APPLY_PATCH.name, &json!({"patch": self.patch}));
        Ok(match output.code() {
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
