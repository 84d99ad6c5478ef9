//! Which characters does the file have for those of the patch?
//!
//! | Characters | |
//! | --- | --- |
//! | typographic ones, escapes of HTML, and all kinds together | [`signs`] |
//! | backslashes of one encoding too many | [`backslashes`] |
//! | what JSON, Markdown or HTML write for characters, which are none of the file then | [`encoded`] |
//! | letters with accents | [`letters`] |
//! | several blanks inside of a line for a tab | [`runs`] |
//! | no-break spaces at the start of a line | [`no_break`] |

mod backslashes;
pub(super) mod encoded;
mod letters;
pub(super) mod no_break;
pub(super) mod runs;
pub(super) mod signs;
