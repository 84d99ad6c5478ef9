//! Checks that files of a crate import downwards: no chain of imports leads back to its start.
//!
//! A file imports another if its code names something that the other defines: in a `use`, or by a
//! path in a type, an expression or the arguments of a macro. [`modules`] reads what the files
//! define and name, [`names`] follows a name to its definition, through imports and exports;
//! [`graph`] finds the circles. A `mod x;` is not an import, nor is a name that `pub use`
//! re-exports: only the definition counts. Macros and tests are ignored.

pub mod graph;
pub mod modules;
pub mod names;
mod tolerated;

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::workspace::Workspace;
use graph::{Graph, knots, shortest_circle};
use modules::Module;
use tolerated::TOLERATED;

/// No file of a crate imports itself, however many files lie between.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let roots = workspace.packages.iter().flat_map(|package| &package.roots);
    let mut knotted = Vec::new();
    let mut findings = Vec::new();
    for root in roots {
        let text = |path: &str| workspace.file(path).map(|file| file.text.as_str());
        match modules::read(root, &text) {
            Ok(modules) => knotted.extend(knots_of(&modules)),
            Err((file, error)) => {
                let mend = "mend it, then run this again".to_owned();
                findings.push(Finding {
                    file,
                    line: 1,
                    what: format!("is no Rust: {error}"),
                    mend,
                });
            }
        }
    }
    findings.extend(compare(&knotted, TOLERATED));
    findings
}

/// Files that import each other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Knot {
    files: BTreeSet<String>,
    /// The shortest way around: each file with a path by which it names something in the next.
    circle: Vec<(String, String)>,
}

fn knots_of(modules: &[Module]) -> Vec<Knot> {
    let imports = imports(modules);
    let mut graph: Graph<&str> = Graph::new();
    for &(from, to) in imports.keys() {
        graph.entry(from).or_default().insert(to);
    }
    let knots = knots(&graph).into_iter().map(|knot| {
        let circle = shortest_circle(&graph, &knot);
        let next = circle.iter().cycle().skip(1);
        let path = |edge| imports.get(&edge).cloned().unwrap_or_default();
        let circle =
            circle.iter().zip(next).map(|(&from, &to)| (from.to_owned(), path((from, to))));
        Knot { circle: circle.collect(), files: knot.into_iter().map(str::to_owned).collect() }
    });
    knots.collect()
}

/// Which file imports which, each with the first path that does.
fn imports(modules: &[Module]) -> BTreeMap<(&str, &str), String> {
    let mut imports = BTreeMap::new();
    for (number, module) in modules.iter().enumerate() {
        for path in &module.paths {
            for other in names::defining(modules, number, path) {
                let other = modules.get(other).map_or("", |module| module.file.as_str());
                if other != module.file {
                    let edge = (module.file.as_str(), other);
                    imports.entry(edge).or_insert_with(|| path.join("::"));
                }
            }
        }
    }
    imports
}

/// Knots that are not tolerated, and tolerated entries that are no longer knots.
fn compare(knots: &[Knot], tolerated: &[&[&str]]) -> Vec<Finding> {
    let is = |knot: &Knot, files: &[&str]| knot.files.iter().eq(files);
    let new = knots.iter().filter(|knot| !tolerated.iter().any(|files| is(knot, files)));
    let gone = tolerated.iter().filter(|files| !knots.iter().any(|knot| is(knot, files)));
    let gone = gone.map(|files| Finding {
        file: "xtask/src/tidy/circles/tolerated.rs".to_owned(),
        line: 1,
        what: format!("no longer a circle, or of other files: {}", files.join(", ")),
        mend: "take it off the list, or name the files that are left".to_owned(),
    });
    new.map(complaint).chain(gone).collect()
}

fn complaint(knot: &Knot) -> Finding {
    let mend = "move what both sides need into a file below both";
    let others = knot.files.iter().filter(|file| !knot.circle.iter().any(|(on, _)| on == *file));
    let others: Vec<&str> = others.map(String::as_str).collect();
    Finding {
        file: knot.circle.first().map(|(file, _)| file.clone()).unwrap_or_default(),
        line: 1,
        what: format!("files import each other: {}", around(&knot.circle)),
        mend: if others.is_empty() {
            mend.to_owned()
        } else {
            format!("{mend}; in circles with them are {}", others.join(", "))
        },
    }
}

/// `a.rs -> b.rs -> a.rs`, and the names that form the circle.
fn around(circle: &[(String, String)]) -> String {
    let files = circle.iter().chain(circle.first()).map(|(file, _)| file.as_str());
    let names = circle.iter().map(|(_, path)| format!("`{path}`"));
    let (files, names): (Vec<&str>, Vec<String>) = (files.collect(), names.collect());
    format!("{} (by {})", files.join(" -> "), names.join(", "))
}

#[cfg(test)]
mod tests;
