//! Anchors that are lines of the patch: of the hunk itself, or of an earlier hunk that writes
//! them.

use bstr::{BStr, BString};
use patch_parse::{Hunk, HunkLine, LineKind};

use crate::text::blanks::without_indentation;
use crate::text::words::has_words;

/// In so many hunks in front an anchor is looked for. If each of many looked through all, the time
/// would grow with their square.
const MOST_IN_FRONT: usize = 64;

/// The last of some hunks without its anchor, if that is one of its own lines; or with what the
/// file has for an anchor that a hunk in front writes.
pub(super) fn anchored_in_file<'h>(hunks: &[Hunk<'h>]) -> Option<Hunk<'h>> {
    let (hunk, front) = hunks.split_last()?;
    let own = match hunk.anchors.last() {
        Some(anchor) => words(anchor),
        None => words(hunk.section()),
    };
    let is_own = |line: HunkLine<'_>| words(line.text) == own;
    // If the header has numbers, a tool wrote the words: they are those of a line above.
    if !has_words(own) || hunk.range().is_some() {
        return None;
    }
    let outer = hunk.anchors.len().saturating_sub(1);
    let outer = hunk.anchors.iter().take(outer).map(|anchor| BString::from(anchor.to_vec()));
    let mut anchors: Vec<BString> = outer.collect();
    if !hunk.lines.iter().any(is_own) {
        let before =
            front.iter().rev().take(MOST_IN_FRONT).find_map(|front| line_before(front, own))?;
        anchors.push(before.into());
    }
    let anchors = anchors.into_iter().map(Into::into).collect();
    Some(hunk.clone().with_anchors(anchors).with_section(BStr::new("")))
}

/// The words of the line that a hunk replaces by one with these words: the first that it takes away
/// there.
fn line_before(hunk: &Hunk<'_>, own: &[u8]) -> Option<Vec<u8>> {
    let mut removed: Option<Vec<u8>> = None;
    let mut was_added = false;
    for line in &hunk.lines {
        match line.kind {
            LineKind::Context => removed = None,
            LineKind::Remove if was_added || removed.is_none() => {
                removed = Some(words(line.text).to_vec());
            }
            LineKind::Add if words(line.text) == own => return removed,
            LineKind::Remove | LineKind::Add => {}
        }
        was_added = line.kind == LineKind::Add;
    }
    None
}

fn words(line: &[u8]) -> &[u8] {
    without_indentation(line).1.trim_ascii_end()
}
