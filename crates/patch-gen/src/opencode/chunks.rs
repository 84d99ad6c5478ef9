//! Makes chunks from two texts, each with only one place for its old lines.

use std::borrow::Cow;
use std::ops::Range;

use bstr::{BStr, ByteSlice as _};
use patch_parse::{Hunk, HunkLine, HunkLines, Inexpressible, LineKind};

use super::anchors::{self, Anchor};
use super::endings::closed;
use super::prove::Wanted;
use super::text::Text;
use crate::GenOptions;
use crate::hunks::hunks;

/// The chunks that turn `old` into `new`, in order; none if they are equal.
///
/// Each has [`GenOptions::context`] lines around its changes, and more lines or anchors if they are
/// needed to make its place unique. `context(0)` gives the fewest lines that do so.
///
/// # Errors
///
/// [`Inexpressible::FinalNewline`] if the last line of only one text has a newline;
/// [`Inexpressible::LineEndings`] if it is missing in both and lines around the change have
/// different endings; [`Inexpressible::Encoding`] if UTF-8 is added to a text that is not, and does
/// not become, UTF-8.
pub fn chunks(
    old: &[u8],
    new: &[u8],
    options: &GenOptions,
) -> Result<Vec<Hunk<'static>>, Inexpressible> {
    if old == new {
        return Ok(Vec::new());
    }
    let closed = closed(old, new)?;
    let hunks = hunks(&closed.old, &closed.new, &options.clone().context(0));
    let mut changes: Vec<Change<'_>> = hunks.iter().filter_map(Change::of).collect();
    let text = Text::new(&closed.old);
    if closed.is_open {
        end_in_added_line(&mut changes, &text);
    }
    let writer = Writer { text: &text, changes: &changes, context: options.context };
    let chunks = writer.chunks();
    let is_end = |chunk: &Chunk| chunk.old.end == text.len();
    if closed.is_open && !closed.is_uniform && chunks.iter().any(is_end) {
        return Err(Inexpressible::LineEndings);
    }
    let chunks: Vec<Hunk<'static>> = chunks.iter().map(|chunk| writer.hunk(chunk)).collect();
    let is_other = |text: &[u8]| std::str::from_utf8(text).is_err();
    if is_other(old) && is_other(new) && chunks.iter().any(is_foreign) {
        return Err(Inexpressible::Encoding);
    }
    Ok(chunks)
}

/// Whether a chunk adds UTF-8 beyond ASCII, and none of its old lines shows that the file already
/// has such text.
fn is_foreign(chunk: &Hunk<'_>) -> bool {
    let is_utf8 = |line: &HunkLine<'_>| !line.text.is_ascii() && line.text.to_str().is_ok();
    let added = chunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    added.into_iter().any(|line| is_utf8(&line)) && !chunk.old_lines().any(|line| is_utf8(&line))
}

/// Lines of the old text and what replaces them.
struct Change<'h> {
    old: Range<usize>,
    added: Vec<HunkLine<'h>>,
}

impl<'h> Change<'h> {
    /// A hunk without context.
    fn of(hunk: &'h Hunk<'_>) -> Option<Self> {
        let range = hunk.range()?;
        let start = usize::try_from(range.old_start).ok()?;
        let count = usize::try_from(range.old_count).ok()?;
        // An empty block has the number of the line before it.
        let start = start.checked_sub(usize::from(count > 0))?;
        let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add).collect();
        Some(Self { old: start..start + count, added })
    }
}

/// If the last lines of a file without a final newline are removed, the new last line is removed
/// and added again: a reader omits the final newline only of a line that it adds.
fn end_in_added_line<'a>(changes: &mut [Change<'a>], text: &Text<'a>) {
    let Some(last) = changes.last_mut() else { return };
    if last.old.end == text.len() && last.added.is_empty() && last.old.start > 0 {
        last.old.start -= 1;
        last.added.push(HunkLine::from_line(LineKind::Add, text.line(last.old.start)));
    }
}

/// Changes that are made together, with the lines of the old text that are written and the anchors
/// that lead to them.
#[derive(Clone, Debug)]
struct Chunk {
    changes: Range<usize>,
    old: Range<usize>,
    anchors: Vec<Anchor>,
    ends_file: bool,
}

struct Writer<'t, 'a> {
    text: &'t Text<'a>,
    changes: &'t [Change<'a>],
    context: usize,
}

impl<'a> Writer<'_, 'a> {
    /// All chunks. A chunk without enough room to become unique is joined with its nearer
    /// neighbour. A single chunk may end up with all lines of the file, which have only one place.
    fn chunks(&self) -> Vec<Chunk> {
        let mut done: Vec<Chunk> = Vec::new();
        // The next group is the last in the list.
        let mut left: Vec<Range<usize>> = self.groups();
        left.reverse();
        while let Some(group) = left.pop() {
            let floor = done.last().map_or(0, |chunk| chunk.old.end);
            let next = left.last().map(|next| self.changed(next).start);
            let ceiling = next.unwrap_or(self.text.len());
            if let Some(chunk) = self.single_out(&group, floor..ceiling) {
                done.push(chunk);
                continue;
            }
            let changed = self.changed(&group);
            let behind = next.map(|next| next - changed.end);
            let before = (!done.is_empty()).then_some(changed.start - floor);
            match (behind, before) {
                (Some(behind), before) if before.is_none_or(|before| behind <= before) => {
                    let end = left.pop().map_or(group.end, |next| next.end);
                    left.push(group.start..end);
                }
                (_, Some(_)) => {
                    let start = done.pop().map_or(group.start, |chunk| chunk.changes.start);
                    left.push(start..group.end);
                }
                _ => done.push(self.whole(group)),
            }
        }
        done
    }

    /// The changes that share context.
    fn groups(&self) -> Vec<Range<usize>> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut end = 0;
        for (at, change) in self.changes.iter().enumerate() {
            let is_near = change.old.start - end <= self.context.saturating_mul(2);
            match groups.last_mut() {
                Some(last) if is_near => last.end = at + 1,
                _ => groups.push(at..at + 1),
            }
            end = change.old.end;
        }
        groups
    }

    /// The lines from the first to the last of these changes.
    fn changed(&self, group: &Range<usize>) -> Range<usize> {
        let changes = self.changes.get(group.clone()).unwrap_or_default();
        let start = changes.first().map_or(0, |change| change.old.start);
        start..changes.last().map_or(start, |change| change.old.end)
    }

    /// The chunk with the fewest lines, anchors included, that has one place.
    fn single_out(&self, group: &Range<usize>, room: Range<usize>) -> Option<Chunk> {
        let changed = self.changed(group);
        let mut growth = self.context;
        loop {
            let start = changed.start.saturating_sub(growth).max(room.start);
            let end = changed.end.saturating_add(growth).min(room.end);
            if let Some(chunk) = self.proved(group, start..end, room.start) {
                return Some(chunk);
            }
            if start == room.start && end == room.end {
                return None;
            }
            // Grows line by line as long as that is quick.
            growth += 1 + growth / 8;
        }
    }

    /// The chunk with these old lines, as it is or with the anchors that it needs; `None` if it
    /// cannot be made unique.
    fn proved(&self, group: &Range<usize>, old: Range<usize>, from: usize) -> Option<Chunk> {
        let chunk = Chunk { changes: group.clone(), old, anchors: Vec::new(), ends_file: false };
        let wanted = self.wanted(&chunk);
        if !wanted.is_new() || self.repeats_unseen(&chunk) {
            return None;
        }
        if wanted.is_alone_from(from) {
            return Some(chunk);
        }
        if chunk.old.end == self.text.len() && !chunk.old.is_empty() {
            return Some(Chunk { ends_file: true, ..chunk });
        }
        let ways = anchors::above(self.text, from..chunk.old.start);
        let is_enough =
            |way: &Vec<Anchor>| way.last().is_some_and(|last| wanted.is_alone_below(last));
        ways.into_iter().find(is_enough).map(|anchors| Chunk { anchors, ..chunk })
    }

    /// Whether the inserted lines are also directly before or after their place, and the chunk does
    /// not show these as context: a reader would think that the change has already been made.
    fn repeats_unseen(&self, chunk: &Chunk) -> bool {
        let changes = self.changes.get(chunk.changes.clone()).unwrap_or_default();
        let is_apart = |change: &Change<'_>, lines: &Range<usize>| {
            change.old.is_empty() || change.old.end <= lines.start || lines.end <= change.old.start
        };
        let is_shown = |lines: &Range<usize>| {
            chunk.old.start <= lines.start
                && lines.end <= chunk.old.end
                && changes.iter().all(|change| is_apart(change, lines))
        };
        changes.iter().filter(|change| change.old.is_empty()).any(|change| {
            let (at, count) = (change.old.start, change.added.len());
            let before = at.checked_sub(count).map(|start| start..at);
            let mut beside = [before, Some(at..at + count)].into_iter().flatten();
            beside.any(|lines| self.are_in_file(&change.added, &lines) && !is_shown(&lines))
        })
    }

    /// Whether the added lines are these lines of the file, trailing blanks aside, and some of them
    /// have words.
    fn are_in_file(&self, added: &[HunkLine<'_>], lines: &Range<usize>) -> bool {
        let found = self.text.lines.get(lines.clone()).unwrap_or_default();
        let is_same = |(found, line): (&&[u8], &HunkLine<'_>)| {
            found.trim_ascii_end() == line.text.trim_ascii_end()
        };
        found.len() == added.len()
            && found.iter().zip(added).all(is_same)
            && added.iter().any(|line| line.text.iter().any(u8::is_ascii_alphanumeric))
    }

    fn wanted(&self, chunk: &Chunk) -> Wanted<'_, 'a> {
        let changes = self.changes.get(chunk.changes.clone()).unwrap_or_default();
        let removes = changes.iter().any(|change| !change.old.is_empty());
        let left = (!removes).then(|| {
            let mut left = Vec::new();
            self.walk(chunk, |_, line| left.push(line));
            left
        });
        let whole = self.changed(&chunk.changes);
        Wanted { text: self.text, old: chunk.old.clone(), changed: whole, left }
    }

    fn whole(&self, changes: Range<usize>) -> Chunk {
        Chunk { changes, old: 0..self.text.len(), anchors: Vec::new(), ends_file: false }
    }

    /// Calls `each` for each line of a chunk; added lines have no ending.
    fn walk(&self, chunk: &Chunk, mut each: impl FnMut(LineKind, &'a [u8])) {
        let lines = |range: Range<usize>| self.text.lines.get(range).unwrap_or_default();
        let mut at = chunk.old.start;
        for change in self.changes.get(chunk.changes.clone()).unwrap_or_default() {
            for line in lines(at..change.old.start) {
                each(LineKind::Context, line);
            }
            for line in lines(change.old.clone()) {
                each(LineKind::Remove, line);
            }
            for line in &change.added {
                each(LineKind::Add, line.text);
            }
            at = change.old.end;
        }
        for line in lines(at..chunk.old.end) {
            each(LineKind::Context, line);
        }
    }

    fn hunk(&self, chunk: &Chunk) -> Hunk<'static> {
        let mut lines = HunkLines::default();
        let changes = self.changes.get(chunk.changes.clone()).unwrap_or_default();
        let mut added = changes.iter().flat_map(|change| &change.added);
        self.walk(chunk, |kind, line| match kind {
            LineKind::Add => lines.extend(added.next().copied()),
            _ => lines.push(HunkLine::from_line(kind, line)),
        });
        let text = |anchor: &Anchor| -> Cow<'static, BStr> {
            Cow::Owned(self.text.line(anchor.line).trim_ascii().into())
        };
        Hunk::new(lines.into_owned())
            .with_anchors(chunk.anchors.iter().map(text).collect())
            .with_end_of_file(chunk.ends_file)
    }
}

#[cfg(test)]
mod tests {
    use patch_parse::Format;

    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, context: usize, expected: &str, why: &str) {
        let options = GenOptions::default().context(context);
        let chunks = chunks(old.as_bytes(), new.as_bytes(), &options).unwrap();
        let text: Vec<u8> = chunks.iter().flat_map(|it| it.to_bytes(Format::OpenCode)).collect();
        assert_eq!(String::from_utf8(text).unwrap(), expected, "{why}");
    }

    #[test]
    fn context_is_added_until_the_place_is_the_only_one() {
        let text = "a\nb\nb\nc\nb\nd\n";
        check(text, "A\nb\nb\nc\nb\nd\n", 0, "@@\n-a\n+A\n", "alone without context");
        check(text, "a\nB\nb\nc\nb\nd\n", 0, "@@\n a\n-b\n+B\n b\n", "both sides grow");
        check(text, "a\nb\nb\nc\nB\nd\n", 0, "@@\n c\n-b\n+B\n d\n", "no more than it takes");
        let twice = "@@\n-a\n+A\n@@\n c\n-b\n+B\n d\n";
        check(text, "A\nb\nb\nc\nB\nd\n", 0, twice, "the rest of the file is what counts");
        let (old, new) = (" x\nb\nx\nc\n", " x\nb\ny\nc\n");
        check(old, new, 0, "@@\n b\n-x\n+y\n c\n", "blanks make no difference");
    }

    #[test]
    fn the_context_asked_for_is_there() {
        let (old, new) = ("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nX\n5\n6\n7\n");
        check(old, new, 1, "@@\n 3\n-4\n+X\n 5\n", "one line");
        check(old, new, 9, "@@\n 1\n 2\n 3\n-4\n+X\n 5\n 6\n 7\n", "all there is");
    }

    #[test]
    fn a_heading_that_is_alone_is_the_anchor() {
        let text = |b: &str| {
            format!(
                "fn a() {{\n    x();\n}}\n\nfn b() {{\n    {b}();\n}}\n\nfn c() {{\n    x();\n}}\n"
            )
        };
        let chunk = "@@ fn b() {\n-    x();\n+    y();\n";
        check(&text("x"), &text("y"), 0, chunk, "what follows is in another function");
        let in_classes = |b: &str| {
            format!(
                "class A:\n  def f(self):\n    x()\n\nclass B:\n  def f(self):\n    {b}()\n\nclass C:\n  def f(self):\n    x()\n"
            )
        };
        let chunk = "@@ class B:\n@@ def f(self):\n-    x()\n+    y()\n";
        check(&in_classes("x"), &in_classes("y"), 0, chunk, "the method is named by its class");
    }

    #[test]
    fn the_end_of_the_file_is_a_place() {
        let chunk = "@@\n a\n+b\n*** End of File\n";
        check("a\na\na\n", "a\na\na\nb\n", 0, chunk, "one line of context will do");
    }

    #[test]
    fn what_would_look_done_gets_more_context() {
        let (old, new) = ("f\nx1\ny1\nf\nend\n", "f\nx1\ny1\nf\nx1\ny1\nf\nend\n");
        let chunk = "@@\n x1\n y1\n f\n+x1\n+y1\n+f\n end\n";
        check(old, new, 0, chunk, "with less, the lines afterwards are those of the file");
        let (old, new) = ("b\n\nc\nd\n", "b\n\nb\n\nc\na\nd\n");
        let chunk = "@@\n b\n \n+b\n+\n c\n+a\n d\n";
        check(old, new, 1, chunk, "with less, some of them are beside their place already");
    }

    #[test]
    fn what_has_no_room_is_joined() {
        let (old, new) = ("a\nb\na\nb\na\nb\n", "a\nx\nb\na\nb\ny\na\nb\n");
        let chunk = "@@\n a\n+x\n b\n a\n b\n+y\n a\n";
        check(old, new, 0, chunk, "with the lines between them they are in one place");
    }

    #[test]
    fn a_missing_newline_is_no_part_of_the_text() {
        check("a\nb", "a\nc", 0, "@@\n-b\n+c\n", "it stays missing");
        check("a", "a\nb", 0, "@@\n a\n+b\n", "behind the last line");
        check("a\nb", "a", 0, "@@\n-a\n-b\n+a\n", "what was not the last has none now");
        let refused = |old: &str, new: &str| {
            chunks(old.as_bytes(), new.as_bytes(), &GenOptions::default()).unwrap_err()
        };
        assert_eq!(refused("a\n", "a"), Inexpressible::FinalNewline);
        assert_eq!(refused("a\r\nb\nc", "a\r\nb\nd"), Inexpressible::LineEndings);
    }

    #[test]
    fn a_text_has_one_encoding() {
        let of = |old: &[u8], new: &[u8]| chunks(old, new, &GenOptions::default()).err();
        let refused = Some(Inexpressible::Encoding);
        assert_eq!(of(b"caf\xe9\n1\n", "2\n\u{e9}\n".as_bytes()), None, "all of it is UTF-8 now");
        assert_eq!(of(b"caf\xe9\n1\n", b"caf\xe9\n\xc3\xa9\n"), refused);
        assert_eq!(of(b"caf\xe9\n1\n", b"caf\xe9\n\xe8\n"), None, "none of it is");
        let mixed = (b"caf\xe9\n\xc3\xa9\n", b"caf\xe9\n\xc3\xa8\n");
        assert_eq!(of(mixed.0, mixed.1), None, "there is such text");
    }

    #[test]
    fn an_empty_file_is_filled() {
        check("", "a\nb\n", 3, "@@\n+a\n+b\n", "there is one place");
        check("a\nb\n", "", 3, "@@\n-a\n-b\n", "and all of it goes");
    }
}
