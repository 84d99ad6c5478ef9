//! What clients and machines are shown.

#![expect(clippy::unwrap_used, reason = "a check that fails stops the test")]

mod view;
mod wire;
