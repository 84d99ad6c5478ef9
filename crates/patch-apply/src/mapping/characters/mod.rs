//! Finds the characters that the file has for those of the patch.
//!
//! | Characters | |
//! | --- | --- |
//! | typographic ones, HTML escapes, and all kinds together | [`signs`] |
//! | backslashes of one encoding too many | [`backslashes`] |
//! | quotes in strings, which stay apart from those around them | [`strings`] |
//! | characters as JSON, Markdown or HTML write them, which the file does not have | [`encoded`] |
//! | letters with accents | [`letters`] |
//! | several blanks within a line for a tab | [`runs`] |
//! | no-break spaces at the start of a line | [`no_break`] |

mod backslashes;
pub(super) mod encoded;
mod letters;
pub(super) mod no_break;
pub(super) mod runs;
pub(super) mod signs;
mod strings;
