//! What holds for every value: written and read back it is the same, also by way of the
//! protocol's own types, and no JSON makes a reader panic.

use std::fmt::Debug;

use acp_diff_types::content::ContentBlock;
use acp_diff_types::lenient::{self, Lenient};
use acp_diff_types::v1;
use acp_diff_types::v2::{
    RequestPermissionRequest, RequestPermissionResponse, SessionNotification, ToolCallContent,
    ToolCallUpdate,
};
use agent_client_protocol_schema::{v1 as official_v1, v2 as official_v2};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::strategies::{
    block, content, diff, json, notification, request, response, update, v1_diff,
};
use super::support::{read, written};
use super::upstream::agree;

/// `one` comes back from text and from a value as it is.
#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(one: &T) {
    assert_eq!(&read::<T>(written(one)), one);
    let text = serde_json::to_string(one).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), one);
}

/// `value` with one part of it replaced or removed, wherever `place` leads.
fn mutate(value: &mut Value, place: &[prop::sample::Index], with: Value) {
    let Some((here, deeper)) = place.split_first() else {
        *value = with;
        return;
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            let index = here.index(items.len());
            mutate(&mut items[index], deeper, with);
        }
        Value::Object(object) if !object.is_empty() => {
            let key = object.keys().nth(here.index(object.len())).unwrap().clone();
            match (deeper.is_empty(), with) {
                (true, Value::Null) => drop(object.remove(&key)),
                (_, with) => mutate(&mut object[&key], deeper, with),
            }
        }
        _ => *value = with,
    }
}

/// Whatever of `value` is accepted is kept: what is written again says the same, and lenient
/// reading agrees with strict reading or says what it left out.
#[track_caller]
fn refused_or_kept<T: Lenient + Serialize + PartialEq + Debug>(value: Value) {
    let strict = serde_json::from_value::<T>(value.clone());
    if let Ok(strict) = &strict {
        let again = written(strict);
        assert_eq!(&read::<T>(again.clone()), strict);
        invents_nothing(&again, &value);
    }
    match (strict, lenient::read::<T>(value)) {
        (Ok(strict), Ok(lenient)) => {
            assert_eq!(lenient.value, strict);
            assert_eq!(lenient.skipped, []);
        }
        (Ok(_), Err(error)) => panic!("only lenient reading fails: {error}"),
        (Err(_), Ok(lenient)) => assert!(!lenient.skipped.is_empty()),
        (Err(_), Err(_)) => {}
    }
}

/// Everything in `written` was in `came` at the same place, and what is missing is `null` or is
/// under a key that the schema does not have there.
#[track_caller]
fn invents_nothing(written: &Value, came: &Value) {
    match (written, came) {
        (Value::Object(written), Value::Object(came)) => {
            for (key, value) in written {
                let there = came.get(key).unwrap_or_else(|| panic!("{key} is invented"));
                invents_nothing(value, there);
            }
            for (key, value) in came {
                let is_kept = written.contains_key(key) || value.is_null();
                let is_foreign = lost_is_foreign(key, written);
                assert!(is_kept || is_foreign, "{key} is lost from {came:?}");
            }
        }
        (Value::Array(written), Value::Array(came)) => {
            assert_eq!(written.len(), came.len(), "an item is lost");
            written.iter().zip(came).for_each(|(written, came)| invents_nothing(written, came));
        }
        (written, came) => assert_eq!(written, came),
    }
}

/// Whether an object of the kind that `written` is has no key of this name.
fn lost_is_foreign(key: &str, written: &serde_json::Map<String, Value>) -> bool {
    let keys: &[&str] = if let Some(operation) = written.get("operation") {
        match operation.as_str() {
            Some("move" | "copy") => &["path", "oldPath", "fileType", "mimeType", "_meta"],
            _ => &["path", "fileType", "mimeType", "_meta"],
        }
    } else if written.contains_key("format") {
        &["diff", "text", "_meta"]
    } else if written.contains_key("toolCallId") {
        &[
            "name",
            "title",
            "kind",
            "status",
            "content",
            "locations",
            "rawInput",
            "rawOutput",
            "capabilities",
            "_meta",
        ]
    } else if written.contains_key("changes") {
        &["patch", "_meta"]
    } else {
        // Every other object: no key of its own is ever lost, and mutation adds none.
        let own =
            ["_meta", "annotations", "uri", "mimeType", "title", "subject", "oldText", "deleted"];
        return !own.contains(&key);
    };
    !keys.contains(&key)
}

/// Where a mutation strikes, and what it puts there.
fn mutation() -> impl Strategy<Value = (Vec<prop::sample::Index>, Value)> {
    (vec(any::<prop::sample::Index>(), 0..7), json())
}

#[track_caller]
fn mutated<T: Lenient + Serialize + PartialEq + Debug>(
    one: &T,
    (place, with): (Vec<prop::sample::Index>, Value),
) {
    let mut value = written(one);
    mutate(&mut value, &place, with);
    refused_or_kept::<T>(value);
}

proptest! {
    #[test]
    fn every_value_comes_back(
        content in content(),
        notification in notification(),
        request in request(),
        response in response(),
    ) {
        comes_back(&content);
        comes_back(&notification);
        comes_back(&request);
        comes_back(&response);
    }

    #[test]
    fn every_v1_diff_is_read_back_by_us_and_by_them(diff in v1_diff(), deleted in of(any::<bool>())) {
        agree::<official_v1::Diff, _>(&diff);
        let mut diff = diff;
        diff.deleted = deleted;
        prop_assert_eq!(&read::<v1::Diff>(written(&diff)), &diff);
    }

    #[test]
    fn every_v2_diff_is_read_back_by_them(diff in diff()) {
        agree::<official_v2::Diff, _>(&diff);
    }

    #[test]
    fn every_block_and_content_is_read_back_by_them(block in block(), content in content()) {
        agree::<official_v2::ContentBlock, _>(&block);
        agree::<official_v2::ToolCallContent, _>(&content);
    }

    #[test]
    fn every_notification_is_read_back_by_them(notification in notification()) {
        agree::<official_v2::UpdateSessionNotification, _>(&notification);
    }

    #[test]
    fn every_permission_is_read_back_by_them(request in request(), response in response()) {
        agree::<official_v2::RequestPermissionRequest, _>(&request);
        agree::<official_v2::RequestPermissionResponse, _>(&response);
    }

    #[test]
    fn updates_are_applied_as_theirs_are(known in update(), later in update()) {
        let mut later = later;
        later.tool_call_id.clone_from(&known.tool_call_id);
        let mut theirs: official_v2::ToolCallUpdate = read(written(&known));
        theirs.apply_update(read(written(&later)));
        let mut ours = known;
        ours.apply_update(later).unwrap();
        prop_assert_eq!(written(&ours), written(&theirs));
    }

    #[test]
    fn mutated_content_is_refused_or_kept(content in content(), mutation in mutation()) {
        mutated::<ToolCallContent>(&content, mutation);
    }

    #[test]
    fn mutated_v1_content_is_refused_or_kept(
        diff in v1_diff(),
        deleted in of(any::<bool>()),
        mutation in mutation(),
    ) {
        let mut diff = diff;
        diff.deleted = deleted;
        mutated::<v1::ToolCallContent>(&diff.into(), mutation);
    }

    #[test]
    fn mutated_blocks_are_refused_or_kept(block in block(), mutation in mutation()) {
        mutated::<ContentBlock>(&block, mutation);
    }

    #[test]
    fn mutated_updates_are_refused_or_kept(update in update(), mutation in mutation()) {
        mutated::<ToolCallUpdate>(&update, mutation);
    }

    #[test]
    fn mutated_notifications_are_refused_or_kept(one in notification(), mutation in mutation()) {
        mutated::<SessionNotification>(&one, mutation);
    }

    #[test]
    fn mutated_permissions_are_refused_or_kept(
        request in request(),
        response in response(),
        one in mutation(),
        two in mutation(),
    ) {
        mutated::<RequestPermissionRequest>(&request, one);
        mutated::<RequestPermissionResponse>(&response, two);
    }
}
