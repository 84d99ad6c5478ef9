//! `cargo xtask compare`: our diffs of real releases, beside those of git.
//!
//! Pairs of consecutive releases are taken from cargo's registry folder, without fetching anything;
//! our own last commits are pairs, too. For each pair the program writes the patch in git's format;
//! `git apply` and the program must turn the older release into the newer one with it, byte for
//! byte. The same holds for the `*** Begin Patch` format, if it can express the change. Moves are
//! compared with those that git finds, changed lines are counted, and with the same algorithm our
//! text is at most two percent longer than git's. Our Myers does not give up its search where git's
//! does, so that it corresponds to git's `minimal`: there the difference is at most two percent in
//! either direction.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::error::{Context as _, Result, fail};
use crate::files::{Tree, write};
use crate::program::{Program, succeed};
use crate::registry;
use crate::releases::{Maker, Pair, Release, Scratch};
use crate::shell::{capture, root, run as run_command, say, stdout};

/// The number of our own commits to compare.
const COMMITS: &str = "21";

/// Fewer pairs prove little.
const LEAST: usize = 20;

/// Compares at most this many pairs, or all when no number is given.
///
/// # Errors
///
/// When there are too few pairs, or a patch does not lead to the newer release.
pub fn run(most: Option<usize>) -> Result {
    let pairs = registry::pairs()?;
    if pairs.len() < LEAST {
        return fail(format!(
            "{} pairs of releases are in cargo's folder; {LEAST} are needed",
            pairs.len()
        ));
    }
    let commits = TempDir::with_prefix("acp-patch-history-").context("a scratch folder")?;
    let history = history(commits.path())?;
    say!("{} pairs of releases, {} of our own commits", pairs.len(), history.len());
    let program = Program::build()?;
    let mut sum = Sum::default();
    for pair in pairs.iter().take(most.unwrap_or(usize::MAX)).chain(&history) {
        compare(&program, pair, &mut sum).context(&pair.name)?;
    }
    say!(
        "{} pairs: git apply and acp-patch make the newer release; {} also as chunks, of {} the format cannot say a change.",
        sum.pairs,
        sum.chunks,
        sum.pairs - sum.chunks
    );
    say!("moves: {} as git finds them, {} otherwise", sum.moves, sum.other_moves);
    // Both are printed before one of them fails.
    let shares = shares(&sum);
    sizes(&sum).and(shares)
}

/// Reports how many more lines change than have to.
fn shares(sum: &Sum) -> Result {
    let [.., least] = sum.lines;
    let mut most = None;
    say!("changed lines: {least} at least, by `git diff --minimal`");
    for (whose, lines) in COUNTED.iter().zip(sum.lines) {
        let thousandths = lines.saturating_sub(least) * 1000 / least.max(1);
        say!("{whose}: {lines}, {}.{} % over", thousandths / 10, thousandths % 10);
        if matches!(*whose, "our histogram" | "our myers") && thousandths > MOST_OVER {
            most = Some(whose);
        }
    }
    match most {
        Some(whose) => fail(format!("{whose} changes more than {MOST_OVER} ‰ too many lines")),
        None => Ok(()),
    }
}

/// Reports how long the texts are with the same algorithm.
fn sizes(sum: &Sum) -> Result {
    let mut apart = None;
    for ([mine, gits], [ours, theirs]) in ALGORITHMS.iter().zip(sum.bytes) {
        let thousandths = ours.abs_diff(theirs) * 1000 / theirs.max(1);
        let more = if ours > theirs { "more" } else { "less" };
        say!(
            "text by {mine}: {ours} bytes; by git's {gits}: {theirs}; ours {thousandths} ‰ {more}"
        );
        // Where git gives up its search earlier, a shorter text of ours is not a mistake.
        let is_fault = ours > theirs || *gits == "minimal";
        if is_fault && thousandths > TOLERANCE {
            apart = Some(gits);
        }
    }
    match apart {
        Some(gits) => {
            fail(format!("our text is more than {TOLERANCE} ‰ apart from that of git's {gits}"))
        }
        None => Ok(()),
    }
}

#[derive(Default)]
struct Sum {
    pairs: usize,
    chunks: usize,
    moves: usize,
    other_moves: usize,
    /// Changed lines by each of [`COUNTED`].
    lines: [usize; COUNTED.len()],
    /// Bytes of the text by each of [`ALGORITHMS`], ours and git's.
    bytes: [[usize; 2]; ALGORITHMS.len()],
}

/// The algorithms whose changed lines are counted; the last one changes the fewest.
const COUNTED: [&str; 6] = [
    "our histogram",
    "our myers",
    "our patience",
    "git's histogram",
    "git's default",
    "git's minimal",
];

/// How many more lines may change than have to, in thousandths.
const MOST_OVER: usize = 110;

/// Algorithms that both have, by our name and by git's.
const ALGORITHMS: [[&str; 2]; 3] =
    [["histogram", "histogram"], ["myers", "myers"], ["myers", "minimal"]];

/// How far our text may be from git's with the same algorithm, in thousandths.
const TOLERANCE: usize = 20;

/// The last commits of this repository, each with the one before it, in folders below `folder`.
/// Empty if there is no repository.
fn history(folder: &Path) -> Result<Vec<Pair>> {
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(root()).env("GIT_INDEX_FILE", folder.join("index")).args(args);
        git
    };
    let log = capture(&mut git(&["log", "--first-parent", "--format=%h", "-n", COMMITS]))?;
    let log = String::from_utf8_lossy(&log.stdout).into_owned();
    let mut commits = Vec::new();
    for commit in log.lines().rev() {
        let path = folder.join(commit);
        std::fs::create_dir(&path).context(path.display())?;
        let name = path.display().to_string();
        run_command(&mut git(&["read-tree", commit]))?;
        run_command(&mut git(&["--work-tree", &name, "checkout-index", "--all"]))?;
        commits.push(Release { version: commit.to_owned(), path });
    }
    let pair = |two: &[Release]| match two {
        [old, new] => Some(Pair { name: "history".into(), old: old.clone(), new: new.clone() }),
        _ => None,
    };
    Ok(commits.windows(2).filter_map(pair).collect())
}

fn compare(program: &Program, pair: &Pair, sum: &mut Sum) -> Result {
    let scratch = Scratch::new(pair)?;
    let ours = program.diff("git", &scratch)?;
    let theirs = scratch.patch(Maker::Git)?;
    let file = scratch.path().join("ours.patch");
    write(&file, &ours)?;

    let tree = scratch.copy_of_old()?;
    if !ours.is_empty() {
        let mut git = Command::new("git");
        git.current_dir(&tree).args(["apply", "--whitespace=nowarn", "--unsafe-paths"]).arg(&file);
        run_command(&mut git)?;
    }
    is_newer(&scratch, &tree, "git apply")?;
    let applied = |patch: &str, args: &[&str]| -> Result {
        let tree = scratch.copy_of_old()?;
        succeed(&mut program.apply(scratch.path(), &tree, args, patch))?;
        is_newer(&scratch, &tree, patch)
    };
    if !ours.is_empty() {
        applied("ours.patch", &["--contract", "git"])?;
    }
    let mut diff = program.diff_command("opencode", &scratch);
    let chunks = capture(&mut diff)?;
    match chunks.status.code() {
        Some(0 | 1) => {
            sum.chunks += 1;
            if !chunks.stdout.is_empty() {
                write(&scratch.path().join("ours.chunks"), &chunks.stdout)?;
                applied("ours.chunks", &[])?;
            }
        }
        _ if String::from_utf8_lossy(&chunks.stderr).contains("cannot express") => {}
        _ => return fail(String::from_utf8_lossy(&chunks.stderr)),
    }
    sum.pairs += 1;
    let [mine, git] = [&ours, &theirs].map(|patch| moves(patch));
    sum.moves += mine.intersection(&git).count();
    for other in mine.symmetric_difference(&git) {
        sum.other_moves += 1;
        say!("{} {}: {other}", pair.name, pair.new.version);
    }
    let by = |algorithm: &str| {
        let mut ours = program.diff_command("git", &scratch);
        stdout(ours.args(["--diff-algorithm", algorithm]), &[0, 1])
    };
    let [histogram, minimal] = ["histogram", "minimal"].map(|name| scratch.git_diff_by(name));
    let counted = [ours, by("myers")?, by("patience")?, histogram?, theirs, minimal?];
    for (lines, patch) in sum.lines.iter_mut().zip(&counted) {
        *lines += changed_lines(patch);
    }
    for (bytes, [mine, gits]) in sum.bytes.iter_mut().zip(ALGORITHMS) {
        bytes[0] += text_length(&by(mine)?);
        bytes[1] += text_length(&scratch.git_diff_by(gits)?);
    }
    scratch.close()
}

fn is_newer(scratch: &Scratch, tree: &Path, how: &str) -> Result {
    let differences = Tree::read(&scratch.new_tree())?.differences(&Tree::read(tree)?);
    match differences.as_slice() {
        [] => Ok(()),
        lines => fail(format!("{how}: the result is not the newer release:\n{}", lines.join("\n"))),
    }
}

/// What was moved where, one line each.
fn moves(patch: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(patch);
    let part = |key| text.lines().filter_map(move |line: &str| line.strip_prefix(key));
    part("rename from ")
        .zip(part("rename to "))
        .map(|(old, new)| format!("{old} => {new}"))
        .collect()
}

/// The bytes of all sections about text; how binary contents are reported is a matter of taste.
fn text_length(patch: &[u8]) -> usize {
    let text = String::from_utf8_lossy(patch);
    let is_text = |section: &&str| {
        !section.contains("\nGIT binary patch\n") && !section.contains("\nBinary files ")
    };
    text.split("\ndiff --git ").filter(is_text).map(str::len).sum()
}

/// Added or removed lines. A line that looks like one of a file header occurs once per file, on
/// both sides alike.
fn changed_lines(patch: &[u8]) -> usize {
    patch
        .split(|byte| *byte == b'\n')
        .filter(|line| matches!(line.first(), Some(b'+' | b'-')))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_sections_are_no_text() {
        let text = "diff --git a/a b/a\n--- a/a\n";
        let binary = "\ndiff --git a/b b/b\nindex 1..2\nGIT binary patch\nliteral 0\n";
        assert_eq!(text_length([text, binary].concat().as_bytes()), text.len());
    }

    #[test]
    fn moves_and_lines_are_read_from_a_patch() {
        let patch = b"diff --git a/a b/b\nsimilarity index 90%\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n";
        assert_eq!(moves(patch).into_iter().collect::<Vec<_>>(), ["a => b"]);
        assert_eq!(changed_lines(patch), 4);
    }
}
