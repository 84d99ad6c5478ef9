//! Which crate may use which.
//!
//! The layers are usable alone, as long as no edge points up and no dependency slips in unnoticed.
//! A new edge or a new dependency is a line in `LAYERS`, with its reason, for a reviewer to see.

use super::Finding;
use super::workspace::{Dependency, Package, Workspace};

/// A crate and what it may depend on. Dev-dependencies are free, except for crates of ours.
struct Layer {
    name: &'static str,
    /// Crates of ours.
    uses: &'static [&'static str],
    /// Crates of ours that only a feature may bring in.
    uses_by_feature: &'static [&'static str],
    /// Crates from outside and their purpose. `None`: a tool, which may use what it needs.
    outside: Option<&'static [(&'static str, &'static str)]>,
}

const BSTR: (&str, &str) = ("bstr", "sources are bytes: names, splitting and display for them");
const MEMCHR: (&str, &str) = ("memchr", "lines are found at memory speed");
const THISERROR: (&str, &str) = ("thiserror", "error types; leaves nothing in the binary");
const SERDE: (&str, &str) = ("serde", "plain data goes out as JSON");
const SERDE_JSON: (&str, &str) = ("serde_json", "JSON itself, and values nobody knows yet");
const SCHEMARS: (&str, &str) = ("schemars", "JSON Schemas are made from the types");

const FOLDHASH: (&str, &str) =
    ("foldhash", "every line of a file may be hashed, of patches that nobody trusts");

/// From the bottom up.
const LAYERS: &[Layer] = &[
    Layer {
        name: "acp-diff-types",
        uses: &[],
        uses_by_feature: &[],
        outside: Some(&[
            SERDE,
            SERDE_JSON,
            SCHEMARS,
            ("agent-client-protocol-schema", "conversions to the protocol's own types"),
        ]),
    },
    Layer {
        name: "patch-parse",
        uses: &[],
        uses_by_feature: &[],
        outside: Some(&[
            BSTR,
            MEMCHR,
            THISERROR,
            ("nom", "the grammar is written in it"),
            ("wide", "the ends of many lines are found at once"),
        ]),
    },
    Layer {
        name: "patch-apply",
        uses: &["patch-parse"],
        uses_by_feature: &[],
        outside: Some(&[
            BSTR,
            MEMCHR,
            THISERROR,
            SCHEMARS,
            SERDE,
            ("anstyle", "the styles of text for people; it depends on nothing"),
            ("flate2", "git's binary patches are deflated"),
            FOLDHASH,
            ("sha2", "the hashes of contents in plans and receipts"),
            ("strsim", "a refusal asks for names that a mistyped one is near to"),
            (
                "unicode-normalization",
                "a refusal tells lines that differ in how characters are written",
            ),
        ]),
    },
    Layer {
        name: "patch-fs",
        uses: &["patch-apply", "patch-parse"],
        uses_by_feature: &[],
        outside: Some(&[
            BSTR,
            FOLDHASH,
            ("cap-std", "paths resolve through directory handles that cannot leave the root"),
            ("rustix", "syncs, locks and modes that the standard library lacks"),
        ]),
    },
    Layer {
        name: "patch-gen",
        uses: &["patch-parse"],
        uses_by_feature: &["acp-diff-types"],
        outside: Some(&[
            BSTR,
            MEMCHR,
            THISERROR,
            FOLDHASH,
            ("flate2", "git's binary patches are deflated"),
            ("sha1", "git's object names, where a header needs them"),
            ("similar", "the edit scripts"),
        ]),
    },
    Layer {
        name: "patch-tools",
        uses: &["patch-parse", "patch-apply", "patch-gen", "acp-diff-types"],
        uses_by_feature: &[],
        outside: Some(&[
            BSTR,
            THISERROR,
            SERDE,
            SERDE_JSON,
            SCHEMARS,
            ("infer", "the MIME type that contents tell"),
            ("mime_guess", "the MIME type that a name tells"),
        ]),
    },
    Layer {
        name: "patch-mcp",
        uses: &["patch-parse", "patch-apply", "patch-fs", "patch-tools", "acp-diff-types"],
        uses_by_feature: &[],
        outside: Some(&[
            MEMCHR,
            SERDE,
            SERDE_JSON,
            ("rmcp", "the Model Context Protocol, by those who make it"),
            ("rustix", "whether anybody still reads the answers"),
            ("tokio", "what rmcp runs on; no library below brings it"),
        ]),
    },
    Layer {
        name: "acp-patch",
        uses: &[
            "patch-parse",
            "patch-apply",
            "patch-fs",
            "patch-gen",
            "patch-tools",
            "patch-mcp",
            "acp-diff-types",
        ],
        uses_by_feature: &[],
        outside: Some(&[
            BSTR,
            SERDE,
            SERDE_JSON,
            ("anstream", "colour where the terminal has it"),
            ("anstyle", "the styles of a patch on a terminal"),
            ("clap", "the command line"),
            ("ignore", "what .gitignore leaves out of a tree, as ripgrep reads it"),
            ("jiff", "the times of files in the zone of the machine"),
            (
                "json-escape-simd",
                "the texts of files in the answers of a batch, many bytes at once",
            ),
            MEMCHR,
            ("rayon", "the files of two trees are compared on several threads"),
            ("signal-hook", "a limit of the size of files ends no program halfway"),
            ("tempfile", "a page takes the place of an older one when it is whole"),
            ("terminal_size", "how wide a table may be"),
            ("tracing", "to leave out what libraries log to nobody"),
            ("unicode-width", "the columns that a name takes"),
        ]),
    },
    Layer {
        name: "patch-testkit",
        uses: &[
            "patch-parse",
            "patch-apply",
            "patch-fs",
            "patch-gen",
            "patch-tools",
            "patch-mcp",
            "acp-diff-types",
        ],
        uses_by_feature: &[],
        outside: None,
    },
    Layer {
        name: "patch-benches",
        uses: &[
            "patch-parse",
            "patch-apply",
            "patch-fs",
            "patch-gen",
            "patch-testkit",
            "acp-diff-types",
        ],
        uses_by_feature: &[],
        outside: None,
    },
    Layer { name: "xtask", uses: &[], uses_by_feature: &[], outside: None },
];

/// Crates of ours that any crate may use from its tests.
const IN_TESTS: &[&str] = &["patch-testkit"];

/// A library that depends on one of these would force it on its users.
const RUNTIMES: &[&str] =
    &["tokio", "async-std", "smol", "async-executor", "async-global-executor", "futures-executor"];

/// Crates that may depend on a runtime nevertheless.
const WITH_RUNTIME: &[(&str, &str)] = &[
    (
        "patch-mcp",
        "the protocol's own crate is made for one; whoever needs no server leaves it out",
    ),
    ("acp-patch", "a program, which has the server in it"),
    ("patch-testkit", "its oracles ask the server, too; nobody publishes or links it"),
    ("patch-benches", "they measure with the testkit"),
];

/// Checks that `LAYERS` lists every edge between our crates and every crate from outside, and that
/// everything listed is used.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let packages = workspace.packages.iter();
    let wrong = packages.clone().flat_map(|package| check_package(package, workspace));
    wrong.chain(packages.flat_map(|package| unused(package, workspace))).collect()
}

/// What a crate may use but does not. A feature may be listed before it exists.
fn unused(package: &Package, workspace: &Workspace) -> Vec<Finding> {
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == package.name) else {
        return Vec::new();
    };
    let used = |name: &str, dev: bool| {
        let mut dependencies = package.dependencies.iter();
        dependencies.any(|dependency| dependency.name == name && (dev || !dependency.is_dev))
    };
    let ours = layer.uses.iter().filter(|name| !used(name, true));
    let outside = layer.outside.unwrap_or_default().iter().map(|(name, _)| name);
    let outside = outside.filter(|name| !used(name, false));
    let finding = |name: &&str| {
        let what = format!("`{}` may use `{name}` and does not", layer.name);
        let mend = "take it out of LAYERS in xtask/src/tidy/layering.rs".to_owned();
        finding(workspace, package, "[dependencies]", what, mend)
    };
    ours.chain(outside).map(finding).collect()
}

fn check_package(package: &Package, workspace: &Workspace) -> Vec<Finding> {
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == package.name) else {
        return vec![finding(
            workspace,
            package,
            "name",
            format!("`{}` has no layer", package.name),
            "say what it may use in LAYERS of xtask/src/tidy/layering.rs".to_owned(),
        )];
    };
    let edges = package.dependencies.iter().filter_map(|dependency| {
        let (what, mend) = complaint(layer, dependency)?;
        Some(finding(workspace, package, &dependency.name, what, mend))
    });
    let may_bring = WITH_RUNTIME.iter().any(|(name, _)| *name == layer.name);
    let is_library = layer.outside.is_some() && !may_bring;
    let runtimes =
        RUNTIMES.iter().filter(|runtime| is_library && package.brings.contains(**runtime));
    let runtimes = runtimes.map(|runtime| {
        let what = format!("`{}` brings the async runtime `{runtime}`", layer.name);
        let mend = format!("find out which dependency wants it: cargo tree -i {runtime}");
        finding(workspace, package, "[dependencies]", what, mend)
    });
    edges.chain(runtimes).collect()
}

/// What is wrong with a dependency, and how to mend it.
fn complaint(layer: &Layer, dependency: &Dependency) -> Option<(String, String)> {
    let (name, used) = (layer.name, dependency.name.as_str());
    let is_ours = LAYERS.iter().any(|layer| layer.name == used);
    let is_listed = match layer.outside {
        _ if is_ours => layer.uses.contains(&used) || layer.uses_by_feature.contains(&used),
        Some(outside) => dependency.is_dev || outside.iter().any(|(listed, _)| *listed == used),
        None => true,
    };
    if is_ours && !is_listed && !(dependency.is_dev && IN_TESTS.contains(&used)) {
        let allowed = [layer.uses, layer.uses_by_feature].concat().join("`, `");
        let mend = if allowed.is_empty() {
            "it uses no crate of ours; move what is shared into the layer above".to_owned()
        } else {
            format!("it may use `{allowed}`; move what is shared up or down")
        };
        return Some((format!("`{name}` uses `{used}`, against the layering"), mend));
    }
    if layer.uses_by_feature.contains(&used) && !dependency.is_optional && !dependency.is_dev {
        let what = format!("`{name}` always brings `{used}`");
        return Some((what, "make the dependency optional, behind a feature".to_owned()));
    }
    if !is_ours && !is_listed {
        let mend = "do without it, or add it in xtask/src/tidy/layering.rs with the reason";
        return Some((format!("`{name}` uses `{used}`, which is not listed"), mend.to_owned()));
    }
    None
}

fn finding(
    workspace: &Workspace,
    package: &Package,
    near: &str,
    what: String,
    mend: String,
) -> Finding {
    let manifest = workspace.file(&package.manifest);
    let line = manifest.map_or(1, |manifest| manifest.line_of(near));
    Finding { file: package.manifest.clone(), line, what, mend }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, dependency: &str, kind: &str, expected: Option<&str>) {
        let dependency = Dependency {
            name: dependency.to_owned(),
            is_dev: kind == "dev",
            is_optional: kind == "optional",
        };
        let package = Package {
            name: name.to_owned(),
            manifest: "x/Cargo.toml".to_owned(),
            dependencies: vec![dependency],
            ..Package::default()
        };
        let found = check_package(&package, &Workspace::default());
        let what = found.first().map(|finding| finding.what.as_str());
        assert_eq!(what, expected, "{name} -> {:?}", package.dependencies);
    }

    #[test]
    fn what_may_be_used_is_used() {
        let depends =
            |name: &str, is_dev| Dependency { name: name.to_owned(), is_dev, is_optional: false };
        let normal = ["bstr", "memchr", "thiserror", "wide"].map(|name| depends(name, false));
        let package = Package {
            name: "patch-parse".to_owned(),
            dependencies: normal.into_iter().chain([depends("nom", true)]).collect(),
            ..Package::default()
        };
        let found = unused(&package, &Workspace::default());
        let whats: Vec<_> = found.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(whats, ["`patch-parse` may use `nom` and does not"], "tests are no use");
    }

    #[test]
    fn edges_point_down() {
        check("patch-apply", "patch-parse", "normal", None);
        check("patch-parse", "patch-testkit", "dev", None);
        check("patch-gen", "acp-diff-types", "optional", None);
        let up = "`patch-parse` uses `patch-apply`, against the layering";
        check("patch-parse", "patch-apply", "normal", Some(up));
        check("patch-parse", "patch-apply", "dev", Some(up));
        let apart = "`patch-gen` uses `patch-apply`, against the layering";
        check("patch-gen", "patch-apply", "normal", Some(apart));
        let tests_only = "`patch-apply` uses `patch-testkit`, against the layering";
        check("patch-apply", "patch-testkit", "normal", Some(tests_only));
        let always = "`patch-gen` always brings `acp-diff-types`";
        check("patch-gen", "acp-diff-types", "normal", Some(always));
    }

    #[test]
    fn what_comes_from_outside_is_listed() {
        check("patch-parse", "nom", "normal", None);
        check("patch-parse", "proptest", "dev", None);
        check("patch-benches", "criterion", "normal", None);
        check(
            "patch-parse",
            "serde",
            "normal",
            Some("`patch-parse` uses `serde`, which is not listed"),
        );
        check("new-crate", "serde", "normal", Some("`new-crate` has no layer"));
    }

    #[test]
    fn a_runtime_is_found_however_deep_it_lies() {
        let package = Package {
            name: "patch-tools".to_owned(),
            brings: ["serde".to_owned(), "tokio".to_owned()].into(),
            ..Package::default()
        };
        let found = check_package(&package, &Workspace::default());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].what, "`patch-tools` brings the async runtime `tokio`");
    }

    #[test]
    fn layers_use_only_layers_below() {
        for (index, layer) in LAYERS.iter().enumerate() {
            for used in layer.uses.iter().chain(layer.uses_by_feature) {
                let below = LAYERS.iter().take(index).any(|layer| layer.name == *used);
                assert!(below, "{} uses {used}", layer.name);
            }
        }
    }
}
