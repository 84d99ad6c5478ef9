//! `cargo xtask schemas`: writes the files that are generated from the code, and checks that they
//! are fresh.
//!
//! A generated file is committed, so that it can be read without building anything, and CI checks
//! that the code still generates the same one. There are two kinds: texts between two markers of a
//! file, such as the codes in `docs/errors.md`, and whole files, the JSON Schemas in
//! `docs/schemas/` and what providers receive of the tools in `docs/tools/`. Examples of the crates
//! that own them generate them: `codes` of patch-parse, `schemas` of patch-tools. Lists of names are
//! read from the sources.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::error::{Context as _, Error, Result, fail};
use crate::files::{read_text, walk, write};
use crate::lists;
use crate::program::built_example;
use crate::shell::{root, run as run_command, say, stdout};

/// A text that is made from the code, between two markers of a file.
struct Text {
    /// The file, from the root.
    file: &'static str,
    /// Its name in the markers.
    name: &'static str,
    /// Makes it.
    make: fn() -> Result<String>,
}

const TEXTS: &[Text] = &[
    Text { file: "docs/errors.md", name: "codes", make: codes },
    Text { file: "docs/errors.md", name: "causes", make: causes },
    Text { file: "docs/errors.md", name: "notes about the text", make: notes_about_text },
    Text { file: "docs/errors.md", name: "notes about the files", make: notes_about_files },
];

/// A folder of generated files, and nothing else.
struct Folder {
    /// The folder, from the root.
    path: &'static str,
    /// The argument that makes the example `schemas` of patch-tools generate it.
    arguments: &'static [&'static str],
}

const FOLDERS: &[Folder] = &[
    Folder { path: "docs/schemas", arguments: &[] },
    Folder { path: "docs/tools", arguments: &["tools"] },
];

/// Writes every generated text and file, or only compares them if `check` is set.
///
/// # Errors
///
/// When one is stale, when a file of a text or its markers are missing, or when there is a schema
/// that is no longer generated.
pub fn run(check: bool) -> Result {
    for text in TEXTS {
        let there = read_text(&root().join(text.file)).map_err(|error| {
            let (begin, end) = markers(text.name);
            Error::new(format!("{error}; write the file with the lines `{begin}` and `{end}`"))
        })?;
        let fresh = replace(&there, text.name, &(text.make)()?)
            .ok_or_else(|| Error::new(missing_markers(text)))?;
        settle(text.file, Some(&there), &fresh, check)?;
    }
    for folder in FOLDERS {
        let files = folder.make()?;
        for (name, text) in &files {
            let file = format!("{}/{name}", folder.path);
            let there = read_text(&root().join(&file)).ok();
            settle(&file, there.as_deref(), text, check)?;
        }
        folder.holds_nothing_else(&files)?;
    }
    Ok(())
}

/// Compares the contents of `file` with the expected ones, and writes these unless `check` is set.
fn settle(file: &str, there: Option<&str>, fresh: &str, check: bool) -> Result {
    if there == Some(fresh) {
        say!("{file}: fresh");
    } else if check {
        return fail(format!("{file} is stale: run `cargo xtask schemas`"));
    } else {
        write(&root().join(file), fresh.as_bytes())?;
        say!("{file}: written");
    }
    Ok(())
}

impl Folder {
    /// Its files, by their names.
    fn make(&self) -> Result<BTreeMap<String, String>> {
        let scratch = TempDir::new().context("a scratch folder")?;
        let mut command = example("schemas")?;
        command.args(self.arguments).arg(scratch.path());
        run_command(&mut command)?;
        let files = walk(scratch.path(), &|_| true)?.into_iter();
        files.map(|file| Ok((file_name(&file), read_text(&file)?))).collect()
    }

    /// A file that is no longer generated would be read and believed.
    fn holds_nothing_else(&self, files: &BTreeMap<String, String>) -> Result {
        for file in walk(&root().join(self.path), &|_| true)? {
            if !files.contains_key(&file_name(&file)) {
                return fail(format!("{} is made by nothing: remove it", file.display()));
            }
        }
        Ok(())
    }
}

/// A section for each error code.
fn codes() -> Result<String> {
    let text = stdout(&mut example("codes")?, &[0])?;
    String::from_utf8(text).context("the sections of the codes")
}

/// A row for each cause of a hunk that has no place.
fn causes() -> Result<String> {
    table("cause", "crates/patch-apply/src/cause.rs", "Cause", "as_str")
}

/// A row for each note of the parser.
fn notes_about_text() -> Result<String> {
    table("note", "crates/patch-parse/src/diagnostic.rs", "DiagnosticKind", "as_str")
}

/// A row for each note of what comes after it.
fn notes_about_files() -> Result<String> {
    table("note", "crates/patch-apply/src/note.rs", "NoteKind", "code")
}

/// A row for each name that a function gives to the values of an enum.
fn table(head: &str, file: &str, of: &str, function: &str) -> Result<String> {
    let entries = lists::read(&read_text(&root().join(file))?, of, function).context(file)?;
    let rows = entries.iter().map(|(name, means)| format!("| `{name}` | {means} |\n"));
    Ok(format!("| {head} | what it means |\n| --- | --- |\n{}\n", rows.collect::<String>()))
}

/// An example of a crate: it prints what only that crate knows, so that xtask builds without it.
fn example(name: &str) -> Result<Command> {
    let mut example = Command::new(built_example(name)?);
    example.current_dir(root());
    Ok(example)
}

fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn markers(name: &str) -> (String, String) {
    (format!("<!-- begin generated {name} -->"), format!("<!-- end generated {name} -->"))
}

fn missing_markers(text: &Text) -> String {
    let (begin, end) = markers(text.name);
    format!("{} lacks the line `{begin}`, or `{end}` after it", text.file)
}

/// `file` with `text` between the markers; `None` if they are missing or in another order.
fn replace(file: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = markers(name);
    let (before, rest) = file.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}\n\n{text}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_between_the_markers_changes() {
        let file = "# T\n\n<!-- begin generated x -->\nold\n<!-- end generated x -->\n\nafter\n";
        let fresh = replace(file, "x", "new\n").unwrap();
        let expected =
            "# T\n\n<!-- begin generated x -->\n\nnew\n<!-- end generated x -->\n\nafter\n";
        assert_eq!(fresh, expected);
        assert_eq!(replace(&fresh, "x", "new\n").as_deref(), Some(expected), "a second run");
        assert_eq!(replace(file, "y", "new"), None);
        assert_eq!(replace("<!-- end generated x --><!-- begin generated x -->", "x", ""), None);
    }
}
