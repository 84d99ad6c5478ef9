//! The intended change, carried through the drift of the file.

use super::drift::Line;
use super::edit::Edit;

/// The line of the file before which an edit now comes, 0-based; `None` if the lines that it was
/// about no longer exist, so that no result of a patch can be right.
pub(super) fn place(file: &[Line], edit: &Edit) -> Option<usize> {
    let now = |from: usize| file.iter().position(|line| line.from == Some(from));
    if edit.removed > 0 {
        let first = now(edit.at)?;
        let lines = file.get(first..first + edit.removed)?;
        let is_it = |(line, from): (&Line, usize)| line.from == Some(from) && line.is_same;
        return lines.iter().zip(edit.at..).all(is_it).then_some(first);
    }
    let above = edit.at.checked_sub(1).and_then(now).map(|line| line + 1);
    let below = now(edit.at);
    match (above, below) {
        (Some(above), Some(below)) => (above == below).then_some(above),
        (above, below) => above.or(below),
    }
}

/// The file with the edits made, each at its place.
pub(super) fn splice(file: &[&str], edits: &[(usize, &Edit)]) -> Vec<u8> {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|(place, _)| *place);
    let mut out = Vec::new();
    let mut put = |line: &str| {
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    };
    let mut done = 0;
    for (place, edit) in edits {
        file.iter().take(place).skip(done).for_each(|line| put(line));
        edit.added.iter().for_each(|line| put(line));
        done = done.max(place + edit.removed);
    }
    file.iter().skip(done).for_each(|line| put(line));
    out
}
