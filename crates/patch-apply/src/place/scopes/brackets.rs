//! Finds the lines at which brackets close that other lines leave open.

use super::quotes::brackets;
use super::strings::Strings;
use crate::text::Text;
use crate::text::blanks::without_indentation;

/// A line that closes none.
pub(super) const UNCLOSED: usize = 0;

/// For each line the one that closes the outermost bracket that it leaves open, if that begins with
/// a closing bracket and is as deep; [`UNCLOSED`] for one that leaves none open.
pub(super) fn closers(strings: &mut Strings, text: Text<'_>) -> Vec<usize> {
    let mut all = Closers::default();
    let mut start = text.start;
    let lines = text.body().split_inclusive(|byte| *byte == b'\n');
    for (at, line) in lines.enumerate() {
        all.of_lines.push(UNCLOSED);
        if strings.around(text, start).is_none() {
            all.add(at, line);
        }
        start += line.len();
    }
    all.of_lines
}

/// How many more brackets lines open than they close, outside of strings and comments.
pub(crate) fn balance(lines: impl IntoIterator<Item: AsRef<[u8]>>) -> i64 {
    let mut open = 0;
    for line in lines {
        brackets(line.as_ref(), |bracket| open += if b"{[(".contains(&bracket) { 1 } else { -1 });
    }
    open
}

#[derive(Debug, Default)]
struct Closers {
    of_lines: Vec<usize>,
    open: Vec<Opener>,
    /// How many brackets are open where each condition of the preprocessor begins.
    conditions: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Opener {
    line: usize,
    depth: usize,
    bracket: u8,
}

impl Closers {
    fn add(&mut self, at: usize, line: &[u8]) {
        let (indent, words) = without_indentation(line);
        if words.starts_with(b"#") && self.is_condition(words) {
            return;
        }
        let depth = indent.len();
        let closes_first = words.first().is_some_and(|first| b"}])".contains(first));
        brackets(line, |bracket| match bracket {
            b'{' | b'[' | b'(' => self.open.push(Opener { line: at, depth, bracket }),
            _ => {
                let is_own =
                    |opener: &Opener| opener.line == at || (opener.depth == depth && closes_first);
                // What is not closed as deep as it was opened is none, where a bracket further out
                // is.
                let is_pair = |opener: &Opener| pair(opener.bracket) == bracket;
                let found = self.open.iter().rposition(|opener| is_pair(opener) && is_own(opener));
                let last = self.open.iter().rposition(is_pair);
                let Some(found) = found.or(last) else { return };
                let closed = self.open.get(found).copied();
                self.open.truncate(found);
                if let Some(opener) = closed.filter(|opener| opener.line != at && is_own(opener))
                    && let Some(closer) = self.of_lines.get_mut(opener.line)
                {
                    *closer = at;
                }
            }
        });
    }

    /// Of the branches of a condition the last one counts.
    fn is_condition(&mut self, words: &[u8]) -> bool {
        if words.starts_with(b"#if") {
            self.conditions.push(self.open.len());
        } else if words.starts_with(b"#el") {
            self.open.truncate(self.conditions.last().copied().unwrap_or(usize::MAX));
        } else if words.starts_with(b"#endif") {
            self.conditions.pop();
        } else {
            return false;
        }
        true
    }
}

fn pair(bracket: u8) -> u8 {
    match bracket {
        b'{' => b'}',
        b'[' => b']',
        _ => b')',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each line that is closed that and the line that closes it.
    #[track_caller]
    fn check(file: &str, expected: &[(usize, usize)]) {
        let found = closers(&mut Strings::default(), Text::literal(file.as_bytes()));
        let found = found.into_iter().enumerate().filter(|(_, closer)| *closer != UNCLOSED);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{file}");
    }

    #[test]
    fn a_bracket_is_closed_by_the_one_of_its_depth() {
        check("namespace a\n{\nclass B\n{\n  x(1);\n};\n}\n", &[(1, 6), (3, 5)]);
        check("it(\"a {\", () => {\n  '}'; // }\n});\n", &[(0, 2)]);
        check("f(`\n}\n`, [\na\n])\n", &[(0, 4)]);
        check("a {\n  b {\n}\nc {\n}\n", &[(0, 2), (3, 4)]);
        check(
            "#if A\nclass X : A {\n#else\nclass X : B {\n#endif\n};\nint y[] = {\n};\n",
            &[(3, 5), (6, 7)],
        );
        check("a }\nb {\n", &[]);
    }
}
