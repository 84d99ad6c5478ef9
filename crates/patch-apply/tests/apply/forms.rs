//! Hunks that are written in another form than the file, and differ from it in another way as well.

use crate::support::{applies, opencode, unified};

const FILE: &str = "import os\n\n\ndef load(path):\n    config = read(path)\n    check(config)\n    index(config)\n    return config\n\n\ndef save(path):\n    data = collect(path)\n    write(data)\n    return data\n";

const BODY: &str = " def load(path):\n     config = read(path)\n-    check(config)\n+    verify(config)\n     index(config)\n     return config\n";

/// A body with each line that is not empty written otherwise.
fn each(body: &str, write: impl Fn(char, &str) -> String) -> String {
    let lines = body.lines().map(|line| {
        let (mark, text) = line.split_at(1);
        let text =
            if text.is_empty() { String::new() } else { write(mark.chars().next().unwrap(), text) };
        format!("{mark}{text}\n")
    });
    lines.collect()
}

/// In the forms that a body may have: deeper, less deep, deeper where it is marked, with numbers.
fn forms(body: &str) -> [String; 5] {
    let mut next = 3;
    let numbered = body.lines().map(|line| {
        let (mark, text) = line.split_at(1);
        next += usize::from(mark != "+");
        if mark == "+" { format!("+{text}\n") } else { format!("{mark}{next:>5}\t{text}\n") }
    });
    [
        each(body, |_, text| format!(" {text}")),
        each(body, |_, text| format!("\t{text}")),
        each(body, |_, text| format!("        {text}")),
        each(body, |mark, text| if mark == ' ' { text.to_owned() } else { format!(" {text}") }),
        numbered.collect(),
    ]
}

fn both(body: &str) -> [String; 2] {
    [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{}", body.replace("@@ @@", "@@")))]
}

#[test]
fn what_is_written_in_another_form_may_differ_in_another_way_as_well() {
    let after = FILE.replace("check(", "verify(");
    let twice = BODY.replace("     index(config)\n", "     index(config)\n     index(config)\n");
    let dots = BODY.replace("     index(config)\n", "     ...\n");
    let with_import = format!(" import os\n \n \n{BODY}");
    let stale = FILE.replace("import os", "import os.path");
    let stale_after = after.replace("import os", "import os.path");
    let lost = format!(
        "{BODY} def save(path):\n     data = collect(path)\n-    write(data)\n+    put(data)\n     return data\n"
    );
    let both_after = after.replace("write(", "put(");
    for (name, file, body, after) in [
        ("twice", FILE, &twice, &after),
        ("dots", FILE, &dots, &after),
        ("stale", &stale, &with_import, &stale_after),
        ("lost", FILE, &lost, &both_after),
    ] {
        for (form, body) in forms(body).iter().enumerate() {
            for patch in both(body) {
                println!("{name} {form}\n{patch}");
                applies(&[("f", file)], &patch, &[("f", after)]);
            }
        }
    }
    // Less deep than the file.
    let file = FILE
        .replace("def", "    def")
        .replace("\n    ", "\n        ")
        .replace("        def", "    def");
    let file = format!("class A:\n{}", file.replace("import os\n\n\n", ""));
    for patch in both(&twice) {
        applies(&[("f", &file)], &patch, &[("f", &file.replace("check(", "verify("))]);
    }
}

#[test]
fn the_form_that_one_hunk_shows_is_that_of_all_marks() {
    let twice = BODY.replace("     index(config)\n", "     index(config)\n     index(config)\n");
    let adds = " def save(path):\n     data = collect(path)\n+    log(data)\n     write(data)\n";
    let [_, _, _, marked, _] = forms(&twice);
    let [_, _, _, adds, _] = forms(adds);
    let after = FILE.replace("check(", "verify(").replace("    write", "    log(data)\n    write");
    for patch in both(&format!("{marked}@@ @@\n{adds}")) {
        applies(&[("f", FILE)], &patch, &[("f", &after)]);
    }
    // One that has its place as it is shows its own.
    let other = " def save(path):\n     data = collect(path)\n-    write(data)\n+    put(data)\n";
    let after = FILE.replace("check(", "verify(").replace("write(", "put(");
    for patch in both(&format!("{marked}@@ @@\n{other}")) {
        applies(&[("f", FILE)], &patch, &[("f", &after)]);
    }
}

#[test]
fn lines_that_are_as_in_the_file_show_the_steps_of_a_hunk() {
    let file = "class A:\n    def load(self, name):\n        path = join(self.root, name)\n        log(\"loading\", path)\n        with open(path) as fh:\n            data = fh.read()\n        size = len(data)\n        self.seen[name] = size\n        return data\n";
    let after = file.replace(
        "        self.seen",
        "        if size < 3:\n            raise Bad(name)\n        self.seen",
    );
    for line in ["log(\"laoding\", path)", "log(\"reading\", path)"] {
        let chunk = format!(
            "   def load(self, name):\n     path = join(self.root, name)\n     {line}\n     with open(path) as fh:\n       data = fh.read()\n     size = len(data)\n+    if size < 3:\n+      raise Bad(name)\n     self.seen[name] = size\n     return data\n"
        );
        applies(&[("f", file)], &opencode(&format!("@@\n{chunk}")), &[("f", &after)]);
    }
}
