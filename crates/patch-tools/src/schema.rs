//! Every JSON Schema of the workspace, by its name (feature `schemars`).

use std::collections::BTreeMap;

use acp_diff_types::schema;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::check::Answer;
use crate::tool::{
    APPLY_PATCH, AppliedSummary, AppliedView, DIFF, DiffOutput, RefusedSummary, RefusedView, UNDO,
};
use crate::view::{ErrorView, PatchView, ReceiptView};

/// The schemas, by their names: what the protocol reads and writes, what the program and the tools give, and
/// what the tools take.
///
/// # Examples
///
/// ```
/// let schemas = patch_tools::schema::all();
/// assert_eq!(schemas["tool-diff-input"]["properties"]["context_lines"]["maximum"], 20);
/// assert!(schemas.contains_key("receipt"));
/// ```
pub fn all() -> BTreeMap<&'static str, Value> {
    let mut all: Vec<(&'static str, Schema)> = schema::all();
    all.push(("mcp-apply-patch-output", schema::of_output::<AppliedSummary<'_>>()));
    all.push(("mcp-refusal", schema::of_output::<RefusedSummary<'_>>()));
    all.push(("patch", schema::of_output::<PatchView<'_>>()));
    all.push(("receipt", schema::of_output::<ReceiptView<'_>>()));
    all.push(("refusal", schema::of_output::<ErrorView<'_>>()));
    all.push(("tool-apply-patch-output", schema::of_output::<AppliedView<'_>>()));
    all.push(("tool-diff-output", schema::of_output::<DiffOutput>()));
    all.push(("tool-refusal", schema::of_output::<RefusedView<'_>>()));
    let types = all.into_iter().map(|(name, schema)| (name, in_order(schema.to_value())));
    let checked =
        either(schema::of::<Answer>().to_value(), schema::of_output::<Unread<'_>>().into());
    let types = types.chain([("check-diff", in_order(checked))]);
    let inputs = [
        ("tool-apply-patch-input", APPLY_PATCH),
        ("tool-diff-input", DIFF),
        ("tool-undo-input", UNDO),
    ];
    types.chain(inputs.map(|(name, spec)| (name, in_order(spec.input_schema())))).collect()
}

/// The answer of `acp-patch check-diff --json` if its input is no diff.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Unread<'a> {
    ok: bool,
    /// Why nothing was checked.
    error: ErrorView<'a>,
}

/// The schema of one of two objects. Its root is an object as well.
pub(crate) fn either(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(mut other)) = (&mut one, other) {
        for part in ["$defs", "properties"] {
            merge(one, part, other.remove(part));
        }
        let of_one = one.remove("required").unwrap_or_default();
        let of_other = other.remove("required").unwrap_or_default();
        let required = json!([{"required": of_one}, {"required": of_other}]);
        one.insert("anyOf".to_owned(), required);
    }
    one
}

/// Adds the definitions of another schema to those already present.
fn merge(into: &mut Map<String, Value>, part: &str, other: Option<Value>) {
    let known = into.entry(part).or_insert_with(|| json!({}));
    if let (Value::Object(known), Some(Value::Object(other))) = (known, other) {
        for (key, value) in other {
            known.entry(key).or_insert(value);
        }
    }
}

/// The same value with its keys sorted: whether a map keeps their order depends on features that
/// other crates of a build select.
pub fn in_order(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(in_order).collect(),
        Value::Object(object) => {
            let ordered: BTreeMap<_, _> =
                object.into_iter().map(|(key, value)| (key, in_order(value))).collect();
            ordered.into_iter().collect()
        }
        value => value,
    }
}
