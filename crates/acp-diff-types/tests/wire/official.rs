//! Conversions to and from the protocol's own types: all of a value goes over, or none.

use acp_diff_types::official::NotTheSame;
use acp_diff_types::v2::{Diff, DiffChange, DiffPatch};
use acp_diff_types::{v1, v2};
use agent_client_protocol_schema::{v1 as official_v1, v2 as official_v2};
use proptest::prelude::*;
use serde_json::json;

use super::strategies::{block, content, diff, notification, request, response, update, v1_diff};
use super::support::{path, read};

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
        there_and_back!(
            v1_diff: official_v1::Diff,
            diff: official_v2::Diff,
            block: official_v2::ContentBlock,
            content: official_v2::ToolCallContent,
            update: official_v2::ToolCallUpdate,
            notification: official_v2::UpdateSessionNotification,
            request: official_v2::RequestPermissionRequest,
            response: official_v2::RequestPermissionResponse
        );
    }
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
