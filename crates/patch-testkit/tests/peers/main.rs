//! Second opinions on whole patches: what `git apply` and GNU `patch` make of the same patch and
//! the same files, there and back, faithful or not.
//!
//! What both apply alike we apply alike, under the contract that does what git does; or the reason
//! why we do not is a row of `docs/contracts.md`. What git cannot read we refuse, but for rows of
//! that page. GNU `patch` is asked for its opinion of text alone, and not of a patch as its writer
//! left it: of that we know what it means.
//!
//! Programs get a folder of their own, and no rights in any other: see [`programs`].

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a harness that is wrong should stop"
)]

mod change;
#[expect(dead_code, reason = "what a failure says is that of the question here")]
#[path = "../kept/mod.rs"]
mod kept;
mod ours;
mod programs;
mod reasons;
mod rows;
mod spoil;

use std::fmt::Write as _;

use bstr::{BString, ByteSlice as _};
use patch_parse::{Hunk, HunkRange, ParseError};
use patch_testkit::conformance::{Thing, Things};
use patch_testkit::oracles::git::has_odd_number;
use proptest::prelude::*;

use change::Change;
use kept::config;
use programs::{Ours, Verdict, Way, are_installed, git, gnu, ours};
use reasons::{Reason, has_blank_behind_name, has_short_marker, has_two_names};
use spoil::{Spoil, spoiled, spoils};

proptest! {
    // Each case starts up to eight programs.
    #![proptest_config(config(4))]

    #[test]
    fn what_the_peers_make_alike_we_make_alike(
        change in change::change(),
        spoils in spoils(),
        is_back in any::<bool>(),
    ) {
        if are_installed() && let Some(question) = Question::of(&change, &spoils, is_back) {
            let wrong = question.wrong();
            prop_assert!(wrong.is_none(), "{}\n{}", wrong.unwrap_or_default(), question);
        }
    }

    #[test]
    fn what_we_write_they_apply_there_and_back(
        change in change::change(),
        options in ours::options(),
    ) {
        if are_installed() {
            let wrong = ours::wrong(&change, &options);
            prop_assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
        }
    }
}

/// A patch, the files that it meets, and which way it goes.
struct Question {
    before: Things,
    patch: Vec<u8>,
    way: Way,
    /// What the patch was made to lead to, where nothing happened to it or to the files.
    truth: Option<Things>,
}

impl Question {
    /// `None` where the writer has no words for the change.
    fn of(change: &Change, spoils: &[Spoil], is_back: bool) -> Option<Self> {
        let (way, from, to) = if is_back {
            (Way::Back, &change.after, &change.before)
        } else {
            (Way::There, &change.before, &change.after)
        };
        let (patch, before) = spoiled(spoils, &change.patch()?, from);
        let truth = spoils.is_empty().then(|| to.clone());
        Some(Self { before, patch, way, truth })
    }

    /// What is wrong about our answer.
    fn wrong(&self) -> Option<String> {
        let ours = ours(&self.before, &self.patch, self.way);
        match git(&self.before, &self.patch, self.way) {
            // Git places a last line without a newline and without context where it is not.
            Verdict::Applied(after) => {
                self.wrong_of_applied(self.truth.as_ref().unwrap_or(&after), &ours)
            }
            Verdict::Malformed(said) => match ours {
                Ours::Applied(_, notes)
                    if Reason::of_reading(&self.patch, &notes, &said, self.way).is_none() =>
                {
                    Some(format!("git cannot read it, {said:?}, and we do, {notes:?}"))
                }
                _ => None,
            },
            // It forgives less than we do.
            Verdict::Refused => None,
        }
    }

    fn wrong_of_applied(&self, after: &Things, ours: &Ours) -> Option<String> {
        let reason = match ours {
            Ours::Applied(tree, _) if tree == after => return None,
            Ours::Applied(..) => None,
            Ours::Refused(refusal, notes) => {
                Reason::of_refusal(refusal, &self.patch, notes, self.way)
            }
            Ours::Malformed(error) => Reason::of_error(error)
                .or_else(|| self.is_below_unread_data(error, after).then_some(Reason::BinaryData)),
            Ours::OneWay => Some(Reason::BinaryData),
        };
        if reason.is_some() || !self.do_peers_agree(after) || self.is_otherwise(after, ours) {
            return None;
        }
        Some(format!("it means\n{after}\nwe make\n{ours:?}"))
    }

    /// Whether git takes nothing of what we cannot read, since it is below binary data that it
    /// cannot read.
    fn is_below_unread_data(&self, error: &ParseError, after: &Things) -> bool {
        let above = self.patch.get(..error.span.start).unwrap_or_default();
        above.contains_str("GIT binary patch")
            && git(&self.before, above, self.way) == Verdict::Applied(after.clone())
    }

    /// Whether GNU `patch` has the same opinion, or none. Git alone goes by the numbers of the new
    /// side.
    fn do_peers_agree(&self, after: &Things) -> bool {
        let is_beyond_text =
            ["GIT binary patch", "120000"].iter().any(|what| self.patch.contains_str(what));
        self.truth.is_some()
            || (is_beyond_text && !has_odd_numbers(&self.patch, self.way))
            || gnu(&self.before, &self.patch, self.way) == Verdict::Applied(after.clone())
    }

    /// Whether we do otherwise for a reason that is a row.
    fn is_otherwise(&self, gits: &Things, ours: &Ours) -> bool {
        let Ours::Applied(tree, notes) = ours else { return false };
        let is_forgiven = notes.iter().any(|note| {
            let reason = Reason::of_note(note.kind);
            matches!(reason, Some(Reason::CrlfPatch | Reason::LooseNames | Reason::UnknownHeaders))
        });
        let (before, gits, tree) =
            (&self.plain(&self.before), &self.plain(gits), &self.plain(tree));
        let is_forgiven =
            is_forgiven || has_two_names(&self.patch) || has_blank_behind_name(&self.patch);
        let has_marker = has_short_marker(&self.patch)
            || (self.patch.contains_str("\n\\ ") && without_ends(tree) == without_ends(gits));
        let is_dev_null = gits.get("dev/null") != self.before.get("dev/null")
            && self.patch.contains_str("/dev/null");
        let is_git = is_dev_null
            || self.is_passed_over(before, gits, tree)
            || self.is_empty_copy(gits, tree)
            || self.is_behind_mark(gits, tree)
            || self.is_past_end(tree)
            || self.is_torn_by_blanks(tree);
        tree == gits || is_forgiven || has_marker || is_git
    }

    /// The files without what git does not say of them: on the way back it forgets modes.
    fn plain(&self, things: &Things) -> Things {
        match self.way {
            Way::Back => without_modes(things),
            Way::There => things.clone(),
        }
    }

    /// Whether git makes these files of a patch.
    fn is_of_git(&self, before: &Things, patch: &[u8], made: impl Fn(&Things) -> bool) -> bool {
        matches!(git(before, patch, self.way), Verdict::Applied(gits) if made(&self.plain(&gits)))
    }

    /// Whether all that differs are empty files on the way back from a copy, which git copies
    /// again: over what came back to the name of the copied file too.
    fn is_empty_copy(&self, gits: &Things, ours: &Things) -> bool {
        let is_empty =
            |thing: &Thing| matches!(thing, Thing::File { contents, .. } if contents.is_empty());
        let is_copied = |path: &BString| {
            let line = [b"\ncopy from ", path.as_slice(), b"\n"].concat();
            self.patch.contains_str(line) || self.patch.contains_str("\ncopy from \"")
        };
        let is_overwritten =
            |path: &BString| gits.0.get(path).is_some_and(is_empty) && is_copied(path);
        let others = |things: &Things| -> Things {
            let others =
                things.0.iter().filter(|(path, thing)| !is_empty(thing) && !is_overwritten(path));
            others.map(|(path, thing)| (path.clone(), thing.clone())).collect()
        };
        self.way == Way::Back
            && self.patch.contains_str("\ncopy from ")
            && others(ours) == others(gits)
    }

    /// Whether git makes what we make where the last lines of the files have their ends: where one
    /// has none, it looks elsewhere for it, though it is where the number says.
    fn is_past_end(&self, ours: &Things) -> bool {
        let ended = |things: &Things| -> Things {
            let ended = |thing: &Thing| match thing {
                Thing::File { contents, executable } if !contents.is_empty() => {
                    let text = contents.strip_suffix(b"\n").unwrap_or(contents);
                    let contents = BString::from([text, b"\n"].concat());
                    Thing::File { contents, executable: *executable }
                }
                other => other.clone(),
            };
            things.0.iter().map(|(path, thing)| (path.clone(), ended(thing))).collect()
        };
        let before = ended(&self.before);
        before != self.before
            && self.is_of_git(&before, &self.patch, |gits| ended(gits) == ended(ours))
    }

    /// Whether git makes what we make where no line is empty: the headers of a section end for it
    /// at one that is.
    fn is_torn_by_blanks(&self, ours: &Things) -> bool {
        let lines = self.patch.lines_with_terminator().filter(|line| *line != b"\n");
        let patch = lines.collect::<Vec<_>>().concat();
        patch != self.patch && self.is_of_git(&self.before, &patch, |gits| gits == ours)
    }

    /// Whether all that differs is where the byte order mark of a file is, and we left it where it
    /// was.
    fn is_behind_mark(&self, gits: &Things, ours: &Things) -> bool {
        let mark = "\u{feff}";
        let starts = |things: &Things, path: &BString| match things.0.get(path) {
            Some(Thing::File { contents, .. }) => contents.starts_with_str(mark),
            _ => false,
        };
        let marks = |thing: &Thing| match thing {
            Thing::File { contents, .. } => contents.find_iter(mark).count(),
            _ => 0,
        };
        let is_left = |(path, thing): (&BString, &Thing)| {
            let theirs = gits.0.get(path);
            let stays = starts(&self.before, path) && starts(ours, path);
            theirs == Some(thing) || (stays && theirs.map(marks) == Some(marks(thing)))
        };
        without(ours, mark) == without(gits, mark) && ours.0.iter().all(is_left)
    }

    /// Whether git left the binary files as they were that we changed, without a word, or empty, or
    /// gave one what the next section says of another.
    fn is_passed_over(&self, before: &Things, gits: &Things, ours: &Things) -> bool {
        let is_left = |path: &BString| {
            let (left, was) = (gits.0.get(path), before.0.get(path));
            left == was || left == ours.0.get(path)
        };
        let lines: Vec<&[u8]> = self.patch.lines().collect();
        let is_data = |line: &[u8]| line.starts_with(b"GIT binary patch");
        let is_passed_over = |pair: &[&[u8]]| {
            let has_blank = is_data(pair[1]) && pair[1] != b"GIT binary patch";
            has_blank || (is_data(pair[1]) && pair[0].starts_with(b"diff --git "))
        };
        let is_otherwise = || gits.0.keys().chain(ours.0.keys()).all(is_left);
        // Of data that it cannot read it takes nothing, nor of what is below.
        let has_returns =
            |data: usize| self.patch.get(data..).is_some_and(|it| it.contains_str("\r\n"));
        self.patch.find("GIT binary patch").is_some_and(|data| {
            has_returns(data) || lines.windows(2).any(is_passed_over) || is_otherwise()
        })
    }
}

/// Whether a number is odd, or a hunk has nothing to look for after one that may have moved: git
/// puts that where its number says all the same.
fn has_odd_numbers(patch: &[u8], way: Way) -> bool {
    let Ok(patch) = patch_parse::parse(patch) else { return false };
    let is_unmoved = |range: &HunkRange| match way {
        Way::There => range.old_count == 0,
        Way::Back => range.new_count == 0,
    };
    patch.files.iter().any(|file| {
        let ranges = file.hunks().iter().filter_map(Hunk::range);
        ranges.clone().skip(1).any(|range| is_unmoved(&range)) || has_odd_number(ranges)
    })
}

/// Links as files that hold their target, and no file executable.
fn without_modes(things: &Things) -> Things {
    let plain = |thing: &Thing| match thing {
        Thing::File { contents, .. } | Thing::Symlink(contents) => {
            Thing::File { contents: contents.clone(), executable: false }
        }
        other => other.clone(),
    };
    things.0.iter().map(|(path, thing)| (path.clone(), plain(thing))).collect()
}

/// Files without the ends of their lines.
fn without_ends(things: &Things) -> Things {
    without(&without(things, "\n"), "\r")
}

/// Files with something taken out of their texts.
fn without(things: &Things, what: &str) -> Things {
    let taken = |thing: &Thing| match thing {
        Thing::File { contents, executable } => {
            Thing::File { contents: contents.replace(what, "").into(), executable: *executable }
        }
        other => other.clone(),
    };
    things.0.iter().map(|(path, thing)| (path.clone(), taken(thing))).collect()
}

/// For the story of a failure.
impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut lines = String::new();
        for line in self.patch.lines_with_terminator() {
            let _ = writeln!(lines, "    {:?}", line.as_bstr());
        }
        write!(f, "{:?}, files before:\n{}patch:\n{lines}", self.way, self.before)
    }
}
