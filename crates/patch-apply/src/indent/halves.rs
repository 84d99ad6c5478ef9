//! Handles files in half tabs: steps of two to four columns, with each eight columns written as a
//! tab. Only the width of an indentation counts there, not its characters.

use crate::text::blanks::is_blank;

/// The columns up to the next tab.
const TAB: usize = 8;

/// A text with spaces for the tabs at the start of its lines.
pub(crate) fn in_blanks(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 4);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let (indent, rest) = split(line);
        out.resize(out.len() + width_of(indent), b' ');
        out.extend_from_slice(rest);
    }
    out
}

/// A line with a tab for every eight columns of its indentation.
pub(crate) fn in_tabs(line: &[u8]) -> Vec<u8> {
    let (indent, rest) = split(line);
    let width = width_of(indent);
    let mut out = vec![b'\t'; width / TAB];
    out.resize(out.len() + width % TAB, b' ');
    out.extend_from_slice(rest);
    out
}

/// Whether the deeper one of two lines shows that a file is in half tabs: it begins with a tab,
/// which ends one step past the blanks of the other. `Some(false)` if it is a whole tab deeper, or
/// has spaces for one.
pub(crate) fn is_half(outer: &[u8], inner: &[u8]) -> Option<bool> {
    let [own, deeper] = [outer, inner].map(width_of);
    let step = deeper.checked_sub(own)?;
    if !is_pure(outer) || !is_pure(inner) || (own.is_multiple_of(TAB) && step == TAB) {
        return Some(false);
    }
    let is_over = own / TAB < deeper / TAB && !own.is_multiple_of(TAB);
    (is_over && (2..=4).contains(&step)).then_some(true)
}

/// Whether an indentation has a tab for every eight columns, and then spaces.
fn is_pure(indent: &[u8]) -> bool {
    let tabs = indent.iter().take_while(|blank| **blank == b'\t').count();
    let blanks = indent.get(tabs..).unwrap_or_default();
    blanks.len() < TAB && blanks.iter().all(|blank| *blank == b' ')
}

/// How many columns an indentation is wide.
fn width_of(indent: &[u8]) -> usize {
    let next = |column: usize, blank: &u8| {
        if *blank == b'\t' { (column / TAB + 1) * TAB } else { column + 1 }
    };
    indent.iter().fold(0, next)
}

fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let len = line.iter().take_while(|byte| is_blank(**byte)).count();
    line.split_at_checked(len).unwrap_or((line, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_columns_are_a_tab() {
        assert_eq!(
            in_blanks(b"\ta\n    \tb\n\t    c\td"),
            b"        a\n        b\n            c\td"
        );
        assert_eq!(in_tabs(b"            a  b\n"), b"\t    a  b\n");
        assert_eq!(in_tabs(b"\ta"), b"\ta");
    }

    #[test]
    fn a_step_up_to_a_tab_shows_half_tabs() {
        assert_eq!(is_half(b"    ", b"\t"), Some(true));
        assert_eq!(is_half(b"\t    ", b"\t\t"), Some(true));
        assert_eq!(is_half(b"      ", b"\t"), Some(true));
        for (outer, inner) in [("", "    "), ("\t", "\t    "), ("  ", "\t"), ("    ", "\t  ")] {
            assert_eq!(is_half(outer.as_bytes(), inner.as_bytes()), None, "{outer:?} {inner:?}");
        }
        for (outer, inner) in [("", "\t"), ("    ", "        "), ("\t", "\t\t")] {
            let found = is_half(outer.as_bytes(), inner.as_bytes());
            assert_eq!(found, Some(false), "{outer:?} {inner:?}");
        }
    }
}
