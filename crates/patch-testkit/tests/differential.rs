//! A second opinion over generated input: what git makes of the same patch and the same files. What
//! is compared is in the oracle, `patch_testkit::oracles::git`.

#[expect(dead_code, reason = "what a failure says is that of the oracle here")]
mod kept;

use patch_apply::Contract;
use patch_testkit::oracles::apply::{Outcome, check};
use patch_testkit::oracles::git;
use patch_testkit::{Case, Rules, Tree, strategies};
use proptest::prelude::*;

use kept::config;

proptest! {
    // Each case starts a program.
    #![proptest_config(config(2))]

    #[test]
    fn git_makes_the_same_of_what_both_apply(scenario in strategies::scenario()) {
        git::check(&scenario.case);
    }

    #[test]
    fn git_applies_a_faithful_patch(scenario in strategies::clean_scenario()) {
        if scenario.is_faithful && !git::is_misplaced(&scenario.case.patch) {
            prop_assert_eq!(git::applied(&scenario.case), Some(scenario.new), "{}", scenario.case);
        }
    }
}

#[test]
fn git_takes_a_line_without_a_newline_for_the_beginning_of_another() {
    let patch = "--- a/x\n+++ b/x\n@@ -2 +1,0 @@ a\n-a\n\\ No newline at end of file\n";
    let rules = Rules { contract: Contract::Git, ..Rules::default() };
    let before = Tree::from([("x", "a\na")]);
    let case = Case { before, patch: patch.as_bytes().to_vec(), rules };
    assert!(git::is_misplaced(&case.patch), "the property leaves it out");
    assert_eq!(git::applied(&case), Some(Tree::from([("x", "a")])), "what git does");
    assert_eq!(check(&case), Outcome::Applied(Tree::from([("x", "a\n")])), "what it means");
}

#[test]
fn git_goes_past_a_number_where_the_last_line_has_no_newline() {
    let patch = "--- a/x\n+++ b/x\n@@ -2,3 +2,3 @@\n a\n-a\n+b\n a\n";
    let rules = Rules { contract: Contract::Git, ..Rules::default() };
    let before = Tree::from([("x", "a\na\na\na")]);
    let case = Case { before, patch: patch.as_bytes().to_vec(), rules };
    assert!(!git::check(&case), "the property leaves it out");
    assert_eq!(git::applied(&case), Some(Tree::from([("x", "a\nb\na\na")])), "what git does");
    assert_eq!(check(&case), Outcome::Applied(Tree::from([("x", "a\na\nb\na")])), "what it means");
}

#[test]
fn git_goes_by_the_number_of_the_new_side() {
    let patch = "--- a/x\n+++ b/x\n@@ -1 +2 @@\n-a\n+c\n";
    let rules = Rules { contract: Contract::Git, ..Rules::default() };
    let before = Tree::from([("x", "a\na\nb\n")]);
    let case = Case { before, patch: patch.as_bytes().to_vec(), rules };
    assert!(!git::check(&case), "the property leaves it out");
    assert_eq!(git::applied(&case), Some(Tree::from([("x", "a\nc\nb\n")])), "what git does");
    assert_eq!(check(&case), Outcome::Applied(Tree::from([("x", "c\na\nb\n")])), "what it means");
}
