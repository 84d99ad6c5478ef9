//! Reading a patch while it is written: however it is cut, it is read as the whole is.

use std::borrow::Cow;

use bstr::BStr;
use patch_parse::{
    Anchors, Event, FileContent, FileOperation, FilePatch, Hunk, HunkLine, HunkLines, ParseError,
    ParseOptions, Patch, PatchStream,
};

/// Checks every promise of a stream about a text that comes in pieces of these sizes in turn, in
/// bytes.
///
/// # Panics
///
/// When one is broken.
pub fn check(text: &[u8], sizes: &[usize]) {
    check_with(&ParseOptions::default(), text, sizes);
}

/// The same with options of the caller's.
///
/// # Panics
///
/// When a promise is broken.
pub fn check_with(options: &ParseOptions, text: &[u8], sizes: &[usize]) {
    let whole = options.parse(text);
    let expected = read(options, text, &[text.len()], &whole);
    let found = read(options, text, sizes, &whole);
    assert_eq!(found, expected, "pieces of {sizes:?} bytes of {:?}", BStr::new(text));
}

/// The events of a text in pieces, each as text, checked against what the whole is read as.
fn read(
    options: &ParseOptions,
    text: &[u8],
    sizes: &[usize],
    whole: &Result<Patch<'_>, ParseError>,
) -> Vec<String> {
    let mut seen = Seen::default();
    let mut stream = PatchStream::new(options.clone());
    for piece in pieces(text, sizes) {
        stream.push(piece, |event| seen.take(event));
    }
    let before_end = seen.log.len();
    match (stream.finish(|event| seen.take(event)), whole) {
        (Ok(found), Ok(whole)) => {
            let same = found == *whole
                && found.diagnostics == whole.diagnostics
                && format!("{found:?}") == format!("{whole:?}");
            assert!(same, "{found:#?}\nis not\n{whole:#?}\nof {:?}", BStr::new(text));
            seen.agrees(whole, text);
        }
        (Err(found), Err(error)) => {
            assert_eq!(found, *error, "{:?}", BStr::new(text));
            assert_eq!(seen.log.len(), before_end, "a mistake ends the events");
        }
        (found, whole) => panic!("{found:?} is not {whole:?} of {:?}", BStr::new(text)),
    }
    seen.log
}

/// A text in pieces of these sizes in turn; a size of 0 counts as 1, so that it comes to an end.
pub fn pieces<'t>(text: &'t [u8], sizes: &[usize]) -> Vec<&'t [u8]> {
    let mut rest = text;
    let mut pieces = Vec::new();
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, behind) = rest.split_at((*size).clamp(1, rest.len()));
        pieces.push(piece);
        rest = behind;
    }
    pieces
}

/// What the events said, put together.
#[derive(Debug, Default)]
struct Seen {
    log: Vec<String>,
    files: Vec<FilePatch<'static>>,
    is_open: bool,
    hunk: Option<Started>,
}

/// A hunk that has not ended.
#[derive(Debug)]
struct Started {
    anchors: Anchors<'static>,
    starts: Option<(u64, u64)>,
    section: Cow<'static, BStr>,
    lines: HunkLines<'static>,
    /// What each line is, in the order told.
    told: Vec<String>,
}

impl Seen {
    fn take(&mut self, event: &Event<'_>) {
        self.log.push(format!("{event:?}"));
        match event {
            Event::FileStarted(file) => {
                assert!(!self.is_open && file.hunks().is_empty(), "{event:?}");
                self.files.push(file.clone().into_owned());
                self.is_open = true;
            }
            Event::HunkStarted(start) => {
                assert!(self.is_open && self.hunk.is_none(), "{event:?}");
                self.hunk = Some(Started {
                    anchors: start.anchors.iter().cloned().map(own).collect(),
                    starts: start.starts,
                    section: own(start.section.clone()),
                    lines: HunkLines::default(),
                    told: Vec::new(),
                });
            }
            Event::Line(line) => {
                let hunk = self.hunk.as_mut().expect("a line is in a hunk");
                hunk.lines.push(*line);
                hunk.told.push(shown(line));
            }
            Event::HunkEnded(hunk) => self.end_hunk(hunk),
            Event::FileEnded(operation) => self.end_file(operation),
            _ => panic!("{event:?} is unknown"),
        }
    }

    fn end_hunk(&mut self, hunk: &Hunk<'_>) {
        let told = self.hunk.take().expect("a hunk has started");
        let lines: Vec<_> = hunk.lines.iter().map(|line| shown(&line)).collect();
        assert_eq!(told.told, lines, "each line was told");
        assert_eq!(told.anchors, hunk.anchors, "the anchors were told");
        assert_eq!(told.section, hunk.section(), "the section heading was told");
        let starts = hunk.range().map(|range| (range.old_start, range.new_start));
        assert_eq!(told.starts, starts, "the numbers were told");
        let file = self.files.last_mut().expect("a file has started");
        let FileContent::Hunks(hunks) = &mut file.content else {
            panic!("a hunk of a file that has none");
        };
        hunks.push(hunk.clone().into_owned());
    }

    fn end_file(&mut self, operation: &FileOperation<'_>) {
        assert!(self.is_open && self.hunk.is_none(), "a file ends behind its hunks");
        self.is_open = false;
        let file = self.files.last_mut().expect("a file has started");
        file.end_as(operation.clone().into_owned());
    }

    /// The events are the tree, except for names whose reading depends on other sections.
    fn agrees(&self, patch: &Patch<'_>, text: &[u8]) {
        assert!(!self.is_open, "each file has ended");
        assert_eq!(self.files.len(), patch.files.len(), "{:?}", BStr::new(text));
        for (told, file) in self.files.iter().zip(&patch.files) {
            assert_eq!(told.operation.as_str(), file.operation.as_str(), "{:?}", BStr::new(text));
            let names = FilePatch { operation: file.operation.clone(), ..told.clone() };
            assert_eq!(names, *file, "{:?}", BStr::new(text));
            let told = told.hunks().iter().map(Hunk::span);
            let spans = file.hunks().iter().map(Hunk::span);
            assert!(told.eq(spans), "the places of hunks in {:?}", BStr::new(text));
        }
    }
}

fn own(text: Cow<'_, BStr>) -> Cow<'static, BStr> {
    Cow::Owned(text.into_owned())
}

fn shown(line: &HunkLine<'_>) -> String {
    format!("{line:?}")
}
