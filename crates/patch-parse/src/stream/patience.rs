//! Decides when to try a step that may need more lines than have arrived.

/// A step that reads at most this many bytes may be tried again for every line.
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

/// Whether to try a step that reads `size` bytes, of which `fresh` have arrived since the last try;
/// `line` is the last line.
///
/// A step that needs more lines than have arrived is tried again later, when the new bytes are a
/// good part of what it reads: so the work stays linear, even for a patch that is written to
/// prevent that. After a line that ends every hunk it is tried sooner.
pub(super) fn is_worth_a_try(size: usize, fresh: usize, line: &[u8]) -> bool {
    let is_strong =
        || [&b"@@"[..], b"*** ", b"diff --git "].iter().any(|start| line.starts_with(start));
    size > 0
        && fresh > 0
        && (size <= SHORT || fresh * 2 >= size || (is_strong() && fresh * 16 >= size))
}

/// Whether a line is a git header, or the first of the two lines that follow these.
pub(super) fn is_git_header(line: &[u8]) -> bool {
    GIT_HEADERS.iter().any(|header| line.starts_with(header))
}
