//! Of a hunk of several changes the file has some already.

use crate::support::{applies, refuses};

const HUNK: &str = "@@ -1,6 +1,7 @@\n import os\n+import shutil\n import sys\n \n def main():\n-    run(sys.argv)\n+    run_all(sys.argv)\n     return 0\n";

fn unified(hunks: &str) -> String {
    format!("--- a/f\n+++ b/f\n{hunks}")
}

fn file(imports: &str, call: &str) -> String {
    format!("import os\n{imports}import sys\n\ndef main():\n    {call}(sys.argv)\n    return 0\n")
}

#[test]
fn what_is_left_of_a_hunk_is_done() {
    let after = file("import shutil\n", "run_all");
    let bare = HUNK.replace("-1,6 +1,7 ", "");
    for hunk in [HUNK, &bare] {
        let patch = unified(hunk);
        for before in [file("import shutil\n", "run"), file("", "run_all")] {
            let receipt = applies(&[("f", &before)], &patch, &[("f", &after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"part_applied"), "{codes:?}");
        }
    }
}

#[test]
fn what_is_done_in_part_and_not_as_written_stays() {
    let patch = unified(HUNK);
    // In other words; what is left is not as it was; all that is left is in two places.
    refuses(&[("f", &file("import shutil as s\n", "run"))], &patch, &["context_not_found"]);
    refuses(&[("f", &file("import shutil\n", "start"))], &patch, &["context_not_found"]);
    let bare = unified(&HUNK.replace("-1,6 +1,7 ", ""));
    let twice = file("import shutil\n", "run").repeat(2);
    refuses(&[("f", &twice)], &bare, &["context_not_found"]);
    // Lines that are gone may never have been there.
    let removal = unified(
        "@@ -1,6 +1,5 @@\n import os\n-import shutil\n import sys\n \n def main():\n-    run(sys.argv)\n+    run_all(sys.argv)\n",
    );
    refuses(&[("f", &file("", "run"))], &removal, &["context_not_found"]);
}
