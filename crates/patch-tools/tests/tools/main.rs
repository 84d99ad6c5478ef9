//! The output for clients and machines.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a check that fails stops the test"
)]

mod check;
mod preview;
mod preview_v1;
mod view;
mod wire;
