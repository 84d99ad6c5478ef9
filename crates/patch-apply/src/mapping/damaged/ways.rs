//! The ways in which the added lines of a hunk may be meant that the language of a file cannot parse
//! where they are: what a language tries one after the other.

use patch_parse::{Hunk, LineKind};

use crate::Placement;
use crate::indent::indentation::Indentation;
use crate::mapping::Mapping;
use crate::mapping::lines::change::{Change, worded};
use crate::text::blanks::{depth, without_indentation};

/// A hunk, the lines of the file that it faces, and how its added lines are written.
pub(crate) type Piece<'p> = (&'p Hunk<'p>, &'p Placement, Option<&'p Mapping>);

/// A hunk that adds lines which cannot be parsed where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unparsed {
    /// Its place among all, in the order of the file.
    pub(crate) index: usize,
    /// It must not be written so, whatever a later change may mend.
    pub(crate) is_certain: bool,
    /// What cannot be parsed is an added line, or a line behind one: it is not for what is removed.
    pub(crate) is_beside_added: bool,
}

/// The indentation of the first line with words that a hunk adds.
pub(super) fn first_added<'l>(hunk: &'l Hunk<'_>) -> Option<&'l [u8]> {
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let mut worded = added.filter(|line| depth(line.text).is_some());
    Some(without_indentation(worded.next()?.text).0)
}

/// The only one of some changes that adds lines with words.
pub(super) fn only_adding<'c, 'l>(changes: &'c [Change<'l>]) -> Option<&'c Change<'l>> {
    let mut adding = changes.iter().filter(|change| !worded(&change.added).is_empty());
    adding.next().filter(|_| adding.next().is_none())
}

/// Whether lines are removed and added again at another depth: that may be the whole intention.
pub(super) fn is_moved(change: &Change<'_>) -> bool {
    let removed = worded(&change.removed);
    let is_removed = |words: &[u8]| removed.iter().any(|(_, old)| *old == words);
    worded(&change.added).iter().all(|(_, words)| is_removed(words))
}

/// The indentation in the file for each one of the added lines.
pub(super) type Table = Vec<(Vec<u8>, Vec<u8>)>;

/// Those of some ways to write the added lines of a hunk, each with what it is known by, in which
/// all hunks can be parsed.
pub(super) fn parsed<K>(
    pieces: &[Piece<'_>],
    index: usize,
    ways: impl IntoIterator<Item = (K, Table)>,
    can_be_parsed: impl Fn(&[Piece<'_>]) -> bool,
) -> Vec<(K, Mapping)> {
    let mappings = ways.into_iter().map(|(key, table)| {
        let indentation = Indentation::Lookup(table);
        (key, Mapping { indentation, ..Mapping::default() })
    });
    let is_parsed = |(_, mapping): &(K, Mapping)| {
        let mut pieces: Vec<Piece<'_>> = pieces.to_vec();
        if let Some((_, _, own)) = pieces.get_mut(index) {
            *own = Some(mapping);
        }
        can_be_parsed(&pieces)
    };
    mappings.filter(is_parsed).collect()
}

/// All lines are moved by as much.
pub(super) fn shifted(indents: &[&[u8]], target: &[u8]) -> Option<Table> {
    let first = *indents.first()?;
    let rule = match (target.strip_suffix(first), first.strip_suffix(target)) {
        (Some(more), _) => Indentation::In(more.to_vec()),
        (_, Some(more)) => Indentation::Out(more.to_vec()),
        _ => return None,
    };
    indents.iter().map(|indent| Some((indent.to_vec(), rule.apply(indent)?))).collect()
}

/// The first line is moved, and no other is as deep as it was.
pub(super) fn first_alone(indents: &[&[u8]], target: &[u8]) -> Option<Table> {
    let (first, rest) = indents.split_first()?;
    let is_alone = !rest.is_empty() && !rest.contains(first);
    let kept = rest.iter().map(|indent| (indent.to_vec(), indent.to_vec()));
    is_alone.then(|| [(first.to_vec(), target.to_vec())].into_iter().chain(kept).collect())
}

pub(super) fn sorted(mut table: Table) -> Table {
    table.sort_unstable();
    table.dedup();
    table
}
