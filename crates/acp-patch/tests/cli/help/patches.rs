//! The help of the commands that make, apply, show and take back patches.

use snapbox::str;

use super::check;

#[test]
fn apply() {
    check(
        &["apply", "--help"],
        str![[r#"
Apply a patch to a directory: every change, or none

Usage: acp-patch apply [OPTIONS] [PATCH]

Arguments:
  [PATCH]  The patch, or - for standard input [default: -]

Options:
      --format <NAME>    The format to insist on; opencode (or `codex`, `v4a`, `envelope`,
                         `apply_patch`) is the `*** Begin Patch` format, unified (or `git`, `diff`)
                         a unified diff [default: auto] [possible values: auto, unified, opencode,
                         acp, acp-v1]
  -p <N>                 Leading path components to drop, as with patch -p; worked out if not given;
                         no effect on the `*** Begin Patch` format
      --root <DIR>       The directory to change; the patch cannot reach outside it [default: .]
      --contract <NAME>  What the patch may change: text and paths, or also modes, copies, links and
                         binary files [default: agent] [possible values: agent, git]
      --check            Report what would happen, and write nothing [alias: --dry-run]
      --explain          Report where every hunk went and why, as --json always does
      --unique           Refuse a `*** Begin Patch` chunk that matches in several places; the format
                         would take the first
  -R, --reverse          Apply the patch in reverse; a `*** Begin Patch` chunk only where its place
                         is certain
      --overwrite        Let new and moved files replace existing ones
      --links <WHERE>    Where symbolic links created under --contract git may point: inside the
                         root, or anywhere, as the undo of a receipt may need [default: inside]
                         [possible values: inside, anywhere]
      --only <IDS>       Apply only these parts of the patch, comma-separated: 2 is its second
                         section, 2.1 the first hunk of it
      --fsync <HOW>      Whether to flush the files to disk before exiting; full survives a power
                         failure [default: none] [possible values: full, none]
      --json             Print the receipt, or the refusal, as one line of JSON
      --html <FILE>      Also write the receipt and its diff, or the refusal, as an HTML page; -
                         prints only the page; the only file that is replaced is an older page
      --patch-key <KEY>  The key of the patch text in an ACP v2 diff: as in the RFD (diff), as in
                         the later draft (text), or both [default: both] [possible values: diff,
                         text, both]
  -h, --help             Print help

Each hunk goes where its context matches; line numbers are hints. If any part of the patch does not
match, no file is touched, everything that is wrong is reported, and the exit status is 1.

Examples:
  acp-patch apply fix.patch --check
      See what a patch would do
  acp-patch apply fix.patch --check --explain
      See also where each hunk would go, and why
  acp-patch apply -R fix.patch
      Undo it
  acp-patch apply --only 1,3.2 fix.patch
      Apply the first section and one hunk of the third
  pbpaste | acp-patch apply --root src
      Apply what a model wrote, prose and code fence included
  acp-patch diff a b --format acp | acp-patch apply --format acp
      Apply an ACP v2 diff; its paths are absolute and must be below the root
  acp-patch apply --json < fix.patch
      {"ok":true,"receipt":{...}} or {"ok":false,"error":{"code":...}}

"#]],
    );
}

#[test]
fn convert() {
    check(
        &["convert", "--help"],
        str![[r#"
Rewrite a patch in another format, against the current files

Usage: acp-patch convert [OPTIONS] --to <NAME> [PATCH]

Arguments:
  [PATCH]  The patch, or - for standard input [default: -]

Options:
      --format <NAME>        The format to insist on; opencode (or `codex`, `v4a`, `envelope`,
                             `apply_patch`) is the `*** Begin Patch` format, unified (or `git`,
                             `diff`) a unified diff [default: auto] [possible values: auto, unified,
                             opencode, acp, acp-v1]
  -p <N>                     Leading path components to drop, as with patch -p; worked out if not
                             given; no effect on the `*** Begin Patch` format
      --to <NAME>            The format to write; opencode may be called `codex`, `v4a`, `envelope`
                             or `apply_patch` [possible values: unified, git, opencode, acp, acp-v1,
                             acp-v1-hunks]
      --root <DIR>           The directory the patch applies to, before the patch; it is only read
                             [default: .]
      --contract <NAME>      How to read the patch and what to write of it, as for `apply`: text and
                             paths, or also modes, copies, links and binary files [default: agent]
                             [possible values: agent, git]
  -R, --reverse              Write the patch that undoes the change
  -U <LINES>                 Lines of context around a change [default: 3]
      --color <WHEN>         When to colour the patch and highlight changed words; auto: on a
                             terminal [default: auto] [possible values: auto, always, never]
      --src-prefix <PREFIX>  Prefix of the old names, in the formats unified and git [default: a/]
      --dst-prefix <PREFIX>  Prefix of the new names [default: b/]
      --no-prefix            Use no prefixes
      --headings <NAME>      The heading after the numbers of a hunk: the last line that starts in
                             the first column (plain), the last one that begins a function or
                             section in the language of the file, told by its name (language), or
                             none [default: plain] [possible values: plain, language, none]
      --no-quote-path        Do not quote names that are not ASCII, like git with core.quotePath off
      --no-binary            Only state that binary files differ, in the formats unified and git;
                             such a patch is for reading
      --patch-key <KEY>      The key of the patch text in an ACP v2 diff: as in the RFD (diff), as
                             in the later draft (text), or both [default: both] [possible values:
                             diff, text, both]
  -h, --help                 Print help

The patch is placed in the files as `apply` would place it under the same contract, and the
resulting change is written. Nothing is dropped silently: whatever was forgiven or skipped in the
patch, and modes that the contract ignores, are reported on standard error. A change that the new
format cannot express is an error that names the file; contents that an ACP diff mentions but does
not carry, such as binary files, are reported. An option that has no effect on the new format is
refused. The exit status is 1 when `apply` would refuse the patch.

Examples:
  acp-patch convert --to opencode fix.patch
      The same change as chunks that need no line numbers
  acp-patch convert --to git --root src < answer.md
      What a model wrote as a patch for `git apply`
  git diff | acp-patch convert --contract git --to acp
      A patch from git, with its modes, copies and links
  acp-patch convert --to git -R fix.patch
      The patch that undoes it

"#]],
    );
}

#[test]
fn diff() {
    check(
        &["diff", "--help"],
        str![[r#"
Print the patch that turns OLD into NEW

Usage: acp-patch diff [OPTIONS] <OLD> <NEW>

Arguments:
  <OLD>  The file or directory as it was, or - for standard input
  <NEW>  The file or directory as it is now, or - for standard input

Options:
      --format <NAME>          The format to write; opencode may be called `codex`, `v4a`,
                               `envelope` or `apply_patch` [default: unified] [possible values:
                               unified, git, opencode, acp, acp-v1, acp-v1-hunks]
  -U <LINES>                   Lines of context around a change; with 0, added lines alone apply
                               only under --contract git [default: 3]
      --diff-algorithm <NAME>  How to match lines: rare ones first, unique ones first, or so that
                               the fewest lines change [default: histogram] [possible values:
                               histogram, patience, myers]
  -M, --similarity <PERCENT>   Treat a file at another path as moved if at least this much of it is
                               the same, in percent; for git, opencode, acp, --stat and --html
                               [default: 50]
  -C, --copies                 Also detect copies of files that are changed or removed; for git,
                               acp, --stat and --html
      --find-copies-harder     Also detect copies of unchanged files; for git, acp, --stat and
                               --html
  -l <FILES>                   Limit for detecting moved or copied files that changed as well:
                               compare at most this many new files with as many old ones; 0 for no
                               limit; for what -M is for [default: 1000]
      --no-renames             Do not detect moved files
      --ignore                 Skip whatever a .gitignore in OLD or NEW excludes
      --stat                   Print only how many lines of each file change
      --html <FILE>            Write the difference as an HTML page to a file, or - for standard
                               output, and print nothing else; the only file that is replaced is an
                               older page
      --times                  Include modification times, as `diff -u` does; only with --format
                               unified
      --label <NAME>           Use this name instead of the file's; give it once for each side, with
                               two files and --format unified
      --color <WHEN>           When to colour the patch and highlight changed words; auto: on a
                               terminal [default: auto] [possible values: auto, always, never]
      --src-prefix <PREFIX>    Prefix of the old names, in the formats unified and git [default: a/]
      --dst-prefix <PREFIX>    Prefix of the new names [default: b/]
      --no-prefix              Use no prefixes
      --headings <NAME>        The heading after the numbers of a hunk: the last line that starts in
                               the first column (plain), the last one that begins a function or
                               section in the language of the file, told by its name (language), or
                               none [default: plain] [possible values: plain, language, none]
      --no-quote-path          Do not quote names that are not ASCII, like git with core.quotePath
                               off
      --no-binary              Only state that binary files differ, in the formats unified and git;
                               such a patch is for reading
      --patch-key <KEY>        The key of the patch text in an ACP v2 diff: as in the RFD (diff), as
                               in the later draft (text), or both [default: both] [possible values:
                               diff, text, both]
  -h, --help                   Print help

OLD and NEW are two files or two directories; /dev/null is a file that does not exist. The patch
names the files to change: those below OLD, or OLD as given (its absolute name if it begins with
`..`), or NEW if OLD has no name. Anything named .git is skipped, symbolic links below OLD and NEW
are not followed, and only acp reports empty directories.

unified and git are patch text; git also covers modes, links, moved files and binary contents.
opencode is the `*** Begin Patch` format: each chunk has the lines and anchors that single out its
place; a change that the format cannot express is an error. acp and acp-v1 are one line of JSON with
absolute paths, the diff of protocol version 2 or the list of diffs of version 1; acp-v1-hunks is
the content and locations of a version 1 tool call, with one diff for each hunk.

An option that has no effect on the format is refused. On a terminal the patch is coloured, changed
words are highlighted, and control characters are escaped; a pipe or a file gets the exact bytes.

The exit status is 0 when there is no difference, 1 when there is.

Examples:
  acp-patch diff old.txt new.txt
      A patch for old.txt
  acp-patch diff old.txt new.txt --label old.txt --label new.txt --headings none
      The output of `diff -u`, without times
  git show HEAD:old.txt | acp-patch diff - old.txt
      How a file differs from its last commit
  acp-patch diff a b --format git | acp-patch apply --contract git --root a
      Make a like b
  acp-patch diff a b --ignore --stat
      How much changes in which files
  acp-patch diff a b --html diff.html
      A page for a browser, side by side or inline
  acp-patch diff a b --format acp-v1
      [{"path":...,"oldText":...,"newText":...}]

"#]],
    );
}

#[test]
fn parse() {
    check(
        &["parse", "--help"],
        str![[r#"
Show what a patch says, without applying it

Usage: acp-patch parse [OPTIONS] [PATCH]

Arguments:
  [PATCH]  The patch, or - for standard input [default: -]

Options:
      --format <NAME>  The format to insist on; opencode (or `codex`, `v4a`, `envelope`,
                       `apply_patch`) is the `*** Begin Patch` format, unified (or `git`, `diff`) a
                       unified diff [default: auto] [possible values: auto, unified, opencode, acp,
                       acp-v1]
  -p <N>               Leading path components to drop, as with patch -p; worked out if not given;
                       no effect on the `*** Begin Patch` format
      --json           Print the patch as one line of JSON
  -h, --help           Print help

Prints a line for each file and each hunk, and notes on whatever was forgiven while reading. The
exit status is 1 when the text is not a patch.

Examples:
  acp-patch parse fix.patch
      Its files and hunks, and what is odd about them
  acp-patch parse --json < answer.md
      {"ok":true,"patch":{...}} or {"ok":false,"error":{"code":...}}

"#]],
    );
}

#[test]
fn undo() {
    check(
        &["undo", "--help"],
        str![[r#"
Undo what `apply` did, using its receipt

Usage: acp-patch undo [OPTIONS] [RECEIPT]

Arguments:
  [RECEIPT]  The output of `apply --json`, or the receipt in it; - for standard input [default: -]

Options:
      --root <DIR>   The directory that the patch was applied to [default: .]
      --check        Report what would happen, and write nothing [alias: --dry-run]
      --fsync <HOW>  Whether to flush the files to disk before exiting; full survives a power
                     failure [default: none] [possible values: full, none]
      --json         Print the receipt, or the refusal, as one line of JSON
  -h, --help         Print help

Restores every file, or none: if any of them changed after the patch was applied, nothing is
written. If there is nothing to restore, because the patch changed nothing or was undone already,
the exit status is 1. With --json the undo prints a receipt of its own, which can be undone in turn.

Examples:
  acp-patch apply --json fix.patch > receipt.json
      Keep the receipt
  acp-patch undo receipt.json
      Undo the patch

"#]],
    );
}

#[test]
fn recover() {
    check(
        &["recover", "--help"],
        str![[r#"
Finish or undo what an interrupted `apply` left behind

Usage: acp-patch recover [OPTIONS]

Options:
      --root <DIR>  The directory that the patch was applied to [default: .]
      --json        Print what was done as one line of JSON
  -h, --help        Print help

If `apply` is killed, it leaves a journal in the directory `.acp-patch-commit`, or beside it for a
single file. `recover` uses it to restore the files or, if all of them had been changed already, to
keep the changes; then it removes what was left. The next `apply` does the same by itself. `recover`
waits up to a minute for an `apply` that is still running.

Examples:
  acp-patch recover
      Repair the current directory
  acp-patch recover --json
      {"ok":true,"recovery":"nothing"}, or cleared, rolled_back, rolled_forward

"#]],
    );
}

#[test]
fn batch() {
    check(
        &["batch", "--help"],
        str![[r#"
Apply many patches to files in memory, as JSON Lines

Usage: acp-patch batch [OPTIONS] [FILE]

Arguments:
  [FILE]  A file of JSON Lines, or - for standard input [default: -]

Options:
  -j, --jobs <N>  Number of threads, 1 to 1024; results keep the order of the input [default: 1]
  -h, --help      Print help

In:   {"id", "files": {path: text}, "patch"} and optionally "format" and "contract"
Out:  {"id", "ok": true, "files": {path: text}, "receipt"}
      {"id", "ok": false, "files", "error"}; the files are unchanged
      {"id", "ok": false, "line", "error"} for a line that is not a request; lines count from 1

Every line except a blank one gets a result, in the order of the input; a line that cannot be read,
or is longer than 512 MiB, does not stop the run. The exit status is 0 when every line got its
result, whether its patch was applied or refused. Memory use does not grow with the number of lines.

Examples:
  acp-patch batch cases.jsonl > results.jsonl
  acp-patch batch --jobs 8 cases.jsonl > results.jsonl
  acp-patch batch < cases.jsonl | jq -r 'select(.ok | not) | .error.code' | sort | uniq -c

"#]],
    );
}
