//! The lower bounds that the machine sets.

use memchr::{memchr_iter, memmem};

/// A line of a patch in eight bytes: its class and where it starts.
#[derive(Clone, Copy, Debug)]
pub struct LineRecord(
    /// The first byte in the top eight bits, the offset in the rest.
    pub u64,
);

/// The floor of parsing: find the newlines, note the first byte, one record a line.
pub fn split_lines(patch: &[u8]) -> Vec<LineRecord> {
    let mut records = Vec::with_capacity(patch.len() / 40);
    let mut start = 0;
    for end in memchr_iter(b'\n', patch) {
        let first = patch.get(start).copied().unwrap_or(b'\n');
        let offset = u64::try_from(start).unwrap_or(u64::MAX);
        records.push(LineRecord(u64::from(first) << 56 | offset));
        start = end + 1;
    }
    records
}

/// One replacement: where the old block is and what comes there.
#[derive(Clone, Debug)]
pub struct Piece {
    /// First line of the old block, 0-based.
    pub line: usize,
    /// The old block.
    pub old: Vec<u8>,
    /// The new block.
    pub new: Vec<u8>,
}

/// The floor of applying: trust the header, verify the bytes, copy the pieces.
///
/// # Panics
///
/// When a block is not where it should be.
pub fn splice(old: &[u8], pieces: &[Piece]) -> Vec<u8> {
    let added: usize = pieces.iter().map(|piece| piece.new.len()).sum();
    let mut out = Vec::with_capacity(old.len() + added);
    let mut newlines = memchr_iter(b'\n', old);
    let (mut line, mut start, mut done) = (0, 0, 0);
    for piece in pieces {
        if piece.line > line {
            start = newlines.nth(piece.line - line - 1).map_or(old.len(), |end| end + 1);
            line = piece.line;
        }
        let block = old.get(start..start + piece.old.len());
        assert!(block == Some(&*piece.old), "line {} is not where the block is", piece.line);
        out.extend_from_slice(old.get(done..start).unwrap_or_default());
        out.extend_from_slice(&piece.new);
        done = start + piece.old.len();
    }
    out.extend_from_slice(old.get(done..).unwrap_or_default());
    out
}

/// The floor of searching: finds each old block by substring search after the one before, and
/// copies the pieces.
///
/// # Panics
///
/// When a block is not found.
pub fn find_and_splice(old: &[u8], pieces: &[Piece]) -> Vec<u8> {
    let added: usize = pieces.iter().map(|piece| piece.new.len()).sum();
    let mut out = Vec::with_capacity(old.len() + added);
    let mut rest = old;
    for piece in pieces {
        let start = memmem::find(rest, &piece.old);
        assert!(start.is_some(), "the block of line {} is nowhere", piece.line);
        let (before, behind) = rest.split_at(start.unwrap_or_default());
        out.extend_from_slice(before);
        out.extend_from_slice(&piece.new);
        rest = behind.get(piece.old.len()..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

/// The replacements of a sample's hunks, as the floors want them.
pub fn pieces(patch: &[u8]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for line in patch.split_inclusive(|byte| *byte == b'\n').skip(2) {
        match (line.split_first(), pieces.last_mut()) {
            (Some((b'@', rest)), _) => {
                pieces.push(Piece { line: start_of(rest), old: Vec::new(), new: Vec::new() });
            }
            (Some((b' ', text)), Some(piece)) => {
                piece.old.extend_from_slice(text);
                piece.new.extend_from_slice(text);
            }
            (Some((b'-', text)), Some(piece)) => piece.old.extend_from_slice(text),
            (Some((b'+', text)), Some(piece)) => piece.new.extend_from_slice(text),
            _ => {}
        }
    }
    pieces
}

/// The old start of a hunk header, 0-based.
fn start_of(header: &[u8]) -> usize {
    let digits = header.iter().skip_while(|byte| !byte.is_ascii_digit());
    let number = digits
        .take_while(|byte| byte.is_ascii_digit())
        .fold(0, |number, digit| number * 10 + usize::from(digit - b'0'));
    number.saturating_sub(1)
}
