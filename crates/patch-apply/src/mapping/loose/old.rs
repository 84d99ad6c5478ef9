//! Pairs each old line of a hunk with the line of the file that it faces.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::indent::faced;
use crate::indent::margins::Margins;
use crate::indent::pair::Pair;
use crate::mapping::characters::runs::Runs;
use crate::mapping::characters::signs::Signs;

/// The old lines of a hunk in the patch and in the file.
pub(super) struct Old<'f> {
    pub(super) signs: Signs,
    pub(super) margins: Margins,
    lines: Vec<Line<'f>>,
}

/// An old line with the signs of the file, and the line of the file that it faces.
struct Line<'f> {
    text: Vec<u8>,
    kind: LineKind,
    file: &'f [u8],
}

impl<'f> Old<'f> {
    /// `file` has the lines of the file from the place on.
    pub(super) fn of(hunk: &Hunk<'_>, file: impl Iterator<Item = &'f [u8]>) -> Self {
        let old: Vec<(HunkLine<'_>, &[u8])> = faced(hunk, file).collect();
        let signs = Signs::of(old.iter().map(|(line, file)| (&**line.text, *file)));
        let lines = old.iter().map(|(line, file)| Line {
            text: signs.apply_or_keep(line.text),
            kind: line.kind,
            file,
        });
        let lines: Vec<_> = lines.collect();
        let margins = Margins::of(lines.iter().map(Line::texts));
        Self { signs, margins, lines }
    }

    /// The indentations of those that have words.
    pub(super) fn pairs(&self) -> Vec<Pair<'_>> {
        self.lines.iter().filter_map(|line| self.margins.pair(line.texts(), line.kind)).collect()
    }

    /// What they show about the blanks within lines.
    pub(super) fn runs(&self) -> Runs {
        Runs::of(self.lines.iter().map(Line::texts))
    }
}

impl Line<'_> {
    fn texts(&self) -> (&[u8], &[u8]) {
        (&self.text, self.file)
    }
}
