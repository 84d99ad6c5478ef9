//! Files in which the same lines are found again and again.

use super::super::rng::Rng;

/// A line of the file as the writer of the patch saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OldLine {
    pub(super) text: String,
    /// The copy it belongs to, counted from 0; `None` between the copies.
    pub(super) copy: Option<usize>,
    /// How deep the block is that begins here; `None` for a line that names nothing.
    pub(super) opens: Option<usize>,
}

/// The file as the writer of the patch saw it.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) lines: Vec<OldLine>,
    pub(super) copies: usize,
    pub(super) shape: &'static Shape,
}

/// A kind of file, by what is copied in it.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    /// What begins a comment.
    pub(super) comment: &'static str,
    /// Lines before the first copy.
    prelude: &'static [&'static str],
    /// The line that opens a copy, `{}` for its name; empty where copies have none.
    heading: &'static str,
    /// The blocks of every copy: the line that opens them, and what may be in them.
    blocks: &'static [Block],
    /// The lines that close a copy.
    closing: &'static [&'static str],
}

/// A block of a copy, the same in all of them.
#[derive(Debug)]
struct Block {
    /// Empty where a copy is a block itself.
    heading: &'static str,
    body: &'static [&'static str],
    closing: &'static [&'static str],
}

/// The kinds of files there are.
pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "functions",
        comment: "//",
        prelude: &["use std::io;", "use crate::store::Store;", ""],
        heading: "fn {}(store: &mut Store) -> io::Result<()> {",
        blocks: &[Block {
            heading: "",
            body: &[
                "    let mut count = 0;",
                "    store.open()?;",
                "    for item in store.items() {",
                "        count += 1;",
                "        store.visit(item)?;",
                "    }",
                "    if count == 0 {",
                "        return Ok(());",
                "    }",
                "    store.flush()?;",
                "    store.close()?;",
                "",
                "    Ok(())",
            ],
            closing: &[],
        }],
        closing: &["}", ""],
    },
    Shape {
        name: "classes",
        comment: "#",
        prelude: &["import os", "from base import Base", "", ""],
        heading: "class {}(Base):",
        blocks: &[
            Block {
                heading: "    def __init__(self, path):",
                body: &[
                    "        super().__init__()",
                    "        self.path = path",
                    "        self.count = 0",
                ],
                closing: &[""],
            },
            Block {
                heading: "    def run(self):",
                body: &[
                    "        self.open()",
                    "        for item in self.items():",
                    "            self.count += 1",
                    "            self.visit(item)",
                    "        return self.count",
                ],
                closing: &[""],
            },
            Block {
                heading: "    def close(self):",
                body: &["        self.flush()", "        self.count = 0", "        return True"],
                closing: &[""],
            },
        ],
        closing: &[""],
    },
    Shape {
        name: "tests",
        comment: "#",
        prelude: &["import unittest", "", "", "class StoreTest(unittest.TestCase):"],
        heading: "    def test_{}(self):",
        blocks: &[Block {
            heading: "",
            body: &[
                "        store = make_store()",
                "        store.add(1)",
                "        store.add(2)",
                "        self.assertEqual(len(store), 2)",
                "        self.assertTrue(store.is_open)",
                "        store.close()",
                "        self.assertFalse(store.is_open)",
            ],
            closing: &[],
        }],
        closing: &[""],
    },
    Shape {
        name: "jobs",
        comment: "#",
        prelude: &["name: ci", "on: [push]", "jobs:"],
        heading: "  {}:",
        blocks: &[Block {
            heading: "",
            body: &[
                "    runs-on: ubuntu-latest",
                "    timeout-minutes: 10",
                "    steps:",
                "      - uses: actions/checkout@v4",
                "      - uses: actions/cache@v4",
                "        with:",
                "          path: target",
                "      - run: make build",
                "      - run: make test",
            ],
            closing: &[],
        }],
        closing: &[],
    },
    Shape {
        name: "sections",
        comment: "#",
        prelude: &["version = 1", ""],
        heading: "[service.{}]",
        blocks: &[Block {
            heading: "",
            body: &[
                "port = 8080",
                "host = \"localhost\"",
                "timeout = 30",
                "retries = 3",
                "log = true",
                "level = \"info\"",
            ],
            closing: &[],
        }],
        closing: &[""],
    },
    Shape {
        name: "handlers",
        comment: "//",
        prelude: &["const app = require('./app');", ""],
        heading: "app.get('/{}', (req, res) => {",
        blocks: &[
            Block {
                heading: "  check(req, () => {",
                body: &["    log(req);", "    if (req.user) {", "      count(1);", "    }"],
                closing: &["  });"],
            },
            Block {
                heading: "  load(req, (item) => {",
                body: &["    if (item) {", "      res.send(item);", "    }", "    log(res);"],
                closing: &["  });"],
            },
        ],
        closing: &["});", ""],
    },
    Shape {
        name: "tables",
        comment: "//",
        prelude: &["package store", "", "var cases = []Case{"],
        heading: "",
        blocks: &[Block {
            heading: "\t{",
            body: &["\t\tin:   1,", "\t\tout:  2,", "\t\tfail: false,"],
            closing: &["\t},"],
        }],
        closing: &[],
    },
    Shape {
        name: "few lines",
        comment: "#",
        prelude: &[],
        heading: "",
        blocks: &[Block {
            heading: "",
            body: &["step", "  wait", "  check", "done", "", "step", "  check", "done"],
            closing: &[],
        }],
        closing: &[],
    },
];

/// What copies are named.
const NAMES: &[&str] = &[
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "sigma",
];

impl Text {
    /// A file of some shape with three to nine copies.
    pub(super) fn new(rng: &mut Rng) -> Self {
        let shape = rng.pick(SHAPES).expect("there are shapes");
        let copies = rng.between(3, 9);
        // How often a copy differs from the others in a line.
        let variety = *rng.pick(&[6, 15, 40, 1000]).expect("there are some");
        let plan: Vec<bool> = (0..40).map(|_| rng.once_in(5)).collect();
        let mut text = Self { lines: Vec::new(), copies, shape };
        for line in shape.prelude {
            text.push(line, None, None);
        }
        for copy in 0..copies {
            text.copy(copy, &plan, variety, rng);
        }
        text
    }

    fn push(&mut self, text: &str, copy: Option<usize>, opens: Option<usize>) {
        self.lines.push(OldLine { text: text.to_owned(), copy, opens });
    }

    /// One copy: without the lines that `plan` leaves out of all of them.
    fn copy(&mut self, copy: usize, plan: &[bool], variety: usize, rng: &mut Rng) {
        let (shape, name) = (self.shape, NAMES[copy % NAMES.len()]);
        if !shape.heading.is_empty() {
            self.push(&shape.heading.replace("{}", name), Some(copy), Some(0));
        }
        let mut number = 0;
        for block in shape.blocks {
            if !block.heading.is_empty() {
                self.push(block.heading, Some(copy), Some(1));
            }
            for line in block.body {
                number += 1;
                if plan[number % plan.len()] && block.body.len() > 3 {
                    continue;
                }
                let is_own = rng.once_in(variety);
                let own = if is_own { own_line(line, name, rng) } else { (*line).to_owned() };
                self.push(&own, Some(copy), None);
            }
            for line in block.closing {
                self.push(line, Some(copy), None);
            }
        }
        for line in shape.closing {
            self.push(line, Some(copy), None);
        }
    }

    /// The lines of a copy, from the first to the one after the last.
    pub(super) fn range(&self, copy: usize) -> (usize, usize) {
        let is_in = |line: &OldLine| line.copy == Some(copy);
        let first = self.lines.iter().position(is_in).unwrap_or_default();
        let last = self.lines.iter().rposition(is_in).map_or(first, |last| last + 1);
        (first, last)
    }
}

/// A line in which a copy differs from the others: a name of its own, or another number.
fn own_line(line: &str, name: &str, rng: &mut Rng) -> String {
    if rng.once_in(2) { alter(line, rng) } else { format!("{}{name}()", indent(line)) }
}

/// Leading blanks.
pub(super) fn indent(line: &str) -> &str {
    line.split(|c: char| c != ' ' && c != '\t').next().unwrap_or_default()
}

/// The same line, said otherwise.
pub(super) fn alter(line: &str, rng: &mut Rng) -> String {
    let digit = line.find(|c: char| c.is_ascii_digit()).filter(|_| !rng.once_in(4));
    match digit {
        Some(at) => {
            let other = rng.between(11, 99);
            let rest = line[at..].trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{}{other}{rest}", &line[..at])
        }
        None if line.trim().is_empty() => format!("extra({})", rng.below(3)),
        None => {
            let (before, word) = line.split_at(indent(line).len());
            let added = *rng.pick(&["new_", "old_", "re", "un", "pre_"]).expect("there are some");
            format!("{before}{added}{word}")
        }
    }
}
