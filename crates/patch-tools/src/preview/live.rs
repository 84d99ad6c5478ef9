//! The preview itself.

use acp_diff_types::AbsolutePath;
use acp_diff_types::content::ContentBlock;
use acp_diff_types::v2::{
    Diff, SessionUpdate, ToolCallContent, ToolCallContentChunk, ToolCallLocation, ToolCallStatus,
    ToolCallUpdate, ToolKind,
};
use patch_apply::{ApplyOptions, Workspace};
use patch_parse::{ParseError, ParseOptions, Patch, PatchStream};

use super::part::{Part, ShapeV2};
use super::sections::{Sections, Told};
use super::source::Source;

/// Shows a patch while it is being written, as updates of the tool call whose input it is, in
/// version 2 of the protocol.
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
    source: Source<'w, W, ShapeV2>,
}

/// The remaining updates after the end of a patch, and the patch.
#[derive(Debug)]
#[non_exhaustive]
pub struct Finished<Update = SessionUpdate> {
    /// To be sent like those before.
    pub updates: Vec<Update>,
    /// The patch, or why the text is not one.
    pub patch: Result<Patch<'static>, ParseError>,
}

impl<'w, W: Workspace> Preview<'w, W> {
    /// A preview of the tool call of this identifier, whose patch is to be applied to the files of
    /// `workspace`, whose one root is `root`.
    pub fn new(tool_call_id: impl Into<String>, workspace: &'w W, root: AbsolutePath) -> Self {
        Self { source: Source::new(ShapeV2, tool_call_id.into(), workspace, root) }
    }

    /// Sets how the patch is read; call it before the first piece.
    #[must_use]
    pub fn parse_options(mut self, options: ParseOptions) -> Self {
        self.source.stream = PatchStream::new(options);
        self
    }

    /// Sets how the patch will be applied.
    #[must_use]
    pub fn apply_options(mut self, options: ApplyOptions) -> Self {
        self.source.sections.ground.options = options;
        self
    }

    /// Takes the next piece of the patch, cut anywhere; returns what to send to the client.
    pub fn push(&mut self, piece: &[u8]) -> Vec<SessionUpdate> {
        let mut updates = Vec::new();
        self.source.push(piece, |sections, told| updates.push(update(sections, told)));
        updates
    }

    /// Ends the patch.
    pub fn finish(mut self) -> Finished {
        let mut updates = Vec::new();
        let patch = self.source.finish(|sections, told| updates.push(update(sections, told)));
        Finished { updates, patch }
    }
}

fn update<W: Workspace>(sections: &Sections<'_, W, ShapeV2>, told: Told<Diff>) -> SessionUpdate {
    let id = sections.tool_call_id.clone();
    let content = |content: ToolCallContent| ToolCallContentChunk::new(id.clone(), content).into();
    match told {
        Told::Files => {
            let locations = sections.files.iter().cloned().map(ToolCallLocation::new);
            let call = ToolCallUpdate::new(id).title(sections.title());
            let call = call.kind(ToolKind::Edit).status(ToolCallStatus::Pending);
            call.locations(locations.collect::<Vec<_>>()).into()
        }
        Told::Part(Part::Diff(diff)) => content(diff.into()),
        Told::Part(Part::Text(text)) => content(ContentBlock::from(text).into()),
    }
}
