//! Reads `GIT binary patch` and `Binary files … differ`.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::digit1;
use nom::combinator::{cut, map_opt, value};

use super::line::Line;
use super::names::is_same_path;
use super::reader::Reader;
use super::{Input, PResult, whole};
use crate::ast::BinaryHunk;
use crate::{BinaryMethod, BinaryPatch, Code, ParseError};

/// The line that starts binary data.
pub(super) const GIT_BINARY_PATCH: &str = "GIT binary patch";

impl<'a> Reader<'a> {
    /// Reads the data after the line `GIT binary patch`.
    ///
    /// ```ebnf
    /// git_binary = "GIT binary patch" eol binary_hunk [ binary_hunk ] ;
    /// binary_hunk = ( "literal " | "delta " ) size eol { data eol } eol ;
    /// ```
    pub(super) fn git_binary(&mut self) -> Result<BinaryPatch<'a>, ParseError> {
        let start = self.cursor.span();
        self.cursor.next();
        let missing = "`GIT binary patch` is followed by `literal` or `delta` and a size";
        let forward = self
            .opt_binary_hunk()?
            .ok_or_else(|| self.error(Code::InvalidHunkHeader, start, missing))?;
        let forward = Box::new(forward);
        let reverse = self.opt_binary_hunk()?.map(Box::new);
        Ok(BinaryPatch::Git { forward, reverse })
    }

    fn opt_binary_hunk(&mut self) -> Result<Option<BinaryHunk<'a>>, ParseError> {
        let Some(line) = self.cursor.peek() else { return Ok(None) };
        let (method, size) = match whole(binary_header, line.text) {
            Ok(header) => header,
            Err(rest) if rest.len() == line.text.len() => return Ok(None),
            Err(_) => {
                let rule = "a binary hunk starts with `literal` or `delta` and a size in bytes";
                return Err(self.error_at(Code::InvalidHunkHeader, &line, rule));
            }
        };
        self.cursor.next();
        let encoded = self.base85_lines()?;
        Ok(Some(BinaryHunk { method, size, encoded }))
    }

    /// Reads data lines up to the empty line that ends them.
    fn base85_lines(&mut self) -> Result<Cow<'a, BStr>, ParseError> {
        let start = self.cursor.at;
        let mut end = start;
        let mut has_cr = false;
        let mut scratch = Vec::new();
        while let Some(line) = self.cursor.next().filter(|line| !line.text.is_empty()) {
            scratch.clear();
            if crate::ast::decode_line(line.text, &mut scratch).is_err() {
                let rule = "binary data is git's base85, each line with its length, an empty line at the end";
                return Err(self.error_at(Code::InvalidHunkLine, &line, rule));
            }
            has_cr |= line.cr;
            end = line.span.start + line.text.len();
        }
        let data = self.cursor.source().get(start..end).unwrap_or_default();
        Ok(if has_cr {
            Cow::Owned(data.replace("\r\n", "\n").into())
        } else {
            Cow::Borrowed(data.as_bstr())
        })
    }
}

fn binary_header(i: Input<'_>) -> PResult<'_, (BinaryMethod, u64)> {
    let method = alt((
        value(BinaryMethod::Literal, tag("literal ")),
        value(BinaryMethod::Delta, tag("delta ")),
    ));
    let size = map_opt(digit1, |digits: &[u8]| digits.to_str().ok()?.parse().ok());
    (method, cut(size)).parse(i)
}

/// The two names of a `Binary files … and … differ` line.
///
/// GNU diff and git write it for files that are not text. The names are split like those of a `diff
/// --git` line, but at ` and `.
pub(super) fn opt_binary_files<'a>(line: &Line<'a>) -> Option<(&'a [u8], &'a [u8])> {
    let names = line.after("Binary files ")?.strip_suffix(b" differ")?;
    let split = |at: usize| Some((names.get(..at)?, names.get(at + " and ".len()..)?));
    let is_pair = |(old, new): &(&[u8], &[u8])| {
        *old == b"/dev/null" || *new == b"/dev/null" || is_same_path(old.as_bstr(), new.as_bstr())
    };
    let mut splits = memchr::memmem::find_iter(names, " and ").take(MOST_SPLITS).filter_map(split);
    splits.clone().find(is_pair).or_else(|| splits.next())
}

/// At how many places a split of a `Binary files` line is tried.
const MOST_SPLITS: usize = 64;
