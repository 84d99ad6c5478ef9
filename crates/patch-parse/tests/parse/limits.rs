//! Anything larger than the limits is refused, whatever else it is.

use patch_parse::{Code, Limits, ParseOptions};

use crate::one_change::CHANGE;

#[track_caller]
fn check(limits: Limits, input: &str, expected: &str) {
    let error = ParseOptions::default().limits(limits).parse(input.as_bytes()).unwrap_err();
    assert_eq!(error.code, Code::LimitExceeded, "{error}");
    assert_eq!(format!("{}: {}", error.span.line, error.rule), expected);
    let limit = error.limit.unwrap();
    assert!(error.to_string().ends_with(&format!("; the limit is {limit}")), "{error}");
}

fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

const ENVELOPE: &str = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n";

#[test]
fn each_limit_is_kept_in_both_formats() {
    for (format, one, files) in [("unified", CHANGE, 6), ("opencode", ENVELOPE, 8)] {
        let two = one.repeat(2);
        check(limits(|l| l.patch_bytes = one.len() - 1), one, "1: the patch has too many bytes");
        check(limits(|l| l.files = 1), &two, &format!("{files}: the patch has too many files"));
        let hunk = if format == "unified" { 8 } else { 9 };
        check(limits(|l| l.hunks = 1), &two, &format!("{hunk}: the patch has too many hunks"));
        check(limits(|l| l.lines = 3), &two, &format!("{hunk}: the patch has too many lines"));
        check(limits(|l| l.line_bytes = 5), one, "1: a line of the patch has too many bytes");
        for exact in [
            limits(|l| l.patch_bytes = two.len()),
            limits(|l| l.files = 2),
            limits(|l| l.hunks = 2),
            limits(|l| l.lines = 4),
            limits(|l| l.line_bytes = 18),
            Limits::none(),
        ] {
            let parsed = ParseOptions::default().limits(exact.clone()).parse(two.as_bytes());
            assert!(parsed.is_ok(), "{format} {exact:?}: {parsed:?}");
        }
    }
}

#[test]
fn too_many_lines_are_refused_wherever_they_are() {
    let few = || limits(|l| l.lines = 10);
    let adds = "+x\n".repeat(20);
    let blanks = "\n".repeat(20);
    let context = " x\n".repeat(20);
    let anchors = "@@ x\n".repeat(20);
    for body in [
        format!("@@ -1,0 +1,20 @@\n{adds}"),
        format!("@@ -1,0 +1,9 @@\n{adds}"),
        format!("@@\n{adds}"),
        format!("@@\n-a\n{blanks} b\n+c\n"),
        format!("@@\n{context}-a\n"),
        format!("{anchors}-a\n"),
    ] {
        check(few(), &format!("--- a/x\n+++ b/x\n{body}"), "3: the patch has too many lines");
        let body = format!("*** Begin Patch\n*** Update File: x\n{body}*** End Patch\n");
        check(few(), &body, "3: the patch has too many lines");
    }
    let add = format!("*** Begin Patch\n*** Add File: x\n{adds}*** End Patch\n");
    check(few(), &add, "3: the patch has too many lines");
}

#[test]
fn a_limit_never_cuts_a_hunk_short() {
    let text = "--- a/x\n+++ b/x\n@@ @@\n-a\n+b\n\n\n\n-c\n+d\n";
    check(limits(|l| l.lines = 3), text, "3: the patch has too many lines");
}
