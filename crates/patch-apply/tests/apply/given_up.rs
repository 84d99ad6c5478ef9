//! Outer context that no place may give up.

use crate::support::{applies, file_of, opencode, refuses, refuses_for, unified};

const RULES: &str = "all: build\n\nheader: header.c\n\t@echo \"building\"\n\t$(CC) $(CFLAGS) -o $@ $<\n\tstrip $@\n";

#[test]
fn what_may_replace_a_removed_line_is_not_given_up() {
    let hunk = " header: header.c\n \t@echo \"building\"\n-\t$(CC) $(CFLAGS) -o $@ $<\n \t$(CC) $(LTO) -o $@ $<\n";
    let files = [("f", RULES)];
    // The numbers count it as added.
    let counted = unified(&("@@ -3,3 +3,3 @@\n".to_owned() + hunk));
    applies(&files, &counted, &[("f", &RULES.replace("CFLAGS", "LTO"))]);
    // They count it as context, or there are none.
    for counts in ["@@ -3,4 +3,3 @@\n", "@@ ... @@\n"] {
        refuses_for(&files, &unified(&(counts.to_owned() + hunk)), &["one_line_differs"]);
    }
    refuses_for(&files, &opencode(&format!("@@\n{hunk}")), &["one_line_differs"]);
    // Before what is removed as well.
    let first =
        "@@ -5,3 +5,2 @@\n \t$(CC) $(LTO) -o $@ $<\n-\t$(CC) $(CFLAGS) -o $@ $<\n \tstrip $@\n";
    refuses_for(&files, &unified(first), &["one_line_differs"]);
}

#[test]
fn what_was_changed_beside_a_removed_line_is_given_up() {
    // More like the line of the file, which was changed, than like what is removed.
    let file = "use b;\nuse log::info;\nuse c::{Read, Seek};\n";
    let patch = unified("@@ -1,3 +1,2 @@\n use b;\n-use log::info;\n use c::{Read};\n");
    applies(&[("f", file)], &patch, &[("f", "use b;\nuse c::{Read, Seek};\n")]);
}

/// Rules of a style sheet, each with such lines.
fn sheet(names: &[&str]) -> String {
    let rule = |name: &&str| format!(".{name} {{\n  display: flex;\n  padding: 4px;\n}}\n\n");
    names.iter().map(rule).collect()
}

#[test]
fn another_name_in_the_place_of_one_is_another_record() {
    let chunk = " .audit {\n-  display: flex;\n+  display: grid;\n   padding: 4px;\n }\n";
    let file = sheet(&["order", "event"]).replacen("4px", "8px", 1);
    refuses_for(&[("f", &file)], &opencode(&format!("@@\n{chunk}")), &["one_line_differs"]);
    // The next rule is where it was.
    let numbered = format!("@@ -6,4 +6,4 @@\n{chunk}");
    refuses_for(&[("f", &file)], &unified(&numbered), &["one_line_differs"]);
    // It has a new name.
    let renamed = sheet(&["order", "audit-log"]).replacen("4px", "8px", 1);
    let (head, tail) = renamed.rsplit_once("flex").unwrap();
    applies(&[("f", &renamed)], &unified(&numbered), &[("f", &format!("{head}grid{tail}"))]);
    // Nothing else has that form.
    let alone = sheet(&["event"]);
    let own = numbered.replace("-6,4 +6,4", "-1,4 +1,4");
    applies(&[("f", &alone)], &unified(&own), &[("f", &alone.replace("flex", "grid"))]);
}

/// A word that all lines of the form have is no part of a name.
#[test]
fn what_all_names_of_a_form_share_makes_none_the_same() {
    let case = |name: &str, at: u8| {
        format!(
            "\tcase {name}:\n\t\tif (len < MIN)\n\t\t\treturn -1;\n\t\tret = run({at});\n\t\tbreak;\n"
        )
    };
    let cases = |names: [&str; 3]| {
        let all = names.iter().zip(0..).map(|(name, at)| case(name, at));
        format!("switch (cmd) {{\n{}}}\n", all.collect::<String>())
    };
    let hunk = unified(
        "@@ -7,5 +7,6 @@\n \tcase CMD_INGEST:\n \t\tif (len < MIN)\n \t\t\treturn -1;\n+\t\tbusy = 1;\n \t\tret = run(1);\n \t\tbreak;\n",
    );
    let file = cases(["CMD_SEARCH", "CMD_MAIL", "CMD_PROXY"]);
    refuses_for(&[("f", &file)], &hunk, &["one_line_differs"]);
    // The name was changed, or nothing shows what the form is.
    for names in [["CMD_SEARCH", "CMD_INGESTED", "CMD_PROXY"], ["SEARCH", "CMD_MAIL", "PROXY"]] {
        let file = cases(names);
        let after = file.replace("\t\tret = run(1)", "\t\tbusy = 1;\n\t\tret = run(1)");
        applies(&[("f", &file)], &hunk, &[("f", &after)]);
    }
}

#[test]
fn the_title_of_what_is_changed_is_not_given_up_for_another() {
    let release =
        |name: &str| format!("## [{name}]\n\n### Added\n\n- one\n- two\n\n### Fixed\n\n- x\n\n");
    let hunk = unified(
        "@@ -3,10 +3,10 @@\n ## [alpha]\n \n ### Added\n \n - one\n-- two\n+- 2\n \n ### Fixed\n \n - x\n",
    );
    let file = |first: &str| format!("# Log\n\n{}{}", release(first), release("gamma"));
    refuses_for(&[("f", &file("beta"))], &hunk, &["one_line_differs"]);
    let renamed = file("alpha.1");
    applies(&[("f", &renamed)], &hunk, &[("f", &renamed.replacen("- two", "- 2", 1))]);
}

#[test]
fn what_names_a_record_may_touch_what_is_removed() {
    let file = "msgid \"one more\"\nmsgstr \"\"\n\nmsgid \"table\"\nmsgstr \"\"\n\n#, format\n";
    let chunk =
        "@@\n \n msgid \"Built-in tags\"\n-msgstr \"\"\n+msgstr \"Clibeanna\"\n \n #, format\n";
    refuses_for(&[("f", file)], &opencode(chunk), &["one_line_differs"]);
}

#[test]
fn another_name_behind_what_is_only_added_is_no_other_record() {
    let file = "msgid \"a\"\nmsgstr \"eins\"\n\nmsgid \"b\"\nmsgstr \"zwei\"\n\n";
    let patch = unified(
        "@@ -1,5 +1,8 @@\n msgid \"a\"\n msgstr \"eins\"\n \n+msgid \"new\"\n+msgstr \"\"\n+\n msgid \"b\"\n msgstr \"deux\"\n",
    );
    let after = file.replace("msgid \"b\"", "msgid \"new\"\nmsgstr \"\"\n\nmsgid \"b\"");
    applies(&[("f", file)], &patch, &[("f", &after)]);
}

#[test]
fn a_definition_with_another_type_is_no_other_record() {
    let file = "long find(int id) {\n  check(id);\n  return get(id);\n}\n\nlong size(Key id) {\n  check(id);\n  note(id);\n  return len(id);\n}\n";
    let hunk = |head: &str| {
        format!(
            "@@ -6,5 +6,6 @@\n {head} {{\n   check(id);\n   note(id);\n+  log(id);\n   return len(id);\n }}\n"
        )
    };
    let after = file.replace("note(id);\n", "note(id);\n  log(id);\n");
    for head in ["long size(int id)", "unsigned size(Key id)"] {
        applies(&[("f", file)], &unified(&hunk(head)), &[("f", &after)]);
    }
    // It is defined for two types.
    let both = format!("long size(Path id) {{\n  return 1;\n}}\n\n{file}");
    refuses(&[("f", &both)], &unified(&hunk("long size(int id)")), &["context_not_found"]);
}

#[test]
fn a_copy_of_what_is_removed_is_not_given_up() {
    let block = "def load(self):\n    data = read(self)\n    return data\n\n";
    let file = format!("import a\n\n{block}def stop(self):\n    pass\n");
    let removed: String = block.lines().map(|line| format!("-{line}\n")).collect();
    let hunk = format!(" import a\n \n{removed} def load(self):\n");
    let twice = file.replacen(block, &block.repeat(2), 1);
    for patch in [unified(&format!("@@ -1,7 +1,3 @@\n{hunk}")), opencode(&format!("@@\n{hunk}"))] {
        applies(&[("f", &twice)], &patch, &[("f", &file)]);
        refuses_for(&[("f", &file)], &patch, &["maybe_applied at 1"]);
    }
    // It is another line that follows.
    let other = unified(&format!("@@ -1,7 +1,3 @@\n import a\n \n{removed} def pause(self):\n"));
    applies(&[("f", &file)], &other, &[("f", &file.replacen(block, "", 1))]);
}

#[test]
fn what_is_left_of_two_copies_before_the_number_is_not_removed() {
    let hunk = " x\n }\n-b\n-x\n-}\n c\n d\n";
    let patch = unified(&format!("@@ -5,7 +5,4 @@\n{hunk}"));
    let (twice, once) = (file_of("a x } b x } b x } c d"), file_of("a x } b x } c d"));
    applies(&[("f", &twice)], &patch, &[("f", &once)]);
    refuses_for(&[("f", &once)], &patch, &["maybe_applied at 5 against 2"]);
    // Others took away something else.
    let patch = unified(&format!("@@ -6,7 +6,4 @@\n{hunk}"));
    applies(&[("f", &once)], &patch, &[("f", &file_of("a x } c d"))]);
}

#[test]
fn the_line_that_ends_a_hunk_behind_what_it_removes_may_be_its_replacement() {
    let file = "def load(path):\n    value = read(path)\n    if value is None:\n        return None\n    log(value)\n";
    let lines = "     value = read(path)\n     if value is None:\n-        return None\n         raise KeyError(path)\n";
    for patch in [opencode(&format!("@@\n{lines}")), unified(&format!("@@ -2,4 +2,3 @@\n{lines}"))]
    {
        refuses(&[("f", file)], &patch, &["context_not_found"]);
    }
    // What is less deep was changed by others.
    let changed = lines.replace("         raise KeyError(path)", "     trace(value)");
    let after = file.replace("        return None\n", "");
    applies(&[("f", file)], &unified(&format!("@@ -2,4 +2,3 @@\n{changed}")), &[("f", &after)]);
}

#[test]
fn a_head_that_lost_its_indentation_and_is_elsewhere_is_not_given_up() {
    let get = |name: &str, row: &str, check: &str| {
        format!(
            "func {name}() error {{\n\tif err := row.Scan(&{row}); err != nil {{\n\t\tif {check} {{\n\t\t\treturn ErrGone\n\t\t}}\n\t}}\n}}\n\n"
        )
    };
    let file = get("GetUser", "u", "err == Gone") + &get("GetTeam", "t", "errors.Is(err, Gone)");
    let chunk = "@@\n if err := row.Scan(&t); err != nil {\n-\t\tif err == Gone {\n+\t\tif err == Gone || err == EOF {\n \t\t\treturn ErrGone\n";
    refuses(&[("f", &file)], &opencode(chunk), &["ambiguous_context"]);
}
