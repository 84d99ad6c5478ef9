//! Pairs of texts to make a patch of, each of a shape that an engine may be slow at.

use std::fmt::Write as _;

/// Two texts and what they are.
#[derive(Clone, Debug)]
pub struct Pair {
    /// A short name.
    pub name: &'static str,
    /// The text before.
    pub old: String,
    /// The text after.
    pub new: String,
    /// Whether few of many lines change: where it pays not to look at the others.
    pub has_few_edits: bool,
}

/// All of them, from small to large.
pub fn all() -> Vec<Pair> {
    vec![
        few("500 lines, 3 edits", 500, 3),
        few("10k lines, 1 edit", 10_000, 1),
        few("10k lines, 50 edits", 10_000, 50),
        few("1M lines, 1 edit", 1_000_000, 1),
        few("1M lines, 1,000 edits", 1_000_000, 1000),
        many("unrelated", unique, |line| unique(line + 1_000_000), 5000),
        many("repeated", |line| word(line, 7), |line| word(line, 11), 5000),
        many(
            "repeated, 1M lines",
            |line| word(line, 7),
            |line| word(line, 7 + line / 900_000),
            1_000_000,
        ),
        many("half of the lines", unique, |line| unique(line * 7 / 4), 10_000),
        minified(),
    ]
}

/// A line that occurs once.
fn unique(line: usize) -> String {
    format!("    let value_{line:07} = compute(input, {}); // and so on\n", line % 97)
}

/// One of few lines, in an order that two seeds do not share.
fn word(line: usize, seed: usize) -> String {
    let mixed = (line * seed * 2_654_435_761) >> 7;
    ["{\n", "}\n", "\n", "    return;\n", "    x += 1;\n", "    call(x);\n"]
        .get(mixed % 6)
        .map_or_else(String::new, |line| (*line).to_owned())
}

/// Edits spread over a text whose lines repeat as those of a program do.
fn few(name: &'static str, lines: usize, edits: usize) -> Pair {
    let line = |line: usize| match line % 10 {
        5 => format!("fn section_{line}() {{\n"),
        3 => "}\n".to_owned(),
        4 => "\n".to_owned(),
        7 => "        return None;\n".to_owned(),
        _ => unique(line),
    };
    let (mut old, mut new) = (String::new(), String::new());
    let step = lines / edits;
    for number in 0..lines {
        let text = line(number);
        old.push_str(&text);
        match (number % step == step / 2, number / step % 3) {
            (true, 0) => {}
            (true, 1) => {
                let _ = writeln!(new, "{text}    // one more line {number}");
            }
            (true, _) => new.push_str("    // changed\n"),
            (false, _) => new.push_str(&text),
        }
    }
    Pair { name, old, new, has_few_edits: true }
}

fn many(
    name: &'static str,
    old: impl Fn(usize) -> String,
    new: impl Fn(usize) -> String,
    lines: usize,
) -> Pair {
    let text = |line: &dyn Fn(usize) -> String| (0..lines).map(line).collect();
    Pair { name, old: text(&old), new: text(&new), has_few_edits: false }
}

/// One line of a megabyte.
fn minified() -> Pair {
    let mut old = String::new();
    for number in 0..40_000 {
        let _ = write!(old, "function f{number}(a){{return a}};");
    }
    let new = old.replace("f20000(a)", "f20000(b)");
    Pair { name: "one line of 1 MB", old, new, has_few_edits: false }
}
