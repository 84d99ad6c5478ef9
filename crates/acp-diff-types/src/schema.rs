//! JSON Schemas of what is on the wire (feature `schemars`).
//!
//! ```
//! use acp_diff_types::schema;
//!
//! let (name, diff) = schema::all().into_iter().find(|(name, _)| *name == "acp-v2-diff").unwrap();
//! assert_eq!(name, "acp-v2-diff");
//! assert_eq!(diff.get("required"), Some(&serde_json::json!(["changes"])));
//! ```
//!
//! They describe what a reader accepts: further keys are allowed, and unknown discriminators with any
//! body. Not said by a schema are the rules between fields that JSON Schema has no words for, above all
//! that a patch agrees with its changes; the descriptions have them.

use std::borrow::Cow;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Value, json};

use crate::union::{Other, Union};
use crate::{AbsolutePath, MaybeUndefined, v1, v2};

/// Every schema, by the name of its file.
pub fn all() -> Vec<(&'static str, Schema)> {
    vec![
        ("acp-v1-diff", of::<v1::Diff>()),
        ("acp-v1-tool-call-content", of::<v1::ToolCallContent>()),
        ("acp-v2-diff", of::<v2::Diff>()),
        ("acp-v2-tool-call-content", of::<v2::ToolCallContent>()),
        ("acp-v2-tool-call-content-chunk", of::<v2::ToolCallContentChunk>()),
        ("acp-v2-tool-call-update", of::<v2::ToolCallUpdate>()),
        ("acp-v2-session-notification", of::<v2::SessionNotification>()),
        ("acp-v2-request-permission-request", of::<v2::RequestPermissionRequest>()),
        ("acp-v2-request-permission-response", of::<v2::RequestPermissionResponse>()),
    ]
}

/// The schema of what is read as one type, with all that it uses.
pub fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with_transform(PlainWords);
    settings.into_generator().into_root_schema_for::<T>()
}

/// The schema of what one type writes, with all that it uses.
pub fn of_output<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(PlainWords);
    settings.into_generator().into_root_schema_for::<T>()
}

/// What `_meta` is, said where it is used: a reader of a schema cannot look a Rust type up.
const META: &str = "What clients and agents attach for themselves. Implementations MUST NOT make \
                    assumptions about the values at its keys.";

/// How the paragraphs begin that are useful only for building values in Rust.
const FOR_RUST: [&str; 2] = ["Build it with", "Reading is strict"];

/// Turns documentation into descriptions: examples are removed, links become their text.
#[derive(Clone, Debug)]
struct PlainWords;

impl Transform for PlainWords {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = plain(text);
        }
        transform_subschemas(self, schema);
    }
}

fn plain(text: &str) -> String {
    match text {
        "See [`Meta`]." => return META.to_owned(),
        "See [`Annotations`]." => return "Hints for display.".to_owned(),
        _ => {}
    }
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut words = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, linked)) = rest.split_once("[`") {
        words.push_str(before);
        let (name, after) = linked.split_once("`]").unwrap_or((linked, ""));
        words.extend(["`", name.trim_start_matches("Self::"), "`"]);
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
    }
    words.push_str(rest);
    while words.contains("\n\n\n") {
        words = words.replace("\n\n\n", "\n\n");
    }
    let paragraphs = words.trim().split("\n\n");
    let paragraphs =
        paragraphs.filter(|text| !FOR_RUST.iter().any(|beginning| text.starts_with(beginning)));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// The text of a git patch is under `diff` or `text`.
pub(crate) fn either_key(schema: &mut Schema) {
    schema.insert("anyOf".to_owned(), json!([{"required": ["diff"]}, {"required": ["text"]}]));
    schema.remove("required");
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let text = json!({
            "type": "string",
            "description": "The patch text under the name that the published draft has given it \
                            since. With both keys, the two must be equal.",
        });
        properties.insert("text".to_owned(), text);
    }
}

/// A permission request has a tool call or a title.
pub(crate) fn one_of_two_shapes(schema: &mut Schema) {
    schema.insert("anyOf".to_owned(), json!([{"required": ["toolCall"]}, {"required": ["title"]}]));
}

impl JsonSchema for AbsolutePath {
    fn schema_name() -> Cow<'static, str> {
        "AbsolutePath".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^(/|[A-Za-z]:[\\/]|\\\\[^\\/\x00]+[\\/][^\\/\x00])[^\x00]*$",
            "description": "A path that MUST be absolute: it begins with `/`, with a drive \
                            (`C:\\`) or with a share (`\\\\server\\share`). It holds no NUL.",
        })
    }
}

impl<T: JsonSchema> JsonSchema for MaybeUndefined<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Option::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Option<T>>()
    }

    #[doc(hidden)]
    fn _schemars_private_is_option() -> bool {
        true
    }
}

impl<U: Union> JsonSchema for Other<U> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Other".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {U::TAG: {
                "type": "string",
                "not": {"enum": U::KNOWN},
                "description": "Values that begin with `_` belong to implementations, all others \
                                to future versions of the protocol.",
            }},
            "required": [U::TAG],
        })
    }
}
