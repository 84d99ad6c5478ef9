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
            assert!(failure.message().contains("stands for some of them"), "{refusal}");
            assert!(failure.hint.unwrap().contains("Write all lines"), "{refusal}");
        }
    }
    // After lines that stay, and beside others that are there again.
    let patch = unified(
        "@@\n function a() {\n   one();\n-  two();\n-  three();\n+  2();\n+  // ... existing code ...\n }\n",
    );
    refuses(&[("f", FILE)], &patch, &["placeholder_added"]);
}

#[test]
fn a_comment_that_stands_for_nothing_is_written() {
    // It has other words, or none that says so.
    for rest in ["  // ... and so on", "  ...rest", "  // waits for the rest..."] {
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

/// A hunk that has this line in the place of two others.
fn in_place_of_two(rest: &str) -> String {
    format!("@@\n function a() {{\n   one();\n-  two();\n-  three();\n+{rest}\n }}\n")
}

#[test]
fn a_comment_needs_no_dots_to_say_that_lines_stay() {
    for rest in [
        "  // (rest unchanged)",
        "  # rest of code remains the same",
        "  // existing code here",
        "  // same as before",
        "  /* other methods stay as they are */",
        "  <!-- rest of file -->",
        "  // ...",
        "  /* [...] */",
    ] {
        for patch in [unified(&in_place_of_two(rest)), opencode(&in_place_of_two(rest))] {
            refuses(&[("f", FILE)], &patch, &["placeholder_added"]);
        }
    }
    refuses(&[("f", FILE)], &unified(&anew("  // (rest unchanged)")), &["placeholder_added"]);
}

#[test]
fn a_remark_without_dots_is_written_where_it_may_be_one() {
    let applied = |body: &str, before: &str, after: &str| {
        applies(&[("f", before)], &unified(body), &[("f", after)]);
    };
    // Of one line, of a comment, or beside other lines of a comment.
    applied("@@\n a1\n-b1\n+// unchanged\n c1\n", "a1\nb1\nc1\n", "a1\n// unchanged\nc1\n");
    applied(
        "@@\n a1\n-// b1\n-// c1\n+// unchanged\n d1\n",
        "a1\n// b1\n// c1\nd1\n",
        "a1\n// unchanged\nd1\n",
    );
    applied(
        "@@\n a1\n-b1\n-c1\n+// What is behind it is\n+// unchanged\n d1\n",
        "a1\nb1\nc1\nd1\n",
        "a1\n// What is behind it is\n// unchanged\nd1\n",
    );
    // Dots beside other lines; a remark that the file has; lines that are there again.
    applied("@@\n a1\n-b1\n-c1\n+// ...\n+e1\n d1\n", "a1\nb1\nc1\nd1\n", "a1\n// ...\ne1\nd1\n");
    applied(
        "@@\n-// unchanged\n-b1\n-c1\n+  // unchanged\n d1\n",
        "// unchanged\nb1\nc1\nd1\n",
        "  // unchanged\nd1\n",
    );
    applied(
        "@@\n-b1\n-c1\n+if x {\n+  b1\n+  c1\n+  // unchanged\n+}\n d1\n",
        "b1\nc1\nd1\n",
        "if x {\n  b1\n  c1\n  // unchanged\n}\nd1\n",
    );
}

#[test]
fn dots_in_a_block_that_is_written_again_stand_for_its_lines() {
    let file = "a:\n  x = {\n    b1,\n    c1,\n    d1\n  }\ne1\n";
    let removed = "@@\n a:\n-  x = {\n-    b1,\n-    c1,\n-    d1\n-  }\n";
    for dots in ["...", "…", "[...]", "// ...", "# …"] {
        let patch = format!("{removed}+  x = {{\n+    b2,\n+    {dots}\n+  }}\n e1\n");
        refuses(&[("f", file)], &unified(&patch), &["placeholder_added"]);
    }
    // What Python has for a body, an example that goes on, and what no line is kept of.
    for (added, after) in [
        ("+  x = {\n+    b2,\n+    def f():\n+      ...\n+  }\n", "b2,\n    def f():\n      ..."),
        ("+  x = {\n+    >>> if b:\n+    ...\n+  }\n", ">>> if b:\n    ..."),
    ] {
        let patch = format!("{removed}{added} e1\n");
        let after = format!("a:\n  x = {{\n    {after}\n  }}\ne1\n");
        applies(&[("f", file)], &unified(&patch), &[("f", &after)]);
    }
    let patch = format!("{removed}+  y = [\n+    b2,\n+    ...\n+  ]\n e1\n");
    let after = "a:\n  y = [\n    b2,\n    ...\n  ]\ne1\n";
    applies(&[("f", file)], &unified(&patch), &[("f", after)]);
}

#[test]
fn a_file_written_anew_has_no_comment_for_lines_that_it_had() {
    let new = "+function a() {\n+  zero();\n+  // ... existing code ...\n+}\n";
    let envelope = |new: &str| {
        format!("*** Begin Patch\n*** Delete File: f\n*** Add File: f\n{new}*** End Patch\n")
    };
    let removed: String = FILE.lines().map(|line| format!("-{line}\n")).collect();
    let deletion = format!("--- a/f\n+++ /dev/null\n@@ -1,5 +0,0 @@\n{removed}");
    let addition = format!("--- /dev/null\n+++ b/f\n@@ -0,0 +1,4 @@\n{new}");
    let patches = [envelope(new), deletion.clone() + &addition, addition.clone() + &deletion];
    for patch in &patches {
        let refusal = refuses(&[("f", FILE)], patch, &["placeholder_added"]);
        let message = refusal.failures[0].message();
        assert!(message.contains("\"// ... existing code ...\" stands for"), "{message}");
    }
    let remark = new.replace("... existing code ...", "rest unchanged");
    refuses(&[("f", FILE)], &envelope(&remark), &["placeholder_added"]);
    // The file had it, or what it had is there again.
    let same = "function a() {\n  // ... existing code ...\n  one();\n}\n";
    let after = "function a() {\n  zero();\n  // ... existing code ...\n}\n";
    applies(&[("f", same)], &envelope(new), &[("f", after)]);
    let kept = format!(
        "{}+// ... existing code ...\n",
        removed.replace("\n-", "\n+").replacen('-', "+", 1)
    );
    let after = format!("{FILE}// ... existing code ...\n");
    applies(&[("f", FILE)], &envelope(&kept), &[("f", &after)]);
    // Another file has it.
    let other = envelope(new).replace("Add File: f", "Add File: g");
    let made = new.replace('+', "");
    applies(&[("f", FILE)], &other, &[("g", &made)]);
    applies_under(Contract::Git, &[("f", FILE)], &patches[1], &[("f", &made)]);
}

/// The head of a block in a new form, and less below it than goes: the lines that go stay.
#[test]
fn dots_in_a_block_that_gets_shorter_stand_for_its_lines() {
    let file = "function run(cfg) {\n  const a = load(cfg);\n  const b = parse(a);\n  check(b);\n  \
                store(b);\n  return b;\n}\n";
    let removed = "-function run(cfg) {\n-  const a = load(cfg);\n-  const b = parse(a);\n-  check(b);\n\
                   -  store(b);\n";
    let added = "+function run(cfg, x) {\n+  const a = load(cfg, x);\n";
    for line in [
        "  ...",
        "  // ...",
        "  // …",
        "  /* ... */",
        "  // ... 3 lines ...",
        "  // other code here",
    ] {
        let patch = format!("@@\n{removed}{added}+{line}\n   return b;\n");
        refuses(&[("f", file)], &unified(&patch), &["placeholder_added"]);
        let envelope = format!("*** Begin Patch\n*** Update File: f\n{patch}*** End Patch\n");
        refuses(&[("f", file)], &envelope, &["placeholder_added"]);
    }
    // What is as long as what goes, has nothing of it, or is a body.
    for (added, line) in [
        ("+function run(cfg, x) {\n+  a();\n+  b();\n+  c();\n+  d();\n", "  // ..."),
        ("+fetch(cfg)\n", "  // ..."),
        ("+fetch(cfg):\n", "  ..."),
    ] {
        let patch = format!("@@\n{removed}{added}+{line}\n   return b;\n");
        let after = added.replace("\n+", "\n");
        let after = format!("{}{line}\n  return b;\n}}\n", after.trim_start_matches('+'));
        applies(&[("f", file)], &unified(&patch), &[("f", &after)]);
    }
}
