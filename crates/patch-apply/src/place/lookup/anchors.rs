//! Finds the lines that anchors name, without going over the file for each anchor.
//!
//! Whole lines are looked up by their key. An anchor that is not a whole line is looked for in the
//! whole text, together with all others of the patch.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::super::rung::RUNGS;
use super::MOST_PLACES;
use super::automaton::all_places;
use super::token::Token;
use crate::place::names::anchor::{Named, Way, folded, whole_key};
use crate::text::LineTable;

/// So many anchors are looked for one by one before all are looked for together.
const MOST_SINGLE: usize = 32;

/// Lines, in order, by what is compared of them.
type ByKey = HashMap<Vec<u8>, Vec<usize>, RandomState>;

/// The lines of a file by what anchors compare.
#[derive(Debug)]
pub(super) struct AnchorIndex {
    /// For each rung the lines of each key.
    whole: Vec<Option<ByKey>>,
    /// All folded lines, each after a newline, and where each starts.
    text: Vec<u8>,
    starts: Vec<usize>,
    singles: usize,
    /// The lines (at most [`MOST_PLACES`]) that hold each anchor of the patch.
    parts: Option<ByKey>,
}

impl AnchorIndex {
    pub(super) fn new(table: &LineTable<'_>) -> Self {
        let mut scratch = Vec::new();
        let (mut text, mut starts) = (Vec::new(), Vec::with_capacity(table.len()));
        for line in table.lines() {
            text.push(b'\n');
            starts.push(text.len());
            let line = folded(line, &mut scratch);
            text.extend_from_slice(line);
        }
        let whole = RUNGS.iter().map(|_| None).collect();
        Self { whole, text, starts, singles: 0, parts: None }
    }

    /// The first lines from `from` on that an anchor names, by the strictest way that finds one.
    /// `all` are the anchors of the patch.
    pub(super) fn lines<'a>(
        &mut self,
        table: &LineTable<'_>,
        anchor: &[u8],
        from: usize,
        all: impl Iterator<Item = &'a [u8]>,
    ) -> Option<(Way, Vec<usize>)> {
        let mut parts: Option<Vec<usize>> = None;
        let mut all = Some(all);
        Way::all().find_map(|way| {
            let named = Named::new(way, anchor)?;
            let lines = if way.whole().is_some() {
                self.whole(table, way, &named, from)
            } else {
                let candidates = parts.get_or_insert_with(|| {
                    let all = all.take();
                    self.parts(named.key(), from, all.into_iter().flatten())
                });
                let mut scratch = Vec::new();
                let agrees = |line: &usize| named.agrees(table.line(*line), &mut scratch);
                candidates.iter().copied().filter(agrees).collect()
            };
            (!lines.is_empty()).then_some((way, lines))
        })
    }

    fn whole(&mut self, table: &LineTable<'_>, way: Way, named: &Named, from: usize) -> Vec<usize> {
        let Some(rule) = way.whole() else { return Vec::new() };
        let Some(slot) = self.whole.get_mut(rule.slot()) else { return Vec::new() };
        let by_key = slot.get_or_insert_with(|| {
            let mut by_key = ByKey::default();
            let mut scratch = Vec::new();
            for (at, line) in table.lines().enumerate() {
                let key = whole_key(rule, line, &mut scratch);
                match by_key.get_mut(key) {
                    Some(lines) => lines.push(at),
                    None => {
                        by_key.insert(key.to_vec(), vec![at]);
                    }
                }
            }
            by_key
        });
        let lines = by_key.get(named.key()).map_or(&[][..], Vec::as_slice);
        let behind = lines.partition_point(|line| *line < from);
        lines.iter().skip(behind).take(MOST_PLACES).copied().collect()
    }

    /// The first lines from `from` on that hold a key anywhere.
    fn parts<'a>(
        &mut self,
        key: &[u8],
        from: usize,
        all: impl Iterator<Item = &'a [u8]>,
    ) -> Vec<usize> {
        if self.parts.is_none() && self.singles < MOST_SINGLE {
            self.singles += 1;
            return self.search(key, from);
        }
        if self.parts.is_none() {
            self.parts = Some(self.all_parts(all));
        }
        let known = self.parts.as_ref().and_then(|parts| parts.get(key));
        match known {
            Some(lines) if lines.len() < MOST_PLACES || lines.first() >= Some(&from) => {
                let behind = lines.partition_point(|line| *line < from);
                lines.iter().skip(behind).copied().collect()
            }
            _ => self.search(key, from),
        }
    }

    fn search(&self, key: &[u8], from: usize) -> Vec<usize> {
        let Some(start) = self.starts.get(from) else { return Vec::new() };
        let finder = memchr::memmem::Finder::new(key);
        let rest = self.text.get(*start..).unwrap_or_default();
        let mut lines: Vec<usize> = Vec::new();
        for at in finder.find_iter(rest) {
            let line = self.line_at(start + at);
            if lines.last() != Some(&line) {
                lines.push(line);
            }
            if lines.len() == MOST_PLACES {
                break;
            }
        }
        lines
    }

    /// The lines that hold each of the anchors, in one pass over the text.
    fn all_parts<'a>(&self, anchors: impl Iterator<Item = &'a [u8]>) -> ByKey {
        let mut scratch = Vec::new();
        let mut keys: Vec<Vec<u8>> =
            anchors.map(|anchor| folded(anchor, &mut scratch).to_vec()).collect();
        keys.sort_unstable();
        keys.dedup();
        let tokens =
            |bytes: &[u8]| -> Vec<Token> { bytes.iter().map(|byte| Token::from(*byte)).collect() };
        let blocks: Vec<Vec<Token>> = keys.iter().map(|key| tokens(key)).collect();
        let blocks: Vec<&[Token]> = blocks.iter().map(Vec::as_slice).collect();
        let places = all_places(&tokens(&self.text), &blocks);
        keys.into_iter()
            .zip(places)
            .map(|(key, places)| {
                let is_full = places.len() == MOST_PLACES;
                let mut lines: Vec<usize> = places.into_iter().map(|at| self.line_at(at)).collect();
                lines.dedup();
                // Fewer lines than places: what is after them was not looked at.
                if is_full && lines.len() < MOST_PLACES {
                    lines = self.search(&key, 0);
                }
                (key, lines)
            })
            .collect()
    }

    fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[track_caller]
    fn check(file: &str, anchor: &str, expected: &[usize]) {
        let table = Text::without_bom(file.as_bytes()).line_table();
        let mut index = AnchorIndex::new(&table);
        let all = [anchor.as_bytes()];
        for singles in [0, MOST_SINGLE] {
            index.singles = singles;
            let found = index.lines(&table, anchor.as_bytes(), 0, all.into_iter());
            let found = found.map(|(_, lines)| lines).unwrap_or_default();
            assert_eq!(found, expected, "{anchor:?} in {file:?}");
        }
    }

    #[test]
    fn the_strictest_way_wins_over_the_nearest_line() {
        check("fn main() { x }\nfn main() {\n", "fn main() {", &[1]);
        check("  fn a()\nfn a()\n", "fn a()", &[1]);
        check("fn  a()\nfn a(), b\nxfn a()\n", "fn a()", &[0]);
        check("  fn a()\n\tfn a()\n", "fn a()", &[0, 1]);
    }

    #[test]
    fn whole_words_come_before_parts_of_words() {
        check("def reset_all(self):\ndef reset(self):\n", "def reset", &[1]);
        check("preset x\nthe set x\n", "set", &[1]);
    }

    #[test]
    fn only_a_long_anchor_breaks_off_in_a_word() {
        check("def reset_all(self):\n", "def reset", &[]);
        check("class OrderHandlerTest(TestCase):\n", "class OrderHandler", &[]);
        let line = "pub(crate) fn a_name_that_goes_on_and_on_and_on()\n";
        check(line, &line[..40], &[0]);
    }

    #[test]
    fn whole_names_come_before_words_in_names() {
        check(".btn-primary {\n.btn:hover {\n.btn {\n", ".btn", &[2]);
        check("web-admin:\nweb:\n", "web", &[1]);
        check(
            "[workspace.dependencies]\n[dev-dependencies]\n[dependencies]\n",
            "dependencies",
            &[2],
        );
        check("## Install on Linux\n- install\n## Install\n", "Install", &[2]);
        check("x = it.get(1)\nasync get(id) {\n", "get(", &[1]);
        check("web-admin: y\nx web y\n", "web", &[0]);
        check("x web-admin\n", "web", &[0]);
    }

    #[test]
    fn the_end_of_a_word_names_nothing() {
        check("  beta:\n", "eta:", &[]);
        check("preset x\n", "set", &[]);
    }

    #[test]
    fn an_anchor_may_be_the_beginning_or_a_part_of_a_line() {
        check("x\nimport { OLD } from './old'\n", "import { OLD }", &[1]);
        check("x\n    pub fn f() {\n", "fn f()", &[1]);
        check("x\r\nfn a()\r\n", "fn a()", &[1]);
        check("x\n", "y", &[]);
        check("x\n", "  ", &[]);
    }

    #[test]
    fn blanks_and_typography_of_an_anchor_do_not_matter() {
        check("x\n\tdef  f( self ):\n", "    def f( self ):", &[1]);
        check("x\nsay(\"it's\")\n", "say(\u{201C}it\u{2019}s\u{201D})", &[1]);
    }
}
