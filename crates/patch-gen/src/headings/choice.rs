//! Chooses the rule for headings.

use bstr::BStr;

use super::language::Language;

/// Which lines are taken for section headings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Headings {
    /// Lines that start with a letter, `_` or `$`, in any file: what git does without attributes.
    #[default]
    Plain,
    /// By the rule of the language that the name of the file shows, as git does if the attribute
    /// `diff` of the file names the language; [`Self::Plain`] if the name shows none. Of two names
    /// the old one is tried first.
    ByName,
    /// By the rule of this language.
    Of(Language),
    /// None, as `diff -u` writes none.
    Nothing,
}

impl Headings {
    /// The language for a change, by the names of its file.
    pub(crate) fn language(self, old_path: Option<&BStr>, path: &BStr) -> Option<Language> {
        match self {
            Self::Plain | Self::Nothing => None,
            Self::Of(language) => Some(language),
            Self::ByName => {
                old_path.and_then(Language::of_path).or_else(|| Language::of_path(path))
            }
        }
    }
}
