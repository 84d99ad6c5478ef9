//! The patch, as git or a model writes it for the file that it saw; careless now and then, which
//! the writers of `patch-gen` never are.

use std::fmt::Write as _;

use patch_parse::{Format, LineKind};

use super::super::rng::Rng;
use super::edit::Edit;
use super::text::{OldLine, Text, indent};

/// The longest heading that git writes.
const LONGEST_HEADING: usize = 80;

/// How often a chunk is given another line of context on either side before it is left as it is.
const MOST_GROWTH: usize = 10;

/// Some edits and the lines around them.
#[derive(Clone, Debug)]
pub(super) struct Hunk {
    /// The lines of the old file that it has.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) edits: Vec<Edit>,
    pub(super) lines: Vec<(LineKind, String)>,
    /// Whether the header has numbers.
    pub(super) has_numbers: bool,
    /// What is after the second `@@`.
    pub(super) heading: Option<String>,
    /// Lines after `@@` in the `OpenCode` format.
    pub(super) anchors: Vec<String>,
    /// Whether `*** End of File` is written.
    pub(super) ends_file: bool,
}

impl Hunk {
    /// The lines that the file is to have, and whether they go.
    pub(super) fn old_lines(&self) -> impl Iterator<Item = (bool, &str)> {
        let old = self.lines.iter().filter(|(kind, _)| *kind != LineKind::Add);
        old.map(|(kind, text)| (*kind == LineKind::Remove, &**text))
    }

    /// The lines that the file has afterwards.
    pub(super) fn new_lines(&self) -> impl Iterator<Item = &str> {
        let new = self.lines.iter().filter(|(kind, _)| *kind != LineKind::Remove);
        new.map(|(_, text)| &**text)
    }

    pub(super) fn old_count(&self) -> usize {
        self.end - self.start
    }

    fn new_count(&self) -> usize {
        self.lines.iter().filter(|(kind, _)| *kind != LineKind::Remove).count()
    }

    fn fill(&mut self, text: &Text) {
        let old = |at: usize| text.lines.get(at).map_or("", |line| &*line.text).to_owned();
        self.lines.clear();
        let mut at = self.start;
        for edit in &self.edits {
            self.lines.extend((at..edit.at).map(|at| (LineKind::Context, old(at))));
            self.lines.extend((edit.at..edit.end()).map(|at| (LineKind::Remove, old(at))));
            self.lines.extend(edit.added.iter().map(|line| (LineKind::Add, line.clone())));
            at = edit.end();
        }
        self.lines.extend((at..self.end).map(|at| (LineKind::Context, old(at))));
    }
}

/// The hunks of a change with one to three lines of context.
pub(super) fn hunks(text: &Text, edits: &[Edit], format: Format, rng: &mut Rng) -> Vec<Hunk> {
    let context = [3, 3, 3, 2, 1][rng.below(5)];
    let has_numbers = format == Format::Unified && !rng.once_in(5);
    let has_headings = format == Format::Unified && !rng.once_in(6);
    let mut hunks: Vec<Hunk> = Vec::new();
    for edit in edits {
        let end = (edit.end() + context).min(text.lines.len());
        let start = edit.at.saturating_sub(context);
        match hunks.last_mut() {
            Some(last) if start <= last.end => {
                last.end = end;
                last.edits.push(edit.clone());
            }
            _ => hunks.push(Hunk {
                start,
                end,
                edits: vec![edit.clone()],
                lines: Vec::new(),
                has_numbers,
                heading: has_headings.then(|| heading(&text.lines, start)).flatten(),
                anchors: Vec::new(),
                ends_file: false,
            }),
        }
    }
    for hunk in &mut hunks {
        hunk.fill(text);
    }
    if format == Format::OpenCode {
        for number in 0..hunks.len() {
            single_out(&mut hunks, number, text, rng);
        }
    }
    hunks
}

/// The line that git writes after the second `@@`: the nearest above that begins with a letter.
fn heading(lines: &[OldLine], start: usize) -> Option<String> {
    let above = lines.iter().take(start).rev();
    above.map(|line| &*line.text).find(|text| is_heading(text)).map(cut)
}

/// What git takes for the name of a function where nothing tells it better.
pub(super) fn is_heading(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
}

/// As much of a heading as git writes.
pub(super) fn cut(line: &str) -> String {
    line.get(..LONGEST_HEADING).unwrap_or(line).trim_end().to_owned()
}

/// Gives a chunk anchors and context until the format's rule finds it in the file that the writer
/// saw; some writers do not care.
fn single_out(hunks: &mut [Hunk], number: usize, text: &Text, rng: &mut Rng) {
    let floor = number.checked_sub(1).and_then(|before| hunks.get(before)).map_or(0, |it| it.end);
    let ceiling = hunks.get(number + 1).map_or(text.lines.len(), |next| next.start);
    let Some(hunk) = hunks.get_mut(number) else { return };
    let is_careless = rng.once_in(8);
    if rng.once_in(2) {
        hunk.anchors = anchors(text, hunk, floor, rng.once_in(3));
    }
    for _ in 0..MOST_GROWTH {
        if is_careless || is_first(text, hunk, floor) {
            break;
        }
        if hunk.anchors.is_empty() && rng.once_in(2) {
            hunk.anchors = anchors(text, hunk, floor, true);
            continue;
        }
        hunk.start = hunk.start.saturating_sub(1).max(floor);
        hunk.end = (hunk.end + 1).min(ceiling);
        hunk.anchors.clear();
        hunk.fill(text);
    }
    hunk.ends_file = hunk.end == text.lines.len() && rng.once_in(2);
}

/// The lines that open the blocks around a chunk; the innermost alone unless all are wanted.
fn anchors(text: &Text, hunk: &Hunk, floor: usize, are_all: bool) -> Vec<String> {
    let first = hunk.edits.first().map_or(hunk.start, |edit| edit.at);
    let copy = text.lines.get(first).and_then(|line| line.copy);
    let above = text.lines.iter().enumerate().take(hunk.start).skip(floor);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for (_, line) in above.filter(|(_, line)| line.copy == copy) {
        let Some(depth) = line.opens else { continue };
        found.retain(|(other, _)| *other < depth);
        found.push((depth, line.text.trim()));
    }
    // The block of the first edit may begin within the chunk: no line above opens it.
    let opened = text.lines.iter().take(first + 1).skip(hunk.start).filter_map(|line| line.opens);
    if let Some(depth) = opened.min() {
        found.retain(|(other, _)| *other < depth);
    }
    let kept = if are_all { found.len() } else { 1 };
    found.drain(..found.len().saturating_sub(kept));
    found.into_iter().map(|(_, text)| text.to_owned()).collect()
}

/// Whether the first place after the anchors is the one that is meant.
fn is_first(text: &Text, hunk: &Hunk, floor: usize) -> bool {
    let lines: Vec<&str> = text.lines.iter().map(|line| &*line.text).collect();
    seek(&lines, &hunk.anchors, floor)
        .is_some_and(|from| first_from(&lines, hunk, from) == Some(hunk.start))
}

/// The line of the last anchor, each sought after the one before; the cursor where there are none.
pub(super) fn seek(file: &[&str], anchors: &[String], cursor: usize) -> Option<usize> {
    let mut from = cursor;
    let mut found = cursor;
    for anchor in anchors {
        let is_it = |at: &usize| file.get(*at).is_some_and(|line| line.trim() == anchor.trim());
        found = (from..file.len()).find(is_it)?;
        from = found + 1;
    }
    Some(found)
}

/// The first line from one on at which the file has all old lines of a hunk.
pub(super) fn first_from(file: &[&str], hunk: &Hunk, from: usize) -> Option<usize> {
    let old: Vec<&str> = hunk.old_lines().map(|(_, text)| text).collect();
    (from..file.len()).find(|at| file.get(*at..at + old.len()) == Some(&*old))
}

/// The lines of the block that a line opens, that line included: what is deeper, or of a
/// `[section]` all up to the next.
pub(super) fn scope(file: &[&str], opening: usize) -> std::ops::Range<usize> {
    let is_section = |line: &str| line.starts_with('[') && line.ends_with(']');
    let first = file.get(opening).copied().unwrap_or_default();
    let depth = indent(first).len();
    let is_end = |at: &usize| {
        let line = file.get(*at).copied().unwrap_or_default();
        let words = line.trim_start();
        if is_section(first) {
            return is_section(line);
        }
        let closes = words.starts_with(['}', ')', ']']);
        let is_comment = ["#", "//"].iter().any(|mark| words.starts_with(mark));
        !words.is_empty() && !closes && !is_comment && indent(line).len() <= depth
    };
    opening..(opening + 1..file.len()).find(is_end).unwrap_or(file.len())
}

/// The patch text.
pub(super) fn patch(hunks: &[Hunk], path: &str, format: Format, rng: &mut Rng) -> String {
    let mut out = match format {
        Format::Unified => format!("--- a/{path}\n+++ b/{path}\n"),
        Format::OpenCode => format!("*** Begin Patch\n*** Update File: {path}\n"),
    };
    let nowhere = if rng.once_in(2) { "@@ @@" } else { "@@ ... @@" };
    let mut grown = 0;
    for hunk in hunks {
        match format {
            Format::Unified => header(hunk, &mut grown, nowhere, &mut out),
            Format::OpenCode => {
                hunk.anchors.iter().for_each(|anchor| line(&mut out, "@@ ", anchor));
                if hunk.anchors.is_empty() {
                    out.push_str("@@\n");
                }
            }
        }
        for (kind, text) in &hunk.lines {
            out.push(char::from(kind.marker()));
            line(&mut out, "", text);
        }
        if hunk.ends_file {
            out.push_str("*** End of File\n");
        }
    }
    if format == Format::OpenCode {
        out.push_str("*** End Patch\n");
    }
    out
}

fn line(out: &mut String, mark: &str, text: &str) {
    let _ = writeln!(out, "{mark}{text}");
}

/// The header that git writes, or one without numbers.
fn header(hunk: &Hunk, grown: &mut usize, nowhere: &str, out: &mut String) {
    let (old, new) = (hunk.old_count(), hunk.new_count());
    let start = |at: usize, count: usize| at + usize::from(count > 0);
    // In wrapping numbers: the new file may be the shorter one.
    let new_start = hunk.start.wrapping_add(*grown);
    *grown = grown.wrapping_add(new).wrapping_sub(old);
    if hunk.has_numbers {
        let (old_start, new_start) = (start(hunk.start, old), start(new_start, new));
        let _ = write!(out, "@@ -{old_start},{old} +{new_start},{new} @@");
    } else {
        out.push_str(nowhere);
    }
    match &hunk.heading {
        Some(heading) => line(out, " ", heading),
        None => out.push('\n'),
    }
}
