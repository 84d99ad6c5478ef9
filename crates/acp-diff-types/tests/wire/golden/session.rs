//! Session updates: those of tool calls typed, all others as they came.

use acp_diff_types::v2::{
    Diff, SessionNotification, SessionUpdate, ToolCallContentChunk, ToolCallStatus, ToolCallUpdate,
};
use serde_json::json;

use crate::support::{check, object, read, written};

#[test]
fn tool_call_updates_are_typed() {
    check(
        &SessionNotification::new(
            "s",
            ToolCallUpdate::new("1").title(None).status(ToolCallStatus::Completed),
        )
        .meta(object(json!({"k": 1}))),
        r#"{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"1","title":null,"status":"completed"},"_meta":{"k":1}}"#,
    );
    check(
        &SessionNotification::new("s", ToolCallContentChunk::new("1", Diff::new(vec![]))),
        r#"{"sessionId":"s","update":{"sessionUpdate":"tool_call_content_chunk","toolCallId":"1","content":{"type":"diff","changes":[]}}}"#,
    );
}

#[test]
fn every_other_update_is_kept_as_it_came() {
    for update in [
        json!({"sessionUpdate": "agent_message_chunk", "messageId": "m",
               "content": {"type": "text", "text": "x"}}),
        json!({"sessionUpdate": "agent_message", "messageId": "m", "content": null}),
        json!({"sessionUpdate": "plan_update", "plan": {"type": "items", "id": "p", "entries": []}}),
        json!({"sessionUpdate": "usage_update", "used": 1, "size": 2, "cost": null}),
        json!({"sessionUpdate": "tool_call", "toolCallId": 1}),
        json!({"sessionUpdate": "_mine", "toolCallId": [1]}),
    ] {
        let notification = json!({"sessionId": "s", "update": update});
        let read: SessionNotification = read(notification.clone());
        assert!(matches!(read.update, SessionUpdate::Other(_)), "{update}");
        assert_eq!(written(&read), notification);
    }
}

#[test]
fn a_typed_update_with_a_wrong_body_is_refused() {
    for update in [
        json!({"sessionUpdate": "tool_call_update"}),
        json!({"sessionUpdate": "tool_call_update", "toolCallId": "1", "status": 1}),
        json!({"sessionUpdate": "tool_call_content_chunk", "toolCallId": "1"}),
        json!({"sessionUpdate": 1}),
        json!({"toolCallId": "1"}),
    ] {
        serde_json::from_value::<SessionUpdate>(update.clone()).expect_err(&update.to_string());
    }
}
