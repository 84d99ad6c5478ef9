//! A patch shown while it is being written, in version 1 of the protocol and read by its own types.

use std::fmt::Write as _;

use acp_diff_types::AbsolutePath;
use agent_client_protocol_schema::v1;
use patch_apply::MemoryWorkspace;
use patch_tools::preview::PreviewV1;
use serde_json::{Value, json};

const TEXT: &str = "a\nb\nc\nd\ne\nf\ng\nh\n";

fn root() -> AbsolutePath {
    AbsolutePath::new("/repo").unwrap()
}

fn files() -> MemoryWorkspace {
    MemoryWorkspace::from_files([("x", TEXT), ("z", "old\n")]).unwrap()
}

/// The protocol's own types take the update, and skip nothing of it.
#[track_caller]
fn read(update: &Value) {
    let message = json!({"sessionId": "s", "update": update});
    let theirs: v1::SessionNotification = serde_json::from_value(message.clone()).unwrap();
    let written = serde_json::to_value(&theirs).unwrap();
    let count = |message: &Value, list: &str| message["update"][list].as_array().map(Vec::len);
    for list in ["content", "locations"] {
        let (ours, theirs) = (count(&message, list), count(&written, list));
        assert_eq!(ours.unwrap_or(0), theirs.unwrap_or(0), "{update:#}");
    }
}

/// An update in a few lines.
fn shown(update: &Value) -> String {
    read(update);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut all = format!("{} {}", text(&update["sessionUpdate"]), text(&update["title"]));
    for location in update["locations"].as_array().unwrap() {
        write!(all, " {}", text(&location["path"])).unwrap();
        if let Some(line) = location["line"].as_u64() {
            write!(all, ":{line}").unwrap();
        }
    }
    all.push('\n');
    for item in update["content"].as_array().into_iter().flatten() {
        let line = match item["type"].as_str() {
            Some("diff") => {
                format!("{} {} -> {}", item["path"], item["oldText"], item["newText"])
            }
            _ => text(&item["content"]["text"]),
        };
        writeln!(all, "    {line}").unwrap();
    }
    all
}

/// What is sent for a patch that comes line by line, each after the line that brings it.
#[track_caller]
fn check(patch: &str, expected: &str) {
    let workspace = files();
    let mut all = String::new();
    let mut preview = PreviewV1::new("call", &workspace, root());
    for line in patch.split_inclusive('\n') {
        let updates = preview.push(line.as_bytes());
        if !updates.is_empty() {
            write!(all, "> {line}").unwrap();
        }
        all.extend(updates.iter().map(shown));
    }
    let end = preview.finish();
    match end.patch {
        Ok(patch) => writeln!(all, "= {} files", patch.files.len()).unwrap(),
        Err(error) => writeln!(all, "= {}", error.code).unwrap(),
    }
    all.extend(end.updates.iter().map(shown));
    assert!(all == expected, "found:\n{all}\nexpected:\n{expected}");
}

#[test]
fn an_update_has_the_hunks_so_far_with_their_lines_in_the_file() {
    check(
        "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n b\n-c\n+C\n+CC\n@@ -5,2 +6,2 @@\n f\n-g\n+G\n",
        "\
> +++ b/x
tool_call Edit x /repo/x
> @@ -5,2 +6,2 @@
tool_call_update Edit x /repo/x:2
    \"/repo/x\" \"b\\nc\\n\" -> \"b\\nC\\nCC\\n\"
= 1 files
tool_call_update Edit x /repo/x:2 /repo/x:7
    \"/repo/x\" \"b\\nc\\n\" -> \"b\\nC\\nCC\\n\"
    \"/repo/x\" \"f\\ng\\n\" -> \"f\\nG\\n\"
",
    );
}

#[test]
fn new_removed_and_renamed_files_are_shown_as_a_whole() {
    check(
        "*** Begin Patch\n*** Add File: n\n+one\n*** Update File: x\n*** Move to: y\n@@\n f\n-g\n*** Delete File: z\n*** End Patch\n",
        "\
> +one
tool_call Edit n /repo/n
> *** Update File: x
tool_call_update Edit n /repo/n
    \"/repo/n\" null -> \"one\\n\"
> @@
tool_call_update Edit 2 files /repo/n /repo/y
    \"/repo/n\" null -> \"one\\n\"
> *** Delete File: z
tool_call_update Edit 2 files /repo/n /repo/y
    \"/repo/n\" null -> \"one\\n\"
    \"/repo/x\" \"a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\n\" -> \"\"
tool_call_update Edit 2 files /repo/n /repo/y
    \"/repo/n\" null -> \"one\\n\"
    \"/repo/x\" \"a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\n\" -> \"\"
    \"/repo/y\" null -> \"a\\nb\\nc\\nd\\ne\\nf\\nh\\n\"
> *** End Patch
tool_call_update Edit 3 files /repo/n /repo/y /repo/z
    \"/repo/n\" null -> \"one\\n\"
    \"/repo/x\" \"a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\n\" -> \"\"
    \"/repo/y\" null -> \"a\\nb\\nc\\nd\\ne\\nf\\nh\\n\"
tool_call_update Edit 3 files /repo/n /repo/y /repo/z
    \"/repo/n\" null -> \"one\\n\"
    \"/repo/x\" \"a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\n\" -> \"\"
    \"/repo/y\" null -> \"a\\nb\\nc\\nd\\ne\\nf\\nh\\n\"
    \"/repo/z\" \"old\\n\" -> \"\"
= 3 files
",
    );
}

#[test]
fn a_hunk_without_a_place_is_told_in_words() {
    check(
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n nowhere\n-to be\n+found\n",
        "\
> +++ b/x
tool_call Edit x /repo/x
= 1 files
tool_call_update Edit x /repo/x
    line 3 of the patch: x: context_not_found: nothing in the file resembles the old lines of the hunk
",
    );
}

#[test]
fn a_text_that_is_no_patch_has_no_updates() {
    check("Hello!\n", "= wrong_patch_format\n");
}

#[test]
fn updates_do_not_depend_on_how_the_patch_is_cut() {
    let workspace = files();
    let patch = "*** Begin Patch\n*** Update File: x\n@@\n b\n-c\n+C\n@@\n f\n-g\n*** Delete File: z\n*** End Patch\n";
    let read = |size: usize| {
        let mut preview = PreviewV1::new("call", &workspace, root());
        let pieces = patch.as_bytes().chunks(size);
        let mut updates: Vec<_> = pieces.flat_map(|piece| preview.push(piece)).collect();
        updates.extend(preview.finish().updates);
        updates
    };
    let whole = read(patch.len());
    assert_eq!(whole.last().unwrap()["content"].as_array().unwrap().len(), 3);
    for size in 1..20 {
        assert_eq!(read(size), whole, "pieces of {size}");
    }
}

#[test]
fn all_updates_together_are_not_much_longer_than_the_last() {
    let hunks = 1_000;
    let mut text = String::new();
    for hunk in 0..hunks {
        writeln!(text, "before {hunk}\nold {hunk}").unwrap();
    }
    let workspace = MemoryWorkspace::from_files([("x", text)]).unwrap();
    let mut preview = PreviewV1::new("call", &workspace, root());
    let mut updates = preview.push(b"--- a/x\n+++ b/x\n");
    for hunk in 0..hunks {
        let line = 2 * hunk + 1;
        let hunk = format!("@@ -{line},2 +{line},2 @@\n before {hunk}\n-old {hunk}\n+new {hunk}\n");
        updates.extend(preview.push(hunk.as_bytes()));
    }
    updates.extend(preview.finish().updates);
    let diffs = |update: &Value| update["content"].as_array().map_or(0, Vec::len);
    assert_eq!(diffs(updates.last().unwrap()), hunks);
    let all: usize = updates.iter().map(diffs).sum();
    assert!(all < 12 * hunks, "{all} diffs in {} updates", updates.len());
}
