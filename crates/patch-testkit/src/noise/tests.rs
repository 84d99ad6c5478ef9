//! Each damage does what it says.

use bstr::ByteSlice;
use patch_parse::Format::{self, OpenCode, Unified};

use super::Refusal::{Fine, OnlyRight, Wrong};
use super::pending::PENDING;
use super::{Case, Damage, Outcome, Refusal, SAMPLES, Verdict};

/// The first case of a damage whose patch and file hold these pieces of text.
#[track_caller]
fn check(name: &str, format: Format, refusal: Refusal, patch: &[&str], file: &[&str]) {
    let damage = Damage::named(name).unwrap_or_else(|| panic!("there is no {name}"));
    let mut cases = cases(damage, format).peekable();
    let first = cases.peek().unwrap_or_else(|| panic!("no sample allows for {name}")).clone();
    assert_eq!(first.refusal, refusal, "{first}");
    let holds = |text: &[u8], pieces: &[&str]| pieces.iter().all(|piece| text.contains_str(piece));
    let found = cases.any(|case| holds(&case.patch, patch) && holds(&case.before, file));
    assert!(found, "no case has {patch:?} and {file:?}; the first is\n{first}");
}

fn cases(damage: &'static Damage, format: Format) -> impl Iterator<Item = Case> {
    let draws = (0..60).flat_map(|seed| SAMPLES.iter().map(move |pair| (pair, seed)));
    draws.filter_map(move |(pair, seed)| damage.case(pair, format, seed))
}

#[test]
fn numbers() {
    let u = |name, header| check(name, Unified, Wrong, &[header], &[]);
    u("none", "\n@@ -69,7 +69,7 @@\n \n /// The difference");
    check("file_grown", Unified, Wrong, &["\n@@ -14,9 +14,9 @@\n"], &["// moved on "]);
    check("file_grown", OpenCode, Wrong, &["Update File: src/till.rs\n@@"], &["// moved on "]);
    check(
        "file_shrunk",
        Unified,
        Wrong,
        &["\n@@ -14,9 +14,9 @@\n"],
        &["        }\n\n        fn check"],
    );
    u("numbers_drifted", ",9 +");
    u("numbers_random", ",9 +");
    u("no_numbers", "\n@@\n");
    u("no_numbers", "\n@@ @@\n");
    u("dotted_numbers", "\n@@ ... @@\n");
    u("invented_numbers", "\n@@ -1,1 +1,1 @@\n         /// Starts");
    u("counts_wrong", "\n@@ -14,");
    u("counts_one", "\n@@ -14,1 +14,1 @@\n");
}

#[test]
fn blanks() {
    for format in [Unified, OpenCode] {
        let patch = |name, refusal, patch| check(name, format, refusal, &[patch], &[]);
        let file = |name, patch, file| check(name, format, Wrong, &[patch], &[file]);
        patch("odd_spaces", Wrong, "-    let\u{A0}difference\u{A0}=\u{A0}one");
        file("trailing_blanks_lost", "self.sum = 0;\n", "self.sum = 0;  \n");
        patch("trailing_blanks_gained", Wrong, "self.sum = 0; \n");
        patch("blank_context_bare", Wrong, "\n\n-            self.count");
        patch(
            "blank_added_bare",
            Fine,
            "+            self.put(one);\n\n+            self.put(other);",
        );
        patch("context_unmarked", Fine, "\n/// The difference");
        patch("tabs_in_patch", Wrong, "-\tlet difference");
        file("tabs_in_file", "-    let difference", "\n\tlet difference");
        patch("indented_more", Wrong, "-        let difference");
        patch("indented_less", Wrong, "\n     self.sum = 0;\n");
        patch("blanks_inside", Wrong, "-            self.count = 1;");
        patch("blanks_inside", Wrong, "-    let  difference  =  one");
        patch(
            "typography_in_patch",
            Wrong,
            "-            self.say(\u{201C}open \u{2013} at last\u{201D});",
        );
        file("typography_in_file", "say(\"open - at", "say(\u{201C}open \u{2013} at");
    }
}

#[test]
fn endings() {
    for format in [Unified, OpenCode] {
        let patch = |name, patch| check(name, format, Wrong, &[patch], &[]);
        let file = |name, patch, file| check(name, format, Wrong, &[patch], &[file]);
        patch("crlf_patch", "src/till.rs\r\n@@");
        file("crlf_file", "self.sum = 0;\n", "self.sum = 0;\r\n");
        file("mixed_file", "self.sum = 0;\n", "self.sum = 0;\r\n");
        file("mark_in_file", "-            self", "\u{feff}        /// Starts");
        patch("mark_in_patch", "\u{feff}");
        file("last_newline_of_file", "\n     log", "    difference\n}");
        let last = |case: Case| !case.patch.ends_with(b"\n");
        let damage = Damage::named("last_newline_of_patch").unwrap();
        assert!(cases(damage, format).all(last));
        let damage = Damage::named("last_newline_of_file").unwrap();
        assert!(cases(damage, format).all(|case| !case.before.ends_with(b"\n")));
    }
}

#[test]
fn wrapping() {
    for format in [Unified, OpenCode] {
        let patch = |name, patch: &[&str]| check(name, format, Wrong, patch, &[]);
        patch("prose", &["Here is the fix:\n\n", "\nLet me know if that helps.\n"]);
        patch("fence", &["```diff\n", "\n```\n"]);
        patch("fence_and_prose", &["I changed this:\n\n```\n", "```\n\nRun `cargo test`"]);
        check(
            "fence_inside",
            format,
            Wrong,
            &["\n ```rust\n         /// Starts"],
            &["\n```rust\n"],
        );
        patch("fence_inside_fence", &["```diff\n", "\n ```rust\n"]);
        patch("heredoc", &["<<'EOF'\n", "\nEOF\n"]);
    }
    check("mail", Unified, Wrong, &["Subject: [PATCH]", "\n-- \n2.47.3\n"], &[]);
    check("prefix_missing", Unified, Wrong, &["--- src/till.rs\n+++ src/till.rs\n"], &[]);
    check("prefix_missing", OpenCode, Wrong, &["*** Update File: ./src/till.rs\n"], &[]);
    check("prefix_doubled", Unified, Fine, &["--- a/a/src/till.rs\n+++ b/b/src/till.rs\n"], &[]);
    check("prefix_doubled", OpenCode, Fine, &["*** Update File: a/src/till.rs\n"], &[]);
    check("end_missing", OpenCode, OnlyRight, &["*** Begin Patch\n"], &[]);
    check(
        "markers_starred",
        OpenCode,
        Fine,
        &["*** Begin Patch ***\n", "*** End Patch ***\n"],
        &[],
    );
    let damage = Damage::named("end_missing").unwrap();
    assert!(cases(damage, OpenCode).all(|case| !case.patch.contains_str("*** End Patch")));
}

#[test]
fn context() {
    check("context_1", Unified, Wrong, &["@@ -71,3 +71,3 @@\n pub fn diff", "\n     log"], &[]);
    check("context_0", Unified, Wrong, &["@@ -72,1 +72,1 @@\n-    let diff"], &[]);
    check("context_0", OpenCode, Wrong, &["\n-    let difference", "(other);\n*** End"], &[]);
    check("context_0_insertion", Unified, Fine, &["@@ -12,0 +13,1 @@\n+nom"], &[]);
    for format in [Unified, OpenCode] {
        let patch = |name, refusal, patch| check(name, format, refusal, &[patch], &[]);
        patch("outer_line_wrong", Wrong, "\n             other_self.width += 1;");
        patch("inner_line_wrong", Fine, "\n     other_log(difference);");
        let removed = "\n    other_let difference =";
        check("removed_line_differs", format, OnlyRight, &["\n-    let difference ="], &[removed]);
        patch("context_elided", Fine, "\n...\n         pub fn open");
    }
}

#[test]
fn states() {
    for format in [Unified, OpenCode] {
        let file =
            |name, refusal, patch, file: &[&str]| check(name, format, refusal, &[patch], file);
        file("stale_line_added", Fine, "-    let difference", &["log(difference);\n// moved on"]);
        let twin = ["/// other_Starts the day", "other_self.say(\"open - at last\");"];
        file("stale_with_twin", Fine, "-            self.say(\"open - at last\");", &twin);
        file(
            "already_applied",
            OnlyRight,
            "-    let difference = one - other",
            &["one.saturating_sub"],
        );
        let put = ["        }\n\n        /// Puts two things there.\n"];
        file("inserted_already", OnlyRight, " \n+        /// Puts two things there.\n", &put);
        let partly = ["one.saturating_sub", "say(\"open - at last\")"];
        file("partly_applied", Fine, "-            self.say(\"open - at last\");", &partly);
        file("changed_elsewhere", Wrong, "-    let difference", &["// moved on"]);
    }
}

#[test]
fn order() {
    for format in [Unified, OpenCode] {
        let refusal = if format == Unified { Wrong } else { Fine };
        let damage = Damage::named("out_of_order").unwrap();
        let is_reversed = |case: Case| {
            let at = |piece| case.patch.find(piece);
            case.refusal == refusal && at("+    let difference") < at("+            self.say")
        };
        assert!(cases(damage, format).any(is_reversed));
        let shared = "+cargo install --locked till\n ```\n \n - first, get the program\n@@";
        check("shared_context", format, Fine, &[shared, "- first, get the program\n-- then"], &[]);
        check("changed_twice", format, OnlyRight, &["+// moved on", "(other);\n     log"], &[]);
    }
}

#[test]
fn anchors() {
    let o =
        |name, refusal, patch: &str, file: &[&str]| check(name, OpenCode, refusal, &[patch], file);
    let sum = "pub fn sum(one: u64, other: u64) -> u64 {";
    let twin = &["other;\n    log(difference);\n    difference\n}\n", sum];
    o("anchor_decides", Wrong, &format!("@@ {sum}\n"), twin);
    o("anchor_blanks", Wrong, &format!("@@ {sum} \t\n"), twin);
    o("anchor_prefix", Wrong, "@@ pub fn sum\n", twin);
    o("two_anchors", Wrong, "@@     impl Shelf {\n@@         pub fn put(", &[]);
    o(
        "anchor_is_first_line",
        Wrong,
        "@@             self.width += 1;\n             self.width",
        &[],
    );
    o("insertion_behind_anchor", Wrong, "@@ memchr = \"2.5\"\n+nom = \"8.0\"\n", &[]);
    o("end_of_file_decides", Wrong, "\n }\n*** End of File\n", &["difference\n}\n"]);
    o("end_of_file_wrong", Fine, "\n }\n*** End of File\n", &["fn log"]);
    o("numbers_as_anchor", Fine, "\n@@ -69,7 +69,7 @@\n", &[]);
}

#[test]
fn repeats() {
    let u = |name, refusal, patch| check(name, Unified, refusal, &[patch], &[]);
    u("twice_number_right", Wrong, "@@ -14,9 +14,9 @@\n");
    u("twice_no_number", OnlyRight, "\n@@\n");
    u("twice_number_drifted", OnlyRight, ",9 +");
    u("twice_number_invented", OnlyRight, "\n@@ -1,1 +1,1 @@\n");
    u("twice_common_offset", Wrong, "@@ -14,9 +14,9 @@\n");
    u("twice_between_neighbours", Wrong, "\n@@\n");
    check("twice_first_wins", OpenCode, Fine, &["\n@@\n"], &[]);
    for damage in Damage::all().filter(|damage| damage.name.starts_with("twice_number")) {
        let is_twice = |case: Case| {
            let removed = case.patch.lines().find(|line| line.starts_with(b"-") && line[1] != b'-');
            let removed = removed.map_or(&b"\n    nom"[..], |line| &line[1..]);
            case.before.find_iter(removed).count() != 1
        };
        assert!(cases(damage, Unified).all(is_twice), "{}", damage.name);
    }
}

#[test]
fn units() {
    for format in [Unified, OpenCode] {
        let patch = |name, refusal, patch| check(name, format, refusal, &[patch], &[]);
        let old = "\n            self.say(\"open - at last\");";
        check("unit_halved", format, Wrong, &["\n-      self.say(\"open"], &[old]);
        let halved = "\n      self.say(\"open - at last\");";
        check("unit_doubled", format, Wrong, &["\n-            self.say(\"open"], &[halved]);
        patch("blank_behind_marks", Wrong, "\n-             self.say(\"open");
        patch("blank_behind_signs", Wrong, "\n-             self.say(\"open");
        patch("context_unindented", Fine, "\n self.sum = 0;\n-            self.say");
    }
}

#[test]
fn signs() {
    for format in [Unified, OpenCode] {
        let patch = |name, patch| check(name, format, Fine, &[patch], &[]);
        patch("quotes_everywhere", "\n+            self.say(\u{201C}open\u{201D});");
        patch("no_break_spaces_everywhere", "\n+\u{A0}\u{A0}\u{A0}\u{A0}let\u{A0}");
        patch("html_escapes", "&gt;");
    }
}

#[test]
fn names() {
    for format in [Unified, OpenCode] {
        check("absolute_path", format, Wrong, &[" /srv/project/src/till.rs\n"], &[]);
    }
    let u = |name, refusal, header: &[&str]| check(name, Unified, refusal, header, &[]);
    u("absolute_path_prefixed", Fine, &["--- a/srv/project/src/till.rs\n+++ b/srv"]);
    u("names_one_exists", Wrong, &["--- src/till.rs.orig\n+++ src/till.rs\n"]);
    u("names_one_exists", Wrong, &["--- src/till.rs\n+++ /tmp/patched\n"]);
    u("names_before_after", Wrong, &["--- before/src/till.rs\n+++ after/src/till.rs\n"]);
    u("names_neither_exists", OnlyRight, &["--- before\n+++ after\n@@"]);
}

#[test]
fn cuts() {
    for format in [Unified, OpenCode] {
        let is_cut = |name| {
            let damage = Damage::named(name).unwrap();
            assert!(cases(damage, format).all(|case| !case.patch.contains_str("*** End Patch")));
        };
        check("cut_in_changes", format, OnlyRight, &["-            self.say("], &[]);
        is_cut("cut_in_changes");
        is_cut("cut_in_line");
        let damage = Damage::named("cut_in_line").unwrap();
        assert!(cases(damage, format).all(|case| !case.patch.ends_with(b"\n")));
    }
    check("cut_behind_changes", Unified, Fine, &["@@ -69,7 +69,7 @@\n"], &[]);
}

#[test]
fn what_is_redundant() {
    for format in [Unified, OpenCode] {
        let patch = |name, refusal, patch: &[&str]| check(name, format, refusal, patch, &[]);
        let pair = "-            self.sum = 0;\n+            self.sum = 0;\n";
        patch("identical_pair", Wrong, &[pair, "-            self.say(\"open"]);
        patch("redundant_hunk", Wrong, &["-use std::fmt;\n+use std::fmt;\n"]);
        for name in ["hunk_twice", "section_twice", "answer_twice"] {
            let damage = Damage::named(name).unwrap();
            let is_twice =
                |case: Case| case.patch.find_iter("-            self.say(\"open").count() == 2;
            assert!(cases(damage, format).any(is_twice), "{name}");
        }
        patch("section_without_change", Wrong, &["notes/other.txt\n", "\n-three\n+three\n"]);
        let other =
            ["+            other_self.say(", "Wait, that is wrong.", "+            self.say("];
        patch("several_answers", Fine, &other);
    }
    let u = |name, patch: &[&str]| check(name, Unified, Wrong, patch, &[]);
    u("counts_in_many_files", &["notes/other.txt\n@@ -1,4 +1,6 @@\n", "-three\n+3\n"]);
    u("counts_before_blank", &["\n\n@@ -"]);
    u("placeholder_numbers", &["@@ -XX,XX +XX,XX @@\n"]);
    u("blank_added_counted", &["\n+", "\n\n+"]);
    check("placeholder_anchor", OpenCode, Fine, &["@@ -XX,XX +XX,XX @@\n"], &[]);
    let chunk = "@@\n pub fn sum(one: u64, other: u64) -> u64 {\n@@\n";
    check("context_chunk_as_anchor", OpenCode, Wrong, &[chunk], &[]);
    for format in [Unified, OpenCode] {
        let both = ["one.saturating_sub", "let difference = one - other"];
        check("new_text_in_sibling", format, Wrong, &["+    let difference"], &both);
    }
}

#[test]
fn every_damage_has_cases_and_each_is_told_by_its_seed() {
    for damage in Damage::all() {
        for format in damage.formats {
            let first: Vec<Case> = cases(damage, *format).take(3).collect();
            assert!(!first.is_empty(), "no sample allows for {} in {format}", damage.name);
            assert_eq!(first, cases(damage, *format).take(3).collect::<Vec<_>>());
            for case in first {
                let is_refused = case.refusal == OnlyRight;
                assert_eq!(is_refused, case.expected == case.before, "{case}");
            }
        }
    }
}

#[test]
fn names_are_names() {
    let mut names: Vec<_> = Damage::all().map(|damage| damage.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "each is there once");
    assert!(PENDING.iter().all(|name| names.contains(name)), "what is pending is there");
    assert!(Damage::all().all(|damage| !damage.what.ends_with('.')));
}

#[test]
fn outcomes_are_judged_by_what_the_case_allows() {
    let case = |name: &str| cases(Damage::named(name).unwrap(), Unified).next().unwrap();
    let (must, not, done) = (case("none"), case("twice_no_number"), case("already_applied"));
    judged(&must, &Outcome::Applied(must.expected.clone()), Verdict::Right);
    judged(&must, &Outcome::Applied(must.before.clone()), Verdict::Wrong);
    judged(&must, &Outcome::Refused(String::new()), Verdict::Refused);
    judged(&must, &Outcome::HalfDone(must.before.clone()), Verdict::Half);
    judged(&not, &Outcome::Applied(not.before.clone()), Verdict::Wrong);
    judged(&done, &Outcome::Applied(done.before.clone()), Verdict::Right);
}

#[track_caller]
fn judged(case: &Case, outcome: &Outcome, expected: Verdict) {
    assert_eq!(case.judge(outcome), expected, "{outcome:?} of\n{case}");
}
