//! The oracles over generated input.
//!
//! A moderate number of cases by default; `PROPTEST_CASES` asks for more.

use patch_apply::{ApplyOptions, Locate};
use patch_gen::{Algorithm, GenOptions, Style};
use patch_testkit::conformance::{InMemory, OnDisk};
use patch_testkit::oracles::apply::Outcome;
use patch_testkit::{fuzz, garble, oracles, strategies};
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(1))]

    #[test]
    fn reading_keeps_its_promises(text in strategies::patch_text()) {
        oracles::parse::check(&text);
    }

    #[test]
    fn nothing_marked_is_lost(garbled in garble::garbled()) {
        let text = garbled.text();
        oracles::parse::check(text.as_bytes());
        oracles::parse::nothing_marked_is_lost(&text);
    }

    #[test]
    fn applying_agrees_with_the_model(scenario in strategies::scenario()) {
        oracles::apply::check(&scenario.case);
    }

    #[test]
    fn what_is_stale_is_explained_and_what_is_suggested_applies(
        scenario in strategies::stale_scenario(),
    ) {
        oracles::apply::check(&scenario.case);
    }

    #[test]
    fn a_faithful_patch_leads_to_the_new_tree(scenario in strategies::clean_scenario()) {
        if scenario.is_faithful {
            let outcome = oracles::apply::check(&scenario.case);
            prop_assert_eq!(outcome, Outcome::Applied(scenario.new), "{}", scenario.case);
        }
    }

    #[test]
    fn the_undo_leads_back(scenario in strategies::scenario()) {
        oracles::undo::check(&scenario.case);
    }

    #[test]
    fn the_undo_leads_back_from_every_kind_of_change(
        (before, after) in strategies::things(),
    ) {
        oracles::undo::check_things(&InMemory, &before, &after);
    }

    #[test]
    fn a_diff_of_the_protocol_says_what_it_shows_and_is_taken_back(
        (before, after) in strategies::things(),
    ) {
        oracles::undo::check_wire(&before, &after);
    }

    #[test]
    fn generated_patches_lead_there_and_back(
        (old, new) in strategies::trees(),
        options in options(),
    ) {
        // A hunk without context does not speak of the byte-order mark it stands behind.
        let is_certain = options.context > 0 || !(old.has_mark() || new.has_mark());
        // Text of one encoding is not added to files of another.
        let is_one_encoding = !old.mixes_encodings(&new);
        if is_certain && is_one_encoding {
            oracles::generate::check(&old, &new, &options);
        }
        oracles::generate::check(&old, &old, &options);
    }

    #[test]
    fn a_damaged_patch_is_never_placed_wrongly(
        case in strategies::damaged(),
        locate in prop::sample::select(vec![Locate::First, Locate::Unique]),
    ) {
        let mut options = ApplyOptions::default();
        options.locate = locate;
        oracles::placement::check(&case, &options);
    }

    #[test]
    fn lines_elsewhere_and_looser_readings_move_no_hunk(scenario in strategies::scenario()) {
        oracles::evidence::check(&scenario.case);
    }

    #[test]
    fn every_input_of_a_fuzz_target_is_fit_for_it(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        for (_, target) in fuzz::TARGETS {
            target(&bytes);
        }
    }
}

proptest! {
    // Each case makes a folder on disk.
    #![proptest_config(config(4))]

    #[test]
    fn a_directory_fares_as_memory_does(scenario in strategies::scenario()) {
        oracles::apply::check_on_disk(&scenario.case);
    }

    #[test]
    fn the_undo_leads_back_from_every_kind_of_change_on_disk(
        (before, after) in strategies::things(),
    ) {
        oracles::undo::check_things(&OnDisk, &before, &after);
    }

    #[test]
    fn the_undo_leads_back_on_disk(scenario in strategies::clean_scenario()) {
        oracles::undo::check_on_disk(&scenario.case);
    }
}

/// One of `divisor` times as many cases as usual. What fails becomes an example of the corpora, and
/// is not kept beside the test as well.
fn config(divisor: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.div_ceil(divisor), failure_persistence: None, ..usual }
}

fn options() -> impl Strategy<Value = GenOptions> {
    let algorithm =
        prop::sample::select(vec![Algorithm::Histogram, Algorithm::Patience, Algorithm::Myers]);
    let style = prop::sample::select(vec![Style::Git, Style::Plain]);
    // No context at all, the usual, and the whole file.
    let context = prop_oneof![Just(0_usize), 1_usize..4, Just(usize::MAX)];
    (algorithm, style, context).prop_map(|(algorithm, style, context)| {
        let mut options = GenOptions::default();
        options.algorithm = algorithm;
        options.style = style;
        options.context = context;
        options
    })
}
