//! What is known of a hunk beside its text.

use super::line::LineKind;
use crate::Span;

/// What the counts of a header say about the lines of a hunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Counted {
    /// There are as many, or nothing counts them.
    #[default]
    Right,
    /// There are not as many, or the header is not as tools write it.
    Wrong,
    /// There would be as many if one context line had this mark.
    Lost(LineKind),
}

impl Counted {
    /// What is left of it for other lines: whether the header was right.
    pub(crate) fn of_others(self) -> Self {
        match self {
            Self::Lost(_) => Self::Wrong,
            counted => counted,
        }
    }
}

/// What is known of a hunk beside its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// The first old line and the first new one, if the header has numbers.
    pub(crate) starts: Option<(u64, u64)>,
    pub(crate) end_of_file: bool,
    pub(crate) counted: Counted,
    pub(crate) blank_lines_behind: u32,
    pub(crate) span: Span,
}

/// [`Numbers`] in the form that a tree keeps, since it has many: in a third of the memory, unless
/// the numbers are larger than those of any real file.
#[derive(Clone, Debug)]
pub(crate) enum KeptNumbers {
    Near {
        old_start: u32,
        new_start: u32,
        start: u32,
        end: u32,
        line: u32,
        has_starts: bool,
        end_of_file: bool,
        counted: Counted,
        blank_lines_behind: u8,
    },
    Far(Box<Numbers>),
}

impl KeptNumbers {
    #[inline]
    pub(crate) fn get(&self) -> Numbers {
        match *self {
            Self::Near {
                old_start,
                new_start,
                start,
                end,
                line,
                has_starts,
                end_of_file,
                counted,
                blank_lines_behind,
            } => Numbers {
                starts: has_starts.then_some((old_start.into(), new_start.into())),
                end_of_file,
                counted,
                blank_lines_behind: blank_lines_behind.into(),
                span: Span { start: start as usize, end: end as usize, line: line as usize },
            },
            Self::Far(ref numbers) => **numbers,
        }
    }

    /// The numbers, if all are small enough.
    #[inline]
    fn near(numbers: &Numbers) -> Option<Self> {
        let Numbers { starts, end_of_file, counted, blank_lines_behind, span } = *numbers;
        let (old_start, new_start) = starts.unwrap_or_default();
        Some(Self::Near {
            old_start: old_start.try_into().ok()?,
            new_start: new_start.try_into().ok()?,
            start: span.start.try_into().ok()?,
            end: span.end.try_into().ok()?,
            line: span.line.try_into().ok()?,
            has_starts: starts.is_some(),
            end_of_file,
            counted,
            blank_lines_behind: blank_lines_behind.try_into().ok()?,
        })
    }
}

impl From<Numbers> for KeptNumbers {
    #[inline]
    fn from(numbers: Numbers) -> Self {
        Self::near(&numbers).unwrap_or_else(|| Self::Far(Box::new(numbers)))
    }
}

impl Default for KeptNumbers {
    fn default() -> Self {
        Numbers::default().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_small() {
        assert_eq!(size_of::<KeptNumbers>(), 24);
    }

    #[test]
    fn numbers_are_kept_as_they_are() {
        let large = u64::from(u32::MAX);
        for start in [0, 1, large, large + 1, u64::MAX] {
            for blank_lines_behind in [0, 255, 256, u32::MAX] {
                let at = usize::try_from(start).unwrap();
                let span = Span { start: at, end: at, line: at };
                let none = Numbers { blank_lines_behind, ..Numbers::default() };
                for numbers in [
                    none,
                    Numbers { starts: Some((start, 0)), ..none },
                    Numbers { starts: Some((0, start)), end_of_file: true, ..none },
                    Numbers { starts: Some((0, start)), counted: Counted::Wrong, ..none },
                    Numbers { counted: Counted::Lost(LineKind::Add), ..none },
                    Numbers { span, ..none },
                ] {
                    assert_eq!(KeptNumbers::from(numbers).get(), numbers);
                }
            }
        }
    }
}
