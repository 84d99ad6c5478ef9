//! Hunks that show lines which others change: they are cut so that each line is changed in one of
//! them and shown as the file has it.
//!
//! Writers make a hunk of each change, with some lines around it, even if these reach into each
//! other. The second hunk shows them as the file has them, or as the first one leaves them.

use patch_parse::{Hunk, HunkLine, HunkRange, LineKind};

use crate::place::numbers::hinted_index;
use crate::text::blanks::without_trailing_blanks;
use crate::text::words::has_words;

/// The most lines of a hunk that is cut,
const MOST_CUT: usize = 256;

/// and of one whose numbers do not say where it begins in the one in front.
const MOST_UNNUMBERED: usize = 64;

/// Whether the numbers have a hunk after all lines of the one in front, old and new, or after the old
/// ones and both numbers are true: then it shows none of them.
pub(super) fn is_behind(front: &Hunk<'_>, hunk: &Hunk<'_>) -> bool {
    let numbers = hinted_index(front).zip(hinted_index(hunk));
    let from = numbers.and_then(|(start, of_hunk)| of_hunk.checked_sub(start));
    let (old, new) = (front.lines.old_count(), front.lines.new_count());
    from.is_some_and(|from| from >= old.max(new) || (from >= old && are_counted(front, hunk)))
}

/// Whether the new numbers differ by what the old ones do and the hunk in front adds: whoever takes
/// its lines for those of the old file gets them wrong.
fn are_counted(front: &Hunk<'_>, hunk: &Hunk<'_>) -> bool {
    let Some((front_range, range)) = front.range().zip(hunk.range()) else { return false };
    let apart =
        |line: fn(HunkRange) -> u64| i128::from(line(range)) - i128::from(line(front_range));
    let added = front.lines.added_count() as i128 - front.lines.removed_count() as i128;
    apart(HunkRange::first_new_line) - apart(HunkRange::first_old_line) == added
}

/// Two hunks, one after the other, without what both show: the first up to its last change, and
/// the second from there on. `None` where they share nothing but context that numbers let them
/// share, or change the same lines.
pub(super) fn recut<'h>(front: &Hunk<'h>, hunk: &Hunk<'h>) -> Option<[Hunk<'h>; 2]> {
    let numbers = hinted_index(front).zip(hinted_index(hunk));
    let from = match numbers {
        Some((start, of_hunk)) => Some(of_hunk.checked_sub(start)?),
        None => None,
    };
    let most_lines = from.map_or(MOST_UNNUMBERED, |_| MOST_CUT);
    if is_behind(front, hunk) || front.lines.len().max(hunk.lines.len()) > most_lines {
        return None;
    }
    let pair = Pair { front: front.lines.iter().collect(), hunk: hunk.lines.iter().collect() };
    let overlap = from.map_or_else(|| pair.longest_overlap(), |from| pair.overlap_from(from))?;
    let merged = pair.merged(&overlap)?;
    let (changed, next) = (merged.last_of_front()?, merged.first_of_hunk()?);
    // If one adds what the other shows, their order is known.
    if changed >= next || (merged.meet(changed, next) && !shows_added(front, hunk)) {
        return None;
    }
    // Hunks with numbers may share context.
    let shared = next - changed - 1;
    let (end, start) = match numbers {
        Some(_) => (next, changed + 1),
        None => (next - shared / 2, next - shared / 2),
    };
    let starts = front.range().map(|range| {
        let count = |without: LineKind| {
            let lines = merged.lines.iter().take(start);
            lines.filter(|(line, _)| line.kind != without).count() as u64
        };
        (range.old_start + count(LineKind::Add), range.new_start + count(LineKind::Remove))
    });
    let lines = |lines: &[(HunkLine<'_>, Owner)]| lines.iter().map(|(line, _)| *line).collect();
    let first = front.clone().with_lines(lines(merged.lines.get(..end)?)).with_end_of_file(false);
    let second = hunk.clone().with_lines(lines(merged.lines.get(start..)?)).with_starts(starts);
    Some([first, second])
}

/// Whether a hunk shows all old lines of the one after it, two with words at least: that one may
/// be meant for them, unless both take away the same line.
pub(super) fn shows_all(front: &Hunk<'_>, hunk: &Hunk<'_>) -> bool {
    let worded = hunk.old_lines().filter(|line| has_words(line.text)).take(2).count();
    let count = hunk.lines.old_count();
    if worded < 2 || front.lines.len().max(hunk.lines.len()) > MOST_UNNUMBERED {
        return false;
    }
    let pair = Pair { front: front.lines.iter().collect(), hunk: hunk.lines.iter().collect() };
    let takes_same = |side: Side, from: usize| {
        let mut lines = front.old_lines().skip(from).zip(hunk.old_lines());
        side == Side::Old
            && lines.any(|(one, other)| [one, other].iter().all(|it| it.kind == LineKind::Remove))
    };
    [Side::Old, Side::New].into_iter().any(|side| {
        let mut starts = 0..pair.front(side).count();
        starts.any(|from| {
            pair.shared(Overlap { side, from }) == Some(count) && !takes_same(side, from)
        })
    })
}

/// Whether the context at the start of a hunk has a line with words that the hunk in front adds
/// and that is not among the old lines of that hunk.
pub(super) fn shows_added(front: &Hunk<'_>, hunk: &Hunk<'_>) -> bool {
    let agrees = |one: &HunkLine<'_>, other: &HunkLine<'_>| {
        without_trailing_blanks(one.text) == without_trailing_blanks(other.text)
    };
    let added = || front.lines.iter().filter(|line| line.kind == LineKind::Add);
    hunk.lines.iter().take_while(|line| line.kind == LineKind::Context).any(|line| {
        has_words(line.text)
            && added().any(|added| agrees(&added, &line))
            && !front.old_lines().any(|old| agrees(&old, &line))
    })
}

/// Which hunk changes a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Front,
    Hunk,
    Nobody,
}

/// How the second hunk shows what the first one changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

impl Side {
    fn has(self, line: &HunkLine<'_>) -> bool {
        match self {
            Self::Old => line.kind != LineKind::Add,
            Self::New => line.kind != LineKind::Remove,
        }
    }
}

/// The lines that both hunks show: those of one side of the first from one on.
#[derive(Clone, Copy, Debug)]
struct Overlap {
    side: Side,
    from: usize,
}

/// The lines of two hunks.
struct Pair<'l> {
    front: Vec<HunkLine<'l>>,
    hunk: Vec<HunkLine<'l>>,
}

impl<'l> Pair<'l> {
    fn front(&self, side: Side) -> impl Iterator<Item = &HunkLine<'l>> {
        self.front.iter().filter(move |line| side.has(line))
    }

    /// How many lines both show, if the second hunk begins at this line of the first, and all of
    /// them agree.
    fn shared(&self, Overlap { side, from }: Overlap) -> Option<usize> {
        let old = self.hunk.iter().filter(|line| line.kind != LineKind::Add);
        let mut count = 0;
        for (front, hunk) in self.front(side).skip(from).zip(old) {
            if without_trailing_blanks(front.text) != without_trailing_blanks(hunk.text) {
                return None;
            }
            count += 1;
        }
        Some(count).filter(|count| *count > 0)
    }

    /// What both show where the numbers have the second hunk begin at this line of the first, if
    /// one changes it.
    fn overlap_from(&self, from: usize) -> Option<Overlap> {
        let sides = [Side::Old, Side::New].map(|side| Overlap { side, from });
        sides.into_iter().find(|overlap| {
            let is_changed = |line: &HunkLine<'_>| line.kind != LineKind::Context;
            let changes_front = || self.front(overlap.side).skip(from).any(is_changed);
            let shared = self.shared(*overlap);
            let old = || self.hunk.iter().filter(|line| line.kind != LineKind::Add);
            shared.is_some_and(|shared| changes_front() || old().take(shared).any(is_changed))
        })
    }

    /// The most lines at the end of the first hunk that the second begins with, if one of them has
    /// words.
    fn longest_overlap(&self) -> Option<Overlap> {
        let of_side = |side: Side| {
            let count = self.front(side).count();
            let starts = (0..count).map(move |from| Overlap { side, from });
            let is_worded =
                |from: usize| self.front(side).skip(from).any(|line| has_words(line.text));
            starts.into_iter().find_map(|overlap| {
                let shared = self.shared(overlap).filter(|_| is_worded(overlap.from))?;
                (shared == count - overlap.from).then_some((shared, overlap))
            })
        };
        let (old, new) = (of_side(Side::Old), of_side(Side::New));
        let longest = old.into_iter().chain(new).max_by_key(|(shared, _)| *shared);
        longest.map(|(_, overlap)| overlap)
    }

    /// All lines of both, each as the file has it; `None` where both change one line.
    fn merged(&self, Overlap { side, from }: &Overlap) -> Option<Merged<'l>> {
        let mut lines: Vec<(HunkLine<'l>, Owner)> = Vec::new();
        let mut hunk = self.hunk.iter().peekable();
        let mut of_side = 0;
        for line in &self.front {
            let owner = if line.kind == LineKind::Context { Owner::Nobody } else { Owner::Front };
            let is_of_side = side.has(line);
            of_side += usize::from(is_of_side);
            if !is_of_side || of_side <= *from {
                lines.push((*line, owner));
                continue;
            }
            while let Some(added) = hunk.next_if(|line| line.kind == LineKind::Add) {
                lines.push((*added, Owner::Hunk));
            }
            match (line.kind, hunk.next().map(|line| line.kind)) {
                (_, None | Some(LineKind::Context | LineKind::Add)) => lines.push((*line, owner)),
                (LineKind::Context, Some(LineKind::Remove)) => {
                    lines.push((HunkLine { kind: LineKind::Remove, ..*line }, Owner::Hunk));
                }
                // A line that the first hunk adds and the second removes was never there.
                (LineKind::Add, Some(LineKind::Remove)) => {}
                (LineKind::Remove, Some(LineKind::Remove)) => return None,
            }
        }
        lines.extend(hunk.map(|line| {
            let owner = if line.kind == LineKind::Context { Owner::Nobody } else { Owner::Hunk };
            (*line, owner)
        }));
        Some(Merged { lines })
    }
}

/// The lines of two hunks as one.
struct Merged<'l> {
    lines: Vec<(HunkLine<'l>, Owner)>,
}

impl Merged<'_> {
    fn last_of_front(&self) -> Option<usize> {
        self.lines.iter().rposition(|(_, owner)| *owner == Owner::Front)
    }

    fn first_of_hunk(&self) -> Option<usize> {
        self.lines.iter().position(|(_, owner)| *owner == Owner::Hunk)
    }

    /// Whether both insert lines at one place: their order is not known.
    fn meet(&self, changed: usize, next: usize) -> bool {
        let kind_at = |at: usize| self.lines.get(at).map(|(line, _)| line.kind);
        let before = self.lines.get(..=changed).unwrap_or_default().iter().rev();
        let run = before.take_while(|(_, owner)| *owner == Owner::Front);
        next == changed + 1
            && kind_at(next) == Some(LineKind::Add)
            && run.into_iter().all(|(line, _)| line.kind == LineKind::Add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(text: &str, start: Option<u64>) -> Hunk<'static> {
        let kind = |line: &str| match line.as_bytes().first() {
            Some(b'+') => LineKind::Add,
            Some(b'-') => LineKind::Remove,
            _ => LineKind::Context,
        };
        let lines = text.lines().map(|line| HunkLine::new(kind(line), line.get(1..).unwrap()));
        Hunk::new(lines.collect()).with_starts(start.map(|start| (start, start)))
    }

    /// Two hunks with their first lines, and what becomes of them.
    #[track_caller]
    fn check(hunks: [(&str, Option<u64>); 2], expected: Option<[(&str, Option<u64>); 2]>) {
        let [front, second] = hunks.map(|(text, start)| hunk(text, start));
        let text = |hunk: &Hunk<'_>| -> String {
            let line =
                |line: HunkLine<'_>| format!("{}{}\n", char::from(line.kind.marker()), line.text);
            hunk.lines.iter().map(line).collect()
        };
        let start = |hunk: &Hunk<'_>| hunk.range().map(|range| range.old_start);
        let found = recut(&front, &second);
        let found = found.map(|hunks| hunks.map(|hunk| (text(&hunk), start(&hunk))));
        let expected = expected.map(|hunks| hunks.map(|(text, start)| (text.to_owned(), start)));
        assert_eq!(found, expected);
    }

    #[test]
    fn what_another_hunk_changes_may_be_context_as_it_is_or_will_be() {
        let front = (" a\n-b\n+B\n c\n d\n", Some(1));
        let as_it_is = (" b\n c\n-d\n e\n", Some(2));
        let as_it_will_be = (" B\n c\n-d\n e\n", Some(2));
        let both = Some([(" a\n-b\n+B\n c\n", Some(1)), (" c\n-d\n e\n", Some(3))]);
        check([front, as_it_is], both);
        check([front, as_it_will_be], both);
        let bare = |(text, _): (&'static str, Option<u64>)| (text, None);
        let both = Some([(" a\n-b\n+B\n c\n", None), ("-d\n e\n", None)]);
        check([bare(front), bare(as_it_is)], both);
        check([bare(front), bare(as_it_will_be)], both);
        // What is shared is context: without numbers the second is after it.
        check(
            [(" a\n-b\n c\n", None), (" c\n-d\n", None)],
            Some([(" a\n-b\n c\n", None), ("-d\n", None)]),
        );
    }

    #[test]
    fn what_is_added_and_taken_away_was_never_there() {
        let hunks = [(" a\n-b\n+c\n", None), ("-c\n+d\n e\n", None)];
        check(hunks, Some([(" a\n-b\n", None), ("+d\n e\n", None)]));
    }

    #[test]
    fn hunks_that_share_nothing_or_too_much_stay() {
        for [front, second] in [
            // Not cut: context that numbers let them share, other lines, and brackets alone.
            [(" a\n-b\n c\n", Some(1)), (" c\n-d\n", Some(3))],
            [(" a\n-b\n c\n", Some(1)), (" x\n-d\n", Some(3))],
            [(" a\n-b\n }\n", None), (" }\n-d\n", None)],
            // Not cut either: both remove one line, or insert at one place; the second is in
            // between, or before the first.
            [(" a\n-b\n", Some(1)), ("-b\n c\n", Some(2))],
            [(" a\n+b\n c\n", Some(1)), (" a\n+d\n c\n", Some(1))],
            [("-a\n b\n c\n-d\n", Some(1)), (" b\n+x\n c\n", Some(2))],
            [(" a\n-b\n", Some(5)), (" a\n-b\n", Some(4))],
        ] {
            check([front, second], None);
        }
    }
}
