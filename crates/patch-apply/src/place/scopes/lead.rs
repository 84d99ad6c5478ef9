//! Attributes, decorators and comments directly above a heading: they lead up to it and belong to
//! it, not to the block of the line before.

use patch_parse::Hunk;

use super::scope::opens;
use crate::place::lookup::Lookup;
use crate::place::names::heading::is_of_kind;
use crate::place::names::heads::{Kind, is_comment_or_directive};
use crate::place::places::Place;
use crate::place::scene::Scene;
use crate::text::blanks::without_indentation;
use crate::text::words::has_words;

/// So few old lines with words may be in another function by chance.
pub(in crate::place) const FEW_WORDS: usize = 2;

/// The most lines that lead up to a heading.
const MOST_LEADING: usize = 64;

/// Whether a few lines of a hunk do nothing but lead up to another heading than the one at a line,
/// as deep and of its kind.
pub(in crate::place) fn leads_to_another<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    heading: usize,
    place: &Place,
) -> bool {
    let own = scene.lines_at(heading).next().map(without_indentation).unwrap_or_default();
    let leads = |line: &[u8]| {
        let (blanks, words) = without_indentation(line);
        blanks.len() == own.0.len() && is_leading(words)
    };
    let worded = || hunk.old_lines().filter(|line| has_words(line.text));
    let count = worded().take(FEW_WORDS + 1).count();
    let do_lead = (1..=FEW_WORDS).contains(&count) && hunk.old_lines().all(|line| leads(line.text));
    if !do_lead || place.line <= heading || !opens(scene, heading) {
        return false;
    }
    let mut behind = (place.end()..).zip(scene.lines_at(place.end()).take(MOST_LEADING));
    let Some((line, next)) = behind.find(|(_, line)| !leads(line)) else { return false };
    let (blanks, words) = without_indentation(next);
    let are_functions = [own.1, words].iter().all(|words| Kind::of(words) == Kind::Function);
    blanks.len() == own.0.len() && (is_of_kind(own.1, words) || are_functions) && opens(scene, line)
}

/// Whether a line, without the blanks around it, is an attribute, a decorator or a comment.
pub(in crate::place) fn is_leading(words: &[u8]) -> bool {
    is_comment_or_directive(words)
        || [&b"@"[..], b"/*", b"*"].iter().any(|start| words.starts_with(start))
}
