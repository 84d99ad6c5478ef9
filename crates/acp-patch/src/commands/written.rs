//! Writes a change in the requested format.

use acp_diff_types::v1::ToolCallContent;
use acp_diff_types::v2::ToolCallLocation;
use bstr::BStr;
use patch_apply::render::Palette;
use patch_apply::visible;
use patch_gen::{
    Binary, ChangeOf, Entry, FileChange, GenError, GenOptions, ObjectNames, Style, file_patches,
    is_binary, opencode, patch_of,
};
use patch_parse::{Code, FileMode, FilePatch, Format, WriteOptions};
use patch_tools::wire::{HunkBlock, TreeChange, WireError};
use serde::Serialize;

use super::mended::mended;
use super::tree::Times;
use crate::answer::to_line;
use crate::diff_args::{DiffFormat, KeyArgs, LookArgs};
use crate::effects::{FormatOption, with_option};
use crate::report::{STYLES, Text, Trouble, is_painted};
use crate::{paint, parallel, times};

/// The most files named in a note.
const MOST_NAMED: usize = 10;

/// How a change is to be written.
pub(super) struct Writing<'w> {
    /// How the format was named.
    pub(super) option: FormatOption,
    pub(super) format: DiffFormat,
    pub(super) key: KeyArgs,
    pub(super) look: &'w LookArgs,
    pub(super) options: GenOptions,
    /// When the files of a section changed last, if that is printed.
    pub(super) times: Option<&'w (dyn Fn(&FilePatch<'_>) -> Times + Sync)>,
}

impl Writing<'_> {
    /// The change as text or as one line of JSON; in a text format, empty if there is no change.
    pub(super) fn write(&self, change: &TreeChange<'_>) -> Result<Text, Trouble> {
        match self.format {
            DiffFormat::Unified => {
                let options = self.options.clone().style(Style::Plain);
                self.unified(change, &options.binary(self.binary(Binary::Refuse)))
            }
            DiffFormat::Git => {
                let options = self.options.clone().style(Style::Git);
                let options = options.binary(self.binary(Binary::Data));
                self.unified(change, &options.object_names(ObjectNames::Short))
            }
            DiffFormat::OpenCode => {
                let patch = opencode::patch(change.files(), &self.options);
                let patch = patch.map_err(|error| not_as_text(&error, self.option))?;
                let text = if patch.files.is_empty() { Vec::new() } else { patch.to_bytes() };
                Ok(as_text(text, self.look))
            }
            DiffFormat::Acp => {
                let diff = change
                    .to_v2(&self.options)
                    .map_err(|error| not_on_the_wire(&error, self.option))?;
                Ok(Text::Raw(to_line(&diff.write_patch_as(self.key.patch_key.0))))
            }
            DiffFormat::AcpV1 => {
                check_modes(change, self.option)?;
                Ok(Text::Raw(to_line(
                    &change.to_v1().map_err(|e| not_on_the_wire(&e, self.option))?,
                )))
            }
            DiffFormat::AcpV1Hunks => {
                check_modes(change, self.option)?;
                let blocks = change.to_v1_hunks(&self.options);
                Ok(Text::Raw(to_line(&ToolCall::of(
                    blocks.map_err(|e| not_on_the_wire(&e, self.option))?,
                ))))
            }
        }
    }

    /// How binary contents are shown: the default of the format, or what the options say.
    fn binary(&self, usual: Binary) -> Binary {
        if self.look.no_binary { Binary::Mention } else { usual }
    }

    /// Notes about a change beside the text; empty if the text shows everything.
    pub(super) fn note(&self, change: &TreeChange<'_>) -> String {
        match self.format {
            DiffFormat::Acp => note(
                change.not_shown().collect(),
                "the contents are not text; the diff names the file and does not carry them",
                with_option!(self.option, "Use ", " git, which does."),
            ),
            DiffFormat::OpenCode => note(
                mended(change, &self.options),
                "apply takes these chunks for damaged, and mends or refuses them",
                with_option!(
                    self.option,
                    "Apply the patch with --contract git, which takes it at its word, or use ",
                    " git."
                ),
            ),
            _ => String::new(),
        }
    }

    fn unified(&self, change: &TreeChange<'_>, options: &GenOptions) -> Result<Text, Trouble> {
        let changes: Vec<FileChange<'_>> = change.files().collect();
        let mut sections = Vec::with_capacity(changes.len());
        for made in parallel::map(&changes, |change| file_patches(*change, options)) {
            sections.append(&mut made.map_err(|error| not_as_text(&error, self.option))?);
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

/// A note about some files, naming the first, and what to do; empty if there are none.
fn note(paths: Vec<&BStr>, what: &str, then: &str) -> String {
    if paths.is_empty() {
        return String::new();
    }
    let more = match paths.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = paths.into_iter().take(MOST_NAMED).map(|path| visible::line(path).to_string());
    let (Palette { note, hint, .. }, names) = (STYLES, names.collect::<Vec<_>>().join(", "));
    format!("{note}note{note:#}: {names}{more}: {what}\n{hint}hint{hint:#}: {then}\n")
}

/// The difference of two files under other names than their own.
pub(super) fn labelled(
    change: Option<FileChange<'_>>,
    [old, new]: &[String; 2],
    options: GenOptions,
    look: &LookArgs,
) -> Result<Text, Trouble> {
    let Some(change) = change else { return Ok(Text::Raw(Vec::new())) };
    let contents = |side: Option<&'_ Entry<'_>>| side.map(|it| it.contents.to_vec());
    let [before, after] =
        [change.before(), change.after()].map(|side| contents(side).unwrap_or_default());
    if is_binary(&before) || is_binary(&after) {
        let error = GenError::Binary { path: change.path().to_owned() };
        return Err(not_as_text(&error, FormatOption::Format));
    }
    let diff = patch_gen::unified(&before, &after).names(old, new).options(options);
    Ok(as_text(diff.to_bytes(), look))
}

fn as_text(text: Vec<u8>, look: &LookArgs) -> Text {
    if is_painted(look.color) { Text::Styled(paint::lines(&text)) } else { Text::Raw(text) }
}

/// The content of a tool call of version 1 for a change.
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

/// Version 1 of the protocol shows only texts: an executable bit must not get lost silently.
fn check_modes(change: &TreeChange<'_>, option: FormatOption) -> Result<(), Trouble> {
    let is_program =
        |entry: Option<&Entry<'_>>| entry.is_some_and(|entry| entry.mode == FileMode::EXECUTABLE);
    let is_lost = |file: &FileChange<'_>| {
        let was = matches!(file, ChangeOf::Modify { .. }) && is_program(file.before());
        is_program(file.after()) != was
    };
    let Some(file) = change.files().find(is_lost) else { return Ok(()) };
    let message =
        format!("{}: version 1 of the protocol does not show executable files", file.path());
    let hint = with_option!(option, "Use ", " acp, which does, or leave the file out.");
    Err(Trouble::new(Code::UnsupportedGitPatchFeature, message, hint))
}

fn not_as_text(error: &GenError, option: FormatOption) -> Trouble {
    let (code, hint) = match error {
        GenError::NotExpressible(_) => (
            Code::UnsupportedGitPatchFeature,
            with_option!(
                option,
                "Use ",
                " git, which can express every change, or leave the file out."
            ),
        ),
        _ => (
            Code::BinaryFile,
            with_option!(
                option,
                "Use ",
                " git, which writes its contents; with --no-binary, unified and git only name it."
            ),
        ),
    };
    Trouble::new(code, error.to_string(), hint)
}

pub(super) fn not_on_the_wire(error: &WireError, option: FormatOption) -> Trouble {
    let hint = match error {
        WireError::NotUtf8(_) => {
            with_option!(option, "Use ", " git, which can write every name, or rename the file.")
        }
        _ => with_option!(
            option,
            "Use ",
            " acp, which can name every kind of file, or leave the file out."
        ),
    };
    Trouble::new(Code::UnsupportedGitPatchFeature, error.to_string(), hint)
}
