//! What clients and machines are shown.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a check that fails stops the test"
)]

mod check;
mod view;
mod wire;
