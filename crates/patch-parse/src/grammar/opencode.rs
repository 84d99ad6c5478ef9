//! The `*** Begin Patch` format of `OpenCode` and Codex.

use std::borrow::Cow;
use std::collections::BTreeSet;

use bstr::{BStr, ByteSlice};

use super::body::{Body, Counted};
use super::hunk_header::{HunkHeader, anchor_text, hunk_header};
use super::line::{Cursor, Line};
use super::names::agrees;
use super::reader::Reader;
use super::{split_at_byte, whole};
use crate::ast::{FileOperation, FilePatch, Hunk, Patch, PatchPath, Piece};
use crate::{Code, DiagnosticKind, ParseError, Span};

pub(super) const BEGIN_PATCH: &str = "*** Begin Patch";
pub(super) const END_PATCH: &str = "*** End Patch";
const END_OF_FILE: &str = "*** End of File";
const ADD_FILE: &str = "*** Add File:";
const DELETE_FILE: &str = "*** Delete File:";
const UPDATE_FILE: &str = "*** Update File:";
const MOVE_TO: &str = "*** Move to:";

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
    [ADD_FILE, DELETE_FILE, UPDATE_FILE].iter().any(|header| text.starts_with(header.as_bytes()))
}

/// Matches a marker that fills its line; the value says whether it is written exactly so.
///
/// Models decorate markers: `*** Begin Patch ***`, blanks around.
fn opt_marker(text: &[u8], marker: &str) -> Option<bool> {
    let rest = text.trim_ascii().strip_prefix(marker.as_bytes())?;
    let is_decoration = rest.iter().all(|byte| matches!(byte, b'*' | b' '));
    is_decoration.then_some(text == marker.as_bytes())
}

/// Matches a marker inside a section, where a blank at the start makes a line context.
fn opt_inner_marker(text: &[u8], marker: &str) -> Option<bool> {
    opt_marker(text, marker).filter(|_| text.starts_with(marker.as_bytes()))
}

/// Matches a header that names a path, without the stars that may close it; the value says whether
/// there were any.
fn opt_path<'a>(line: &Line<'a>, header: &str) -> Option<(PatchPath<'a>, bool)> {
    let path = line.after(header)?.trim_ascii();
    let bare = path.strip_suffix(b" ***").map_or(path, <[u8]>::trim_ascii_end);
    Some((PatchPath::new(bare.as_bstr()), bare.len() < path.len()))
}

impl<'a> Reader<'a> {
    /// Reads every envelope of the text.
    ///
    /// ```ebnf
    /// opencode = { text eol } envelope { envelope | text eol } ;
    /// envelope = "*** Begin Patch" eol { add | delete | update } "*** End Patch" eol ;
    /// ```
    ///
    /// A second envelope takes effect on what the first one left.
    pub(crate) fn opencode(mut self) -> Result<Patch<'a>, ParseError> {
        let mut files = Vec::new();
        let mut commit = 0;
        let mut is_correction = false;
        while let Some(line) = self.cursor.peek() {
            if is_begin_patch(line.text) {
                self.end_of_strays()?;
                let before = files.len();
                self.envelope(commit, &mut files)?;
                self.check_correction(&files, before, &line, is_correction)?;
                is_correction = false;
                commit += usize::from(files.len() > before);
            } else {
                self.stray(&line)?;
                self.outside_opencode(&line)?;
                is_correction |= takes_back(line.text);
                self.cursor.next();
            }
        }
        self.end_of_strays()?;
        self.note_missing_final_newline();
        let mut patch = Patch::new(self.format, files);
        patch.diagnostics = self.diagnostics;
        Ok(patch)
    }

    /// An envelope behind a text that takes the one before it back, about the same file.
    fn check_correction(
        &self,
        files: &[FilePatch<'a>],
        before: usize,
        line: &Line<'a>,
        is_correction: bool,
    ) -> Result<(), ParseError> {
        if !is_correction {
            return Ok(());
        }
        let (first, second) = files.split_at(before.min(files.len()));
        let paths = |file: &FilePatch<'a>| file.operation.path().as_bstr().to_owned();
        let first: BTreeSet<_> = first.iter().map(paths).collect();
        if second.iter().any(|file| first.contains(&paths(file))) {
            let rule = "the text between two patches of one file takes the first one back; \
                        send only the patch that is meant";
            return Err(self.error_at(Code::WrongPatchFormat, line, rule));
        }
        Ok(())
    }

    /// A line outside an envelope; a section there would be dropped, so it is an error.
    pub(super) fn outside_opencode(&mut self, line: &Line<'a>) -> Result<(), ParseError> {
        if is_section_header(line.text) {
            let rule = "the patch starts with `*** Begin Patch`";
            return Err(self.error_at(Code::MissingBeginPatch, line, rule));
        }
        if opt_marker(line.text, END_PATCH).is_some() {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
            return self.check_lines(self.diagnostics.len(), line.span);
        }
        self.outside(line)
    }

    fn envelope(
        &mut self,
        commit: usize,
        files: &mut Vec<FilePatch<'a>>,
    ) -> Result<(), ParseError> {
        self.note_marker(BEGIN_PATCH);
        self.cursor.next();
        loop {
            let line = self.envelope_line()?;
            self.check_lines(self.diagnostics.len(), line.span)?;
            if opt_marker(line.text, END_PATCH).is_some() {
                self.note_marker(END_PATCH);
                self.cursor.next();
                return Ok(());
            }
            if line.is_blank() || self.is_nested_begin(&line) {
                self.cursor.next();
                continue;
            }
            let mut file = self.section(&line)?;
            file.commit = commit;
            file.span = line.span.to(self.cursor.span());
            files.push(file);
            self.count_file(files.len(), line.span)?;
        }
    }

    /// The next line of an envelope.
    pub(super) fn envelope_line(&self) -> Result<Line<'a>, ParseError> {
        let line = self.cursor.peek().filter(|line| !self.closes_here(&self.cursor, line));
        line.ok_or_else(|| self.missing_end())
    }

    /// A second `*** Begin Patch` right behind the first, as models nest envelopes.
    pub(super) fn is_nested_begin(&mut self, line: &Line<'a>) -> bool {
        let is_nested = is_begin_patch(line.text);
        if is_nested {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
        }
        is_nested
    }

    pub(super) fn note_marker(&mut self, marker: &str) {
        if let Some(line) = self.cursor.peek()
            && opt_marker(line.text, marker) == Some(false)
        {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
        }
    }

    /// Without `*** End Patch` the text may be cut anywhere.
    fn missing_end(&self) -> ParseError {
        let rule = "the patch ends with `*** End Patch`";
        self.error(Code::MissingEndPatch, self.cursor.span(), rule)
    }

    /// ```ebnf
    /// add    = "*** Add File: " path eol { "+" text eol } ;
    /// delete = "*** Delete File: " path eol ;
    /// update = "*** Update File: " path eol [ "*** Move to: " path eol ] { chunk } ;
    /// ```
    ///
    /// Blanks in front of a header are forgiven, as Codex does.
    fn section(&mut self, line: &Line<'a>) -> Result<FilePatch<'a>, ParseError> {
        let (operation, header) = self.header(line)?;
        let path = operation.path().clone();
        self.section_body(operation, &header).map_err(|error| error.in_file(path.as_bstr()))
    }

    /// Reads the line that names a file; what it says, and the line without blanks around it.
    pub(super) fn header(
        &mut self,
        line: &Line<'a>,
    ) -> Result<(FileOperation<'a>, Line<'a>), ParseError> {
        let bare = Line { text: line.text.trim_ascii(), ..*line };
        if bare.text.len() == line.text.len() || !is_section_header(bare.text) {
            return Ok((self.bare_header(line)?, *line));
        }
        self.check_indented(line)?;
        self.forgive(DiagnosticKind::PatchMarker, line.span);
        Ok((self.bare_header(&bare)?, bare))
    }

    /// A patch whose lines are all indented, not only its headers.
    fn check_indented(&self, line: &Line<'a>) -> Result<(), ParseError> {
        let indent = line.text.len() - line.text.trim_ascii_start().len();
        let is_indented = |next: Line<'a>| {
            let (blanks, rest) = next.text.split_at_checked(indent)?;
            Some(blanks.trim_ascii().is_empty() && matches!(rest, [b'+' | b'-' | b'@', ..]))
        };
        if indent > 0 && self.cursor.peek_second().and_then(is_indented) == Some(true) {
            let rule =
                "the lines of a patch begin in the first column; this one is indented as a whole";
            return Err(self.error_at(Code::InvalidHunkLine, line, rule));
        }
        Ok(())
    }

    fn bare_header(&mut self, line: &Line<'a>) -> Result<FileOperation<'a>, ParseError> {
        if line.cr {
            self.note_crlf(line.span);
        }
        let operation = if let Some(path) = opt_path(line, ADD_FILE) {
            FileOperation::Add { path: self.path(path, line)? }
        } else if let Some(path) = opt_path(line, DELETE_FILE) {
            FileOperation::Delete { path: self.path(path, line)? }
        } else if let Some(path) = opt_path(line, UPDATE_FILE) {
            FileOperation::Modify { path: self.path(path, line)? }
        } else {
            return Err(self.not_a_section(line));
        };
        self.cursor.next();
        Ok(operation)
    }

    /// The path of a header: never empty.
    fn path(
        &mut self,
        (path, is_decorated): (PatchPath<'a>, bool),
        line: &Line<'a>,
    ) -> Result<PatchPath<'a>, ParseError> {
        if path.as_bstr().is_empty() {
            let rule = "a file header names a path";
            return Err(self.error_at(Code::MissingFileHeader, line, rule));
        }
        if is_decorated {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
        }
        Ok(path)
    }

    fn section_body(
        &mut self,
        operation: FileOperation<'a>,
        line: &Line<'a>,
    ) -> Result<FilePatch<'a>, ParseError> {
        match operation {
            FileOperation::Add { .. } => {
                self.skip_repeated_header(&operation)?;
                let lines = self.added_lines(line.cr)?;
                Ok(FilePatch::new(operation, lines.into_iter().collect()))
            }
            FileOperation::Modify { path } => self.update(path, line),
            // A deletion has no body; a line behind it is an error of the next section.
            operation => Ok(FilePatch::new(operation, Vec::new())),
        }
    }

    fn not_a_section(&self, line: &Line<'a>) -> ParseError {
        let rule = if matches!(line.text.first(), Some(b' ' | b'+' | b'-' | b'@')) {
            "a hunk line belongs to a file named by a `*** … File:` header"
        } else {
            "expected `*** Add File: `, `*** Update File: ` or `*** Delete File: ` and a path"
        };
        self.error_at(Code::MissingFileHeader, line, rule)
    }

    /// The lines of a new file as one hunk; none for an empty file.
    ///
    /// An empty line inside is an added line that lost its `+`; before the next header it is
    /// nothing.
    pub(super) fn added_lines(&mut self, carrier_cr: bool) -> Result<Option<Hunk<'a>>, ParseError> {
        let start = self.cursor.span();
        let source = self.cursor.source();
        let mut body = Body::default();
        let mut end = start.start;
        let mut pending = 0;
        let is_bare = |line: &Line<'a>| {
            let text = line.text.trim_ascii_start();
            !is_section_header(text) && !is_end_patch(text)
        };
        loop {
            if self.cursor.starts_with("+") {
                body.blank += pending;
                body.counts.added += pending + 1;
                self.cursor.take_line();
                (pending, end) = (0, self.cursor.at);
                self.check_lines(body.counts.added, start)?;
                continue;
            }
            let Some(line) = self.opt_body_line().filter(is_bare) else { break };
            let (piece, _) = Piece::split(line.span.of(source));
            match piece {
                Piece::Blank => pending += 1,
                Piece::NoNewline if pending == 0 => end = line.span.end,
                Piece::NoNewline => {}
                Piece::Marked(_) | Piece::Unmarked => {
                    let rule = "each line of a new file starts with `+`";
                    return Err(self.error_at(Code::InvalidHunkLine, &line, rule));
                }
            }
            self.check_lines(body.counts.added + pending, start)?;
            self.cursor.next();
        }
        let span = start.to(self.cursor.span());
        self.note_markers(span, body.blank, 0);
        self.count_hunk(body.counts.added, span)?;
        body.text = Cow::Borrowed(source.get(start.start..end).unwrap_or_default());
        let hunk = Hunk { lines: body.into_added_lines(carrier_cr), span, ..Hunk::default() };
        Ok((!hunk.lines.is_empty()).then_some(hunk))
    }

    fn update(
        &mut self,
        old_path: PatchPath<'a>,
        header: &Line<'a>,
    ) -> Result<FilePatch<'a>, ParseError> {
        let operation = self.update_head(old_path)?;
        let mut chunks = Vec::new();
        while self.skip_to_chunk() {
            chunks.extend(self.chunk(header.cr, None)?);
        }
        if chunks.is_empty() && matches!(operation, FileOperation::Modify { .. }) {
            let rule = "`*** Update File:` is followed by at least one chunk";
            return Err(self.error_at(Code::MissingHunk, header, rule));
        }
        Ok(FilePatch::new(operation, chunks))
    }

    /// What an update does, by the lines below its header.
    pub(super) fn update_head(
        &mut self,
        old_path: PatchPath<'a>,
    ) -> Result<FileOperation<'a>, ParseError> {
        let target = self.opt_move_to()?;
        self.skip_repeated_header(&FileOperation::Modify { path: old_path.clone() })?;
        Ok(match target {
            Some(path) => FileOperation::Move { old_path, path },
            None => FileOperation::Modify { path: old_path },
        })
    }

    /// Moves over empty lines that are nobody's; whether a chunk is next.
    pub(super) fn skip_to_chunk(&mut self) -> bool {
        if let Some((after, true)) = self.blanks() {
            self.cursor = after;
        }
        self.opt_chunk_line().is_some()
    }

    /// Skips `---` and `+++` below a header, as models write them there; they name the same file.
    pub(super) fn skip_repeated_header(
        &mut self,
        operation: &FileOperation<'a>,
    ) -> Result<(), ParseError> {
        if !self.cursor.starts_with("--- ") {
            return Ok(());
        }
        let mut after = self.cursor;
        let (Some(old), Some(new)) = (after.next(), after.next()) else { return Ok(()) };
        let names = old.after("--- ").zip(new.after("+++ "));
        let Some((old_name, new_name)) = names.filter(|_| after.starts_with("@@")) else {
            return Ok(());
        };
        let path = operation.path().as_bstr();
        let is_same = |name: &'a [u8]| {
            let name = split_at_byte(b'\t', name).map_or(name, |(name, _)| name).trim_ascii();
            name == b"/dev/null" || agrees(name.as_bstr(), path)
        };
        if !is_same(old_name) || !is_same(new_name) {
            let rule = "a file section names one file";
            return Err(self.error_at(Code::RenamePathMismatch, &new, rule));
        }
        self.forgive(DiagnosticKind::RepeatedHeader, old.span.to(new.span));
        self.cursor = after;
        if matches!(operation, FileOperation::Add { .. }) {
            self.cursor.next();
        }
        Ok(())
    }

    fn opt_move_to(&mut self) -> Result<Option<PatchPath<'a>>, ParseError> {
        let Some(line) = self.cursor.peek() else { return Ok(None) };
        let Some(path) = opt_path(&line, MOVE_TO) else { return Ok(None) };
        self.cursor.next();
        self.path(path, &line).map(Some)
    }

    /// ```ebnf
    /// chunk = [ { "@@" [ " " anchor ] eol } ] { hunk_line eol } [ "*** End of File" eol ] ;
    /// ```
    ///
    /// The first chunk needs no `@@`.
    pub(super) fn chunk(
        &mut self,
        carrier_cr: bool,
        counted: Option<Counted>,
    ) -> Result<Option<Hunk<'a>>, ParseError> {
        let start = self.cursor.span();
        let mut hunk = self.chunk_headers()?;
        let body = match counted {
            Some(counted) => self.counted(counted),
            None => self.chunk_body(start)?,
        };
        if let Some(line) = self.cursor.peek()
            && opt_inner_marker(line.text, END_OF_FILE).is_some()
        {
            self.note_marker(END_OF_FILE);
            self.cursor.next();
            hunk.end_of_file = true;
        }
        hunk.span = start.to(self.cursor.span());
        self.count_hunk(body.counts.total() + hunk.anchors.len(), hunk.span)?;
        self.check_lost_change(&hunk, &body)?;
        self.note_markers(hunk.span, body.blank, body.unmarked);
        if !body.has_change() {
            self.forgive(DiagnosticKind::EmptyHunk, hunk.span);
        }
        hunk.lines = body.into_lines(carrier_cr);
        hunk.correct_counts();
        Ok((!hunk.lines.is_empty()).then_some(hunk))
    }

    /// The lines at the start of a chunk, as a chunk without lines; there may be none.
    pub(super) fn chunk_headers(&mut self) -> Result<Hunk<'a>, ParseError> {
        let start = self.cursor.span();
        let mut hunk = Hunk::default();
        while let Some(line) = self.cursor.peek().filter(|line| line.starts_with("@@")) {
            let is_anchor = self.chunk_header(&line, &mut hunk)?;
            self.cursor.next();
            self.check_lines(hunk.anchors.len(), start)?;
            if !is_anchor {
                break;
            }
        }
        Ok(hunk)
    }

    /// Reads one header line; whether it was an anchor, behind which more may follow.
    fn chunk_header(&mut self, line: &Line<'a>, hunk: &mut Hunk<'a>) -> Result<bool, ParseError> {
        let anchor = match whole(hunk_header, line.text) {
            Ok(HunkHeader::Range(range, section)) => {
                hunk.range = Some(range);
                hunk.section = Cow::Borrowed(section);
                return Ok(false);
            }
            Ok(HunkHeader::Anywhere(section)) if is_plain(section) => anchor_text(section),
            Ok(HunkHeader::Anywhere(_)) => return Ok(false),
            Ok(HunkHeader::Anchor(text)) => text,
            // `@@ - item`: a line that starts with a dash is an anchor like any other here.
            Err(_) => {
                let Some(text) = line.after("@@ ") else {
                    let rule = "a chunk starts with `@@`, or `@@ ` and the text of a line";
                    return Err(self.error_at(Code::InvalidHunkHeader, line, rule));
                };
                anchor_text(text)
            }
        };
        hunk.anchors.push(Cow::Borrowed(anchor));
        Ok(true)
    }

    fn chunk_body(&mut self, start: Span) -> Result<Body<'a>, ParseError> {
        let mut body = Body::default();
        let first = self.cursor.at;
        loop {
            if self.is_plain_line() {
                body.push(self.cursor.take_line());
                self.check_lines(body.counts.total(), start)?;
                continue;
            }
            let Some(line) = self.opt_chunk_line().filter(|line| !line.starts_with("@@")) else {
                break;
            };
            let end = match self.blanks() {
                Some((_, true)) => break,
                Some((after, false)) => after.at,
                None => line.span.end,
            };
            while self.cursor.at < end
                && let Some(line) = self.cursor.next()
            {
                body.push(line.span.of(self.cursor.source()));
                self.check_lines(body.counts.total(), start)?;
            }
        }
        let text = self.cursor.source().get(first..self.cursor.at).unwrap_or_default();
        body.text = Cow::Borrowed(text);
        Ok(body)
    }

    /// Whether the next line has a mark and cannot be anything else than a line of its hunk.
    #[inline]
    fn is_plain_line(&self) -> bool {
        match self.cursor.ahead() {
            [b'+' | b'-', ..] => true,
            [b' ', rest @ ..] => {
                // The end of the line is no blank: the next ones are not looked at.
                let is_blank = |byte: u8| byte != b'\n' && byte.is_ascii_whitespace();
                let first = rest.iter().find(|byte| !is_blank(**byte));
                first != Some(&b'*') && !self.wrapping.is_open()
            }
            _ => false,
        }
    }

    /// The place behind the empty lines here, if there are any, and whether they are nobody's:
    /// the chunk does not go on behind them.
    fn blanks(&self) -> Option<(Cursor<'a>, bool)> {
        let mut after = self.cursor;
        while after.peek().is_some_and(|line| line.text.is_empty()) {
            after.next();
        }
        let ends = |line: Line<'a>| line.starts_with("@@") || self.ends_section(&after, &line);
        (after.at > self.cursor.at).then(|| (after, after.peek().is_none_or(ends)))
    }

    /// The next line of an update's chunks, `*** End of File` not among them.
    fn opt_chunk_line(&self) -> Option<Line<'a>> {
        self.opt_body_line().filter(|line| opt_inner_marker(line.text, END_OF_FILE).is_none())
    }

    /// The next line, if it belongs to the section.
    fn opt_body_line(&self) -> Option<Line<'a>> {
        self.cursor.peek().filter(|line| !self.ends_section(&self.cursor, line))
    }

    /// Whether the line at `cursor` belongs to the section no more.
    fn ends_section(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        is_section_header(line.text)
            || line.starts_with(END_PATCH)
            || line.starts_with(BEGIN_PATCH)
            || self.closes_here(cursor, line)
            || (is_end_patch(line.text) && self.is_last(cursor))
    }

    /// Whether the next line is the last of the patch: an end marker there may be indented.
    fn is_last(&self, cursor: &Cursor<'a>) -> bool {
        let mut after = *cursor;
        after.next();
        after.skip_blank();
        after.peek().is_none_or(|line| self.closes_here(&after, &line))
    }
}

/// Whether a line of prose takes back what was said before: `Wait, …`, `Actually, …`.
fn takes_back(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] =
        [b"wait", b"actually", b"sorry", b"oops", b"correction", b"hmm", b"scratch"];
    let text = text.trim_ascii_start().to_ascii_lowercase();
    let words = text.split(|byte| !byte.is_ascii_alphabetic());
    words.filter(|word| !word.is_empty()).take(3).any(|word| WORDS.contains(&word))
}

/// Whether the heading behind `@@ ... @@` is the text of a line, to be sought like an anchor.
fn is_plain(section: &BStr) -> bool {
    section.first().is_some_and(|byte| !b" \t-+@.".contains(byte))
        && !section.starts_with("…".as_bytes())
}
