//! Compares every new file with every file that it may come from, to find the most similar ones.

use bstr::{BStr, ByteSlice};

use crate::Entry;
use crate::similarity::{MOST, Pieces};

/// The most sources that are kept for a target.
const KEPT: usize = 4;

/// A file that is compared, by its position among the sources or among the targets.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) at: usize,
    pub(super) path: &'a BStr,
    pub(super) entry: &'a Entry<'a>,
}

/// A target and a source of it, similar enough.
pub(super) struct Candidate {
    pub(super) target: usize,
    pub(super) source: usize,
    pub(super) score: u64,
    pub(super) has_name: bool,
}

/// The best sources of each target, with a score of at least `least`.
///
/// Linear in the files and, for each piece of a target, in the number of sources that have it: two
/// files with nothing in common cost next to nothing.
pub(super) fn candidates(targets: &[Side<'_>], sources: &[Side<'_>], least: u64) -> Vec<Candidate> {
    let index = Index::of(sources);
    let mut common = vec![0; sources.len()];
    let names: Vec<&[u8]> = sources.iter().map(|source| name(source.path)).collect();
    let mut all = Vec::new();
    for target in targets {
        let of_target = name(target.path);
        index.common(&Pieces::of(target.entry), &mut common);
        let mut best = Best::default();
        for ((source, common), of_source) in sources.iter().zip(&common).zip(&names) {
            let size = source.entry.contents.len().max(target.entry.contents.len()) as u64;
            let may_be = *common > 0 && may_be_from(source.entry, target.entry, least);
            let score = if may_be { common * MOST / size.max(1) } else { 0 };
            let has_name = *of_source == of_target;
            best.keep(Candidate { target: target.at, source: source.at, score, has_name });
        }
        let is_enough = |it: &Candidate| it.score >= least && it.score > 0;
        all.extend(best.0.into_iter().flatten().filter(is_enough));
    }
    all
}

/// The best sources of a target so far, kept as git does: a better one replaces the first of the
/// worst, and of equal ones the one in the first slot is preferred at the end.
#[derive(Default)]
struct Best([Option<Candidate>; KEPT]);

impl Best {
    fn keep(&mut self, candidate: Candidate) {
        // A free slot counts as the worst.
        let rank = |it: &Option<Candidate>| it.as_ref().map(|it| (it.score, it.has_name));
        let new = Some((candidate.score, candidate.has_name));
        // Of equal ones `min_by_key` returns the first.
        if let Some(worst) = self.0.iter_mut().min_by_key(|it| rank(it))
            && rank(worst) < new
        {
            *worst = Some(candidate);
        }
    }
}

/// Whether one file can come from another with this score: both are regular, and their sizes are
/// close enough.
pub(super) fn may_be_from(one: &Entry<'_>, other: &Entry<'_>, least: u64) -> bool {
    if !(one.mode.is_regular() && other.mode.is_regular()) {
        return false;
    }
    let (one, other) = (one.contents.len() as u64, other.contents.len() as u64);
    let most = one.max(other);
    most > 0 && most * (MOST - least) >= one.abs_diff(other) * MOST
}

/// The last component of a path.
pub(super) fn name(path: &BStr) -> &[u8] {
    path.rsplit_once_str(b"/").map_or(path.as_bytes(), |(_, name)| name)
}

/// For each piece, which sources have it, and how many bytes of it.
struct Index {
    /// Sorted by piece.
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    piece: u32,
    source: u32,
    bytes: u32,
}

impl Index {
    fn of(sources: &[Side<'_>]) -> Self {
        let mut places = Vec::new();
        for (source, side) in (0_u32..).zip(sources) {
            let pieces = Pieces::of(side.entry);
            let place = |&(piece, bytes): &(u32, u32)| Place { piece, source, bytes };
            places.extend(pieces.counts().iter().map(place));
        }
        places.sort_unstable_by_key(|place| (place.piece, place.source));
        Self { places }
    }

    /// The bytes that each source shares with a file.
    fn common(&self, pieces: &Pieces, common: &mut [u64]) {
        common.fill(0);
        let mut rest = self.places.as_slice();
        for &(piece, bytes) in pieces.counts() {
            let before = rest.partition_point(|place| place.piece < piece);
            rest = rest.get(before..).unwrap_or_default();
            let same = rest.iter().take_while(|place| place.piece == piece);
            for place in same {
                if let Some(sum) = common.get_mut(place.source as usize) {
                    *sum += u64::from(bytes.min(place.bytes));
                }
            }
        }
    }
}
