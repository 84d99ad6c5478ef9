//! Where the old lines of a hunk do not tell how its added lines are written, those of the other
//! hunks do.

use crate::support::refuses_for;
use crate::written::{bodies, makes};

#[test]
fn what_one_hunk_shows_of_the_patch_holds_for_the_others() {
    makes(
        "all:\n\tcc a.c\n\tcc b.c\n\nx := 1\ny := 2\n",
        &[
            " all:\n-        cc a.c\n+        cc -O2 a.c\n         cc b.c\n",
            " x := 1\n+\n+test:\n+        ./run\n+\n y := 2\n",
        ],
        "all:\n\tcc -O2 a.c\n\tcc b.c\n\nx := 1\n\ntest:\n\t./run\n\ny := 2\n",
    );
    makes(
        "<ul>\n  <li>a</li>\n</ul>\ntext one\n\ntext two\n",
        &[
            " &lt;ul&gt;\n-  &lt;li&gt;a&lt;/li&gt;\n+  &lt;li&gt;b&lt;/li&gt;\n",
            " text one\n+&lt;p&gt;new&lt;/p&gt;\n \n text two\n",
        ],
        "<ul>\n  <li>b</li>\n</ul>\ntext one\n<p>new</p>\n\ntext two\n",
    );
    makes(
        "a = \"x\"\n\n\ndef g():\n    return 2\n",
        &["-a = “x”\n+a = “y”\n", " def g():\n+    print(“hi”)\n     return 2\n"],
        "a = \"y\"\n\n\ndef g():\n    print(\"hi\")\n    return 2\n",
    );
    makes(
        "def f():\n    a()\n    b()\n\ndef g():\n    c()\n    d()\n",
        &[" def f():\n-     a()\n+     a1()\n     b()\n", "     c()\n+     x()\n     d()\n"],
        "def f():\n    a1()\n    b()\n\ndef g():\n    c()\n    x()\n    d()\n",
    );
    // A hunk that has the sign itself shows that it is meant.
    makes(
        "a = \"x\"\n\n\nb = “z”\n",
        &["-a = “x”\n+a = “y”\n", " b = “z”\n+c = “z”\n"],
        "a = \"y\"\n\n\nb = “z”\nc = “z”\n",
    );
}

#[test]
fn what_the_lines_of_a_hunk_tell_is_not_told_by_another() {
    let file = "/* One.\n *\n * two,\n * three\n * four,\n * five.\n */\n#include \"a.h\"\n#include \"b.h\"\nint f(int a) {\n  if (a) {\n    return 2;\n  }\n}\n";
    makes(
        file,
        &[
            " * two,\n * three\n+ * more\n * four,\n * five.\n",
            "#include \"a.h\"\n-#include \"b.h\"\nint f(int a) {\n  if (a) {\n",
        ],
        &file.replace("three\n", "three\n * more\n").replace("#include \"b.h\"\n", ""),
    );
}

#[test]
fn the_unit_of_the_other_hunks_is_that_of_what_is_replaced_at_the_margin() {
    let file = "import re\nimport ast\n\n\ndef a(x):\n    if x:\n        go(x)\n    return x\n";
    let other = " def a(x):\n   if x:\n-    go(x)\n+    go(x, 1)\n   return x\n";
    let changed = |width: usize| {
        let step = " ".repeat(width);
        file.replace("go(x)", "go(x, 1)").replace(
            "import ast\n",
            &format!("try:\n{step}import ast\nexcept E:\n{step}ast = None\n"),
        )
    };
    let replaced = |step: &str| {
        format!(
            " import re\n-import ast\n+try:\n+{step}import ast\n+except E:\n+{step}ast = None\n"
        )
    };
    makes(file, &[&replaced("  "), other], &changed(4));
    // What is deeper by more than a step of the patch is in another unit.
    makes(file, &[&replaced("    "), other], &changed(4));
}

#[test]
fn a_hunk_that_only_removes_shows_how_the_patch_is_written() {
    makes(
        "function A() {\n  return (\n  );\n}\n\nfunction B() {\n  const b = use();\n  return <b/>;\n}\n",
        &[
            " function A() {\n   return (\n+    &lt;a/&gt;\n   );\n",
            "-  const b = use();\n   return &lt;b/&gt;;\n",
        ],
        "function A() {\n  return (\n    <a/>\n  );\n}\n\nfunction B() {\n  return <b/>;\n}\n",
    );
    makes(
        "a.X {\n\tp: 1;\n}\n\na.Y {\n\tp: 2;\n\tq: 3;\n}\n",
        &["+a.W {\n+    p: 0;\n+}\n+\n a.X {\n", " a.Y {\n     p: 2;\n-    q: 3;\n }\n"],
        "a.W {\n\tp: 0;\n}\n\na.X {\n\tp: 1;\n}\n\na.Y {\n\tp: 2;\n}\n",
    );
    // One blank too many after the marks, before tabs.
    makes(
        "a.X {\n\tp: 1;\n\tq: 2;\n}\n\nz\n",
        &["  a.X {\n  \tp: 1;\n- \tq: 2;\n  }\n", " \n+ a.Y {\n+ \tp: 3;\n+ }\n z\n"],
        "a.X {\n\tp: 1;\n}\n\na.Y {\n\tp: 3;\n}\nz\n",
    );
}

#[test]
fn what_lost_its_indentation_with_the_other_hunks_is_not_written_without() {
    let file = "class A:\n    def f(self):\n        if self.x:\n            return 1\n\n\nclass B:\n    p\n";
    let lost = " def f(self):\n if self.x:\n-return 1\n+return 2\n";
    let flat = " \n \n+class C:\n+def g(self):\n+return 3\n+\n+\n class B:\n";
    refuses_for(&[("f", file)], &bodies(&[lost, flat]), &["unmapped_indentation at 5"]);
    // What has its indentation is as it is to be.
    makes(
        file,
        &[lost, " \n \n+class C:\n+    q\n+\n+\n class B:\n"],
        &file.replace("return 1", "return 2").replace("class B", "class C:\n    q\n\n\nclass B"),
    );
}

#[test]
fn what_one_hunk_shows_of_characters_holds_where_another_has_other_indentation() {
    let file = "class A:\n    def a(\n        self,\n    ):\n        self.b = b\n\n    def set(self) -> None:\n        self.x = x\n";
    let first = "     self,\n-):\n+) -&gt; None:\n     self.b = b\n";
    let second = " def set(self) -&gt; None:\n+    check(x)\n     self.x = x\n";
    let after = file.replace("    ):\n", "    ) -> None:\n");
    let after = after.replace("        self.x", "        check(x)\n        self.x");
    makes(file, &[first, second], &after);
}

#[test]
fn what_another_hunk_lost_is_not_given_to_what_is_at_the_margin_itself() {
    let file = "import a\n\nrun(function () {\n    go(function () {\n        stop()\n    })\n\n    return b()\n})\n";
    // In steps of two, and without those of the outer function.
    let moved = " go(function () {\n   stop()\n })\n \n-return b()\n+return d()\n";
    let after = file.replace("b()", "d()");
    makes(file, &["-import a\n+import c\n \n", moved], &after.replace("import a", "import c"));
    // The unit is that of both.
    makes(
        file,
        &["-import a\n+if (x) {\n+  import c\n+}\n \n", moved],
        &after.replace("import a", "if (x) {\n    import c\n}"),
    );
    // Context has lost its marks, one before the star of a comment, too.
    let file = format!("/**\n * Says.\n */\n\n{file}");
    makes(
        &file,
        &["* Says.\n */\n \n-import a\n+import c\n \n", moved],
        &format!("/**\n * Says.\n */\n\n{}", after.replace("import a", "import c")),
    );
}
