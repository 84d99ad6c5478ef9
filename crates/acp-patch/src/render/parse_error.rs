//! Why a text is no patch, with the line to blame.

use bstr::ByteSlice;
use patch_parse::{Code, ParseError};

use super::excerpt::Excerpt;
use super::failure::title;
use super::lines;
use crate::input::PatchText;

/// Appends the error: its line, the rule broken and what to do.
pub(super) fn write(out: &mut String, text: &PatchText, error: &ParseError) {
    let path = error.path.as_ref().map(|path| path.as_bytes()).unwrap_or_default();
    title(out, error.code, path, "the patch cannot be read");
    let line = lines::of_span(&text.bytes, error.span).next().filter(|_| has_line(error));
    let marked = line.map(|line| line.number);
    let excerpt = Excerpt { name: &text.name, lines: line.into_iter().collect(), marked };
    excerpt.write(out);
    let rule = error.miscount.as_ref().map_or(error.rule.into(), |_| error.message());
    excerpt.note(out, "rule", &rule);
    excerpt.note(out, "hint", error.hint());
    out.push('\n');
}

/// Whether one line is to blame, and not the text as a whole.
fn has_line(error: &ParseError) -> bool {
    let is_about_all =
        matches!(error.code, Code::EmptyPatch | Code::WrongPatchFormat | Code::LimitExceeded);
    error.span.line > 0 && !is_about_all
}
