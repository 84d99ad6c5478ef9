//! Turns placed hunks into new bytes, in one pass.
//!
//! Old text stays: context lines and everything between hunks keep the file's own bytes. Added
//! lines end as the patch says if the patch has shown that it knows the file's endings (it agreed
//! byte for byte), and otherwise like the lines around them.

use std::ops::Range;

use patch_parse::{Format, Hunk, LineKind, Newline};

use crate::place::changes_nothing;
use crate::text::{Text, most_common_newline};
use crate::{Mapping, Placement, Rung};

/// A change of a text: one range of the old text is replaced by one range of the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// Bytes of the old text; empty where text is inserted.
    pub old: Range<usize>,
    /// Bytes of the [new text](crate::Applied::contents); empty where text is removed.
    pub new: Range<usize>,
}

/// A hunk, its place, and how its added lines are written.
pub(crate) type Slot<'s> = (&'s Hunk<'s>, Placement, Option<&'s Mapping>);

/// The new contents, and what was changed for them. `placed` may overlap only in context, and be in
/// any order.
pub(crate) fn splice<'s>(
    text: Text<'_>,
    placed: impl Iterator<Item = Slot<'s>>,
    format: Format,
) -> (Vec<u8>, Vec<Edit>) {
    // A hunk that changes nothing may share its lines with others.
    let mut order: Vec<_> = placed.filter(|(hunk, ..)| !changes_nothing(hunk)).collect();
    // An insertion goes before the lines that another hunk replaces from there on.
    if !order.is_sorted_by_key(|(_, place, _)| (place.start, place.end)) {
        order.sort_by_key(|(_, place, _)| (place.start, place.end));
    }
    let added: usize = order.iter().map(|(hunk, place, _)| added_bytes(hunk, place)).sum();
    let mut writer = Writer::new(text, text.bytes.len() + added);
    writer.edits.reserve(order.len());
    for (hunk, place, mapping) in order {
        writer.hunk(hunk, &place, mapping, format);
    }
    writer.finish()
}

/// An upper bound, so that the result is allocated once.
fn added_bytes(hunk: &Hunk<'_>, place: &Placement) -> usize {
    if place.rung == Rung::Exact {
        // The old lines are as long as their place; a context line occurs only once in the text.
        return hunk.lines.raw().len().saturating_sub(place.end - place.start) + 2;
    }
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    added.map(|line| line.text.len() + 2).sum::<usize>() + 2
}

struct Writer<'f> {
    text: Text<'f>,
    out: Vec<u8>,
    edits: Vec<Edit>,
    /// Bytes of the old text that are copied or dropped.
    done: usize,
    /// Where the last copied run ends: in the old text, and in the new one.
    copied: (usize, usize),
    majority: Option<Newline>,
    /// How the last written line ends, if it is an added one. Its bytes do not show it: a CR before
    /// an LF may be text.
    added_ending: Option<Newline>,
    /// The last written line is an added one whose ending did not come from the patch.
    ending_is_ours: bool,
}

impl<'f> Writer<'f> {
    fn new(text: Text<'f>, capacity: usize) -> Self {
        let out = Vec::with_capacity(capacity);
        Self {
            text,
            out,
            edits: Vec::new(),
            done: 0,
            copied: (0, 0),
            majority: None,
            added_ending: None,
            ending_is_ours: false,
        }
    }

    fn hunk(
        &mut self,
        hunk: &Hunk<'_>,
        place: &Placement,
        mapping: Option<&Mapping>,
        format: Format,
    ) {
        self.copy_to(place.start);
        // A new file has only the patch's endings, and if the numbers decide, the patch is taken at
        // its word.
        let by_number = format == Format::Unified;
        let is_known = place.line_count > 0 || by_number || self.text.is_empty();
        if place.rung == Rung::Exact && is_known {
            self.exact_hunk(hunk, place.start, mapping);
        } else {
            self.loose_hunk(hunk, place, mapping);
        }
        debug_assert_eq!(self.done, place.end, "a hunk consumes the lines it was placed at");
    }

    /// Copies the old text up to `end`.
    fn copy_to(&mut self, end: usize) {
        if end > self.done {
            self.close_line();
            self.close_edit();
            self.out.extend_from_slice(self.text.slice(self.done..end));
            self.done = end;
            self.copied = (end, self.out.len());
            self.added_ending = None;
            self.ending_is_ours = false;
        }
    }

    /// The patch agreed byte for byte: its own bytes are right, except for what a mapping changes
    /// in blanks. A run of context is one copy. The context at the start of a hunk may have been
    /// copied with the hunk before.
    fn exact_hunk(&mut self, hunk: &Hunk<'_>, start: usize, mapping: Option<&Mapping>) {
        // Up to where the old text stays as it is.
        let mut same = start;
        for line in &hunk.lines {
            let len = line.text.len() + line.newline.as_bytes().len();
            match line.kind {
                LineKind::Context => same += len,
                LineKind::Remove => {
                    self.copy_to(same);
                    self.done += len;
                    same = self.done;
                }
                LineKind::Add => {
                    self.copy_to(same);
                    match mapping {
                        Some(mapping) => self.add(&mapping.line(line.text), line.newline),
                        None => self.add(line.text, line.newline),
                    }
                }
            }
        }
        self.copy_to(same);
        self.ending_is_ours = false;
    }

    fn loose_hunk(&mut self, hunk: &Hunk<'_>, place: &Placement, mapping: Option<&Mapping>) {
        let old_count = hunk.lines.old_count();
        let kept = place.dropped_before..old_count.saturating_sub(place.dropped_after);
        let old_lacks = hunk.old_lines().any(|line| line.newline == Newline::None);
        let mut replaced = Vec::new();
        let (mut added, mut old) = (0, 0);
        // The next line of the file, which may have been copied with the hunk before.
        let mut at = place.start;
        for line in &hunk.lines {
            if line.kind != LineKind::Add {
                old += 1;
                if !kept.contains(&(old - 1)) {
                    continue;
                }
            }
            match line.kind {
                LineKind::Context => {
                    replaced.clear();
                    added = 0;
                    at += self.line_at(at).len();
                    self.copy_to(at);
                }
                LineKind::Remove => {
                    let in_file = self.line_at(at);
                    replaced.push(Newline::split(in_file).1);
                    at += in_file.len();
                    self.done = at;
                }
                LineKind::Add => {
                    let ending = replaced.get(added).or(replaced.last()).copied();
                    added += 1;
                    // The patch decides how the file ends only if its two sides differ in that. If
                    // more follows, the line is ended then.
                    let new_lacks = line.newline == Newline::None;
                    let newline = if new_lacks && !old_lacks {
                        Newline::None
                    } else {
                        self.ending_for(ending)
                    };
                    match mapping {
                        Some(mapping) => self.add(&mapping.line(line.text), newline),
                        None => self.add(line.text, newline),
                    }
                    self.ending_is_ours = new_lacks == old_lacks;
                }
            }
        }
    }

    /// The ending of an added line: of the line it replaces, else of its neighbour, else the
    /// file's most common one.
    fn ending_for(&mut self, replaced: Option<Newline>) -> Newline {
        let is_ending = |newline: &Newline| *newline != Newline::None;
        let before = || self.added_ending.or_else(|| ending_of_last(&self.out));
        let after = || Newline::split(self.line_at(self.done)).1;
        replaced
            .filter(is_ending)
            .or_else(|| before().filter(is_ending))
            .or_else(|| Some(after()).filter(is_ending))
            .unwrap_or_else(|| self.majority())
    }

    fn majority(&mut self) -> Newline {
        let bytes = self.text.bytes;
        *self.majority.get_or_insert_with(|| most_common_newline(bytes))
    }

    fn add(&mut self, text: &[u8], newline: Newline) {
        self.close_line();
        self.out.extend_from_slice(text);
        self.out.extend_from_slice(newline.as_bytes());
        self.added_ending = Some(newline);
    }

    /// Ends the last written line, if it was left open and more follows.
    fn close_line(&mut self) {
        let is_open = match self.added_ending {
            // Even if it is empty, which leaves nothing in the output.
            Some(ending) => ending == Newline::None,
            None => self.out.len() > self.text.start && self.out.last() != Some(&b'\n'),
        };
        if is_open {
            let newline = self.majority();
            self.out.extend_from_slice(newline.as_bytes());
        }
    }

    /// Notes what has changed since the last copied run.
    fn close_edit(&mut self) {
        let (old, new) = self.copied;
        if (old, new) != (self.done, self.out.len()) {
            self.edits.push(Edit { old: old..self.done, new: new..self.out.len() });
        }
    }

    /// The line of the old text from a byte on, its ending included.
    fn line_at(&self, start: usize) -> &'f [u8] {
        let rest = self.text.bytes.get(start..).unwrap_or_default();
        let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        rest.get(..len).unwrap_or_default()
    }

    /// Copies the rest. A missing final newline stays missing unless the patch says otherwise.
    fn finish(mut self) -> (Vec<u8>, Vec<Edit>) {
        self.copy_to(self.text.bytes.len());
        if self.ending_is_ours && self.text.lacks_final_newline() {
            let ending = self.added_ending.map_or(0, |newline| newline.as_bytes().len());
            self.out.truncate(self.out.len() - ending);
        }
        self.close_edit();
        (self.out, self.edits)
    }
}

/// The ending of the last written line; `None` if nothing was written.
fn ending_of_last(out: &[u8]) -> Option<Newline> {
    (!out.is_empty()).then(|| Newline::split(out).1)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use bstr::ByteSlice;
    use patch_parse::Patch;

    use crate::{ApplyOptions, apply_hunks};

    fn parse(hunks: &str) -> Patch<'static> {
        let text = format!("--- a/x\n+++ b/x\n{hunks}");
        patch_parse::parse(text.as_bytes()).unwrap().into_owned()
    }

    #[track_caller]
    fn check(old: &str, hunks: &str, expected: &str) {
        let patch = parse(hunks);
        let options = ApplyOptions::default();
        let applied = apply_hunks(old.as_bytes(), patch.files[0].hunks(), patch.format, &options);
        assert_eq!(applied.unwrap().contents.as_bstr(), expected);
    }

    #[test]
    fn edits_are_the_runs_of_changed_lines() {
        #[track_caller]
        fn check(old: &str, hunks: &str, expected: &[(Range<usize>, &str)]) {
            let patch = parse(hunks);
            let options = ApplyOptions::default();
            let applied =
                apply_hunks(old.as_bytes(), patch.files[0].hunks(), patch.format, &options)
                    .unwrap();
            let edits: Vec<_> = applied
                .edits
                .iter()
                .map(|edit| {
                    (edit.old.clone(), applied.contents[edit.new.clone()].to_str().unwrap())
                })
                .collect();
            assert_eq!(edits, expected);
        }
        let hunk = "@@ -1,4 +1,5 @@\n+new\n one\n-two\n+2\n three\n-four\n+4\n+5\n";
        let old = "one\ntwo\nthree\nfour\n";
        check(old, hunk, &[(0..0, "new\n"), (4..8, "2\n"), (14..19, "4\n5\n")]);
        // What is written otherwise than in the patch is in the edit as it is written.
        check("\tone\n\ttwo\n", "@@ -1,2 +1,2 @@\n one\n-two\n+2\n", &[(5..10, "\t2\n")]);
        // A final newline that comes with a line after it is part of the edit.
        check("one", "@@ -1 +1,2 @@\n one\n+two\n", &[(3..3, "\ntwo")]);
        check("one\ntwo", "@@ -1,2 +1 @@\n one\n-two\n", &[(4..7, "")]);
    }

    #[test]
    fn a_new_file_ends_its_lines_as_the_patch_does() {
        check("", "@@ -0,0 +1 @@\n+new\n", "new\n");
        check("", "@@ -0,0 +1 @@\n+new\n\\ No newline at end of file\n", "new");
        check("", "@@ -0,0 +1,2 @@\n+a\r\n+b\n", "a\r\nb\n");
        let open = "\\ No newline at end of file\n";
        check("", &format!("@@ -0,0 +1,3 @@\n+a\n+\n{open}+b\n"), "a\n\nb\n");
    }

    #[test]
    fn a_missing_final_newline_is_the_patchs_word_at_every_rung() {
        let hunk = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n";
        check("a\nb\n", hunk, "a\nc");
        check("a \nb\n", hunk, "a \nc");
        check("a \nb", hunk, "a \nc");
        check("a \nb\nmore\n", hunk, "a \nc\nmore\n");
    }

    #[test]
    fn a_cr_that_is_text_is_no_part_of_an_ending() {
        check("a\nb ", "@@ -1,2 +1,2 @@\n a\n-b\n+c\r\r\n", "a\nc\r");
        check("a \nb\n", "@@ -1,2 +1,4 @@\n a\n+c\r\r\n+d\n b\n", "a \nc\r\nd\nb\n");
    }
}
