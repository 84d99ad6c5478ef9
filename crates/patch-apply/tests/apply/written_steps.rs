//! Added lines in other steps than the file, where the context agrees with the file and shows no step
//! of the patch.

use crate::support::applies;
use crate::written::makes;

const JS: &str = "\
const limit = 1;

class Store {
    get(key) {
        return this.map[key];
    }

    has(key) {
        if (this.map) {
            return key in this.map;
        }
        return false;
    }
}

function run(store) {
    store.get(limit);
}
";

#[test]
fn the_first_lines_of_a_block_are_as_deep_as_the_next_one_in_it() {
    let method = "    set(key, value) {\n        this.map[key] = value;\n    }\n\n";
    let after = JS.replace("    get(key)", &format!("{method}    get(key)"));
    for step in ["  ", "        "] {
        let body = format!("+{}", method.replace("    ", step).trim_end().replace('\n', "\n+"));
        let body = format!(" class Store {{\n{body}\n+\n");
        makes(JS, &[&body], &after);
        // Beside a line that is shown they stay.
        let next = format!("{body}     get(key) {{\n");
        let own = method.replace("    ", step);
        let as_is = JS.replace("    get(key)", &format!("{own}    get(key)"));
        makes(JS, &[&next], &as_is);
        // Numbers that are true say that nothing is wrong with the patch.
        let numbered = format!("--- a/f\n+++ b/f\n@@ -3,1 +3,5 @@\n{body}");
        let as_is =
            JS.replace("    get(key)", &format!("{}    get(key)", method.replace("    ", step)));
        applies(&[("f", JS)], &numbered, &[("f", &as_is)]);
    }
    let yaml = "jobs:\n    lint:\n        runs-on: ubuntu\n";
    makes(
        yaml,
        &[" jobs:\n+  test:\n+    runs-on: ubuntu\n"],
        &yaml.replace("jobs:\n", "jobs:\n    test:\n        runs-on: ubuntu\n"),
    );
}

#[test]
fn a_block_at_the_margin_is_in_the_steps_of_the_file() {
    let new = "function stop(store) {\n    if (store) {\n        store.clear();\n    }\n}\n\n";
    let after = JS.replace("function run", &format!("{new}function run"));
    let body = |step: &str| {
        let lines: String =
            new.replace("    ", step).lines().map(|line| format!("+{line}\n")).collect();
        format!("{lines} function run(store) {{\n")
    };
    makes(JS, &[&body("  ")], &after);
    let [file, after] = [JS, &after].map(|text| text.replace("    ", "  "));
    makes(&file, &[&body("    ")], &after);
    // In the place of a line.
    let body = "-const limit = 1;\n+const limit = {\n+  least: 1,\n+  most: 2,\n+};\n";
    let after = JS.replace("limit = 1;", "limit = {\n    least: 1,\n    most: 2,\n};");
    makes(JS, &[body], &after);
    let python = JS.replace("{\n", ":\n").replace("class Store", "class Store(A)");
    let body = "+def stop():\n+  if a:\n+    clear()\n+\n function run(store) :\n";
    makes(
        &python,
        &[body],
        &python.replace("function run", "def stop():\n    if a:\n        clear()\n\nfunction run"),
    );
}

#[test]
fn steps_that_may_be_meant_stay() {
    let as_is = |file: &str, before: &str, lines: &[&str], next: &str| {
        let added: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let marked: String = lines.iter().map(|line| format!("+{line}\n")).collect();
        let body = format!(" {before}\n{marked}");
        let old = format!("{before}\n{next}");
        makes(file, &[&body], &file.replacen(&old, &format!("{before}\n{added}{next}"), 1));
    };
    // Labels are in no step, and stand for none.
    let cpp = "class A {\n  public:\n    int a;\n    int b;\n};\n\nint f() {\n    return 1;\n}\n";
    as_is(cpp, "class A {", &["    int c;"], "  public:");
    as_is(&cpp.replace("  public:\n", ""), "class A {", &["  public:"], "    int a;");
    // What is added opens the block that the next line is in.
    let yaml = "ci:\n  strategy:\n      rust: 1\n      os: a\n";
    as_is(yaml, "  strategy:", &["    matrix:"], "      rust: 1");
    let js = "class A extends B {\n    super(a);\n    this.b = a;\n  }\n}\n";
    as_is(js, "class A extends B {", &["  constructor(a) {"], "    super(a)");
    // The file has blocks in such steps as well.
    let two = JS.replace("    store.get", "  store.get");
    as_is(&two, "const limit = 1;", &["", "function stop() {", "  go();", "}"], "\nclass Store");
    // What is aligned is in no step of blocks.
    as_is(JS, "const limit = 1;", &["const a = f(one,", "            two);"], "\nclass Store");
    // Text and prose.
    let text = "function a() {\n    b();\n}\n\nlet c = `\nx\n`;\n\nfunction d() {\n    e();\n}\n";
    as_is(text, "let c = `", &["if (a) {", "  b();", "}"], "x");
    let prose = "# Title\n\n## Part\n\n```\nif (a) {\n    b();\n    if (c) {\n        d();\n    }\n}\n```\nend\n";
    as_is(prose, "## Part", &["f(() => {", "  g();", "});"], "\n```");
}
