//! Shows how much changes in which files, like `git diff --stat`.

use std::fmt::Write as _;

use anstyle::Style;
use bstr::{BStr, ByteSlice};
use patch_apply::visible;
use patch_gen::{FileStat, StatSize};
use patch_parse::header_name;
use unicode_width::UnicodeWidthStr;

use crate::report::STYLES;

/// The number of columns if the terminal does not report it.
const WIDTH: usize = 80;

/// The minimum width of a bar.
const NARROWEST: usize = 6;

/// The separators between a name, its number and its bar: ` NAME | NUMBER BAR`, and one column that
/// stays free.
const BETWEEN: usize = 6;

/// The lines for some files, and a last line with the sum; none if there are no files.
pub(crate) fn table(files: &[FileStat<'_>], quotes: bool, width: Option<usize>) -> String {
    if files.is_empty() {
        return String::new();
    }
    let rows: Vec<Row> = files.iter().map(|file| Row::of(file, quotes)).collect();
    let columns = Columns::of(&rows, width.unwrap_or(WIDTH));
    let mut out = String::new();
    for row in &rows {
        row.write(&columns, &mut out);
    }
    sum(&rows, &mut out);
    out
}

/// A file and its numbers.
struct Row {
    name: String,
    size: StatSize,
}

impl Row {
    fn of(file: &FileStat<'_>, quotes: bool) -> Self {
        let spelled = |name: &BStr| {
            if quotes {
                String::from_utf8_lossy(&header_name(name)).into_owned()
            } else {
                shown(name)
            }
        };
        let name = match file.old_path {
            None => spelled(file.path),
            Some(old) if spelled(old) == *old && spelled(file.path) == *file.path => {
                shown(moved(old, file.path).as_bstr())
            }
            Some(old) => format!("{} => {}", spelled(old), spelled(file.path)),
        };
        Self { name, size: file.size }
    }

    /// Changed lines.
    fn lines(&self) -> (usize, usize) {
        match self.size {
            StatSize::Lines { added, removed } => (added, removed),
            StatSize::Bytes { .. } | StatSize::SameBytes => (0, 0),
        }
    }

    fn change(&self) -> usize {
        self.lines().0 + self.lines().1
    }

    fn write(&self, columns: &Columns, out: &mut String) {
        let name = cut(&self.name, columns.name);
        let blanks = columns.name.saturating_sub(name.width());
        let _ = write!(out, " {name}{:blanks$} | ", "");
        let number = columns.number;
        let (old_bytes, new_bytes) = match self.size {
            StatSize::Lines { .. } => {
                let _ = write!(out, "{:>number$}", self.change());
                if self.change() > 0 {
                    let (added, removed) = columns.bar(self);
                    out.push(' ');
                    bar('+', added, STYLES.added, out);
                    bar('-', removed, STYLES.removed, out);
                }
                return out.push('\n');
            }
            StatSize::SameBytes => return writeln!(out, "{:>number$}", "Bin").unwrap_or_default(),
            StatSize::Bytes { old, new } => (old, new),
        };
        let (red, green) = (STYLES.removed, STYLES.added);
        let _ = writeln!(
            out,
            "{:>number$} {red}{old_bytes}{red:#} -> {green}{new_bytes}{green:#} bytes",
            "Bin"
        );
    }
}

fn bar(sign: char, length: usize, style: Style, out: &mut String) {
    if length > 0 {
        let _ = write!(out, "{style}{}{style:#}", sign.to_string().repeat(length));
    }
}

/// How wide everything is.
struct Columns {
    name: usize,
    number: usize,
    bar: usize,
    most: usize,
}

impl Columns {
    /// Names and bars share the width: a bar gets three eighths of it if both need more.
    fn of(rows: &[Row], width: usize) -> Self {
        let digits = |number: usize| number.to_string().len();
        let most = rows.iter().map(Row::change).max().unwrap_or(0);
        let binary = rows.iter().filter(|row| !matches!(row.size, StatSize::Lines { .. }));
        let binary = binary.map(|row| match row.size {
            StatSize::Bytes { old, new } => "Bin  ->  bytes".len() + digits(old) + digits(new),
            StatSize::Lines { .. } | StatSize::SameBytes => "Bin".len(),
        });
        let widest_binary = binary.max();
        let number = digits(most).max(widest_binary.map_or(0, |_| "Bin".len()));
        let widest = rows.iter().map(|row| row.name.width()).max().unwrap_or(0);
        let width = width.max(16 + BETWEEN + number);
        let mut columns = Self {
            name: widest,
            number,
            bar: most.max(widest_binary.map_or(0, |binary| binary.saturating_sub(4))),
            most,
        };
        let taken = number + BETWEEN;
        if columns.name + taken + columns.bar > width {
            let share = (width * 3 / 8).saturating_sub(taken).max(NARROWEST);
            columns.bar = columns.bar.min(share);
            let left = width.saturating_sub(taken + columns.bar);
            if columns.name > left {
                columns.name = left;
            } else {
                columns.bar = width.saturating_sub(taken + columns.name);
            }
        }
        columns
    }

    /// The lengths of the two parts of a bar. A part that is not zero gets at least one column.
    fn bar(&self, row: &Row) -> (usize, usize) {
        let (added, removed) = row.lines();
        if self.most <= self.bar {
            return (added, removed);
        }
        let scaled = |lines: usize| {
            if lines == 0 { 0 } else { 1 + lines * (self.bar.saturating_sub(1)) / self.most.max(1) }
        };
        let mut total = scaled(added + removed);
        if total < 2 && added > 0 && removed > 0 {
            total = 2;
        }
        if added < removed {
            let added = scaled(added);
            (added, total.saturating_sub(added))
        } else {
            let removed = scaled(removed);
            (total.saturating_sub(removed), removed)
        }
    }
}

/// A name in this many columns: the end of a longer one, from a slash on if there is one.
fn cut(name: &str, columns: usize) -> String {
    if name.width() <= columns {
        return name.to_owned();
    }
    let mut rest = name;
    while rest.width() > columns.saturating_sub("...".len()) {
        let Some(first) = rest.chars().next() else { break };
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    let rest = rest.find('/').and_then(|slash| rest.get(slash..)).unwrap_or(rest);
    format!("...{rest}")
}

/// `dir/{old => new}/file`: both names, with their common beginning and end written once.
fn moved(old: &BStr, new: &BStr) -> Vec<u8> {
    let equal = old.iter().zip(new.iter()).take_while(|(one, other)| one == other).count();
    let front = old.get(..equal).unwrap_or_default().rfind_byte(b'/').map_or(0, |slash| slash + 1);
    // The slash after the common beginning may also be the one before the common end.
    let from = front.saturating_sub(1);
    let rest = |name: &'_ BStr| name.get(from..).unwrap_or_default().to_vec();
    let (old_rest, new_rest) = (rest(old), rest(new));
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let equal = ends.take_while(|(one, other)| one == other).count();
    let end = old_rest.get(old_rest.len() - equal..).unwrap_or_default();
    let end = end.find_byte(b'/').map_or(&b""[..], |slash| end.get(slash..).unwrap_or_default());
    let middle = |name: &BStr| {
        let stop = name.len().saturating_sub(end.len()).max(front);
        name.get(front..stop).unwrap_or_default().to_vec()
    };
    let (old_middle, new_middle) = (middle(old), middle(new));
    let front = old.get(..front).unwrap_or_default();
    if front.is_empty() && end.is_empty() {
        return [&old_middle[..], b" => ", &new_middle].concat();
    }
    [front, b"{", &old_middle, b" => ", &new_middle, b"}", end].concat()
}

/// A name without control sequences.
fn shown(name: &BStr) -> String {
    visible::path(name).limit(usize::MAX).to_string()
}

fn sum(rows: &[Row], out: &mut String) {
    let (added, removed) = rows
        .iter()
        .map(Row::lines)
        .fold((0, 0), |(added, removed), lines| (added + lines.0, removed + lines.1));
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let _ = write!(out, " {} file{} changed", rows.len(), plural(rows.len()));
    if added > 0 || removed == 0 {
        let _ = write!(out, ", {added} insertion{}(+)", plural(added));
    }
    if removed > 0 || added == 0 {
        let _ = write!(out, ", {removed} deletion{}(-)", plural(removed));
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_tells_once_what_both_names_share() {
        for (old, new, expected) in [
            ("a", "b", "a => b"),
            ("dir/a", "dir/b", "dir/{a => b}"),
            ("a/file", "b/file", "{a => b}/file"),
            ("x/a/file", "x/b/c/file", "x/{a => b/c}/file"),
            ("x/file", "x/y/file", "x/{ => y}/file"),
            ("x/y/file", "x/file", "x/{y => }/file"),
            ("file", "x/file", "file => x/file"),
            ("a/b/c", "a/b/b/c", "a/b/{ => b}/c"),
        ] {
            let found = moved(old.into(), new.into());
            assert_eq!(BStr::new(&found), expected, "{old} {new}");
        }
    }

    #[test]
    fn a_name_that_is_too_long_loses_its_front() {
        assert_eq!(cut("src/some/file.rs", 12), ".../file.rs");
        assert_eq!(cut("abcdefghij", 6), "...hij");
        assert_eq!(cut("short", 6), "short");
        assert_eq!(cut("\u{4e16}\u{754c}\u{4e16}\u{754c}", 7), "...\u{4e16}\u{754c}");
    }
}
