//! Every file of the corpora through every oracle that accepts it.

use patch_apply::apply;
use patch_parse::ParseOptions;
use patch_testkit::corpus::{self, ApplyExample, ParseExample};
use patch_testkit::fuzz::Target;
use patch_testkit::outline::{error_outline, outline};
use patch_testkit::{Tree, fuzz, oracles};

#[test]
fn every_folder_of_the_corpora_is_read() {
    corpus::check_layout();
}

#[test]
fn every_example_of_applying_comes_out_as_it_says() {
    let examples = corpus::apply_examples();
    examples.iter().for_each(check_apply);
}

fn check_apply(example: &ApplyExample) {
    let ApplyExample { name, case, expected } = example;
    let found = patch_parse::parse(&case.patch).map_err(|error| error.code).and_then(|patch| {
        let mut workspace = case.before.to_memory();
        let receipt = apply(&patch, &mut workspace, &case.rules.to_options());
        receipt.map(|_| Tree::of_memory(&workspace)).map_err(|refusal| refusal.code())
    });
    assert_eq!(found, *expected, "corpora/{name}\n{case}");
    oracles::apply::check(case);
    oracles::apply::check_on_disk(case);
}

#[test]
fn every_example_of_reading_comes_out_as_it_says() {
    let examples = corpus::parse_examples();
    examples.iter().for_each(check_parse);
}

fn check_parse(example: &ParseExample) {
    let ParseExample { name, text, format, expected } = example;
    let found = ParseOptions::default().format(*format).parse(text);
    let found = found.map(|patch| outline(&patch)).map_err(|error| error_outline(&error));
    let (found, expected) = (text_of(&found), text_of(expected));
    assert!(found == expected, "corpora/{name}\nexpected:\n{expected}\nfound:\n{found}");
}

fn text_of(result: &Result<String, String>) -> &str {
    result.as_deref().unwrap_or_else(|error| error)
}

/// A test of each target: what a fuzzer starts from keeps its promises. The texts of the corpora
/// are among that, and what fuzzers found.
macro_rules! replays {
    ($($(#[$when:meta])? $target:ident)*) => {
        /// The targets that are replayed.
        const REPLAYED: &[&str] = &[$($(#[$when])? stringify!($target)),*];

        mod what_a_target_starts_from_keeps_its_promises {
            $(
                $(#[$when])?
                #[test]
                fn $target() {
                    super::replay(stringify!($target));
                }
            )*
        }
    };
}

replays! {
    parse stream apply cost generate undo wire diffy tools git disk confine journal mcp
    #[cfg(feature = "faults")] transaction
}

#[test]
fn every_target_is_replayed() {
    let names: Vec<_> = fuzz::TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names, REPLAYED);
}

fn replay(name: &str) {
    // Some of those that take long, and all that was found: a text of this one is as long as all of
    // another, and others start a server or write to the disk. `cargo xtask fuzz --replay` runs
    // all.
    let step = match name {
        "cost" => 8,
        "disk" | "mcp" | "wire" => 4,
        _ => 1,
    };
    for target in fuzz::TARGETS.iter().filter(|target| target.name == name) {
        target.some_seeds(step).iter().for_each(|(name, bytes)| keeps(target, name, bytes));
    }
}

#[track_caller]
fn keeps(target: &Target, name: &str, bytes: &[u8]) {
    let result = std::panic::catch_unwind(|| (target.run)(bytes));
    assert!(result.is_ok(), "{name} breaks a promise of the target `{}`", target.name);
}

#[test]
fn what_was_found_belongs_to_a_target() {
    for name in corpus::finders() {
        assert!(fuzz::target(&name).is_some(), "corpora/regressions/{name} is read by no target");
    }
}

#[test]
fn every_text_cut_anywhere_keeps_the_promises_of_reading() {
    for (_, text) in corpus::raw() {
        // Every place in a short text, some two hundred in a long one.
        for end in (0..text.len()).step_by(1 + text.len() / 200) {
            oracles::parse::check(&text[..end]);
            oracles::stream::check(&text[..end], &[4]);
        }
    }
}
