//! The lines that the anchors of a chunk name.

use patch_parse::Hunk;

use super::cursor::Cursor;
use crate::place::anchor::{Named, Way};
use crate::place::lookup::Lookup;
use crate::place::scene::Scene;
use crate::place::scope::Scopes;

/// The most anchors of one chunk whose scopes are looked at.
pub(super) const MOST_SCOPES: usize = 8;

/// The lines that the anchor of a chunk names.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors {
    /// As the format has it: the first behind the former chunk.
    pub(super) first: usize,
    /// All that are named as well, in order.
    pub(super) lines: Vec<usize>,
    /// One among the lines of the former chunk that is named as well.
    pub(super) inside: Option<usize>,
}

impl Anchors {
    /// The lines of the innermost anchor of a chunk, each sought behind the one before, the first from a
    /// line on; `None` for a chunk without anchors, the text of the anchor where one is missing.
    pub(super) fn named<'h, L: Lookup>(
        scene: &mut Scene<'_, 'h, L>,
        scopes: &mut Scopes,
        hunk: &'h Hunk<'h>,
        cursor: &Cursor,
        from: usize,
    ) -> Result<Option<Self>, &'h [u8]> {
        let mut found: Option<Self> = None;
        let count = hunk.anchors.len();
        for (text, number) in hunk.anchors.iter().zip(1..) {
            let from = found.as_ref().map_or(from, |anchors| anchors.first + 1);
            let named = scene.lookup.anchor_lines(text, from);
            let (way, mut lines) = named.ok_or(&***text)?;
            if let Some(outer) = &found {
                // In what the first outer line opens; what others open that are named as well comes behind.
                let mut is_in =
                    |outer: usize, line: usize| (outer..scopes.end(scene, outer)).contains(&line);
                if lines.iter().any(|line| is_in(outer.first, *line)) {
                    let outers = || outer.lines.iter().take(MOST_SCOPES);
                    lines.retain(|line| outers().any(|outer| is_in(*outer, *line)));
                }
            }
            let first = lines.first().copied().unwrap_or(from);
            let inside = (count == 1 && number == 1 && from == cursor.line)
                .then(|| inside(scene, cursor, text, way))
                .flatten();
            found = Some(Self { first, lines, inside });
        }
        Ok(found)
    }
}

/// A line of the former chunk that an anchor names in the same way.
fn inside<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    cursor: &Cursor,
    text: &[u8],
    way: Way,
) -> Option<usize> {
    let named = Named::new(way, text)?;
    let mut scratch = Vec::new();
    let last = cursor.last.clone();
    let lines = scene.lines_at(last.start).take(last.len());
    let agrees = |(line, text): (usize, &[u8])| named.agrees(text, &mut scratch).then_some(line);
    last.zip(lines).filter_map(agrees).last()
}
