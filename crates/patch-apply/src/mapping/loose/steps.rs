//! Finds the step of added lines that differ from the file's steps, if the old lines all have one
//! width and so show none.

use patch_parse::LineKind;

use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::pair::Pair;
use crate::indent::units::{Units, one_blank};
use crate::text::blanks::depth;
use crate::text::blocks::opens_block;

/// How much deeper added lines are than the lines before them that open something, if it is the
/// same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    width: usize,
    /// Some of these open a block rather than a bracket: lines in a bracket may have a step of
    /// their own.
    is_of_blocks: bool,
}

impl Step {
    /// Of lines that follow each other, where blocks tell, if there are any.
    pub(super) fn of(lines: &[Vec<u8>]) -> Option<Self> {
        let of_blocks = width_behind(lines, |line| opens_block(line) && !is_bracket(line));
        let width = of_blocks.map_or_else(|| width_behind(lines, opens_block), Some)?;
        Some(Self { width, is_of_blocks: of_blocks.is_some() })
    }
}

/// Whether a line ends in an opening bracket whose contents follow.
fn is_bracket(line: &[u8]) -> bool {
    matches!(line.last(), Some(b'(' | b'['))
}

/// How much deeper lines with words are than those before them of which this is so, if all are
/// as much.
fn width_behind(lines: &[Vec<u8>], is_it: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let worded = lines.iter().filter_map(|line| Some((line, depth(line)?)));
    let worded: Vec<(&Vec<u8>, usize)> = worded.collect();
    let step = |pair: &[(&Vec<u8>, usize)]| {
        let [(first, outer), (_, inner)] = pair else { return None };
        let step = inner.checked_sub(*outer).filter(|step| *step > 0)?;
        is_it(first.trim_ascii_end()).then_some(step)
    };
    let mut steps = worded.windows(2).filter_map(step);
    let first = steps.next()?;
    steps.all(|other| other == first).then_some(first)
}

/// The units that take a step of the added lines for one of the file, where none of the `rules` of
/// the old lines does, and no block of the file is in steps as those of the added lines are.
/// Context that is one blank short may have lost its mark.
pub(super) fn rescaled(
    step: Option<Step>,
    indents: &[&[u8]],
    rules: &[Indentation],
    pairs: &[Pair<'_>],
    around: &Around<'_>,
) -> Option<Units> {
    let (unit, Step { width: step, is_of_blocks }) = (around.unit()?, step?);
    let (first, rest) = pairs.split_first()?;
    let is_one = rest.iter().all(|pair| (pair.patch, pair.file) == (first.patch, first.file));
    if !is_one || first.file.is_empty() {
        return None;
    }
    let of_patch = indents.iter().copied().chain([first.patch]);
    let blanks = [one_blank(of_patch)?, one_blank([first.file].into_iter())?];
    let is_own = blanks[0] == blanks[1] && around.has_blocks_by(step);
    if is_own || rules.iter().any(|rule| rule.scales(step, blanks) == Some(unit)) {
        return None;
    }
    let [from, to] = [first.patch, first.file].map(<[u8]>::len);
    let is_step = |indent: Vec<u8>| indent.len().abs_diff(to).is_multiple_of(unit);
    let are_steps =
        |rule: &Indentation| indents.iter().all(|indent| rule.apply(indent).is_some_and(is_step));
    if !is_of_blocks && rules.iter().any(are_steps) {
        return None;
    }
    let may_lack_mark = from > 0 && pairs.iter().all(|pair| pair.kind == LineKind::Context);
    let longer = may_lack_mark.then_some(from + 1);
    let scaled = |from: usize| Units::of_steps(blanks, [step, unit], [from, to]);
    let fits =
        |units: &Units| indents.iter().all(|indent| units.apply(indent).is_some_and(is_step));
    let mut fitting = [from].into_iter().chain(longer).filter_map(scaled).filter(fits);
    let units = fitting.next()?;
    fitting.next().is_none().then_some(units)
}

/// The units that all old lines show, one of which is as deep in the file, where these make one
/// step of the file of each step of the added lines, and no block of the file is in steps as these
/// are.
pub(super) fn beside_kept(
    step: Option<Step>,
    indents: &[&[u8]],
    pairs: &[Pair<'_>],
    around: &Around<'_>,
) -> Option<Units> {
    let (unit, step) = (around.unit()?, step?.width);
    let units = Units::of(pairs)?;
    let explains = |pair: &Pair<'_>| units.apply(pair.patch).as_deref() == Some(pair.file);
    let is_step = units.scale(step) == Some(unit) && step != unit && !around.has_blocks_by(step);
    let covers = || indents.iter().all(|indent| units.apply(indent).is_some());
    (is_step && pairs.iter().all(explains) && covers()).then_some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Context of these widths in the patch and in the file, whose steps are of four; added lines,
    /// and the widths that these get.
    #[track_caller]
    fn check(pair: (usize, usize), added: &str, expected: Option<&[usize]>) {
        let [patch, file] = [pair.0, pair.1].map(|width| b" ".repeat(width));
        let pairs = [Pair { patch: &patch, file: &file, kind: LineKind::Context, is_item: false }];
        let lines: Vec<Vec<u8>> = added.lines().map(|line| line.as_bytes().to_vec()).collect();
        let indents: Vec<Vec<u8>> =
            lines.iter().filter_map(|line| depth(line)).map(|width| b" ".repeat(width)).collect();
        let indents: Vec<&[u8]> = indents.iter().map(Vec::as_slice).collect();
        let around = Around::new(b"a\n    b\n        c\n    d\n        e\n");
        let shifted = [Indentation::In(b" ".repeat(pair.1 - pair.0))];
        let units = rescaled(Step::of(&lines), &indents, &shifted, &pairs, &around);
        let found = units.map(|units| {
            let written = indents.iter().filter_map(|indent| units.apply(indent));
            written.map(|indent| indent.len()).collect::<Vec<_>>()
        });
        assert_eq!(found.as_deref(), expected, "{pair:?}");
    }

    #[test]
    fn a_step_of_the_added_lines_is_one_of_the_file() {
        check((0, 8), "if a:\n  b()\n", Some(&[8, 12]));
        check((0, 4), "if a:\n  if b:\n    c()\n  d()\ne()\n", Some(&[4, 8, 12, 8, 4]));
        check((2, 8), "  if a:\n    b()\n", Some(&[8, 12]));
        // Context that is one blank short has lost its marks.
        check((3, 8), "  def a():\n    b()\n", Some(&[4, 8]));
    }

    #[test]
    fn what_fits_or_shows_no_step_is_left() {
        check((0, 8), "if a:\n    b()\n", None);
        // What is deeper goes on with the line before it.
        check((0, 8), "a(b,\n  c)\n", None);
        check((0, 8), "if a:\n  b()\nif c:\n   d()\n", None);
        check((0, 8), "a()\n", None);
    }
}
