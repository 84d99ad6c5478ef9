//! The lines that every manifest of a member has.

use super::Finding;
use super::workspace::{File, Workspace};

/// What a manifest has to say, and why.
const WANTED: &[(&str, &str)] = &[
    ("publish.workspace = true", "whether crates are published is decided for all at once"),
    ("license.workspace = true", "one licence for all"),
    ("rust-version.workspace = true", "one Rust version for all"),
];

/// Every member inherits lints, licence, Rust version and `publish`, and says what it is.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let manifests =
        workspace.packages.iter().filter_map(|package| workspace.file(&package.manifest));
    manifests.flat_map(check_manifest).collect()
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
