//! Lines of which a hunk leaves out the end.

use crate::support::{applies, opencode, refuses, unified};

const FILE: &str = "class A:\n    root: Component[int, str, bool, Options[any, any, any, any]]\n    slots: int\n    text = \"it goes on...\"\n    size: int\n";

fn both(body: &str) -> [String; 2] {
    [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))]
}

#[test]
fn the_end_of_a_line_may_be_left_out_where_one_line_begins_so() {
    let after = FILE.replace("slots: int", "slots: str");
    let removed =
        FILE.lines().filter(|line| !line.contains("root")).collect::<Vec<_>>().join("\n") + "\n";
    for dots in ["...", " ...", "\u{2026}"] {
        let context = format!(
            "     root: Component[int, str, bool{dots}\n-    slots: int\n+    slots: str\n"
        );
        let gone =
            format!(" class A:\n-    root: Component[int, str, bool{dots}\n     slots: int\n");
        for (body, after) in [(&context, &after), (&gone, &removed)] {
            for patch in both(body) {
                let receipt = applies(&[("f", FILE)], &patch, &[("f", after)]);
                let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
                assert!(codes.contains(&"elided"), "{codes:?}");
            }
        }
    }
}

#[test]
fn what_nobody_can_tell_of_a_line_that_is_cut_is_refused() {
    let change = "-    slots: int\n+    slots: str\n";
    for (file, body) in [
        // Two lines begin so, or none does.
        (
            format!("{FILE}    root: Component[int, str, any]\n"),
            format!("     root: Component[int...\n{change}"),
        ),
        (FILE.to_owned(), format!("     root: Component[int, any...\n{change}")),
        // Another line is not as written.
        (FILE.to_owned(), format!("     root: Component[int, str...\n{change}     more: int\n")),
        // Nobody knows how the added line goes on.
        (
            FILE.to_owned(),
            "-    root: Component[int, str...\n+    root: Component[any, str...\n     slots: int\n"
                .to_owned(),
        ),
        // A word is no line.
        (FILE.to_owned(), format!("     root...\n{change}")),
    ] {
        for patch in both(&body) {
            refuses(&[("f", &file)], &patch, &["context_not_found"]);
        }
    }
    // A line that ends so in the file is whole.
    let cut = "     text = \"it goes on...\"\n-    size: int\n+    size: str\n";
    for patch in both(cut) {
        applies(&[("f", FILE)], &patch, &[("f", &FILE.replace("size: int", "size: str"))]);
    }
}

#[test]
fn few_lines_of_a_hunk_may_be_cut() {
    let file: String = (0..9).map(|at| format!("let value_{at} = call({at});\n")).collect();
    let cut = |at: usize| format!(" let value_{at} = call...\n");
    let body = |count| (0..count).map(cut).collect::<String>() + "-let value_8 = call(8);\n";
    let near = |count: usize| file.lines().take(count).chain(file.lines().last());
    for count in [4, 5] {
        let file: String = near(count).map(|line| format!("{line}\n")).collect();
        for patch in both(&body(count)) {
            if count == 4 {
                let after = file.replace("let value_8 = call(8);\n", "");
                applies(&[("f", &file)], &patch, &[("f", &after)]);
            } else {
                refuses(&[("f", &file)], &patch, &["context_not_found"]);
            }
        }
    }
}

#[test]
fn the_last_line_of_a_hunk_may_be_cut() {
    let file = "def a(x):\n    return x\n\n\ndef request(self, path: str, body=None) -> Reply:\n    pass\n";
    let added = "def b(x):\n    return 2\n\n\n";
    let after = file.replace("def request", &format!("{added}def request"));
    let front = " def a(x):\n     return x\n \n \n+def b(x):\n+    return 2\n+\n+\n";
    for last in ["def request(", "def request(self,", "def request(self, path: str, body=None)"] {
        for patch in both(&format!("{front} {last}\n")) {
            let receipt = applies(&[("f", file)], &patch, &[("f", &after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"elided"), "{codes:?}");
        }
    }
    for (file, front, last) in [
        // Within a word, after one alone, or with another end.
        (file.to_owned(), front, "def req"),
        (file.to_owned(), front, "def"),
        (file.to_owned(), front, "def request(self, path: bytes"),
        // A whole name that another one begins with.
        (file.replace("request(self", "request-all(self"), front, "def request"),
        (file.replace("request(self", "request/v2(self"), front, "def request"),
        // Two lines begin so.
        (format!("{file}\n\ndef request(self, more):\n    pass\n"), front, "def request("),
        // Nothing else is there, or something differs.
        (file.to_owned(), "+x\n", "def request("),
        (file.replace("return x", "return y"), front, "def request("),
    ] {
        for patch in both(&format!("{front} {last}\n")) {
            refuses(&[("f", &file)], &patch, &["context_not_found"]);
        }
    }
}
