//! `ApplyPatch` in the terms of one format.

use patch_parse::Format;

use crate::tool::apply_patch::{APPLY_PATCH, REQUEST_ID_FIELD};
use crate::tool::arguments::{Field, Kind, Spec};

const OPENCODE_FIELDS: &[Field] = &[
    Field {
        name: "patch",
        kind: Kind::Text,
        is_required: true,
        description: "The patch, from `*** Begin Patch` to `*** End Patch`.",
    },
    REQUEST_ID_FIELD,
];

/// `ApplyPatch` in the terms of one format. Calls are the same for both.
pub fn apply_patch_spec(format: Format) -> Spec {
    match format {
        Format::Unified => APPLY_PATCH,
        Format::OpenCode => Spec { fields: OPENCODE_FIELDS, ..APPLY_PATCH },
    }
}
