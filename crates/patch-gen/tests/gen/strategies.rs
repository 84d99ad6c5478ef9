//! Texts and trees from tiny alphabets, so that lines repeat and paths collide.

use bstr::BString;
use patch_gen::{Algorithm, Entry, GenOptions, Snapshot, Style};
use patch_parse::FileMode;
use proptest::prelude::*;

/// One line without its LF.
fn line() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        // Repetition is what makes the pairing of lines hard.
        8 => prop::sample::select(vec!["a", "b", "c", "}", ""]),
        // Headings, and lines that look like patch syntax.
        2 => prop::sample::select(vec!["fn f() {  ", "_x\t", "$y", "-- a", "++ b", "@@ -1 +1 @@", "\\ x"]),
        // A CR is part of the ending before an LF and text elsewhere.
        1 => prop::sample::select(vec!["a\r", "\r", "a\rb", "\u{e9}"]),
    ]
}

pub(crate) fn text() -> impl Strategy<Value = Vec<u8>> {
    let lines = prop::collection::vec(line(), 0..24);
    (lines, prop::bool::weighted(0.8)).prop_map(|(lines, final_newline)| {
        let newline = if final_newline && !lines.is_empty() { "\n" } else { "" };
        (lines.join("\n") + newline).into_bytes()
    })
}

/// A text and one made from it by few edits, as real changes are.
pub(crate) fn edited() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize, line()), 0..4);
    (text(), edits).prop_map(|(old, edits)| {
        let mut lines: Vec<&[u8]> = old.split_inclusive(|&byte| byte == b'\n').collect();
        let added: Vec<_> = edits.iter().map(|(_, _, line)| format!("{line}\n")).collect();
        for ((place, removed, _), added) in edits.iter().zip(&added) {
            let start = place.index(lines.len() + 1);
            let end = (start + removed).min(lines.len());
            lines.splice(start..end, [added.as_bytes()]);
        }
        let new = lines.concat();
        (old, new)
    })
}

pub(crate) fn pair() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    prop_oneof![3 => edited(), 1 => (text(), text())]
}

pub(crate) fn options() -> impl Strategy<Value = GenOptions> {
    let context = prop_oneof![4 => 0..5_usize, 1 => Just(usize::MAX)];
    let algorithm =
        prop::sample::select(vec![Algorithm::Histogram, Algorithm::Patience, Algorithm::Myers]);
    let style = prop::sample::select(vec![Style::Git, Style::Plain]);
    (context, algorithm, style).prop_map(|(context, algorithm, style)| {
        let mut options = GenOptions::default();
        options.context = context;
        options.algorithm = algorithm;
        options.style = style;
        options.indent_heuristic = context % 2 == 0;
        options
    })
}

/// No name is the folder of another: a tree cannot hold both.
const PATHS: [&[u8]; 8] = [
    b"x",
    b"dir/x",
    b"dir/a b",
    b"a b/c",
    b" lead and trail ",
    "na\u{ef}ve".as_bytes(),
    b"q\"\\\t\n\x01",
    b"\xff.bin",
];

pub(crate) fn tree() -> impl Strategy<Value = Snapshot<'static>> {
    let files = prop::collection::btree_map(prop::sample::select(&PATHS[..]), entry(), 0..5);
    files.prop_map(|files| {
        files.into_iter().map(|(path, entry)| (BString::from(path), entry)).collect()
    })
}

/// Trees of files that are made from a few texts without repetition, so that some come from others.
pub(crate) fn related_tree() -> impl Strategy<Value = Snapshot<'static>> {
    let paths = vec!["a", "b", "d/a", "d/b", "e/a", "e/c", "f"];
    let files = prop::collection::btree_map(prop::sample::select(paths), related_text(), 0..6);
    files.prop_map(|files| {
        let entry = |text: String| Entry::new(text.into_bytes(), FileMode::REGULAR);
        files.into_iter().map(|(path, text)| (path, entry(text))).collect()
    })
}

/// One of three texts, with some lines from one on replaced by others that no text has.
fn related_text() -> impl Strategy<Value = String> {
    (0..3_u32, 0..30_u32, prop_oneof![Just(0_u32), 0..30_u32], 0..3_u32).prop_map(
        |(base, start, count, other)| {
            let line = |number: u32| match number {
                changed if (start..start + count).contains(&changed) => {
                    format!("{other}: another line, {number}\n")
                }
                _ => format!("line {number} of the text {base}\n"),
            };
            (0..30).map(line).collect::<Vec<_>>().concat()
        },
    )
}

fn entry() -> impl Strategy<Value = Entry<'static>> {
    let file = |mode| move |text| Entry::new(text, mode);
    prop_oneof![
        6 => text().prop_map(file(FileMode::REGULAR)),
        2 => text().prop_map(file(FileMode::EXECUTABLE)),
        1 => prop::sample::select(vec!["x", "dir/x", "no where"]).prop_map(Entry::symlink),
    ]
}
