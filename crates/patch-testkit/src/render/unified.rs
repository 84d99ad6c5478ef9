//! Unified diff with git's headers.

use bstr::BString;

use super::Change;
use super::diff::{self, Hunk};
use crate::{File, Tree};

/// The patch that makes the changes.
///
/// # Panics
///
/// When a change names a file that is not there.
pub fn unified(old: &Tree, changes: &[Change], context: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for change in changes {
        section(old, change, context, &mut out);
    }
    out
}

fn section(tree: &Tree, change: &Change, context: usize, out: &mut Vec<u8>) {
    let at = |path: &BString| tree.files.get(path).cloned().unwrap_or_default();
    let missing = File::default();
    let null = BString::from("/dev/null");
    match change {
        Change::Add(path, file) => {
            git_line(path, path, out);
            put(out, &format!("new file mode {}\n", mode(file)));
            names_and_hunks(&null, path, &missing, file, context, out);
        }
        Change::Delete(path) => {
            git_line(path, path, out);
            put(out, &format!("deleted file mode {}\n", mode(&at(path))));
            names_and_hunks(path, &null, &at(path), &missing, context, out);
        }
        Change::Modify(path, file) => {
            git_line(path, path, out);
            modes(&at(path), file, out);
            names_and_hunks(path, path, &at(path), file, context, out);
        }
        Change::Move(from, to, file) | Change::Copy(from, to, file) => {
            let verb = if matches!(change, Change::Move(..)) { "rename" } else { "copy" };
            git_line(from, to, out);
            modes(&at(from), file, out);
            put(out, &format!("{verb} from {}\n{verb} to {}\n", quoted(from), quoted(to)));
            names_and_hunks(from, to, &at(from), file, context, out);
        }
    }
}

fn git_line(old: &BString, new: &BString, out: &mut Vec<u8>) {
    put(out, &format!("diff --git {} {}\n", prefixed("a/", old), prefixed("b/", new)));
}

fn modes(old: &File, new: &File, out: &mut Vec<u8>) {
    if old.executable != new.executable {
        put(out, &format!("old mode {}\nnew mode {}\n", mode(old), mode(new)));
    }
}

fn mode(file: &File) -> &'static str {
    if file.executable { "100755" } else { "100644" }
}

fn names_and_hunks(
    old_path: &BString,
    new_path: &BString,
    old: &File,
    new: &File,
    context: usize,
    out: &mut Vec<u8>,
) {
    let hunks = diff::hunks(&old.contents, &new.contents, context);
    if hunks.is_empty() {
        return;
    }
    name("---", "a/", old_path, out);
    name("+++", "b/", new_path, out);
    for one in &hunks {
        hunk(one, out);
    }
}

/// A name with a blank is ended by a tab, as git does it.
fn name(marker: &str, prefix: &str, path: &BString, out: &mut Vec<u8>) {
    let name = if path == "/dev/null" { "/dev/null".to_owned() } else { prefixed(prefix, path) };
    let end = if name.contains(' ') && !name.starts_with('"') { "\t" } else { "" };
    put(out, &format!("{marker} {name}{end}\n"));
}

fn prefixed(prefix: &str, path: &BString) -> String {
    quoted(&[prefix.as_bytes(), path].concat().into())
}

/// The path in git's quotes, where it needs them.
fn quoted(path: &BString) -> String {
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte) && !matches!(byte, b'"' | b'\\');
    if path.iter().all(is_plain) {
        return path.to_string();
    }
    let byte = |byte: &u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        byte if is_plain(byte) => char::from(*byte).to_string(),
        byte => format!("\\{byte:03o}"),
    };
    format!("\"{}\"", path.iter().map(byte).collect::<String>())
}

fn hunk(hunk: &Hunk<'_>, out: &mut Vec<u8>) {
    let (old, new) = hunk.counts();
    let start = |line: usize, count: usize| line + usize::from(count > 0);
    let (old_start, new_start) = (start(hunk.old_start, old), start(hunk.new_start, new));
    put(out, &format!("@@ -{old_start},{old} +{new_start},{new} @@\n"));
    for (marker, line) in &hunk.lines {
        out.push(*marker);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

fn put(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;

    #[test]
    fn headers_are_gits() {
        let old = Tree::from([("a b", "x\ny")]);
        let file = File { contents: "x\nz\n".into(), executable: true };
        let text = unified(&old, &[Change::Move("a b".into(), "\u{e9}".into(), file)], 1);
        assert_eq!(
            text.as_bstr(),
            "\
diff --git a/a b \"b/\\303\\251\"
old mode 100644
new mode 100755
rename from a b
rename to \"\\303\\251\"
--- a/a b\t
+++ \"b/\\303\\251\"
@@ -1,2 +1,2 @@
 x
-y
\\ No newline at end of file
+z
"
        );
    }
}
