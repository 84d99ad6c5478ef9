//! The messages of a session about a call, read by the protocol's own types.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{SessionNotification, SessionUpdate, ToolCallUpdate};
use agent_client_protocol_schema::{v1, v2};
use patch_apply::{ApplyOptions, MemoryWorkspace, Plan, plan};
use patch_tools::check::check_diff;
use patch_tools::session_update::{Blocks, CallReporter, Shown, Version};
use serde_json::Value;

use crate::support::workspace;

const FIX: &str = "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1,2 +1,2 @@\n fn main() {\n-old\n+new\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n";

fn root() -> AbsolutePath {
    AbsolutePath::new("/repo").unwrap()
}

fn files() -> MemoryWorkspace {
    workspace(&[("src/main.rs", "// drifted\nfn main() {\nold\n"), ("gone", "g\n")])
}

fn shown(patch: &str) -> Shown {
    let (files, patch) = (files(), patch_parse::parse(patch.as_bytes()).unwrap());
    let plan: Plan<'_> = plan(&patch, &files, &ApplyOptions::default()).unwrap();
    Shown::of_plan(&plan, &files, &root()).unwrap()
}

/// Read by the protocol's own type, which skips what it does not know.
fn of_v1(message: &Value) -> v1::SessionNotification {
    let read: v1::SessionNotification = serde_json::from_value(message.clone()).unwrap();
    let written = serde_json::to_value(&read).unwrap();
    let items = |message: &Value| message["update"]["content"].as_array().map(Vec::len);
    assert_eq!(items(&written), items(message), "no item is skipped: {message:#}");
    read
}

fn of_v2(message: &Value) -> ToolCallUpdate {
    let theirs: v2::UpdateSessionNotification = serde_json::from_value(message.clone()).unwrap();
    assert!(matches!(theirs.update, v2::SessionUpdate::ToolCallUpdate(_)), "{message:#}");
    let ours: SessionNotification = serde_json::from_value(message.clone()).unwrap();
    let SessionUpdate::ToolCallUpdate(update) = ours.update else {
        unreachable!("{message:#}");
    };
    *update
}

#[test]
fn v1_goes_from_pending_to_completed() {
    let (call, shown) = (CallReporter::new(Version::V1, "s", "c"), shown(FIX));
    let pending = call.pending(&shown);
    assert!(matches!(of_v1(&pending).update, v1::SessionUpdate::ToolCall(_)));
    let update = &pending["update"];
    assert_eq!(
        (&update["title"], &update["kind"], &update["status"]),
        (&"Edit 2 files".into(), &"edit".into(), &"pending".into())
    );
    assert_eq!(update["content"].as_array().unwrap().len(), 2);
    assert_eq!(update["locations"][0]["path"], "/repo/src/main.rs");
    assert_eq!(update["locations"][0]["line"], 2, "where the hunk is, not where its header says");
    let running = call.in_progress();
    assert!(matches!(of_v1(&running).update, v1::SessionUpdate::ToolCallUpdate(_)));
    assert_eq!(running["update"]["status"], "in_progress");
    let done = call.completed(&shown, "Applied:\n");
    of_v1(&done);
    assert_eq!(done["update"]["status"], "completed");
    assert_eq!(done["update"]["content"][2]["content"]["text"], "Applied:\n");
}

#[test]
fn v1_shows_one_block_a_hunk_on_request_and_where_each_is() {
    let lines: Vec<String> = (1..40).map(|line| format!("{line}\n")).collect();
    let files = workspace(&[("a", &lines.concat()), ("gone", "g\n")]);
    let patch = "--- a/a\n+++ b/a\n@@ -4 +4 @@\n-4\n+four\n+more\n@@ -30 +31 @@\n-30\n+thirty\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n";
    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
    let plan: Plan<'_> = plan(&patch, &files, &ApplyOptions::default()).unwrap();
    let shown = Shown::of_plan(&plan, &files, &root()).unwrap();
    let call = CallReporter::new(Version::V1, "s", "c").blocks(Blocks::Hunks);
    for message in [call.pending(&shown), call.completed(&shown, "Applied:\n")] {
        of_v1(&message);
        let update = &message["update"];
        let block = |at: usize| {
            let block = &update["content"][at];
            (block["path"].as_str(), block["oldText"].as_str(), block["newText"].as_str())
        };
        let first = ("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nfour\nmore\n5\n6\n7\n");
        assert_eq!(block(0), (Some("/repo/a"), Some(first.0), Some(first.1)));
        let second = ("27\n28\n29\n30\n31\n32\n33\n", "27\n28\n29\nthirty\n31\n32\n33\n");
        assert_eq!(block(1), (Some("/repo/a"), Some(second.0), Some(second.1)));
        assert_eq!(block(2), (Some("/repo/gone"), Some("g\n"), Some("")));
        let places = update["locations"].as_array().unwrap().iter();
        let places: Vec<_> = places.map(|at| (at["path"].as_str(), at["line"].as_u64())).collect();
        let expected = [("/repo/a", 1), ("/repo/a", 28), ("/repo/gone", 1)];
        assert_eq!(places, expected.map(|(path, line)| (Some(path), Some(line))));
    }
}

#[test]
fn v2_goes_from_pending_to_completed_and_its_diff_agrees_with_itself() {
    let (call, shown) = (CallReporter::new(Version::V2, "s", "c"), shown(FIX));
    assert!(check_diff(&shown.diff).is_empty());
    let mut known = of_v2(&call.pending(&shown));
    for step in [call.in_progress(), call.completed(&shown, "Applied:\n")] {
        known.apply_update(of_v2(&step)).unwrap();
    }
    let known = serde_json::to_value(&known).unwrap();
    assert_eq!((&known["status"], &known["title"]), (&"completed".into(), &"Edit 2 files".into()));
    assert_eq!(known["content"][0]["type"], "diff");
    assert_eq!(known["content"][0]["changes"][0]["path"], "/repo/gone");
    assert_eq!(known["content"][1]["content"]["text"], "Applied:\n");
}

#[test]
fn permission_is_asked_for_with_the_same_diff() {
    let shown = shown(FIX);
    let v1_request = CallReporter::new(Version::V1, "s", "c").permission(&shown);
    let read: v1::RequestPermissionRequest = serde_json::from_value(v1_request.clone()).unwrap();
    assert_eq!(read.options.len(), 2);
    let pending = CallReporter::new(Version::V1, "s", "c").pending(&shown);
    assert_eq!(v1_request["toolCall"]["content"], pending["update"]["content"]);
    let v2_request = CallReporter::new(Version::V2, "s", "c").permission(&shown);
    let read: v2::RequestPermissionRequest = serde_json::from_value(v2_request.clone()).unwrap();
    assert_eq!(read.title, "Edit 2 files");
    let pending = CallReporter::new(Version::V2, "s", "c").pending(&shown);
    assert_eq!(v2_request["subject"]["toolCall"]["content"], pending["update"]["content"]);
}

#[test]
fn a_refusal_fails_the_call_and_names_the_nearest_places() {
    let patch = FIX.replace("-old", "-older");
    let (files, patch) = (files(), patch_parse::parse(patch.as_bytes()).unwrap());
    let refusal = plan(&patch, &files, &ApplyOptions::default()).unwrap_err();
    for version in [Version::V1, Version::V2] {
        let call = CallReporter::new(version, "s", "c");
        let failed = call.failed(Some(&refusal), &root(), "Refused: nothing was changed.\n");
        match version {
            Version::V1 => drop(of_v1(&failed)),
            Version::V2 => drop(of_v2(&failed)),
        }
        let update = &failed["update"];
        assert_eq!(update["status"], "failed");
        assert_eq!(update["locations"][0]["path"], "/repo/src/main.rs");
        assert_eq!(update["locations"][0]["line"], 3);
        assert_eq!(update["content"][0]["content"]["text"], "Refused: nothing was changed.\n");
    }
}

#[test]
fn a_call_that_nobody_has_heard_of_is_announced_where_it_fails() {
    let patch = FIX.replace("-old", "-older");
    let (files, patch) = (files(), patch_parse::parse(patch.as_bytes()).unwrap());
    let refusal = plan(&patch, &files, &ApplyOptions::default()).unwrap_err();
    for (refusal, title) in [(Some(&refusal), "Edit src/main.rs"), (None, "Apply a patch")] {
        let refused =
            |version| CallReporter::new(version, "s", "c").refused(refusal, &root(), "No.");
        let in_v1 = refused(Version::V1);
        assert!(matches!(of_v1(&in_v1).update, v1::SessionUpdate::ToolCall(_)), "{in_v1:#}");
        let in_v2 = refused(Version::V2);
        of_v2(&in_v2);
        for update in [&in_v1["update"], &in_v2["update"]] {
            let told = (&update["title"], &update["kind"], &update["status"]);
            assert_eq!(told, (&title.into(), &"edit".into(), &"failed".into()));
            assert_eq!(update["content"][0]["content"]["text"], "No.");
        }
    }
}

#[test]
fn a_cancelled_call_says_so_where_the_version_can() {
    for (version, status) in [(Version::V1, "failed"), (Version::V2, "cancelled")] {
        let cancelled = CallReporter::new(version, "s", "c").cancelled("Cancelled.");
        match version {
            Version::V1 => drop(of_v1(&cancelled)),
            Version::V2 => drop(of_v2(&cancelled)),
        }
        assert_eq!(cancelled["update"]["status"], status);
        assert_eq!(cancelled["update"]["content"][0]["content"]["text"], "Cancelled.");
    }
}

#[test]
fn deletions_and_moves_have_kinds_of_their_own() {
    let delete = shown("--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n");
    assert_eq!(delete.title, "Delete gone");
    let rename = shown("diff --git a/gone b/new\nrename from gone\nrename to new\n");
    assert_eq!(rename.title, "Move new");
    assert_eq!(serde_json::to_value(&rename.kind).unwrap(), "move");
}
