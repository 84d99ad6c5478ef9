//! Writes unified diffs: names, hunk headers and lines.

use bstr::{BStr, ByteSlice};

use super::git;
use super::label::{labels, sure_labels};
use super::text::{put, put_line};
use crate::grammar::are_header;
use crate::{BinaryPatch, FileContent, FileOperation, FilePatch, Hunk, LineKind, WriteOptions};

/// The line between two commits, with which `git format-patch` starts each mail.
const MAIL_BOUNDARY: &str =
    "From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n";

/// The line that ends the message of a commit in such a mail.
const END_OF_MESSAGE: &[u8] = b"---\n";

/// All sections, with a mail boundary where a new commit begins.
pub(super) fn patch(files: &[FilePatch<'_>], options: &WriteOptions<'_>, out: &mut Vec<u8>) {
    let mut commit = 0;
    for (index, file) in files.iter().enumerate() {
        if file.commit > commit {
            out.extend_from_slice(MAIL_BOUNDARY.as_bytes());
            if is_remark(file) {
                out.extend_from_slice(END_OF_MESSAGE);
            }
        }
        commit = file.commit;
        section(file, files.get(index + 1), options, out);
    }
}

/// Whether a section is only a line that says that something changed: a message may quote such a
/// line, so that it is read as a change only where the message has ended.
fn is_remark(file: &FilePatch<'_>) -> bool {
    let is_line = match &file.content {
        FileContent::Binary(binary) => matches!(binary, BinaryPatch::Differ),
        FileContent::Submodule(_) => true,
        FileContent::Hunks(_) => false,
    };
    is_line && !git::has_header(file)
}

/// One file: git's headers if they are needed, the names, the change.
pub(super) fn section(
    file: &FilePatch<'_>,
    next: Option<&FilePatch<'_>>,
    options: &WriteOptions<'_>,
    out: &mut Vec<u8>,
) {
    if git::has_header(file) {
        git::header(file, options, out);
    }
    match &file.content {
        FileContent::Hunks(hunks) => {
            if !hunks.is_empty() || names_tell_operation(file) || would_take_names(next) {
                names(file, options, out);
            }
            for (index, one) in hunks.iter().enumerate() {
                hunk(one, out);
                if needs_end(one, hunks.get(index + 1)) {
                    out.push(b'\n');
                }
            }
        }
        FileContent::Binary(binary) => git::binary(&file.operation, binary, options, out),
        FileContent::Submodule(text) => {
            git::submodule(file.operation.path(), text, options, out);
        }
    }
}

/// Whether only `/dev/null` shows that the file is added or deleted.
fn names_tell_operation(file: &FilePatch<'_>) -> bool {
    match file.operation {
        FileOperation::Add { .. } => file.metadata.new_mode.is_none(),
        FileOperation::Delete { .. } => file.metadata.old_mode.is_none(),
        _ => false,
    }
}

/// Whether the next section would be read as part of the git headers before it: it has no git
/// headers of its own, and starts with lines that may follow such headers.
fn would_take_names(next: Option<&FilePatch<'_>>) -> bool {
    next.is_some_and(|next| !git::has_header(next))
}

/// ```ebnf
/// names = "--- " label [ time ] eol "+++ " label eol ;
/// ```
///
/// A label with a space is followed by a tab, as in git: where a reader expects a timestamp, the
/// tab shows where the name ends.
fn names(file: &FilePatch<'_>, options: &WriteOptions<'_>, out: &mut Vec<u8>) {
    let labels = if git::has_header(file) { labels } else { sure_labels };
    let [old, new] = labels(&file.operation, options);
    if let Some([old_time, new_time]) = options.times {
        put_line(out, &[b"--- ", &old, b"\t", old_time.as_bytes()]);
        return put_line(out, &[b"+++ ", &new, b"\t", new_time.as_bytes()]);
    }
    let tab = |label: &[u8]| if label.contains(&b' ') { "\t" } else { "" };
    let time = if looks_added(file) { SOME_TIME } else { tab(&old) };
    put_line(out, &[b"--- ", &old, time.as_bytes()]);
    put_line(out, &[b"+++ ", &new, tab(&new).as_bytes()]);
}

/// A time shows that the old file exists; its value does not matter.
const SOME_TIME: &str = "\t2000-01-01 00:00:00 +0000";

/// Whether the only hunk of a modification starts at line 0, as that of a new file does, and no git
/// header shows what is meant: lines are added at the start of a file, without context.
fn looks_added(file: &FilePatch<'_>) -> bool {
    let starts_at_zero = match file.hunks() {
        [hunk] => hunk.range().is_some_and(|range| range.old_start == 0 && range.old_count == 0),
        _ => false,
    };
    let is_modify = matches!(file.operation, FileOperation::Modify { .. });
    is_modify && starts_at_zero && !git::has_header(file)
}

/// A hunk: a line for each anchor, the header, the lines.
///
/// ```ebnf
/// hunk   = { "@@ " anchor eol } [ header ] { line } ;
/// header = "@@ " ( range | counts | "..." ) " @@" [ " " section ] eol ;
/// ```
pub(super) fn hunk(hunk: &Hunk<'_>, out: &mut Vec<u8>) {
    anchors(hunk, out);
    if hunk.range().is_some() {
        range_header(hunk, out);
    } else if has_line_like_name(hunk) {
        let (old_count, new_count) = hunk.counts();
        put(out, format_args!("@@ -?,{old_count} +?,{new_count} @@"));
        section_heading(hunk.section(), out);
    } else if hunk.anchors.is_empty() || !hunk.section().is_empty() {
        out.extend_from_slice(b"@@ ... @@");
        section_heading(hunk.section(), out);
    }
    lines(hunk, out);
}

/// Whether a line looks like one of a file header, or like the signature of a mail: counts then show
/// where the hunk ends.
fn has_line_like_name(hunk: &Hunk<'_>) -> bool {
    hunk.lines.iter().any(|line| match line.kind {
        LineKind::Context => false,
        LineKind::Remove => line.text.starts_with(b"--") || is_signature(line.text),
        LineKind::Add => line.text.starts_with(b"++"),
    })
}

/// Whether a removed line is written as the signature of a mail begins.
fn is_signature(text: &BStr) -> bool {
    matches!(text.as_bytes(), b"-" | b"- ")
}

/// Whether an empty line must separate a hunk from what follows, because its last lines look like
/// something that may follow a hunk and the numbers do not show otherwise. If they do, there is no
/// empty line: git reads no hunk after one.
fn needs_end(hunk: &Hunk<'_>, next: Option<&Hunk<'_>>) -> bool {
    let Some(range) = hunk.range() else { return ends_like_header(hunk) };
    let are_header = |next: &Hunk<'_>| {
        // An anchor comes before the numbers, if there is one.
        let numbers = next.range().filter(|_| next.anchors.is_empty());
        last_names(hunk).is_some_and(|names| are_header(names, range, numbers))
    };
    next.is_some_and(are_header)
}

/// Whether the last line looks like the second line of a file header, or like the signature of a
/// mail.
fn ends_like_header(hunk: &Hunk<'_>) -> bool {
    hunk.lines.iter().last().is_some_and(|line| match line.kind {
        LineKind::Context => false,
        LineKind::Remove => is_signature(line.text),
        LineKind::Add => line.text.starts_with(b"++ "),
    })
}

/// The names in the last two lines, if these look like a file header.
fn last_names<'h>(hunk: &'h Hunk<'_>) -> Option<[&'h [u8]; 2]> {
    let mut last_two = hunk.lines.iter().skip(hunk.lines.len().saturating_sub(2));
    let (old, new) = (last_two.next()?, last_two.next()?);
    let are_changed = old.kind == LineKind::Remove && new.kind == LineKind::Add;
    let (old, new) = (old.text.strip_prefix(b"-- ")?, new.text.strip_prefix(b"++ ")?);
    are_changed.then_some([old, new])
}

/// `@@ anchor`, outermost first. An anchor that ends in ` @@` is closed with another one.
pub(super) fn anchors(hunk: &Hunk<'_>, out: &mut Vec<u8>) {
    for anchor in &hunk.anchors {
        let close: &[u8] = if anchor.ends_with(b" @@") { b" @@" } else { b"" };
        put_line(out, &[b"@@ ", anchor, close]);
    }
}

/// `@@ -1,2 +3,4 @@ section`, the counts taken from the lines, a count of 1 left out.
pub(super) fn range_header(hunk: &Hunk<'_>, out: &mut Vec<u8>) {
    let Some(range) = hunk.range() else { return };
    out.extend_from_slice(b"@@");
    for (marker, start, count) in
        [('-', range.old_start, range.old_count), ('+', range.new_start, range.new_count)]
    {
        put(out, format_args!(" {marker}{start}"));
        if count != 1 {
            put(out, format_args!(",{count}"));
        }
    }
    out.extend_from_slice(b" @@");
    section_heading(hunk.section(), out);
}

fn section_heading(section: &BStr, out: &mut Vec<u8>) {
    if !section.is_empty() {
        out.push(b' ');
        out.extend_from_slice(section);
    }
    out.push(b'\n');
}

/// The lines of a hunk, the same in both formats.
pub(super) fn lines(hunk: &Hunk<'_>, out: &mut Vec<u8>) {
    out.reserve(hunk.lines.raw().len());
    for line in &hunk.lines {
        line.write(out);
    }
}
