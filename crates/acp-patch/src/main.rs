//! `acp-patch`: applies the patches that models and people write, and makes patches.
//!
//! The program reads its arguments ([`args`]), runs one command ([`commands`]), prints its outcome
//! ([`report`], with the texts of [`words`], or an [`answer`] for machines) and ends with a status
//! ([`exit`]). The libraries below know about patches; this crate handles files named on the
//! command line, the terminal, and texts.
//!
//! **Invariant.** A command returns what is to be printed and prints nothing itself, except `batch`
//! and `parse`, which stream, and `mcp`, which speaks a protocol. Only `apply`, `undo`, `recover` and the
//! tools change a tree, through a [`Workspace`](patch_apply::Workspace); `--html` writes its page.

mod answer;
mod args;
mod commands;
mod diff_args;
mod effects;
mod exit;
mod fsync_arg;
mod given;
mod input;
mod page;
mod paint;
mod parallel;
mod progress;
mod refused;
mod report;
mod stat;
mod times;
mod tool_args;
mod undo_args;
mod usage;
mod version;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

fn main() -> ExitCode {
    outlive_file_size_limit();
    match Cli::try_parse() {
        Ok(cli) => commands::run(&cli.command).into(),
        Err(error) => usage::print(&error).into(),
    }
}

/// With a limit on the size of files (`ulimit -f`), a write that exceeds it becomes an error
/// instead of ending the program: what was begun is taken back, and reported.
#[cfg(unix)]
fn outlive_file_size_limit() {
    let noticed = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    // If the system does not allow that, the signal keeps its effect.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noticed);
}

/// There is no such signal.
#[cfg(not(unix))]
fn outlive_file_size_limit() {}
