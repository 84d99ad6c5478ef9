//! Old lines that the file has with other blanks, quotes or line breaks.

use patch_apply::Receipt;

use crate::support::{applies, opencode, refuses, unified};

const FILE: &str = "import os\n\ndef load(self, name, mode='r'):\n    path = join(self.root, name)\n    size = measure(path, mode, self.limit)\n    self.seen[name] = size\n    return \"done\"\n";

/// A hunk that replaces the line with `measure`, which it shows in this way.
fn replacing(removed: &str, added: &str) -> String {
    format!(
        " def load(self, name, mode='r'):\n     path = join(self.root, name)\n{removed}\n{added}\n     self.seen[name] = size\n     return \"done\"\n"
    )
}

/// The hunk in both formats.
fn both(lines: &str) -> [String; 2] {
    [opencode(&format!("@@\n{lines}")), unified(&format!("@@ -3,5 +3,5 @@\n{lines}"))]
}

/// What is noted.
fn codes(receipt: &Receipt) -> Vec<&'static str> {
    receipt.diagnostics.iter().map(|note| note.code).collect()
}

#[test]
fn a_removed_line_may_have_other_blanks_or_quotes() {
    let after = FILE.replace("measure(path, mode, self.limit)", "count(self)");
    for removed in [
        "-    size = measure(path,mode,self.limit)",
        "-    size=measure(path, mode, self.limit)",
        "-    size = measure( path, mode, self.limit )",
        "-    size  =  measure(path, mode,self.limit)",
    ] {
        for patch in both(&replacing(removed, "+    size = count(self)")) {
            let receipt = applies(&[("f", FILE)], &patch, &[("f", &after)]);
            assert_eq!(codes(&receipt), ["spelled_otherwise"]);
        }
    }
    let removed = "-    size = measure(path, mode, self.limit)";
    let spaced = replacing(removed, "+    size = count(self)").replace(".root, name", ".root,name");
    let patch = opencode(&format!("@@\n import os\n \n{spaced}"));
    let receipt = applies(&[("f", FILE)], &patch, &[("f", &after)]);
    assert_eq!(codes(&receipt), ["context_changed"]);
    let quoted = replacing(removed, "+    size = count(self)").replace("\"done\"", "'done'");
    for lines in [quoted.clone(), quoted.replace("'r'", "\"r\"")] {
        for patch in both(&lines) {
            applies(&[("f", FILE)], &patch, &[("f", &after)]);
        }
    }
}

#[test]
fn what_differs_in_more_than_blanks_and_quotes_is_another_line() {
    let added = "+    size = count(self)";
    for removed in [
        // A word, a sign, the indentation.
        "-    size = measure(path,modes, self.limit)",
        "-    size = measure(path,mode; self.limit)",
        "-      size = measure(path,mode, self.limit)",
        // Two words are not one.
        "-    size = measure(path, mode, selflimit)",
    ] {
        for patch in both(&replacing(removed, added)) {
            refuses(&[("f", FILE)], &patch, &["context_not_found"]);
        }
    }
    // Too few other lines.
    let few = "     path = join(self.root, name)\n-    size = measure(path,mode, self.limit)\n+    size = count(self)\n     self.seen[name] = size\n";
    refuses(&[("f", FILE)], &opencode(&format!("@@\n{few}")), &["context_not_found"]);
    // Most lines are in another place as well.
    let twin = FILE.replace("import os\n\n", "\n").replace("self.limit", "self.most");
    let lines = replacing("-    size = measure(path,mode, self.limit)", added);
    let file = format!("{FILE}{twin}");
    refuses(&[("f", &file)], &opencode(&format!("@@\n{lines}")), &["context_not_found"]);
}

#[test]
fn what_is_added_is_not_spelled_as_the_file_is_not() {
    for (removed, added) in [
        ("-    size = measure(path,mode,self.limit)", "+    size = measure(path,mode,self.most)"),
        ("-    size=measure(path, mode, self.limit)", "+    size=count(self)"),
    ] {
        for patch in both(&replacing(removed, added)) {
            refuses(&[("f", FILE)], &patch, &["context_not_found"]);
        }
    }
    let returning = |added: &str| {
        let lines = "     path = join(self.root, name)\n     size = measure(path, mode, self.limit)\n     self.seen[name] = size\n-    return 'done'\n";
        opencode(&format!("@@\n{lines}{added}\n"))
    };
    refuses(&[("f", FILE)], &returning("+    return 'all'"), &["context_not_found"]);
    let after = FILE.replace("\"done\"", "size");
    applies(&[("f", FILE)], &returning("+    return size"), &[("f", &after)]);
}

#[test]
fn a_line_may_be_wrapped() {
    let after = FILE.replace("measure(path, mode, self.limit)", "count(self)");
    let added = "+    size = count(self)";
    for removed in [
        "-    size = measure(path, mode,\nself.limit)",
        "-    size = measure(path,\nmode, self.limit)",
    ] {
        for patch in both(&replacing(removed, added)) {
            let receipt = applies(&[("f", FILE)], &patch, &[("f", &after)]);
            assert!(codes(&receipt).contains(&"spelled_otherwise"), "{patch}");
        }
    }
    let lines = replacing("-    size = measure(path, mode, self.limit)", added);
    let wrapped = lines.replace("join(self.root, name)", "join(self.root,\nname)");
    for patch in both(&wrapped) {
        applies(&[("f", FILE)], &patch, &[("f", &after)]);
    }
}

#[test]
fn what_is_no_end_of_a_line_is_not_joined() {
    let added = "+    size = count(self)";
    for lines in [
        // The end has a mark, as a line of its own.
        replacing("-    size = measure(path, mode,\n self.limit)", added),
        replacing("-    size = measure(path, mode,\n+self.limit)", added),
        // The end of an added line, or of another one.
        replacing("-    size = measure(path, mode, self.limit)", "+    size = count(self,\nname)"),
        replacing("-    size = measure(path, mode,\nself.most)", added),
    ] {
        for patch in both(&lines) {
            refuses(&[("f", FILE)], &patch, &["context_not_found"]);
        }
    }
    // The file has the first part as a line.
    let file = FILE.replace("    self.seen", "    size = measure(path, mode,\n    self.seen");
    let lines = replacing("-    size = measure(path, mode,\nself.limit)", added);
    refuses(&[("f", &file)], &opencode(&format!("@@\n{lines}")), &["context_not_found"]);
}
