//! Refuses recipes added to a Makefile with spaces, which make cannot read, next to others with
//! tabs: how they are meant is unknown.

use patch_parse::{Hunk, LineKind};

use crate::indent::around::Around;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::makefile::{has_recipes, is_rule};

/// Whether a hunk may add a recipe indented with spaces: it has an earlier line that may begin a
/// rule.
pub(super) fn may_have_recipe(hunk: &Hunk<'_>) -> bool {
    // Few lines at the margin have a colon, and that is quick to test.
    hunk.lines.iter().any(|line| {
        line.kind == LineKind::Context
            && !matches!(line.text.first(), None | Some(b' ' | b'\t'))
            && memchr::memchr(b':', line.text).is_some()
            && is_rule(line.text)
    })
}

/// Whether a change begins with a recipe indented with spaces directly after a rule of a Makefile,
/// where tabs are required. Conditions and definitions are not recipes.
pub(super) fn is_recipe_in_blanks(change: &Change<'_>, around: &Around<'_>) -> bool {
    const OTHERS: [&[u8]; 9] =
        [b"ifeq", b"ifneq", b"ifdef", b"ifndef", b"else", b"endif", b"define", b"export", b"#"];
    let is_recipe = |(indent, words): &(&[u8], &[u8])| {
        indent.starts_with(b" ") && !OTHERS.iter().any(|other| words.starts_with(other))
    };
    worded(&change.added).first().is_some_and(is_recipe)
        && change.before().is_some_and(|(indent, line)| indent.is_empty() && is_rule(line))
        && has_recipes(around)
}
