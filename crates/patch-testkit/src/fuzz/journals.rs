//! Turns bytes into what an interrupted commit left.

use std::collections::BTreeMap;

use arbitrary::{Result, Unstructured};
use bstr::BString;
use patch_apply::ContentHash;

use crate::arbitrary::{byte, list};
use crate::conformance::{Thing, Things};
use crate::oracles::journal::{Left, sealed};

/// What is staged beside the journal, by its name; the first is that of a commit of one file, too.
const STAGED: &[(&str, &str)] =
    &[("n0", "new\n"), ("n1", "old\n"), ("o0", "kept\n"), ("o2", "x\n")];

/// The texts that a journal may refer to.
const TEXTS: &[&str] = &["new\n", "old\n", "kept\n", "x\n", ""];

const KINDS: &[&str] = &["remove", "displace", "mkdir", "create", "replace"];

const PATHS: &[&str] = &[
    "a",
    "b",
    "d",
    "d/x",
    "d/e",
    "d/e/y",
    "l",
    "l/x",
    "new",
    "new/z",
    "../beside/a",
    ".git/config",
    ".acp-patch-commit/n0",
    ".acp-patch-commit.file",
];

/// The first byte decides what the journal is called, whether it is sealed and what is staged
/// beside it; the rest is the journal or, if the byte says so, a recipe for one.
pub(super) fn left(bytes: &[u8]) -> Option<Left> {
    let (choice, rest) = bytes.split_first()?;
    let name = ["journal", ".journal", "committed", "writing", "part-of"][usize::from(choice % 5)];
    let body: BString = if choice & 0x80 == 0 {
        rest.into()
    } else {
        described(&mut Unstructured::new(rest)).ok()?
    };
    let journal = if choice & 0x40 == 0 { sealed(&body) } else { body };
    let beside = STAGED.iter().take(usize::from(choice >> 3) % 5);
    let is_single = name.starts_with('.');
    let beside = beside.map(|(name, text)| {
        let name = if is_single && *name == "n0" { ".file" } else { name };
        (BString::from(name), BString::from(*text))
    });
    let staged: BTreeMap<_, _> = beside.chain([(name.into(), journal)]).collect();
    Some(Left { things: usual(), staged })
}

fn usual() -> Things {
    let file = |text: &str| Thing::File { contents: text.into(), executable: false };
    let things = [
        ("a", file("old\n")),
        ("b", file("new\n")),
        ("d/x", file("x\n")),
        ("l", Thing::Symlink("../beside".into())),
    ];
    Things(things.into_iter().map(|(path, thing)| (path.into(), thing)).collect())
}

fn described(bytes: &mut Unstructured<'_>) -> Result<BString> {
    let ops = list(bytes, 0, 4, op)?;
    Ok(format!("acp-patch journal 3\x001\0root\0{}\0{}", ops.len(), ops.concat()).into())
}

fn op(bytes: &mut Unstructured<'_>) -> Result<String> {
    let pick = |bytes: &mut Unstructured<'_>, from: &[&'static str]| -> Result<&'static str> {
        Ok(from[bytes.int_in_range(0..=from.len() - 1)?])
    };
    let kind = pick(bytes, KINDS)?;
    let (number, path) = (byte(bytes, 3)?, pick(bytes, PATHS)?);
    let number = if number == 3 { String::new() } else { number.to_string() };
    let mut fields = format!("{kind}\0{number}\x000\0{path}\0");
    if matches!(kind, "create" | "replace") {
        let content = ["file", "link"][usize::from(byte(bytes, 1)?)];
        let hash = ContentHash::of(pick(bytes, TEXTS)?.as_bytes());
        fields = format!("{fields}{content}\0{hash}\0");
    }
    if kind == "replace" {
        let file = byte(bytes, 3)?;
        let file = if file == 0 { String::new() } else { file.to_string() };
        fields = format!("{fields}{file}\0");
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracles::journal::check;

    #[test]
    fn recipes_are_read_as_journals() {
        let lefts = (0..=u8::MAX).filter_map(|seed| {
            let bytes: Vec<u8> = (0..40_u8).map(|at| at.wrapping_mul(seed | 1) ^ seed).collect();
            left(&[&[0x80 | (seed & 0x38)], &*bytes].concat())
        });
        let done = lefts.filter(|left| check(left).is_ok()).count();
        assert!(done > 5, "{done} of them are taken back or cleared away");
    }
}
