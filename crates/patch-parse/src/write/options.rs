//! Options for headers.

/// How the headers of a unified diff are written. The default is what git writes.
///
/// `*** Begin Patch` has no such options; nothing here changes its text.
///
/// # Examples
///
/// ```
/// use patch_parse::WriteOptions;
///
/// let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n")?;
/// let text = patch.to_bytes_with(&WriteOptions::default().prefixes("", ""));
/// assert_eq!(text, b"--- x\n+++ x\n@@ -1 +1 @@\n-1\n+2\n");
/// # Ok::<(), patch_parse::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions<'o> {
    /// What comes before the old name, `a/` by default (`--src-prefix`); an absolute path has none.
    pub old_prefix: &'o str,
    /// What comes before the new name, `b/` by default (`--dst-prefix`).
    pub new_prefix: &'o str,
    /// Whether names with bytes that are not ASCII are quoted, as git does if `core.quotePath` is
    /// on, the default. Names with control bytes, `"` or `\` always are.
    pub quote_path: bool,
    /// What is written after a tab after the names of the `---` and the `+++` line, as GNU diff
    /// writes the times of both files; nothing by default. It is written as it is, and meant for
    /// the text of one section.
    pub times: Option<[&'o str; 2]>,
}

impl Default for WriteOptions<'_> {
    fn default() -> Self {
        Self { old_prefix: "a/", new_prefix: "b/", quote_path: true, times: None }
    }
}

impl<'o> WriteOptions<'o> {
    /// Sets [`Self::old_prefix`] and [`Self::new_prefix`].
    #[must_use]
    pub fn prefixes(mut self, old: &'o str, new: &'o str) -> Self {
        (self.old_prefix, self.new_prefix) = (old, new);
        self
    }

    /// Sets [`Self::quote_path`].
    #[must_use]
    pub fn quote_path(mut self, is_quoted: bool) -> Self {
        self.quote_path = is_quoted;
        self
    }

    /// Sets [`Self::times`].
    #[must_use]
    pub fn times(mut self, old: &'o str, new: &'o str) -> Self {
        self.times = Some([old, new]);
        self
    }
}
