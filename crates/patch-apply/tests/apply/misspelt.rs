//! A word of the context that is misspelt, next to what is changed as elsewhere.

use crate::support::{applies, opencode, refuses, unified};

const FILE: &str = "def load(self, name):\n    path = join(self.root, name)\n    with open(path) as fh:\n        data = fh.read()\n    size = len(data)\n    self.seen[name] = size\n    return data\n";

fn chunk(line: &str) -> String {
    format!(
        "     path = join(self.root, name)\n     with open(path) as fh:\n{line}\n-    size = len(data)\n+    size = measure(data)\n     self.seen[name] = size\n"
    )
}

#[test]
fn one_letter_of_a_word_of_the_context_may_be_wrong() {
    let after = FILE.replace("len(data)", "measure(data)");
    for line in
        ["         data = fh.raed()", "         data = fh.redd()", "         dta = fh.read()"]
    {
        let (line, is_short) = (chunk(line), line.contains("dta"));
        for patch in
            [opencode(&format!("@@\n{line}")), unified(&format!("@@ -2,5 +2,5 @@\n{line}"))]
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
        (format!("{FILE}\nraed()\n"), chunk("         data = fh.raed()")),
        // Most lines are in another place as well.
        (format!("{FILE}\n{twin}"), chunk("         data = fh.raed()")),
        // Digits are no letters.
        (FILE.replace("fh.read", "fh.read1"), chunk("         data = fh.read2()")),
        // Two words, or two lines.
        (FILE.to_owned(), chunk("         dtaa = fh.raed()")),
        (FILE.to_owned(), chunk("         data = fh.raed()").replace("self.seen", "self.sene")),
        // The patch has it more often.
        (FILE.to_owned(), chunk("         data = fh.raed()").replace("measure(", "measure(raed, ")),
        // It is removed.
        (FILE.to_owned(), chunk("-        data = fh.raed()")),
    ] {
        refuses(&[("f", &file)], &opencode(&format!("@@\n{lines}")), &["context_not_found"]);
    }
}
