//! Units of indentation: the file is indented in other steps than the patch, or with the other
//! blank.

use std::cell::OnceCell;
use std::fmt;

use super::margins::{is_of_blanks, is_star, step_of};
use super::pair::Pair;
use crate::text::blanks::{is_blank, without_indentation};

/// Widths in the file are `(width * times / by) + plus`, in other blanks perhaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Units {
    patch: u8,
    file: u8,
    times: i64,
    by: i64,
    plus: i64,
    /// The smallest step in the patch.
    unit: i64,
}

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tab = |blank, width: i64| match (blank, width) {
            (b'\t', 1) => "tab".to_owned(),
            (b'\t', width) => format!("{width} tabs"),
            (_, width) => width.to_string(),
        };
        let to = self.unit * self.times / self.by;
        write!(f, "{} -> {}", tab(self.patch, self.unit), tab(self.file, to))
    }
}

impl Units {
    /// What scales and moves the widths of all pairs, where each side is of one kind of blank.
    pub(crate) fn of(pairs: &[Pair<'_>]) -> Option<Self> {
        let patch = one_blank(pairs.iter().map(|pair| pair.patch))?;
        let file = one_blank(pairs.iter().map(|pair| pair.file))?;
        let widths = || pairs.iter().map(|pair| (width(pair.patch), width(pair.file)));
        let (p, f) = widths().max()?;
        let other = widths().find(|(other, _)| *other != p);
        let (times, by) = match other {
            Some((p2, f2)) => (f - f2, p - p2),
            // One width alone: as if there were none without indentation, which has none.
            None => (f, p),
        };
        if times <= 0 || by <= 0 || (times == by && patch == file) {
            return None;
        }
        let divisor = gcd(times, by);
        let (times, by) = (times / divisor, by / divisor);
        let plus =
            (p * times).checked_rem(by).filter(|rest| *rest == 0).map(|_| f - p * times / by)?;
        let unit = pairs.iter().map(|pair| width(pair.patch)).fold(0, gcd);
        Some(Self { patch, file, times, by, plus, unit: unit.max(1) })
    }

    /// What takes a step of the patch for one of the file, and a width of the patch for one of the
    /// file; `None` where no whole blanks come of that.
    pub(crate) fn of_steps(
        [patch, file]: [u8; 2],
        [step, unit]: [usize; 2],
        [from, to]: [usize; 2],
    ) -> Option<Self> {
        let [by, times] = [step, unit].map(|step| i64::try_from(step).unwrap_or(0));
        let [from, to] = [from, to].map(|width| i64::try_from(width).unwrap_or(i64::MAX / 1024));
        if by <= 0 || times <= 0 || (from * times) % by != 0 {
            return None;
        }
        let divisor = gcd(times, by);
        let plus = to - from * times / by;
        Some(Self { patch, file, times: times / divisor, by: by / divisor, plus, unit: by })
    }

    /// Whether an indentation is no deeper than one step of the patch.
    pub(crate) fn is_one_step(&self, indent: &[u8]) -> bool {
        width(indent) <= self.unit
    }

    /// The same units for lines of which those at the margin are there in the file, too.
    pub(crate) fn at_margin(self) -> Self {
        Self { plus: 0, ..self }
    }

    /// The step of the file.
    pub(crate) fn step(&self) -> Option<usize> {
        usize::try_from(self.unit * self.times / self.by).ok()
    }

    /// Whether the file is indented with tabs.
    pub(crate) fn is_of_tabs(&self) -> bool {
        self.file == b'\t'
    }

    /// An indentation of the patch in the units of the file; `None` where it is no multiple of
    /// them.
    pub(crate) fn apply(&self, indent: &[u8]) -> Option<Vec<u8>> {
        let scaled = width(indent) * self.times;
        let is_fit = indent.iter().all(|blank| *blank == self.patch) && scaled % self.by == 0;
        let len = usize::try_from(scaled / self.by + self.plus).ok().filter(|_| is_fit)?;
        Some(vec![self.file; len])
    }
}

/// The one kind of blank in some indentations; a space where there is none.
pub(crate) fn one_blank<'l>(indents: impl Iterator<Item = &'l [u8]>) -> Option<u8> {
    let mut blanks = indents.flatten().copied();
    let first = blanks.next().unwrap_or(b' ');
    blanks.all(|blank| blank == first).then_some(first)
}

fn width(indent: &[u8]) -> i64 {
    i64::try_from(indent.len()).unwrap_or(i64::MAX / 1024)
}

fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one.abs() } else { gcd(other, one % other) }
}

/// The text around a place, and the step in which it is indented, which is looked for when somebody
/// asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around<'f> {
    text: &'f [u8],
    unit: OnceCell<Option<usize>>,
}

impl<'f> Around<'f> {
    pub(crate) fn new(text: &'f [u8]) -> Self {
        Self { text, unit: OnceCell::new() }
    }

    pub(crate) fn text(&self) -> &'f [u8] {
        self.text
    }

    /// Whether a line of the text has this indentation; not for the star of a comment, which is a
    /// blank behind a step.
    pub(crate) fn has_depth(&self, indent: &[u8]) -> bool {
        let mut lines = self.text.split(|byte| *byte == b'\n').map(without_indentation);
        lines.any(|(own, words)| own == indent && !words.is_empty() && !is_star(words))
    }

    /// Whether a line of the text has blanks and nothing else.
    pub(crate) fn has_line_of_blanks(&self) -> bool {
        let mut lines = self.text.split(|byte| *byte == b'\n');
        lines.any(is_of_blanks)
    }

    /// Whether a line of the text that has words begins with this blank; not for the star of a
    /// comment.
    pub(crate) fn begins_with(&self, blank: u8) -> bool {
        let mut lines = self.text.split(|byte| *byte == b'\n').map(without_indentation);
        lines.any(|(indent, words)| {
            indent.first() == Some(&blank) && !words.is_empty() && !is_star(words)
        })
    }

    /// The step in which the text is indented; `None` where nothing is deeper than what is before
    /// it.
    pub(crate) fn unit(&self) -> Option<usize> {
        *self.unit.get_or_init(|| unit_of(self.text))
    }
}

/// The step in which a text is indented: the commonest by which a line is deeper than the one
/// before. What goes on with an open `(` or behind a comma counts where nothing else is deeper:
/// some styles write it in steps of its own.
fn unit_of(text: &[u8]) -> Option<usize> {
    let (mut counts, mut continued) = ([0_usize; 17], [0_usize; 17]);
    let mut before: Option<(usize, &[u8])> = None;
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text).chain([text.len()]) {
        let line = text.get(start..end).unwrap_or_default();
        start = end + 1;
        let indent = line.iter().take_while(|byte| is_blank(**byte)).count();
        // Blanks at the end are looked at where nothing else may be there.
        let may_be_empty = line.get(indent).is_none_or(u8::is_ascii_whitespace);
        if may_be_empty && without_indentation(line).1.is_empty() {
            continue;
        }
        // The blank in front of the star of a comment is none of a step.
        let words = line.get(indent..).unwrap_or_default();
        if is_star(words) && line.get(..indent).and_then(step_of).is_some() {
            continue;
        }
        if let Some((outer, line)) = before
            && let Some(step) = indent.checked_sub(outer).filter(|step| *step > 0)
        {
            let counts = if is_continued(line) { &mut continued } else { &mut counts };
            if let Some(count) = counts.get_mut(step) {
                *count += 1;
            }
        }
        before = Some((indent, words));
    }
    commonest(&counts).or_else(|| commonest(&continued))
}

/// Whether the next line goes on with this one.
fn is_continued(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end().last(), Some(b'(' | b','))
}

/// The step that was counted most often.
fn commonest(counts: &[usize]) -> Option<usize> {
    let (step, count) = counts.iter().enumerate().max_by_key(|(_, count)| **count)?;
    (*count > 0).then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_with_an_open_line_shows_no_step_beside_what_is_in_a_block() {
        let of = |text: &str| unit_of(text.as_bytes());
        assert_eq!(
            of("void f(\n    int a) {\n  for (;;) {\n    g(\n        a);\n  }\n}\n"),
            Some(2)
        );
        assert_eq!(of("f(\n    a,\n    b);\n"), Some(4));
        assert_eq!(of("if a:\n    b\nif c:\n    d(e,\n      f)\n"), Some(4));
        assert_eq!(of("a\nb\n"), None);
    }
}
