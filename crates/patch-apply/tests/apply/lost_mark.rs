//! Context lines that lost their mark, as the counts of the header show.

use patch_apply::Contract;

use crate::support::{applies, refuses, refuses_under, unified};

const GO: &str = "func routes() {\n\thandle(\"/list\", list)\n\thandle(\"/get\", get)\n\thandle(\"/create\", create)\n\thandle(\"/delete\", remove)\n}\n";
const PY: &str = "\"\"\"Jobs.\"\"\"\n\nimport json\nimport os\nimport time\n\nTIMEOUT = 30\n\n\nclass Error(Exception):\n    pass\n";
const TS: &str = "export class Loader {\n  clear(): void {\n    this.cache.clear();\n  }\n}\n\nexport const one = 1;\n";
const JSON: &str = "{\n  \"name\": \"widgets\",\n  \"version\": \"1.4.2\",\n  \"private\": true,\n  \"debug\": false\n}\n";
const YAML: &str = "services:\n  db:\n    image: postgres:15\n    restart: always\n    ports: [1]\n  web:\n    image: nginx:1\n";

/// The patch makes the file another one, and a note says whether a mark was added.
#[track_caller]
fn makes(before: &str, hunk: &str, after: &str, is_noted: bool) {
    let receipt = applies(&[("f", before)], &unified(hunk), &[("f", after)]);
    let noted = receipt.diagnostics.iter().any(|note| note.code == "lost_mark");
    assert_eq!(noted, is_noted, "{hunk}\n{receipt:?}");
}

#[test]
fn a_context_line_that_the_counts_make_an_added_one_is_added() {
    for (before, hunk, after) in [
        // After all others, beside other context or after an added line.
        (
            GO,
            "@@ -2,3 +2,4 @@\n \thandle(\"/list\", list)\n-\thandle(\"/get\", get)\n+\thandle(\"/show\", get)\n \thandle(\"/create\", create)\n \thandle(\"/update\", update)\n",
            GO.replace("/get", "/show")
                .replace("create)\n", "create)\n\thandle(\"/update\", update)\n"),
        ),
        (
            PY,
            "@@ -4,2 +4,4 @@\n import os\n+import threading\n import time\n import zlib\n",
            PY.replace("time\n", "time\nimport zlib\n").replace("os\n", "os\nimport threading\n"),
        ),
        // Before all others, where its number says that it is no line of the file.
        (
            PY,
            "@@ -4,2 +4,4 @@\n import csv\n import os\n+import threading\n import time\n",
            PY.replace("os\n", "os\nimport threading\n")
                .replace("import os", "import csv\nimport os"),
        ),
        // Between others, at another number: there it may be in the file elsewhere.
        (
            PY,
            "@@ -9,4 +9,4 @@\n import time\n \n-TIMEOUT = 30\n TIMEOUT = 60\n \n",
            PY.replace("30", "60"),
        ),
        (
            TS,
            "@@ -2,5 +2,9 @@\n   clear(): void {\n     this.cache.clear();\n   }\n+\n+  size(): number {\n+    return this.cache.size;\n   }\n }\n \n",
            TS.replace(
                "clear();\n  }\n",
                "clear();\n  }\n\n  size(): number {\n    return this.cache.size;\n  }\n",
            ),
        ),
    ] {
        makes(before, hunk, &after, true);
    }
}

#[test]
fn a_line_that_the_file_has_in_another_form_is_none_that_lost_its_mark() {
    let before = "table (\n    id BIGINT,\n    name TEXT,\n    email VARCHAR(120) NOT NULL UNIQUE,\n    at TIME\n);\n";
    let hunk = "@@ -2,2 +2,4 @@\n     id BIGINT,\n     name TEXT,\n+    nick TEXT,\n     email TEXT NOT NULL UNIQUE,\n";
    refuses(&[("f", before)], &unified(hunk), &["context_not_found"]);
    let before = "    match op {\n        Op::Add => 1,\n        Op::Mul | Op::Rem => 2,\n    }\n";
    let hunk = "@@ -1,2 +1,4 @@\n     match op {\n         Op::Add => 1,\n+        Op::Sub => 1,\n         Op::Mul => 2,\n";
    refuses(&[("f", before)], &unified(hunk), &["context_not_found"]);
}

#[test]
fn counts_alone_make_no_context_line_an_added_one() {
    // The file has all of the lines: the counts are wrong.
    makes(
        PY,
        "@@ -4,1 +4,3 @@\n import os\n+import re\n import time\n",
        &PY.replace("os\n", "os\nimport re\n"),
        false,
    );
    // The same, in other places than at the number, or with other indentation.
    makes(
        &TS.replace("  ", "\t"),
        "@@ -2,2 +2,3 @@\n   clear(): void {\n+    this.clears += 1;\n     this.cache.clear();\n   }\n",
        &TS.replace("  ", "\t").replace("void {\n", "void {\n\t\tthis.clears += 1;\n"),
        false,
    );
    // At the end of the hunk it may have changed: it has another value, or heads other lines.
    makes(
        PY,
        "@@ -5,2 +5,3 @@\n-import time\n+import date\n \n TIMEOUT = 20\n",
        &PY.replace("time", "date"),
        false,
    );
    makes(
        PY,
        "@@ -7,3 +7,4 @@\n-TIMEOUT = 30\n+TIMEOUT = 60\n \n \n class Failure(Exception):\n",
        &PY.replace("30", "60"),
        false,
    );
    // Before the others, the number may be that of a line that has changed.
    makes(
        PY,
        "@@ -4,3 +4,4 @@\n import sys\n import time\n \n+LEAST = 1\n TIMEOUT = 30\n",
        &PY.replace("TIMEOUT", "LEAST = 1\nTIMEOUT"),
        false,
    );
    // The patch adds it elsewhere, or the counts show something else.
    refuses(
        &[("f", PY)],
        &unified("@@ -4,2 +4,4 @@\n import os\n+import zlib\n import zlib\n import time\n"),
        &["context_not_found"],
    );
    refuses(
        &[("f", PY)],
        &unified(
            "@@ -4,2 +4,2 @@\n import os\n import zlib\n-import time\n@@ -7,2 +7,3 @@\n TIMEOUT = 30\n+import zlib\n \n",
        ),
        &["context_not_found"],
    );
    refuses(
        &[("f", PY)],
        &unified("@@ -7,3 +7,4 @@\n-TIMEOUT = 30\n TIMEOUT = 60\n \n \n"),
        &["context_not_found"],
    );
    refuses_under(
        Contract::Git,
        &[("f", PY)],
        &unified("@@ -7,3 +7,3 @@\n-TIMEOUT = 30\n TIMEOUT = 60\n \n \n"),
        &["context_not_found"],
    );
}

#[test]
fn a_context_line_that_the_counts_make_a_removed_one_is_removed_where_the_next_has_its_name() {
    for (before, hunk, after) in [
        (
            JSON,
            "@@ -1,4 +1,4 @@\n {\n   \"name\": \"widgets\",\n   \"version\": \"1.4.2\",\n+  \"version\": \"1.5.0\",\n   \"private\": true,\n",
            JSON.replace("1.4.2", "1.5.0"),
        ),
        // Whatever the values, since an object has a key once.
        (
            JSON,
            "@@ -2,2 +2,2 @@\n   \"name\": \"widgets\",\n+  \"name\": \"gears\",\n   \"version\": \"1.4.2\",\n",
            JSON.replace("widgets", "gears"),
        ),
        (
            YAML,
            "@@ -2,3 +2,3 @@\n   db:\n     image: postgres:15\n+    image: postgres:16\n     restart: always\n",
            YAML.replace(":15", ":16"),
        ),
        (PY, "@@ -6,3 +6,3 @@\n \n TIMEOUT = 30\n+TIMEOUT = 60\n \n", PY.replace("30", "60")),
        (
            "a\nDEBUG = True\nb\n",
            "@@ -1,3 +1,3 @@\n a\n DEBUG = True\n+DEBUG = False\n b\n",
            "a\nDEBUG = False\nb\n".into(),
        ),
    ] {
        makes(before, hunk, &after, true);
    }
}

#[test]
fn counts_alone_make_no_context_line_a_removed_one() {
    let insert = |before: &str, line: &str, added: &str| {
        let hunk = format!("@@ -1,3 +1,3 @@\n a\n {line}\n+{added}\n b\n");
        let before = before.replace('_', line);
        let after = before.replacen(line, &format!("{line}\n{added}"), 1);
        makes(&before, &hunk, &after, false);
    };
    for (line, added) in [
        // Other names, no names, or one that the new value builds on.
        ("import os", "import re"),
        ("one = 1", "two = 2"),
        ("use a::b;", "use a::c;"),
        ("has_many :posts", "has_many :tags"),
        ("- name: one", "- name: two"),
        ("COPY --from=build /a /a", "COPY --from=build /b /b"),
        ("x = read()", "x = trim(x)"),
        ("x += 1", "x += 2"),
        ("case 1: return a", "case 2: return b"),
        // Another entry of a list.
        ("After=network.target", "After=docker.service"),
        ("Requires: cmake", "Requires: ninja"),
    ] {
        insert("a\n_\nb\n", line, added);
    }
    // The file gives the name several values.
    insert("a\n_\nb\nPath=1\nPath=2\n", "Path=3", "Path=4");
    // The counts show something else.
    makes(
        "a\nx = 1\nb\n",
        "@@ -1,3 +1,5 @@\n a\n x = 1\n+x = 2\n b\n",
        "a\nx = 1\nx = 2\nb\n",
        false,
    );
    makes(
        "a\nx = 1\nb\n",
        "@@ -1,3 +1,4 @@\n a\n x = 1\n+x = 2\n b\n",
        "a\nx = 1\nx = 2\nb\n",
        false,
    );
}
