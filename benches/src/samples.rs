//! Files and patches by size.

use std::fmt::Write as _;

/// One file, its patch and the result.
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

/// The replacement of `line` by hunk number `hunk`.
fn hunk_lines(line: usize, hunk: usize) -> String {
    match hunk % 3 {
        0 => changed(line),
        1 => changed(line) + &changed(line),
        _ => String::new(),
    }
}

/// Lines between two marks of a repetitive file.
const MARK_EVERY: usize = 1000;

/// Old lines of a hunk of a repetitive patch, at most.
const WIDE: usize = 20;

/// A repetitive file: braces and blank lines, and every thousand lines a unique one. Each of up to
/// `hunks` hunks changes such a line between others that occur everywhere; its header is off by
/// `drift` lines.
pub fn repetitive(lines: usize, hunks: usize, drift: usize) -> Sample {
    let is_mark = |line: usize| line % MARK_EVERY == MARK_EVERY / 2;
    let text = |line: usize| match line % 4 {
        _ if is_mark(line) => text_of(line),
        0 => "}\n".into(),
        1 => "\n".into(),
        2 => "    }\n".into(),
        _ => "        }\n".into(),
    };
    let old: Vec<String> = (0..lines).map(text).collect();
    let marks: Vec<usize> = (0..lines).filter(|line| is_mark(*line)).collect();
    let changed_marks: Vec<usize> =
        marks.iter().copied().step_by((marks.len() / hunks).max(1)).take(hunks).collect();
    let mut patch = String::from("--- a/src/sample.rs\n+++ b/src/sample.rs\n");
    for mark in &changed_marks {
        let block = mark - CONTEXT..(mark + CONTEXT + 1).min(lines);
        let start = block.start + 1 + drift;
        let _ = writeln!(patch, "@@ -{start},{0} +{start},{0} @@", block.len());
        push_block(&mut patch, &old, block, *mark);
    }
    let mut new = old.clone();
    for mark in changed_marks {
        if let Some(line) = new.get_mut(mark) {
            *line = changed(mark);
        }
    }
    Sample { old: old.concat().into(), patch: patch.into(), new: new.concat().into() }
}

/// A file of four lines that occur everywhere in it, in an order that does not repeat. Each of
/// `hunks` hunks without a number changes one of them between others: no single line determines the
/// place.
pub fn common(lines: usize, hunks: usize) -> Sample {
    const TEXTS: [&str; 4] = ["}\n", "\n", "    }\n", "        }\n"];
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 62).unwrap_or(0)
    };
    let old: Vec<String> =
        (0..lines).map(|_| TEXTS.get(next()).copied().unwrap_or_default().to_owned()).collect();
    let mut new = old.clone();
    let mut patch = String::from("--- a/src/sample.rs\n+++ b/src/sample.rs\n");
    for at in (WIDE..lines - WIDE).step_by(lines / hunks).take(hunks) {
        patch.push_str("@@ @@\n");
        push_block(&mut patch, &old, at - WIDE..at + WIDE, at);
        if let Some(line) = new.get_mut(at) {
            *line = changed(at);
        }
    }
    Sample { old: old.concat().into(), patch: patch.into(), new: new.concat().into() }
}

/// A file whose lines are all alike, and a patch of one line that it does not have, between twenty
/// that occur everywhere in it. The patch must be refused.
pub fn unplaceable(lines: usize) -> Sample {
    let old = vec!["    same();\n".to_owned(); lines];
    let mut patch = String::from("--- a/src/sample.rs\n+++ b/src/sample.rs\n");
    let mut block = vec!["    same();\n".to_owned(); 2 * WIDE + 1];
    let start = lines / 10;
    let _ = writeln!(patch, "@@ -{start},{0} +{start},{0} @@", block.len());
    if let Some(line) = block.get_mut(WIDE) {
        *line = text_of(1);
    }
    push_block(&mut patch, &block, 0..block.len(), WIDE);
    let old = old.concat();
    Sample { new: old.clone().into(), old: old.into(), patch: patch.into() }
}

/// The same sample with every number of its hunk headers this many lines higher.
///
/// # Panics
///
/// When the patch is not one of ours.
pub fn drifted(sample: Sample, by: usize) -> Sample {
    let text = String::from_utf8_lossy(&sample.patch).into_owned();
    let header = |line: &str| {
        let ranges = line.strip_prefix("@@ -")?.strip_suffix(" @@\n")?;
        let (old, new) = ranges.split_once(" +")?;
        let moved = |range: &str| {
            let (start, count) = range.split_once(',')?;
            Some(format!("{},{count}", start.parse::<usize>().ok()? + by))
        };
        Some(format!("@@ -{} +{} @@\n", moved(old)?, moved(new)?))
    };
    let lines = text.split_inclusive('\n');
    let patch: String = lines.map(|line| header(line).unwrap_or_else(|| line.to_owned())).collect();
    Sample { patch: patch.into(), ..sample }
}

/// Writes some lines of a file, of which one is changed.
fn push_block(patch: &mut String, lines: &[String], block: std::ops::Range<usize>, at: usize) {
    for line in block {
        let Some(text) = lines.get(line) else { continue };
        if line == at {
            let _ = write!(patch, "-{text}+{}", changed(line));
        } else {
            let _ = write!(patch, " {text}");
        }
    }
}

/// The patch without the indentation of its lines, as models write what they know by heart.
pub fn dedented(sample: Sample) -> Sample {
    let text = String::from_utf8_lossy(&sample.patch).into_owned();
    let marked = |line: &str| {
        let marker = line.get(..1).filter(|marker| [" ", "-", "+"].contains(marker))?;
        Some(marker.to_owned() + line.get(1..)?.strip_prefix("    ")?)
    };
    let lines = text.split_inclusive('\n');
    let patch: String = lines.map(|line| marked(line).unwrap_or_else(|| line.to_owned())).collect();
    Sample { patch: patch.into(), ..sample }
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

/// A patch of `count` files with `hunks` chunks each, in the `*** Begin Patch` format; every tenth
/// file is a new one.
pub fn envelope(count: usize, hunks: usize) -> Vec<u8> {
    let mut patch = String::from("*** Begin Patch\n");
    for number in 0..count {
        let name = format!("crates/part_{:02}/src/module_{number:04}.rs", number % 40);
        if number % 10 == 9 {
            let _ = writeln!(patch, "*** Add File: {name}");
            (0..hunks * 9).for_each(|line| patch.extend(["+", &text_of(line)]));
            continue;
        }
        let _ = writeln!(patch, "*** Update File: {name}");
        for hunk in 0..hunks {
            let _ = writeln!(patch, "@@ fn section_{hunk}() {{");
            push_wide_lines(&mut patch, 20 + hunk * 40);
        }
    }
    patch.push_str("*** End Patch\n");
    patch.into()
}

/// A patch of one file whose `hunks` hunks have no numbers, and a line of context that lost its
/// blank.
pub fn unmarked(hunks: usize) -> Vec<u8> {
    let mut patch = String::from("--- a/src/sample.rs\n+++ b/src/sample.rs\n");
    for hunk in 0..hunks {
        patch.push_str("@@ ... @@\n");
        push_wide_lines(&mut patch, 20 + hunk * 40);
        patch.push_str("}\n");
        push_wide_lines(&mut patch, 30 + hunk * 40);
    }
    patch.into()
}

/// Writes the hunk that replaces `line` by `added`; the line is `new_line` afterwards.
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
    push_wide_lines(patch, line);
}

/// Three lines replaced in three of context.
fn push_wide_lines(patch: &mut String, line: usize) {
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
