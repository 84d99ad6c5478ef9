//! Instructions of reading a patch that arrives in pieces, beside reading it as a whole and reading
//! it again with every piece.
//!
//! `ours` is the stream in pieces; `whole` is the stream in one piece, `parse` mere parsing,
//! without events, and `again` what a host without a stream does.

#![allow(
    missing_docs,
    unused_qualifications,
    clippy::disallowed_methods,
    clippy::exit,
    reason = "what gungraun's macros write"
)]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use patch_benches::samples;
use patch_parse::PatchStream;

/// Bytes of a token, more or less.
const TOKEN: usize = 4;

/// A patch of 1 MB in git's format.
fn unified() -> &'static [u8] {
    samples::many_files(200, 10).leak()
}

/// A patch of 1 MB in the other one.
fn envelope() -> &'static [u8] {
    samples::envelope(500, 5).leak()
}

/// A patch of 1 MB of files that each get one small hunk.
fn small_sections() -> &'static [u8] {
    samples::many_files(1600, 1).leak()
}

/// The hunks of a patch, all without numbers and with one context line that lost its blank.
fn unmarked() -> &'static [u8] {
    samples::unmarked(1200).leak()
}

fn part(text: &'static [u8], bytes: usize) -> &'static [u8] {
    text.get(..bytes).unwrap_or(text)
}

/// Reads a patch in pieces of this many bytes; returns the number of events.
fn read(text: &[u8], size: usize) -> usize {
    let mut events = 0;
    let mut stream = PatchStream::default();
    for piece in text.chunks(size) {
        stream.push(piece, |event| {
            black_box(event);
            events += 1;
        });
    }
    let patch = stream.finish(|_| events += 1);
    events + patch.map_or(0, |patch| patch.files.len())
}

#[library_benchmark]
#[bench::unified(unified())]
#[bench::envelope(envelope())]
#[bench::small_sections(small_sections())]
#[bench::unmarked(unmarked())]
fn stream_parse(text: &'static [u8]) -> bool {
    black_box(patch_parse::parse(black_box(text))).is_ok()
}

#[library_benchmark]
#[bench::unified(unified())]
#[bench::envelope(envelope())]
#[bench::small_sections(small_sections())]
#[bench::unmarked(unmarked())]
fn stream_whole(text: &'static [u8]) -> usize {
    black_box(read(black_box(text), text.len()))
}

#[library_benchmark]
#[bench::unified(unified())]
#[bench::unified_half(part(unified(), 525_000))]
#[bench::envelope(envelope())]
#[bench::small_sections(small_sections())]
#[bench::unmarked(unmarked())]
fn stream_ours(text: &'static [u8]) -> usize {
    black_box(read(black_box(text), TOKEN))
}

// What a host without a stream does: everything again with each piece.
#[library_benchmark]
#[bench::kb_8(part(unified(), 8 << 10))]
#[bench::kb_16(part(unified(), 16 << 10))]
fn stream_again(text: &'static [u8]) -> usize {
    let ends = (0..text.len()).step_by(TOKEN);
    let read = ends.filter(|end| {
        let so_far = text.get(..*end).unwrap_or_default();
        black_box(patch_parse::parse(black_box(so_far))).is_ok()
    });
    black_box(read.count())
}

library_benchmark_group!(
    name = stream;
    benchmarks =
        stream_parse,
        stream_whole,
        stream_ours,
        stream_again
);
main!(library_benchmark_groups = stream);
