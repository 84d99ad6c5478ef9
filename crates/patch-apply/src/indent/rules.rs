//! Finds the rules that turn the indentation of old lines in the patch into that in the file.

use std::collections::BTreeSet;

use super::indentation::Indentation;
use super::pair::Pair;
use super::units::Units;

/// The rules that hold for all pairs, whatever is added.
pub(crate) fn of(pairs: &[Pair<'_>]) -> Vec<Indentation> {
    let Some(first) = pairs.iter().find(|pair| pair.patch != pair.file) else {
        return vec![Indentation::Same];
    };
    let shift = match (first.file.strip_suffix(first.patch), first.patch.strip_suffix(first.file)) {
        (Some(more), _) => Some(Indentation::In(more.to_vec())),
        (_, Some(more)) => Some(Indentation::Out(more.to_vec())),
        _ => None,
    };
    // A line that is indented as in the file shows that the unit is the same, unless lines of two
    // other depths agree on another one.
    let depths: BTreeSet<&[u8]> = pairs.iter().map(|pair| pair.patch).collect();
    let is_shown = || depths.len() > 2 || !pairs.iter().any(Pair::is_kept);
    let units = Units::of(pairs).filter(|_| is_shown()).map(Indentation::Units);
    let explains = |rule: &Indentation| {
        pairs.iter().all(|pair| rule.apply(pair.patch).as_deref() == Some(pair.file))
    };
    shift.into_iter().chain(units).filter(explains).collect()
}

/// The rule that explains all pairs, whatever is added, if there is only one.
pub(crate) fn only(pairs: &[Pair<'_>]) -> Option<Indentation> {
    let [only] = &*of(pairs) else { return None };
    Some(only.clone())
}
