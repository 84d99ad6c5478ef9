//! Files and patches by size.

use std::fmt::Write as _;

/// One file, its patch and what the patch makes of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The file before.
    pub old: Vec<u8>,
    /// A unified diff with right line numbers and three lines of context.
    pub patch: Vec<u8>,
    /// The file after.
    pub new: Vec<u8>,
}

/// Lines of context around each change.
const CONTEXT: usize = 3;

/// A file of `lines` lines of some 40 bytes, each different, changed at `hunks` places: a line is
/// replaced, replaced by two, or removed, in turn.
pub fn sample(lines: usize, hunks: usize) -> Sample {
    let step = lines / hunks;
    let mut old = String::new();
    let mut new = String::new();
    let mut patch = String::from("--- a/src/sample.rs\n+++ b/src/sample.rs\n");
    let mut new_line = 0;
    for line in 0..lines {
        old.push_str(&text_of(line));
        let hunk = line / step;
        let is_changed = line % step == step / 2 && hunk < hunks;
        let added = if is_changed { hunk_lines(line, hunk) } else { text_of(line) };
        if is_changed {
            push_hunk(&mut patch, line, lines, new_line, &added);
        }
        new_line += added.lines().count();
        new.push_str(&added);
    }
    Sample { old: old.into(), patch: patch.into(), new: new.into() }
}

/// What hunk number `hunk` puts in the place of `line`.
fn hunk_lines(line: usize, hunk: usize) -> String {
    match hunk % 3 {
        0 => changed(line),
        1 => changed(line) + &changed(line),
        _ => String::new(),
    }
}

/// A patch of `count` files with `hunks` hunks each: three lines replaced in three of context.
pub fn many_files(count: usize, hunks: usize) -> Vec<u8> {
    let mut patch = String::new();
    for number in 0..count {
        let name = format!("crates/part_{:02}/src/module_{number:04}.rs", number % 40);
        let _ = write!(
            patch,
            "diff --git a/{name} b/{name}\nindex 0123abc..def4567 100644\n--- a/{name}\n+++ b/{name}\n"
        );
        for hunk in 0..hunks {
            push_wide_hunk(&mut patch, 20 + hunk * 40);
        }
    }
    patch.into()
}

/// Writes the hunk that puts `added` in the place of `line`, which is `new_line` afterwards.
fn push_hunk(patch: &mut String, line: usize, lines: usize, new_line: usize, added: &str) {
    let first = line.saturating_sub(CONTEXT);
    let last = (line + CONTEXT).min(lines - 1);
    let old_count = last - first + 1;
    let new_count = old_count - 1 + added.lines().count();
    let new_first = new_line - (line - first);
    let (old_start, new_start) = (first + 1, new_first + 1);
    let _ = writeln!(patch, "@@ -{old_start},{old_count} +{new_start},{new_count} @@");
    for at in first..=last {
        if at == line {
            let _ = write!(patch, "-{}", text_of(at));
            added.lines().for_each(|line| patch.extend(["+", line, "\n"]));
        } else {
            let _ = write!(patch, " {}", text_of(at));
        }
    }
}

fn push_wide_hunk(patch: &mut String, line: usize) {
    let _ = writeln!(patch, "@@ -{0},9 +{0},9 @@ fn section_{0}() {{", line + 1);
    let all = |patch: &mut String, marker, range: std::ops::Range<usize>| {
        for at in range {
            patch.push(marker);
            patch.push_str(&if marker == '+' { changed(at) } else { text_of(at) });
        }
    };
    all(patch, ' ', line..line + 3);
    all(patch, '-', line + 3..line + 6);
    all(patch, '+', line + 3..line + 6);
    all(patch, ' ', line + 6..line + 9);
}

fn text_of(line: usize) -> String {
    format!("    let value_{line:07} = compute({:03});\n", line % 997)
}

fn changed(line: usize) -> String {
    format!("    let value_{line:07} = improve({:03});\n", line % 997)
}
