//! What the heading after `@@` of a unified diff opens, and what git names there.

use patch_apply::Contract::Git;

use crate::support::{applies, applies_under, refuses_for, unified};

/// The change of a call in a function whose heading goes on below its first line, with a number
/// that is far off.
#[track_caller]
fn is_below(heading: &str, rest: &str) {
    let function = |name: &str, call: &str| {
        let heading = heading.replace("NAME", name);
        format!(
            "{heading}\n{rest}\n    let data = open(path);\n    {call}\n    close(data);\n}}\n\n"
        )
    };
    let before = format!("{}{}", function("load", "read(data);"), function("save", "read(data);"));
    let after = format!("{}{}", function("load", "read(data);"), function("save", "write(data);"));
    let heading = heading.replace("NAME", "save");
    for range in ["-90,3 +90,3 ", ""] {
        let patch = unified(&format!(
            "@@ {range}@@ {heading}\n     let data = open(path);\n-    read(data);\n+    write(data);\n     close(data);\n"
        ));
        applies(&[("f", &before)], &patch, &[("f", &after)]);
    }
}

#[test]
fn a_heading_may_go_on_below_its_first_line() {
    is_below("pub fn NAME<T>(path: T) -> u32", "where\n    T: AsRef<str>,\n{");
    is_below("pub fn NAME<T>(path: T) -> u32", "where T: AsRef<str>\n{");
    is_below("fun <T> NAME(path: T): Int", "where T : CharSequence {");
    is_below("public int NAME(String path)", "throws IOException\n{");
    is_below("public class NAME", "extends Base\nimplements X {");
    is_below("int NAME(int a)", "noexcept\n{");
    is_below("int Store::NAME(int a)", "const\n{");
    is_below("$xNAME = function ($path)", "use ($mode) {");
    is_below("export class NAME extends Component<", "  Props\n> {");
    is_below("export const NAME: Handler<", "  string\n> = async (path) => {");
}

#[test]
fn what_goes_on_with_another_heading_is_not_below_this_one() {
    let file = "impl A {\n    fn sum(self)\n    where\n        V: Add,\n    {\n        self.fold(value)\n    }\n\n    fn all(self)\n    where\n        V: Add,\n    {\n        self.fold(val)\n    }\n}\n";
    let hunk = "@@ @@ fn sum(self)\n     where\n         V: Add,\n     {\n-        self.fold(val)\n+        self.reduce(val)\n     }\n";
    refuses_for(&[("f", file)], &unified(hunk), &["outside_heading at 10, 2"]);
}

#[test]
fn git_names_the_last_definition_though_it_has_ended() {
    let file = "def wait(pid):\n    def sleep(interval):\n        return interval * 2\n\n    while True:\n        if done(pid):\n            # Returned.\n            return 1\n        go_on(pid)\n\n\ndef other(pid):\n    pass\n";
    let hunk = "@@ -90,3 +90,3 @@ def sleep(interval):\n         if done(pid):\n-            # Returned.\n+            # It has ended.\n             return 1\n";
    applies(&[("f", file)], &unified(hunk), &[("f", &file.replace("Returned", "It has ended"))]);
    // Another is between.
    let between = file.replace("    while True", "    def more():\n        pass\n\n    while True");
    refuses_for(&[("f", &between)], &unified(hunk), &["outside_heading at 9, 2"]);
}

#[test]
fn a_heading_that_is_written_loosely_speaks_for_a_twin_of_the_place_at_the_number() {
    let body =
        "{\n        let data = open(id);\n        check(data);\n        close(data);\n    }\n\n";
    let file = |heads: [&str; 2], closes: &str| {
        format!("class Api {{\n    {} {body}    {} {body}{closes}", heads[0], heads[1])
    };
    let hunk = |line: usize, heading: &str| {
        let lines = "         let data = open(id);\n-        check(data);\n+        check(data, id);\n         close(data);\n";
        unified(&format!("@@ -{line},3 +{line},3 @@ {heading}\n{lines}"))
    };
    for (heads, heading) in [
        (["async user(id: string)", "async item(id: string)"], "item(id)"),
        (["async user(id: string)", "async item(id: string)"], "item(id: string)"),
        (["public int user(String id)", "public int item(String id)"], "int item()"),
        (
            ["func (s *Api) user(r *R, id I)", "func (s *Api) item(r *R, id I)"],
            "func (s *Api) item(id I)",
        ),
        (["class user(Base)", "class item(Base)"], "class item:"),
    ] {
        let file = file(heads, "}\n");
        let at = |line: usize| {
            let mut lines: Vec<String> = file.lines().map(|line| format!("{line}\n")).collect();
            lines[line] = "        check(data, id);\n".to_owned();
            lines.concat()
        };
        let before = &[("f", &*file)];
        refuses_for(before, &hunk(3, heading), &["ambiguous at 3, 9"]);
        applies(before, &hunk(9, heading), &[("f", &at(9))]);
        // One that names nothing says nothing, and where the hunk has one place it is not asked.
        applies(before, &hunk(3, "gone(id)"), &[("f", &at(3))]);
        let alone = file.replacen("open(id)", "load(id)", 2).replacen("load", "open", 1);
        let changed = at(3).replacen("open(id)", "load(id)", 2).replacen("load", "open", 1);
        applies(&[("f", &alone)], &hunk(3, heading), &[("f", &changed)]);
        // Git names what it likes.
        applies_under(Git, before, &hunk(3, heading), &[("f", &at(3))]);
    }
}

/// Sections are not renamed as functions are.
#[test]
fn a_section_that_the_file_lacks_is_no_other_one() {
    for heading in ["[services.NAME]", "## The NAME", "\\section{NAME}"] {
        let section = |name: &str, port: u8| {
            format!("{}\nhost = 'a'\nport = {port}\n\n", heading.replace("NAME", name))
        };
        let file = section("web", 1) + &section("api", 2);
        let hunk = |name: &str, at: u8| {
            let heading = heading.replace("NAME", name);
            unified(&format!(
                "@@ -{at},2 +{at},2 @@ {heading}\n host = 'a'\n-port = 2\n+port = 3\n"
            ))
        };
        let after = file.replace("port = 2", "port = 3");
        refuses_for(&[("f", &file)], &hunk("mail", 70), &["outside_heading"]);
        applies(&[("f", &file)], &hunk("api", 70), &[("f", &after)]);
        // It has a new name, or is at the number.
        applies(&[("f", &file)], &hunk("api2", 70), &[("f", &after)]);
        applies(&[("f", &file)], &hunk("mail", 6), &[("f", &after)]);
    }
    // There, if its context is there as well.
    let file = "[db]\nhost = a\nport = 5432\ntimeout = 30\npool = 5\n\n[cache]\nhost = a\nport = 6379\ntimeout = 5\n";
    let hunk = |name: &str| {
        unified(&format!(
            "@@ -2,3 +2,3 @@ [{name}]\n host = a\n port = 8080\n-timeout = 30\n+timeout = 60\n"
        ))
    };
    refuses_for(&[("f", file)], &hunk("server"), &["outside_heading"]);
    applies(&[("f", file)], &hunk("db"), &[("f", &file.replace("30", "60"))]);
}

#[test]
fn what_names_a_definition_that_is_gone_does_not_lead_into_another() {
    let python = "import x\n\n\ndef a():\n    if bad:\n        return None\n    x()\n";
    let class = "class A:\n    def setup(self):\n        self.n = 0\n        self.log = None\n\n    def run(self):\n        pass\n";
    let go = "type UserStore struct {\n\tdb *DB\n}\n\nfunc (s *UserStore) Delete(id int) error {\n\treturn s.db.Exec(id)\n}\n";
    let checks = "     if bad:\n-        return None\n+        raise ZError\n";
    for (file, heading, lines) in [
        (python, "def z():", checks),
        (class, "class B:", "         self.n = 0\n+        self.m = 0\n         self.log = None\n"),
        (go, "type TeamStore struct {", " \tdb *DB\n+\tlog Log\n }\n"),
        (
            "resource \"bucket\" \"logs\" {\n  acl = \"private\"\n  versioning {\n    on = false\n  }\n}\n",
            "resource \"bucket\" \"data\" {",
            "   versioning {\n-    on = false\n+    on = true\n   }\n",
        ),
        (
            "web:\n  env:\n    debug: 0\n    level: 1\n",
            "api:",
            "     debug: 0\n-    level: 1\n+    level: 2\n",
        ),
    ] {
        let count = lines.matches("\n ").count() + 1;
        for header in ["@@".to_owned(), format!("@@ -30,{count} +30,{count} @@")] {
            let patch = unified(&format!("{header} {heading}\n{lines}"));
            refuses_for(&[("f", file)], &patch, &["outside_heading"]);
        }
    }
    // The number is right, other parameters are no other name, and the heading is among the lines.
    let after = python.replace("return None", "raise ZError");
    for (header, lines) in [
        ("@@ -5,2 +5,2 @@ def z():", checks.to_owned()),
        ("@@ def a(b, c):", checks.to_owned()),
        ("@@ -30,2 +30,2 @@ def a(b, c):", checks.to_owned()),
        ("@@ import y", checks.to_owned()),
        ("@@ def a():", format!(" def a():\n{checks}")),
    ] {
        applies(&[("f", python)], &unified(&format!("{header}\n{lines}")), &[("f", &after)]);
    }
}
