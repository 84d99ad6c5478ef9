//! Finds files for which `apply` would do something else than the generated chunks say.

use bstr::BStr;
use patch_apply::{ApplyOptions, apply_hunks};
use patch_gen::{FileChange, GenOptions, opencode};
use patch_parse::Format;
use patch_tools::wire::TreeChange;

use crate::parallel;

/// The files whose chunks look as if they were damaged: `apply` treats a patch as a model's, and
/// indents added lines that cannot be meant as written, or refuses them.
pub(super) fn mended<'c>(change: &'c TreeChange<'_>, options: &GenOptions) -> Vec<&'c BStr> {
    let files: Vec<FileChange<'_>> = change.files().collect();
    let are_mended = parallel::map(&files, |file| is_mended(*file, options));
    let mended = files.iter().zip(are_mended).filter(|(_, is_mended)| *is_mended);
    mended.map(|(file, _)| file.path()).collect()
}

fn is_mended(file: FileChange<'_>, options: &GenOptions) -> bool {
    let (Some(old), Some(new)) = (file.before(), file.after()) else { return false };
    let sections = opencode::file_patches(file, options).unwrap_or_default();
    sections.iter().filter(|section| !section.hunks().is_empty()).any(|section| {
        let rules = ApplyOptions::default();
        let applied = apply_hunks(&old.contents, section.hunks(), Format::OpenCode, &rules);
        applied.map_or(true, |applied| applied.contents != *new.contents)
    })
}
