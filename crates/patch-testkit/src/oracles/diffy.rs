//! A second opinion on the change of one text: we apply the patches of `diffy`, and `diffy` applies
//! ours.
//!
//! If a hunk matches at its number, git does not read the heading. We do: if another line between
//! the two could be the heading as well, we may refuse. Then the same patch without headings must
//! apply.

use bstr::BStr;
use patch_apply::{ApplyOptions, Contract, Evidence, HunkFailure, apply_hunks};
use patch_gen::{GenOptions, Headings, unified};
use patch_parse::{Format, parse_unified};

/// Checks that both sides lead from one text to the other, by the patch of either.
///
/// # Panics
///
/// When one does not.
pub fn check(old: &[u8], new: &[u8]) {
    if old == new {
        return;
    }
    let theirs = diffy::create_patch_bytes(old, new).to_bytes();
    applies(&theirs, old, new, "theirs");
    let ours = unified(old, new).names("a/x", "b/x").to_bytes();
    if ours_applied(&ours, old).is_err_and(|failed| failed.is_by_heading()) {
        let options = GenOptions::default().headings(Headings::Nothing);
        let bare = unified(old, new).options(options).names("a/x", "b/x").to_bytes();
        applies(&bare, old, new, "ours without headings");
    } else {
        applies(&ours, old, new, "ours");
    }
    let read = diffy::Patch::from_bytes(&ours);
    let read = read.unwrap_or_else(|error| panic!("{error}\n{}", story(&ours, old, new)));
    let applied = diffy::apply_bytes(old, &read);
    let applied = applied.unwrap_or_else(|error| panic!("{error}\n{}", story(&ours, old, new)));
    assert!(applied == new, "they apply ours\n{}", story(&ours, old, new));
}

fn applies(patch: &[u8], old: &[u8], new: &[u8], whose: &str) {
    let applied = ours_applied(patch, old);
    let is_there = applied.as_deref().is_ok_and(|made| made == new);
    assert!(is_there, "we apply {whose}: {applied:?}\n{}", story(patch, old, new));
}

/// Why we do not apply a patch.
#[derive(Debug)]
#[expect(dead_code, reason = "what a failed check says")]
enum Failed {
    Unread(String),
    Unplaced(Vec<HunkFailure>),
}

impl Failed {
    /// Whether only its heading speaks against a place of each hunk.
    fn is_by_heading(&self) -> bool {
        let Self::Unplaced(failures) = self else { return false };
        let is_by_heading = |failure: &HunkFailure| {
            failure.candidates.iter().any(|place| place.speaks_against == [Evidence::Heading])
        };
        failures.iter().all(is_by_heading)
    }
}

/// Our result for the old text, or why we refuse.
fn ours_applied(patch: &[u8], old: &[u8]) -> Result<Vec<u8>, Failed> {
    let read = parse_unified(patch).map_err(|error| Failed::Unread(error.to_string()))?;
    let [file] = &*read.files else { return Err(Failed::Unread("not about one file".to_owned())) };
    let options = ApplyOptions::default().contract(Contract::Git);
    let applied = apply_hunks(old, file.hunks(), Format::Unified, &options);
    applied.map(|applied| applied.contents).map_err(|refused| Failed::Unplaced(refused.failures))
}

fn story(patch: &[u8], old: &[u8], new: &[u8]) -> String {
    format!("old: {:?}\nnew: {:?}\npatch: {:?}", BStr::new(old), BStr::new(new), BStr::new(patch))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lead_there() {
        for (old, new) in
            [("", "a\n"), ("a\n", ""), ("a", "a\n"), ("a\nb\nc\n", "a\nc"), ("a\r\nb", "b\r\n")]
        {
            check(old.as_bytes(), new.as_bytes());
        }
    }

    #[test]
    fn a_patch_that_leads_elsewhere_is_seen() {
        let patch = unified("a\n", "b\n").names("a/x", "b/x").to_bytes();
        assert_eq!(ours_applied(&patch, b"a\n").unwrap(), b"b\n");
        assert!(!ours_applied(&patch, b"c\n").unwrap_err().is_by_heading());
        assert!(!ours_applied(b"nothing", b"a\n").unwrap_err().is_by_heading());
    }

    #[test]
    fn a_deeper_line_like_the_heading_says_nothing_against_the_number() {
        let file = |middle: &str| {
            let blank = "\n".repeat(9);
            format!("class A:\n    tass B:\n.i: {{\n{blank}{middle}{blank}    pass\n")
        };
        let [old, new] = ["", "    x\n"].map(file);
        let patch = unified(&old, &new).names("a/x", "b/x").to_bytes();
        assert_eq!(ours_applied(&patch, old.as_bytes()).unwrap(), new.as_bytes());
        check(old.as_bytes(), new.as_bytes());
    }
}
