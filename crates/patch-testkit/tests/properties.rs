//! The oracles over generated input.
//!
//! A moderate number of cases of one seed by default; `cargo xtask proptest` has more, of any seed.

mod kept;

use patch_apply::{ApplyOptions, Locate};
use patch_gen::{Algorithm, Detect, GenOptions, Renames, Style};
use patch_testkit::conformance::{InMemory, OnDisk};
use patch_testkit::oracles::apply::Outcome;
use patch_testkit::{fuzz, garble, oracles, strategies};
use proptest::prelude::*;

use kept::{brief, config, holds};

proptest! {
    #![proptest_config(config(1))]

    #[test]
    fn reading_keeps_its_promises(text in brief(strategies::patch_text())) {
        holds(|| oracles::parse::check(&text.0))?;
    }

    #[test]
    fn a_text_in_pieces_is_read_as_the_whole(
        text in brief(strategies::patch_text()),
        sizes in prop::collection::vec(1_usize..40, 1..6),
    ) {
        holds(|| oracles::stream::check(&text.0, &sizes))?;
    }

    #[test]
    fn a_garbled_patch_in_pieces_is_read_as_the_whole(
        garbled in brief(garble::garbled()),
        sizes in prop::collection::vec(1_usize..40, 1..6),
    ) {
        holds(|| oracles::stream::check(garbled.0.text().as_bytes(), &sizes))?;
    }

    #[test]
    fn a_patch_for_files_in_pieces_is_read_as_the_whole(scenario in brief(strategies::scenario())) {
        holds(|| oracles::stream::check(&scenario.0.case.patch, &[4]))?;
    }

    #[test]
    fn nothing_marked_is_lost(garbled in brief(garble::garbled())) {
        let text = garbled.0.text();
        holds(|| oracles::parse::check(text.as_bytes()))?;
        holds(|| oracles::parse::nothing_marked_is_lost(&text))?;
    }

    #[test]
    fn applying_agrees_with_the_model(scenario in brief(strategies::scenario())) {
        holds(|| oracles::apply::check(&scenario.0.case))?;
    }

    #[test]
    fn what_is_stale_is_explained_and_what_is_suggested_applies(
        scenario in brief(strategies::stale_scenario()),
    ) {
        holds(|| oracles::apply::check(&scenario.0.case))?;
    }

    #[test]
    fn a_faithful_patch_leads_to_the_new_tree(scenario in brief(strategies::clean_scenario())) {
        let scenario = scenario.0;
        if scenario.is_faithful {
            let outcome = holds(|| oracles::apply::check(&scenario.case))?;
            let is_there = outcome == Outcome::Applied(scenario.new);
            holds(|| assert!(is_there, "it leads elsewhere\n{}", scenario.case))?;
        }
    }

    #[test]
    fn the_undo_leads_back(scenario in brief(strategies::scenario())) {
        holds(|| oracles::undo::check(&scenario.0.case))?;
    }

    #[test]
    fn the_undo_leads_back_from_every_kind_of_change(
        trees in brief(strategies::things()),
    ) {
        holds(|| oracles::undo::check_things(&InMemory, &trees.0.0, &trees.0.1))?;
    }

    #[test]
    fn a_diff_of_the_protocol_says_what_it_shows_and_is_taken_back(
        trees in brief(strategies::things()),
    ) {
        holds(|| oracles::undo::check_wire(&trees.0.0, &trees.0.1))?;
    }

    #[test]
    fn every_format_leads_there_and_back_for_every_kind_of_change(
        trees in brief(strategies::things()),
        options in options(),
        detect in detect(),
    ) {
        let options = options.renames(Renames::default().detect(detect));
        holds(|| oracles::formats::check(&trees.0.0, &trees.0.1, &options))?;
    }

    #[test]
    fn generated_patches_lead_there_and_back(
        trees in brief(strategies::trees()),
        options in options(),
    ) {
        let (old, new) = trees.0;
        // A hunk without context does not speak of the byte-order mark before it.
        let is_certain = options.context > 0 || !(old.has_mark() || new.has_mark());
        // Text of one encoding is not added to files of another.
        let is_one_encoding = !old.mixes_encodings(&new);
        if is_certain && is_one_encoding {
            holds(|| oracles::generate::check(&old, &new, &options))?;
        }
        holds(|| oracles::generate::check(&old, &old, &options))?;
    }

    #[test]
    fn generated_chunks_lead_there_for_every_reader(
        trees in brief(strategies::trees()),
        context in 0_usize..4,
    ) {
        let (old, new) = trees.0;
        let options = GenOptions::default().context(context);
        holds(|| oracles::generate::check_opencode(&old, &new, &options))?;
    }

    #[test]
    fn a_damaged_patch_is_never_placed_wrongly(
        case in brief(strategies::damaged()),
        locate in prop::sample::select(vec![Locate::First, Locate::Unique]),
    ) {
        let mut options = ApplyOptions::default();
        options.locate = locate;
        holds(|| oracles::placement::check(&case.0, &options))?;
    }

    #[test]
    fn lines_elsewhere_and_looser_readings_move_no_hunk(scenario in brief(strategies::scenario())) {
        holds(|| oracles::evidence::check(&scenario.0.case))?;
    }

    #[test]
    fn every_input_of_a_fuzz_target_is_fit_for_it(
        bytes in brief(prop::collection::vec(any::<u8>(), 0..300)),
    ) {
        for target in fuzz::TARGETS {
            holds(|| (target.run)(&bytes.0))?;
        }
    }
}

proptest! {
    // Each case makes a folder on disk.
    #![proptest_config(config(4))]

    #[test]
    fn a_directory_fares_as_memory_does(scenario in brief(strategies::scenario())) {
        holds(|| oracles::apply::check_on_disk(&scenario.0.case))?;
    }

    #[test]
    fn the_undo_leads_back_from_every_kind_of_change_on_disk(
        trees in brief(strategies::things()),
    ) {
        holds(|| oracles::undo::check_things(&OnDisk, &trees.0.0, &trees.0.1))?;
    }

    #[test]
    fn the_undo_leads_back_on_disk(scenario in brief(strategies::clean_scenario())) {
        holds(|| oracles::undo::check_on_disk(&scenario.0.case))?;
    }
}

fn detect() -> impl Strategy<Value = Detect> {
    prop::sample::select(vec![Detect::Nothing, Detect::Moves, Detect::Copies, Detect::CopiesOfAll])
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
