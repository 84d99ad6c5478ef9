//! Which paths a patch may name.

use bstr::{BStr, BString, ByteSlice};
use patch_apply::confine::STAGING;
use patch_parse::Code;

/// The most parts of a path.
const MOST_PARTS: usize = 512;

/// The path below the root that a name means.
pub fn resolve(name: &BStr) -> Result<BString, Code> {
    let parts: Vec<&[u8]> =
        name.split(|byte| *byte == b'/').filter(|part| !matches!(*part, b"" | b".")).collect();
    if parts.len() > MOST_PARTS {
        return Err(Code::LimitExceeded);
    }
    if leads_out(name, &parts) {
        return Err(Code::PathEscape);
    }
    // A backslash separates on some systems; a name must be safe on all of them.
    if name.split(|byte| matches!(byte, b'/' | b'\\')).any(is_protected) {
        return Err(Code::ProtectedPath);
    }
    Ok(bstr::join("/", parts).into())
}

fn leads_out(name: &[u8], parts: &[&[u8]]) -> bool {
    let is_absolute = matches!(name, [b'/' | b'\\', ..]);
    let has_drive = matches!(parts, [[letter, b':', ..], ..] if letter.is_ascii_alphabetic());
    let climbs = name.split(|byte| matches!(byte, b'/' | b'\\')).any(|part| part == b"..");
    is_absolute || has_drive || climbs || name.contains(&0) || parts.is_empty()
}

/// Whether some file system takes a name for `.git`, for the directory of a commit or for a file
/// beside it: by case, trailing dots and blanks, a stream, code points that are ignored, or the
/// short name of FAT.
fn is_protected(part: &[u8]) -> bool {
    let seen: String = part.to_str_lossy().chars().filter(|c| !is_unseen(*c)).collect();
    let name = seen.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    is(".git") || is("git~1") || is(STAGING) || is_beside_staging(name)
}

fn is_beside_staging(name: &str) -> bool {
    let rest = name.to_ascii_lowercase();
    rest.strip_prefix(STAGING).is_some_and(|rest| rest.starts_with('.'))
        || rest
            .strip_prefix("acp-pa~")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_unseen(c: char) -> bool {
    let code = u32::from(c);
    let ranges = [
        0xAD..=0xAD,
        0x34F..=0x34F,
        0x61C..=0x61C,
        0x115F..=0x1160,
        0x17B4..=0x17B5,
        0x180B..=0x180F,
        0x200B..=0x200F,
        0x202A..=0x202E,
        0x2060..=0x206F,
        0x3164..=0x3164,
        0xFE00..=0xFE0F,
        0xFEFF..=0xFEFF,
        0xFFA0..=0xFFA0,
        0xFFF0..=0xFFF8,
        0x1BCA0..=0x1BCA3,
        0x1D173..=0x1D17A,
        0xE0000..=0xE0FFF,
    ];
    ranges.iter().any(|range| range.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: Result<&str, Code>) {
        assert_eq!(resolve(name.into()), expected.map(BString::from), "{name:?}");
    }

    #[test]
    fn names_are_cleaned_or_refused() {
        check("./a//b/.", Ok("a/b"));
        check("a\\b", Ok("a\\b"));
        check(&format!("/{}", "a/".repeat(513)), Err(Code::LimitExceeded));
        for name in ["", ".", "..", "a/../b", "a\\..\\b", "/a", "\\a", "C:x", "./C:x", "a\0"] {
            check(name, Err(Code::PathEscape));
        }
        for name in [
            ".git",
            "a/.GIT/b",
            ".git. .",
            ".git:x",
            "git~1",
            ".g\u{200d}it",
            "a\\.git",
            ".acp-patch-commit/x",
            ".acp-patch\u{ad}-commit/x",
            "ACP-PA~1/x",
            ".ACP-patch-commit.journal",
            ".ACP-patch-commit ",
        ] {
            check(name, Err(Code::ProtectedPath));
        }
        for name in [".gitignore", "git", "x.git", "git~2"] {
            check(name, Ok(name));
        }
    }
}
