//! Patches of real releases, for a fuzzer to start from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::error::{Context as _, Result};
use crate::files::write;
use crate::registry;
use crate::releases::{Maker, Scratch};
use crate::shell::{root, say};

/// The longest section that is taken, in bytes: most targets take little more.
const LONGEST: usize = 3000;

/// About how many are taken: some targets run only a few inputs per second.
const MOST: usize = 300;

/// The folder of the patches. They are made once per run of the command, from the pairs of releases
/// in cargo's registry folder, and not kept. The folder is empty if there are no such pairs, or if
/// git or GNU `diff` is missing.
pub(super) fn folder() -> Result<&'static Path> {
    static FOLDER: OnceLock<Result<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(make).as_deref().map_err(Clone::clone)
}

fn make() -> Result<PathBuf> {
    let folder = root().join("fuzz/real");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).context(folder.display())?;
    }
    fs::create_dir_all(&folder).context(folder.display())?;
    let count = fill(&folder);
    say!("{} sections of patches between real releases are among the seeds.", count.unwrap_or(0));
    Ok(folder)
}

/// Writes the sections, and counts them.
fn fill(folder: &Path) -> Result<usize> {
    let mut all = Vec::new();
    for pair in registry::pairs()? {
        let scratch = Scratch::new(&pair)?;
        for (maker, name) in
            [(Maker::Git, "git"), (Maker::GitNoIndex, "no-index"), (Maker::Gnu, "gnu")]
        {
            let patch = scratch.patch(maker)?;
            let name = format!("{}-{}-{name}", pair.name, pair.new.version);
            let short = sections(&patch).into_iter().filter(|section| section.len() <= LONGEST);
            all.extend(
                short.zip(0..).map(|(section, at)| (format!("{name}-{at}"), section.to_vec())),
            );
        }
    }
    let some = some(all);
    for (name, section) in &some {
        write(&folder.join(name), section)?;
    }
    Ok(some.len())
}

/// The sections of a patch, each from its line `diff` on.
fn sections(patch: &[u8]) -> Vec<&[u8]> {
    let starts = patch.windows(6).enumerate().filter(|(at, six)| {
        *six == b"diff -"
            && at.checked_sub(1).is_none_or(|before| patch.get(before) == Some(&b'\n'))
    });
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let ends = starts.iter().copied().skip(1).chain([patch.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| patch.get(*start..end)).collect()
}

/// At most [`MOST`], evenly spread.
fn some<T>(all: Vec<T>) -> Vec<T> {
    let step = all.len().div_ceil(MOST).max(1);
    all.into_iter().step_by(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_taken_apart_at_its_sections() {
        let [one, two] = ["diff --git a/x b/x\n@@ -1 +1 @@\n-diff -\n+y\n", "diff -ruN a/y b/y\n"];
        let patch = [one, two].concat();
        assert_eq!(sections(patch.as_bytes()), [one.as_bytes(), two.as_bytes()]);
        assert_eq!(sections(b""), Vec::<&[u8]>::new());
    }

    #[test]
    fn some_are_taken_from_all_over() {
        assert_eq!(some(vec![7, 8]), [7, 8]);
        let some = some((0..=2 * MOST).collect());
        assert_eq!((some.len(), some.last()), (201, Some(&(2 * MOST))));
    }
}
