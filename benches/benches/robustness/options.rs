//! How the runner is called.

use std::path::PathBuf;

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Print the page.
    Page,
    /// Check whether ours keeps its promises.
    Gate,
    /// Show one case, by its label.
    Show(String),
}

/// Everything the command line says.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Folders of releases, older and newer.
    pub(crate) pairs: Vec<(PathBuf, PathBuf)>,
    /// About how many cases there are to be.
    pub(crate) cases: usize,
    pub(crate) seed: u64,
    /// No other tools.
    pub(crate) only_ours: bool,
    /// Repetitive files with the truth by construction, instead of releases.
    pub(crate) repetitive: bool,
    /// Two damages a case.
    pub(crate) twice: bool,
    pub(crate) mode: Mode,
}

impl Options {
    pub(crate) fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            pairs: Vec::new(),
            cases: 3000,
            seed: 1,
            only_ours: false,
            repetitive: false,
            twice: false,
            mode: Mode::Page,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} takes a value"));
            match arg.as_str() {
                "--cases" => options.cases = number(&value()?)?,
                "--seed" => options.seed = number(&value()?)?,
                "--only-ours" => options.only_ours = true,
                "--repetitive" => options.repetitive = true,
                "--twice" => options.twice = true,
                "--gate" => options.mode = Mode::Gate,
                "--show" => options.mode = Mode::Show(value()?),
                // What cargo passes to every benchmark.
                "--bench" => {}
                other => return Err(format!("there is no option {other:?}")),
            }
        }
        if !options.repetitive {
            options.pairs = pairs()?;
        }
        Ok(options)
    }
}

/// The variable that names the folders, older and newer in turn, as `PATH` names its own.
const FOLDERS: &str = "ROBUSTNESS_FOLDERS";

fn pairs() -> Result<Vec<(PathBuf, PathBuf)>, String> {
    let folders = std::env::var_os(FOLDERS).unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let pairs: Vec<_> = folders
        .chunks_exact(2)
        .filter_map(|pair| pair.split_first())
        .filter_map(|(old, new)| Some((old.clone(), new.first()?.clone())))
        .collect();
    if pairs.is_empty() {
        return Err(format!("{FOLDERS} names no folders; `cargo xtask robustness` sets it"));
    }
    Ok(pairs)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}
