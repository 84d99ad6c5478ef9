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

A person approves the changes listed in a diff, but is shown its patch text: the two must agree.
Prints a line for each disagreement: a file that only one of them names, a different operation, path
or kind of file, a path that is not absolute, text that does not belong to a git patch. Hunk counts
are believed, as git and the clients that show the patch believe them.

The exit status is 0 when the two agree or there is no patch, 1 when they disagree, 2 when the input
is not a v2 diff.

Examples:
  acp-patch diff a b --format acp | acp-patch check-diff
      Diffs written by this program agree
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
Call a tool as an agent would: JSON arguments in, one line of JSON out

Usage: acp-patch call [OPTIONS] <TOOL> [ARGUMENTS]

Arguments:
  <TOOL>       The tool: ApplyPatch or Diff, by this name or as clients of `acp-patch mcp` call it:
               `apply_patch` or `diff`
  [ARGUMENTS]  The arguments, or - for standard input (the default)

Options:
      --root <DIR>     The directory that the tools work on; they cannot reach outside it [default:
                       .]
      --grant <GRANT>  A file or directory (with everything below it) that may be read (r:PATH) or
                       read and written (rw:PATH); repeatable. Without any grant, everything below
                       the root may be read and written
      --unique         Refuse a `*** Begin Patch` chunk that matches in several places; the format
                       would take the first
      --fsync <HOW>    Whether to flush the files to disk before answering a call; full survives a
                       power failure [default: none] [possible values: full, none]
      --format <NAME>  The format that the model was told to write, for the wording of errors; the
                       tool accepts both [default: unified] [possible values: unified, opencode]
  -h, --help           Print help

The arguments of ApplyPatch may also be the bare patch text, as a provider with freeform tools sends
it. The answer holds data for the host program and, under "text", what to show the model. A
`request_id` has no effect here: it keeps a repeated call from being applied twice within a session,
and each call is a session of its own; see `acp-patch mcp`.

The exit status is 0 when the tool did its work, 1 when the call was refused and nothing was
changed.

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
Print the tool definitions for a provider

Usage: acp-patch tools [OPTIONS] --provider <NAME>

Options:
      --provider <NAME>  Which provider's definitions to print [possible values: openai, anthropic,
                         mcp]
      --format <NAME>    The format that the model is told to write; the tools accept both [default:
                         unified] [possible values: unified, opencode]
      --guidance         Print the instructions for the prompt instead
  -h, --help             Print help

openai gets a custom tool with a Lark grammar, anthropic an input_schema, mcp the list that
`acp-patch mcp` serves.

Examples:
  acp-patch tools --provider openai
      [{"type":"custom","name":"ApplyPatch","format":{"type":"grammar",...}},...]
  acp-patch tools --provider anthropic --format opencode --guidance
      Instructions for the prompt, worded for that provider and format

"#]],
    );
}

#[test]
fn schema() {
    check(
        &["schema", "--help"],
        str![[r#"
Print a JSON Schema, or list their names

Usage: acp-patch schema [NAME]

Arguments:
  [NAME]  The schema to print; without a name, the names of all are listed, one on each line

Options:
  -h, --help  Print help

receipt, refusal and patch are in what --json prints, and check-diff is what `check-diff --json`
prints. tool-* are the arguments and the answers of the tools for `call`, mcp-* the answers of
`mcp`. acp-v1-* and acp-v2-* are the parts of the Agent Client Protocol that carry diffs.

Examples:
  acp-patch schema
      The names
  acp-patch schema receipt > receipt.json
      What `apply --json` prints under "receipt"

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
      --root <DIR>     The directory that the tools work on; they cannot reach outside it [default:
                       .]
      --grant <GRANT>  A file or directory (with everything below it) that may be read (r:PATH) or
                       read and written (rw:PATH); repeatable. Without any grant, everything below
                       the root may be read and written
      --unique         Refuse a `*** Begin Patch` chunk that matches in several places; the format
                       would take the first
      --fsync <HOW>    Whether to flush the files to disk before answering a call; full survives a
                       power failure [default: none] [possible values: full, none]
      --format <NAME>  The format that the model is told to write; the tools accept both [default:
                       unified] [possible values: unified, opencode]
  -h, --help           Print help

Serves on standard input and output until the client disconnects. The tools are apply_patch, diff,
check_patch and undo; receipts are kept for the session so that undo can use them. Roots listed by
the client narrow --root and the grants; an empty list changes nothing.

Examples:
  acp-patch mcp --root repo --grant rw:src --grant r:docs
      The command a host runs; in its settings: {"command": "acp-patch", "args": ["mcp", "--root",
      "repo"]}

"#]],
    );
}

#[test]
fn eval() {
    check(
        &["eval", "--help"],
        str![[r#"
Replay recorded tool calls and count the outcomes by format and model

Usage: acp-patch eval [OPTIONS] [FILE]

Arguments:
  [FILE]  A file of JSON Lines, or - for standard input [default: -]

Options:
      --json  Print the counts as one line of JSON
  -h, --help  Print help

In: a line for each call, {"model", "files": {path: text}, "patch"}. Instead of "patch" it may have
"arguments": all that the model sent, as an object or as its text. Optional are "format" (what the
model was told to write), "task" (the same for all attempts at one task) and "expected" (the files
as they should be afterwards). ApplyPatch replays each call on the call's own files, in memory; no
model is involved.

Out: a row for each format and model, and below it how many calls were refused with which error
code. The columns:
  tasks        the tasks; a call without "task" is one of its own
  first try    tasks whose first call applied, in percent, rounded down
  later        tasks that a later call completed
  fallback     tasks whose calls were all refused: an agent would then edit with the shell
  wrong        calls that applied but did not produce the expected files
  calls        the calls
  patch bytes  the bytes of all patches
--json has the same counts, with first_try as a number of tasks.

The exit status is 0 when every line was a recorded call, and 2 when some were not; those are
reported and not counted.

Examples:
  acp-patch eval calls.jsonl
      A table of formats and models
  acp-patch eval --json < calls.jsonl
      {"ok":true,"groups":[{"format":"unified","model":...,"first_try":...}]}

"#]],
    );
}
