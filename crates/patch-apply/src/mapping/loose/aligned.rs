//! Handles added lines that are aligned with a bracket of the line before: they move with it, not
//! by the steps of the file.

use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::mapping::lines::code::opens;

/// Where lines continue a bracket: the column after it in the patch, and in the file.
type Column = (usize, usize);

/// The rule, extended so that lines aligned with a bracket in the patch are aligned with it in the
/// file; `None` if other lines of the same depth are written differently.
pub(super) fn kept(rule: Indentation, lines: &[Vec<u8>], margins: Margins) -> Option<Indentation> {
    if !matches!(rule, Indentation::Units(_)) || !lines.iter().any(|line| has_bracket(line)) {
        return Some(rule);
    }
    let (mut table, mut is_any) = (Vec::new(), false);
    let mut column: Option<Column> = None;
    for line in lines {
        let Some((indent, words)) = margins.split(line) else { continue };
        let aligned = column.filter(|(own, _)| *own == indent.len());
        is_any |= aligned.is_some();
        let file = match aligned {
            Some((_, file)) => vec![b' '; file],
            None => rule.apply(indent)?,
        };
        if !file.iter().chain(indent).all(|blank| *blank == b' ') {
            return Some(rule);
        }
        let behind = open_bracket(words).filter(|_| !opens(words));
        let own = behind.map(|at| (indent.len() + at, file.len() + at));
        column = own.or(aligned);
        table.push((indent.to_vec(), file));
    }
    table.sort_unstable();
    table.dedup();
    let is_one =
        table.windows(2).all(|two| two.first().map(|it| &it.0) != two.last().map(|it| &it.0));
    if is_any { is_one.then_some(Indentation::Lookup(table)) } else { Some(rule) }
}

fn has_bracket(line: &[u8]) -> bool {
    line.iter().any(|byte| b"([{".contains(byte))
}

/// The column after the last bracket that words leave open.
fn open_bracket(words: &[u8]) -> Option<usize> {
    let mut open = Vec::new();
    for (byte, behind) in words.iter().zip(1..) {
        match byte {
            b'(' | b'[' | b'{' => open.push(behind),
            b')' | b']' | b'}' => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}
