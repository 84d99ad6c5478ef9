//! Placed hunks to new bytes. Old text stays.

use patch_parse::{Format, Hunk, HunkLine, LineKind, Newline};

use super::ladder::{Rung, added};
use super::text::Placed;

/// A line of the result.
struct Out {
    text: Vec<u8>,
    ending: Newline,
    /// How it ends if it is the last.
    last: Last,
}

/// How a line ends that turns out to be the last.
enum Last {
    /// As it is: an old line, or one whose ending the patch knows.
    AsIs,
    /// As the old file ends: the patch changes nothing about that.
    AsFile,
    /// Without a newline, which the patch takes away.
    Without,
}

/// Replaces the old block of each hunk. The places do not overlap.
pub(super) fn splice(
    file: &[&[u8]],
    mut placed: Vec<(&Hunk<'_>, Placed)>,
    format: Format,
) -> Vec<u8> {
    placed.sort_by_key(|(_, place)| (place.start, place.end()));
    let mut out = Vec::new();
    let mut done = 0;
    for (hunk, place) in placed {
        out.extend(file[done..place.start].iter().map(|line| kept(line)));
        hunk_lines(file, hunk, place, format, &mut out);
        done = place.end();
    }
    out.extend(file[done..].iter().map(|line| kept(line)));
    finish(file, out)
}

fn kept(line: &[u8]) -> Out {
    let (text, ending) = Newline::split(line);
    Out { text: text.to_vec(), ending, last: Last::AsIs }
}

/// One hunk: its context as the file has it, and its added lines.
fn hunk_lines(file: &[&[u8]], hunk: &Hunk<'_>, place: Placed, format: Format, out: &mut Vec<Out>) {
    let mut next = place.start;
    let mut run = Run::default();
    let (before, after) = place.dropped;
    let kept_lines = hunk.lines.iter().take(hunk.lines.iter().count() - after).skip(before);
    for line in kept_lines {
        match line.kind {
            LineKind::Context => {
                out.push(kept(file[next]));
                next += 1;
                run = Run::default();
            }
            LineKind::Remove => {
                run.removed.push(Newline::split(file[next]).1);
                next += 1;
            }
            LineKind::Add if knows_endings(file, place, format) => {
                let text = line.text.to_vec();
                out.push(Out { text, ending: line.newline, last: Last::AsIs });
            }
            LineKind::Add => {
                let after = file.get(next).map(|line| Newline::split(line).1);
                let ending = run.ending(out, after).unwrap_or_else(|| most_common(file));
                let last = last(hunk, &line);
                let text = added(&file[place.start..place.end()], hunk, place.rung, line.text);
                out.push(Out { text, ending, last });
            }
        }
    }
}

/// Whether the patch has shown that it knows how lines end here: its old lines agree byte for
/// byte, it was placed by number, or there is nothing to differ from.
fn knows_endings(file: &[&[u8]], place: Placed, format: Format) -> bool {
    let by_number = place.count == 0 && format == Format::Unified;
    (place.rung == Rung::Same && place.count > 0) || by_number || file.is_empty()
}

/// A run of removed and added lines.
#[derive(Default)]
struct Run {
    removed: Vec<Newline>,
    added: usize,
}

impl Run {
    /// The ending of the next added line: of the line it replaces, else of its neighbour before,
    /// else of its neighbour behind.
    fn ending(&mut self, out: &[Out], after: Option<Newline>) -> Option<Newline> {
        let replaced = self.removed.get(self.added).or(self.removed.last()).copied();
        self.added += 1;
        let before = out.last().map(|line| line.ending);
        [replaced, before, after].into_iter().flatten().find(|ending| *ending != Newline::None)
    }
}

/// What the patch says about the end of the file is where its two sides differ.
fn last(hunk: &Hunk<'_>, line: &HunkLine<'_>) -> Last {
    let old_lacks = hunk.old_lines().any(|line| line.newline == Newline::None);
    match (old_lacks, line.newline == Newline::None) {
        (true, false) => Last::AsIs,
        (false, true) => Last::Without,
        (true, true) | (false, false) => Last::AsFile,
    }
}

/// The ending that most lines have; LF in a draw.
fn most_common(file: &[&[u8]]) -> Newline {
    let count = |ending| file.iter().filter(|line| Newline::split(line).1 == ending).count();
    if count(Newline::CrLf) > count(Newline::Lf) { Newline::CrLf } else { Newline::Lf }
}

/// Joins the lines: each but the last has an ending.
fn finish(file: &[&[u8]], out: Vec<Out>) -> Vec<u8> {
    let lacks_newline = file.last().is_some_and(|line| !line.ends_with(b"\n"));
    let count = out.len();
    let mut bytes = Vec::new();
    for (index, line) in out.into_iter().enumerate() {
        let is_last = index + 1 == count;
        let ending = match (line.ending, line.last) {
            (_, Last::Without) if is_last => Newline::None,
            (_, Last::AsFile) if is_last && lacks_newline => Newline::None,
            (Newline::None, _) if !is_last => most_common(file),
            (ending, _) => ending,
        };
        bytes.extend_from_slice(&line.text);
        bytes.extend_from_slice(ending.as_bytes());
    }
    bytes
}
