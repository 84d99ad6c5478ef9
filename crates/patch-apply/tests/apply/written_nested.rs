//! Added lines that are in what an added line opens: their indentation is that of the place, and
//! one says nothing of the other.

use patch_apply::Cause;

use crate::written::{is_refused_for, makes};

#[test]
fn what_an_added_line_opens_keeps_what_is_in_it() {
    let file = "def load(path):\n    name = base(path)\n    log(name)\n    count()\n    data = read(path)\n    keep(data)\n    return data\n";
    let with = "+    with lock:\n+        data = read(path)\n+        keep(data)\n";
    let wrapped = file.replace(
        "    data = read(path)\n    keep(data)\n",
        "    with lock:\n        data = read(path)\n        keep(data)\n",
    );
    // One line of context is a step too deep, or all in front.
    let removed = "-    data = read(path)\n-    keep(data)\n";
    for front in [
        "     name = base(path)\n         log(name)\n     count()\n",
        "         name = base(path)\n         log(name)\n         count()\n",
    ] {
        makes(file, &[&format!("{front}{removed}{with}     return data\n")], &wrapped);
    }
    // Nothing is removed.
    let front = "     name = base(path)\n         log(name)\n     count()\n";
    makes(
        file,
        &[&format!(
            "{front}+    if log:\n+        flush(log)\n     data = read(path)\n     keep(data)\n"
        )],
        &file.replace("count()\n", "count()\n    if log:\n        flush(log)\n"),
    );
    let sign = "func pick() {\n\tfor a := range all {\n\t\tif a < min {\n\t\t\tcontinue\n\t\t}\n\t\tif ok(a) {\n\t\t\treturn a\n\t\t}\n\t}\n}\n";
    makes(
        sign,
        &[
            " \t\t\tif a < min {\n \t\t\t\tcontinue\n \t\t\t}\n-\t\tif ok(a) {\n-\t\t\treturn a\n-\t\t}\n+\t\tif s {\n+\t\t\tif ok(a) {\n+\t\t\t\treturn a\n+\t\t\t}\n+\t\t}\n \t}\n }\n",
        ],
        &sign.replace(
            "\t\tif ok(a) {\n\t\t\treturn a\n\t\t}\n",
            "\t\tif s {\n\t\t\tif ok(a) {\n\t\t\t\treturn a\n\t\t\t}\n\t\t}\n",
        ),
    );
}

#[test]
fn what_an_added_line_opens_is_not_written_beside_it() {
    // As deep as the removed line, and less deep, which context has deeper.
    let file = "def f():\n    if a:\n        b()\n        c()\n    else:\n        d()\n\n\ndef g():\n    pass\n";
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        "     b()\n     c()\n else:\n-        d()\n+        e()\n+    h()\n \n \n def g():\n",
    );
    // Removed lines that are beside each other in the file, too, show that the patch has a blank
    // too many.
    makes(
        "find(x)\nif(X)\n    set(y)\nendif()\n",
        &["-find(x)\n- if(X)\n-    set(y)\n+find(z)\n+ if(Z)\n+    set(y)\n endif()\n"],
        "find(z)\nif(Z)\n    set(y)\nendif()\n",
    );
}

#[test]
fn a_step_of_the_added_lines_that_is_one_of_the_file_is_not_scaled() {
    let file = "a {\n    b() {\n        c();\n    }\n}\n\nd {\n    e() {\n        f();\n    }\n}\n";
    // The context is quoted in steps of two, what is added is in those of the file.
    let front = "   b() {\n     c();\n   }\n }\n \n";
    makes(
        file,
        &[&format!(
            "{front}+x {{\n+    y() {{\n+        z();\n+    }}\n+}}\n+\n d {{\n   e() {{\n"
        )],
        &file.replace("d {\n", "x {\n    y() {\n        z();\n    }\n}\n\nd {\n"),
    );
    makes(
        file,
        &[&format!(
            "{front}-d {{\n-  e() {{\n-    f();\n+g {{\n+    h() {{\n+        i();\n   }}\n }}\n"
        )],
        &file.replace("d {\n    e() {\n        f();\n", "g {\n    h() {\n        i();\n"),
    );
    // All of the patch is in steps of two.
    makes(
        file,
        &[&format!("{front}+x {{\n+  y() {{\n+    z();\n+  }}\n+}}\n+\n d {{\n   e() {{\n")],
        &file.replace("d {\n", "x {\n    y() {\n        z();\n    }\n}\n\nd {\n"),
    );
}

#[test]
fn a_line_in_the_place_of_one_that_lost_its_indentation_has_lost_it_too() {
    is_refused_for(
        Cause::UnmappedIndentation,
        "export {\n  a,\n  b,\n  c\n}\n",
        " a,\n b,\n-c\n-}\n+c,\n+d,\n+};\n",
    );
}

#[test]
fn blanks_are_tabs_where_the_file_has_no_blanks_and_context_shows_none() {
    let make = "D := build\n\nall: $(D)/app\n\n$(D)/app: main.c\n\tcc -o $@ $<\n";
    let hunk = " all: $(D)/app\n \n+test: all\n+    ./t.sh\n+\n $(D)/app: main.c\n";
    makes(make, &[hunk], &make.replace("$(D)/app: m", "test: all\n\t./t.sh\n\n$(D)/app: m"));
    let go = "package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc a() {\n\tb()\n}\n";
    makes(
        go,
        &[" )\n \n+func c() {\n+  if d {\n+    e()\n+  }\n+}\n+\n func a() {\n"],
        &go.replace("func a", "func c() {\n\tif d {\n\t\te()\n\t}\n}\n\nfunc a"),
    );
    // What is in no block is no step, nor what is in a string.
    for added in [
        "ifeq ($(X),1)\n    Y = 1\nendif\n",
        "s := `\n  a:\n    b\n`\n",
        "func c() {\n   if d {\n     e()\n   }\n}\n",
        "<pre>\nif a:\n    b\n</pre>\n",
    ] {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let hunk = format!(" all: $(D)/app\n \n{lines} $(D)/app: main.c\n");
        makes(make, &[&hunk], &make.replace("$(D)/app: m", &format!("{added}$(D)/app: m")));
    }
    // Directly after a rule nothing but a tab is read, whatever is in blanks elsewhere.
    let mixed = make.replace("D :=", "ifdef A\n  B = 1\nendif\nD :=");
    makes(&mixed, &[hunk], &mixed.replace("$(D)/app: m", "test: all\n\t./t.sh\n\n$(D)/app: m"));
    // Another hunk, or an added line, shows that the patch has its tabs: but for recipes nobody
    // knows then.
    let shown = " b()\n+\te()\n }\n".replace(" b", " \tb");
    let hunk = " )\n \n+var (\n+  d = 1\n+)\n+\n func a() {\n";
    makes(
        go,
        &[hunk, &shown],
        &go.replace("func a", "var (\n  d = 1\n)\n\nfunc a").replace("b()\n", "b()\n\te()\n"),
    );
}

/// A hunk whose context is a step of four less deep than in the file.
#[track_caller]
fn moved(file: &str, hunk: &str, from: &str, added: &str) {
    makes(file, &[hunk], &file.replacen(from, &format!("{added}{from}"), 1));
}

#[test]
fn what_is_as_deep_as_what_only_seems_to_open_it_is_written_so() {
    // Comments open nothing, old ones or added ones.
    let file = "function f(a) {\n    const t = g(a);\n    // Two kinds of lines:\n    for (const l of t) {\n        h(l);\n    }\n}\n";
    let lines = " const t = g(a);\n // Two kinds of lines:\n+let n = 0;\n for (const l of t) {\n";
    moved(file, lines, "    for", "    let n = 0;\n");
    let lines = " const t = g(a);\n+// Empty ones:\n+if (!t) return;\n // Two kinds of lines:\n";
    moved(file, lines, "    // Two", "    // Empty ones:\n    if (!t) return;\n");
    let html = "<form>\n    <p>Sign in</p>\n    <!-- the name -->\n    <input>\n</form>\n";
    let lines = " <p>Sign in</p>\n <!-- the name -->\n+<label>Name</label>\n <input>\n";
    moved(html, lines, "    <input", "    <label>Name</label>\n");
    // Keys without a value, items as deep as their key, cases.
    let yaml =
        "on:\n    push:\n    pull_request:\njobs:\n    test:\n        steps:\n        - run: a\n";
    let lines = "   on:\n       push:\n       pull_request:\n+      dispatch:\n   jobs:\n";
    moved(yaml, lines, "jobs", "    dispatch:\n");
    moved(yaml, " steps:\n+- run: b\n - run: a\n", "        - run: a", "        - run: b\n");
    let cases = "f() {\n    switch (c) {\n    case 1:\n    case 3:\n        g();\n    }\n}\n";
    moved(cases, " case 1:\n+case 2:\n case 3:\n     g();\n", "    case 3", "    case 2:\n");
    // What heads a block goes on in several lines.
    let head = "class S {\n    int put(int key,\n            int value) {\n        int s = find(key);\n        if (a ||\n            b) {\n            c();\n        }\n    }\n}\n";
    let lines =
        " int put(int key,\n         int value) {\n+    log(value);\n     int s = find(key);\n";
    moved(head, lines, "        int s", "        log(value);\n");
    moved(
        head,
        " if (a ||\n     b) {\n+    d();\n     c();\n",
        "            c",
        "            d();\n",
    );
    // What lost its own depth is still refused.
    is_refused_for(Cause::UnmappedIndentation, cases, " case 3:\n+h();\n     g();\n");
}

#[test]
fn a_first_line_that_was_trimmed_is_not_in_the_order_of_the_others() {
    let file = "def f(a):\n    if a:\n        log(a)\n    else:\n        a = 1\n    return a\n";
    makes(
        file,
        &[" log(a)\n-    else:\n+    elif a is None:\n         a = 1\n     return a\n"],
        &file.replace("else", "elif a is None"),
    );
    // The first removed line and the first added one.
    let file = "function a(x) {\n  go();\n\n  const y = x + 1;\n  return y;\n}\n";
    makes(
        file,
        &["-const y = x + 1;\n+const y = x + 2;\n+  log(y);\n   return y;\n"],
        &file.replace("x + 1;\n", "x + 2;\n  log(y);\n"),
    );
    makes(
        file,
        &["-const y = x + 1;\n+if (x) {\n+    log(x);\n+  }\n   return y;\n"],
        &file.replace("const y = x + 1;\n", "if (x) {\n    log(x);\n  }\n"),
    );
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        "-const y = x + 1;\n+const y = x + 2;\n+      log(y);\n   return y;\n",
    );
}
