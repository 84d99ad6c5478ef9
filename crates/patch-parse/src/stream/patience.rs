//! When a step is tried that may need more lines than there are.

/// A step that reads so few bytes may be tried again for every line of it.
const SHORT: usize = 256;

/// How the lines between `diff --git` and `+++` start.
const GIT_HEADERS: [&[u8]; 10] = [
    b"index ",
    b"--- ",
    b"new file mode ",
    b"deleted file mode ",
    b"old mode ",
    b"new mode ",
    b"similarity index ",
    b"dissimilarity index ",
    b"rename ",
    b"copy ",
];

/// Whether to try a step that reads `size` bytes, of which `fresh` have come since the last try;
/// `line` is the last.
///
/// A step that needs more lines than there are is tried again. That is put off until what has come
/// since then is a good part of what it reads: the work stays linear, even where somebody writes a
/// patch to prevent that. Behind a line that ends every hunk it is put off less.
pub(super) fn is_worth_a_try(size: usize, fresh: usize, line: &[u8]) -> bool {
    let is_strong =
        || [&b"@@"[..], b"*** ", b"diff --git "].iter().any(|start| line.starts_with(start));
    size > 0
        && fresh > 0
        && (size <= SHORT || fresh * 2 >= size || (is_strong() && fresh * 16 >= size))
}

/// Whether a line is a header of git's, or the first of the two that follow them.
pub(super) fn is_git_header(line: &[u8]) -> bool {
    GIT_HEADERS.iter().any(|header| line.starts_with(header))
}
