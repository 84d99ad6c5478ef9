//! Blocks of added lines that are deeper, or less deep, than the two equally deep lines around them.

use crate::support::applies;
use crate::written::makes;

const TS: &str = "class Loader {\n  read(name: string): string {\n    const text = load(name);\n    this.count += 1;\n    return text;\n  }\n\n  clear(): void {\n    this.cache.clear();\n  }\n}\n";

#[test]
fn a_block_is_as_deep_as_the_two_lines_around_it() {
    let method = "  has(name: string): boolean {\n    return this.cache.has(name);\n  }\n\n";
    let after = TS.replace("  clear()", &format!("{method}  clear()"));
    // Two blanks too deep, in steps of four, at the margin.
    for own in [
        method.replace("\n  ", "\n    ").replacen("  ", "    ", 1),
        method.replace("  ", "    "),
        method.replace("\n  ", "\n").replacen("  ", "", 1),
    ] {
        let lines: String = own.lines().map(|line| format!("+{line}\n")).collect();
        let body = format!("   }}\n \n{lines}   clear(): void {{\n");
        makes(TS, &[&body], &after);
        let numbered = format!("--- a/f\n+++ b/f\n@@ -6,3 +6,7 @@\n{body}");
        let as_is = TS.replace("  clear()", &format!("{own}  clear()"));
        applies(&[("f", TS)], &numbered, &[("f", &as_is)]);
    }
    let body = "     const text = load(name);\n+      log(text);\n     this.count += 1;\n";
    makes(TS, &[body], &TS.replace("    this.count", "    log(text);\n    this.count"));
    let yaml = "jobs:\n  lint:\n    runs-on: ubuntu\n    steps:\n      - run: npm ci\n      - run: npm test\n";
    for (body, at, new) in [
        ("     runs-on: ubuntu\n+      timeout: 5\n     steps:\n", "    steps", "    timeout: 5\n"),
        ("     runs-on: ubuntu\n+  timeout: 5\n     steps:\n", "    steps", "    timeout: 5\n"),
        (
            "       - run: npm ci\n+    - run: build\n+      if: a\n       - run: npm test\n",
            "      - run: npm test",
            "      - run: build\n        if: a\n",
        ),
    ] {
        makes(yaml, &[body], &yaml.replace(at, &format!("{new}{at}")));
    }
    let json = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n";
    makes(
        json,
        &["   \"a\": 1,\n+    \"x\": 0,\n   \"b\": 2,\n"],
        &json.replace("  \"b\"", "  \"x\": 0,\n  \"b\""),
    );
}

#[test]
fn a_block_that_may_be_meant_at_another_depth_stays_there() {
    let keeps = |file: &str, body: &str, at: &str| {
        let added: String = body
            .lines()
            .filter_map(|line| line.strip_prefix('+'))
            .map(|line| format!("{line}\n"))
            .collect();
        makes(file, &[body], &file.replace(at, &format!("{added}{at}")));
    };
    let body =
        |added: &str| format!("     const text = load(name);\n{added}     this.count += 1;\n");
    for added in [
        // Comments, directives, labels, what goes on, what ends nothing or another block, text.
        "+// log(text);\n",
        "+#ifdef A\n+  log(text);\n+#endif\n",
        "+  again:\n",
        "+      .map(x);\n",
        "+      log(text)\n",
        "+  }\n+\n+  load(x) {\n",
        "+        log(`\n+      a`);\n",
    ] {
        keeps(TS, &body(added), "    this.count");
    }
    // Where the file has such lines itself.
    let odd = TS.replace("    return text", "      odd();\n    return text");
    keeps(&odd, &body("+      log(text);\n"), "    this.count");
    // Where one of the lines around is deeper, or the line in front opens something.
    keeps(TS, "     this.count += 1;\n     return text;\n+      go();\n   }\n", "  }\n\n  clear");
    let yaml = "a:\n  b: 1\n  c: |\n    d\n  e: 2\n  f:\n  g: 3\n";
    keeps(yaml, "   f:\n+    x: 1\n   g: 3\n", "  g: 3");
    keeps(yaml, "   b: 1\n+h:\n   c: |\n", "  c: |");
    let list = "- name: a\n- name: b\n";
    keeps(list, " - name: a\n+  uses: c\n - name: b\n", "- name: b");
    let prose = "## A\n\n- Note: a\n- Note: b\n";
    keeps(prose, " - Note: a\n+  - Note: c\n - Note: b\n", "- Note: b");
}
