//! Line endings, byte-order marks, last newlines.

use super::Refusal::{self, Wrong};
use super::damage::{BOTH, Damage};
use super::scene::Scene;

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "crlf_patch",
        what: "every line of the patch ends in CRLF, those of the file in LF",
        formats: BOTH,
        hunks: (1, 3),
        make: crlf_patch,
    },
    Damage {
        name: "crlf_file",
        what: "the lines of the file end in CRLF, those of the patch in LF",
        formats: BOTH,
        hunks: (1, 3),
        make: crlf_file,
    },
    Damage {
        name: "mixed_file",
        what: "the file has both endings, one around each hunk; the patch has LF",
        formats: BOTH,
        hunks: (1, 3),
        make: mixed_file,
    },
    Damage {
        name: "mark_in_file",
        what: "the file begins with a byte-order mark, and the first hunk with its first line where it can",
        formats: BOTH,
        hunks: (1, 3),
        make: mark_in_file,
    },
    Damage {
        name: "mark_in_patch",
        what: "the patch begins with a byte-order mark",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            scene.look.around[0].insert(0, '\u{feff}');
            Some(Wrong)
        },
    },
    Damage {
        name: "last_newline_of_file",
        what: "the last line of the file, context of the last hunk, is not ended, and the patch does not say so",
        formats: BOTH,
        hunks: (1, 3),
        make: last_newline_of_file,
    },
    Damage {
        name: "last_newline_of_patch",
        what: "the last line of the patch is not ended",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            scene.look.has_last_newline = false;
            // A blank line at the end would go with its newline.
            let last = scene.hunks.last()?.lines.last()?;
            (!last.is_blank()).then_some(Wrong)
        },
    },
];

fn crlf_patch(scene: &mut Scene) -> Option<Refusal> {
    scene.look.header_ending = "\r\n";
    scene.look.line_ending = "\r\n";
    (scene.file.first()?.ending == "\n" && scene.is_alone()).then_some(Wrong)
}

fn crlf_file(scene: &mut Scene) -> Option<Refusal> {
    scene.look.line_ending = "\n";
    scene.file.iter_mut().for_each(|line| line.ending = "\r\n");
    scene.is_alone().then_some(Wrong)
}

fn mixed_file(scene: &mut Scene) -> Option<Refusal> {
    scene.look.line_ending = "\n";
    // What is beside a hunk ends as the hunk does, so that nobody can differ about added lines.
    let mut borders: Vec<(usize, usize)> =
        scene.hunks.iter().map(|hunk| (hunk.at.saturating_sub(2), hunk.end() + 2)).collect();
    borders.sort_unstable();
    let mut at = 0;
    let mut is_crlf = scene.rng.once_in(2);
    let mut has = [false, false];
    while at < scene.file.len() {
        let hunk = borders.iter().find(|(start, end)| (*start..*end).contains(&at));
        let next = borders.iter().map(|(start, _)| *start).filter(|start| *start > at).min();
        let free = scene.rng.between(1, 12);
        let most = next.unwrap_or(usize::MAX);
        let end = hunk.map_or((at + free).min(most), |(_, end)| *end).min(scene.file.len());
        // Hunks whose borders meet are one stretch.
        let is_joined = hunk.is_some_and(|(start, _)| *start < at);
        if !is_joined {
            is_crlf = scene.rng.once_in(2);
        }
        for line in scene.file.get_mut(at..end)? {
            line.ending = if is_crlf { "\r\n" } else { "\n" };
        }
        has[usize::from(is_crlf)] = true;
        at = end;
    }
    (has == [true, true] && scene.is_alone()).then_some(Wrong)
}

fn mark_in_file(scene: &mut Scene) -> Option<Refusal> {
    // The line under the mark is where tools go wrong: where the hunk is near, the file begins
    // there.
    let first = scene.hunk().at;
    let is_cut = scene.rng.once_in(2) && scene.hunks.iter().all(|hunk| hunk.anchors.is_empty());
    if is_cut {
        scene.file.drain(..first);
        scene.hunks.iter_mut().for_each(|hunk| hunk.at -= first);
        scene.renumber();
    }
    scene.has_mark = true;
    scene.is_alone().then_some(Wrong)
}

fn last_newline_of_file(scene: &mut Scene) -> Option<Refusal> {
    scene.cut_behind();
    scene.file.last_mut()?.ending = "";
    let last = scene.hunks.last()?.lines.last()?;
    // What becomes of the newline of a line that is replaced could be disputed.
    (last.is_context() && !last.is_blank() && scene.is_alone()).then_some(Wrong)
}
