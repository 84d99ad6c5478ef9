//! Protects strings of several lines that added lines open and close: the blanks in them are
//! content.

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, LineKind};

use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::text::blanks::without_indentation;

/// The longest that is examined: without an end it may not be a string.
const MOST_LINES: usize = 256;

/// Whether a rule would change the contents of a string that added lines open and close; `added`
/// are all of them, signs mapped.
pub(in crate::mapping) fn is_literal_changed(
    hunk: &Hunk<'_>,
    added: &[Vec<u8>],
    margins: Margins,
    rule: &Indentation,
) -> bool {
    let mut added = added.iter().map(Vec::as_slice);
    let of_line = |line: HunkLine<'_>| (line.kind == LineKind::Add).then(|| added.next()).flatten();
    let lines: Vec<Option<&[u8]>> = hunk.lines.iter().map(of_line).collect();
    let mut runs = lines.split(Option::is_none);
    !rule.is_same()
        && runs.any(|run| {
            let run: Vec<&[u8]> = run.iter().copied().flatten().collect();
            is_any_changed(&run, margins, rule)
        })
}

/// Whether a rule would change the contents of a string that consecutive lines open and close.
fn is_any_changed(lines: &[&[u8]], margins: Margins, rule: &Indentation) -> bool {
    let mut rest = lines;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        let Some(literal) = Literal::opened_by(first) else { continue };
        let end = behind.iter().take(MOST_LINES).position(|line| literal.is_closed_by(line));
        let Some((inner, after)) = end.and_then(|end| behind.split_at_checked(end + 1)) else {
            continue;
        };
        if literal.is_changed(inner, margins, rule) {
            return true;
        }
        rest = after;
    }
    false
}

/// A string that continues after the line that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Literal<'l> {
    /// Up to this mark, alone on its line.
    Heredoc(&'l [u8]),
    /// Up to these quotes.
    Quoted(&'l [u8]),
    /// Up to these quotes, as a statement of its own, whose blanks do not matter: the documentation
    /// of a function.
    Statement(&'l [u8]),
}

impl<'l> Literal<'l> {
    fn opened_by(line: &'l [u8]) -> Option<Self> {
        const QUOTES: [&[u8]; 2] = [b"\"\"\"", b"'''"];
        if let Some(mark) = heredoc(line) {
            return Some(Self::Heredoc(mark));
        }
        let quotes = QUOTES.into_iter().find(|quotes| line.find_iter(quotes).count() % 2 == 1)?;
        let words = without_indentation(line).1.trim_start_with(|prefix| "rRuU".contains(prefix));
        let is_statement = words.starts_with(quotes);
        Some(if is_statement { Self::Statement(quotes) } else { Self::Quoted(quotes) })
    }

    fn is_closed_by(self, line: &[u8]) -> bool {
        match self {
            Self::Heredoc(mark) => line.trim_ascii() == mark,
            Self::Quoted(quotes) | Self::Statement(quotes) => line.contains_str(quotes),
        }
    }

    /// Whether the rule would change the lines after the first. A mark ends its heredoc only at the
    /// margin: a rule that brings it there is right for the lines before it. A string that is
    /// indented with the code around it moves with it.
    fn is_changed(self, inner: &[&[u8]], margins: Margins, rule: &Indentation) -> bool {
        let moved = |line: &&[u8]| {
            let indent = margins.indent(line)?;
            rule.apply(indent).filter(|new| *new != indent).map(|new| (indent.is_empty(), new))
        };
        let mut all = inner.iter().filter_map(moved);
        match self {
            Self::Heredoc(_) => {
                let is_brought =
                    inner.last().and_then(moved).is_some_and(|(_, new)| new.is_empty());
                !is_brought && all.next().is_some()
            }
            Self::Quoted(_) => all.any(|(is_at_margin, _)| is_at_margin),
            Self::Statement(_) => false,
        }
    }
}

/// The mark that ends a heredoc, in a line that begins one; `None` if leading blanks are not part
/// of its text (`<<-`, `<<~`).
fn heredoc(line: &[u8]) -> Option<&[u8]> {
    let (_, behind) = line.split_once_str("<<")?;
    let behind = behind.trim_ascii_start();
    let mark = behind.strip_prefix(b"'").or_else(|| behind.strip_prefix(b"\"")).unwrap_or(behind);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let len = mark.iter().take_while(|byte| is_name(byte)).count();
    mark.get(..len).filter(|mark| mark.first().is_some_and(|first| !first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<Literal<'_>>) {
        assert_eq!(Literal::opened_by(line.as_bytes()), expected, "{line}");
    }

    #[test]
    fn lines_open_strings_of_several_lines() {
        check("cat > a <<EOF\n", Some(Literal::Heredoc(b"EOF")));
        check("  cat << 'END_1' | sh", Some(Literal::Heredoc(b"END_1")));
        check("cat <<\"E\" > a", Some(Literal::Heredoc(b"E")));
        check("x = \"\"\"a", Some(Literal::Quoted(b"\"\"\"")));
        check("  f(r'''", Some(Literal::Quoted(b"'''")));
        check("    r\"\"\"Says.", Some(Literal::Statement(b"\"\"\"")));
        for line in ["cat <<-EOF", "cat <<~EOF", "a <<< b", "a << 1", "<<", "\"\"\"a\"\"\"", "a"] {
            check(line, None);
        }
    }
}
