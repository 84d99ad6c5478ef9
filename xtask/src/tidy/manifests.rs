//! Checks the lines that every manifest of a member has, and its features, which the crate's root
//! must name.

use super::Finding;
use super::workspace::{File, Workspace};

/// The lines that a manifest must have, and why.
const WANTED: &[(&str, &str)] = &[
    ("publish.workspace = true", "whether crates are published is decided for all at once"),
    ("license.workspace = true", "one licence for all"),
    ("rust-version.workspace = true", "one Rust version for all"),
];

/// Checks that every member inherits lints, licence, Rust version and `publish`, and describes
/// itself and its features.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let manifests =
        workspace.packages.iter().filter_map(|package| workspace.file(&package.manifest));
    let check = |manifest: &File| {
        let mut findings = check_manifest(manifest);
        let root = manifest.path.replace("Cargo.toml", "src/lib.rs");
        findings.extend(workspace.file(&root).into_iter().flat_map(|it| unnamed(manifest, it)));
        findings
    };
    manifests.flat_map(check).collect()
}

/// The features that the documentation of the crate's root does not name.
fn unnamed(manifest: &File, root: &File) -> Vec<Finding> {
    let is_named = |feature: &str| {
        let name = format!("`{feature}`");
        root.lines().any(|(_, line)| line.starts_with("//!") && line.contains(&name))
    };
    let unnamed = features(manifest).filter(|feature| !is_named(feature));
    let finding = |feature: &str| Finding {
        file: root.path.clone(),
        line: 1,
        what: format!("the documentation does not name the feature `{feature}`"),
        mend: "say there what it brings".to_owned(),
    };
    unnamed.map(finding).collect()
}

fn features(manifest: &File) -> impl Iterator<Item = &str> {
    let lines = manifest.lines().map(|(_, line)| line);
    let lines = lines.skip_while(|line| line.trim() != "[features]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| Some(line.split_once('=')?.0.trim()));
    names.filter(|name| *name != "default" && !name.starts_with('#'))
}

fn check_manifest(manifest: &File) -> Vec<Finding> {
    let finding = |line: usize, what: String, mend: &str| Finding {
        file: manifest.path.clone(),
        line,
        what,
        mend: mend.to_owned(),
    };
    let has = |wanted: &str| manifest.lines().any(|(_, line)| line.trim() == wanted);
    let missing = WANTED.iter().filter(|(wanted, _)| !has(wanted));
    let mut findings: Vec<_> = missing
        .map(|(wanted, why)| finding(1, format!("the line `{wanted}` is missing"), why))
        .collect();
    if !inherits_lints(manifest) {
        let what = "the workspace's lints are not inherited".to_owned();
        findings.push(finding(1, what, "add `[lints]` with `workspace = true`"));
    }
    if !manifest.lines().any(|(_, line)| is_description(line)) {
        let line = manifest.line_of("description");
        let what = "the crate is not described".to_owned();
        findings.push(finding(line, what, "write a `description` of one sentence"));
    }
    findings
}

fn inherits_lints(manifest: &File) -> bool {
    let mut section = "";
    manifest.lines().any(|(_, line)| {
        let line = line.trim();
        if line.starts_with('[') {
            section = line;
        }
        line == "lints.workspace = true" || (section == "[lints]" && line == "workspace = true")
    })
}

fn is_description(line: &str) -> bool {
    let Some(text) = line.strip_prefix("description") else { return false };
    let text = text.trim_start_matches([' ', '=']).trim_matches('"');
    text.len() > 10 && !text.contains(concat!("TO", "DO"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"x\"\ndescription = \"Does one thing\"\n\
        rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\n\
        [lints]\nworkspace = true\n";

    #[track_caller]
    fn check(from: &str, to: &str, expected: &[&str]) {
        let file = File { path: "x/Cargo.toml".to_owned(), text: GOOD.replace(from, to) };
        let found = check_manifest(&file);
        let found: Vec<_> = found.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(found, expected, "{from:?} -> {to:?}");
    }

    #[test]
    fn a_feature_that_the_root_does_not_name_is_missed() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let features = "[features]\n# Says = more.\ndefault = []\none = []\ntwo = [\n  \"one\",\n]\n\n[lints]\nx = 1\n";
        let manifest = file("x/Cargo.toml", features);
        let missed = |root: &str| -> Vec<_> {
            unnamed(&manifest, &file("x/src/lib.rs", root)).into_iter().map(|it| it.what).collect()
        };
        let two = "the documentation does not name the feature `two`";
        assert_eq!(missed("//! `one` does this.\n// `two` is no documentation.\n"), [two]);
        assert_eq!(missed("//! `one`\n//!\n//! `two`\n"), [""; 0]);
    }

    #[test]
    fn each_line_is_missed() {
        check("", "", &[]);
        check("[lints]\nworkspace = true\n", "lints.workspace = true\n", &[]);
        check(
            "publish.workspace = true\n",
            "",
            &["the line `publish.workspace = true` is missing"],
        );
        check("[lints]", "[other]", &["the workspace's lints are not inherited"]);
        check("Does one thing", concat!("TO", "DO"), &["the crate is not described"]);
    }
}
