//! Line numbers and counts: hints that are stale, wrong, missing or made up.

use patch_parse::{Format, LineKind};

use super::Refusal::{self, Fine, Wrong};
use super::damage::{BOTH, Damage, UNIFIED};
use super::scene::{Header, Hunk, Line, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "none",
        what: "nothing is wrong: the control",
        formats: BOTH,
        hunks: (1, 3),
        make: |_| Some(Wrong),
    },
    Damage {
        name: "file_grown",
        what: "the file has up to forty lines more above and between the hunks than when it was read",
        formats: BOTH,
        hunks: (1, 3),
        make: file_grown,
    },
    Damage {
        name: "file_shrunk",
        what: "lines above the first hunk are gone since the file was read",
        formats: UNIFIED,
        hunks: (1, 3),
        make: file_shrunk,
    },
    Damage {
        name: "numbers_drifted",
        what: "the numbers of all headers are off by the same, up to a thousand lines",
        formats: UNIFIED,
        hunks: (1, 3),
        make: numbers_drifted,
    },
    Damage {
        name: "numbers_random",
        what: "the numbers of each header are off by something else",
        formats: UNIFIED,
        hunks: (1, 3),
        make: numbers_random,
    },
    Damage {
        name: "no_numbers",
        what: "a header is `@@` and no more, or `@@ @@`",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| words(scene, &["@@", "@@ @@"]),
    },
    Damage {
        name: "dotted_numbers",
        what: "a header is `@@ ... @@`",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| words(scene, &["@@ ... @@"]),
    },
    Damage {
        name: "placeholder_numbers",
        what: "a header has letters for numbers, such as `@@ -XX,XX +XX,XX @@`",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            let choice = [
                "@@ -XX,XX +XX,XX @@",
                "@@ -N,M +N,M @@",
                "@@ -?,? +?,? @@",
                "@@ -L1,S1 +L2,S2 @@",
            ];
            words(scene, &choice)
        },
    },
    Damage {
        name: "invented_numbers",
        what: "every header is `@@ -1,1 +1,1 @@`, whatever the hunk holds",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| words(scene, &["@@ -1,1 +1,1 @@"]),
    },
    Damage {
        name: "counts_wrong",
        what: "the starts are right, the counts are off by up to three",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            counts_wrong(scene);
            // Counts that want more after a change, at the end of the text, tell of one that was
            // cut.
            let last = scene.hunks.last()?.lines.last()?;
            last.is_context().then_some(Wrong)
        },
    },
    Damage {
        name: "counts_before_blank",
        what: "the counts are off by up to three, and an empty line comes after each hunk",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            counts_wrong(scene);
            scene.look.behind_hunk = "\n";
            scene.hunks.iter().all(ends_in_context).then_some(Wrong)
        },
    },
    Damage {
        name: "counts_in_many_files",
        what: "the counts of two sections are off, and each is followed by a header or by the end",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            counts_wrong(scene);
            let headers = ["@@ -1,4 +1,6 @@", "@@ -1,7 +1,7 @@", "@@ -1,5 +1,4 @@"];
            let header = scene.rng.pick(&headers).copied()?;
            scene.look.more = scene.beside("3", header)?;
            scene.hunks.iter().all(ends_in_context).then_some(Wrong)
        },
    },
    Damage {
        name: "counts_one",
        what: "the starts are right, the counts are all one",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            numbers(scene, |_, [old, new]| [(old.0, 1), (new.0, 1)]);
            Some(Wrong)
        },
    },
];

/// A hunk that ends in a change, of counts that want more, could be one that was cut.
fn ends_in_context(hunk: &Hunk) -> bool {
    hunk.lines.last().is_some_and(Line::is_context)
}

fn file_grown(scene: &mut Scene) -> Option<Refusal> {
    let is_start_meant = scene.format == Format::Unified && claims_start(scene.hunk());
    for number in (0..scene.hunks.len()).rev() {
        let floor = scene.position(number);
        let at = scene.rng.between(floor, scene.hunks.get(number)?.at);
        let count = scene.rng.between(usize::from(number == 0), 40);
        let filler = scene.filler(count);
        scene.insert(at, filler);
    }
    is_certain(scene).map(|refusal| if is_start_meant { Fine } else { refusal })
}

/// Whether a hunk inserts before the first line of the file: git's rule is that it belongs there,
/// and nobody can tell whether what is above that line now was to come before it.
fn claims_start(hunk: &Hunk) -> bool {
    let inserts = hunk.lines.first().is_some_and(|line| line.kind == LineKind::Add);
    hunk.at == 0 && inserts && hunk.lines.iter().all(|line| line.kind != LineKind::Remove)
}

fn file_shrunk(scene: &mut Scene) -> Option<Refusal> {
    let room = scene.hunk().at;
    let count = scene.rng.between(1, room.min(40));
    let from = scene.rng.between(0, room.checked_sub(count)?);
    scene.file.drain(from..from + count);
    scene.hunks.iter_mut().for_each(|hunk| hunk.at -= count);
    is_certain(scene)
}

fn numbers_drifted(scene: &mut Scene) -> Option<Refusal> {
    let by = scene.rng.between(1, 1000);
    let is_less = scene.rng.once_in(2);
    numbers(scene, |_, both| both.map(|(start, count)| (moved(start, by, is_less), count)));
    is_certain(scene)
}

fn numbers_random(scene: &mut Scene) -> Option<Refusal> {
    numbers(scene, |scene, both| {
        let by = scene.rng.between(1, 300);
        let is_less = scene.rng.once_in(2);
        both.map(|(start, count)| (moved(start, by, is_less), count))
    });
    is_certain(scene)
}

/// The starts are right, and the old lines match there.
fn counts_wrong(scene: &mut Scene) {
    numbers(scene, |scene, both| {
        both.map(|(start, count)| {
            let by = scene.rng.between(1, 3);
            let is_less = scene.rng.once_in(2);
            (start, moved(count, by, is_less))
        })
    });
}

fn words(scene: &mut Scene, choice: &[&'static str]) -> Option<Refusal> {
    let words = scene.rng.pick(choice).copied()?;
    scene.hunks.iter_mut().for_each(|hunk| hunk.header = Header::Words(words));
    is_certain(scene)
}

/// Changes the numbers of every header.
pub(super) fn numbers(
    scene: &mut Scene,
    change: impl Fn(&mut Scene, [(usize, usize); 2]) -> [(usize, usize); 2],
) {
    for number in 0..scene.hunks.len() {
        let Header::Numbers(both) = scene.hunks[number].header else { continue };
        scene.hunks[number].header = Header::Numbers(change(scene, both));
    }
}

fn moved(number: usize, by: usize, is_less: bool) -> usize {
    let less = number.checked_sub(by).filter(|less| is_less && *less > 0);
    less.unwrap_or(number + by)
}

/// Context is the authority: without a number to trust, a hunk must apply where it is alone.
fn is_certain(scene: &Scene) -> Option<Refusal> {
    let is_certain = match scene.format {
        Format::Unified => scene.is_alone(),
        Format::OpenCode => (0..scene.hunks.len()).all(|number| scene.is_first(number)),
    };
    is_certain.then_some(Wrong)
}
