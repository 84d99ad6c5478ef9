//! Added lines are written in the characters that the old ones show.

use patch_apply::Cause;

use crate::support::applies;
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

#[test]
fn odd_characters_are_refused_in_a_hunk_that_is_indented_otherwise() {
    let file = "class A {\n  f(stack) {\n    if (stack.length) {\n      g(\"a\");\n    }\n  }\n}\n";
    let hunk = |line: &str| format!("-if (stack.length) {{\n+{line}\n   g(\"a\");\n }}\n");
    for line in ["if (stack &amp;&amp; stack.length) {", "if (stack == \u{201C}a\u{201D}) {"] {
        is_refused_for(Cause::UnmappedCharacters, file, &hunk(line));
    }
    let plain = "if (stack && stack.length) {";
    makes(file, &[&hunk(plain)], &file.replace("if (stack.length) {", plain));
}

#[test]
fn signs_that_no_code_has_are_refused() {
    for (file, hunk) in [
        // A long dash for the two of a flag.
        (
            "[a]\ncommands =\n    coverage erase\n    coverage xml\n",
            "     coverage erase\n+    coverage run \u{2014}source pkg\n     coverage xml\n",
        ),
        ("a {\n  color: red;\n}\n", "   color: red;\n+  margin: var(\u{2014}gap);\n }\n"),
        // An arrow in one sign.
        (
            "trait I {\n    fn next(&mut self);\n}\n",
            "     fn next(&mut self);\n+    fn size(&self) \u{2192} usize;\n }\n",
        ),
        // A key of JSON, an argument.
        (
            "{\n  \"name\": \"a\",\n  \"main\": \"b.js\"\n}\n",
            "   \"name\": \"a\",\n+  \u{201C}version\u{201D}: \u{201C}1.0.0\u{201D},\n   \"main\": \"b.js\"\n",
        ),
        (
            "if(A)\n  set(B \"c\")\nendif()\nset(D 2)\n",
            " endif()\n+message(FATAL_ERROR \u{201C}not found\u{201D})\n set(D 2)\n",
        ),
        // The file has no quotes at all.
        (
            "pub mod a;\npub mod b;\n\npub use a::A;\n",
            " pub mod b;\n+#[cfg(feature = \u{201C}serde\u{201D})]\n+pub mod c;\n \n",
        ),
        (
            "jobs:\n  build:\n    runs-on: ubuntu\n    timeout-minutes: 45\n",
            "     runs-on: ubuntu\n+    if: github.event != \u{2018}push\u{2019}\n     timeout-minutes: 45\n",
        ),
        (
            "<?php\nclass A {\n  function get() {\n    $a = 1;\n    return $a;\n  }\n}\n",
            "     $a = 1;\n+    $b = $this-&gt;b;\n     return $a;\n",
        ),
        // Operators of a shell.
        (
            "#!/bin/sh\nif [ \"$A\" = \"b\" ]; then\n  echo \"x\"\nfi\n",
            " if [ \"$A\" = \"b\" ]; then\n+  test -f c &amp;&amp; exit 1\n   echo \"x\"\n",
        ),
    ] {
        is_refused_for(Cause::UnmappedCharacters, file, hunk);
    }
    for (file, added) in [
        // The file has such signs, or it is text.
        ("a = 1\nb = f() # \u{2014}x\nc = 2\n", "d = g \u{2014}all"),
        ("One line.\nAnother one.\nc = 2\n", "A dash \u{2014} that is one."),
        ("a = 1\nc = 2\n", "# a \u{2014}all"),
    ] {
        let hunk = format!("+{added}\n c = 2\n");
        makes(file, &[&hunk], &file.replace("c = 2", &format!("{added}\nc = 2")));
    }
}

/// A file that was written on another system may have each accent as a character of its own.
#[test]
fn letters_with_accents_are_the_same_however_they_are_composed() {
    let [whole, parted] = ["caf\u{e9}", "cafe\u{301}"];
    for (patch, file) in [(whole, parted), (parted, whole)] {
        let text = format!("# {file}\n\nname: {file}\nport: 80\n");
        makes(
            &text,
            &[&format!(" # {patch}\n \n name: {patch}\n-port: 80\n+port: 81\n")],
            &text.replace("80", "81"),
        );
        makes(
            &text,
            &[&format!(" # {patch}\n \n-name: {patch}\n+name: bar\n port: 80\n")],
            &text.replace(&format!("name: {file}"), "name: bar"),
        );
        makes(
            &text,
            &[&format!(" # {patch}\n \n-name: {patch}\n+name: {patch} two\n port: 80\n")],
            &text.replace(&format!("name: {file}"), &format!("name: {file} two")),
        );
    }
}

#[test]
fn a_call_of_a_chain_is_as_deep_as_the_next_one_beside_other_signs() {
    let file = "load(url)\n  .then((r) => {\n    log(\"it\u{2019}s done\")\n    return r\n  })\n  .catch(fail)\n";
    makes(
        file,
        &["     log(\"it's done\")\n     return r\n   })\n+  .then(parse)\n   .catch(fail)\n"],
        &file.replace("  .catch", "  .then(parse)\n  .catch"),
    );
}

#[test]
fn what_outer_context_shows_to_be_encoded_is_not_written() {
    let file = |first: &str| format!("{first}\nsize = 1\n# b\ncolor = 2\n# c\n");
    for (first, patch, added) in [
        ("# gr\u{f6}n", "# gr\\u00f6n", "# bl\\u00fc"),
        ("# a_b", "# a\\_b", "# c\\_d"),
        ("# a\tb", "# a\\tb", "# c\\td"),
    ] {
        let hunk = |added: &str| format!(" {patch}\n size = 1\n # b\n+{added}\n color = 2\n # c\n");
        is_refused_for(Cause::UnmappedCharacters, &file(first), &hunk(added));
        makes(&file(first), &[&hunk("# plain")], &file(first).replace("# b\n", "# b\n# plain\n"));
    }
}

#[test]
fn numbers_of_characters_are_escapes() {
    makes(
        "if a < b:\n    c()\n",
        &[" if a &#60; b:\n-    c()\n+    d(&#39;x&#x27; &#62; 1)\n"],
        "if a < b:\n    d('x' > 1)\n",
    );
}

#[test]
fn escapes_that_one_file_shows_are_escapes_in_all() {
    let a = ("a", "x = 1 < 2\ny = 1\n");
    let own = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x = 1 &lt; 2\n-y = 1\n+y = 2\n";
    let other = "--- a/b\n+++ b/b\n@@ -1,2 +1,2 @@\n-def f():\n+def f() -&gt; int:\n     pass\n";
    let b = ("b", "def f():\n    pass\n");
    let after = [("a", "x = 1 < 2\ny = 2\n"), ("b", "def f() -> int:\n    pass\n")];
    for patch in [format!("{own}{other}"), format!("{other}{own}")] {
        let patch = patch.replace("+y = 2", "+y = 2 &lt; 3");
        let after = [("a", "x = 1 < 2\ny = 2 < 3\n"), after[1]];
        applies(&[a, b], &patch, &after);
    }
    // By itself it is taken at its word, and so is one for a file that has some.
    let plain = [("b", "def f() -&gt; int:\n    pass\n")];
    applies(&[b], other, &plain);
    let with = |text: &str| format!("{text}# &amp;\n");
    applies(
        &[a, ("b", &with(b.1))],
        &format!("{}{other}", own.replace("+y = 2", "+y = 2 &lt; 3")),
        &[("a", "x = 1 < 2\ny = 2 < 3\n"), ("b", &with(plain[0].1))],
    );
}

#[test]
fn backslashes_that_the_added_lines_have_as_the_file_does_are_none_too_many() {
    let file = |line: &str| format!("def head():\n{line}\n    return 1\n");
    for (line, old, new) in [
        (r"    :param \\**kw:", r"    :param \\\\**kw:", r"    :param_q \\**kw:"),
        (
            r#"    x = "(\\u00-\\u1F)""#,
            r#"    x = "(\\\\u00-\\\\u1F)""#,
            r#"    y = "(\\u00-\\u1F)""#,
        ),
        (r#"    x = r('a\"b')"#, r#"    x = r('a\\\"b')"#, r#"    y = r('a\"b')"#),
    ] {
        let hunk = |new: &str| format!(" def head():\n-{old}\n+{new}\n     return 1\n");
        is_refused_for(Cause::UnmappedCharacters, &file(line), &hunk(new));
        // Written as the old lines are, they are undone as well.
        let doubled = old.replace('x', "z");
        makes(&file(line), &[&hunk(&doubled)], &file(&line.replace('x', "z")));
    }
}

#[test]
fn typographic_quotes_within_a_string_are_not_made_plain() {
    let file = "def head():\n    x = 'a'\n    return 1\n";
    let hunk = |new: &str| {
        format!(" def head():\n-    x = \u{2018}a\u{2019}\n+    {new}\n     return 1\n")
    };
    for new in [
        "x = 'it\u{2019}s'",
        "x = \u{2018}it\u{2019}s\u{2019}",
        "x = \"an \u{201C}a\u{201D}\"",
        "x = \u{201C}an \"a\"\u{201D}",
    ] {
        is_refused_for(Cause::UnmappedCharacters, file, &hunk(new));
    }
    for (new, written) in [
        ("x = 'a'  # it\u{2019}s", "x = 'a'  # it's"),
        ("x = \u{201C}it\u{2019}s\u{201D}", "x = \"it's\""),
        ("x = \u{2018}b\u{2019} + 'c'", "x = 'b' + 'c'"),
    ] {
        makes(file, &[&hunk(new)], &file.replace("x = 'a'", written));
    }
}

#[test]
fn backslashes_that_the_patch_lost_are_missing_in_the_added_lines_as_well() {
    for (line, old, new) in [
        (r#"    x("12\\\"34");"#, r#"    x("12\\"34");"#, r#"    y("12\\"34");"#),
        (r#"    x("12\\\"34");"#, r#"    x("12\"34");"#, r#"    y("12\"34");"#),
        (r#"    x(r'\\"');"#, r#"    x(r'\"');"#, r#"    y(r'\"');"#),
        (r#"    re("a\\\\b");"#, r#"    re("a\\b");"#, r#"    rx("a\\b");"#),
    ] {
        let file = format!("fn head() {{\n{line}\n}}\n");
        let hunk = |new: &str| format!(" fn head() {{\n-{old}\n+{new}\n }}\n");
        is_refused_for(Cause::UnmappedCharacters, &file, &hunk(new));
        let plain = "    z(\"a\", 1);";
        makes(&file, &[&hunk(plain)], &file.replace(line, plain));
    }
}
