//! What is written beside the name of a file where a text speaks of it: a comma, a line in it, what
//! it is; and names that stand for another place.

use bstr::{BStr, ByteSlice};

/// What is before a name and says that it is one.
const LABELS: [&str; 6] = ["path:", "file:", "filename:", "file path:", "file_path:", "name:"];

/// The name without one thing beside it.
pub(super) fn without(name: &[u8]) -> Option<&[u8]> {
    let sign = || name.strip_suffix(b",").or_else(|| name.strip_suffix(b";"));
    sign().or_else(|| without_place(name)).or_else(|| without_label(name)).or_else(|| local(name))
}

/// The name without a line in it: `x.py:12`, `x.py:12:5`, `x.py:12-20`, `x.py#L2-L5`.
fn without_place(name: &[u8]) -> Option<&[u8]> {
    let is_of_lines = |byte: &u8| byte.is_ascii_digit() || b":-L#".contains(byte);
    let start = name.iter().rposition(|byte| !is_of_lines(byte))? + 1;
    // A name may end in digits itself.
    let (at, sign) =
        name.get(start..)?.iter().enumerate().find(|(_, byte)| b":#".contains(byte))?;
    let (file, lines) = name.split_at_checked(start + at)?;
    let ends = |sign: u8, text: &[u8]| text.split(|byte| *byte == sign).all(is_number);
    let is_line = match (sign, lines) {
        (b':', [_, lines @ ..]) if lines.contains(&b':') => {
            ends(b':', lines) && lines.find_iter(":").count() == 1
        }
        (b':', [_, lines @ ..]) => ends(b'-', lines) && lines.find_iter("-").count() < 2,
        (_, [_, b'L', lines @ ..]) => {
            let (first, last) = lines.split_once_str("-").unwrap_or((lines, b"1"));
            is_number(first) && is_number(last.strip_prefix(b"L").unwrap_or(last))
        }
        _ => false,
    };
    (is_line && (*sign == b'#' || is_of_file(file))).then_some(file)
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Whether a name has an ending, or is one word: what has a colon and digits after it may be the
/// time of day.
fn is_of_file(name: &[u8]) -> bool {
    let last = name.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let is_word = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_alphabetic);
    is_word(last) || has_ending(last)
}

/// Whether a name ends in `.` and a word.
fn has_ending(name: &[u8]) -> bool {
    let ending = name.rfind_byte(b'.').and_then(|at| name.get(at + 1..)).unwrap_or_default();
    ending.first().is_some_and(u8::is_ascii_alphabetic)
        && ending.iter().all(u8::is_ascii_alphanumeric)
}

/// The name without `path:` or the like and a blank.
fn without_label(name: &[u8]) -> Option<&[u8]> {
    LABELS.iter().find_map(|label| {
        let (front, rest) = name.split_at_checked(label.len())?;
        (front.eq_ignore_ascii_case(label.as_bytes()) && rest.starts_with(b" ")).then_some(rest)
    })
}

/// The path in a `file:` URL that has no escapes.
fn local(name: &[u8]) -> Option<&[u8]> {
    let path = name.strip_prefix(b"file://")?;
    (path.starts_with(b"/") && !path.contains(&b'%')).then_some(path)
}

/// Whether a name begins with what stands for another place: `~`, a variable of a shell or of an
/// editor, the scheme of a URL.
pub(super) fn is_elsewhere(name: &BStr) -> bool {
    let Some((first, rest)) = name.split_once_str("/") else { return false };
    let is_variable = |text: &[u8]| {
        !text.is_empty() && text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    match first {
        b"~" => true,
        [b'$', b'{', inner @ .., b'}'] => !inner.is_empty(),
        [b'$', variable @ ..] | [b'%', variable @ .., b'%'] => is_variable(variable),
        [scheme @ .., b':'] => {
            let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
            scheme.len() > 1 && rest.starts_with(b"/") && scheme.iter().all(is_of_scheme)
        }
        _ => false,
    }
}

/// The name without the full stop of a sentence after its ending.
pub(super) fn without_stop(name: &BStr) -> Option<&BStr> {
    let less = name.strip_suffix(b".")?;
    has_ending(less.rsplit(|byte| *byte == b'/').next()?).then(|| less.as_bstr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beside_a_name_is_told_from_the_name() {
        for name in [
            "d/x.py,",
            "d/x.py;",
            "d/x.py:12",
            "d/x.py:12:5",
            "d/x.py:12-20",
            "d/x.py#L2",
            "d/x.py#L2-L5",
            "d/x.py#L2-5",
        ] {
            assert_eq!(without(name.as_bytes()), Some(b"d/x.py".as_slice()), "{name}");
        }
        assert_eq!(without(b"Makefile:3"), Some(b"Makefile".as_slice()));
        assert_eq!(without(b"x.mp3:3"), Some(b"x.mp3".as_slice()));
        assert_eq!(without(b"Path: x"), Some(b" x".as_slice()));
        assert_eq!(without(b"file:///x"), Some(b"/x".as_slice()));
        for name in [
            "x",
            "x.py",
            "x12",
            "x-12",
            "T10:12",
            "2024-01-01T10:12",
            "12:30",
            "a:b",
            "a:1b",
            "x.py:",
            "x.py:-1",
            "x.py:1-",
            "x.py:1:2:3",
            "x#L",
            "x#new",
            "x#12",
            "L12",
            "path:x",
            "file://host/x",
            "file:///a%20b",
            "v1.2:3",
            "",
            ":1",
        ] {
            assert_eq!(without(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn names_of_other_places_are_told_from_those_of_directories() {
        for name in [
            "~/x",
            "$HOME/x",
            "$PWD/d/x",
            "${workspaceFolder}/x",
            "${env:HOME}/x",
            "%USERPROFILE%/x",
            "file://host/x",
            "vscode://file/x",
            "http://localhost/x",
            "git+ssh://x/y",
        ] {
            assert!(is_elsewhere(name.into()), "{name}");
        }
        for name in [
            "~", "~x/y", "d/~/x", "$/x", "$", "$HOME", "$a-b/x", "%/x", "%%/x", "a:/x", "C://x",
            "a:b/x", "x",
        ] {
            assert!(!is_elsewhere(name.into()), "{name}");
        }
        assert_eq!(without_stop("d/x.py.".into()), Some("d/x.py".into()));
        for name in ["x.", "x..", "x.py", "x. .", ".", "v1.2.", "d.x/y."] {
            assert_eq!(without_stop(name.into()), None, "{name}");
        }
    }
}
