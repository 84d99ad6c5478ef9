//! The preview in version 1 of the protocol.

use std::collections::BTreeSet;

use acp_diff_types::AbsolutePath;
use acp_diff_types::content::ContentBlock;
use acp_diff_types::v1::ToolCallContent;
use acp_diff_types::v2::ToolCallLocation;
use patch_apply::{ApplyOptions, Workspace};
use patch_parse::{ParseOptions, PatchStream};
use serde_json::{Value, json};

use super::live::Finished;
use super::pace::Pace;
use super::part::{Block, Part, ShapeV1};
use super::sections::{Sections, Told};
use super::source::Source;

/// Shows a patch while it is being written, as [`Preview`](super::Preview) does, in version 1 of
/// the protocol.
///
/// What is sent is the `update` of a `session/update`: first a `tool_call`, then
/// `tool_call_update`s. An update has everything known of the call, because in this version its
/// lists replace earlier ones: a diff for each hunk that has a place (`oldText` and `newText` are
/// its lines) and a location with its line; for a new, removed or renamed file, the whole texts. To
/// keep the work linear, updates become rarer as the list grows: each is an eighth longer than the
/// one before.
///
/// Source: ACP v1 schema, `ToolCall`, `ToolCallUpdate`.
///
/// # Examples
///
/// ```
/// use acp_diff_types::AbsolutePath;
/// use patch_apply::MemoryWorkspace;
/// use patch_tools::preview::PreviewV1;
///
/// let files = MemoryWorkspace::from_files([("x", "zero\none\ntwo\n")])?;
/// let mut preview = PreviewV1::new("call_1", &files, AbsolutePath::new("/repo")?);
///
/// let updates = preview.push(b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
/// assert_eq!(updates[0]["sessionUpdate"], "tool_call");
/// assert_eq!(updates[0]["title"], "Edit x");
///
/// let end = preview.finish();
/// assert_eq!(end.updates[0]["sessionUpdate"], "tool_call_update");
/// assert_eq!(end.updates[0]["content"][0]["newText"], "one\n2\n");
/// assert_eq!(end.updates[0]["locations"][0]["line"], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PreviewV1<'w, W> {
    source: Source<'w, W, ShapeV1>,
    known: Known,
}

/// What the client should know, and what was sent.
#[derive(Debug, Default)]
struct Known {
    content: Vec<Value>,
    /// A line of a file for each diff that has one.
    lines: Vec<(AbsolutePath, u32)>,
    pace: Pace,
    told: usize,
    /// The client knows the call.
    is_told: bool,
}

impl<'w, W: Workspace> PreviewV1<'w, W> {
    /// A preview of the tool call of this identifier, whose patch is to be applied to the files of
    /// `workspace`, whose one root is `root`.
    pub fn new(tool_call_id: impl Into<String>, workspace: &'w W, root: AbsolutePath) -> Self {
        let source = Source::new(ShapeV1, tool_call_id.into(), workspace, root);
        Self { source, known: Known::default() }
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
    pub fn push(&mut self, piece: &[u8]) -> Vec<Value> {
        let Self { source, known } = self;
        let mut updates = Vec::new();
        source.push(piece, |sections, told| updates.extend(known.take(sections, told)));
        updates
    }

    /// Ends the patch.
    pub fn finish(mut self) -> Finished<Value> {
        let Self { source, known } = &mut self;
        let mut updates = Vec::new();
        let patch = source.finish(|sections, told| updates.extend(known.take(sections, told)));
        if known.told < known.content.len() {
            updates.push(known.update(&source.sections));
        }
        Finished { updates, patch }
    }
}

impl Known {
    /// Notes something; returns the part of it to send now.
    fn take<W: Workspace>(
        &mut self,
        sections: &Sections<'_, W, ShapeV1>,
        told: Told<Block>,
    ) -> Option<Value> {
        let item = match told {
            Told::Files => return Some(self.update(sections)),
            Told::Part(Part::Text(text)) => ToolCallContent::from(ContentBlock::from(text)),
            Told::Part(Part::Diff(Block { diff, line })) => {
                self.lines.extend(line.map(|line| (diff.path.clone(), line)));
                diff.into()
            }
        };
        self.content.push(json!(item));
        self.pace.is_due(self.content.len()).then(|| self.update(sections))
    }

    /// Everything known of the call.
    fn update<W: Workspace>(&mut self, sections: &Sections<'_, W, ShapeV1>) -> Value {
        self.told = self.content.len();
        let is_known = std::mem::replace(&mut self.is_told, true);
        let kind = if is_known { "tool_call_update" } else { "tool_call" };
        let mut update = json!({
            "sessionUpdate": kind,
            "toolCallId": sections.tool_call_id,
            "title": sections.title(),
            "kind": "edit",
            "status": "pending",
            "locations": self.locations(&sections.files),
        });
        if let Value::Object(update) = &mut update
            && !self.content.is_empty()
        {
            update.insert("content".to_owned(), self.content.clone().into());
        }
        update
    }

    /// The lines of the diffs so far, and the files that have none.
    fn locations(&self, files: &[AbsolutePath]) -> Vec<ToolCallLocation> {
        let at_line =
            |(path, line): &(AbsolutePath, u32)| ToolCallLocation::new(path.clone()).line(*line);
        let has_lines: BTreeSet<_> = self.lines.iter().map(|(path, _)| path.as_str()).collect();
        let others = files.iter().filter(|path| !has_lines.contains(path.as_str()));
        let others = others.cloned().map(ToolCallLocation::new);
        self.lines.iter().map(at_line).chain(others).collect()
    }
}
