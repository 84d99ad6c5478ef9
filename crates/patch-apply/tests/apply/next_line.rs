//! What is added beside the next line of the file, and would be that line once more.

use crate::support::{applies, opencode, refuses, unified};

#[test]
fn the_next_line_of_the_file_is_not_added_once_more() {
    let [class, json, text] = [
        "interface User {\n  id: number;\n  name: string;\n  email: string;\n}\n",
        "{\n  \"a\": 1,\n  \"b\": 2,\n  \"z\": 9\n}\n",
        "const A = 1;\nconst B = 2;\nexport { A, B };\n",
    ];
    let css = ".a {\n  top: 0;\n}\n\n.b {\n  top: 1px;\n  left: 0;\n}\n";
    for (file, lines) in [
        (class, "   id: number;\n+  name: string;\n+  age: number;\n"),
        (class, "   id: number;\n+  nick: string;\n+  name: string;\n+  age: number;\n"),
        (class, "-  id: number;\n+  id: string;\n+  name: string;\n+  age: number;\n"),
        (class, "+  email: string;\n+  age: number;\n }\n"),
        (json, "   \"a\": 1,\n+  \"b\": 2,\n+  \"c\": 3,\n"),
        (text, "+const B = 2;\n+const C = 3;\n export { A, B };\n"),
        (text, "+const C = 3;\n+const B = 2;\n export { A, B };\n"),
        (css, "   top: 0;\n }\n+\n+.b {\n+  top: 1px;\n+}\n+\n+.c {\n+  top: 2px;\n+}\n"),
    ] {
        for patch in [opencode(&format!("@@\n{lines}")), unified(&format!("@@ -9 +9 @@\n{lines}"))]
        {
            refuses(&[("f", file)], &patch, &["already_applied"]);
        }
    }
    // What a list may have several times, what ends a block, what is shown or moved.
    let list = "<ul>\n<li>one</li>\n<li class=\"x\">\n  <b>1</b>\n</li>\n</ul>\n";
    let rust = "fn a() {}\n\n#[test]\nfn b() {}\n";
    let go = "switch x {\ncase 0:\n\treturn 1\n}\n";
    for (file, lines, at) in [
        (list, " <li>one</li>\n+<li class=\"x\">\n+  <b>2</b>\n+</li>\n", "<li class"),
        (rust, " fn a() {}\n+\n+#[test]\n+fn c() {}\n", "\n#[test]"),
        (go, " case 0:\n+\treturn 1\n+case 2:\n", "\treturn"),
        (text, " const A = 1;\n+const B = 2;\n+const C = 3;\n-const B = 2;\n", "const B"),
    ] {
        let added: String = lines
            .lines()
            .filter_map(|line| line.strip_prefix('+'))
            .map(|line| format!("{line}\n"))
            .collect();
        let after = file.replacen(at, &format!("{added}{at}"), 1);
        let after = if lines.contains("\n-") {
            after.replacen("C = 3;\nconst B = 2;\n", "C = 3;\n", 1)
        } else {
            after
        };
        applies(&[("f", file)], &opencode(&format!("@@\n{lines}")), &[("f", &after)]);
    }
}
