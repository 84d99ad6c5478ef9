//! What is added in the place of removed lines that are indented otherwise in the file, while the
//! context is as it is there.

use patch_apply::Cause;

use crate::written::{is_refused_for, makes};

const CLASS: &str = "class A:\n    def f(self):\n        a()\n        b()\n        assert c()\n\n\ndef g():\n    d()\n";

#[test]
fn what_is_as_deep_as_what_it_replaces_is_so_in_the_file() {
    let behind = " \n \n def g():\n";
    let after = CLASS.replace("c()", "e()");
    let wrapped = CLASS.replace("        assert c()", "        if x:\n            assert c()");
    for (changed, after) in [
        // At the end of a block, all lost or a step, or a blank too many.
        ("-assert c()\n+assert e()\n", &*after),
        ("-    assert c()\n+    assert e()\n", &after),
        ("-         assert c()\n+         assert e()\n", &after),
        ("-            assert c()\n+            assert e()\n", &after),
        // What the added line opens is deeper by a step of the file.
        ("-assert c()\n+if x:\n+    assert c()\n", &wrapped),
        ("-    assert c()\n+    if x:\n+        assert c()\n", &wrapped),
    ] {
        makes(CLASS, &[&format!("         b()\n{changed}{behind}")], after);
    }
    // Several lines, and several changes.
    makes(
        CLASS,
        &[
            "     def f(self):\n-    a()\n+    x()\n         b()\n-    assert c()\n+    y()\n+    z()\n \n",
        ],
        &CLASS.replace("a()", "x()").replace("        assert c()", "        y()\n        z()"),
    );
    let nested = "a {\n\tif (b) {\n\t\tc();\n\t}\n\td();\n}\n";
    makes(nested, &[" a {\n-if (b) {\n-\tc();\n-}\n+c();\n \td();\n"], "a {\n\tc();\n\td();\n}\n");
}

#[test]
fn a_removed_line_that_alone_lost_its_indentation_moves_none() {
    // The added line has its own.
    makes(
        CLASS,
        &["         b()\n-assert c()\n+        assert e()\n \n"],
        &CLASS.replace("c()", "e()"),
    );
    // So have other removed lines: the added one is at the margin.
    let file = "fn f<I>(i: I) -> R\n    where I: A,\n          I: B\n{\n    g()\n}\n";
    makes(
        file,
        &[" fn f<I>(i: I) -> R\n-where I: A,\n-          I: B\n+where\n+    I: C,\n {\n     g()\n"],
        "fn f<I>(i: I) -> R\nwhere\n    I: C,\n{\n    g()\n}\n",
    );
    // The first of the added lines lost it, as text does that is trimmed, and the rest did not.
    let refused = |changed: &str| {
        let hunk = format!("         b()\n{changed} \n");
        is_refused_for(Cause::UnmappedIndentation, CLASS, &hunk);
    };
    refused("-assert c()\n+if x:\n+            assert c()\n");
    refused("-assert c()\n+x()\n+        y()\n");
}

#[test]
fn what_lost_its_indentation_is_as_deep_as_the_line_in_whose_place_it_is() {
    let docker = "FROM a\nWORKDIR /app\nRUN apt-get update \\\n    && apt-get install b=1 \\\n    && rm -rf c\nCMD [\"run\"]\n";
    makes(
        docker,
        &[
            " WORKDIR /app\n-RUN apt-get update \\\n-&& apt-get install b=1 \\\n-&& rm -rf c\n+RUN apt-get update \\\n+&& apt-get install b=2 \\\n+&& rm -rf c\n CMD [\"run\"]\n",
        ],
        &docker.replace("b=1", "b=2"),
    );
    // Of two depths no blanks of the patch tell, but what replaces what.
    let steps = "steps:\n- name: One\n  run: |\n    make one\n- name: Two\n";
    let hunk = |made: &str| {
        format!("-- name: One\n-run: |\n-make one\n+- name: Three\n+run: |\n{made} - name: Two\n")
    };
    let after = steps.replace("One", "Three").replace("one", "three");
    makes(steps, &[&hunk("+make three\n")], &after);
    is_refused_for(Cause::UnmappedIndentation, steps, &hunk("+make three\n+make four\n"));
    is_refused_for(Cause::UnmappedIndentation, steps, &hunk("+cargo build\n"));
    // Nor by the line beside them that has none in the file.
    let keys = "steps:\n- name: One\n  env: a\n  run: b\n- name: Two\n";
    let hunk = |added: &str| {
        format!("-- name: One\n-env: a\n-run: b\n+- name: Three\n+env: a\n{added} - name: Two\n")
    };
    is_refused_for(Cause::UnmappedIndentation, keys, &hunk("+run: c\n+if: d\n"));
    makes(keys, &[&hunk("+run: b\n")], &keys.replace("One", "Three"));
}

#[test]
fn each_line_is_as_deep_as_the_one_that_it_replaces() {
    let proto = "message A {\n  int32 a = 1;\n  string b = 2;\n}\n";
    let json = "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2\n  }\n}\n";
    for (file, hunk, old, new) in [
        // As deep as in the file already,
        (
            proto,
            "     int32 a = 1;\n-    string b = 2;\n+  string c = 2;\n }\n",
            "string b",
            "string c",
        ),
        // or as the removed lines in the patch,
        (
            proto,
            "-int32 a = 1;\n-    string b = 2;\n+int64 a = 1;\n+    string b = 2;\n }\n",
            "int32",
            "int64",
        ),
        // and in the file as these are there, each by itself.
        (json, "-\"a\": {\n-\"b\": 1,\n+\"z\": {\n+\"b\": 1,\n \"c\": 2\n", "\"a\"", "\"z\""),
        (json, "-\"b\": 1,\n-\"c\": 2\n-}\n+\"b\": 1,\n+\"c\": 3\n+},\n }\n", "2\n  }", "3\n  },"),
    ] {
        makes(file, &[hunk], &file.replace(old, new));
    }
    for hunk in [
        // Not a variant of the other,
        "     int32 a = 1;\n-    string b = 2;\n+  reserved \"x\";\n }\n",
        // nor one that opens as much,
        "     int32 a = 1;\n-    string b = 2;\n+  string b {\n }\n",
        // nor as deep as any.
        "     int32 a = 1;\n-    string b = 2;\n+   string c = 2;\n }\n",
    ] {
        is_refused_for(Cause::UnmappedIndentation, proto, hunk);
    }
    // One line in the place of two that are not as deep.
    let calls = "a:\n    f(x, 1)\n    if y:\n        f(x, 1)\n";
    let hunk = "-f(x, 1)\n-if y:\n-f(x, 1)\n+f(x, 2)\n+if y:\n+f(x, 2)\n";
    is_refused_for(Cause::UnmappedIndentation, calls, hunk);
}

#[test]
fn two_heads_whose_bodies_stay_are_as_deep_as_those_in_whose_place_they_are() {
    let file =
        "class A:\n    def a(self):\n        return 1\n\n    def b(self):\n        return 2\n";
    makes(
        file,
        &[
            "-def a(self):\n+def a(self, x):\n     return 1\n \n-def b(self):\n+def b(self, x):\n     return 2\n",
        ],
        &file.replace("(self)", "(self, x)"),
    );
}

#[test]
fn removed_lines_that_are_as_in_the_file_speak_for_the_added_beside_a_tab() {
    let file = "test('form', t => {\n  const form = new Form()\n  form.append('a', 'b')\n\n  app.inject({\n    method: 'POST',\n  })\n})\n";
    makes(
        file,
        &[
            "   const form = new Form()\n-  form.append('a', 'b')\n+  form.set('a', 'b')\n \n   app.inject({\n \tmethod: 'POST',\n",
        ],
        &file.replace("append", "set"),
    );
}

#[test]
fn removed_lines_may_be_shown_where_they_are_added_again() {
    let file = "def save(path):\n    text = dump(path)\n    write(path, text)\n    flush(path)\n    return True\n";
    let after = "def save(path):\n    text = dump(path)\n    with lock(path):\n        write(path, text)\n        flush(path)\n    return True\n";
    let wrap = " def save(path):\n     text = dump(path)\n-        write(path, text)\n-        flush(path)\n+    with lock(path):\n+        write(path, text)\n+        flush(path)\n     return True\n";
    makes(file, &[wrap], after);
    let unwrap = " def save(path):\n     text = dump(path)\n-    with lock(path):\n-    write(path, text)\n-    flush(path)\n+    write(path, text)\n+    flush(path)\n     return True\n";
    makes(after, &[unwrap], file);
    // Nothing is opened around them: what is meant is not clear.
    let moved = wrap.replace("+    with lock(path):\n", "+    lock(path)\n");
    is_refused_for(Cause::UnmappedIndentation, file, &moved);
}
