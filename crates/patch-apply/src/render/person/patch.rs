//! Shows a patch: files, hunks, and what is odd about them.

use std::convert::Infallible;

use patch_parse::{BinaryPatch, FileContent, FilePatch, Format, Hunk, Patch};

use crate::note::Note;
use crate::render::words::plural;
use crate::visible;

use super::options::ForPerson;
use super::page::Page;

/// The fewest bytes of a piece; the last may be shorter.
const PIECE: usize = 64 << 10;

impl ForPerson<'_> {
    /// The files and hunks of a patch, and what the parser forgave.
    pub fn patch(&self, patch: &Patch<'_>) -> String {
        let mut text = String::new();
        let Ok(()) = self.patch_in_pieces::<Infallible>(patch, |piece| {
            text.push_str(piece);
            Ok(())
        });
        text
    }

    /// The text of [`Self::patch`] in pieces of whole lines, so that it need not be held as a
    /// whole: a patch may have very many hunks.
    ///
    /// # Errors
    ///
    /// The first error that `take` returns.
    pub fn patch_in_pieces<E>(
        &self,
        patch: &Patch<'_>,
        mut take: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
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
            if page.text().len() >= PIECE {
                take(page.text())?;
                page.clear();
            }
        }
        let notes: Vec<_> = patch.diagnostics.iter().map(Note::from).collect();
        page.notes(notes.iter(), self);
        take(page.text())
    }
}

fn write_file(page: &mut Page, file: &FilePatch<'_>) {
    let operation = &file.operation;
    let old_path = operation.source().map(|path| path.as_bstr().as_ref());
    let counts = file.hunks().iter().map(changed).fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    page.file(operation.kind(), old_path, operation.path().as_bstr(), counts);
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
    page.push("    ");
    page.push_styled(page.palette.gutter, |page| {
        page.push("line ");
        page.push_number(hunk.span().line as u64);
        page.push(":");
    });
    page.push(" ");
    write_header(page, hunk);
    page.push(if hunk.is_end_of_file() { " at the end of the file " } else { " " });
    page.push_counts(changed(hunk));
    page.blank();
}

/// The effective header of a hunk: numbers that add up, or the anchors.
fn write_header(page: &mut Page, hunk: &Hunk<'_>) {
    let shown = |text| visible::line(text).limit(60);
    page.push("@@");
    let Some(range) = hunk.range() else {
        for (at, anchor) in hunk.anchors.iter().filter(|anchor| !anchor.is_empty()).enumerate() {
            page.push(if at == 0 { " " } else { " @@ " });
            page.push_visible(shown(anchor));
        }
        return;
    };
    for (sign, start, count) in
        [(" -", range.old_start, range.old_count), (" +", range.new_start, range.new_count)]
    {
        page.push(sign);
        page.push_number(start);
        page.push(",");
        page.push_number(count);
    }
    page.push(if hunk.section().is_empty() { " @@" } else { " @@ " });
    page.push_visible(shown(hunk.section()));
}

/// Lines added and removed.
fn changed(hunk: &Hunk<'_>) -> [usize; 2] {
    [hunk.lines.added_count(), hunk.lines.removed_count()]
}
