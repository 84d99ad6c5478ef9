//! Context that others changed since, of a hunk whose changes are where they were.

use patch_apply::Contract;

use crate::support::{applies, file_of, opencode, refuses, refuses_for, run, unified};

const FILE: &str = "import os\nimport sys\n\n\ndef load(path):\n    config = read(path)\n    check(config)\n    config.set(1)\n    log(config)\n    config.close()\n    audit(config)\n    index(config)\n    return config\n\n\ndef other():\n    pass\n";

const BODY: &str = " def load(path):\n     config = read(path)\n     check(config)\n-    config.set(1)\n+    config.set(2)\n     log(config)\n     config.close()\n     audit(config)\n     index(config)\n     return config\n";

fn both(body: &str, count: usize) -> [String; 3] {
    [
        unified(&format!("@@ -5,{count} +5,{count} @@\n{body}")),
        unified(&format!("@@ @@\n{body}")),
        format!("*** Begin Patch\n*** Update File: f\n@@\n{body}*** End Patch\n"),
    ]
}

#[track_caller]
fn gives(before: &str, body: &str, after: &str) {
    for patch in both(body, 9) {
        let receipt = applies(&[("f", before)], &patch, &[("f", after)]);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"context_changed"), "{codes:?}\n{patch}");
    }
}

#[track_caller]
fn stays(before: &str, body: &str) {
    for patch in both(body, 9) {
        refuses(&[("f", before)], &patch, &["context_not_found"]);
    }
}

#[test]
fn context_that_touches_no_change_may_have_changed() {
    for (old, new) in [
        ("    config.close()\n    audit(config)\n", "    config.shut()\n    audit()\n"),
        ("    config.close()\n", "    flush()\n    sync()\n    config.close()\n"),
        (
            "    config = read(path)\n    check",
            "    config = parse(path)\n    warn(path)\n    more(path)\n    check",
        ),
    ] {
        let before = FILE.replace(old, new);
        gives(&before, BODY, &before.replace("set(1)", "set(2)"));
    }
    // Between two changes.
    let two = BODY.replace("     return config\n", "-    return config\n+    return Ok(config)\n");
    let two = two.replace("     log(config)\n", "     log(config)\n     note(config)\n");
    let before = FILE.replace("    log(config)\n", "    log(config)\n    tell(config)\n");
    let after = before.replace("set(1)", "set(2)").replace("return config", "return Ok(config)");
    for patch in both(&two, 10) {
        applies(&[("f", &before)], &patch, &[("f", &after)]);
    }
}

#[test]
fn what_touches_a_change_must_be_as_written() {
    let changed = |old: &str, new: &str| stays(&FILE.replace(old, new), BODY);
    changed("    check(config)\n", "    verify(config)\n");
    changed("    log(config)\n", "    record(config)\n");
    changed("    config.set(1)\n", "    config.set(1, 2)\n");
    changed("    check(config)\n", "    check(config)\n    verify(config)\n    test(config)\n");
}

#[test]
fn a_place_whose_context_changed_is_like_no_other() {
    let before = FILE.replace("    config.close()\n    audit(config)\n    index(config)\n", "");
    // Another function is half of it, or has what is lost; the change is done elsewhere.
    let like = "\n\ndef save(path):\n    config = read(path)\n    log(config)\n    config.close()\n    audit(config)\n";
    stays(&format!("{before}{like}"), BODY);
    stays(&format!("    config.close()\n{before}"), BODY);
    // What heads the change is another.
    let other = FILE
        .replace("load", "save")
        .replace("audit(config)\n    index(config)", "audit()\n    index()");
    stays(&other, BODY);
    // Few lines are there.
    let few = FILE.replace("def load(path):\n    config = read(path)", "class A:\n    x = 1");
    stays(&few.replace("    config.close()\n    audit(config)\n    index(config)\n", ""), BODY);
}

#[test]
fn what_only_has_the_context_is_no_other_place_for_what_is_removed() {
    let grown = FILE.replace("    check(config)\n", "    flush()\n    check(config)\n");
    let twin = grown.replace("load", "reload").replace("config.set(1)", "config.set(7)");
    let both = format!("{grown}\n\n{twin}");
    let after = format!("{}\n\n{twin}", grown.replace("set(1)", "set(2)"));
    let body = BODY.replace(" def load(path):\n", "");
    for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
        applies(&[("f", &both)], &patch, &[("f", &after)]);
    }
    // Some of it is not around, or in another order.
    for (old, new) in [
        ("read(path)", "get(path)"),
        ("    audit(config)\n    index(config)\n", "    index(config)\n    audit(config)\n"),
    ] {
        let both = format!("{}\n\n{twin}", grown.replace(old, new));
        refuses(&[("f", &both)], &unified(&format!("@@ @@\n{body}")), &["context_not_found"]);
    }
}

#[test]
fn context_that_may_have_lost_its_mark_has_not_changed() {
    // The file has nothing in its place.
    let two = BODY.replace("     return config\n", "-    return config\n+    return\n");
    let before = FILE.replace("    audit(config)\n", "");
    let after = before.replace("set(1)", "set(2)").replace("return config", "return");
    let [counted, bare, chunk] = both(&two, 9);
    applies(&[("f", &before)], &counted, &[("f", &after)]);
    for patch in [&bare, &chunk] {
        refuses(&[("f", &before)], patch, &["context_not_found"]);
    }
    // The patch adds it.
    let wish = BODY.replace("     return config\n", "     config.set(2)\n");
    stays(FILE, &wish);
}

#[test]
fn a_line_of_context_that_is_there_once_more_is_read_once() {
    let file = "{\n  \"lint\": 1,\n  \"snap\": 1,\n  \"apply\": 1,\n  \"fix\": 1\n}\n";
    let chunk =
        "   \"lint\": 1,\n-  \"snap\": 1,\n   \"apply\": 1,\n   \"apply\": 1,\n   \"fix\": 1\n";
    let after = file.replace("  \"snap\": 1,\n", "");
    for patch in [opencode(&format!("@@\n{chunk}")), unified(&format!("@@\n{chunk}"))] {
        let receipt = applies(&[("f", file)], &patch, &[("f", &after)]);
        assert_eq!(receipt.diagnostics.last().map(|note| note.code), Some("context_changed"));
        // Not where more differs, or it is in several places so.
        let other = file.replace("fix", "mend");
        assert!(run(&[("f", &other)], &patch, Contract::Agent).is_err());
        assert!(run(&[("f", &file.repeat(2))], &patch, Contract::Agent).is_err());
    }
    // One of them may stand for the line that what is added goes next to.
    for chunk in [
        "+  \"new\": 1,\n   \"apply\": 1,\n   \"apply\": 1,\n   \"fix\": 1\n",
        "   \"lint\": 1,\n   \"snap\": 1,\n   \"snap\": 1,\n+  \"new\": 1,\n",
    ] {
        for patch in [opencode(&format!("@@\n{chunk}")), unified(&format!("@@\n{chunk}"))] {
            assert!(run(&[("f", file)], &patch, Contract::Agent).is_err(), "{patch}");
        }
    }
    // Of three that are alike one may have been changed.
    let calls = "start()\nelse(0)\ncall(0)\ncall(0)\nend = 1\n";
    let hunk = "@@ -2,4 +2,5 @@\n call(0)\n+end = 1\n call(0)\n call(0)\n end = 1\n";
    assert!(run(&[("f", calls)], &unified(hunk), Contract::Agent).is_err());
}

#[test]
fn a_line_that_is_written_as_context_and_replaced_is_read_once() {
    let file = "fn a() {\n    let b = one();\n    c(b);\n    return b;\n}\n";
    let after = file.replace("one", "two");
    let of = |body: &str| [opencode(&format!("@@\n{body}")), unified(&format!("@@ @@\n{body}"))];
    for body in [
        " fn a() {\n     let b = one();\n-    let b = one();\n+    let b = two();\n     c(b);\n",
        "     let b = one();\n-    let b = one();\n-    c(b);\n+    let b = two();\n+    c(b);\n     return b;\n",
    ] {
        for patch in of(body) {
            let receipt = applies(&[("f", file)], &patch, &[("f", &after)]);
            assert_eq!(receipt.diagnostics.last().map(|note| note.code), Some("context_changed"));
            assert!(run(&[("f", &file.repeat(2))], &patch, Contract::Agent).is_err());
        }
    }
    for body in [
        // It is gone, another line is in its place, or it is one that closes something.
        " fn a() {\n     let b = one();\n-    let b = one();\n     c(b);\n",
        " fn a() {\n     let b = one();\n-    let b = one();\n+    go();\n     c(b);\n",
        "     return b;\n }\n-}\n+} // a\n",
    ] {
        for patch in of(body) {
            assert!(run(&[("f", file)], &patch, Contract::Agent).is_err(), "{patch}");
        }
    }
}

#[test]
fn quotes_that_only_a_lost_line_shows_to_be_escaped_are_not_written() {
    let file = "<ul>\n  <li>{{ one }}</li>\n{% else %}\n  <li>two</li>\n{% end %}\n</ul>\n<p class=\"crumb\">\n";
    let chunk = |quote: &str| {
        format!(
            "@@\n <ul>\n   <li>{{{{ one }}}}</li>\n {{% else %}}\n-  <li>two</li>\n+  <li class={quote}two{quote}>two</li>\n {{% end %}}\n </ul>\n <p class={quote}path{quote}>\n"
        )
    };
    let after = file.replace("<li>two", "<li class=\"two\">two");
    applies(&[("f", file)], &opencode(&chunk("\"")), &[("f", &after)]);
    // At the end of the hunk, and before that.
    let more = "   last\n";
    for (file, chunk) in
        [(file.to_owned(), chunk("\\\"")), (format!("{file}{}", &more[1..]), chunk("\\\"") + more)]
    {
        refuses(&[("f", &file)], &opencode(&chunk), &["context_not_found"]);
    }
}

#[test]
fn lines_that_leave_the_block_of_a_head_are_not_what_others_added_to_it() {
    let rule = |name: &str, color: &str, padding: u8| {
        format!(".{name} {{\n  color: {color};\n  padding: {padding}px;\n  border: none;\n}}\n\n")
    };
    let file = rule("item", "blue", 8) + &rule("card", "red", 4);
    let hunk = "@@ -1,5 +1,5 @@\n .item {\n   color: red;\n-  padding: 4px;\n+  padding: 6px;\n   border: none;\n }\n";
    refuses(&[("f", &file)], &unified(hunk), &["context_not_found"]);
    // What others added is in the block.
    let grown = rule("item", "red", 4).replace(";\n  padding", ";\n  margin: 0;\n  padding");
    let hunk = hunk.replace("   color: red;\n", "   display: flex;\n   color: red;\n");
    let file = grown.replace("item {\n", "item {\n  display: flex;\n");
    let after = file.replace("4px", "6px");
    applies(&[("f", &file)], &unified(&hunk), &[("f", &after)]);
}

#[test]
fn a_name_in_the_place_of_one_that_is_elsewhere_is_another_record() {
    let body = |name: &str, item: &str, class: &str| {
        format!(
            "def {name}(req):\n    {item} = {class}(**req)\n    db.add({item})\n    db.commit()\n    return ok({item})\n\n\n"
        )
    };
    let file = body("invoice", "item", "Invoice") + &body("payment", "pay", "Payment");
    let hunk = "@@ -9,4 +9,4 @@\n     item = Payment(**req)\n     db.add(item)\n-    db.commit()\n+    db.flush()\n     return ok(item)\n";
    refuses(&[("f", &file)], &unified(hunk), &["context_not_found"]);
}

#[test]
fn a_code_fence_around_the_lines_of_a_hunk_is_none_of_them() {
    let chunk = "@@\n-LIMIT = 30\n+LIMIT = 60\n";
    for hunk in [
        format!("{chunk}```\n"),
        chunk.replacen("@@\n", "@@\n```python\n", 1) + "```\n",
        chunk.replacen("@@", "@@ -1,2 +1,2 @@", 1) + " ```\n",
    ] {
        for patch in [opencode(&hunk), unified(&hunk)] {
            applies(&[("f", "LIMIT = 30\n")], &patch, &[("f", "LIMIT = 60\n")]);
        }
    }
    // The file has such lines.
    let file = &[("f", "```\na\n```\nLIMIT = 30\n")];
    refuses_for(file, &opencode(&format!("{chunk}```\n")), &["one_line_differs"]);
}

#[test]
fn an_empty_line_without_its_mark_is_not_one_in_another_place() {
    let [x, y] = ["x = 0\n", "y = 1\n"];
    let file = [&x.repeat(11), "\n", &x.repeat(8), y, x, "end\n"].concat();
    let shown = |count: usize| format!(" {x}").repeat(count);
    let hunk = |gap: &str| format!("@@\n{}{gap}{}-{y}{} end\n", shown(3), shown(5), shown(1));
    assert!(run(&[("f", &file)], &opencode(&hunk("\n")), Contract::Agent).is_err());
}

#[test]
fn one_of_several_alike_is_not_removed_again_where_it_may_be_gone() {
    let hunk = " call\n call\n call\n-call\n save\n end\n";
    let before = file_of("a b c save end call call call call save end");
    let fewer = before.replacen("call\n", "", 1);
    // Another hunk adds such a line, so outer context that lacks one is not given up.
    let adds = "-b\n+call\n c\n";
    for patch in [
        unified(&format!("@@ -2,2 +2,2 @@\n{adds}@@ -6,6 +6,5 @@\n{hunk}")),
        opencode(&format!("@@\n{adds}@@\n{hunk}")),
    ] {
        let after = fewer.replacen("b\n", "call\n", 1);
        applies(&[("f", &before)], &patch, &[("f", &after)]);
        refuses(&[("f", &fewer)], &patch, &["context_not_found"]);
    }
}
