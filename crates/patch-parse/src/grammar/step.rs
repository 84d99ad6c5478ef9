//! Reads a patch step by step, while it is still being written.
//!
//! A step is one production, the same that reads a whole text. It gets the lines that have arrived.
//! If it looks at their end, the caller undoes it and tries it again with more lines
//! ([`Horizon`](super::Horizon)).

use std::borrow::Cow;

use super::headers::Follows;
use super::hunk::HunkHeaders;
use super::known::{KnownHeader, KnownHunk};
use super::line::Cursor;
use super::markers::{END_PATCH, is_end_patch};
use super::names::HeaderName;
use super::reader::{Reader, Rules, Tally};
use super::section::Section;
use super::starts::is_mail_start;
use super::unified::NEW_FILE;
use super::wrapping::OpenWrapping;
use crate::ast::{
    CrOf, FileContent, FileOperation, FilePatch, Hunk, HunkLines, HunkRange, LineCounts, Numbers,
};
use crate::{Code, Counts, Format, ParseError, Span};

/// The state of a reader between two steps, kept without the text.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    /// The next line: its first byte, 0-based, and its number, 1-based.
    pub(crate) at: usize,
    pub(crate) line: usize,
    pub(crate) place: Place,
    commits: Commits,
    wrapping: OpenWrapping,
    tally: Tally,
}

/// Where in a patch the next line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Outside sections and envelopes.
    Outside,
    /// After `*** Begin Patch`, between sections.
    Envelope,
    /// Where the next hunk of a unified diff is, if there is one.
    Hunks(Inside),
    /// Where the next chunk is, if there is one.
    Chunks(Inside),
    /// Where the lines of a new file are.
    Added(Inside),
    /// After these lines.
    Ended,
}

/// What has been read of the current section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inside {
    header: Span,
    pub(crate) cr_of: CrOf,
    /// Whether the headers say that the file is new: it has no context.
    pub(crate) is_new: bool,
    hunks: usize,
    /// Whether a hunk has a line of the old file.
    has_old: bool,
    /// Of the last hunk.
    range: Option<HunkRange>,
    counts: LineCounts,
}

impl Inside {
    /// The state after the headers of a section.
    fn of(file: &FilePatch<'_>, cr_of: CrOf) -> Self {
        let is_new = matches!(file.operation, FileOperation::Add { .. });
        Self {
            header: file.span,
            cr_of,
            is_new,
            hunks: 0,
            has_old: false,
            range: None,
            counts: LineCounts::default(),
        }
    }
}

/// Counts the commits of the text.
#[derive(Clone, Copy, Debug, Default)]
struct Commits {
    now: usize,
    /// The commit to which the last section belongs.
    of_last: Option<usize>,
}

/// The header lines of a hunk.
#[derive(Debug)]
pub(crate) struct HunkHead<'a> {
    /// A hunk without lines.
    pub(crate) hunk: Hunk<'a>,
    pub(crate) range: Option<HunkRange>,
    /// What is needed to skip them when the text is read again.
    pub(crate) header: Option<KnownHeader>,
    /// The cursor after them.
    pub(crate) behind: Cursor<'a>,
}

/// What a step has read.
#[derive(Debug)]
pub(crate) enum Step<'a> {
    /// Lines that are in no section, or a hunk without a line.
    Nothing,
    /// The headers of a section.
    FileStarted(FilePatch<'a>),
    Hunk(Hunk<'a>),
    /// The section has no more hunks. Holds its operation if the hunks show more than the headers
    /// did.
    FileEnded(Option<FileOperation<'a>>),
    /// A section that has no hunks.
    File(FilePatch<'a>),
}

impl Saved {
    /// The state before the first line, at byte `start`.
    pub(crate) fn new(start: usize) -> Self {
        Self {
            at: start,
            line: 1,
            place: Place::Outside,
            commits: Commits::default(),
            wrapping: OpenWrapping::default(),
            tally: Tally::default(),
        }
    }

    /// Whether a wrapping of the patch is open, which some plain line closes.
    pub(crate) fn may_close(&self) -> bool {
        self.wrapping.is_open()
    }

    /// Whether a line of context would also end the patch or its wrapping.
    pub(crate) fn may_end(&self, line: &[u8]) -> bool {
        let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
        if first != Some(&b'*') && !self.wrapping.is_open() {
            return false;
        }
        let line = Cursor::new(line).next();
        line.is_some_and(|line| is_end_patch(line.text) || self.wrapping.again().closes(&line))
    }
}

/// Reads one step.
#[derive(Debug)]
pub(crate) struct Stepper<'a> {
    reader: Reader<'a>,
    place: Place,
    commits: Commits,
}

impl<'a> Stepper<'a> {
    /// Resumes where a step ended. `text` has whole lines.
    pub(crate) fn resume(text: Cursor<'a>, rules: &Rules, saved: &'a Saved) -> Self {
        let mut reader = Reader::at(text.at(saved.at, saved.line), rules.clone());
        reader.is_read_again = true;
        reader.wrapping = saved.wrapping.again();
        reader.tally = saved.tally.clone();
        if let Place::Hunks(inside) | Place::Chunks(inside) | Place::Added(inside) = saved.place {
            reader.cr_of = inside.cr_of;
        }
        if let Place::Hunks(inside) | Place::Chunks(inside) = saved.place {
            reader.header = inside.header;
        }
        Self { reader, place: saved.place, commits: saved.commits }
    }

    /// What is needed to resume after the last step.
    pub(crate) fn save(&self) -> Saved {
        let reader = &self.reader;
        Saved {
            at: reader.cursor.at,
            line: reader.cursor.line,
            place: self.place,
            commits: self.commits,
            wrapping: OpenWrapping::of(reader.wrapping),
            tally: reader.tally.clone(),
        }
    }

    /// The hunk that the last step has read, to be known when the text is read again.
    pub(crate) fn last_body(&self) -> Option<KnownHunk> {
        self.reader.last_body
    }

    /// The header lines of the next hunk, as a hunk without lines; `None` if no hunk is next.
    pub(crate) fn opt_hunk_start(&mut self) -> Result<Option<HunkHead<'a>>, ParseError> {
        let is_hunk = match self.place {
            Place::Hunks(inside) => self.skip_to_hunk(inside)?,
            _ => false,
        };
        let reader = &mut self.reader;
        let (headers, header) = match self.place {
            Place::Hunks(_) if is_hunk => {
                let start = reader.cursor;
                let headers = reader.hunk_headers()?;
                let lines = reader.cursor.line - start.line;
                let header = headers.known(start.span(), lines);
                (headers, header)
            }
            Place::Chunks(_) if reader.skip_to_chunk()? => (reader.chunk_headers()?, None),
            Place::Added(_) => (HunkHeaders::default(), None),
            _ => return Ok(None),
        };
        let range = headers.range;
        let hunk = headers.with(HunkLines::default(), Numbers::default());
        Ok(Some(HunkHead { hunk, range, header, behind: reader.cursor }))
    }

    /// Reads what is next; a hunk may be known from an earlier reading.
    pub(crate) fn step(&mut self, known: Option<KnownHunk>) -> Result<Step<'a>, ParseError> {
        match self.place {
            Place::Outside => match self.reader.format {
                Format::Unified => self.unified(),
                Format::OpenCode => self.opencode(),
            },
            Place::Envelope => self.envelope(),
            Place::Hunks(inside) => self.hunk(inside, known),
            Place::Chunks(inside) => self.chunk(inside, known),
            Place::Added(_) => self.added(),
            Place::Ended => {
                self.place = Place::Envelope;
                Ok(Step::FileEnded(None))
            }
        }
    }

    /// Ends a section of a unified diff if the start of the next line shows the end, without
    /// looking at the end of the text.
    pub(crate) fn opt_end(&mut self) -> Result<Option<Step<'a>>, ParseError> {
        let is_end = match self.reader.cursor.rest() {
            [] | [b'@' | b' ' | b'\t' | b'\r' | b'\n', ..] => false,
            // After text, hunks of the same file may follow.
            next => self.reader.counts == Counts::Believed || next.starts_with(b"diff --git "),
        };
        match self.place {
            Place::Hunks(inside) if is_end && inside.hunks > 0 => self.step(None).map(Some),
            _ => Ok(None),
        }
    }

    /// Reads a line between sections of a unified diff, or the headers of a section.
    fn unified(&mut self) -> Result<Step<'a>, ParseError> {
        let reader = &mut self.reader;
        let Some(line) = reader.cursor.peek() else { return Ok(Step::Nothing) };
        if is_mail_start(&line)
            && let Some(last) = self.commits.of_last
        {
            self.commits.now = last + 1;
        }
        let mut section = Section::default();
        let Some(follows) = reader.opt_head(&line, &mut section)? else {
            reader.stray(&line)?;
            reader.outside_unified(&line)?;
            reader.cursor.next();
            return Ok(Step::Nothing);
        };
        reader.end_of_strays()?;
        if follows == Follows::Hunks {
            reader.learn_cr(line.span);
        }
        let cr_of = reader.cr_of;
        let mut file = reader.alone(section)?;
        file.span = line.span.to(reader.cursor.span());
        self.found(&mut file);
        if follows == Follows::Nothing {
            return Ok(Step::File(file));
        }
        self.place = Place::Hunks(Inside::of(&file, cr_of));
        Ok(Step::FileStarted(file))
    }

    /// Reads a line between envelopes, or the start of an envelope.
    fn opencode(&mut self) -> Result<Step<'a>, ParseError> {
        let reader = &mut self.reader;
        let Some(line) = reader.cursor.peek() else { return Ok(Step::Nothing) };
        if reader.begins_envelope(&line) {
            reader.end_of_strays()?;
            reader.begin_marker()?;
            self.place = Place::Envelope;
        } else {
            reader.stray(&line)?;
            reader.outside_opencode(&line)?;
            reader.cursor.next();
        }
        Ok(Step::Nothing)
    }

    /// Reads a line between the sections of an envelope, or the header of a section.
    fn envelope(&mut self) -> Result<Step<'a>, ParseError> {
        let reader = &mut self.reader;
        let line = reader.envelope_line()?;
        if is_end_patch(line.text) {
            reader.note_marker(END_PATCH)?;
            reader.cursor.next();
            self.place = Place::Outside;
            self.commits.now = self.commits.of_last.map_or(0, |last| last + 1);
            return Ok(Step::Nothing);
        }
        if line.is_blank() || reader.is_nested_begin(&line) {
            reader.cursor.next();
            return Ok(Step::Nothing);
        }
        let (operation, header) = reader.header(&line)?;
        let operation = match operation {
            FileOperation::Modify { path } => reader.update_head(path)?,
            operation => operation,
        };
        if let FileOperation::Add { .. } = operation {
            reader.skip_repeated_header(&operation)?;
        }
        let mut file = FilePatch::new(operation, Vec::new());
        file.span = line.span.to(reader.cursor.span());
        self.found(&mut file);
        let inside = Inside::of(&file, CrOf::of_headers(header.cr));
        self.place = match file.operation {
            FileOperation::Add { .. } => Place::Added(inside),
            FileOperation::Delete { .. } => {
                let lines = self.reader.opt_deleted_lines(&file.operation)?;
                file.content = FileContent::Hunks(lines.into_iter().collect());
                return Ok(Step::File(file));
            }
            _ => Place::Chunks(inside),
        };
        Ok(Step::FileStarted(file))
    }

    /// Assigns a section that was found to the current commit.
    fn found(&mut self, file: &mut FilePatch<'a>) {
        file.commit = self.commits.now;
        self.commits.of_last = Some(file.commit);
    }

    /// Reads the next hunk of a unified diff, or the end of the section.
    fn hunk(&mut self, inside: Inside, known: Option<KnownHunk>) -> Result<Step<'a>, ParseError> {
        if !self.skip_to_hunk(inside)? {
            let is_bare = inside.is_new && inside.hunks == 0;
            if let Some(hunk) = self.reader.opt_bare_hunk(is_bare)? {
                self.place = Place::Hunks(Inside { hunks: 1, ..inside });
                return Ok(Step::Hunk(hunk));
            }
            self.check_effect(inside)?;
            self.place = Place::Outside;
            return Ok(Step::FileEnded(self.operation(inside)?));
        }
        let Some(mut hunk) = self.reader.hunk(known)? else {
            return Ok(Step::Nothing);
        };
        let has_old = inside.is_new && (inside.has_old || hunk.lines.has_old_line());
        if has_old && !inside.has_old {
            self.check_may_be_there(inside)?;
        }
        if inside.is_new && !has_old {
            hunk.lines.add_blanks();
        }
        let (range, counts) = (hunk.range(), hunk.lines.counts());
        let hunks = inside.hunks + 1;
        self.place = Place::Hunks(Inside { hunks, has_old, range, counts, ..inside });
        Ok(Step::Hunk(hunk))
    }

    /// Moves to the header of the next hunk, if there is one.
    fn skip_to_hunk(&mut self, inside: Inside) -> Result<bool, ParseError> {
        let reader = &mut self.reader;
        Ok(reader.skip_to_hunk() || reader.skip_text_to_hunk(inside.hunks)?)
    }

    /// The operation of a section of a unified diff if its hunks change it: the only hunk has no
    /// line on one side, where there may be no file, or a hunk shows that a new file exists
    /// already.
    fn operation(&mut self, inside: Inside) -> Result<Option<FileOperation<'a>>, ParseError> {
        let is_empty = |range: HunkRange| range.old_count == 0 || range.new_count == 0;
        let says_more = inside.hunks == 1 && inside.range.is_some_and(is_empty);
        if !says_more && !inside.has_old {
            return Ok(None);
        }
        let Some(mut section) = self.head_again(inside)? else { return Ok(None) };
        let starts = inside.range.map(|range| (range.old_start, range.new_start));
        let old = usize::from(inside.has_old);
        let counts = LineCounts { removed: inside.counts.removed.max(old), ..inside.counts };
        let lines = HunkLines::new(Cow::default(), CrOf::File, counts);
        let hunk = Hunk::new(lines).with_starts(starts);
        section.file.content = FileContent::Hunks(vec![hunk]);
        self.reader.note_new_file_that_is_there(&mut section);
        Ok(Some(self.reader.alone(section)?.operation))
    }

    /// Refuses a line of the old file where a name says that there is none: another file's lines may
    /// be taken for those of this one.
    fn check_may_be_there(&mut self, inside: Inside) -> Result<(), ParseError> {
        let section = self.head_again(inside)?;
        if section.is_some_and(|section| section.naming.old == Some(HeaderName::DevNull)) {
            return Err(self.reader.error(Code::InvalidHunkLine, inside.header, NEW_FILE));
        }
        Ok(())
    }

    /// Refuses a section that ends without a hunk and needs one: its headers may not be what they
    /// seem.
    fn check_effect(&mut self, inside: Inside) -> Result<(), ParseError> {
        if inside.hunks > 0 {
            return Ok(());
        }
        let section = self.head_again(inside)?;
        section.map_or(Ok(()), |section| self.reader.check_effect_alone(section))
    }

    /// The headers of the section, read again.
    fn head_again(&mut self, inside: Inside) -> Result<Option<Section<'a>>, ParseError> {
        let reader = &mut self.reader;
        let behind = reader.cursor;
        reader.cursor = behind.at_span(inside.header);
        let mut section = Section::default();
        let head = reader.cursor.peek().map(|line| reader.opt_head(&line, &mut section));
        reader.cursor = behind;
        Ok(head.transpose()?.flatten().map(|_| section))
    }

    /// Reads the next chunk, or the end of the section.
    fn chunk(&mut self, inside: Inside, known: Option<KnownHunk>) -> Result<Step<'a>, ParseError> {
        if !self.reader.skip_to_chunk()? {
            self.place = Place::Envelope;
            return Ok(Step::FileEnded(self.late_move(inside)?));
        }
        let chunk = self.reader.chunk(known)?;
        Ok(chunk.map_or(Step::Nothing, Step::Hunk))
    }

    /// The operation of an update that ends in a `*** Move to:` line.
    fn late_move(&mut self, inside: Inside) -> Result<Option<FileOperation<'a>>, ParseError> {
        let reader = &mut self.reader;
        let behind = reader.cursor;
        reader.cursor = behind.at_span(inside.header);
        let header = reader.cursor.peek().map(|line| reader.header(&line));
        reader.cursor = behind;
        let Some((operation, _)) = header.transpose()? else { return Ok(None) };
        reader.opt_late_move(&operation)
    }

    /// Reads the lines of a new file, as one hunk.
    fn added(&mut self) -> Result<Step<'a>, ParseError> {
        let lines = self.reader.added_lines()?;
        self.place = Place::Ended;
        Ok(lines.map_or(Step::Nothing, Step::Hunk))
    }
}
