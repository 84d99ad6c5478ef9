//! The tracked results, `benches/results/DATE-COMMIT.json`: a file for each commit that was measured on a day.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use super::figure::{Figure, replaced};
use super::machine;
use crate::error::{Context as _, Error, Result};
use crate::files::{read_text, relative, walk, write};
use crate::shell::{root, stdout};

/// Where they are, from the root.
const FOLDER: &str = "benches/results";

/// One run, or several of one commit on one day.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Results {
    /// The file's name without its ending.
    pub(crate) name: String,
    /// When the last of it was measured, in a form that sorts.
    pub(crate) time: String,
    /// The commit, with a `+` behind it when the sources had been changed since.
    commit: String,
    pub(crate) machine: Value,
    pub(crate) figures: Vec<Figure>,
}

impl Results {
    /// Results of now, with what has been kept for this commit today already.
    ///
    /// # Errors
    ///
    /// When git does not answer or the file cannot be read.
    pub(crate) fn now(figures: Vec<Figure>) -> Result<Self> {
        let time = said("date", &["-u", "+%FT%TZ"])?;
        let commit = said("git", &["rev-parse", "--short=9", "HEAD"])?;
        let date = time.split('T').next().unwrap_or_default();
        let name = format!("{date}-{commit}");
        let kept = Self::path_of(&name);
        let kept = if kept.is_file() {
            Self::read(&name, &read_text(&kept)?)?.figures
        } else {
            Vec::new()
        };
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
        Ok(Self { name, time, commit, machine: machine::facts(), figures: replaced(kept, figures) })
    }

    fn path_of(name: &str) -> PathBuf {
        root().join(FOLDER).join(name).with_extension("json")
    }

    /// Where it is kept, from the root.
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

    /// A line for each figure, so that a difference of two runs can be read.
    fn text(&self) -> String {
        let Self { time, commit, machine, figures, .. } = self;
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
            Some(Self {
                name: name.to_owned(),
                time: string("time")?,
                commit: string("commit")?,
                machine: json.get("machine")?.clone(),
                figures: figures.collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(|| Error::new(format!("{name}: not the results of a benchmark")))
    }

    /// All that are kept, from old to new.
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
        all.sort_by(|a, b| a.time.cmp(&b.time));
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

    /// Results of this name, which sort by it, too.
    pub(crate) fn results_of(name: &str, figures: &str) -> Results {
        Results {
            name: name.to_owned(),
            time: name.to_owned(),
            commit: "abc".to_owned(),
            machine: json!({ "cores": 2 }),
            figures: figures_of(figures),
        }
    }

    #[test]
    fn results_are_read_back_as_they_were_written() {
        let figures = figures_of("parse/small/diffy time 1000 3000\nparse/small/ours peak 5000");
        let figures: Vec<_> = figures.into_iter().map(|f| Figure { ratio: None, ..f }).collect();
        let results = Results {
            name: "2026-01-02-abc".to_owned(),
            time: "2026-01-02T03:04:05Z".to_owned(),
            commit: "abc+".to_owned(),
            machine: json!({ "cores": 2 }),
            figures,
        };
        let text = results.text();
        assert_eq!(text.lines().count(), 9, "a line a figure: {text}");
        assert_eq!(Results::read("2026-01-02-abc", &text), Ok(results));
        assert!(Results::read("x", "{}").is_err());
    }
}
