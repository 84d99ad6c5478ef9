//! Reads the examples on disk. `corpora/README.md` describes the format.
#![expect(
    clippy::disallowed_methods,
    reason = "the corpora are files of this crate, and no workspace is under test in reading them"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice};
use patch_apply::{Contract, Locate};
use patch_parse::{Code, Format};

use crate::archive::{Archive, Part};
use crate::{Case, File, Rules, Tree};

/// The folders of examples of applying.
const APPLY: &[&str] = &["apply", "hostile"];

/// The folders of examples of reading, and the format of the texts in each.
const PARSE: &[(&str, Format)] = &[
    ("parse/git", Format::Unified),
    ("parse/opencode", Format::OpenCode),
    ("parse/unified", Format::Unified),
];

/// Where inputs of fuzz targets are, as they were found: texts for all targets, and a folder for
/// each target with those for it alone.
const RAW: &str = "regressions";

/// What lies beside the folders. Git is told there that line endings are contents.
const BESIDE: &[&str] = &[".gitattributes", "README.md"];

/// A patch with the files it is applied to, and the expected result.
#[derive(Clone, Debug)]
pub struct ApplyExample {
    /// The file, from the corpora's root.
    pub name: String,
    /// What is applied to what.
    pub case: Case,
    /// The files afterwards, or the code of the refusal.
    pub expected: Result<Tree, Code>,
}

/// A text, and the expected result of reading it.
#[derive(Clone, Debug)]
pub struct ParseExample {
    /// The file, from the corpora's root.
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
    APPLY.iter().flat_map(|folder| entries(folder)).map(|name| apply_example(&name)).collect()
}

/// All examples of reading, in the order of their names.
///
/// # Panics
///
/// When one is malformed.
pub fn parse_examples() -> Vec<ParseExample> {
    let example = |folder: &str, format| {
        entries(folder).into_iter().map(move |name| parse_example(&name, format))
    };
    PARSE.iter().flat_map(|(folder, format)| example(folder, *format)).collect()
}

/// Every text of the corpora with the name of its file: patches, and inputs that a fuzzer found and
/// that are valid for all targets.
///
/// # Panics
///
/// When a file cannot be read, or an example has no patch.
pub fn raw() -> Vec<(String, Vec<u8>)> {
    let patches = folders().flat_map(entries).map(|name| {
        let patch = Example::read(&name).patch();
        (name, patch)
    });
    let found = found().into_iter().map(|name| {
        let bytes = read(&name);
        (name, bytes)
    });
    patches.chain(found).collect()
}

/// The folders of examples.
fn folders() -> impl Iterator<Item = &'static str> {
    APPLY.iter().copied().chain(PARSE.iter().map(|(folder, _)| *folder))
}

/// The inputs that fuzzers found, and that are valid for all targets.
fn found() -> Vec<String> {
    entries(RAW).into_iter().filter(|name| root().join(name).is_file()).collect()
}

/// Whether a fuzzer found the input of this name: no selection of inputs leaves it out.
pub fn is_found(name: &str) -> bool {
    name.strip_prefix(RAW).is_some_and(|rest| rest.starts_with('/'))
}

/// The targets that have inputs of their own.
///
/// # Panics
///
/// When the corpora cannot be listed.
pub fn finders() -> Vec<String> {
    let folders = entries(RAW).into_iter().filter(|name| root().join(name).is_dir());
    folders.filter_map(|name| Some(name.rsplit_once('/')?.1.to_owned())).collect()
}

/// The inputs of one fuzz target alone, each with the name of its file.
///
/// # Panics
///
/// When one cannot be read.
pub fn found_by(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = format!("{RAW}/{target}");
    let names = if root().join(&folder).is_dir() { entries(&folder) } else { Vec::new() };
    names.into_iter().map(|name| (name.clone(), read(&name))).collect()
}

/// Fails if a file is never read or could be written more plainly, or if two examples of a folder
/// have the same number.
///
/// # Panics
///
/// When that is so.
pub fn check_layout() {
    for name in entries("") {
        let known = APPLY.iter().chain(BESIDE).chain(&["parse", RAW]).any(|known| *known == name);
        assert!(known, "no test reads corpora/{name}");
    }
    for name in entries("parse") {
        assert!(PARSE.iter().any(|(folder, _)| *folder == name), "no test reads corpora/{name}");
    }
    for folder in folders() {
        let names = entries(folder);
        assert!(!names.is_empty(), "corpora/{folder} is empty");
        for name in &names {
            check_spelling(name);
        }
        let numbers: BTreeSet<String> = names.iter().map(|name| number(folder, name)).collect();
        assert_eq!(numbers.len(), names.len(), "two examples of corpora/{folder} have one number");
    }
}

/// One archive, one text: a part is escaped if it must be, and if a reader should look twice.
fn check_spelling(name: &str) {
    let text = read(name);
    let printed = archive(name, &text).to_string();
    assert!(printed.as_bytes() == text, "corpora/{name} is to be written so:\n{printed}");
}

/// The number of an example: `NNN-name.case`.
fn number(folder: &str, name: &str) -> String {
    let own = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
    let number = own.strip_suffix(".case").and_then(|own| own.split('-').next());
    let is_number = |text: &&str| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.filter(is_number);
    number.unwrap_or_else(|| panic!("corpora/{name} is to be called NNN-name.case")).to_owned()
}

/// The names of all that lies in a folder, in order.
fn entries(folder: &str) -> Vec<String> {
    let list =
        fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let name = |path: PathBuf| {
        let below = path.strip_prefix(root()).expect("the entry is below the root");
        below.to_str().expect("names of the corpora are UTF-8").replace('\\', "/")
    };
    let mut names: Vec<String> =
        list.map(|entry| name(entry.expect("the entry can be read").path())).collect();
    names.sort();
    names
}

fn read(name: &str) -> Vec<u8> {
    fs::read(root().join(name)).unwrap_or_else(|error| panic!("corpora/{name}: {error}"))
}

fn archive(name: &str, text: &[u8]) -> Archive {
    Archive::parse(text).unwrap_or_else(|error| panic!("corpora/{name}: {error}"))
}

/// An archive whose parts are taken one after the other, so that none is left unread.
struct Example<'a> {
    name: &'a str,
    comment: String,
    parts: Vec<Part>,
}

impl<'a> Example<'a> {
    fn read(name: &'a str) -> Self {
        let Archive { comment, parts } = archive(name, &read(name));
        let names: BTreeSet<&BString> = parts.iter().map(|part| &part.name).collect();
        assert_eq!(names.len(), parts.len(), "corpora/{name} has two parts of one name");
        Self { name, comment, parts }
    }

    /// The bytes of the part of this name.
    fn opt_take(&mut self, name: &str) -> Option<BString> {
        let at = self.parts.iter().position(|part| part.name == name)?;
        Some(self.parts.remove(at).contents)
    }

    fn opt_text(&mut self, name: &str) -> Option<String> {
        let contents = self.opt_take(name)?;
        Some(contents.to_str().expect("an outline and a code are text").to_owned())
    }

    fn patch(&mut self) -> Vec<u8> {
        let patch = self.opt_take("patch");
        patch.unwrap_or_else(|| panic!("corpora/{} has no `patch`", self.name)).into()
    }

    /// The files whose names start so. A folder exists only if there is a file in it.
    fn tree(&mut self, folder: &str) -> Tree {
        let is_inside = |part: &mut Part| part.name.starts_with(folder.as_bytes());
        let files = self.parts.extract_if(.., is_inside).map(|part| {
            let Part { name, executable, contents } = part;
            (name[folder.len()..].into(), File { contents, executable })
        });
        Tree { files: files.collect() }
    }

    /// Fails on a part that the format does not have: its author believed it would be read.
    fn close(self) {
        if let Some(part) = self.parts.first() {
            panic!("corpora/{}: the part `{}` is read by nobody", self.name, part.name);
        }
    }
}

fn apply_example(name: &str) -> ApplyExample {
    let mut example = Example::read(name);
    let settings = Settings::of(&example);
    let case =
        Case { patch: example.patch(), before: example.tree("before/"), rules: settings.rules };
    let after = example.tree("after/");
    let error = example.opt_text("error");
    let has_after = !after.files.is_empty() || settings.leaves_nothing;
    assert!(has_after != error.is_some(), "corpora/{name} has either `after/` or `error`");
    let expected = error.map_or(Ok(after), |code| Err(code_named(code.trim(), name)));
    example.close();
    ApplyExample { name: name.to_owned(), case, expected }
}

fn parse_example(name: &str, format: Format) -> ParseExample {
    let mut example = Example::read(name);
    let text = example.patch();
    let expected = match (example.opt_text("outline"), example.opt_text("error")) {
        (Some(outline), None) => Ok(outline),
        (None, Some(error)) => Err(error),
        _ => panic!("corpora/{name} has either `outline` or `error`"),
    };
    let settings = Settings::of(&example);
    assert!(settings == Settings::default(), "corpora/{name}: reading has no settings");
    example.close();
    ParseExample { name: name.to_owned(), text, format, expected }
}

fn code_named(text: &str, name: &str) -> Code {
    let code = Code::ALL.iter().find(|code| code.as_str() == text);
    *code.unwrap_or_else(|| panic!("corpora/{name}: {text:?} is no code"))
}

/// What the comment contains besides prose.
#[derive(Default, PartialEq, Eq)]
struct Settings {
    rules: Rules,
    leaves_nothing: bool,
}

impl Settings {
    fn of(example: &Example<'_>) -> Self {
        let mut settings = Self::default();
        for line in example.comment.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') {
                settings.set(line, example.name);
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
            other => panic!("corpora/{name}: {other:?} is no setting"),
        }
    }
}
