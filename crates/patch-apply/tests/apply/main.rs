//! Applying patches: each rule of the design and each example of the documents it rests on.

#![expect(
    clippy::expect_used,
    clippy::format_collect,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a check that fails stops the test, and texts of a few lines may be built simply"
)]

mod anchors;
mod anchors_inside;
mod anchors_named;
mod anchors_repeated;
mod bare;
mod blanks;
mod brackets;
mod candidates;
mod changed_line;
mod chunks_alike;
mod codes;
mod comma;
mod contract;
mod cut;
mod dominance;
mod done;
mod doubled;
mod elided;
mod elsewhere;
mod endings;
mod evidence;
mod explain;
mod explaining;
mod forms;
mod given_up;
mod headings;
mod indented;
mod items;
mod joined;
mod left_out;
mod limits;
mod links;
mod little;
mod lost_mark;
mod marks;
mod messages;
mod names;
mod near_number;
mod next_line;
mod numbered_chunks;
mod operations;
mod parted;
mod partly_done;
mod placeholder;
mod placement;
mod prefixes;
mod records;
mod render;
mod respelled;
mod rivals;
mod scopes;
mod seeds;
mod selection;
mod sent_again;
mod series;
mod sharing;
mod spaced;
mod stale;
mod suggestions;
mod support;
mod tables;
mod twice;
mod twins;
mod units;
mod viewer;
mod written;
mod written_again;
mod written_damaged;
mod written_displaced;
mod written_edges;
mod written_nested;
mod written_off;
mod written_python;
mod written_replaced;
mod written_seams;
mod written_siblings;
mod written_signs;
mod written_steps;
mod written_together;
mod written_trimmed;
mod written_yaml;
