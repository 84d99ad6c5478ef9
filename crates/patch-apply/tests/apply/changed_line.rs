//! A context line that is misspelt or was changed, next to what a hunk changes as elsewhere.

use crate::support::{applies, opencode, refuses, unified};

const FILE: &str = "def load(self, name):\n    path = join(self.root, name)\n    with open(path) as fh:\n        data = fh.read()\n    size = len(data)\n    self.seen[name] = size\n    return data\n";

/// A line before what is added, and one before what is replaced.
fn adding(line: &str) -> String {
    format!(
        "     path = join(self.root, name)\n     with open(path) as fh:\n{line}\n+        fh.close()\n     size = len(data)\n     self.seen[name] = size\n"
    )
}

fn replacing(line: &str) -> String {
    adding(line).replace(
        "+        fh.close()\n     size = len(data)\n",
        "-    size = len(data)\n+    size = measure(data)\n",
    )
}

#[test]
fn one_letter_of_a_word_of_the_context_may_be_wrong() {
    let after = FILE.replace("fh.read()\n", "fh.read()\n        fh.close()\n");
    for line in
        ["         data = fh.raed()", "         data = fh.redd()", "         dta = fh.read()"]
    {
        let (line, is_short) = (adding(line), line.contains("dta"));
        for patch in
            [opencode(&format!("@@\n{line}")), unified(&format!("@@ -2,5 +2,6 @@\n{line}"))]
        {
            if is_short {
                refuses(&[("f", FILE)], &patch, &["context_not_found"]);
            } else {
                applies(&[("f", FILE)], &patch, &[("f", &after)]);
            }
        }
    }
}

#[test]
fn what_may_be_another_word_is_not_misspelt() {
    let twin = FILE.replace("def load(self", "def look(self").replace("read()", "rend()");
    for (file, lines) in [
        // The file has the word.
        (format!("{FILE}\nraed()\n"), adding("         data = fh.raed()")),
        // Most lines are in another place as well.
        (format!("{FILE}\n{twin}"), adding("         data = fh.raed()")),
        // Digits are no letters.
        (FILE.replace("fh.read", "fh.read1"), adding("         data = fh.read2()")),
        // Two words, or two lines.
        (FILE.to_owned(), adding("         dtaa = fh.raed()")),
        (FILE.to_owned(), adding("         data = fh.raed()").replace("self.seen", "self.sene")),
        // The patch has it more often.
        (FILE.to_owned(), adding("         data = fh.raed()").replace("close(", "close(raed, ")),
        // It is removed.
        (FILE.to_owned(), adding("-        data = fh.raed()")),
    ] {
        refuses(&[("f", &file)], &opencode(&format!("@@\n{lines}")), &["context_not_found"]);
    }
}

#[test]
fn a_line_next_to_what_is_replaced_may_have_changed() {
    let after = FILE.replace("len(data)", "measure(data)");
    for (old, shown) in [
        ("        data = fh.read()", "        data = fh.read_old()"),
        ("        data = fh.read()", "        data = fh.read(4096)"),
        ("    self.seen[name] = size", "    self.seen_old[name] = size"),
    ] {
        // The last line of the hunk may be an added one that lost its mark.
        let body = format!("{}     return data\n", replacing("         data = fh.read()"));
        let body = body.replace(old, shown);
        for patch in
            [opencode(&format!("@@\n{body}")), unified(&format!("@@ -2,6 +2,6 @@\n{body}"))]
        {
            applies(&[("f", FILE)], &patch, &[("f", &after)]);
        }
    }
}

#[test]
fn what_may_be_another_line_has_not_changed() {
    let body = format!("{}     return data\n", replacing("         data = fh.read()"));
    let shown = |old: &str, new: &str| body.replace(old, new);
    for (file, body) in [
        // Little of it is there, or another name is, or the file has the word.
        (FILE.to_owned(), shown("data = fh.read()", "data, more = source()")),
        (FILE.to_owned(), shown("self.seen[name]", "self.paths[name]")),
        (FILE.to_owned(), shown("self.seen[name]", "self.seen[root]")),
        // Another line is as much like it.
        (format!("{FILE}\nself.seen[root] = size\n"), shown("self.seen[name]", "self.seen[key]")),
        // The patch adds what the file lacks: the writer may have meant to change this as well.
        (FILE.to_owned(), shown("self.seen[name] = size", "self.seen[name] = measure")),
        // Nothing else shows whether the patch is escaped.
        (
            FILE.replace("data = fh.read()", "data = fh.read(\"binary\")"),
            shown("data = fh.read()", "data = fh.read(\\\"binary\\\", 1)")
                .replace("measure(data)", "measure(\\\"data\\\")"),
        ),
        // It touches what is added alone.
        (FILE.to_owned(), adding("         data = fh.read(4096)")),
        // It ends the hunk.
        (
            FILE.to_owned(),
            replacing("         data = fh.read()").replace("self.seen[", "self.seen_old["),
        ),
    ] {
        refuses(&[("f", &file)], &opencode(&format!("@@\n{body}")), &["context_not_found"]);
    }
}

/// The record that is meant is gone, and another has the same lines.
#[test]
fn what_names_one_of_several_records_has_not_changed() {
    let package = |name: &str, version: &str| {
        format!(
            "[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nsource = \"here\"\ndeps = []\n"
        )
    };
    let file = format!("{}\n{}", package("foo-core", "0.1.0"), package("other", "0.3.0"));
    let body = " [[package]]\n name = \"foo-sys\"\n-version = \"0.1.0\"\n+version = \"0.2.0\"\n source = \"here\"\n deps = []\n";
    for patch in [opencode(&format!("@@\n{body}")), unified(&format!("@@ -1,5 +1,5 @@\n{body}"))] {
        refuses(&[("f", &file)], &patch, &["context_not_found"]);
    }
    let file =
        FILE.replace("    return data\n", "    return data\n\ndef save(self, name):\n    pass\n");
    let body = " class Store:\n".to_owned()
        + " def load_all(self, name):\n-    path = join(self.root, name)\n+    path = name\n     with open(path) as fh:\n         data = fh.read()\n";
    refuses(
        &[("f", &format!("class Store:\n{file}"))],
        &opencode(&format!("@@\n{body}")),
        &["ambiguous_context"],
    );
}

#[test]
fn one_line_of_the_context_may_have_changed_where_the_number_is_right() {
    let file = "open(a)\nfirst(chunk)\ntransform(chunk2)\nlast(b)\nclose(a)\n";
    let after = file.replace("(chunk)", "(c)").replace("(b)", "(c)");
    let body =
        " open(a)\n-first(chunk)\n+first(c)\n transform(chunk)\n-last(b)\n+last(c)\n close(a)\n";
    let numbered =
        |number: usize, body: &str| unified(&format!("@@ -{number},5 +{number},5 @@\n{body}"));
    let grown = |file: &str| format!("before()\n{file}");
    applies(&[("f", file)], &numbered(1, body), &[("f", &after)]);
    applies(&[("f", &grown(file))], &numbered(2, body), &[("f", &grown(&after))]);
    let shown = |line: &str| body.replace("transform(chunk)", line);
    for (file, patch) in [
        // The number is another, or there is none.
        (grown(file), numbered(1, body)),
        (file.to_owned(), opencode(&format!("@@\n{body}"))),
        // A line that is not like it, that names another thing, or that is elsewhere in the file,
        (file.to_owned(), numbered(1, &shown("convert(it)"))),
        (file.to_owned(), numbered(1, &shown("transform(it)"))),
        (format!("{file}transform(chunk)\n"), numbered(1, body)),
        // or that has words of those that are added.
        (file.to_owned(), numbered(1, &body.replace("last(c)", "last(chunk)"))),
        // A second line that is not there, and nothing that is removed.
        (file.to_owned(), numbered(1, &body.replace("open(a)", "open(b)"))),
        (
            file.to_owned(),
            unified(
                "@@ -1,4 +1,5 @@\n open(a)\n first(chunk)\n+next(c)\n transform(chunk)\n last(b)\n",
            ),
        ),
    ] {
        refuses(&[("f", &file)], &patch, &["context_not_found"]);
    }
}

#[test]
fn the_number_of_a_changed_line_may_be_off_as_those_of_its_neighbours_are() {
    let file = "before()\nbegin(a)\ngo(a)\nfirst(chunk)\ntransform(chunk2)\nlast(b)\nstop(a)\n";
    let lines = "-first(chunk)\n+first(c)\n transform(chunk)\n-last(b)\n+last(c)\n";
    let go = |line: usize| format!("@@ -{line},2 +{line},2 @@\n begin(a)\n-go(a)\n+go(b)\n");
    let stop = |line: usize| format!("@@ -{line} +{line} @@\n-stop(a)\n+stop(b)\n");
    let own = format!("@@ -3,3 +3,3 @@\n{lines}");
    let done = file.replace("(chunk)", "(c)").replace("(b)", "(c)").replace("go(a)", "go(b)");
    applies(&[("f", file)], &unified(&format!("{}{own}", go(1))), &[("f", &done)]);
    let done = done.replace("stop(a)", "stop(b)");
    applies(&[("f", file)], &unified(&format!("{}{own}{}", go(1), stop(6))), &[("f", &done)]);
    let done = done.replace("go(b)", "go(a)");
    applies(&[("f", file)], &unified(&format!("{own}{}", stop(6))), &[("f", &done)]);
    // They show two offsets, or another one.
    for hunks in [format!("{}{own}{}", go(1), stop(7)), format!("{own}{}", stop(5))] {
        refuses(&[("f", file)], &unified(&hunks), &["context_not_found"]);
    }
}
