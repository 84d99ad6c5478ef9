//! The list of all checks.

use super::{Ability, Host, checks};

/// Hands the list of all checks to another macro: module, name, and what the host must have
/// (`if`) or lack (`unless`).
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_check_of_conformance {
    ($use:ident!($($argument:tt)*)) => {
        $crate::$use! { ($($argument)*)
            resolve::paths_are_normalised;
            resolve::paths_that_lead_out_are_refused;
            resolve::git_directories_are_protected;
            resolve::protected_paths_are_refused if ProtectedPath;
            resolve::absolute_paths_inside_the_root_are_taken if NamedRoot;
            resolve::names_are_bytes if NamesOfAnyBytes;

            look::entries_tell_what_is_there;
            look::links_on_the_way_are_followed_and_the_last_is_not if Symlinks;
            look::executable_files_are_told if ExecutableBits;
            look::no_file_is_executable unless ExecutableBits;
            look::empty_directories_stay if EmptyDirectories;
            look::names_of_one_file_have_one_id if FileIds;
            look::reading_takes_regular_files_up_to_the_limit;
            look::loading_is_looking_and_reading_in_one;
            look::reading_ahead_gives_what_loading_gives;
            look::contents_are_bytes;

            links::links_are_followed_to_the_file_they_lead_to if Symlinks;
            links::links_that_lead_nowhere_are_refused if Symlinks;
            links::links_that_lead_out_are_refused if Symlinks;
            links::links_to_protected_places_are_refused if Symlinks ProtectedPath;
            links::link_targets_are_read_as_written if Symlinks;
            links::links_are_made_turned_and_removed_as_links if Symlinks;
            links::links_that_would_lead_out_are_not_made if Symlinks;
            links::no_link_is_made unless Symlinks;

            commit::a_commit_makes_all_its_changes;
            commit::a_commit_of_nothing_changes_nothing;
            commit::both_ways_of_syncing_come_out_alike;
            commit::the_order_of_changes_has_no_meaning;
            commit::files_swap_and_follow_each_other;
            commit::files_and_directories_make_way_for_each_other;
            commit::links_make_way_as_well if Symlinks;
            commit::directories_left_empty_go_and_others_stay;
            commit::directories_that_were_empty_stay if EmptyDirectories;
            commit::a_patch_is_planned_and_committed;

            refuse::what_is_not_as_expected_is_refused;
            refuse::links_that_are_not_as_expected_are_refused if Symlinks;
            refuse::a_directory_that_keeps_something_makes_no_way;
            refuse::a_directory_that_keeps_an_empty_one_makes_no_way if EmptyDirectories;
            refuse::one_bad_change_among_good_ones_leaves_all_as_it_was;
            refuse::after_a_refusal_all_goes_on;
            refuse::what_others_change_is_seen;
            refuse::a_plan_that_is_stale_changes_nothing;

            alias::one_path_twice_is_refused;
            alias::two_names_for_one_place_are_refused if Symlinks;
            alias::a_patch_of_two_names_for_one_file_is_refused if Symlinks FileIds;
            alias::a_patch_of_two_hard_links_is_refused if HardLinks FileIds;
            alias::nothing_is_written_below_what_the_same_commit_writes;
            alias::a_link_of_the_same_commit_is_not_written_through if Symlinks;

            permit::the_executable_bit_is_set_cleared_and_carried if ExecutableBits;
            permit::permissions_of_what_is_gone_are_refused;

            others::a_commit_under_a_hold_takes_effect;
            others::a_hold_keeps_others_out if OtherCommitters;
        }
    };
}

/// One promise, and the function that checks it.
pub(super) struct Check<H> {
    pub(super) name: &'static str,
    pub(super) with: &'static [Ability],
    pub(super) without: &'static [Ability],
    pub(super) run: fn(&H),
}

/// Makes the table of all checks.
#[doc(hidden)]
#[macro_export]
macro_rules! table_of_conformance {
    (() $($module:ident::$name:ident $(if $($with:ident)+)? $(unless $without:ident)?;)*) => {
        vec![$(Check {
            name: stringify!($name),
            with: &[$($(Ability::$with),+)?],
            without: &[$(Ability::$without)?],
            run: checks::$module::$name,
        }),*]
    };
}

/// Every check, in reading order.
pub(super) fn all<H: Host>() -> Vec<Check<H>> {
    crate::for_each_check_of_conformance!(table_of_conformance!())
}

/// Makes one `#[test]` of each check of [`conformance`](crate::conformance), named like it, for
/// the [`Host`](crate::conformance::Host) that the expression gives.
#[macro_export]
macro_rules! conformance_tests {
    ($host:expr) => {
        $crate::for_each_check_of_conformance! { tests_of_conformance!($host) }
    };
}

/// Makes the tests.
#[doc(hidden)]
#[macro_export]
macro_rules! tests_of_conformance {
    (($host:expr) $($module:ident::$name:ident
        $(if $($with:ident)+)? $(unless $without:ident)?;)*) => {
        $(#[test]
        fn $name() {
            $crate::conformance::check(&$host, stringify!($name));
        })*
    };
}
