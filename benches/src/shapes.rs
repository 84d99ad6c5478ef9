//! Large patches of those shapes for which a search may take too long: many hunks that match only
//! loosely, many anchors, many hunks that match nowhere, one very long hunk.

use std::fmt::Write as _;

use crate::samples::Sample;

/// Lines of a function of the sample files.
const FUNCTION: usize = 10;

/// The name of the sample file.
const NAME: &str = "src/sample.rs";

/// Blanks of a step of indentation in the files.
const UNIT: usize = 4;

/// A file of functions of ten lines; the words of the lines within repeat all over the file, except
/// for a number in one of them.
fn line_of(line: usize) -> (usize, String) {
    let function = line / FUNCTION;
    let (depth, words) = match line % FUNCTION {
        0 => (0, format!("fn section_{function:06}() {{")),
        1 => (1, "let mut total = 0;".to_owned()),
        2 => (1, "for item in items {".to_owned()),
        3 => (2, "if item.is_valid() {".to_owned()),
        4 => (3, format!("total += weight_{function:06}(item);")),
        5 => (2, "}".to_owned()),
        6 => (1, "}".to_owned()),
        7 => (1, "total".to_owned()),
        8 => (0, "}".to_owned()),
        _ => (0, String::new()),
    };
    (depth, words)
}

/// The line of the file, with its indentation in blanks by the depth.
fn text_of(line: usize, blanks: impl Fn(usize) -> usize) -> String {
    let (depth, words) = line_of(line);
    let blanks = if words.is_empty() { 0 } else { blanks(depth) };
    format!("{:blanks$}{words}\n", "")
}

/// The lines of a file.
fn file(lines: usize) -> Vec<String> {
    (0..lines).map(|line| text_of(line, |depth| UNIT * depth)).collect()
}

/// A file, its patch, and the file with another word in some lines.
fn sample(
    old: &[String],
    patch: String,
    changed: impl Iterator<Item = usize>,
    (word, other): (&str, &str),
) -> Sample {
    let mut new = old.to_vec();
    for line in changed {
        if let Some(text) = new.get_mut(line) {
            *text = text.replace(word, other);
        }
    }
    Sample { old: old.concat().into(), patch: patch.into(), new: new.concat().into() }
}

/// A file and a patch that it must refuse.
fn refused(old: &[String], patch: String) -> Sample {
    let old = old.concat().into_bytes();
    Sample { new: old.clone(), old, patch: patch.into() }
}

/// The functions that `hunks` hunks change, spread over the file.
fn functions(lines: usize, hunks: usize) -> impl Iterator<Item = usize> {
    let count = lines / FUNCTION;
    (0..count).step_by((count / hunks.max(1)).max(1)).take(hunks)
}

/// Seven lines of a function as a hunk whose fourth is replaced.
fn push_change(patch: &mut String, function: usize, blanks: impl Fn(usize) -> usize + Copy) {
    let first = function * FUNCTION + 1;
    for line in first..first + 7 {
        let text = text_of(line, blanks);
        if line == first + 3 {
            let _ = write!(patch, "-{text}+{}", text.replace("weight", "measure"));
        } else {
            let _ = write!(patch, " {text}");
        }
    }
}

/// How the patch of [`reindented`] is indented.
#[derive(Clone, Copy, Debug)]
pub enum Indented {
    /// Four blanks less than the file, as a block cut out of its function.
    Out,
    /// By two blanks where the file has four.
    ByTwo,
    /// The first, third, … by two blanks, the others as the file is.
    EveryOtherByTwo,
}

/// Hunks indented differently from the file. With `drift`, every number is off by this many lines.
pub fn reindented(lines: usize, hunks: usize, how: Indented, drift: usize) -> Sample {
    let mut patch = format!("--- a/{NAME}\n+++ b/{NAME}\n");
    for (index, function) in functions(lines, hunks).enumerate() {
        let blanks = |depth: usize| match how {
            Indented::Out => UNIT * depth.saturating_sub(1),
            Indented::EveryOtherByTwo if index % 2 == 1 => UNIT * depth,
            Indented::ByTwo | Indented::EveryOtherByTwo => UNIT / 2 * depth,
        };
        let start = function * FUNCTION + 2 + drift;
        let _ = writeln!(patch, "@@ -{start},7 +{start},7 @@");
        push_change(&mut patch, function, blanks);
    }
    let changed = functions(lines, hunks).map(|function| function * FUNCTION + 4);
    sample(&file(lines), patch, changed, ("weight", "measure"))
}

/// Chunks of `*** Begin Patch`, each with an anchor and an old block that all functions have. If
/// the anchors are missing from the file, the patch must be refused.
pub fn anchored(lines: usize, hunks: usize, is_missing: bool) -> Sample {
    let name = if is_missing { "missing" } else { "section" };
    let mut patch = format!("*** Begin Patch\n*** Update File: {NAME}\n");
    for function in functions(lines, hunks) {
        let _ = writeln!(patch, "@@ fn {name}_{function:06}() {{");
        patch.push_str("     let mut total = 0;\n-    for item in items {\n");
        patch.push_str("+    for item in known {\n         if item.is_valid() {\n");
    }
    patch.push_str("*** End Patch\n");
    if is_missing {
        return refused(&file(lines), patch);
    }
    let changed = functions(lines, hunks).map(|function| function * FUNCTION + 2);
    sample(&file(lines), patch, changed, ("items", "known"))
}

/// What the chunks of [`in_one_class`] name.
#[derive(Clone, Copy, Debug)]
pub enum Naming {
    /// All of them the class.
    Class,
    /// Each the statement above the one it changes.
    Statement,
}

/// Chunks of `*** Begin Patch` that change statements of one long class, each with an anchor.
pub fn in_one_class(lines: usize, hunks: usize, naming: Naming) -> Sample {
    let heading = "class Everything:\n".to_owned();
    let statement = |line: usize| format!("    value_{line:06} = {line}\n");
    let old: Vec<_> = std::iter::once(heading).chain((1..lines).map(statement)).collect();
    let changed = || functions(lines, hunks).map(|function| function * FUNCTION + 2);
    let mut patch = format!("*** Begin Patch\n*** Update File: {NAME}\n");
    for line in changed() {
        let named = match naming {
            Naming::Class => 0,
            Naming::Statement => line - 1,
        };
        let named = old.get(named).map_or("", |named| named.trim());
        let text = statement(line);
        let _ = write!(patch, "@@ {named}\n-{text}+{}", text.replace("value", "other"));
    }
    patch.push_str("*** End Patch\n");
    sample(&old, patch, changed(), ("value", "other"))
}

/// Hunks that have nothing in common with the file except brackets. The patch must be refused.
pub fn hopeless(lines: usize, hunks: usize) -> Sample {
    let mut patch = format!("--- a/{NAME}\n+++ b/{NAME}\n");
    for function in functions(lines, hunks) {
        let start = function * FUNCTION + 2;
        let _ = writeln!(patch, "@@ -{start},6 +{start},6 @@");
        let _ = write!(
            patch,
            "     unknown call {function}\n other words {function}\n }}\n-gone {function}\n\
             +come {function}\n }}\n nobody wrote {function}\n"
        );
    }
    refused(&file(lines), patch)
}

/// One hunk of `lines` old lines in a file twice as long, with the number off by `drift`; if it
/// `differs`, a context line in its middle is another one, and the patch must be refused.
pub fn long(lines: usize, drift: usize, differs: bool) -> Sample {
    let old = file(2 * lines);
    let block = lines / 2..lines / 2 + lines;
    let (changed, odd) = (block.start + lines / 3, block.start + lines / 2);
    let start = block.start + 1 + drift;
    let mut patch =
        format!("--- a/{NAME}\n+++ b/{NAME}\n@@ -{start},{lines} +{start},{lines} @@\n");
    for (line, text) in old.iter().enumerate().take(block.end).skip(block.start) {
        let _ = match line {
            line if line == changed => write!(patch, "-{text}+{}", text.replace(' ', "_")),
            line if line == odd && differs => writeln!(patch, " what the file does not say"),
            _ => write!(patch, " {text}"),
        };
    }
    if differs {
        return refused(&old, patch);
    }
    sample(&old, patch, std::iter::once(changed), (" ", "_"))
}
