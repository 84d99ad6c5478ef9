//! Blanks, indentation and typography: the same words in other clothes, and markers that go
//! missing.

use patch_parse::LineKind;

use super::Refusal::{self, Fine, Wrong};
use super::blocks::is_in_blocks;
use super::damage::{BOTH, Damage, UNIFIED};
use super::scene::{Hunk, Line, Scene};
use super::single_out::indentation;
use super::widest::key;

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "trailing_blanks_lost",
        what: "lines of the file end in blanks that the patch does not have",
        formats: BOTH,
        hunks: (1, 3),
        make: trailing_blanks_lost,
    },
    Damage {
        name: "trailing_blanks_gained",
        what: "context and removed lines of the patch end in blanks that the file does not have",
        formats: BOTH,
        hunks: (1, 3),
        make: trailing_blanks_gained,
    },
    Damage {
        name: "blank_context_bare",
        what: "blank context lines have lost their blank, as editors and mailers strip it",
        formats: BOTH,
        hunks: (1, 3),
        make: blank_context_bare,
    },
    Damage {
        name: "blank_added_bare",
        what: "a blank added line has lost its `+`, and reads like a context line",
        formats: BOTH,
        hunks: (1, 3),
        make: blank_added_bare,
    },
    Damage {
        name: "blank_added_counted",
        what: "a blank line between added ones has lost its `+`, and the counts say that it is one of them",
        formats: UNIFIED,
        hunks: (1, 3),
        make: blank_added_counted,
    },
    Damage {
        name: "context_unmarked",
        what: "context lines have lost the blank before them",
        formats: BOTH,
        hunks: (1, 2),
        make: context_unmarked,
    },
    Damage {
        name: "tabs_in_patch",
        what: "the patch is indented with tabs, the file with four spaces",
        formats: BOTH,
        hunks: (1, 3),
        make: tabs_in_patch,
    },
    Damage {
        name: "tabs_in_file",
        what: "the file is indented with tabs, the patch with four spaces",
        formats: BOTH,
        hunks: (1, 3),
        make: tabs_in_file,
    },
    Damage {
        name: "indented_more",
        what: "every line of a hunk is indented deeper than the file is",
        formats: BOTH,
        hunks: (1, 3),
        make: indented_more,
    },
    Damage {
        name: "indented_less",
        what: "every line of a hunk has lost some of its indentation",
        formats: BOTH,
        hunks: (1, 2),
        make: indented_less,
    },
    Damage {
        name: "blanks_inside",
        what: "blanks inside context and removed lines are doubled, or runs of them are one",
        formats: BOTH,
        hunks: (1, 3),
        make: blanks_inside,
    },
    Damage {
        name: "typography_in_patch",
        what: "context and removed lines have typographic quotes and dashes where the file has ASCII",
        formats: BOTH,
        hunks: (1, 3),
        make: typography_in_patch,
    },
    Damage {
        name: "typography_in_file",
        what: "the file has typographic quotes and dashes where the patch has ASCII",
        formats: BOTH,
        hunks: (1, 3),
        make: typography_in_file,
    },
    Damage {
        name: "odd_spaces",
        what: "blanks inside context and removed lines are no-break spaces",
        formats: BOTH,
        hunks: (1, 3),
        make: odd_spaces,
    },
];

const TAB: &[u8] = b"    ";

fn trailing_blanks_lost(scene: &mut Scene) -> Option<Refusal> {
    each_old_line_of_file(scene, |scene, text| {
        let blanks = [&b" "[..], b"  ", b"\t"];
        let blanks = scene.rng.pick(&blanks).copied().unwrap_or_default();
        let is_chosen = scene.rng.once_in(2);
        // A line that is taken away and added again may be left as it is.
        let is_again = |line: &Line| line.kind == LineKind::Add && *line.text == *text;
        let is_kept = || scene.hunks.iter().any(|hunk| hunk.lines.iter().any(is_again));
        (is_chosen && !is_kept()).then(|| [text, blanks].concat())
    })?;
    alone(scene)
}

fn trailing_blanks_gained(scene: &mut Scene) -> Option<Refusal> {
    let is_all = scene.rng.once_in(2);
    let is_changed = each_line(scene, |scene, line| {
        if line.is_old() && (is_all || scene.rng.once_in(2)) {
            line.show(&[&*line.text, b" "].concat());
        }
    });
    alone(scene).filter(|_| is_changed)
}

fn blank_context_bare(scene: &mut Scene) -> Option<Refusal> {
    let is_changed = each_line(scene, |_, line| {
        if line.is_context() && line.text.is_empty() {
            line.shown = Some(Vec::new());
        }
    });
    // After the last line it may be there for the looks of the patch.
    let is_told = scene.hunks.iter().all(|hunk| {
        let mut hunk = hunk.clone();
        while hunk.lines.last().is_some_and(|line| line.shown.as_ref().is_some_and(Vec::is_empty)) {
            hunk.lines.pop();
        }
        scene.is_alone_from(&hunk, 0)
    });
    alone(scene).filter(|_| is_changed && is_told)
}

fn blank_added_bare(scene: &mut Scene) -> Option<Refusal> {
    let is_changed = each_line(scene, |_, line| {
        if line.kind == LineKind::Add && line.text.is_empty() {
            line.shown = Some(Vec::new());
        }
    });
    // Read as context, the blank line must not happen to be there, nor where the last one is taken
    // for the final newline.
    let misread = |number: usize| {
        let mut hunk = scene.hunks[number].clone();
        for line in &mut hunk.lines {
            if line.shown.as_ref().is_some_and(Vec::is_empty) {
                line.kind = LineKind::Context;
            }
        }
        let is_nowhere = |hunk: &Hunk| scene.places_of(hunk).is_empty();
        let is_blank = |line: &mut Line| line.is_context() && line.text.is_empty();
        is_nowhere(&hunk) && (hunk.lines.pop_if(is_blank).is_none() || is_nowhere(&hunk))
    };
    let is_told = (0..scene.hunks.len()).all(|number| {
        let is_whole = |line: &Line| line.shown.as_ref().is_none_or(|shown| !shown.is_empty());
        let lines = &scene.hunks[number].lines;
        // Below the header and after the last line it may be there for the looks of the patch.
        let is_within = [lines.first(), lines.last()].into_iter().flatten().all(is_whole);
        lines.iter().all(is_whole) || (is_within && misread(number))
    });
    alone(scene).filter(|_| is_changed && is_told).map(|_| Fine)
}

fn blank_added_counted(scene: &mut Scene) -> Option<Refusal> {
    let mut is_changed = false;
    for hunk in &mut scene.hunks {
        let is_added = |line: &Line| line.kind == LineKind::Add;
        let inner = |three: &[Line]| three.iter().all(is_added) && three[1].text.is_empty();
        let found: Vec<usize> = (1..hunk.lines.len().saturating_sub(1))
            .filter(|at| hunk.lines.get(*at - 1..*at + 2).is_some_and(inner))
            .collect();
        is_changed |= !found.is_empty();
        for at in found {
            hunk.lines[at].shown = Some(Vec::new());
        }
    }
    alone(scene).filter(|_| is_changed)
}

fn context_unmarked(scene: &mut Scene) -> Option<Refusal> {
    let is_all = scene.rng.once_in(2);
    let is_changed = each_line(scene, |scene, line| {
        let is_lost = line.is_context() && !line.is_blank() && (is_all || scene.rng.once_in(2));
        let first = line.text.first().copied().unwrap_or_default();
        // Another marker or header would make it another patch.
        if is_lost && (first.is_ascii_alphanumeric() || b" \t}])({/#\"".contains(&first)) {
            line.shown = Some(line.text.clone());
        }
    });
    alone(scene).filter(|_| is_changed).map(|_| Fine)
}

fn tabs_in_patch(scene: &mut Scene) -> Option<Refusal> {
    is_indented_by_four(scene)?;
    each_line(scene, |_, line| {
        let text = with_tabs(&line.text);
        line.show(&text);
    });
    alone(scene)
}

fn tabs_in_file(scene: &mut Scene) -> Option<Refusal> {
    is_indented_by_four(scene)?;
    for line in &mut scene.file {
        line.text = with_tabs(&line.text);
    }
    each_line(scene, |_, line| {
        // What is written stays; what is meant is in the clothes of the file.
        line.text = with_tabs(&line.text);
    });
    alone(scene)
}

/// Whether one can tell from the old lines how many blanks a tab stands for.
fn is_indented_by_four(scene: &Scene) -> Option<()> {
    let mut lines = scene.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| !line.is_blank());
    let is_even = lines
        .clone()
        .all(|line| indentation(&line.text).is_multiple_of(4) && !line.text.contains(&b'\t'));
    let is_shown = scene.hunks.iter().all(|hunk| {
        let mut old = hunk.lines.iter().filter(|line| line.is_old() && !line.is_blank());
        old.any(|line| indentation(&line.text) >= 4)
    });
    (is_even && is_shown && lines.next().is_some()).then_some(())
}

fn with_tabs(text: &[u8]) -> Vec<u8> {
    let mut rest = text;
    let mut out = Vec::new();
    if text.trim_ascii().is_empty() {
        return text.to_vec();
    }
    while let Some(behind) = rest.strip_prefix(TAB) {
        out.push(b'\t');
        rest = behind;
    }
    out.extend_from_slice(rest);
    out
}

fn indented_more(scene: &mut Scene) -> Option<Refusal> {
    let shift = [&b"  "[..], b"    ", b"        "];
    let shift = scene.rng.pick(&shift).copied()?;
    is_in_blocks(scene)?;
    let is_spaces = |line: &Line| !line.text.starts_with(b"\t");
    let is_fit = scene.hunks.iter().flat_map(|hunk| &hunk.lines).all(is_spaces);
    each_line(scene, |_, line| {
        if !line.is_blank() {
            line.show(&[shift, &*line.text].concat());
        }
    });
    is_shown_by_old_lines(scene).and_then(|()| alone(scene)).filter(|_| is_fit)
}

fn indented_less(scene: &mut Scene) -> Option<Refusal> {
    let lines = scene.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| !line.is_blank());
    let room =
        lines.map(|line| line.text.iter().take_while(|byte| **byte == b' ').count()).min()?;
    let by = [2, 4, 8].into_iter().filter(|by| *by <= room).max()?;
    is_in_blocks(scene)?;
    each_line(scene, |_, line| {
        if !line.is_blank() {
            let text = line.text.get(by..).unwrap_or_default().to_vec();
            line.show(&text);
        }
    });
    is_shown_by_old_lines(scene).and_then(|()| alone(scene))
}

/// Whether each hunk has an old line that shows by how much it was moved.
fn is_shown_by_old_lines(scene: &Scene) -> Option<()> {
    let shows = |line: &Line| line.is_old() && !line.is_blank();
    scene.hunks.iter().all(|hunk| hunk.lines.iter().any(shows)).then_some(())
}

fn blanks_inside(scene: &mut Scene) -> Option<Refusal> {
    let is_doubled = scene.rng.once_in(2);
    let is_changed = each_line(scene, |_, line| {
        let indent = line.text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let (indent, rest) = line.text.split_at(indent);
        let mut out = indent.to_vec();
        for byte in rest {
            let is_again = *byte == b' ' && out.last() == Some(&b' ') && out.len() > indent.len();
            match (*byte, is_doubled) {
                (b' ', true) => out.extend_from_slice(b"  "),
                (b' ', false) if is_again => {}
                (byte, _) => out.push(byte),
            }
        }
        if line.is_old() {
            line.show(&out);
        }
    });
    alone(scene).filter(|_| is_changed)
}

fn typography_in_patch(scene: &mut Scene) -> Option<Refusal> {
    let is_changed = each_line(scene, |_, line| {
        if line.is_old() {
            line.show(&typographic(&line.text));
        }
    });
    alone(scene).filter(|_| is_changed)
}

fn typography_in_file(scene: &mut Scene) -> Option<Refusal> {
    each_old_line_of_file(scene, |_, text| Some(typographic(text)).filter(|new| new != text))?;
    alone(scene)
}

fn odd_spaces(scene: &mut Scene) -> Option<Refusal> {
    let is_changed = each_line(scene, |_, line| {
        let indent = line.text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let (indent, rest) = line.text.split_at(indent);
        let rest = rest.split(|byte| *byte == b' ').collect::<Vec<_>>();
        if line.is_old() {
            line.show(&[indent, &rest.join("\u{A0}".as_bytes())].concat());
        }
    });
    alone(scene).filter(|_| is_changed)
}

/// As a word processor has it.
pub(super) fn typographic(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let mut out = String::new();
    let mut is_open = false;
    for character in text.chars() {
        match character {
            '"' => {
                out.push(if is_open { '\u{201D}' } else { '\u{201C}' });
                is_open = !is_open;
            }
            '\'' => out.push('\u{2019}'),
            other => out.push(other),
        }
    }
    out.replace(" - ", " \u{2013} ").replace("...", "\u{2026}").into_bytes()
}

/// Lets every line of every hunk be written otherwise, and says whether some is.
fn each_line(scene: &mut Scene, mut change: impl FnMut(&mut Scene, &mut Line)) -> bool {
    let mut hunks = std::mem::take(&mut scene.hunks);
    let mut is_changed = false;
    for line in hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        let before = line.shown.clone();
        change(scene, line);
        is_changed |= line.shown != before;
    }
    scene.hunks = hunks;
    is_changed
}

/// Changes lines of the file under the hunks. The patch stays, and `None` says that nothing came of
/// it.
fn each_old_line_of_file(
    scene: &mut Scene,
    mut change: impl FnMut(&mut Scene, &[u8]) -> Option<Vec<u8>>,
) -> Option<()> {
    let places: Vec<usize> = scene.hunks.iter().flat_map(|hunk| hunk.at..hunk.end()).collect();
    let mut is_changed = false;
    for at in places {
        let text = scene.file.get(at)?.text.clone();
        if let Some(new) = change(scene, &text) {
            debug_assert_eq!(key(&new), key(&text));
            scene.file.get_mut(at)?.text = new;
            is_changed = true;
        }
    }
    is_changed.then_some(())
}

/// On a lower rung a number or the order proves less: a hunk must apply where it is alone.
fn alone(scene: &Scene) -> Option<Refusal> {
    scene.is_alone().then_some(Wrong)
}
