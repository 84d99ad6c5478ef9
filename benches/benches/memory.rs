//! Peak memory of parsing and applying beyond the input, as a multiple of the input; and of the whole
//! way to a committed tree, as a multiple of the bytes in play: patch, old and new contents.
//!
//! Prints a table; the allocator counts, so the numbers do not move with noise.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]
#![expect(clippy::disallowed_methods, reason = "a benchmark makes its own trees")]

use std::fs;
use std::path::Path;

use patch_apply::{ApplyOptions, Sync, apply, apply_hunks, plan};
use patch_benches::{floors, samples};
use patch_fs::DirWorkspace;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Peak bytes while `work` runs, beyond what was allocated before.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = work();
    let peak = ALLOCATOR.peak_usage() - before;
    drop(result);
    peak
}

fn row(name: &str, bytes: usize, peak: usize) {
    #[expect(clippy::cast_precision_loss, reason = "a ratio with two digits")]
    let ratio = peak as f64 / bytes as f64;
    println!("{name:<34} {bytes:>12} bytes  peak {peak:>12}  {ratio:>6.2}x");
}

fn main() {
    let patch = samples::many_files(2000, 10);
    row("parse ours", patch.len(), peak(|| patch_parse::parse(&patch)));
    row("parse flickzeug", patch.len(), peak(|| flickzeug::patch_from_bytes(&patch)));
    for hunks in [1, 1000] {
        let sample = samples::sample(1_000_000, hunks);
        let parsed = patch_parse::parse(&sample.patch).expect("the sample is a patch");
        let pieces = floors::pieces(&sample.patch);
        let diffy = diffy::Patch::from_bytes(&sample.patch).expect("the sample is a patch");
        let options = ApplyOptions::default();
        let len = sample.old.len();
        let ours =
            peak(|| apply_hunks(&sample.old, parsed.files[0].hunks(), parsed.format, &options));
        row(&format!("apply ours, {hunks} hunks"), len, ours);
        row(
            &format!("apply floor, {hunks} hunks"),
            len,
            peak(|| floors::splice(&sample.old, &pieces)),
        );
        row(
            &format!("apply diffy, {hunks} hunks"),
            len,
            peak(|| diffy::apply_bytes(&sample.old, &diffy)),
        );
    }
    let (many, large) = (samples::sample(200, 1), samples::sample(760_000, 1000));
    whole_way("2,000 files", &Set::of(2000, many));
    whole_way("one of 29 MB", &Set::of(1, large.clone()));
    whole_way("one, 7 lines off", &Set::of(1, samples::drifted(large, 7)));
    // A hunk that matches nowhere is looked for in an index of all lines, and its refusal explained.
    let refused = Set::of(1, samples::unplaceable(1_000_000));
    let in_play = refused.patch.len() + refused.files[0].1.len();
    row("plan, refused, lines all alike", in_play, planning(&refused));
}

/// The multiple of the bytes in play that applying a patch may take.
const MOST: usize = 3;

/// Files, their patch, and how many bytes old and new contents and patch are together.
struct Set {
    files: Vec<(String, Vec<u8>)>,
    patch: Vec<u8>,
    bytes: usize,
}

impl Set {
    fn of(count: usize, sample: samples::Sample) -> Self {
        let text = String::from_utf8(sample.patch).expect("the sample is text");
        let name = |index| format!("d{:02}/f{index}.rs", index / 100);
        let section = |index| text.replace("src/sample.rs", &name(index));
        let patch = (0..count).map(section).collect::<String>().into_bytes();
        let files = (0..count).map(|index| (name(index), sample.old.clone())).collect();
        let bytes = patch.len() + count * (sample.old.len() + sample.new.len());
        Self { files, patch, bytes }
    }

    fn fill(&self, root: &Path) {
        for (name, text) in &self.files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("it is made");
            fs::write(path, text).expect("it can be written");
        }
    }
}

/// Planning in a directory.
fn planning(set: &Set) -> usize {
    let root = tempfile::tempdir().expect("a temporary folder");
    set.fill(root.path());
    let workspace = DirWorkspace::open(root.path()).expect("it is a directory");
    let parsed = patch_parse::parse(&set.patch).expect("the sample is a patch");
    peak(|| plan(&parsed, &workspace, &ApplyOptions::default()))
}

/// Parse, plan and commit in a directory, as the program does.
fn whole_way(name: &str, set: &Set) {
    row(&format!("plan, {name}"), set.bytes, planning(set));
    let root = tempfile::tempdir().expect("a temporary folder");
    set.fill(root.path());
    let mut options = ApplyOptions::default();
    options.sync = Sync::None;
    let mut workspace = DirWorkspace::open(root.path()).expect("it is a directory");
    let whole = peak(|| {
        let parsed = patch_parse::parse(&set.patch).expect("the sample is a patch");
        apply(&parsed, &mut workspace, &options).expect("the patch fits")
    });
    row(&format!("parse to commit, {name}"), set.bytes, whole);
    assert!(whole <= MOST * set.bytes, "more than {MOST} times the bytes in play");
}
