//! What placing may depend on: only the patch and the text around a place.

use patch_apply::{AppliedHunk, ApplyOptions, Cause, HunkFailure, HunksRefused, Rung, apply_hunks};
use patch_parse::{FileOperation, Format, Hunk, HunkLine, LineKind, Newline, parse};

use crate::Case;

/// A line that no generated patch and no generated file has.
const UNRELATED: &str = "<unrelated>\n";

/// Checks that lines elsewhere in a file change nothing, and that a place where a hunk matches byte
/// for byte, as its number says, is never passed over for a looser one.
///
/// # Panics
///
/// When one of them does.
pub fn check(case: &Case) {
    let Ok(patch) = parse(&case.patch) else { return };
    let options = case.rules.to_options();
    for section in &patch.files {
        let FileOperation::Modify { path } = &section.operation else { continue };
        let Some(file) = case.before.files.get(path.as_bstr()) else { continue };
        exact_at_the_hint_is_exact(&file.contents, section.hunks(), patch.format, &options, case);
        lines_elsewhere_change_nothing(
            &file.contents,
            section.hunks(),
            patch.format,
            &options,
            case,
        );
    }
}

/// A first hunk whose old lines match where its number says is placed byte for byte, if at all.
fn exact_at_the_hint_is_exact(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
    case: &Case,
) {
    let [hunk] = hunks else { return };
    let Some(range) = hunk.range().filter(|range| range.old_count > 0) else { return };
    let Ok(applied) = apply_hunks(contents, hunks, format, options) else { return };
    let old: Vec<u8> = hunk
        .old_lines()
        .flat_map(|line| [&**line.text, line.newline.as_bytes()].concat())
        .collect();
    let lines = contents.split_inclusive(|byte| *byte == b'\n');
    let before = usize::try_from(range.old_start).unwrap_or(usize::MAX).saturating_sub(1);
    let there: Vec<u8> =
        lines.skip(before).take(hunk.lines.old_count()).flatten().copied().collect();
    if format == Format::Unified && there == old {
        let place = applied.hunks.first().map(|hunk| &hunk.placement);
        let place = place.map(|place| (place.rung, place.line_index));
        assert_eq!(place, Some((Rung::Exact, before)), "it matches where its number says\n{case}");
    }
}

/// Without numbers, lines before and after everything move the places and change none.
fn lines_elsewhere_change_nothing(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
    case: &Case,
) {
    let is_at_end = |hunk: &Hunk<'_>| {
        hunk.is_end_of_file()
            || hunk.lines.old_count() == 0
            || hunk.lines.iter().any(|line| line.newline == Newline::None)
            // A blank line at the end may be taken for the final newline.
            || hunk.old_lines().last().is_some_and(|line| line.text.trim_ascii().is_empty())
    };
    // What ends the file, or is put at its end, or in an empty one, depends on what else is there.
    let depends = !contents.ends_with(b"\n") || hunks.iter().any(is_at_end);
    let speaks_of_mark = contents.starts_with("\u{feff}".as_bytes());
    if depends || speaks_of_mark {
        return;
    }
    let hunks: Vec<Hunk<'_>> = hunks.iter().map(|hunk| hunk.clone().with_starts(None)).collect();
    let alone = apply_hunks(contents, &hunks, format, options);
    let (before, behind) = (UNRELATED.repeat(3), UNRELATED.repeat(2));
    let surrounded = [before.as_bytes(), contents, behind.as_bytes()].concat();
    let among = apply_hunks(&surrounded, &hunks, format, options);
    let places = |placed: &[AppliedHunk], by: usize| -> Vec<_> {
        let places = placed.iter().map(|hunk| &hunk.placement);
        places.map(|place| (place.line_index + by, place.line_count, place.rung)).collect()
    };
    let failures = |refused: HunksRefused| refused.failures;
    match (alone.map_err(failures), among.map_err(failures)) {
        (Ok(alone), Ok(among)) => {
            let (alone, among) = (places(&alone.hunks, 3), places(&among.hunks, 0));
            assert_eq!(alone, among, "the places move with the lines\n{case}");
        }
        (Err(alone), Err(_)) if alone.iter().any(|it| is_at_edge(it, contents, &hunks)) => {}
        (Err(alone), Err(among)) => {
            let codes = |failures: &[HunkFailure]| -> Vec<_> {
                failures.iter().map(|failure| (failure.hunk, failure.code)).collect()
            };
            assert_eq!(codes(&alone), codes(&among), "the reasons are the same\n{case}");
        }
        // A hunk without context on one side points to the edge of the file, which has moved then.
        _ if hunks.iter().any(lacks_a_side) => {}
        // How a file steps from line to line tells what its indentation means.
        (Err(failures), Ok(_)) | (Ok(_), Err(failures))
            if failures.iter().all(|failure| failure.cause == Cause::UnmappedIndentation) => {}
        // What is beyond the edge of the file does not differ from the context; unrelated lines do.
        (Err(failures), Ok(_)) if failures.iter().any(|it| is_at_edge(it, contents, &hunks)) => {}
        (alone, among) => panic!("refused once: {alone:?}\nand {among:?}\n{case}"),
    }
}

/// Whether a hunk begins or ends with a change.
fn lacks_a_side(hunk: &Hunk<'_>) -> bool {
    let is_change =
        |line: Option<HunkLine<'_>>| line.is_some_and(|it| it.kind != LineKind::Context);
    is_change(hunk.lines.iter().next()) || is_change(hunk.lines.iter().last())
}

/// Whether one of the places that a hunk might take is the first or the last one of the file.
fn is_at_edge(failure: &HunkFailure, contents: &[u8], hunks: &[Hunk<'_>]) -> bool {
    let count = contents.split_inclusive(|byte| *byte == b'\n').count();
    let old = hunks.get(failure.hunk).map_or(0, |hunk| hunk.lines.old_count());
    failure
        .candidates
        .iter()
        .chain(&failure.rivals)
        .any(|place| place.line <= 1 || place.line + old > count)
}
