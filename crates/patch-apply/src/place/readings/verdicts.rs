//! What the place of a hunk, or its lack of one, says about a reading.

use patch_parse::{Code, Format, Hunk};

use super::blanks::may_be_context;
use crate::cause::Cause;
use crate::place::candidates::done::is_run_of;
use crate::place::placement::{Evidence, Placement};
use crate::place::rung::{Rung, is_worded};
use crate::place::scene::Placed;
use crate::text::Text;

/// Whether the old lines of a hunk are nowhere in the file. A missing anchor is another failure.
pub(super) fn is_nowhere(placed: &Placed) -> bool {
    let Placed::Failed(failure) = placed else { return false };
    failure.code == Code::ContextNotFound && failure.cause == Cause::NothingSimilar
}

/// Whether a hunk is nowhere in the file, or in several places that all differ in outer context.
pub(super) fn is_nowhere_or_in_outer_matches(placed: &Placed) -> bool {
    let Placed::Failed(failure) = placed else { return false };
    let are_outer =
        || failure.candidates.iter().all(|place| place.rung == Some(Rung::OuterContext));
    is_nowhere(placed) || (failure.cause == Cause::Ambiguous && are_outer())
}

/// Whether a hunk may get another place: it has one, or has none although nothing says that it is
/// done or meant elsewhere.
pub(super) fn is_not_fixed_elsewhere(placed: &Placed) -> bool {
    match placed {
        Placed::At(_) => true,
        Placed::Done(_) => false,
        Placed::Failed(failure) => {
            let is_off = matches!(failure.cause, Cause::AnchorNotFound | Cause::OutsideHeading);
            failure.code != Code::AlreadyApplied && !is_off
        }
    }
}

/// Whether a hunk is not where its anchor leads, or the file has no such anchor.
pub(super) fn is_off_its_anchor(placed: &Placed) -> bool {
    let Placed::Failed(failure) = placed else { return false };
    is_nowhere(placed) || matches!(failure.cause, Cause::AnchorNotFound | Cause::OutsideHeading)
}

/// Whether the old lines of a hunk are not where it is meant.
pub(super) fn is_not_there(placed: &Placed) -> bool {
    matches!(placed, Placed::Failed(failure) if failure.code == Code::ContextNotFound)
}

/// Whether a hunk is done or at the end of the file, and nowhere else. Brackets alone must be as
/// written there, and the hunk must say that it ends the file, or its header lead there, or the
/// previous chunk leave them no other place.
pub(super) fn ends_file(
    text: Text<'_>,
    hunk: &Hunk<'_>,
    format: Format,
    (in_front, placed): (Option<&Placed>, &Placed),
) -> bool {
    let place = match placed {
        Placed::At(place) => place,
        Placed::Done(_) => return true,
        Placed::Failed(_) => return false,
    };
    let is_certain =
        |placed: &Placed| matches!(placed, Placed::At(place) if place.other_places == 0);
    let is_led = format == Format::OpenCode || place.evidence.contains(Evidence::Heading);
    let is_named = hunk.is_end_of_file() || (is_led && !hunk.anchors.is_empty());
    let is_behind = || format == Format::OpenCode && in_front.is_some_and(is_certain);
    let is_only = place.other_places == 0;
    let is_there = (is_as_written(place) && (is_named || (is_only && is_behind())))
        || (place.is_whole() && is_only && is_worded(hunk));
    is_there && place.end == text.bytes.len()
}

/// Whether a hunk is still where it was, or still done, or had no place before.
pub(super) fn is_kept(was: &Placed, placed: &Placed) -> bool {
    match (was, placed) {
        (Placed::At(was), Placed::At(place)) => was.line_index == place.line_index,
        (Placed::Done(_), Placed::Done(_)) | (Placed::Failed(_), _) => true,
        _ => false,
    }
}

/// Whether all old lines of a hunk are at its place as they are written, trailing blanks aside.
pub(super) fn is_as_written(place: &Placement) -> bool {
    place.rung.is_plain() && place.is_whole()
}

/// Whether another reading settles a hunk: it is done, or has words, is as written at its place
/// and nowhere else, and no empty line that the reading adds may be context. Lines that were among
/// the old ones before do not say that it is done.
pub(super) fn is_settled_by_reading(
    text: Text<'_>,
    before: &Hunk<'_>,
    hunk: &Hunk<'_>,
    placed: &Placed,
) -> bool {
    let is_context = |place: &Placement| may_be_context(text, before, hunk, place);
    let was_old = || is_run_of(before.old_lines(), &hunk.new_lines().collect::<Vec<_>>());
    is_as_written_and_only(hunk, placed)
        && match placed {
            Placed::At(place) => !is_context(place),
            Placed::Done(_) => !was_old(),
            Placed::Failed(_) => false,
        }
}

/// Whether a hunk is done, or has words, is as written at its place and nowhere else.
pub(super) fn is_as_written_and_only(hunk: &Hunk<'_>, placed: &Placed) -> bool {
    match placed {
        Placed::At(place) => is_as_written(place) && place.other_places == 0 && is_worded(hunk),
        Placed::Done(_) => true,
        Placed::Failed(_) => false,
    }
}

/// Whether a hunk is done, or has words and is in one place, however it is written there.
pub(super) fn is_only(hunk: &Hunk<'_>, placed: &Placed) -> bool {
    match placed {
        Placed::At(place) => place.other_places == 0 && is_worded(hunk),
        Placed::Done(_) => true,
        Placed::Failed(_) => false,
    }
}

/// Whether a hunk is [as written and only there](is_as_written_and_only), or would be but for
/// outer context that differs.
pub(super) fn is_only_but_for_outer_context(hunk: &Hunk<'_>, placed: &Placed) -> bool {
    let is_outer = |place: &Placement| {
        place.rung == Rung::OuterContext && place.other_places == 0 && is_worded(hunk)
    };
    is_as_written_and_only(hunk, placed) || matches!(placed, Placed::At(place) if is_outer(place))
}
