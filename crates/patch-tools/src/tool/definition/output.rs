//! The answers of the tools, as JSON Schemas for the Model Context Protocol.

#[cfg(feature = "schemars")]
pub(super) use with_schemas::{applied, diff};
#[cfg(not(feature = "schemars"))]
pub(super) use without::{applied, diff};

#[cfg(feature = "schemars")]
mod with_schemas {
    use acp_diff_types::schema;
    use serde_json::Value;

    use crate::schema::either;
    use crate::tool::{AppliedSummary, DiffOutput, RefusedSummary};

    pub(in super::super) fn applied() -> Value {
        or_refused(schema::of_output::<AppliedSummary<'_>>().to_value())
    }

    pub(in super::super) fn diff() -> Value {
        or_refused(schema::of_output::<DiffOutput>().to_value())
    }

    /// A result, or a refusal: clients check either against the tool's single schema, whose root
    /// must be an object.
    fn or_refused(result: Value) -> Value {
        let refused = schema::of_output::<RefusedSummary<'_>>().to_value();
        let mut either = either(result, refused);
        without_formats(&mut either);
        either
    }

    /// Removes the formats of numbers: `uint64` is not defined by JSON Schema, and clients complain
    /// about each.
    fn without_formats(schema: &mut Value) {
        match schema {
            Value::Array(items) => items.iter_mut().for_each(without_formats),
            Value::Object(object) => {
                let is_number =
                    |format: &str| format.starts_with("uint") || format.starts_with("int");
                if object.get("format").and_then(Value::as_str).is_some_and(is_number) {
                    object.remove("format");
                }
                object.values_mut().for_each(without_formats);
            }
            _ => {}
        }
    }
}

#[cfg(not(feature = "schemars"))]
mod without {
    use serde_json::Value;

    pub(in super::super) fn applied() -> Value {
        Value::Null
    }

    pub(in super::super) fn diff() -> Value {
        Value::Null
    }
}
