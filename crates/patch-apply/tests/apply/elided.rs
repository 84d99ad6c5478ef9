//! A line of dots amid the context of a hunk stands for lines of the file.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses, run};

const FILE: &str = "import os\n\n\ndef load(path):\n    config = read(path)\n    if not config:\n        return None\n    config.set(1)\n    config.set(2)\n    validate(config)\n    return config\n\n\ndef other():\n    pass\n";

fn unified(body: &str) -> String {
    format!("--- a/f\n+++ b/f\n@@ @@\n{body}")
}

fn body(dots: &str) -> String {
    format!(
        " def load(path):\n     config = read(path)\n     if not config:\n         return None\n{dots}     validate(config)\n-    return config\n+    return Config(config)\n"
    )
}

#[test]
fn a_line_of_dots_stands_for_the_lines_of_the_file() {
    let after = FILE.replace("return config", "return Config(config)");
    for dots in [
        " ...\n",
        "...\n",
        "     # ... existing code ...\n",
        "     // ...\n",
        " /* ... rest of the function unchanged ... */\n",
    ] {
        let patch = unified(&body(dots));
        let receipt = applies(&[("f", FILE)], &patch, &[("f", &after)]);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"elided"), "{codes:?}");
        let chunk = body(dots);
        let patch = format!("*** Begin Patch\n*** Update File: f\n@@\n{chunk}*** End Patch\n");
        applies(&[("f", FILE)], &patch, &[("f", &after)]);
    }
    // With a change on either side.
    let both = unified(
        "-    config = read(path)\n+    config = get(path)\n     if not config:\n         return None\n ...\n     validate(config)\n-    return config\n+    return Config(config)\n",
    );
    applies(&[("f", FILE)], &both, &[("f", &after.replace("read(", "get("))]);
}

#[test]
fn dots_stand_for_nothing_where_what_is_around_them_is_not_certain() {
    let patch = unified(&body(" ...\n"));
    // A part is there twice, not as written, or in the other order.
    let pair = "    validate(config)\n    return config\n";
    let twice = FILE.replace("    config.set(1)\n", pair);
    refuses(&[("f", &twice)], &patch, &["context_not_found"]);
    refuses(&[("f", &FILE.replace("validate", "check"))], &patch, &["context_not_found"]);
    let turned = "    validate(config)\n    return config\ndef load(path):\n    config = read(path)\n    if not config:\n        return None\n";
    refuses(&[("f", turned)], &patch, &["context_not_found"]);
    // What is after is in another function.
    let away = FILE.replace("    validate", "\n\ndef more(config):\n    validate");
    refuses(&[("f", &away)], &patch, &["context_not_found"]);
    // It is code, which others changed.
    let code = unified(&body("     print(...)\n"));
    let after = FILE.replace("return config", "return Config(config)");
    let receipt = applies(&[("f", FILE)], &code, &[("f", &after)]);
    let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
    assert!(codes.contains(&"context_changed"), "{codes:?}");
}

#[test]
fn what_is_after_dots_is_in_the_block_of_what_is_before_them() {
    let twin = "def more(config):\n    validate(config)\n    return config\n\n\n";
    let after = FILE.replace("return config", "return Config(config)");
    for (file, after) in [
        (format!("{twin}{FILE}"), format!("{twin}{after}")),
        (format!("{FILE}\n\n{twin}"), format!("{after}\n\n{twin}")),
    ] {
        applies(&[("f", &file)], &unified(&body(" ...\n")), &[("f", &after)]);
    }
    let short = unified(" def load(path):\n     # ...\n-    return config\n+    return {}\n");
    let twin = format!("{twin}{FILE}");
    let (front, load) = twin.split_at(twin.find("import").unwrap());
    let after = front.to_owned() + &load.replace("return config", "return {}");
    applies(&[("f", &twin)], &short, &[("f", &after)]);
}

#[test]
fn what_is_added_beside_dots_goes_to_the_context_on_its_other_side() {
    let file = "def test_b():\n    cases = [\n        (1, 2),\n        (3, 4),\n    ]\n    for x, y in cases:\n        assert g(x) == y\n";
    let above = " def test_b():\n     cases = [\n         # ... existing cases ...\n+        (5, 6),\n     ]\n     for x, y in cases:\n";
    let below = " def test_b():\n     cases = [\n+        (5, 6),\n         # ...\n     ]\n     for x, y in cases:\n";
    for (body, after) in [
        (above, file.replace("(3, 4),\n", "(3, 4),\n        (5, 6),\n")),
        (below, file.replace("[\n", "[\n        (5, 6),\n")),
    ] {
        applies(&[("f", file)], &unified(body), &[("f", &after)]);
    }
    // Between two lines of dots nothing is on the other side.
    let amid = above.replace("     ]\n", "         # ...\n     ]\n");
    refuses(&[("f", file)], &unified(&amid), &["context_not_found"]);
}

#[test]
fn dots_do_not_reach_into_the_next_definition() {
    let file = "def user(id):\n    row = get(id)\n    return row\n\n\ndef order(id):\n    row = get(id)\n    return wrap(row)\n";
    let hunk =
        unified("@@\n def user(id):\n     ...\n-    return wrap(row)\n+    return wrap(row, 1)\n");
    refuses(&[("f", file)], &hunk, &["context_not_found"]);
    // A signature of several lines, or another branch, leaves nothing.
    for file in [
        "fn user(\n    id: u8,\n) -> Row {\n    let row = get(id);\n    return wrap(row)\n}\n",
        "fn user() {\n    get(id);\n} else {\n    return wrap(row)\n}\n",
    ] {
        let head = file.lines().next().unwrap();
        let hunk =
            format!("@@\n {head}\n     ...\n-    return wrap(row)\n+    return wrap(row, 1)\n");
        let after = file.replace("wrap(row)", "wrap(row, 1)");
        applies(&[("f", file)], &unified(&hunk), &[("f", &after)]);
    }
}

#[test]
fn dots_at_the_ends_of_a_hunk_stand_for_what_is_beside_it() {
    let file = "export class Repo {\n  async find(id) {\n    const client = await this.connect();\n    const res = await client.query(id);\n    client.release();\n    return res.rows[0] ?? null;\n  }\n\n  async remove(id) {\n    await this.query(id);\n  }\n}\n";
    let added = file.replace("connect();\n", "connect();\n    count(1);\n");
    let changed = file.replace("null", "undefined");
    for (body, after) in [
        (
            "   async find(id) {\n     const client = await this.connect();\n+    count(1);\n     // ... rest of the method\n",
            &added,
        ),
        (
            "   async find(id) {\n     const client = await this.connect();\n+    count(1);\n     // ...\n   }\n",
            &added,
        ),
        (
            "     // ... existing code ...\n     client.release();\n-    return res.rows[0] ?? null;\n+    return res.rows[0] ?? undefined;\n   }\n   // ... existing code ...\n }\n",
            &changed,
        ),
        (
            "   async find(id) {\n     // ...\n-    return res.rows[0] ?? null;\n+    return res.rows[0] ?? undefined;\n     // ...\n",
            &changed,
        ),
    ] {
        let count = |sign| body.lines().filter(|line| !line.starts_with(sign)).count();
        let header = format!("@@ -2,{} +2,{} @@", count('+'), count('-'));
        let numbered = unified(body).replace("@@ @@", &header);
        for patch in [unified(body), opencode(&format!("@@\n{body}")), numbered] {
            let receipt = applies(&[("f", file)], &patch, &[("f", after)]);
            assert!(receipt.diagnostics.iter().any(|note| note.code == "elided"), "{patch}");
        }
    }
    for body in [
        // What is added is beside the dots alone, or where else it may belong.
        "   async find(id) {\n     // ...\n+    count(1);\n",
        "     // ...\n+    count(1);\n   }\n",
        "     // ...\n   }\n+\n   // ...\n",
    ] {
        for patch in [unified(body), opencode(&format!("@@\n{body}"))] {
            assert!(run(&[("f", file)], &patch, Contract::Agent).is_err(), "{patch}");
        }
    }
}
