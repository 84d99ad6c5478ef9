//! Which rule says what a heading is.

use bstr::BStr;

use super::language::Language;

/// What is taken for a section heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Headings {
    /// A line that starts with a letter, `_` or `$`, whatever the file is: what git does where no
    /// attribute says more.
    #[default]
    Plain,
    /// What the language calls for that the name of the file tells, as git does where the attribute
    /// `diff` of the file names the language; [`Self::Plain`] for a name that tells none. Of two
    /// names the old one is asked first.
    ByName,
    /// What this language calls for.
    Of(Language),
    /// Nothing: `diff -u` writes none.
    Nothing,
}

impl Headings {
    /// The language of a change from a file of one name to one of another.
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
