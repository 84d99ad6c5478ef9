//! `mcp`: the running server, as clients of all kinds meet it.

mod bad_input;
mod client;
mod session;
#[cfg(unix)]
mod theirs;
