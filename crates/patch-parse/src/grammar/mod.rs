//! The grammar, one function per production.
//!
//! Inside a line the productions are nom parsers over the line's bytes, without its ending;
//! across lines they are methods of [`Reader`] that walk the [`Cursor`]. `x` must match and says
//! why when it does not; `opt_x` may find nothing. A production that has seen the token which
//! decides it commits: what follows is its own error and nobody else's.
//!
//! nom's error type ends here: [`Trace`] becomes a [`ParseError`] where the line is known.
//!
//! Where something inside a line is not written in nom, it is one of three: a test of how a line
//! starts, which consumes nothing (`starts.rs`, `markers.rs`); names on one line, of which nobody
//! says where one ends, so that every blank is tried (`git.rs`, `binary.rs`, `starts.rs`); or a
//! path that nearly every line or hunk takes, whose figures are where it is (`line.rs`,
//! `hunk_header.rs`, `headers.rs`, `chunk.rs`).

mod between;
mod binary;
mod blanks;
mod block;
mod body;
mod chunk;
mod closing;
mod continuation;
mod extent;
mod git;
mod header_lines;
mod headers;
mod hunk;
mod hunk_header;
mod known;
mod line;
mod markers;
mod names;
mod opencode;
mod operation;
mod quoting;
mod reader;
mod region;
mod section;
mod starts;
mod step;
mod stray;
mod tail;
mod timestamp;
mod trees;
mod unified;
mod usual;
mod whole_file;
mod wrapping;

use nom::IResult;
use nom::error::{ErrorKind, ParseError as NomParseError};

pub(crate) use header_lines::are_header;
pub(crate) use known::{Known, KnownHeader, KnownHunk};
pub(crate) use line::{Cursor, Horizon, Line};
pub(crate) use markers::{has_stars, is_begin_patch, is_end_patch, is_exact_header};
pub(crate) use names::{are_two_files, is_same_path};
pub(crate) use reader::{Reader, Rules};
pub(crate) use starts::{
    BARE_MOVE, is_bare_move, may_start_section, starts_unified, submodule_parts,
};
pub(crate) use step::{HunkHead, Inside, Place, Saved, Step, Stepper};
pub(crate) use timestamp::without_time;

/// What a production inside a line reads: the rest of the line.
type Input<'a> = &'a [u8];

/// What a production inside a line gives.
type PResult<'a, T> = IResult<Input<'a>, T, Trace<'a>>;

/// Where in a line a production failed.
#[derive(Debug)]
struct Trace<'a> {
    at: Input<'a>,
}

impl<'a> NomParseError<Input<'a>> for Trace<'a> {
    fn from_error_kind(at: Input<'a>, _: ErrorKind) -> Self {
        Self { at }
    }

    fn append(_: Input<'a>, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// What is before and behind the first `byte`; `None` where there is none.
fn split_at_byte(byte: u8, text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(byte, text)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Runs a production that must take the whole line; the error is the rest it stopped at.
fn whole<'a, T>(
    mut production: impl FnMut(Input<'a>) -> PResult<'a, T>,
    line: Input<'a>,
) -> Result<T, Input<'a>> {
    match production(line) {
        Ok(([], value)) => Ok(value),
        Ok((rest, _)) => Err(rest),
        Err(nom::Err::Error(trace) | nom::Err::Failure(trace)) => Err(trace.at),
        Err(nom::Err::Incomplete(_)) => Err(line),
    }
}
