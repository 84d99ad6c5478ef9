//! What says too little where nothing else leads: the place that is meant may be gone, and its twin
//! be left.

use crate::support::{applies, opencode, refuses, unified};

const LOG: &str = "# Changelog\n\n## [0.6.2] - 2021-02-12\n### Fixed\n- Fixed assertions\n\n## [0.6.0] - 2020-12-08\n### Breaking\n- Bump it\n";

#[test]
fn one_line_alone_does_not_give_up_what_is_beside_it() {
    let hunk = " \n ## [0.6.1] - 2021-01-03\n-### Fixed\n+### Bug fixes\n";
    let fixed = LOG.replace("### Fixed", "### Bug fixes");
    refuses(&[("f", LOG)], &opencode(&format!("@@\n{hunk}")), &["context_not_found"]);
    refuses(&[("f", LOG)], &unified(&format!("@@ ... @@\n{hunk}")), &["context_not_found"]);
    // A number leads there, or a second line.
    applies(&[("f", LOG)], &unified(&format!("@@ -2,3 +2,3 @@\n{hunk}")), &[("f", &fixed)]);
    let more = format!("{hunk} - Fixed assertions\n");
    applies(&[("f", LOG)], &opencode(&format!("@@\n{more}")), &[("f", &fixed)]);
    // What is only broken off is there.
    let cut = opencode("@@\n+top\n # Changelog\n \n ## [0.6\n");
    applies(&[("f", LOG)], &cut, &[("f", &format!("top\n{LOG}"))]);
}

#[test]
fn against_a_number_it_takes_three_lines() {
    let file = "a0\na1\na2\na3\na4\na5\na6\nhead\none\ntwo\nthree\nfour\n";
    let two = " other\n one\n-two\n+2\n";
    let three = " other\n one\n-two\n+2\n three\n";
    let after = file.replace("two", "2");
    let at = |start: usize, old: usize, lines: &str| {
        unified(&format!("@@ -{start},{old} +{start},{old} @@\n{lines}"))
    };
    refuses(&[("f", file)], &at(1, 3, two), &["context_not_found"]);
    applies(&[("f", file)], &at(8, 3, two), &[("f", &after)]);
    applies(&[("f", file)], &at(1, 4, three), &[("f", &after)]);
}

#[test]
fn one_line_that_is_indented_otherwise_may_be_another_one() {
    let file = "fn f() {\n  let out = null;\n}\n\nfn g() {\n  if ok() {\n    const obj = {};\n    fill(obj);\n  }\n}\n";
    let adding = |line: &str| format!("{line}\n+{}const seen = 1;\n", &line[1..line.len() - 15]);
    let after = file.replace("{};\n", "{};\n    const seen = 1;\n");
    let moved = adding("   const obj = {};");
    refuses(&[("f", file)], &unified(&format!("@@ -2 +2,2 @@\n{moved}")), &["context_not_found"]);
    refuses(&[("f", file)], &unified(&format!("@@ ... @@\n{moved}")), &["context_not_found"]);
    // The number leads there, or the indentation was lost.
    applies(&[("f", file)], &unified(&format!("@@ -7 +7,2 @@\n{moved}")), &[("f", &after)]);
    let flat = adding(" const obj = {};");
    applies(&[("f", file)], &unified(&format!("@@ ... @@\n{flat}")), &[("f", &after)]);
}

#[test]
fn what_heads_another_thing_is_not_given_up() {
    let file = "package app\n\ndata class Team(\n    val id: Long,\n    val name: String,\n    val at: Instant,\n)\n";
    let hunk =
        " data class User(\n-    val id: Long,\n+    val id: UserId,\n     val name: String,\n";
    refuses(&[("f", file)], &opencode(&format!("@@\n{hunk}")), &["context_not_found"]);
    // A name that only changed keeps a part of it.
    let renamed = hunk.replace("User(", "TeamRow(");
    let after = file.replace("id: Long", "id: UserId");
    applies(&[("f", file)], &opencode(&format!("@@\n{renamed}")), &[("f", &after)]);
}

#[test]
fn what_names_another_record_is_not_given_up_though_it_is_the_only_one() {
    let json = "[\n  {\n    \"name\": \"alice\",\n    \"role\": 1,\n    \"quota\": 10,\n    \"on\": true\n  }\n]\n";
    let bob = "     \"name\": \"bob\",\n     \"role\": 1,\n-    \"quota\": 10,\n+    \"quota\": 20,\n     \"on\": true\n";
    let terraform = "resource \"bucket\" \"logs\" {\n  bucket = \"logs\"\n  acl    = \"private\"\n\n  versioning {\n    enabled = false\n  }\n}\n";
    let data = "   bucket = \"data\"\n   acl    = \"private\"\n \n   versioning {\n-    enabled = false\n+    enabled = true\n   }\n";
    let class =
        "import a\n\n\ndef orders(db):\n    rows = db.query()\n    rows.sort()\n    return rows\n";
    let users = " def open(db):\n     rows = db.query()\n-    rows.sort()\n+    rows.sort(key=id)\n     return rows\n";
    for (file, hunk, count) in [(json, bob, 4), (terraform, data, 6), (class, users, 4)] {
        let numbered = format!("@@ -20,{count} +20,{count} @@\n{hunk}");
        let patches =
            [opencode(&format!("@@\n{hunk}")), unified(&format!("@@\n{hunk}")), unified(&numbered)];
        for patch in patches {
            refuses(&[("f", file)], &patch, &["context_not_found"]);
        }
    }
    // The number leads there.
    let patch = unified(&format!("@@ -4,4 +4,4 @@\n{users}"));
    applies(&[("f", class)], &patch, &[("f", &class.replace("sort()", "sort(key=id)"))]);
}
