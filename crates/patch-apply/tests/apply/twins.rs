//! Two places that are alike, and a hunk that is written otherwise than the file: what is refused of
//! it as written is refused of it so.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses, refuses_for, run, unified};

/// Two functions that are alike but for this value.
fn functions(first: u32, second: u32) -> String {
    let function = |name: &str, size: u32| {
        format!(
            "def {name}(c):\n    c.open(\"db\", \"rw\")\n    c.prepare(\"x\")\n\n    c.set(\"size\", {size})\n    c.set(\"mode\", \"fast\")\n\n    c.flush(\"db\")\n    c.close(\"db\")\n\n\n"
        )
    };
    function("alpha", first) + &function("beta", second)
}

const BODY: &str = "     c.open(\"db\", \"rw\")\n     c.prepare(\"x\")\n \n-    c.set(\"size\", 3)\n+    c.set(\"size\", 9)\n     c.set(\"mode\", \"fast\")\n \n     c.flush(\"db\")\n     c.close(\"db\")\n";

/// The body of a hunk with each text of a line in another form.
fn written(body: &str, form: impl Fn(&str) -> String) -> String {
    let line = |line: &str| {
        let (mark, text) = line.split_at(1);
        let text = if text.is_empty() { String::new() } else { form(text) };
        format!("{mark}{text}\n")
    };
    body.lines().map(line).collect()
}

/// The body in forms that agree with the file at one of the looser rungs each, and in part.
fn forms(body: &str) -> Vec<String> {
    let curly = |text: &str| {
        let parts: Vec<&str> = text.split('"').collect();
        parts.chunks(2).map(|pair| pair.join("\u{201C}")).collect::<Vec<_>>().join("\u{201D}")
    };
    vec![
        written(body, |text| format!("  {text}")),
        written(body, |text| text.trim_start().to_owned()),
        written(body, |text| text.replace(", ", ",  ")),
        written(body, curly),
        written(body, |text| text.replace(", ", ",\u{A0}")),
        written(body, |text| text.replace('"', "\\\"")),
        body.replace("     c.open", " c.open"),
        body.replace("prepare", "prep"),
        body.replace("     c.prepare(\"x\")\n", ""),
        body.replace("     c.prepare(\"x\")\n \n", "     # ...\n"),
    ]
}

#[test]
fn what_was_changed_at_the_number_is_not_changed_in_a_twin_however_it_is_written() {
    let set = "    c.set(\"size\"";
    let parted = functions(3, 3).replacen(set, &format!("    c.log()\n{set}"), 1);
    let second = |text: &str| text.split_once("def beta").map(|(_, rest)| rest.to_owned());
    for before in [functions(9, 3), functions(4, 3), parted] {
        for form in forms(BODY) {
            for header in ["@@ -2,8 +2,8 @@\n", "@@ -2,8 +2,8 @@ def alpha(c):\n"] {
                let patch = unified(&format!("{header}{form}"));
                if let Ok((after, _)) = run(&[("f", &before)], &patch, Contract::Agent) {
                    assert_eq!(second(&after["f"]), second(&before), "{patch}");
                }
            }
        }
    }
    for form in forms(BODY) {
        let patch = unified(&format!("@@ -2,8 +2,8 @@\n{form}"));
        refuses(&[("f", &functions(4, 3))], &patch, &["ambiguous_context"]);
    }
}

#[test]
fn what_is_done_is_not_done_to_a_twin_however_it_is_written() {
    let insertion = BODY.replace(
        "-    c.set(\"size\", 3)\n+    c.set(\"size\", 9)\n",
        "     c.set(\"size\", 3)\n+    c.set(\"extra\", \"q\")\n",
    );
    let made = functions(3, 3).replacen(
        "    c.set(\"mode\"",
        "    c.set(\"extra\", \"q\")\n    c.set(\"mode\"",
        1,
    );
    for (before, body) in [(functions(9, 3), BODY), (made, insertion.as_str())] {
        for form in forms(body) {
            let patch = unified(&format!("@@ @@\n{form}"));
            refuses_for(&[("f", &before)], &patch, &["maybe_applied"]);
        }
    }
}

#[test]
fn what_is_written_otherwise_goes_where_nothing_else_is_meant() {
    // The number says so, or there is no other.
    let twins = functions(3, 3);
    let (one, _) = twins.split_once("def beta").unwrap();
    for before in [&twins, one] {
        let after = before.replacen("size\", 3", "size\", 9", 1);
        let forms = forms(BODY);
        for form in forms.iter().take(2).chain(&forms[3..6]) {
            let patch = unified(&format!("@@ -2,8 +2,8 @@\n{form}"));
            applies(&[("f", before)], &patch, &[("f", &after)]);
        }
    }
}

#[test]
fn two_hunks_that_are_written_otherwise_do_not_drag_each_other_to_a_twin() {
    let block = |note: &str| {
        format!(
            "[package]\nedition = \"2021\"\nrust = \"1.63\"\nname = \"crc\"\n{note}version = \"1.5.4\"\nauthors = [\n    \"Sam\",\n]\nbuild = \"b\"\n\n"
        )
    };
    let before = format!(
        "# head\n\n{}[twin]\n\n{}autotests = false\nreadme = \"R\"\nkeywords = [\n    \"hash\",\n]\n",
        block("# TODO: check this\n"),
        block("")
    );
    let patch = "@@ -4,6 +4,6 @@ [package]\n edition = \"2021\"\n rust = \"1.63\"\n name = \"crc\"\n-version = \"1.5.4\"\n+version = \"1.5.5\"\n authors = [\n     \"Sam\",\n@@ -12,5 +12,5 @@ [package]\n \n autotests = false\n readme = \"R\"\n-keywords = [\n+keys = [\n     \"hash\",\n";
    for form in [
        |line: &str| format!("  {line}"),
        |line: &str| line.replace(" = ", "  = "),
        |line: &str| line.replace(" = ", "\u{A0}= "),
    ] {
        let line = |line: &str| match line.split_at(1) {
            ("@", _) => format!("{line}\n"),
            (mark, "") => format!("{mark}\n"),
            (mark, text) => format!("{mark}{}\n", form(text)),
        };
        let patch: String = patch.lines().map(line).collect();
        refuses_for(&[("f", &before)], &unified(&patch), &["ambiguous"]);
    }
}

#[test]
fn what_the_number_or_the_anchor_tells_is_told_in_other_readings_as_well() {
    let (before, after) = (functions(3, 3), functions(9, 3));
    let tight = BODY.replace(" \n", "");
    let dots = BODY.replace("     c.prepare(\"x\")\n \n", "     # ...\n");
    let left_out = BODY.replace("     c.prepare(\"x\")\n", "");
    for patch in [
        unified(&format!("@@ -2,6 +2,6 @@ def alpha(c):\n{tight}")),
        unified(&format!("@@ -2,6 +2,6 @@\n{tight}")),
        opencode(&format!("@@ def alpha(c):\n{tight}")),
        unified(&format!("@@ -2,7 +2,7 @@\n{dots}")),
        unified(&format!("@@ -2,7 +2,7 @@\n{left_out}")),
    ] {
        applies(&[("f", &before)], &patch, &[("f", &after)]);
    }
    let bare = BODY.replace("size\", 9)\n", "size\", 9)\n\n+    c.set(\"z\", 1)\n");
    let both = after.replacen("size\", 9)\n", "size\", 9)\n\n    c.set(\"z\", 1)\n", 1);
    let patch = opencode(&format!("@@ def alpha(c):\n{bare}"));
    applies(&[("f", &before)], &patch, &[("f", &both)]);
    // Nothing tells, or the two are not alike.
    for (body, code) in [
        (&tight, "context_not_found"),
        (&dots, "ambiguous_context"),
        (&left_out, "ambiguous_context"),
    ] {
        refuses(&[("f", &before)], &unified(&format!("@@ @@\n{body}")), &[code]);
    }
    let other = before.replacen("\n\n    c.set", "\n\n\n    c.set", 1);
    let patch = unified(&format!("@@ -2,6 +2,6 @@\n{tight}"));
    refuses(&[("f", &other)], &patch, &["context_not_found"]);
}

/// Nobody is told to leave a hunk out whose removed lines are there still.
#[test]
fn what_is_done_at_a_twin_may_be_left_to_do_at_another() {
    let body = |name: &str, run: &str, last: &str| {
        format!(
            "def {name}(x):\n    # first\n    start(x)\n    {run}\n    stop(x)\n    # {last}\n    return x\n\n\n"
        )
    };
    let (old, new) = ("run(x, y)", "run(x, y, 9)");
    let chunk =
        format!("     # first\n     start(x)\n-    {old}\n+    {new}\n     stop(x)\n     # done\n");
    let file = body("a", new, "done") + &body("b", old, "done now");
    let patches = [unified(&format!("@@ @@\n{chunk}")), opencode(&format!("@@\n{chunk}"))];
    for patch in &patches {
        let refusal = refuses(&[("f", &file)], patch, &["already_applied"]);
        let message = refusal.failures[0].message();
        assert_eq!(
            message,
            "the new lines match at line 2, the old ones nearly at line 11: one of two places that were alike may have been changed already"
        );
        assert!(!refusal.already_applied, "{refusal}");
        assert!(refusal.failures[0].hint.is_some_and(|hint| !hint.contains("leave the hunk out")));
    }
    // Where no more of it is left, and where a number says that it is the place.
    let file = body("a", new, "done") + &body("b", "other(x)", "done now");
    for patch in &patches {
        let refusal = refuses(&[("f", &file)], patch, &["already_applied"]);
        assert!(refusal.already_applied, "{refusal}");
    }
}

#[test]
fn what_defines_another_name_is_not_the_place_of_a_definition_that_the_file_has_elsewhere() {
    let go = |name: &str, parameters: &str| {
        format!(
            "func (s *S) {name}({parameters}r *R) {{\n\tid := r.Value(\"id\")\n\titem, err := s.Get(id)\n\tif err != nil {{\n\t\treturn\n\t}}\n}}\n\n"
        )
    };
    let rust = |head: &str, end: &str| {
        format!(
            "#[test]\n{head} {{\n    let doc = parse(\"\");\n    let items = doc.items();\n    assert_eq!(items.len(), 0);\n{end}}}\n\n"
        )
    };
    let python = |head: &str| {
        format!(
            "{head}:\n    def get(self):\n        value = self.load()\n        return value\n\n\n"
        )
    };
    let c = |head: &str| {
        format!(
            "{head}\n{{\n\tstruct dev *d = to_dev(inode);\n\n\tmutex_lock(&d->lock);\n\td->users++;\n\treturn 0;\n}}\n\n"
        )
    };
    for (file, hunk) in [
        (
            go("getUser", "") + &go("getOrder", "ctx C, "),
            "@@ -1,4 +1,4 @@\n func (s *S) getOrder(r *R) {\n-\tid := r.Value(\"id\")\n+\tid := r.Value(\"order\")\n \titem, err := s.Get(id)\n \tif err != nil {\n",
        ),
        (
            rust("fn empty()", "") + &rust("fn blank() -> Result<()>", "    Ok(())\n"),
            "@@ -2,5 +2,5 @@\n fn blank() {\n     let doc = parse(\"\");\n     let items = doc.items();\n-    assert_eq!(items.len(), 0);\n+    assert!(items.is_empty());\n }\n",
        ),
        (
            python("class A") + &python("class B(Base, metaclass=Meta)"),
            "@@ -1,4 +1,4 @@\n class B(Base):\n     def get(self):\n-        value = self.load()\n+        value = self.load_b()\n         return value\n",
        ),
        (
            c("static int dev_open(struct file *file)")
                + &c("static int dev_release(struct file *file, int flags)"),
            "@@ -1,7 +1,7 @@\n static int dev_release(struct file *file)\n {\n \tstruct dev *d = to_dev(inode);\n \n \tmutex_lock(&d->lock);\n-\td->users++;\n+\td->users--;\n \treturn 0;\n",
        ),
    ] {
        let chunk = hunk.split_once('\n').map(|(_, lines)| format!("@@\n{lines}"));
        refuses(&[("f", &file)], &unified(hunk), &["context_not_found"]);
        // The first that matches is another one without a number too.
        let chunk = opencode(&chunk.expect("a header"));
        assert!(run(&[("f", &file)], &chunk, Contract::Agent).is_err(), "{chunk}");
    }
}
