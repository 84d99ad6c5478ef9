//! An output line: `{"id", "ok", "files", "receipt" | "error"}`, or `{"id", "ok", "line", "error"}`
//! for a line that is not a request.

use std::io;

use bstr::BStr;
use patch_apply::{MemoryFile, Receipt, Refusal, apply};
use patch_parse::{Code, Format, ParseError};
use patch_tools::view::ErrorView;
use serde::Serialize;
use serde_json::value::RawValue;

use super::request::{self, Malformed, Request};

/// Bytes of text that are escaped at a time: the output may be six times as long.
const AT_ONCE: usize = 16 << 10;

/// For a line whose patch was not applied.
#[derive(Serialize)]
struct Refusing<'a> {
    id: Option<&'a RawValue>,
    ok: bool,
    /// The number of a line that was not a request, 1-based: it may have no `id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// The files as they came in.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<&'a RawValue>,
    error: ErrorView<'a>,
}

/// The files after the patch.
struct Applied<'r> {
    /// Paths and texts.
    files: Vec<(&'r str, &'r str)>,
    receipt: Receipt,
}

/// Why a request that could be read has no result.
enum Refused {
    Text(ParseError),
    Files(Refusal),
    /// The result is not text, and JSON can carry nothing else.
    NotText(Code, String),
}

/// Answers the `number`th line.
pub(super) fn write(line: &[u8], number: u64, out: &mut Vec<u8>) -> io::Result<()> {
    let mut request = match Request::read(line) {
        Ok(request) => request,
        Err(malformed) => return complain(&malformed, number, out),
    };
    let id = request.id;
    match run(&mut request) {
        Ok(applied) => put(id, &applied, out),
        Err(refused) => {
            let files = request::files(line);
            refuse(&Refusing { id, ok: false, line: None, files, error: refused.view() }, out)
        }
    }
}

/// Answers the `number`th line, which was too long to be read.
pub(super) fn too_long(number: u64, out: &mut Vec<u8>) -> io::Result<()> {
    let code = Code::LimitExceeded;
    let error = ErrorView::new(code, "the line is too long", code.hint(Format::Unified));
    refuse(&Refusing { id: None, ok: false, line: Some(number), files: None, error }, out)
}

fn complain(malformed: &Malformed<'_>, number: u64, out: &mut Vec<u8>) -> io::Result<()> {
    let hint = r#"Send {"id", "files": {path: text}, "patch"} on one line."#;
    let error = ErrorView::new(Code::InvalidArgs, malformed.message.as_str(), hint);
    let (id, line) = (malformed.id, Some(number));
    refuse(&Refusing { id, ok: false, line, files: None, error }, out)
}

fn refuse(answer: &Refusing<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.push(b'\n');
    Ok(())
}

/// Piece by piece, since the texts of the files are most of the output.
fn put(id: Option<&RawValue>, applied: &Applied<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    out.extend_from_slice(br#"{"id":"#);
    out.extend_from_slice(id.map_or("null", RawValue::get).as_bytes());
    out.extend_from_slice(br#","ok":true,"files":{"#);
    for (at, (path, text)) in applied.files.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        put_text(path, out);
        out.push(b':');
        put_text(text, out);
    }
    out.extend_from_slice(br#"},"receipt":"#);
    serde_json::to_writer(&mut *out, &applied.receipt)?;
    out.extend_from_slice(b"}\n");
    Ok(())
}

fn put_text(text: &str, out: &mut Vec<u8>) {
    let (piece, mut rest) = split(text);
    json_escape_simd::escape_into(piece, out);
    while !rest.is_empty() {
        let (piece, behind) = split(rest);
        // Each piece is written in quotes of its own: the closing quote of the last piece and the
        // opening one of this are removed.
        out.pop();
        let start = out.len();
        json_escape_simd::escape_into(piece, out);
        out.remove(start);
        rest = behind;
    }
}

/// The part that is escaped at once, and the rest.
fn split(text: &str) -> (&str, &str) {
    let mut ends = (0..=AT_ONCE.min(text.len())).rev();
    ends.find_map(|end| text.split_at_checked(end)).unwrap_or((text, ""))
}

fn run<'r>(request: &'r mut Request<'_>) -> Result<Applied<'r>, Refused> {
    let Request { patch, parse, workspace, .. } = request;
    let patch = parse.parse(patch.as_bytes()).map_err(Refused::Text)?;
    let receipt = apply(&patch, workspace, &request.apply).map_err(Refused::Files)?;
    let files =
        workspace.files().map(|(path, file)| texts(path, file)).collect::<Result<_, _>>()?;
    Ok(Applied { files, receipt })
}

/// The path and the text of a file, if they are texts.
fn texts<'f>(path: &'f BStr, file: &'f MemoryFile) -> Result<(&'f str, &'f str), Refused> {
    let contents = match file {
        MemoryFile::Regular { contents, .. } => contents,
        MemoryFile::Symlink { .. } => {
            let message = format!("{path}: the patch makes a link, which cannot be shown as text");
            return Err(Refused::NotText(Code::UnsupportedGitPatchFeature, message));
        }
    };
    let text = |bytes| std::str::from_utf8(bytes).ok();
    text(path).zip(text(contents)).ok_or_else(|| {
        let message = format!("{path}: the patched file is not UTF-8, which JSON cannot carry");
        Refused::NotText(Code::EncodingMismatch, message)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_in_pieces_is_the_text() {
        for len in [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE + 7] {
            for unit in ["a", "\n", "\"\\\t", "\u{1}\u{7f}", "\u{e9}", "\u{2028}\u{1f600}x"] {
                let text: String = unit.chars().cycle().take(len).collect();
                let mut out = b"before".to_vec();
                put_text(&text, &mut out);
                let read: String = serde_json::from_slice(&out[6..]).unwrap();
                assert!(read == text && out.starts_with(b"before\""), "{len} of {unit:?}");
            }
        }
    }
}
