//! Places where a hunk is indented otherwise, beside others where it has its own indentation.

use crate::support::{applies, opencode, refuses, refuses_for};

/// Where the chunk would have to be moved, and has its own indentation elsewhere, that is meant.
#[test]
fn what_has_the_indentation_of_the_chunk_forbids_a_place_that_has_not() {
    let load = "def load(path):\n    with open(path) as f:\n        data = f.read()\n        check(data)\n    return data\n\n";
    let all = "def load_all(paths):\n    for path in paths:\n        with open(path) as f:\n            data = f.read()\n            validate(data)\n";
    let chunk = "@@\n         with open(path) as f:\n             data = f.read()\n-            check(data)\n+            check(data, strict=True)\n";
    refuses(&[("f", &(load.to_owned() + all))], &opencode(chunk), &["ambiguous_context"]);
    let after = load.replace("check(data)", "check(data, strict=True)");
    applies(&[("f", load)], &opencode(chunk), &[("f", &after)]);
    // Two places are as the chunk but for the line that lost its indentation.
    let one = |name: &str| {
        format!(
            "  def {name}(a)\n    a.each do |i|\n      charge(i)\n      notify(i)\n    end\n  end\n\n"
        )
    };
    let third = "  def all\n    accounts.each do |a|\n      a.each do |i|\n        charge(i)\n        notify(i)\n      end\n    end\n  end\n";
    let file = one("one") + &one("two") + third;
    let chunk = "@@\n a.each do |i|\n       charge(i)\n-      notify(i)\n";
    refuses(&[("f", &file)], &opencode(chunk), &["ambiguous_context"]);
}

#[test]
fn what_has_the_indentation_of_the_hunk_below_its_heading_forbids_a_place_that_has_not() {
    let walk = |last: &str| {
        format!(
            "def walk(top):\n    try:\n        scan(top)\n    except OSError as e:\n        if top:\n            fail(e)\n        return\n\n    while top:\n            try:\n                next(top)\n            except OSError as e:\n                if top:\n                    fail(e)\n{last}"
        )
    };
    let body = "             except OSError as e:\n                 if top:\n+                    log(e)\n                     fail(e)\n                 return\n";
    let file = walk("                return 1\n");
    let next = "def step(top):\n    return\n\n".to_owned();
    for header in ["@@ @@", "@@ @@ def walk(top):"] {
        let patch = format!("--- a/f\n+++ b/f\n{header}\n{body}");
        refuses_for(&[("f", &file)], &patch, &["ambiguous at 4"]);
    }
    for anchor in ["@@", "@@ def walk(top):"] {
        refuses_for(&[("f", &file)], &opencode(&format!("{anchor}\n{body}")), &["ambiguous at 4"]);
    }
    // It is in another function than the one that is named.
    let (front, back) = file.split_at(file.find("    while").unwrap());
    let apart = front.to_owned() + &next + &back.replace("    while", "def other(top):\n    while");
    let after = apart.replacen("        if top:\n", "        if top:\n            log(e)\n", 1);
    let patch = format!("--- a/f\n+++ b/f\n@@ @@ def walk(top):\n{body}");
    applies(&[("f", &apart)], &patch, &[("f", &after)]);
    let chunk = opencode(&format!("@@ def walk(top):\n{body}"));
    applies(&[("f", &apart)], &chunk, &[("f", &after)]);
}
