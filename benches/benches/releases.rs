//! Real changes: the files that differ between consecutive releases of real crates.
//! `BENCH_RELEASES` lists their folders, old and new in turn, as `PATH` does; `cargo xtask bench`
//! fetches them.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]
#![expect(clippy::disallowed_methods, reason = "a benchmark reads its own files")]
#![expect(clippy::print_stdout, reason = "whoever starts a benchmark by hand reads it")]

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use patch_apply::{ApplyOptions, apply_hunks};
use patch_benches::floors;
use patch_benches::race::{Race, once};
use patch_benches::record::input;
use patch_gen::{GenOptions, hunks};

/// Rounds of each work.
const ROUNDS: usize = 9;

/// The name of all of them together, as a work.
const ALL: &str = "all_changed_files";

/// A file that changed, and our patch of it.
struct Change {
    old: String,
    new: String,
    patch: Vec<u8>,
}

fn main() {
    let folders = std::env::var_os("BENCH_RELEASES").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let changes: Vec<Change> =
        folders.chunks_exact(2).flat_map(|pair| changes(&pair[0], &pair[1])).collect();
    println!("{} files changed between {} releases", changes.len(), folders.len());
    if changes.is_empty() {
        return;
    }
    generate(&changes);
    parse(&changes);
    place(&changes);
}

/// The text files of two releases that differ.
fn changes(old: &Path, new: &Path) -> Vec<Change> {
    let mut after = texts(new);
    let change = |(name, old): (PathBuf, String)| {
        let new = after.remove(&name).filter(|new| *new != old)?;
        let patch = patch_gen::unified(&old, &new).to_bytes();
        Some(Change { old, new, patch })
    };
    texts(old).into_iter().filter_map(change).collect()
}

fn texts(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut texts = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the release is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                texts.insert(path.strip_prefix(root).expect("it is below").to_owned(), text);
            }
        }
    }
    texts
}

fn generate(changes: &[Change]) {
    let all = |run: fn(&Change) -> usize| once(|| changes.iter().map(run).sum::<usize>());
    Race::new("releases generate", ALL)
        .tool("ours", || {
            all(|c| hunks(c.old.as_bytes(), c.new.as_bytes(), &GenOptions::default()).len())
        })
        .tool("similar", || all(|c| similar::TextDiff::from_lines(&c.old, &c.new).ops().len()))
        .tool("imara-diff", || {
            all(|c| {
                let input = imara_diff::InternedInput::new(&*c.old, &*c.new);
                imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input).hunks().count()
            })
        })
        .run_and_tell(ROUNDS);
    input("releases generate", ALL, changes.iter().map(|c| c.old.len() + c.new.len()).sum());
}

fn parse(changes: &[Change]) {
    let all = |run: fn(&[u8])| once(|| changes.iter().for_each(|change| run(&change.patch)));
    Race::new("releases parse", ALL)
        .tool("ours", || all(|patch| drop(black_box(patch_parse::parse(patch)))))
        .tool("diffy", || all(|patch| drop(black_box(diffy::Patch::from_bytes(patch)))))
        .tool("flickzeug", || all(|patch| drop(black_box(flickzeug::Diff::from_bytes(patch)))))
        .tool("floor", || all(|patch| drop(black_box(floors::split_lines(patch)))))
        .run_and_tell(ROUNDS);
    input("releases parse", ALL, changes.iter().map(|change| change.patch.len()).sum());
}

fn place(changes: &[Change]) {
    let options = ApplyOptions::default();
    let text = |change: &Change| change.old.clone().into_bytes();
    let olds: Vec<Vec<u8>> = changes.iter().map(text).collect();
    let ours: Vec<_> = changes
        .iter()
        .map(|change| patch_parse::parse(&change.patch).expect("ours is a patch"))
        .collect();
    let diffy: Vec<_> = changes
        .iter()
        .map(|change| diffy::Patch::from_bytes(&change.patch).expect("ours is a patch"))
        .collect();
    let flickzeug: Vec<_> = changes
        .iter()
        .map(|change| flickzeug::Diff::from_bytes(&change.patch).expect("ours is a patch"))
        .collect();
    for (change, patch) in changes.iter().zip(&ours) {
        let hunks = patch.files[0].hunks();
        let applied = apply_hunks(change.old.as_bytes(), hunks, patch.format, &options);
        assert_eq!(applied.expect("it applies").contents, change.new.as_bytes(), "ours is right");
    }
    Race::new("releases apply", ALL)
        .tool("ours", || {
            once(|| {
                for (old, patch) in olds.iter().zip(&ours) {
                    let hunks = patch.files[0].hunks();
                    black_box(apply_hunks(old, hunks, patch.format, &options)).ok();
                }
            })
        })
        .tool("diffy", || {
            once(|| {
                for (old, patch) in olds.iter().zip(&diffy) {
                    black_box(diffy::apply_bytes(old, patch)).ok();
                }
            })
        })
        .tool("flickzeug", || {
            once(|| {
                for (old, patch) in olds.iter().zip(&flickzeug) {
                    black_box(flickzeug::apply_bytes(old, patch)).ok();
                }
            })
        })
        .tool("memcpy", || once(|| olds.clone()))
        .run_and_tell(ROUNDS);
    input("releases apply", ALL, olds.iter().map(Vec::len).sum());
}
