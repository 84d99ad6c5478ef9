//! Compares names as the most forgiving file system does: without case, without the code points
//! that HFS+, or ext4 and F2FS where they ignore case, leave out, without trailing dots and blanks
//! and NTFS stream names.
//!
//! `gix-validate` has the rules of each file system, and of no two together: of the 54 spellings of
//! `.git` that a test in `tests/workspace/path.rs` tries and that are refused here, it refuses 34.
//! That test asks it for what we miss.

use bstr::{BStr, ByteSlice};

/// Whether a file system may take `part` for `.git`: by case, ignored code points, trailing dots
/// and blanks, a stream name, or the short name that NTFS gives it.
pub(super) fn is_git_dir(part: &BStr) -> bool {
    let suspicious = |first: &u8| matches!(first, b'.' | b'g' | b'G') || !first.is_ascii();
    part.first().is_some_and(suspicious) && matches!(fold(part).as_slice(), b".git" | b"git~1")
}

/// The directory in a root where a commit keeps its journal and what it has staged. Names that
/// continue this one after a dot, such as `.acp-patch-commit.journal`, are those of a commit as
/// well.
///
/// File systems only vary it by case, trailing dots and blanks, stream names and ignored code
/// points, which are removed before names are compared, and by the short names of FAT.
pub const STAGING: &str = ".acp-patch-commit";

/// How a short name of these begins; a number follows, and what is after the second dot.
const SHORT: &[u8] = b"acp-pa~";

/// Whether a file system may take `part` for the directory of a commit, or a file beside it.
pub(super) fn is_staging(part: &BStr) -> bool {
    let suspicious = |first: &u8| matches!(first, b'.' | b'a' | b'A') || !first.is_ascii();
    let is_ours = |name: Vec<u8>| {
        let rest = name.strip_prefix(STAGING.as_bytes());
        rest.is_some_and(|rest| matches!(rest.first(), None | Some(b'.')))
            || name
                .strip_prefix(SHORT)
                .is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
    };
    part.first().is_some_and(suspicious) && is_ours(fold(part))
}

/// The part as the most forgiving file system compares it.
pub(super) fn fold(part: &BStr) -> Vec<u8> {
    let mut visible = without_ignored(part);
    if let Some(stream) = visible.find_byte(b':') {
        visible.truncate(stream);
    }
    let len = visible.trim_end_with(|c| matches!(c, '.' | ' ')).len();
    visible.truncate(len);
    lowercase(visible)
}

fn lowercase(part: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(part) {
        Ok(text) => text.to_lowercase().into_bytes(),
        Err(bytes) => bytes.into_bytes().to_ascii_lowercase(),
    }
}

fn without_ignored(part: &BStr) -> Vec<u8> {
    if part.is_ascii() {
        return part.to_vec();
    }
    let kept = part.char_indices().filter(|(_, _, c)| !is_ignored(*c));
    kept.flat_map(|(start, end, _)| part.get(start..end).unwrap_or_default()).copied().collect()
}

/// The code points that a file system leaves out of a comparison: git's list for HFS+
/// (`next_hfs_char` in `utf8.c`) and, for file systems of Linux that ignore case, those with the
/// property `Default_Ignorable_Code_Point` of Unicode (`DerivedCoreProperties.txt`), which has
/// nearly all of the former.
fn is_ignored(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
