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
fn a_line_next_to_what_is_replaced_may_be_left_out() {
    let file = "def load(path):\n    config = read(path)\n    check(config)\n    config.set(1)\n    log(config)\n    return config\n";
    let after = file.replace("set(1)", "set(2)");
    let body = " def load(path):\n     config = read(path)\n     check(config)\n-    config.set(1)\n+    config.set(2)\n     log(config)\n     return config\n";
    for line in ["     check(config)\n", "     log(config)\n"] {
        for patch in both(&body.replace(line, "")) {
            let receipt = applies(&[("f", file)], &patch, &[("f", &after)]);
            assert_eq!(receipt.diagnostics.last().map(|note| note.code), Some("context_changed"));
        }
        let patch = unified(&format!("@@ -1,5 +1,5 @@\n{}", body.replace(line, "")));
        applies(&[("f", file)], &patch, &[("f", &after)]);
    }
    // It opens the block that the next line is in, or ends the one before.
    let job = "jobs:\n  test:\n    needs: build\n    timeout: 45\n    steps:\n      - uses: checkout@v6\n      - run: make\n";
    let enumeration = "enum A {\n    one,\n    two,\n}\nfn a() {}\nfn b() {}\n";
    for (file, old, new, body) in [
        (
            job,
            "v6",
            "v7",
            "   test:\n     needs: build\n     timeout: 45\n-      - uses: checkout@v6\n+      - uses: checkout@v7\n       - run: make\n",
        ),
        (
            enumeration,
            "fn a() {}",
            "pub fn a() {}",
            " enum A {\n     one,\n     two,\n-fn a() {}\n+pub fn a() {}\n fn b() {}\n",
        ),
    ] {
        for patch in both(body) {
            applies(&[("f", file)], &patch, &[("f", &file.replace(old, new))]);
        }
    }
    let without = |line: &str| body.replace(line, "");
    for (file, body) in [
        // Two lines, or one that opens a block in which the next line is not, or that leaves one.
        (file.replace("    check", "    audit()\n    check"), without("     check(config)\n")),
        (file.replace("check(config)", "with lock():"), without("     check(config)\n")),
        (file.replace("    check(config)", "check(config)"), without("     check(config)\n")),
        // It may be meant to be replaced as well, or is added.
        (file.replace("log(config)", "config.get(1)"), without("     log(config)\n")),
        (
            file.to_owned(),
            without("     log(config)\n").replace("set(2)\n", "set(2)\n+    log(config)\n"),
        ),
        // What is added may be meant on either side of it.
        (
            file.to_owned(),
            without("     check(config)\n")
                .replace("-    config.set(1)\n", "")
                .replace("set(2)\n", "set(2)\n     config.set(1)\n"),
        ),
        (
            file.to_owned(),
            without("     check(config)\n-    config.set(1)\n")
                .replace("set(2)\n", "set(2)\n-    config.set(1)\n"),
        ),
        // It is the like of one beside it, or most lines are elsewhere as well.
        (
            file.replace("    check", "    config.set(1)\n    check")
                .replace("    check(config)\n", ""),
            without("     check(config)\n"),
        ),
        (
            format!("{file}\n{}", file.replace("def load", "def save")),
            without("     check(config)\n"),
        ),
        // It heads another thing than the line in front of it does.
        (
            "eval :: Env\neval _ (Num n) = n\neval env (Add a b) = do\neval env (Mul a b) = do\n  x <- eval env a\n  y <- eval env b\n  pure x\n".to_owned(),
            " eval :: Env\n eval _ (Num n) = n\n eval env (Add a b) = do\n-  x <- eval env a\n-  y <- eval env b\n+  x <- run env a\n+  y <- run env b\n   pure x\n".to_owned(),
        ),
        // Few lines tell where it is.
        (
            file.to_owned(),
            without("     check(config)\n")
                .replace(" def load(path):\n", "")
                .replace("     log(config)\n     return config\n", ""),
        ),
    ] {
        for patch in both(&body) {
            let refusal =
                crate::support::run(&[("f", &file)], &patch, patch_apply::Contract::Agent);
            assert!(refusal.is_err(), "{refusal:?}\n{patch}");
        }
    }
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

#[test]
fn the_rest_of_what_is_removed_does_not_stay() {
    let python = "def f(self):\n    status = post(self)\n    if status == 200:\n        self.announce(\n            \"ok\", status\n        )\n        show(self)\n    return status\n";
    let chain = "function active(users) {\n  const limit = max(1);\n  const result = users\n    .filter((u) => u.age > limit);\n  report(result);\n  return result;\n}\n";
    let yaml = "steps:\n  - name: a\n    uses: a\n  - name: Test\n    run: |\n      cargo test\n  - name: Lint\n    run: cargo clippy\n";
    for (file, body) in [
        // The end of a call, of a chain and of a value.
        (
            python,
            "     status = post(self)\n     if status == 200:\n-        self.announce(\n-            \"ok\", status\n+        log(status)\n         show(self)\n     return status\n",
        ),
        (
            python,
            "     status = post(self)\n     if status == 200:\n-        self.announce(\n-            \"ok\", status\n         show(self)\n     return status\n",
        ),
        (
            chain,
            " function active(users) {\n   const limit = max(1);\n-  const result = users\n+  const result = of(users);\n   report(result);\n   return result;\n",
        ),
        (
            yaml,
            "     uses: a\n   - name: Test\n-    run: |\n+    run: make\n   - name: Lint\n     run: cargo clippy\n",
        ),
        // The beginning of a call.
        (
            python,
            " def f(self):\n     status = post(self)\n     if status == 200:\n-            \"ok\", status\n-        )\n+        log(status)\n         show(self)\n     return status\n",
        ),
    ] {
        for patch in both(body) {
            refuses(&[("f", file)], &patch, &["context_not_found"]);
        }
    }
}
