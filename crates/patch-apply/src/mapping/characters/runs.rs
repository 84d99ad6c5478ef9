//! Maps several blanks within a line to the tab that the file has there: a writer who sees a table
//! types blanks.

use std::fmt;

use crate::text::blanks::{is_blank, without_indentation};

/// What several blanks within a line of the patch are in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::mapping) enum Runs {
    /// No old line has such a run, or the file has blanks, too.
    #[default]
    Same,
    /// A tab.
    Tab,
    /// Sometimes a tab, sometimes something else.
    Mixed,
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_same() { "" } else { "blanks inside: tab" })
    }
}

impl Runs {
    /// What the lines of a patch show beside those of the file that they match.
    pub(in crate::mapping) fn of<'l>(lines: impl Iterator<Item = (&'l [u8], &'l [u8])>) -> Self {
        let (mut has_tab, mut has_other) = (false, false);
        for (patch, file) in lines {
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
            (false, _) => Self::Same,
            (true, false) => Self::Tab,
            (true, true) => Self::Mixed,
        }
    }

    /// Whether lines stay as they are in the patch, if they can be written at all.
    pub(in crate::mapping) fn is_same(self) -> bool {
        self != Self::Tab
    }

    /// A line of the patch as the file would have it; `None` where the old lines leave that open.
    pub(in crate::mapping) fn apply(self, line: &[u8]) -> Option<Vec<u8>> {
        if self == Self::Same || !runs(line).any(is_wide) {
            return Some(line.to_vec());
        }
        (self == Self::Tab).then(|| with_tabs(line))
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

/// A line with a tab for each wide run between its words.
fn with_tabs(line: &[u8]) -> Vec<u8> {
    let (indent, words) = without_indentation(line);
    let mut out = indent.to_vec();
    for part in words.chunk_by(|one, other| is_blank(*one) == is_blank(*other)) {
        let is_run = part.first().is_some_and(|byte| is_blank(*byte)) && is_wide(part);
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
}
