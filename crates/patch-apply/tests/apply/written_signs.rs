//! Added lines are written in the characters that the old ones show.

use patch_apply::Cause;

use crate::written::{is_refused_for, makes};

#[test]
fn escapes_of_outer_context_that_differs_are_escapes_of_the_added_lines() {
    makes(
        "fn a() {\n}\n\nimpl D for S {\n    fn f(&self) -> u8 {\n        1\n    }\n}\n",
        &[
            " fn a() {\n }\n \n+fn b(x: &amp;u8) {}\n+\n impl D for S {\n     fn f(&amp;mut self) -&gt; u8 {\n",
        ],
        "fn a() {\n}\n\nfn b(x: &u8) {}\n\nimpl D for S {\n    fn f(&self) -> u8 {\n        1\n    }\n}\n",
    );
}

#[test]
fn signs_of_outer_context_that_differs_in_front_are_signs_of_the_added_lines() {
    let file = "    ///\n    /// Says we've run out.\n    fn f(&self) {\n        if self.a() {\n            b();\n        }\n    }\n";
    makes(
        file,
        &[
            " ///\n     /// Says we\u{2019}ve run out.\n     fn f(&self) {\n-        if self.a() {\n+        // Once, as it\u{2019}s slow\n+        if self.b() {\n             b();\n         }\n     }\n",
        ],
        &file.replace("        if self.a()", "        // Once, as it's slow\n        if self.b()"),
    );
}

#[test]
fn backslashes_of_an_encoding_too_many_are_not_written() {
    makes(
        "def f(x):\n    \"\"\"Tells.\"\"\"\n    y = g(x)\n    return y\n",
        &[
            " def f(x):\n     \\\"\\\"\\\"Tells.\\\"\\\"\\\"\n-    y = g(x)\n+    y = g(x, \\\"b\\\")\n     return y\n",
        ],
        "def f(x):\n    \"\"\"Tells.\"\"\"\n    y = g(x, \"b\")\n    return y\n",
    );
    makes(
        "var trim = /a/;\n\n/* Ends. */\nvar end = /^\\s+$/;\n",
        &["-var trim = /a/;\n+var trim = /\\\\d/;\n \n /* Ends. */\n var end = /^\\\\s+$/;\n"],
        "var trim = /\\d/;\n\n/* Ends. */\nvar end = /^\\s+$/;\n",
    );
}

#[test]
fn a_dash_that_stands_for_two_is_not_written_as_one() {
    is_refused_for(
        Cause::UnmappedCharacters,
        "set -e\nbuild() {\n    cd app\n    npm ci\n    npm run lint -- -q\n",
        " set -e\n build() {\n     cd app\n+    npm run fmt \u{2014} -c\n     npm ci\n     npm run lint \u{2014} -q\n",
    );
}

#[test]
fn unseen_characters_that_the_file_has_as_well_are_written() {
    let file = "<r>\n    <s>a</s>\n    <s>b\u{200B}c</s>\n    <s>d</s>\n</r>\n";
    // Each line has a blank too many.
    let hunk = "      <s>a</s>\n-     <s>b\u{200B}c</s>\n+     <s>e\u{200B}f</s>\n      <s>d</s>\n";
    makes(file, &[hunk], &file.replace("b\u{200B}c", "e\u{200B}f"));
}
