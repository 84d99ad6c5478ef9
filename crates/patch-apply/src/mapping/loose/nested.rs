//! Finds added lines that are nested in a block that an added line opens: their indentation follows
//! that of the other.

use patch_parse::{Hunk, LineKind};

use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::indent::pair::Pair;
use crate::text::blanks::depth;

/// The indentations of added lines, by their nesting.
#[derive(Clone, Debug, Default)]
pub(super) struct Nesting<'l> {
    /// Of lines that are in no other added line.
    pub(super) outermost: Vec<&'l [u8]>,
    /// Of lines that are in another.
    pub(super) nested: Vec<Nested<'l>>,
    /// Of lines that are less deep than an earlier one.
    pub(super) left: Vec<Nested<'l>>,
}

/// The indentations of an added line and of a deeper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nested<'l> {
    outer: &'l [u8],
    inner: &'l [u8],
}

impl<'l> Nesting<'l> {
    /// From all added lines, their signs mapped. A line is in the last line before it that is less
    /// deep, unless context with words lies between the two.
    pub(super) fn of(hunk: &Hunk<'_>, added: &'l [Vec<u8>], margins: Margins) -> Self {
        let mut added = added.iter();
        let mut nesting = Self::default();
        let mut around = Vec::new();
        for line in &hunk.lines {
            match line.kind {
                LineKind::Add => {
                    let indent = added.next().and_then(|line| margins.indent(line));
                    nesting.extend(indent, &mut around);
                }
                LineKind::Context if depth(line.text).is_some() => around.clear(),
                LineKind::Context | LineKind::Remove => {}
            }
        }
        nesting
    }

    /// Adds the next line of a run, if it has an indentation; `around` has the lines that it may be
    /// in.
    fn extend(&mut self, indent: Option<&'l [u8]>, around: &mut Vec<&'l [u8]>) {
        let Some(inner) = indent else { return };
        while let Some(other) = around.pop_if(|outer| outer.len() >= inner.len()) {
            if other.len() > inner.len() {
                self.left.push(Nested { outer: inner, inner: other });
            }
        }
        match around.last() {
            Some(outer) => self.nested.push(Nested { outer, inner }),
            None => self.outermost.push(inner),
        }
        around.push(inner);
    }
}

impl Nesting<'_> {
    /// Whether this holds for the indentation of any line that counts: nested lines do not count if
    /// they are in the file's steps.
    pub(super) fn is_any(&self, around: &Around<'_>, is_it: impl Fn(&[u8]) -> bool) -> bool {
        let is_any_nested = self.nested.iter().any(|line| is_it(line.inner));
        self.outermost.iter().any(|indent| is_it(indent))
            || (is_any_nested && !self.is_in_steps(around))
    }

    /// Whether nested lines are deeper by whole steps of the file, at least one of them by exactly
    /// one.
    pub(super) fn is_in_steps(&self, around: &Around<'_>) -> bool {
        let steps: Option<Vec<usize>> = self.nested.iter().map(|line| line.steps(around)).collect();
        steps.is_some_and(|steps| steps.iter().min().is_none_or(|least| *least == 1))
    }

    /// Whether nested lines are in the file's steps, and a rule would make every step several.
    pub(super) fn is_scaled_twice(&self, rule: &Indentation, around: &Around<'_>) -> bool {
        let is_several = |line: &Nested<'_>| {
            let written = [line.outer, line.inner].map(|indent| rule.apply(indent));
            let [Some(outer), Some(inner)] = &written else { return false };
            Nested { outer, inner }.steps(around).is_some_and(|steps| steps > 1)
        };
        !self.nested.is_empty() && self.nested.iter().all(is_several) && self.is_in_steps(around)
    }

    /// Whether a rule keeps deeper lines deeper, removed lines that show both indentations aside.
    pub(super) fn is_kept_by(&self, rule: &Indentation, pairs: &[Pair<'_>]) -> bool {
        let width = |indent| rule.apply(indent).map(|indent| indent.len());
        let is_removed = |indent: &[u8]| {
            let mut removed = pairs.iter().filter(|pair| pair.kind == LineKind::Remove);
            removed.any(|pair| pair.patch == indent)
        };
        self.nested.iter().chain(&self.left).all(|Nested { outer, inner }| {
            width(outer) < width(inner) || (is_removed(outer) && is_removed(inner))
        })
    }
}

impl Nested<'_> {
    /// How many steps of the file the inner line is deeper.
    fn steps(&self, around: &Around<'_>) -> Option<usize> {
        let step = self.inner.strip_prefix(self.outer)?;
        let is_of = |blank: u8| step.iter().all(|byte| *byte == blank);
        if is_of(b'\t') {
            return around.begins_with(b'\t').then_some(step.len());
        }
        let unit = around.unit().filter(|unit| is_of(b' ') && *unit > 1)?;
        step.len().is_multiple_of(unit).then(|| step.len() / unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_in_the_last_one_before_it_that_is_less_deep() {
        let widths = [8, 4, 8, 12, 12, 8, 4, 2, 6];
        let indents = widths.map(|width| b" ".repeat(width));
        let (mut nesting, mut around) = (Nesting::default(), Vec::new());
        for indent in &indents {
            nesting.extend(Some(indent), &mut around);
        }
        let nested = nesting.nested.iter().map(|line| (line.outer.len(), line.inner.len()));
        let outermost: Vec<_> = nesting.outermost.iter().map(|indent| indent.len()).collect();
        assert_eq!(outermost, [8, 4, 4, 2]);
        assert_eq!(nesting.left.len(), 4);
        assert_eq!(nested.collect::<Vec<_>>(), [(4, 8), (8, 12), (8, 12), (4, 8), (2, 6)]);
    }

    #[test]
    fn steps_are_those_of_the_file() {
        let is_in_steps = |file: &str, outer: &str, inner: &[&str]| {
            let outer = outer.as_bytes();
            let nested = inner.iter().map(|inner| Nested { outer, inner: inner.as_bytes() });
            let nesting = Nesting { nested: nested.collect(), ..Nesting::default() };
            nesting.is_in_steps(&Around::new(file.as_bytes()))
        };
        let (blanks, tabs) = ("a\n    b\n        c\n", "a\n\tb\n\t\tc\n");
        assert!(is_in_steps(blanks, "  ", &["      "]));
        assert!(is_in_steps(blanks, "", &["    ", "            "]));
        assert!(!is_in_steps(blanks, "", &["        "]));
        assert!(!is_in_steps(blanks, "", &["  "]));
        assert!(!is_in_steps(blanks, "", &["\t"]));
        assert!(is_in_steps(tabs, "\t", &["\t\t"]));
        assert!(!is_in_steps(tabs, "", &["    "]));
        assert!(!is_in_steps(tabs, "\t", &["\t  "]));
    }
}
