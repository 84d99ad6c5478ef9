//! Makes the right bytes: the intended change, applied to the file as it is.

use patch_parse::LineKind;

use super::scene::{FileLine, Hunk, Scene};

/// Lines of the file and what comes in their place.
struct Edit<'s> {
    at: usize,
    removed: usize,
    added: Vec<&'s [u8]>,
}

impl Scene {
    /// The file as it is.
    pub(super) fn before(&self) -> Vec<u8> {
        self.bytes(self.file.iter().cloned())
    }

    /// The file as the writer wants it. Lines that are not removed keep their bytes; added lines
    /// end as the line they replace, or else as the one above.
    pub(super) fn expected(&self) -> Vec<u8> {
        let mut edits: Vec<Edit<'_>> =
            self.hunks.iter().filter(|hunk| !hunk.is_done).flat_map(edits).collect();
        edits.sort_by_key(|edit| edit.at);
        let mut lines = Vec::new();
        let mut done = 0;
        for Edit { at, removed, added } in edits {
            lines.extend_from_slice(&self.file[done..at]);
            let replaced = &self.file[at..at + removed];
            for (index, text) in added.into_iter().enumerate() {
                let above = lines.last().map(|line: &FileLine| line.ending);
                let instead = replaced.get(index).map(|line| line.ending);
                let below = self.file.get(at).map(|line| line.ending);
                let ending = instead.or(above).or(below).unwrap_or("\n");
                lines.push(FileLine { text: text.to_owned(), ending });
            }
            done = at + removed;
        }
        lines.extend_from_slice(&self.file[done..]);
        self.bytes(lines)
    }

    fn bytes(&self, lines: impl IntoIterator<Item = FileLine>) -> Vec<u8> {
        let mark = if self.has_mark { "\u{feff}" } else { "" };
        let mut bytes = mark.as_bytes().to_vec();
        for line in lines {
            bytes.extend_from_slice(&line.text);
            bytes.extend_from_slice(line.ending.as_bytes());
        }
        bytes
    }
}

/// The changes of a hunk without its context, so that hunks may share context.
fn edits(hunk: &Hunk) -> Vec<Edit<'_>> {
    let mut edits: Vec<Edit<'_>> = Vec::new();
    let mut at = hunk.at;
    let mut is_open = false;
    for line in &hunk.lines {
        if line.kind == LineKind::Context {
            is_open = false;
            at += 1;
            continue;
        }
        if !is_open {
            edits.push(Edit { at, removed: 0, added: Vec::new() });
            is_open = true;
        }
        let edit = edits.last_mut().expect("one is open");
        if line.kind == LineKind::Remove {
            edit.removed += 1;
            at += 1;
        } else {
            edit.added.push(&line.text);
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use patch_parse::Format;

    use super::super::rng::Rng;
    use super::*;
    use crate::noise::Pair;

    #[test]
    fn added_lines_end_as_those_around_them() {
        let pair = Pair { path: "x", old: b"a\r\nb\r\nc\r\n", new: b"a\r\nB\r\nB2\r\nc\r\n" };
        let rng = Rng::new(1, "");
        let mut scene = Scene::new(&pair, Format::Unified, (1, 1), rng).unwrap();
        assert_eq!((scene.before(), scene.expected()), (pair.old.to_vec(), pair.new.to_vec()));
        scene.file[2].ending = "";
        scene.has_mark = true;
        assert_eq!(scene.expected(), "\u{feff}a\r\nB\r\nB2\r\nc".as_bytes());
    }
}
