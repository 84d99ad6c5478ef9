//! Anchors and the end of the file in the `OpenCode` format.

use patch_parse::LineKind;

use super::Refusal::{self, Fine, Wrong};
use super::damage::{Damage, OPENCODE};
use super::scene::{Header, Hunk, Line, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "anchor_decides",
        what: "the block is there twice, and the anchor is between the two",
        formats: OPENCODE,
        hunks: (1, 1),
        make: |scene| {
            anchored_with_twin(scene)?;
            certain(scene)
        },
    },
    Damage {
        name: "anchor_blanks",
        what: "the block is there twice, and the anchor between has lost its indentation or gained blanks",
        formats: OPENCODE,
        hunks: (1, 1),
        make: anchor_blanks,
    },
    Damage {
        name: "anchor_prefix",
        what: "the block is there twice, and the anchor between is the beginning of a line",
        formats: OPENCODE,
        hunks: (1, 1),
        make: anchor_prefix,
    },
    Damage {
        name: "two_anchors",
        what: "an anchor within another: class, then method",
        formats: OPENCODE,
        hunks: (1, 1),
        make: two_anchors,
    },
    Damage {
        name: "anchor_is_first_line",
        what: "the chunk begins with the line that its anchor names",
        formats: OPENCODE,
        hunks: (1, 1),
        make: anchor_is_first_line,
    },
    Damage {
        name: "insertion_behind_anchor",
        what: "the chunk has added lines only, and belongs after its anchor",
        formats: OPENCODE,
        hunks: (1, 1),
        make: insertion_behind_anchor,
    },
    Damage {
        name: "context_chunk_as_anchor",
        what: "a chunk of context alone says where the next one is to be sought",
        formats: OPENCODE,
        hunks: (1, 1),
        make: context_chunk_as_anchor,
    },
    Damage {
        name: "placeholder_anchor",
        what: "a chunk begins with numbers of the other format, letters in their place",
        formats: OPENCODE,
        hunks: (1, 2),
        make: |scene| {
            for hunk in &mut scene.hunks {
                hunk.anchors = vec![b"-XX,XX +XX,XX @@".to_vec()];
            }
            scene.is_alone().then_some(Fine)
        },
    },
    Damage {
        name: "end_of_file_decides",
        what: "the block is there twice, and `*** End of File` says that the last is meant",
        formats: OPENCODE,
        hunks: (1, 1),
        make: end_of_file_decides,
    },
    Damage {
        name: "end_of_file_wrong",
        what: "`*** End of File` is written where more follows",
        formats: OPENCODE,
        hunks: (1, 1),
        make: |scene| {
            scene.hunk().ends_file = true;
            let is_last = scene.hunk().end() == scene.file.len();
            (!is_last && scene.is_alone()).then_some(Fine)
        },
    },
    Damage {
        name: "numbers_as_anchor",
        what: "a chunk begins with the numbers of the other format",
        formats: OPENCODE,
        hunks: (1, 2),
        make: numbers_as_anchor,
    },
];

/// The nearest heading as anchor, and a copy of the block above it.
fn anchored_with_twin(scene: &mut Scene) -> Option<()> {
    scene.hunk().anchors.clear();
    let at = scene.hunk().at;
    let heading = scene.heading_above(0, at)?;
    let text = scene.file.get(heading)?.text.clone();
    scene.hunk().anchors = vec![text];
    let place = scene.rng.between(0, heading);
    scene.insert_twin(0, place, 0)?;
    (scene.places_of(&scene.hunks.first()?.clone()).len() == 2).then_some(())
}

/// Whether the format's rule finds the chunk, and nothing after it is as good.
fn certain(scene: &mut Scene) -> Option<Refusal> {
    let at = scene.hunk().at;
    let hunk = scene.hunk().clone();
    (scene.is_first(0) && scene.is_alone_from(&hunk, at)).then_some(Wrong)
}

fn anchor_blanks(scene: &mut Scene) -> Option<Refusal> {
    anchored_with_twin(scene)?;
    let anchor = scene.hunk().anchors.first()?.clone();
    let bare = anchor.trim_ascii_start();
    let other = match scene.rng.below(3) {
        0 => [b"  ", &*anchor, b"  "].concat(),
        1 => [bare, b" \t"].concat(),
        _ => bare.to_vec(),
    };
    let is_changed = other != anchor;
    scene.hunk().anchors = vec![other];
    certain(scene).filter(|_| is_changed)
}

fn anchor_prefix(scene: &mut Scene) -> Option<Refusal> {
    anchored_with_twin(scene)?;
    let anchor = scene.hunk().anchors.first()?.clone();
    let is_end = |byte: &u8| b"({[:<=".contains(byte);
    let end = anchor.iter().position(is_end)?;
    let text = anchor.get(..end)?.trim_ascii_end();
    if text.trim_ascii().len() < 5 {
        return None;
    }
    scene.hunk().anchors = vec![text.to_vec()];
    certain(scene)
}

fn two_anchors(scene: &mut Scene) -> Option<Refusal> {
    scene.hunk().anchors.clear();
    let at = scene.hunk().at;
    let inner = scene.heading_above(0, at)?;
    let outer = scene.heading_above(0, inner)?;
    let text = |scene: &Scene, at: usize| scene.file.get(at).map(|line| line.text.clone());
    let anchors = vec![text(scene, outer)?, text(scene, inner)?];
    scene.hunk().anchors = anchors;
    let has_twin = scene.rng.once_in(2);
    if has_twin {
        // The method is in another class, too.
        let heading = text(scene, inner)?;
        let place = scene.rng.between(0, outer);
        scene.insert_twin(0, place, 0)?;
        scene.insert(place, vec![heading]);
    }
    certain(scene)
}

fn anchor_is_first_line(scene: &mut Scene) -> Option<Refusal> {
    let line = scene.hunk().lines.first()?;
    let is_telling = line.is_context() && line.text.trim_ascii().len() > 4;
    let text = line.text.clone();
    scene.hunk().anchors = vec![text];
    certain(scene).filter(|_| is_telling)
}

fn insertion_behind_anchor(scene: &mut Scene) -> Option<Refusal> {
    let hunk = scene.hunk();
    let (first, last) = hunk.core()?;
    let above = hunk.lines.get(first.checked_sub(1)?)?.text.clone();
    hunk.at += first;
    hunk.lines = hunk.lines.drain(first..last).collect();
    let is_insertion = hunk.lines.iter().all(|line| line.kind == LineKind::Add);
    let at = hunk.at;
    scene.hunk().anchors = vec![above];
    let anchors = scene.hunk().anchors.clone();
    let found = super::single_out::seek_all(&scene.file, &anchors, 0);
    (is_insertion && found.is_some_and(|line| line + 1 == at)).then_some(Wrong)
}

fn context_chunk_as_anchor(scene: &mut Scene) -> Option<Refusal> {
    scene.hunk().anchors.clear();
    if scene.rng.once_in(2) {
        // Without the chunk of context the first of the two would be meant.
        anchored_with_twin(scene)?;
        scene.hunk().anchors.clear();
    }
    let at = scene.hunk().at;
    let heading = scene.heading_above(0, at)?;
    let first = heading.saturating_sub(scene.rng.below(3));
    let lines = scene.file.get(first..=heading)?.iter();
    let lines = lines.map(|line| Line::new(LineKind::Context, &line.text)).collect();
    let header = Header::Words("@@");
    let chunk =
        Hunk { at: first, lines, header, anchors: Vec::new(), ends_file: false, is_done: true };
    scene.hunks.insert(0, chunk);
    let hunk = scene.hunks.get(1)?.clone();
    let is_found = scene.is_first(0) && scene.is_first(1);
    (is_found && scene.is_alone_from(&hunk, hunk.at)).then_some(Wrong)
}

fn end_of_file_decides(scene: &mut Scene) -> Option<Refusal> {
    scene.hunk().anchors.clear();
    scene.cut_behind();
    scene.hunk().ends_file = true;
    let at = scene.hunk().at;
    let place = scene.rng.between(0, at.checked_sub(4)?);
    scene.insert_twin(0, place, 0)?;
    let hunk = scene.hunk().clone();
    let is_twice = scene.places_of(&hunk).len() == 2;
    let last = hunk.lines.last().is_some_and(Line::is_context);
    (is_twice && last).then_some(Wrong)
}

fn numbers_as_anchor(scene: &mut Scene) -> Option<Refusal> {
    scene.renumber();
    for hunk in &mut scene.hunks {
        let Header::Numbers([old, new]) = hunk.header else { continue };
        let text = format!("-{},{} +{},{} @@", old.0, old.1, new.0, new.1);
        hunk.anchors = vec![text.into_bytes()];
    }
    scene.is_alone().then_some(Fine)
}
