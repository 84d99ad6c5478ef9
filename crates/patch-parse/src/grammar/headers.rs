//! Reads the headers of a section of a unified diff: those of git, and `---` and `+++`.
//!
//! A name without quotes ends at a tab, or else where a time begins, which is searched from the end
//! of the line. nom cannot express that search; `memchr` does it, and parsing a patch takes 1 %
//! fewer instructions.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};

use super::binary::{GIT_BINARY_PATCH, opt_binary_files};
use super::line::Line;
use super::names::{HeaderName, Time, is_other_path, is_same_path};
use super::quoting::{quoted, unquoted};
use super::reader::Reader;
use super::section::Section;
use super::starts::{
    HeaderPair, is_combined, is_half_header, is_header_pair, is_mode_line, is_name, is_remark,
    opt_header_pair, opt_submodule, starts_section,
};
use super::{git, timestamp, whole};
use crate::ast::{BinaryPatch, FileContent};
use crate::error::COMBINED;
use crate::{Code, Counts, DiagnosticKind, ParseError};

/// What follows the headers of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// Hunks, if any.
    Hunks,
    /// Nothing that belongs to the section.
    Nothing,
}

impl<'a> Reader<'a> {
    /// Reads a section up to its hunks, or the whole of one that has none, into `section`, which is
    /// empty and stays so if none begins here.
    pub(super) fn opt_head(
        &mut self,
        line: &Line<'a>,
        section: &mut Section<'a>,
    ) -> Result<Option<Follows>, ParseError> {
        match line.text.first() {
            Some(b'd') if line.starts_with("diff --git ") => self.git_head(line, section).map(Some),
            _ if self.tally.strays.is_mail() && is_remark(line) => Ok(None),
            Some(b'd') if is_combined(line) => {
                Err(self.error_at(Code::UnsupportedGitPatchFeature, line, COMBINED))
            }
            Some(b'-') => {
                let Some(files) = opt_header_pair(&self.cursor, line) else { return Ok(None) };
                section.file.span = self.cursor.span();
                self.files(&files, section)?;
                Ok(Some(Follows::Hunks))
            }
            Some(b'B') => Ok(self.opt_binary_section(line, section)),
            Some(b'S') => Ok(self.opt_submodule_section(line, section)),
            _ => Ok(None),
        }
    }

    /// ```ebnf
    /// git_section = git_head ( { hunk } | git_binary ) ;
    /// git_head = "diff --git " names eol { header eol } [ files ] ;
    /// ```
    fn git_head(
        &mut self,
        line: &Line<'a>,
        section: &mut Section<'a>,
    ) -> Result<Follows, ParseError> {
        self.cursor = self.cursor.behind(line);
        if line.cr {
            self.note_crlf(line.span);
        }
        section.naming.git =
            Some(line.after("diff --git ").and_then(|names| git::opt_names(names, self.strip)));
        section.file.metadata.git = true;
        section.file.span = line.span;
        self.headers(section)?;
        let files = self.opt_files();
        let is_whole = match &files {
            Some(files) if section.naming.has_effect_alone(&section.file.metadata) => {
                self.names_another(files, section)?
            }
            _ => false,
        };
        if let Some(files) = files.filter(|_| !is_whole) {
            self.files(&files, section)?;
            if self.counts == Counts::Believed && files.new.is_cut() {
                let rule = "a file header is followed by at least one hunk";
                return Err(section.locate(self.error_at(Code::MissingHunk, &files.new, rule)));
            }
            return Ok(Follows::Hunks);
        }
        section.naming.take_missing_side();
        if let Some(next) = self.cursor.peek() {
            if next.starts_with(GIT_BINARY_PATCH) {
                let binary = self.git_binary().map_err(|error| section.locate(error))?;
                section.file.content = FileContent::Binary(binary);
            } else if let Some(names) = opt_binary_files(&next) {
                self.cursor.next();
                section.naming.take_missing_side_of(names);
                section.file.content = FileContent::Binary(BinaryPatch::Differ);
            } else if next.starts_with("@@") {
                self.forgive(DiagnosticKind::NamesFromGitHeader, line.span);
                return Ok(Follows::Hunks);
            } else if is_name(&next) && !is_whole {
                let rule = "expected `--- old_path` followed by `+++ new_path`";
                return Err(section.locate(self.error_at(Code::MissingFileHeader, &next, rule)));
            } else if self.counts == Counts::Believed {
                self.check_header_is_there(section)?;
            }
        }
        Ok(Follows::Nothing)
    }

    /// `---` and `+++`, if they are next. Models put an empty line between the git headers and
    /// them.
    fn opt_files(&self) -> Option<HeaderPair<'a>> {
        let mut ahead = self.cursor;
        ahead.skip_blank();
        let line = ahead.peek()?;
        opt_header_pair(&ahead, &line)
    }

    /// Whether `---` and `+++` name another file than the headers of git above them. If the git
    /// headers have an effect even without hunks, a section without a `diff --git` line then begins
    /// there.
    fn names_another(
        &self,
        files: &HeaderPair<'a>,
        section: &Section<'a>,
    ) -> Result<bool, ParseError> {
        if self.counts == Counts::Believed {
            return Ok(false);
        }
        let old = self.file_name(&files.old, "--- ", section)?;
        let new = self.file_name(&files.new, "+++ ", section)?;
        let naming = &section.naming;
        let is_its_own = (naming.added && old == HeaderName::DevNull)
            || (naming.deleted && new == HeaderName::DevNull);
        let is_one = old.file().zip(new.file()).is_none_or(|(old, new)| is_same_path(old, new));
        let is_other = |name: &BStr| naming.git_names().all(|git| is_other_path(git, name));
        let mut names = [&old, &new].into_iter().filter_map(HeaderName::file).peekable();
        let has_name = names.peek().is_some();
        Ok(has_name && !is_its_own && is_one && names.all(|name| is_other(name)))
    }

    fn opt_binary_section(
        &mut self,
        line: &Line<'a>,
        section: &mut Section<'a>,
    ) -> Option<Follows> {
        let (old, new) = opt_binary_files(line)?;
        let name = |text: &'a [u8]| match text {
            b"/dev/null" => HeaderName::DevNull,
            name => HeaderName::new(unquoted(name)),
        };
        self.cursor.next();
        (section.naming.old, section.naming.new) = (Some(name(old)), Some(name(new)));
        section.file.content = FileContent::Binary(BinaryPatch::Differ);
        Some(Follows::Nothing)
    }

    fn opt_submodule_section(
        &mut self,
        line: &Line<'a>,
        section: &mut Section<'a>,
    ) -> Option<Follows> {
        let (path, text) = opt_submodule(line)?;
        self.cursor.next();
        let name = HeaderName::new(path);
        (section.naming.old, section.naming.new) = (Some(name.clone()), Some(name));
        section.file.content = FileContent::Submodule(Cow::Borrowed(text));
        Some(Follows::Nothing)
    }

    /// The extended headers of a git section.
    fn headers(&mut self, section: &mut Section<'a>) -> Result<(), ParseError> {
        let mut behind = self.cursor;
        // The last header is mostly followed by `---`; every header begins with a letter.
        while behind.ahead().first().is_some_and(u8::is_ascii_alphabetic)
            && let Some(line) = behind.next()
        {
            match whole(git::header, line.text) {
                Ok(header)
                    if self.counts == Counts::Believed
                        && line.is_cut()
                        && header.says_something() =>
                {
                    let rule = "the patch ends inside this header";
                    return Err(self.error_at(Code::MissingFileHeader, &line, rule));
                }
                Ok(header) => section.set(header),
                Err(rest) if rest.len() == line.text.len() => {
                    if !self.is_unknown_header(&line) {
                        break;
                    }
                    self.forgive(DiagnosticKind::UnknownHeader, line.span);
                    self.check_lines(self.diagnostics.len(), line.span)?;
                }
                Err(_) if is_mode_line(&line) => {
                    let rule = "a file mode is six octal digits";
                    return Err(self.error_at(Code::MissingFileHeader, &line, rule));
                }
                Err(_) if line.starts_with("rename ") || line.starts_with("copy ") => {
                    let rule = "a quoted name ends in `\"` and escapes as git does";
                    return Err(self.error_at(Code::RenamePathMismatch, &line, rule));
                }
                Err(_) => {
                    self.forgive(DiagnosticKind::UnknownHeader, line.span);
                    self.check_lines(self.diagnostics.len(), line.span)?;
                }
            }
            self.cursor = behind;
        }
        Ok(())
    }

    /// Whether a line below `diff --git` is an unknown header: `---` and `+++` follow within a few
    /// lines, before an empty one.
    fn is_unknown_header(&self, line: &Line<'a>) -> bool {
        let ends = |line: &Line<'a>| {
            line.is_blank()
                || ["@@", "--- ", "GIT binary", "Binary files", "diff ", "```", "*** "]
                    .iter()
                    .any(|start| line.starts_with(start))
        };
        let mut ahead = self.cursor;
        let mut next = || {
            ahead.next();
            let line = ahead.peek()?;
            Some((line, is_header_pair(&ahead, &line)))
        };
        line.text.first().is_some_and(u8::is_ascii_alphabetic)
            && !starts_section(&self.cursor, line)
            && !ends(line)
            && std::iter::from_fn(&mut next)
                .take(MOST_UNKNOWN)
                .take_while(|(line, is_pair)| *is_pair || !ends(line))
                .any(|(_, is_pair)| is_pair)
    }

    /// ```ebnf
    /// files = "--- " name eol "+++ " name eol ;
    /// ```
    fn files(
        &mut self,
        files: &HeaderPair<'a>,
        section: &mut Section<'a>,
    ) -> Result<(), ParseError> {
        section.naming.old = Some(self.file_name(&files.old, "--- ", section)?);
        section.naming.new = Some(self.file_name(&files.new, "+++ ", section)?);
        self.cursor = files.behind;
        Ok(())
    }

    /// ```ebnf
    /// name = quoted | text [ tab timestamp ] ;
    /// ```
    ///
    /// Leading blanks are dropped, unless git's own headers show that they are part of the name.
    fn file_name(
        &self,
        line: &Line<'a>,
        prefix: &str,
        section: &Section<'a>,
    ) -> Result<HeaderName<'a>, ParseError> {
        let written = line.after(prefix).unwrap_or_default();
        let text = written.trim_ascii_start();
        if text.len() < written.len() {
            let name = BStr::new(written.strip_suffix(b"\t").unwrap_or(written));
            if section.naming.git_names().any(|git| git == name) {
                return Ok(HeaderName::new(Cow::Borrowed(name)));
            }
        }
        if text.starts_with(b"\"") {
            let Ok((time, name)) = quoted(text) else {
                let rule = "a quoted name ends in `\"` and escapes as git does";
                return Err(self.error_at(Code::MissingFileHeader, line, rule));
            };
            return Ok(HeaderName::File { name, time: Time::of(time), tail: None });
        }
        // Nearly all lines have nothing but such a name, too short for `memchr` to pay off. All
        // blanks and control characters are at most `b' '`.
        if text.iter().all(|byte| *byte > b' ') {
            return Ok(plain_name(text));
        }
        // A tab or a carriage return ends the name, so blanks before it are part of the name.
        let end = text.iter().position(|byte| matches!(byte, b'\t' | b'\r'));
        let split = end.and_then(|end| Some((text.get(..end)?, text.get(end + 1..)?)));
        let (name, time) = split.unwrap_or_else(|| {
            let (name, time) = timestamp::split_after_blank(text).unwrap_or((text, b""));
            (name.trim_ascii_end(), time)
        });
        if name.trim_ascii_end() == b"/dev/null" {
            return Ok(HeaderName::DevNull);
        }
        let tail = text.get(name.len()..).filter(|_| !timestamp::may_be_time(time)).map(BStr::new);
        let name = Cow::Borrowed(name.as_bstr());
        Ok(HeaderName::File { name, time: Time::of(time), tail })
    }

    /// Refuses marked lines below git's headers. These headers alone may add or remove a file, but
    /// the marked lines were a hunk and would be dropped as text.
    pub(super) fn check_header_is_there(&self, section: &Section<'a>) -> Result<(), ParseError> {
        match self.cursor.peek() {
            Some(line) if !is_half_header(&self.cursor, &line) && self.has_changes_next() => {
                let rule = "a file header is followed by at least one hunk";
                Err(section.locate(self.error_at(Code::MissingHunk, &line, rule)))
            }
            _ => Ok(()),
        }
    }
}

/// A name with nothing after it.
fn plain_name(name: &[u8]) -> HeaderName<'_> {
    match name {
        b"/dev/null" => HeaderName::DevNull,
        name => HeaderName::new(Cow::Borrowed(name.as_bstr())),
    }
}

/// How many lines are searched for `---` and `+++` after an unknown header.
const MOST_UNKNOWN: usize = 16;
