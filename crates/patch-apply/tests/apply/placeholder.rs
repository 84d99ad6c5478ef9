//! Added comments that stand for lines which the hunk takes away.

use patch_apply::Contract;

use crate::support::{applies, applies_under, opencode, refuses, unified};

const FILE: &str = "function a() {\n  one();\n  two();\n  three();\n}\n";

/// A hunk that writes the function anew, with this line for the rest of it.
fn anew(rest: &str) -> String {
    let removed: String = FILE.lines().map(|line| format!("-{line}\n")).collect();
    format!("@@\n{removed}+function a() {{\n+  zero();\n+{rest}\n+}}\n")
}

#[test]
fn a_comment_is_not_written_in_the_place_of_lines_that_are_meant_to_stay() {
    for rest in [
        "  // ... existing code ...",
        "  // ... rest of the function unchanged ...",
        "  // ...rest of the code",
        "  // … existing logic …",
        "  /* ... existing code ... */",
        "  ... existing code ...",
    ] {
        for patch in [unified(&anew(rest)), opencode(&anew(rest))] {
            let refusal = refuses(&[("f", FILE)], &patch, &["placeholder_added"]);
            let failure = &refusal.failures[0];
            assert!(failure.message().contains("an added comment stands for some"), "{refusal}");
            assert!(failure.hint.unwrap().contains("Write all lines"), "{refusal}");
        }
    }
    // Behind lines that stay, and beside others that are there again.
    let patch = unified(
        "@@\n function a() {\n   one();\n-  two();\n-  three();\n+  2();\n+  // ... existing code ...\n }\n",
    );
    refuses(&[("f", FILE)], &patch, &["placeholder_added"]);
}

#[test]
fn a_comment_that_stands_for_nothing_is_written() {
    // It has other words, or none that says so.
    for rest in ["  // ... and so on", "  // ...", "  ...rest", "  // waits for the rest..."] {
        let after = format!("function a() {{\n  zero();\n{rest}\n}}\n");
        applies(&[("f", FILE)], &unified(&anew(rest)), &[("f", &after)]);
    }
    let rest = "  // ... existing code ...";
    let after = format!("function a() {{\n  zero();\n{rest}\n}}\n");
    applies_under(
        Contract::Git,
        &[("f", FILE)],
        &unified(&anew(rest).replacen("@@", "@@ -1,5 +1,4 @@", 1)),
        &[("f", &after)],
    );
    // The file has it, nothing is taken away, or all of that is there again.
    let body = "@@\n-a\n-// ... existing code ...\n+b\n+  // ... existing code ...\n";
    applies(
        &[("f", "a\n// ... existing code ...\n")],
        &unified(body),
        &[("f", "b\n  // ... existing code ...\n")],
    );
    applies(
        &[("f", "a1\nb1\n")],
        &unified("@@\n a1\n+// ... existing code ...\n b1\n"),
        &[("f", "a1\n// ... existing code ...\nb1\n")],
    );
    applies(
        &[("f", "a1\nb1\n")],
        &unified("@@\n-a1\n-b1\n+if x {\n+  a1\n+  b1\n+  // ... existing code ...\n+}\n"),
        &[("f", "if x {\n  a1\n  b1\n  // ... existing code ...\n}\n")],
    );
}
