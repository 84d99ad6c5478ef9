//! A patch in a few lines of text, for files of expected results.

use std::fmt::Write as _;

use bstr::ByteSlice;
use patch_parse::{
    BinaryHunk, BinaryMethod, BinaryPatch, FileContent, FileOperation, FilePatch, Hunk, HunkLine,
    Index, Metadata, Newline, ParseError, Patch,
};

/// The result of reading a text: every field of the tree, and what was forgiven.
pub fn outline(patch: &Patch<'_>) -> String {
    let mut out = format!("{}\n", patch.format);
    for file in &patch.files {
        section(file, &mut out);
    }
    for note in &patch.diagnostics {
        put(&mut out, 0, &format!("note {} at line {}", note.kind.as_str(), note.span.line));
    }
    out
}

/// Code, line and format of an error.
pub fn error_outline(error: &ParseError) -> String {
    format!("{} at line {} of {}\n", error.code, error.span.line, error.format)
}

fn section(file: &FilePatch<'_>, out: &mut String) {
    let from = match &file.operation {
        FileOperation::Move { old_path, .. } | FileOperation::Copy { old_path, .. } => {
            format!("{:?} -> ", old_path.as_bstr())
        }
        _ => String::new(),
    };
    let commit = if file.commit > 0 { format!(", commit {}", file.commit) } else { String::new() };
    let (verb, path) = (file.operation.as_str(), file.operation.path());
    let other = path.other_path().filter(|_| path.is_one_of_two());
    let or = other.map(|other| format!(" or {:?}", other.as_bstr())).unwrap_or_default();
    put(out, 0, &format!("{verb} {from}{:?}{or}{commit}", path.as_bstr()));
    metadata(&file.metadata, out);
    match &file.content {
        FileContent::Hunks(hunks) => hunks.iter().for_each(|one| hunk(one, out)),
        FileContent::Binary(BinaryPatch::Differ) => put(out, 1, "binary files differ"),
        FileContent::Binary(BinaryPatch::Git { forward, reverse }) => {
            let back = reverse.as_deref().map_or("none".to_owned(), binary);
            put(out, 1, &format!("binary {}, back {back}", binary(forward)));
        }
        FileContent::Submodule(text) => put(out, 1, &format!("submodule {text:?}")),
    }
}

fn binary(hunk: &BinaryHunk<'_>) -> String {
    let method = match hunk.method {
        BinaryMethod::Literal => "literal",
        BinaryMethod::Delta => "delta",
    };
    format!("{method} {}", hunk.size)
}

fn metadata(metadata: &Metadata<'_>, out: &mut String) {
    let Metadata { git, old_mode, new_mode, similarity, dissimilarity, index } = metadata;
    let said = [
        git.then(|| "git".to_owned()),
        old_mode.map(|mode| format!("old mode {mode}")),
        new_mode.map(|mode| format!("new mode {mode}")),
        similarity.map(|percent| format!("similar {percent}%")),
        dissimilarity.map(|percent| format!("dissimilar {percent}%")),
        index.as_ref().map(object_names),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    if !said.is_empty() {
        put(out, 1, &said.join(", "));
    }
}

fn object_names(index: &Index<'_>) -> String {
    let mode = index.mode.map(|mode| format!(" {mode}")).unwrap_or_default();
    format!("index {}..{}{mode}", index.old, index.new)
}

fn hunk(hunk: &Hunk<'_>, out: &mut String) {
    let mut head = "hunk".to_owned();
    if let Some(range) = hunk.range() {
        let _ = write!(
            head,
            " -{},{} +{},{}",
            range.old_start, range.old_count, range.new_start, range.new_count
        );
    }
    for anchor in &hunk.anchors {
        let _ = write!(head, " anchor {anchor:?}");
    }
    if !hunk.section().is_empty() {
        let _ = write!(head, " section {:?}", hunk.section());
    }
    if hunk.is_end_of_file() {
        head.push_str(" at the end");
    }
    if hunk.blank_lines_behind() > 0 {
        let _ = write!(head, " before {} empty", hunk.blank_lines_behind());
    }
    put(out, 1, &head);
    hunk.lines.iter().for_each(|one| line(&one, out));
}

fn line(line: &HunkLine<'_>, out: &mut String) {
    let ending = match line.newline {
        Newline::Lf => "",
        Newline::CrLf => " crlf",
        Newline::None => " open",
    };
    let marker = char::from(line.kind.marker());
    put(out, 2, &format!("{marker}{:?}{ending}", line.text.as_bstr()));
}

fn put(out: &mut String, depth: usize, text: &str) {
    out.push_str(&"  ".repeat(depth));
    out.push_str(text);
    out.push('\n');
}
