//! Recognises rules of Makefiles, and the tabs that they require.

use bstr::ByteSlice as _;

use super::code::heads_block;
use crate::indent::around::Around;

/// Whether the file around is indented with tabs: several lines show it, or a rule of a Makefile.
pub(in crate::mapping) fn is_in_tabs(around: &Around<'_>) -> bool {
    around.is_in(b'\t', b' ') || (has_recipes(around) && !around.begins_with(b' '))
}

/// Whether a nearby rule of a Makefile has a recipe indented with tabs.
pub(in crate::mapping) fn has_recipes(around: &Around<'_>) -> bool {
    let mut above: &[u8] = b"";
    around.text().lines().any(|line| {
        let before = std::mem::replace(&mut above, line);
        line.first() == Some(&b'\t') && is_rule(before)
    })
}

/// Whether a line begins a rule of a Makefile.
pub(in crate::mapping) fn is_rule(words: &[u8]) -> bool {
    is_target(words) && !heads_block(words)
}

/// Whether words begin a rule of a Makefile.
pub(in crate::mapping) fn is_target(words: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./%$(){}@ ".contains(byte);
    let len = words.iter().take_while(|byte| is_name(byte)).count();
    let behind = words.get(len..).unwrap_or_default().strip_prefix(b":");
    len > 0 && behind.is_some_and(|behind| !behind.starts_with(b"=") && !behind.starts_with(b":="))
}
