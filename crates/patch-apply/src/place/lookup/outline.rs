//! The lines of a file that head others. It answers which lines lie below a heading without going
//! up the file for each.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::place::names::flat::Flat;
use crate::place::names::heading::is_named;
use crate::place::names::heads::{Kind, ends_scope};
use crate::text::LineTable;
use crate::text::blanks::without_indentation;

/// Where the lines of a file end what they head.
#[derive(Debug)]
pub(super) struct Outline<'f> {
    /// The bytes of indentation of each line, and its text without the blanks around it.
    lines: Vec<(usize, &'f [u8])>,
    /// The texts and the index of each; in order.
    texts: Vec<(&'f [u8], usize)>,
    /// For each kind of heading that was asked for, and each line the first one after it that is
    /// no deeper and ends what such a heading heads, or the number of lines.
    ends: HashMap<Kind, Vec<usize>, RandomState>,
    /// The lines that head others which are no deeper, in order.
    flats: Vec<(usize, Flat)>,
    /// For each kind of them that was asked for the lines at which it ends, in order.
    flat_ends: HashMap<Flat, Vec<usize>, RandomState>,
    /// What each heading that was asked for names.
    headed: HashMap<Vec<u8>, Headed, RandomState>,
}

/// What a heading names.
#[derive(Debug)]
struct Headed {
    /// The lines that it names, in order.
    lines: Vec<usize>,
    /// The lines below them: disjoint ranges in order.
    below: Vec<(usize, usize)>,
}

impl<'f> Outline<'f> {
    /// One pass over the file, and its lines in order.
    pub(super) fn new(table: &LineTable<'f>) -> Self {
        let lines: Vec<_> = table.lines().map(without_indentation).map(indented).collect();
        let mut texts: Vec<_> = lines.iter().map(|(_, words)| *words).zip(0..).collect();
        let flat = |(words, line): &(&[u8], usize)| Some((*line, Flat::of(words)?));
        let flats = texts.iter().filter_map(flat).collect();
        texts.sort_unstable();
        Self {
            lines,
            texts,
            ends: HashMap::default(),
            flats,
            flat_ends: HashMap::default(),
            headed: HashMap::default(),
        }
    }

    /// A line that is named by a heading.
    pub(super) fn line_of(&self, heading: &[u8]) -> Option<usize> {
        let heading = without_indentation(heading).1;
        self.named(heading).next().map(|(_, line)| *line)
    }

    /// Whether a line is named by a heading, or lies below one that is.
    pub(super) fn is_below(&mut self, heading: &[u8], line: usize) -> bool {
        let Some(Headed { below, .. }) = self.headed(heading) else { return false };
        let behind = below.partition_point(|(first, _)| *first <= line);
        let range = behind.checked_sub(1).and_then(|at| below.get(at));
        range.is_some_and(|(_, last)| line <= *last)
    }

    /// The last line before one that is named by a heading.
    pub(super) fn line_above(&mut self, heading: &[u8], line: usize) -> Option<usize> {
        let Headed { lines, .. } = self.headed(heading)?;
        let behind = lines.partition_point(|named| *named < line);
        behind.checked_sub(1).and_then(|at| lines.get(at)).copied()
    }

    fn headed(&mut self, heading: &[u8]) -> Option<&Headed> {
        let heading = without_indentation(heading).1;
        if !self.headed.contains_key(heading) {
            let headed = self.what_is_headed(heading);
            self.headed.insert(heading.to_vec(), headed);
        }
        self.headed.get(heading)
    }

    fn named<'o>(&'o self, heading: &'o [u8]) -> impl Iterator<Item = &'o (&'f [u8], usize)> {
        let first = self.texts.partition_point(|(text, _)| *text < heading);
        let alike =
            self.texts.iter().skip(first).take_while(move |(text, _)| text.starts_with(heading));
        alike.filter(move |(text, _)| is_named(heading, text))
    }

    fn what_is_headed(&mut self, heading: &[u8]) -> Headed {
        let mut lines: Vec<usize> = self.named(heading).map(|(_, line)| *line).collect();
        lines.sort_unstable();
        let flat_ends = Flat::of(heading).map(|flat| {
            let ends = || {
                let ends = self.flats.iter().filter(|(_, other)| flat.ends_at(*other));
                ends.map(|(line, _)| *line).collect()
            };
            &*self.flat_ends.entry(flat).or_insert_with(ends)
        });
        let count = self.lines.len();
        let kind = Kind::of(heading);
        let ends = self.ends.entry(kind).or_insert_with(|| ends(&self.lines, kind));
        let mut below: Vec<(usize, usize)> = Vec::new();
        for &line in &lines {
            let end = match flat_ends {
                None => ends.get(line).copied().unwrap_or(line),
                Some(ends) => {
                    let next = ends.get(ends.partition_point(|end| *end <= line));
                    next.copied().unwrap_or(count)
                }
            };
            match below.last_mut() {
                Some((_, last)) if line <= *last => *last = end.max(*last),
                _ => below.push((line, end)),
            }
        }
        Headed { lines, below }
    }
}

fn indented<'f>((indent, words): (&'f [u8], &'f [u8])) -> (usize, &'f [u8]) {
    (indent.len(), words)
}

/// For each line the first one after it that ends what it heads, where it is a heading of this
/// kind.
fn ends(lines: &[(usize, &[u8])], kind: Kind) -> Vec<usize> {
    let mut ends = vec![lines.len(); lines.len()];
    // Going up: the lines below that may end something, the nearest last and deepest.
    let mut below: Vec<(usize, usize)> = Vec::new();
    for ((at, (indent, words)), slot) in lines.iter().enumerate().zip(&mut ends).rev() {
        let nearest = below.partition_point(|(depth, _)| depth <= indent).checked_sub(1);
        if let Some((_, end)) = nearest.and_then(|nearest| below.get(nearest)) {
            *slot = *end;
        }
        if ends_scope(kind, words) {
            while below.pop_if(|(depth, _)| *depth >= *indent).is_some() {}
            below.push((*indent, at));
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::names::encloses::encloses;
    use crate::text::Text;

    #[test]
    fn the_outline_agrees_with_going_up_the_file() {
        let lines = [
            "a x",
            " a y",
            "b",
            "  }",
            "",
            "  b z",
            "# a",
            " abc",
            "}",
            "a:",
            "   c",
            "[s]",
            "## t",
            "[u] # v",
            "### t",
            " \"k\": {",
            "\"k\": {",
            "# t",
            "- n: a",
            "<d a>",
            "</d>",
            "out:",
            "f(x)",
        ];
        // Files of such lines in many orders.
        for seed in 0..300_usize {
            let file: String = (0..24)
                .flat_map(|at| [lines[(seed * 31 + at * at * (seed % 7 + 1) + at) % 23], "\n"])
                .collect();
            let text = Text::without_bom(file.as_bytes());
            let table = text.line_table();
            let mut outline = Outline::new(&table);
            for heading in [
                "a", "a x", "b", "# a", "c", "a:", "ab", "[s]", "## t", "### t", "\"k\": {", "- n",
                "<d", "f(x)",
            ] {
                for line in 0..table.len() {
                    let start = table.start_of(line);
                    let up = encloses(text, heading.as_bytes(), start, &mut 99).unwrap();
                    let found = outline.is_below(heading.as_bytes(), line);
                    assert_eq!(found, up, "{heading} above {line} in\n{file}");
                }
            }
        }
    }

    #[test]
    fn a_heading_is_found_by_how_it_starts() {
        let file = "impl A {\n    fn a() {\n        x();\n    }\n\n    fn b() {\n    }\n}\n";
        let outline = Outline::new(&Text::without_bom(file.as_bytes()).line_table());
        for (heading, line) in
            [("impl", Some(0)), ("fn a() {", Some(1)), (" fn b", Some(5)), ("fn c", None)]
        {
            assert_eq!(outline.line_of(heading.as_bytes()), line, "{heading}");
        }
    }
}
