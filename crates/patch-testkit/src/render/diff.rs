//! The edit between two short texts, by the textbook's longest common subsequence.

/// A line and its marker.
pub(super) type Line<'t> = (u8, &'t [u8]);

/// Changed lines with context around them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hunk<'t> {
    /// First old line, 0-based.
    pub(super) old_start: usize,
    /// First new line, 0-based.
    pub(super) new_start: usize,
    pub(super) lines: Vec<Line<'t>>,
}

impl Hunk<'_> {
    /// Old and new lines.
    pub(super) fn counts(&self) -> (usize, usize) {
        let count = |other| self.lines.iter().filter(|(marker, _)| *marker != other).count();
        (count(b'+'), count(b'-'))
    }
}

/// The hunks that lead from one text to the other.
pub(super) fn hunks<'t>(old: &'t [u8], new: &'t [u8], context: usize) -> Vec<Hunk<'t>> {
    let script = script(&lines(old), &lines(new));
    let is_near = |at: usize| {
        let from = at.saturating_sub(context);
        let to = script.len().min(at.saturating_add(context).saturating_add(1));
        script[from..to].iter().any(|(marker, _)| *marker != b' ')
    };
    let mut hunks: Vec<Hunk<'t>> = Vec::new();
    let (mut old_line, mut new_line, mut is_open) = (0, 0, false);
    for (at, line) in script.iter().enumerate() {
        if is_near(at) {
            if !is_open {
                let hunk = Hunk { old_start: old_line, new_start: new_line, lines: Vec::new() };
                hunks.push(hunk);
            }
            hunks.last_mut().expect("one is open").lines.push(*line);
        }
        is_open = is_near(at);
        old_line += usize::from(line.0 != b'+');
        new_line += usize::from(line.0 != b'-');
    }
    hunks
}

pub(super) fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn script<'t>(old: &[&'t [u8]], new: &[&'t [u8]]) -> Vec<Line<'t>> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let mut script: Vec<Line<'t>> = old[..head].iter().map(|line| (b' ', *line)).collect();
    let (old, new) = (&old[head..], &new[head..]);
    let table = common(old, new);
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            script.push((b' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || table[i + 1][j] >= table[i][j + 1]) {
            script.push((b'-', old[i]));
            i += 1;
        } else {
            script.push((b'+', new[j]));
            j += 1;
        }
    }
    script
}

/// Length of the longest common subsequence of what is left, for each pair of places.
fn common(old: &[&[u8]], new: &[&[u8]]) -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            table[i][j] = if old[i] == new[j] {
                table[i + 1][j + 1] + 1
            } else {
                table[i + 1][j].max(table[i][j + 1])
            };
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distant_changes_are_two_hunks() {
        let hunks = hunks(b"a\nb\nq\nc\nd\n", b"A\nb\nq\nc\nD\n", 1);
        assert_eq!(hunks.len(), 2);
        assert_eq!(hunks[1].lines, [(b' ', &b"c\n"[..]), (b'-', b"d\n"), (b'+', b"D\n")]);
        assert_eq!((hunks[1].old_start, hunks[1].counts()), (3, (2, 2)));
    }
}
