//! What a patch says: files, hunks, and what is odd about them.

use patch_parse::{BinaryPatch, FileContent, FilePatch, Format, Hunk, Patch};

use crate::note::Note;
use crate::render::palette::Palette;
use crate::render::words::plural;
use crate::visible;

use super::options::ForPerson;
use super::page::Page;

impl ForPerson<'_> {
    /// The files and hunks of a patch, and what the parser forgave.
    pub fn patch(&self, patch: &Patch<'_>) -> String {
        let mut page = Page::new(self.palette);
        let title = page.palette.title;
        let format = match patch.format {
            Format::Unified => "unified",
            Format::OpenCode => "opencode",
        };
        let files = plural(patch.files.len(), "file");
        let hunks = plural(patch.files.iter().map(|file| file.hunks().len()).sum(), "hunk");
        page.line(format_args!("{title}{format} patch: {files}, {hunks}{title:#}"));
        for file in &patch.files {
            write_file(&mut page, file);
        }
        let notes: Vec<_> = patch.diagnostics.iter().map(Note::from).collect();
        page.notes(notes.iter(), self);
        page.into_text()
    }
}

fn write_file(page: &mut Page, file: &FilePatch<'_>) {
    let operation = file.operation.as_str();
    let has_two_paths = matches!(operation, "move" | "copy");
    let old_path = file.operation.old_path().filter(|_| has_two_paths);
    let old_path = old_path.map(|path| path.as_bstr().as_ref());
    let counts = file.hunks().iter().map(changed).fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    page.file(operation, old_path, file.operation.path().as_bstr(), counts);
    for mode in [("old mode", file.metadata.old_mode), ("new mode", file.metadata.new_mode)] {
        if let (name, Some(mode)) = mode {
            page.line(format_args!("    {name} {mode}"));
        }
    }
    if let Some(kind) = other_content(&file.content) {
        page.line(format_args!("    {kind}"));
    }
    for hunk in file.hunks() {
        write_hunk(page, hunk);
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

fn write_hunk(page: &mut Page, hunk: &Hunk<'_>) {
    let Palette { gutter, .. } = page.palette;
    let (header, counts) = (header(hunk), page.counts(changed(hunk)));
    let end = if hunk.is_end_of_file() { " at the end of the file" } else { "" };
    let line = hunk.span.line;
    page.line(format_args!("    {gutter}line {line}:{gutter:#} {header}{end} {counts}"));
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
fn changed(hunk: &Hunk<'_>) -> [usize; 2] {
    [hunk.lines.added_count(), hunk.lines.removed_count()]
}
