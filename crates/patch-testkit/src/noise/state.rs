//! The file is not the one that the patch was written for.

use super::Refusal::{self, Fine, OnlyRight, Wrong};
use super::context::other_words;
use super::damage::{BOTH, Damage};
use super::places::places;
use super::repeats::BESIDE;
use super::scene::{FileLine, Header, Hunk, Scene};
use patch_parse::LineKind;

const ALREADY_APPLIED: &str = "already_applied";
const INSERTED_ALREADY: &str = "inserted_already";

/// Whether success is right, too, as long as nothing is done again.
pub(super) fn is_done(kind: &str) -> bool {
    [ALREADY_APPLIED, INSERTED_ALREADY].contains(&kind)
}

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "stale_line_added",
        what: "a line was added to the file in the middle of the context",
        formats: BOTH,
        hunks: (1, 2),
        make: stale_line_added,
    },
    Damage {
        name: "stale_with_twin",
        what: "the outermost context line changed in the file, and a block that is alike but for a line at \
               the change is where the number says",
        formats: BOTH,
        hunks: (1, 1),
        make: stale_with_twin,
    },
    Damage {
        name: ALREADY_APPLIED,
        what: "the file is already what the patch makes of it",
        formats: BOTH,
        hunks: (1, 3),
        make: already_applied,
    },
    Damage {
        name: INSERTED_ALREADY,
        what: "the lines that the hunk adds after its context, its last, are already there",
        formats: BOTH,
        hunks: (1, 1),
        make: inserted_already,
    },
    Damage {
        name: "new_text_in_sibling",
        what: "a block beside has the new text already, and the one that is meant has not",
        formats: BOTH,
        hunks: (1, 2),
        make: new_text_in_sibling,
    },
    Damage {
        name: "partly_applied",
        what: "some of the hunks are already in the file",
        formats: BOTH,
        hunks: (2, 4),
        make: partly_applied,
    },
    Damage {
        name: "changed_elsewhere",
        what: "the file was changed between the hunks, and the lines of the hunks are as they were",
        formats: BOTH,
        hunks: (1, 3),
        make: changed_elsewhere,
    },
];

fn stale_line_added(scene: &mut Scene) -> Option<Refusal> {
    let is_certain = scene.is_alone();
    let number = scene.rng.below(scene.hunks.len());
    let hunk = scene.hunks.get(number)?;
    let (first, last) = hunk.core()?;
    let above: Vec<usize> = (1..first).collect();
    let below: Vec<usize> = (last + 1..hunk.lines.len()).collect();
    let index = scene.rng.pick(&[above, below].concat()).copied()?;
    let text = scene.filler(1).pop()?;
    let headers: Vec<Header> = scene.hunks.iter().map(|hunk| hunk.header.clone()).collect();
    scene.insert_context(number, index, &text);
    scene.hunks.get_mut(number)?.lines.get_mut(index)?.shown = None;
    for (hunk, header) in scene.hunks.iter_mut().zip(headers) {
        hunk.header = header;
    }
    is_certain.then_some(Fine)
}

fn stale_with_twin(scene: &mut Scene) -> Option<Refusal> {
    let is_certain = scene.is_alone();
    let hunk = scene.hunk().clone();
    let (first, last) = hunk.core()?;
    // The outermost line changes in the file, and something is left on that side.
    let is_above = scene.rng.once_in(2);
    let (outer, room) = if is_above {
        (hunk.at, first)
    } else {
        (hunk.end().checked_sub(1)?, hunk.lines.len() - last)
    };
    let mut twin = scene.file.get(hunk.at..hunk.end())?.to_vec();
    // The twin differs where the change is.
    let touched = first.saturating_sub(usize::from(!hunk.lines.get(first)?.is_old()));
    let line = twin.get_mut(touched)?;
    line.text = other_words(&line.text)?;
    let changed = other_words(&scene.file.get(outer)?.text)?;
    scene.file.get_mut(outer)?.text = changed;
    let place = scene.free_place(8)?;
    scene.insert(place, twin.into_iter().map(|line| line.text).collect());
    if let Header::Numbers(both) = &mut scene.hunk().header {
        for (start, _) in both {
            *start = place + 1;
        }
    }
    let block = hunk.old_block();
    let rest = if is_above { block.get(1..)? } else { block.get(..block.len() - 1)? };
    let rest_at = scene.hunk().at + usize::from(is_above);
    // Neither place has the whole block; what is left of it singles out the right one.
    let is_fair = places(&scene.file, &block).is_empty()
        && places(&scene.file, rest) == [rest_at]
        && room >= 2
        && is_anchored(scene);
    (is_certain && is_fair).then_some(Fine)
}

/// Lines that came into the file must not lead an anchor elsewhere.
fn is_anchored(scene: &Scene) -> bool {
    let hunk = scene.hunks.first();
    hunk.is_some_and(|hunk| hunk.anchors.is_empty())
}

/// The lines that a hunk leads to, and the hunk's place among them.
fn apply(scene: &mut Scene, number: usize) -> Option<()> {
    let hunk = scene.hunks.get(number)?.clone();
    let ending = scene.file.get(hunk.at)?.ending;
    let new = hunk.lines.iter().filter(|line| line.kind != LineKind::Remove);
    let new: Vec<FileLine> = new.map(|line| FileLine { text: line.text.clone(), ending }).collect();
    let grown = new.len().wrapping_sub(hunk.old_count());
    scene.file.splice(hunk.at..hunk.end(), new);
    for behind in scene.hunks.iter_mut().skip(number + 1) {
        behind.at = behind.at.wrapping_add(grown);
    }
    Some(())
}

fn already_applied(scene: &mut Scene) -> Option<Refusal> {
    // Of several blank lines nobody knows whether one more was there.
    let is_telling = |hunk: &Hunk| hunk.lines.iter().any(|it| !it.is_context() && !it.is_blank());
    if !scene.hunks.iter().all(is_telling) {
        return None;
    }
    for number in 0..scene.hunks.len() {
        apply(scene, number)?;
    }
    let is_gone = |hunk: &Hunk| scene.places_of(hunk).is_empty();
    scene.hunks.iter().all(is_gone).then_some(OnlyRight)
}

/// The old lines of such a hunk are still where they were, and nothing after them speaks against
/// it.
fn inserted_already(scene: &mut Scene) -> Option<Refusal> {
    let hunk = scene.hunk();
    let (first, last) = hunk.core()?;
    hunk.lines.truncate(last);
    let is_insertion = hunk.lines.iter().skip(first).all(|line| line.kind == LineKind::Add);
    // A brace or a blank line could be meant to be there twice, and so could a line that the hunk
    // has as context.
    let (context, added) = hunk.lines.split_at_checked(first)?;
    let is_context = |text: &[u8]| context.iter().any(|line| line.text == text);
    let is_telling =
        added.iter().any(|line| line.text.trim_ascii().len() > 12 && !is_context(&line.text));
    scene.renumber();
    let is_certain = first > 0 && scene.is_alone();
    apply(scene, 0)?;
    let is_still_alone = scene.is_alone();
    (is_insertion && is_telling && is_certain && is_still_alone).then_some(OnlyRight)
}

fn new_text_in_sibling(scene: &mut Scene) -> Option<Refusal> {
    let is_certain = scene.is_alone();
    let place = scene.free_place(12)?;
    let hunk = scene.hunks.first()?;
    let text = |line: &FileLine| line.text.clone();
    let above = scene.file.get(hunk.at.saturating_sub(BESIDE)..hunk.at)?.iter().map(text);
    let new = hunk.lines.iter().filter(|line| line.kind != LineKind::Remove);
    let below = scene.file.get(hunk.end()..)?.iter().take(BESIDE).map(text);
    let lines = above.chain(new.map(|line| line.text.clone())).chain(below).collect();
    let is_telling = hunk.lines.iter().any(|line| line.kind == LineKind::Add && !line.is_blank());
    scene.insert(place, lines);
    let is_found = (0..scene.hunks.len()).all(|number| scene.is_first(number));
    let is_found = is_found || scene.format == patch_parse::Format::Unified;
    (is_certain && is_telling && is_found && scene.is_alone()).then_some(Wrong)
}

fn partly_applied(scene: &mut Scene) -> Option<Refusal> {
    let is_certain = scene.is_alone();
    let count = scene.hunks.len();
    let (done, left) = (scene.rng.below(count), scene.rng.below(count));
    let is_done: Vec<bool> = (0..count)
        .map(|number| number != left && (number == done || scene.rng.once_in(2)))
        .collect();
    for number in (0..count).filter(|number| is_done[*number]) {
        apply(scene, number)?;
        scene.hunks.get_mut(number)?.is_done = true;
    }
    let is_fair = scene.hunks.iter().zip(&is_done).all(|(hunk, is_done)| {
        let found = scene.places_of(hunk);
        if *is_done { found.is_empty() } else { found == [hunk.at] }
    });
    (is_certain && is_fair && is_done.contains(&true)).then_some(Fine)
}

fn changed_elsewhere(scene: &mut Scene) -> Option<Refusal> {
    let mut is_changed = false;
    for _ in 0..scene.rng.between(1, 6) {
        let Some(at) = scene.free_place(1) else { continue };
        // An anchor is a part of the patch: what it names stays.
        let has_anchors = scene.hunks.iter().any(|hunk| !hunk.anchors.is_empty());
        if scene.rng.once_in(2) && at < scene.file.len() && !has_anchors {
            let Some(text) = scene.file.get(at).and_then(|line| other_words(&line.text)) else {
                continue;
            };
            scene.file.get_mut(at)?.text = text;
        } else {
            let count = scene.rng.between(1, 5);
            let filler = scene.filler(count);
            scene.insert(at, filler);
        }
        is_changed = true;
    }
    let is_found = (0..scene.hunks.len()).all(|number| scene.is_first(number));
    let is_found = is_found || scene.format == patch_parse::Format::Unified;
    (is_changed && is_found && scene.is_alone()).then_some(Wrong)
}
