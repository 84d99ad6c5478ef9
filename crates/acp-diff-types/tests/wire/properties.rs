//! What holds for every value: written and read back it is the same, also by way of the
//! protocol's own types, and no JSON makes a reader panic.

use acp_diff_types::content::{Content, ContentBlock, Terminal, TextContent};
use acp_diff_types::lenient;
use acp_diff_types::v2::{Diff, DiffChange, DiffFileType, DiffPatch, PatchKey, ToolCallContent};
use acp_diff_types::{AbsolutePath, Meta, v1};
use agent_client_protocol_schema::{v1 as official_v1, v2 as official_v2};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use serde_json::Value;

use super::support::{path, read, written};
use super::upstream::agree;

/// Text with what JSON has to escape and what does not fit one byte.
fn text() -> impl Strategy<Value = String> {
    "[ab\n\"\\\\\u{0}é😀]{0,6}"
}

fn any_path() -> impl Strategy<Value = AbsolutePath> {
    "(/|C:\\\\|//s/d/)[ab /é]{0,4}".prop_map(|text| path(&text))
}

/// Any JSON that survives reading: the float is one that is not a short decimal.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e300..1e300).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            fields(inner).prop_map(Value::Object),
        ]
    })
}

/// Objects whose keys are likely those of the protocol, so that known and unknown meet.
fn fields(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Meta> {
    let key = prop_oneof![
        prop::sample::select(vec!["path", "oldPath", "text", "diff", "changes", "patch"]),
        prop::sample::select(vec!["type", "operation", "format", "content", "terminalId"]),
    ];
    btree_map(key, value, 0..3)
        .prop_map(|fields| fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn meta() -> impl Strategy<Value = Meta> {
    fields(json())
}

fn unknown() -> impl Strategy<Value = String> {
    "_[a-z]{0,3}|[A-Z]{1,2}"
}

fn change() -> impl Strategy<Value = DiffChange> {
    let known = (0..5_u8, any_path(), any_path()).prop_map(|(operation, a, b)| match operation {
        0 => DiffChange::add(a),
        1 => DiffChange::delete(a),
        2 => DiffChange::modify(a),
        3 => DiffChange::move_file(a, b),
        _ => DiffChange::copy(a, b),
    });
    let other =
        (unknown(), meta()).prop_map(|(tag, fields)| DiffChange::other(tag, fields).unwrap());
    let file_type = prop_oneof![
        prop::sample::select(vec!["text", "binary", "directory", "symlink"])
            .prop_map(DiffFileType::from),
        unknown().prop_map(DiffFileType::from),
    ];
    (prop_oneof![4 => known, 1 => other], of(file_type), of(text()), of(meta())).prop_map(
        |(mut change, file_type, mime_type, meta)| {
            change = match file_type {
                Some(file_type) => change.file_type(file_type),
                None => change,
            };
            change = match mime_type {
                Some(mime_type) => change.mime_type(mime_type),
                None => change,
            };
            match meta {
                Some(meta) => change.meta(meta),
                None => change,
            }
        },
    )
}

fn diff() -> impl Strategy<Value = Diff> {
    (vec(change(), 0..4), of(text()), of(meta())).prop_map(|(changes, patch, meta)| {
        let mut diff = Diff::new(changes);
        diff.patch = patch.map(DiffPatch::git_patch);
        diff.meta = meta;
        diff
    })
}

fn v1_diff() -> impl Strategy<Value = v1::Diff> {
    (any_path(), of(text()), text(), of(meta())).prop_map(|(path, old_text, new_text, meta)| {
        let mut diff = v1::Diff::new(path, new_text);
        diff.old_text = old_text;
        diff.meta = meta;
        diff
    })
}

fn content() -> impl Strategy<Value = ToolCallContent> {
    let block = (text(), of(meta())).prop_map(|(text, meta)| {
        let mut block = TextContent::new(text);
        block.meta = meta;
        ToolCallContent::Content(Content::new(ContentBlock::Text(block)))
    });
    prop_oneof![
        4 => diff().prop_map(ToolCallContent::from),
        1 => block,
        1 => text().prop_map(|id| ToolCallContent::from(Terminal::new(id))),
    ]
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

proptest! {
    #[test]
    fn every_content_is_read_back_from_value_and_text(content in content()) {
        prop_assert_eq!(&read::<ToolCallContent>(written(&content)), &content);
        let text = serde_json::to_string(&content).unwrap();
        prop_assert_eq!(&serde_json::from_str::<ToolCallContent>(&text).unwrap(), &content);
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
        agree::<official_v2::Diff, _>(&diff.write_patch_as(PatchKey::Text));
    }

    #[test]
    fn mutated_json_is_refused_or_kept(
        content in content(),
        place in vec(any::<prop::sample::Index>(), 0..5),
        with in json(),
    ) {
        let mut value = written(&content);
        mutate(&mut value, &place, with);

        let strict = serde_json::from_value::<ToolCallContent>(value.clone());
        if let Ok(strict) = &strict {
            prop_assert_eq!(&read::<ToolCallContent>(written(strict)), strict);
        }
        match (strict, lenient::read::<ToolCallContent>(value)) {
            (Ok(strict), Ok(lenient)) => {
                prop_assert_eq!(lenient.value, strict);
                prop_assert_eq!(lenient.skipped, []);
            }
            (Ok(_), Err(error)) => prop_assert!(false, "only lenient reading fails: {error}"),
            (Err(_), Ok(lenient)) => prop_assert!(!lenient.skipped.is_empty()),
            (Err(_), Err(_)) => {}
        }
    }
}
