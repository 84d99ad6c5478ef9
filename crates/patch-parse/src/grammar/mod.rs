//! The grammar, one function per production.
//!
//! Inside a line the productions are nom parsers over the line's bytes, without its ending; across
//! lines they are methods of [`Reader`] that walk the [`Cursor`]. `x` must match and returns an
//! error if it does not; `opt_x` may find nothing. A production commits once it has seen the token
//! that identifies it: any later mistake is its own error.
//!
//! nom's errors do not leave this module: a [`Trace`] becomes a [`ParseError`](crate::ParseError)
//! where the line is known.
//!
//! Code for a part of a line is written without nom in four cases: a test of how a line starts,
//! which consumes nothing (`starts.rs`, `markers.rs`); the words of a shell command, of which some
//! are looked for (`command.rs`); names on one line that do not show where one
//! ends, so that every blank is tried (`git.rs`, `binary.rs`, `starts.rs`); and a path that nearly
//! every line or hunk takes, with the measured figures beside it (`line.rs`, `hunk_header.rs`,
//! `headers.rs`, `chunk.rs`).

mod between;
mod binary;
mod blanks;
mod block;
mod body;
mod chunk;
mod closing;
mod command;
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
mod message;
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

pub(crate) use header_lines::{are_header, lacks_lines};
pub(crate) use known::{Known, KnownHeader, KnownHunk};
pub(crate) use line::{Cursor, Horizon, Line};
pub(crate) use markers::{has_stars, is_begin_patch, is_end_patch, is_exact_header};
pub(crate) use message::Message;
pub(crate) use names::{are_two_files, is_same_path};
pub(crate) use reader::{Reader, Rules};
pub(crate) use starts::{
    BARE_MOVE, is_bare_move, may_start_section, starts_unified, submodule_parts,
};
pub(crate) use step::{HunkHead, Inside, Place, Saved, Step, Stepper};
pub(crate) use timestamp::without_time;
pub(crate) use unified::NEW_FILE;

/// The input of a production inside a line: the rest of the line.
type Input<'a> = &'a [u8];

/// The result of a production inside a line.
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

/// The text before and after the first `byte`; `None` if there is none.
fn split_at_byte(byte: u8, text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(byte, text)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Runs a production that must take the whole line; the error is the rest at which it stopped.
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
