//! Converts units of indentation: the file has other steps than the patch, or the other blank.

use std::fmt;

use super::pair::Pair;

/// Widths in the file are `(width * times / by) + plus`, perhaps in the other blank.
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
    /// The units that scale and shift the widths of all pairs, if each side uses one kind of blank.
    pub(crate) fn of(pairs: &[Pair<'_>]) -> Option<Self> {
        let patch = one_blank(pairs.iter().map(|pair| pair.patch))?;
        let file = one_blank(pairs.iter().map(|pair| pair.file))?;
        let widths = || pairs.iter().map(|pair| (width(pair.patch), width(pair.file)));
        let (p, f) = widths().max()?;
        let other = widths().find(|(other, _)| *other != p);
        let (times, by) = match other {
            Some((p2, f2)) => (f - f2, p - p2),
            // With a single width, no indentation is assumed to stay no indentation.
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

    /// The units that turn a step of the patch into one of the file, and a width of the patch into
    /// one of the file; `None` if the result is not in whole blanks.
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

    /// The same units if lines at the margin are at the margin in the file, too.
    pub(crate) fn at_margin(self) -> Self {
        Self { plus: 0, ..self }
    }

    /// The step of the file.
    pub(crate) fn step(&self) -> Option<usize> {
        usize::try_from(self.unit * self.times / self.by).ok()
    }

    /// What a step of the patch is in the file.
    pub(crate) fn scale(&self, step: usize) -> Option<usize> {
        let scaled = i64::try_from(step).ok()?.checked_mul(self.times)?;
        (scaled % self.by == 0).then(|| usize::try_from(scaled / self.by).ok())?
    }

    /// Whether the file is indented with tabs.
    pub(crate) fn is_of_tabs(&self) -> bool {
        self.file == b'\t'
    }

    /// An indentation of the patch in the units of the file; `None` if it is not a multiple of
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
