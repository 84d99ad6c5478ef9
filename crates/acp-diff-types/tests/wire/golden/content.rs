//! Every content block.

use acp_diff_types::content::{
    AudioContent, BlobResourceContents, ContentBlock, EmbeddedResource, ImageContent, ResourceLink,
    TextContent, TextResourceContents,
};
use serde_json::json;

use crate::support::{check, object, read};

#[test]
fn text() {
    check(&ContentBlock::from("x"), r#"{"type":"text","text":"x"}"#);
    check(
        &ContentBlock::from(TextContent::new("x").annotations(object(json!({"priority": 1})))),
        r#"{"type":"text","text":"x","annotations":{"priority":1}}"#,
    );
}

#[test]
fn image() {
    check(
        &ContentBlock::from(ImageContent::new("AAAA", "image/png")),
        r#"{"type":"image","data":"AAAA","mimeType":"image/png"}"#,
    );
    check(
        &ContentBlock::from(
            ImageContent::new("AAAA", "image/png")
                .uri("file:///a.png")
                .annotations(object(json!({"audience": ["user"]})))
                .meta(object(json!({"k": 1}))),
        ),
        r#"{"type":"image","data":"AAAA","mimeType":"image/png","uri":"file:///a.png","annotations":{"audience":["user"]},"_meta":{"k":1}}"#,
    );
}

#[test]
fn audio() {
    check(
        &ContentBlock::from(
            AudioContent::new("AAAA", "audio/wav")
                .annotations(object(json!({})))
                .meta(object(json!({}))),
        ),
        r#"{"type":"audio","data":"AAAA","mimeType":"audio/wav","annotations":{},"_meta":{}}"#,
    );
}

#[test]
fn resource_link() {
    check(
        &ContentBlock::from(ResourceLink::new("a", "file:///a")),
        r#"{"type":"resource_link","name":"a","uri":"file:///a"}"#,
    );
    let mut link = ResourceLink::new("a", "file:///a")
        .title("A")
        .description("the a")
        .mime_type("text/plain")
        .size(3)
        .annotations(object(json!({"k": 1})))
        .meta(object(json!({"k": 2})));
    link.icons = Some(vec![object(json!({"src": "data:,"}))]);
    check(
        &ContentBlock::from(link),
        r#"{"type":"resource_link","name":"a","uri":"file:///a","title":"A","description":"the a","icons":[{"src":"data:,"}],"mimeType":"text/plain","size":3,"annotations":{"k":1},"_meta":{"k":2}}"#,
    );
}

#[test]
fn resource() {
    check(
        &ContentBlock::from(EmbeddedResource::new(
            TextResourceContents::new("x", "file:///a").mime_type("text/plain"),
        )),
        r#"{"type":"resource","resource":{"text":"x","uri":"file:///a","mimeType":"text/plain"}}"#,
    );
    check(
        &ContentBlock::from(
            EmbeddedResource::new(
                BlobResourceContents::new("AAAA", "file:///a")
                    .mime_type("image/png")
                    .meta(object(json!({"k": 1}))),
            )
            .annotations(object(json!({"k": 2})))
            .meta(object(json!({"k": 3}))),
        ),
        r#"{"type":"resource","resource":{"blob":"AAAA","uri":"file:///a","mimeType":"image/png","_meta":{"k":1}},"annotations":{"k":2},"_meta":{"k":3}}"#,
    );
}

#[test]
fn an_unknown_block_is_kept_whole() {
    let text = r#"{"type":"_video","frames":[1,2],"text":null}"#;
    check(&serde_json::from_str::<ContentBlock>(text).unwrap(), text);
}

#[test]
fn a_known_block_with_a_wrong_body_is_refused() {
    for block in [
        json!({"type": "image", "data": "AAAA"}),
        json!({"type": "audio", "data": 1, "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "name": "a"}),
        json!({"type": "resource_link", "name": "a", "uri": "b", "size": 1.5}),
        json!({"type": "resource", "resource": {"uri": "a"}}),
        json!({"type": "resource", "resource": {"uri": "a", "text": 1}}),
        json!({"type": "resource", "resource": {"uri": "a", "text": "x", "blob": "AAAA"}}),
    ] {
        serde_json::from_value::<ContentBlock>(block.clone()).expect_err(&block.to_string());
    }
}

#[test]
fn null_and_omitted_are_the_same_in_a_block() {
    assert_eq!(
        read::<ContentBlock>(json!({"type": "image", "data": "", "mimeType": "", "uri": null,
                                    "annotations": null, "_meta": null})),
        ContentBlock::from(ImageContent::new("", "")),
    );
}
