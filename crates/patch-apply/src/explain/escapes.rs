//! If an old line differs from the file only because it was escaped (`&lt;`, `\u00f6`), the added
//! lines of the hunk were escaped too and must be unescaped in the suggestion.
//!
//! Otherwise the suggestion would apply, since its old lines are those of the file, and write the
//! escapes.

use bstr::ByteSlice;

use super::align::Step;
use super::likeness::Level;
use super::near::{Lost, Near};
use super::show::without_ending;
use crate::text::LineTable;
use crate::text::escapes::{self, Writing};
use crate::text::fold::ascii_form;

/// A text may have been escaped twice: `&amp;#62;`.
const MOST_TIMES: usize = 2;

/// What is undone of Markdown: the signs that code seldom has after a backslash.
const MARKDOWN: &str = "_*`[]<>#|~";

/// Ways in which characters may have been rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `&gt;`, `&#62;`, `&#x3e;`
    References,
    /// `\u00f6`, `\t`
    Codes,
    /// `\_`, as Markdown has it.
    Markdown,
    /// Typographic characters for those of ASCII.
    Typography,
}

impl Kind {
    const ALL: [Self; 4] = [Self::References, Self::Codes, Self::Markdown, Self::Typography];
}

/// What must be undone in the added lines of a hunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Undoing(Vec<(Kind, usize)>);

impl Undoing {
    /// What the old lines that differ show; `None` if added lines may be escaped and nothing shows
    /// how.
    pub(super) fn of(lost: &Lost<'_>, near: &Near, table: &LineTable<'_>) -> Option<Self> {
        let pairs = near.alignment.steps.iter().filter_map(|step| match *step {
            Step::Pair { old, file, level } => {
                Some((*lost.old.get(old)?, without_ending(table.line(file)), level))
            }
            Step::OnlyPatch { .. } | Step::OnlyFile { .. } => None,
        });
        let pairs = pairs.collect::<Vec<_>>();
        let added =
            || lost.hunk.lines.iter().filter(|line| line.kind == patch_parse::LineKind::Add);
        let mut undoing = Self::default();
        for kind in Kind::ALL {
            let changed = || pairs.iter().filter(|(_, _, level)| *level != Level::Same);
            let is_shown = changed().any(|(old, file, _)| count(kind, old) > count(kind, file));
            if !is_shown {
                continue;
            }
            let explains = |times: &usize| {
                pairs.iter().all(|(old, file, _)| {
                    undone(kind, old, *times).trim_ascii_end() == file.trim_ascii_end()
                })
            };
            // One line cannot become two.
            let breaks_line = |times: &usize| {
                added().any(|line| undone(kind, line.text, *times).contains(&b'\n'))
            };
            match (1..=MOST_TIMES).find(explains).filter(|times| !breaks_line(times)) {
                Some(times) => undoing.0.push((kind, times)),
                None if added().any(|line| count(kind, line.text) > 0) => return None,
                None => {}
            }
        }
        Some(undoing)
    }

    pub(super) fn apply(&self, line: &[u8]) -> Vec<u8> {
        let plain = |line: Vec<u8>, (kind, times): &(Kind, usize)| undone(*kind, &line, *times);
        self.0.iter().fold(line.to_vec(), plain)
    }
}

/// How many escapes of a kind a line has.
fn count(kind: Kind, line: &[u8]) -> usize {
    let (mut count, mut rest) = (0, line);
    while !rest.is_empty() {
        let escape = escape_at(kind, rest);
        count += usize::from(escape.is_some());
        rest = rest.get(escape.map_or(1, |(len, _)| len)..).unwrap_or_default();
    }
    count
}

/// A line without the escapes of a kind.
fn undone(kind: Kind, line: &[u8], times: usize) -> Vec<u8> {
    let again =
        |line: Vec<u8>| escapes::undone(&line, |text| escape_at(kind, text)).unwrap_or(line);
    (0..times).fold(line.to_vec(), |line, _| again(line))
}

/// The escape that a text starts with: its length in bytes, and what it means.
fn escape_at(kind: Kind, text: &[u8]) -> Option<(usize, Vec<u8>)> {
    let (len, character) = match kind {
        Kind::References => Writing::Name.at(text).or_else(|| Writing::Number.at(text))?,
        Kind::Codes => Writing::Code.at(text).or_else(|| Writing::Tab.at(text))?,
        Kind::Markdown => {
            Writing::Markdown.at(text).filter(|(_, sign)| MARKDOWN.contains(*sign))?
        }
        Kind::Typography => {
            let (_, len, character) = text.char_indices().next()?;
            return Some((len, ascii_form(character)?.to_vec()));
        }
    };
    Some((len, character.to_string().into_bytes()))
}

#[cfg(test)]
mod tests {
    use bstr::BString;

    use super::*;

    #[test]
    fn each_kind_is_undone_by_itself() {
        for (kind, line, times, plain) in [
            (Kind::References, "a &lt; b &#62; &#x41; &x; &", 1, "a < b > A &x; &"),
            (Kind::References, "&amp;#62; &amp;amp;", 1, "&#62; &amp;"),
            (Kind::References, "&amp;#62;", 2, ">"),
            (Kind::References, "&#+60; &nbsp;", 1, "&#+60;  "),
            (Kind::Codes, "\\u00f6\\t\\ud83d\\ude00 \\n \\u12", 1, "ö\t😀 \\n \\u12"),
            (Kind::Codes, "\\ud83d \\u+0f6", 1, "\\ud83d \\u+0f6"),
            (Kind::Markdown, "\\_do not\\_ \\\"\\n \\(", 1, "_do not_ \\\"\\n \\("),
            (Kind::Typography, "“a” – b", 1, "\"a\" - b"),
        ] {
            assert_eq!(BString::from(undone(kind, line.as_bytes(), times)), plain, "{line}");
        }
        assert_eq!(count(Kind::References, b"&lt;&x;&gt;"), 2);
    }
}
