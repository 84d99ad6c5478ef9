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
      --format <NAME>    The format to insist on; opencode is the one of `*** Begin Patch` [default:
                         auto] [possible values: auto, unified, opencode, acp, acp-v1]
  -p <N>                 Leading path components to drop, as with patch -p; without it they are
                         worked out
      --root <DIR>       The directory to change; no path of the patch leads out of it [default: .]
      --contract <NAME>  What takes effect: text and paths, or also modes, copies, links and binary
                         files [default: agent] [possible values: agent, git]
      --check            Say what would happen, and write nothing [alias: --dry-run]
      --explain          Say of every hunk where it went and what placed it there, as --json always
                         does
      --unique           Refuse a chunk of the `*** Begin Patch` format that fits several places, of
                         which the format takes the first
  -R, --reverse          Take the patch back instead: a chunk of the `*** Begin Patch` format only
                         where its place is certain
      --overwrite        Let new and moved files replace existing ones
      --links <WHERE>    Where the symbolic links may lead that the patch makes under --contract
                         git: inside the root, or anywhere, for the undo of a receipt [default:
                         inside] [possible values: inside, anywhere]
      --only <IDS>       Apply, or take back, only these parts of the patch: 2 is its second
                         section, 2.1 the first hunk of that
      --fsync <HOW>      Whether the files reach the disk before the program ends; full survives a
                         loss of power [default: none] [possible values: full, none]
      --json             Print the receipt, or the refusal, as one line of JSON
      --html <FILE>      Write the receipt with what changes, or the refusal, also as a page for a
                         browser; - prints the page alone
      --patch-key <KEY>  The key of the patch text in an ACP v2 diff: of the RFD, of the draft
                         since, or both [default: both] [possible values: diff, text, both]
  -h, --help             Print help

Each hunk is put where its context matches; line numbers are hints. A patch that does not fit is
refused with everything that is in its way, and no file is touched. The exit status is then 1.

Examples:
  acp-patch apply fix.patch --check
      See what a patch would do
  acp-patch apply fix.patch --check --explain
      See also where each hunk would go, and why
  acp-patch apply -R fix.patch
      Take it back
  acp-patch apply --only 1,3.2 fix.patch
      Apply the first section and one hunk of the third
  pbpaste | acp-patch apply --root src
      Apply what a model wrote, prose and code fence included
  acp-patch diff a b --format acp | acp-patch apply --format acp
      Take an ACP v2 diff; its paths are absolute and lie below the root
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
Write a patch in another format, for the files as they are

Usage: acp-patch convert [OPTIONS] --to <NAME> [PATCH]

Arguments:
  [PATCH]  The patch, or - for standard input [default: -]

Options:
      --format <NAME>        The format to insist on; opencode is the one of `*** Begin Patch`
                             [default: auto] [possible values: auto, unified, opencode, acp, acp-v1]
  -p <N>                     Leading path components to drop, as with patch -p; without it they are
                             worked out
      --to <NAME>            How to write the change [possible values: unified, git, opencode, acp,
                             acp-v1, acp-v1-hunks]
      --root <DIR>           The directory that the patch is for, as it is before the patch; it is
                             read only [default: .]
      --contract <NAME>      How the patch is read and what of it is written, as for `apply`: text
                             and paths, or also modes, copies, links and binary files [default:
                             agent] [possible values: agent, git]
  -R, --reverse              Write the patch that takes the change back, once it is made
  -U <LINES>                 Lines of context around a change [default: 3]
      --color <WHEN>         Whether to colour a patch and mark the words that change: on a
                             terminal, always or never [default: auto] [possible values: auto,
                             always, never]
      --src-prefix <PREFIX>  What to write before the old names, in the formats unified and git
                             [default: a/]
      --dst-prefix <PREFIX>  What to write before the new names [default: b/]
      --no-prefix            Write nothing before the names
      --headings <NAME>      What is told behind the numbers of a hunk: a line that starts in the
                             first column, what the language calls for that the name of the file
                             tells, as git does with an attribute, or nothing [default: plain]
                             [possible values: plain, language, none]
      --no-quote-path        Write names that are not ASCII as they are, as git does with
                             core.quotePath off
      --no-binary            Say of binary files that they differ, and no more: a patch to be read,
                             in the formats unified and git
      --patch-key <KEY>      The key of the patch text in an ACP v2 diff: of the RFD, of the draft
                             since, or both [default: both] [possible values: diff, text, both]
  -h, --help                 Print help

The patch is read and placed in the files as `apply` does under the same contract, and what would
come of it is written. Nothing is left out in silence: what was forgiven or not read as a part of
the patch is told on standard error, as are modes that the contract leaves alone; what the other
format cannot say is an error that names the file, and what an acp diff names and does not carry,
such as binary contents, is told. The exit status is 1 when the patch is refused, as `apply` would
refuse it.

Examples:
  acp-patch convert --to opencode fix.patch
      The same change as chunks that need no line numbers
  acp-patch convert --to git --root src < answer.md
      What a model wrote as a patch for `git apply`
  git diff | acp-patch convert --contract git --to acp
      What git wrote, with its modes, copies and links
  acp-patch convert --to git -R fix.patch
      The patch that takes it back

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
      --format <NAME>          How to write the difference [default: unified] [possible values:
                               unified, git, opencode, acp, acp-v1, acp-v1-hunks]
  -U <LINES>                   Lines of context around a change [default: 3]
      --diff-algorithm <NAME>  How lines are paired: rare ones first, unique ones first, or for the
                               fewest changes [default: histogram] [possible values: histogram,
                               patience, myers]
  -M, --similarity <PERCENT>   Take a file at another path for a moved one if so much of it is the
                               same, in percent [default: 50]
  -C, --copies                 Look also for copies of files that change or go
      --find-copies-harder     Look also for copies of files that stay as they are
  -l <FILES>                   Compare up to this many new files with as many old ones where a moved
                               or copied file may have changed; 0 for any number [default: 1000]
      --no-renames             Take no file for a moved one
      --ignore                 Leave out what a .gitignore in OLD or NEW names
      --stat                   Print how many lines of each file change, and no patch
      --html <FILE>            Write the difference as a page for a browser, to a file or to - for
                               standard output, and print nothing else
      --times                  Tell when the files changed last, as `diff -u` does; with --format
                               unified
      --label <NAME>           Write these names and not those of the files, once for each side;
                               with two files and --format unified
      --color <WHEN>           Whether to colour a patch and mark the words that change: on a
                               terminal, always or never [default: auto] [possible values: auto,
                               always, never]
      --src-prefix <PREFIX>    What to write before the old names, in the formats unified and git
                               [default: a/]
      --dst-prefix <PREFIX>    What to write before the new names [default: b/]
      --no-prefix              Write nothing before the names
      --headings <NAME>        What is told behind the numbers of a hunk: a line that starts in the
                               first column, what the language calls for that the name of the file
                               tells, as git does with an attribute, or nothing [default: plain]
                               [possible values: plain, language, none]
      --no-quote-path          Write names that are not ASCII as they are, as git does with
                               core.quotePath off
      --no-binary              Say of binary files that they differ, and no more: a patch to be
                               read, in the formats unified and git
      --patch-key <KEY>        The key of the patch text in an ACP v2 diff: of the RFD, of the draft
                               since, or both [default: both] [possible values: diff, text, both]
  -h, --help                   Print help

OLD and NEW are two files or two directories; /dev/null is a file that does not exist. The patch
names what is to be changed: files below OLD, or OLD as it is given, by its absolute name where that
begins with `..`; NEW where OLD has no name. What is named .git is left out, links below OLD and NEW
are not followed, empty directories are told by acp alone.

unified and git are patch text; git also tells modes, links, moved files and binary contents.
opencode is the `*** Begin Patch` format: each chunk has the lines and anchors that single out its
place, and what it cannot say is an error. acp and acp-v1 are one line of JSON, the diff of version
2 and the list of diffs of version 1 of the protocol, with absolute paths; acp-v1-hunks is the
content and the locations of a tool call of version 1, with one diff a hunk.

On a terminal a patch is coloured, the words that change are marked, and control characters are
shown as escapes; a pipe or a file gets the bytes as they are.

The exit status is 0 when nothing differs, 1 when something does.

Examples:
  acp-patch diff old.txt new.txt
      A patch for old.txt
  acp-patch diff old.txt new.txt --label old.txt --label new.txt --headings none
      What `diff -u` prints, without times
  git show HEAD:old.txt | acp-patch diff - old.txt
      How a file differs from what was committed
  acp-patch diff a b --format git | acp-patch apply --contract git --root a
      Make a like b
  acp-patch diff a b --ignore --stat
      How much changes in which files
  acp-patch diff a b --html diff.html
      A page to look at, side by side or inline
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
      --format <NAME>  The format to insist on; opencode is the one of `*** Begin Patch` [default:
                       auto] [possible values: auto, unified, opencode, acp, acp-v1]
  -p <N>               Leading path components to drop, as with patch -p; without it they are worked
                       out
      --json           Print the patch as one line of JSON
  -h, --help           Print help

One line for each file and each hunk, and what was forgiven while reading. The exit status is 1 when
the text is no patch.

Examples:
  acp-patch parse fix.patch
      Files, hunks and what is odd about them
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
Take back what `apply` did, by its receipt

Usage: acp-patch undo [OPTIONS] [RECEIPT]

Arguments:
  [RECEIPT]  What `apply --json` printed, or - for standard input [default: -]

Options:
      --root <DIR>   The directory that the patch was applied to [default: .]
      --check        Say what would happen, and write nothing [alias: --dry-run]
      --fsync <HOW>  Whether the files reach the disk before the program ends; full survives a loss
                     of power [default: none] [possible values: full, none]
      --json         Print the receipt, or the refusal, as one line of JSON
  -h, --help         Print help

Every file is put back as it was, or none: one that is not as the patch left it refuses all. What is
printed with --json is a receipt too, which can be taken back again.

Examples:
  acp-patch apply --json fix.patch > receipt.json
      Keep the receipt
  acp-patch undo receipt.json
      Take it back

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

Killed in the middle, `apply` leaves a journal in the directory `.acp-patch-commit`. With it the
files are put back as they were or, where all had been changed, left as they are; the directory is
removed. The next `apply` does so by itself. `recover` waits up to a minute for an `apply` that is
still running.

Examples:
  acp-patch recover
      Make the current directory whole
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
Apply many patches to files in memory, JSON Lines in and out

Usage: acp-patch batch [OPTIONS] [FILE]

Arguments:
  [FILE]  A file of JSON Lines, or - for standard input [default: -]

Options:
  -j, --jobs <N>  Threads, 1 to 1024; the answers keep the order of the lines [default: 1]
  -h, --help      Print help

In:   {"id", "files": {path: text}, "patch"} and optionally "format" and "contract"
Out:  {"id", "ok": true, "files": {path: text}, "receipt"}
      {"id", "ok": false, "files", "error"}; the files are then as they came
      {"id", "ok": false, "line", "error"} to a line that is no request; the first line is 1

Only a blank line gets no answer; one that cannot be read, or is longer than 512 MiB, ends nothing.
The exit status is 0 when every line was answered, whether its patch was applied or refused. Answers
come in the order of the lines. Memory does not grow with the number of lines.

Examples:
  acp-patch batch cases.jsonl > results.jsonl
  acp-patch batch --jobs 8 cases.jsonl > results.jsonl
  acp-patch batch < cases.jsonl | jq -r 'select(.ok | not) | .error.code' | sort | uniq -c

"#]],
    );
}
