//! Suggests files for a name that does not exist ("did you mean …"). A suggestion is never applied.

use std::collections::HashMap;

use bstr::{BStr, BString, ByteSlice};
use foldhash::fast::RandomState;
use unicode_normalization::UnicodeNormalization;

/// If more files are similar, none is suggested.
const MOST_TOLD: usize = 3;

/// One wrong letter is allowed for so many letters of a name.
const LETTERS_A_TYPO: usize = 4;

/// The most wrong letters of a name.
const MOST_TYPOS: usize = 2;

/// The longest name that is compared letter by letter, in bytes.
const MOST_COMPARED: usize = 100;

/// Files that a tree has, by the last component of their names in the spelling of [`folded`].
#[derive(Debug, Default)]
pub(super) struct Listed(HashMap<Vec<u8>, Vec<BString>, RandomState>);

impl Listed {
    pub(super) fn of(paths: Vec<BString>) -> Self {
        let mut listed = Self::default();
        for path in paths {
            listed.0.entry(folded(last_component(path.as_bstr()))).or_default().push(path);
        }
        listed
    }

    /// At most [`MOST_TOLD`] similar files, all found by the best criterion that finds any.
    /// Criteria, best first: one path is a suffix of the other; the same but for case or Unicode
    /// composition; the same last component, below all directories of the name in their order; the
    /// same last component anywhere; the same name with another extension; a letter or two differ.
    pub(super) fn like(&self, name: &BStr) -> Vec<&BString> {
        let mut found = self.same_component(name);
        if found.is_empty() {
            found = self.other_extension(name);
        }
        if found.is_empty() {
            found = self.mistyped(name);
        }
        if found.len() > MOST_TOLD {
            return Vec::new();
        }
        found.sort();
        found
    }

    /// The longest suffix of an absolute name that is a listed file. The tree itself is not read:
    /// looking at files that the patch does not name may need a permission.
    pub(super) fn tail_of(&self, name: &BStr) -> Option<BString> {
        let is_absolute = name.starts_with(b"/") || name.get(1) == Some(&b':');
        let separator = if name.contains(&b'/') { "/" } else { "\\" };
        let parts: Vec<&[u8]> = name.split_str(separator).filter(|_| is_absolute).collect();
        let paths = self.0.get(&folded(parts.last().copied().unwrap_or_default().as_bstr()))?;
        let mut tails = (1..parts.len()).filter_map(|front| Some(parts.get(front..)?.join(&b'/')));
        tails.find(|tail| paths.iter().any(|path| path == tail)).map(BString::from)
    }

    /// The files with the same last component. The name itself may be listed although that file is
    /// gone.
    fn same_component(&self, name: &BStr) -> Vec<&BString> {
        let paths = self.0.get(&folded(last_component(name))).map_or(&[][..], Vec::as_slice);
        let others = || paths.iter().filter(|path| path.as_bstr() != name);
        let as_written: Vec<_> =
            others().filter(|path| is_tail(name, path) || is_tail(path, name)).collect();
        if !as_written.is_empty() {
            return as_written;
        }
        let name = folded(name);
        let as_folded = |path: &&BString| {
            let path = folded(path.as_bstr());
            path == name || is_tail(&name, &path) || is_tail(&path, &name)
        };
        let alike: Vec<_> = others().filter(as_folded).collect();
        if !alike.is_empty() {
            return alike;
        }
        let has_all = |path: &&BString| are_in_order(&name, &folded(path.as_bstr()));
        let longer: Vec<_> = others().filter(has_all).collect();
        if longer.is_empty() { others().collect() } else { longer }
    }

    /// The files in the same directory, or else anywhere, that have another extension.
    fn other_extension(&self, name: &BStr) -> Vec<&BString> {
        let last = folded(last_component(name));
        let stem = stem(&last).filter(|stem| stem.len() >= LETTERS_A_TYPO);
        let is_it = |other: &[u8]| stem.is_some() && self::stem(other) == stem;
        self.nearest(name, is_it)
    }

    /// The files in the same directory, or else anywhere, whose names differ in a letter or two.
    fn mistyped(&self, name: &BStr) -> Vec<&BString> {
        let last = folded(last_component(name));
        let Ok(last) = last.to_str() else { return Vec::new() };
        let letters = stem(last.as_bytes()).unwrap_or(last.as_bytes()).chars().count();
        let most = (letters / LETTERS_A_TYPO).min(MOST_TYPOS);
        if last.len() > MOST_COMPARED {
            return Vec::new();
        }
        let distances: HashMap<&[u8], usize, RandomState> = self
            .0
            .keys()
            .filter(|other| may_be_typo(last.as_bytes(), other, most))
            .filter_map(|other| Some((&**other, strsim::osa_distance(last, other.to_str().ok()?))))
            .collect();
        let found = (1..=most).map(|most| {
            self.nearest(name, |other| distances.get(other).is_some_and(|it| *it <= most))
        });
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Files chosen by their last components: those in the directory of a name or, if there are
    /// none, all of them.
    fn nearest(&self, name: &BStr, is_it: impl Fn(&[u8]) -> bool) -> Vec<&BString> {
        let of_component = self.0.iter().filter(|(component, _)| is_it(component));
        let paths = of_component.flat_map(|(_, paths)| paths);
        let found: Vec<_> = paths.filter(|path| path.as_bstr() != name).collect();
        let folder = |path: &BStr| folded(directory(path));
        let own = folder(name);
        let beside: Vec<_> =
            found.iter().copied().filter(|path| folder(path.as_bstr()) == own).collect();
        if beside.is_empty() { found } else { beside }
    }
}

/// Whether so many typos may make one name of another: a cheap test that is true too often. Each
/// takes a letter away, adds one, or both; a letter has four bytes at most.
fn may_be_typo(one: &[u8], other: &[u8], most: usize) -> bool {
    const MOST_OF_LETTER: usize = 4;
    if one.len().abs_diff(other.len()) > most * MOST_OF_LETTER {
        return false;
    }
    let mut counts = [0_i32; 256];
    let all = one.iter().map(|byte| (byte, 1)).chain(other.iter().map(|byte| (byte, -1)));
    for (byte, by) in all {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += by;
        }
    }
    let differing: u32 = counts.iter().map(|count| count.unsigned_abs()).sum();
    usize::try_from(differing).is_ok_and(|count| count <= most * MOST_OF_LETTER * 2)
}

/// A name in the spelling that file systems and people treat as the same: without case, and with
/// each accented character composed.
fn folded(name: &BStr) -> Vec<u8> {
    match name.to_str() {
        Ok(text) => text.nfd().flat_map(char::to_lowercase).collect::<String>().into_bytes(),
        Err(_) => name.to_ascii_lowercase(),
    }
}

/// Whether `path` ends in the components of `tail`.
fn is_tail(tail: &[u8], path: &[u8]) -> bool {
    path.strip_suffix(tail).is_some_and(|front| front.ends_with(b"/"))
}

/// Whether all components of a name are among those of a path, in their order.
fn are_in_order(name: &[u8], path: &[u8]) -> bool {
    let mut components = path.split_str("/");
    name.split_str("/").all(|part| components.any(|component| component == part))
}

fn last_component(path: &BStr) -> &BStr {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or_default().as_bstr()
}

/// What precedes the last component.
fn directory(path: &BStr) -> &BStr {
    path.strip_suffix(&**last_component(path)).unwrap_or_default().as_bstr()
}

/// A name without its extension, if it has one.
fn stem(name: &[u8]) -> Option<&[u8]> {
    let (stem, extension) = name.rsplit_once_str(".")?;
    (!stem.is_empty() && !extension.is_empty()).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[&str], name: &str, expected: &[&str]) {
        let listed = Listed::of(files.iter().map(|file| BString::from(*file)).collect());
        assert_eq!(listed.like(name.into()), expected, "{name} in {files:?}");
    }

    #[test]
    fn the_best_reason_is_told() {
        let files = ["src/core/app.py", "src/core/store.py", "docs/app.md", "lib/mod.rs"];
        for (name, expected) in [
            // Directories left out at the start, in between, and below a wrong one.
            ("core/app.py", "src/core/app.py"),
            ("src/app.py", "src/core/app.py"),
            ("src/util/App.py", "src/core/app.py"),
            ("proj/lib/mod.rs", "lib/mod.rs"),
            // Another extension.
            ("src/core/store.ts", "src/core/store.py"),
            ("src/core/store.pyi", "src/core/store.py"),
            // Letters replaced, added, missing, swapped.
            ("src/core/stote.py", "src/core/store.py"),
            ("src/core/sstore.py", "src/core/store.py"),
            ("src/core/stoer.py", "src/core/store.py"),
            ("core/tore.py", "src/core/store.py"),
        ] {
            check(&files, name, &[expected]);
        }
        for name in ["src/core/other.py", "src/core/up.py", "src/core/xyore.py", "lib/lib.rs"] {
            check(&files, name, &[]);
        }
    }

    #[test]
    fn a_few_that_are_alike_are_told_and_not_many() {
        let files = ["a/x.rs", "b/x.rs", "c/x.rs", "d/e/x.rs"];
        check(&files[..3], "x.rs", &["a/x.rs", "b/x.rs", "c/x.rs"]);
        check(&files, "x.rs", &[]);
        check(&files, "d/x.rs", &["d/e/x.rs"]);
        // The same directory before others.
        check(&["a/first.rs", "b/first.rs"], "b/fist.rs", &["b/first.rs"]);
        // One letter before two.
        check(&["register.rs", "registers.rs"], "registr.rs", &["register.rs"]);
        check(&["register.rs"], "registry.rs", &["register.rs"]);
    }

    #[test]
    fn short_names_are_not_mistyped() {
        check(&["a.c", "ab.c"], "b.c", &[]);
        check(&["u", "src/v"], "src/u", &["u"]);
    }
}
