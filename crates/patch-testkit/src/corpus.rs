//! Examples on disk. The format is described in `corpora/README.md`.
#![expect(
    clippy::disallowed_methods,
    reason = "the corpora are files of this crate, and no workspace is under test in reading them"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use patch_apply::{Contract, Locate};
use patch_parse::{Code, Format};

use crate::scratch::read_into;
use crate::{Case, Rules, Tree};

/// The folders of examples of applying.
const APPLY: &[&str] = &["apply", "hostile"];

/// The folders of examples of reading, and the format of the texts in each.
const PARSE: &[(&str, Format)] = &[
    ("parse/git", Format::Unified),
    ("parse/opencode", Format::OpenCode),
    ("parse/unified", Format::Unified),
];

/// Where inputs of fuzz targets lie, as they were found. There are none to begin with.
const RAW: &str = "regressions";

/// A patch with the files it meets, and what must come of it.
#[derive(Clone, Debug)]
pub struct ApplyExample {
    /// The folder, from the corpora's root.
    pub name: String,
    /// What is applied to what.
    pub case: Case,
    /// The files afterwards, or the code of the refusal.
    pub expected: Result<Tree, Code>,
}

/// A text, and what a reader must make of it.
#[derive(Clone, Debug)]
pub struct ParseExample {
    /// The folder, from the corpora's root.
    pub name: String,
    /// The text.
    pub text: Vec<u8>,
    /// The format that it is in.
    pub format: Format,
    /// The outline of the patch, or code and line of the error.
    pub expected: Result<String, String>,
}

/// Where the corpora are.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora")
}

/// All examples of applying, in the order of their names.
///
/// # Panics
///
/// When one is malformed.
pub fn apply_examples() -> Vec<ApplyExample> {
    APPLY.iter().flat_map(|folder| folders(folder)).map(|name| apply_example(&name)).collect()
}

/// All examples of reading, in the order of their names.
///
/// # Panics
///
/// When one is malformed.
pub fn parse_examples() -> Vec<ParseExample> {
    let example = |folder: &str, format| {
        folders(folder).into_iter().map(move |name| parse_example(&name, format))
    };
    PARSE.iter().flat_map(|(folder, format)| example(folder, *format)).collect()
}

/// Every text of the corpora with its name: patches, and inputs as a fuzzer found them.
///
/// # Panics
///
/// When a file cannot be read.
pub fn raw() -> Vec<(String, Vec<u8>)> {
    let names = APPLY.iter().copied().chain(PARSE.iter().map(|(folder, _)| *folder));
    let patches = names.flat_map(folders).map(|name| format!("{name}/patch"));
    patches.chain(found()).map(|name| (name.clone(), read(&name))).collect()
}

/// The inputs that fuzzers found.
fn found() -> Vec<String> {
    if root().join(RAW).is_dir() { entries(RAW) } else { Vec::new() }
}

/// Fails when some folder is read by nobody, or two examples of a folder have one number.
///
/// # Panics
///
/// When that is so.
pub fn check_layout() {
    let known = |name: &str| APPLY.contains(&name) || name == "parse" || name == RAW;
    for name in found() {
        assert!(root().join(&name).is_file(), "an input is a file: corpora/{name}");
    }
    for name in entries("") {
        assert!(known(&name) || !root().join(&name).is_dir(), "no test reads corpora/{name}");
    }
    for name in entries("parse") {
        assert!(PARSE.iter().any(|(folder, _)| *folder == name), "no test reads corpora/{name}");
    }
    for folder in APPLY.iter().copied().chain(PARSE.iter().map(|(folder, _)| *folder)) {
        let names = folders(folder);
        assert!(!names.is_empty(), "corpora/{folder} is empty");
        let numbers: BTreeSet<String> = names.iter().map(|name| number(folder, name)).collect();
        assert_eq!(numbers.len(), names.len(), "two examples of corpora/{folder} have one number");
    }
}

/// The number of an example: `NNN-name`.
fn number(folder: &str, name: &str) -> String {
    let own = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
    let number = own.split('-').next().unwrap_or_default();
    let is_number = number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    assert!(is_number, "corpora/{name} is named NNN-name");
    number.to_owned()
}

/// The names of all that lies in a folder, in order.
fn entries(folder: &str) -> Vec<String> {
    let list =
        fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let name = |path: PathBuf| {
        let below = path.strip_prefix(root()).expect("the entry stands below the root");
        below.to_str().expect("names of the corpora are UTF-8").replace('\\', "/")
    };
    let mut names: Vec<String> =
        list.map(|entry| name(entry.expect("the entry can be read").path())).collect();
    names.sort();
    names
}

fn folders(folder: &str) -> Vec<String> {
    entries(folder).into_iter().filter(|name| root().join(name).is_dir()).collect()
}

fn read(name: &str) -> Vec<u8> {
    fs::read(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn opt_read(name: &str) -> Option<String> {
    let text = root().join(name).is_file().then(|| read(name))?;
    Some(text.to_str().unwrap_or_else(|error| panic!("{name}: {error}")).to_owned())
}

/// Fails on a file that is no part of the format: its author believed it would be read.
fn has_only(name: &str, known: &[&str]) {
    for entry in entries(name) {
        let own = entry.rsplit('/').next().unwrap_or_default();
        assert!(known.contains(&own), "corpora/{entry} is read by nobody");
    }
}

fn apply_example(name: &str) -> ApplyExample {
    has_only(name, &["after", "before", "case.toml", "error.txt", "patch"]);
    let settings = Settings::of(name);
    let error = opt_read(&format!("{name}/error.txt"));
    let has_after = root().join(name).join("after").is_dir() || settings.leaves_nothing;
    assert!(has_after != error.is_some(), "corpora/{name} has either `after` or `error.txt`");
    let expected = match error {
        Some(code) => Err(code_named(code.trim(), name)),
        None => Ok(tree(&format!("{name}/after"))),
    };
    let case = Case {
        before: tree(&format!("{name}/before")),
        patch: read(&format!("{name}/patch")),
        rules: settings.rules,
    };
    ApplyExample { name: name.to_owned(), case, expected }
}

fn parse_example(name: &str, format: Format) -> ParseExample {
    has_only(name, &["error.txt", "outline.txt", "patch"]);
    let outline = opt_read(&format!("{name}/outline.txt"));
    let error = opt_read(&format!("{name}/error.txt"));
    let expected = match (outline, error) {
        (Some(outline), None) => Ok(outline),
        (None, Some(error)) => Err(error),
        _ => panic!("corpora/{name} has either `outline.txt` or `error.txt`"),
    };
    let text = read(&format!("{name}/patch"));
    ParseExample { name: name.to_owned(), text, format, expected }
}

fn tree(name: &str) -> Tree {
    let folder = root().join(name);
    let mut tree = Tree::default();
    if folder.is_dir() {
        read_into(&mut tree, &folder, &folder);
    }
    tree
}

fn code_named(text: &str, name: &str) -> Code {
    let code = Code::ALL.iter().find(|code| code.as_str() == text);
    *code.unwrap_or_else(|| panic!("corpora/{name}/error.txt: {text:?} is no code"))
}

/// What `case.toml` says.
#[derive(Default)]
struct Settings {
    rules: Rules,
    leaves_nothing: bool,
}

impl Settings {
    fn of(name: &str) -> Self {
        let mut settings = Self::default();
        for line in opt_read(&format!("{name}/case.toml")).unwrap_or_default().lines() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                settings.set(line, name);
            }
        }
        settings
    }

    fn set(&mut self, line: &str, name: &str) {
        match line {
            r#"contract = "git""# => self.rules.contract = Contract::Git,
            r#"locate = "unique""# => self.rules.locate = Locate::Unique,
            "overwrite = true" => self.rules.overwrite = true,
            r#"after = "nothing""# => self.leaves_nothing = true,
            other => panic!("corpora/{name}/case.toml: {other:?} is no setting"),
        }
    }
}
