//! Permission requests in both shapes, and their answers.

use acp_diff_types::v2::{
    CancelledPermissionOutcome, CommandPermissionSubject, Diff, DiffChange, PermissionOption,
    PermissionOptionKind, RequestPermissionOutcome, RequestPermissionRequest,
    RequestPermissionResponse, RequestPermissionSubject, SelectedPermissionOutcome,
    ToolCallPermissionSubject, ToolCallUpdate,
};
use serde_json::json;

use crate::support::{check, object, path, read, written};

fn options() -> Vec<PermissionOption> {
    vec![
        PermissionOption::new("y", "Yes", PermissionOptionKind::AllowOnce),
        PermissionOption::new("n", "No", PermissionOptionKind::RejectOnce),
    ]
}

fn edit() -> ToolCallUpdate {
    let diff = Diff::new(vec![DiffChange::delete(path("/a"))]);
    ToolCallUpdate::new("1").content(vec![diff.into()])
}

#[test]
fn kinds_are_strings() {
    for (kind, text) in [
        (PermissionOptionKind::AllowOnce, "\"allow_once\""),
        (PermissionOptionKind::AllowAlways, "\"allow_always\""),
        (PermissionOptionKind::RejectOnce, "\"reject_once\""),
        (PermissionOptionKind::RejectAlways, "\"reject_always\""),
        (PermissionOptionKind::Other("_ask_again".into()), "\"_ask_again\""),
    ] {
        check(&kind, text);
    }
}

#[test]
fn a_request_in_the_shape_of_the_schema_page() {
    let request = RequestPermissionRequest::new("s", edit(), options());
    assert_eq!(request.tool_call(), Some(&edit()));
    check(
        &request.meta(object(json!({"k": 1}))),
        r#"{"sessionId":"s","toolCall":{"toolCallId":"1","content":[{"type":"diff","changes":[{"operation":"delete","path":"/a"}]}]},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}],"_meta":{"k":1}}"#,
    );
}

#[test]
fn a_request_in_the_later_shape() {
    let request = RequestPermissionRequest::with_title("s", "Delete /a?", vec![])
        .description("It is not used.")
        .subject(ToolCallPermissionSubject::new(edit()).meta(object(json!({"k": 1}))));
    assert_eq!(request.tool_call(), Some(&edit()));
    check(
        &request,
        r#"{"sessionId":"s","title":"Delete /a?","description":"It is not used.","subject":{"type":"tool_call","toolCall":{"toolCallId":"1","content":[{"type":"diff","changes":[{"operation":"delete","path":"/a"}]}]},"_meta":{"k":1}},"options":[]}"#,
    );

    let mut command = CommandPermissionSubject::new("ls", path("/r"));
    (command.tool_call_id, command.terminal_id) = (Some("1".into()), Some("t".into()));
    let request = RequestPermissionRequest::with_title("s", "Run?", options()).subject(command);
    assert_eq!(request.tool_call(), None);
    check(
        &request,
        r#"{"sessionId":"s","title":"Run?","subject":{"type":"command","command":"ls","cwd":"/r","toolCallId":"1","terminalId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}"#,
    );
}

#[test]
fn an_unknown_subject_is_kept_whole() {
    let text = r#"{"type":"_network","host":"example.com"}"#;
    check(&serde_json::from_str::<RequestPermissionSubject>(text).unwrap(), text);
}

#[test]
fn a_request_that_says_nothing_or_two_things_is_refused() {
    let request = json!({"sessionId": "s", "toolCall": {"toolCallId": "1"}, "options": []});
    let with = |key: &str, value| {
        let mut request = request.clone();
        request[key] = value;
        serde_json::from_value::<RequestPermissionRequest>(request)
    };
    let subject = |id| json!({"type": "tool_call", "toolCall": {"toolCallId": id}});
    with("title", json!("both shapes at once")).unwrap();
    with("subject", subject("1")).unwrap();

    let differ = with("subject", subject("2")).unwrap_err().to_string();
    assert!(differ.contains("`toolCall` and `subject` differ"), "{differ}");
    with("subject", json!({"type": "command", "command": "rm", "cwd": "/"})).unwrap_err();
    with("subject", json!({"type": "_x"})).unwrap_err();
    with("subject", json!({"type": "tool_call"})).unwrap_err();
    let nothing = with("toolCall", json!(null)).unwrap_err().to_string();
    assert!(nothing.contains("missing field `toolCall` or `title`"), "{nothing}");
    with("options", json!(null)).unwrap_err();
    with("options", json!([{"optionId": "y", "name": "Yes"}])).unwrap_err();
}

#[test]
fn answers() {
    check(
        &RequestPermissionResponse::new(SelectedPermissionOutcome::new("y"))
            .meta(object(json!({"k": 1}))),
        r#"{"outcome":{"outcome":"selected","optionId":"y"},"_meta":{"k":1}}"#,
    );
    check(
        &RequestPermissionResponse::new(CancelledPermissionOutcome::new()),
        r#"{"outcome":{"outcome":"cancelled"}}"#,
    );
    let meta = || object(json!({"k": 1}));
    check(
        &RequestPermissionOutcome::from(CancelledPermissionOutcome::new().meta(meta())),
        r#"{"outcome":"cancelled","_meta":{"k":1}}"#,
    );
    check(
        &RequestPermissionOutcome::from(SelectedPermissionOutcome::new("y").meta(meta())),
        r#"{"outcome":"selected","optionId":"y","_meta":{"k":1}}"#,
    );
    let later = json!({"outcome": "_deferred", "optionId": "y"});
    assert_eq!(written(&read::<RequestPermissionOutcome>(later.clone())), later);
    serde_json::from_value::<RequestPermissionOutcome>(json!({"outcome": "selected"})).unwrap_err();
}

#[test]
fn only_a_selected_option_that_was_offered_once_counts() {
    let mut request = RequestPermissionRequest::new("s", edit(), options());
    let answer = |outcome| read::<RequestPermissionResponse>(json!({"outcome": outcome}));
    let yes = answer(json!({"outcome": "selected", "optionId": "y"}));
    assert_eq!(request.selected(&yes), options().first());

    for outcome in [
        json!({"outcome": "selected", "optionId": "Y"}),
        json!({"outcome": "cancelled", "optionId": "y"}),
        json!({"outcome": "_approved", "optionId": "y"}),
    ] {
        assert_eq!(request.selected(&answer(outcome)), None);
    }
    request.options.push(PermissionOption::new("y", "No", PermissionOptionKind::RejectOnce));
    assert_eq!(request.selected(&yes), None, "which of the two?");
}
