//! How a patch and a file are indented, by the lines of both: what their old lines show, and by
//! which rule the indentation in the file comes from that in the patch.
//!
//! Placing asks whether there is [one such rule](is_one_rule); mapping writes added lines by it.
//! [`margins`] says which blanks are indentation, [`pair`] what an old line shows, [`units`] how
//! steps of one width become those of another, [`around`] in which steps the file is, [`halves`]
//! how it is where these are half tabs, [`stops`] how wide tabs are, [`indentation`] is a rule, and
//! [`rules`] finds those that explain all old lines.

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

/// Whether one rule explains the indentation of all old lines where these lines of the file are.
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
