//! Removes what people and models put around a file name in a header.

use bstr::{BStr, BString, ByteSlice};

use super::extras;

/// Marks on both sides of a name: those of Markdown and of prose.
const PAIRS: [(&[u8], &[u8]); 7] = [
    (b"`", b"`"),
    (b"**", b"**"),
    (b"\"", b"\""),
    (b"'", b"'"),
    (b"<", b">"),
    ("\u{201c}".as_bytes(), "\u{201d}".as_bytes()),
    ("\u{2018}".as_bytes(), "\u{2019}".as_bytes()),
];

/// Remarks in brackets after a name that say which version is meant.
const REMARKS: [&[u8]; 16] = [
    b"modified",
    b"new",
    b"new file",
    b"added",
    b"created",
    b"deleted",
    b"removed",
    b"updated",
    b"changed",
    b"renamed",
    b"original",
    b"old",
    b"before",
    b"after",
    b"current",
    b"unchanged",
];

/// What is taken off a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Marks around it, and remarks.
    Marks,
    /// Those, and what else people write beside a name.
    All,
}

/// A name without `./` at the start, which changes nothing.
pub(crate) fn without_dots(name: &BStr) -> &BStr {
    name.get(dots_len(name)..).map_or(name, BStr::new)
}

/// The length of `./` at the start of a name, once or several times, if something follows.
pub(super) fn dots_len(name: &[u8]) -> usize {
    let mut rest = name;
    while let Some(behind) = rest.strip_prefix(b"./") {
        let slashes = behind.iter().take_while(|byte| **byte == b'/').count();
        let Some(behind) = behind.get(slashes..).filter(|behind| !behind.is_empty()) else { break };
        rest = behind;
    }
    name.len() - rest.len()
}

/// The name without anything around it and with `/` between its parts; `None` if that is the name
/// as it is. `./` at the start stays, since it shows where the path begins, but counts as something
/// around it.
pub(super) fn bare(name: &BStr, taken: Taken) -> Option<BString> {
    let visible = (taken == Taken::All && !name.is_ascii()).then(|| without_unseen(name));
    let mut bare = visible.as_deref().unwrap_or(name).trim_ascii();
    let less = |name| {
        let beside = || extras::without(name).filter(|_| taken == Taken::All);
        without_mark(name).or_else(beside).filter(|less: &&[u8]| !less.is_empty())
    };
    while let Some(less) = less(bare) {
        bare = less.trim_ascii();
    }
    // `\\server\share` is a place on another machine.
    if bare.is_empty() || bare.starts_with(b"\\\\") {
        return None;
    }
    let slashed = BString::from(bare.replace("\\", "/"));
    (without_dots(slashed.as_bstr()) != name).then_some(slashed)
}

/// The name without characters that nobody sees and that part nothing.
fn without_unseen(name: &BStr) -> Vec<u8> {
    ["\u{200b}", "\u{2060}", "\u{feff}"]
        .iter()
        .fold(name.to_vec(), |name, sign| name.replace(sign, ""))
}

/// The name without the outermost thing around it.
fn without_mark(name: &[u8]) -> Option<&[u8]> {
    let pair = |(open, close): &(&[u8], &[u8])| name.strip_prefix(*open)?.strip_suffix(*close);
    PAIRS
        .iter()
        .find_map(pair)
        .or_else(|| name.strip_suffix(b":"))
        .or_else(|| without_escaped_break(name))
        .or_else(|| without_remark(name))
        .or_else(|| without_link(name))
}

/// The name of a file with an extension, without an escaped line break behind it.
fn without_escaped_break(name: &[u8]) -> Option<&[u8]> {
    let less = name.strip_suffix(b"\\n")?;
    let last = less.rsplit(|byte| b"/\\".contains(byte)).next()?;
    last.contains(&b'.').then_some(less)
}

/// The name in a Markdown link to itself.
fn without_link(name: &[u8]) -> Option<&[u8]> {
    let (text, target) = name.strip_prefix(b"[")?.strip_suffix(b")")?.split_once_str("](")?;
    (text == target).then_some(text)
}

/// The name without a trailing `(modified)`, `# new` or the like.
fn without_remark(name: &[u8]) -> Option<&[u8]> {
    let signs: [&[u8]; 2] = [b" # ", b" // "];
    let comment = signs.iter().find_map(|sign| {
        let at = name.rfind(sign)?;
        Some((name.get(..at)?, name.get(at + sign.len()..)?))
    });
    if let Some((name, _)) = comment.filter(|(_, remark)| is_remark(remark)) {
        return Some(name.trim_ascii_end());
    }
    let (open, inner) = match name {
        [inner @ .., b')'] => (b'(', inner),
        [inner @ .., b']'] => (b'[', inner),
        _ => return None,
    };
    let at = inner.rfind_byte(open)?;
    let (name, remark) = (inner.get(..at)?, inner.get(at + 1..)?);
    let is_apart = name.last().is_some_and(u8::is_ascii_whitespace);
    (is_remark(remark) && is_apart).then(|| name.trim_ascii_end())
}

fn is_remark(text: &[u8]) -> bool {
    REMARKS.iter().any(|known| text.trim_ascii().eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: Option<&str>) {
        for taken in [Taken::Marks, Taken::All] {
            let bare = bare(name.into(), taken);
            let bare = bare.as_ref().map(|bare| without_dots(bare.as_bstr()));
            assert_eq!(bare, expected.map(BStr::new), "{name}");
        }
    }

    #[test]
    fn what_is_beside_a_name_is_taken_off_where_all_is() {
        for (name, expected) in [
            ("src/x.py:12", "src/x.py"),
            ("`src/x.py:12:5`,", "src/x.py"),
            ("\u{200b}src/\u{feff}x.py\u{2060}", "src/x.py"),
            ("path: `src/x.py`", "src/x.py"),
            ("file:///srv/x.py", "/srv/x.py"),
        ] {
            assert_eq!(bare(name.into(), Taken::All), Some(expected.into()), "{name}");
        }
        assert_eq!(bare("\u{200b}".into(), Taken::All), None);
        for name in ["src/x.py:12", "x.py,", "\u{200b}x", "path: x", "file:///x"] {
            assert_eq!(bare(name.into(), Taken::Marks), None, "{name}");
        }
    }

    #[test]
    fn what_is_around_a_name_is_taken_off() {
        for name in [
            "`src/x.rs`",
            "**src/x.rs**",
            "**`src/x.rs`**:",
            "\"src/x.rs\"",
            "src/x.rs:",
            "src/x.rs (modified)",
            "src/x.rs [New File]",
            "src/x.rs # new file",
            "src/x.rs  // Added",
            "[src/x.rs](src/x.rs)",
            "[`src/x.rs`](`src/x.rs`)",
            "`src/x.rs` (old)",
            "./src/x.rs",
            "././src/x.rs",
            "src\\x.rs",
            ".\\src\\x.rs",
            "\u{201c}src/x.rs\u{201d}",
        ] {
            check(name, Some("src/x.rs"));
        }
    }

    #[test]
    fn what_may_belong_to_a_name_stays() {
        for name in [
            "x",
            "x (1)",
            "x(new)",
            "it's",
            "`x",
            "x y",
            "<x",
            "a:b",
            "notes (draft)",
            ":",
            "/",
            "x # y",
            "x#new",
            "[x](y)",
        ] {
            check(name, None);
        }
        check("\\\\server\\share\\x", None);
        check("`newdir/`", Some("newdir/"));
    }
}
