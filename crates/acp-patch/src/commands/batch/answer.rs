//! A line out: `{"id", "ok", "files", "receipt" | "error"}`, or `{"id", "ok", "line", "error"}` to what is no request.

use std::io::{self, Write};

use patch_apply::{MemoryFile, MemoryWorkspace, Receipt, Refusal, apply};
use patch_parse::{Code, Format, ParseError};
use patch_tools::view::ErrorView;
use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::request::{self, Malformed, Request};

#[derive(Serialize)]
struct Answer<'a> {
    id: Option<&'a RawValue>,
    ok: bool,
    /// Which line was no request, 1-based: it may have no `id` to be known by.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Files<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<&'a Receipt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorView<'a>>,
}

/// The files after a patch, or as they came in.
enum Files<'a> {
    After(&'a MemoryWorkspace),
    Before(&'a RawValue),
}

/// Why a request that could be read has no result.
enum Refused {
    Text(ParseError),
    Files(Refusal),
    /// The result is no text, which is all that JSON can carry.
    NotText(Code, String),
}

/// Answers a line, the `number`th.
pub(super) fn write(line: &[u8], number: u64, out: &mut impl Write) -> io::Result<()> {
    let mut request = match Request::read(line) {
        Ok(request) => request,
        Err(malformed) => return complain(&malformed, number, out),
    };
    let id = request.id;
    match run(&mut request) {
        Ok(receipt) => {
            let files = Some(Files::After(&request.workspace));
            let receipt = Some(&receipt);
            put(&Answer { id, ok: true, line: None, files, receipt, error: None }, out)
        }
        Err(refused) => {
            let files = request::files(line).map(Files::Before);
            let error = Some(refused.view());
            put(&Answer { id, ok: false, line: None, files, receipt: None, error }, out)
        }
    }
}

/// Answers a line that was too long to be read, the `number`th.
pub(super) fn too_long(number: u64, out: &mut impl Write) -> io::Result<()> {
    let code = Code::LimitExceeded;
    let error = ErrorView::new(code, "the line is too long", code.hint(Format::Unified));
    put_error(None, number, error, out)
}

fn complain(malformed: &Malformed<'_>, number: u64, out: &mut impl Write) -> io::Result<()> {
    let hint = r#"Send {"id", "files": {path: text}, "patch"} on one line."#;
    let error = ErrorView::new(Code::InvalidArgs, malformed.message.as_str(), hint);
    put_error(malformed.id, number, error, out)
}

/// Answers what is no request.
fn put_error(
    id: Option<&RawValue>,
    number: u64,
    error: ErrorView<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let (line, error) = (Some(number), Some(error));
    put(&Answer { id, ok: false, line, files: None, receipt: None, error }, out)
}

fn put(answer: &Answer<'_>, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")
}

fn run(request: &mut Request<'_>) -> Result<Receipt, Refused> {
    let patch = request.parse.parse(request.patch.as_bytes()).map_err(Refused::Text)?;
    let receipt = apply(&patch, &mut request.workspace, &request.apply).map_err(Refused::Files)?;
    match request.workspace.files().find_map(|(path, file)| not_text(path, file)) {
        Some((code, message)) => Err(Refused::NotText(code, message)),
        None => Ok(receipt),
    }
}

fn not_text(path: &bstr::BStr, file: &MemoryFile) -> Option<(Code, String)> {
    let is_utf8 = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
    match file {
        MemoryFile::Symlink { .. } => {
            let message = format!("{path}: the patch makes a link, which cannot be shown as text");
            Some((Code::UnsupportedGitPatchFeature, message))
        }
        MemoryFile::Regular { contents, .. } => (!is_utf8(path) || !is_utf8(contents)).then(|| {
            let message = format!("{path}: the patched file is not UTF-8, which JSON cannot carry");
            (Code::EncodingMismatch, message)
        }),
    }
}

impl Refused {
    fn view(&self) -> ErrorView<'_> {
        match self {
            Self::Text(error) => error.into(),
            Self::Files(refusal) => refusal.into(),
            Self::NotText(code, message) => {
                ErrorView::new(*code, message.as_str(), code.hint(Format::Unified))
            }
        }
    }
}

impl Serialize for Files<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let workspace = match self {
            Self::Before(files) => return files.serialize(serializer),
            Self::After(workspace) => workspace,
        };
        let mut map = serializer.serialize_map(None)?;
        for (path, file) in workspace.files() {
            let MemoryFile::Regular { contents, .. } = file else { continue };
            let text = |bytes| std::str::from_utf8(bytes).map_err(S::Error::custom);
            map.serialize_entry(text(path)?, text(contents)?)?;
        }
        map.end()
    }
}
