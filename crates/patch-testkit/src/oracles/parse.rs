//! Reading a patch: no panic, everything in its place, and the printed patch reads back.

use std::collections::BTreeSet;

use bstr::{BStr, ByteSlice};
use patch_parse::{
    Class, Code, FilePatch, Format, LineKind, ParseError, Patch, Span, parse, parse_opencode,
    parse_unified,
};

type Reader = for<'a> fn(&'a [u8]) -> Result<Patch<'a>, ParseError>;

/// The ways to read a text.
const READERS: [(&str, Reader); 3] = [
    ("parse", |text| parse(text)),
    ("parse_unified", |text| parse_unified(text)),
    ("parse_opencode", |text| parse_opencode(text)),
];

/// Checks every promise about reading a text.
///
/// # Panics
///
/// When one is broken.
pub fn check(text: &[u8]) {
    for (name, read) in READERS {
        let source = Source { text, reader: name, newlines: text.find_iter("\n").collect() };
        match read(text) {
            Ok(patch) => source.patch(&patch, read),
            Err(error) => source.error(&error),
        }
    }
    detection_agrees_with_insisting(text);
}

/// Checks that every changed line of a [garbled](crate::garble) patch is a line of a hunk, or that
/// the patch is refused.
///
/// # Panics
///
/// When one was dropped.
pub fn nothing_marked_is_lost(text: &str) {
    let Ok(patch) = parse(text.as_bytes()) else { return };
    let lines = text.lines().filter(|line| line.contains("call("));
    let marked: BTreeSet<&str> = lines.filter(|line| line.starts_with(['+', '-'])).collect();
    let read = changed(&patch);
    let lost: Vec<_> = marked.iter().filter(|line| !read.contains(**line)).collect();
    assert!(lost.is_empty(), "lost: {lost:?}\nof\n{text}\nread as\n{}", patch.to_bytes().as_bstr());
}

/// The changed lines of a patch, with their marks.
fn changed(patch: &Patch<'_>) -> BTreeSet<String> {
    let hunks = patch.files.iter().flat_map(FilePatch::hunks);
    let lines = hunks.flat_map(|hunk| hunk.lines.iter());
    let changed = lines.filter(|line| line.kind != LineKind::Context);
    changed.map(|line| format!("{}{}", char::from(line.kind.marker()), line.text)).collect()
}

/// What `parse` accepts, the strict reader of the format accepts too, with the same result.
fn detection_agrees_with_insisting(text: &[u8]) {
    let Ok(patch) = parse(text) else { return };
    let strict = match patch.format {
        Format::Unified => parse_unified(text),
        Format::OpenCode => parse_opencode(text),
    };
    assert_eq!(
        strict.as_ref(),
        Ok(&patch),
        "the format found can be insisted on: {:?}",
        BStr::new(text)
    );
}

/// The text, for checking what is said about it.
struct Source<'t> {
    text: &'t [u8],
    reader: &'static str,
    /// Where the lines end.
    newlines: Vec<usize>,
}

impl Source<'_> {
    fn patch(&self, patch: &Patch<'_>, read: Reader) {
        self.require(!patch.files.is_empty(), "a patch names a file");
        self.spans(patch);
        self.hunks(patch);
        self.marked_lines(patch);
        self.require(patch.clone().into_owned() == *patch, "an owned tree is equal");
        let printed = patch.to_bytes();
        match read(&printed) {
            Ok(again) if again == *patch => {
                self.require(again.to_bytes() == printed, "printing is stable");
            }
            Ok(again) => self.fail(&format!(
                "printing changes the patch\nprinted: {:?}\nread: {patch:#?}\nread again: {again:#?}",
                printed.as_bstr()
            )),
            Err(error) => {
                self.fail(&format!("what is printed is refused: {error}\nprinted: {:?}", printed.as_bstr()));
            }
        }
    }

    fn error(&self, error: &ParseError) {
        self.span(error.span, "an error");
        self.require(
            !error.rule.is_empty() && !error.hint().is_empty(),
            "an error says what to do",
        );
        let class = error.code.class();
        let is_ours = matches!(class, Class::ParseError | Class::PathError);
        self.require(is_ours || error.code == Code::LimitExceeded, "the code is one of a parser");
    }

    /// Spans lie inside the text, in order, and name their lines.
    fn spans(&self, patch: &Patch<'_>) {
        let mut done = 0;
        for file in &patch.files {
            self.span(file.span, "a section");
            self.require(file.span.start >= done, "sections are in order");
            let mut inside = file.span.start;
            for hunk in file.hunks() {
                self.span(hunk.span(), "a hunk");
                self.require(hunk.span().start >= inside, "hunks are in order");
                self.require(hunk.span().end <= file.span.end, "a hunk lies in its section");
                inside = hunk.span().end;
            }
            done = file.span.start.max(inside);
        }
        for note in &patch.diagnostics {
            self.span(note.span, note.kind.as_str());
        }
    }

    /// A line that starts with a mark is in a section or in a note: nothing is dropped silently.
    fn marked_lines(&self, patch: &Patch<'_>) {
        let sections = patch.files.iter().map(|file| file.span);
        let mut spans: Vec<Span> =
            sections.chain(patch.diagnostics.iter().map(|note| note.span)).collect();
        spans.sort_by_key(|span| span.start);
        let mut spans = spans.iter();
        let mut covered = 0;
        let mut start = 0;
        for line in self.text.split_inclusive(|byte| *byte == b'\n') {
            while let Some(span) = spans.as_slice().first().filter(|span| span.start <= start) {
                covered = covered.max(span.end);
                spans.next();
            }
            let is_marked = matches!(line, [b'+' | b'-', ..] | [b'@', b'@', ..]);
            let is_dropped = is_marked && covered <= start;
            self.require(!is_dropped, &format!("{:?} is in the tree or noted", BStr::new(line)));
            start += line.len();
        }
    }

    fn span(&self, span: Span, whose: &str) {
        let is_inside = span.start <= span.end && span.end <= self.text.len();
        self.require(is_inside, &format!("the span {span:?} of {whose} lies in the text"));
        let line = 1 + self.newlines.partition_point(|newline| *newline < span.start);
        self.require(span.line == line, &format!("{span:?} of {whose} is on line {line}"));
    }

    fn hunks(&self, patch: &Patch<'_>) {
        for hunk in patch.files.iter().flat_map(FilePatch::hunks) {
            self.require(!hunk.lines.is_empty(), "a hunk has a line");
            let is_one_line = hunk.lines.iter().all(|line| !line.text.contains(&b'\n'));
            self.require(is_one_line, "a line is one line");
            if let Some(range) = hunk.range() {
                let counted = (range.old_count, range.new_count) == hunk.counts();
                self.require(counted, "the counts are those of the lines");
            }
        }
    }

    fn require(&self, holds: bool, promise: &str) {
        if !holds {
            self.fail(promise);
        }
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{what}\nby {} of {:?}", self.reader, BStr::new(self.text))
    }
}
