//! A second opinion on the change of one text: `diffy` makes patches that we apply, and applies those that we make.

use bstr::BStr;
use patch_apply::{ApplyOptions, Contract, apply_hunks};
use patch_gen::unified;
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
    assert!(ours_applies(&theirs, old, new), "we apply theirs\n{}", story(&theirs, old, new));
    let ours = unified(old, new).names("a/x", "b/x").to_bytes();
    assert!(ours_applies(&ours, old, new), "we apply ours\n{}", story(&ours, old, new));
    let read = diffy::Patch::from_bytes(&ours);
    let read = read.unwrap_or_else(|error| panic!("{error}\n{}", story(&ours, old, new)));
    let applied = diffy::apply_bytes(old, &read);
    let applied = applied.unwrap_or_else(|error| panic!("{error}\n{}", story(&ours, old, new)));
    assert!(applied == new, "they apply ours\n{}", story(&ours, old, new));
}

fn ours_applies(patch: &[u8], old: &[u8], new: &[u8]) -> bool {
    let Ok(read) = parse_unified(patch) else { return false };
    let [file] = &*read.files else { return false };
    let options = ApplyOptions::default().contract(Contract::Git);
    let applied = apply_hunks(old, file.hunks(), Format::Unified, &options);
    applied.is_ok_and(|applied| applied.contents == new)
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
        assert!(!ours_applies(&patch, b"a\n", b"c\n"));
        assert!(!ours_applies(b"nothing", b"a\n", b"b\n"));
    }
}
