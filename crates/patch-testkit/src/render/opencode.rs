//! The `*** Begin Patch` format.

use bstr::{BString, ByteSlice};

use super::Change;
use super::diff::{self, Hunk};
use crate::Tree;

/// The patch that makes the changes, as far as the format can express them: no modes, copies as new
/// files, no missing final newline. Every `anchors`th hunk names the nearest line above it that
/// looks like a heading; 0 for none.
pub fn opencode(old: &Tree, changes: &[Change], context: usize, anchors: u8) -> Vec<u8> {
    let mut out = b"*** Begin Patch\n".to_vec();
    for change in changes {
        section(old, change, context, usize::from(anchors), &mut out);
    }
    out.extend_from_slice(b"*** End Patch\n");
    out
}

fn section(tree: &Tree, change: &Change, context: usize, anchors: usize, out: &mut Vec<u8>) {
    let mut header = |key: &str, path: &BString| {
        out.extend_from_slice(&[b"*** ", key.as_bytes(), b": ", path, b"\n"].concat());
    };
    let (from, file) = match change {
        Change::Delete(path) => return header("Delete File", path),
        Change::Add(path, file) | Change::Copy(_, path, file) => {
            header("Add File", path);
            for line in diff::lines(&file.contents) {
                put_line((b'+', line), out);
            }
            return;
        }
        Change::Modify(path, file) => {
            header("Update File", path);
            (path, file)
        }
        Change::Move(from, to, file) => {
            header("Update File", from);
            header("Move to", to);
            (from, file)
        }
    };
    let old = tree.files.get(from).map(|file| file.contents.as_slice()).unwrap_or_default();
    for (index, one) in diff::hunks(old, &file.contents, context).iter().enumerate() {
        let has_anchor = anchors > 0 && index.is_multiple_of(anchors);
        hunk(old, one, has_anchor, out);
    }
}

fn hunk(old: &[u8], hunk: &Hunk<'_>, has_anchor: bool, out: &mut Vec<u8>) {
    let above = &diff::lines(old)[..hunk.old_start];
    let heading = above.iter().rev().find(|line| line.starts_with(b"fn ")).or(above.last());
    out.extend_from_slice(b"@@");
    // Models leave the end of a long line away.
    let anchor = heading.map(|line| line.trim_ascii().split_str("(").next().unwrap_or_default());
    if let Some(anchor) = anchor.filter(|anchor| has_anchor && !anchor.is_empty()) {
        out.extend_from_slice(b" ");
        out.extend_from_slice(anchor);
    }
    out.extend_from_slice(b"\n");
    for line in &hunk.lines {
        put_line(*line, out);
    }
    let ends_the_file = hunk.old_start + hunk.counts().0 == diff::lines(old).len();
    if ends_the_file && has_anchor {
        out.extend_from_slice(b"*** End of File\n");
    }
}

fn put_line((marker, line): (u8, &[u8]), out: &mut Vec<u8>) {
    out.push(marker);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::File;

    #[test]
    fn a_hunk_names_the_heading_above_it() {
        let old = Tree::from([("x", "fn f() {\na\nb\n")]);
        let change = Change::Modify("x".into(), File::new("fn f() {\na\nc\n"));
        assert_eq!(
            opencode(&old, &[change], 0, 1).as_bstr(),
            "*** Begin Patch\n*** Update File: x\n@@ fn f\n-b\n+c\n*** End of File\n*** End Patch\n"
        );
    }
}
