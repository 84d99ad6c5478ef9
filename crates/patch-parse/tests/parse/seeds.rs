//! The examples of the documents, word for word, in their fences and without.
//!
//! The RFC *ApplyPatch Unified Diff Contract* is kept as it was published, with context lines that
//! lack their leading blank: they must be accepted exactly like that.

use patch_parse::{Code, Format, parse, parse_opencode, parse_unified};
use serde_json::Value;

use crate::{check, render};

/// Every example with a patch in it, for the properties.
pub(crate) const ALL: &[&str] = &[
    include_str!("../fixtures/seeds/rfc-problem-envelope.md"),
    include_str!("../fixtures/seeds/rfc-problem-unified.md"),
    include_str!("../fixtures/seeds/rfc-openai-codex-compatible-providers.md"),
    include_str!("../fixtures/seeds/rfc-modify-file.md"),
    include_str!("../fixtures/seeds/rfc-add-file.md"),
    include_str!("../fixtures/seeds/rfc-delete-file.md"),
    include_str!("../fixtures/seeds/rfc-rename-only.md"),
    include_str!("../fixtures/seeds/rfc-rename-with-edits.md"),
    include_str!("../fixtures/seeds/opencode-add-file.md"),
    include_str!("../fixtures/seeds/opencode-delete-file.md"),
    include_str!("../fixtures/seeds/opencode-update-file.md"),
    include_str!("../fixtures/seeds/opencode-update-file-with-move.md"),
    include_str!("../fixtures/seeds/opencode-multiple-files.md"),
];

/// Checks an example in its fence and without it; the notes of the second are one line higher.
#[track_caller]
fn check_example(example: &str, tree: &str, notes: &[(&str, usize)]) {
    let list = |fence: usize| {
        let note =
            |list, (kind, line): &(&str, usize)| format!("{list}\n! {kind} {}", line + fence);
        notes.iter().fold(String::new(), note)
    };
    check(example, &format!("{tree}\n! code_fence 1{}", list(1)));
    check(bare(example), &format!("{tree}{}", list(0)));
}

/// The example without its fence.
fn bare(example: &str) -> String {
    let lines: Vec<&str> = example.split_inclusive('\n').collect();
    lines[1..lines.len() - 1].concat()
}

#[test]
fn rfc_problem() {
    check_example(
        include_str!("../fixtures/seeds/rfc-problem-envelope.md"),
        "M src/main.rs
        @@
        | old context
        |-old line
        |+new line",
        &[("unmarked_context", 3)],
    );
    check_example(
        include_str!("../fixtures/seeds/rfc-problem-unified.md"),
        "M tests/foo.rs
        @@ -10,2 +10,2 @@
        | context
        |-old
        |+new",
        &[("unmarked_context", 3), ("hunk_count", 3)],
    );
}

#[test]
fn rfc_provider_contract() {
    check_example(
        include_str!("../fixtures/seeds/rfc-openai-codex-compatible-providers.md"),
        "M src/main.rs
        @@ -1,3 +1,3 @@
        | fn main() {
        |- old_call();
        |+ new_call();
        | }",
        &[("unmarked_context", 3)],
    );
    let json = bare(include_str!("../fixtures/seeds/rfc-anthropic-compatible-providers.md"));
    let call: Value = serde_json::from_str(&json).unwrap();
    check(
        call["patch"].as_str().unwrap(),
        "M src/main.rs
        @@ -1,3 +1,3 @@
        | fn main() {
        |- old_call();
        |+ new_call();
        | }",
    );
}

#[test]
fn rfc_modify_file() {
    check_example(
        include_str!("../fixtures/seeds/rfc-modify-file.md"),
        "M src/main.rs
        @@ -10,4 +10,5 @@
        | fn main() {
        | println!(\"hello\");
        |- old_call();
        |+ new_call();
        |+ extra_call();
        | }",
        &[("unmarked_context", 3), ("hunk_count", 3)],
    );
}

#[test]
fn rfc_add_file() {
    check_example(
        include_str!("../fixtures/seeds/rfc-add-file.md"),
        "A docs/new.md
        @@ -0,0 +1,3 @@
        |+line 1
        |+line 2
        |+line 3",
        &[],
    );
}

#[test]
fn rfc_delete_file() {
    check_example(
        include_str!("../fixtures/seeds/rfc-delete-file.md"),
        "D docs/old.md
        @@ -1,3 +0,0 @@
        |-old line 1
        |-old line 2
        |-old line 3",
        &[],
    );
}

#[test]
fn rfc_rename() {
    check_example(
        include_str!("../fixtures/seeds/rfc-rename-only.md"),
        "R old.txt -> new.txt git similar=100",
        &[],
    );
    check_example(
        include_str!("../fixtures/seeds/rfc-rename-with-edits.md"),
        "R old.txt -> new.txt git
        @@ -1,3 +1,3 @@
        | line 1
        |-old line
        |+new line
        | line 3",
        &[("unmarked_context", 6)],
    );
}

#[test]
fn rfc_apply_semantics() {
    let rule = "expected `--- old_path` followed by `+++ new_path`, \"@@ -42,7 +42,8 @@\"";
    check(
        include_str!("../fixtures/seeds/rfc-apply-semantics.md"),
        &format!("missing_file_header at 2: {rule}"),
    );
}

#[test]
fn rfc_prompt_guidance() {
    let guidance = include_str!("../fixtures/seeds/rfc-prompt-guidance.md");
    let call = guidance.lines().find(|line| line.starts_with('{')).unwrap();
    let call: Value = serde_json::from_str(call).unwrap();
    check(call["patch"].as_str().unwrap(), "M path\n@@ -1,1 +1,1 @@\n-old\n+new");
    assert_eq!(parse(guidance.as_bytes()).unwrap_err().code, Code::WrongPatchFormat);
}

#[test]
fn opencode_patch_structure() {
    let rule = "expected `*** Add File: `, `*** Update File: ` or `*** Delete File: ` and a path";
    check(
        include_str!("../fixtures/seeds/opencode-patch-structure.md"),
        &format!("missing_file_header at 3: {rule}, \"*** <Operation> File: <path>\""),
    );
}

#[test]
fn opencode_operations() {
    check_example(
        include_str!("../fixtures/seeds/opencode-add-file.md"),
        "A path/to/new/file.ts
        @@
        |+line 1 of content
        |+line 2 of content
        |+line 3 of content",
        &[],
    );
    check_example(
        include_str!("../fixtures/seeds/opencode-delete-file.md"),
        "D path/to/remove.ts",
        &[],
    );
    check_example(
        include_str!("../fixtures/seeds/opencode-update-file.md"),
        "M path/to/modify.ts
        @ optional context line that exists in file
        @@
        |-line to remove
        |+line to add
        | line that stays (context)
        |-another removal
        |+replacement line",
        &[],
    );
    check_example(
        include_str!("../fixtures/seeds/opencode-update-file-with-move.md"),
        "R old/path/file.ts -> new/path/file.ts
        @ function declaration
        @@
        |-old implementation
        |+new implementation",
        &[],
    );
}

#[test]
fn opencode_pieces_need_their_envelope() {
    for piece in [
        include_str!("../fixtures/seeds/opencode-context-seeking.md"),
        include_str!("../fixtures/seeds/opencode-end-of-file-marker.md"),
    ] {
        let error = parse_opencode(piece.as_bytes()).unwrap_err();
        assert_eq!(error.code, Code::MissingBeginPatch);
        let chunk = bare(piece);
        // The example of context seeking shows only the marker.
        let line = if chunk.contains('+') { "" } else { "+added\n" };
        let text = format!("*** Begin Patch\n*** Update File: x\n{chunk}{line}*** End Patch\n");
        let patch = parse(text.as_bytes()).unwrap();
        let expected = if line.is_empty() {
            "M x\n@ last line of file\n@@\n+new line at end\neof\n"
        } else {
            "M x\n@ export function processData(\n@@\n+added\n"
        };
        assert_eq!(render::patch(&patch), expected);
    }
}

#[test]
fn opencode_multiple_files() {
    check_example(
        include_str!("../fixtures/seeds/opencode-multiple-files.md"),
        "A src/new.ts
        @@
        |+export const NEW = true
        M src/index.ts
        @ import { OLD }
        @@
        |-import { OLD } from './old'
        |+import { OLD } from './old'
        |+import { NEW } from './new'
        D src/deprecated.ts",
        &[],
    );
}

#[test]
fn acp_diff_file_states() {
    let json = bare(include_str!("../fixtures/seeds/acp-diff-file-states-proposal.md"));
    let diff: Value = serde_json::from_str(&json).unwrap();
    check(
        diff["patch"]["diff"].as_str().unwrap(),
        "M /home/user/project/src/config.json git
        @@ -1,3 +1,3 @@
        | {
        |-  \"debug\": false
        |+  \"debug\": true
        | }",
    );
}

#[test]
fn each_example_is_of_one_format() {
    for example in ALL {
        let found = parse(example.as_bytes()).unwrap().format;
        let other = match found {
            Format::Unified => parse_opencode(example.as_bytes()),
            Format::OpenCode => parse_unified(example.as_bytes()),
        };
        assert_eq!(other.unwrap_err().code, Code::WrongPatchFormat, "{example}");
    }
}
