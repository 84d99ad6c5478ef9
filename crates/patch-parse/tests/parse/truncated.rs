//! A patch cut anywhere is an error or the beginning of the whole.

use patch_parse::parse;

use crate::{oracle, roundtrip::PATCHES, seeds};

#[test]
fn a_cut_patch_is_refused_or_a_beginning_of_the_whole() {
    for text in PATCHES.iter().chain(seeds::ALL).map(|text| text.as_bytes()) {
        let whole = parse(text).unwrap();
        for cut in 0..text.len() {
            let part = &text[..cut];
            oracle::check(part);
            if let Ok(patch) = parse(part) {
                assert!(
                    oracle::is_prefix(&patch, &whole),
                    "cut at {cut}:\n{}\n{patch:#?}",
                    String::from_utf8_lossy(part)
                );
            }
        }
    }
}
