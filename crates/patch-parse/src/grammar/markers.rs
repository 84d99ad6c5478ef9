//! The marker lines of the `*** Begin Patch` format, and those that name a file.

use bstr::ByteSlice;
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::combinator::{all_consuming, map, rest, value};
use nom::sequence::preceded;

use super::{Input, PResult};
use crate::ast::PatchPath;

pub(super) const BEGIN_PATCH: &str = "*** Begin Patch";
pub(super) const END_PATCH: &str = "*** End Patch";
pub(super) const END_OF_FILE: &str = "*** End of File";

/// What a header says of the file that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Add,
    Delete,
    Update,
}

/// Whether a line may be a marker or a header at all: most lines are asked, and this is a byte of each.
#[inline]
pub(crate) fn has_stars(text: &[u8]) -> bool {
    text.trim_ascii_start().first() == Some(&b'*')
}

/// Whether the line is `*** Begin Patch`, in any of its spellings.
pub(crate) fn is_begin_patch(text: &[u8]) -> bool {
    opt_marker(text, BEGIN_PATCH).is_some()
}

/// Whether the line is `*** End Patch`, in any of its spellings.
pub(crate) fn is_end_patch(text: &[u8]) -> bool {
    opt_marker(text, END_PATCH).is_some()
}

/// Whether the line starts the section of a file.
pub(crate) fn is_section_header(text: &[u8]) -> bool {
    keyword(text).is_ok()
}

/// Matches a marker that fills its line; the value says whether it is written exactly so.
///
/// ```ebnf
/// marker = blanks ( "*** Begin Patch" | "*** End Patch" | "*** End of File" ) { "*" | " " } blanks ;
/// ```
///
/// Models decorate markers: `*** Begin Patch ***`, blanks around.
pub(super) fn opt_marker(text: &[u8], marker: &str) -> Option<bool> {
    let stars = take_while(|byte| matches!(byte, b'*' | b' '));
    let line: PResult<'_, _> = all_consuming((tag(marker), stars)).parse(text.trim_ascii());
    line.is_ok().then_some(text == marker.as_bytes())
}

/// Matches a marker inside a section, where a blank at the start makes a line context.
pub(super) fn opt_inner_marker(text: &[u8], marker: &str) -> Option<bool> {
    text.starts_with(marker.as_bytes()).then(|| opt_marker(text, marker)).flatten()
}

/// ```ebnf
/// keyword = "*** Add File:" | "*** Delete File:" | "*** Update File:" ;
/// ```
fn keyword(i: Input<'_>) -> PResult<'_, Keyword> {
    alt((
        value(Keyword::Add, tag("*** Add File:")),
        value(Keyword::Delete, tag("*** Delete File:")),
        value(Keyword::Update, tag("*** Update File:")),
    ))
    .parse(i)
}

/// A path without the stars that may close its line, and whether there were any.
type Named<'a> = (PatchPath<'a>, bool);

/// Matches a header that names a file.
///
/// ```ebnf
/// file_header = keyword path ;
/// ```
pub(super) fn opt_file_header(line: Input<'_>) -> Option<(Keyword, Named<'_>)> {
    (keyword, path).parse(line).ok().map(|(_, header)| header)
}

/// Matches the line below an update that says where the file goes.
///
/// ```ebnf
/// move_to = "*** Move to:" path ;
/// ```
pub(super) fn opt_move_to(line: Input<'_>) -> Option<Named<'_>> {
    preceded(tag("*** Move to:"), path).parse(line).ok().map(|(_, named)| named)
}

/// ```ebnf
/// path = blanks text [ " ***" ] blanks ;
/// ```
fn path(i: Input<'_>) -> PResult<'_, Named<'_>> {
    map(rest, |text: Input<'_>| {
        let path = text.trim_ascii();
        let bare = path.strip_suffix(b" ***").map_or(path, <[u8]>::trim_ascii_end);
        (PatchPath::new(bare.as_bstr()), bare.len() < path.len())
    })
    .parse(i)
}
