//! Uses what each old line shows by itself, if no rule holds for all.

use patch_parse::LineKind;

use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::pair::Pair;
use crate::mapping::loose::added::Added;

/// The items of a list are as deep as its key in the patch and deeper in the file: what is in them is
/// moved with them, and nothing else is.
pub(super) fn of_items(pairs: &[Pair<'_>], added: &Added<'_>) -> Option<Indentation> {
    let item = pairs.iter().find(|pair| pair.is_item && pair.patch != pair.file)?;
    let (outer, blanks) = (item.patch, item.file.strip_prefix(item.patch)?);
    let is_inner = |indent: &[u8], is_item: bool| {
        indent.len() > outer.len() || (is_item && indent.len() == outer.len())
    };
    let rule = Indentation::In(blanks.to_vec());
    let is_told = |pair: &Pair<'_>| {
        if is_inner(pair.patch, pair.is_item) {
            rule.apply(pair.patch).as_deref() == Some(pair.file)
        } else {
            pair.patch == pair.file
        }
    };
    let is_key = |pair: &Pair<'_>| !pair.is_item && pair.patch == outer;
    let is_list = pairs.iter().all(is_told)
        && pairs.iter().any(is_key)
        && added.with_items().all(|(indent, is_item)| is_inner(indent, is_item));
    is_list.then_some(rule)
}

/// Removed lines are written like added ones: if they are as in the file while the context is not,
/// or have one blank too many after the mark, so have the added ones.
pub(super) fn of_removed(
    pairs: &[Pair<'_>],
    added: &Added<'_>,
    around: &Around<'_>,
) -> Option<Indentation> {
    let (removed, context): (Vec<Pair<'_>>, Vec<Pair<'_>>) =
        pairs.iter().partition(|pair| pair.kind == LineKind::Remove);
    let is_same = |pairs: &[Pair<'_>]| pairs.iter().all(|pair| pair.patch == pair.file);
    if removed.iter().all(Pair::is_removed_at_margin) {
        return None;
    }
    if is_same(&removed) {
        // A line that is indented like context only is mapped like that context, unless it is
        // nested in an added line before it.
        let is_of =
            |pairs: &[Pair<'_>], indent: &[u8]| pairs.iter().any(|pair| pair.patch == indent);
        let is_told = |indent: &[u8]| {
            !indent.is_empty() && is_of(&context, indent) && !is_of(&removed, indent)
        };
        return (!added.nesting.is_any(around, is_told)).then_some(Indentation::Same);
    }
    let rule = Indentation::Out(b" ".to_vec());
    let explains = |pair: &Pair<'_>| rule.apply(pair.patch).as_deref() == Some(pair.file);
    let fits = is_same(&context)
        && removed.iter().all(explains)
        && added.indents.iter().all(|indent| rule.apply(indent).is_some());
    fits.then_some(rule)
}

/// Each indentation by itself; removed lines count more than context.
pub(super) fn lookup(pairs: &[Pair<'_>], added: &Added<'_>) -> Option<Indentation> {
    let mut table: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for &indent in &added.indents {
        let is_it = |kind| move |pair: &&Pair<'_>| pair.patch == indent && pair.kind == kind;
        let removed: Vec<_> = pairs.iter().filter(is_it(LineKind::Remove)).collect();
        let context: Vec<_> = pairs.iter().filter(is_it(LineKind::Context)).collect();
        let says = if removed.is_empty() { &context } else { &removed };
        let first = says.first()?.file;
        if says.iter().any(|pair| pair.file != first) {
            return None;
        }
        // A line without indentation may have lost it: it shows nothing about lines that do not
        // replace it.
        let is_other = |pair: &&Pair<'_>| pair.patch.is_empty() && pair.file != first;
        if added.has_insertion && context.iter().any(is_other) {
            return None;
        }
        let is_lost = indent.is_empty() && !first.is_empty() && pairs.iter().any(Pair::is_kept);
        if is_lost && (added.has_insertion || removed.is_empty()) {
            return None;
        }
        table.push((indent.to_vec(), first.to_vec()));
    }
    table.sort_unstable();
    table.dedup();
    Some(Indentation::Lookup(table))
}
