//! Conversions to and from the protocol's own types: all of a value goes over, or none.

use acp_diff_types::content::{Content, ContentBlock, Terminal};
use acp_diff_types::official::NotTheSame;
use acp_diff_types::v2::{Diff, DiffChange, DiffPatch};
use acp_diff_types::{v1, v2};
use agent_client_protocol_schema::{v1 as official_v1, v2 as official_v2};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::strategies::{block, content, diff, notification, request, response, update, v1_diff};
use super::support::{path, read, written};

/// There and back it is the same.
macro_rules! there_and_back {
    ($($ours:ident: $theirs:ty),+) => {
        $(
            let theirs = <$theirs>::try_from($ours.clone()).unwrap();
            let back = TryFrom::try_from(theirs).unwrap();
            prop_assert_eq!($ours, back);
        )+
    };
}

proptest! {
    #[test]
    fn every_value_goes_over_and_back(
        (v1_diff, diff, block, content) in (v1_diff(), diff(), block(), content()),
        (update, notification) in (update(), notification()),
        (request, response) in (request(), response()),
    ) {
        let wrapped = Content::new(block.clone());
        let patch = diff.patch.clone().unwrap_or_else(|| DiffPatch::git_patch(""));
        let (outcome, option) = (response.outcome.clone(), request.options[0].clone());
        there_and_back!(
            v1_diff: official_v1::Diff,
            diff: official_v2::Diff,
            block: official_v2::ContentBlock,
            wrapped: official_v2::Content,
            patch: official_v2::DiffPatch,
            content: official_v2::ToolCallContent,
            update: official_v2::ToolCallUpdate,
            notification: official_v2::UpdateSessionNotification,
            request: official_v2::RequestPermissionRequest,
            outcome: official_v2::RequestPermissionOutcome,
            option: official_v2::PermissionOption,
            response: official_v2::RequestPermissionResponse
        );
    }

    #[test]
    fn every_block_that_v1_knows_goes_over_and_back(block in block()) {
        if is_of_v1(&block) {
            let content = v1::ToolCallContent::from(block.clone());
            let wrapped = Content::new(block.clone());
            there_and_back!(
                block: official_v1::ContentBlock,
                wrapped: official_v1::Content,
                content: official_v1::ToolCallContent
            );
        } else {
            official_v1::ContentBlock::try_from(block).unwrap_err();
        }
    }
}

/// What v1 lacks: blocks of an unknown type, icons, and an audience other than its two.
fn is_of_v1(block: &ContentBlock) -> bool {
    let json = written(block);
    let audience = json.pointer("/annotations/audience").and_then(Value::as_array);
    let is_known = |role: &Value| *role == "user" || *role == "assistant";
    !matches!(block, ContentBlock::Other(_))
        && json.get("icons").is_none()
        && audience.is_none_or(|audience| audience.iter().all(is_known))
}

#[test]
fn terminals_go_over_and_back() {
    let terminal = Terminal::new("t");
    let v1 = official_v1::Terminal::try_from(terminal.clone()).unwrap();
    assert_eq!(Terminal::try_from(v1).unwrap(), terminal);
    let v2 = official_v2::Terminal::try_from(terminal.clone()).unwrap();
    assert_eq!(Terminal::try_from(v2).unwrap(), terminal);
}

#[test]
fn the_key_of_a_patch_does_not_matter() {
    let diff = Diff::new(vec![]).patch(DiffPatch::git_patch("x"));
    let theirs = official_v2::Diff::try_from(diff.clone()).unwrap();
    assert_eq!(theirs.patch, Some(official_v2::DiffPatch::new("x")));
    assert_eq!(Diff::try_from(theirs).unwrap(), diff);
}

#[track_caller]
fn changed<T>(result: Result<T, NotTheSame>, pointer: &str) {
    match result {
        Err(NotTheSame::Changed(at)) => assert_eq!(at, pointer),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("something is lost unseen"),
    }
}

#[test]
fn what_the_other_side_would_lose_is_named() {
    changed(official_v1::Diff::try_from(v1::Diff::delete(path("/a"), "x")), "/deleted");
    changed(
        official_v2::ToolCallLocation::try_from(v2::ToolCallLocation::new(path("/a")).line(0)),
        "/line",
    );
    let diff: Diff = read(json!({"changes": [], "patch": {"format": "_x", "a/b": 1}}));
    changed(official_v2::Diff::try_from(diff), "/patch");
}

#[test]
fn what_the_other_side_refuses_is_refused() {
    let theirs = official_v2::DiffChange::add("relative");
    assert!(matches!(DiffChange::try_from(theirs), Err(NotTheSame::Refused(_))));
    let ours = v2::RequestPermissionRequest::new("s", v2::ToolCallUpdate::new("1"), vec![]);
    let theirs = official_v2::RequestPermissionRequest::try_from(ours);
    assert!(matches!(theirs, Err(NotTheSame::Refused(_))));
}
