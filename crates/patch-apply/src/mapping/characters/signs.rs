//! Maps characters that the patch writes otherwise than the file: typographic ones for ASCII, HTML
//! escapes for what they mean, backslashes of one encoding too many.
//!
//! Nothing is mapped the other way round. Everybody types ASCII: a typographic character nearby
//! shows nothing about an ASCII one in new text.

use std::fmt;

use bstr::ByteSlice;

use super::backslashes::{Mark, Marks, READINGS, Runs, are_lost, decoded};
use super::letters::Letters;
use super::strings::has_quotes_in_string;
use crate::text::fold::{ascii_form, escape_at, folded};

/// How the characters of each class map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::mapping) struct Signs {
    classes: [Habit; Class::ALL.len()],
    letters: Letters,
    /// The backslashes of old lines that have those of an encoding too many.
    runs: Runs,
    /// An old line lacks backslashes that the file has.
    lacks_backslashes: bool,
}

/// Classes of characters that a writer, or the writer's tool, changes alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Quotes,
    Dashes,
    Ellipses,
    Spaces,
    Unseen,
    Escapes,
    /// `\"`
    EscapedQuotes,
    /// `\\`
    Backslashes,
}

impl Class {
    const ALL: [Self; 8] = [
        Self::Quotes,
        Self::Dashes,
        Self::Ellipses,
        Self::Spaces,
        Self::Unseen,
        Self::Escapes,
        Self::EscapedQuotes,
        Self::Backslashes,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Quotes => "quotes",
            Self::Dashes => "dashes",
            Self::Ellipses => "ellipses",
            Self::Spaces => "spaces",
            Self::Unseen => "unseen characters",
            Self::Escapes => "escapes",
            Self::EscapedQuotes => "escaped quotes",
            Self::Backslashes => "doubled backslashes",
        }
    }
}

/// How the file writes the characters of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Habit {
    /// No old line has one.
    #[default]
    Unknown,
    /// The file has them as the patch does.
    Kept,
    /// The file has the plain form.
    Plain,
    /// Sometimes the one, sometimes the other.
    Mixed,
}

impl Habit {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, habit) | (habit, Self::Unknown) => habit,
            (habit, other) if habit == other => habit,
            _ => Self::Mixed,
        }
    }
}

/// A character, or an escape: what it means in plain text.
#[derive(Clone, Copy, Debug)]
struct Unit<'l> {
    raw: &'l [u8],
    plain: &'l [u8],
    class: Option<Class>,
}

impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mapped =
            Class::ALL.iter().zip(self.classes).filter(|(_, habit)| *habit == Habit::Plain);
        for (at, (class, _)) in mapped.enumerate() {
            write!(f, "{}{}: plain", if at > 0 { ", " } else { "" }, class.name())?;
        }
        let is_first = self.classes.iter().all(|habit| *habit != Habit::Plain);
        match self.letters.name() {
            Some(name) => write!(f, "{}{name}", if is_first { "" } else { ", " }),
            None => Ok(()),
        }
    }
}

impl Signs {
    /// What the lines of a patch show beside those of the file that they match.
    pub(in crate::mapping) fn of<'l>(lines: impl Iterator<Item = (&'l [u8], &'l [u8])>) -> Self {
        let mut signs = Self::default();
        for (patch, file) in lines {
            let file = file.strip_suffix(b"\n").unwrap_or(file);
            signs.lacks_backslashes |= are_lost(patch, file);
            if !is_special(patch) {
                continue;
            }
            signs.learn(patch, file);
            signs.learn_backslashes(patch, file);
            signs.letters = signs.letters.and(Letters::of(patch, file));
        }
        signs
    }

    /// Only this: HTML escapes do not belong to the files.
    pub(in crate::mapping) fn of_escaped() -> Self {
        let mut signs = Self::default();
        signs.add(Class::Escapes, Habit::Plain);
        signs
    }

    pub(in crate::mapping) fn is_same(&self) -> bool {
        self.classes.iter().all(|habit| *habit != Habit::Plain) && self.letters.is_same()
    }

    pub(in crate::mapping) fn undoes_escapes(&self) -> bool {
        self.habit(Class::Escapes) == Habit::Plain
    }

    /// What is known of each class here; for unknown ones, what other hunks of the patch show.
    pub(in crate::mapping) fn or(self, others: &Self) -> Self {
        let mut classes = self.classes;
        for (own, other) in classes.iter_mut().zip(others.classes) {
            if *own == Habit::Unknown {
                *own = other;
            }
        }
        let letters = if self.letters == Letters::Unknown { others.letters } else { self.letters };
        let runs = self.runs.and(&others.runs);
        Self { classes, letters, runs, lacks_backslashes: self.lacks_backslashes }
    }

    /// What two hunks show together.
    pub(in crate::mapping) fn and(self, other: &Self) -> Self {
        let mut classes = self.classes;
        for (own, other) in classes.iter_mut().zip(other.classes) {
            *own = other.and(*own);
        }
        Self {
            classes,
            letters: self.letters.and(other.letters),
            runs: self.runs.and(&other.runs),
            lacks_backslashes: self.lacks_backslashes || other.lacks_backslashes,
        }
    }

    /// A line of the patch as the file would have it; `None` where the old lines leave that open.
    pub(in crate::mapping) fn apply(&self, line: &[u8]) -> Option<Vec<u8>> {
        if self.lacks_backslashes && line.contains(&b'\\') {
            return None;
        }
        if !is_special(line) {
            return Some(line.to_vec());
        }
        if self.habit(Class::Quotes) == Habit::Plain && has_quotes_in_string(line) {
            return None;
        }
        let mut out = Vec::with_capacity(line.len());
        for unit in units(line) {
            match unit.class.map(|class| self.habit(class)) {
                Some(Habit::Mixed) => return None,
                Some(Habit::Plain) => out.extend_from_slice(unit.plain),
                Some(Habit::Unknown | Habit::Kept) | None => out.extend_from_slice(unit.raw),
            }
        }
        self.without_backslashes(out).and_then(|line| self.letters.apply(line))
    }

    /// A line without the backslashes of an encoding too many; `None` if it is unknown which those
    /// are.
    fn without_backslashes(&self, line: Vec<u8>) -> Option<Vec<u8>> {
        let (quotes, backslashes) =
            (self.habit(Class::EscapedQuotes), self.habit(Class::Backslashes));
        if [quotes, backslashes].iter().all(|habit| matches!(habit, Habit::Unknown | Habit::Kept)) {
            return Some(line);
        }
        let marks = Marks::of(&line);
        let is_decoded = |mark: Mark, habit: Habit| match habit {
            _ if !mark.is_escaped => Some(false),
            Habit::Kept => Some(false),
            Habit::Plain if !mark.is_bare => Some(true),
            Habit::Plain | Habit::Mixed | Habit::Unknown => None,
        };
        let quotes = is_decoded(marks.quotes, quotes)?;
        let backslashes = is_decoded(marks.backslashes, backslashes)?;
        if (quotes || backslashes) && self.runs.has_those_of_file(&line) {
            return None;
        }
        Some(decoded(&line, quotes, backslashes))
    }

    pub(in crate::mapping) fn apply_or_keep(&self, line: &[u8]) -> Vec<u8> {
        self.apply(line).unwrap_or_else(|| line.to_vec())
    }

    fn habit(&self, class: Class) -> Habit {
        let at = Class::ALL.iter().position(|other| *other == class);
        at.and_then(|at| self.classes.get(at)).copied().unwrap_or_default()
    }

    fn add(&mut self, class: Class, habit: Habit) {
        let at = Class::ALL.iter().position(|other| *other == class);
        if let Some(slot) = at.and_then(|at| self.classes.get_mut(at)) {
            *slot = slot.and(habit);
        }
    }

    /// Finds out whether a line equals that of the file as it is, or only without the backslashes
    /// of an encoding too many.
    fn learn_backslashes(&mut self, patch: &[u8], file: &[u8]) {
        let marks = Marks::of(patch);
        if !marks.quotes.is_escaped && !marks.backslashes.is_escaped {
            return;
        }
        let (mut scratch, mut other) = (Vec::new(), Vec::new());
        let plain = folded(file, &mut scratch);
        let found = READINGS.into_iter().find(|(quotes, backslashes)| {
            folded(&decoded(patch, *quotes, *backslashes), &mut other) == plain
        });
        let Some((quotes, backslashes)) = found else { return };
        if quotes || backslashes {
            self.runs.add(patch, file);
        }
        let habit = |is_decoded| if is_decoded { Habit::Plain } else { Habit::Kept };
        if marks.quotes.is_escaped {
            self.add(Class::EscapedQuotes, habit(quotes));
        }
        if marks.backslashes.is_escaped {
            self.add(Class::Backslashes, habit(backslashes));
        }
    }

    /// Aligns two lines by what their units mean, ignoring blanks.
    fn learn(&mut self, patch: &[u8], file: &[u8]) {
        let mut in_file = units(file).filter(|unit| !is_blank(unit)).peekable();
        let has_odd_spaces = units(file).any(|unit| unit.class == Some(Class::Spaces));
        let mut in_patch = units(patch).peekable();
        while let Some(unit) = in_patch.next() {
            if is_blank(&unit) {
                if let Some(class) = unit.class {
                    let is_kept = has_odd_spaces || units(file).any(|own| own.raw == unit.raw);
                    self.add(class, if is_kept { Habit::Kept } else { Habit::Plain });
                }
                continue;
            }
            let mut raw = Vec::new();
            let mut plain = Vec::new();
            while plain.len() < unit.plain.len()
                && let Some(next) = in_file.next()
            {
                raw.extend_from_slice(next.raw);
                plain.extend_from_slice(next.plain);
            }
            if plain != unit.plain {
                // The file has the plain form of several units as one: nothing more to learn here.
                return;
            }
            let Some(class) = unit.class else { continue };
            let is_dash = |unit: &Unit<'_>| unit.plain == b"-";
            // One dash stands for two in the file: another one may stand for either.
            let is_for_two = is_dash(&unit)
                && in_file.peek().is_some_and(is_dash)
                && !in_patch.peek().is_some_and(is_dash);
            let habit = if raw == unit.raw { Habit::Kept } else { Habit::Plain };
            self.add(class, if is_for_two { Habit::Mixed } else { habit });
        }
    }
}

/// Whether a line has characters of any class.
fn is_special(line: &[u8]) -> bool {
    !line.is_ascii() || line.iter().any(|byte| matches!(byte, b'&' | b'\\'))
}

fn is_blank(unit: &Unit<'_>) -> bool {
    unit.plain.iter().all(u8::is_ascii_whitespace)
}

fn units(line: &[u8]) -> impl Iterator<Item = Unit<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let unit = next_unit(rest)?;
        rest = rest.get(unit.raw.len()..)?;
        Some(unit)
    })
}

fn next_unit(rest: &[u8]) -> Option<Unit<'_>> {
    if let Some((len, plain)) = escape_at(rest) {
        return Some(Unit { raw: rest.get(..len)?, plain, class: Some(Class::Escapes) });
    }
    let (_, end, character) = rest.char_indices().next()?;
    let raw = rest.get(..end)?;
    let class = class_of(character);
    let plain = class.and_then(|_| ascii_form(character)).unwrap_or(raw);
    Some(Unit { raw, plain, class })
}

fn class_of(character: char) -> Option<Class> {
    Some(match ascii_form(character)? {
        b"'" | b"\"" => Class::Quotes,
        b"-" => Class::Dashes,
        b"..." => Class::Ellipses,
        b" " => Class::Spaces,
        _ => Class::Unseen,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &[(&str, &str)], added: &str, expected: Option<&str>) {
        let lines = old.iter().map(|(patch, file)| (patch.as_bytes(), file.as_bytes()));
        let found = Signs::of(lines).apply(added.as_bytes());
        assert_eq!(found.map(|line| String::from_utf8(line).unwrap()).as_deref(), expected);
    }

    #[test]
    fn what_the_file_has_in_plain_form_is_written_so() {
        check(&[("a(\u{2018}x\u{2019})", "a('x')")], "m(\u{201C}w\u{201D})", Some("m(\"w\")"));
        check(&[("\u{A0}\u{A0}a", "  a")], "\u{A0}\u{A0}b", Some("  b"));
        check(&[("a\u{2026}", "a...")], "b\u{2026}", Some("b..."));
        check(&[("a &lt; b", "a < b")], "c &gt; &amp;d", Some("c > &d"));
    }

    #[test]
    fn what_the_file_has_as_well_stays() {
        check(
            &[("\u{201C}a\u{201D}", "\u{201C}a\u{201D}")],
            "\u{201C}b\u{201D}",
            Some("\u{201C}b\u{201D}"),
        );
        check(&[("a", "a")], "\u{201C}b\u{201D}", Some("\u{201C}b\u{201D}"));
        check(&[("a &lt; b", "a &lt; b")], "&lt;", Some("&lt;"));
        check(&[("it's", "it\u{2019}s")], "that's", Some("that's"));
        check(&[("a\u{200B}b", "a\u{200B}b")], "c\u{200B}d", Some("c\u{200B}d"));
        check(&[("a\u{200B}b", "ab")], "c\u{200B}d", Some("cd"));
    }

    #[test]
    fn backslashes_of_an_encoding_too_many_are_taken_away() {
        let quotes = ("say(\\\"a\\\")", "say(\"a\")");
        let kept = ("x = \"a\\\"b\"", "x = \"a\\\"b\"");
        let doubled = ("/^\\\\s/", "/^\\s/");
        check(&[quotes], "ask(\\\"b\\\")", Some("ask(\"b\")"));
        check(&[quotes], "ask(1)", Some("ask(1)"));
        check(&[doubled], "/^\\\\d/", Some("/^\\d/"));
        check(&[quotes, doubled], "\\\"\\\\n\\\\\\\"\\\"", Some("\"\\n\\\"\""));
        // One line with all of it shows each.
        check(&[("\\\"\\\\n\\\"", "\"\\n\"")], "\\\"\\\\t\\\"", Some("\"\\t\""));
        // Where nothing or the contrary is shown they stay.
        check(&[("a", "a")], "ask(\\\"b\\\")", Some("ask(\\\"b\\\")"));
        check(&[kept], "y = \"c\\\"d\"", Some("y = \"c\\\"d\""));
        // An encoding changes all or none, and of what no old line has nobody knows.
        check(&[quotes], "ask(\"say \\\"b\\\"\")", None);
        check(&[quotes], "ask(\\\"a\\\\n\\\")", None);
        check(&[doubled], "/\\\\d\\s/", None);
        check(&[quotes, ("\\\"b\\\"", "\\\"b\\\"")], "\\\"c\\\"", None);
    }

    #[test]
    fn where_lines_disagree_nobody_knows() {
        let old = [("\u{2019}a", "'a"), ("\u{2019}b", "\u{2019}b")];
        check(&old, "\u{2019}c", None);
        check(&old, "c", Some("c"));
    }

    #[test]
    fn of_a_dash_that_stands_for_two_nobody_knows_for_how_many() {
        check(&[("<!\u{2014} a", "<!-- a")], "<!\u{2014} b", None);
        check(&[("a \u{2014}", "a --")], "b \u{2014}", None);
        check(&[("a \u{2014} b", "a - b")], "c \u{2014} d", Some("c - d"));
        check(&[("a \u{2014}- b", "a -- b")], "c \u{2014} d", Some("c - d"));
    }
}
