//! Lines that a hunk leaves out without a word: two hunks that lost the `@@` between them.

use crate::support::{applies, opencode, refuses, unified};

const FILE: &str = "import os\n\n\ndef load(path):\n    config = read(path)\n    check(config)\n    return config\n\n\ndef middle():\n    pass\n\n\ndef save(path):\n    data = collect(path)\n    write(data)\n    return data\n";

const FRONT: &str = " def load(path):\n     config = read(path)\n-    check(config)\n+    verify(config)\n     return config\n";

const BEHIND: &str = " def save(path):\n     data = collect(path)\n-    write(data)\n+    put(data)\n     return data\n";

fn both(body: &str) -> [String; 2] {
    [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))]
}

#[track_caller]
fn stays(file: &str, body: &str) {
    for patch in both(body) {
        refuses(&[("f", file)], &patch, &["context_not_found"]);
    }
}

#[test]
fn hunks_that_lost_what_is_between_them_are_read_as_two() {
    let after = FILE.replace("check(", "verify(").replace("write(", "put(");
    let far = FILE.replace("    pass\n", &"    work()\n".repeat(200));
    let far_after = after.replace("    pass\n", &"    work()\n".repeat(200));
    for patch in both(&format!("{FRONT}{BEHIND}")) {
        for (file, after) in [(FILE, &after), (&*far, &far_after)] {
            let receipt = applies(&[("f", file)], &patch, &[("f", after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"elided"), "{codes:?}");
        }
    }
    // Three of them; and what only adds.
    let third = " def middle():\n+    start()\n     pass\n";
    let after = after.replace("    pass\n", "    start()\n    pass\n");
    for patch in both(&format!("{FRONT}{third}{BEHIND}")) {
        applies(&[("f", FILE)], &patch, &[("f", &after)]);
    }
}

#[test]
fn what_is_left_out_must_be_certain() {
    let body = format!("{FRONT}{BEHIND}");
    // A part is there twice, not as written, or in the other order.
    stays(&format!("{FILE}\n\n{}", FILE.replace("load", "get")), &body.replace("load", "get"));
    stays(
        &format!(
            "{FILE}\n\ndef save(path):\n    data = collect(path)\n    write(data)\n    return data\n"
        ),
        &body,
    );
    stays(&FILE.replace("collect", "gather"), &body);
    stays(FILE, &format!("{BEHIND}{FRONT}"));
    // What is added may be meant on either side of what is left out.
    stays(FILE, &format!(" def load(path):\n     config = read(path)\n+    log(config)\n{BEHIND}"));
    stays(
        FILE,
        &format!(
            " def load(path):\n     config = read(path)\n{}",
            BEHIND.replace(" def save(path):\n     data = collect(path)\n", "")
        ),
    );
    // A part that changes nothing says that all is meant there.
    stays(
        FILE,
        &format!(
            " def load(path):\n     config = read(path)\n{}",
            BEHIND.replace(" def save(path):\n", "")
        ),
    );
}

#[test]
fn what_is_between_a_head_and_a_change_in_its_block_may_be_left_out() {
    let file = "class A {\n  add(key) {\n    const old = get(key);\n    put(key);\n\n    emit(key, old);\n    return true;\n  }\n\n  drop(key) {\n    del(key);\n    return true;\n  }\n}\n";
    let body = "   add(key) {\n-    emit(key, old);\n+    emit(key);\n     return true;\n   }\n";
    let after = file.replace("emit(key, old)", "emit(key)");
    for patch in both(body) {
        applies(&[("f", file)], &patch, &[("f", &after)]);
    }
    // It is in another block, or the head is there twice.
    stays(&file.replace("    emit(key, old);\n", "").replace("del(key)", "emit(key, old)"), body);
    let [unified, _] = both(body);
    let twice = format!("{file}{}", file.replace("emit", "send").replace("true", "false"));
    refuses(&[("f", &twice)], &unified, &["context_not_found"]);
    // What is added may be meant right below the head.
    stays(file, "   add(key) {\n+    log(key);\n     return true;\n   }\n");
    // Others put something before what is changed, and it is not headed.
    stays(
        file,
        "     const old = get(key);\n-    emit(key, old);\n+    emit(key);\n     return true;\n",
    );
}
