//! Steps of indentation in which the file and the patch differ, and lines that say nothing of them.

use patch_apply::Cause;

use crate::support::{applies, opencode, refuses, unified};
use crate::written::{is_refused_for, makes};

#[test]
fn other_steps_are_shown_by_three_depths_though_one_line_is_as_deep_in_the_file() {
    // All is a step too deep, in steps of two for four: 2 for 0, 4 for 4, 6 for 8.
    let file = "type T = N<O>;\n\nnamespace s {\n    interface E {\n        count: number;\n";
    makes(
        file,
        &[
            "   type T = N<O>;\n \n   namespace s {\n+    interface R {\n+      get: F;\n+    }\n+\n     interface E {\n       count: number;\n",
        ],
        &file.replace(
            "    interface E",
            "    interface R {\n        get: F;\n    }\n\n    interface E",
        ),
    );
    // Two depths alone show it where the added lines are in steps that the file does not have.
    let file = "namespace s {\n    interface E {\n        count: number;\n    }\n}\n";
    let added = "    interface R {\n        get: F;\n    }\n";
    makes(
        file,
        &[
            "+    interface R {\n+      get: F;\n+    }\n     interface E {\n       count: number;\n",
        ],
        &file.replace("    interface E", &format!("{added}    interface E")),
    );
    // Else what is as deep as context that moved leaves that open, wherever it is added.
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        "+    type R = F;\n+      type G = R;\n     interface E {\n       count: number;\n",
    );
}

#[test]
fn what_the_other_hunks_show_together_is_the_unit_of_what_is_added_at_the_margin() {
    let file = "type A = B;\n\ntype C = D;\n\ninterface E {\n    a: 1;\n    env: {\n        f: 2;\n    };\n    b: 3;\n    c: 4;\n    d: 5;\n}\n";
    let added = " \n+interface F {\n+  g: 6;\n+}\n+\n type C = D;\n";
    // The one as well shows that all is moved, the other that steps are other ones.
    let moved = "   c: 4;\n-  d: 5;\n+  d: 6;\n";
    let scaled = "   env: {\n-    f: 2;\n+    f: 3;\n   };\n";
    makes(
        file,
        &[added, scaled, moved],
        &file
            .replace("type C", "interface F {\n    g: 6;\n}\n\ntype C")
            .replace("f: 2", "f: 3")
            .replace("d: 5", "d: 6"),
    );
    // In a file whose steps are those of the patch, the others were moved.
    let file = "type A = B;\n\ntype C = D;\n\ninterface E {\n  x: {\n    y: {\n      c: 4;\n    };\n    d: 5;\n  };\n}\n";
    makes(
        file,
        &[added, "   };\n-  d: 5;\n+  d: 6;\n"],
        &file.replace("type C", "interface F {\n  g: 6;\n}\n\ntype C").replace("d: 5", "d: 6"),
    );
}

#[test]
fn a_first_line_that_was_trimmed_says_nothing() {
    // Tabs for four blanks, as removed lines show.
    let file = "a = [\n    \"w\",\n]\n\n[t]\ns = [\n    \"e\",\n    \"f\"\n]\n\n[u]\nk = 1\n";
    makes(
        file,
        &[
            " \"w\",\n ]\n \n-[t]\n-s = [\n-\t\"e\",\n-\t\"f\"\n+[r]\n+i = [\n+\t\"g\",\n ]\n \n+[v]\n+x = [\n+\t\"y\"\n+]\n+\n [u]\n k = 1\n",
        ],
        "a = [\n    \"w\",\n]\n\n[r]\ni = [\n    \"g\",\n]\n\n[v]\nx = [\n    \"y\"\n]\n\n[u]\nk = 1\n",
    );
    // What is at the margin beside it may have been trimmed as well.
    is_refused_for(
        Cause::UnmappedIndentation,
        "a {\n    b {\n        c();\n    }\n    d();\n}\n",
        " b {\n+x();\n \tc();\n }\n",
    );
}

#[test]
fn what_is_written_is_in_the_steps_and_the_blanks_of_the_file() {
    let refused = |before, hunk| is_refused_for(Cause::UnmappedIndentation, before, hunk);
    // The context lost its indentation, and the added lines are a blank off.
    let file = "a {\n    b {\n        c();\n    }\n    d();\n}\n";
    refused(file, " c();\n+     x();\n }\n d();\n");
    // The context, a blank too deep, says nothing of tabs, nor of the steps of the patch.
    refused("a {\n\tb();\n}\n\nc {\n\td();\n}\n", "  }\n \n+x {\n+    y();\n+}\n  c {\n");
    refused("a {\n    b();\n}\n\nc {\n    d();\n}\n", "  }\n \n+x {\n+  y();\n+}\n  c {\n");
}

#[test]
fn the_width_of_continued_lines_is_not_the_step_of_the_file() {
    // Steps of two, and four where a line goes on: all was a step less deep in the patch.
    let file = "L f(\n    A a,\n    B b) {\n  for (auto& d : g) {\n    h(d);\n  }\n\n  // Release\n  i.reset();\n}\n\nL j(\n    A a,\n    B b) {\n  return c.get(\n      a,\n      b);\n}\n";
    makes(
        file,
        &[" }\n+\n+for (auto& k : e) {\n+  h(k);\n+}\n \n // Release\n i.reset();\n"],
        &file.replace("\n  // Release", "\n  for (auto& k : e) {\n    h(k);\n  }\n\n  // Release"),
    );
}

#[test]
fn what_goes_on_with_a_line_shows_no_step_of_blocks() {
    let file = "class Client {\n    Client(Http http) {\n        this.http = http;\n    }\n\n    Request get(String path) {\n        return Request.builder()\n                .path(path)\n                .build();\n    }\n\n    Request all(String path) {\n        return Request.builder()\n                .all()\n                .build();\n    }\n\n    int count() {\n        return one() &&\n                two();\n    }\n}\n";
    makes(
        file,
        &["+if (http == null) {\n+    throw new Error();\n+}\n this.http = http;\n"],
        &file.replace(
            "        this.http",
            "        if (http == null) {\n            throw new Error();\n        }\n        this.http",
        ),
    );
    let file = "usage() {\n    echo \"usage: backup DIR\"\n    exit 2\n}\nexec rsync \\\n            --archive \"$1\"\n";
    makes(
        file,
        &[" echo \"usage: backup DIR\"\n+if [ -t 1 ]; then\n+    cat help\n+fi\n exit 2\n"],
        &file.replace("    exit", "    if [ -t 1 ]; then\n        cat help\n    fi\n    exit"),
    );
}

#[test]
fn a_step_of_added_blocks_is_one_of_the_file() {
    // One level less than in the file, in other steps: blanks for tabs, tabs for blanks, two for
    // four, and what is at the margin in four for two.
    for (unit, step, base) in [
        ("\t", "    ", 1),
        ("    ", "\t", 1),
        ("    ", "  ", 1),
        ("  ", "    ", 0),
        ("\t", "  ", 1),
    ] {
        let file = format!(
            "class Cart {{\n{unit}add(item) {{\n{unit}{unit}push(item);\n{unit}{unit}notify();\n{unit}}}\n}}\n"
        );
        let base = step.repeat(base);
        let hunk = format!(
            " {base}push(item);\n-{base}notify();\n+{base}if (on) {{\n+{base}{step}notify();\n+{base}}}\n"
        );
        let deep = unit.repeat(2);
        let added = format!("{deep}if (on) {{\n{deep}{unit}notify();\n{deep}}}\n");
        makes(&file, &[&hunk], &file.replace(&format!("{deep}notify();\n"), &added));
    }
    // In one depth both agree by chance.
    let file = "class Cart {\n  add(item) {\n    push(item);\n  }\n}\n";
    makes(
        file,
        &[" add(item) {\n+    if (full) {\n+        throw it;\n+    }\n     push(item);\n }\n"],
        &file.replace("    push", "    if (full) {\n      throw it;\n    }\n    push"),
    );
    // Not where the file has such steps as well.
    let file =
        "class Cart {\n  add(item) {\n    push(item);\n  }\n}\nf(function () {\n    g();\n});\n";
    makes(
        file,
        &["+if (full) {\n+    throw it;\n+}\n push(item);\n"],
        &file.replace("    push", "    if (full) {\n        throw it;\n    }\n    push"),
    );
}

#[test]
fn eight_columns_are_a_tab_where_the_file_is_in_half_tabs() {
    let file = "sub run {\n    my ($self, @args) = @_;\n    foreach my $arg (@args) {\n\tif ($arg) {\n\t    go();\n\t}\n    }\n}\n";
    let elsif = "\t} elsif (!$arg) {\n\t    stop();\n\t}\n";
    makes(
        file,
        &[
            "     foreach my $arg (@args) {\n         if ($arg) {\n             go();\n+        } elsif (!$arg) {\n+            stop();\n         }\n",
        ],
        &file.replacen("\t}\n", elsif, 1),
    );
    // All at the margin; beside lines that are as the file has them.
    makes(
        file,
        &[" my ($self, @args) = @_;\n+if (!@args) {\n+    return $self;\n+}\n"],
        &file.replace("@_;\n", "@_;\n    if (!@args) {\n\treturn $self;\n    }\n"),
    );
    makes(
        file,
        &[
            "         if ($arg) {\n             go();\n         }\n+        on();\n     }\n+    off();\n }\n",
        ],
        &file.replace("\t}\n    }\n", "\t}\n\ton();\n    }\n    off();\n"),
    );
    // Blanks after tabs show nothing where what goes on with a line is there.
    let file = "a {\n\tb(c,\n\t    d);\n\te {\n\t\tf();\n\t}\n}\n";
    makes(
        file,
        &["     e {\n+        g();\n         f();\n     }\n"],
        &file.replace("\t\tf", "\t\tg();\n\t\tf"),
    );
}

#[test]
fn tabs_of_a_patch_are_the_columns_that_the_old_lines_show() {
    let file = "class P {\n  //x\n  on(e) {\n    this.add(e);\n    super.on(e);\n  }\n}\n";
    let chunk =
        "   on(e) {\n+\tif (e) {\n+\t  return;\n+\t}\n \tthis.add(e);\n \tsuper.on(e);\n   }\n";
    let after = file.replace("    this", "    if (e) {\n      return;\n    }\n    this");
    for patch in [opencode(&format!("@@\n{chunk}")), unified(&format!("@@ -3,4 +3,7 @@\n{chunk}"))]
    {
        applies(&[("f", file)], &patch, &[("f", &after)]);
    }
    let steps = "a:\n  b:\n    c:\n      - u: x\n        r: 1\n      - n: y\n";
    let chunk = opencode("@@\n \t  - u: x\n-\t\tr: 1\n+\t\tr: 2\n \t  - n: y\n");
    applies(&[("f", steps)], &chunk, &[("f", &steps.replace("r: 1", "r: 2"))]);
    // Not where one line is in other columns.
    let chunk = opencode("@@\n \t  - u: x\n-\t\tr: 1\n+\t\tr: 2\n+\t\ts: 3\n \t - n: y\n");
    refuses(&[("f", steps)], &chunk, &["context_not_found"]);
}

#[test]
fn what_is_aligned_with_a_bracket_moves_with_it() {
    let file = "int f() {\n    int in = g();\n    if (in == 0) {\n        goto end;\n    }\n}\n";
    let around = |added: &str| {
        format!("   int in = g();\n   if (in == 0) {{\n{added}     goto end;\n   }}\n")
    };
    let makes_of = |added: &str, written: &str| {
        let after = file.replace("        goto", &format!("{written}        goto"));
        makes(file, &[&around(added)], &after);
    };
    makes_of(
        "+    print(out,\n+          \"a\",\n+          b);\n",
        "        print(out,\n              \"a\",\n              b);\n",
    );
    // What is a step deeper is so in the file.
    makes_of("+    print(\n+      b);\n", "        print(\n            b);\n");
    // Another line is as deep.
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        &around(
            "+    pr(out,\n+       b);\n+    if (c) {\n+      d(e,\n+        f);\n+      if (g) {\n+        h();\n+      }\n+    }\n",
        ),
    );
}
