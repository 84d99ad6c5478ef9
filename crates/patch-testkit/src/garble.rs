//! Damages a patch line by line, to check what a forgiving reader must not lose.
//!
//! The lines of [`Garbled`] are numbered, so that each shows where it was in the patch and can be
//! searched for in the result.

use patch_parse::LineKind;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What happens to a line of a patch.
#[derive(Clone, Debug)]
pub enum Garble {
    /// The first byte is gone: a mark, or a part of a header.
    DropMark(Index),
    /// It is quoted, as in an answer to a mail.
    Quote(Index),
    /// It is gone.
    Delete(Index),
    /// It is there twice.
    Duplicate(Index),
    /// An empty line is before it.
    Gap(Index),
    /// A line of prose is before it.
    Prose(Index),
    /// The counts of a hunk header are these.
    Counts(Index, u8, u8),
}

/// Hunks over one or two files, with what happened to them.
#[derive(Clone, Debug)]
pub struct Garbled {
    hunks: Vec<Vec<LineKind>>,
    second_file: bool,
    edits: Vec<Garble>,
}

/// Patches with up to three kinds of damage.
pub fn garbled() -> impl Strategy<Value = Garbled> {
    use LineKind::{Add, Context, Remove};
    // Hunks as tools write them: context around the changes, mostly.
    let line = select(vec![Context, Context, Remove, Add, Add]);
    let hunk = (0..3_usize, prop::collection::vec(line, 1..5), 0..3_usize).prop_map(
        |(before, changes, behind)| {
            let context = |count| std::iter::repeat_n(Context, count);
            context(before).chain(changes).chain([Add]).chain(context(behind)).collect()
        },
    );
    let at = || any::<Index>();
    let edit = prop_oneof![
        // A header that lost its first sign is the classic trap.
        3 => at().prop_map(Garble::DropMark),
        2 => at().prop_map(Garble::Quote),
        2 => at().prop_map(Garble::Delete),
        1 => at().prop_map(Garble::Duplicate),
        1 => at().prop_map(Garble::Gap),
        1 => at().prop_map(Garble::Prose),
        // Half of the hunks that models write are miscounted.
        3 => (at(), 0..9_u8, 0..9_u8).prop_map(|(at, old, new)| Garble::Counts(at, old, new)),
    ];
    (prop::collection::vec(hunk, 1..4), any::<bool>(), prop::collection::vec(edit, 0..4))
        .prop_map(|(hunks, second_file, edits)| Garbled { hunks, second_file, edits })
}

impl Garbled {
    /// The text with all its damage.
    pub fn text(&self) -> String {
        let mut lines = self.lines();
        for edit in &self.edits {
            edit.apply(&mut lines);
        }
        lines.concat()
    }

    /// The lines of the undamaged patch. Each hunk line has a text of its own that does not occur
    /// in prose.
    fn lines(&self) -> Vec<String> {
        let mut lines = vec!["--- a/x\n".to_owned(), "+++ b/x\n".to_owned()];
        let mut number = 0;
        for (index, hunk) in self.hunks.iter().enumerate() {
            if index > 0 && index + 1 == self.hunks.len() && self.second_file {
                lines.extend(["--- a/y\n".to_owned(), "+++ b/y\n".to_owned()]);
            }
            let count = |without| hunk.iter().filter(|kind| **kind != without).count();
            let [old, new] = [LineKind::Add, LineKind::Remove].map(count);
            let start = 1 + 100 * index;
            lines.push(format!("@@ -{start},{old} +{start},{new} @@\n"));
            for kind in hunk {
                number += 1;
                lines.push(format!("{}    call({number});\n", char::from(kind.marker())));
            }
        }
        lines
    }
}

impl Garble {
    fn apply(&self, lines: &mut Vec<String>) {
        let (Self::DropMark(at)
        | Self::Quote(at)
        | Self::Delete(at)
        | Self::Duplicate(at)
        | Self::Gap(at)
        | Self::Prose(at)
        | Self::Counts(at, ..)) = self;
        if lines.is_empty() {
            return;
        }
        let at = at.index(lines.len());
        match self {
            Self::DropMark(_) => drop(lines[at].remove(0)),
            Self::Quote(_) => lines[at].insert_str(0, "> "),
            Self::Delete(_) => drop(lines.remove(at)),
            Self::Duplicate(_) => lines.insert(at, lines[at].clone()),
            Self::Gap(_) => lines.insert(at, "\n".to_owned()),
            Self::Prose(_) => lines.insert(at, "and then\n".to_owned()),
            Self::Counts(_, old, new) => {
                let headers: Vec<usize> =
                    (0..lines.len()).filter(|at| lines[*at].starts_with("@@ ")).collect();
                if let Some(header) = headers.get(at % headers.len().max(1)) {
                    lines[*header] = format!("@@ -1,{old} +1,{new} @@\n");
                }
            }
        }
        if lines.get(at).is_some_and(String::is_empty) {
            lines.remove(at);
        }
    }
}
