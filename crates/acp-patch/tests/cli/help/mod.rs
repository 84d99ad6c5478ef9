//! The help of the program: the texts that a new user reads first.

mod agents;
mod patches;

use snapbox::{IntoData, str};

use crate::support::command;

#[track_caller]
fn check(args: &[&str], expected: impl IntoData) {
    command(args).assert().success().stdout_eq(expected).stderr_eq(str![]);
}

#[test]
fn program() {
    check(
        &["--help"],
        str![[r#"
Applies patches, all or nothing, and makes them

Usage: acp-patch <COMMAND>

Commands:
  apply       Apply a patch to a directory: every change, or none
  undo        Undo what `apply` did, using its receipt
  diff        Print the patch that turns OLD into NEW
  convert     Rewrite a patch in another format, against the current files
  parse       Show what a patch says, without applying it
  check-diff  Compare the changes of an ACP diff with its patch text
  recover     Finish or undo what an interrupted `apply` left behind
  batch       Apply many patches to files in memory, as JSON Lines
  call        Call a tool as an agent would: JSON arguments in, one line of JSON out
  mcp         Serve the tools to a client of the Model Context Protocol (MCP)
  tools       Print the tool definitions for a provider
  schema      Print a JSON Schema, or list their names
  eval        Replay recorded tool calls and count the outcomes by format and model
  help        Print this message or the help of the given subcommand(s)

Options:
  -h, --help     Print help
  -V, --version  Print version

A patch is a unified diff, with or without git's headers, or the `*** Begin Patch` format that
coding agents write. Prose and code fences around it do no harm.

Exit status: 0 done, 1 refused (for diff: different), 2 usage or trouble.

Examples:
  acp-patch apply fix.patch
      Apply a patch to the current directory
  git diff | acp-patch apply --root ../b
      Carry changes over to another tree
  acp-patch diff old new --format acp
      Show a change as clients of the Agent Client Protocol (ACP) see it

"#]],
    );
}

#[test]
fn short_and_long_help_are_the_same() {
    for name in ["apply", "diff", "parse", "recover", "batch"] {
        let output = |args: &[&str]| command(args).output().unwrap().stdout;
        let long = output(&[name, "--help"]);
        assert_eq!(output(&[name, "-h"]), long, "{name} -h");
        assert_eq!(output(&["help", name]), long, "help {name}");
    }
}

#[test]
fn no_line_is_wider_than_a_terminal() {
    for name in ["apply", "diff", "parse", "recover", "batch"] {
        let help = command(&["help", name]).env("COLUMNS", "80").output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        let widest = help.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 80, "{name}: {widest}");
    }
}

#[test]
fn version() {
    check(
        &["--version"],
        str![[r#"
acp-patch 0.1.0

"#]],
    );
}
