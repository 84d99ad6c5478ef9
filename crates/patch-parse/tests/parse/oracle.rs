//! What holds for every text, patch or not.

use std::panic::Location;

use bstr::BStr;
use patch_parse::{
    DiagnosticKind, Event, FileContent, FileOperation, FilePatch, Format, LineKind, ParseError,
    ParseOptions, Patch, PatchStream, Span, parse, parse_opencode, parse_unified,
};

/// Runs every check that needs only the text.
#[track_caller]
pub(crate) fn check(input: &[u8]) {
    let place = Location::caller();
    let story = || format!("from {place}, of\n{}", String::from_utf8_lossy(input));
    match parse(input) {
        Ok(patch) => {
            spans_point_at_the_source(&patch, input, &story);
            changes_are_in_the_tree_or_noted(&patch, input, &story);
            printing_is_the_inverse(&patch, &story);
            reversing_twice_changes_nothing(&patch, &story);
            assert_eq!(patch.clone().into_owned(), patch, "owned is equal, {}", story());
            let strict = ParseOptions::default().format(patch.format).parse(input);
            assert_eq!(strict.as_ref(), Ok(&patch), "strict is equal, {}", story());
            a_stream_tells_the_same(&patch, input, &story);
        }
        Err(error) => error_is_whole(&error, input, &story),
    }
    for strict in [parse_unified, parse_opencode] {
        if let Err(error) = strict(input) {
            error_is_whole(&error, input, &story);
        }
    }
}

fn span_is_right(span: Span, input: &[u8], story: &dyn Fn() -> String) {
    assert!(span.start <= span.end && span.end <= input.len(), "{span:?} {}", story());
    let line = input[..span.start].split(|byte| *byte == b'\n').count();
    assert_eq!(span.line, line, "{span:?} names its line, {}", story());
}

fn spans_point_at_the_source(patch: &Patch<'_>, input: &[u8], story: &dyn Fn() -> String) {
    let mut end = 0;
    for file in &patch.files {
        span_is_right(file.span, input, story);
        assert!(file.span.start >= end, "sections follow each other, {}", story());
        end = file.span.start;
        for hunk in file.hunks() {
            span_is_right(hunk.span(), input, story);
            assert!(hunk.span().start >= end && hunk.span().end <= file.span.end, "{}", story());
            end = hunk.span().end;
            assert!(!hunk.lines.is_empty(), "a hunk has a line, {}", story());
            if let Some(range) = hunk.range() {
                assert_eq!((range.old_count, range.new_count), hunk.counts(), "{}", story());
            }
        }
        end = end.max(file.span.end);
    }
    for diagnostic in &patch.diagnostics {
        span_is_right(diagnostic.span, input, story);
    }
}

/// The heart of "nothing is dropped silently": each line that starts with `+` or `-` is a line of
/// a hunk, a part of a header, or covered by a note that says it was ignored.
fn changes_are_in_the_tree_or_noted(patch: &Patch<'_>, input: &[u8], story: &dyn Fn() -> String) {
    let mut left = Vec::new();
    for (start, line) in lines(input) {
        let hunk = patch
            .files
            .iter()
            .flat_map(FilePatch::hunks)
            .find(|hunk| (hunk.span().start..hunk.span().end).contains(&start));
        let is_header = patch.files.iter().any(|file| {
            let first = file.hunks().first().map_or(file.span.end, |hunk| hunk.span().start);
            (file.span.start..first).contains(&start)
                && matches!(line, [b'-', b'-', b'-', b' ', ..] | [b'+', b'+', b'+', b' ', ..])
        });
        let is_noted = patch.diagnostics.iter().any(|note| {
            let outside = matches!(
                note.kind,
                DiagnosticKind::TextIgnored
                    | DiagnosticKind::CodeFence
                    | DiagnosticKind::Heredoc
                    | DiagnosticKind::RepeatedHeader
                    | DiagnosticKind::FileHeader
            );
            outside && (note.span.start..note.span.end).contains(&start)
        });
        if hunk.is_none() && !is_header && !is_noted {
            left.push(String::from_utf8_lossy(line));
        }
    }
    assert!(left.is_empty(), "dropped without a word: {left:?}, {}", story());
    let carrier = patch.diagnostics.iter().map(|note| note.kind).find(is_carrier);
    for (file, hunk) in
        patch.files.iter().flat_map(|file| file.hunks().iter().map(move |hunk| (file, hunk)))
    {
        let bare = match carrier {
            Some(DiagnosticKind::ColourCodes) => without_codes(hunk.span().of(input)),
            Some(_) => behind_signs(hunk.span().of(input), file.span.of(input)),
            None => hunk.span().of(input).to_vec(),
        };
        let marked =
            |marker| lines(&bare).filter(|(_, line)| line.first() == Some(&marker)).count();
        let kept = |kind| hunk.lines.iter().filter(|line| line.kind == kind).count();
        // An empty line of a new file counts as added although it has no marker.
        assert!(kept(LineKind::Add) >= marked(b'+'), "{}", story());
        assert_eq!(kept(LineKind::Remove), marked(b'-'), "{}", story());
    }
}

fn is_carrier(kind: &DiagnosticKind) -> bool {
    matches!(kind, DiagnosticKind::LinePrefix | DiagnosticKind::ColourCodes)
}

/// The lines without the signs that the first line of the section has in front, or without their
/// numbers and the sign after the first.
fn behind_signs(text: &[u8], section: &[u8]) -> Vec<u8> {
    let signs = section.iter().take_while(|byte| b" \t>|".contains(byte)).count();
    let number = |line: &[u8]| {
        let blanks = line.iter().take_while(|byte| **byte == b' ').count();
        blanks + line[blanks..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let first = number(section);
    if first > signs {
        let behind = section[first..].iter().take_while(|byte| b" \t:|.)".contains(byte)).count();
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        let bare = |line: &'_ [u8]| (number(line) + behind).min(line.len().saturating_sub(1));
        return lines.flat_map(|line| &line[bare(line)..]).copied().collect();
    }
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    lines.flat_map(|line| &line[signs.min(line.len().saturating_sub(1))..]).copied().collect()
}

fn without_codes(text: &[u8]) -> Vec<u8> {
    let mut parts = text.split(|byte| *byte == 0x1b);
    let mut bare = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let end = part.iter().position(u8::is_ascii_alphabetic).map_or(0, |end| end + 1);
        bare.extend_from_slice(&part[end..]);
    }
    bare
}

/// The lines that start with `+` or `-`, with their offset.
fn lines(input: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let starts = std::iter::once(0)
        .chain(input.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
    starts
        .zip(input.split(|byte| *byte == b'\n'))
        .filter(|(_, line)| matches!(line, [b'+' | b'-', ..]))
}

fn printing_is_the_inverse(patch: &Patch<'_>, story: &dyn Fn() -> String) {
    let text = patch.to_bytes();
    let printed = || format!("printed as\n{}\n{}", String::from_utf8_lossy(&text), story());
    let again = parse(&text).unwrap_or_else(|error| panic!("{error}, {}", printed()));
    assert_eq!(again, *patch, "{}", printed());
    assert_eq!(again.to_bytes(), text, "{}", printed());
    let unclear =
        again.diagnostics.iter().find(|note| matches!(note.kind, DiagnosticKind::HunkCount(_)));
    assert_eq!(unclear, None, "printed counts are right, {}", printed());
}

/// Reversing puts removed lines before added ones, so it is its own inverse from the second on.
fn reversing_twice_changes_nothing(patch: &Patch<'_>, story: &dyn Fn() -> String) {
    // The reverse of a copy, or of an empty file in a format without modes, holds no text; that of
    // a file which may have been empty leaves it empty; a single mode of two is dropped.
    let is_lossy = |file: &FilePatch<'_>| match &file.operation {
        FileOperation::Copy { .. } => true,
        FileOperation::Add { path } => {
            !file.metadata.git && (file.hunks().is_empty() || path.other_side().is_some())
        }
        // Reversed twice, it is the patch of a file which may have been empty.
        FileOperation::Delete { path } => !file.metadata.git && path.other_side().is_some(),
        FileOperation::Modify { .. } | FileOperation::Move { .. } => {
            file.metadata.old_mode.is_some() != file.metadata.new_mode.is_some()
        }
    };
    if patch.files.iter().any(is_lossy) {
        return;
    }
    let Ok(reversed) = patch.reversed() else { return };
    let there = reversed.reversed().unwrap_or_else(|error| panic!("{error}, {}", story()));
    assert_eq!(there.reversed().as_ref(), Ok(&reversed), "{}", story());
    let is_canonical = patch.files.iter().flat_map(FilePatch::hunks).all(|hunk| {
        let mut pairs = hunk.lines.iter().zip(hunk.lines.iter().skip(1));
        pairs.all(|(line, next)| (line.kind, next.kind) != (LineKind::Add, LineKind::Remove))
    });
    if is_canonical {
        assert_eq!(there, without_headings(patch), "{}", story());
    }
}

/// A heading is a line of the old file: the reverse has none.
fn without_headings<'a>(patch: &Patch<'a>) -> Patch<'a> {
    let mut patch = patch.clone();
    for file in &mut patch.files {
        if let FileContent::Hunks(hunks) = &mut file.content {
            for hunk in hunks {
                *hunk = std::mem::take(hunk).with_section(BStr::new(""));
            }
        }
    }
    patch
}

fn error_is_whole(error: &ParseError, input: &[u8], story: &dyn Fn() -> String) {
    span_is_right(error.span, input, story);
    let foreign: &[&str] = match error.format {
        Format::Unified => &["***"],
        Format::OpenCode => &["---", "+++", "@@ -", "diff --git", "/dev/null"],
    };
    for text in [error.rule, error.hint()] {
        assert!(!text.is_empty(), "{error:?}");
        for marker in foreign {
            assert!(!text.contains(marker), "{error:?} shows {marker}, {}", story());
        }
    }
    assert!(error.found.len() <= 120, "{error:?}");
    assert!(error.to_string().contains(error.rule), "{error}");
}

/// Whether the hunks of `cut` are a prefix of those of `whole`, section by section; the last may
/// lack lines, and the last line of it a part of its text.
pub(crate) fn is_prefix(cut: &Patch<'_>, whole: &Patch<'_>) -> bool {
    let count = cut.files.len();
    cut.files.iter().zip(&whole.files).enumerate().all(|(index, (a, b))| {
        let is_last = index + 1 == count;
        match (&a.content, &b.content) {
            (FileContent::Hunks(a), FileContent::Hunks(b)) => {
                let a_count = a.len();
                (is_last || a_count == b.len())
                    && a.iter().zip(b).enumerate().all(|(index, (a, b))| {
                        let is_last = is_last && index + 1 == a_count;
                        a.anchors == b.anchors
                            && a.lines.len() <= b.lines.len()
                            && (is_last || a.lines.len() == b.lines.len())
                            && a.lines.iter().zip(&b.lines).enumerate().all(|(at, (x, y))| {
                                let is_cut = is_last && at + 1 == a.lines.len();
                                x.kind == y.kind
                                    && (x.text == y.text || is_cut && y.text.starts_with(x.text))
                            })
                    })
                    && a_count <= b.len()
            }
            (a, b) => is_last || a == b,
        }
    }) && count <= whole.files.len()
}

/// Longer texts are left to the tests of running time.
const LONGEST_STREAM: usize = 2000;

/// Everything emitted before the end is in the patch, and nothing is left out.
fn a_stream_tells_the_same(patch: &Patch<'_>, input: &[u8], story: &dyn Fn() -> String) {
    if input.len() > LONGEST_STREAM {
        return;
    }
    let (mut lines, mut files) = (Vec::new(), Vec::<FilePatch<'static>>::new());
    let mut tell = |event: &Event<'_>| match event {
        Event::FileStarted(file) => files.push(file.clone().into_owned()),
        Event::Line(line) => lines.push((line.kind, line.text.to_vec())),
        Event::FileEnded(operation) => {
            let Some(file) = files.last_mut() else { panic!("a file has started") };
            file.end_as(operation.clone().into_owned().into_owned());
        }
        _ => {}
    };
    let mut stream = PatchStream::default();
    for byte in input {
        stream.push(&[*byte], &mut tell);
    }
    assert_eq!(stream.finish(&mut tell).as_ref(), Ok(patch), "{}", story());
    let hunks = patch.files.iter().flat_map(FilePatch::hunks);
    let whole = hunks.flat_map(|hunk| hunk.lines.iter());
    let whole: Vec<_> = whole.map(|line| (line.kind, line.text.to_vec())).collect();
    assert_eq!(lines, whole, "{}", story());
    let known = |file: &FilePatch<'_>| {
        let metadata = file.metadata.clone().into_owned();
        (file.operation.as_str(), metadata, file.commit)
    };
    let [told, whole] =
        [&files, &patch.files].map(|files| files.iter().map(known).collect::<Vec<_>>());
    assert_eq!(told, whole, "{}", story());
}
