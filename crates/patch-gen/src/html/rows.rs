//! Writes the lines of a hunk as rows of two tables: one line below the other, and side by side.

use std::fmt::Write as _;

use patch_parse::{Hunk, LineKind, Newline};

use super::escape;
use crate::blocks::{Block, ShownLine};

/// Appends the rows of a hunk, one line below the other.
pub(super) fn inline(hunk: &Hunk<'_>, blocks: &[Block<'_>], out: &mut String) {
    header(hunk, 3, out);
    for block in blocks {
        let (old, new): (&[_], &[_]) = match block {
            Block::Context(lines) => (lines, &[]),
            Block::Change { old, new } => (old, new),
        };
        for shown in old.iter().chain(new) {
            out.push_str("<tr>");
            number(shown.line.old, out);
            number(shown.line.new, out);
            text(shown, out);
            out.push_str("</tr>\n");
        }
    }
}

/// Appends the rows of a hunk, with removed lines beside those in their place.
pub(super) fn beside(hunk: &Hunk<'_>, blocks: &[Block<'_>], out: &mut String) {
    header(hunk, 4, out);
    for block in blocks {
        let (old, new) = match block {
            Block::Context(lines) => (lines, lines),
            Block::Change { old, new } => (old, new),
        };
        for at in 0..old.len().max(new.len()) {
            out.push_str("<tr>");
            half(old.get(at), |shown| shown.line.old, out);
            half(new.get(at), |shown| shown.line.new, out);
            out.push_str("</tr>\n");
        }
    }
}

fn half(shown: Option<&ShownLine<'_>>, of: fn(&ShownLine<'_>) -> Option<u64>, out: &mut String) {
    match shown {
        Some(shown) => {
            number(of(shown), out);
            text(shown, out);
        }
        None => out.push_str("<td class=\"n\"></td><td class=\"e\"></td>"),
    }
}

fn header(hunk: &Hunk<'_>, columns: u8, out: &mut String) {
    let Some(range) = hunk.range() else { return };
    let (old, new) = hunk.counts();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<tr><th class=\"h\" colspan=\"{columns}\">@@ -{},{old} +{},{new} @@ ",
        range.old_start, range.new_start
    );
    escape::put(hunk.section(), out);
    out.push_str("</th></tr>\n");
}

fn number(number: Option<u64>, out: &mut String) {
    let _ = match number {
        Some(number) => write!(out, "<td class=\"n\">{number}</td>"),
        None => write!(out, "<td class=\"n\"></td>"),
    };
}

fn text(shown: &ShownLine<'_>, out: &mut String) {
    let line = &shown.line.line;
    let (class, element) = match line.kind {
        LineKind::Context => ("c", "span"),
        LineKind::Remove => ("d", "del"),
        LineKind::Add => ("a", "ins"),
    };
    // A sign in addition to the colour, for readers who do not see it.
    let sign = char::from(line.kind.marker());
    let _ = write!(out, "<td class=\"{class}\"><i>{sign}</i>");
    let mut done = 0;
    for word in &shown.words {
        escape::put(line.text.get(done..word.start).unwrap_or_default(), out);
        let _ = write!(out, "<{element}>");
        escape::put(line.text.get(word.clone()).unwrap_or_default(), out);
        let _ = write!(out, "</{element}>");
        done = word.end;
    }
    escape::put(line.text.get(done..).unwrap_or_default(), out);
    if shown.tells_crlf {
        escape::put(b"\r", out);
    }
    if line.newline == Newline::None {
        out.push_str("<span class=\"x\">no newline at the end</span>");
    }
    out.push_str("</td>");
}
