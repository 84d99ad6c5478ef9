//! What a patch says: files, hunks, and what is odd about them.

use std::fmt::Write as _;

use patch_apply::{Note, visible};
use patch_parse::{BinaryPatch, FileContent, FilePatch, Format, Hunk, Patch};

use super::receipt::write_notes;
use super::style::{GUTTER, TITLE};
use super::{counts, headline, plural};

/// The patch as text. `name` is what it is called.
pub(crate) fn text(patch: &Patch<'_>, name: &str) -> String {
    let mut out = String::new();
    let format = match patch.format {
        Format::Unified => "unified",
        Format::OpenCode => "opencode",
    };
    let files = plural(patch.files.len(), "file");
    let hunks = plural(patch.files.iter().map(|file| file.hunks().len()).sum(), "hunk");
    let _ = writeln!(out, "{TITLE}{format} patch: {files}, {hunks}{TITLE:#}");
    for file in &patch.files {
        write_file(&mut out, file);
    }
    let notes: Vec<_> = patch.diagnostics.iter().map(Note::from).collect();
    write_notes(&mut out, notes.iter(), name);
    out
}

fn write_file(out: &mut String, file: &FilePatch<'_>) {
    let operation = file.operation.as_str();
    let has_two_paths = matches!(operation, "move" | "copy");
    let old_path = file.operation.old_path().filter(|_| has_two_paths);
    let old_path = old_path.map(|path| path.as_bstr().as_ref());
    let headline = headline(operation, old_path, file.operation.path().as_bstr());
    let (added, removed) =
        file.hunks().iter().map(changed).fold((0, 0), |sum, hunk| (sum.0 + hunk.0, sum.1 + hunk.1));
    let _ = writeln!(out, "{headline} {}", counts(added, removed));
    for mode in [("old mode", file.metadata.old_mode), ("new mode", file.metadata.new_mode)] {
        if let (name, Some(mode)) = mode {
            let _ = writeln!(out, "    {name} {mode}");
        }
    }
    if let Some(kind) = other_content(&file.content) {
        let _ = writeln!(out, "    {kind}");
    }
    for hunk in file.hunks() {
        write_hunk(out, hunk);
    }
}

fn other_content(content: &FileContent<'_>) -> Option<String> {
    Some(match content {
        FileContent::Hunks(_) => return None,
        FileContent::Submodule(says) => format!("submodule {}", visible::line(says)),
        FileContent::Binary(BinaryPatch::Differ) => "binary files differ".to_owned(),
        FileContent::Binary(BinaryPatch::Git { forward, .. }) => {
            format!("binary patch, {} bytes", forward.size)
        }
    })
}

fn write_hunk(out: &mut String, hunk: &Hunk<'_>) {
    let (added, removed) = changed(hunk);
    let header = header(hunk);
    let end = if hunk.is_end_of_file() { " at the end of the file" } else { "" };
    let _ = writeln!(
        out,
        "    {GUTTER}line {}:{GUTTER:#} {header}{end} {}",
        hunk.span.line,
        counts(added, removed)
    );
}

/// The header as it counts: numbers that add up, and the anchors.
fn header(hunk: &Hunk<'_>) -> String {
    if let Some(range) = hunk.range {
        let section = visible::line(&hunk.section).limit(60).to_string();
        let space = if section.is_empty() { "" } else { " " };
        return format!(
            "@@ -{},{} +{},{} @@{space}{section}",
            range.old_start, range.old_count, range.new_start, range.new_count
        );
    }
    let anchors = hunk.anchors.iter().map(|anchor| visible::line(anchor).limit(60).to_string());
    match anchors.collect::<Vec<_>>().join(" @@ ") {
        anchors if anchors.is_empty() => "@@".to_owned(),
        anchors => format!("@@ {anchors}"),
    }
}

/// Lines added and removed.
fn changed(hunk: &Hunk<'_>) -> (usize, usize) {
    (hunk.lines.added_count(), hunk.lines.removed_count())
}
