//! The anchors of a hunk.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use bstr::BStr;

/// Text of the lines to seek before a hunk, outermost first: a slice that is mostly empty.
///
/// There are many hunks and few have an anchor: having none costs a pointer, having one costs one
/// allocation.
///
/// # Examples
///
/// ```
/// use patch_parse::Anchors;
///
/// let patch = b"*** Begin Patch\n*** Update File: x\n@@ class A\n@@ def f\n-a\n*** End Patch\n";
/// let patch = patch_parse::parse(patch)?;
/// let anchors: &Anchors = &patch.files[0].hunks()[0].anchors;
/// assert_eq!(anchors.len(), 2);
/// assert_eq!(anchors.first().unwrap().as_ref(), "class A");
/// assert_eq!(*anchors, anchors.iter().cloned().collect());
/// # Ok::<(), patch_parse::ParseError>(())
/// ```
#[derive(Clone, Default)]
pub struct Anchors<'a>(Option<Box<Texts<'a>>>);

/// At least one anchor.
#[derive(Clone)]
enum Texts<'a> {
    One(Cow<'a, BStr>),
    More(Vec<Cow<'a, BStr>>),
}

impl<'a> Anchors<'a> {
    /// Appends an anchor, which is sought after the others.
    pub fn push(&mut self, anchor: Cow<'a, BStr>) {
        match self.0.as_deref_mut() {
            None => self.0 = Some(Box::new(Texts::One(anchor))),
            Some(Texts::More(all)) => all.push(anchor),
            Some(texts @ Texts::One(_)) => {
                if let Texts::One(first) = std::mem::replace(texts, Texts::More(Vec::new())) {
                    *texts = Texts::More(vec![first, anchor]);
                }
            }
        }
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Anchors<'static> {
        let own = |text: &Cow<'a, BStr>| Cow::Owned(text.clone().into_owned());
        self.iter().map(own).collect()
    }
}

impl<'a> Deref for Anchors<'a> {
    type Target = [Cow<'a, BStr>];

    fn deref(&self) -> &[Cow<'a, BStr>] {
        match self.0.as_deref() {
            None => &[],
            Some(Texts::One(anchor)) => std::slice::from_ref(anchor),
            Some(Texts::More(all)) => all,
        }
    }
}

impl<'a> FromIterator<Cow<'a, BStr>> for Anchors<'a> {
    fn from_iter<T: IntoIterator<Item = Cow<'a, BStr>>>(anchors: T) -> Self {
        let mut collected = Self::default();
        anchors.into_iter().for_each(|anchor| collected.push(anchor));
        collected
    }
}

impl<'s, 'a> IntoIterator for &'s Anchors<'a> {
    type Item = &'s Cow<'a, BStr>;
    type IntoIter = std::slice::Iter<'s, Cow<'a, BStr>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Anchors<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Anchors<'_> {}

impl fmt::Debug for Anchors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
