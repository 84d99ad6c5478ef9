//! Finds the end of a code fence or heredoc around a patch, though lines of the patch may look like
//! that end.

use super::line::{Cursor, Line};
use super::markers::{is_begin_patch, is_end_patch};
use super::reader::Reader;
use super::region::RegionLine;
use super::starts::starts_section;
use super::wrapping::starts_fence;
use crate::Format;

/// How many lines are searched for a change.
const MOST_AHEAD: usize = 1000;

impl<'a> Reader<'a> {
    /// Whether a fence or heredoc ends here. In a diff of a Markdown file a line like the fence may
    /// be context that lost its mark: then the hunk goes on after it.
    pub(super) fn closes_here(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        let goes_on = || {
            let next = cursor.peek_second();
            next.is_some_and(|next| {
                next.is_marked() || next.starts_with("@@") || next.starts_with("*** ")
            })
        };
        self.wrapping.closes(line) && !goes_on() && !self.closes_later(cursor, line)
    }

    /// Whether the patch goes on after this fence, up to another one or to `*** End Patch`.
    fn closes_later(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        let behind = cursor.behind(line);
        match self.format {
            _ if !starts_fence(line.text) => false,
            Format::OpenCode => self.leads_to_end(behind),
            Format::Unified => self.leads_to_fence(behind),
        }
    }

    /// Whether `*** End Patch`, without which there is no envelope, is still to come.
    fn leads_to_end(&self, behind: Cursor<'a>) -> bool {
        let known =
            self.end_of_envelope.get().filter(|(from, to, _)| (*from..=*to).contains(&behind.at));
        if let Some((_, _, is_end)) = known {
            return is_end;
        }
        let mut ahead = behind;
        let marker = ahead.find(|line| is_end_patch(line.text) || is_begin_patch(line.text));
        let is_end = marker.is_some_and(|line| is_end_patch(line.text));
        let to = marker.map_or(usize::MAX, |line| line.span.start);
        self.end_of_envelope.set(Some((behind.at, to, is_end)));
        is_end
    }

    /// Whether a change follows before the next section.
    pub(super) fn leads_to_change(&self) -> bool {
        let mut ahead = self.cursor;
        ahead.next();
        for _ in 0..MOST_AHEAD {
            let Some(line) = ahead.peek().filter(|line| !starts_section(&ahead, line)) else {
                return false;
            };
            if RegionLine::new(line.span.of(ahead.source())).is_certain_change() {
                return true;
            }
            ahead.next();
        }
        false
    }

    /// Whether there are changes between this fence and the next one, which then ends the wrapping.
    fn leads_to_fence(&self, mut ahead: Cursor<'a>) -> bool {
        let mut has_change = false;
        while let Some(line) = ahead.peek() {
            if self.wrapping.closes(&line) {
                return has_change;
            }
            if starts_fence(line.text) || starts_section(&ahead, &line) {
                return false;
            }
            let line = RegionLine::new(line.span.of(ahead.source()));
            has_change |= line.is_certain_change();
            ahead.next();
        }
        false
    }
}
