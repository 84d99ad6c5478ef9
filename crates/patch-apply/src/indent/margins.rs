//! Decides which blanks at the start of a line are its indentation.

use patch_parse::{Hunk, LineKind};

use super::pair::Pair;
use crate::text::blanks::{is_blank, without_indentation};
use crate::text::words::is_item;

/// How the lines of a hunk, and those of the file that they face, begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Margins {
    /// The lines of a comment (` * x` below `/**`) are one blank past a step, which does not count
    /// as indentation: no unit is so small.
    has_stars: bool,
    /// All lines of the patch are one blank short, comments like others.
    is_short: bool,
    /// The lines of the C preprocessor are at the margin wherever they are: they have no
    /// indentation.
    has_directives: bool,
}

impl Margins {
    /// What pairs of old lines (patch, file) show. They show nothing about comments if a comment
    /// line begins otherwise, or without the blank that all other lines lack as well, or if all
    /// other lines are one blank past a step; and nothing about the preprocessor if one of its lines
    /// is indented, or no other line is.
    pub(crate) fn of<'l>(old: impl Iterator<Item = (&'l [u8], &'l [u8])>) -> Self {
        let (mut is_other, mut is_off, mut is_in_steps) = (false, false, false);
        let (mut is_directive_deep, mut has_directive) = (false, false);
        let (mut are_short, mut is_any_short, mut is_bare) = (true, false, false);
        for (patch, file) in old {
            let (indent, words) = without_indentation(patch);
            let of_file = without_indentation(file).0;
            let lines = [indent, of_file];
            let is_one_short = of_file.strip_suffix(b" ") == Some(indent);
            if !words.is_empty() {
                is_any_short |= is_one_short && !is_star(words);
                are_short &= is_one_short;
            }
            if is_star(words) {
                is_bare |= is_one_short && indent.is_empty();
                is_other |= lines.iter().any(|indent| step_of(indent).is_none());
            } else if is_directive(words) {
                has_directive = true;
                is_directive_deep |= lines.iter().any(|indent| !indent.is_empty());
            } else if !indent.is_empty() && !words.is_empty() {
                let is_behind = step_of(indent).is_some();
                is_off |= is_behind;
                is_in_steps |= !is_behind;
            }
        }
        let is_short = are_short && is_any_short;
        Self {
            has_stars: (is_short && !is_bare) || (!is_other && (is_in_steps || !is_off)),
            is_short,
            has_directives: !is_directive_deep && (has_directive || is_in_steps || is_off),
        }
    }

    /// What the old lines of an exactly matching hunk show.
    pub(crate) fn of_exact(hunk: &Hunk<'_>) -> Self {
        Self::of(hunk.old_lines().map(|line| (&**line.text, &**line.text)))
    }

    /// The indentation of a line and its words; `None` for a line to which indentation does not
    /// apply.
    pub(crate) fn split(self, line: &[u8]) -> Option<(&[u8], &[u8])> {
        let (indent, words) = without_indentation(line);
        let short = || indent.strip_suffix(b" ").filter(|_| self.is_short);
        let step = step_of(indent).or_else(short).filter(|_| self.has_stars && is_star(words));
        let is_fixed = self.has_directives && indent.is_empty() && is_directive(words);
        (!words.is_empty() && !is_fixed).then_some((step.unwrap_or(indent), words))
    }

    /// The indentations of an old line and of the line of the file that it faces; `None` for lines
    /// that show none.
    pub(crate) fn pair<'l>(
        self,
        (patch, file): (&'l [u8], &'l [u8]),
        kind: LineKind,
    ) -> Option<Pair<'l>> {
        let (indent, words) = self.split(patch)?;
        Some(Pair { patch: indent, file: self.indent(file)?, kind, is_item: is_item(words) })
    }

    /// The indentation of a line, possibly empty; `None` for a line to which it does not apply.
    pub(crate) fn indent(self, line: &[u8]) -> Option<&[u8]> {
        self.split(line).map(|(indent, _)| indent)
    }

    /// The depth of a line to which indentation applies.
    pub(crate) fn depth(self, line: &[u8]) -> Option<usize> {
        self.indent(line).map(<[u8]>::len)
    }
}

/// Whether a line is nothing but blanks, its ending aside.
pub(crate) fn is_of_blanks(line: &[u8]) -> bool {
    let rest = without_blanks(line);
    rest.len() < line.len() && rest.iter().all(|byte| b"\r\n".contains(byte))
}

/// A line without its leading blanks.
pub(crate) fn without_blanks(line: &[u8]) -> &[u8] {
    let len = line.iter().take_while(|byte| is_blank(**byte)).count();
    line.get(len..).unwrap_or_default()
}

/// Whether words belong to a comment line, or end one.
pub(crate) fn is_star(words: &[u8]) -> bool {
    let behind = words.strip_prefix(b"*").map(|rest| rest.first());
    behind.is_some_and(|next| next.is_none_or(|next| *next == b'/' || is_blank(*next)))
}

/// Whether words are a line of the C preprocessor. A comment after `#` that ends in a colon is not:
/// it is Python.
pub(crate) fn is_directive(words: &[u8]) -> bool {
    const NAMES: [&[u8]; 11] = [
        b"if", b"ifdef", b"ifndef", b"else", b"elif", b"endif", b"define", b"undef", b"include",
        b"pragma", b"error",
    ];
    let Some(line) = words.strip_prefix(b"#") else { return false };
    let len = line.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    let Some((name, rest)) = line.split_at_checked(len) else { return false };
    let is_end = rest.first().is_none_or(|next| b" \t(<\"!/\r\n".contains(next));
    NAMES.contains(&name) && is_end && !rest.trim_ascii_end().ends_with(b":")
}

/// The step that an indentation is one blank past: tabs, or an even number of blanks.
pub(crate) fn step_of(indent: &[u8]) -> Option<&[u8]> {
    let step = indent.strip_suffix(b" ")?;
    let is_of = |kind: u8| step.iter().all(|blank| *blank == kind);
    (is_of(b'\t') || (is_of(b' ') && step.len().is_multiple_of(2))).then_some(step)
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice as _;

    use super::*;

    /// Old lines (patch, file), and the indentation of a line beside them.
    #[track_caller]
    fn check(old: &[(&str, &str)], line: &str, expected: Option<&str>) {
        let margins = Margins::of(old.iter().map(|(p, f)| (p.as_bytes(), f.as_bytes())));
        assert_eq!(margins.indent(line.as_bytes()), expected.map(str::as_bytes), "{old:?}");
    }

    #[test]
    fn one_blank_in_front_of_a_star_is_no_indentation() {
        check(&[], "   * a\n", Some("  "));
        check(&[], " */", Some(""));
        check(&[], "\t\t *\n", Some("\t\t"));
        // In a step, or something else.
        check(&[], "  * a", Some("  "));
        check(&[], "\t  * a", Some("\t  "));
        check(&[], "   *p = 1;", Some("   "));
        check(&[], "   a", Some("   "));
        check(&[], "   \n", None);
    }

    #[test]
    fn old_lines_show_whether_it_is() {
        check(&[("   * a", "\t * a")], "   * b", Some("  "));
        check(&[("   * a", "    * a")], "   * b", Some("   "));
        // All have a blank too many.
        check(&[(" a", "a"), ("   b", "  b")], " * c", Some(" "));
        check(&[("a(b,", "a(b,"), ("  c", "  c"), ("   d", "   d")], " * e", Some(""));
    }

    #[test]
    fn what_the_preprocessor_reads_has_no_indentation() {
        let code = ("\ta();", "\t\ta();");
        for line in ["#if X", "#else", "#endif // X", "#include<a.h>", "#if(X)", "#define A\n"] {
            check(&[code], line, None);
        }
        for line in ["\t#if X", "#iffy", "#if x:", "# if X", "#!/bin/sh", "a"] {
            check(&[code], line, without_indentation(line.as_bytes()).0.to_str().ok());
        }
        // One that is deeper is in steps, and where nothing is deep nobody knows.
        check(&[code, ("#if X", "\t#if X")], "#endif", Some(""));
        check(&[("a();", "\ta();")], "#endif", Some(""));
        check(&[("a();", "\ta();"), ("#if X", "#if X")], "#endif", None);
    }
}
