//! Records next to each other: entries of a list or of a table, branches, stages, and what a
//! comment or an underlined title heads.
//!
//! The first line of a record opens nothing by its indentation, or continues what is above it; the
//! record ends where the next one begins.

use patch_parse::{Hunk, HunkLine};

use crate::place::lookup::Lookup;
use crate::place::names::heads::is_comment_or_directive;
use crate::place::scene::Scene;
use crate::text::blanks::{depth, without_indentation};
use crate::text::blocks::{closes_block, is_closing_tag};
use crate::text::words::{first_word, is_of_word};

/// So many lines below one are looked at for the next record.
const MOST_BELOW: usize = 1_000;

/// So many lines after a place belong to what begins before it.
const MOST_AHEAD: usize = 8;

/// Whether all of a hunk is deeper than a line of this depth, but for a bracket alone that opens
/// it; the last line may close what that one opens.
pub(in crate::place) fn stays_inside(hunk: &Hunk<'_>, outer: usize) -> bool {
    let old = hunk.old_lines().filter_map(|line| Some((depth(line.text)?, line)));
    let old: Vec<(usize, HunkLine<'_>)> = old.collect();
    let is_it = |(depth, line): &(usize, HunkLine<'_>), is_words: fn(&[u8]) -> bool| {
        *depth == outer && is_words(without_indentation(line.text).1)
    };
    let inner = match old.split_first() {
        Some((first, inner)) if is_it(first, |words| words == b"{") && !inner.is_empty() => inner,
        _ => &old,
    };
    let inner = match inner.split_last() {
        Some((last, inner)) if is_it(last, closes_block) && !inner.is_empty() => inner,
        _ => inner,
    };
    // What the preprocessor reads is at the margin whatever it is in, and parameters on lines of
    // their own end as they began.
    let leads_out = |line: &HunkLine<'_>| {
        let words = without_indentation(line.text).1;
        !words.starts_with(b"#") && !words.starts_with(b")")
    };
    inner.iter().all(|(depth, line)| *depth > outer || !leads_out(line))
}

/// Whether the place of a hunk lies in another record than one line, which is above it and in one.
/// A hunk that leads out of what the line opens may be meant for another.
pub(in crate::place) fn is_in_another<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    own: usize,
    place: usize,
) -> bool {
    if place <= own || place - own > MOST_BELOW {
        return false;
    }
    let above = own.checked_sub(1).and_then(|above| scene.lines_at(above).next());
    let below = scene.lines_at(own).take(place - own + MOST_AHEAD);
    let lines: Vec<&[u8]> = std::iter::once(above.unwrap_or_default()).chain(below).collect();
    Records { lines, place: place - own + 1, hunk }.is_in_another()
}

/// The line before one, that line, and those below it.
struct Records<'f, 'h> {
    lines: Vec<&'f [u8]>,
    /// Which of the lines is the first of the place.
    place: usize,
    hunk: &'h Hunk<'h>,
}

impl Records<'_, '_> {
    fn is_in_another(&self) -> bool {
        let Some(own) = Head::at(&self.lines, 1) else { return false };
        if is_conditional(own.words) {
            return self.is_in_another_conditional();
        }
        if own.opens() && !stays_inside(self.hunk, own.depth) {
            return false;
        }
        let is_next = |at: &usize| {
            let indent = self.lines.get(*at).and_then(|line| depth(line));
            indent == Some(own.depth)
                && Head::at(&self.lines, *at).is_some_and(|next| own.is_beside(&next))
        };
        let next = (2..self.place).rev().find(is_next);
        next.is_some_and(|next| !own.is_paragraph() || !self.has_gap(next))
    }

    /// Whether the conditional of the preprocessor that begins first ends, and another is open at
    /// the place.
    fn is_in_another_conditional(&self) -> bool {
        let (mut open, mut is_left) = (0_usize, false);
        for line in self.lines.iter().take(self.place).skip(1) {
            let words = without_indentation(line).1;
            if is_conditional(words) {
                open += 1;
            } else if words.starts_with(b"#endif") {
                open = open.saturating_sub(1);
                is_left |= open == 0;
            }
        }
        is_left && open > 0
    }

    /// Whether an empty line, not right after a line, is between that and the place.
    fn has_gap(&self, line: usize) -> bool {
        let between = self.lines.get(line + 1..self.place).unwrap_or_default();
        between.iter().skip_while(|line| depth(line).is_none()).any(|line| depth(line).is_none())
    }
}

/// A line that may head a record, and what is around it.
#[derive(Debug)]
struct Head<'f> {
    depth: usize,
    words: &'f [u8],
    /// It is directly below what is less deep.
    is_first: bool,
    /// What is directly above begins or ends something, or is empty.
    begins: bool,
    above: Form<'f>,
    /// How deep the next line with words is, and how it begins.
    behind: (usize, Form<'f>),
    /// The sign that it is underlined with.
    underline: Option<u8>,
}

impl<'f> Head<'f> {
    fn at(lines: &[&'f [u8]], at: usize) -> Option<Self> {
        let (blanks, words) = without_indentation(lines.get(at)?);
        let above = lines.get(at.checked_sub(1)?).map(|line| without_indentation(line))?;
        let mut below = lines.iter().skip(at + 1).map(|line| without_indentation(line));
        let next = below.clone().next().unwrap_or_default().1;
        let behind = below.find(|(_, words)| !words.is_empty()).unwrap_or_default();
        let is_first = !above.1.is_empty() && above.0.len() < blanks.len();
        let begins = is_first
            || above.1.is_empty()
            || closes(above.1)
            || is_closing_tag(above.1)
            || above.1.last().is_some_and(|last| b"{[(".contains(last));
        Some(Self {
            depth: blanks.len(),
            words,
            is_first,
            begins,
            above: Form::of(above.1),
            behind: (behind.0.len(), Form::of(behind.1)),
            underline: underline(words, next),
        })
    }

    /// Whether what is after the line is deeper.
    fn opens(&self) -> bool {
        self.behind.0 > self.depth
    }

    /// Whether nothing but an empty line tells where the record ends.
    fn is_paragraph(&self) -> bool {
        !self.opens() && self.underline.is_none() && self.above.is_empty()
    }

    /// Whether another line, as deep, begins a record of the kind that this one does.
    fn is_beside(&self, other: &Self) -> bool {
        if self.words == other.words {
            return false;
        }
        if self.underline.is_some() || other.underline.is_some() {
            return self.underline == other.underline;
        }
        let form = Form::of(self.words);
        if form.is_empty() || form != Form::of(other.words) {
            return false;
        }
        if self.is_first && other.is_first {
            return true;
        }
        match (self.opens(), other.opens()) {
            (true, true) => true,
            // What is followed by its like is one of a list, and heads nothing.
            (false, false) => {
                self.behind.1 == other.behind.1
                    && self.behind.1 != form
                    && ((self.begins && other.begins) || self.above == other.above)
            }
            _ => false,
        }
    }
}

/// How a line begins: the signs before its first word, and that word; of a comment the signs
/// alone, of what closes something the first of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Form<'l> {
    signs: &'l [u8],
    word: &'l [u8],
}

/// What other comments begin with.
const NOTES: [&[u8]; 3] = [b"-- ", b"/* ", b"<!-- "];

impl<'l> Form<'l> {
    fn of(words: &'l [u8]) -> Self {
        let start = words.iter().position(|byte| is_of_word(*byte)).unwrap_or(words.len());
        let (signs, rest) = words.split_at_checked(start).unwrap_or_default();
        if closes(words) && rest.is_empty() {
            return Self { signs: signs.get(..1).unwrap_or_default(), word: b"" };
        }
        let is_note = NOTES.contains(&signs)
            || (is_comment_or_directive(words)
                && (signs.ends_with(b" ") || signs.starts_with(b"//")));
        let word = if is_note { b"" } else { first_word(rest) };
        Self { signs, word }
    }

    fn is_empty(&self) -> bool {
        self.signs.is_empty() && self.word.is_empty()
    }
}

/// Whether a line, without the blanks around it, begins with a bracket that closes something.
fn closes(words: &[u8]) -> bool {
    words.first().is_some_and(|first| b"}])".contains(first))
}

/// Whether a line, without the blanks around it, begins what `#endif` ends.
fn is_conditional(words: &[u8]) -> bool {
    let condition = words.strip_prefix(b"#if");
    condition.is_some_and(|rest| {
        [&b" "[..], b"(", b"def ", b"ndef "].iter().any(|it| rest.starts_with(it))
    })
}

/// The sign that a title is underlined with, in about its length.
fn underline(words: &[u8], next: &[u8]) -> Option<u8> {
    let first = *next.first().filter(|first| b"=-~^\"".contains(first))?;
    let is_rule = next.len() > 2 && next.iter().all(|byte| *byte == first);
    let is_as_long = next.len() + 2 >= words.len();
    (is_rule && is_as_long && is_of_word(*words.first()?)).then_some(first)
}

#[cfg(test)]
mod tests {
    use patch_parse::LineKind;

    use super::*;
    use crate::place::lookup::FastLookup;
    use crate::text::Text;

    /// Whether the last line of a text lies in another record than its first line that holds `own`.
    #[track_caller]
    fn check(file: &str, own: &str, expected: bool) {
        let text = Text::literal(file.as_bytes());
        let mut scene = Scene::new(text, &[], FastLookup::new(text, &[]));
        let own = file.lines().position(|line| line.contains(own)).unwrap();
        let last = file.lines().count() - 1;
        let line = HunkLine::new(LineKind::Remove, file.lines().last().unwrap());
        let hunk = Hunk::new([line].into_iter().collect());
        let found = is_in_another(&mut scene, &hunk, own, last);
        assert_eq!(found, expected, "{file}");
    }

    #[test]
    fn a_record_ends_where_the_next_of_its_kind_begins() {
        for file in [
            "[\n  {\n    \"name\": \"a\",\n    \"port\": 1\n  },\n  {\n    \"name\": \"b\",\n    \"port\": 1\n",
            "steps:\n  - name: a\n    uses: x\n  - name: b\n    uses: x\n",
            "if (x) {\n  z();\n} else if (a) {\n  y();\n} else if (b) {\n  y();\n",
            "FROM node AS a\nENV x=1\nRUN y\n\nFROM node AS b\nENV x=1\nRUN y\n",
            "-- a\nINSERT INTO x\nVALUES (1);\n\n-- b\nINSERT INTO x\nVALUES (1);\n",
            "x\n\na\n---\n\ntext\n\nbother\n------\n\ntext\n",
            "<A\n  name=\"a\"\n  port={1}\n/>\n<A\n  name=\"b\"\n  port={1}\n",
            "{\n  a: 1,\n  port: 1\n},\n{\n  a: 2 /* b */,\n  host: 1,\n  port: 1\n",
            "#ifdef a\nint x;\n#endif\n#ifdef b\nint x;\n",
        ] {
            check(file, "a", true);
            check(file, "b", false);
        }
    }

    #[test]
    fn what_is_no_record_ends_nowhere() {
        for (file, own) in [
            ("import a\nimport b\nimport c\n\nx = 1\n", "a"),
            ("x = 1\nfoo(x)\nx = 2\nbar(x)\n", "1"),
            ("// a\nx = 1\n\n// b\nx = 2\n\nz()\n", "a"),
            ("#ifndef G\n#ifdef b\nint x;\n#endif\n#ifdef c\nint x;\n", "G"),
            ("#ifdef a\nint x;\n#endif\nint y;\n", "a"),
            ("class a {\n  x\n  y\n}\n", "a"),
            ("def a():\n    x\n\ny = 1\n", "a"),
        ] {
            check(file, own, false);
        }
    }
}
