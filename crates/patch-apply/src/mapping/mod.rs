//! How what a patch writes maps to what the file has: the added lines of a hunk that was matched
//! loosely are written through the mapping that its old lines show.
//!
//! [`signs`] is about characters (typographic quotes, odd spaces, escapes), [`runs`] about the blanks
//! inside of lines, [`indentation`] about those at their start, [`margins`] about which of them count, [`units`] and
//! [`steps`] about the steps that they are in, [`fit`] about what is in none, [`short`] about lines that lack one,
//! [`blank`] about those that have one too many, [`literals`] about those that are content.
//! Where the old lines do not tell, the hunk is refused: an added line is never written as it is in the
//! patch while the lines around it had to be read otherwise.

mod added;
mod backslashes;
mod blank;
mod fit;
mod flat;
mod gap;
mod indentation;
mod literals;
mod margins;
mod pair;
mod runs;
mod short;
mod signs;
mod steps;
mod units;

use std::collections::BTreeSet;
use std::fmt;

use patch_parse::{Hunk, HunkLine, LineKind};

use self::added::{Added, Replacing};
use self::blank::Insertion;
use self::flat::{are_added_flat, are_flat};
use self::gap::Gap;
use self::indentation::Indentation;
use self::margins::Margins;
use self::pair::Pair;
use self::runs::Runs;
use self::signs::Signs;
pub(crate) use self::units::Around;
use crate::place::rung::{
    Rung, closes_block, depth, has_words, opens_block, without_indentation, without_trailing_blanks,
};
use crate::text::last_line;
use crate::{Cause, Placement};

/// How added lines were written otherwise than in the patch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    signs: Signs,
    runs: Runs,
    margins: Margins,
    indentation: Indentation,
    /// What the old lines show: the indentations that they have in the patch and in the file.
    shown: BTreeSet<(Vec<u8>, Vec<u8>)>,
}

impl fmt::Display for Mapping {
    /// The rules found, as in `indentation: 2 -> 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = if self.runs == Runs::Tab { "blanks inside: tab" } else { "" };
        let rules = [self.indentation.to_string(), runs.to_owned(), self.signs.to_string()];
        let rules: Vec<_> = rules.into_iter().filter(|rule| !rule.is_empty()).collect();
        f.write_str(&rules.join(", "))
    }
}

/// Whether one rule explains the indentation of all old lines where these lines of the file are.
pub(crate) fn is_one_rule<'f>(hunk: &Hunk<'_>, file: impl Iterator<Item = &'f [u8]>) -> bool {
    let old: Vec<_> = old_lines(hunk, file).collect();
    let margins = Margins::of(old.iter().map(|(line, file)| (&**line.text, *file)));
    let pairs = old.iter().filter_map(|(line, file)| margins.pair((line.text, file), line.kind));
    indentation::is_one_rule(&pairs.collect::<Vec<_>>())
}

/// Whether a hunk whose old lines are as the file has them may have a blank too many in front of what it adds; `None` where it
/// does not say.
pub(crate) fn may_be_blank_off(hunk: &Hunk<'_>) -> Option<bool> {
    blank::may_be_off(hunk)
}

/// What the hunks of a file that are written otherwise show together.
pub(crate) struct Shown {
    signs: Signs,
    /// Where it is the same for all.
    indentation: Option<Indentation>,
    /// What all of them show of it.
    pairs: BTreeSet<(Vec<u8>, Vec<u8>)>,
    indents_what_has_none: bool,
}

impl Shown {
    /// `None` where no hunk is written otherwise.
    pub(crate) fn by(mappings: &[Mapping]) -> Option<Self> {
        let (first, rest) = mappings.split_first()?;
        let is_one = rest.iter().all(|other| other.indentation == first.indentation);
        Some(Self {
            signs: rest.iter().fold(first.signs.clone(), |signs, other| signs.and(&other.signs)),
            indentation: is_one.then(|| first.indentation.clone()),
            pairs: mappings.iter().flat_map(|mapping| &mapping.shown).cloned().collect(),
            indents_what_has_none: mappings
                .iter()
                .any(|mapping| mapping.indentation.indents_what_has_none()),
        })
    }
}

impl Mapping {
    /// What the old lines of a hunk show where they match the file; `file` is the file's text up to
    /// the place and from there on, `around` what surrounds it.
    ///
    /// # Errors
    ///
    /// The cause for which the added lines cannot be written.
    pub(crate) fn of(
        hunk: &Hunk<'_>,
        place: &Placement,
        (front, file): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Result<Self, Cause> {
        if hunk.lines.added_count() == 0 {
            return Ok(Self::default());
        }
        if place.rung == Rung::OuterContext {
            return Self::of_outer(hunk, place, (front, file));
        }
        if !place.rung.maps_added_lines() {
            return Ok(Self::default());
        }
        let (signs, plain) = plain_lines(hunk, place, file);
        let margins = margins_of(&plain);
        let pairs = pairs_of(&plain, margins);
        let runs = Runs::of(plain.iter().map(|line| (&*line.text, line.file)));
        let mut added = Vec::new();
        for line in hunk.lines.iter().filter(|line| line.kind == LineKind::Add) {
            let text = signs.apply(line.text).and_then(|text| runs.apply(&text));
            added.push(text.ok_or(Cause::UnmappedCharacters)?);
        }
        let indents: Vec<&[u8]> = added.iter().filter_map(|text| margins.indent(text)).collect();
        let facing = Facing::of(hunk, file, margins);
        let is_step_unfounded = is_step_unfounded(hunk, &facing);
        let gaps = gaps(hunk, front, &facing, &added, around);
        let is_flat = are_flat(&added);
        let has_insertion = has_insertion(hunk);
        let replacing = replacing(hunk, &facing, &added);
        let shown = Added {
            indents: &indents,
            is_step_unfounded,
            gaps: &gaps,
            is_flat,
            step: steps::of_lines(&added),
            has_insertion,
            replacing: &replacing,
        };
        let indentation = Indentation::of(&pairs, &shown, around);
        let indentation = indentation.ok_or(Cause::UnmappedIndentation)?;
        let is_misfit = |gap: &Gap<'_>| {
            indentation.apply(gap.added).is_some_and(|indent| gap.is_misfit(&indent))
        };
        let is_changed = || is_literal_changed(hunk, &added, margins, &indentation);
        let is_beside = |gap: &Gap<'_>| {
            let indent = indentation.apply(gap.added);
            indent.is_some_and(|indent| fit::is_beside_step(gap, &indent, around))
        };
        // Context at the margin of the file says nothing of the steps of the patch.
        let is_at_margin = pairs.iter().all(|pair| pair.file.is_empty());
        let is_off = || {
            let written: Vec<_> = indents.iter().filter_map(|own| indentation.apply(own)).collect();
            gaps.iter().any(is_beside)
                || fit::are_other_blanks(written.iter().map(Vec::as_slice), around)
                || (is_at_margin && fit::are_other_steps(&added, around))
        };
        let is_moved = || pairs.iter().any(|pair| pair.patch != pair.file);
        if gaps.iter().any(is_misfit) || is_changed() || (is_moved() && is_off()) {
            return Err(Cause::UnmappedIndentation);
        }
        Ok(Self { signs, runs, margins, indentation, shown: indentation::shown(&pairs) })
    }

    /// What a hunk that adds nothing shows of how its patch is written: its characters, and the one rule of its indentation.
    pub(crate) fn of_removal(hunk: &Hunk<'_>, place: &Placement, file: &[u8]) -> Option<Self> {
        if hunk.lines.added_count() > 0 || !place.rung.maps_added_lines() {
            return None;
        }
        let (signs, plain) = plain_lines(hunk, place, file);
        let margins = margins_of(&plain);
        let pairs = pairs_of(&plain, margins);
        let indentation = indentation::only_rule(&pairs).unwrap_or_default();
        let shown = indentation::shown(&pairs);
        let mapping = Self { signs, runs: Runs::Same, margins, indentation, shown };
        (!mapping.is_same()).then_some(mapping)
    }

    /// Where context differs, no line that stays is indented otherwise; but the lines from the place on show what the
    /// characters of the patch mean, those that differ, too.
    fn of_outer(
        hunk: &Hunk<'_>,
        place: &Placement,
        (front, file): (&[u8], &[u8]),
    ) -> Result<Self, Cause> {
        if is_outer_moved(hunk, place, (front, file)) {
            return Err(Cause::UnmappedIndentation);
        }
        let mut above = front;
        let before: Vec<_> = hunk.old_lines().take(place.dropped_before).collect();
        let before =
            before.into_iter().rev().map_while(|line| Some((line, last_line(&mut above)?)));
        let from_place = hunk.old_lines().skip(place.dropped_before);
        let in_file = file.split_inclusive(|byte| *byte == b'\n');
        let old: Vec<(HunkLine<'_>, &[u8])> = before.chain(from_place.zip(in_file)).collect();
        let signs = Signs::of(old.iter().map(|(line, file)| (&**line.text, *file)));
        let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let is_told = added.map(|line| signs.apply(line.text)).all(|line| line.is_some());
        let mapping = Self { signs, ..Self::default() };
        is_told.then_some(mapping).ok_or(Cause::UnmappedCharacters)
    }

    /// Of a hunk whose old lines are as the file has them, and which removes none: where its added lines are one blank too
    /// deep for the place, which says so itself; and how many lines tell so.
    pub(crate) fn by_place(
        hunk: &Hunk<'_>,
        (front, behind): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Option<(Self, usize)> {
        let before = last_worded(front, Margins::default());
        let insertions = Insertion::of(hunk, before, first_worded(behind))?;
        let is_off =
            |lines: &Insertion<'_>| lines.is_blank_off(around) && lines.is_moved_by_place(around);
        let is_meant = hunk.old_lines().next().is_some() && insertions.iter().all(is_off);
        let indentation = Indentation::Out(b" ".to_vec());
        let mapping = Self { margins: Margins::of_exact(hunk), indentation, ..Self::default() };
        is_meant.then(|| (mapping, insertions.iter().map(Insertion::weight).sum()))
    }

    /// Of a hunk whose old lines are as the file has them: how its added lines are written by what the other hunks of
    /// the file show, where its own lines do not tell. A patch is damaged as a whole, not hunk by hunk.
    ///
    /// # Errors
    ///
    /// The cause for which the added lines cannot be written: the others lost their indentation, and so did these.
    pub(crate) fn by_others(
        hunk: &Hunk<'_>,
        others: &Shown,
        (front, behind): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Result<Option<Self>, Cause> {
        let own = Signs::of(hunk.old_lines().map(|line| (&**line.text, &**line.text)));
        let signs = own.or(&others.signs);
        let margins = Margins::of_exact(hunk);
        let indents = |kind: LineKind| -> Vec<Vec<u8>> {
            let lines = hunk.lines.iter().filter(|line| line.kind == kind);
            lines.filter_map(|line| Some(margins.indent(line.text)?.to_vec())).collect()
        };
        let added = indents(LineKind::Add);
        let old = [indents(LineKind::Context), indents(LineKind::Remove)].concat();
        let mut at_margin = added.iter().chain(&old);
        if at_margin.all(Vec::is_empty) && others.indents_what_has_none && are_added_flat(hunk) {
            return Err(Cause::UnmappedIndentation);
        }
        let is_off = || {
            let insertions = Insertion::of(hunk, last_worded(front, margins), first_worded(behind));
            insertions.is_some_and(|all| all.iter().all(|lines| lines.is_blank_off(around)))
        };
        let by_others = |rule: &Indentation| {
            if rule.is_blank_too_many() {
                return is_off().then(|| rule.clone());
            }
            indentation::by_others(rule, &old, &added)
        };
        let indentation = others.indentation.as_ref().and_then(by_others);
        let by_all = || indentation::by_all(&others.pairs, &old, &added, around);
        let indentation = indentation.or_else(by_all).unwrap_or_default();
        let mapping = Self { signs, margins, indentation, ..Self::default() };
        let mut lines = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let is_other = lines.any(|line| mapping.line(line.text) != **line.text);
        Ok(is_other.then_some(mapping))
    }

    /// Whether added lines stay as they are in the patch.
    pub fn is_same(&self) -> bool {
        self.signs.is_same() && self.runs != Runs::Tab && self.indentation.is_same()
    }

    /// An added line as the file would have it.
    pub(crate) fn line(&self, text: &[u8]) -> Vec<u8> {
        let text = self.signs.apply_or_keep(text);
        let text = self.runs.apply(&text).unwrap_or(text);
        if without_indentation(&text).1.is_empty() {
            return self.indentation.blank_line(text);
        }
        let Some(indent) = self.margins.indent(&text) else { return text };
        match self.indentation.apply(indent) {
            Some(new) => [&*new, text.get(indent.len()..).unwrap_or_default()].concat(),
            None => text,
        }
    }
}

/// An old line with the signs of the file, and the line of the file that it faces.
struct Plain<'f> {
    text: Vec<u8>,
    kind: LineKind,
    file: &'f [u8],
}

/// The signs that the old lines of a hunk show, and these lines with the signs of the file, each beside the line that it faces.
fn plain_lines<'f>(hunk: &Hunk<'_>, place: &Placement, file: &'f [u8]) -> (Signs, Vec<Plain<'f>>) {
    let in_file = file.split_inclusive(|byte| *byte == b'\n').take(place.line_count);
    let old: Vec<(HunkLine<'_>, &[u8])> = old_lines(hunk, in_file).collect();
    let signs = Signs::of(old.iter().map(|(line, file)| (&**line.text, *file)));
    let plain = old.iter().map(|(line, file)| Plain {
        text: signs.apply_or_keep(line.text),
        kind: line.kind,
        file,
    });
    let plain = plain.collect();
    (signs, plain)
}

/// The indentations of old lines that have words.
fn pairs_of<'l>(lines: &'l [Plain<'l>], margins: Margins) -> Vec<Pair<'l>> {
    lines.iter().filter_map(|line| margins.pair((&line.text, line.file), line.kind)).collect()
}

fn margins_of(lines: &[Plain<'_>]) -> Margins {
    Margins::of(lines.iter().map(|line| (&*line.text, line.file)))
}

/// Whether a line of outer context differs from the file in its indentation alone: then that of the added lines may, too. Or
/// it begins with other blanks than the line of the file, whatever its words, and so does an added one.
fn is_outer_moved(hunk: &Hunk<'_>, place: &Placement, (front, file): (&[u8], &[u8])) -> bool {
    let is_moved = |line: &HunkLine<'_>, file: &[u8]| {
        let [patch, file] = [line.text.as_ref(), file].map(without_trailing_blanks);
        patch != file
            && has_words(patch)
            && without_indentation(patch).1 == without_indentation(file).1
    };
    let begins_so = |blank: u8| {
        let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        added.any(|line| line.text.first() == Some(&blank))
    };
    let has_other_blanks = |line: &HunkLine<'_>, file: &[u8]| {
        let is_worded = depth(line.text).is_some() && depth(file).is_some();
        match (line.text.first(), file.first()) {
            (Some(own @ (b' ' | b'\t')), Some(other @ (b' ' | b'\t'))) => {
                is_worded && own != other && begins_so(*own)
            }
            _ => false,
        }
    };
    let is_moved =
        |line: &HunkLine<'_>, file: &[u8]| is_moved(line, file) || has_other_blanks(line, file);
    let before: Vec<_> = hunk.old_lines().take(place.dropped_before).collect();
    let mut above = front;
    let mut in_front = before.iter().rev().map_while(|line| Some((line, last_line(&mut above)?)));
    let in_file = file.split_inclusive(|byte| *byte == b'\n');
    let mut from_place = hunk.old_lines().skip(place.dropped_before).zip(in_file);
    in_front.any(|(line, file)| is_moved(line, file))
        || from_place.any(|(line, file)| is_moved(&line, file))
}

/// The lines of the file that a hunk faces.
struct Facing<'f> {
    margins: Margins,
    /// Each line, where it has words.
    own: Vec<Option<&'f [u8]>>,
    /// The first line with words from each on, and from the line behind the last on.
    next: Vec<Option<&'f [u8]>>,
}

impl<'f> Facing<'f> {
    /// `file` is the text from the place of the hunk on.
    fn of(hunk: &Hunk<'_>, file: &'f [u8], margins: Margins) -> Self {
        let worded = |line: &'f [u8]| margins.depth(line).map(|_| line);
        let mut in_file = file.split_inclusive(|byte| *byte == b'\n');
        let own: Vec<_> = in_file.by_ref().take(hunk.lines.old_count()).map(worded).collect();
        let mut next = vec![in_file.find_map(worded)];
        for line in own.iter().rev() {
            next.push(line.or_else(|| next.last().copied().flatten()));
        }
        next.reverse();
        Self { margins, own, next }
    }

    fn own(&self, at: usize) -> Option<&'f [u8]> {
        self.own.get(at).copied().flatten()
    }

    fn next(&self, at: usize) -> Option<&'f [u8]> {
        self.next.get(at).copied().flatten()
    }

    fn own_depth(&self, at: usize) -> Option<usize> {
        self.own(at).and_then(|line| self.margins.depth(line))
    }

    fn next_depth(&self, at: usize) -> Option<usize> {
        self.next(at).and_then(|line| self.margins.depth(line))
    }
}

/// Where lines are added between two lines of the file that stay and have words; `added` are all added lines, their
/// signs mapped. `front` is the file up to the place.
fn gaps<'l>(
    hunk: &Hunk<'_>,
    front: &'l [u8],
    facing: &Facing<'l>,
    added: &'l [Vec<u8>],
    around: &'l Around<'l>,
) -> Vec<Gap<'l>> {
    let margins = facing.margins;
    let mut added = added.iter();
    let mut gaps = Vec::new();
    let (mut at, mut before, mut is_in_gap) = (0, last_worded(front, margins), false);
    let (mut removed, mut is_behind_removed, mut is_apart) = (None, false, false);
    for line in &hunk.lines {
        if line.kind != LineKind::Add {
            let patch = margins.depth(line.text);
            let kept = facing.own_depth(at).filter(|depth| Some(*depth) == patch);
            is_behind_removed = line.kind == LineKind::Remove;
            removed = kept.filter(|_| is_behind_removed);
            before = facing.own(at).or(before);
            is_apart = facing.own(at).is_none();
            at += 1;
            is_in_gap = false;
            continue;
        }
        let text = added.next().map(Vec::as_slice).unwrap_or_default();
        let split = margins.split(text);
        is_apart |= depth(text).is_none();
        let first = split.filter(|_| !is_in_gap);
        if let (Some((added, words)), Some(before)) = (first, before) {
            let indent = |line| margins.indent(line).unwrap_or_default();
            gaps.push(Gap {
                added,
                is_replaced: removed == Some(added.len()),
                is_behind_removed,
                leads_on: false,
                closes: closes_block(words),
                before: indent(before),
                opens: opens_block(before) || goes_on(before, words),
                // The end of the file is the margin.
                behind: facing.next(at).map(indent).unwrap_or_default(),
                is_apart,
                is_key_behind_item: is_item(before) && is_key(words),
                around,
            });
            is_in_gap = true;
        }
        if let (Some((indent, _)), Some(gap)) = (split, gaps.last_mut().filter(|_| is_in_gap)) {
            gap.leads_on = opens_block(text) || indent.len() > gap.added.len();
        }
    }
    gaps
}

/// Whether a rule would change what is in a string that added lines open and close; `added` are all of them, signs mapped.
fn is_literal_changed(
    hunk: &Hunk<'_>,
    added: &[Vec<u8>],
    margins: Margins,
    rule: &Indentation,
) -> bool {
    let mut added = added.iter().map(Vec::as_slice);
    let of_line = |line: HunkLine<'_>| (line.kind == LineKind::Add).then(|| added.next()).flatten();
    let lines: Vec<Option<&[u8]>> = hunk.lines.iter().map(of_line).collect();
    let mut runs = lines.split(Option::is_none);
    !rule.is_same()
        && runs.any(|run| {
            let run: Vec<&[u8]> = run.iter().copied().flatten().collect();
            literals::is_any_changed(&run, margins, rule)
        })
}

/// Whether a line begins an item of a list.
fn is_item(line: &[u8]) -> bool {
    without_indentation(line).1.starts_with(b"- ")
}

/// Whether a line, without its indentation, is a key with or without its value, and begins no item.
fn is_key(words: &[u8]) -> bool {
    let is_end = |rest: &[u8]| rest.is_empty() || rest.starts_with(b" ");
    let name = words.iter().take_while(|byte| !b": ".contains(byte)).count();
    !is_item(words) && words.get(name + 1..).is_some_and(is_end) && words.get(name) == Some(&b':')
}

/// The first removed and the first added line of each change that has both; `added` are all added lines, their signs mapped.
fn replacing<'l>(
    hunk: &'l Hunk<'_>,
    facing: &Facing<'l>,
    added: &'l [Vec<u8>],
) -> Vec<Replacing<'l>> {
    let margins = facing.margins;
    let mut added = added.iter();
    let mut found = Vec::new();
    let (mut at, mut removed) = (0, None);
    for line in &hunk.lines {
        if line.kind == LineKind::Add {
            let added = added.next().and_then(|line| margins.indent(line));
            if let Some((added, (patch, file))) =
                added.and_then(|added| Some((added, removed.take()?)))
            {
                found.push(Replacing { patch, file, added });
            }
            continue;
        }
        let is_removed = line.kind == LineKind::Remove;
        let own = facing.own(at).filter(|_| is_removed);
        let own = own.and_then(|file| Some((margins.indent(line.text)?, margins.indent(file)?)));
        removed = if is_removed { removed.or(own) } else { None };
        at += 1;
    }
    found
}

/// How many lines are looked at for one with words.
const MOST_BLANK: usize = 16;

/// The last line that has an indentation, of so many.
fn last_worded(mut text: &[u8], margins: Margins) -> Option<&[u8]> {
    let lines = std::iter::from_fn(|| last_line(&mut text));
    lines.take(MOST_BLANK).find(|line| margins.depth(line).is_some())
}

/// The first line with words, of so many.
fn first_worded(text: &[u8]) -> Option<&[u8]> {
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(MOST_BLANK);
    lines.into_iter().find(|line| depth(line).is_some())
}

/// Whether a line goes on in words that follow it: it ends in an operator, or they begin with one.
fn goes_on(line: &[u8], words: &[u8]) -> bool {
    let line = without_indentation(line.trim_ascii_end()).1;
    let is_operator = |bytes: &[u8], at: Option<&u8>| at.is_some_and(|byte| bytes.contains(byte));
    let is_done = is_operator(b";{}", line.last());
    is_operator(b"=\\+|&", line.last())
        || (words.starts_with(b".") && !line.starts_with(b".") && !is_done)
}

/// Whether lines are added where none is removed.
fn has_insertion(hunk: &Hunk<'_>) -> bool {
    let lines: Vec<_> = hunk.lines.iter().map(|line| line.kind).collect();
    let mut changes = lines.split(|kind| *kind == LineKind::Context);
    changes.any(|change| !change.is_empty() && change.iter().all(|kind| *kind == LineKind::Add))
}

/// Whether an added line is deeper than the context line in front of it, and what follows that line in
/// the file is not.
fn is_step_unfounded(hunk: &Hunk<'_>, facing: &Facing<'_>) -> bool {
    let mut before: Option<(usize, bool)> = None;
    let mut at = 0;
    for line in &hunk.lines {
        let of_line = facing.margins.depth(line.text);
        if line.kind == LineKind::Add {
            let is_deeper = |(before, opens): (usize, bool)| of_line > Some(before) && !opens;
            if before.is_some_and(is_deeper) {
                return true;
            }
            // What an added line opens, nobody knows.
            before = of_line.map(|depth| (depth, true)).or(before);
            continue;
        }
        let opens = facing.own_depth(at) < facing.next_depth(at + 1);
        before = of_line.map(|depth| (depth, opens)).or(before);
        at += 1;
    }
    false
}

/// The old lines of a hunk with the lines of the file that they face.
fn old_lines<'h, 'f>(
    hunk: &'h Hunk<'_>,
    file: impl Iterator<Item = &'f [u8]>,
) -> impl Iterator<Item = (HunkLine<'h>, &'f [u8])> {
    hunk.lines.iter().filter(|line| line.kind != LineKind::Add).zip(file)
}
