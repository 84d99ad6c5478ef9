//! Refusals come with the corrected patch where one repair is clear.

use patch_apply::render::{for_model, for_person};
use patch_apply::{ApplyOptions, Failure, Refusal};

use crate::explaining::{FILE, check_failure, first};
use crate::support::{applies, opencode, refuses, run_with, unified};
use crate::written::makes;

/// A hunk with an unclear or a clear repair, and what the suggestion makes of the file.
#[track_caller]
fn suggests(file: &str, body: &str, after: Option<&str>) {
    suggests_for(&opencode(&format!("@@\n{body}")), file, after);
    suggests_for(&unified(&format!("@@ ... @@\n{body}")), file, after);
}

#[track_caller]
fn suggests_for(patch: &str, file: &str, after: Option<&str>) {
    let refusal = refuses(&[("f", file)], patch, &["context_not_found"]);
    check_failure(&refusal.failures[0], refusal.format, file);
    let suggestion = first(&refusal).suggested_patch.as_ref();
    assert_eq!(suggestion.is_some(), after.is_some(), "{suggestion:?}\n{patch}");
    if let (Some(suggestion), Some(after)) = (suggestion, after) {
        applies(&[("f", file)], &suggestion.to_string(), &[("f", after)]);
    }
}

#[test]
fn stale_context_is_replaced_by_the_lines_of_the_file() {
    let after = FILE.replace("= 10", "= 9").replace("fail(name);", "warn(name);");
    let first = "-    let limit = 10;\n+    let limit = 9;\n";
    let last = "-        fail(name);\n+        warn(name);\n     }\n";
    for between in [
        "     let name = ask();\n     if name.len() > limit {\n",
        // A line missing, a line too many.
        "     let name = read();\n",
        "     let name = read();\n     log(name);\n     if name.len() > limit {\n",
    ] {
        suggests(FILE, &format!("{first}{between}{last}"), Some(&after));
    }
}

#[test]
fn one_removed_line_that_differs_a_little_is_replaced() {
    let after = FILE.replace("    let limit = 10;", "    let limit = 12;");
    suggests(
        FILE,
        " fn main() {\n-    let limit = 11;\n+    let limit = 12;\n     let name = read();\n",
        Some(&after),
    );
}

/// What goes on behind a removed line would stay without its beginning.
#[test]
fn the_rest_of_what_is_removed_is_not_suggested_as_context() {
    let file = "\
fn main() {
    let name = read();
    let total = sum(
        first(name),
        second(name),
    );
    log(total);
    finish(total);
}
";
    // Its brackets are open, and the context is stale.
    let body = " fn main() {\n     let name = ask();\n-    let total = sum(\n+    let total = add(name);\n     log(total);\n     finish(total);\n }\n";
    suggests(file, body, None);
    // Its block is deeper.
    let file =
        "if ready:\n    start()\n    while open:\n        step()\n    log(1)\n    log(2)\nend()\n";
    let body = " if ready:\n     begin()\n-    while open:\n+    run()\n     log(1)\n     log(2)\n end()\n";
    suggests(file, body, None);
    // What is no part of it may be missing.
    let file = file.replace("        step()", "    pause()").replace("while open:", "open()");
    let after = file.replace("open()", "run()");
    suggests(&file, &body.replace("while open:", "open()"), Some(&after));
}

/// The added line has the sign too, or it was to go: the file would get it, or keep it.
#[test]
fn a_sign_that_the_file_lacks_is_not_suggested() {
    let with = |old: &str, new: &str| {
        format!(
            " fn main() {{\n     let limit = 10;\n-{old}\n+{new}\n     if name.len() > limit {{\n"
        )
    };
    let old = "    let name = read();";
    for (old, new) in [
        ("    let name = read();;", "    let name = ask();;"),
        ("    let name = read();,", "    let name = ask();"),
    ] {
        suggests(FILE, &with(old, new), None);
    }
    // One that the patch lacks is taken from the file.
    let after = FILE.replace(old, "    let name = ask();");
    suggests(FILE, &with("    let name = read()", "    let name = ask();"), Some(&after));
}

/// A line that lost its `+` is not left out: it is what was to be added.
#[test]
fn a_line_that_may_be_added_is_suggested_so_or_not_at_all() {
    let head = " fn main() {\n     let limit = 10;\n";
    let tail = "     let name = read();\n     if name.len() > limit {\n";
    let with = |added: &str| FILE.replace("= 10;\n", &format!("= 10;\n{added}"));
    // Amid added lines.
    let body = "+    let a = 1;\n     let between = 2;\n     let others = 3;\n+    let b = 4;\n";
    let after = with("    let a = 1;\n    let between = 2;\n    let others = 3;\n    let b = 4;\n");
    suggests(FILE, &format!("{head}{body}{tail}"), Some(&after));
    let refusal = refuses(
        &[("f", FILE)],
        &opencode(&format!("@@\n{head}{body}{tail}")),
        &["context_not_found"],
    );
    let hint = "The file has no such line there: write `+` before it if it is to be added.";
    assert_eq!(refusal.failures[0].hint, Some(hint));
    // In the place of a removed line that it is like, first and last of several.
    let after = FILE.replace("limit = 10", "limit = 20");
    let body = " fn main() {\n-    let limit = 10;\n     let limit = 20;\n";
    suggests(FILE, &format!("{body}{tail}"), Some(&after));
    let rest = "         fail(name);\n";
    let two = "-    let name = read();\n-    if name.len() > limit {\n";
    for new in [
        "     let name = ask(1);\n+    if name.len() > limit + 1 {\n",
        "+    let name = ask(1);\n     if name.len() > limit + 1 {\n",
    ] {
        let after = FILE.replace("read();", "ask(1);").replace("> limit {", "> limit + 1 {");
        suggests(FILE, &format!("     let limit = 10;\n{two}{new}{rest}"), Some(&after));
    }
    // The file may have had it, at the edge of what is added or removed.
    for body in [
        "     audit(limit);\n+    let a = 1;\n",
        "+    let a = 1;\n     audit(limit);\n",
        "     audit(limit);\n     log(limit);\n+    let a = 1;\n",
    ] {
        suggests(FILE, &format!("{head}{body}{tail}"), None);
    }
    for body in
        ["     audit(limit);\n-    let limit = 10;\n", "-    let limit = 10;\n     audit(limit);\n"]
    {
        suggests(FILE, &format!(" fn main() {{\n{body}{tail}"), None);
    }
    // What the file has otherwise may be the same mistake.
    let body = "+    let a = 1;\n     let between = 2;\n+    let b = 3;\n";
    let stale = tail.replace("read()", "ask()");
    suggests(FILE, &format!("{head}{body}{stale}"), None);
}

/// The file has nothing where the line would be: to leave it out would only remove, or leave a block
/// open.
#[test]
fn an_empty_line_is_not_suggested_in_the_place_of_one_that_may_be_added() {
    let file = "import a\n\nTIMEOUT = 30\n\n\nclass A {\n  one() {\n  }\n}\n\nlast()\n";
    let body = " import a\n \n-TIMEOUT = 30\n TIMEOUT = 60\n \n";
    suggests(file, body, Some(&file.replace("30", "60")));
    suggests_for(&unified(&format!("@@ -1,5 +1,4 @@\n{body}")), file, None);
    let body = "   one() {\n   }\n+\n+  two() {\n   }\n }\n";
    suggests(file, body, None);
    suggests_for(&unified(&format!("@@ -7,4 +7,7 @@\n{body}")), file, None);
}

/// Numbers that are true say what a line is.
#[test]
fn a_line_that_the_header_counts_as_context_is_stale() {
    let body = " fn main() {\n     let limit = 10;\n     audit(limit);\n+    let a = 1;\n     let name = read();\n";
    let after = FILE.replace("= 10;\n", "= 10;\n    let a = 1;\n");
    suggests_for(&unified(&format!("@@ -3,4 +3,5 @@\n{body}")), FILE, Some(&after));
    suggests_for(&unified(&format!("@@ -3,2 +3,5 @@\n{body}")), FILE, None);
}

/// A suggestion is not escaped in one half.
#[test]
fn what_explains_an_old_line_is_undone_in_added_ones() {
    let old_line = "let flag = name.length > least && name;";
    let file = format!("start();\n{old_line}\ncall(\"ö\");\nend();\nstop();\n");
    let rest = " call(\"ö\");\n end();\n";
    let suggests_line = |old: &str, new: &str, after: Option<&str>| {
        let after = after.map(|line| file.replace(old_line, line));
        suggests(&file, &format!(" start();\n-{old}\n+{new}\n{rest}"), after.as_deref());
    };
    for (old, new) in [
        ("let flag = name.length &#62; least &#38;&#38; name;", "let flag = a &#60; b;"),
        ("let flag = name.length &#x3e; least &amp;&amp; name;", "let flag = a &lt; b;"),
    ] {
        let hunk = format!(" start();\n-{old}\n+{new}\n{rest}");
        makes(&file, &[&hunk], &file.replace(old_line, "let flag = a < b;"));
    }
    suggests_line(
        "let flag = name.length &amp;#62; least &amp;amp;&amp;amp; name;",
        "let flag = a &amp;#60; b;",
        Some("let flag = a < b;"),
    );
    // They explain a part of what differs.
    suggests_line(
        "let flag = name.length &#62; most &#38;&#38; name;",
        "let flag = a &#60; b;",
        None,
    );
    suggests_line(
        "let flag = name.length &#62; most && name;",
        "let flag = a < b;",
        Some("let flag = a < b;"),
    );
    let codes = format!(
        " start();\n {old_line}\n-call(\"\\u00f6\");\n+call(\"\\u00e4\");\n end();\n stop();\n"
    );
    suggests(&file, &codes, Some(&file.replace('ö', "ä")));
}

#[test]
fn what_heads_the_change_is_not_made_another() {
    // A chunk of the other format is put into what may be the function renamed, where nothing else
    // is like it.
    let suggests = |file: &str, body: &str, after: Option<&str>| {
        suggests_for(&unified(&format!("@@ ... @@\n{body}")), file, after);
    };
    let python = "def make_group(name, owner):\n    check(name)\n    row = insert(name, owner)\n    audit(row)\n";
    let body = "     check(name)\n-    row = insert(name, owner)\n+    row = insert(name)\n     audit(row)\n";
    suggests(python, &format!(" def make_user(name, owner):\n{body}"), None);
    // The same function with another argument.
    let after = python.replace("insert(name, owner)", "insert(name)");
    suggests(python, &format!(" def make_group(name):\n{body}"), Some(&after));
    let json = "{\n  \"dev\": {\n    \"host\": \"localhost\",\n    \"port\": 80,\n    \"tls\": false\n  }\n}\n";
    let body = "     \"host\": \"localhost\",\n-    \"port\": 80,\n+    \"port\": 81,\n     \"tls\": false\n";
    suggests(json, &format!("   \"prod\": {{\n{body}"), None);
    let titles = "## Linux\n\nInstall it:\n\nRun make.\nThen run it.\n";
    let body = " \n Install it:\n \n-Run make.\n+Run make install.\n Then run it.\n";
    suggests(titles, &format!(" ## macOS\n{body}"), None);
}

#[test]
fn nothing_is_suggested_where_the_repair_is_not_clear() {
    // The removed line is another one.
    suggests(
        FILE,
        " fn main() {\n-    let maximum = 10;\n+    let limit = 12;\n     let name = read();\n",
        None,
    );
    // Two places come as close.
    let twice = FILE.repeat(2);
    suggests(
        &twice,
        "-    let limit = 10;\n+    let limit = 9;\n     let name = ask();\n     if name.len() > limit {\n-        fail(name);\n+        warn(name);\n",
        None,
    );
    // After or before the line that is missing in the hunk.
    suggests(
        FILE,
        "     let limit = 10;\n+    let more = 1;\n     if name.len() > limit {\n         fail(name);\n",
        None,
    );
    // After it, where what is added takes the place of a removed line.
    let after = FILE.replace("limit = 10", "limit = 9");
    suggests(
        FILE,
        " fn main() {\n-    let limit = 10;\n+    let limit = 9;\n     if name.len() > limit {\n         fail(name);\n",
        Some(&after),
    );
    // The wished state in the context: what the writer wants of it is not known.
    suggests(
        "open(path);\nread(path);\nclose(path);\n",
        "-open(path);\n+open(path, 1);\n read_all(path);\n-close(path);\n+read_all(path);\n+close(path, 1);\n",
        None,
    );
}

/// A suggestion rewrites no place but the one that the hunk means.
#[test]
fn no_namesake_is_rewritten() {
    let class = |name: &str, first: &str| {
        format!(
            "class {name}:\n    def reset(self):\n        self.count = {first}\n        self.items.clear()\n        self.notify()\n"
        )
    };
    let body = "     def reset(self):\n-        self.count = 0\n+        self.count = 1\n         self.items.drain()\n         self.notify()\n";
    let no_suggestion = |file: &str, header: &str| {
        let patch = unified(&format!("@@ {header}\n{body}"));
        let refusal = refuses(&[("f", file)], &patch, &["context_not_found"]);
        assert_eq!(first(&refusal).suggested_patch, None, "{header}\n{file}");
    };
    // What the heading names is there, without the function; or it is gone.
    let other = class("Other", "0");
    no_suggestion(&format!("class Own:\n    pass\n\n{other}"), "-1,4 +1,4 @@ class Own:");
    no_suggestion(&other, "-1,4 +1,4 @@ class Own:");
    // The place below the heading is suggested.
    let patch = unified(&format!("@@ -2,4 +2,4 @@ class Other:\n{body}"));
    let refusal = refuses(&[("f", &other)], &patch, &["context_not_found"]);
    assert!(first(&refusal).suggested_patch.is_some(), "{refusal}");
    // Another place is nearly as alike.
    let twice = class("One", "0") + &class("Two", "3");
    no_suggestion(&twice, "... @@");
}

#[test]
fn no_place_of_another_hunk_is_rewritten() {
    let stale = "     let limit = 10;\n-    let name = read();\n+    let name = ask();\n     if name.len() > most {\n         fail(name);\n";
    let body = |first: &str| format!("@@ -4,4 +4,4 @@\n{first}");
    let alone = refuses(&[("f", FILE)], &unified(&body(stale)), &["context_not_found"]);
    assert!(first(&alone).suggested_patch.is_some());
    let other = "@@ -5 +5 @@\n-    let name = read();\n+    let name = get();\n";
    let before = "@@ -1,1 +1,1 @@\n-use std::io;\n+use std::fs;\n";
    for (patch, is_suggested) in [
        (format!("{}{other}", body(stale)), false),
        (format!("{other}{}", body(stale)), false),
        (format!("{}{}", body(stale), body(stale)), false),
        // In another order than that of the file.
        (format!("{}{before}", body(stale)), false),
        (format!("{before}{}", body(stale)), true),
    ] {
        let refusal = run_with(&[("f", FILE)], &unified(&patch), &ApplyOptions::default());
        let refusal = refusal.expect_err("a hunk is stale");
        assert_eq!(first(&refusal).suggested_patch.is_some(), is_suggested, "{patch}");
    }
}

#[test]
fn a_suggestion_names_the_lines_that_it_overwrites() {
    for body in [
        " fn main() {\n-    let limit = 11;\n+    let limit = 12;\n     let name = read();\n",
        " fn main() {\n-    let limit=10;\n+    let limit = 12;\n     let name = read();\n     if name.len() > most {\n",
    ] {
        let patch = unified(&format!("@@ -3,3 +3,3 @@\n{body}"));
        let refusal = refuses(&[("f", FILE)], &patch, &["context_not_found"]);
        let [line] = &*first(&refusal).overwrites else { panic!("one line: {refusal}") };
        assert_eq!((line.line, line.text.to_string()), (4, "    let limit = 10;".into()));
        let text = refusal.failures[0].explanation(usize::MAX);
        let hint = text.find("hint: Read the file again").expect("a hint");
        let said = "this patch applies to the file as it is now; it overwrites line 4 (`    let limit = 10;`):\n";
        assert!(text.find(said).is_some_and(|at| at > hint), "{text}");
    }
    let context = unified(
        "@@ -3,3 +3,3 @@\n fn main() {\n-    let limit = 10;\n+    let limit = 12;\n     let name = ask();\n     if name.len() > limit {\n",
    );
    let refusal = refuses(&[("f", FILE)], &context, &["context_not_found"]);
    assert!(first(&refusal).suggested_patch.is_some() && first(&refusal).overwrites.is_empty());
}

#[test]
fn nothing_is_suggested_for_damaged_marks_and_foreign_indentation() {
    let stale = "     let name = ask();\n     if name.len() > limit {\n";
    let change = "-    let limit = 10;\n+    let limit = 9;\n";
    suggests(FILE, &format!("{change}{stale}"), Some(&FILE.replace("= 10", "= 9")));
    // Of two signs one is text nowhere.
    let change = "-    let limit = 10;\n++    let limit = 9;\n";
    suggests(FILE, &format!("{change}{stale}"), Some(&FILE.replace("= 10", "= 9")));
    for change in [
        "-    let limit = 10;\n+    let limit = 9;\n \n+    let least = 1;\n",
        // The blank line is not in the file: it may have lost its `+`.
        "-    let limit = 10;\n+    let limit = 9;\n \n",
        "-    let limit = 10;\n+\u{2212}    let limit = 9;\n",
        // Tabs where the file has spaces, and what changes nothing.
        "-    let limit = 10;\n+\tlet limit = 9;\n",
        "-    let limit = 10;\n+    let limit = 10;\n",
    ] {
        suggests(FILE, &format!("{change}{stale}"), None);
    }
}

/// A hunk whose context is stale, in two files beside hunks that apply.
fn stale_among_others(stale: &str) -> String {
    format!(
        "*** Begin Patch\n*** Update File: f\n@@\n-use std::io;\n+use std::fs;\n@@ fn main() {{\n{stale}@@\n-    finish(name, limit);\n+    end(name);\n*** Update File: g\n@@\n-one\n+1\n*** End Patch\n"
    )
}

const STALE: &str = "     let limit = 10;\n-    let name = read();\n+    let name = ask();\n     if name.len() > most {\n";

const STALE_BY_ONE: &str =
    " fn main() {\n-    let limit = 11;\n+    let limit = 12;\n     let name = read();\n";

fn refused_among_others(patch: &str) -> Refusal {
    let before = [("f", FILE), ("g", "one\n")];
    let refusal = run_with(&before, patch, &ApplyOptions::default()).expect_err("it is stale");
    // What is said of it fits, whatever comes with it.
    for limit in [0, 300, 800, 4000] {
        let text = for_model().limit(limit).refusal(&refusal);
        assert!(text.chars().count() <= limit, "{limit}\n{text}");
    }
    refusal
}

/// Whoever sends what is offered sends everything that was refused.
#[test]
fn what_is_offered_as_a_patch_is_the_whole_patch() {
    let before = [("f", FILE), ("g", "one\n")];
    for (stale, old, new, overwrites) in [
        (STALE, "read()", "ask()", ""),
        (
            STALE_BY_ONE,
            "limit = 10",
            "limit = 12",
            "; it overwrites line 4 (`    let limit = 10;`)",
        ),
    ] {
        let patch = stale_among_others(stale);
        let refusal = refused_among_others(&patch);
        let whole = refusal.suggested_patch.as_ref().expect("all of it").to_string();
        let after = FILE.replace("io", "fs").replace(old, new);
        let after = after.replace("finish(name, limit)", "end(name)");
        applies(&before, &whole, &[("f", &after), ("g", "1\n")]);
        let said = format!(
            "this patch applies to the file as it is now: it has all the changes that were sent, 1 hunk corrected{overwrites}"
        );
        for text in [for_model().refusal(&refusal), for_person(patch.as_bytes()).refusal(&refusal)]
        {
            assert!(text.contains(&said) && text.contains(&whole), "{text}");
            assert_eq!(text.matches("*** Begin Patch").count(), 1, "nothing less\n{text}");
        }
    }
}

/// A hunk alone is not shown as a patch, which would lose the others.
#[test]
fn a_hunk_of_several_is_offered_as_a_hunk() {
    let other = "@@\n-no such line\n+none\n";
    let long = format!("@@\n-{0}\n+{0}!\n", "x".repeat(5000));
    for more in [other, &long] {
        // Another hunk has no clear repair.
        let patch = stale_among_others(&format!("{STALE}{more}"));
        let refusal = refused_among_others(&patch);
        assert_eq!(refusal.suggested_patch, None);
        let hunk = first(&refusal);
        assert!(hunk.is_part && hunk.suggested_patch.is_some());
        let said = "write hunk 2 like this, and send it with all the other changes of the patch";
        let corrected = STALE.replace("most", "limit");
        for text in [
            for_model().refusal(&refusal),
            for_person(patch.as_bytes()).refusal(&refusal),
            refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH),
        ] {
            assert!(text.contains(said) && text.contains(&corrected), "{text}");
            assert!(!text.contains("*** Begin Patch"), "{text}");
        }
    }
    // Of what is all that was sent there is a patch, as ever.
    let refusal =
        refuses(&[("f", FILE)], &opencode(&format!("@@\n{STALE}")), &["context_not_found"]);
    assert!(!first(&refusal).is_part && refusal.suggested_patch.is_none());
    assert!(for_model().refusal(&refusal).contains("*** Begin Patch"));
}

/// Numbers may be true of a patch that lost a sign before they were counted.
#[test]
fn a_line_like_the_added_one_that_it_touches_is_not_left_out() {
    let body = " fn main() {\n-    let limit = 10;\n+    let limit = 12;\n     let limit = 20;\n     let name = read();\n     if name.len() > limit {\n";
    suggests_for(&unified(&format!("@@ -3,5 +3,5 @@\n{body}")), FILE, None);
}

#[test]
fn what_the_file_has_is_not_added_beside_itself() {
    let file = "go() {\n    if [ -z \"$1\" ]; then\n        usage\n        return 1\n    fi\n    mkdir a\n    run\n}\n";
    let body = " go() {\n     if [ -z \"$1\" ]; then\n         usage\n         return 1\n+    fi\n-    mkdir a\n+    mkdir b\n     run\n }\n";
    suggests(file, body, None);
}
