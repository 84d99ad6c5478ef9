//! The incremental parser.

use super::event::{Event, HunkStart};
use super::live::{Certain, Live};
use super::newline::{newline, newline_in};
use super::patience::{is_git_header, is_worth_a_try};
use super::told::Told;
use crate::grammar::{
    Cursor, Horizon, HunkHead, Known, KnownHunk, Message, Place, Rules, Saved, Step, Stepper,
    is_begin_patch, may_start_section,
};
use crate::options::{BOM, format_of, is_indented};
use crate::{Counts, Format, ParseError, ParseOptions, Patch};

/// Bytes for which there is room at first.
const LEAST_ROOM: usize = 4096;

/// The receiver of the events.
type Sink<'s> = dyn FnMut(&Event<'_>) + 's;

/// Reads a patch while it is being written.
///
/// Pieces of any size go in, cut anywhere; whatever is certain comes out as [`Event`]s. The events
/// do not depend on how the text was cut, and [`Self::finish`] returns what [`ParseOptions::parse`]
/// returns for the whole. Work is linear in the bytes, whatever the size of the pieces. The text is
/// kept, up to the limit on its size.
///
/// A patch that is indented, quoted or coloured as a whole can be understood only with the whole
/// text, so nothing is emitted before the end. A text that is not a patch, or not one of the format
/// that is insisted on, has no events and ends in an error; after a mistake there are no more
/// events.
///
/// # Examples
///
/// ```
/// use patch_parse::{Event, PatchStream};
///
/// let mut seen = Vec::new();
/// let mut stream = PatchStream::default();
/// for piece in ["--- a/x\n+++ b/x", "\n@@ -1,2 +1,2 @@\n one\n-tw", "o\n+2\n"] {
///     stream.push(piece.as_bytes(), |event| seen.push(match event {
///         Event::FileStarted(file) => format!("{} {}", file.operation.as_str(), file.operation.path()),
///         Event::Line(line) => format!("{}{}", char::from(line.kind.marker()), line.text),
///         _ => String::from("…"),
///     }));
/// }
/// assert_eq!(seen, ["modify x", "…", " one", "-two"]);
///
/// // The last line may go on, and the hunk too: that is known at the end.
/// let patch = stream.finish(|event| seen.push(format!("{:.9}", format!("{event:?}"))))?;
/// assert_eq!(patch.files.len(), 1);
/// assert_eq!(seen[4..], ["Line(Hunk", "HunkEnded", "FileEnded"]);
/// # Ok::<(), patch_parse::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatchStream {
    options: ParseOptions,
    text: Vec<u8>,
    /// The most bytes of text that are kept, and the size of a text that was too large and was not
    /// kept.
    most: usize,
    dropped: usize,
    /// Byte offsets of the start and of the end of the last whole line.
    line: (usize, usize),
    stage: Stage,
    rules: Rules,
    /// Where the next step begins.
    saved: Saved,
    /// The length of the text when that step was last tried.
    tried: usize,
    live: Option<Live>,
    /// The message of a commit in which the next line is, while the format is not known.
    message: Message,
    told: Told,
    /// The hunks that have ended, which the parse of the whole text need not measure again.
    known: Vec<KnownHunk>,
}

/// What is done with incoming lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Searches for the first line of a patch.
    Detect,
    /// Reads the patch.
    Read,
    /// Emits nothing before the end.
    Silent,
}

impl Default for PatchStream {
    fn default() -> Self {
        Self::new(ParseOptions::default())
    }
}

impl PatchStream {
    /// A stream that reads a patch with these options.
    pub fn new(options: ParseOptions) -> Self {
        Self {
            rules: options.rules(options.format.unwrap_or(Format::Unified)),
            most: options.limits.patch_bytes,
            dropped: 0,
            options,
            text: Vec::new(),
            line: (0, 0),
            stage: Stage::Detect,
            saved: Saved::new(0),
            tried: 0,
            live: None,
            message: Message::default(),
            told: Told::default(),
            known: Vec::new(),
        }
    }

    /// Takes the next piece of the text and emits what it makes certain.
    #[inline]
    pub fn push(&mut self, piece: &[u8], mut sink: impl FnMut(&Event<'_>)) {
        let from = self.text.len();
        if let Some(len) = self.keep(piece) {
            self.read_lines(from + len, &mut sink);
        }
    }

    /// The format of the events: the one that is insisted on, or the one that was found; unified
    /// until then.
    pub fn format(&self) -> Format {
        self.rules.format
    }

    /// The text so far; empty if it is too large.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Ends the text, emits what was not certain before, and returns the patch.
    ///
    /// # Errors
    ///
    /// Those of [`ParseOptions::parse`]; then nothing more is emitted.
    pub fn finish(&mut self, mut sink: impl FnMut(&Event<'_>)) -> Result<Patch<'_>, ParseError> {
        self.stage = Stage::Silent;
        self.options.check_size(self.dropped)?;
        let patch = self.options.parse_known(&self.text, Known::new(&self.known))?;
        self.told.rest_of(&patch, &mut sink);
        Ok(patch)
    }

    /// Appends a piece to the text; returns the end of the first line in it.
    ///
    /// A model writes tokens of about four bytes: a piece of four bytes is handled as one number.
    /// There is never room for more than may be kept.
    #[inline]
    fn keep(&mut self, piece: &[u8]) -> Option<usize> {
        match <[u8; 4]>::try_from(piece) {
            Ok(word) if self.text.capacity() - self.text.len() >= 4 => {
                self.text.extend_from_slice(&word);
                newline_in(word)
            }
            _ => self.keep_piece(piece),
        }
    }

    #[inline(never)]
    fn keep_piece(&mut self, piece: &[u8]) -> Option<usize> {
        let (len, room) = (self.text.len() + piece.len(), self.text.capacity());
        if len > self.most {
            self.give_up(piece.len());
            return None;
        }
        if len > room {
            let twice = len.max(room * 2).max(LEAST_ROOM).min(self.most);
            self.text.reserve_exact(twice - self.text.len());
        }
        self.text.extend_from_slice(piece);
        newline(piece)
    }

    /// Drops a text that is too large; it is refused at the end.
    #[cold]
    fn give_up(&mut self, more: usize) {
        self.dropped += self.text.len() + more;
        self.stage = Stage::Silent;
        self.text = Vec::new();
        self.most = 0;
    }

    /// Reads the lines that are whole now; the first of them ends before byte `first`.
    fn read_lines(&mut self, first: usize, sink: &mut Sink<'_>) {
        let mut end = first + 1;
        while self.stage != Stage::Silent {
            let (_, start) = self.line;
            self.line = (start, end);
            if end - start > self.options.limits.line_bytes {
                self.stage = Stage::Silent;
            }
            if self.live.is_none() || self.see_line(sink) {
                while self.advance(sink) {}
            }
            let Some(len) = newline(self.text.get(end..).unwrap_or_default()) else { return };
            end += len + 1;
        }
    }

    /// Examines the last line as one of a hunk; returns whether the hunk may be complete with it.
    #[inline]
    fn see_line(&mut self, sink: &mut Sink<'_>) -> bool {
        let Some(live) = &mut self.live else { return true };
        let (start, end) = self.line;
        if live.seen() != start {
            return true;
        }
        match live.see(&self.text, end, &self.saved) {
            Certain::Nothing => {}
            Certain::Line(known) if live.is_started => self.told.line(known, sink),
            other => tell(other, live, &mut self.told, sink),
        }
        self.may_end_hunk()
    }

    /// Whether the last line may be the first one after a hunk.
    #[inline]
    fn may_end_hunk(&self) -> bool {
        match self.text.get(self.line.0) {
            Some(b' ' | b'+' | b'-' | b'\\' | b'\r' | b'\n') => false,
            Some(b'@' | b'*') => true,
            _ => self.may_be_behind_hunk(),
        }
    }

    /// Whether the last line, which has no mark, may be something else than a hunk line that lost
    /// its mark.
    #[inline(never)]
    fn may_be_behind_hunk(&self) -> bool {
        let lacks_lines = self.live.as_ref().is_some_and(Live::lacks_lines);
        !lacks_lines || self.saved.may_close() || may_start_section(self.last_line())
    }

    /// Takes the next step, if the lines so far allow it; returns whether it did.
    #[inline(never)]
    fn advance(&mut self, sink: &mut Sink<'_>) -> bool {
        match self.stage {
            Stage::Silent => false,
            Stage::Detect => self.may_try() && self.detect(),
            Stage::Read if self.live.is_some() => {
                self.see_lines(sink);
                self.may_end_hunk() && self.may_try() && self.step(sink)
            }
            Stage::Read => match self.saved.place {
                Place::Outside => self.has_headers() && self.may_try() && self.step(sink),
                Place::Envelope | Place::Ended => self.may_try() && self.step(sink),
                // Waits for its first line.
                Place::Hunks(_) if self.is_one_header() => false,
                Place::Hunks(_) | Place::Chunks(_) | Place::Added(_) => {
                    self.may_try() && self.start_hunk(sink)
                }
            },
        }
    }

    /// Whether only the header of a hunk has arrived.
    fn is_one_header(&self) -> bool {
        let (start, _) = self.line;
        start == self.saved.at && self.last_line().starts_with(b"@@")
    }

    /// The last whole line, its ending included.
    fn last_line(&self) -> &[u8] {
        let (start, end) = self.line;
        self.text.get(start..end).unwrap_or_default()
    }

    /// Whether to try the next step with the lines that have arrived.
    fn may_try(&self) -> bool {
        let (_, end) = self.line;
        let fresh = end - self.tried.max(self.saved.at);
        is_worth_a_try(end - self.saved.at, fresh, self.last_line())
    }

    /// Whether a section that starts with `diff --git` may have all its headers: no step is tried
    /// for each of the headers that git writes.
    fn has_headers(&self) -> bool {
        let section = self.text.get(self.saved.at..).unwrap_or_default();
        let (start, _) = self.line;
        if !section.starts_with(b"diff --git ") {
            return true;
        }
        start > self.saved.at && !is_git_header(self.last_line())
    }

    /// Checks whether the next line is the first of a patch.
    fn detect(&mut self) -> bool {
        let (_, end) = self.line;
        if self.saved.at == 0 && self.text.starts_with(BOM) {
            self.saved.at = BOM.len();
        }
        let horizon = Horizon::default();
        let lines = Cursor::until(self.text.get(..end).unwrap_or_default(), &horizon);
        let mut cursor = lines.at(self.saved.at, self.saved.line);
        let Some(line) = cursor.peek() else { return false };
        // A patch that is indented as a whole may begin in this way.
        let is_quoted = self.message.quotes(&line);
        let is_carried = self.options.counts == Counts::Advice
            && is_indented(&line)
            && is_begin_patch(line.text)
            && !is_quoted;
        let found = format_of(&line, &cursor).filter(|_| !is_quoted);
        if is_carried {
            self.stage = Stage::Silent;
        } else if horizon.was_reached() {
            self.tried = end;
            return false;
        } else if let Some(format) = found {
            let is_wanted = self.options.format.is_none_or(|wanted| wanted == format);
            self.stage = if is_wanted { Stage::Read } else { Stage::Silent };
            self.rules = self.options.rules(format);
            let start = if self.text.starts_with(BOM) { BOM.len() } else { 0 };
            self.saved = Saved::new(start);
        } else {
            self.message = self.message.behind(&line);
            cursor.next();
            (self.saved.at, self.saved.line) = (cursor.at, cursor.line);
        }
        true
    }

    /// Reads the header of the next hunk, and its first line; if there is none, the section ends.
    fn start_hunk(&mut self, sink: &mut Sink<'_>) -> bool {
        let (_, end) = self.line;
        let horizon = Horizon::default();
        let text = self.text.get(..end).unwrap_or_default();
        let lines = Cursor::until(text, &horizon);
        let start = Stepper::resume(lines, &self.rules, &self.saved).opt_hunk_start();
        match start {
            Ok(Some(HunkHead { hunk, range, header, behind: body }))
                if !horizon.was_reached() && body.at < end =>
            {
                let mut live = Live::new(self.saved.place, range, header, body.at);
                if let (Some(live), Some(line)) = (&mut live, body.peek()) {
                    live.see(text, line.span.end, &self.saved);
                    if live.has_line() {
                        live.is_started = true;
                        self.told.hunk_started(HunkStart::of(&hunk), sink);
                    }
                }
                self.live = live;
                true
            }
            Ok(None) if !horizon.was_reached() => self.step(sink),
            Err(_) if !horizon.was_reached() => {
                self.stage = Stage::Silent;
                false
            }
            _ => {
                self.tried = end;
                false
            }
        }
    }

    /// Examines the lines of the hunk that have arrived since.
    fn see_lines(&mut self, sink: &mut Sink<'_>) {
        let (_, end) = self.line;
        let Some(live) = &mut self.live else { return };
        while live.seen() < end
            && let Some(line) = Cursor::new(&self.text).at(live.seen(), 0).next()
        {
            let known = live.see(&self.text, line.span.end, &self.saved);
            tell(known, live, &mut self.told, sink);
        }
    }

    /// Takes the next step, unless it needs more lines.
    fn step(&mut self, sink: &mut Sink<'_>) -> bool {
        let (_, end) = self.line;
        let horizon = Horizon::default();
        let lines = Cursor::until(self.text.get(..end).unwrap_or_default(), &horizon);
        let mut stepper = Stepper::resume(lines, &self.rules, &self.saved);
        let step = stepper.step(self.live.as_ref().and_then(Live::whole));
        if horizon.was_reached() {
            self.tried = end;
            return false;
        }
        let Ok(step) = step else {
            self.stage = Stage::Silent;
            return false;
        };
        if let Step::Hunk(_) = step {
            self.known.extend(stepper.last_body());
        }
        self.told.step(step, self.live.take().as_ref(), sink);
        match stepper.opt_end() {
            Ok(Some(end)) => self.told.step(end, None, sink),
            Ok(None) => {}
            Err(_) => self.stage = Stage::Silent,
        }
        self.saved = stepper.save();
        true
    }
}

/// Emits lines of a hunk, and its header before the first.
fn tell(known: Certain<'_>, live: &mut Live, so_far: &mut Told, sink: &mut Sink<'_>) {
    if !live.is_started && !matches!(known, Certain::Nothing) {
        // The lines of a new file have no header.
        live.is_started = true;
        so_far.hunk_started(HunkStart::default(), sink);
    }
    match known {
        Certain::Nothing => {}
        Certain::Line(one) => so_far.line(one, sink),
        Certain::Lines(several) => so_far.lines(several, sink),
    }
}
