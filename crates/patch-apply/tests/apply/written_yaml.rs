//! Added lines that YAML cannot read at their depth, or reads as something else.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under};
use crate::written::{is_refused_for, makes};

const COMPOSE: &str = "services:\n  web:\n    image: web\n    ports:\n      - \"80:80\"\n      - \"81:81\"\n    depends_on:\n      - db\n  api:\n    image: api\n    depends_on:\n      - db\n";

const JOBS: &str = "jobs:\n  a:\n    steps:\n      - name: x\n        run: |\n          one\n          two\n      - name: y\n        run: z\n";

/// What follows `at` in the file becomes `new` there.
#[track_caller]
fn adds(file: &str, body: &str, at: &str, new: &str) {
    makes(file, &[body], &file.replacen(at, &format!("{at}{new}"), 1));
}

#[test]
fn what_yaml_cannot_read_is_as_deep_as_it_can() {
    for own in [
        "    - \"82:82\"",
        "- \"82:82\"",
        "        - \"82:82\"",
        "\t- \"82:82\"",
        "\t\t\t- \"82:82\"",
    ] {
        let body = format!("       - \"80:80\"\n       - \"81:81\"\n+{own}\n     depends_on:\n");
        adds(COMPOSE, &body, "\"81:81\"\n", "      - \"82:82\"\n");
    }
    // One that would be more text of the item before it.
    let body = "     depends_on:\n       - db\n+        - cache\n   api:\n";
    adds(COMPOSE, body, "- db\n", "      - cache\n");
    // In the place of a key.
    for own in ["image: web2", "  image: web2", "\timage: web2"] {
        let body = format!("   web:\n-    image: web\n+{own}\n     ports:\n");
        makes(COMPOSE, &[&body], &COMPOSE.replace("image: web", "image: web2"));
    }
    let body = "     image: web\n+\tenv:\n+\t\tA: b\n     ports:\n";
    adds(COMPOSE, body, "image: web\n", "    env:\n      A: b\n");
    // A step of a list, and a line of a text.
    for own in ["+    - name: w\n+      run: v\n", "+- name: w\n+  run: v\n"] {
        let body = format!("           two\n{own}       - name: y\n");
        adds(JOBS, &body, "two\n", "      - name: w\n        run: v\n");
    }
    for own in ["between", "      between", "echo a: b", "if a; then"] {
        let body = format!("           one\n+{own}\n           two\n");
        adds(JOBS, &body, "one\n", &format!("          {}\n", own.trim_start()));
    }
    // A blank too many, which other rules know.
    let body = "       - db\n+     restart: always\n   api:\n";
    adds(COMPOSE, body, "- db\n", "    restart: always\n");
    // The keys of an item.
    let list = "- name: a\n  uses: b\n- name: c\n";
    adds(list, " - name: c\n+    uses: d\n", "name: c\n", "  uses: d\n");
}

#[test]
fn what_yaml_cannot_read_is_refused_where_it_may_be_at_two_depths() {
    for (file, body) in [
        // At the end of a text, or behind it.
        (JOBS, "           two\n+    env: b\n       - name: y\n"),
        (JOBS, "           two\n+between\n       - name: y\n"),
        // Of several lists and maps.
        (COMPOSE, "       - db\n+   - a: b\n   api:\n"),
    ] {
        is_refused_for(Cause::UnmappedIndentation, file, body);
    }
}

#[test]
fn what_other_rules_make_of_a_hunk_is_not_written_where_yaml_cannot_read_it() {
    let file = "name: x\n\nread:\n  a: b\n\non: [push]\n\nenv:\n  c: d\n  e: 1\n";
    let hunk = "   name: x\n \n-read:\n+reads:\n     a: b\n \n   on: [push]\n \n   env:\n     c: d\n+  f: 3\n+\n     e: 1\n";
    is_refused_for(Cause::UnmappedIndentation, file, hunk);
}

#[test]
fn what_yaml_reads_or_never_read_is_written_as_it_is() {
    for (body, at, new) in [
        // Other maps and lists.
        ("       - db\n+    restart: always\n   api:\n", "- db\n", "    restart: always\n"),
        ("       - db\n+  cache:\n+    image: c\n   api:\n", "- db\n", "  cache:\n    image: c\n"),
        ("       - db\n+# more\n   api:\n", "- db\n", "# more\n"),
        ("     ports:\n+    - \"79:79\"\n+    # more\n       - \"80:80\"\n", "", ""),
        (
            "     image: web\n+      of more words\n     ports:\n",
            "image: web\n",
            "      of more words\n",
        ),
        (
            "     image: web\n+    args: [a,\n+  b]\n     ports:\n",
            "image: web\n",
            "    args: [a,\n  b]\n",
        ),
        (
            "     image: web\n+    env: &env\n+      A: |\n+       b: c\n+         d\n     ports:\n",
            "image: web\n",
            "    env: &env\n      A: |\n       b: c\n         d\n",
        ),
        ("       - db\n+{{- if .b }}\n   api:\n", "- db\n", "{{- if .b }}\n"),
    ] {
        if !at.is_empty() {
            adds(COMPOSE, body, at, new);
        }
    }
    // Templates, what cannot be read, too little to tell, prose, and what only removes.
    let template = format!("{COMPOSE}{{{{ a }}}}\n");
    let body = "       - \"81:81\"\n+    - \"82:82\"\n     depends_on:\n";
    adds(&template, body, "\"81:81\"\n", "    - \"82:82\"\n");
    adds(&format!("{COMPOSE}   a: b\n"), body, "\"81:81\"\n", "    - \"82:82\"\n");
    let prose = "## A\n\n- Note: a\n- Note: b\n";
    adds(prose, " - Note: a\n+    - Note: c\n - Note: b\n", "Note: a\n", "    - Note: c\n");
    let list = "Fruits:\n  - apple\n  - pear\n";
    adds(list, "   - apple\n+      - red\n   - pear\n", "apple\n", "      - red\n");
    makes(
        COMPOSE,
        &["     image: web\n-    ports:\n       - \"80:80\"\n"],
        &COMPOSE.replacen("    ports:\n", "", 1),
    );
    // A removed key whose value stays, which a later patch may remove.
    makes(
        COMPOSE,
        &["     image: web\n-    ports:\n+    build: .\n       - \"80:80\"\n"],
        &COMPOSE.replacen("    ports:\n", "    build: .\n", 1),
    );
    // Numbers that are true.
    let patch = "--- a/f\n+++ b/f\n@@ -6,2 +6,3 @@\n       - \"81:81\"\n+    - \"82:82\"\n     depends_on:\n";
    let after = COMPOSE.replacen("\"81:81\"\n", "\"81:81\"\n    - \"82:82\"\n", 1);
    applies(&[("f", COMPOSE)], patch, &[("f", &after)]);
    let git = patch.replace("-6,2 +6,3", "-5,2 +5,3");
    applies_under(
        Contract::Git,
        &[("f", COMPOSE)],
        &git.replace("-5,2 +5,3", "-6,2 +6,3"),
        &[("f", &after)],
    );
}

#[test]
fn items_that_are_as_deep_as_their_key_are_deeper_where_the_file_has_them_so() {
    const FILE: &str = "spec:\n  ports:\n    - port: 80\n      name: a\n    - port: 90\n      name: b\n  selector:\n    app: x\n";
    let item = "   - port: 80\n     name: a\n";
    let new = "  - port: 81\n    name: c\n";
    let moved = "    - port: 81\n      name: c\n";
    let added = format!("+{}", new.replacen('\n', "\n+", 1));
    adds(FILE, &format!("   ports:\n{item}{added}   - port: 90\n"), "name: a\n", moved);
    let last = item.replace("80", "90").replace('a', "b");
    adds(
        FILE,
        &format!("{}{added}   selector:\n", last.replace("nbme", "name")),
        "name: b\n",
        moved,
    );
    makes(
        FILE,
        &[
            "   ports:\n   - port: 80\n-    name: a\n+    name: c\n+    protocol: UDP\n   - port: 90\n",
        ],
        &FILE.replace("name: a\n", "name: c\n      protocol: UDP\n"),
    );
    for hunk in [
        // A key of the block around as well, or another step.
        format!("   - port: 90\n     name: b\n{added}+  type: d\n   selector:\n"),
        "   ports:\n   - port: 80\n       name: a\n+  - port: 81\n   - port: 90\n".into(),
    ] {
        is_refused_for(Cause::UnmappedIndentation, FILE, &hunk);
    }
}
