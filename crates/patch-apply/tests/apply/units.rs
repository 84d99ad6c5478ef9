//! Steps of indentation in which the file and the patch differ, and lines that say nothing of them.

use patch_apply::Cause;

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
    // Two depths alone do not show it; what is as deep as context that moved leaves that open,
    // wherever it is added.
    let file = "namespace s {\n    interface E {\n        count: number;\n    }\n}\n";
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        "+    interface R {\n+      get: F;\n+    }\n     interface E {\n       count: number;\n",
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
