//! A git patch in the `OpenCode` format: `opencode ROOT <patch >converted`. `cargo xtask demo` runs it.
//!
//! The format has no line numbers: its rule takes the first place, from the current position on,
//! where the old lines of a chunk match. So the text of a chunk must single out its place, and
//! this converter proves that it does: it adds context from the file until the first match is the
//! place the git patch means. It is an example until the library writes the format.
#![expect(
    clippy::disallowed_methods,
    reason = "a command-line helper that reads the files of a patch"
)]

use std::error::Error;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use patch_parse::{FileOperation, FilePatch, Format, Hunk, HunkLine, LineKind, Patch};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result {
    let root =
        std::env::args_os().nth(1).map(PathBuf::from).ok_or("usage: opencode ROOT <PATCH")?;
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    let patch = patch_parse::parse(&text)?;
    // What is not printed again would be lost in the other format, too.
    if patch.to_bytes() != text {
        return Err("the patch is not printed as it was read".into());
    }
    Ok(io::stdout().lock().write_all(&convert(&patch, &root)?)?)
}

/// The same change to the tree at `root`, as it is before the patch, in the `OpenCode` format.
///
/// It fails when the patch is not one for this tree, or holds what the format has no words for.
fn convert(patch: &Patch<'_>, root: &Path) -> Result<Vec<u8>> {
    let files = patch.files.iter().map(|file| section(file, root)).collect::<Result<_>>()?;
    let converted = Patch::new(Format::OpenCode, files);
    converted.expressible()?;
    Ok(converted.to_bytes())
}

fn section(file: &FilePatch<'_>, root: &Path) -> Result<FilePatch<'static>> {
    let mut converted = file.clone().into_owned();
    let hunks = match &file.operation {
        FileOperation::Add { .. } => return Ok(converted),
        // The format deletes by name alone.
        FileOperation::Delete { .. } => Vec::new(),
        _ if file.hunks().is_empty() => return Ok(converted),
        FileOperation::Modify { path: old }
        | FileOperation::Move { old_path: old, .. }
        | FileOperation::Copy { old_path: old, .. } => {
            let name = old.to_string();
            let text = fs::read(root.join(&name))?;
            chunks(file.hunks(), &text).map_err(|error| format!("{name}: {error}"))?
        }
    };
    converted.content = patch_parse::FileContent::Hunks(hunks);
    Ok(converted)
}

/// The hunks without line numbers, each the first match after the one before it.
fn chunks(hunks: &[Hunk<'_>], text: &[u8]) -> Result<Vec<Hunk<'static>>> {
    let file = Lines(text.split_inclusive(|&b| b == b'\n').collect());
    let mut position = 0;
    let mut converted = Vec::with_capacity(hunks.len());
    for (number, hunk) in hunks.iter().enumerate() {
        let wrong = || format!("hunk {} is not at its line", number + 1);
        let place = file.place(hunk).filter(|place| place.start >= position).ok_or_else(wrong)?;
        let next = hunks.get(number + 1).and_then(|next| file.place(next));
        let limit = next.map_or(file.0.len(), |next| next.start.max(place.end));
        let grown = file.singled_out(place, position, limit);
        converted.push(file.chunk(hunk, place, grown));
        position = grown.end;
    }
    Ok(converted)
}

/// Lines of a file, from `start` up to, not including, `end`; 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: usize,
    end: usize,
}

/// A file in lines, each with its ending.
struct Lines<'a>(Vec<&'a [u8]>);

impl Lines<'_> {
    /// The place that the hunk header gives, if the old lines match there.
    fn place(&self, hunk: &Hunk<'_>) -> Option<Place> {
        let range = hunk.range?;
        let start = usize::try_from(range.old_start).ok()?;
        // An empty block is named by the line before it.
        let start = if range.old_count == 0 { start } else { start.checked_sub(1)? };
        let end = start.checked_add(usize::try_from(range.old_count).ok()?)?;
        let lines = self.0.get(start..end)?;
        let is_match = hunk.old_lines().map(whole).eq(lines.iter().map(|line| line.to_vec()));
        is_match.then_some(Place { start, end })
    }

    /// `place` with as much context as it takes to be the first match from `position` on.
    ///
    /// A block that starts at `position` is the first match by definition, so growing ends there;
    /// an empty one belongs to the end of the file.
    fn singled_out(&self, mut place: Place, position: usize, limit: usize) -> Place {
        while !self.is_first(place, position) && (place.start > position || place.end < limit) {
            if place.start > position {
                place.start -= 1;
            }
            if place.end < limit {
                place.end += 1;
            }
        }
        place
    }

    /// Whether the lines of `place` match nowhere between `position` and it.
    ///
    /// Blanks at both ends are left out of the comparison. The format's rule tries exact text
    /// first, so a block that is alone even so is alone under the rule.
    fn is_first(&self, place: Place, position: usize) -> bool {
        let block = self.0.get(place.start..place.end).unwrap_or_default();
        let before = self.0.get(position..place.end.saturating_sub(1)).unwrap_or_default();
        if block.is_empty() {
            return false;
        }
        let same = |(a, b): (&&[u8], &&[u8])| a.trim_ascii() == b.trim_ascii();
        !before.windows(block.len()).any(|window| window.iter().zip(block).all(same))
    }

    /// The hunk with the lines of `grown` around those of `place`.
    fn chunk(&self, hunk: &Hunk<'_>, place: Place, grown: Place) -> Hunk<'static> {
        let context = |from: usize, to: usize| {
            let lines = self.0.get(from..to).unwrap_or_default().iter();
            lines.map(|line| HunkLine::from_line(LineKind::Context, line))
        };
        let lines = context(grown.start, place.start)
            .chain(&hunk.lines)
            .chain(context(place.end, grown.end));
        Hunk { lines: lines.collect(), ..Hunk::default() }
    }
}

/// A hunk line as the file has it.
fn whole(line: HunkLine<'_>) -> Vec<u8> {
    [line.text.as_ref(), line.newline.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patch_parse::HunkRange;

    /// A hunk that replaces the one line `at` (1-based) of `text`.
    fn replace(text: &str, at: u64) -> Hunk<'_> {
        let line = text.lines().nth(usize::try_from(at).unwrap() - 1).unwrap();
        let range = HunkRange { old_start: at, old_count: 1, new_start: at, new_count: 1 };
        let lines = vec![
            HunkLine::from_line(LineKind::Remove, line.as_bytes()),
            HunkLine::from_line(LineKind::Add, b"new\n"),
        ];
        let lines =
            lines.into_iter().map(|line| HunkLine { newline: patch_parse::Newline::Lf, ..line });
        Hunk { range: Some(range), lines: lines.collect(), ..Hunk::default() }
    }

    #[track_caller]
    fn check(text: &str, at: &[u64], expected: &[&str], why: &str) {
        let hunks: Vec<_> = at.iter().map(|&at| replace(text, at)).collect();
        let chunks = chunks(&hunks, text.as_bytes()).unwrap();
        let shown = chunks.iter().map(|chunk| {
            let bytes = chunk.to_bytes(Format::OpenCode);
            String::from_utf8(bytes).unwrap()
        });
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{why}");
    }

    #[test]
    fn context_is_added_until_the_first_match_is_the_place() {
        let text = "a\nb\nb\nc\nb\nd\n";
        check(text, &[1], &["@@\n-a\n+new\n"], "the first line needs no context");
        check(text, &[2], &["@@\n-b\n+new\n"], "the first of several is found first");
        check(text, &[3], &["@@\n b\n-b\n+new\n c\n"], "both sides grow");
        check(text, &[5], &["@@\n c\n-b\n+new\n d\n"], "growing ends where the block is alone");
        check(text, &[2, 3, 5], &["@@\n-b\n+new\n"; 3], "the search starts after the chunk before");
        check("b\nb\nb\n", &[3], &["@@\n b\n b\n-b\n+new\n"], "it grows up to the position");
        check("x \nb\n x\n", &[3], &["@@\n b\n- x\n+new\n"], "blanks make no difference");
    }

    #[test]
    fn a_hunk_for_another_text_is_refused() {
        let hunk = replace("a\nb\n", 2);
        for text in ["a\n", "a\nc\n", "a\nb"] {
            assert!(chunks(std::slice::from_ref(&hunk), text.as_bytes()).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_insertion_gets_the_context_it_lacks() {
        let lines = [HunkLine::from_line(LineKind::Add, b"new\n")].into_iter().collect();
        let range = HunkRange { old_start: 2, old_count: 0, new_start: 3, new_count: 1 };
        let hunk = Hunk { range: Some(range), lines, ..Hunk::default() };
        let chunk = &chunks(&[hunk], b"a\nb\nc\nd\n").unwrap()[0];
        assert_eq!(chunk.to_bytes(Format::OpenCode), b"@@\n b\n+new\n c\n");
    }
}
