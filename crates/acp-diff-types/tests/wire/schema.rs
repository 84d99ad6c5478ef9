//! JSON Schemas: ours accept what we write and refuse what we refuse; the official ones accept what we
//! write.

use std::collections::BTreeSet;

use acp_diff_types::content::ContentBlock;
use acp_diff_types::{schema, v2};
use agent_client_protocol_schema::v2 as official_v2;
use jsonschema::Validator;
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::strategies::{block, content, diff, notification, request, response};
use super::support::written;

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).unwrap()
}

fn ours<T: JsonSchema>() -> Validator {
    validator(schema::of::<T>().as_value())
}

fn theirs<T: JsonSchema>() -> Validator {
    validator(schemars::schema_for!(T).as_value())
}

#[track_caller]
fn accepts(validator: &Validator, one: &impl Serialize) {
    let value = written(one);
    if let Err(error) = validator.validate(&value) {
        panic!("{error} at {} of {value}", error.instance_path());
    }
}

proptest! {
    // Each case validates against schemas that are made once for the test.
    #[test]
    fn schemas_accept_what_is_written(
        (diff, content, block) in (diff(), content(), block()),
        (notification, request, response) in (notification(), request(), response()),
    ) {
        thread_local! {
            static VALIDATORS: [[Validator; 6]; 2] = [
                [
                    ours::<v2::Diff>(),
                    ours::<v2::ToolCallContent>(),
                    ours::<ContentBlock>(),
                    ours::<v2::SessionNotification>(),
                    ours::<v2::RequestPermissionRequest>(),
                    ours::<v2::RequestPermissionResponse>(),
                ],
                [
                    theirs::<official_v2::Diff>(),
                    theirs::<official_v2::ToolCallContent>(),
                    theirs::<official_v2::ContentBlock>(),
                    theirs::<official_v2::UpdateSessionNotification>(),
                    theirs::<official_v2::RequestPermissionRequest>(),
                    theirs::<official_v2::RequestPermissionResponse>(),
                ],
            ];
        }
        VALIDATORS.with(|sides| {
            for [a, b, c, d, e, f] in sides {
                accepts(a, &diff);
                accepts(b, &content);
                accepts(c, &block);
                accepts(d, &notification);
                accepts(e, &request);
                accepts(f, &response);
            }
        });
    }
}

#[test]
fn our_schemas_refuse_what_the_reader_refuses() {
    let (diff, update) = (ours::<v2::Diff>(), ours::<v2::ToolCallUpdate>());
    for value in [
        json!({}),
        json!({"changes": [{"operation": "add", "path": "relative"}]}),
        json!({"changes": [{"operation": "add", "path": "/a\u{0}"}]}),
        json!({"changes": [{"operation": "add", "path": "\\\\s\u{0}\\d"}]}),
        json!({"changes": [{"operation": "add", "path": "C:a"}]}),
        json!({"changes": [{"operation": "move", "path": "/a"}]}),
        json!({"changes": [{"operation": "add", "path": "/a", "fileType": 1}]}),
        json!({"changes": [], "patch": {"format": "git_patch"}}),
        json!({"changes": [], "_meta": 1}),
    ] {
        assert!(!diff.is_valid(&value), "{value}");
        serde_json::from_value::<v2::Diff>(value).unwrap_err();
    }
    for value in [json!({}), json!({"toolCallId": "1", "status": 1, "title": null})] {
        assert!(!update.is_valid(&value), "{value}");
        serde_json::from_value::<v2::ToolCallUpdate>(value).unwrap_err();
    }
    assert!(update.is_valid(&json!({"toolCallId": "1", "status": null, "content": null})));
    let request = ours::<v2::RequestPermissionRequest>();
    assert!(!request.is_valid(&json!({"sessionId": "s", "options": []})));
    assert!(request.is_valid(&json!({"sessionId": "s", "options": [], "title": "?"})));
}

#[test]
fn our_schema_accepts_either_key_of_a_patch() {
    let diff = ours::<v2::Diff>();
    for key in ["diff", "text"] {
        let value = json!({"changes": [], "patch": {"format": "git_patch", key: "x"}});
        assert!(diff.is_valid(&value), "{value}");
    }
}

#[test]
fn there_is_one_schema_for_each_name() {
    let names: Vec<_> = schema::all().into_iter().map(|(name, _)| name).collect();
    let different: BTreeSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len());
}
