//! Checks whether added lines are indented as a block requires.
//!
//! If only context lost its indentation, and nothing is removed, this can be distinguished from a
//! hunk that lost all of it only by the depth at which the added lines make sense; in text without
//! blocks it cannot.

use patch_parse::LineKind;

use super::scene::{Hunk, Line, Scene};
use super::single_out::indentation;

/// Whether all that the hunks add between lines that stay is as deep as the lines around it have
/// it.
pub(super) fn is_in_blocks(scene: &Scene) -> Option<()> {
    scene.hunks.iter().all(is_at_home).then_some(())
}

fn is_at_home(hunk: &Hunk) -> bool {
    let lines: Vec<&Line> = hunk.lines.iter().filter(|line| !line.is_blank()).collect();
    let is_added = |line: &Line| line.kind == LineKind::Add;
    let removes = lines.iter().any(|line| line.kind == LineKind::Remove);
    let begins =
        |pair: &&[&Line]| matches!(pair, [front, added] if !is_added(front) && is_added(added));
    let mut gaps = (1..).zip(lines.windows(2)).filter(|(_, pair)| begins(pair));
    removes
        || gaps.all(|(at, pair)| {
            let behind = lines.iter().skip(at).find(|line| line.is_old());
            matches!((pair, behind), ([front, added], Some(behind)) if fits(front, added, behind))
        })
}

/// Whether an added line fits between two lines.
fn fits(front: &Line, added: &Line, behind: &Line) -> bool {
    let [before, depth, after] = [front, added, behind].map(|line| indentation(&line.text));
    let opens = front.text.trim_ascii_end().last().is_some_and(|last| b"{([:".contains(last));
    let closes = added.text.trim_ascii_start().first().is_some_and(|first| b"})]".contains(first));
    match (closes, after > before) {
        (true, _) => depth <= before,
        (false, true) => !opens || depth == after,
        (false, false) if opens => depth > before,
        (false, false) => (after..=before).contains(&depth),
    }
}
