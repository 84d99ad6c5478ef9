//! The arguments of `ApplyPatch`, and of its dry run, as models and hosts really send them: encoded
//! a second time, under another name, or with remarks beside them.
//!
//! Such arguments are accepted only if they can mean nothing else. The schema stays strict.

use std::borrow::Cow;

use acp_diff_types::AbsolutePath;
use bstr::ByteSlice;
use patch_parse::{Code, ParseOptions};
use serde_json::{Map, Value};

use super::arguments::{Spec, shortened};
use super::refused::ToolError;

/// The argument that is the patch, and the name of the call.
const PATCH: &str = "patch";
const REQUEST_ID: &str = "request_id";

/// The name of the patch in Codex's own tool, which models know.
const INPUT: &str = "input";

/// Other names that can only mean the patch.
const NAMES: [&str; 5] = ["diff", "patch_text", "patchText", "patch_content", "unified_diff"];

/// Arguments that comment on the call and request nothing.
const REMARKS: [&str; 9] = [
    "explanation",
    "description",
    "reason",
    "reasoning",
    "rationale",
    "thought",
    "summary",
    "comment",
    "_meta",
];

/// Arguments that name a directory; ignored if it is the root.
const DIRECTORIES: [&str; 5] = ["workdir", "cwd", "working_directory", "directory", "root"];

/// Arguments that name a file; ignored if it is the only one of the patch.
const FILES: [&str; 6] = ["path", "file_path", "filePath", "filename", "file", "target_file"];

/// How many levels of encoding are removed.
const MOST_ENCODED: usize = 4;

/// The request of a call, with a note on each argument that is not as in the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call<'v> {
    pub(super) patch: Cow<'v, str>,
    pub(super) request_id: Option<Cow<'v, str>>,
    pub(super) notes: Vec<String>,
}

impl<'v> Call<'v> {
    /// Reads the arguments: an object, or the patch itself if the provider has freeform tools.
    pub(super) fn read(
        arguments: &'v Value,
        tool: &'static Spec,
        root: &AbsolutePath,
    ) -> Result<Self, ToolError> {
        Sent { tool, root, depth: 0 }.call(arguments)
    }

    fn of(patch: &'v str) -> Self {
        Self { patch: Cow::Borrowed(patch), request_id: None, notes: Vec::new() }
    }

    fn into_owned(self) -> Call<'static> {
        let patch = Cow::Owned(self.patch.into_owned());
        let request_id = self.request_id.map(|id| Cow::Owned(id.into_owned()));
        Call { patch, request_id, notes: self.notes }
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// The name of the argument that is the patch, and what it holds.
type Found<'v> = (&'v str, Result<Call<'v>, ToolError>);

/// Reads arguments at one level of encoding.
#[derive(Clone, Copy)]
struct Sent<'r> {
    tool: &'static Spec,
    root: &'r AbsolutePath,
    depth: usize,
}

impl Sent<'_> {
    fn call(self, arguments: &Value) -> Result<Call<'_>, ToolError> {
        match arguments {
            Value::String(text) => self.text(text),
            Value::Object(object) => match self.patch_in(object) {
                Some(patch) => self.object(object, patch),
                None => Err(self.refused(arguments)),
            },
            _ => self.encoded(arguments).unwrap_or_else(|| Err(self.refused(arguments))),
        }
    }

    /// A text: the patch, or encoded arguments.
    fn text(self, text: &str) -> Result<Call<'_>, ToolError> {
        let call = json_in(text).and_then(|value| self.encoded(&value));
        call.unwrap_or_else(|| Ok(Call::of(text)))
    }

    /// Arguments that were encoded a second time; `None` if they contain no patch.
    fn encoded(self, value: &Value) -> Option<Result<Call<'static>, ToolError>> {
        let inner = Self { depth: self.depth + 1, ..self };
        if inner.depth > MOST_ENCODED {
            return None;
        }
        let call = match value {
            Value::String(text) => inner.text(text),
            Value::Object(object) => {
                let patch = inner.patch_in(object)?;
                inner.object(object, patch)
            }
            Value::Array(items) => inner.text(command(items)?),
            _ => return None,
        };
        Some(call.map(|call| {
            let call = call.into_owned();
            let is_told = call.notes.iter().any(|note| note == ENCODED);
            if is_told { call } else { call.note(ENCODED) }
        }))
    }

    fn object<'v>(
        self,
        object: &'v Map<String, Value>,
        (name, call): Found<'v>,
    ) -> Result<Call<'v>, ToolError> {
        let mut call = call?;
        let mut others = Map::from_iter([(PATCH.to_owned(), Value::String(String::new()))]);
        for (key, value) in object.iter().filter(|(key, _)| *key != name && *key != PATCH) {
            if self.tool.has(key) || !self.says_nothing(key, value, &call.patch) {
                others.insert(key.clone(), value.clone());
            } else {
                call = call.note(format!("the argument `{}` was ignored", shortened(key)));
            }
        }
        self.tool.read(&Value::Object(others))?;
        let request_id = object.get(REQUEST_ID).and_then(Value::as_str).map(Cow::Borrowed);
        call.request_id = request_id.or(call.request_id);
        if ![PATCH, INPUT].contains(&name) {
            let name = shortened(name);
            return Ok(call.note(format!("the argument `{name}` was read as `patch`")));
        }
        Ok(call)
    }

    /// The argument that is the patch: by its own name, by one of [`NAMES`], or as the only one whose
    /// text is a patch.
    fn patch_in<'v>(self, object: &'v Map<String, Value>) -> Option<Found<'v>> {
        let given = |name: &str| object.get_key_value(name).filter(|(_, value)| !value.is_null());
        let read = |(name, value): (&'v String, &'v Value)| {
            let call = match value {
                Value::String(text) => self.text(text),
                value => self.encoded(value)?,
            };
            Some((name.as_str(), call))
        };
        if let Some(patch) = given(PATCH) {
            return read(patch);
        }
        let mut named = [INPUT].into_iter().chain(NAMES).filter_map(given);
        if let Some(named) = named.next() {
            return read(named);
        }
        let others = object.iter().filter(|(key, _)| !self.tool.has(key));
        let mut patches = others
            .filter_map(read)
            .filter(|(_, call)| call.as_ref().is_ok_and(|call| is_patch(&call.patch)));
        patches.next().filter(|_| patches.next().is_none())
    }

    /// The error for arguments without a patch.
    fn refused(self, arguments: &Value) -> ToolError {
        let error = self.tool.read(arguments).err();
        error
            .unwrap_or_else(|| ToolError::invalid_args("`patch` is missing; it should be a string"))
    }

    /// Whether an argument that the tool does not have requests nothing: it is null, a remark, or names
    /// the directory or file that is meant anyway.
    fn says_nothing(self, key: &str, value: &Value, patch: &str) -> bool {
        let Value::String(text) = value else {
            return value.is_null() || REMARKS.contains(&key);
        };
        let root = self.root.as_str();
        let is_root =
            || matches!(text.as_str(), "" | "." | "./") || text.trim_end_matches('/') == root;
        REMARKS.contains(&key)
            || (DIRECTORIES.contains(&key) && is_root())
            || (FILES.contains(&key) && self.is_the_file_of(text, patch))
    }

    /// Whether this is the only file that a patch names.
    fn is_the_file_of(self, name: &str, patch: &str) -> bool {
        let Ok(patch) = ParseOptions::default().parse(patch.as_bytes()) else { return false };
        let below = |name: &str| {
            let name =
                name.strip_prefix(self.root.as_str()).map_or(name, |it| it.trim_start_matches('/'));
            name.trim_start_matches("./").to_owned()
        };
        let is_it = |path: &[u8]| path.to_str().is_ok_and(|path| below(path) == below(name));
        patch.files.iter().all(|file| {
            is_it(file.operation.path().as_bstr())
                && file.operation.old_path().is_none_or(|path| is_it(path.as_bstr()))
        })
    }
}

/// The note on encoded arguments.
const ENCODED: &str =
    "the arguments were encoded as JSON a second time; send the text of the patch as `patch`";

/// The JSON value that is the whole text, or the whole contents of a code fence.
fn json_in(text: &str) -> Option<Value> {
    let text = text.trim();
    let fenced = || {
        let (_, inside) = text.strip_prefix("```")?.strip_suffix("```")?.split_once('\n')?;
        Some(inside.trim())
    };
    let text = fenced().unwrap_or(text);
    text.starts_with(['{', '[', '"']).then(|| serde_json::from_str(text).ok())?
}

/// The patch in a command line, which is how Codex calls its tool.
fn command(items: &[Value]) -> Option<&str> {
    let words: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
    match *words? {
        [text] | ["apply_patch" | "applypatch" | "ApplyPatch", text] => Some(text),
        ["bash" | "sh" | "zsh", "-lc" | "-c", text] => {
            text.trim_start().starts_with("apply_patch <<").then_some(text)
        }
        _ => None,
    }
}

/// Whether a text is a patch, even an incorrect one.
fn is_patch(text: &str) -> bool {
    let read = ParseOptions::default().parse(text.as_bytes());
    !read.is_err_and(|error| matches!(error.code, Code::WrongPatchFormat | Code::EmptyPatch))
}
