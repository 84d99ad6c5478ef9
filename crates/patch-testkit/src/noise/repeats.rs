//! Blocks that are there twice, and what may tell them apart.

use patch_parse::Format;

use super::Refusal::{self, Fine, OnlyRight, Wrong};
use super::damage::{Damage, OPENCODE, UNIFIED};
use super::scene::{Header, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "twice_number_right",
        what: "the block is there twice, and the number is that of one of the two",
        formats: UNIFIED,
        hunks: (1, 1),
        make: |scene| {
            twin_anywhere(scene)?;
            scene.renumber();
            Some(Wrong)
        },
    },
    Damage {
        name: "twice_no_number",
        what: "the block is there twice, and the header has no numbers",
        formats: UNIFIED,
        hunks: (1, 1),
        make: |scene| {
            twin_anywhere(scene)?;
            scene.hunk().header = Header::Words("@@");
            Some(OnlyRight)
        },
    },
    Damage {
        name: "twice_number_drifted",
        what: "the block is there twice, and the number is half way between the two",
        formats: UNIFIED,
        hunks: (1, 1),
        make: twice_number_drifted,
    },
    Damage {
        name: "twice_number_invented",
        what: "the block is there twice, and the header is `@@ -1,1 +1,1 @@`",
        formats: UNIFIED,
        hunks: (1, 1),
        make: |scene| {
            let twin = twin_anywhere(scene)?;
            let at = scene.hunk().at;
            scene.hunk().header = Header::Words("@@ -1,1 +1,1 @@");
            // At the first line it would be right by chance, near it arguable.
            (twin.min(at) >= 20).then_some(OnlyRight)
        },
    },
    Damage {
        name: "twice_common_offset",
        what: "a block is there twice; all numbers are off by what the lines added above explain",
        formats: UNIFIED,
        hunks: (2, 3),
        make: twice_common_offset,
    },
    Damage {
        name: "twice_between_neighbours",
        what: "a block is there twice, no header has numbers, and one place alone is between the other hunks",
        formats: UNIFIED,
        hunks: (3, 3),
        make: twice_between_neighbours,
    },
    Damage {
        name: "twice_first_wins",
        what: "the block is there again after its place, and the format takes the first",
        formats: OPENCODE,
        hunks: (1, 1),
        make: twice_first_wins,
    },
];

/// Lines beside a block that are copied with it, so that more context would not tell the two apart.
pub(super) const BESIDE: usize = 4;

impl Scene {
    /// Puts a copy of a hunk's old lines, and of so many lines beside them, into the file, before
    /// the line `place`. Gives the line at which the copy of the old lines is.
    pub(super) fn insert_twin(
        &mut self,
        number: usize,
        place: usize,
        beside: usize,
    ) -> Option<usize> {
        let hunk = self.hunks.get(number)?;
        let from = hunk.at.saturating_sub(beside).max(self.position(number));
        let next = self.hunks.get(number + 1).map_or(self.file.len(), |next| next.at);
        let to = (hunk.end() + beside).min(next);
        // An earlier damage may have put the hunks out of order.
        let above = hunk.at.checked_sub(from)?;
        let is_inside = place > from && place < to;
        let lines = self.file.get(from..to)?.iter().map(|line| line.text.clone()).collect();
        if is_inside {
            return None;
        }
        self.insert(place, lines);
        Some(place + above)
    }
}

/// A twin of the first hunk somewhere; exactly the two places are left.
fn twin_anywhere(scene: &mut Scene) -> Option<usize> {
    let place = scene.free_place(12)?;
    let twin = scene.insert_twin(0, place, BESIDE)?;
    is_twice(scene, 0, twin).then_some(twin)
}

fn is_twice(scene: &Scene, number: usize, twin: usize) -> bool {
    let Some(hunk) = scene.hunks.get(number) else { return false };
    let places = scene.places_of(hunk);
    places == [hunk.at.min(twin), hunk.at.max(twin)]
}

fn twice_number_drifted(scene: &mut Scene) -> Option<Refusal> {
    let twin = twin_anywhere(scene)?;
    let at = scene.hunk().at;
    let (low, high) = (at.min(twin), at.max(twin));
    if (high - low) % 2 == 1 {
        // Half way is a line when the distance is even.
        let behind_low = low + scene.hunk().old_count() + BESIDE;
        let filler = scene.filler(1);
        scene.insert(behind_low.min(high.checked_sub(BESIDE)?), filler);
    }
    let at = scene.hunk().at;
    let other =
        *scene.places_of(&scene.hunks.first()?.clone()).iter().find(|place| **place != at)?;
    let middle = usize::midpoint(at, other);
    let distance = at.abs_diff(middle);
    scene.renumber();
    let Header::Numbers(both) = &mut scene.hunk().header else { return None };
    for (start, _) in both {
        *start = middle + 1;
    }
    (distance == other.abs_diff(middle) && distance >= 5).then_some(OnlyRight)
}

fn twice_common_offset(scene: &mut Scene) -> Option<Refusal> {
    let is_certain = scene.is_alone();
    let number = scene.rng.between(1, scene.hunks.len() - 1);
    let place = scene.free_place(12)?;
    let twin = scene.insert_twin(number, place, BESIDE)?;
    scene.renumber();
    let written = scene.hunks.get(number)?.at;
    let by = scene.rng.between(3, 60);
    let filler = scene.filler(by);
    scene.insert(0, filler);
    let twin = twin + by;
    // No place is at the number itself, so that nothing speaks against the offset.
    (is_certain && is_twice(scene, number, twin) && twin != written).then_some(Wrong)
}

fn twice_between_neighbours(scene: &mut Scene) -> Option<Refusal> {
    let is_certain = scene.is_alone();
    let (first, last) = (scene.hunks.first()?.at, scene.hunks.last()?.end());
    let place = scene.free_place(12)?;
    let is_outside = place <= first || place >= last;
    let twin = scene.insert_twin(1, place, BESIDE)?;
    scene.hunks.iter_mut().for_each(|hunk| hunk.header = Header::Words("@@"));
    (is_certain && is_outside && is_twice(scene, 1, twin)).then_some(Wrong)
}

fn twice_first_wins(scene: &mut Scene) -> Option<Refusal> {
    debug_assert_eq!(scene.format, Format::OpenCode);
    scene.hunk().anchors.clear();
    let place = scene.free_place(12)?;
    let twin = scene.insert_twin(0, place, BESIDE)?;
    (is_twice(scene, 0, twin) && twin > scene.hunk().at).then_some(Fine)
}
