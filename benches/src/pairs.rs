//! Pairs of texts to make a patch of, each of a shape that may make an engine slow.

use std::fmt::Write as _;

/// Two texts.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The text before.
    pub old: String,
    /// The text after.
    pub new: String,
}

/// A workload, measured in time and in instructions alike.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// A word that is also a valid name in Rust, as gungraun requires.
    pub name: &'static str,
    /// How many times as fast as `similar` alone ours should be.
    pub least: f64,
    texts: fn() -> Pair,
}

impl Workload {
    /// Makes the texts.
    pub fn pair(&self) -> Pair {
        (self.texts)()
    }
}

/// Nowhere slower than `similar`.
const NO_SLOWER: f64 = 1.0;

/// If few of many lines change, it pays not to examine the others.
const FEW_EDITS: f64 = 5.0;

/// All of them, from small to large.
pub const ALL: &[Workload] = &[
    workload("lines_500_edits_3", FEW_EDITS, || few(500, 3)),
    workload("lines_10k_edits_1", FEW_EDITS, || few(10_000, 1)),
    workload("lines_10k_edits_50", FEW_EDITS, || few(10_000, 50)),
    workload("lines_1m_edits_1", FEW_EDITS, || few(1_000_000, 1)),
    workload("lines_1m_edits_1000", 35.0, || few(1_000_000, 1000)),
    workload("lines_5k_unrelated", NO_SLOWER, || {
        many(unique, |line| unique(line + 1_000_000), 5000)
    }),
    workload("lines_5k_repeated", NO_SLOWER, || {
        many(|line| word(line, 7), |line| word(line, 11), 5000)
    }),
    workload("lines_1m_repeated", NO_SLOWER, || {
        many(|line| word(line, 7), |line| word(line, 7 + line / 900_000), 1_000_000)
    }),
    workload("lines_10k_half", NO_SLOWER, || many(unique, |line| unique(line * 7 / 4), 10_000)),
    workload("one_line_of_1mb", NO_SLOWER, minified),
];

const fn workload(name: &'static str, least: f64, texts: fn() -> Pair) -> Workload {
    Workload { name, least, texts }
}

/// The texts of the workload of this name.
///
/// # Panics
///
/// When there is none.
pub fn named(name: &str) -> Pair {
    #[expect(clippy::panic, reason = "a benchmark asks for what is listed")]
    let Some(workload) = ALL.iter().find(|workload| workload.name == name) else {
        panic!("no pair is called {name}");
    };
    workload.pair()
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
fn few(lines: usize, edits: usize) -> Pair {
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
    Pair { old, new }
}

fn many(old: impl Fn(usize) -> String, new: impl Fn(usize) -> String, lines: usize) -> Pair {
    let text = |line: &dyn Fn(usize) -> String| (0..lines).map(line).collect();
    Pair { old: text(&old), new: text(&new) }
}

/// One line of a megabyte.
fn minified() -> Pair {
    let mut old = String::new();
    for number in 0..40_000 {
        let _ = write!(old, "function f{number}(a){{return a}};");
    }
    let new = old.replace("f20000(a)", "f20000(b)");
    Pair { old, new }
}
