//! The tools as a server of the Model Context Protocol lists them.

use patch_parse::Format;
use serde_json::{Value, json};

use super::output;
use super::spec::apply_patch_spec;
use crate::tool::apply_patch::CHECK_PATCH;
use crate::tool::arguments::{Field, Spec};
use crate::tool::diff::DIFF;
use crate::tool::undo::UNDO;

/// The hints for a tool besides its schema: whether it changes anything, whether it may remove
/// anything, whether a second call changes nothing more.
struct Hints {
    is_read_only: bool,
    is_destructive: bool,
    is_idempotent: bool,
}

const READS: Hints = Hints { is_read_only: true, is_destructive: false, is_idempotent: true };
const WRITES: Hints = Hints { is_read_only: false, is_destructive: true, is_idempotent: false };

/// The list of a `tools/list` answer: `apply_patch`, `diff`, `check_patch` and `undo`.
///
/// With the feature `schemars` each also has its `outputSchema`: for results and for refusals,
/// since clients check both against it.
pub fn mcp_definitions(format: Format) -> Vec<Value> {
    let apply_patch = apply_patch_spec(format);
    // Only the patch, in the words of the format.
    let check = Spec { fields: first(apply_patch.fields), ..CHECK_PATCH };
    vec![
        definition("apply_patch", apply_patch, &WRITES, output::applied()),
        definition("diff", DIFF, &READS, output::diff()),
        definition(CHECK_PATCH.name, check, &READS, output::applied()),
        definition("undo", in_mcp_words(), &WRITES, output::applied()),
    ]
}

fn in_mcp_words() -> Spec {
    let description = "Takes back what an apply_patch of this session did, by the `receipt_id` of its \
                       answer: every change, or none. It is refused when one of the files has changed \
                       since. The answer is a receipt too, which can be taken back again.";
    Spec { description, ..UNDO }
}

fn first(fields: &'static [Field]) -> &'static [Field] {
    fields.get(..1).unwrap_or_default()
}

fn definition(name: &str, spec: Spec, hints: &Hints, output: Value) -> Value {
    let mut definition = json!({
        "name": name,
        "title": spec.title,
        "description": spec.description,
        "inputSchema": spec.input_schema(),
        "annotations": {
            "title": spec.title,
            "readOnlyHint": hints.is_read_only,
            "destructiveHint": hints.is_destructive,
            "idempotentHint": hints.is_idempotent,
            "openWorldHint": false,
        },
    });
    if let (false, Value::Object(object)) = (output.is_null(), &mut definition) {
        object.insert("outputSchema".to_owned(), output);
    }
    definition
}
