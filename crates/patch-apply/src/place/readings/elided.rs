//! A line of dots in the context of a hunk, in the place of lines that stay as they are: `...`,
//! `# ... existing code ...`. Amid the hunk they are taken from the file; before its first line with
//! words, or after its last one, the hunk does without them.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind, Newline};

use crate::place::names::defines::begins_definition;
use crate::place::names::heads::is_comment_or_directive;
use crate::text::Text;
use crate::text::blanks::{depth, without_indentation, without_trailing_blanks};
use crate::text::omission::may_stand_for_lines;
use crate::text::words::has_words;

/// The most lines of dots in a hunk, and the most lines of the file that they stand for.
const MOST_DOTS: usize = 4;
const MOST_ELIDED: usize = 256;

/// The most places that a part of a hunk may have.
const MOST_TWINS: usize = 8;

/// How many lines are compared in all, for each line of the file: this stops the search if all
/// lines are alike.
const MOST_COMPARED: usize = 8;

/// The hunk with the lines of the file in the place of each line of dots, if the parts around the
/// dots are in the file once, in order; or several times, with the same lines between; or the first
/// once, and others once behind it in the same block.
pub(super) fn in_full<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let dots = lines.iter().filter(|line| is_dots(line)).count();
    if !(1..=MOST_DOTS).contains(&dots) {
        return None;
    }
    let bytes = text.body();
    let in_file: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let parts: Vec<&[HunkLine<'_>]> = without_dots_at_ends(&lines).split(is_dots).collect();
    let places = parts.iter().map(|part| places_of(&in_file, part));
    let places = places.collect::<Option<Vec<Vec<usize>>>>()?;
    let count = places.first()?.len();
    if places.iter().any(|places| places.len() != count) {
        let starts = only_chain(&in_file, &parts, &places)?;
        return Some(hunk.clone().with_lines(with_elided(&in_file, &parts, &starts)?));
    }
    let mut all = (0..count).map(|at| {
        let starts: Option<Vec<usize>> =
            places.iter().map(|places| places.get(at).copied()).collect();
        with_elided(&in_file, &parts, &starts?)
    });
    let full = all.next()??;
    all.all(|other| other.as_ref() == Some(&full)).then(|| hunk.clone().with_lines(full))
}

/// The places of the parts of a hunk, where the first has one, and of those of each other one only
/// one is behind the part before it, in the block that both are in.
fn only_chain(
    in_file: &[&[u8]],
    parts: &[&[HunkLine<'_>]],
    places: &[Vec<usize>],
) -> Option<Vec<usize>> {
    let (first, behind) = places.split_first().filter(|(first, _)| first.len() == 1)?;
    let mut chains = vec![first.clone()];
    for (at, places) in behind.iter().enumerate() {
        let two = parts.get(at..at + 2)?;
        let is_next = |last: usize, next: usize| with_elided(in_file, two, &[last, next]).is_some();
        let mut longer = Vec::new();
        for chain in &chains {
            let last = *chain.last()?;
            let next = places.iter().filter(|next| **next > last && is_next(last, **next));
            longer.extend(next.map(|next| [chain.as_slice(), &[*next]].concat()));
        }
        if longer.len() > MOST_TWINS {
            return None;
        }
        chains = longer;
    }
    let only = chains.pop()?;
    chains.is_empty().then_some(only)
}

/// The lines of a hunk without the dots before which, or after which, it has but context without
/// words.
fn without_dots_at_ends<'l, 'h>(lines: &'l [HunkLine<'h>]) -> &'l [HunkLine<'h>] {
    let says_nothing = |lines: &[HunkLine<'_>]| {
        lines.iter().all(|line| line.kind == LineKind::Context && !has_words(line.text))
    };
    let mut rest = lines;
    while let Some(at) = rest.iter().position(is_dots) {
        let (front, behind) = rest.split_at_checked(at + 1).unwrap_or_default();
        if !front.split_last().is_some_and(|(_, front)| says_nothing(front)) {
            break;
        }
        rest = behind;
    }
    while let Some(at) = rest.iter().rposition(is_dots) {
        let (front, behind) = rest.split_at_checked(at).unwrap_or_default();
        if !behind.split_first().is_some_and(|(_, behind)| says_nothing(behind)) {
            break;
        }
        rest = front;
    }
    rest
}

/// The parts of a hunk at these lines of the file, with the lines between them.
fn with_elided<'h>(
    in_file: &[&[u8]],
    parts: &[&[HunkLine<'_>]],
    starts: &[usize],
) -> Option<HunkLines<'h>> {
    let mut full = HunkLines::default();
    let mut end: Option<usize> = None;
    let mut last: Option<HunkLine<'_>> = None;
    for (part, next) in parts.iter().zip(starts) {
        let mut old = part.iter().filter(|line| line.kind != LineKind::Add);
        let first = *old.next()?;
        if let Some((end, last)) = end.zip(last) {
            let elided = in_file.get(end..*next)?;
            if !are_between(elided, &last, &first) {
                return None;
            }
            for line in elided {
                let (text, newline) = Newline::split(line);
                full.push(HunkLine { kind: LineKind::Context, text: text.into(), newline });
            }
        }
        full.extend(part.iter().copied());
        let count = old.clone().count() + 1;
        (end, last) = (Some(next + count), Some(old.next_back().copied().unwrap_or(first)));
    }
    Some(full)
}

/// Whether a line of context stands for lines that were left out.
fn is_dots(line: &HunkLine<'_>) -> bool {
    line.kind == LineKind::Context && may_stand_for_lines(line.text)
}

/// The line at which the file has a part of a hunk as written, if the part has words and is there
/// once.
pub(super) fn only_start(in_file: &[&[u8]], part: &[HunkLine<'_>]) -> Option<usize> {
    match *places_of(in_file, part)?.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// The lines at which the file has a part of a hunk as written, if the part has words and is not
/// there too often.
fn places_of(in_file: &[&[u8]], part: &[HunkLine<'_>]) -> Option<Vec<usize>> {
    let old: Vec<&[u8]> = part
        .iter()
        .filter(|line| line.kind != LineKind::Add)
        .map(|line| without_trailing_blanks(line.text))
        .collect();
    if !old.iter().any(|line| has_words(line)) {
        return None;
    }
    let mut left = in_file.len().saturating_mul(MOST_COMPARED) + MOST_ELIDED * MOST_ELIDED;
    let mut places = Vec::new();
    for (at, lines) in in_file.windows(old.len()).enumerate() {
        let mut pairs = lines.iter().zip(&old);
        let is_same = |(line, old): (&&[u8], &&[u8])| without_trailing_blanks(line) == *old;
        let differs = pairs.position(|pair| !is_same(pair));
        left = left.checked_sub(differs.map_or(old.len(), |at| at + 1))?;
        if differs.is_none() {
            places.push(at);
        }
        if places.len() > MOST_TWINS {
            return None;
        }
    }
    Some(places)
}

/// Whether some lines may be what was left out between two lines: none leaves the block that both
/// are in, nor that which the first of the two opens around the other.
pub(super) fn are_between(elided: &[&[u8]], last: &HunkLine<'_>, first: &HunkLine<'_>) -> bool {
    let [outer, inner] = [last, first].map(|line| depth(line.text).unwrap_or(0));
    let shallow = outer.min(inner);
    let opens = inner > outer
        && elided.iter().find_map(|line| depth(line)) > Some(outer)
        && is_head(last.text);
    let is_inside = |line: &&[u8]| {
        depth(line).is_none_or(|own| own > shallow || (own == shallow && (!opens || goes_on(line))))
    };
    elided.len() <= MOST_ELIDED && elided.iter().all(is_inside)
}

/// Whether a line is sure to open a block: it defines something, or ends in a bracket.
fn is_head(line: &[u8]) -> bool {
    let words = without_indentation(line).1.trim_ascii_end();
    begins_definition(words) || words.last().is_some_and(|last| b"{[(".contains(last))
}

/// Whether a line that is no deeper than the one that opens a block leaves it open: it is a bracket
/// that opens it, closes one and opens another, or is at the margin of all.
fn goes_on(line: &[u8]) -> bool {
    let words = without_indentation(line).1.trim_ascii_end();
    let ends_in = |signs: &[u8]| words.last().is_some_and(|last| signs.contains(last));
    match words.first() {
        None | Some(b'{' | b'#') => true,
        Some(b')' | b']' | b'}') => ends_in(b"{([:"),
        Some(_) => is_comment_or_directive(words),
    }
}
