//! How exactly old lines must agree, each rung written down as it is explained to people.

use patch_parse::{Hunk, LineKind};

use super::text::{old_block, without_trailing_blanks};

/// A rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// Byte for byte.
    Same,
    /// Trailing blanks and the ending aside.
    Blanks,
    /// All lines shifted alike.
    Shifted,
    /// Runs of blanks taken for one.
    Collapsed,
    /// Typography taken for ASCII, too.
    Folded,
    /// Some outer context differs.
    Inner,
}

/// The ladder, strictest first.
pub(super) const RUNGS: [Rung; 5] =
    [Rung::Same, Rung::Blanks, Rung::Shifted, Rung::Collapsed, Rung::Folded];

/// Whether a rung takes other lines for the ones meant than blanks at their end explain.
pub(super) fn is_loose(rung: Rung) -> bool {
    !matches!(rung, Rung::Same | Rung::Blanks)
}

/// How the file is indented, seen from the patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    More(Vec<u8>),
    Less(Vec<u8>),
    TabsFor(usize),
    SpacesFor(usize),
}

/// Whether the old block of a hunk stands at a line.
pub(super) fn stands(file: &[&[u8]], hunk: &Hunk<'_>, at: usize, rung: Rung) -> bool {
    let block = old_block(hunk);
    let Some(lines) = file.get(at..).and_then(|rest| rest.get(..block.len())) else {
        return false;
    };
    let all = |key: &dyn Fn(&[u8]) -> Vec<u8>| {
        lines.iter().zip(&block).all(|(line, old)| key(line) == key(old))
    };
    match rung {
        Rung::Same => all(&<[u8]>::to_vec),
        Rung::Blanks => all(&|line| without_trailing_blanks(line).to_vec()),
        Rung::Shifted => all(&|line| words(line).to_vec()) && shift(lines, hunk).is_some(),
        Rung::Collapsed => all(&|line| collapsed(without_trailing_blanks(line))),
        Rung::Folded => all(&|line| folded(line)),
        Rung::Inner => false,
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

pub(super) fn indent(line: &[u8]) -> &[u8] {
    let line = without_trailing_blanks(line);
    &line[..line.iter().take_while(|byte| is_blank(**byte)).count()]
}

/// A line without the blanks at both ends.
pub(super) fn words(line: &[u8]) -> &[u8] {
    &without_trailing_blanks(line)[indent(line).len()..]
}

pub(super) fn collapsed(line: &[u8]) -> Vec<u8> {
    let is_kept = |at: &usize| !is_blank(line[*at]) || *at == 0 || !is_blank(line[at - 1]);
    let kept = (0..line.len()).filter(is_kept);
    kept.map(|at| if is_blank(line[at]) { b' ' } else { line[at] }).collect()
}

/// Invalid bytes are kept, apart from each other, as characters that no text has.
pub(super) fn folded(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for chunk in without_trailing_blanks(line).utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '‘' | '’' | '‚' | '‛' | '′' => out.push(b'\''),
                '“' | '”' | '„' | '‟' | '″' => out.push(b'"'),
                '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => out.push(b'-'),
                '…' => out.extend(b"..."),
                '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => {
                    out.push(b' ');
                }
                '\u{200B}' | '\u{FEFF}' => {}
                other => out.extend(other.to_string().as_bytes()),
            }
        }
        out.extend(chunk.invalid());
    }
    collapsed(without_trailing_blanks(&out))
}

/// The shift that explains every old line with words, of all that there could be, and that every
/// added line with words can be written with.
pub(super) fn shift(lines: &[&[u8]], hunk: &Hunk<'_>) -> Option<Shift> {
    let block = old_block(hunk);
    let has_words = |(_, old): &(&&[u8], &Vec<u8>)| !words(old).is_empty();
    let pairs: Vec<(&[u8], &[u8])> = lines
        .iter()
        .zip(&block)
        .filter(has_words)
        .map(|(line, old)| (indent(line), indent(old)))
        .collect();
    let (line, old) = *pairs.iter().find(|(line, old)| line != old)?;
    let more = (1..=line.len()).map(|len| Shift::More(line[..len].to_vec()));
    let less = (1..=old.len()).map(|len| Shift::Less(old[..len].to_vec()));
    let longest = line.len().max(old.len());
    let widths = (2..=longest).flat_map(|width| [Shift::TabsFor(width), Shift::SpacesFor(width)]);
    let explains = |shift: &Shift| {
        pairs.iter().all(|(line, old)| shifted(shift, old).as_deref() == Some(line))
            && hunk
                .new_lines()
                .filter(|line| !words(line.text).is_empty())
                .all(|line| shifted(shift, line.text).is_some())
    };
    let found = more.chain(less).chain(widths).find(explains)?;
    // Context that is one blank short has lost its marker; removed lines would show.
    let removes =
        hunk.lines.iter().any(|line| line.kind == LineKind::Remove && !words(line.text).is_empty());
    (removes || found != Shift::More(b" ".to_vec())).then_some(found)
}

/// A line of the patch as the file has it.
pub(super) fn shifted(shift: &Shift, line: &[u8]) -> Option<Vec<u8>> {
    let (blanks, rest) = line.split_at(line.iter().take_while(|byte| is_blank(**byte)).count());
    let only = |blank| blanks.iter().all(|byte| *byte == blank);
    match shift {
        Shift::More(more) => Some([more, line].concat()),
        Shift::Less(less) => line.strip_prefix(&**less).map(<[u8]>::to_vec),
        Shift::TabsFor(width) => (only(b' ') && blanks.len() % width == 0)
            .then(|| [&b"\t".repeat(blanks.len() / width), rest].concat()),
        Shift::SpacesFor(width) => {
            only(b'\t').then(|| [&b" ".repeat(blanks.len() * width), rest].concat())
        }
    }
}

/// An added line as it is written at a place: shifted where the old lines were.
pub(super) fn added(lines: &[&[u8]], hunk: &Hunk<'_>, rung: Rung, line: &[u8]) -> Vec<u8> {
    let is_moved = rung == Rung::Shifted && !words(line).is_empty();
    let shift = if is_moved { shift(lines, hunk) } else { None };
    shift.and_then(|shift| shifted(&shift, line)).unwrap_or_else(|| line.to_vec())
}
