//! Places the hunks of a file as they are read, with the fast search or with another lookup.

use patch_parse::{Format, Hunk};

use super::lookup::{FastLookup, Lookup};
use super::scene::{Placed, Scene};
use super::{opencode, overlap, twice, unified};
use crate::options::{ApplyOptions, Contract};
use crate::text::Text;

/// Places all hunks of a file, each as it is.
type PlaceHunks<'p> = dyn Fn(Text<'_>, &[Hunk<'_>], Format, &ApplyOptions) -> Vec<Placed> + 'p;

/// Places hunks of one format, under some options.
#[derive(Clone, Copy)]
pub(crate) struct Placer<'p> {
    pub(crate) format: Format,
    pub(crate) options: &'p ApplyOptions,
    place: &'p PlaceHunks<'p>,
}

impl<'p> Placer<'p> {
    /// With the fast search.
    pub(crate) fn fast(format: Format, options: &'p ApplyOptions) -> Self {
        Self::by(format, options, &|text, hunks, format, options| {
            place_as_read(text, hunks, FastLookup::new(text, hunks), format, options)
        })
    }

    /// With another way to place hunks, such as [`by_lookup`].
    pub(crate) fn by(format: Format, options: &'p ApplyOptions, place: &'p PlaceHunks<'p>) -> Self {
        Self { format, options, place }
    }

    /// The same under other options.
    pub(super) fn under(self, options: &'p ApplyOptions) -> Self {
        Self { options, ..self }
    }

    /// What becomes of the hunks, each read as it is.
    pub(crate) fn place(self, text: Text<'_>, hunks: &[Hunk<'_>]) -> Vec<Placed> {
        (self.place)(text, hunks, self.format, self.options)
    }
}

/// Places hunks with the lookup that is made for them, and for the text from a byte offset on.
pub(crate) fn by_lookup<L: Lookup>(
    lookup: impl Fn(usize, &[Hunk<'_>]) -> L,
) -> impl Fn(Text<'_>, &[Hunk<'_>], Format, &ApplyOptions) -> Vec<Placed> {
    move |text, hunks, format, options| {
        place_as_read(text, hunks, lookup(text.start, hunks), format, options)
    }
}

fn place_as_read<L: Lookup>(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    lookup: L,
    format: Format,
    options: &ApplyOptions,
) -> Vec<Placed> {
    let mut scene = Scene::new(text, hunks, lookup);
    let mut places = match format {
        Format::Unified => unified::place(&mut scene, options),
        Format::OpenCode => opencode::place(&mut scene, options),
    };
    overlap::refuse(hunks, &mut places);
    if options.contract != Contract::Git {
        twice::refuse(&mut scene, &mut places);
    }
    places
}
