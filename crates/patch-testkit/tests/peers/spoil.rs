//! What happens to a patch, and to the files that it is for.

use bstr::ByteSlice as _;
use patch_testkit::conformance::{Thing, Things};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// One thing that happens.
#[derive(Clone, Debug)]
pub(crate) enum Spoil {
    /// A line is gone.
    Drop(Index),
    /// A line is there twice.
    Double(Index),
    /// Two lines have changed places.
    Swap(Index, Index),
    /// The first byte of a line is gone, or another one.
    Mark(Index, &'static str),
    /// There is a line more.
    Insert(Index, &'static str),
    /// A number of a hunk header, or of a mode, is another.
    Number(Index, u32),
    /// Something is after a line.
    Tail(Index, &'static str),
    /// One name is another.
    Rename(Index, &'static str),
    /// All lines end in CRLF.
    CrLf,
    /// The last bytes are gone.
    Cut(Index),
    /// A line of a file is another than the patch was made for.
    Touch(Index, Index),
    /// A file has lines more at its start.
    Prepend(Index),
    /// A file is gone.
    Remove(Index),
    /// A file is there that was not.
    Appear(&'static str),
}

/// Up to two things that happen.
pub(crate) fn spoils() -> impl Strategy<Value = Vec<Spoil>> {
    prop_oneof![
        2 => Just(Vec::new()),
        6 => spoil().prop_map(|spoil| vec![spoil]),
        2 => prop::collection::vec(spoil(), 2..3),
    ]
}

fn spoil() -> impl Strategy<Value = Spoil> {
    let at = any::<Index>;
    prop_oneof![
        3 => at().prop_map(Spoil::Drop),
        1 => at().prop_map(Spoil::Double),
        1 => (at(), at()).prop_map(|(one, other)| Spoil::Swap(one, other)),
        2 => (at(), select(vec!["", " ", "+", "-", "@", "> ", "\\", "\t"]))
            .prop_map(|(at, mark)| Spoil::Mark(at, mark)),
        6 => (at(), select(LINES)).prop_map(|(at, line)| Spoil::Insert(at, line)),
        4 => (at(), 0..12_u32).prop_map(|(at, number)| Spoil::Number(at, number)),
        2 => (at(), select(vec![" ", "\t", "\t2026-01-01", " x", "0", "\r", "\"", "/"]))
            .prop_map(|(at, tail)| Spoil::Tail(at, tail)),
        2 => (at(), select(vec!["x", "y", "d/x", "z", "../x", "/x", "x/", ".git/x", "", "d"]))
            .prop_map(|(at, name)| Spoil::Rename(at, name)),
        1 => Just(Spoil::CrLf),
        1 => at().prop_map(Spoil::Cut),
        2 => (at(), at()).prop_map(|(file, line)| Spoil::Touch(file, line)),
        2 => at().prop_map(Spoil::Prepend),
        1 => at().prop_map(Spoil::Remove),
        1 => select(vec!["x", "y", "d/x", "z"]).prop_map(Spoil::Appear),
    ]
}

/// Lines that mean something somewhere.
const LINES: &[&str] = &[
    "",
    " ",
    " line 3",
    "+new",
    "-line 2",
    "prose",
    "-- ",
    "---",
    "\\ No newline at end of file",
    "\\",
    "\\ Kein Zeilenumbruch",
    "@@ -1 +1 @@",
    "@@ -0,0 +1 @@",
    "@@ -3,0 +3,0 @@",
    "@@ -0,0 +0,0 @@",
    "@@ -2,1 +2,2 @@ fn f",
    "@ -1 +1 @@",
    "@@",
    "--- a/x",
    "+++ b/x",
    "--- /dev/null",
    "+++ /dev/null",
    "diff --git a/x b/x",
    "diff --git a/x b/y",
    "old mode 100644",
    "old mode 100755",
    "new mode 100755",
    "new mode 100644",
    "new mode 120000",
    "new mode 100x44",
    "new file mode 100644",
    "new file mode 100755",
    "new file mode 120000",
    "new file mode 040000",
    "deleted file mode 100644",
    "deleted file mode 100755",
    "rename from x",
    "rename to y",
    "rename from a/x",
    "copy from x",
    "copy to y",
    "similarity index 100%",
    "similarity index 1000%",
    "dissimilarity index 50%",
    "index 0123456..89abcde",
    "index 0123456..89abcde 100755",
    "index 0123456..89abcde 120000",
    "index 0123456",
    "GIT binary patch",
    "Binary files a/x and b/x differ",
    "literal 0",
    "Only in a: x",
    "foo bar 12",
];

/// A patch and the files that it meets, after all that happened to them.
pub(crate) fn spoiled(spoils: &[Spoil], patch: &[u8], before: &Things) -> (Vec<u8>, Things) {
    let mut lines: Vec<Vec<u8>> = patch.lines_with_terminator().map(<[u8]>::to_vec).collect();
    let mut before = before.clone();
    for spoil in spoils {
        spoil.happen(&mut lines);
        spoil.happen_to_files(&mut before);
    }
    (lines.concat(), before)
}

impl Spoil {
    fn happen(&self, lines: &mut Vec<Vec<u8>>) {
        let count = lines.len();
        if let Self::Insert(at, line) = self {
            lines.insert(at.index(count + 1), format!("{line}\n").into_bytes());
        }
        if count == 0 {
            return;
        }
        match self {
            Self::Drop(at) => drop(lines.remove(at.index(count))),
            Self::Double(at) => lines.insert(at.index(count), lines[at.index(count)].clone()),
            Self::Swap(one, other) => lines.swap(one.index(count), other.index(count)),
            Self::Mark(at, mark) => {
                let line = &mut lines[at.index(count)];
                line.splice(..line.len().min(1), mark.bytes());
            }
            Self::Number(at, number) => {
                replace_number(lines, *at, *number);
            }
            Self::Tail(at, tail) => {
                let line = &mut lines[at.index(count)];
                let end = line.trim_end_with(|sign| sign == '\n').len();
                line.splice(end..end, tail.bytes());
            }
            Self::Rename(at, name) => rename(lines, *at, name),
            Self::CrLf => {
                for line in lines.iter_mut().filter(|line| line.ends_with(b"\n")) {
                    line.insert(line.len() - 1, b'\r');
                }
            }
            Self::Cut(at) => {
                let text = lines.concat();
                let end = text.len() - at.index(text.len().min(20));
                *lines = text[..end].lines_with_terminator().map(<[u8]>::to_vec).collect();
            }
            Self::Insert(..)
            | Self::Touch(..)
            | Self::Prepend(_)
            | Self::Remove(_)
            | Self::Appear(_) => {}
        }
    }

    fn happen_to_files(&self, before: &mut Things) {
        let nth = |at: &Index| {
            let count = before.0.len();
            (count > 0).then(|| before.0.keys().nth(at.index(count)).cloned()).flatten()
        };
        match self {
            Self::Touch(file, _) | Self::Prepend(file) => {
                let Some(path) = nth(file) else { return };
                let Some(Thing::File { contents, .. }) = before.0.get_mut(&path) else { return };
                let mut lines: Vec<&[u8]> = contents.lines_with_terminator().collect();
                match self {
                    Self::Touch(_, at) if !lines.is_empty() => {
                        let at = at.index(lines.len());
                        lines[at] = b"touched\n";
                    }
                    _ => lines.insert(0, b"first\n"),
                }
                *contents = lines.concat().into();
            }
            Self::Remove(file) => drop(nth(file).and_then(|path| before.0.remove(&path))),
            Self::Appear(path) => {
                let is_free = before.0.keys().all(|other| {
                    !other.starts_with(format!("{path}/").as_bytes())
                        && !path.as_bytes().starts_with(&[other.as_slice(), b"/"].concat())
                });
                if is_free {
                    let file = Thing::File { contents: "appeared\n".into(), executable: false };
                    before.0.entry((*path).into()).or_insert(file);
                }
            }
            _ => {}
        }
    }
}

/// Puts another number where a header has one.
fn replace_number(lines: &mut [Vec<u8>], at: Index, number: u32) {
    let is_header = |line: &&mut Vec<u8>| {
        [&b"@@ "[..], b"old mode", b"new ", b"deleted", b"similarity", b"literal", b"delta"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let mut headers: Vec<&mut Vec<u8>> = lines.iter_mut().filter(is_header).collect();
    if headers.is_empty() {
        return;
    }
    let at = at.index(headers.len());
    let line = &mut *headers[at];
    let starts: Vec<usize> = (1..line.len())
        .filter(|at| line[*at].is_ascii_digit() && !line[*at - 1].is_ascii_digit())
        .collect();
    if starts.is_empty() {
        return;
    }
    let start = starts[number as usize % starts.len()];
    let len = line[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    line.splice(start..start + len, number.to_string().into_bytes());
}

/// Puts another name where a header has one.
fn rename(lines: &mut [Vec<u8>], at: Index, name: &str) {
    let starts: [&[u8]; 6] =
        [b"--- a/", b"+++ b/", b"rename from ", b"rename to ", b"copy from ", b"copy to "];
    let start = |line: &Vec<u8>| starts.iter().find(|start| line.starts_with(start)).copied();
    let named: Vec<usize> = (0..lines.len()).filter(|at| start(&lines[*at]).is_some()).collect();
    if !named.is_empty() {
        let line = &mut lines[named[at.index(named.len())]];
        let start = start(line).unwrap_or_default();
        *line = [start, name.as_bytes(), b"\n"].concat();
    }
}
