//! Signs that were changed in every line, those that are added too: the right answer is the file's
//! form, or a refusal.

use bstr::ByteSlice;

use super::Refusal::{self, Fine};
use super::blanks::typographic;
use super::damage::{BOTH, Damage};
use super::scene::{Hunk, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "quotes_everywhere",
        what: "all lines, added ones too, have typographic quotes and dashes where the file has ASCII",
        formats: BOTH,
        hunks: (1, 2),
        make: |scene| rewrite(scene, &["\"", "'", " - ", "..."], typographic),
    },
    Damage {
        name: "no_break_spaces_everywhere",
        what: "all blanks of all lines, added ones too, are no-break spaces",
        formats: BOTH,
        hunks: (1, 2),
        make: |scene| rewrite(scene, &[" "], |text| text.replace(" ", "\u{A0}")),
    },
    Damage {
        name: "html_escapes",
        what: "all lines, added ones too, have `&lt;`, `&gt;` and `&amp;` where the file has the signs",
        formats: BOTH,
        hunks: (1, 2),
        make: |scene| rewrite(scene, &["&", "<", ">"], escaped),
    },
];

fn escaped(text: &[u8]) -> Vec<u8> {
    text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
}

/// Writes every line otherwise. Each sign of an added line is in an old one of the same hunk, too,
/// which shows what it is in the file.
fn rewrite(scene: &mut Scene, signs: &[&str], change: fn(&[u8]) -> Vec<u8>) -> Option<Refusal> {
    let has = |hunk: &Hunk, is_old: bool, sign: &str| {
        let mut lines = hunk.lines.iter().filter(|line| line.is_old() == is_old);
        lines.any(|line| line.text.contains_str(sign))
    };
    let is_shown = |hunk: &Hunk| {
        let mut added = signs.iter().filter(|sign| has(hunk, false, sign)).peekable();
        added.peek().is_some() && added.all(|sign| has(hunk, true, sign))
    };
    if !scene.hunks.iter().all(is_shown) || !scene.is_alone() {
        return None;
    }
    for line in scene.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        line.show(&change(&line.text));
    }
    Some(Fine)
}
