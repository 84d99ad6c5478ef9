//! Guesses what a text without a recognisable patch is (SEARCH/REPLACE blocks, escaped newlines,
//! colour codes, UTF-16 …) and says how to send it instead.

use bstr::ByteSlice;

use crate::grammar::{Cursor, is_begin_patch};

/// The rule that a text without a patch breaks, if it shows one.
pub(crate) fn opt_rule(text: Cursor<'_>) -> Option<&'static str> {
    let source = text.rest();
    if is_utf_16(source) {
        Some("the text is UTF-16; save it as UTF-8")
    } else if is_search_replace(text) {
        Some("SEARCH/REPLACE blocks are no patch; send the changed lines as a patch")
    } else if source.contains_str(b"\x1b[") {
        Some("the text has colour codes; send it without them")
    } else if is_escaped(source) {
        Some("the line breaks are written as `\\n`; send the text of the patch itself")
    } else if is_shifted(text) {
        Some(
            "each line has something in front of it, such as blanks, a quote sign or a line number; \
             the lines of a patch begin in the first column",
        )
    } else {
        None
    }
}

/// Whether a line is `*** Begin Patch` with other decoration: `***Begin Patch***`,
/// `**Begin Patch**`.
pub(crate) fn is_decorated_begin(text: &[u8]) -> bool {
    let is_decoration = |byte: char| matches!(byte, '*' | '#' | '`' | '\\' | ' ');
    let words = text.trim_with(is_decoration);
    words == b"Begin Patch" && words.len() < text.trim_ascii().len()
}

/// Whether a text is UTF-16, as PowerShell redirects the output of a program: it begins with a byte
/// order mark, or every second byte of its start is NUL.
fn is_utf_16(text: &[u8]) -> bool {
    let has_nul = |at: usize| text.get(at).map(|byte| *byte == 0);
    let are_nul = |first: usize, expected: bool| {
        (first..UTF_16_START).step_by(2).all(|at| has_nul(at) == Some(expected))
    };
    let is_either = |high: usize| are_nul(high, true) && are_nul(1 - high, false);
    text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") || is_either(0) || is_either(1)
}

/// How many bytes of a text without a byte order mark show that it is UTF-16. The headers of a patch
/// begin with ASCII.
const UTF_16_START: usize = 8;

fn is_search_replace(mut text: Cursor<'_>) -> bool {
    text.any(|line| line.starts_with("<<<<<<< ")) && text.any(|line| line.starts_with(">>>>>>> "))
}

/// Whether a text has a patch in one line, with its line breaks escaped as in JSON.
fn is_escaped(text: &[u8]) -> bool {
    ["*** Begin Patch\\n", "\\n+++ ", "\\n@@ "].iter().any(|start| text.contains_str(start))
}

/// Whether a text has a patch each line of which has something in front.
pub(crate) fn is_shifted(text: Cursor<'_>) -> bool {
    let shifted = |text: &'_ [u8]| {
        let is_sign = |byte: &u8| b"> |:.)\t0123456789".contains(byte);
        let signs = text.iter().take_while(|byte| is_sign(byte)).count();
        if signs > 0 { Some(signs) } else { None }
    };
    text.filter_map(|line| line.text.get(shifted(line.text)?..)).any(|line| {
        is_begin_patch(line)
            || ["diff --git ", "--- a/", "--- /dev/null"]
                .iter()
                .any(|start| line.starts_with(start.as_bytes()))
    })
}
