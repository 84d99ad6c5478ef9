//! Reads unified diffs with git's extended headers: the sections, and the text around them.
//!
//! [`starts`](super::starts) recognises lines, and [`headers`](super::headers) reads those above
//! the hunks into a [`Section`]. Once all sections are read and their prefixes are known,
//! [`operation`](super::operation) decides what each does.

use std::borrow::Cow;

use super::binary::GIT_BINARY_PATCH;
use super::block::Quiet;
use super::body::Body;
use super::headers::Follows;
use super::hunk::HunkHeaders;
use super::line::{Cursor, Line};
use super::markers::{is_begin_patch, is_end_patch, is_exact_header};
use super::names::{HeaderName, Style};
use super::operation::Paths;
use super::reader::Reader;
use super::section::{Naming, Section};
use super::starts::{
    BARE_MOVE, TWO_FORMATS, is_bare_move, is_between_sections, is_half_header, is_lone_name,
    is_mail_start, is_name, is_numbered_hunk, starts_section,
};
use crate::ast::{
    CrOf, FileContent, FileOperation, FilePatch, Hunk, LineKind, Numbers, Patch, Piece,
};
use crate::{Code, Counts, Diagnostic, DiagnosticKind, ParseError, Span};

impl<'a> Reader<'a> {
    /// Reads a whole unified diff.
    ///
    /// ```ebnf
    /// unified = { text eol } section { section | text eol } ;
    /// section = git_section | plain_section | binary_files | submodule ;
    /// plain_section = files { hunk } ;
    /// ```
    pub(crate) fn unified(mut self) -> Result<Patch<'a>, ParseError> {
        let (mut files, mut namings) = (Vec::<FilePatch<'a>>::new(), Vec::new());
        // A section is large, and many patches have only one: it is read in place, and moved only
        // if something follows.
        let mut section = Section::default();
        let mut is_read = false;
        let mut commit = 0;
        while let Some(line) = self.cursor.peek() {
            if std::mem::take(&mut is_read) {
                let Section { naming, file } = std::mem::take(&mut section);
                namings.push(naming);
                files.push(file);
            }
            // A mail without a section is not a commit.
            if is_mail_start(&line)
                && let Some(last) = files.last()
            {
                commit = last.commit + 1;
            }
            let Some(follows) = self.opt_head(&line, &mut section)? else {
                self.stray(&line)?;
                self.outside_unified(&line)?;
                self.cursor.next();
                continue;
            };
            if follows == Follows::Hunks {
                self.header = line.span;
                self.hunks(&mut section)?;
            }
            section.file.span = line.span.to(self.cursor.span());
            self.end_of_strays()?;
            section.file.commit = commit;
            is_read = true;
            self.count_file(files.len() + 1, line.span)?;
        }
        if !is_read {
            self.end_of_strays()?;
        }
        self.note_missing_final_newline();
        if is_read {
            files.reserve_exact(1);
            files.push(section.file);
        }
        self.finish(files, &namings, is_read.then_some(&section.naming))
    }

    /// Reads a line between sections. Lines that tools write there are not worth a note. Half a
    /// header, or a hunk without a header, is an error: dropping it would drop a change.
    pub(super) fn outside_unified(&mut self, line: &Line<'a>) -> Result<(), ParseError> {
        let missing = "expected `--- old_path` followed by `+++ new_path`";
        let may_be_hunk = !self.tally.strays.is_message();
        let is_hunk = may_be_hunk
            && (is_numbered_hunk(line)
                || (line.starts_with("@@")
                    && (self.cursor.peek_second().is_some_and(|next| next.is_marked())
                        || (self.has_hunks() && self.leads_to_change()))));
        if may_be_hunk && is_bare_move(&self.cursor) {
            return Err(self.error_at(Code::RenamePathMismatch, line, BARE_MOVE));
        }
        let is_data = |next: Line<'a>| next.starts_with("literal ") || next.starts_with("delta ");
        let is_binary = line.text == GIT_BINARY_PATCH.as_bytes()
            && self.cursor.peek_second().is_some_and(is_data);
        // With `Counts::Believed`, half a header at the end of the text is an error, too.
        let is_name = self.counts == Counts::Believed && is_name(line);
        let is_lone = is_name || (self.has_hunks() && is_lone_name(&self.cursor, line));
        let is_half = is_half_header(&self.cursor, line) || (may_be_hunk && is_lone);
        if is_half || is_hunk || is_binary {
            return Err(self.error_at(Code::MissingFileHeader, line, missing));
        }
        let is_marker = line.starts_with("*** Begin Patch") || line.starts_with("*** End Patch");
        let is_above_header =
            || self.cursor.peek_second().is_some_and(|next| is_exact_header(next.text));
        if is_begin_patch(line.text) && self.tally.strays.quiet == Quiet::No && is_above_header() {
            return Err(self.error_at(Code::WrongPatchFormat, line, TWO_FORMATS));
        }
        let is_quoted = self.tally.strays.is_message();
        if !is_quoted && (is_marker || is_begin_patch(line.text) || is_end_patch(line.text)) {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
            return self.check_lines(self.diagnostics.len(), line.span);
        }
        if is_between_sections(line) { Ok(()) } else { self.outside(line) }
    }

    /// Reads the hunks of a section. Empty lines between two do not count as text.
    fn hunks(&mut self, section: &mut Section<'a>) -> Result<(), ParseError> {
        self.learn_cr(section.file.span);
        let mut hunks = std::mem::take(&mut self.room);
        while self.skip_to_hunk() || self.skip_text_to_hunk(hunks.len())? {
            if let Some(hunk) = self.opt_usual_hunk() {
                hunks.push(hunk);
                continue;
            }
            let hunk = self.hunk(None).map_err(|error| section.locate(error))?;
            hunks.extend(hunk);
        }
        if hunks.is_empty() {
            let is_new = section.naming.old == Some(HeaderName::DevNull);
            hunks.extend(self.opt_bare_hunk(is_new)?);
        }
        if hunks.is_empty() {
            self.check_header_is_there(section)?;
        }
        section.file.content = FileContent::Hunks(self.without_spare(hunks));
        self.note_new_file_that_is_there(section);
        Ok(())
    }

    /// Notes `new file mode` above hunks that change an existing file.
    pub(super) fn note_new_file_that_is_there(&mut self, section: &mut Section<'a>) {
        if self.counts == Counts::Advice && section.take_back_new() {
            let header = self.own_headers().find(|line| line.starts_with("new file mode "));
            self.forgive(DiagnosticKind::FileHeader, header.map_or(self.header, |line| line.span));
        }
    }

    /// The lines of a new file directly below its names, without a hunk header. Added lines up to
    /// an empty line, a name or another section cannot mean anything else there.
    pub(super) fn opt_bare_hunk(&mut self, is_new: bool) -> Result<Option<Hunk<'a>>, ParseError> {
        let mut behind = self.cursor;
        if !is_new || self.counts == Counts::Believed || !behind.starts_with("+") {
            return Ok(None);
        }
        let start = behind.span();
        let mut body = Body::default();
        let is_added = |behind: &Cursor<'a>, line: &Line<'a>| {
            line.starts_with("+") && !is_name(line) && !self.ends_at_name(behind, line)
        };
        while behind.peek().is_some_and(|line| is_added(&behind, &line)) {
            body.push(behind.take_line());
            self.check_lines(body.counts.total(), start)?;
        }
        let ends = |line: Line<'a>| {
            line.is_blank()
                || line.starts_with("+")
                || starts_section(&behind, &line)
                || self.wrapping.closes(&line)
        };
        if body.counts.total() == 0 || !behind.peek().is_none_or(ends) {
            return Ok(None);
        }
        let text = self.cursor.source().get(start.start..behind.at).unwrap_or_default();
        body.text = Cow::Borrowed(text);
        self.cursor = behind;
        let span = start.to(behind.span());
        self.count_hunk(body.counts.total(), span)?;
        self.forgive(DiagnosticKind::HunkRange, start);
        let numbers = Numbers { span, ..Numbers::default() };
        Ok(Some(HunkHeaders::default().with(body.into_lines(self.cr_of), numbers)))
    }

    /// Moves the hunks into a vector without spare room, and keeps the room for the next section.
    /// At the end of the text they stay where they are.
    fn without_spare(&mut self, mut hunks: Vec<Hunk<'a>>) -> Vec<Hunk<'a>> {
        if self.cursor.rest().is_empty() {
            return hunks;
        }
        #[expect(clippy::drain_collect, reason = "the room is for the next section as well")]
        let exact = hunks.drain(..).collect();
        self.room = hunks;
        exact
    }

    /// Skips empty lines up to the header of a hunk, if one is next.
    pub(super) fn skip_to_hunk(&mut self) -> bool {
        if self.cursor.starts_with("@@") {
            return true;
        }
        let mut ahead = self.cursor;
        ahead.skip_blank();
        let is_hunk = ahead.starts_with("@@");
        if is_hunk {
            self.cursor = ahead;
        }
        is_hunk
    }

    /// Finds out from the headers of a section, which have just been read, whether the patch text
    /// itself ends its lines in CRLF.
    pub(super) fn learn_cr(&mut self, section: Span) {
        let source = self.cursor.source();
        let headers = source.get(section.start..self.cursor.at).unwrap_or_default();
        self.cr_of = CrOf::of_headers(headers.ends_with(b"\r\n"));
        if self.cr_of == CrOf::Carrier {
            self.note_crlf(section);
        }
    }

    /// Makes the patch once all sections are read. `namings` and `last` are what the headers of
    /// each section say about its file.
    fn finish(
        &mut self,
        mut files: Vec<FilePatch<'a>>,
        namings: &[Naming<'a>],
        last: Option<&Naming<'a>>,
    ) -> Result<Patch<'a>, ParseError> {
        let style = learn_style(&files, namings, last);
        let mut diagnostics = Vec::new();
        for (file, naming) in files.iter_mut().zip(namings.iter().chain(last)) {
            self.find_operation(file, naming, &style, &mut diagnostics)?;
        }
        drop(style);
        for file in &mut files {
            if matches!(file.operation, FileOperation::Add { .. }) {
                fill_blank_additions(file, &mut diagnostics);
            }
            check_one_sided(self, file)?;
        }
        let mut patch = Patch::new(self.format, files);
        patch.diagnostics = std::mem::take(&mut self.diagnostics);
        patch.diagnostics.append(&mut diagnostics);
        patch.diagnostics.sort_by_key(|note| note.span.start);
        Ok(patch)
    }

    /// A section from what its own headers show, without what others show about prefixes.
    pub(super) fn alone(&self, section: Section<'a>) -> Result<FilePatch<'a>, ParseError> {
        Ok(self.alone_named(section)?.file)
    }

    /// Refuses a section whose headers alone have no effect.
    pub(super) fn check_effect_alone(&self, section: Section<'a>) -> Result<(), ParseError> {
        let Section { naming, file } = self.alone_named(section)?;
        if naming.has_effect(&file, false) { Ok(()) } else { Err(self.missing_hunk(&file)) }
    }

    fn alone_named(&self, section: Section<'a>) -> Result<Section<'a>, ParseError> {
        let Section { naming, mut file } = section;
        let style = learn_style(std::slice::from_ref(&file), &[], Some(&naming));
        let mut diagnostics = Vec::new();
        let paths = Paths {
            reader: self,
            naming: &naming,
            file: &file,
            style: &style,
            diagnostics: &mut diagnostics,
        };
        file.operation = paths.operation()?;
        naming.vouch(&mut file.operation, self);
        Ok(Section { naming, file })
    }

    fn missing_hunk(&self, file: &FilePatch<'_>) -> ParseError {
        let rule = "a file header is followed by at least one hunk";
        let error = self.error(Code::MissingHunk, file.span, rule);
        error.in_file(file.operation.path().as_bstr())
    }

    /// Finds the operation of a section, which must have an effect.
    fn find_operation(
        &self,
        file: &mut FilePatch<'a>,
        naming: &Naming<'a>,
        style: &Style<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), ParseError> {
        if let Some(rule) = naming.contradiction(&file.metadata) {
            return Err(naming.locate(self.error(Code::MissingFileHeader, file.span, rule)));
        }
        let paths = Paths { reader: self, naming, file, style, diagnostics };
        file.operation = paths.operation()?;
        naming.vouch(&mut file.operation, self);
        if names_nothing(&file.operation) {
            let rule = "`---` and `+++` are followed by a file name, after its prefix";
            return Err(self.error(Code::MissingFileHeader, file.span, rule));
        }
        let ends_text = file.span.end == self.cursor.source().len();
        if !naming.has_effect(file, ends_text) {
            return Err(self.missing_hunk(file));
        }
        Ok(())
    }
}

/// What the sections with two names show about the prefixes.
fn learn_style<'s>(
    files: &[FilePatch<'_>],
    namings: &'s [Naming<'_>],
    last: Option<&'s Naming<'_>>,
) -> Style<'s> {
    let mut style = Style::default();
    for (file, naming) in files.iter().zip(namings.iter().chain(last)) {
        // A submodule line has no prefix, even if the others have one.
        if matches!(file.content, FileContent::Submodule(_)) {
            continue;
        }
        let Some((old, new)) = naming.both_names() else { continue };
        style.learn(old, new);
        // One section alone does not show two trees.
        if !namings.is_empty() && naming.is_git_in_place() {
            style.trees.learn(old, new);
        }
    }
    style.finish()
}

/// Whether a name consists of its prefix alone, as in a text that breaks off after `+++ b/`.
fn names_nothing(operation: &FileOperation<'_>) -> bool {
    let names = [operation.old_path(), Some(operation.path())];
    names.into_iter().flatten().any(|name| name.as_bstr().is_empty())
}

/// An empty line in a new file can only be an added line that lost its `+`.
fn fill_blank_additions(file: &mut FilePatch<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let FileContent::Hunks(hunks) = &mut file.content else { return };
    for hunk in hunks {
        let lines = hunk.lines.add_blanks();
        if lines > 0 {
            diagnostics.push(Diagnostic::new(DiagnosticKind::BlankContext { lines }, hunk.span()));
        }
    }
}

/// The rule that a line of the old file breaks in a new one.
pub(crate) const NEW_FILE: &str = "a new file has only lines that start with `+`";

/// Checks that a new file has only added lines, and a deleted one none (RFC, *Add File*, *Delete
/// File*).
fn check_one_sided(reader: &Reader<'_>, file: &FilePatch<'_>) -> Result<(), ParseError> {
    let (wrong, rule): (fn(LineKind) -> bool, _) = match file.operation {
        FileOperation::Add { .. } => (|kind| kind != LineKind::Add, NEW_FILE),
        FileOperation::Delete { .. } => {
            (|kind| kind == LineKind::Add, "a deleted file has no line that starts with `+`")
        }
        FileOperation::Modify { .. } | FileOperation::Move { .. } | FileOperation::Copy { .. } => {
            return Ok(());
        }
    };
    for hunk in file.hunks() {
        if hunk.lines.iter().any(|line| wrong(line.kind)) {
            let error = reader.error(Code::InvalidHunkLine, hunk.span(), rule);
            let error = wrong_line(reader, hunk.span(), wrong)
                .map_or(error, |line| reader.error_at(Code::InvalidHunkLine, &line, rule));
            return Err(error.in_file(file.operation.path().as_bstr()));
        }
    }
    Ok(())
}

/// The first line of a hunk, in the text, that is of the wrong kind.
fn wrong_line<'a>(
    reader: &Reader<'a>,
    hunk: Span,
    wrong: fn(LineKind) -> bool,
) -> Option<Line<'a>> {
    let mut lines = reader.cursor.at_span(hunk).take_while(|line| line.span.end <= hunk.end);
    lines.find(|line| match Piece::split(line.span.of(reader.cursor.source())) {
        (Piece::Marked(kind), _) => wrong(kind),
        (Piece::Unmarked, _) => !line.starts_with("@@") && wrong(LineKind::Context),
        (Piece::Blank | Piece::NoNewline, _) => false,
    })
}
