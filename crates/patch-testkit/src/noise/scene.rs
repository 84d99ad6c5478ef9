//! The change, the file and the patch text as values that a damage may change.

use patch_gen::GenOptions;
use patch_parse::{Format, LineKind, Newline};

use super::look::Look;
use super::pair::{Beside, Pair};
use super::rng::Rng;
use super::widest::same_text;

/// The longest hunk: models seldom write longer ones.
const MOST_LINES: usize = 60;

/// Everything a case is made from.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) rng: Rng,
    pub(super) format: Format,
    /// The lines of the file as it is now.
    pub(super) file: Vec<FileLine>,
    /// Whether a byte-order mark comes before them.
    pub(super) has_mark: bool,
    /// The hunks, in the order of the file until a damage puts them in another.
    pub(super) hunks: Vec<Hunk>,
    pub(super) look: Look,
    /// Other files of the tree.
    pub(super) others: Vec<Beside>,
}

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileLine {
    pub(super) text: Vec<u8>,
    pub(super) ending: &'static str,
}

/// A hunk's meaning and its written form.
#[derive(Clone, Debug)]
pub(super) struct Hunk {
    /// Where its old lines are in the file, 0-based.
    pub(super) at: usize,
    pub(super) lines: Vec<Line>,
    pub(super) header: Header,
    /// Lines after `@@` in the `OpenCode` format.
    pub(super) anchors: Vec<Vec<u8>>,
    /// Whether `*** End of File` is written.
    pub(super) ends_file: bool,
    /// Whether the file already has the hunk's result.
    pub(super) is_done: bool,
}

/// What a hunk header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// Start and count, old and new.
    Numbers([(usize, usize); 2]),
    /// The whole line.
    Words(&'static str),
}

/// A line of a hunk.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) kind: LineKind,
    /// What the writer meant.
    pub(super) text: Vec<u8>,
    /// The line as it is written, its marker included; `None` when it is left out.
    pub(super) shown: Option<Vec<u8>>,
}

impl Line {
    pub(super) fn new(kind: LineKind, text: &[u8]) -> Self {
        let shown = Some([&[kind.marker()], text].concat());
        Self { kind, text: text.to_owned(), shown }
    }

    /// Writes another text after the marker.
    pub(super) fn show(&mut self, text: &[u8]) {
        self.shown = Some([&[self.kind.marker()], text].concat());
    }

    pub(super) fn is_old(&self) -> bool {
        self.kind != LineKind::Add
    }

    pub(super) fn is_context(&self) -> bool {
        self.kind == LineKind::Context
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.trim_ascii().is_empty()
    }
}

impl Hunk {
    /// Lines of the file it covers.
    pub(super) fn old_count(&self) -> usize {
        self.lines.iter().filter(|line| line.is_old()).count()
    }

    /// The line of the file after it.
    pub(super) fn end(&self) -> usize {
        self.at + self.old_count()
    }

    /// The old lines that are written, as they were meant.
    pub(super) fn old_block(&self) -> Vec<&[u8]> {
        let old = self.lines.iter().filter(|line| line.is_old() && line.shown.is_some());
        old.map(|line| &*line.text).collect()
    }

    fn new_block(&self) -> Vec<&[u8]> {
        let new = self.lines.iter().filter(|line| line.kind != LineKind::Remove);
        new.map(|line| &*line.text).collect()
    }

    /// Where the lines that are not context begin and end.
    pub(super) fn core(&self) -> Option<(usize, usize)> {
        let first = self.lines.iter().position(|line| !line.is_context())?;
        let last = self.lines.iter().rposition(|line| !line.is_context())?;
        Some((first, last + 1))
    }

    pub(super) fn has(&self, kind: LineKind) -> bool {
        self.lines.iter().any(|line| line.kind == kind)
    }

    /// Whether a reader who sees no blanks sees a change.
    fn is_visible(&self) -> bool {
        let (old, new) = (self.old_block(), self.new_block());
        old.len() != new.len() || !old.iter().zip(new).all(|(a, b)| same_text(a, b))
    }
}

impl Scene {
    /// Some hunks of the change between two texts, a faithful patch, and the older text.
    ///
    /// `None` if there are not so many, or the text is not of a kind that a model is shown: with
    /// mixed endings, not UTF-8, or without a last newline. Damage that concerns these makes them
    /// itself.
    pub(super) fn new(
        pair: &Pair<'_>,
        format: Format,
        (fewest, most): (usize, usize),
        mut rng: Rng,
    ) -> Option<Self> {
        let (file, ending) = file_lines(pair.old)?;
        let all = hunks(pair);
        let first = rng.below(all.len());
        let wanted = rng.between(fewest, most);
        let mut hunks: Vec<Hunk> = all.into_iter().cycle_from(first).take(wanted).collect();
        if hunks.len() < fewest {
            return None;
        }
        hunks.sort_by_key(|hunk| hunk.at);
        let look = Look::new(pair.path, format, ending, &mut rng);
        let mut scene =
            Self { rng, format, file, has_mark: false, hunks, look, others: Vec::new() };
        if format == Format::OpenCode {
            scene.single_out()?;
        }
        scene.renumber();
        Some(scene)
    }

    /// The one hunk of a damage that wants one.
    pub(super) fn hunk(&mut self) -> &mut Hunk {
        self.hunks.first_mut().expect("a scene has hunks")
    }

    /// Writes the numbers that are right for the file as it is.
    pub(super) fn renumber(&mut self) {
        let mut grown = 0_isize;
        for hunk in &mut self.hunks {
            let old = hunk.old_count();
            let new = hunk.new_block().len();
            let new_at = hunk.at.saturating_add_signed(grown);
            let start = |at: usize, count: usize| at + usize::from(count > 0);
            hunk.header = Header::Numbers([(start(hunk.at, old), old), (start(new_at, new), new)]);
            grown += isize::try_from(new).expect("a length fits");
            grown -= isize::try_from(old).expect("a length fits");
        }
    }

    /// Puts lines into the file, before `at`, which is in no hunk. What is written stays.
    pub(super) fn insert(&mut self, at: usize, texts: Vec<Vec<u8>>) {
        let count = texts.len();
        let ending = self.ending_at(at);
        let lines = texts.into_iter().map(|text| FileLine { text, ending });
        self.file.splice(at..at, lines);
        for hunk in self.hunks.iter_mut().filter(|hunk| hunk.at >= at) {
            hunk.at += count;
        }
    }

    /// Puts a context line into a hunk, before its line `index`, and into the file.
    pub(super) fn insert_context(&mut self, hunk: usize, index: usize, text: &[u8]) {
        let Some(place) = self.hunks.get(hunk).map(|hunk| {
            let above = hunk.lines.iter().take(index);
            hunk.at + above.filter(|line| line.is_old()).count()
        }) else {
            return;
        };
        let ending = self.ending_at(place);
        self.file.insert(place, FileLine { text: text.to_owned(), ending });
        for (number, other) in self.hunks.iter_mut().enumerate() {
            match number.cmp(&hunk) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => {
                    other.lines.insert(index, Line::new(LineKind::Context, text));
                }
                std::cmp::Ordering::Greater => other.at += 1,
            }
        }
    }

    fn ending_at(&self, at: usize) -> &'static str {
        self.file.get(at.saturating_sub(1)).map_or("\n", |line| line.ending)
    }

    /// Lines that are nowhere else.
    pub(super) fn filler(&mut self, count: usize) -> Vec<Vec<u8>> {
        let tag = self.rng.below(0x000F_FFFF);
        (0..count).map(|number| format!("// moved on {tag:05x} {number}").into_bytes()).collect()
    }

    /// A line number of the file that is in no hunk, and not within `room` lines of one.
    pub(super) fn free_place(&mut self, room: usize) -> Option<usize> {
        let is_free = |at: &usize| {
            let is_near = |hunk: &Hunk| *at + room > hunk.at && *at < hunk.end() + room;
            !self.hunks.iter().any(is_near)
        };
        let free: Vec<usize> = (0..=self.file.len()).filter(is_free).collect();
        self.rng.pick(&free).copied()
    }

    /// Ends the file after its last hunk.
    pub(super) fn cut_behind(&mut self) {
        let end = self.hunks.iter().map(Hunk::end).max().unwrap_or_default();
        self.file.truncate(end);
    }
}

/// The lines of a text with one kind of ending, and which.
fn file_lines(text: &[u8]) -> Option<(Vec<FileLine>, &'static str)> {
    let is_plain = text.ends_with(b"\n")
        && std::str::from_utf8(text).is_ok()
        && !text.starts_with("\u{feff}".as_bytes());
    let lines = text.split_inclusive(|byte| *byte == b'\n').filter(|_| is_plain);
    let ending = if text.ends_with(b"\r\n") { "\r\n" } else { "\n" };
    let line = |line: &[u8]| {
        let text = line.strip_suffix(ending.as_bytes())?;
        let is_mixed = text.contains(&b'\r');
        (!is_mixed).then(|| FileLine { text: text.to_owned(), ending })
    };
    let lines = lines.map(line).collect::<Option<Vec<_>>>()?;
    (!lines.is_empty()).then_some((lines, ending))
}

/// The hunks of a change that can be told apart and written in a line-based format.
fn hunks(pair: &Pair<'_>) -> Vec<Hunk> {
    let hunks = patch_gen::hunks(pair.old, pair.new, &GenOptions::default());
    let hunks = hunks.iter().filter_map(|hunk| {
        let range = hunk.range()?;
        let at = usize::try_from(range.old_start).ok()?.checked_sub(1)?;
        let is_whole = hunk.lines.iter().all(|line| line.newline != Newline::None);
        let lines = hunk.lines.iter().map(|line| Line::new(line.kind, line.text)).collect();
        let header = Header::Words("@@");
        let anchors = Vec::new();
        let hunk = Hunk { at, lines, header, anchors, ends_file: false, is_done: false };
        let is_kept = is_whole
            && hunk.lines.len() <= MOST_LINES
            && hunk.old_count() > 0
            && hunk.is_visible()
            && !hunk.lines.iter().any(|line| line.text.contains(&b'\r'));
        is_kept.then_some(hunk)
    });
    hunks.collect()
}

trait CycleFrom: Iterator + Sized {
    /// All items once, from one on and then from the first.
    fn cycle_from(self, first: usize) -> impl Iterator<Item = Self::Item>;
}

impl<T> CycleFrom for std::vec::IntoIter<T> {
    fn cycle_from(self, first: usize) -> impl Iterator<Item = T> {
        let mut all: Vec<T> = self.collect();
        let first = first.min(all.len());
        all.rotate_left(first);
        all.into_iter()
    }
}
