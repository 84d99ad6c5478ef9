//! Lines of brackets alone: how deep they are says which of them is meant.

use crate::support::{applies, opencode, refuses, refuses_for, unified};

#[test]
fn a_bracket_of_another_depth_is_another_bracket() {
    // Nothing but a bracket: who knows which it is?
    let bracket = opencode("@@\n });\n+more();\n");
    refuses_for(&[("f", "f(() => {\n  g(() => {\n  });\n")], &bracket, &["whitespace_only"]);
    // The words are where the chunk has them, the bracket is not.
    let chunk = opencode("@@\n     log();\n+    more();\n   });\n");
    refuses_for(&[("f", "f(() => {\n    log();\n});\n")], &chunk, &["whitespace_only"]);
    // All lines are of another unit.
    applies(
        &[("f", "f(() => {\n\tlog();\n});\n")],
        &opencode("@@\n     log();\n+    more();\n });\n"),
        &[("f", "f(() => {\n\tlog();\n\tmore();\n});\n")],
    );
}

#[test]
fn a_number_makes_no_other_bracket_the_one_that_is_meant() {
    let file = "impl A {\n    fn x() {\n        if a {\n            go()\n        }\n    }\n}\n";
    let hunk = |bracket: &str| {
        unified(&format!(
            "@@ -4,3 +4,3 @@\n             go()\n         }}\n-{bracket}\n+{bracket} // x\n"
        ))
    };
    refuses_for(&[("f", file)], &hunk("}"), &["whitespace_only"]);
    let after = file.replace("    }\n}", "    } // x\n}");
    applies(&[("f", file)], &hunk("    }"), &[("f", &after)]);
}

#[test]
fn words_that_close_are_brackets() {
    let file = "module A\n  class S\n    def call\n      run(id)\n    end\n  end\nend\n";
    let chunk = opencode("@@\n     def call\n       run(id)\n-  end\n");
    refuses_for(&[("f", file)], &chunk, &["whitespace_only"]);
    let file = "<main>\n  <div>\n    <div>\n      <b>x</b>\n    </div>\n  </div>\n</main>\n";
    let chunk = opencode("@@\n     <div>\n       <b>x</b>\n-  </div>\n+  </div><!-- g -->\n");
    refuses_for(&[("f", file)], &chunk, &["whitespace_only"]);
    // The first line may have been trimmed.
    let ruby = "class A\n  def a\n    x\n  end\n\n  def b\n    y\n  end\nend\n";
    let chunk = opencode("@@\n end\n \n   def b\n-    y\n+    z\n   end\n");
    applies(&[("f", ruby)], &chunk, &[("f", &ruby.replace('y', "z"))]);
    let chunk = opencode("@@\n-end\n+end # a\n \n   def b\n     y\n");
    refuses_for(&[("f", ruby)], &chunk, &["whitespace_only"]);
    // Nothing but such a word: who knows which it is?
    refuses_for(
        &[("f", "def f\n  a\nend\n")],
        &opencode("@@\n-  end\n+  END\n"),
        &["whitespace_only"],
    );
    // A tag says what it closes, where all is indented otherwise.
    let chunk = opencode("@@\n    </div>\n- </main>\n+ </main><!-- g -->\n");
    let after = file.replace("</main>", "</main><!-- g -->");
    applies(&[("f", file)], &chunk, &[("f", &after)]);
    let shell = "f() {\n  for a in $b; do\n    if [ $a ]; then\n      go\n    fi\n  done\n}\n";
    let chunk = opencode("@@\n       go\n     fi\n-done\n+done | sort\n");
    refuses_for(&[("f", shell)], &chunk, &["whitespace_only"]);
    // All is indented otherwise, or other words are in the line.
    let chunk =
        opencode("@@\n     if [ $a ]; then\n       go\n     fi\n-   done\n+   done | sort\n");
    refuses_for(&[("f", shell)], &chunk, &["whitespace_only"]);
    let chunk = opencode("@@\n   if [ $a ]; then\n     go\n   fi\n- done\n+ done | sort\n");
    applies(&[("f", shell)], &chunk, &[("f", &shell.replace("done", "done | sort"))]);
    let html = "<div>\n  <p>\n    one\n  </p>\n  <b>x</b></div>\n";
    let chunk =
        opencode("@@\n   <p>\n     one\n   </p>\n-    <b>x</b></div>\n+    <b>y</b></div>\n");
    let after = html.replace("<b>x", "<b>y");
    applies(&[("f", html)], &chunk, &[("f", &after)]);
}

#[test]
fn what_is_done_but_for_the_depth_of_a_bracket_is_not_done() {
    let hunk = "@@ -2,4 +2,3 @@\n     go();\n   });\n-});\n end\n";
    refuses_for(&[("f", "on(\n    go();\n});\nend\n")], &unified(hunk), &["one_line_differs"]);
    // Brackets that are as deep tell it as words do.
    let file = "f(() => {\n  g(() => {\n    if (x) {\n    }\n});\n\nh();\n";
    let hunk = "@@ -4,5 +4,4 @@\n     }\n   });\n-});\n \n h();\n";
    refuses_for(&[("f", file)], &unified(hunk), &["lines_differ"]);
}

#[test]
fn a_bracket_nearer_to_the_number_counts() {
    let file = "{\n  x\n  }\n}\n};\ny\n\n{\n  x\n  }\n}\n\n";
    let hunk = "@@ -5,3 +5,4 @@\n   }\n-}\n+} // x\n+// y\n \n";
    refuses_for(&[("f", file)], &unified(hunk), &["ambiguous at 10 against 3"]);
}

#[test]
fn a_bracket_tells_no_two_lines_apart_that_are_indented_otherwise() {
    let chunk = "@@\n     go()\n+    step()\n }\n";
    let twice = "fn f() {\n    if a {\n        go()\n        go()\n    }\n}\n";
    refuses_for(&[("f", twice)], &opencode(chunk), &["whitespace_only"]);
    // Alone, or below an anchor, the line says where it is.
    let once = "fn f() {\n    if a {\n        go()\n    }\n}\n";
    let after = "fn f() {\n    if a {\n        go()\n        step()\n    }\n}\n";
    applies(&[("f", once)], &opencode(chunk), &[("f", after)]);
    let anchored = opencode(&chunk.replace("@@", "@@ if a {"));
    let after = after.replace("go()\n        s", "go()\n        go()\n        s");
    applies(&[("f", twice)], &anchored, &[("f", &after)]);
}

#[test]
fn brackets_alone_are_no_place_where_outer_context_differs() {
    let file = "fn a() {\n    if x {\n        one();\n        if y {\n            two();\n        }\n    }\n}\n\nfn b() {\n    three();\n}\n";
    let chunks = "@@\n fn b() {\n-    three();\n+    three(3);\n }\n@@\n             four();\n         }\n     }\n-}\n+} // end\n";
    refuses_for(&[("f", file)], &opencode(chunks), &["one_line_differs"]);
}

#[test]
fn brackets_alone_are_not_taken_behind_what_the_anchor_opens() {
    let file = "describe('pool', () => {\n  it('opens', () => {\n    run((err) => {\n      if (err) {\n        fail(err)\n      }\n    })\n  })\n\n  after(() => {\n    close()\n  })\n})\n";
    let patch =
        |chunks: &str| format!("*** Begin Patch\n*** Update File: f\n{chunks}*** End Patch\n");
    let inside = "@@   it('opens', () => {\n   })\n+  expect(1)\n })\n";
    refuses(&[("f", file)], &patch(inside), &["context_not_found"]);
    // They are right after it.
    let behind = "@@   after(() => {\n   })\n+  before()\n })\n";
    let after = file.replace("close()\n  })\n", "close()\n  })\n  before()\n");
    applies(&[("f", file)], &patch(behind), &[("f", &after)]);
    let last = "@@     close()\n })\n+done()\n";
    applies(&[("f", file)], &patch(last), &[("f", &format!("{file}done()\n"))]);
}
