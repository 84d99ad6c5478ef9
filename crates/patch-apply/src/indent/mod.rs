//! Compares the indentation of a patch and of a file: what old lines show, and which rule turns the
//! patch's indentation into the file's.
//!
//! Placing checks whether there is [one such rule](is_one_rule); mapping writes added lines by it.
//! [`margins`] decides which blanks are indentation, [`pair`] holds what an old line shows,
//! [`units`] converts steps of one width to another, [`around`] finds the steps of the file,
//! [`halves`] handles half tabs, [`stops`] the width of tabs, [`indentation`] is a rule, and
//! [`rules`] finds the rules that explain all old lines.

pub(crate) mod around;
pub(crate) mod halves;
pub(crate) mod indentation;
pub(crate) mod margins;
pub(crate) mod pair;
pub(crate) mod rules;
pub(crate) mod stops;
pub(crate) mod units;

use patch_parse::{Hunk, HunkLine, LineKind};

use self::margins::Margins;

/// Whether one rule explains the indentation of all old lines if they face these lines of the file.
pub(crate) fn is_one_rule<'f>(hunk: &Hunk<'_>, file: impl Iterator<Item = &'f [u8]>) -> bool {
    let old: Vec<_> = faced(hunk, file).collect();
    let margins = Margins::of(old.iter().map(|(line, file)| (&**line.text, *file)));
    let pairs = old.iter().filter_map(|(line, file)| margins.pair((line.text, file), line.kind));
    !rules::of(&pairs.collect::<Vec<_>>()).is_empty()
}

/// The old lines of a hunk with the lines of the file that they face.
pub(crate) fn faced<'h, 'f>(
    hunk: &'h Hunk<'_>,
    file: impl Iterator<Item = &'f [u8]>,
) -> impl Iterator<Item = (HunkLine<'h>, &'f [u8])> {
    hunk.lines.iter().filter(|line| line.kind != LineKind::Add).zip(file)
}
