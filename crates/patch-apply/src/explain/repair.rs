//! The hunk as it would apply to the file as it is, where one repair is clear.
//!
//! Context lines take the text of the lines they face. Of the removed lines at most one may
//! differ, and slightly; what the file has there is named, since it would be lost. The added lines
//! are the writer's and stay: nothing is suggested where their marks look damaged, or where they
//! are not indented as the file is. What comes of it counts only when it applies there, by its
//! lines alone.

use patch_parse::{Format, Hunk, HunkLine, LineKind, Newline};

use super::align::Step;
use super::escapes::Undoing;
use super::likeness::Level;
use super::near::{Lost, Near};
use super::safe::{has_damaged_marks, keeps_headings};
use super::show::{around, without_ending};
use super::unmarked::{self, Unmarked};
use crate::attempt::{AppliedHunk, try_apply};
use crate::place::belongs_to_removed;
use crate::text::LineTable;
use crate::text::blanks::{is_blank_line, without_indentation};
use crate::text::words::has_words;
use crate::{ApplyOptions, Cause, FileLine, Locate, Rung};

/// A place less alike than this, in thousandths, is not what the writer meant for sure.
const LEAST: u32 = 600;

/// A removed line less alike than this, in thousandths, is another line.
const LEAST_REMOVED: u32 = 800;

/// A corrected hunk.
pub(super) struct Repaired {
    pub(super) hunk: Hunk<'static>,
    /// Lines of the file that it removes and that the hunk did not know.
    pub(super) overwrites: Vec<FileLine>,
}

/// The corrected hunk for a place, not yet tried.
pub(super) fn correct(
    lost: &Lost<'_>,
    near: &Near,
    table: &LineTable<'_>,
    format: Format,
    cause: Cause,
) -> Option<Repaired> {
    // What the writer takes for the present is what the file should become: to put the old text
    // back into the context would lose it.
    let is_open = matches!(cause, Cause::TargetStateInContext | Cause::MisplacedMarker);
    if is_open || has_damaged_marks(lost, near) {
        return None;
    }
    match unmarked::of(lost, near, table) {
        Unmarked::Stale => {}
        // All else is as it is written, and where that is has to be the one place: it is tried.
        Unmarked::Added(hunk) => {
            let hunk = at_line(*hunk, near.alignment.first, format);
            return Some(Repaired { hunk, overwrites: Vec::new() });
        }
        Unmarked::Open => return None,
    }
    if adds_what_is_kept(lost, near, table) {
        return None;
    }
    let is_near = near.is_clear && near.alignment.thousandths >= LEAST;
    if !is_near || !keeps_headings(table, lost, near) {
        return None;
    }
    let undoing = Undoing::of(lost, near, table)?;
    let mut repair = Repair::new(table, undoing);
    for (kind, old, step) in facing(lost, near) {
        repair.take(kind, old, step)?;
    }
    let line_count = repair.lines.len();
    let is_clear = repair.is_clear()
        && line_count > 0
        && repair.is_indented_alike()
        && !repair.keeps_rest_of_removed();
    is_clear.then(|| {
        let overwrites = std::mem::take(&mut repair.overwrites);
        Repaired { hunk: repair.into_hunk(lost.hunk, format), overwrites }
    })
}

/// Whether the hunk adds a line that the file has at the place, and the hunk does not show: it
/// would be there twice.
fn adds_what_is_kept(lost: &Lost<'_>, near: &Near, table: &LineTable<'_>) -> bool {
    let is_added = |text: &[u8]| {
        let mut added = lost.hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        added.any(|line| line.text.trim_ascii_end() == text)
    };
    near.alignment.steps.iter().any(|step| match *step {
        Step::OnlyFile { file, .. } => {
            let text = table.line(file).trim_ascii_end();
            text.iter().any(u8::is_ascii_alphanumeric) && is_added(text)
        }
        Step::Pair { .. } | Step::OnlyPatch { .. } => false,
    })
}

/// Whether a corrected hunk applies at its place and changes something there, with the numbers of
/// its header and by its lines alone.
pub(super) fn holds(
    contents: &[u8],
    hunk: &Hunk<'_>,
    near: &Near,
    format: Format,
    options: &ApplyOptions,
) -> bool {
    let locate = options.locate.max(Locate::Unique);
    let options = ApplyOptions { locate, ..options.clone() };
    let applies = |hunk: Hunk<'_>| {
        let applied = try_apply(contents, std::slice::from_ref(&hunk), format, &options);
        applied.is_ok_and(|applied| {
            let is_there =
                applied.hunks.iter().all(|AppliedHunk { placement, mapping, .. }| {
                    placement.line_index == near.alignment.first
                        && placement.rung <= Rung::TrailingBlanks
                        && mapping.is_none()
                });
            is_there && applied.contents != contents
        })
    };
    applies(hunk.clone()) && applies(hunk.clone().with_starts(None))
}

/// What a line of the corrected hunk comes from.
#[derive(Clone, Copy)]
enum Facing {
    /// A line that is added: it faces nothing.
    Added,
    Step(Step),
}

/// The lines of the hunk in order, each with the step it is in; steps of lines that only the file
/// has come before the old line that they precede.
fn facing<'h>(
    lost: &'h Lost<'_>,
    near: &'h Near,
) -> impl Iterator<Item = (LineKind, Option<HunkLine<'h>>, Facing)> {
    let mut lines = lost.hunk.lines.iter().peekable();
    let mut steps = near.alignment.steps.iter().copied().peekable();
    std::iter::from_fn(move || {
        if let Some(line) = lines.next_if(|line| line.kind == LineKind::Add) {
            return Some((LineKind::Add, Some(line), Facing::Added));
        }
        let step = steps.next()?;
        if let Step::OnlyFile { .. } = step {
            let kind = lines.peek().map_or(LineKind::Context, |line| line.kind);
            return Some((kind, None, Facing::Step(step)));
        }
        let line = lines.next()?;
        Some((line.kind, Some(line), Facing::Step(step)))
    })
}

/// A line of the corrected hunk.
struct NewLine {
    kind: LineKind,
    text: Vec<u8>,
    newline: Newline,
    /// Whether the hunk has no such line, only the file.
    is_inserted: bool,
}

impl NewLine {
    fn as_hunk_line(&self) -> HunkLine<'_> {
        HunkLine { kind: self.kind, newline: self.newline, text: self.text.as_slice().into() }
    }
}

struct Repair<'r, 'f> {
    table: &'r LineTable<'f>,
    undoing: Undoing,
    lines: Vec<NewLine>,
    /// First line of the file that the hunk speaks of, 0-based.
    first: Option<usize>,
    /// Old lines with a word in them that agree, and those that were taken from the file.
    agreeing: usize,
    context_changed: usize,
    removed_changed: usize,
    /// Lines whose blanks or typography alone were taken from the file.
    loosely_changed: usize,
    overwrites: Vec<FileLine>,
}

impl<'r, 'f> Repair<'r, 'f> {
    fn new(table: &'r LineTable<'f>, undoing: Undoing) -> Self {
        Self {
            table,
            undoing,
            lines: Vec::new(),
            first: None,
            agreeing: 0,
            context_changed: 0,
            removed_changed: 0,
            loosely_changed: 0,
            overwrites: Vec::new(),
        }
    }

    /// Takes one line of the hunk or of the file; `None` when the repair is not clear.
    fn take(&mut self, kind: LineKind, line: Option<HunkLine<'_>>, facing: Facing) -> Option<()> {
        match (facing, line) {
            (Facing::Added, Some(line)) => self.add(line),
            (Facing::Step(Step::Pair { file, level, .. }), Some(line)) => {
                self.first.get_or_insert(file);
                match level {
                    Level::Same => {
                        self.agreeing += usize::from(has_words(line.text));
                        self.keep(line);
                    }
                    _ => self.replace(line, file, level)?,
                }
            }
            (Facing::Step(Step::OnlyPatch { .. }), Some(line)) => {
                // A line that is to go and is not there may be gone already, or be another.
                (line.kind == LineKind::Context).then_some(())?;
                self.context_changed += 1;
            }
            (Facing::Step(Step::OnlyFile { file, .. }), None) => self.insert(kind, file)?,
            _ => return None,
        }
        Some(())
    }

    fn add(&mut self, line: HunkLine<'_>) {
        let HunkLine { kind, newline, text } = line;
        self.push(kind, newline, self.undoing.apply(text));
    }

    fn keep(&mut self, line: HunkLine<'_>) {
        self.push(line.kind, line.newline, line.text.to_vec());
    }

    fn push(&mut self, kind: LineKind, newline: Newline, text: Vec<u8>) {
        self.lines.push(NewLine { kind, newline, text, is_inserted: false });
    }

    fn replace(&mut self, line: HunkLine<'_>, file: usize, level: Level) -> Option<()> {
        let there = without_ending(self.table.line(file));
        // An empty line takes the place of no other: that one may be added, and would be lost.
        (is_blank_line(line.text) == is_blank_line(there)).then_some(())?;
        // Other indentation is other structure: the added lines would have to follow.
        let are_worded = has_words(line.text) && has_words(there);
        (!are_worded || without_indentation(line.text).0 == without_indentation(there).0)
            .then_some(())?;
        if line.kind == LineKind::Remove {
            // The added lines have that sign too, or lack it because it was to go.
            (!has_one_more_sign(line.text, there)).then_some(())?;
            self.overwrites.push(FileLine { line: file + 1, text: around(there, 1) });
        }
        let plain = self.undoing.apply(line.text);
        match (level, line.kind) {
            (Level::Loose, _) => self.loosely_changed += 1,
            _ if plain.trim_ascii_end() == there.trim_ascii_end() => self.loosely_changed += 1,
            (Level::Differs(thousandths), LineKind::Remove) => {
                (thousandths >= LEAST_REMOVED).then_some(())?;
                self.removed_changed += 1;
            }
            _ => self.context_changed += 1,
        }
        self.push(line.kind, line.newline, there.to_vec());
        Some(())
    }

    /// Adds a line of the file as context, `next` being the kind of the line after it.
    fn insert(&mut self, next: LineKind, file: usize) -> Option<()> {
        let last = self.lines.last()?;
        // Beside an added line it may belong before or after it, unless that is in the place of a
        // removed one; among removed ones it may go too.
        let is_inside = last.kind == LineKind::Remove && next == LineKind::Remove;
        let before = self.lines.iter().rev().find(|line| line.kind != LineKind::Add)?;
        let is_beside = last.kind == LineKind::Add
            && (before.kind != LineKind::Remove || next != LineKind::Context);
        let is_open = is_beside || is_inside;
        let newline = last.newline;
        if is_open || newline == Newline::None {
            return None;
        }
        let text = without_ending(self.table.line(file)).to_vec();
        self.lines.push(NewLine { kind: LineKind::Context, newline, text, is_inserted: true });
        self.context_changed += 1;
        Some(())
    }

    /// Whether no added line is indented with tabs where the lines of the file have spaces, or the
    /// other way round.
    fn is_indented_alike(&self) -> bool {
        let has = |kinds: [LineKind; 2], blank: u8| {
            let lines = self.lines.iter().filter(|line| kinds.contains(&line.kind));
            lines
                .filter(|line| has_words(&line.text))
                .any(|line| without_indentation(&line.text).0.contains(&blank))
        };
        let old = [LineKind::Context, LineKind::Remove];
        let added = [LineKind::Add, LineKind::Add];
        let is_foreign = |own, other| has(added, other) && has(old, own) && !has(old, other);
        !is_foreign(b' ', b'\t') && !is_foreign(b'\t', b' ')
    }

    fn is_clear(&self) -> bool {
        let is_one_kind = self.removed_changed == 0 || self.context_changed == 0;
        let changed = self.context_changed + self.removed_changed;
        is_one_kind
            && self.removed_changed <= 1
            && self.context_changed <= self.agreeing
            && self.agreeing > 0
            && changed + self.loosely_changed > 0
    }

    /// Whether lines that the hunk does not have are the rest of what it removes beside them.
    fn keeps_rest_of_removed(&self) -> bool {
        let lines: Vec<HunkLine<'_>> = self.lines.iter().map(NewLine::as_hunk_line).collect();
        let mut end = 0;
        self.lines.chunk_by(|line, next| line.is_inserted == next.is_inserted).any(|run| {
            let start = end;
            end += run.len();
            let stays: Vec<&[u8]> = run.iter().map(|line| line.text.as_slice()).collect();
            run.first().is_some_and(|line| line.is_inserted)
                && lines.split_at_checked(start).is_some_and(|(front, _)| {
                    let behind = lines.get(end..).unwrap_or_default();
                    belongs_to_removed(front, &stays, behind)
                })
        })
    }

    fn into_hunk(self, like: &Hunk<'_>, format: Format) -> Hunk<'static> {
        let lines = self.lines.iter().map(NewLine::as_hunk_line);
        let hunk = like.clone().into_owned().with_lines(lines.collect());
        at_line(hunk, self.first.unwrap_or(0), format)
    }
}

/// Whether a line of a hunk is that of the file with a comma or a semicolon behind it.
fn has_one_more_sign(line: &[u8], there: &[u8]) -> bool {
    let (line, there) = (line.trim_ascii_end(), there.trim_ascii_end());
    let sign = line.strip_prefix(there);
    sign.is_some_and(|sign| matches!(sign, b"," | b";"))
}

/// A hunk with the number of a line, 0-based, where hunks have numbers.
fn at_line(hunk: Hunk<'static>, line_index: usize, format: Format) -> Hunk<'static> {
    let start = u64::try_from(line_index + 1).unwrap_or(u64::MAX);
    let is_numbered = format == Format::Unified || hunk.range().is_some();
    hunk.with_starts(is_numbered.then_some((start, start))).with_span(patch_parse::Span::default())
}
