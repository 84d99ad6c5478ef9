//! What is written around the hunks of a patch.

use patch_parse::Format;

use super::rng::Rng;

/// What is written around the hunks.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// The path after `---` and `+++`, or after `*** Update File: `.
    pub(super) names: [String; 2],
    /// The line that git writes first, without its newline.
    pub(super) git_line: Option<String>,
    /// What ends a line that is not a hunk line.
    pub(super) header_ending: &'static str,
    /// What ends a hunk line.
    pub(super) line_ending: &'static str,
    /// What is written after each hunk.
    pub(super) behind_hunk: &'static str,
    /// Further sections.
    pub(super) more: String,
    /// What comes before and after the patch.
    pub(super) around: [String; 2],
    /// The first line of the other format, and the last where it is written.
    pub(super) envelope: [Option<&'static str>; 2],
    /// Whether the last line of the text is ended.
    pub(super) has_last_newline: bool,
}

impl Look {
    /// As git or a model writes it when nothing goes wrong.
    pub(super) fn new(path: &str, format: Format, ending: &'static str, rng: &mut Rng) -> Self {
        let git_line = format!("diff --git a/{path} b/{path}");
        let name = |side: &str| match format {
            Format::Unified => format!("{side}/{path}"),
            Format::OpenCode => path.to_owned(),
        };
        Self {
            names: [name("a"), name("b")],
            git_line: rng.once_in(2).then_some(git_line),
            header_ending: "\n",
            line_ending: ending,
            behind_hunk: "",
            more: String::new(),
            around: [String::new(), String::new()],
            envelope: [Some("*** Begin Patch"), Some("*** End Patch")],
            has_last_newline: true,
        }
    }
}
