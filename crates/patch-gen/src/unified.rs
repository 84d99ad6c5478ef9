//! Makes a unified diff of two texts, under any two names.

use std::fmt;

use bstr::{BStr, ByteSlice};
use patch_parse::{Format, Hunk, header_name};

use crate::GenOptions;
#[cfg(doc)]
use crate::Headings;
use crate::hunks::hunks;

/// The difference between two texts, as `diff -u` writes it, with section headings as with `-p`;
/// [`Headings::Nothing`] omits them.
///
/// The names are `old` and `new` unless [`Unified::names`] sets others. They have no effect on the
/// diff; a name that a header cannot hold unquoted is written in quotes, as git does.
///
/// # Examples
///
/// ```
/// let diff = patch_gen::unified("one\ntwo\n", "one\n2\n").names("before", "after").context(1);
/// assert_eq!(diff.to_string(), "--- before\n+++ after\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
/// ```
pub fn unified<'a>(
    old: &'a (impl AsRef<[u8]> + ?Sized),
    new: &'a (impl AsRef<[u8]> + ?Sized),
) -> Unified<'a> {
    let (old, new) = (old.as_ref(), new.as_ref());
    Unified { old, new, names: ["old".into(), "new".into()], options: GenOptions::default() }
}

/// A unified diff to be written; see [`unified()`].
#[derive(Clone, Debug)]
pub struct Unified<'a> {
    old: &'a [u8],
    new: &'a [u8],
    names: [&'a BStr; 2],
    options: GenOptions,
}

impl<'a> Unified<'a> {
    /// Sets the names of the two headers.
    #[must_use]
    pub fn names(
        mut self,
        old: &'a (impl AsRef<[u8]> + ?Sized),
        new: &'a (impl AsRef<[u8]> + ?Sized),
    ) -> Self {
        self.names = [old.as_ref().as_bstr(), new.as_ref().as_bstr()];
        self
    }

    /// Sets how many lines of context are around each change, 3 by default.
    #[must_use]
    pub fn context(mut self, lines: usize) -> Self {
        self.options.context = lines;
        self
    }

    /// Sets everything that can be chosen.
    #[must_use]
    pub fn options(mut self, options: GenOptions) -> Self {
        self.options = options;
        self
    }

    /// The hunks alone, in order; none if the texts are equal.
    pub fn hunks(&self) -> Vec<Hunk<'a>> {
        hunks(self.old, self.new, &self.options)
    }

    /// The diff as bytes, with the bytes of the texts unchanged. Empty if the texts are equal.
    pub fn to_bytes(&self) -> Vec<u8> {
        let hunks = self.hunks();
        if hunks.is_empty() {
            return Vec::new();
        }
        let [old, new] = self.names.map(header_name);
        let mut out = [&b"--- "[..], &old, b"\n+++ ", &new, b"\n"].concat();
        for hunk in &hunks {
            hunk.write_to(Format::Unified, &mut out);
        }
        out
    }
}

/// Text for people: bytes that are not UTF-8 show as U+FFFD. Use [`Unified::to_bytes`] for a patch
/// that is to be applied.
impl fmt::Display for Unified<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.to_bytes().as_bstr(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(unified("a\n", "a\n").to_bytes(), b"");
    }

    #[test]
    fn any_names_will_do() {
        let diff = unified("a\n", "b\n").names("two words", "tab\there").to_string();
        assert_eq!(diff, "--- two words\n+++ \"tab\\there\"\n@@ -1 +1 @@\n-a\n+b\n");
    }

    #[test]
    fn the_context_is_as_wide_as_asked() {
        let lines = |changed: &str| format!("1\n2\n3\n{changed}\n5\n6\n7\n");
        let (old, new) = (lines("4"), lines("four"));
        for (context, header) in
            [(0, "@@ -4 +4 @@"), (2, "@@ -2,5 +2,5 @@"), (9, "@@ -1,7 +1,7 @@")]
        {
            let diff = unified(&old, &new).context(context).to_string();
            assert!(diff.contains(header), "{context}: {diff}");
        }
    }

    #[test]
    fn what_is_written_applies() {
        let (old, new) = (b"a\xff\nb".as_slice(), b"a\xff\nc\r\n".as_slice());
        let text = unified(old, new).to_bytes();
        let patch = patch_parse::parse(&text).unwrap();
        assert_eq!(patch.files.len(), 1);
        assert_eq!(patch.files[0].hunks()[0].new_lines().count(), 2);
    }
}
