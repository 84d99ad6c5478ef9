//! The texts of the library, in the terms of this program.

use patch_apply::render::{self, ForPerson};

use crate::input::PatchText;
use crate::report::STYLES;

/// Makes the text about a patch that people read.
pub(crate) fn for_person(text: &PatchText) -> ForPerson<'_> {
    render::for_person(&text.bytes)
        .name(&text.name)
        .palette(STYLES)
        .rest("--json lists all of them")
        .modes("--contract git would set it")
}
