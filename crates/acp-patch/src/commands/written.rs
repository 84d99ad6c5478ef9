//! A change, written in the format asked for.

use acp_diff_types::v1::ToolCallContent;
use acp_diff_types::v2::ToolCallLocation;
use patch_gen::{
    Binary, FileChange, GenError, GenOptions, ObjectNames, Style, file_patches, opencode, patch_of,
};
use patch_parse::{Code, FilePatch, Format, WriteOptions};
use patch_tools::wire::{HunkBlock, TreeChange, WireError};
use serde::Serialize;

use super::tree::Times;
use crate::diff_args::{DiffFormat, KeyArgs, LookArgs};
use crate::report::{Text, Trouble, is_painted};
use crate::{paint, parallel, times};

/// How a change is to be written.
pub(super) struct Writing<'w> {
    pub(super) format: DiffFormat,
    pub(super) key: KeyArgs,
    pub(super) look: &'w LookArgs,
    pub(super) options: GenOptions,
    /// When the files of a section changed last, where that is to be told.
    pub(super) times: Option<&'w (dyn Fn(&FilePatch<'_>) -> Times + Sync)>,
}

impl Writing<'_> {
    /// The change as text or as one line of JSON; no byte for no change in a text format.
    pub(super) fn write(&self, change: &TreeChange<'_>) -> Result<Text, Trouble> {
        match self.format {
            DiffFormat::Unified => self.unified(change, &self.options.clone().style(Style::Plain)),
            DiffFormat::Git => {
                let options = self.options.clone().style(Style::Git).binary(Binary::Data);
                self.unified(change, &options.object_names(ObjectNames::Short))
            }
            DiffFormat::OpenCode => {
                let patch = opencode::patch(change.files(), &self.options);
                let patch = patch.map_err(|error| not_as_text(&error))?;
                let text = if patch.files.is_empty() { Vec::new() } else { patch.to_bytes() };
                let is_painted = is_painted(self.look.color);
                Ok(if is_painted { Text::Styled(paint::opencode(&text)) } else { Text::Raw(text) })
            }
            DiffFormat::Acp => {
                let diff = change.to_v2(&self.options).map_err(|error| not_on_the_wire(&error))?;
                Ok(Text::Raw(json(&diff.write_patch_as(self.key.patch_key.0))))
            }
            DiffFormat::AcpV1 => {
                Ok(Text::Raw(json(&change.to_v1().map_err(|e| not_on_the_wire(&e))?)))
            }
            DiffFormat::AcpV1Hunks => {
                let blocks = change.to_v1_hunks(&self.options);
                Ok(Text::Raw(json(&ToolCall::of(blocks.map_err(|e| not_on_the_wire(&e))?))))
            }
        }
    }

    fn unified(&self, change: &TreeChange<'_>, options: &GenOptions) -> Result<Text, Trouble> {
        let changes: Vec<FileChange<'_>> = change.files().collect();
        let mut sections = Vec::with_capacity(changes.len());
        for made in parallel::map(&changes, |change| file_patches(*change, options)) {
            sections.append(&mut made.map_err(|error| not_as_text(&error))?);
        }
        let patch = patch_of(sections, options.style);
        let [old, new] = self.look.prefixes();
        let look = WriteOptions::default().prefixes(old, new).quote_path(!self.look.no_quote_path);
        if is_painted(self.look.color) {
            return Ok(Text::Styled(paint::unified(&patch.files, &look)));
        }
        let sections = parallel::map(&patch.files, |section| match self.times {
            None => section.to_bytes_with(Format::Unified, &look),
            Some(times) => {
                let [old, new] = times(section).map(times::shown);
                section.to_bytes_with(Format::Unified, &look.clone().times(&old, &new))
            }
        });
        Ok(Text::Raw(sections.concat()))
    }
}

/// What a tool call of version 1 has of a change.
#[derive(Serialize)]
struct ToolCall {
    content: Vec<ToolCallContent>,
    locations: Vec<ToolCallLocation>,
}

impl ToolCall {
    fn of(blocks: Vec<HunkBlock>) -> Self {
        let location =
            |block: &HunkBlock| ToolCallLocation::new(block.diff.path.clone()).line(block.line);
        let locations = blocks.iter().map(location).collect();
        let content = blocks.into_iter().map(|block| block.diff.into()).collect();
        Self { content, locations }
    }
}

fn not_as_text(error: &GenError) -> Trouble {
    let (code, hint) = match error {
        GenError::NotExpressible(_) => (
            Code::UnsupportedGitPatchFeature,
            "Ask for --format git, which can say every change, or leave the file out.",
        ),
        _ => (
            Code::BinaryFile,
            "Ask for --format git, which writes its contents, or leave the file out.",
        ),
    };
    Trouble::new(code, error.to_string(), hint)
}

pub(super) fn not_on_the_wire(error: &WireError) -> Trouble {
    let hint = match error {
        WireError::NotUtf8(_) => {
            "Ask for --format git, which can write every name, or rename the file."
        }
        _ => "Ask for --format acp, which can name every kind of file, or leave the file out.",
    };
    Trouble::new(Code::UnsupportedGitPatchFeature, error.to_string(), hint)
}

/// One line of JSON.
fn json(value: &impl Serialize) -> Vec<u8> {
    // Strings into a vector: there is nothing that could fail.
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}
