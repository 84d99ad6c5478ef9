//! The parser from outside: tables of input and tree, properties, and hostile input.
//!
//! Every input of every table also goes through [`oracle::check`], which states once what must hold
//! for any text.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod around;
mod behind;
mod believed;
mod between;
mod blanks;
mod errors;
mod git;
mod git_names;
mod large;
mod limits;
mod messages;
mod names;
mod odd_headers;
mod one_change;
mod opencode;
mod oracle;
mod render;
mod roundtrip;
mod seeds;
mod stream;
mod truncated;
mod unified;
mod wide_in;
mod wrapped;

/// Parses `input` and compares tree and diagnostics, as [`render::patch`] shows them.
///
/// The lines of `expected` are trimmed on the left up to a `|`, so that tables can be indented
/// and a context line keeps its blank.
#[track_caller]
fn check(input: impl AsRef<[u8]>, expected: &str) {
    let input = input.as_ref();
    oracle::check(input);
    let found = match patch_parse::parse(input) {
        Ok(patch) => render::patch(&patch),
        Err(error) => render::error(&error),
    };
    assert_eq!(found, unindent(expected), "of\n{}", String::from_utf8_lossy(input));
}

fn unindent(text: &str) -> String {
    let line = |line: &str| format!("{}\n", line.trim_start().trim_start_matches('|'));
    text.trim_start().lines().map(line).collect()
}
