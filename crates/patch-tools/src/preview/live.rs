//! The preview itself.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{
    SessionUpdate, ToolCallContent, ToolCallContentChunk, ToolCallLocation, ToolCallStatus,
    ToolCallUpdate, ToolKind,
};
use patch_apply::{ApplyOptions, Workspace};
use patch_parse::{FilePatch, Format, ParseError, ParseOptions, Patch, PatchStream};

use super::pace::Pace;
use super::piece::Piece;
use super::section::{Ground, Section};
use crate::wire::absolute;

/// Shows a patch while it is being written, as updates of the tool call that it is the input of.
///
/// # Examples
///
/// ```
/// use acp_diff_types::AbsolutePath;
/// use acp_diff_types::v2::SessionUpdate;
/// use patch_apply::MemoryWorkspace;
/// use patch_tools::preview::Preview;
///
/// let mut files = MemoryWorkspace::new();
/// files.insert("x", "zero\none\ntwo\n")?;
/// let root = AbsolutePath::new("/repo")?;
/// let mut preview = Preview::new("call_1", &files, root);
///
/// let updates = preview.push(b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n on");
/// let SessionUpdate::ToolCallUpdate(call) = &updates[0] else { panic!("no update") };
/// assert_eq!(call.title, "Edit x".into());
///
/// assert!(preview.push(b"e\n-two\n+2\n").is_empty(), "the hunk may go on");
/// let end = preview.finish();
/// let chunk = serde_json::to_value(&end.updates[0])?;
/// assert_eq!(chunk["sessionUpdate"], "tool_call_content_chunk");
/// let patch = chunk["content"]["patch"]["diff"].as_str().unwrap_or_default();
/// assert!(patch.ends_with("--- /repo/x\n+++ /repo/x\n@@ -2,2 +2,2 @@\n one\n-two\n+2\n"));
/// assert_eq!(end.patch?.files.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Preview<'w, W> {
    stream: PatchStream,
    sections: Sections<'w, W>,
}

/// What is left to tell when a patch is whole, and the patch.
#[derive(Debug)]
#[non_exhaustive]
pub struct Finished {
    /// To be sent as those before.
    pub updates: Vec<SessionUpdate>,
    /// The patch, or why the text is none.
    pub patch: Result<Patch<'static>, ParseError>,
}

impl<'w, W: Workspace> Preview<'w, W> {
    /// A preview of the tool call of this identifier, whose patch is to be applied to the files of `workspace`,
    /// whose one root is `root`.
    pub fn new(tool_call_id: impl Into<String>, workspace: &'w W, root: AbsolutePath) -> Self {
        let ground = Ground { workspace, root, options: ApplyOptions::default() };
        Self {
            stream: PatchStream::default(),
            sections: Sections {
                tool_call_id: tool_call_id.into(),
                ground,
                files: Vec::new(),
                pace: Pace::default(),
                told: 0,
                section: None,
            },
        }
    }

    /// How the patch is read. To be called before the first piece comes in.
    #[must_use]
    pub fn parse(mut self, options: ParseOptions) -> Self {
        self.stream = PatchStream::new(options);
        self
    }

    /// How the patch is to be applied.
    #[must_use]
    pub fn apply(mut self, options: ApplyOptions) -> Self {
        self.sections.ground.options = options;
        self
    }

    /// Takes the next piece of the patch, cut anywhere; what to send to the client.
    pub fn push(&mut self, piece: &[u8]) -> Vec<SessionUpdate> {
        let mut pieces = Vec::new();
        self.stream.push(piece, |event| pieces.extend(Piece::of(event)));
        let format = self.stream.format();
        pieces.into_iter().flat_map(|piece| self.sections.take(piece, format)).collect()
    }

    /// Ends the patch.
    pub fn finish(mut self) -> Finished {
        let mut pieces = Vec::new();
        let patch = self.stream.finish(|event| pieces.extend(Piece::of(event)));
        let patch = patch.map(Patch::into_owned);
        let format = patch.as_ref().map_or(Format::Unified, |patch| patch.format);
        let mut sections = self.sections;
        let mut updates: Vec<_> =
            pieces.into_iter().flat_map(|piece| sections.take(piece, format)).collect();
        updates.extend(sections.files_left());
        Finished { updates, patch }
    }
}

/// The sections of a patch as they come.
#[derive(Debug)]
struct Sections<'w, W> {
    tool_call_id: String,
    ground: Ground<'w, W>,
    /// The files so far.
    files: Vec<AbsolutePath>,
    pace: Pace,
    /// How many files the client knows.
    told: usize,
    section: Option<Section>,
}

impl<W: Workspace> Sections<'_, W> {
    fn take(&mut self, piece: Piece, format: Format) -> Vec<SessionUpdate> {
        let content = match piece {
            Piece::FileStarted(file) => return self.start(file, format).into_iter().collect(),
            Piece::Hunk(hunk) => {
                self.section.as_mut().map(|section| section.push(hunk, &self.ground))
            }
            Piece::FileEnded(operation) => {
                self.section.take().map(|section| section.end(operation, &self.ground))
            }
        };
        content.into_iter().flatten().map(|content| self.chunk(content)).collect()
    }

    fn start(&mut self, file: FilePatch<'static>, format: Format) -> Option<SessionUpdate> {
        let path = file.operation.path().as_bstr().to_owned();
        self.section = Some(Section::new(format, file));
        // A name that the protocol cannot carry is shown by no client.
        self.files.push(absolute(&self.ground.root, path.as_ref()).ok()?);
        self.pace.is_due(self.files.len()).then(|| self.update())
    }

    /// The files that the client does not know.
    fn files_left(&mut self) -> Option<SessionUpdate> {
        (self.told < self.files.len()).then(|| self.update())
    }

    fn update(&mut self) -> SessionUpdate {
        let title = match &*self.files {
            [file] => format!("Edit {}", self.below_root(file)),
            files => format!("Edit {} files", files.len()),
        };
        self.told = self.files.len();
        let locations = self.files.iter().cloned().map(ToolCallLocation::new);
        let call = ToolCallUpdate::new(self.tool_call_id.clone()).title(title);
        let call = call.kind(ToolKind::Edit).status(ToolCallStatus::Pending);
        call.locations(locations.collect::<Vec<_>>()).into()
    }

    /// A path as people say it.
    fn below_root<'p>(&self, path: &'p AbsolutePath) -> &'p str {
        let root = self.ground.root.as_str().trim_end_matches('/');
        let rest = path.as_str().strip_prefix(root).and_then(|rest| rest.strip_prefix('/'));
        rest.unwrap_or(path.as_str())
    }

    fn chunk(&self, content: ToolCallContent) -> SessionUpdate {
        ToolCallContentChunk::new(self.tool_call_id.clone(), content).into()
    }
}
