//! Hunks whose lines by the numbers overlap: context may be shared, and a twin elsewhere is not
//! taken instead.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses_for, refuses_for_under, run, unified};

fn numbered_lines(lines: std::ops::Range<usize>) -> String {
    lines.map(|line| format!("line {line}\n")).collect()
}

/// Four functions, of which the second and the fourth have the same body.
fn functions() -> String {
    let body = |(name, b): (&str, usize)| {
        format!("def {name}():\n    a = 1\n    b = {b}\n    return a\n\n")
    };
    [("one", 1), ("two", 2), ("three", 3), ("four", 2)].map(body).concat()
}

#[test]
fn hunks_may_share_context() {
    let before = numbered_lines(1..10);
    let patch = unified(
        "@@ -2,3 +2,3 @@\n line 2\n-line 3\n+LINE 3\n line 4\n@@ -4,3 +4,3 @@\n line 4\n-line 5\n+LINE 5\n line 6\n",
    );
    let after = before.replace("line 3", "LINE 3").replace("line 5", "LINE 5");
    applies(&[("f", &before)], &patch, &[("f", &after)]);
    // The lines that two hunks insert are on either side of the shared ones.
    let patch = unified(
        "@@ -2,4 +2,5 @@\n line 2\n+new a\n line 3\n line 4\n line 5\n@@ -3,4 +4,5 @@\n line 3\n line 4\n line 5\n+new b\n line 6\n",
    );
    let after =
        before.replace("line 3\n", "new a\nline 3\n").replace("line 6\n", "new b\nline 6\n");
    applies(&[("f", &before)], &patch, &[("f", &after)]);
    // Three hunks, and all three a line further down than their numbers say.
    let hunk = |at: usize| {
        format!(
            "@@ -{0},3 +{0},3 @@\n line {0}\n-line {1}\n+LINE {1}\n line {2}\n",
            at,
            at + 1,
            at + 2
        )
    };
    let patch = unified(&[hunk(2), hunk(4), hunk(6)].concat());
    let moved = format!("first\n{before}");
    let after =
        moved.replace("line 3", "LINE 3").replace("line 5", "LINE 5").replace("line 7", "LINE 7");
    applies(&[("f", &moved)], &patch, &[("f", &after)]);
}

#[test]
fn under_the_contract_of_git_hunks_share_no_context() {
    let before = "a\na\na\na\nb\na\na\na\na\nb\n";
    let patch = unified("@@ -1,3 +1,4 @@\n+new\n a\n a\n a\n@@ -1,5 +2,4 @@\n a\n a\n a\n-a\n b\n");
    // Git itself has the second hunk in the other run of `a`.
    refuses_for_under(Contract::Git, &[("f", before)], &patch, &["ambiguous at 1, 2, 6, 7"]);
    let after = "new\na\na\na\nb\na\na\na\na\nb\n";
    applies(&[("f", before)], &patch, &[("f", after)]);
}

#[test]
fn what_one_hunk_changes_may_be_context_of_another() {
    let front = "@@ -1,2 +1,2 @@\n-a\n+A\n b\n";
    for (context, reason) in [("a", "overlap at 1"), ("A", "out_of_order at 2")] {
        let patch = unified(&format!("{front}@@ -1,3 +1,3 @@\n {context}\n b\n-c\n+C\n"));
        let receipt = applies(&[("f", "a\nb\nc\n")], &patch, &[("f", "A\nb\nC\n")]);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"overlap"), "{codes:?}");
        assert_eq!(receipt.files[0].hunks[1].offset, None, "what is left begins elsewhere");
        refuses_for_under(Contract::Git, &[("f", "a\nb\nc\n")], &patch, &[reason]);
        // Without numbers.
        let patch = patch.replace("-1,2 +1,2", "...").replace("-1,3 +1,3", "...");
        applies(&[("f", "a\nb\nc\n")], &patch, &[("f", "A\nb\nC\n")]);
    }
    // Both change one line, or insert at one place.
    let patch = unified(&format!("{front}@@ -1,2 +1,2 @@\n-a\n+X\n b\n"));
    refuses_for(&[("f", "a\nb\nc\n")], &patch, &["overlap at 1"]);
    let patch = unified("@@ -1,2 +1,3 @@\n a\n+x\n b\n@@ -1,2 +1,3 @@\n a\n+y\n b\n");
    refuses_for(&[("f", "a\nb\nc\n")], &patch, &["overlap at 1"]);
}

/// In the old file the second hunk is behind the first, in the new one it would be inside it.
#[test]
fn numbers_that_are_true_say_that_hunks_do_not_overlap() {
    let before = "x\n\n".repeat(20);
    let added = "+\n+x\n".repeat(3);
    let patch = format!("@@ -3,2 +3,8 @@\n x\n{added} \n@@ -9,3 +15,3 @@\n x\n-\n+y\n x\n");
    let mut lines: Vec<&str> = before.lines().collect();
    lines[9] = "y";
    lines.splice(3..3, ["", "x"].repeat(3));
    let after = lines.join("\n") + "\n";
    let receipt = applies(&[("f", &before)], &unified(&patch), &[("f", &after)]);
    assert!(receipt.diagnostics.iter().all(|note| note.code != "overlap"));
}

#[test]
fn what_overlaps_with_the_hunk_in_front_is_not_done_to_a_twin() {
    let case =
        |name: &str| format!("case {name}:\n  host = 1;\n  port = 80;\n  tls = 1;\n  break;\n");
    let before = case("a") + &case("b");
    let after = before.replacen("host = 1;\n  port = 80", "host = 2;\n  port = 81", 1);
    let hunk = |header: &str, host: &str| {
        format!("@@ {header} @@\n   host = {host};\n-  port = 80;\n+  port = 81;\n   tls = 1;\n")
    };
    let front = |header: &str| {
        format!(
            "@@ {header} @@\n case a:\n-  host = 1;\n+  host = 2;\n   port = 80;\n   tls = 1;\n"
        )
    };
    for host in ["1", "2"] {
        let patch = unified(&(front("-1,4 +1,4") + &hunk("-2,3 +2,3", host)));
        applies(&[("f", &before)], &patch, &[("f", &after)]);
        // Without numbers, it may be meant for the other one, if that is as it shows it.
        let patch = unified(&(front("...") + &hunk("...", host)));
        match host {
            "1" => drop(refuses_for(&[("f", &before)], &patch, &["ambiguous at 2, 7"])),
            _ => drop(applies(&[("f", &before)], &patch, &[("f", &after)])),
        }
        let alone = before.replace("b:\n  host = 1", "b:\n  host = 9");
        let after = alone.replacen("host = 1;\n  port = 80", "host = 2;\n  port = 81", 1);
        applies(&[("f", &alone)], &patch, &[("f", &after)]);
    }
}

#[test]
fn what_the_hunk_in_front_shows_as_a_whole_may_be_meant_in_it() {
    let case = |name: &str| format!("case {name}:\n  host = 1\n  port = 80\n  tls = 1\n\n");
    let before = case("a") + &case("b");
    let after = before.replacen("  port", "  zone = 1\n  port", 1);
    let after = format!("{}\n", after.strip_suffix("  tls = 1\n\n").unwrap());
    let front = " case a:\n   host = 1\n+  zone = 1\n   port = 80\n   tls = 1\n \n";
    let body = "   host = 1\n   port = 80\n-  tls = 1\n";
    let patch = |header: &str| unified(&format!("@@ ... @@\n{front}{header}\n{body}"));
    refuses_for(&[("f", &before)], &patch("@@ ... @@"), &["ambiguous at 2, 7"]);
    applies(&[("f", &before)], &patch("@@ case b:"), &[("f", &after)]);
    // A chunk is after the one in front: so the format has it.
    let chunks =
        format!("*** Begin Patch\n*** Update File: f\n@@\n{front}@@\n{body}*** End Patch\n");
    applies(&[("f", &before)], &chunks, &[("f", &after)]);
}

#[test]
fn a_line_that_the_hunk_in_front_takes_away_is_taken_away_in_the_next_place() {
    let before = "a:\n  if e:\n    fail\n  one\n\nb:\n  if e:\n    fail\n  two\n";
    let after = "a:\n  if e:\n    fail 1\n  one\n\nb:\n  if e:\n    fail 2\n  two\n";
    let hunk = |number: u8| format!("   if e:\n-    fail\n+    fail {number}\n");
    for header in ["@@", "@@ ... @@"] {
        let patch = unified(&format!("{header}\n{}   one\n{header}\n{}", hunk(1), hunk(2)));
        applies(&[("f", before)], &patch, &[("f", after)]);
        // Both are alike, and so are the places.
        let patch = unified(&format!("{header}\n{}{header}\n{}", hunk(1), hunk(2)));
        applies(&[("f", before)], &patch, &[("f", after)]);
    }
}

#[test]
fn what_is_made_already_is_not_made_for_the_sake_of_an_overlap() {
    // The line that the second adds is there.
    let before = "a\nb\nc\nnew line\nd\n";
    let hunks = "@@ ... @@\n a\n-b\n+B\n c\n@@ ... @@\n b\n c\n+new line\n";
    applies(&[("f", before)], &unified(hunks), &[("f", &before.replace('b', "B"))]);
    // A third is where the second would be.
    let hunks = "@@ ... @@\n a\n-b\n+B\n c\n@@ ... @@\n B\n c\n-d\n@@ ... @@\n-d\n+D\n e\n";
    refuses_for(&[("f", "a\nb\nc\nd\ne\n")], &unified(hunks), &["overlap at 4"]);
}

#[test]
fn what_the_next_heading_names_overlaps_with_nothing() {
    let function = |name: &str, port: &str, tls: &str| {
        format!("def {name}():\n    port = {port}\n    tls = {tls}\n\n")
    };
    let before = ["a", "b", "c"].map(|name| function(name, "1", "1")).concat();
    let body = |a: &str, b: &str| {
        format!(
            "@@ {a}\n-    port = 1\n+    port = 2\n@@ {b}\n     port = 1\n-    tls = 1\n+    tls = 2\n"
        )
    };
    let after = function("a", "2", "1") + &function("b", "1", "2") + &function("c", "1", "1");
    applies(&[("f", &before)], &unified(&body("def a():", "def b():")), &[("f", &after)]);
    let chunks = format!(
        "*** Begin Patch\n*** Update File: f\n{}*** End Patch\n",
        body("def a():", "def b():")
    );
    applies(&[("f", &before)], &chunks, &[("f", &after)]);
}

#[test]
fn a_hunk_at_its_number_is_not_put_into_a_twin_for_the_sake_of_the_order() {
    let before = functions();
    // It shows what the hunk in front takes away.
    let patch = unified(
        "@@ -7,2 +7,2 @@\n     a = 1\n-    b = 2\n+    b = 5\n@@ -8,2 +8,2 @@\n     b = 2\n-    return a\n+    return b\n",
    );
    let after = before.replacen("b = 2\n    return a", "b = 5\n    return b", 1);
    applies(&[("f", &before)], &patch, &[("f", &after)]);
    // One hunk, written twice.
    let hunk = "@@ -7,3 +7,3 @@\n     a = 1\n-    b = 2\n+    b = 5\n     return a\n";
    let patch = unified(&[hunk, hunk].concat());
    applies(&[("f", &before)], &patch, &[("f", &before.replacen("b = 2", "b = 5", 1))]);
}

#[test]
fn a_hunk_that_the_patch_has_twice_is_made_once() {
    let hunk = "@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n";
    let file = "a\nb\nc\nd\n";
    let receipt = applies(&[("f", file)], &unified(&hunk.repeat(3)), &[("f", "a\nb\nC\nd\n")]);
    assert_eq!(receipt.files[0].skipped.len(), 2);
    // Without its numbers it may be meant for another place.
    let unnumbered = hunk.replace("-2,3 +2,3", "...");
    refuses_for(&[("f", file)], &unified(&unnumbered.repeat(2)), &["overlap at 2"]);
    refuses_for_under(Contract::Git, &[("f", file)], &unified(&hunk.repeat(2)), &["overlap at 2"]);
}

#[test]
fn hunks_that_show_the_same_lines_are_placed_whatever_their_numbers() {
    let file = "class Cache:\n    size = 1\n    items = {}\n    hits = 0\n    misses = 0\n    lock = None\n\n    def get(self):\n        return 1\n";
    let after = file.replace("{}", "Items()").replace("None", "Lock()");
    let front = " class Cache:\n     size = 1\n-    items = {}\n+    items = Items()\n     hits = 0\n     misses = 0\n     lock = None\n";
    let old = "     hits = 0\n     misses = 0\n-    lock = None\n+    lock = Lock()\n \n     def get(self):\n";
    let new = format!("     items = Items()\n{old}");
    for hunk in [old, new.as_str()] {
        for numbers in [(1, 6), (1, 3), (1, 7), (10, 20), (4, 30), (2, 2)] {
            let (first, second) = numbers;
            let hunks = format!(
                "@@ -{first},6 +{first},6 @@\n{front}@@ -{second},5 +{second},5 @@\n{hunk}"
            );
            applies(&[("f", file)], &unified(&hunks), &[("f", &after)]);
        }
        // Far away it may be meant elsewhere; so it may where it is as well.
        let far = format!("@@ -1,6 +1,6 @@\n{front}@@ -90,5 +90,5 @@\n{hunk}");
        assert!(run(&[("f", file)], &unified(&far), Contract::Agent).is_err());
        let near = format!("@@ -1,6 +1,6 @@\n{front}@@ -6,5 +6,5 @@\n{hunk}");
        let twice = format!("{file}{file}");
        assert!(run(&[("f", &twice)], &unified(&near), Contract::Agent).is_err());
    }
}

#[test]
fn hunks_are_not_put_together_against_a_heading() {
    let function =
        |name: &str| format!("fn {name}() {{\n    log();\n    sync();\n    end();\n}}\n\n");
    let file = function("alpha") + "fn beta() {\n    mark();\n}\n";
    let front = " fn alpha() {\n-    log();\n+    log(1);\n     sync();\n     end();\n";
    let hunk = "     sync();\n-    end();\n+    end(2);\n }\n";
    let both = file.replace("log()", "log(1)").replace("end()", "end(2)");
    let files = [("f", file.as_str())];
    let unnumbered = |heading: &str| unified(&format!("@@\n{front}@@ @@{heading}\n{hunk}"));
    applies(&files, &unnumbered(" fn alpha() {"), &[("f", &both)]);
    refuses_for(&files, &unnumbered(" fn beta() {"), &["outside_heading at 3, 7"]);
}

#[test]
fn a_hunk_that_shows_what_the_one_in_front_adds_says_where_that_is() {
    let job = |name: &str, last: &str| {
        format!("{name}:\n  steps:\n    - uses: old\n    - uses: rust\n    - run: {last}\n")
    };
    let file = job("a", "doc") + &job("b", "size") + "c:\n  name: 1\n";
    let front = "   steps:\n-    - uses: old\n+    - uses: new\n     - uses: rust\n";
    let hunk =
        "     - uses: new\n     - uses: rust\n     - run: size\n c:\n-  name: 1\n+  name: 2\n";
    let (a, b) = file.split_once("b:").unwrap();
    let after = format!("{a}b:{}", b.replace("old", "new").replace("name: 1", "name: 2"));
    let hunks = format!("@@\n{front}@@\n{hunk}");
    applies(&[("f", &file)], &unified(&hunks), &[("f", &after)]);
    applies(&[("f", &file)], &opencode(&hunks), &[("f", &after)]);
}

#[test]
fn a_hunk_may_begin_with_the_last_line_that_the_one_in_front_shows() {
    let file = "a\nx = 1\ny = 2\nv = 5\nw = 6\nt = 7\n";
    let after = "a\nx = 10\ny = 2\nv = 50\nw = 6\nt = 7\n";
    let hunks = "@@\n a\n-x = 1\n+x = 10\n y = 2\n v = 5\n@@\n-v = 5\n+v = 50\n w = 6\n t = 7\n";
    applies(&[("f", file)], &unified(hunks), &[("f", after)]);
    applies(&[("f", file)], &opencode(hunks), &[("f", after)]);
}

#[test]
fn a_numbered_hunk_that_is_there_once_more_is_made_once() {
    let hunk = |line: u32| format!("@@ -{line},3 +{line},3 @@\n b\n-c\n+C\n d\n");
    let other = "@@ -6,2 +6,2 @@\n f\n-g\n+G\n";
    let (file, after) = ("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nC\nd\ne\nf\nG\n");
    for hunks in
        [format!("{}{other}{}", hunk(2), hunk(2)), format!("{}{}{other}", hunk(2), hunk(3))]
    {
        let receipt = applies(&[("f", file)], &unified(&hunks), &[("f", after)]);
        assert_eq!(receipt.files[0].skipped.len(), 1);
    }
}

#[test]
fn a_numbered_hunk_of_other_lines_is_not_one_in_front_once_more() {
    let file = "a {\n  get\n  log\n  send\n}\nb {\n  get\n  log\n  send\n}\n";
    let hunk = |line: u32| format!("@@ -{line},3 +{line},4 @@\n   get\n+  head\n   log\n   send\n");
    let patch = unified(&format!("{}{}", hunk(2), hunk(7)));
    let after = file.replace("  log", "  head\n  log");
    applies(&[("f", file)], &patch, &[("f", &after)]);
    // One of the places was changed since: the change is not made in the other alone.
    for (old, new) in [("log", "audit"), ("get", "fetch"), ("log", "wait\n  log")] {
        let (front, behind) = file.split_at(file.find("b {").unwrap());
        for file in [
            format!("{front}{}", behind.replace(old, new)),
            format!("{}{behind}", front.replace(old, new)),
        ] {
            assert!(run(&[("f", &file)], &patch, Contract::Agent).is_err(), "{file}");
        }
    }
}

const LOADER: &str = "class Loader:\n    def load(self, p):\n        with open(p) as f:\n            data = f.read()\n        self.log(p)\n        self.check(data)\n        return data\n";

#[test]
fn hunks_that_agree_loosely_may_share_context_as_well() {
    let after = LOADER.replace("open(p)", "open(p, 1)").replace("check(data)", "check(data, 1)");
    let front = "     def load(self, p):\n-        with open(p) as f:\n+        with open(p, 1) as f:\n             data = f.read()\n         self.log(p)\n";
    let hunk = "             data = f.read()\n         self.log(p)\n-        self.check(data)\n+        self.check(data, 1)\n         return data\n";
    let less = |hunk: &str| hunk.replace("    def", "def").replace("        ", "    ");
    for (front, hunk) in [
        (front.to_owned(), hunk.to_owned()),
        (less(front), hunk.to_owned()),
        (front.to_owned(), hunk.replace("self.log(p)", "self.log(p)  ")),
        (front.to_owned(), hunk.replacen("             data", " data", 1)),
    ] {
        for headers in [["@@ -2,4 +2,4 @@", "@@ -4,4 +4,4 @@"], ["@@", "@@"]] {
            let [first, second] = headers;
            let patch = unified(&format!("{first}\n{front}{second}\n{hunk}"));
            applies(&[("f", LOADER)], &patch, &[("f", &after)]);
        }
        let crlf = |text: &str| text.replace('\n', "\r\n");
        let patch = opencode(&format!("@@\n{front}@@\n{hunk}"));
        applies(&[("f", LOADER)], &patch, &[("f", &after)]);
        applies(&[("f", &crlf(LOADER))], &patch, &[("f", &crlf(&after))]);
    }
}

#[test]
fn hunks_that_share_context_may_be_in_any_order() {
    let file = "a\nx = 1\ny = 2\nz = 3\nu = 4\nv = 5\nw = 6\nt = 7\n";
    let after = file.replace("y = 2", "y = 20").replace("v = 5", "v = 50");
    let front = "@@ -1,5 +1,5 @@\n a\n x = 1\n-y = 2\n+y = 20\n z = 3\n u = 4\n";
    let hunk = "@@ -3,6 +3,6 @@\n y = 2\n z = 3\n u = 4\n-v = 5\n+v = 50\n w = 6\n t = 7\n";
    for hunks in [[front, hunk], [hunk, front]] {
        applies(&[("f", file)], &unified(&hunks.concat()), &[("f", &after)]);
    }
}

#[test]
fn a_hunk_may_go_on_behind_a_line_that_the_one_in_front_adds() {
    let file = "import a\nimport b\nimport c\n";
    let hunks = "@@\n import a\n+import a1\n import b\n@@\n import a1\n+import a2\n import b\n";
    let after = "import a\nimport a1\nimport a2\nimport b\nimport c\n";
    applies(&[("f", file)], &opencode(hunks), &[("f", after)]);
    applies(&[("f", file)], &unified(hunks), &[("f", after)]);
}

#[test]
fn a_place_that_shares_context_is_as_good_as_a_twin_in_front_of_it() {
    let lib = |name: &str| format!("[{name}]\nrepository = r\n\n[lib]\nname = bits\npath = src\n");
    let file =
        lib("a") + "version = 1\n" + &lib("b") + "\n[[bench]]\nname = bench\nharness = false\n";
    let front = " repository = r\n \n [lib]\n-name = bits\n+name = bitset\n path = src\n";
    let hunk = " path = src\n \n [[bench]]\n-name = bench\n+name = bench2\n harness = false\n";
    for headers in [["@@ -10,5 +10,5 @@", "@@ -13,5 +13,5 @@"], ["@@", "@@"]] {
        let [first, second] = headers;
        let patch = unified(&format!("{first}\n{front}{second}\n{hunk}"));
        refuses_for(&[("f", &file)], &patch, &["ambiguous at 2, 9"]);
    }
    let alone = file.replacen("repository = r", "repository = s", 1);
    let after = alone.replace("bench\n", "bench2\n");
    let (head, tail) = after.rsplit_once("bits").unwrap();
    let patch = unified(&format!("@@\n{front}@@\n{hunk}"));
    applies(&[("f", &alone)], &patch, &[("f", &format!("{head}bitset{tail}"))]);
}

#[test]
fn each_of_several_hunks_may_show_what_the_ones_in_front_change() {
    let file = "a = 1\nb = 1\nc = 1\nd = 1\ne = 1\nf = 1\ng = 1\n";
    let after = "a = 2\nb = 2\nc = 2\nd = 2\ne = 1\nf = 1\ng = 1\n";
    let lines: Vec<&str> = file.lines().collect();
    // Each as the file has it, or as those in front leave it.
    for changed in [false, true] {
        for around in [1, 2, 3] {
            let hunk = |at: usize| {
                let first = at.saturating_sub(around);
                let line = |(number, line): (usize, &&str)| {
                    let new = line.replace("= 1", "= 2");
                    match first + number {
                        number if number == at => format!("-{line}\n+{new}\n"),
                        number if number < at && changed => format!(" {new}\n"),
                        _ => format!(" {line}\n"),
                    }
                };
                let shown = lines.get(first..at + around + 1).unwrap();
                let lines: String = shown.iter().enumerate().map(line).collect();
                let range = format!("{},{}", first + 1, shown.len());
                (format!("@@\n{lines}"), format!("@@ -{range} +{range} @@\n{lines}"))
            };
            let (hunks, numbered): (String, String) = (0..4).map(hunk).unzip();
            applies(&[("f", file)], &opencode(&hunks), &[("f", after)]);
            applies(&[("f", file)], &unified(&hunks), &[("f", after)]);
            applies(&[("f", file)], &unified(&numbered), &[("f", after)]);
        }
    }
    // Two of them change one line.
    let hunks = "@@\n-a = 1\n+a = 2\n b = 1\n@@\n a = 1\n-b = 1\n+b = 2\n c = 1\n@@\n a = 1\n-b = 1\n+b = 3\n c = 1\n";
    assert!(run(&[("f", file)], &opencode(hunks), Contract::Agent).is_err());
}

#[test]
fn a_chunk_that_overlaps_with_the_one_in_front_is_behind_it_as_the_format_has_it() {
    let file = "a\nb\na\n}\na\na\n}\na\n";
    let chunks = "@@\n a\n-b\n a\n@@\n a\n-a\n }\n";
    applies(&[("f", file)], &opencode(chunks), &[("f", "a\na\n}\na\n}\na\n")]);
    let (file, after) = ("a\nb\nc\nd\nx\nd\n", "a\nc\nd\nx\n");
    applies(&[("f", file)], &opencode("@@\n a\n-b\n c\n d\n@@\n-d\n"), &[("f", after)]);
    // The end of the file is one place.
    let file = "a\na\nb\nc\na\nd\na\n";
    let chunks = "@@\n a\n a\n-b\n c\n a\n@@\n-a\n*** End of File\n";
    applies(&[("f", file)], &opencode(chunks), &[("f", "a\na\nc\na\nd\n")]);
}
