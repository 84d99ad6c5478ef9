//! The sections of a patch as they arrive, and what is known of its files.

use acp_diff_types::AbsolutePath;
use patch_apply::Workspace;
use patch_parse::{FilePatch, Format};

use super::pace::Pace;
use super::part::{Part, Shape};
use super::piece::Piece;
use super::section::{Ground, Section};

/// What there is to report.
#[derive(Clone, Debug)]
pub(super) enum Told<D> {
    /// There are more files.
    Files,
    Part(Part<D>),
}

/// The sections so far.
#[derive(Debug)]
pub(super) struct Sections<'w, W, S> {
    pub(super) tool_call_id: String,
    pub(super) ground: Ground<'w, W, S>,
    /// The files so far.
    pub(super) files: Vec<AbsolutePath>,
    pace: Pace,
    /// How many files the client knows.
    told: usize,
    section: Option<Section>,
}

impl<'w, W: Workspace, S: Shape> Sections<'w, W, S> {
    pub(super) fn new(tool_call_id: String, ground: Ground<'w, W, S>) -> Self {
        let (files, pace) = (Vec::new(), Pace::default());
        Self { tool_call_id, ground, files, pace, told: 0, section: None }
    }

    pub(super) fn take(&mut self, piece: Piece, format: Format) -> Vec<Told<S::Diff>> {
        let parts = match piece {
            Piece::FileStarted(file) => return self.start(file, format).into_iter().collect(),
            Piece::Hunk(hunk) => {
                self.section.as_mut().map(|section| section.push(hunk, &self.ground))
            }
            Piece::FileEnded(operation) => {
                self.section.take().map(|section| section.end(operation, &self.ground))
            }
        };
        parts.into_iter().flatten().map(Told::Part).collect()
    }

    fn start(&mut self, file: FilePatch<'static>, format: Format) -> Option<Told<S::Diff>> {
        let path = file.operation.path().as_bstr().to_owned();
        self.section = Some(Section::new(format, file));
        // A name that the protocol cannot carry is not shown.
        self.files.push(crate::wire::absolute(&self.ground.root, path.as_ref()).ok()?);
        self.pace.is_due(self.files.len()).then(|| self.tell_files())
    }

    /// The files that the client does not know.
    pub(super) fn files_left(&mut self) -> Option<Told<S::Diff>> {
        (self.told < self.files.len()).then(|| self.tell_files())
    }

    fn tell_files(&mut self) -> Told<S::Diff> {
        self.told = self.files.len();
        Told::Files
    }

    /// What the call does, as a title for people.
    pub(super) fn title(&self) -> String {
        match &*self.files {
            [file] => format!("Edit {}", self.below_root(file)),
            files => format!("Edit {} files", files.len()),
        }
    }

    /// A path as people read it.
    fn below_root<'p>(&self, path: &'p AbsolutePath) -> &'p str {
        let root = self.ground.root.as_str().trim_end_matches('/');
        let rest = path.as_str().strip_prefix(root).and_then(|rest| rest.strip_prefix('/'));
        rest.unwrap_or(path.as_str())
    }
}
