//! The help of the commands for agents and their hosts.

use snapbox::str;

use super::check;

#[test]
fn check_diff() {
    check(
        &["check-diff", "--help"],
        str![[r#"
Compare the changes of an ACP diff with its patch text

Usage: acp-patch check-diff [OPTIONS] [DIFF]

Arguments:
  [DIFF]  The JSON of a v2 diff, or - for standard input [default: -]

Options:
      --json  Print what was found as one line of JSON
  -h, --help  Print help

The changes of a diff are what a person is asked about, its patch is what a person is shown. One
line for each way in which the two disagree: a file that only one of them names, another operation,
path or kind of file, a path that is not absolute, text that is no part of a git patch. The counts
of hunks are believed, as by git and by clients that show the patch.

The exit status is 0 when the two agree or there is no patch, 1 when they disagree, 2 when the input
is no v2 diff.

Examples:
  acp-patch diff a b --format acp | acp-patch check-diff
      What this program writes agrees
  acp-patch check-diff --json < diff.json
      {"ok":false,"disagreements":[{"code":"missing_change",...}]}

"#]],
    );
}

#[test]
fn call() {
    check(
        &["call", "--help"],
        str![[r#"
Call a tool as an agent does: JSON arguments in, one line of JSON out

Usage: acp-patch call [OPTIONS] <TOOL> [ARGUMENTS]

Arguments:
  <TOOL>       The tool: ApplyPatch or Diff
  [ARGUMENTS]  The arguments, or - for standard input, the default

Options:
      --root <DIR>     The directory that the tools work on; no path leads out of it [default: .]
      --grant <GRANT>  What may be read (r:PATH) or read and written (rw:PATH), a file or a
                       directory with all below it; repeat it for several. Without any, everything
                       below the root may be read and written
      --unique         Refuse a chunk of the `*** Begin Patch` format that fits several places, of
                       which the format takes the first
      --fsync <HOW>    Whether the files reach the disk before a call is answered; full survives a
                       loss of power [default: none] [possible values: full, none]
      --format <NAME>  The format that the model was told of, in whose words it is told what is no
                       patch; the tool takes both [default: unified] [possible values: unified,
                       opencode]
  -h, --help           Print help

For ApplyPatch the arguments may be the patch itself, as a provider with freeform tools sends it.
The answer has the data for a program and, under "text", what a model is told. A `request_id`
changes nothing here: each call is a session of its own, and only a session knows a call again that
is sent twice; see `acp-patch mcp`.

The exit status is 0 when the tool did its work, 1 when the call was refused; nothing was changed
then.

Examples:
  acp-patch call Diff '{"path_a": "old.txt", "path_b": "new.txt"}'
      {"diff":...,"identical":false,...}
  acp-patch call ApplyPatch --root repo --grant rw:src --grant r:docs < call.json
      {"text":"Applied:...","receipt":{...}} or {"text":...,"error":{"code":...}}

"#]],
    );
}

#[test]
fn tools() {
    check(
        &["tools", "--help"],
        str![[r#"
Print what a provider is told of the tools

Usage: acp-patch tools [OPTIONS] --provider <NAME>

Options:
      --provider <NAME>  Whose shapes to print [possible values: openai, anthropic, mcp]
      --format <NAME>    The format that the model is told of; the tools take both [default:
                         unified] [possible values: unified, opencode]
      --guidance         Print the words for the prompt instead
  -h, --help             Print help

openai has a custom tool with a Lark grammar, anthropic an input_schema, mcp what `acp-patch mcp`
lists.

Examples:
  acp-patch tools --provider openai
      [{"type":"custom","name":"ApplyPatch","format":{"type":"grammar",...}},...]
  acp-patch tools --provider anthropic --format opencode --guidance
      What the prompt says, in the words of that provider and format

"#]],
    );
}

#[test]
fn schema() {
    check(
        &["schema", "--help"],
        str![[r#"
Print a JSON Schema, or the names of all

Usage: acp-patch schema [NAME]

Arguments:
  [NAME]  The schema to print

Options:
  -h, --help  Print help

"#]],
    );
}

#[test]
fn mcp() {
    check(
        &["mcp", "--help"],
        str![[r#"
Serve the tools to a client of the Model Context Protocol (MCP)

Usage: acp-patch mcp [OPTIONS]

Options:
      --root <DIR>     The directory that the tools work on; no path leads out of it [default: .]
      --grant <GRANT>  What may be read (r:PATH) or read and written (rw:PATH), a file or a
                       directory with all below it; repeat it for several. Without any, everything
                       below the root may be read and written
      --unique         Refuse a chunk of the `*** Begin Patch` format that fits several places, of
                       which the format takes the first
      --fsync <HOW>    Whether the files reach the disk before a call is answered; full survives a
                       loss of power [default: none] [possible values: full, none]
      --format <NAME>  The format that the model is told of; the tools take both [default: unified]
                       [possible values: unified, opencode]
  -h, --help           Print help

Speaks the protocol on standard input and output until the client hangs up. The tools are
apply_patch, diff, check_patch and undo. Receipts are kept for the session, so that undo can take
them back. Roots that the client lists narrow --root and the grants; an empty list narrows nothing.

Examples:
  acp-patch mcp --root repo --grant rw:src --grant r:docs
      What a host starts; in its settings: {"command": "acp-patch", "args": ["mcp", "--root",
      "repo"]}

"#]],
    );
}

#[test]
fn eval() {
    check(
        &["eval", "--help"],
        str![[r#"
Count what became of recorded tool calls, by format and model

Usage: acp-patch eval [OPTIONS] [FILE]

Arguments:
  [FILE]  A file of JSON Lines, or - for standard input [default: -]

Options:
      --json  Print the counts as one line of JSON
  -h, --help  Print help

In: a line for each call, {"model", "files": {path: text}, "patch"} and optionally "format", which
the model was told of, "task", which tells the tries of one task, and "expected", the files as they
should be afterwards. Each call is made again by ApplyPatch on its own files, in memory; no model is
asked.

A task whose first call is applied counts as first try; one whose calls were all refused as
fallback: an agent then edits with the shell. Wrong are calls that were applied and left other files
than expected.

Examples:
  acp-patch eval calls.jsonl
      A table of formats and models
  acp-patch eval --json < calls.jsonl
      {"ok":true,"groups":[{"format":"unified","model":...,"first_try":...}]}

"#]],
    );
}
