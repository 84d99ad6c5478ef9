//! Repetitions, and text that changes nothing.

use patch_parse::{Format, LineKind};

use super::Refusal::{self, Fine, Wrong};
use super::context::other_words;
use super::damage::{BOTH, Damage};
use super::pair::Beside;
use super::scene::{Header, Hunk, Line, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "identical_pair",
        what: "a context line is written as removed and added again",
        formats: BOTH,
        hunks: (1, 3),
        make: identical_pair,
    },
    Damage {
        name: "redundant_hunk",
        what: "among the hunks is one that removes a line and adds it again",
        formats: BOTH,
        hunks: (1, 2),
        make: redundant_hunk,
    },
    Damage {
        name: "hunk_twice",
        what: "a hunk is written twice",
        formats: BOTH,
        hunks: (1, 2),
        make: hunk_twice,
    },
    Damage {
        name: "section_twice",
        what: "the section of the file is written twice",
        formats: BOTH,
        hunks: (1, 2),
        make: |scene| {
            scene.look.more = String::from_utf8(scene.section()).ok()?;
            scene.is_alone().then_some(Fine)
        },
    },
    Damage {
        name: "section_without_change",
        what: "a section of another file removes a line and adds it again",
        formats: BOTH,
        hunks: (1, 2),
        make: |scene| {
            let section = scene.beside("three", "@@ -1,5 +1,5 @@")?;
            scene.look.more = section;
            Some(Wrong)
        },
    },
    Damage {
        name: "answer_twice",
        what: "the text has the same patch twice, in a fence each",
        formats: BOTH,
        hunks: (1, 2),
        make: |scene| {
            let first = String::from_utf8(scene.patch()).ok()?;
            answers(scene, &first, "Once more, to copy:");
            scene.is_alone().then_some(Fine)
        },
    },
    Damage {
        name: "several_answers",
        what: "the text has a patch, a word that it is wrong, and the corrected one",
        formats: BOTH,
        hunks: (1, 2),
        make: several_answers,
    },
];

fn identical_pair(scene: &mut Scene) -> Option<Refusal> {
    for number in 0..scene.hunks.len() {
        let lines = &scene.hunks.get(number)?.lines;
        let is_fit =
            |at: &usize| lines.get(*at).is_some_and(|it| it.is_context() && !it.is_blank());
        let fit: Vec<usize> = (0..lines.len()).filter(is_fit).collect();
        let at = scene.rng.pick(&fit).copied()?;
        let lines = &mut scene.hunks.get_mut(number)?.lines;
        let text = lines.get(at)?.text.clone();
        let pair = [LineKind::Remove, LineKind::Add].map(|kind| Line::new(kind, &text));
        lines.splice(at..=at, pair);
    }
    scene.renumber();
    Some(Wrong)
}

fn redundant_hunk(scene: &mut Scene) -> Option<Refusal> {
    let middle = scene.free_place(6).filter(|at| *at > 1)?;
    let text = |at: usize| scene.file.get(at).map(|line| line.text.clone());
    let [above, line, below] = [text(middle - 1)?, text(middle)?, text(middle + 1)?];
    let lines = vec![
        Line::new(LineKind::Context, &above),
        Line::new(LineKind::Remove, &line),
        Line::new(LineKind::Add, &line),
        Line::new(LineKind::Context, &below),
    ];
    let is_telling = line.trim_ascii().len() > 4;
    let header = Header::Words("@@");
    let hunk = Hunk {
        at: middle - 1,
        lines,
        header,
        anchors: Vec::new(),
        ends_file: false,
        is_done: true,
    };
    scene.hunks.push(hunk);
    scene.hunks.sort_by_key(|hunk| hunk.at);
    scene.renumber();
    let is_found = (0..scene.hunks.len()).all(|number| scene.is_first(number));
    (is_telling && (is_found || scene.format == Format::Unified)).then_some(Wrong)
}

fn hunk_twice(scene: &mut Scene) -> Option<Refusal> {
    let number = scene.rng.below(scene.hunks.len());
    let mut again = scene.hunks.get(number)?.clone();
    // What is right is to do it once.
    again.is_done = true;
    scene.hunks.insert(number + 1, again);
    scene.is_alone().then_some(Fine)
}

fn answers(scene: &mut Scene, first: &str, between: &str) {
    let before = format!("Here is the patch:\n\n```diff\n{first}```\n\n{between}\n\n```diff\n");
    scene.look.around = [before, "```\n".to_owned()];
}

fn several_answers(scene: &mut Scene) -> Option<Refusal> {
    let mut first = scene.clone();
    let mut is_other = false;
    let lines = first.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines);
    for line in lines.filter(|line| line.kind == LineKind::Add) {
        if let Some(text) = other_words(&line.text) {
            line.show(&text);
            is_other = true;
        }
    }
    let first = String::from_utf8(first.patch()).ok()?;
    answers(scene, &first, "Wait, that is wrong. This is the corrected patch, use it instead:");
    (is_other && scene.is_alone()).then_some(Fine)
}

/// The name of the other file.
const OTHER: &str = "notes/other.txt";

impl Scene {
    /// Puts another file beside the one of the case, and gives the section that makes its third
    /// line `new`, with this header in unified diff.
    pub(super) fn beside(&mut self, new: &str, header: &str) -> Option<String> {
        if self.look.line_ending != "\n" {
            return None;
        }
        let text = |third: &str| format!("one\ntwo\n{third}\nfour\nfive\n").into_bytes();
        let (before, expected) = (text("three"), text(new));
        self.others.push(Beside { path: OTHER.to_owned(), before, expected });
        let lines = format!(" one\n two\n-three\n+{new}\n four\n five\n");
        Some(match self.format {
            Format::Unified => format!("--- a/{OTHER}\n+++ b/{OTHER}\n{header}\n{lines}"),
            Format::OpenCode => format!("*** Update File: {OTHER}\n@@\n{lines}"),
        })
    }
}
