//! Unified diff with git's extended headers: sections and what is around them.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::binary::{GIT_BINARY_PATCH, opt_binary_files};
use super::git::{self, Header, Names};
use super::line::{Cursor, Line};
use super::names::{HeaderName, Pair, Style, Time, agrees, is_git_prefixed};
use super::quoting::{quoted, unquoted};
use super::reader::Reader;
use super::{split_at_byte, timestamp, whole};
use crate::ast::{
    BinaryPatch, FileContent, FileMode, FileOperation, FilePatch, Hunk, LineKind, Metadata, Patch,
    PatchPath, Piece,
};
use crate::{Code, Counts, Diagnostic, DiagnosticKind, ParseError, Span};

/// The names of a `diff --git` line; `None` when it does not tell where one ends.
type GitLine<'a> = Option<Names<'a>>;

/// One section as it is written, before the prefixes of the whole patch are known.
#[derive(Debug, Default)]
pub(super) struct Section<'a> {
    git: Option<GitLine<'a>>,
    old: Option<HeaderName<'a>>,
    new: Option<HeaderName<'a>>,
    rename: (Option<Cow<'a, BStr>>, Option<Cow<'a, BStr>>),
    copy: (Option<Cow<'a, BStr>>, Option<Cow<'a, BStr>>),
    added: bool,
    deleted: bool,
    metadata: Metadata<'a>,
    pub(super) content: Option<FileContent<'a>>,
    commit: usize,
    span: Span,
}

/// What follows the headers of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// Hunks, if any.
    Hunks,
    /// Nothing that belongs to it.
    Nothing,
}

/// Whether a unified diff starts at this line for certain: what prose may say, too, is no proof.
pub(crate) fn starts_unified(cursor: &Cursor<'_>) -> bool {
    let Some(line) = cursor.peek() else { return false };
    match line.text.first() {
        Some(b'd') => {
            line.starts_with("diff --git ")
                || line.starts_with("diff --cc ")
                || line.starts_with("diff --combined ")
        }
        Some(b'-') => is_header_pair(cursor) || is_half_header(cursor, &line),
        Some(b'+') => is_half_header(cursor, &line),
        Some(b'B') => opt_binary_files(&line).is_some(),
        Some(b'S') => opt_submodule(&line).is_some(),
        Some(b'@') => is_numbered_hunk(&line),
        _ => false,
    }
}

/// Whether a section of a unified diff, or what tools write between two, starts at this line.
pub(super) fn starts_section(cursor: &Cursor<'_>) -> bool {
    let Some(line) = cursor.peek() else { return false };
    match line.text.first() {
        Some(b'd') => line.starts_with("diff -"),
        Some(b'-') => is_header_pair(cursor),
        Some(b'I') => line.starts_with("Index: "),
        Some(b'B') => opt_binary_files(&line).is_some(),
        Some(b'S') => opt_submodule(&line).is_some(),
        Some(b'F') => is_mail_start(&line),
        Some(b'O') => line.starts_with("Only in "),
        _ => false,
    }
}

/// `--- name` directly followed by `+++ name`.
fn is_header_pair(cursor: &Cursor<'_>) -> bool {
    cursor.peek().is_some_and(|line| has_name(line.text, b"--- "))
        && cursor.peek_second().is_some_and(|line| has_name(line.text, b"+++ "))
}

/// Whether `text` is `prefix` and a name.
pub(super) fn has_name(text: &[u8], prefix: &[u8]) -> bool {
    text.strip_prefix(prefix).is_some_and(|name| !name.trim_ascii().is_empty())
}

/// `--- name` or `+++ name` alone above a hunk with numbers.
pub(super) fn is_half_header(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    (has_name(line.text, b"--- ") || has_name(line.text, b"+++ "))
        && cursor.peek_second().is_some_and(|next| is_numbered_hunk(&next))
}

/// `-- ` and a version or nothing: how `git format-patch` ends a mail. Editors may have taken the
/// blank away; then a version must follow.
pub(super) fn is_signature(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    let is_version = |line: Line<'_>| line.text.first().is_some_and(u8::is_ascii_digit);
    match line.text {
        b"-- " => cursor.peek_second().is_none_or(is_version),
        b"--" => cursor.peek_second().is_some_and(is_version),
        _ => false,
    }
}

/// `From <object name> <date>`: how `git format-patch` starts a mail.
pub(super) fn is_mail_start(line: &Line<'_>) -> bool {
    line.after("From ").is_some_and(|rest| {
        let object = rest.split(|byte| *byte == b' ').next().unwrap_or_default();
        object.len() >= 40 && object.iter().all(u8::is_ascii_hexdigit)
    })
}

/// `@@ -` and a digit: a hunk header and nothing else.
fn is_numbered_hunk(line: &Line<'_>) -> bool {
    line.after("@@ -").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
}

/// `Submodule path old..new`, as `git diff --submodule=log` writes it: path and the rest.
fn opt_submodule<'a>(line: &Line<'a>) -> Option<(&'a BStr, &'a BStr)> {
    let rest = line.after("Submodule ")?.trim_ascii_end();
    let is_range = |text: &BStr| {
        let object = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        object >= 7 && text.get(object..).is_some_and(|rest| rest.starts_with(b".."))
    };
    let is_note =
        |text: &BStr| text == "contains untracked content" || text == "contains modified content";
    memchr::memchr_iter(b' ', rest)
        .take(MOST_SPLITS)
        .filter_map(|at| Some((rest.get(..at)?.as_bstr(), rest.get(at + 1..)?.as_bstr())))
        .find(|(path, text)| !path.is_empty() && (is_range(text) || is_note(text)))
}

/// How many places to split a `Submodule` line are looked at.
const MOST_SPLITS: usize = 64;

impl<'a> Reader<'a> {
    /// Reads a whole unified diff.
    ///
    /// ```ebnf
    /// unified = { text eol } section { section | text eol } ;
    /// section = git_section | plain_section | binary_files | submodule ;
    /// plain_section = files { hunk } ;
    /// ```
    pub(crate) fn unified(mut self) -> Result<Patch<'a>, ParseError> {
        let mut sections: Vec<Section<'a>> = Vec::new();
        let mut commit = 0;
        while let Some(line) = self.cursor.peek() {
            // A mail without a section is no commit.
            if is_mail_start(&line)
                && let Some(last) = sections.last()
            {
                commit = last.commit + 1;
            }
            let Some(mut section) = self.opt_section(&line)? else {
                self.stray(&line)?;
                self.outside_unified(&line)?;
                self.cursor.next();
                continue;
            };
            section.span = line.span.to(self.cursor.span());
            self.end_of_strays()?;
            section.commit = commit;
            sections.push(section);
            self.count_file(sections.len(), line.span)?;
        }
        self.end_of_strays()?;
        self.note_missing_final_newline();
        self.finish(sections)
    }

    fn opt_section(&mut self, line: &Line<'a>) -> Result<Option<Section<'a>>, ParseError> {
        let Some((mut section, follows)) = self.opt_head(line)? else { return Ok(None) };
        if follows == Follows::Hunks {
            self.hunks(&mut section)?;
        }
        Ok(Some(section))
    }

    /// A section up to its hunks, or the whole of one that has none.
    pub(super) fn opt_head(
        &mut self,
        line: &Line<'a>,
    ) -> Result<Option<(Section<'a>, Follows)>, ParseError> {
        let whole =
            |section: Option<Section<'a>>| Ok(section.map(|found| (found, Follows::Nothing)));
        match line.text.first() {
            Some(b'd') if line.starts_with("diff --git ") => self.git_head(line).map(Some),
            Some(b'd')
                if line.starts_with("diff --cc ") || line.starts_with("diff --combined ") =>
            {
                let rule = "combined diffs of merges are not supported";
                Err(self.error_at(Code::UnsupportedGitPatchFeature, line, rule))
            }
            Some(b'-') if is_header_pair(&self.cursor) => {
                let mut section = Section { span: self.cursor.span(), ..Section::default() };
                self.files(&mut section)?;
                Ok(Some((section, Follows::Hunks)))
            }
            Some(b'B') => whole(self.opt_binary_section(line)),
            Some(b'S') => whole(self.opt_submodule_section(line)),
            _ => Ok(None),
        }
    }

    /// A line between sections. What tools write there is no text worth a word; half a header or
    /// a hunk without one is an error, for dropping it would drop a change.
    pub(super) fn outside_unified(&mut self, line: &Line<'a>) -> Result<(), ParseError> {
        let missing = "expected `--- old_path` followed by `+++ new_path`";
        let is_change = |next: Line<'_>| matches!(next.text.first(), Some(b' ' | b'+' | b'-'));
        let may_be_hunk = !self.strays.is_message();
        let is_hunk = may_be_hunk
            && (is_numbered_hunk(line)
                || (line.starts_with("@@") && self.cursor.peek_second().is_some_and(is_change)));
        let is_moved = |line: &Line<'a>, next: Line<'a>| {
            (line.starts_with("rename from ") && next.starts_with("rename to "))
                || (line.starts_with("copy from ") && next.starts_with("copy to "))
        };
        let may_be_moved = line.starts_with("rename from ") || line.starts_with("copy from ");
        if may_be_hunk
            && may_be_moved
            && self.cursor.peek_second().is_some_and(|next| is_moved(line, next))
        {
            let rule = "`rename` and `copy` lines are below a `diff --git` line";
            return Err(self.error_at(Code::RenamePathMismatch, line, rule));
        }
        let is_data = |next: Line<'a>| next.starts_with("literal ") || next.starts_with("delta ");
        let is_binary = line.text == GIT_BINARY_PATCH.as_bytes()
            && self.cursor.peek_second().is_some_and(is_data);
        if is_half_header(&self.cursor, line) || is_hunk || is_binary {
            return Err(self.error_at(Code::MissingFileHeader, line, missing));
        }
        if line.starts_with("*** Begin Patch") || line.starts_with("*** End Patch") {
            self.forgive(DiagnosticKind::PatchMarker, line.span);
            return self.check_lines(self.diagnostics.len(), line.span);
        }
        if is_between_sections(line) { Ok(()) } else { self.outside(line) }
    }

    /// ```ebnf
    /// git_section = git_head ( { hunk } | git_binary ) ;
    /// git_head = "diff --git " names eol { header eol } [ files ] ;
    /// ```
    fn git_head(&mut self, line: &Line<'a>) -> Result<(Section<'a>, Follows), ParseError> {
        self.cursor.next();
        if line.cr {
            self.note_crlf(line.span);
        }
        let names = line.after("diff --git ").and_then(git::opt_names);
        let mut section = Section { git: Some(names), ..Section::default() };
        section.metadata.git = true;
        section.span = line.span;
        self.headers(&mut section)?;
        self.skip_blank_before_files();
        if is_header_pair(&self.cursor) {
            self.files(&mut section)?;
            return Ok((section, Follows::Hunks));
        } else if let Some(next) = self.cursor.peek() {
            if next.starts_with(GIT_BINARY_PATCH) {
                let binary = self.git_binary().map_err(|error| section.locate(error))?;
                section.content = Some(FileContent::Binary(binary));
            } else if opt_binary_files(&next).is_some() {
                self.cursor.next();
                section.content = Some(FileContent::Binary(BinaryPatch::Differ));
            } else if next.starts_with("@@") {
                section.take_missing_side();
                self.forgive(DiagnosticKind::NamesFromGitHeader, line.span);
                return Ok((section, Follows::Hunks));
            } else if is_name(&next) {
                let rule = "expected `--- old_path` followed by `+++ new_path`";
                return Err(section.locate(self.error_at(Code::MissingFileHeader, &next, rule)));
            } else if self.counts == Counts::Believed {
                self.check_header_is_there(&section)?;
            }
        }
        Ok((section, Follows::Nothing))
    }

    /// Models put an empty line between the git headers and `---`.
    fn skip_blank_before_files(&mut self) {
        let mut ahead = self.cursor;
        ahead.skip_blank();
        if is_header_pair(&ahead) {
            self.cursor = ahead;
        }
    }

    fn opt_binary_section(&mut self, line: &Line<'a>) -> Option<Section<'a>> {
        let (old, new) = opt_binary_files(line)?;
        let name = |text: &'a [u8]| match text {
            b"/dev/null" => HeaderName::DevNull,
            name => HeaderName::new(unquoted(name)),
        };
        self.cursor.next();
        Some(Section {
            old: Some(name(old)),
            new: Some(name(new)),
            content: Some(FileContent::Binary(BinaryPatch::Differ)),
            ..Section::default()
        })
    }

    fn opt_submodule_section(&mut self, line: &Line<'a>) -> Option<Section<'a>> {
        let (path, text) = opt_submodule(line)?;
        self.cursor.next();
        let name = HeaderName::new(unquoted(path));
        Some(Section {
            old: Some(name.clone()),
            new: Some(name),
            content: Some(FileContent::Submodule(Cow::Borrowed(text))),
            ..Section::default()
        })
    }

    /// The extended headers of a git section.
    fn headers(&mut self, section: &mut Section<'a>) -> Result<(), ParseError> {
        while let Some(line) = self.cursor.peek() {
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
            self.cursor.next();
        }
        Ok(())
    }

    /// Whether a line below `diff --git` is a header that nobody knows: `---` and `+++` come within a
    /// few lines, before an empty one.
    fn is_unknown_header(&self, line: &Line<'a>) -> bool {
        let ends = |line: &Line<'a>| {
            line.is_blank()
                || starts_section(&self.cursor)
                || ["@@", "--- ", "GIT binary", "Binary files", "diff ", "```", "*** "]
                    .iter()
                    .any(|start| line.starts_with(start))
        };
        let mut ahead = self.cursor;
        let mut next = || {
            ahead.next();
            let line = ahead.peek()?;
            Some((line, is_header_pair(&ahead)))
        };
        line.text.first().is_some_and(u8::is_ascii_alphabetic)
            && !ends(line)
            && std::iter::from_fn(&mut next)
                .take(MOST_UNKNOWN)
                .take_while(|(line, is_pair)| *is_pair || !ends(line))
                .any(|(_, is_pair)| is_pair)
    }

    /// ```ebnf
    /// files = "--- " name eol "+++ " name eol ;
    /// ```
    fn files(&mut self, section: &mut Section<'a>) -> Result<(), ParseError> {
        section.old = Some(self.file_name("--- ")?);
        section.new = Some(self.file_name("+++ ")?);
        Ok(())
    }

    /// ```ebnf
    /// name = quoted | text [ tab timestamp ] ;
    /// ```
    fn file_name(&mut self, prefix: &str) -> Result<HeaderName<'a>, ParseError> {
        let Some(line) = self.cursor.next() else { return Ok(HeaderName::DevNull) };
        let text = line.after(prefix).unwrap_or_default().trim_ascii_start();
        if text.starts_with(b"\"") {
            let Ok((time, name)) = quoted(text) else {
                let rule = "a quoted name ends in `\"` and escapes as git does";
                return Err(self.error_at(Code::MissingFileHeader, &line, rule));
            };
            return Ok(HeaderName::File { name, time: Time::of(time), tail: None });
        }
        // A tab says where the name ends, so blanks before it are part of the name.
        let (name, time) = split_at_byte(b'\t', text).unwrap_or_else(|| {
            let (name, time) = timestamp::split_after_blank(text).unwrap_or((text, b""));
            (name.trim_ascii_end(), time)
        });
        if name.trim_ascii_end() == b"/dev/null" {
            return Ok(HeaderName::DevNull);
        }
        let tail = text.get(name.len()..).filter(|_| !timestamp::may_be_time(time)).map(BStr::new);
        let name = Cow::Borrowed(without_dots(name).as_bstr());
        Ok(HeaderName::File { name, time: Time::of(time), tail })
    }

    /// The hunks of a section. Empty lines between two are no text.
    fn hunks(&mut self, section: &mut Section<'a>) -> Result<(), ParseError> {
        let carrier_cr = self.carrier_cr(section.span);
        let mut hunks = Vec::new();
        while self.skip_to_hunk() {
            hunks.extend(self.hunk(carrier_cr, None).map_err(|error| section.locate(error))?);
        }
        if hunks.is_empty() {
            self.check_header_is_there(section)?;
        }
        hunks.shrink_to_fit();
        section.content = Some(FileContent::Hunks(hunks));
        Ok(())
    }

    /// Moves over empty lines to the header of a hunk, where one is next.
    pub(super) fn skip_to_hunk(&mut self) -> bool {
        let mut ahead = self.cursor;
        ahead.skip_blank();
        let is_hunk = ahead.starts_with("@@");
        if is_hunk {
            self.cursor = ahead;
        }
        is_hunk
    }

    /// Git's headers alone may add or remove a file, but what is marked below them was a hunk and would
    /// be dropped as text.
    pub(super) fn check_header_is_there(&self, section: &Section<'a>) -> Result<(), ParseError> {
        match self.cursor.peek() {
            Some(line) if !is_half_header(&self.cursor, &line) && self.has_changes_next() => {
                let rule = "a file header is followed by at least one hunk";
                Err(section.locate(self.error_at(Code::MissingHunk, &line, rule)))
            }
            _ => Ok(()),
        }
    }

    /// Whether the CR before an LF is the carrier's: the section's own headers end in CRLF.
    pub(super) fn carrier_cr(&mut self, section: Span) -> bool {
        let source = self.cursor.source();
        let headers = source.get(section.start..self.cursor.at).unwrap_or_default();
        let is_crlf = headers.ends_with(b"\r\n");
        if is_crlf {
            self.note_crlf(section);
        }
        is_crlf
    }

    fn finish(self, sections: Vec<Section<'a>>) -> Result<Patch<'a>, ParseError> {
        let style = learn_style(&sections);
        let mut diagnostics = Vec::new();
        let files = sections
            .iter()
            .map(|section| self.file_patch(section, &style, &mut diagnostics))
            .collect::<Result<Vec<_>, _>>()?;
        drop(style);
        let mut patch = Patch::new(self.format, files);
        for (file, section) in patch.files.iter_mut().zip(sections) {
            file.metadata = section.metadata;
            if let Some(content) = section.content {
                file.content = content;
            }
            if matches!(file.operation, FileOperation::Add { .. }) {
                fill_blank_additions(file, &mut diagnostics);
            }
            check_one_sided(&self, file)?;
        }
        patch.diagnostics = self.diagnostics;
        patch.diagnostics.append(&mut diagnostics);
        patch.diagnostics.sort_by_key(|note| note.span.start);
        Ok(patch)
    }

    /// A section by what its own headers tell, without what the others show about prefixes.
    pub(super) fn alone(&self, section: Section<'a>) -> Result<FilePatch<'a>, ParseError> {
        let style = learn_style(std::slice::from_ref(&section));
        let mut diagnostics = Vec::new();
        let paths =
            Paths { reader: self, section: &section, style: &style, diagnostics: &mut diagnostics };
        let mut operation = paths.operation()?;
        section.vouch(&mut operation);
        drop(style);
        let mut file = FilePatch::new(operation, Vec::new());
        file.metadata = section.metadata;
        if let Some(content) = section.content {
            file.content = content;
        }
        Ok(file)
    }

    /// The operation of a section, and whether it has an effect at all.
    fn file_patch(
        &self,
        section: &Section<'a>,
        style: &Style<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<FilePatch<'a>, ParseError> {
        if let Some(rule) = section.contradiction() {
            return Err(section.locate(self.error(Code::MissingFileHeader, section.span, rule)));
        }
        let paths = Paths { reader: self, section, style, diagnostics };
        let mut operation = paths.operation()?;
        section.vouch(&mut operation);
        if names_nothing(&operation) {
            let rule = "`---` and `+++` are followed by a file name, behind its prefix";
            return Err(self.error(Code::MissingFileHeader, section.span, rule));
        }
        if !section.has_effect(&operation) {
            let rule = "a file header is followed by at least one hunk";
            let error = self.error(Code::MissingHunk, section.span, rule);
            return Err(error.in_file(operation.path().as_bstr()));
        }
        let mut file = FilePatch::new(operation, Vec::new());
        file.commit = section.commit;
        file.span = section.span;
        Ok(file)
    }
}

/// What the sections with two names show about the prefixes.
fn learn_style<'s>(sections: &'s [Section<'_>]) -> Style<'s> {
    let mut style = Style::default();
    // A submodule line has no prefix whatever the others have.
    let is_diff =
        |section: &&Section<'_>| !matches!(section.content, Some(FileContent::Submodule(_)));
    for section in sections.iter().filter(is_diff) {
        let Some((old, new)) = section.both_names() else { continue };
        style.learn(old, new);
        if section.is_git_in_place() {
            style.trees.learn(old, new);
        }
    }
    style.finish()
}

/// Whether a name ends where its prefix does, as in a text that breaks off behind `+++ b/`.
fn names_nothing(operation: &FileOperation<'_>) -> bool {
    let names = [operation.old_path(), Some(operation.path())];
    names.into_iter().flatten().any(|name| name.as_bstr().is_empty())
}

/// A name without the `./` that it starts with, which names the place where it is anyway.
fn without_dots(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./").filter(|rest| !rest.is_empty()) {
        name = rest;
    }
    name
}

/// A name without so many leading components; the last one stays.
fn bare(name: &BStr, strip: usize) -> BString {
    PatchPath::new(name).stripped(strip).as_bstr().to_owned()
}

/// How many unknown header lines in a row are looked at.
const MOST_UNKNOWN: usize = 16;

/// `--- name` or `+++ name` as tools write it, with a prefix. Alone it is half a header, whatever
/// follows.
fn is_name(line: &Line<'_>) -> bool {
    line.after("--- ").or_else(|| line.after("+++ ")).is_some_and(|name| {
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        name.starts_with(b"/dev/null") || is_git_prefixed(name.as_bstr())
    })
}

fn is_mode_line(line: &Line<'_>) -> bool {
    ["old mode ", "new mode ", "new file mode ", "deleted file mode "]
        .iter()
        .any(|header| line.starts_with(header))
}

/// Lines that tools write between sections and that mean nothing to us.
fn is_between_sections(line: &Line<'_>) -> bool {
    line.starts_with("diff -")
        || line.starts_with("Index: ")
        || line.text.iter().all(|byte| *byte == b'=')
}

/// An empty line in a new file can only be an added line that lost its `+`.
fn fill_blank_additions(file: &mut FilePatch<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let FileContent::Hunks(hunks) = &mut file.content else { return };
    for hunk in hunks {
        let lines = hunk.lines.add_blanks();
        if lines > 0 {
            hunk.correct_counts();
            diagnostics.push(Diagnostic::new(DiagnosticKind::BlankContext { lines }, hunk.span));
        }
    }
}

/// A new file has only added lines; a deleted one has none (RFC, *Add File*, *Delete File*).
fn check_one_sided(reader: &Reader<'_>, file: &FilePatch<'_>) -> Result<(), ParseError> {
    let (wrong, rule): (fn(LineKind) -> bool, _) = match file.operation {
        FileOperation::Add { .. } => {
            (|kind| kind != LineKind::Add, "a new file has only lines that start with `+`")
        }
        FileOperation::Delete { .. } => {
            (|kind| kind == LineKind::Add, "a deleted file has no line that starts with `+`")
        }
        FileOperation::Modify { .. } | FileOperation::Move { .. } | FileOperation::Copy { .. } => {
            return Ok(());
        }
    };
    for hunk in file.hunks() {
        if hunk.lines.iter().any(|line| wrong(line.kind)) {
            let error = reader.error(Code::InvalidHunkLine, hunk.span, rule);
            let error = wrong_line(reader, hunk.span, wrong)
                .map_or(error, |line| reader.error_at(Code::InvalidHunkLine, &line, rule));
            return Err(error.in_file(file.operation.path().as_bstr()));
        }
    }
    Ok(())
}

/// The line of the text where a hunk first has a line of the wrong kind.
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

impl<'a> Section<'a> {
    /// Where the git line alone has the names, and one is `/dev/null`, it means what it means below it.
    fn take_missing_side(&mut self) {
        let is_missing = |name: &BStr| name == "/dev/null";
        let name = |name: &Cow<'a, BStr>| {
            if is_missing(name) { HeaderName::DevNull } else { HeaderName::new(name.clone()) }
        };
        if let Some(Some((old, new))) = &self.git
            && is_missing(old) != is_missing(new)
        {
            (self.old, self.new) = (Some(name(old)), Some(name(new)));
        }
    }

    fn set(&mut self, header: Header<'a>) {
        match header {
            Header::OldMode(mode) => self.metadata.old_mode = Some(mode),
            Header::NewMode(mode) => self.metadata.new_mode = Some(mode),
            Header::NewFileMode(mode) => {
                self.added = true;
                self.metadata.new_mode = Some(mode);
            }
            Header::DeletedFileMode(mode) => {
                self.deleted = true;
                self.metadata.old_mode = Some(mode);
            }
            Header::Similarity(percent) => self.metadata.similarity = Some(percent),
            Header::Dissimilarity(percent) => self.metadata.dissimilarity = Some(percent),
            Header::Index(index) => self.metadata.index = Some(index),
            Header::RenameFrom(name) => self.rename.0 = Some(name),
            Header::RenameTo(name) => self.rename.1 = Some(name),
            Header::CopyFrom(name) => self.copy.0 = Some(name),
            Header::CopyTo(name) => self.copy.1 = Some(name),
        }
    }

    /// Names the file in an error, as far as the section's own headers tell.
    fn locate(&self, error: ParseError) -> ParseError {
        let name = |side: &Option<HeaderName<'a>>| side.as_ref()?.file().cloned();
        let path = match self.both_names() {
            _ if self.renamed_to().is_some() => self.renamed_to().cloned().map(PatchPath::new),
            Some((old, new)) if Pair::of(old, new) != Pair::Different => {
                Some(Pair::of(old, new).path(Cow::Borrowed(old), Cow::Borrowed(new)))
            }
            _ => {
                let lone = name(&self.new).or_else(|| name(&self.old));
                lone.map(|name| Style::default().lone(name))
            }
        };
        match path {
            Some(path) => error.in_file(path.as_bstr()),
            None => error,
        }
    }

    /// The rule that the headers of the section break together.
    fn contradiction(&self) -> Option<&'static str> {
        let moves = self.rename.1.is_some() || self.copy.1.is_some();
        let is_known =
            |mode: FileMode| mode.is_regular() || mode.is_symlink() || mode.is_submodule();
        let kind = |mode: FileMode| (mode.is_regular(), mode.is_symlink(), mode.is_submodule());
        let both = (self.metadata.old_mode, self.metadata.new_mode);
        if self.added && self.deleted {
            return Some("a file is either new or deleted");
        }
        if (self.added || self.deleted) && moves {
            return Some("a file that is renamed or copied is neither new nor deleted");
        }
        if !self.metadata.modes().all(is_known) {
            return Some("a mode is that of a regular file, of a symbolic link or of a submodule");
        }
        if let (Some(old), Some(new)) = both
            && kind(old) != kind(new)
        {
            return Some("a mode line changes permissions and never what kind of file it is");
        }
        let of_index = self.metadata.index.as_ref().and_then(|index| index.mode);
        if let ((Some(old), Some(_)), Some(mode)) = (both, of_index)
            && old != mode
        {
            return Some("the mode on the `index` line is that of `old mode`");
        }
        None
    }

    /// A git section about one file that stays where it is.
    fn is_git_in_place(&self) -> bool {
        let is_file = |side: &Option<HeaderName<'a>>| *side != Some(HeaderName::DevNull);
        let is_moved =
            [&self.rename, &self.copy].iter().any(|(from, to)| from.is_some() || to.is_some());
        self.git.is_some()
            && !(self.added || self.deleted || is_moved)
            && is_file(&self.old)
            && is_file(&self.new)
    }

    /// Notes how far the headers vouch for the names of an operation, letter by letter.
    fn vouch(&self, operation: &mut FileOperation<'a>) {
        let sides = || [&self.old, &self.new].into_iter().flatten();
        let is_loose = self.git.is_none() && sides().any(HeaderName::is_bare);
        let mut tails = sides().filter_map(|side| side.file().map(|_| side.tail()));
        let tail = tails.next().flatten().filter(|tail| tails.all(|other| other == Some(*tail)));
        for path in operation.paths_mut() {
            if is_loose {
                path.loosen();
            }
            if let Some(tail) = tail {
                path.follow_with(Cow::Borrowed(tail));
            }
        }
    }

    fn renamed_to(&self) -> Option<&Cow<'a, BStr>> {
        self.rename.1.as_ref().or(self.copy.1.as_ref())
    }

    /// Whether the git line and the lines below it name different files, behind a prefix that the caller
    /// may know. Git refuses such a section.
    fn git_line_misleads(&self, strip: Option<usize>) -> bool {
        let moved = [&self.rename.0, &self.rename.1, &self.copy.0, &self.copy.1];
        let moved =
            moved.into_iter().flatten().map(|name| (name, strip.map(|n| n.saturating_sub(1))));
        let Some(Some((old, new))) = &self.git else {
            // Of a file that stays in its place the line always tells the name.
            return self.git.is_some() && moved.count() == 0;
        };
        let sides = [&self.old, &self.new];
        let files = sides.into_iter().flatten().filter_map(HeaderName::file);
        let below: Vec<_> = files.map(|name| (name, strip)).chain(moved).collect();
        let is_same =
            |git: &BStr, (name, drop): &(&Cow<'a, BStr>, Option<usize>)| match strip.zip(*drop) {
                Some((strip, drop)) => bare(git, strip) == bare(name, drop),
                None => agrees(git, name) || agrees(name, git),
            };
        let is_missing = |git: &BStr| {
            git == "/dev/null" && sides.iter().any(|side| **side == Some(HeaderName::DevNull))
        };
        let is_below = |git: &BStr| {
            below.is_empty() || is_missing(git) || below.iter().any(|name| is_same(git, name))
        };
        let is_unknown = |name: &(&Cow<'a, BStr>, _)| !is_same(old, name) && !is_same(new, name);
        let are_two = Pair::of(old, new) == Pair::Different;
        below.iter().any(is_unknown) || (are_two && !(is_below(old) && is_below(new)))
    }

    fn hunks(&self) -> &[Hunk<'a>] {
        match &self.content {
            Some(FileContent::Hunks(hunks)) => hunks,
            _ => &[],
        }
    }

    /// The names of both sides: from `---` and `+++`, else from the git line.
    fn both_names(&self) -> Option<(&BStr, &BStr)> {
        let files = || Some((&**self.old.as_ref()?.file()?, &**self.new.as_ref()?.file()?));
        let git = || self.git.as_ref()?.as_ref().map(|(old, new)| (&**old, &**new));
        files().or_else(git)
    }

    /// Whether the section does anything; a deletion or a move does so without a hunk.
    fn has_effect(&self, operation: &FileOperation<'_>) -> bool {
        let is_modify = matches!(operation, FileOperation::Modify { .. });
        let is_plain_add = matches!(operation, FileOperation::Add { .. }) && !self.added;
        let both = self.metadata.old_mode.zip(self.metadata.new_mode);
        let changes_mode = both.is_some_and(|(old, new)| old != new);
        let has_content = match &self.content {
            Some(FileContent::Hunks(hunks)) => !hunks.is_empty(),
            Some(FileContent::Binary(_) | FileContent::Submodule(_)) => true,
            None => false,
        };
        let is_plain_delete = matches!(operation, FileOperation::Delete { .. }) && !self.deleted;
        has_content
            || (!is_modify && !is_plain_add && !is_plain_delete)
            || (is_modify && changes_mode)
    }

    /// GNU diff marks a missing side by its time; models by `-0,0` and added lines alone.
    fn is_added(&self) -> bool {
        let range = |hunk: &Hunk<'_>| hunk.range;
        let fills_nothing = match self.hunks() {
            [hunk] => range(hunk).is_some_and(|range| range.old_start == 0 && range.old_count == 0),
            _ => false,
        };
        let may_be_missing = match self.old.as_ref().and_then(HeaderName::time) {
            Some(Time::Epoch) => true,
            Some(Time::Other) => false,
            Some(Time::None) | None => self.git.is_none(),
        };
        self.added || (fills_nothing && may_be_missing)
    }

    fn is_deleted(&self) -> bool {
        let leaves_nothing = match self.hunks() {
            [hunk] => hunk.range.is_some_and(|range| range.new_start == 0 && range.new_count == 0),
            _ => false,
        };
        self.deleted
            || (leaves_nothing && self.new.as_ref().and_then(HeaderName::time) == Some(Time::Epoch))
    }
}

/// Works out the operation of one section and the paths it owns.
struct Paths<'r, 'a> {
    reader: &'r Reader<'a>,
    section: &'r Section<'a>,
    style: &'r Style<'r>,
    diagnostics: &'r mut Vec<Diagnostic>,
}

impl<'a> Paths<'_, 'a> {
    fn operation(mut self) -> Result<FileOperation<'a>, ParseError> {
        let section = self.section;
        if section.git_line_misleads(self.reader.strip) {
            self.forgive(DiagnosticKind::OtherNamesInGitHeader);
        }
        match (&section.rename, &section.copy) {
            ((Some(from), Some(to)), (None, None)) => {
                let (old_path, path) = self.renamed(from, to)?;
                Ok(FileOperation::Move { old_path, path })
            }
            ((None, None), (Some(from), Some(to))) => {
                let (old_path, path) = self.renamed(from, to)?;
                Ok(FileOperation::Copy { old_path, path })
            }
            ((None, None), (None, None)) => self.in_place(),
            ((Some(_), _) | (_, Some(_)), (Some(_), _) | (_, Some(_))) => {
                Err(self.mismatch("a file is either renamed or copied"))
            }
            _ => Err(self.mismatch("`rename from` and `rename to` come together")),
        }
    }

    /// Rename headers are authoritative; `---` and `+++` must agree with them (RFC, *Rename*).
    fn renamed(
        &self,
        from: &Cow<'a, BStr>,
        to: &Cow<'a, BStr>,
    ) -> Result<(PatchPath<'a>, PatchPath<'a>), ParseError> {
        // `-pN` counts the prefix that rename headers do not carry.
        let in_tree = |name: &Cow<'a, BStr>| self.style.trees.trees()?.bare_prefix_of(name);
        let path = |name: &Cow<'a, BStr>| {
            let strip = self.reader.strip.map(|strip| strip.saturating_sub(1));
            let components = strip.or_else(|| in_tree(name)).unwrap_or(0);
            PatchPath::new(name.clone()).stripped(components)
        };
        for (header, name) in [(&self.section.old, from), (&self.section.new, to)] {
            if let Some(header) = header.as_ref().and_then(HeaderName::file)
                && !agrees(header, name)
            {
                return Err(self.mismatch("`---` and `+++` name the paths of the rename"));
            }
        }
        Ok((path(from), path(to)))
    }

    fn in_place(&mut self) -> Result<FileOperation<'a>, ParseError> {
        let section = self.section;
        let (old, new) = (section.old.as_ref(), section.new.as_ref());
        match (old, new) {
            (Some(HeaderName::DevNull), Some(HeaderName::DevNull)) => {
                let rule = "at least one of `---` and `+++` names a file";
                Err(self.reader.error(Code::MissingFileHeader, section.span, rule))
            }
            (Some(HeaderName::DevNull), Some(HeaderName::File { name, .. })) => {
                Ok(FileOperation::Add { path: self.lone(name) })
            }
            (Some(HeaderName::File { name, .. }), Some(HeaderName::DevNull)) => {
                Ok(FileOperation::Delete { path: self.lone(name) })
            }
            _ => {
                let path = self.common_path()?;
                // The time says that there is no file on a side, not even an empty one.
                let is_missing = |side: Option<&HeaderName<'_>>| {
                    side.and_then(HeaderName::time) == Some(Time::Epoch)
                };
                let alone = |is_missing: bool, path: PatchPath<'a>| {
                    if is_missing { path.alone() } else { path }
                };
                Ok(if section.is_added() {
                    FileOperation::Add { path: alone(is_missing(old), path) }
                } else if section.is_deleted() {
                    FileOperation::Delete { path: alone(is_missing(new), path) }
                } else {
                    FileOperation::Modify { path }
                })
            }
        }
    }

    fn lone(&self, name: &Cow<'a, BStr>) -> PatchPath<'a> {
        if let Some(strip) = self.reader.strip {
            return PatchPath::new(name.clone()).stripped(strip);
        }
        if let Some(path) = self.style.in_trees(name) {
            return path;
        }
        // The git line names both sides even where `---` or `+++` is `/dev/null`.
        if let Some(Some((old, new))) = &self.section.git {
            let is_named = name == old || name == new;
            match Pair::of(old, new) {
                Pair::Prefixed if is_named => return PatchPath::new(name.clone()).stripped(1),
                Pair::Same if is_named => return self.lone_twice(name),
                _ => {}
            }
        }
        self.style.lone(name.clone())
    }

    /// The path of a name that the git line has twice. With the prefixes of the two sides it
    /// would not be the same, but `--no-index` writes the prefix of the side that exists twice.
    fn lone_twice(&self, name: &Cow<'a, BStr>) -> PatchPath<'a> {
        let is_added = self.section.old == Some(HeaderName::DevNull);
        let prefix: &[u8] = if is_added { b"b/" } else { b"a/" };
        if !name.starts_with(prefix) {
            return PatchPath::new(name.clone());
        }
        let path = self.style.lone(name.clone());
        if self.style.shows_prefix() { path } else { path.unsure() }
    }

    /// The one path that the names of both sides mean.
    fn common_path(&mut self) -> Result<PatchPath<'a>, ParseError> {
        let section = self.section;
        let files = || Some((section.old.as_ref()?.file()?, section.new.as_ref()?.file()?));
        let git = || section.git.as_ref()?.as_ref().map(|(old, new)| (old, new));
        let Some((old, new)) = files().or_else(git) else {
            let rule = "the names on the `diff --git` line cannot be told apart";
            return Err(self.reader.error(Code::MissingFileHeader, section.span, rule));
        };
        if let Some(strip) = self.reader.strip {
            let path = self.common_path_behind(strip, old, new);
            // A file that both sides name may have been empty, whatever is stripped.
            let is_filled = section.is_added() && path.other_side().is_none();
            return Ok(if is_filled { path.beside(old.clone()) } else { path });
        }
        let pair = Pair::of(old, new);
        if section.git.is_some()
            && let Some(path) = self.style.in_trees(new)
        {
            return Ok(path.beside(old.clone()));
        }
        // Where names have no prefix, one behind `b/` is another file.
        let is_other = matches!(pair, Pair::OneSided { .. }) && self.style.is_plain();
        if pair == Pair::Different || is_other {
            let (old, new) = (self.style.lone(old.clone()), self.style.lone(new.clone()));
            return Ok(self.one_of_two(old, new));
        }
        if let Some(kind) = pair.diagnostic() {
            self.forgive(kind);
        }
        Ok(pair.path(old.clone(), new.clone()))
    }

    /// The path that both names mean behind a prefix that the caller knows.
    fn common_path_behind(
        &mut self,
        strip: usize,
        old: &Cow<'a, BStr>,
        new: &Cow<'a, BStr>,
    ) -> PatchPath<'a> {
        let path = |name: &Cow<'a, BStr>| PatchPath::new(name.clone()).stripped(strip);
        let (old, new) = (path(old), path(new));
        match Pair::of(old.as_bstr(), new.as_bstr()) {
            Pair::Backup { old_is_backup, components: (0, 0) } => {
                self.forgive(DiagnosticKind::BackupName);
                if old_is_backup { new.or(old) } else { old.or(new) }
            }
            Pair::Same => new,
            _ => self.one_of_two(old, new),
        }
    }

    /// The path of a section that names two files, as `diff -u old.txt new.txt` does. Where the times
    /// say that one side does not exist, the other is meant; else the tree tells.
    fn one_of_two(&mut self, old: PatchPath<'a>, new: PatchPath<'a>) -> PatchPath<'a> {
        let is_missing = |side: &Option<HeaderName<'a>>| {
            side.as_ref().and_then(HeaderName::time) == Some(Time::Epoch)
        };
        if self.section.is_added() && is_missing(&self.section.old) {
            new
        } else if self.section.is_deleted() && is_missing(&self.section.new) {
            old
        } else {
            self.forgive(DiagnosticKind::TwoNames);
            new.or(old).one_of_two()
        }
    }

    fn forgive(&mut self, kind: DiagnosticKind) {
        self.diagnostics.push(Diagnostic::new(kind, self.section.span));
    }

    fn mismatch(&self, rule: &'static str) -> ParseError {
        self.section.locate(self.reader.error(Code::RenamePathMismatch, self.section.span, rule))
    }
}
