//! Damage that the library is not held to yet.

/// The report counts these, and neither the properties nor the slice of CI fail for them. Each is to
/// be taken off when the library is right about it.
pub(super) const PENDING: &[&str] = &[
    "blank_added_counted",
    "blank_behind_signs",
    "context_chunk_as_anchor",
    "cut_in_changes",
    "cut_in_line",
    "end_missing",
    "html_escapes",
    "names_one_exists",
    "new_text_in_sibling",
    "no_break_spaces_everywhere",
    "placeholder_numbers",
    "quotes_everywhere",
    "several_answers",
    "unit_doubled",
    "unit_halved",
];
