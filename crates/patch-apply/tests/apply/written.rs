//! What is added follows what was matched: indentation and characters, in one hunk and from one to
//! the next.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under, refuses_for, unified};

/// A unified diff of the file `f` with hunks of these lines, without numbers.
pub(crate) fn bodies(hunks: &[&str]) -> String {
    let hunks: String = hunks.iter().map(|hunk| format!("@@ ... @@\n{hunk}")).collect();
    unified(&hunks)
}

#[track_caller]
pub(crate) fn makes(before: &str, hunks: &[&str], after: &str) {
    applies(&[("f", before)], &bodies(hunks), &[("f", after)]);
}

#[track_caller]
pub(crate) fn is_refused_for(cause: Cause, before: &str, hunk: &str) {
    refuses_for(&[("f", before)], &bodies(&[hunk]), &[cause.as_str()]);
}

#[test]
fn lines_that_lost_their_indentation_beside_deeper_ones_that_did_not_say_nothing_of_the_added() {
    makes(
        "def a():\n    pass\n\n\ndef b():\n    x = 1\n    return x\n",
        &[" \n+def c():\n+    pass\n+\n+\n def b():\n-x = 1\n+    x = 2\n     return x\n"],
        "def a():\n    pass\n\n\ndef c():\n    pass\n\n\ndef b():\n    x = 2\n    return x\n",
    );
    makes(
        "def f():\n    a()\n    b()\n\ndef g():\n    c()\n",
        &[" a()\n     b()\n \n+def h():\n+    d()\n+\n def g():\n     c()\n"],
        "def f():\n    a()\n    b()\n\ndef h():\n    d()\n\ndef g():\n    c()\n",
    );
    makes(
        "case $1 in\n    a)\n        stop\n        ;;\nesac\n",
        &["     a)\n-stop\n+        halt\n         ;;\n"],
        "case $1 in\n    a)\n        halt\n        ;;\nesac\n",
    );
}

#[test]
fn a_removed_line_says_nothing_of_what_is_added_elsewhere() {
    let file = "a = {\n  f() {\n    stop();\n  },\n};\n\ng = {\n  total: 1,\n  other: 2,\n};\n";
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        " stop();\n+log();\n },\n };\n \n g = {\n-total: 1,\n other: 2,\n };\n",
    );
    // In its place it does.
    makes(
        file,
        &[" stop();\n },\n };\n \n g = {\n-total: 1,\n+total: 2,\n other: 2,\n };\n"],
        &file.replace("total: 1", "total: 2"),
    );
}

#[test]
fn blanks_do_not_fit_between_tabs() {
    makes(
        "{\n\t\"a\": {\n\t\t\"k\": 1,\n\t\t\"l\": 2\n\t}\n}\n",
        &["     \"k\": 1,\n+  },\n+  \"b\": {\n     \"l\": 2\n"],
        "{\n\t\"a\": {\n\t\t\"k\": 1,\n\t},\n\t\"b\": {\n\t\t\"l\": 2\n\t}\n}\n",
    );
}

#[test]
fn what_fits_no_step_of_the_file_is_refused() {
    // Old lines in steps of four, the added one as in the file: scaled it were one blank.
    is_refused_for(
        Cause::UnmappedIndentation,
        "message A {\n  int32 a = 1;\n  string b = 2;\n}\n",
        " message A {\n     int32 a = 1;\n-    string b = 2;\n+  string c = 2;\n+  string d = 3;\n }\n",
    );
    // As deep as the file already, beside a removed line that lost its indentation.
    is_refused_for(
        Cause::UnmappedIndentation,
        "class A:\n    def g(self):\n        c = 3\n        return c\n",
        "-c = 3\n+        if x:\n+            c = 33\n",
    );
    // What was in the block is not told from what comes after it.
    is_refused_for(
        Cause::UnmappedIndentation,
        "class A:\n    def f(self, x):\n        a = 1\n        return a\n",
        " a = 1\n+if x:\n+a = 3\n return a\n",
    );
    // Deeper than both neighbours, of which the first opens nothing.
    is_refused_for(
        Cause::UnmappedIndentation,
        "class A:\n    def f(self):\n        x = 1\n        if x:\n            y()\n",
        " def f(self):\n     x = 1\n+        z = 1\n     if x:\n         y()\n",
    );
}

#[test]
fn a_line_that_opens_what_follows_it_is_less_deep() {
    // All is eight blanks too deep: the added line would fit where it is, were it not for what it
    // opens.
    makes(
        "    a = 0\n    b = 0\n        call(0)\n    c = 0\n",
        &[
            "             a = 0\n             b = 0\n+        fn f() {\n                 call(0)\n             c = 0\n",
        ],
        "    a = 0\n    b = 0\nfn f() {\n        call(0)\n    c = 0\n",
    );
    makes(
        "    a = 0\n    b = 0\n        call(0)\n    c = 0\n",
        &[
            "             a = 0\n             b = 0\n+        fn f() {\n+            d = 1\n                 call(0)\n             c = 0\n",
        ],
        "    a = 0\n    b = 0\nfn f() {\n    d = 1\n        call(0)\n    c = 0\n",
    );
}

/// Only marked lines change: what is shown as deep as the change makes it would stay behind.
#[test]
fn kept_lines_are_not_shown_in_a_block_that_the_change_opens_or_closes() {
    let before = "def f():\n    a()\n    b()\n    c()\n    return 1\n";
    for hunk in [
        " def f():\n     a()\n+    with x:\n         b()\n         c()\n     return 1\n",
        "     a()\n-    b()\n+    if x:\n+        b()\n         c()\n     return 1\n",
    ] {
        is_refused_for(Cause::UnmarkedMove, before, hunk);
    }
    let before = "def f():\n    with x:\n        b()\n        c()\n    return 1\n";
    let hunk = " def f():\n-    with x:\n     b()\n     c()\n     return 1\n";
    is_refused_for(Cause::UnmarkedMove, before, hunk);
}

#[test]
fn outer_context_that_is_indented_otherwise_leaves_the_added_lines_open() {
    // The line with words is found twice where blanks do not count: the brackets alone are at one
    // place.
    let before = "x\n}\n        call(2);\n}\n}\nother {\n        call(2);\n}\n";
    is_refused_for(Cause::WhitespaceOnly, before, " }\n \t\tcall(2);\n }\n+\tlet a = 0;\n }\n");
}

#[test]
fn a_removed_line_at_the_margin_shows_nothing_of_the_indentation() {
    // The context has lost its mark: two blanks are one step of the file.
    let load = "function load() {\n  const a = get();\n  return a;\n}\n";
    makes(
        load,
        &[
            "-function load() {\n+async function load() {\n+  await ready();\n  const a = get();\n  return a;\n }\n",
        ],
        &load.replace("function load() {\n", "async function load() {\n  await ready();\n"),
    );
    // All lines have lost a blank.
    makes(
        load,
        &[
            "-function load() {\n+async function load() {\n+ await ready();\n  const a = get();\n  return a;\n }\n",
        ],
        &load.replace("function load() {\n", "async function load() {\n  await ready();\n"),
    );
    // Some of the context is of two blanks, for four.
    let f = "import os\ndef f(a,\n      b):\n    x = 1\n    return x\n";
    makes(
        f,
        &["-import os\n+import sys\n def f(a,\n       b):\n   x = 1\n+  y = 2\n   return x\n"],
        &f.replace("os", "sys").replace("x = 1\n", "x = 1\n    y = 2\n"),
    );
    makes(
        f,
        &["-import os\n+import sys\n def f(a,\n       b):\n   x = 1\n+    y = 2\n   return x\n"],
        &f.replace("os", "sys").replace("x = 1\n", "x = 1\n    y = 2\n"),
    );
    // What takes its place is indented as it is.
    let base = "RUN x\nFROM a\nRUN get \\\n    curl \\\n    git\n";
    makes(
        base,
        &[" RUN x\n-FROM a\n-RUN get \\\n+FROM b\n+RUN get \\\n+    zsh \\\n curl \\\n git\n"],
        &base.replace("FROM a", "FROM b").replace("get \\\n", "get \\\n    zsh \\\n"),
    );
    // One that has indentation, and is as in the file, does.
    makes(
        f,
        &[
            "-import os\n+import sys\n def f(a,\n-      b):\n+      c):\n   x = 1\n+    y = 2\n   return x\n",
        ],
        &f.replace("os", "sys").replace("b):", "c):").replace("x = 1\n", "x = 1\n    y = 2\n"),
    );
}

#[test]
fn a_line_that_lost_its_indentation_does_not_move_the_margin() {
    let file = "impl A {\n    fn new() -> Self {\n        Self\n    }\n\n    fn b() {}\n}\n";
    let around = |added: &str| {
        format!(" fn new() -> Self {{\n         Self\n     }}\n{added} \n     fn b() {{}}\n")
    };
    is_refused_for(Cause::UnmappedIndentation, file, &around("+\n+impl B {\n+    fn c() {}\n+}\n"));
    makes(
        file,
        &[&around("+\n+    fn c() {}\n")],
        &file.replace("    fn b", "    fn c() {}\n\n    fn b"),
    );
    // In the place of a removed line that lost it, too, the margin is moved; not where more is
    // added elsewhere.
    let replaced = "-fn new() -> Self {\n+fn old() -> Self {\n         Self\n     }\n";
    makes(file, &[replaced], &file.replace("new", "old"));
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        &format!("{replaced}+\n+fn c() {{}}\n \n     fn b() {{}}\n"),
    );
}

#[test]
fn blanks_for_a_tab_inside_of_lines_are_a_tab_in_the_added_ones() {
    let file = "id\tname\n1\ta b\n2\tb\n";
    makes(file, &[" 1    a b\n-2    b\n+2    c d\n+3   e\n"], "id\tname\n1\ta b\n2\tc d\n3\te\n");
    // Now a tab, and now blanks: who knows?
    let mixed = "1\ta    b\n2\tb\n";
    is_refused_for(Cause::UnmappedCharacters, mixed, " 1    a    b\n-2    b\n+2    c\n");
    makes(mixed, &[" 1    a    b\n-2    b\n+2 c\n"], "1\ta    b\n2 c\n");
    // A single blank, as a copy from a screen has it: in a row, and where a field may have one.
    let file = "id\tname\tage\n1\tAnn\t30\n2\tBob\t40\n";
    let hunk = |name: &str| format!(" 1 Ann 30\n+9 {name} 20\n 2 Bob 40\n");
    makes(file, &[&hunk("Dee")], &file.replace("2\tBob", "9\tDee\t20\n2\tBob"));
    is_refused_for(Cause::UnmappedCharacters, file, &hunk("Dee Poe"));
    let named = file.replace("Bob", "Bob Lee");
    let hunk = " 1 Ann 30\n+9 Dee 20\n 2 Bob Lee 40\n";
    is_refused_for(Cause::UnmappedCharacters, &named, hunk);
    // Code is no table.
    makes("int a;\nint\tb;\n", &[" int b;\n+int c;\n"], "int a;\nint\tb;\nint c;\n");
    // Blanks for other blanks show nothing of tabs.
    makes("1  a\n2  b\n", &[" 1    a\n-2    b\n+2    c\n"], "1  a\n2    c\n");
}

#[test]
fn added_lines_as_deep_as_the_file_has_what_they_replace_may_be_as_they_are_to_be() {
    let file = "a:\n  b:\n    c: 1\n    d: 2\n    e: 3\n";
    let hunk = |added: &str| format!("     b:\n       c: 1\n-      d: 2\n{added}       e: 3\n");
    is_refused_for(Cause::UnmappedIndentation, file, &hunk("+    d: 4\n+    f: 5\n"));
    // A line that is moved.
    is_refused_for(Cause::UnmappedIndentation, file, &hunk("+    d: 2\n"));
    makes(file, &[&hunk("+      d: 4\n")], &file.replace("d: 2", "d: 4"));
    // Another line that is replaced shows that all is deeper.
    makes(
        file,
        &["     b:\n-      c: 1\n+      c: 4\n       d: 2\n-      e: 3\n+    e: 3\n"],
        "a:\n  b:\n    c: 4\n    d: 2\n  e: 3\n",
    );
}

#[test]
fn what_would_fit_in_nowhere_is_not_written() {
    // The context lost its indentation, and the added lines did not: moved, they would be below a
    // line that opens nothing.
    let class = "class A:\n    name = 1\n\n    def b(self):\n        if x:\n            raise E\n";
    is_refused_for(
        Cause::UnmappedIndentation,
        class,
        "+    def a(self):\n+        return 1\n+\n def b(self):\n     if x:\n",
    );
    // The line before the place opens what is after it: they are as deep as that.
    makes(
        "class A:\n    def f(self):\n        g()\n\n    def h(self):\n",
        &["+        \"\"\"Says.\"\"\"\n     g()\n \n def h(self):\n"],
        "class A:\n    def f(self):\n        \"\"\"Says.\"\"\"\n        g()\n\n    def h(self):\n",
    );
    is_refused_for(
        Cause::UnmappedIndentation,
        "class V {\n\n  async f(): P {\n    g();\n  }\n}\n",
        " \n  async f(): P {\n+  const row = 1;\n",
    );
}

#[test]
fn what_is_behind_may_be_in_the_last_added_line_whatever_opens_that() {
    let file = "if(A)\n  set(b)\nendif()\n  c()\nendif()\n";
    makes(
        file,
        &["  endif()\n+ set(d)\n+ if(E)\n    c()\n  endif()\n"],
        &file.replace("  c()", "set(d)\nif(E)\n  c()"),
    );
}

#[test]
fn what_goes_on_with_a_line_is_deeper_than_it() {
    let find = "class A {\n  find() {\n    const rows = this.repo\n    return rows;\n  }\n}\n";
    makes(
        find,
        &[" find() {\n   const rows = this.repo\n+    .where(1);\n   return rows;\n"],
        &find.replace("repo\n", "repo\n      .where(1);\n"),
    );
    let set = "    fn f() {\n        let set =\n        let all = 1;\n";
    makes(
        set,
        &[" fn f() {\n     let set =\n+        Set::new();\n     let all = 1;\n"],
        &set.replace("set =\n", "set =\n            Set::new();\n"),
    );
}

#[test]
fn outer_context_in_other_blanks_leaves_the_added_lines_open() {
    is_refused_for(
        Cause::UnmappedIndentation,
        "all: x\n\tcc x\n\nc.o: c.c\n\t$(CC) $(F2) -c $<\n\nx.o: x.c\n\t$(CC) -c $<\n",
        " all: x\n \tcc x\n \n+d: d.o\n+    $(CC) $^\n+\n c.o: c.c\n     $(CC) $(F) -c $<\n \n",
    );
}

#[test]
fn what_is_indented_as_context_alone_follows_that_and_no_removed_line() {
    makes(
        "install: build\n\t$(MAKE) -C x \\\n            script\n\n            clean\n\ntest: build\n\t./t.sh\n",
        &[
            " install: build\n     $(MAKE) -C x \\\n             script\n \n-            clean\n+clean:\n+    $(MAKE) -C x \\\n+            clean\n \n test: build\n     ./t.sh\n",
        ],
        "install: build\n\t$(MAKE) -C x \\\n            script\n\nclean:\n\t$(MAKE) -C x \\\n            clean\n\ntest: build\n\t./t.sh\n",
    );
}

#[test]
fn what_may_begin_behind_a_block_is_not_pulled_into_it() {
    let refused = |before, hunk| is_refused_for(Cause::UnmappedIndentation, before, hunk);
    refused(
        "def test():\n    mf = F()\n    return mf\n",
        " return mf\n+\n+\n+if __name__ == 'a':\n+    test()\n",
    );
    refused("clean:\n\t$(RM) *.o\n", " $(RM) *.o\n+\n+.PHONY: clean\n");
    // Nothing is pulled anywhere where what is in front is at the margin itself.
    makes(
        "def test():\n    return 1\nx = 1\n\nz = 1\n",
        &[" return 1\n x = 1\n \n+y = 2\n-z = 1\n"],
        "def test():\n    return 1\nx = 1\n\ny = 2\n",
    );
    // Without an empty line in front it goes on with the block.
    makes(
        "def test():\n    mf = F()\n    return mf\n",
        &[" mf = F()\n+mf.go()\n return mf\n"],
        "def test():\n    mf = F()\n    mf.go()\n    return mf\n",
    );
}

#[test]
fn a_key_may_be_in_the_item_in_front_of_it() {
    let file = "jobs:\n  check:\n    steps:\n      - name: one\n";
    let written = format!("{file}        run: jq\n");
    makes(file, &[" steps:\n   - name: one\n+    run: jq\n"], &written);
    let file = format!("{file}        with: a\n");
    let written = file.replace("        with", "        run: jq\n        with");
    // The context alone lost its indentation.
    makes(&file, &[" - name: one\n+        run: jq\n   with: a\n"], &written);
    makes(&file, &[" steps:\n   - name: one\n+    run: jq\n     with: a\n"], &written);
}

#[test]
fn what_lost_its_indentation_behind_a_line_that_opens_a_block_may_be_in_that() {
    let python =
        "def f(a):\n    if a:\n        a = b\n    else:\n        a[\"class\"] = c\n    return a\n";
    for (file, hunk) in [
        (python, " else:\n+a[\"class\"] = d\n"),
        (python, " if a:\n+class_of(a)\n"),
        ("f() {\n\tif (a) {\n\t\tb();\n\t}\n}\n", " if (a) {\n+if (c) {\n"),
    ] {
        is_refused_for(Cause::UnmappedIndentation, file, hunk);
    }
    // Nothing follows that is deeper: a case beside a case.
    let file = "switch (a) {\n  case 1:\n  case 2:\n    b();\n}\n";
    makes(file, &[" case 1:\n+case 3:\n"], &file.replace("1:\n", "1:\n  case 3:\n"));
}

#[test]
fn no_item_is_as_deep_as_the_key_in_front_of_it() {
    let steps = "steps:\n  - name: a\n    run: b\n  - name: c\n    run: d\n";
    is_refused_for(Cause::UnmappedIndentation, steps, " run: b\n+- name: new\n+run: e\n");
    // A key without a value has items in it that may be as deep.
    let lists = "a:\n  b: c\n  d:\n  - e\n";
    makes(lists, &[" d:\n+- f\n"], &lists.replace("  - e", "  - f\n  - e"));
}

#[test]
fn no_key_is_as_deep_as_the_item_in_front_of_it() {
    is_refused_for(
        Cause::UnmappedIndentation,
        "s:\n  web:\n    ports:\n      - \"80\"\n\n  db:\n    image: d\n",
        "   ports:\n     - \"80\"\n+    depends_on:\n+      - db\n \n db:\n",
    );
}

#[test]
fn nothing_is_many_steps_deeper_than_what_opens_it() {
    makes(
        "class A {\n    S load(int id) {\n        try {\n        } catch (E e) {\n            return null;\n        }\n    }\n}\n",
        &[" try {\n+            return get(id);\n } catch (E e) {\n     return null;\n"],
        "class A {\n    S load(int id) {\n        try {\n            return get(id);\n        } catch (E e) {\n            return null;\n        }\n    }\n}\n",
    );
}

#[test]
fn the_blank_in_front_of_a_star_is_kept_as_it_is() {
    // In steps of two blanks in the patch, of four in the file, or of tabs.
    let file = |step: &str, added: &str| {
        format!("a {{\n{step}b() {{\n{step}{step}c();\n{step}}}\n\n{added}{step}d();\n}}\n")
    };
    let comment = |step: &str| {
        format!(
            "{step}/**\n{step} * Says.\n{step} *\n{step} */\n{step}e() {{\n{step}{step}f();\n{step}}}\n"
        )
    };
    let added =
        |step: &str| comment(step).lines().map(|line| format!("+{line}\n")).collect::<String>();
    for (patch, in_file) in [("  ", "    "), ("  ", "\t"), ("\t", "  "), ("    ", "  ")] {
        makes(
            &file(in_file, ""),
            &[&format!(
                " {patch}b() {{\n {patch}{patch}c();\n {patch}}}\n \n{} {patch}d();\n",
                added(patch)
            )],
            &file(in_file, &comment(in_file)),
        );
    }
    // Within a comment, and at its start.
    let commented = "{\n\t/**\n\t * One.\n\t */\n\ta();\n\tb();\n}\n";
    makes(
        commented,
        &["   /**\n-   * One.\n+   * Two.\n+   *\n+   * Three.\n    */\n   a();\n"],
        &commented.replace("One.\n", "Two.\n\t *\n\t * Three.\n"),
    );
    makes(
        commented,
        &["   /**\n+   * Zero.\n    * One.\n    */\n-  a();\n+  aa();\n"],
        &commented.replace("* One", "* Zero.\n\t * One").replace("a()", "aa()"),
    );
    // What one hunk shows holds for a comment at the margin of another.
    makes(
        "{\n    a();\n}\n\nz();\n",
        &[" {\n-  a();\n+  b();\n }\n", "+/**\n+ * Says.\n+ */\n+y() {\n+  c();\n+}\n z();\n"],
        "{\n    b();\n}\n\n/**\n * Says.\n */\ny() {\n    c();\n}\nz();\n",
    );
}

#[test]
fn added_lines_that_lost_what_is_in_a_block_are_refused_whatever_lines_show_it() {
    let file = "def load(path):\n    with open(path) as f:\n        data = f.read()\n    result = parse(data)\n    return result\n";
    let refused = |hunk: &str| is_refused_for(Cause::UnmappedIndentation, file, hunk);
    let with = " with open(path) as f:\n";
    let flat = "+data = f.read()\n+if not data:\n+data = \"x\"\n";
    refused(&format!(" def load(path):\n{with}-data = f.read()\n{flat} result = parse(data)\n"));
    refused(&format!("{with}-data = f.read()\n{flat}"));
    refused(&format!(
        "{with} data = f.read()\n+if not data:\n+data = \"x\"\n result = parse(data)\n"
    ));
    // An empty line between them changes nothing, nor does an old line that has its indentation.
    refused(&format!("{with}-data = f.read()\n+if not data:\n+\n+data = \"x\"\n"));
    refused(&format!("{with}-data = f.read()\n{flat}     result = parse(data)\n"));
    // Words and tags close what is as deep.
    let refused = |file, hunk| is_refused_for(Cause::UnmappedIndentation, file, hunk);
    refused(
        "class A\n  def b(path)\n    files = glob(path)\n    report(files)\n    files\n  end\nend\n",
        " files = glob(path)\n-report(files)\n+unless files.empty?\n+report(files)\n+end\n files\n",
    );
    refused(
        "<a>\n  <b>\n    <c>x</c>\n    <d/>\n  </b>\n</a>\n",
        " <c>x</c>\n+<e>\n+<f/>\n+</e>\n <d/>\n",
    );
    refused("f() {\n  a\n  b\n}\n", " a\n+if c; then\n+d\n+fi\n b\n");
    // So does what goes on with the line before.
    refused("f() {\n  a();\n  b();\n}\n", " a();\n+const c = d\n+.find(e);\n b();\n");
    // What opens nothing is in its place.
    makes(
        file,
        &[&format!(" def load(path):\n{with}-data = f.read()\n+data = get(f)\n+check(data)\n")],
        &file.replace("f.read()", "get(f)\n        check(data)"),
    );
}

#[test]
fn lines_of_the_preprocessor_stay_at_the_margin() {
    let file = "int run(c)\n{\n\tif (c) {\n\t\trc = a(c);\n\t\trc = b(c);\n\t}\n}\n";
    let debug = "#ifdef DEBUG\n\t\tdump(c);\n#else\n\t\tlog(c);\n#endif\n";
    let added = "+#ifdef DEBUG\n+\tdump(c);\n+#else\n+\tlog(c);\n+#endif\n";
    let changed = file.replace("\t\trc = b", &format!("{debug}\t\trc = b"));
    makes(file, &[&format!(" \trc = a(c);\n{added} \trc = b(c);\n")], &changed);
    // A step too deep in the patch, or in another unit.
    let deeper = added.replace('\t', "\t\t\t");
    makes(file, &[&format!(" \t\t\trc = a(c);\n{deeper} \t\t\trc = b(c);\n")], &changed);
    let blanks = added.replace('\t', "        ");
    makes(
        file,
        &[&format!("     if (c) {{\n         rc = a(c);\n{blanks}         rc = b(c);\n")],
        &changed,
    );
    // As context they show nothing of the rest.
    makes(
        &changed,
        &[" #ifdef DEBUG\n+\tmore(c);\n \tdump(c);\n #else\n-\tlog(c);\n+\tlog(c, 1);\n #endif\n"],
        &changed.replace("log(c)", "log(c, 1)").replace("\t\tdump", "\t\tmore(c);\n\t\tdump"),
    );
    // In steps in the file they are in steps.
    let stepped = "{\n\t{\n\t\ta();\n\t\t#if X\n\t\tb();\n\t\t#endif\n\t}\n}\n";
    makes(
        stepped,
        &[" a();\n #if X\n b();\n+#else\n+c();\n #endif\n"],
        &stepped.replace("b();\n", "b();\n\t\t#else\n\t\tc();\n"),
    );
}

#[test]
fn what_added_lines_have_as_a_string_of_several_lines_is_not_moved() {
    let file = "f() {\n    if x; then\n        a\n        b\n        c\n    fi\n}\n";
    let hunk = |added: &str| format!(" a\n-b\n{added} c\n");
    let refused = |added: &str| is_refused_for(Cause::UnmappedIndentation, file, &hunk(added));
    refused("+cat > x <<EOF\n+port=80\n+EOF\n");
    refused("+cat > x << 'EOF'\n+EOF\n");
    refused("+x = \"\"\"\n+text\n+\"\"\"\n");
    let made = |text: &str| file.replace("        b\n", text);
    // Blanks before the mark are none, or nothing ends it.
    makes(file, &[&hunk("+cat <<-EOF\n+EOF\n")], &made("        cat <<-EOF\n        EOF\n"));
    makes(file, &[&hunk("+n=$((1 <<k))\n+d\n")], &made("        n=$((1 <<k))\n        d\n"));
    // What documents is a statement, and moves with the code.
    makes(
        file,
        &[&hunk("+\"\"\"Says\n+more.\n+\"\"\"\n")],
        &made("        \"\"\"Says\n        more.\n        \"\"\"\n"),
    );
    // Four too deep as the rest, the mark comes to the margin.
    makes(
        file,
        &[
            "             a\n-            b\n+            cat <<EOF\n+      k\n+    EOF\n             c\n",
        ],
        &made("        cat <<EOF\n  k\nEOF\n"),
    );
}

#[test]
fn added_lines_in_other_steps_than_the_file_are_written_in_its_own() {
    let file = "class Store:\n    def put(self, key):\n        self.check(key)\n        self.count += 1\n\n    def get(self, key):\n        return key\n";
    let hunk = " self.check(key)\n+if self.limit:\n+  self.trim()\n self.count += 1\n";
    let added = "        if self.limit:\n            self.trim()\n        self.count += 1\n";
    let after = file.replace("        self.count += 1\n", added);
    makes(file, &[hunk], &after);
    let tabs = |text: &str| text.replace("    ", "\t");
    makes(&tabs(file), &[hunk], &tabs(&after));
    // The context has lost its marks, and the patch is in steps of two.
    let file = "class Store:\n    def get(self, key):\n        item = self.items.get(key)\n        return item\n\n    def put(self, key):\n        pass\n";
    let hunk = "    item = self.items.get(key)\n    return item\n+\n+  def all(self):\n+    return self.items\n";
    let added = "        return item\n\n    def all(self):\n        return self.items\n";
    makes(file, &[hunk], &file.replace("        return item\n", added));
}

#[test]
fn no_line_of_a_comment_is_beside_those_around_it() {
    let file = "/**\n * Get it.\n * @returns {It}\n */\nfunction get() {\n  return it;\n}\n";
    let cut = " /**\n * Get it.\n+* More.\n * @returns {It}\n */\n";
    is_refused_for(Cause::UnmappedIndentation, file, cut);
    // A removed line shows what is meant.
    let replaced = " /**\n-* Get it.\n+* Get it all.\n+* More.\n * @returns {It}\n";
    makes(file, &[replaced], &file.replace(" * Get it.\n", " * Get it all.\n * More.\n"));
}

#[test]
fn what_is_removed_and_added_again_stays_as_the_file_has_it() {
    let file = "            blocked: false,\n            buf: new(),\n            other: 1,\n";
    let body = "-blocked: false,\n-            buf: new(),\n+            len: None,\n+blocked: false,\n+            buf: new(),\n             other: 1,\n";
    applies(&[("f", file)], &bodies(&[body]), &[("f", &format!("            len: None,\n{file}"))]);
    // Trailing blanks.
    let body = " x  \n-a  \n-b  \n+a  \n+c\n+b  \n y\n";
    applies(&[("f", "x\na\nb\ny\n")], &bodies(&[body]), &[("f", "x\na\nc\nb\ny\n")]);
}

#[test]
fn blanks_at_the_end_of_all_old_lines_are_none_of_the_added_ones() {
    let file = "def f():\n    a()\n\n    c()\n";
    let hunk = " def f():  \n-    a()  \n+    b()  \n+\n   \n     c()  \n";
    let after = "def f():\n    b()\n\n\n    c()\n";
    makes(file, &[hunk], after);
    let numbered = format!("@@ -1,4 +1,5 @@\n{hunk}");
    let receipt = applies(&[("f", file)], &unified(&numbered), &[("f", after)]);
    let mapping = receipt.files[0].hunks[0].mapping.as_deref();
    assert_eq!(mapping, Some("blanks at the end: none"));
    // Not where an old line has none, one alone does, or the file has them.
    makes(file, &[" def f():\n-    a()  \n+    b()  \n"], &file.replace("a()", "b()  "));
    makes("a\nb\n", &["-a  \n+c  \n"], "c  \nb\n");
    makes("a  \nb\n", &[" a  \n-b  \n+c  \n"], "a  \nc  \n");
    applies_under(
        Contract::Git,
        &[("f", "a  \nb  \n")],
        &unified("@@ -1,2 +1,2 @@\n a  \n-b  \n+c  \n"),
        &[("f", "a  \nc  \n")],
    );
}

#[test]
fn added_lines_in_the_tabs_of_the_file_stay_where_they_fit() {
    let file = "func f() {\n\tif x {\n\t\ta()\n\t}\n}\n";
    for hunk in [
        " func f() {\n     if x {\n-        a()\n+\t\tb()\n     }\n",
        " func f() {\n   if x {\n-    a()\n+\t\tb()\n   }\n",
    ] {
        makes(file, &[hunk], &file.replace("a()", "b()"));
    }
    makes(
        file,
        &["     if x {\n+\t\tb()\n         a()\n     }\n"],
        &file.replace("{\n\t\t", "{\n\t\tb()\n\t\t"),
    );
    // Less deep than what it replaces.
    is_refused_for(Cause::UnmappedIndentation, file, "     if x {\n-        a()\n+\tb()\n     }\n");
}

#[test]
fn what_is_amid_lines_as_in_the_file_is_right_whatever_is_around_them() {
    // The comment was indented by another hand.
    let file = "func f() {\n\tif a {\n\t\t\t// So.\n\t\tg(a)\n\t\th(a)\n\t}\n\tk(b)\n}\n";
    let hunk = |lines: &str| format!(" \t\t// So.\n \t\tg(a)\n{lines} \t}}\n \tk(b)\n");
    makes(file, &[&hunk(" \t\th(a)\n+\t\tn++\n")], &file.replace("\t}", "\t\tn++\n\t}"));
    makes(file, &[&hunk("-\t\th(a)\n+\t\th(b)\n")], &file.replace("h(a)", "h(b)"));
    for lines in [
        // Next to a line that is not,
        " \t\t// So.\n+\t\tn++\n \t\tg(a)\n \t\th(a)\n",
        // at an end of the hunk,
        " \t\t// So.\n \t\tg(a)\n \t\th(a)\n+\t\tn++\n",
        // or as deep as no line that is.
        &hunk(" \t\th(a)\n+\t\t  n++\n"),
    ] {
        is_refused_for(Cause::UnmappedIndentation, file, lines);
    }
}
