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
    let applied = ours_applies(&theirs, old);
    assert!(
        applied.as_deref() == Ok(new),
        "we apply theirs: {applied:?}\n{}",
        story(&theirs, old, new)
    );
    let ours = unified(old, new).names("a/x", "b/x").to_bytes();
    let applied = ours_applies(&ours, old);
    assert!(
        applied.as_deref() == Ok(new),
        "we apply ours: {applied:?}\n{}",
        story(&ours, old, new)
    );
    let read = diffy::Patch::from_bytes(&ours);
    let read = read.unwrap_or_else(|error| panic!("{error}\n{}", story(&ours, old, new)));
    let applied = diffy::apply_bytes(old, &read);
    let applied = applied.unwrap_or_else(|error| panic!("{error}\n{}", story(&ours, old, new)));
    assert!(applied == new, "they apply ours\n{}", story(&ours, old, new));
}

/// What we make of the old text, or why we do not.
fn ours_applies(patch: &[u8], old: &[u8]) -> Result<Vec<u8>, String> {
    let read = parse_unified(patch).map_err(|error| error.to_string())?;
    let [file] = &*read.files else { return Err("it is not about one file".to_owned()) };
    let options = ApplyOptions::default().contract(Contract::Git);
    let applied = apply_hunks(old, file.hunks(), Format::Unified, &options);
    applied.map(|applied| applied.contents).map_err(|failures| format!("{failures:?}"))
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
        assert_eq!(ours_applies(&patch, b"a\n").as_deref(), Ok(b"b\n".as_slice()));
        assert!(ours_applies(&patch, b"c\n").is_err());
        assert!(ours_applies(b"nothing", b"a\n").is_err());
    }
}
