//! Maps blanks within a line to the tab that the file has there: a writer who sees a table types
//! several blanks, or copies a single one.

use std::fmt;

use crate::text::blanks::{is_blank, without_indentation};

/// What blanks within a line of the patch are in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::mapping) enum Runs {
    /// No old line has such a run, or the file has blanks, too.
    #[default]
    Same,
    /// A tab.
    Tab,
    /// Sometimes a tab, sometimes something else.
    Mixed,
    /// All lines are rows of a table with so many tabs, and a single blank is a tab.
    Row(usize),
    /// The same, but some single blanks are blanks.
    OpenRow,
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_same() { "" } else { "blanks inside: tab" })
    }
}

impl Runs {
    /// What the lines of a patch show beside those of the file that they match.
    pub(in crate::mapping) fn of<'l>(
        lines: impl Iterator<Item = (&'l [u8], &'l [u8])> + Clone,
    ) -> Self {
        // Most files have no tab within a line.
        if lines.clone().all(|(_, file)| !without_indentation(file).1.contains(&b'\t')) {
            return Self::Same;
        }
        let (mut has_tab, mut has_other) = (false, false);
        let mut rows = Rows::default();
        for (patch, file) in lines {
            rows.take(patch, file);
            // If an unusual space was ignored in matching, nothing shows which run corresponds to
            // which.
            let is_alike = runs(patch).count() == runs(file).count();
            let pairs = runs(patch).zip(runs(file)).filter(|(run, _)| is_wide(run) && is_alike);
            for (_, run) in pairs {
                has_tab |= run.contains(&b'\t');
                has_other |= run != b"\t";
            }
        }
        match (has_tab, has_other) {
            (false, _) => rows.shown(),
            (true, false) => Self::Tab,
            (true, true) => Self::Mixed,
        }
    }

    /// Whether lines stay as they are in the patch, if they can be written at all.
    pub(in crate::mapping) fn is_same(self) -> bool {
        !matches!(self, Self::Tab | Self::Row(_))
    }

    /// A line of the patch as the file would have it; `None` where the old lines leave that open.
    pub(in crate::mapping) fn apply(self, line: &[u8]) -> Option<Vec<u8>> {
        let is_in_question: fn(&[u8]) -> bool = match self {
            Self::Same => return Some(line.to_vec()),
            Self::Tab | Self::Mixed => is_wide,
            Self::Row(_) | Self::OpenRow => |run| !run.contains(&b'\t'),
        };
        if !runs(line).any(is_in_question) {
            return Some(line.to_vec());
        }
        let is_told = match self {
            Self::Row(count) => runs(line).count() == count && runs(line).all(is_in_question),
            Self::Tab => true,
            Self::Same | Self::Mixed | Self::OpenRow => false,
        };
        is_told.then(|| with_tabs(line, is_in_question))
    }
}

/// The old lines so far, as rows of a table with tabs that have single blanks in the patch.
#[derive(Default)]
struct Rows {
    /// How many tabs each line has.
    tabs: Option<usize>,
    is_no_table: bool,
    /// A single blank is a tab, or a blank.
    has_tab: bool,
    has_blank: bool,
}

impl Rows {
    fn take(&mut self, patch: &[u8], file: &[u8]) {
        let (indent, words) = without_indentation(file);
        if words.is_empty() {
            return;
        }
        let tabs = memchr::memchr_iter(b'\t', words).count();
        let is_code = words.starts_with(b"#") || words.last().is_some_and(|it| b";{}".contains(it));
        let is_row = tabs > 0 && indent.is_empty() && *self.tabs.get_or_insert(tabs) == tabs;
        self.is_no_table |= !is_row || is_code || runs(patch).count() != runs(file).count();
        for (_, run) in runs(patch).zip(runs(file)).filter(|(run, _)| *run == b" ") {
            self.has_tab |= run == b"\t";
            self.has_blank |= run != b"\t";
        }
    }

    fn shown(&self) -> Runs {
        match self.tabs {
            Some(tabs) if self.has_tab && !self.is_no_table => {
                if self.has_blank {
                    Runs::OpenRow
                } else {
                    Runs::Row(tabs)
                }
            }
            _ => Runs::Same,
        }
    }
}

/// The runs of blanks between the words of a line.
fn runs(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = without_indentation(line).1;
    words.split(|byte| !is_blank(*byte)).filter(|run| !run.is_empty())
}

fn is_wide(run: &[u8]) -> bool {
    run.len() > 1 && !run.contains(&b'\t')
}

/// A line with a tab for each such run between its words.
fn with_tabs(line: &[u8], is_tab: fn(&[u8]) -> bool) -> Vec<u8> {
    let (indent, words) = without_indentation(line);
    let mut out = indent.to_vec();
    for part in words.chunk_by(|one, other| is_blank(*one) == is_blank(*other)) {
        let is_run = part.first().is_some_and(|byte| is_blank(*byte)) && is_tab(part);
        out.extend_from_slice(if is_run { b"\t" } else { part });
    }
    out.extend_from_slice(line.get(indent.len() + words.len()..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &[(&str, &str)], added: &str, expected: Option<&str>) {
        let lines = old.iter().map(|(patch, file)| (patch.as_bytes(), file.as_bytes()));
        let found = Runs::of(lines).apply(added.as_bytes());
        assert_eq!(found.map(|line| String::from_utf8(line).unwrap()).as_deref(), expected);
    }

    #[test]
    fn several_blanks_for_a_tab_are_a_tab() {
        check(&[("1    a", "1\ta\n")], "  2   b c    d  ", Some("  2\tb c\td  "));
        check(&[("1    a b", "1\ta b\n")], "2 c", Some("2 c"));
        check(&[("1    a", "1\ta"), ("2  b", "2  b")], "3   c", None);
        check(&[("1    a", "1\t\ta")], "3   c", None);
        check(&[("1    a", "1  a"), ("1 a", "1\ta")], "3   c", Some("3   c"));
        check(&[], "3   c", Some("3   c"));
    }

    #[test]
    fn a_single_blank_for_the_tab_of_a_row_is_a_tab() {
        check(&[("1 a b", "1\ta\tb\n"), ("2 c d", "2\tc\td\n")], "3 e f", Some("3\te\tf"));
        check(&[("1 a", "1\ta\n")], "3\te f", None);
        check(&[("1 a", "1\ta\n")], "3\te", Some("3\te"));
        // A field with a blank, another number of fields.
        check(&[("1 a", "1\ta\n"), ("2 c d", "2\tc d\n")], "3 e", None);
        check(&[("1 a", "1\ta\n")], "3 e f", None);
        // No table.
        check(&[("1 a", "1\ta\n"), ("2 c", "2 c\n")], "3 e", Some("3 e"));
        check(&[("int a;", "int\ta;\n")], "int b;", Some("int b;"));
        check(&[("  a b", "  a\tb\n")], "  c d", Some("  c d"));
    }
}
