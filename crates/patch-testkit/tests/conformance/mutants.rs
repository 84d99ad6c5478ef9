//! The suite can fail: a workspace that breaks one promise is found out by the check of that
//! promise.

#![expect(clippy::expect_used, reason = "helpers of tests may stop at the first surprise")]

use bstr::BString;
use patch_apply::Workspace;
use patch_fs::DirWorkspace;
use patch_testkit::conformance::{Ability, Host, OnDisk, Outcome, Things, names, outcome, run};
use tempfile::TempDir;

use crate::careless::Careless;

/// One thing that a careless workspace does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// None: to show that it is the faults that are found.
    None,
    RefusesUnusualNames,
    AllowsDots,
    RefusesAbsolutePaths,
    AllowsGit,
    AllowsProtected,
    TakesNamesForText,
    SeesNoDirectories,
    FollowsTheLastLinkWhenLooking,
    ForgetsTheExecutableBitWhenLooking,
    GivesEachNameAnId,
    GivesAllFilesOneId,
    ReadsPastTheLimit,
    RefusesAtTheLimit,
    ReadsThroughTheLastLink,
    LoadsPastTheLimit,
    LoadsWhatItLoadedBefore,
    LoadsAheadPastTheLimit,
    RemembersWhatItRead,
    FollowsOneLinkOnly,
    FollowsToNowhere,
    FollowsOutOfTheRoot,
    NormalisesLinkTargets,
    ChecksNoContents,
    ChecksNoAbsence,
    ChecksNoLinks,
    CommitsOneByOne,
    CommitsOneByOneAndTakesBack,
    LeavesTemporaryFiles,
    LosesTheLastChange,
    RefusesToRemoveNothing,
    KeepsEmptiedDirectories,
    RemovesEmptyDirectoriesElsewhere,
    RemovesWhatIsInTheWay,
    WritesThroughTheLastLink,
    LetsTheLastOfTwoNamesWin,
    DropsWhatLiesBelow,
    WritesLinesItsOwnWay,
    IgnoresTheExecutableBit,
    IgnoresWhoseThePermissionsAre,
    AllowsPermissionsOfNothing,
    MakesAnyLink,
    HoldsOnlyOnce,
    HoldsNothing,
    LetsGoAfterACommit,
    NeverLetsGo,
    RefusesUnderFullDurability,
}

/// Each fault, and the check that must find it.
const FOUND_BY: &[(Fault, &str)] = &[
    (Fault::RefusesUnusualNames, "paths_are_normalised"),
    (Fault::AllowsDots, "paths_that_lead_out_are_refused"),
    (Fault::RefusesAbsolutePaths, "absolute_paths_inside_the_root_are_taken"),
    (Fault::AllowsGit, "git_directories_are_protected"),
    (Fault::AllowsProtected, "protected_paths_are_refused"),
    (Fault::AllowsProtected, "links_to_protected_places_are_refused"),
    (Fault::TakesNamesForText, "names_are_bytes"),
    (Fault::SeesNoDirectories, "entries_tell_what_is_there"),
    (Fault::SeesNoDirectories, "empty_directories_stay"),
    (Fault::FollowsTheLastLinkWhenLooking, "links_on_the_way_are_followed_and_the_last_is_not"),
    (Fault::ForgetsTheExecutableBitWhenLooking, "executable_files_are_told"),
    (Fault::GivesEachNameAnId, "names_of_one_file_have_one_id"),
    (Fault::GivesEachNameAnId, "a_patch_of_two_hard_links_is_refused"),
    (Fault::GivesEachNameAnId, "a_patch_of_two_names_for_one_file_is_refused"),
    (Fault::GivesAllFilesOneId, "names_of_one_file_have_one_id"),
    (Fault::GivesAllFilesOneId, "a_patch_is_planned_and_committed"),
    (Fault::ReadsPastTheLimit, "reading_takes_regular_files_up_to_the_limit"),
    (Fault::RefusesAtTheLimit, "reading_takes_regular_files_up_to_the_limit"),
    (Fault::ReadsThroughTheLastLink, "links_on_the_way_are_followed_and_the_last_is_not"),
    (Fault::LoadsPastTheLimit, "loading_is_looking_and_reading_in_one"),
    (Fault::LoadsWhatItLoadedBefore, "a_plan_that_is_stale_changes_nothing"),
    (Fault::LoadsAheadPastTheLimit, "reading_ahead_gives_what_loading_gives"),
    (Fault::RemembersWhatItRead, "what_others_change_is_seen"),
    (Fault::FollowsOneLinkOnly, "links_are_followed_to_the_file_they_lead_to"),
    (Fault::FollowsToNowhere, "links_that_lead_nowhere_are_refused"),
    (Fault::FollowsOutOfTheRoot, "links_that_lead_out_are_refused"),
    (Fault::NormalisesLinkTargets, "link_targets_are_read_as_written"),
    (Fault::ChecksNoContents, "what_is_not_as_expected_is_refused"),
    (Fault::ChecksNoContents, "a_plan_that_is_stale_changes_nothing"),
    (Fault::ChecksNoContents, "what_others_change_is_seen"),
    (Fault::ChecksNoAbsence, "what_is_not_as_expected_is_refused"),
    (Fault::ChecksNoLinks, "links_that_are_not_as_expected_are_refused"),
    (Fault::CommitsOneByOne, "one_bad_change_among_good_ones_leaves_all_as_it_was"),
    (Fault::CommitsOneByOne, "both_ways_of_syncing_come_out_alike"),
    (Fault::CommitsOneByOneAndTakesBack, "the_order_of_changes_has_no_meaning"),
    (Fault::CommitsOneByOneAndTakesBack, "files_and_directories_make_way_for_each_other"),
    (Fault::CommitsOneByOneAndTakesBack, "files_swap_and_follow_each_other"),
    (Fault::CommitsOneByOneAndTakesBack, "links_make_way_as_well"),
    (Fault::LeavesTemporaryFiles, "after_a_refusal_all_goes_on"),
    (Fault::LosesTheLastChange, "a_commit_makes_all_its_changes"),
    (Fault::LosesTheLastChange, "a_patch_is_planned_and_committed"),
    (Fault::RefusesToRemoveNothing, "a_commit_of_nothing_changes_nothing"),
    (Fault::KeepsEmptiedDirectories, "directories_left_empty_go_and_others_stay"),
    (Fault::RemovesEmptyDirectoriesElsewhere, "directories_that_were_empty_stay"),
    (Fault::RemovesWhatIsInTheWay, "a_directory_that_keeps_something_makes_no_way"),
    (Fault::RemovesWhatIsInTheWay, "a_directory_that_keeps_an_empty_one_makes_no_way"),
    (Fault::WritesThroughTheLastLink, "links_are_made_turned_and_removed_as_links"),
    (Fault::LetsTheLastOfTwoNamesWin, "two_names_for_one_place_are_refused"),
    (Fault::LetsTheLastOfTwoNamesWin, "one_path_twice_is_refused"),
    (Fault::DropsWhatLiesBelow, "nothing_is_written_below_what_the_same_commit_writes"),
    (Fault::DropsWhatLiesBelow, "a_link_of_the_same_commit_is_not_written_through"),
    (Fault::WritesLinesItsOwnWay, "contents_are_bytes"),
    (Fault::IgnoresTheExecutableBit, "the_executable_bit_is_set_cleared_and_carried"),
    (Fault::IgnoresWhoseThePermissionsAre, "the_executable_bit_is_set_cleared_and_carried"),
    (Fault::AllowsPermissionsOfNothing, "permissions_of_what_is_gone_are_refused"),
    (Fault::MakesAnyLink, "links_that_would_lead_out_are_not_made"),
    (Fault::HoldsOnlyOnce, "a_commit_under_a_hold_takes_effect"),
    (Fault::HoldsNothing, "a_hold_keeps_others_out"),
    (Fault::LetsGoAfterACommit, "a_hold_keeps_others_out"),
    (Fault::NeverLetsGo, "a_hold_keeps_others_out"),
    (Fault::RefusesUnderFullDurability, "both_ways_of_syncing_come_out_alike"),
];

/// The checks for hosts that lack what a directory has; `plain.rs` shows that they can fail.
const FOUND_ELSEWHERE: &[&str] = &["no_file_is_executable", "no_link_is_made"];

#[test]
fn the_check_of_a_promise_finds_who_breaks_it() {
    let mut missed = Vec::new();
    for (fault, name) in FOUND_BY {
        let host = Mutant(*fault);
        match outcome(&host, name) {
            Outcome::Broken(how) => assert!(!how.is_empty(), "{fault:?}: {name} does not say how"),
            outcome => missed.push(format!("{fault:?}: {name} says {outcome:?}")),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn every_check_has_found_somebody() {
    let finds = |name: &str| FOUND_BY.iter().any(|(_, by)| *by == name);
    let idle: Vec<_> =
        names().filter(|name| !finds(name) && !FOUND_ELSEWHERE.contains(name)).collect();
    assert!(idle.is_empty(), "no fault is found by {idle:?}");
}

#[test]
fn without_a_fault_nothing_is_found() {
    run(&Mutant(Fault::None)).assert_all_kept();
}

struct Mutant(Fault);

impl Host for Mutant {
    type Workspace = Careless;
    type Ground = TempDir;

    fn has(&self, ability: Ability) -> bool {
        OnDisk::holds(ability)
    }

    fn open(&self, things: &Things) -> (Careless, TempDir) {
        let (mut inner, root) = OnDisk.open(things);
        if self.0 == Fault::AllowsProtected {
            inner = DirWorkspace::open(root.path()).expect("a directory");
        }
        let path = root.path().to_owned();
        (Careless::new(self.0, inner, path), root)
    }

    fn things(&self, workspace: &Careless, root: &TempDir) -> Things {
        OnDisk.things(&workspace.inner, root)
    }

    fn change_to(&self, workspace: &mut Careless, root: &mut TempDir, things: &Things) {
        OnDisk.change_to(&mut workspace.inner, root, things);
    }

    fn root_name(&self, root: &TempDir) -> Option<BString> {
        OnDisk.root_name(root)
    }

    fn other_committer(&self, root: &TempDir) -> Option<Box<dyn Workspace + Send>> {
        OnDisk.other_committer(root)
    }
}
