//! Records what a stream has emitted, and emits the rest at the end.

use std::borrow::Cow;
use std::mem::ManuallyDrop;

use super::event::{Event, HunkStart};
use super::live::Live;
use crate::ast::{FileContent, FileOperation, FilePatch, Hunk, Patch, PatchPath};
use crate::grammar::Step;
use crate::{HunkLine, Lines};

/// How much has been emitted.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// Sections that have ended.
    files: usize,
    /// The operation of the last section, which may have ended.
    file: Option<FileOperation<'static>>,
    is_open: bool,
    /// Hunks of that section that have ended.
    hunks: usize,
    /// If the header of the next hunk has been emitted: how many of its lines have been.
    hunk: Option<usize>,
}

impl Told {
    /// Emits what was read. `live` is the hunk as far as it was emitted before.
    pub(super) fn step(
        &mut self,
        step: Step<'_>,
        live: Option<&Live>,
        sink: &mut dyn FnMut(&Event<'_>),
    ) {
        match step {
            Step::Nothing => {}
            Step::FileStarted(file) => self.file_started(file, sink),
            Step::Hunk(hunk) => {
                let rest = hunk.lines.behind(live.map_or(0, Live::told));
                self.hunk_ended(&hunk, rest, sink);
            }
            Step::FileEnded(operation) => self.file_ended(operation, sink),
            Step::File(file) if file.hunks().is_empty() => {
                self.file_started(file, sink);
                self.file_ended(None, sink);
            }
            Step::File(file) => {
                self.file_started(without_hunks(&file), sink);
                for hunk in file.hunks() {
                    self.hunk_ended(hunk, hunk.lines.iter(), sink);
                }
                self.file_ended(None, sink);
            }
        }
    }

    pub(super) fn hunk_started(&mut self, start: HunkStart<'_>, sink: &mut dyn FnMut(&Event<'_>)) {
        self.hunk = Some(0);
        sink(&Event::HunkStarted(start));
    }

    pub(super) fn lines(&mut self, lines: Lines<'_>, sink: &mut dyn FnMut(&Event<'_>)) {
        for line in lines {
            self.line(line, sink);
        }
    }

    #[inline]
    pub(super) fn line(&mut self, line: HunkLine<'_>, sink: &mut dyn FnMut(&Event<'_>)) {
        self.hunk = self.hunk.map(|lines| lines + 1);
        // A line owns nothing that must be dropped, and there are many lines.
        sink(&ManuallyDrop::new(Event::Line(line)));
    }

    /// Emits everything of a patch that has not been emitted.
    pub(super) fn rest_of(&mut self, patch: &Patch<'_>, sink: &mut dyn FnMut(&Event<'_>)) {
        for file in patch.files.iter().skip(self.files) {
            if !self.is_open {
                self.file_started(without_hunks(file), sink);
            }
            for hunk in file.hunks().iter().skip(self.hunks) {
                let mut lines = hunk.lines.iter();
                for _ in 0..self.hunk.unwrap_or_default() {
                    lines.next();
                }
                self.hunk_ended(hunk, lines, sink);
            }
            self.file_ended(Some(file.operation.clone()), sink);
        }
    }

    fn file_started(&mut self, file: FilePatch<'_>, sink: &mut dyn FnMut(&Event<'_>)) {
        match (&mut self.file, &file.operation) {
            // Nearly all operations are these: the memory of the last path is reused.
            (Some(FileOperation::Modify { path: slot }), FileOperation::Modify { path }) => {
                PatchPath::assign(slot, path);
            }
            (slot, operation) => *slot = Some(operation.clone().into_owned()),
        }
        self.is_open = true;
        self.hunks = 0;
        sink(&Event::FileStarted(file));
    }

    fn hunk_ended(&mut self, hunk: &Hunk<'_>, rest: Lines<'_>, sink: &mut dyn FnMut(&Event<'_>)) {
        if self.hunk.is_none() {
            self.hunk_started(HunkStart::of(hunk), sink);
        }
        self.lines(rest, sink);
        self.hunk = None;
        self.hunks += 1;
        sink(&Event::HunkEnded(Cow::Borrowed(hunk)));
    }

    fn file_ended(
        &mut self,
        operation: Option<FileOperation<'_>>,
        sink: &mut dyn FnMut(&Event<'_>),
    ) {
        let Some(file) = self.file.as_ref().filter(|_| self.is_open) else { return };
        self.is_open = false;
        self.files += 1;
        self.hunks = 0;
        sink(&Event::FileEnded(operation.map_or(Cow::Borrowed(file), Cow::Owned)));
    }
}

/// A section with its headers only.
fn without_hunks<'a>(file: &FilePatch<'a>) -> FilePatch<'a> {
    let content = match &file.content {
        FileContent::Hunks(_) => FileContent::Hunks(Vec::new()),
        other => other.clone(),
    };
    FilePatch {
        operation: file.operation.clone(),
        content,
        metadata: file.metadata.clone(),
        commit: file.commit,
        span: file.span,
    }
}
