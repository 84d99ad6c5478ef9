//! Recipes that are added to a Makefile in blanks, which it cannot read, beside others in tabs. How
//! they are meant is not told: the hunk is refused.

use patch_parse::{Hunk, LineKind};

use crate::indent::around::Around;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::makefile::{has_recipes, is_rule};

/// Whether a hunk may add a recipe in blanks: it has a line in front that may begin a rule.
pub(super) fn may_have_recipe(hunk: &Hunk<'_>) -> bool {
    // Hardly any line at the margin has a colon, which is seen at once.
    hunk.lines.iter().any(|line| {
        line.kind == LineKind::Context
            && !matches!(line.text.first(), None | Some(b' ' | b'\t'))
            && memchr::memchr(b':', line.text).is_some()
            && is_rule(line.text)
    })
}

/// Whether a change begins with a recipe in blanks, directly behind a rule of a Makefile, which
/// reads them in tabs. Conditions and definitions are no recipes.
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
