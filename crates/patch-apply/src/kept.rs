//! Finds lines that a hunk removes and adds again unchanged: the file keeps its own.

use patch_parse::{Hunk, HunkLine, LineKind};

/// The most lines of one change that are compared with each other.
const MOST_LINES: usize = 64;

/// The hunk with the lines that it removes and adds again as context; `None` if there are none.
pub(crate) fn with_kept<'h>(hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let mut kept = Vec::with_capacity(lines.len());
    let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
    let is_last = |run: &[HunkLine<'_>]| {
        run.last().zip(lines.last()).is_some_and(|(own, last)| std::ptr::eq(own, last))
    };
    for run in lines.chunk_by(|one, other| is_context(one) == is_context(other)) {
        if run.first().is_some_and(is_context) {
            kept.extend_from_slice(run);
        } else {
            push_change(&mut kept, run, is_last(run));
        }
    }
    (kept.len() < lines.len()).then(|| hunk.clone().with_lines(kept.into_iter().collect()))
}

/// Adds the lines of a change, with those on both sides as context. If nothing follows the change,
/// its last added line ends the file like its last removed one, and is the same line.
fn push_change<'l>(kept: &mut Vec<HunkLine<'l>>, change: &[HunkLine<'l>], is_last: bool) {
    let of = |kind: LineKind| change.iter().filter(move |line| line.kind == kind).copied();
    let removed: Vec<HunkLine<'l>> = of(LineKind::Remove).collect();
    let added: Vec<HunkLine<'l>> = of(LineKind::Add).collect();
    let (mut old, mut new) = (removed.iter().peekable(), added.iter().peekable());
    let is_end = |(old, new): &(usize, usize)| old + 1 == removed.len() || new + 1 < added.len();
    for (before, behind) in pairs(&removed, &added).into_iter().filter(|it| !is_last || is_end(it))
    {
        let before = removed.get(before);
        while let Some(line) =
            old.next_if(|line| before.is_none_or(|end| !std::ptr::eq(*line, end)))
        {
            kept.push(*line);
        }
        let behind = added.get(behind);
        while let Some(line) =
            new.next_if(|line| behind.is_none_or(|end| !std::ptr::eq(*line, end)))
        {
            kept.push(*line);
        }
        new.next();
        kept.extend(old.next().map(|line| HunkLine { kind: LineKind::Context, ..*line }));
    }
    kept.extend(old.chain(new));
}

/// The longest common subsequence of removed and added lines: the index of each in both, in order.
/// Equal last lines are always part of it: a file may end with them, and without a newline.
fn pairs(removed: &[HunkLine<'_>], added: &[HunkLine<'_>]) -> Vec<(usize, usize)> {
    if removed.len().max(added.len()) > MOST_LINES {
        return Vec::new();
    }
    let last_same = removed.iter().rev().zip(added.iter().rev());
    let same = last_same.take_while(|(old, new)| is_kept(old, new)).count();
    let (olds, news) = (removed.len() - same, added.len() - same);
    let rests = removed.get(..olds).unwrap_or_default();
    let mut pairs = common(rests, added.get(..news).unwrap_or_default());
    pairs.extend((olds..removed.len()).zip(news..));
    pairs
}

fn is_kept(old: &HunkLine<'_>, new: &HunkLine<'_>) -> bool {
    (&**old.text, old.newline) == (&**new.text, new.newline)
}

/// The longest common subsequence of some lines, the first of several.
fn common(removed: &[HunkLine<'_>], added: &[HunkLine<'_>]) -> Vec<(usize, usize)> {
    // How many pairs the remaining lines from two positions on have.
    let width = added.len() + 1;
    let mut most = vec![0_usize; (removed.len() + 1) * width];
    let at = |old: usize, new: usize| old * width + new;
    let count =
        |most: &[usize], old: usize, new: usize| most.get(at(old, new)).copied().unwrap_or(0);
    for (old, one) in removed.iter().enumerate().rev() {
        for (new, other) in added.iter().enumerate().rev() {
            let best = if is_kept(one, other) {
                count(&most, old + 1, new + 1) + 1
            } else {
                count(&most, old + 1, new).max(count(&most, old, new + 1))
            };
            if let Some(slot) = most.get_mut(at(old, new)) {
                *slot = best;
            }
        }
    }
    let (mut old, mut new, mut pairs) = (0, 0, Vec::new());
    while let (Some(one), Some(other)) = (removed.get(old), added.get(new)) {
        if is_kept(one, other) {
            pairs.push((old, new));
            (old, new) = (old + 1, new + 1);
        } else if count(&most, old + 1, new) >= count(&most, old, new + 1) {
            old += 1;
        } else {
            new += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let kinds = [(' ', LineKind::Context), ('-', LineKind::Remove), ('+', LineKind::Add)];
        let line = |line: &'static str| {
            let kind = kinds.iter().find(|(sign, _)| line.starts_with(*sign)).unwrap().1;
            HunkLine::new(kind, &line[1..])
        };
        let text: &'static str = text.to_owned().leak();
        let hunk = Hunk::new(text.lines().map(line).collect());
        let found = with_kept(&hunk).map(|hunk| {
            let text =
                |line: HunkLine<'_>| format!("{}{}\n", char::from(line.kind.marker()), line.text);
            hunk.lines.iter().map(text).collect::<String>()
        });
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn what_is_removed_and_added_again_is_context() {
        check(" a\n-b\n-c\n+x\n+b\n c\n", Some(" a\n+x\n b\n-c\n c\n"));
        check("-a\n-b\n-c\n+a\n+x\n+c\n", Some(" a\n-b\n+x\n c\n"));
        check("-a\n+a\n b\n-c\n+c\n+d\n", Some(" a\n b\n c\n+d\n"));
        check("-b\n-a\n-b\n+b\n", Some("-b\n-a\n b\n"));
    }

    #[test]
    fn what_is_added_last_is_no_line_from_further_up() {
        check("-b\n-a\n+b\n", None);
        check("-b\n-a\n+b\n c\n", Some(" b\n-a\n c\n"));
    }

    #[test]
    fn what_is_added_elsewhere_or_otherwise_is_not() {
        check(" a\n-b\n c\n+b\n", None);
        check("-a\n+ a\n", None);
        check(" a\n+b\n", None);
    }
}
