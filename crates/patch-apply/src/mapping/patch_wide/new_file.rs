//! A new file with a blank behind every mark: no file begins so.

use patch_parse::Hunk;

use crate::indent::indentation::Indentation;
use crate::mapping::Mapping;
use crate::text::blanks::{is_blank_line, without_indentation};

/// So many lines at the margin, if none is deeper, say that the blank is none of the file's.
const FEWEST_FLAT: usize = 3;

impl Mapping {
    /// The mapping of lines that are a whole file, if all of them begin with a blank, the first with
    /// no more than that, and those that are deeper are deeper by steps of two, or by tabs.
    pub(crate) fn of_new_file(hunk: &Hunk<'_>) -> Option<Self> {
        let lines = || hunk.lines.iter().map(|line| line.text);
        let worded =
            || lines().filter(|line| !is_blank_line(line)).map(|it| without_indentation(it));
        let (first, words) = worded().next()?;
        // Items of a list may begin so.
        let begins_file = first == b" " && !words.first().is_some_and(|it| b"*-+>|".contains(it));
        let is_stepped = |indent: &[u8]| match indent.split_first() {
            Some((b' ', rest)) => match rest.first() {
                Some(b'\t') => true,
                _ => rest.len() % 2 == 0 && !rest.contains(&b'\t'),
            },
            _ => false,
        };
        let is_any_deeper = || worded().any(|(indent, _)| indent.len() > 1);
        let is_meant = begins_file
            && worded().all(|(indent, _)| is_stepped(indent))
            && (is_any_deeper() || worded().take(FEWEST_FLAT).count() == FEWEST_FLAT);
        let indentation = Indentation::Out(b" ".to_vec());
        is_meant.then(|| Self { indentation, ..Self::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_begins_at_the_margin() {
        for (lines, expected) in [
            (&["import os", "", "def f():", "    return 1"][..], true),
            (&["package a", "", "func f() {", "\treturn", "}"], true),
            (&["one", "two", "three"], true),
            (&["#!/bin/sh", "if x; then", "  y", "fi"], true),
            // Too few lines; an odd step; a list; lines of a drawing.
            (&["one", "two"], false),
            (&["one", "   two", "three"], false),
            (&["* one", "  * two", "* three"], false),
            (&[" ____", "|    |", "|____|"], false),
        ] {
            let check = |mark: &str, empty: &str, expected: bool| {
                let line = |line: &&str| match *line {
                    "" => format!("{empty}\n"),
                    line => format!("{mark}{line}\n"),
                };
                let lines: String = lines.iter().map(line).collect();
                let text = format!("*** Begin Patch\n*** Add File: f\n{lines}*** End Patch\n");
                let patch = patch_parse::parse(text.as_bytes()).unwrap();
                let mapping = Mapping::of_new_file(&patch.files[0].hunks()[0]);
                assert_eq!(mapping.is_some(), expected, "{text}");
            };
            check("+ ", "+ ", expected);
            check("+ ", "+", expected);
            check("+", "+", false);
            check("+  ", "+", false);
        }
    }
}
