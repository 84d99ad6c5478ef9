//! Text of a tree: a piece of the patch, or the tree's own.

use std::borrow::Cow;
use std::ops::Deref;

use bstr::{BStr, BString};

/// The same as `Cow<BStr>` in two thirds of the memory. A tree has many texts, and nearly all are
/// pieces of the patch.
#[derive(Clone, Debug)]
pub(crate) enum Text<'a> {
    Borrowed(&'a BStr),
    /// In a box, which leaves room beside the pointer for the tag of the enum.
    Owned(Box<BString>),
}

impl Text<'_> {
    /// Changes the text, after copying it if it is a piece of the patch.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut BString)) {
        let mut own = std::mem::take(self).into_box();
        change(&mut own);
        *self = Self::Owned(own);
    }

    /// Copies what is borrowed.
    pub(crate) fn into_owned(self) -> Text<'static> {
        Text::Owned(self.into_box())
    }

    fn into_box(self) -> Box<BString> {
        match self {
            Self::Borrowed(text) => Box::new(text.to_owned()),
            Self::Owned(text) => text,
        }
    }
}

impl Default for Text<'_> {
    fn default() -> Self {
        Self::Borrowed(BStr::new(b""))
    }
}

impl Deref for Text<'_> {
    type Target = BStr;

    #[inline]
    fn deref(&self) -> &BStr {
        match self {
            Self::Borrowed(text) => text,
            Self::Owned(text) => BStr::new(text.as_slice()),
        }
    }
}

impl<'a> From<Cow<'a, BStr>> for Text<'a> {
    #[inline]
    fn from(text: Cow<'a, BStr>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::Borrowed(text),
            Cow::Owned(text) => Self::Owned(Box::new(text)),
        }
    }
}
