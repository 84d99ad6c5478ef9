//! Old lines with the comma that only the change gives them.

use crate::support::{applies, opencode, refuses, unified};

const FILE: &str = "{\n  \"dependencies\": {\n    \"express\": \"4\",\n    \"pg\": \"8\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"29\"\n  }\n}\n";

fn both(body: &str) -> [String; 2] {
    [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))]
}

#[test]
fn the_last_item_of_a_list_may_have_the_comma_that_an_added_one_asks_for() {
    let after = FILE.replace("\"8\"\n", "\"8\",\n    \"redis\": \"4\"\n");
    let item = "     \"express\": \"4\",\n";
    let added = "+    \"redis\": \"4\"\n   },\n";
    for body in [
        format!("{item}-    \"pg\": \"8\",\n+    \"pg\": \"8\",\n{added}"),
        format!("{item}     \"pg\": \"8\",\n{added}"),
    ] {
        for patch in both(&body) {
            let receipt = applies(&[("f", FILE)], &patch, &[("f", &after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"spelled_otherwise"), "{codes:?}");
            assert_eq!((receipt.files[0].lines_added, receipt.files[0].lines_removed), (2, 1));
        }
    }
}

#[test]
fn a_semicolon_is_written_where_the_change_writes_it() {
    let file = "let a = 1\nlet b = 2;\nlet c = 3;\n";
    let body = "-let a = 1;\n+let a = 1;\n+let d = 4;\n let b = 2;\n let c = 3;\n";
    for patch in both(body) {
        applies(&[("f", file)], &patch, &[("f", &file.replace("= 1\n", "= 1;\nlet d = 4;\n"))]);
    }
}

#[test]
fn a_sign_that_no_change_asks_for_is_not_written() {
    let json = "{\n  \"a\": 1,\n  \"b\": 2\n}\n";
    let rust = "fn f() -> u8 {\n    let a = 1;\n    a\n}\n";
    for (file, body, after) in [
        (
            json,
            " {\n-  \"a\": 1,\n-  \"b\": 2,\n+  \"a\": 9,\n+  \"b\": 2,\n }\n",
            json.replace('1', "9"),
        ),
        (
            rust,
            " fn f() -> u8 {\n-    let a = 1;\n-    a;\n+    let a = 2;\n+    a;\n }\n",
            rust.replace('1', "2"),
        ),
    ] {
        for patch in both(body) {
            applies(&[("f", file)], &patch, &[("f", &after)]);
        }
    }
}

#[test]
fn another_sign_that_differs_is_another_line() {
    let item = "     \"express\": \"4\",\n";
    for (file, body) in [
        // What replaces it has no comma, and nothing would.
        (FILE, format!("{item}-    \"pg\": \"8\",\n+    \"pg\": \"9\"\n   }},\n")),
        // More items are behind it, or deeper lines, or none is added.
        (
            FILE,
            format!("{item}     \"pg\": \"8\",\n+    \"redis\": \"4\",\n     \"x\": 1\n   }},\n"),
        ),
        (FILE, format!("{item}     \"pg\": \"8\",\n+      \"redis\": \"4\"\n   }},\n")),
        (FILE, "-    \"express\": \"4\",\n     \"pg\": \"8\",\n   },\n".to_owned()),
        // A semicolon is none of a list.
        ("{\n  a: 1;\n  b: 2\n}\n", "   a: 1;\n   b: 2;\n+  c: 3;\n }\n".to_owned()),
    ] {
        for patch in both(&body) {
            refuses(&[("f", file)], &patch, &["context_not_found"]);
        }
    }
}
