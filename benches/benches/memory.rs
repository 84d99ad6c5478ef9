//! Peak memory of the whole way to a committed tree, as a multiple of the bytes involved: patch,
//! old and new contents. All threads are counted together. `allocations` measures the single parts.

#![expect(clippy::print_stdout, reason = "whoever starts a benchmark by hand reads it")]
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]
#![expect(clippy::disallowed_methods, reason = "a benchmark makes its own trees")]

use std::fs;
use std::path::Path;

use patch_apply::{ApplyOptions, Durability, apply, plan};
use patch_benches::record::{Measure, Subject, input, record};
use patch_benches::samples;
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

/// Prints and records the peak of ours.
fn row(group: &str, work: &str, bytes: usize, peak: usize) {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let [ratio, peak] = [peak as f64 / bytes as f64, peak as f64];
    println!("{group}/{work}: peak {peak:>12} of {bytes:>12} bytes in play, {ratio:.2}");
    input(group, work, bytes);
    record(Subject { group, work, tool: "ours" }, Measure::Peak, 0, peak);
}

fn main() {
    let (many, large) = (samples::sample(200, 1), samples::sample(760_000, 1000));
    whole_way("files_2000", &Set::of(2000, many));
    whole_way("file_of_29mb", &Set::of(1, large.clone()));
    whole_way("file_of_29mb_7_lines_off", &Set::of(1, samples::drifted(large, 7)));
    // A hunk that matches nowhere is searched in an index of all lines, and its refusal explained.
    let refused = Set::of(1, samples::unplaceable(1_000_000));
    let in_play = refused.patch.len() + refused.files[0].1.len();
    row("plan in a directory", "lines_1m_alike_refused", in_play, planning(&refused));
}

/// The largest allowed multiple of the bytes involved for applying a patch.
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
    row("plan in a directory", name, set.bytes, planning(set));
    let root = tempfile::tempdir().expect("a temporary folder");
    set.fill(root.path());
    let mut options = ApplyOptions::default();
    options.durability = Durability::None;
    let mut workspace = DirWorkspace::open(root.path()).expect("it is a directory");
    let whole = peak(|| {
        let parsed = patch_parse::parse(&set.patch).expect("the sample is a patch");
        apply(&parsed, &mut workspace, &options).expect("the patch fits")
    });
    row("parse to commit", name, set.bytes, whole);
    assert!(whole <= MOST * set.bytes, "more than {MOST} times the bytes in play");
}
