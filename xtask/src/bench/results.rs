//! The tracked results, `benches/results/DATE-COMMIT.json`: one file for each run.
//!
//! Another run of the same commit on the same day gets a number appended to its name,
//! `DATE-COMMIT-2`. It is never added to the existing file: what that file reports about the load,
//! and about uncommitted changes, was true only of its own figures.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use super::figure::Figure;
use super::machine;
use crate::error::{Context as _, Error, Result};
use crate::files::{read_text, relative, walk, write};
use crate::shell::{root, stdout};

/// Where they are, from the root.
const FOLDER: &str = "benches/results";

/// The circumstances of a measurement: when, of what and on what.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    /// In a form that sorts by time.
    time: String,
    /// The commit, followed by `+` if the sources had uncommitted changes.
    commit: String,
    machine: Value,
}

impl Facts {
    /// The present ones. Take them before the run, whose own load would otherwise be included.
    ///
    /// # Errors
    ///
    /// When git fails.
    pub(crate) fn now() -> Result<Self> {
        let time = said("date", &["-u", "+%FT%TZ"])?;
        let commit = said("git", &["rev-parse", "--short=9", "HEAD"])?;
        let changed = said(
            "git",
            &[
                "status",
                "--porcelain",
                "--untracked-files=no",
                "--",
                "crates",
                "benches/src",
                "benches/benches",
            ],
        )?;
        let commit = if changed.is_empty() { commit } else { commit + "+" };
        Ok(Self { time, commit, machine: machine::facts() })
    }

    /// A name for results with these facts: the first that is not taken.
    fn name(&self, is_taken: impl Fn(&str) -> bool) -> String {
        let date = self.time.split('T').next().unwrap_or_default();
        let first = format!("{date}-{}", self.commit.trim_end_matches('+'));
        let mut name = first.clone();
        let mut number = 1;
        while is_taken(&name) {
            number += 1;
            name = format!("{first}-{number}");
        }
        name
    }
}

/// What one run measured.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Results {
    /// The file's name without its ending.
    pub(crate) name: String,
    facts: Facts,
    pub(crate) figures: Vec<Figure>,
}

impl Results {
    /// The results, none yet, of a run that starts under these facts.
    pub(crate) fn new(facts: Facts) -> Self {
        let name = facts.name(|name| Self::path_of(name).exists());
        Self { name, facts, figures: Vec::new() }
    }

    pub(crate) fn add(&mut self, figures: Vec<Figure>) {
        self.figures.extend(figures);
        self.figures.sort_by(|a, b| (&a.subject, a.measure).cmp(&(&b.subject, b.measure)));
    }

    fn path_of(name: &str) -> PathBuf {
        root().join(FOLDER).join(name).with_extension("json")
    }

    /// Its path, from the root.
    pub(crate) fn path(&self) -> PathBuf {
        relative(&Self::path_of(&self.name), root()).to_owned()
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn keep(&self) -> Result {
        write(&Self::path_of(&self.name), self.text().as_bytes())
    }

    /// One line for each figure, so that a diff of two runs is readable.
    fn text(&self) -> String {
        let Self { facts: Facts { time, commit, machine }, figures, .. } = self;
        let figures: Vec<_> = figures.iter().map(|figure| figure.to_json().to_string()).collect();
        format!(
            "{{\n\"time\": {},\n\"commit\": {},\n\"machine\": {machine},\n\"figures\": [\n{}\n]\n}}\n",
            json!(time),
            json!(commit),
            figures.join(",\n")
        )
    }

    fn read(name: &str, text: &str) -> Result<Self> {
        let json: Value = serde_json::from_str(text).context(name)?;
        let string = |key: &str| json.get(key).and_then(Value::as_str).map(str::to_owned);
        let read = || {
            let figures = json.get("figures")?.as_array()?.iter().map(Figure::read);
            let machine = json.get("machine")?.clone();
            let facts = Facts { time: string("time")?, commit: string("commit")?, machine };
            Some(Self { name: name.to_owned(), facts, figures: figures.collect::<Option<_>>()? })
        };
        read().ok_or_else(|| Error::new(format!("{name}: not the results of a benchmark")))
    }

    /// All stored results, from old to new.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    pub(crate) fn all() -> Result<Vec<Self>> {
        let folder = root().join(FOLDER);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let files = walk(&folder, &|path| path.extension().is_some_and(|end| end == "json"))?;
        let read = |path: PathBuf| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Self::read(&name, &read_text(&path)?)
        };
        let mut all = files.into_iter().map(read).collect::<Result<Vec<_>>>()?;
        all.sort_by(|a, b| a.facts.time.cmp(&b.facts.time));
        Ok(all)
    }
}

fn said(program: &str, args: &[&str]) -> Result<String> {
    let printed = stdout(Command::new(program).current_dir(root()).args(args), &[0])?;
    Ok(String::from_utf8_lossy(&printed).trim().to_owned())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::figure::tests::figures_of;
    use super::*;

    fn facts(time: &str, commit: &str) -> Facts {
        let machine = json!({ "cores": 2 });
        Facts { time: time.to_owned(), commit: commit.to_owned(), machine }
    }

    /// Results of this name, which sort by it, too.
    pub(crate) fn results_of(name: &str, figures: &str) -> Results {
        let facts = facts(name, "abc");
        Results { name: name.to_owned(), facts, figures: figures_of(figures) }
    }

    #[test]
    fn each_run_has_a_file_of_its_own() {
        let name = |commit: &str, taken: &[&str]| {
            facts("2026-01-02T03:04:05Z", commit).name(|name| taken.contains(&name))
        };
        assert_eq!(name("abc", &[]), "2026-01-02-abc");
        assert_eq!(name("abc+", &[]), "2026-01-02-abc");
        assert_eq!(name("abc", &["2026-01-02-abc"]), "2026-01-02-abc-2");
        let taken = ["2026-01-02-abc", "2026-01-02-abc-2"];
        assert_eq!(name("abc+", &taken), "2026-01-02-abc-3");
    }

    #[test]
    fn figures_are_kept_in_the_order_of_what_they_are_of() {
        let figures = figures_of("p/w/ours time 1\na/w/ours time 2");
        let mut results = Results::new(facts("t", "abc"));
        for figure in figures.iter().rev() {
            results.add(vec![figure.clone()]);
        }
        assert_eq!(results.figures, figures);
    }

    #[test]
    fn results_are_read_back_as_they_were_written() {
        let figures = figures_of("parse/small/diffy time 1000 3000\nparse/small/ours peak 5000");
        let figures: Vec<_> = figures.into_iter().map(|f| Figure { ratio: None, ..f }).collect();
        let results = Results {
            name: "2026-01-02-abc".to_owned(),
            facts: facts("2026-01-02T03:04:05Z", "abc+"),
            figures,
        };
        let text = results.text();
        assert_eq!(text.lines().count(), 9, "a line a figure: {text}");
        assert_eq!(Results::read("2026-01-02-abc", &text), Ok(results));
        assert!(Results::read("x", "{}").is_err());
    }
}
