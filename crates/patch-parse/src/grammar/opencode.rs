//! Reads the `*** Begin Patch` format of `OpenCode` and Codex.

use std::collections::BTreeSet;

use bstr::ByteSlice;

use super::hunk_header::{HunkHeader, Sides, hunk_header};
use super::line::Line;
use super::markers::{
    BEGIN_PATCH, END_PATCH, Keyword, Spelling, is_begin_patch, is_environment, is_exact_header,
    is_starred_header, is_wrapped_begin, opt_file_header, opt_marker, opt_move_to,
};
use super::names::agrees;
use super::reader::Reader;
use super::starts::{TWO_FORMATS, starts_unified};
use super::timestamp::without_time;
use crate::ast::{CrOf, FileOperation, FilePatch, Patch, PatchPath};
use crate::{Code, Counts, DiagnosticKind, ParseError};

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
            if self.begins_envelope(&line) {
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

    /// Whether an envelope starts here. If a section follows, a tag or a quote may precede the
    /// marker.
    pub(super) fn begins_envelope(&self, line: &Line<'a>) -> bool {
        is_begin_patch(line.text)
            || (self.counts == Counts::Advice
                && is_wrapped_begin(line.text)
                && self.cursor.peek_second().is_some_and(|next| is_exact_header(next.text)))
    }

    /// Refuses an envelope about a file of the previous one, if the text between them takes that
    /// one back.
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

    /// Reads a line outside an envelope; a section there is an error, since it would be dropped,
    /// whichever format it is of.
    pub(super) fn outside_opencode(&mut self, line: &Line<'a>) -> Result<(), ParseError> {
        if starts_unified(&self.cursor, line) {
            return Err(self.error_at(Code::WrongPatchFormat, line, TWO_FORMATS));
        }
        if is_starred_header(line.text) {
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
        self.begin_marker()?;
        loop {
            let line = self.envelope_line()?;
            self.check_lines(self.diagnostics.len(), line.span)?;
            if opt_marker(line.text, END_PATCH).is_some() {
                self.note_marker(END_PATCH)?;
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

    /// Reads `*** Begin Patch`, and the line after it that Codex writes for itself.
    ///
    /// ```ebnf
    /// begin = "*** Begin Patch" eol [ "*** Environment ID:" text eol ] ;
    /// ```
    pub(super) fn begin_marker(&mut self) -> Result<(), ParseError> {
        self.note_marker(BEGIN_PATCH)?;
        self.cursor.next();
        let line = self.cursor.peek().filter(|line| is_environment(line.text));
        if let Some(line) = line {
            self.forgive(DiagnosticKind::UnknownHeader, line.span);
            self.cursor.next();
        }
        Ok(())
    }

    /// The next line of an envelope.
    pub(super) fn envelope_line(&self) -> Result<Line<'a>, ParseError> {
        let line = self.cursor.peek().filter(|line| !self.closes_here(&self.cursor, line));
        line.ok_or_else(|| self.missing_end())
    }

    /// Whether the line is a second `*** Begin Patch`, as models nest envelopes.
    pub(super) fn is_nested_begin(&mut self, line: &Line<'a>) -> bool {
        let is_nested = is_begin_patch(line.text);
        if is_nested {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
        }
        is_nested
    }

    pub(super) fn note_marker(&mut self, marker: &str) -> Result<(), ParseError> {
        let Some(line) = self.cursor.peek() else { return Ok(()) };
        let code = match marker {
            BEGIN_PATCH => Code::MissingBeginPatch,
            END_PATCH => Code::MissingEndPatch,
            _ => Code::InvalidHunkLine,
        };
        let is_wrapped = marker == BEGIN_PATCH && is_wrapped_begin(line.text);
        let wrapped = is_wrapped.then_some(Spelling::Misspelt);
        let spelling = opt_marker(line.text, marker).or(wrapped);
        spelling.map_or(Ok(()), |spelling| self.spelt(spelling, &line, code))
    }

    /// Notes a marker that is not written as the format has it. With `Counts::Believed`, a misspelt
    /// one is refused.
    fn spelt(&mut self, spelling: Spelling, line: &Line<'a>, code: Code) -> Result<(), ParseError> {
        if spelling == Spelling::Misspelt && self.counts == Counts::Believed {
            let rule = "the blanks and letters of a marker are those of the format";
            return Err(self.error_at(code, line, rule));
        }
        if spelling != Spelling::Exact {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
        }
        Ok(())
    }

    /// The error for a missing `*** End Patch`: the text may have been cut anywhere.
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
    /// Blanks before a header are forgiven, as Codex does.
    fn section(&mut self, line: &Line<'a>) -> Result<FilePatch<'a>, ParseError> {
        let (operation, header) = self.header(line)?;
        let path = operation.path().clone();
        self.section_body(operation, &header).map_err(|error| error.in_file(path.as_bstr()))
    }

    /// Reads the line that names a file; returns its operation, and the line without blanks around
    /// it.
    pub(super) fn header(
        &mut self,
        line: &Line<'a>,
    ) -> Result<(FileOperation<'a>, Line<'a>), ParseError> {
        self.header = line.span;
        self.cr_of = CrOf::of_headers(line.cr);
        let bare = Line { text: line.text.trim_ascii(), ..*line };
        if bare.text.len() == line.text.len() || !is_exact_header(bare.text) {
            return Ok((self.bare_header(line)?, *line));
        }
        self.check_indented(line)?;
        self.forgive(DiagnosticKind::PatchMarker, line.span);
        Ok((self.bare_header(&bare)?, bare))
    }

    /// Refuses a patch whose lines are all indented, not only its headers.
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
        let Some((keyword, named)) = opt_file_header(line.text) else {
            return Err(self.not_a_section(line));
        };
        let path = self.path(named, line)?;
        let operation = match keyword {
            Keyword::Add => FileOperation::Add { path },
            Keyword::Delete => FileOperation::Delete { path },
            Keyword::Update => FileOperation::Modify { path },
        };
        self.cursor.next();
        Ok(operation)
    }

    /// Checks the path of a header, which must not be empty.
    fn path(
        &mut self,
        (path, spelling): (PatchPath<'a>, Spelling),
        line: &Line<'a>,
    ) -> Result<PatchPath<'a>, ParseError> {
        if path.as_bstr().is_empty() {
            let rule = "a file header names a path";
            return Err(self.error_at(Code::MissingFileHeader, line, rule));
        }
        self.spelt(spelling, line, Code::MissingFileHeader)?;
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
                let lines = self.added_lines()?;
                Ok(FilePatch::new(operation, lines.into_iter().collect()))
            }
            FileOperation::Modify { path } => self.update(path, line),
            operation => {
                let lines = self.opt_deleted_lines(&operation)?;
                Ok(FilePatch::new(operation, lines.into_iter().collect()))
            }
        }
    }

    fn not_a_section(&self, line: &Line<'a>) -> ParseError {
        let rule = if line.is_marked() || line.starts_with("@") {
            "a hunk line belongs to a file named by a `*** … File:` header"
        } else {
            "expected `*** Add File: `, `*** Update File: ` or `*** Delete File: ` and a path"
        };
        self.error_at(Code::MissingFileHeader, line, rule)
    }

    fn update(
        &mut self,
        old_path: PatchPath<'a>,
        header: &Line<'a>,
    ) -> Result<FilePatch<'a>, ParseError> {
        let mut operation = self.update_head(old_path)?;
        let mut chunks = Vec::new();
        while self.skip_to_chunk()? {
            chunks.extend(self.chunk(None)?);
        }
        if let Some(moved) = self.opt_late_move(&operation)? {
            operation = moved;
        }
        if chunks.is_empty() && matches!(operation, FileOperation::Modify { .. }) {
            let rule = "`*** Update File:` is followed by at least one chunk";
            return Err(self.error_at(Code::MissingHunk, header, rule));
        }
        Ok(FilePatch::new(operation, chunks))
    }

    /// What an update does, from the lines below its header.
    pub(super) fn update_head(
        &mut self,
        old_path: PatchPath<'a>,
    ) -> Result<FileOperation<'a>, ParseError> {
        let target = self.opt_move_to()?;
        self.skip_repeated_header(&FileOperation::Modify { path: old_path.clone() })?;
        self.header = self.header.to(self.cursor.span());
        Ok(match target {
            Some(path) => FileOperation::Move { old_path, path },
            None => FileOperation::Modify { path: old_path },
        })
    }

    /// Skips empty lines that belong to no chunk, and the fences between two chunks; returns
    /// whether a chunk is next.
    pub(super) fn skip_to_chunk(&mut self) -> Result<bool, ParseError> {
        // No marker and no end of a wrapping starts like this.
        if self.cursor.starts_with("@@") {
            return Ok(true);
        }
        if let Some(end) = self.opt_fences_between() {
            self.skip_text(end)?;
        }
        if let Some((after, true)) = self.blanks() {
            self.cursor = after;
        }
        Ok(self.opt_chunk_line().is_some())
    }

    /// Skips `---` and `+++` below a header, as models write them there; they name the same file.
    pub(super) fn skip_repeated_header(
        &mut self,
        operation: &FileOperation<'a>,
    ) -> Result<(), ParseError> {
        let is_whole = !matches!(operation, FileOperation::Modify { .. });
        if is_whole && self.cursor.starts_with("@@") {
            return self.skip_chunk_header();
        }
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
            let name = without_time(name).trim_ascii();
            name == b"/dev/null" || agrees(name.as_bstr(), path)
        };
        if !is_same(old_name) || !is_same(new_name) {
            let rule = "a file section names one file";
            return Err(self.error_at(Code::RenamePathMismatch, &new, rule));
        }
        self.forgive(DiagnosticKind::RepeatedHeader, old.span.to(new.span));
        self.cursor = after;
        if is_whole {
            self.cursor.next();
        }
        Ok(())
    }

    /// Skips `@@` or `@@ -0,0 +1,2 @@`, which only an update should have, above the lines of a new
    /// or deleted file.
    fn skip_chunk_header(&mut self) -> Result<(), ParseError> {
        let Some(line) = self.cursor.peek() else { return Ok(()) };
        let says_nothing = match hunk_header(line.text) {
            Some(
                HunkHeader::Anywhere(section)
                | HunkHeader::Loose { section, sides: Sides::CountsAlone, .. },
            ) => section.is_empty(),
            Some(HunkHeader::Range(range, _)) => range.old_count == 0 || range.new_count == 0,
            _ => false,
        };
        let is_change = |next: Line<'a>| next.starts_with("+") || next.starts_with("-");
        if says_nothing && self.cursor.peek_second().is_some_and(is_change) {
            self.spelt(Spelling::Misspelt, &line, Code::InvalidHunkLine)?;
            self.cursor.next();
        }
        Ok(())
    }

    /// What an update does if `*** Move to:` comes after its chunks.
    pub(super) fn opt_late_move(
        &mut self,
        operation: &FileOperation<'a>,
    ) -> Result<Option<FileOperation<'a>>, ParseError> {
        let FileOperation::Modify { path: old_path } = operation else { return Ok(None) };
        let line = self.cursor.peek();
        let Some(path) = self.opt_move_to()? else { return Ok(None) };
        if let Some(line) = line {
            self.spelt(Spelling::Misspelt, &line, Code::InvalidHunkLine)?;
        }
        Ok(Some(FileOperation::Move { old_path: old_path.clone(), path }))
    }

    fn opt_move_to(&mut self) -> Result<Option<PatchPath<'a>>, ParseError> {
        let Some(line) = self.cursor.peek() else { return Ok(None) };
        let Some(path) = opt_move_to(line.text) else { return Ok(None) };
        self.cursor.next();
        self.path(path, &line).map(Some)
    }
}

/// Whether a line of prose takes back what was said before: `Wait, …`, `Actually, …`.
pub(super) fn takes_back(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] =
        [b"wait", b"actually", b"sorry", b"oops", b"correction", b"hmm", b"scratch"];
    let text = text.trim_ascii_start().to_ascii_lowercase();
    let words = text.split(|byte| !byte.is_ascii_alphabetic());
    words.filter(|word| !word.is_empty()).take(3).any(|word| WORDS.contains(&word))
}
