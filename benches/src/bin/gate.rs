//! Small pieces of work for `cargo xtask ci gate`, whose instructions callgrind counts.
//!
//! Without an argument the names are printed, one per line; with a name that work is done once.
//! Only what happens inside `measured` counts, so that making the input is left out.

#![expect(clippy::print_stdout, reason = "the names are for xtask to read")]
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]
#![expect(clippy::disallowed_methods, reason = "a benchmark makes its own trees")]

use std::fs;
use std::hint::black_box;
use std::process::ExitCode;

use patch_apply::{ApplyOptions, Durability, MemoryWorkspace, apply, apply_hunks};
use patch_benches::pairs;
use patch_benches::samples::{self, Sample};
use patch_benches::shapes::{self, Naming};
use patch_fs::DirWorkspace;
use patch_gen::GenOptions;
use patch_parse::PatchStream;

/// A name and the work.
type Work = (&'static str, fn());

const WORKS: &[Work] = &[
    ("parse/lines_500_hunks_2", || parse(&samples::sample(500, 2).patch)),
    ("parse/files_100_hunks_10", || parse(&samples::many_files(100, 10))),
    ("parse/envelope_100_hunks_5", || parse(&samples::envelope(100, 5))),
    ("stream/files_20_hunks_10", || stream(&samples::many_files(20, 10))),
    ("place/lines_500_hunks_2", || place(&samples::sample(500, 2))),
    ("place/lines_10k_hunks_50", || place(&samples::sample(10_000, 50))),
    ("place/lines_10k_hunks_50_moved", || {
        place(&samples::drifted(samples::sample(10_000, 50), 1000));
    }),
    ("place/lines_10k_hunks_50_dedented", || {
        place(&samples::dedented(samples::sample(10_000, 50)));
    }),
    ("place/lines_10k_repetitive", || place(&samples::repetitive(10_000, 20, 7))),
    ("place/lines_10k_alike_refused", || place(&samples::unplaceable(10_000))),
    ("place/lines_10k_hunks_1k_unanchored", || place(&shapes::anchored(10_000, 1_000, true))),
    ("place/lines_10k_hunks_100_common", || place(&samples::common(10_000, 100))),
    ("place/lines_10k_hunks_1k_hopeless", || place(&shapes::hopeless(10_000, 1_000))),
    ("place/lines_10k_hunks_1k_in_one_class", || {
        place(&shapes::in_one_class(10_000, 1_000, Naming::Class));
    }),
    ("apply/lines_500_hunks_2", || apply_in_memory(&samples::sample(500, 2))),
    ("apply/lines_10k_hunks_50", || apply_in_memory(&samples::sample(10_000, 50))),
    ("apply/files_40", || apply_in_directory(40)),
    ("generate/lines_10k_edits_50", || generate("lines_10k_edits_50")),
    ("generate/lines_10k_half", || generate("lines_10k_half")),
];

fn main() -> ExitCode {
    let Some(name) = std::env::args().nth(1) else {
        for (name, _) in WORKS {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let Some((_, work)) = WORKS.iter().find(|(work, _)| *work == name) else {
        return ExitCode::FAILURE;
    };
    work();
    ExitCode::SUCCESS
}

/// Does the work that counts. The caller drops the result, which does not count.
fn measure<T>(work: impl FnOnce() -> T) -> T {
    // Glibc tidies up freed memory at the next large allocation: what the input left behind is
    // tidied up here.
    drop(black_box(Vec::<u8>::with_capacity(LARGE)));
    measured(work)
}

/// Bytes of an allocation that glibc calls large.
const LARGE: usize = 4096;

/// The part that callgrind counts.
#[inline(never)]
fn measured<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

fn parse(text: &[u8]) {
    assert!(measure(|| patch_parse::parse(black_box(text))).is_ok());
}

/// Reads the patch in pieces of four bytes.
fn stream(text: &[u8]) {
    let events = measure(|| {
        let mut events = 0;
        let mut stream = PatchStream::default();
        for piece in text.chunks(4) {
            stream.push(piece, |_| events += 1);
        }
        stream.finish(|_| events += 1).map(|_| events)
    });
    assert!(events.is_ok_and(|events| events > 0));
}

/// Searches for the hunks, or refuses them with the whole explanation.
fn place(sample: &Sample) {
    let patch = patch_parse::parse(&sample.patch).expect("the sample is a patch");
    let hunks = patch.files[0].hunks();
    let options = ApplyOptions::default();
    let result = measure(|| apply_hunks(black_box(&sample.old), hunks, patch.format, &options));
    match result {
        Ok(applied) => assert!(applied.contents == sample.new, "the right text is made"),
        Err(_) => assert!(sample.new == sample.old, "what has a place is not refused"),
    }
}

/// What every host calls: plan, receipt and all.
fn apply_in_memory(sample: &Sample) {
    let patch = patch_parse::parse(&sample.patch).expect("the sample is a patch");
    let mut files = MemoryWorkspace::new();
    files.insert("src/sample.rs", sample.old.clone()).expect("the name is a path");
    let receipt = measure(|| apply(&patch, &mut files, &ApplyOptions::default()));
    assert_eq!(receipt.expect("it applies").files.len(), 1);
}

/// The same on disk, with so few files that no threads are started.
fn apply_in_directory(count: usize) {
    let root = tempfile::tempdir().expect("a temporary folder");
    let sample = samples::sample(60, 1);
    let text = String::from_utf8(sample.patch).expect("the sample is text");
    fs::create_dir(root.path().join("src")).expect("it can be made");
    let mut patch = String::new();
    for number in 0..count {
        let name = format!("src/file_{number:02}.rs");
        fs::write(root.path().join(&name), &sample.old).expect("it can be written");
        patch.push_str(&text.replace("src/sample.rs", &name));
    }
    let patch = patch_parse::parse(patch.as_bytes()).expect("the sample is a patch");
    let mut workspace = DirWorkspace::open(root.path()).expect("it is a directory");
    let mut options = ApplyOptions::default();
    options.durability = Durability::None;
    let receipt = measure(|| apply(&patch, &mut workspace, &options));
    assert_eq!(receipt.expect("it applies").files.len(), count);
}

fn generate(name: &str) {
    let pair = pairs::named(name);
    let options = GenOptions::default();
    let hunks = measure(|| patch_gen::hunks(pair.old.as_bytes(), pair.new.as_bytes(), &options));
    assert!(!hunks.is_empty());
}
