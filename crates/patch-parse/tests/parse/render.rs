//! Trees and errors as compact text.
//!
//! ```text
//! M src/main.rs            operation, paths, commit when it is not the first, metadata
//! @ class A                an anchor
//! @@ -1,2 +1,2 @@ main     the range, or `@@` without one
//! |-old␍                   lines after a bar; ␍ for CRLF, ∅ for no line ending
//! |+new
//! eof                      the hunk ends where the file does
//! ! text_ignored 1-2       diagnostics with the lines they cover
//! ```

use std::fmt::Write as _;

use patch_parse::{
    BinaryHunk, BinaryPatch, Diagnostic, FileContent, FileOperation, FilePatch, Hunk, HunkLine,
    Metadata, Newline, ParseError, Patch,
};

pub(crate) fn patch(patch: &Patch<'_>) -> String {
    let files = patch.files.iter().map(file);
    files.chain(patch.diagnostics.iter().map(diagnostic)).collect()
}

/// `code at line in path: rule, found "…"`.
pub(crate) fn error(error: &ParseError) -> String {
    let path = error.path.as_ref().map_or(String::new(), |path| format!(" in {path}"));
    let found = if error.found.is_empty() { String::new() } else { format!(", {:?}", error.found) };
    format!("{} at {}{path}: {}{found}\n", error.code, error.span.line, error.rule)
}

fn file(file: &FilePatch<'_>) -> String {
    let mut out = match &file.operation {
        FileOperation::Add { path } => format!("A {path}"),
        FileOperation::Delete { path } => format!("D {path}"),
        FileOperation::Modify { path } => format!("M {path}"),
        FileOperation::Move { old_path, path } => format!("R {old_path} -> {path}"),
        FileOperation::Copy { old_path, path } => format!("C {old_path} -> {path}"),
    };
    let path = file.operation.path();
    if let Some(other) = path.other_path().filter(|_| path.is_one_of_two()) {
        let _ = write!(out, " or {other}");
    }
    if file.commit > 0 {
        let _ = write!(out, " #{}", file.commit);
    }
    metadata(&file.metadata, &mut out);
    out.push('\n');
    match &file.content {
        FileContent::Hunks(hunks) => out.extend(hunks.iter().map(hunk)),
        FileContent::Binary(BinaryPatch::Differ) => out.push_str("binary differ\n"),
        FileContent::Binary(BinaryPatch::Git { forward, reverse }) => {
            out.extend([Some(&**forward), reverse.as_deref()].into_iter().flatten().map(binary));
        }
        FileContent::Submodule(text) => {
            let _ = writeln!(out, "submodule {text}");
        }
    }
    out
}

fn metadata(metadata: &Metadata<'_>, out: &mut String) {
    let Metadata { git, old_mode, new_mode, similarity, dissimilarity, index } = metadata;
    if *git {
        out.push_str(" git");
    }
    for (key, mode) in [("old", old_mode), ("new", new_mode)] {
        if let Some(mode) = mode {
            let _ = write!(out, " {key}={mode}");
        }
    }
    for (key, percent) in [("similar", similarity), ("dissimilar", dissimilarity)] {
        if let Some(percent) = percent {
            let _ = write!(out, " {key}={percent}");
        }
    }
    if let Some(index) = index {
        let _ = write!(out, " index={}..{}", index.old, index.new);
        if let Some(mode) = index.mode {
            let _ = write!(out, ",{mode}");
        }
    }
}

fn hunk(hunk: &Hunk<'_>) -> String {
    let mut out = String::new();
    for anchor in &hunk.anchors {
        let _ = writeln!(out, "@ {anchor}");
    }
    if let Some(range) = hunk.range() {
        let _ = write!(
            out,
            "@@ -{},{} +{},{} @@",
            range.old_start, range.old_count, range.new_start, range.new_count
        );
    } else {
        out.push_str("@@");
    }
    if !hunk.section().is_empty() {
        let _ = write!(out, " {}", hunk.section());
    }
    out.push('\n');
    out.extend(hunk.lines.iter().map(line));
    if hunk.is_end_of_file() {
        out.push_str("eof\n");
    }
    if hunk.blank_lines_behind() > 0 {
        let _ = writeln!(out, "empty behind: {}", hunk.blank_lines_behind());
    }
    out
}

fn line(line: HunkLine<'_>) -> String {
    let end = match line.newline {
        Newline::Lf => "",
        Newline::CrLf => "␍",
        Newline::None => "∅",
    };
    format!("{}{}{end}\n", char::from(line.kind.marker()), line.text)
}

fn binary(hunk: &BinaryHunk<'_>) -> String {
    let deflated = hunk.decode().map_or(0, |data| data.len());
    format!("binary {:?} {} ({deflated})\n", hunk.method, hunk.size)
}

fn diagnostic(diagnostic: &Diagnostic) -> String {
    format!("! {} {}\n", diagnostic.kind.as_str(), diagnostic.span.line)
}
