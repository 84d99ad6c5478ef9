//! The options of `diff` and `convert`, and the outputs that each has an effect on.
//!
//! An option that would be ignored is refused: whoever gives it expects something of it.

use clap::ValueEnum as _;
use patch_parse::Code;

use crate::diff_args::DiffFormat;
use crate::given::Given;
use crate::report::Trouble;

/// The option that names the format of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormatOption {
    /// `--format`, of `diff`.
    Format,
    /// `--to`, of `convert`.
    To,
}

/// A text with the option in it.
macro_rules! with_option {
    ($option:expr, $before:literal, $after:literal) => {
        match $option {
            $crate::effects::FormatOption::Format => concat!($before, "--format", $after),
            $crate::effects::FormatOption::To => concat!($before, "--to", $after),
        }
    };
}
pub(crate) use with_option;

/// What a difference is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Format(DiffFormat),
    /// Two files under other names, as unified.
    Labels,
    Stat,
    Html,
}

/// An option by its field and by its name.
struct Effect {
    field: &'static str,
    name: &'static str,
    on: &'static [Output],
}

const UNIFIED: Output = Output::Format(DiffFormat::Unified);
const GIT: Output = Output::Format(DiffFormat::Git);
const OPENCODE: Output = Output::Format(DiffFormat::OpenCode);
const ACP: Output = Output::Format(DiffFormat::Acp);
const ACP_V1_HUNKS: Output = Output::Format(DiffFormat::AcpV1Hunks);
const LABELS: Output = Output::Labels;
const STAT: Output = Output::Stat;
const HTML: Output = Output::Html;

/// Outputs that can express that a file moved, and those that can express that it was copied.
const MOVES: &[Output] = &[GIT, OPENCODE, ACP, STAT, HTML];
const COPIES: &[Output] = &[GIT, ACP, STAT, HTML];

const NAMES: &[Output] = &[UNIFIED, GIT];

#[rustfmt::skip]
const EFFECTS: &[Effect] = &[
    Effect { field: "context", name: "-U", on: &[UNIFIED, GIT, OPENCODE, ACP, ACP_V1_HUNKS, LABELS, HTML] },
    Effect { field: "diff_algorithm", name: "--diff-algorithm", on: &[UNIFIED, GIT, OPENCODE, ACP, ACP_V1_HUNKS, LABELS, STAT, HTML] },
    Effect { field: "similarity", name: "-M", on: MOVES },
    Effect { field: "copies", name: "-C", on: COPIES },
    Effect { field: "find_copies_harder", name: "--find-copies-harder", on: COPIES },
    Effect { field: "rename_limit", name: "-l", on: MOVES },
    Effect { field: "src_prefix", name: "--src-prefix", on: NAMES },
    Effect { field: "dst_prefix", name: "--dst-prefix", on: NAMES },
    Effect { field: "no_prefix", name: "--no-prefix", on: NAMES },
    Effect { field: "headings", name: "--headings", on: &[UNIFIED, GIT, ACP, LABELS, HTML] },
    Effect { field: "no_quote_path", name: "--no-quote-path", on: &[UNIFIED, GIT, STAT] },
    Effect { field: "no_binary", name: "--no-binary", on: NAMES },
    Effect { field: "times", name: "--times", on: &[UNIFIED] },
    Effect { field: "patch_key", name: "--patch-key", on: &[ACP] },
];

/// Refuses an option that has no effect on the output.
pub(crate) fn check(given: &Given, output: Output, option: FormatOption) -> Result<(), Trouble> {
    let is_idle = |effect: &&Effect| given.has(effect.field) && !effect.on.contains(&output);
    let Some(Effect { name, on, .. }) = EFFECTS.iter().find(is_idle) else { return Ok(()) };
    let (with, on) = (shown(output, option), all(on, option));
    Err(without_effect(&format!("{name} has no effect with {with}; it is for {on}")))
}

/// The refusal of an option that would be ignored.
pub(crate) fn without_effect(message: &str) -> Trouble {
    Trouble::new(
        Code::InvalidArgs,
        message,
        "Leave the option out, or give it where it has an effect.",
    )
}

fn shown(output: Output, option: FormatOption) -> String {
    match output {
        Output::Format(name) => with_option!(option, "", " ").to_owned() + &name_of(name),
        Output::Labels => "--label".to_owned(),
        Output::Stat => "--stat".to_owned(),
        Output::Html => "--html".to_owned(),
    }
}

fn name_of(format: DiffFormat) -> String {
    format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// All outputs of an option that the command has: `--format git or acp, --stat or --html`.
fn all(outputs: &[Output], option: FormatOption) -> String {
    let formats = outputs.iter().filter_map(|output| match output {
        Output::Format(name) => Some(name_of(*name)),
        _ => None,
    });
    let formats = with_option!(option, "", " ").to_owned() + &either(&formats.collect::<Vec<_>>());
    let others = outputs.iter().filter(|output| matches!(**output, STAT | HTML));
    let others =
        others.filter(|_| option == FormatOption::Format).map(|output| shown(*output, option));
    either(&[formats].into_iter().chain(others).collect::<Vec<_>>())
}

fn either(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}
