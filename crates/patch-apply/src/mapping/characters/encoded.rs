//! Detects characters as another language writes them: `\u00f6` as JSON does, `\_` as Markdown,
//! `\t`, `&#60;` as HTML. If a line of the patch is that of the file except for these, they were
//! not written for the file.

use crate::text::escapes::{Writing, undone};

/// The writings that are looked for. Named characters (`&lt;`) are mapped: see
/// [`signs`](super::signs).
const WRITINGS: [Writing; 4] = [Writing::Code, Writing::Markdown, Writing::Tab, Writing::Number];

/// Whether an added line uses a writing that does not belong to the file, as one of the pairs (an
/// old line and that of the file) shows.
pub(in crate::mapping) fn is_any_encoded<'l>(
    pairs: &[(&'l [u8], &'l [u8])],
    added: &[&[u8]],
) -> bool {
    WRITINGS.iter().any(|writing| {
        let shows = |(patch, file): &(&[u8], &[u8])| explains(*writing, patch, file);
        pairs.iter().any(shows) && added.iter().any(|line| decoded(*writing, line).is_some())
    })
}

/// Whether an old line has escaped quotes where that of the file has plain ones, whatever else
/// differs in it, and an added line has escaped ones as well.
pub(in crate::mapping) fn is_any_quote_escaped(pairs: &[(&[u8], &[u8])], added: &[&[u8]]) -> bool {
    let has = |text: &[u8]| memchr::memmem::find(text, b"\\\"").is_some();
    let shows = |(patch, file): &(&[u8], &[u8])| has(patch) && file.contains(&b'"') && !has(file);
    pairs.iter().any(shows) && added.iter().any(|line| has(line))
}

/// Whether a line is that of the file when it is decoded, and not as it is.
fn explains(writing: Writing, patch: &[u8], file: &[u8]) -> bool {
    let decoded = decoded(writing, patch);
    decoded.is_some_and(|plain| plain.trim_ascii() == file.trim_ascii())
        && patch.trim_ascii() != file.trim_ascii()
}

/// A line as it was before it was encoded; `None` if nothing in it is written so.
fn decoded(writing: Writing, line: &[u8]) -> Option<Vec<u8>> {
    undone(line, |text| writing.at(text).map(|(len, character)| (len, character.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(patch: &str, file: &str, added: &str, is_encoded: bool) {
        let pairs = [(patch.as_bytes(), file.as_bytes())];
        let found = is_any_encoded(&pairs, &[added.as_bytes()]);
        assert_eq!(found, is_encoded, "{patch} {file} {added}");
    }

    #[test]
    fn what_explains_an_old_line_is_no_text_of_an_added_one() {
        check("# gr\\u00f6n", "# gr\u{f6}n", "# \\u00fc", true);
        check("a\\_b", "a_b\n", "c\\_d", true);
        check("a\\tb", "a\tb", "c\\td", true);
        check("a &#60; b", "a < b", "c &#x3e; d", true);
        check("\\ud83d\\ude00", "\u{1f600}", "\\u00fc", true);
        check("&#1114111;", "\u{10ffff}", "&#60;", true);
        // What has a name is mapped.
        check("a &lt; b", "a < b", "c &gt; d", false);
        // None of that way is added, the old line differs otherwise, or is as the file has it.
        check("a\\_b", "a_b", "c d \\u00fc", false);
        check("a\\_b", "a_c", "c\\_d", false);
        check("a\\_b", "a\\_b", "c\\_d", false);
        check("\\u00g0 \\u+123 &#; &#1234567;", "", "\\u00fc", false);
    }
}
