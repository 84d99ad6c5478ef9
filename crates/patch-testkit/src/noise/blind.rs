//! What happens to a patch on its way from its writer, and to the files meanwhile.

use bstr::ByteSlice;

use crate::alphabet::{PATHS, pick, total};
use crate::{File, Tree};

/// One thing that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// The numbers of every hunk header are off by so much.
    Drift(i8),
    /// The hunk headers lose their numbers.
    NoNumbers,
    /// The counts of every hunk header are off by one.
    WrongCounts,
    /// Context lines gain blanks at their end.
    TrailingBlanks,
    /// Every line of the hunks is indented by so many blanks more.
    Indented(u8),
    /// Every run of blanks inside the lines of the hunks is one blank.
    CollapsedBlanks,
    /// Quotes in the lines of the hunks are typographic.
    Typography,
    /// Tabs at the start of the lines of the files are four spaces now.
    SpacesInFiles,
    /// Empty context lines lose their marker, as editors and mailers strip them.
    StrippedContext,
    /// Every line of the patch ends in CRLF.
    CrLfPatch,
    /// The model says something before and after.
    Prose,
    /// The patch is in a Markdown code fence.
    Fence,
    /// The patch is in a shell heredoc.
    Heredoc,
    /// The text ends at this part of its length, in 256ths.
    Cut(u8),
    /// The patch is sent twice in one text.
    Twice,
    /// The last hunk is there twice.
    LastHunkAgain,
    /// The byte at this part of the text, in 256ths, is another.
    Byte(u8, u8),
    /// The headers name a path that no patch may touch; the number says which.
    Elsewhere(u8),
    /// So many lines were put before every file.
    Prepended(u8),
    /// Every file was put after itself, so that everything is there twice.
    Doubled,
    /// The lines of every file end in CRLF now.
    CrLfFiles,
    /// The lines of every file have blanks at their end now.
    BlanksInFiles,
    /// One line of every file, in 256ths of it, is another.
    Touched(u8),
    /// The file at this part of the tree, in 256ths, is gone.
    Gone(u8),
    /// A file has appeared at a path of the alphabet, if nothing was in its way.
    Appeared(u8),
}

/// What [`Noise::Elsewhere`] puts before a path.
const ELSEWHERE: &[&str] = &["../", "d/../../", "/", ".git/", "d/.GIT/", "C:/", "..\\"];

/// What comes before a path in the headers of both formats. The names of a `diff --git` line stay:
/// where there are others, too, they count for nothing.
const BEFORE_PATHS: &[&str] = &[
    "--- a/",
    "+++ b/",
    "rename from ",
    "rename to ",
    "copy from ",
    "copy to ",
    "*** Add File: ",
    "*** Delete File: ",
    "*** Update File: ",
    "*** Move to: ",
];

/// Lets it happen.
pub fn make(noise: &Noise, files: &mut Tree, patch: &mut Vec<u8>) {
    match *noise {
        Noise::Drift(by) => numbers(patch, |start, count| (shift(start, by), count)),
        Noise::WrongCounts => numbers(patch, |start, count| (start, count + 1)),
        Noise::NoNumbers => lines(patch, |line| {
            if opt_header(line).is_some() { b"@@ @@\n".to_vec() } else { line.to_vec() }
        }),
        Noise::TrailingBlanks => lines(patch, |line| match line.strip_suffix(b"\n") {
            Some(text @ [b' ', ..]) => [text, b" \n"].concat(),
            _ => line.to_vec(),
        }),
        Noise::Indented(by) => hunk_lines(patch, |text| {
            let is_empty = text.trim_ascii().is_empty();
            if is_empty { text.to_vec() } else { [&b" ".repeat(usize::from(by)), text].concat() }
        }),
        Noise::CollapsedBlanks => hunk_lines(patch, collapsed),
        Noise::Typography => {
            hunk_lines(patch, |text| text.replace("\"", "\u{201D}").replace(" - ", " \u{2013} "));
        }
        Noise::SpacesInFiles => {
            each_file(files, |text| each_line(text, |line| line.replacen("\t", "    ", 1)));
        }
        Noise::StrippedContext => {
            lines(patch, |line| if line == b" \n" { b"\n".to_vec() } else { line.to_vec() });
        }
        Noise::CrLfPatch => lines(patch, with_crlf),
        Noise::Prose => around(patch, "Here is the fix:\n\n", "\nLet me know.\n"),
        Noise::Fence => around(patch, "```diff\n", "```\n"),
        Noise::Heredoc => around(patch, "apply_patch <<'EOF'\n", "EOF\n"),
        Noise::Cut(part) => patch.truncate(at(part, patch.len())),
        Noise::Twice => patch.extend_from_within(..),
        Noise::LastHunkAgain => last_hunk_again(patch),
        Noise::Byte(part, byte) => {
            let place = at(part, patch.len());
            patch.get_mut(place).into_iter().for_each(|old| *old = byte);
        }
        Noise::Elsewhere(number) => {
            let before = ELSEWHERE[usize::from(number) % ELSEWHERE.len()];
            lines(patch, |line| elsewhere(line, before));
        }
        Noise::Prepended(count) => {
            each_file(files, |text| [&b"new\n".repeat(usize::from(count)), text].concat());
        }
        Noise::Doubled => each_file(files, |text| text.repeat(2)),
        Noise::CrLfFiles => each_file(files, |text| each_line(text, with_crlf)),
        Noise::BlanksInFiles => each_file(files, |text| each_line(text, with_blank)),
        Noise::Touched(part) => each_file(files, |text| touched(text, part)),
        Noise::Gone(part) => {
            let gone = at(part, files.files.len());
            let mut place = 0..;
            files.files.retain(|_, _| place.next() != Some(gone));
        }
        Noise::Appeared(number) => {
            let name = pick(PATHS, u32::from(number) % total(PATHS));
            files.insert_if_free(name.into(), File::new("appeared\n"));
        }
    }
}

fn at(part: u8, len: usize) -> usize {
    len * usize::from(part) / 256
}

fn around(patch: &mut Vec<u8>, before: &str, after: &str) {
    *patch = [before.as_bytes(), patch, after.as_bytes()].concat();
}

fn last_hunk_again(patch: &mut Vec<u8>) {
    let Some(start) = patch.rfind("\n@@").map(|newline| newline + 1) else { return };
    let hunk = &patch[start..];
    let end = start + hunk.find("*** End Patch").unwrap_or(hunk.len());
    let again = patch[start..end].to_vec();
    patch.splice(end..end, again);
}

fn lines(patch: &mut Vec<u8>, change: impl Fn(&[u8]) -> Vec<u8>) {
    *patch = each_line(patch, change);
}

/// Changes what is after the markers of hunk lines.
fn hunk_lines(patch: &mut Vec<u8>, change: impl Fn(&[u8]) -> Vec<u8>) {
    lines(patch, |line| match line {
        [b'-', b'-', b'-', b' ', ..] | [b'+', b'+', b'+', b' ', ..] => line.to_vec(),
        [marker @ (b' ' | b'-' | b'+'), text @ ..] => [&[*marker], &*change(text)].concat(),
        _ => line.to_vec(),
    });
}

fn collapsed(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    out.dedup_by(|b, a| matches!((*a, *b), (b' ' | b'\t', b' ' | b'\t')));
    out
}

fn each_line(text: &[u8], change: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    text.lines_with_terminator().map(change).collect::<Vec<_>>().concat()
}

fn each_file(files: &mut Tree, change: impl Fn(&[u8]) -> Vec<u8>) {
    for file in files.files.values_mut() {
        file.contents = change(&file.contents).into();
    }
}

fn elsewhere(line: &[u8], before: &str) -> Vec<u8> {
    let Some(key) = BEFORE_PATHS.iter().find(|key| line.starts_with(key.as_bytes())) else {
        return line.to_vec();
    };
    let (key, path) = line.split_at(key.len());
    [key, before.as_bytes(), path].concat()
}

fn with_crlf(line: &[u8]) -> Vec<u8> {
    match line {
        [.., b'\r', b'\n'] => line.to_vec(),
        [text @ .., b'\n'] => [text, b"\r\n"].concat(),
        text => text.to_vec(),
    }
}

fn with_blank(line: &[u8]) -> Vec<u8> {
    match line {
        [text @ .., b'\r', b'\n'] => [text, b" \r\n"].concat(),
        [text @ .., b'\n'] => [text, b" \n"].concat(),
        text => text.to_vec(),
    }
}

fn touched(text: &[u8], part: u8) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.lines_with_terminator().collect();
    let place = at(part, lines.len());
    lines.get_mut(place).into_iter().for_each(|line| *line = b"touched\n");
    lines.concat()
}

/// Changes both ranges of every hunk header.
fn numbers(patch: &mut Vec<u8>, change: impl Fn(u64, u64) -> (u64, u64)) {
    lines(patch, |line| {
        let Some([old, new]) = opt_header(line) else { return line.to_vec() };
        let (old, new) = (change(old.0, old.1), change(new.0, new.1));
        format!("@@ -{},{} +{},{} @@\n", old.0, old.1, new.0, new.1).into_bytes()
    });
}

fn shift(start: u64, by: i8) -> u64 {
    start.saturating_add_signed(by.into()).max(1)
}

/// The ranges of a line that is a hunk header.
fn opt_header(line: &[u8]) -> Option<[(u64, u64); 2]> {
    let text = line.strip_prefix(b"@@ -")?.to_str().ok()?;
    let (ranges, _) = text.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    Some([range(old)?, range(new)?])
}

fn range(text: &str) -> Option<(u64, u64)> {
    let (start, count) = text.split_once(',').unwrap_or((text, "1"));
    Some((start.parse().ok()?, count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(noise: Noise, patch: &str, expected: &str) {
        let mut files = Tree::default();
        let mut text = patch.as_bytes().to_vec();
        make(&noise, &mut files, &mut text);
        assert_eq!(text.as_bstr(), expected, "{noise:?}");
    }

    #[test]
    fn noise_does_what_it_says() {
        check(Noise::Drift(-3), "@@ -5,2 +9 @@ x\n a\n", "@@ -2,2 +6,1 @@\n a\n");
        check(Noise::WrongCounts, "@@ -5 +9 @@\n", "@@ -5,2 +9,2 @@\n");
        check(Noise::NoNumbers, "@@ -5 +9 @@\n-a\n", "@@ @@\n-a\n");
        check(Noise::TrailingBlanks, " a\n-b\n", " a \n-b\n");
        check(Noise::StrippedContext, " \n-b\n", "\n-b\n");
        check(Noise::CrLfPatch, "a\nb\r\nc", "a\r\nb\r\nc");
        check(Noise::Cut(128), "abcd", "ab");
        check(Noise::Byte(255, b'x'), "abcd", "abcx");
        check(Noise::Twice, "a\n", "a\na\n");
        check(Noise::LastHunkAgain, "+++ b/x\n@@\n-a\n", "+++ b/x\n@@\n-a\n@@\n-a\n");
        check(
            Noise::LastHunkAgain,
            "x\n@@\n-a\n*** End Patch\n",
            "x\n@@\n-a\n@@\n-a\n*** End Patch\n",
        );
        check(Noise::Elsewhere(0), "--- /dev/null\n+++ b/x\n", "--- /dev/null\n+++ b/../x\n");
        check(Noise::Elsewhere(3), "*** Move to: x\n", "*** Move to: .git/x\n");
    }

    #[test]
    fn files_change_under_the_patch() {
        let mut files = Tree::from([("x", "a\nb")]);
        for noise in [Noise::CrLfFiles, Noise::BlanksInFiles, Noise::Prepended(1), Noise::Doubled] {
            make(&noise, &mut files, &mut Vec::new());
        }
        assert_eq!(files, Tree::from([("x", "new\na \r\nbnew\na \r\nb")]));
        make(&Noise::Gone(0), &mut files, &mut Vec::new());
        make(&Noise::Appeared(0), &mut files, &mut Vec::new());
        assert_eq!(files, Tree::from([("x", "appeared\n")]));
    }
}
