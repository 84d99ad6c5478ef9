//! All targets.

use patch_parse::{Counts, ParseOptions};

use super::attempts::attempt;
use super::calls::session;
use super::cases::{case_of, cases, scenario};
use super::journals::left;
use super::target::{Seeds, Target};
use super::texts::{two_texts, two_trees};
use crate::oracles::apply::Outcome;
use crate::{Tree, oracles};

/// All targets, those without disks and other programs first.
pub const TARGETS: &[Target] = &[
    Target { name: "parse", run: parse, seeds: Seeds::Patches },
    Target { name: "stream", run: stream, seeds: Seeds::Patches },
    Target { name: "apply", run: apply, seeds: Seeds::Patches },
    Target { name: "cost", run: cost, seeds: Seeds::Patches },
    Target { name: "generate", run: generate, seeds: Seeds::Texts },
    Target { name: "undo", run: undo, seeds: Seeds::Patches },
    Target { name: "wire", run: wire, seeds: Seeds::Messages },
    Target { name: "diffy", run: diffy, seeds: Seeds::Texts },
    Target { name: "tools", run: tools, seeds: Seeds::Calls },
    Target { name: "git", run: git, seeds: Seeds::Patches },
    Target { name: "disk", run: disk, seeds: Seeds::Patches },
    Target { name: "confine", run: confine, seeds: Seeds::Paths },
    Target { name: "journal", run: journal, seeds: Seeds::Journals },
    Target { name: "mcp", run: mcp, seeds: Seeds::Lines },
    #[cfg(feature = "faults")]
    Target { name: "transaction", run: transaction, seeds: Seeds::Recipes },
];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Runs the target of this name.
///
/// # Panics
///
/// When there is none, or a promise is broken.
pub fn run(name: &str, bytes: &[u8]) {
    let Some(target) = target(name) else { panic!("there is no fuzz target {name:?}") };
    (target.run)(bytes);
}

/// The bytes are a text to read.
fn parse(bytes: &[u8]) {
    oracles::parse::check(bytes);
}

/// The bytes are a text that arrives in pieces: by the byte, by the token, and in sizes that it
/// chooses.
fn stream(bytes: &[u8]) {
    let believed = ParseOptions::default().counts(Counts::Believed);
    let chosen: Vec<usize> = bytes.iter().rev().take(7).map(|byte| usize::from(*byte)).collect();
    for options in [ParseOptions::default(), believed] {
        for sizes in [&[1][..], &[4], &chosen] {
            oracles::stream::check_with(&options, bytes, sizes);
        }
    }
}

/// The bytes are a patch, which is applied to files that it might be about; or a recipe.
fn apply(bytes: &[u8]) {
    for case in cases(bytes) {
        oracles::apply::check(&case);
    }
}

/// The bytes are a text of three parts, whose middle part is repeated many times. The first two
/// bytes are where it begins and ends, in 256ths of the text.
fn cost(bytes: &[u8]) {
    let [first, second, text @ ..] = bytes else { return };
    let [start, end] = [first.min(second), first.max(second)];
    let at = |part: &u8| text.len() * usize::from(*part) / 256;
    let (head, rest) = text.split_at(at(start));
    let (middle, tail) = rest.split_at(at(end) - head.len());
    oracles::cost::check([head, middle, tail], case_of);
}

/// The bytes are two texts or a recipe for two trees: what is generated leads there and back, in
/// both formats.
fn generate(bytes: &[u8]) {
    let Some((old, new, options)) = two_trees(bytes) else { return };
    oracles::generate::check(&old, &new, &options);
    oracles::generate::check_opencode(&old, &new, &options);
}

/// The bytes are a patch or a recipe, as for `apply`: its undo leads back, and a faithful recipe
/// leads where it should.
fn undo(bytes: &[u8]) {
    for case in cases(bytes) {
        oracles::undo::check(&case);
    }
    if let Some(scenario) = scenario(bytes).filter(|scenario| scenario.is_faithful) {
        let outcome = oracles::apply::check(&scenario.case);
        let is_there = outcome == Outcome::Applied(scenario.new);
        assert!(is_there, "it leads elsewhere\n{}", scenario.case);
    }
}

/// The bytes are a message of the protocol.
fn wire(bytes: &[u8]) {
    oracles::wire::check(bytes);
}

/// The bytes are two texts.
fn diffy(bytes: &[u8]) {
    if let Some((old, new)) = two_texts(bytes) {
        oracles::diffy::check(old, new);
    }
}

/// The bytes are a patch or a recipe, as for `apply`.
fn git(bytes: &[u8]) {
    for case in cases(bytes) {
        oracles::git::check(&case);
    }
}

/// The bytes are files and calls of tools, or a recipe for them.
fn tools(bytes: &[u8]) {
    if let Some(session) = session(bytes) {
        oracles::tools::check(&session);
    }
}

/// The bytes are a patch or a recipe, as for `apply`: a directory on disk behaves as memory does,
/// there and back.
fn disk(bytes: &[u8]) {
    for case in cases(bytes) {
        oracles::apply::check_on_disk(&case);
        oracles::undo::check_on_disk(&case);
    }
}

/// The bytes are paths, or a recipe for them and for a tree with links.
fn confine(bytes: &[u8]) {
    if let Some(attempt) = attempt(bytes) {
        oracles::confine::check(&attempt);
    }
}

/// The bytes are what an interrupted commit left.
fn journal(bytes: &[u8]) {
    if let Some(left) = left(bytes) {
        let _ = oracles::journal::check(&left);
    }
}

/// The bytes are lines that a client sends.
fn mcp(bytes: &[u8]) {
    let files = Tree::from([("x", "a\nb\nc\n"), ("d/y", "1\n2\n3\n")]);
    oracles::mcp::check(&files, bytes);
}

/// The bytes are a recipe for a tree, and for what happens to it.
#[cfg(feature = "faults")]
fn transaction(bytes: &[u8]) {
    if let Ok((before, ground, actions)) = super::actions::history(bytes) {
        oracles::transaction::check(&before, ground, &actions);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_target_has_a_name_of_its_own_and_something_to_start_from() {
        let names: BTreeSet<_> = TARGETS.iter().map(|target| target.name).collect();
        assert_eq!(names.len(), TARGETS.len());
        for one in TARGETS {
            assert_eq!(target(one.name).map(|found| found.name), Some(one.name));
            let seeds = one.seeds();
            assert!(seeds.len() >= 20, "{} has {} seeds", one.name, seeds.len());
            let names: BTreeSet<_> = seeds.iter().map(|(name, _)| name).collect();
            assert_eq!(names.len(), seeds.len(), "{}", one.name);
        }
        assert!(target("none").is_none());
    }
}
