//! Added lines that are in other steps than the file, where the old lines, all of one width, do not
//! tell.

use patch_parse::LineKind;

use crate::indent::pair::Pair;
use crate::indent::units::{Around, Units, one_blank};
use crate::text::blanks::depth;
use crate::text::blocks::opens_block;

/// How much deeper lines with words are than those in front of them that open a block, if all are
/// as much.
pub(super) fn of_lines(lines: &[Vec<u8>]) -> Option<usize> {
    let worded = lines.iter().filter_map(|line| Some((line, depth(line)?)));
    let worded: Vec<(&Vec<u8>, usize)> = worded.collect();
    let step = |pair: &[(&Vec<u8>, usize)]| {
        let [(first, outer), (_, inner)] = pair else { return None };
        let step = inner.checked_sub(*outer).filter(|step| *step > 0)?;
        opens_block(first.trim_ascii_end()).then_some(step)
    };
    let mut steps = worded.windows(2).filter_map(step);
    let first = steps.next()?;
    steps.all(|other| other == first).then_some(first)
}

/// The units that take a step of the added lines for one of the file, where none of the other rules
/// writes all of them in the steps of the file, and they do. Context that is one blank short may
/// have lost its mark. `written` is what each of the other rules makes of the added indentations.
pub(super) fn rescaled(
    step: Option<usize>,
    indents: &[&[u8]],
    written: &[Vec<Option<Vec<u8>>>],
    pairs: &[Pair<'_>],
    around: &Around<'_>,
) -> Option<Units> {
    let (unit, step) = (around.unit()?, step?);
    let (first, rest) = pairs.split_first()?;
    let is_one = rest.iter().all(|pair| (pair.patch, pair.file) == (first.patch, first.file));
    let [from, to] = [first.patch, first.file].map(<[u8]>::len);
    let is_step = |width: usize| width.abs_diff(to).is_multiple_of(unit);
    let are_steps = |written: &Vec<Option<Vec<u8>>>| {
        written.iter().all(|indent| indent.as_ref().is_some_and(|indent| is_step(indent.len())))
    };
    if !is_one || first.file.is_empty() || written.iter().any(are_steps) {
        return None;
    }
    let of_patch = indents.iter().copied().chain([first.patch]);
    let blanks = [one_blank(of_patch)?, one_blank([first.file].into_iter())?];
    let may_lack_mark = from > 0 && pairs.iter().all(|pair| pair.kind == LineKind::Context);
    let longer = may_lack_mark.then_some(from + 1);
    let scaled = |from: usize| Units::of_steps(blanks, [step, unit], [from, to]);
    let fits =
        |units: &Units| are_steps(&indents.iter().map(|indent| units.apply(indent)).collect());
    let mut fitting = [from].into_iter().chain(longer).filter_map(scaled).filter(fits);
    let units = fitting.next()?;
    fitting.next().is_none().then_some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Context of these widths in the patch and in the file, whose steps are of four; added lines,
    /// and the widths that these get.
    #[track_caller]
    fn check(pair: (usize, usize), added: &str, expected: Option<&[usize]>) {
        let [patch, file] = [pair.0, pair.1].map(|width| b" ".repeat(width));
        let pairs = [Pair { patch: &patch, file: &file, kind: LineKind::Context }];
        let lines: Vec<Vec<u8>> = added.lines().map(|line| line.as_bytes().to_vec()).collect();
        let indents: Vec<Vec<u8>> =
            lines.iter().filter_map(|line| depth(line)).map(|width| b" ".repeat(width)).collect();
        let indents: Vec<&[u8]> = indents.iter().map(Vec::as_slice).collect();
        let around = Around::new(b"a\n    b\n        c\n    d\n        e\n");
        let more = pair.1 - pair.0;
        let shifted = |indent: &&[u8]| Some(b" ".repeat(indent.len() + more));
        let shifted = [indents.iter().map(shifted).collect()];
        let units = rescaled(of_lines(&lines), &indents, &shifted, &pairs, &around);
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
        // The context has lost its marks.
        check((3, 8), "  def a():\n    b()\n", Some(&[4, 8]));
    }

    #[test]
    fn what_fits_or_shows_no_step_is_left() {
        check((0, 8), "if a:\n    b()\n", None);
        // What is deeper goes on with the line in front of it.
        check((0, 8), "a(b,\n  c)\n", None);
        check((0, 8), "if a:\n  b()\nif c:\n   d()\n", None);
        check((0, 8), "a()\n", None);
    }
}
