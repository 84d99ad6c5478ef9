//! One file's hunks against one file's bytes.

use patch_apply::{Contract, Locate};
use patch_parse::{Code, Format, Hunk, HunkLine, LineKind, Newline};

use super::ladder::{self, Rung, is_loose, words};
use super::{place, seek, splice};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Where a hunk stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// First line, 0-based.
    pub start: usize,
    /// Lines in the old block.
    pub count: usize,
    /// How exactly the old lines agree.
    pub rung: Rung,
    /// Context lines at the start and at the end of the hunk that are not part of it.
    pub dropped: (usize, usize),
}

impl Placed {
    /// The line behind the old block.
    pub fn end(self) -> usize {
        self.start + self.count
    }

    /// Where the block would start with all its context.
    pub(super) fn whole_start(self) -> usize {
        self.start.saturating_sub(self.dropped.0)
    }
}

/// The hunks of one file against its bytes: all or none. A failure names the hunk and the code.
pub fn apply_hunks(
    bytes: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    contract: Contract,
    locate: Locate,
) -> Result<Vec<u8>, Vec<(usize, Code)>> {
    let (mark, visible) = split_mark(bytes, hunks);
    let file = lines(visible);
    let mut places = match format {
        Format::Unified => place::all(&file, hunks, contract),
        Format::OpenCode => seek::all(&file, hunks, locate),
    };
    refuse_overlaps(&mut places);
    let standing: Option<Vec<_>> =
        hunks.iter().zip(&places).map(|(hunk, place)| Some((hunk, place.ok()?))).collect();
    let new = standing.map(|all| [mark, &splice::splice(&file, all, format)].concat());
    // What is UTF-8 throughout in the end is not garbled.
    if new.as_ref().is_none_or(|new| std::str::from_utf8(new).is_err()) {
        refuse_other_encodings(bytes, hunks, &mut places);
    }
    let failures: Vec<_> = places
        .iter()
        .enumerate()
        .filter_map(|(index, place)| Some((index, place.err()?)))
        .collect();
    match new {
        Some(new) if failures.is_empty() => Ok(new),
        _ => Err(failures),
    }
}

/// The lines of a text with their endings; only LF ends a line.
pub(super) fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// A byte-order mark is invisible, unless the patch speaks of it.
fn split_mark<'f>(bytes: &'f [u8], hunks: &[Hunk<'_>]) -> (&'f [u8], &'f [u8]) {
    let first_lines = hunks.iter().filter_map(|hunk| hunk.old_lines().next());
    let is_spoken_of = first_lines.into_iter().any(|line| line.text.starts_with(BOM));
    let len = if bytes.starts_with(BOM) && !is_spoken_of { BOM.len() } else { 0 };
    bytes.split_at(len)
}

/// A hunk line as a file would hold it.
pub(super) fn whole(line: &HunkLine<'_>) -> Vec<u8> {
    [&**line.text, line.newline.as_bytes()].concat()
}

/// The old lines of a hunk as a file would hold them.
pub(super) fn old_block(hunk: &Hunk<'_>) -> Vec<Vec<u8>> {
    hunk.old_lines().map(|line| whole(&line)).collect()
}

pub(super) fn without_trailing_blanks(line: &[u8]) -> &[u8] {
    let mut line = line;
    while let [start @ .., b' ' | b'\t' | b'\r' | b'\n' | b'\x0B' | b'\x0C'] = line {
        line = start;
    }
    line
}

/// Every line at which the old block of a hunk stands; an empty block stands nowhere.
pub(super) fn places(file: &[&[u8]], hunk: &Hunk<'_>, rung: Rung) -> Vec<usize> {
    let has_block = hunk.old_lines().next().is_some();
    (0..file.len()).filter(|at| has_block && ladder::stands(file, hunk, *at, rung)).collect()
}

/// Whether other lines stand at a line, trailing blanks and endings aside.
fn stand(file: &[&[u8]], lines: &[Vec<u8>], at: usize) -> bool {
    let there = file.get(at..).and_then(|rest| rest.get(..lines.len()));
    there.is_some_and(|there| {
        there
            .iter()
            .zip(lines)
            .all(|(a, b)| without_trailing_blanks(a) == without_trailing_blanks(b))
    })
}

fn new_block(hunk: &Hunk<'_>) -> Vec<Vec<u8>> {
    hunk.new_lines().map(|line| whole(&line)).collect()
}

/// Context alone, with the removed lines at one end, is no sign that they were removed.
fn new_block_is_evidence(hunk: &Hunk<'_>) -> bool {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    hunk.lines.iter().any(|line| line.kind == LineKind::Add)
        || (is_context(hunk.lines.iter().next()) && is_context(hunk.lines.iter().last()))
}

/// The one line where the new block stands, which shows that the change was made.
pub(super) fn where_the_new_block_stands(file: &[&[u8]], hunk: &Hunk<'_>) -> Option<usize> {
    let new = new_block(hunk);
    let places: Vec<_> = (0..file.len())
        .filter(|at| !new.is_empty() && new_block_is_evidence(hunk) && stand(file, &new, *at))
        .collect();
    match *places {
        [line] => Some(line),
        _ => None,
    }
}

/// Whether the new block stands at a line, which shows that the change was made there.
/// For an old block that was found by a loose rung, its indentation aside.
pub(super) fn new_block_stands(file: &[&[u8]], hunk: &Hunk<'_>, at: usize, rung: Rung) -> bool {
    let new = new_block(hunk);
    let is_loose = is_loose(rung);
    let there = file.get(at..).and_then(|rest| rest.get(..new.len()));
    let stands_loosely =
        || there.is_some_and(|there| there.iter().zip(&new).all(|(a, b)| words(a) == words(b)));
    new_block_is_evidence(hunk) && (stand(file, &new, at) || (is_loose && stands_loosely()))
}

/// Whether the new lines hardly stand anywhere by chance: three with words, some of them added and
/// some context.
pub(super) fn is_substantial(hunk: &Hunk<'_>) -> bool {
    let with_words = |kind: LineKind| {
        let lines = hunk.lines.iter().filter(|line| line.kind == kind);
        lines.filter(|line| line.text.iter().any(u8::is_ascii_alphanumeric)).count()
    };
    let (added, context) = (with_words(LineKind::Add), with_words(LineKind::Context));
    added >= 1 && context >= 1 && added + context >= 3
}

/// A hunk that only adds, at one of its ends, may have been applied already: the added lines stand
/// beyond its place.
pub(super) fn stands_already(file: &[&[u8]], hunk: &Hunk<'_>, place: Placed) -> bool {
    let is = |kind: LineKind| move |line: &HunkLine<'_>| line.kind == kind;
    let only_adds = hunk.lines.iter().all(|line| line.kind != LineKind::Remove);
    let added: Vec<_> =
        hunk.lines.iter().filter(is(LineKind::Add)).map(|line| whole(&line)).collect();
    let follow =
        hunk.lines.iter().skip_while(is(LineKind::Context)).all(|line| line.kind == LineKind::Add);
    let precede =
        hunk.lines.iter().skip_while(is(LineKind::Add)).all(|line| line.kind == LineKind::Context);
    let stands_behind = !hunk.end_of_file && stand(file, &added, place.end());
    let stands_before = place.count > 0
        && place.start.checked_sub(added.len()).is_some_and(|start| stand(file, &added, start));
    let is_there =
        !added.is_empty() && only_adds && (follow && stands_behind || precede && stands_before);
    is_there || changes_nothing(file, hunk, place)
}

/// Lines that agree loosely may be the new ones already.
fn changes_nothing(file: &[&[u8]], hunk: &Hunk<'_>, place: Placed) -> bool {
    let there = file[place.start..place.end()].iter().map(|line| Newline::split(line).0);
    !matches!(place.rung, Rung::Same | Rung::Inner)
        && there.eq(hunk.new_lines().map(|line| line.text.to_vec()))
}

/// Of two hunks that change the same lines the one that starts behind is refused.
fn refuse_overlaps(places: &mut [Result<Placed, Code>]) {
    let mut order: Vec<(usize, Placed)> =
        places.iter().enumerate().filter_map(|(index, place)| Some((index, place.ok()?))).collect();
    order.sort_by_key(|(index, place)| (place.start, place.end(), *index));
    let mut taken = 0;
    for (index, place) in order {
        if place.start < taken {
            places[index] = Err(Code::OverlappingHunks);
        } else {
            taken = place.end();
        }
    }
}

/// UTF-8 text beyond ASCII has no place in a file of another encoding, unless old lines of the hunk
/// show that this part of the file is UTF-8.
fn refuse_other_encodings(bytes: &[u8], hunks: &[Hunk<'_>], places: &mut [Result<Placed, Code>]) {
    if std::str::from_utf8(bytes).is_ok() {
        return;
    }
    let is_beyond_ascii =
        |line: &HunkLine<'_>| !line.text.is_ascii() && std::str::from_utf8(line.text).is_ok();
    for (hunk, place) in hunks.iter().zip(places) {
        let old = hunk.old_lines().any(|line| is_beyond_ascii(&line));
        let added =
            hunk.lines.iter().any(|line| line.kind == LineKind::Add && is_beyond_ascii(&line));
        let is_garbled = match place {
            Ok(_) => added && !old,
            Err(_) => added || old,
        };
        if is_garbled {
            *place = Err(Code::EncodingMismatch);
        }
    }
}
