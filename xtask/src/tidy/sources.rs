//! Checks how a source file begins, what no file may contain, and which files the root has.

use super::Finding;
use super::workspace::{File, Workspace};

/// Put together so that this file does not find itself.
const LEFTOVERS: &[(&str, &str)] = &[
    (concat!("to", "do!("), "write what is missing, or take the call out"),
    (concat!("unimple", "mented!("), "write what is missing, or return an error that says so"),
    (concat!("db", "g!("), "take it out"),
    (concat!("#[ig", "nore"), "mend the test or remove it: a test that is not run proves nothing"),
];

/// All files in the root itself: a file that a run wrote there by mistake is not committed.
const ROOT_FILES: &[&str] = &[
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "clippy.toml",
    "deny.toml",
    "rustfmt.toml",
];

/// Checks that module docs exist, and that there are no leftovers, paths of somebody's machine or
/// strays in the root.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let files = workspace.files.iter();
    files.flat_map(|file| check_file(file, &workspace.machine_paths)).collect()
}

fn check_file(file: &File, machine_paths: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !file.path.contains('/') && !ROOT_FILES.contains(&file.path.as_str()) {
        let what = "no file of the root has this name".to_owned();
        findings.push(finding(file, 1, what, "remove it, or name it in `ROOT_FILES`"));
    }
    if is_module(&file.path) && !file.text.starts_with("//!") {
        let what = "the file does not say what it is for".to_owned();
        findings.push(finding(file, 1, what, "open it with a `//!` comment"));
    }
    if is_rust(&file.path) {
        findings.extend(leftovers(file));
    }
    if !is_data(&file.path) {
        findings.extend(absolute_paths(file, machine_paths));
    }
    findings
}

fn is_rust(path: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|extension| extension == "rs")
}

/// Whether the file is a module of one of our crates.
fn is_module(path: &str) -> bool {
    let of_ours =
        path.starts_with("crates/") || path.starts_with("xtask/") || path.starts_with("benches/");
    is_rust(path) && of_ours && path.contains("/src/") && !is_data(path)
}

/// Whether the file is input for tests, kept word for word.
fn is_data(path: &str) -> bool {
    ["/corpora/", "/fixtures/", "/snapshots/"].iter().any(|folder| path.contains(folder))
}

fn leftovers(file: &File) -> impl Iterator<Item = Finding> {
    let code = file.lines().filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.flat_map(move |(number, line)| {
        let found = LEFTOVERS.iter().filter(move |(leftover, _)| line.contains(leftover));
        found.map(move |(leftover, mend)| {
            finding(file, number, format!("`{leftover}` is left behind"), mend)
        })
    })
}

fn absolute_paths(file: &File, machine_paths: &[String]) -> Vec<Finding> {
    let lines = file.lines().filter_map(|(number, line)| {
        let path = machine_paths.iter().find(|path| names(line, path))?;
        let what = format!("`{path}` is a path of somebody's machine");
        Some(finding(file, number, what, "name files from the root of the repository"))
    });
    lines.collect()
}

/// Whether `line` contains the absolute path, and not as the end of a longer one, like `a/src/`.
fn names(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~/*}".contains(c))
    })
}

fn finding(file: &File, line: usize, what: String, mend: &str) -> Finding {
    Finding { file: file.path.clone(), line, what, mend: mend.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[(usize, &str)]) {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        let found = check_file(&file, &["/srv/checkout/".to_owned()]);
        let found: Vec<_> = found.iter().map(|f| (f.line, f.what.as_str())).collect();
        assert_eq!(found, expected, "{path}: {text:?}");
    }

    #[test]
    fn modules_say_what_they_are_for() {
        let expected = [(1, "the file does not say what it is for")];
        check("crates/x/src/a.rs", "//! Reads.\n", &[]);
        check("crates/x/src/a.rs", "use std;\n", &expected);
        check("crates/x/tests/a.rs", "use std;\n", &[]);
    }

    #[test]
    fn leftovers_are_found_in_code_and_not_in_comments() {
        let left = concat!("    to", "do!()");
        let what = format!("`{}` is left behind", LEFTOVERS[0].0);
        check("crates/x/tests/a.rs", &format!("fn a() {{\n{left}\n}}"), &[(2, &what)]);
        check("crates/x/tests/a.rs", &format!("// {left}"), &[]);
        check("docs/x.md", left, &[]);
    }

    #[test]
    fn strays_in_the_root_are_found() {
        check("results-2", "", &[(1, "no file of the root has this name")]);
        check("README.md", "", &[]);
        check("docs/results-2", "", &[]);
    }

    #[test]
    fn paths_of_a_machine_are_found() {
        let what = "`/srv/checkout/` is a path of somebody's machine";
        check("docs/x.md", "see /srv/checkout/src\n", &[(1, what)]);
        check("docs/x.md", "\n\"/srv/checkout/src\"\n", &[(2, what)]);
        check("docs/x.md", "a/srv/checkout/src\n", &[]);
        check("crates/x/corpora/y.case", "+++ /srv/checkout/src\n", &[]);
    }
}
