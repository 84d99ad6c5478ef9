//! Records beside each other: what an anchor or a heading names in one is not changed in another.

use crate::support::{applies, opencode, refuses_for, unified};

/// Two records of a kind, an anchor for each, and a change that both have room for.
struct Records {
    file: String,
    anchors: [&'static str; 2],
    change: &'static str,
}

fn records() -> Vec<Records> {
    let two = |record: fn(&str) -> String| record("a") + &record("b");
    let branches = "if (k == c) {\n  x();\n".to_owned()
        + &two(|name| format!("}} else if (k == {name}) {{\n  tls = 1;\n"));
    vec![
        Records {
            file: two(|name| format!("  {{\n    \"name\": \"{name}\",\n    \"port\": 1\n  }},\n")),
            anchors: ["\"name\": \"a\",", "\"name\": \"b\","],
            change: "-    \"port\": 1\n+    \"port\": 2\n",
        },
        Records {
            file: two(|name| {
                format!("- name: {name}\n  uses: cargo\n  with:\n    command: check\n")
            }),
            anchors: ["- name: a", "- name: b"],
            change: "-  uses: cargo\n   with:\n     command: check\n",
        },
        Records {
            file: branches,
            anchors: ["} else if (k == a) {", "} else if (k == b) {"],
            change: "-  tls = 1;\n+  tls = 2;\n",
        },
        Records {
            file: two(|name| format!("#ifdef {name}\nint tls = 1;\n#endif\n")),
            anchors: ["#ifdef a", "#ifdef b"],
            change: "-int tls = 1;\n+int tls = 2;\n",
        },
        Records {
            file: two(|name| format!("title {name}\n-------\n\ntext\n\n")),
            anchors: ["title a", "title b"],
            change: "-text\n+more\n",
        },
        Records {
            file: two(|name| format!("FROM node AS {name}\nENV x=1\nRUN y\n\n")),
            anchors: ["FROM node AS a", "FROM node AS b"],
            change: " ENV x=1\n-RUN y\n+RUN z\n",
        },
        Records {
            file: two(|name| format!("-- {name}\nINSERT INTO s\nVALUES (1, 2, 3);\n\n")),
            anchors: ["-- a", "-- b"],
            change: " INSERT INTO s\n-VALUES (1, 2, 3);\n+VALUES (1, 2, 4);\n",
        },
        Records {
            file: two(|name| format!("/* {name} */\n.x {{ color: red; }}\n.y {{ top: 0; }}\n\n")),
            anchors: ["/* a */", "/* b */"],
            change: " .x { color: red; }\n-.y { top: 0; }\n+.y { top: 1; }\n",
        },
        Records {
            file: format!(
                "<dict>\n{}</dict>\n",
                two(|name| {
                    format!(
                        "\t<key>{name}</key>\n\t<dict>\n\t\t<key>Path</key>\n\t\t<string>x</string>\n\t</dict>\n"
                    )
                })
            ),
            anchors: ["<key>a</key>", "<key>b</key>"],
            change: " \t\t<key>Path</key>\n-\t\t<string>x</string>\n+\t\t<string>y</string>\n",
        },
    ]
}

/// The same, with titles of several markups.
fn titles() -> Vec<Records> {
    let two = |record: fn(&str) -> String| record("a") + &record("b");
    vec![
        Records {
            file: two(|name| format!("\\section{{{name}}}\n\\item One.\n\\item Two.\n\n")),
            anchors: ["\\section{a}", "\\section{b}"],
            change: " \\item One.\n-\\item Two.\n+\\item 2.\n",
        },
        Records {
            file: two(|name| format!("== {name}\n\n. One.\n. Two.\n\n")),
            anchors: ["== a", "== b"],
            change: " . One.\n-. Two.\n+. 2.\n",
        },
        Records {
            file: two(|name| format!("  <h2>{name}</h2>\n  <p>One.</p>\n  <p>Two.</p>\n")),
            anchors: ["<h2>a</h2>", "<h2>b</h2>"],
            change: "   <p>One.</p>\n-  <p>Two.</p>\n+  <p>2.</p>\n",
        },
        Records {
            file: two(|name| format!("<dt>{name}</dt>\n<dd>One.</dd>\n<dd>Two.</dd>\n")),
            anchors: ["<dt>a</dt>", "<dt>b</dt>"],
            change: " <dd>One.</dd>\n-<dd>Two.</dd>\n+<dd>2.</dd>\n",
        },
        Records {
            file: two(|name| format!(":{name}\necho one\ncall two\ngoto :eof\n\n")),
            anchors: [":a", ":b"],
            change: " echo one\n-call two\n+call 2\n",
        },
        Records {
            file: two(|name| {
                format!("{name} :: Int -> Int\n{name} x =\n  let y = x\n   in y * 2\n\n")
            }),
            anchors: ["a :: Int -> Int", "b :: Int -> Int"],
            change: "   let y = x\n-   in y * 2\n+   in y * 3\n",
        },
    ]
}

#[test]
fn what_an_anchor_names_is_not_changed_in_the_next_record() {
    for Records { file, anchors, change } in records().into_iter().chain(titles()) {
        let (front, back) = file.split_at(file.rfind(anchors[1]).unwrap());
        let (old, new) = (changed(change, '-'), changed(change, '+'));
        let stale = front.replace(old.trim(), "moved on") + back;
        for (at, anchor) in anchors.into_iter().enumerate() {
            let [mut before, mut behind] = [front, back].map(str::to_owned);
            let half = if at == 0 { &mut before } else { &mut behind };
            *half = half.replace(&old, &new);
            let chunk = opencode(&format!("@@ {anchor}\n{change}"));
            applies(&[("f", &file)], &chunk, &[("f", &(before + &behind))]);
        }
        let chunk = opencode(&format!("@@ {}\n{change}", anchors[0]));
        refuses_for(&[("f", &stale)], &chunk, &["outside_heading"]);
        // A dash after `@@` would be that of a number.
        if !anchors[0].starts_with('-') {
            let hunk = unified(&format!("@@ {} @@\n{change}", anchors[0]));
            refuses_for(&[("f", &stale)], &hunk, &["outside_heading"]);
        }
    }
}

/// The changed line of a change with this sign, empty if it has none.
fn changed(change: &str, sign: char) -> String {
    let line = change.split_inclusive('\n').find_map(|line| line.strip_prefix(sign));
    line.unwrap_or_default().to_owned()
}

#[test]
fn a_number_in_another_record_is_believed() {
    let file = "{\n  \"name\": \"a\",\n  \"tls\": 1\n}\n{\n  \"name\": \"b\",\n  \"port\": 1\n}\n";
    let hunk = unified("@@ -7 +7 @@ \"name\": \"a\",\n-  \"port\": 1\n+  \"port\": 2\n");
    applies(&[("f", file)], &hunk, &[("f", &file.replace("port\": 1", "port\": 2"))]);
}

#[test]
fn a_bracket_or_a_subtitle_does_not_lead_into_the_next_record() {
    let functions =
        "int a(void)\n{\n\tz();\n\treturn 1;\n}\n\nint b(void)\n{\n\tx();\n\treturn 1;\n}\n";
    let chunk = opencode("@@ int a(void)\n {\n-\tx();\n+\ty();\n \treturn 1;\n");
    refuses_for(&[("f", functions)], &chunk, &["outside_heading at 8, 1"]);
    let log = "## [b]\n### Fixed\n- y\n\n## [a]\n### Fixed\n- x\n- z\n";
    let chunk = opencode("@@ ## [b]\n ### Fixed\n+- w\n - x\n - z\n");
    refuses_for(&[("f", log)], &chunk, &["outside_heading at 6, 1"]);
    let vim =
        "function! s:a()\n  let z = 1\nendfunction\n\nfunction! s:b()\n  let x = 1\nendfunction\n";
    let chunk = opencode("@@ function! s:a()\n-  let x = 1\n+  let x = 2\n endfunction\n");
    refuses_for(&[("f", vim)], &chunk, &["outside_heading at 6, 1"]);
}

#[test]
fn a_line_that_heads_nothing_has_no_records_beside_it() {
    let file = "import a\nimport b\nimport c\n\nx = 1\n\ny = 1\ngo(y)\n\nz = 2\n\ngo(x)\n";
    for anchor in ["import a", "x = 1", "y = 1"] {
        let chunk = opencode(&format!("@@ {anchor}\n-go(x)\n+go(z)\n"));
        applies(&[("f", file)], &chunk, &[("f", &file.replace("go(x)", "go(z)"))]);
    }
}

#[test]
fn a_heading_that_is_part_of_a_line_or_names_a_member_keeps_a_hunk_in_what_that_opens() {
    let class = |name: &str, line: &str| {
        format!(
            "export class {name} {{\n  load(path) {{\n    {line}\n    return parse();\n  }}\n}}\n\n"
        )
    };
    let here = class("Reader", "const d = read(path);") + &class("Writer", "d = 1");
    let moved_on = class("Reader", "const d = readAll(path);");
    let stale = moved_on + &class("Writer", "const d = read(path);");
    let body = "-    const d = read(path);\n+    const d = read(path, 1);\n     return parse();\n";
    for heading in ["@@ class Reader @@", "@@ Reader.load @@", "@@ class Reader > load @@"] {
        let hunk = unified(&format!("{heading}\n{body}"));
        applies(&[("f", &here)], &hunk, &[("f", &here.replace("read(path)", "read(path, 1)"))]);
        refuses_for(&[("f", &stale)], &hunk, &["outside_heading"]);
    }
    // Though the number is right.
    let hunk = unified(&format!("@@ -3,2 +3,2 @@ class Reader\n{body}"));
    refuses_for(&[("f", &stale)], &hunk, &["outside_heading at 10, 1"]);
    // A line that git takes for none.
    let map = "x: (\n  \"color\": (\n    class: txt,\n  ),\n  \"text-color\": (\n    class: text,\n  )\n)\n";
    let hunk = unified("@@ \"color\": ( @@\n+    state: hover,\n     class: text,\n");
    refuses_for(&[("f", map)], &hunk, &["outside_heading at 6, 2"]);
}

#[test]
fn a_chunk_that_repeats_its_anchor_is_not_below_another_line_of_that_text() {
    let class = |name: &str, line: &str| {
        format!("class {name}(Base):\n    def load(self):\n        {line}\n        return d\n\n")
    };
    let body =
        "     def load(self):\n-        d = read()\n+        d = read(1)\n         return d\n";
    let here = class("Reader", "d = read()") + &class("Writer", "d = read()");
    let stale = here.replacen("d = read()\n        return d", "pass", 1);
    let after = here.replacen("read()", "read(1)", 1);
    for anchors in
        ["@@ class Reader(Base):\n@@ def load(self):", "@@ class Reader(Base) > def load(self)"]
    {
        let chunk = opencode(&format!("{anchors}\n{body}"));
        applies(&[("f", &here)], &chunk, &[("f", &after)]);
        refuses_for(&[("f", &stale)], &chunk, &["outside_heading at 6, 2"]);
    }
}

#[test]
fn a_block_of_another_form_beside_the_anchor_is_not_what_it_names() {
    for (file, chunk) in [
        (
            "fieldset {\n  radius: 4px;\n}\n\n.row {\n  border: 1px;\n  radius: 4px;\n  flow: no;\n}\n",
            "@@ fieldset {\n-  border: 1px;\n   radius: 4px;\n   flow: no;\n",
        ),
        (
            "a:hover {\n  none: 1;\n}\n\n#main {\n  color: red;\n  width: 8px;\n}\n",
            "@@ a:hover {\n-  color: red;\n   width: 8px;\n",
        ),
        (
            "typos:\n  on: old\n  steps:\n    - x\n\nmin-versions:\n  on: new\n  steps:\n    - y\n",
            "@@ typos:\n   on: new\n   steps:\n-    - y\n+    - z\n",
        ),
        (
            "static int a(int b) {\n  go();\n}\n\nstatic int c(int d) {\n  clear();\n#if X\n  go();\n#endif\n}\n",
            "@@ static int a(int b) {\n-  clear();\n+  wipe();\n #if X\n   go();\n",
        ),
        (
            "def a(\n    x,\n) -> int:\n    pass\n\ndef b(\n    y,\n    x,\n) -> int:\n    host = 1\n    port = 2\n",
            "@@ def a(\n ) -> int:\n     host = 1\n-    port = 2\n+    port = 3\n",
        ),
    ] {
        refuses_for(&[("f", file)], &opencode(chunk), &["outside_heading"]);
    }
}

#[test]
fn the_beginning_of_several_lines_does_not_mean_the_first() {
    let function = |kind: &str, body: &str| {
        format!("string toString({kind}) {{\n  check();\n  {body}\n}}\n\n")
    };
    let chunk = opencode("@@ string toString\n-  return none;\n+  return unknown;\n");
    let twice = function("A", "return none;") + &function("B", "return none;");
    refuses_for(&[("f", &twice)], &chunk, &["ambiguous at 3, 8"]);
    let once = function("A", "go();") + &function("B", "return none;");
    applies(&[("f", &once)], &chunk, &[("f", &once.replace("none", "unknown"))]);
}

#[test]
fn what_is_once_in_what_the_anchor_opens_is_there_whatever_the_order() {
    let function = |name: &str, host: &str| format!("function {name}()\n  host = {host}\nend\n\n");
    let file = ["a", "b", "c", "d"].map(|name| function(name, "x")).concat();
    let chunk = |name: &str| format!("@@ function {name}()\n-  host = x\n+  host = {name}\n");
    let after = ["a", "x", "c", "x"].into_iter().zip(["a", "b", "c", "d"]);
    let after: String = after.map(|(host, name)| function(name, host)).collect();
    for [one, other] in [["a", "c"], ["c", "a"]] {
        let patch = opencode(&(chunk(one) + &chunk(other)));
        applies(&[("f", &file)], &patch, &[("f", &after)]);
    }
}

/// What the outer anchor heads, or the record that it is in, ends before the inner one.
#[test]
fn an_inner_anchor_does_not_lead_out_of_what_the_outer_one_heads() {
    for (file, anchors, change, own, after) in [
        (
            "## Web\n\nText.\n\n## Api\n\nText.\n\n### Options\n\n- a\n",
            ["## Web", "### Options"],
            " \n - a\n+- b\n",
            "## Web\n\n### Options\n\n- a\n",
            "- a\n- b\n",
        ),
        (
            "[web]\na=1\n\n[api]\na=1\n; opts\nb=1\n",
            ["[web]", "; opts"],
            " b=1\n+c=1\n",
            "[web]\n; opts\nb=1\n",
            "b=1\nc=1\n",
        ),
        (
            "FROM x AS web\nENV a=1\n\nFROM x AS api\nENV a=1\nRUN apk add \\\n    git \\\n    make\nCMD a\n",
            ["FROM x AS web", "RUN apk add \\"],
            "     git \\\n+    vim \\\n",
            "FROM x AS web\nRUN apk add \\\n    git \\\n",
            "    git \\\n    vim \\\n",
        ),
        (
            "[\n    {\n        name: \"a\",\n        in: \"a\",\n        want: 2,\n    },\n    {\n        name: \"b\",\n        in: \"a\",\n        want: 1,\n    },\n]\n",
            ["name: \"a\",", "in: \"a\","],
            "-        want: 1,\n+        want: 3,\n     },\n",
            "    {\n        name: \"a\",\n        in: \"a\",\n        want: 1,\n    },\n",
            "        want: 3,\n    },\n",
        ),
    ] {
        let [outer, inner] = anchors;
        let chunk = opencode(&format!("@@ {outer}\n@@ {inner}\n{change}"));
        refuses_for(&[("f", file)], &chunk, &["outside_heading"]);
        // Where the outer one has both.
        let whole = own.to_owned() + file;
        let lines = change.lines().filter(|line| !line.starts_with('+'));
        let old: String = lines.map(|line| line[1..].to_owned() + "\n").collect();
        let old = old.trim_start_matches('\n');
        applies(&[("f", &whole)], &chunk, &[("f", &whole.replacen(old, after, 1))]);
    }
    // A comment heads no section.
    let file = "# See the original.\n\n[package]\nname = 1\nport = 2\n";
    let chunk = opencode("@@ # See the original.\n@@ [package]\n name = 1\n-port = 2\n+port = 3\n");
    applies(&[("f", file)], &chunk, &[("f", &file.replace("port = 2", "port = 3"))]);
}
