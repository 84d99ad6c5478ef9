//! Added lines that end in CRLF where no line of the file does: the CR belongs to how the patch
//! was sent, not to the lines.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind, Newline};

use crate::text::Text;

/// The hunks whose added lines end in CRLF, with LF instead, each with its index in the patch.
/// None if the patch may mean these endings: it changes line endings, or no old line of it ends in
/// CRLF, as none in the file does.
pub(super) fn with_lf<'h>(text: Text<'_>, hunks: &[Hunk<'h>]) -> Vec<(usize, Hunk<'h>)> {
    let is_lf = || {
        let bytes = text.body();
        bytes.contains(&b'\n') && !bytes.contains(&b'\r')
    };
    if !is_lf() || ends_otherwise(hunks) {
        return Vec::new();
    }
    let is_carried = hunks.iter().flat_map(Hunk::old_lines).any(|line| is_crlf(&line));
    if !is_carried {
        return Vec::new();
    }
    let all = hunks.iter().enumerate().filter(|(_, hunk)| hunk.lines.iter().any(is_added_so));
    all.map(|(at, hunk)| (at, with_added_in_lf(hunk))).collect()
}

fn is_crlf(line: &HunkLine<'_>) -> bool {
    line.newline == Newline::CrLf
}

fn is_added_so(line: HunkLine<'_>) -> bool {
    line.kind == LineKind::Add && is_crlf(&line)
}

/// Whether half of what is removed is added again with the other end.
fn ends_otherwise(hunks: &[Hunk<'_>]) -> bool {
    let mut again = 0;
    let mut removed = 0;
    for hunk in hunks {
        let mut added: Vec<&[u8]> = Vec::new();
        let lines = || hunk.lines.iter().filter(|line| line.kind != LineKind::Context);
        added.extend(lines().filter(|line| is_added_so(*line)).map(|line| &**line.text));
        added.sort_unstable();
        let was_lf = |line: &HunkLine<'_>| line.kind == LineKind::Remove && !is_crlf(line);
        for line in lines().filter(was_lf) {
            removed += 1;
            again += usize::from(added.binary_search(&&**line.text).is_ok());
        }
    }
    again > 0 && again * 2 >= removed
}

fn with_added_in_lf<'h>(hunk: &Hunk<'h>) -> Hunk<'h> {
    let mut lines = HunkLines::default();
    for line in &hunk.lines {
        let newline = if is_added_so(line) { Newline::Lf } else { line.newline };
        lines.push(HunkLine { newline, ..line });
    }
    hunk.clone().with_lines(lines)
}
