//! Added lines that Python cannot read where they are, beside old ones that are as the file has
//! them; and rules of a Makefile.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under, refuses_for};
use crate::written::{bodies, is_refused_for, makes};

const FILE: &str = "import os\n\n\nclass A:\n    def f(self, x):\n        y = 1\n        z = 2\n        return x + y + z\n\n    def g(self):\n        return 3\n";

/// What is in the place of `z = 2`.
fn with(new: &str) -> String {
    FILE.replace("        z = 2\n", new)
}

fn replacing(new: &str) -> String {
    let new: String = new.lines().map(|line| format!("+{line}\n")).collect();
    format!("         y = 1\n-        z = 2\n{new}         return x + y + z\n")
}

#[test]
fn what_python_cannot_read_is_written_in_the_one_way_in_which_it_can() {
    let block = "        if x:\n            z = 3\n        else:\n            z = 4\n";
    for new in [
        // At the margin, a blank short, a blank too deep.
        "if x:\n    z = 3\nelse:\n    z = 4\n",
        "       if x:\n           z = 3\n       else:\n           z = 4\n",
        "         if x:\n             z = 3\n         else:\n             z = 4\n",
    ] {
        makes(FILE, &[&replacing(new)], &with(block));
    }
    // The first line alone.
    let alone = "if x:\n            z = 3\n";
    makes(FILE, &[&replacing(alone)], &with("        if x:\n            z = 3\n"));
    // What heads a block has to have one.
    let file = "def f():\n    if a:\n        b = 1\n        c = 2\n\nd = 3\n";
    makes(
        file,
        &["     if a:\n-        b = 1\n-        c = 2\n+b = 2\n+c = 2\n \n"],
        &file.replace("b = 1", "b = 2"),
    );
    // Where no line is removed, as deep as the lines beside.
    makes(
        FILE,
        &["         y = 1\n+if x:\n+    y = 2\n         z = 2\n"],
        &FILE.replace("        z", "        if x:\n            y = 2\n        z"),
    );
    // Blanks for tabs.
    let tabs = "class A:\n\tdef f(self, x):\n\t\tif x:\n\t\t\treturn 1\n\t\treturn 2\n";
    makes(
        tabs,
        &[
            " \t\tif x:\n-\t\t\treturn 1\n+            x += 1\n+            return x\n \t\treturn 2\n",
        ],
        &tabs.replace("\t\t\treturn 1\n", "\t\t\tx += 1\n\t\t\treturn x\n"),
    );
}

#[test]
fn what_python_cannot_read_is_written_as_it_is_where_nothing_tells_how_it_is_meant() {
    // As deep as the line in front, or as that after: never as it is.
    let between = "         return x + y + z\n \n+      go()\n     def g(self):\n";
    is_refused_for(Cause::UnmappedIndentation, FILE, between);
    // The same line in another depth; text of several lines.
    for new in ["z = 2\n", "z = \"\"\"\n  a\n\"\"\"\n"] {
        makes(FILE, &[&replacing(new)], &with(new));
    }
    // What closes a bracket once more is read at no depth.
    let file =
        "class A:\n    def f(self):\n        call(\n            a, b)\n\n\ndef h():\n    pass\n";
    makes(
        file,
        &["             a, b)\n+            a, c)\n \n"],
        &file.replace(" a, b)\n", " a, b)\n            a, c)\n"),
    );
    // A head whose block the next patch moves below it.
    let file = "def f(x):\n    go(x)\n    stop(x)\n";
    makes(
        file,
        &[" def f(x):\n+    if x:\n     go(x)\n"],
        &file.replace("    go", "    if x:\n    go"),
    );
}

#[test]
fn what_python_reads_or_never_read_is_written_as_it_is() {
    let kept = |new: &str| makes(FILE, &[&replacing(new)], &with(new));
    kept("        z = {\n    1: 2,\n}\n");
    kept("        z = 2 + \\\n  3\n");
    kept("        if x: z = 3\n# z = 2:\n");
    // What is no Python, before or with other added lines.
    kept("        z: [a for\n        b = 'it\n");
    let yaml = "on:\n  push:\n    class: a\njobs:\n  def x: b\n";
    makes(yaml, &["   push:\n+  pull:\n     class: a\n"], &yaml.replace("    c", "  pull:\n    c"));
    let broken = format!("{FILE}  x\n");
    makes(&broken, &[&replacing("  z = 3\n")], &broken.replace("        z = 2\n", "  z = 3\n"));
    // Git takes a patch at its word, as one is taken whose numbers are true.
    let (hunk, after) = (replacing("z = 3\n"), with("z = 3\n"));
    applies_under(Contract::Git, &[("f", FILE)], &bodies(&[&hunk]), &[("f", &after)]);
    let numbered = format!("--- a/f\n+++ b/f\n@@ -6,3 +6,3 @@\n{hunk}");
    applies(&[("f", FILE)], &numbered, &[("f", &after)]);
    // A hunk that only removes says nothing of indentation.
    let file = "class A:\n    def f(self):\n        pass\n\n\nx = 1\n";
    makes(file, &["     def f(self):\n-        pass\n \n"], &file.replace("        pass\n", ""));
}

#[test]
fn a_recipe_below_an_old_line_is_in_tabs() {
    let file = "app: main.o\n\t$(CC) -o $@ $^\n\nclean:\n\trm -f app\n";
    makes(
        file,
        &[" clean:\n+    @echo cleaning\n"],
        &file.replace("\trm", "\t@echo cleaning\n\trm"),
    );
    // In the place of one, or beside one, that has its tab.
    makes(
        file,
        &[" clean:\n-\trm -f app\n+    rm -f app *.o\n"],
        &file.replace("rm -f app", "rm -f app *.o"),
    );
}

#[test]
fn a_function_that_has_nothing_in_it_is_not_added() {
    is_refused_for(
        Cause::UnmappedIndentation,
        "def test_a(c):\n    assert c\n\n\ndef test_x(c):\n    assert c\n",
        " \n+def test_n(c):\n+r = c.get(1)\n+assert r\n+\n+\n def test_x(c):\n",
    );
}

#[test]
fn a_function_that_has_the_methods_behind_it_in_it_is_not_added() {
    is_refused_for(
        Cause::UnmappedIndentation,
        FILE,
        "         return x + y + z\n \n+def h(x):\n+    return 4\n+\n     def g(self):\n",
    );
}

#[test]
fn a_method_at_the_margin_is_beside_the_next_one() {
    for name in ["def", "async def"] {
        let method = format!("{name} h(self):\n+    return 4\n+\n");
        makes(
            FILE,
            &[&format!("         return x + y + z\n \n+{method}     def g(self):\n")],
            &FILE.replace(
                "    def g",
                &format!("    {name} h(self):\n        return 4\n\n    def g"),
            ),
        );
    }
}

#[test]
fn what_is_in_an_odd_number_of_blanks_is_no_step_of_a_change() {
    // As deep as the line in front, as that after, or at the margin.
    is_refused_for(
        Cause::UnmappedIndentation,
        FILE,
        "         return x + y + z\n \n+ go()\n     def g(self):\n",
    );
}

#[test]
fn a_recipe_is_in_tabs_whatever_else_is_in_blanks() {
    let file = "app: a.c\n\tcc -o $@ a.c\n\nifeq ($(D),1)\n    CFLAGS += -g\nendif\n\ntest: app\n\t./app --test\n";
    makes(
        file,
        &[" test: app\n+    ./app --more\n \t./app --test\n"],
        &file.replace("\t./app", "\t./app --more\n\t./app"),
    );
    makes(
        file,
        &[" endif\n \n+lint: app\n+    ./lint\n+\n test: app\n"],
        &file.replace("test: app", "lint: app\n\t./lint\n\ntest: app"),
    );
    // What fits in no tabs is refused.
    let rules = "a: b\n\tc\n\ne: f\n\tg\n";
    let hunks = [" a: b\n-    c\n+    h\n", " e: f\n+    i \\\n+      j\n"];
    refuses_for(&[("f", rules)], &bodies(&hunks), &["unmapped_indentation at 4"]);
    // No recipe.
    let flags = " endif\n \n+ifdef X\n+    CFLAGS += -x\n+endif\n test: app\n";
    makes(
        file,
        &[flags],
        &file.replace("test: app", "ifdef X\n    CFLAGS += -x\nendif\ntest: app"),
    );
}

#[test]
fn a_recipe_at_the_margin_amid_others_gets_its_tab() {
    let file = "X = 1\na: deps\n\t@echo a\n\t$(GO) build -o a\n\tstrip a\n\nb:\n\tc\n";
    makes(
        file,
        &[" \t@echo a\n-\t$(GO) build -o a\n+$(GO) build -v -o a\n \tstrip a\n"],
        &file.replace("build", "build -v"),
    );
    makes(file, &[" b:\n-\tc\n+c -d\n"], &file.replace("\tc", "\tc -d"));
    for command in ["@echo b", "chmod +x a", "./a --b=c"] {
        let hunk = format!(" \t@echo a\n+{command}\n \t$(GO) build -o a\n");
        makes(file, &[&hunk], &file.replace("\t$(GO)", &format!("\t{command}\n\t$(GO)")));
    }
    // What make reads at the margin.
    for line in [
        "ifdef X",
        "Y = 1",
        "Y:=1",
        "Y ?= a b",
        "# d",
        "$(info d)",
        "-include e",
        "include e",
        "f: g",
    ] {
        let hunk = format!(" \t@echo a\n+{line}\n \t$(GO) build -o a\n");
        makes(file, &[&hunk], &file.replace("\t$(GO)", &format!("{line}\n\t$(GO)")));
    }
    let hunk = " \tstrip a\n+d e\n \n";
    makes(file, &[hunk], &file.replace("strip a\n", "strip a\nd e\n"));
}

#[test]
fn a_recipe_below_an_added_rule_is_in_tabs() {
    let file = "app: main.o\n\t$(CC) -o $@ $^\n\nclean:\n\trm -f app\n";
    let added = "\ntest: app\n    ./app --test\n    @echo done\n";
    let marked =
        |lines: &str| -> String { lines.lines().map(|line| format!("+{line}\n")).collect() };
    let at_end = |added: &str| format!(" clean:\n \trm -f app\n{}", marked(added));
    let after = |added: &str| format!("{file}{}", added.replace("    ", "\t"));
    makes(file, &[&at_end(added)], &after(added));
    // What goes on with a command keeps its blanks, in a rule between others.
    let long = "test: app\n    ./app \\\n      --test\n\n";
    let between = format!(" \t$(CC) -o $@ $^\n \n{} clean:\n", marked(long));
    let tabs = long.replace("      --", "\t  --").replace("    ./", "\t./");
    makes(file, &[&between], &file.replace("clean:", &format!("{tabs}clean:")));
    // Another rule, and another hunk, has its tabs.
    let both = "\ntest: app\n    ./app\n\nlint:\n\t./lint\n";
    let first = " app: main.o\n-\t$(CC) -o $@ $^\n+\t$(CC) -g -o $@ $^\n".to_owned();
    makes(file, &[&first, &at_end(both)], &after(both).replace("$(CC)", "$(CC) -g"));
    // Targets that go on, variables and conditions are no commands; and of what is not in one step
    // nobody knows. Where another sign begins commands, blanks are as good.
    for added in [
        "\ntest: app \\\n    lib\n",
        "\nifdef X\n    Y = 1\nendif\n",
        "\ntest: app\n    ifdef X\n    ./app\n    endif\n",
        "\ntest: app\n    ./app\n      ./more\n",
        "\ntest: app\n    ./app\nY = \\\n    1\n",
        "\n.RECIPEPREFIX = ;\ntest: app\n    ./app;\n",
    ] {
        let file = if added.contains("PREFIX") {
            format!(".RECIPEPREFIX =\n{file}")
        } else {
            file.to_owned()
        };
        makes(&file, &[&at_end(added)], &format!("{file}{added}"));
    }
    let c = "int f(void)\n{\n\tg();\nout:\n\treturn 1;\n}\n";
    let hunk = " \tg();\n+\treturn 0;\n+fail:\n+    h();\n out:\n";
    makes(c, &[hunk], &c.replace("out:", "\treturn 0;\nfail:\n    h();\nout:"));
}

#[test]
fn a_recipe_of_a_new_makefile_is_in_tabs() {
    let added = ".PHONY: test\n\ntest:\n    pytest -q\n\nrun: test\n    python a.py\n";
    let file = |added: &str| {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        format!("*** Begin Patch\n*** Add File: f\n{lines}*** End Patch\n")
    };
    applies(&[], &file(added), &[("f", &added.replace("    ", "\t"))]);
    // Other files look alike.
    let yaml = added.replace(".PHONY", "jobs");
    applies(&[], &file(&yaml), &[("f", &yaml)]);
}

#[test]
fn a_clause_is_as_deep_as_what_it_belongs_to() {
    let file = "class A:\n    def f(self):\n        if self.x:\n            raise E()\n        return 1\n\n    def g(self):\n        return 2\n";
    makes(
        file,
        &["             raise E()\n-        return 1\n+    else:\n+        return 1\n \n"],
        &file.replace("        return 1\n", "        else:\n            return 1\n"),
    );
    makes(
        file,
        &["             raise E()\n+    elif self.y:\n+        pass\n         return 1\n"],
        &file.replace(
            "        return 1\n",
            "        elif self.y:\n            pass\n        return 1\n",
        ),
    );
    // A loop has no `elif`.
    let file =
        "def f(a):\n    for b in a:\n        c(b)\n        if b:\n            d()\n        e()\n";
    makes(
        file,
        &["             d()\n+    elif c:\n+        g()\n         e()\n"],
        &file.replace("        e()", "        elif c:\n            g()\n        e()"),
    );
    // What returns is in a function.
    let file = "class A:\n    def f(self):\n        if self.x:\n            raise E()\n        return 1\n\n    def g(self):\n        return 2\n";
    makes(
        file,
        &[
            "         if self.x:\n             raise E()\n-        return 1\n+    go()\n+    return 3\n \n",
        ],
        &file.replace("        return 1\n", "        go()\n        return 3\n"),
    );
}

#[test]
fn a_method_in_other_steps_is_beside_the_next_one() {
    let file = "class A:\n    def f(self):\n        if self.x:\n            raise E()\n        return 1\n\n    def g(self):\n        return 2\n";
    let method =
        "    def h(self):\n        if self.y:\n            raise E()\n        return 3\n\n";
    let lines: String =
        method.replace("    ", "  ").lines().map(|line| format!("+{line}\n")).collect();
    makes(
        file,
        &[&format!("         return 1\n \n{lines}     def g(self):\n")],
        &file.replace("    def g", &format!("{method}    def g")),
    );
}

#[test]
fn a_decorator_is_as_deep_as_what_it_is_above() {
    let file =
        "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";
    makes(
        file,
        &["         return 1\n \n+@property\n     def g(self):\n"],
        &file.replace("    def g", "    @property\n    def g"),
    );
}

#[test]
fn a_statement_of_several_lines_is_as_deep_as_the_one_that_it_replaces() {
    let file = "class A:\n    def f(self, x):\n        return {\"a\": x}\n\n    def g(self):\n        print(2)\n";
    makes(
        file,
        &["-        return {\"a\": x}\n+return {\n+    \"a\": x,\n+    \"b\": 1,\n+}\n"],
        &file.replace(
            "return {\"a\": x}",
            "return {\n            \"a\": x,\n            \"b\": 1,\n        }",
        ),
    );
    makes(
        file,
        &["-        print(2)\n+print(\n+    2,\n+)\n"],
        &file.replace("print(2)", "print(\n            2,\n        )"),
    );
}

#[test]
fn what_other_rules_make_of_a_hunk_is_not_written_where_python_cannot_read_it() {
    let file = "import os\nimport sys\n\n\ndef f():\n    return os.name\n";
    let hunk = "+    if D:\n+        p()\n    import os\n    import sys\n";
    is_refused_for(Cause::UnmappedIndentation, file, hunk);
    let hunk = "+    import json\n    import os\n    import sys\n";
    is_refused_for(Cause::UnmappedIndentation, file, hunk);
    // What is removed leaves it so, which a later change may mend.
    let file = "import os\n\n\nclass A:\n  def f(self):\n    return os\n";
    let hunk = " import os\n \n \n-class A:\n     def f(self):\n-        return os\n+        return os.name\n";
    makes(
        file,
        &[hunk],
        &file.replace("class A:\n", "").replace("os\n", "os.name\n").replacen(
            "import os.name",
            "import os",
            1,
        ),
    );
}
