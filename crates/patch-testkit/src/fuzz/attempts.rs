//! Turns bytes into paths in a tree with links.

use arbitrary::{Result, Unstructured};
use bstr::{BString, ByteSlice};
use patch_apply::WorkspacePath;

use crate::arbitrary::{byte, list};
use crate::conformance::{Thing, Things};
use crate::oracles::confine::{Attempt, is_fit};
use crate::tree::is_below;

/// The names of path parts: they collide, and each has a meaning somewhere.
const NAMES: &[&str] = &[
    "a",
    "b",
    "d",
    "e",
    "l",
    "m",
    "..",
    ".",
    "",
    ".git",
    ".GIT",
    "git~1",
    "C:",
    "a\\..\\b",
    "root",
    "beside",
    ".acp-patch-commit",
    "protected",
];

/// Where links lead.
const TARGETS: &[&str] = &[
    "a",
    "d",
    "d/e",
    "l",
    "m",
    ".",
    "..",
    "../a",
    "../..",
    "../../a",
    "../beside",
    "../root",
    "../root/a",
    "/etc/passwd",
    ".git",
    "d/../../a",
    "l/..",
    "none",
    "e/../..",
    "./d/.",
];

/// Lines that are paths, in a tree with links of every kind; or, after a byte that no text begins
/// with, a recipe for both.
pub(super) fn attempt(bytes: &[u8]) -> Option<Attempt> {
    match bytes.split_first() {
        Some((0xFF, recipe)) => described(&mut Unstructured::new(recipe)).ok(),
        _ => Some(Attempt {
            things: usual(),
            paths: bytes.lines().take(8).map(BString::from).collect(),
        }),
    }
}

/// A tree with links of every kind.
fn usual() -> Things {
    let file = || Thing::File { contents: "1\n".into(), executable: false };
    let link = |target: &str| Thing::Symlink(target.into());
    let things = [
        ("a", file()),
        ("d/e/f", file()),
        ("d/out", link("../../beside")),
        ("in", link("d/e")),
        ("l", link("../a")),
        ("loop", link("loop")),
        ("m", link("..")),
        ("none", link("nothing/at/all")),
    ];
    Things(things.into_iter().map(|(path, thing)| (path.into(), thing)).collect())
}

fn described(bytes: &mut Unstructured<'_>) -> Result<Attempt> {
    let mut things = Things::default();
    for _ in 0..bytes.int_in_range(0..=6)? {
        let (place, thing) = (path(bytes)?, thing(bytes)?);
        let meets = |other: &BString| {
            let (path, other) = (place.as_bstr(), other.as_bstr());
            path == other || is_below(path, other) || is_below(other, path)
        };
        let is_plain =
            WorkspacePath::new(0, &place).is_ok_and(|checked| checked.as_bstr() == place.as_bstr());
        if is_plain && !things.0.keys().any(meets) {
            things.0.insert(place, thing);
        }
    }
    let paths = list(bytes, 1, 4, path)?;
    if is_fit(&things) {
        Ok(Attempt { things, paths })
    } else {
        Err(arbitrary::Error::IncorrectFormat)
    }
}

fn path(bytes: &mut Unstructured<'_>) -> Result<BString> {
    let parts = list(bytes, 1, 5, |bytes| {
        let last = NAMES.len() - 1;
        Ok(NAMES[bytes.int_in_range(0..=last)?])
    })?;
    Ok(parts.join("/").into())
}

fn thing(bytes: &mut Unstructured<'_>) -> Result<Thing> {
    Ok(match byte(bytes, 2)? {
        0 => Thing::File { contents: "1\n".into(), executable: byte(bytes, 1)? == 1 },
        _ => Thing::Symlink(TARGETS[bytes.int_in_range(0..=TARGETS.len() - 1)?].into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_paths_and_the_rest_is_a_recipe() {
        let paths = attempt(b"a\n../b\r\n\xffc").unwrap().paths;
        assert_eq!(
            paths,
            ["a", "../b"]
                .map(BString::from)
                .into_iter()
                .chain([BString::from(&b"\xffc"[..])])
                .collect::<Vec<_>>()
        );
        let made = (0..50_u8).filter_map(|seed| {
            let bytes: Vec<u8> = (0..80_u8).map(|at| at.wrapping_mul(seed | 1) ^ seed).collect();
            attempt(&[&[0xFF], &*bytes].concat())
        });
        assert!(made.filter(|attempt| !attempt.things.0.is_empty()).count() > 10);
        assert!(is_fit(&usual()));
    }
}
