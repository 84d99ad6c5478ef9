//! Reads the chunks of an update in the `*** Begin Patch` format.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};

use super::body::Body;
use super::hunk::HunkHeaders;
use super::hunk_header::{HunkHeader, Sides, anchor_text, hunk_header};
use super::known::KnownHunk;
use super::line::{Cursor, Line};
use super::markers::{
    BEGIN_PATCH, END_OF_FILE, END_PATCH, has_stars, is_at_margin, is_begin_patch, is_end_patch,
    is_section_header, opt_inner_marker, opt_move_to,
};
use super::reader::Reader;
use crate::ast::{Hunk, HunkRange, Numbers};
use crate::{Code, Counts, DiagnosticKind, ParseError, Span};

impl<'a> Reader<'a> {
    /// ```ebnf
    /// chunk = [ { "@@" [ " " anchor ] eol } ] { hunk_line eol } [ "*** End of File" eol ] ;
    /// ```
    ///
    /// The first chunk needs no `@@`. A header of the other format is forgiven: its words are an
    /// anchor, and its numbers are kept.
    pub(super) fn chunk(
        &mut self,
        known: Option<KnownHunk>,
    ) -> Result<Option<Hunk<'a>>, ParseError> {
        let start = self.cursor.span();
        let headers = self.chunk_headers()?;
        let first = self.cursor.span();
        let body = match known.or_else(|| self.known.at(first.start)) {
            Some(known) => self.take_known(known),
            None => self.chunk_body(start)?,
        };
        self.remember(&body, first, None);
        let mut end_of_file = false;
        if let Some(line) = self.cursor.peek()
            && opt_inner_marker(line.text, END_OF_FILE).is_some()
        {
            self.note_marker(END_OF_FILE)?;
            self.cursor.next();
            end_of_file = true;
        }
        let span = start.to(self.cursor.span());
        self.count_hunk(body.counts.total() + headers.anchors.len(), span)?;
        self.check_lost_change(headers.counts(), span, &body)?;
        self.note_markers(span, body.blank, body.unmarked);
        if !body.has_change() {
            self.forgive(DiagnosticKind::EmptyHunk, span);
        }
        let lines = body.into_lines(self.cr_of);
        let blank_lines_behind = if end_of_file { 0 } else { self.blank_lines() };
        let numbers = Numbers { end_of_file, blank_lines_behind, span, ..Numbers::default() };
        if lines.is_empty() {
            return Ok(None);
        }
        Ok(Some(headers.with(lines, numbers)))
    }

    /// Reads the header lines of a chunk; there may be none.
    pub(super) fn chunk_headers(&mut self) -> Result<HunkHeaders<'a>, ParseError> {
        let start = self.cursor.span();
        let mut headers = HunkHeaders::default();
        while let Some(line) = self.cursor.peek().filter(|line| line.starts_with("@@")) {
            let is_anchor = self.chunk_header(&line, &mut headers)?;
            self.cursor = self.cursor.behind(&line);
            self.check_lines(headers.anchors.len(), start)?;
            if !self.skip_to_next_header(&headers) && !is_anchor {
                break;
            }
        }
        Ok(headers)
    }

    /// Skips empty lines between an anchor and the next header, as in `@@ class A`, an empty line,
    /// `@@ def f`, where a `@@` that says nothing may come as well; returns whether a header is
    /// next. Without lines of its own such an anchor can only be meant for the chunk below.
    fn skip_to_next_header(&mut self, headers: &HunkHeaders<'a>) -> bool {
        let says_where = !headers.anchors.is_empty() || headers.loose == Some(Sides::One);
        if !says_where || self.counts == Counts::Believed {
            return false;
        }
        if let Some(header) = self.header_behind_blanks(self.cursor) {
            self.forgive(DiagnosticKind::HunkHeader, self.cursor.span().to(header.span()));
            self.cursor = header;
        }
        self.cursor.starts_with("@@")
    }

    /// The place after empty lines, if a header is there.
    fn header_behind_blanks(&self, cursor: Cursor<'a>) -> Option<Cursor<'a>> {
        // Nearly always there are none.
        if !matches!(cursor.ahead(), [b'\r' | b'\n', ..]) {
            return None;
        }
        self.blanks_at(cursor).map(|(after, _)| after).filter(|after| after.starts_with("@@"))
    }

    /// Reads one header line; returns whether it was an anchor, after which more may follow.
    fn chunk_header(
        &mut self,
        line: &Line<'a>,
        headers: &mut HunkHeaders<'a>,
    ) -> Result<bool, ParseError> {
        // Counts alone say nothing here, below a line number either.
        let header = match hunk_header(line.text) {
            Some(HunkHeader::Loose { section, sides: Sides::CountsAlone, .. }) => {
                Some(HunkHeader::Anywhere(section))
            }
            header => header,
        };
        if let Some(HunkHeader::Loose { sides, .. }) = header {
            headers.loose = Some(sides);
            self.forgive(DiagnosticKind::HunkHeader, line.span);
        }
        let anchor = match header {
            Some(HunkHeader::Range(range, section) | HunkHeader::Loose { range, section, .. }) => {
                headers.range = Some(range);
                let Some(words) = opt_words(section) else {
                    headers.section = section;
                    return Ok(false);
                };
                words
            }
            Some(HunkHeader::Anywhere(section)) => match opt_words(section) {
                Some(words) => words,
                None => return Ok(false),
            },
            Some(HunkHeader::Anchor(text)) => text,
            // `@@ - item`: here a line that starts with a dash is an anchor like any other.
            None => {
                let glued =
                    || opt_glued_anchor(line.text).filter(|_| self.counts == Counts::Advice);
                let Some(text) = line.after("@@ ").or_else(glued) else {
                    let rule = "a chunk starts with `@@`, or `@@ ` and the text of a line";
                    return Err(self.error_at(Code::InvalidHunkHeader, line, rule));
                };
                if !line.starts_with("@@ ") {
                    self.forgive(DiagnosticKind::HunkHeader, line.span);
                }
                anchor_text(text)
            }
        };
        if let Some(number) = opt_line_number(anchor)
            && self.counts == Counts::Advice
            && self.is_about_lines_without_numbers(line)
        {
            let (old_start, new_start) = (number, number);
            headers.range = Some(HunkRange { old_start, new_start, old_count: 1, new_count: 1 });
            headers.loose = Some(Sides::One);
            self.forgive(DiagnosticKind::HunkHeader, line.span);
            // The next line may be a header that says nothing.
            return Ok(is_bare_header(&self.cursor.behind(line)));
        }
        headers.anchors.push(Cow::Borrowed(anchor));
        Ok(true)
    }

    /// Whether the file below a header `@@ line 5` does not itself seem to have lines like `line
    /// 5`: the first old line must not be one. False without an old line: then the header is needed
    /// to place the new ones.
    fn is_about_lines_without_numbers(&self, header: &Line<'a>) -> bool {
        let mut behind = self.cursor.behind(header);
        loop {
            behind = self.header_behind_blanks(behind).unwrap_or(behind);
            if !is_bare_header(&behind) {
                break;
            }
            behind.next();
        }
        while behind.starts_with("+") {
            behind.next();
        }
        let is_number = |text: &[u8]| {
            let text = text.trim_ascii();
            opt_line_number(text).is_some()
                || (text.starts_with_str("line ") && text.iter().any(u8::is_ascii_digit))
        };
        behind.peek().is_some_and(|line| match line.text {
            [b' ' | b'-', text @ ..] => !is_number(text),
            // Context that lost its mark.
            [_, ..] => self.may_be_in_chunk(&behind, &line) && !is_number(line.text),
            // Context as well, if the chunk goes on after it.
            [] => self.blanks_at(behind).is_some_and(|(_, is_end)| !is_end),
        })
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
            if body.unmarked == 0 && self.opt_fences_between().is_some() {
                break;
            }
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

    /// Whether the next line has a mark and can only be a line of its hunk.
    ///
    /// Nearly every line of a chunk is tested; written in nom, the test makes an envelope take 1.3
    /// % more instructions.
    #[inline]
    fn is_plain_line(&self) -> bool {
        match self.cursor.ahead() {
            [b'+' | b'-', ..] => true,
            [b' ', rest @ ..] => {
                // The line ending is not a blank, so that the next lines are not looked at.
                let is_blank = |byte: u8| byte != b'\n' && byte.is_ascii_whitespace();
                let first = rest.iter().find(|byte| !is_blank(**byte));
                first != Some(&b'*') && !self.wrapping.is_open()
            }
            _ => false,
        }
    }

    /// The place after the empty lines here, if there are any, and whether they belong to no chunk
    /// because the chunk does not go on after them.
    pub(super) fn blanks(&self) -> Option<(Cursor<'a>, bool)> {
        self.blanks_at(self.cursor)
    }

    /// As [`Reader::blanks`], at another place.
    fn blanks_at(&self, cursor: Cursor<'a>) -> Option<(Cursor<'a>, bool)> {
        let mut after = cursor;
        while after.peek().is_some_and(|line| line.text.is_empty()) {
            after.next();
        }
        let ends = |line: Line<'a>| line.starts_with("@@") || self.ends_section(&after, &line);
        (after.at > cursor.at).then(|| (after, after.peek().is_none_or(ends)))
    }

    /// How many empty lines that belong to no chunk are here.
    fn blank_lines(&self) -> u32 {
        // Nearly always there are none.
        if !matches!(self.cursor.ahead(), [b'\r' | b'\n', ..]) {
            return 0;
        }
        let behind = self.blanks().filter(|(_, is_end)| *is_end);
        let lines = behind.map_or(0, |(after, _)| after.line - self.cursor.line);
        u32::try_from(lines).unwrap_or(u32::MAX)
    }

    /// The next line, if it belongs to a chunk of the update; `*** End of File` does not.
    pub(super) fn opt_chunk_line(&self) -> Option<Line<'a>> {
        self.opt_body_line().filter(|line| opt_inner_marker(line.text, END_OF_FILE).is_none())
    }

    /// Whether a line is none that begins the next chunk, or ends this one.
    fn may_be_in_chunk(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        !line.starts_with("@@")
            && !self.ends_section(cursor, line)
            && opt_inner_marker(line.text, END_OF_FILE).is_none()
    }

    /// The next line, if it belongs to the section.
    pub(super) fn opt_body_line(&self) -> Option<Line<'a>> {
        self.cursor.peek().filter(|line| !self.ends_section(&self.cursor, line))
    }

    /// Whether the line at `cursor` no longer belongs to the section.
    fn ends_section(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        let has_stars = has_stars(line.text);
        let is_marker = is_at_margin(line.text)
            && (is_section_header(line.text)
                || line.starts_with(END_PATCH)
                || line.starts_with(BEGIN_PATCH)
                || is_end_patch(line.text)
                || is_begin_patch(line.text)
                || opt_move_to(line.text).is_some());
        is_marker
            || self.closes_here(cursor, line)
            || (has_stars && is_end_patch(line.text) && self.is_last(cursor))
    }

    /// Whether the next line is the last of the patch; an end marker there may be indented.
    fn is_last(&self, cursor: &Cursor<'a>) -> bool {
        let mut after = *cursor;
        after.next();
        after.skip_blank();
        after.peek().is_none_or(|line| self.closes_here(&after, &line))
    }
}

/// Whether a header that leads nowhere is next: `@@`, or counts alone, without words.
fn is_bare_header(cursor: &Cursor<'_>) -> bool {
    let header = cursor.peek().and_then(|line| hunk_header(line.text));
    matches!(
        header,
        Some(
            HunkHeader::Anywhere(section)
            | HunkHeader::Loose { section, sides: Sides::CountsAlone, .. }
        ) if opt_words(section).is_none()
    )
}

/// The number in `line 5`, `lines 5-7` and `5`, which give the place of a chunk and are not the
/// text of a line.
fn opt_line_number(anchor: &[u8]) -> Option<u64> {
    let behind = |word: &&str| {
        let (front, rest) = anchor.split_at_checked(word.len())?;
        front.eq_ignore_ascii_case(word.as_bytes()).then_some(rest)
    };
    let number = ["lines ", "line "].iter().find_map(behind).unwrap_or(anchor);
    let number = number.strip_suffix(b":").unwrap_or(number);
    let mut ends = number.splitn(2, |byte| b"-,".contains(byte));
    let is_number =
        |text: &[u8]| (1..=9).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    let first = ends.next().filter(|first| is_number(first))?;
    let is_one = ends.next().is_none_or(|last| is_number(last.trim_ascii()));
    is_one.then(|| first.to_str().ok()?.parse().ok()).flatten()
}

/// The anchor in `@@def f(x):` and `@@<tab>def f(x):`, where the blank after the signs is missing
/// or is a tab. `@@count = 0` and `@@count if x` are lines of Ruby that lost their mark.
fn opt_glued_anchor(line: &[u8]) -> Option<&[u8]> {
    const BEHIND_NAMES: [&[u8]; 6] = [b"if", b"unless", b"and", b"or", b"while", b"until"];
    let text = line.strip_prefix(b"@@")?;
    let words = text.trim_ascii();
    let begins_word = |text: &[u8]| text.first().is_some_and(u8::is_ascii_alphabetic);
    if words.len() < text.trim_ascii_end().len() {
        return begins_word(words).then_some(words);
    }
    let mut parts = words.splitn(2, |byte| *byte == b' ');
    let (first, rest) = (parts.next()?, parts.next()?);
    let second = rest.split(|byte| !byte.is_ascii_alphanumeric()).next()?;
    let are_words = first.iter().all(u8::is_ascii_alphabetic)
        && begins_word(rest)
        && !BEHIND_NAMES.contains(&second);
    are_words.then_some(words)
}

/// The heading after a second `@@` as an anchor: the text of a line, if `@@ text` would be read in
/// the same way.
fn opt_words(section: &BStr) -> Option<&BStr> {
    let words = section.trim_ascii_start();
    let is_else = |sign: &str| words.starts_with(sign.as_bytes());
    let is_plain = !words.is_empty() && !["-", "+", "@@", "...", "…"].into_iter().any(is_else);
    // Numbers may be those of a header.
    let is_range = || {
        words.first().is_some_and(u8::is_ascii_digit)
            && !matches!(hunk_header(&[b"@@ ", words].concat()), Some(HunkHeader::Anchor(_)))
    };
    (is_plain && !is_range()).then(|| anchor_text(words))
}
