//! Recognises the marker lines of the `*** Begin Patch` format, and its headers that name a file.

use bstr::ByteSlice;

use super::Input;
use super::line::is_marked;
use crate::ast::PatchPath;

pub(super) const BEGIN_PATCH: &str = "*** Begin Patch";
pub(super) const END_PATCH: &str = "*** End Patch";
pub(super) const END_OF_FILE: &str = "*** End of File";

/// What a header does to the file that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Add,
    Delete,
    Update,
}

/// How a marker is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spelling {
    /// As the format has it.
    Exact,
    /// With blanks around it or stars after it.
    Decorated,
    /// Blanks, the case of letters or a word are wrong: `***Update File: x`,
    /// `*** Update File : x`, `*** end patch`, `*** Create File: x`, `*** End File`.
    Misspelt,
}

/// Whether a line may be a marker or a header at all. This is tested for most lines, and looks at
/// one byte of each.
#[inline]
pub(crate) fn has_stars(text: &[u8]) -> bool {
    text.trim_ascii_start().first() == Some(&b'*')
}

/// Whether the line is `*** Begin Patch`, in any of its spellings.
pub(crate) fn is_begin_patch(text: &[u8]) -> bool {
    opt_marker(text, BEGIN_PATCH).is_some()
}

/// Whether the line ends in `*** Begin Patch` after something that wraps a text: a tag, a quote, or
/// invisible characters.
pub(super) fn is_wrapped_begin(text: &[u8]) -> bool {
    const ENDS: [&str; 9] =
        [">", "\"", "'", "`", "(", "\u{200b}", "\u{200d}", "\u{2060}", "\u{feff}"];
    let front = text.trim_ascii_end().strip_suffix(BEGIN_PATCH.as_bytes());
    front.is_some_and(|front| {
        !is_marked(text) && ENDS.iter().any(|end| front.trim_ascii_end().ends_with(end.as_bytes()))
    })
}

/// Whether the text after a marker only closes a wrapping: a tag, quotes, brackets.
fn closes_wrapping(rest: &[u8]) -> bool {
    let mut rest = rest.trim_ascii();
    while let Some(tag) = rest.strip_prefix(b"</") {
        let Some((_, behind)) = tag.split_once_str(">") else { return false };
        rest = behind.trim_ascii_start();
    }
    rest.iter().all(|byte| b"\"'`)]};,".contains(byte))
}

/// Whether the line is `*** End Patch`, in any of its spellings.
pub(crate) fn is_end_patch(text: &[u8]) -> bool {
    opt_marker(text, END_PATCH).is_some()
}

/// Whether the line starts the section of a file, in any of its spellings.
pub(super) fn is_section_header(text: &[u8]) -> bool {
    keyword(text).is_some()
}

/// Whether the line names a file as a header does and begins with three stars: such a line is not
/// text even outside an envelope.
pub(super) fn is_starred_header(text: &[u8]) -> bool {
    text.starts_with(STARS) && is_section_header(text)
}

/// Whether the line starts the section of a file as the format has it.
pub(crate) fn is_exact_header(text: &[u8]) -> bool {
    exact_keyword(text).is_some()
}

/// Matches a marker that fills its line.
///
/// ```ebnf
/// marker = blanks ( "*** Begin Patch" | "*** End Patch" | "*** End of File" ) { "*" | " " } blanks ;
/// ```
///
/// Models decorate markers: `*** Begin Patch ***`, or with blanks around. Without leading blanks
/// they may be misspelt as well.
pub(super) fn opt_marker(text: &[u8], marker: &str) -> Option<Spelling> {
    let is_decoration = |rest: &[u8]| rest.iter().all(|byte| matches!(byte, b'*' | b' '));
    if let Some(rest) = text.trim_ascii().strip_prefix(marker.as_bytes())
        && is_decoration(rest)
    {
        let is_exact = text == marker.as_bytes();
        return Some(if is_exact { Spelling::Exact } else { Spelling::Decorated });
    }
    let stars = behind_stars(text)?;
    let mut words = words_of(marker).iter();
    let rest = words.find_map(|words| behind_words(stars, words))?;
    let rest = rest.strip_prefix(b":").unwrap_or(rest);
    let is_end = is_decoration(rest.trim_ascii_end())
        || (marker == END_PATCH && text.starts_with(END_PATCH.as_bytes()) && closes_wrapping(rest));
    is_end.then_some(Spelling::Misspelt)
}

/// Matches a marker inside a section, where a blank at the start makes a line context.
pub(super) fn opt_inner_marker(text: &[u8], marker: &str) -> Option<Spelling> {
    is_at_margin(text).then(|| opt_marker(text, marker)).flatten()
}

/// Whether a line may be a marker in a place where a blank at the start would make it context.
pub(super) fn is_at_margin(text: &[u8]) -> bool {
    text.starts_with(TWO_STARS) || text.starts_with(SHARPS)
}

/// What every marker starts with.
const STARS: &[u8] = b"***";

/// What some misspelt markers start with.
const TWO_STARS: &[u8] = b"**";
const SHARPS: &[u8] = b"### ";

/// The words of a marker, and those that are written instead.
fn words_of(marker: &str) -> &'static [&'static str] {
    match marker {
        BEGIN_PATCH => &["Begin Patch", "Start Patch", "BeginPatch"],
        END_PATCH => &["End Patch", "End of Patch", "EndPatch"],
        // As the headers of files are.
        _ => &["End of File", "End File"],
    }
}

/// The text after the stars of a marker. If there are only two stars, a blank must follow.
fn behind_stars(text: Input<'_>) -> Option<Input<'_>> {
    let two = || text.strip_prefix(TWO_STARS).filter(|rest| rest.starts_with(b" "));
    text.strip_prefix(STARS).or_else(two)
}

/// The text after the stars or other signs of a header, and before the stars that close it:
/// `**Update File: x**` is a header in bold.
fn behind_signs(text: Input<'_>) -> Option<Input<'_>> {
    let bold = || text.strip_prefix(TWO_STARS)?.trim_ascii_end().strip_suffix(TWO_STARS);
    behind_stars(text).or_else(bold).or_else(|| text.strip_prefix(SHARPS))
}

/// The text after the words of a marker, whatever their case and the blanks between and before
/// them. The stars must begin the line: otherwise it is a line of a file that shows a marker.
fn behind_words<'a>(text: Input<'a>, words: &str) -> Option<Input<'a>> {
    let mut rest = text;
    // Most lines tested here are other markers, which the first letter shows.
    let first = rest.iter().find(|byte| !byte.is_ascii_whitespace())?;
    if !first.eq_ignore_ascii_case(words.as_bytes().first()?) {
        return None;
    }
    for (at, word) in words.split(' ').enumerate() {
        let bare = rest.trim_ascii_start();
        if at > 0 && bare.len() == rest.len() {
            return None;
        }
        let (found, behind) = bare.split_at_checked(word.len())?;
        rest = Some(behind).filter(|_| found.eq_ignore_ascii_case(word.as_bytes()))?;
    }
    Some(rest)
}

/// The text after the words of a misspelt marker and a colon.
fn behind_colon<'a>(text: Input<'a>, words: &str) -> Option<Input<'a>> {
    behind_words(text, words)?.trim_ascii_start().strip_prefix(b":")
}

/// ```ebnf
/// keyword = "*** Add File:" | "*** Delete File:" | "*** Update File:" ;
/// ```
fn exact_keyword(text: Input<'_>) -> Option<(Keyword, Input<'_>)> {
    let exact = |keyword, marker: &[u8]| Some((keyword, text.strip_prefix(marker)?));
    exact(Keyword::Update, b"*** Update File:")
        .or_else(|| exact(Keyword::Add, b"*** Add File:"))
        .or_else(|| exact(Keyword::Delete, b"*** Delete File:"))
}

/// A keyword, how it is written, and the text after it.
fn keyword(text: Input<'_>) -> Option<(Keyword, Spelling, Input<'_>)> {
    if let Some((keyword, rest)) = exact_keyword(text) {
        return Some((keyword, Spelling::Exact, rest));
    }
    let signs = behind_signs(text)?;
    let misspelt = |(keyword, words): &(Keyword, &str)| {
        behind_colon(signs, words).map(|rest| (*keyword, Spelling::Misspelt, rest))
    };
    let lone = || {
        let rest = text.strip_prefix(STARS).and_then(|rest| behind_colon(rest, "File"))?;
        Some((Keyword::Update, Spelling::Misspelt, rest))
    };
    WORDS.iter().find_map(misspelt).or_else(lone)
}

/// The words of headers, and those that are written instead.
const WORDS: [(Keyword, &str); 9] = [
    (Keyword::Add, "Add File"),
    (Keyword::Delete, "Delete File"),
    (Keyword::Update, "Update File"),
    (Keyword::Add, "Create File"),
    (Keyword::Add, "New File"),
    (Keyword::Update, "Modify File"),
    (Keyword::Update, "Edit File"),
    (Keyword::Update, "Change File"),
    (Keyword::Delete, "Remove File"),
];

/// Matches the line directly after `*** Begin Patch` with which Codex names the environment of a
/// patch.
pub(super) fn is_environment(text: &[u8]) -> bool {
    text.strip_prefix(b"*** Environment ID:").is_some_and(|id| !id.trim_ascii().is_empty())
}

/// A path without the stars that may close its line, and how the line is written.
type Named<'a> = (PatchPath<'a>, Spelling);

/// Matches a header that names a file.
///
/// ```ebnf
/// file_header = keyword path ;
/// ```
pub(super) fn opt_file_header(line: Input<'_>) -> Option<(Keyword, Named<'_>)> {
    let (keyword, spelling, rest) = keyword(line)?;
    Some((keyword, path(rest, spelling)))
}

/// Matches the line below an update that says where the file goes.
///
/// ```ebnf
/// move_to = "*** Move to:" path ;
/// ```
pub(super) fn opt_move_to(line: Input<'_>) -> Option<Named<'_>> {
    let exact = line.strip_prefix(b"*** Move to:").map(|rest| path(rest, Spelling::Exact));
    let misspelt = || Some(path(behind_colon(behind_stars(line)?, "Move to")?, Spelling::Misspelt));
    exact.or_else(misspelt)
}

/// ```ebnf
/// path = blanks text [ " ***" ] blanks ;
/// ```
fn path(text: Input<'_>, spelling: Spelling) -> Named<'_> {
    let path = text.trim_ascii();
    let bare = path.strip_suffix(b" ***").map(<[u8]>::trim_ascii_end);
    let decorated = bare.map_or(Spelling::Exact, |_| Spelling::Decorated);
    let mut path = PatchPath::new(bare.unwrap_or(path).as_bstr());
    // The format has no quotes that could vouch for a name, and no prefixes.
    path.set_unvouched();
    path.set_plain();
    (path, spelling.max(decorated))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_of_every_spelling_are_seen() {
        for (line, spelling) in [
            ("*** End Patch", Some(Spelling::Exact)),
            ("  *** End Patch *** ", Some(Spelling::Decorated)),
            ("***End Patch", Some(Spelling::Misspelt)),
            ("***End Patch***", Some(Spelling::Misspelt)),
            ("***  End  Patch ", Some(Spelling::Misspelt)),
            ("*** end patch", Some(Spelling::Misspelt)),
            ("*** END PATCH", Some(Spelling::Misspelt)),
            ("*** End Patch</patch>", Some(Spelling::Misspelt)),
            ("*** End Patch</parameter></invoke>", Some(Spelling::Misspelt)),
            ("*** End Patch\"}]", Some(Spelling::Misspelt)),
            ("*** End Patch:", Some(Spelling::Misspelt)),
            ("*** End of Patch", Some(Spelling::Misspelt)),
            ("*** EndPatch", Some(Spelling::Misspelt)),
            ("** End Patch", Some(Spelling::Misspelt)),
            ("*** End Patch</patch", None),
            ("*** End Patch x</patch>", None),
            // Lines that show one, and others.
            (" *** end patch", None),
            ("+*** End Patch", None),
            ("**End Patch**", None),
            ("** bold", None),
            ("**** End Patch", None),
            ("*** End Patch of x", None),
            ("*** end patches", None),
            ("***", None),
        ] {
            assert_eq!(opt_marker(line.as_bytes(), END_PATCH), spelling, "{line}");
        }
    }

    #[test]
    fn other_words_begin_a_patch() {
        for line in [
            "*** Start Patch",
            "*** Begin Patch:",
            "** Begin Patch",
            "*** BeginPatch",
            "***START PATCH",
        ] {
            assert_eq!(
                opt_marker(line.as_bytes(), BEGIN_PATCH),
                Some(Spelling::Misspelt),
                "{line}"
            );
        }
        for line in
            ["*** Start", "** Beginning", "*** Start Patching", "*Begin Patch*", "Begin Patch"]
        {
            assert_eq!(opt_marker(line.as_bytes(), BEGIN_PATCH), None, "{line}");
        }
    }

    #[test]
    fn what_wraps_a_text_may_be_in_front_of_its_first_marker() {
        for line in [
            "<invoke name=\"apply_patch\"><parameter name=\"input\">*** Begin Patch",
            "<patch> *** Begin Patch ",
            "apply_patch \"*** Begin Patch",
            "apply_patch('*** Begin Patch",
            "\u{200b}*** Begin Patch",
        ] {
            assert!(is_wrapped_begin(line.as_bytes()), "{line}");
        }
        for line in [
            "*** Begin Patch",
            "Send *** Begin Patch",
            "+echo \"*** Begin Patch",
            " \"*** Begin Patch",
            "<patch>*** Begin Patch\\n",
        ] {
            assert!(!is_wrapped_begin(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn headers_of_every_spelling_name_a_file() {
        for line in [
            "***Update File: x",
            "*** Update File : x",
            "*** update file: x",
            "***  UPDATE  FILE :x ***",
            "*** Update file:x",
            "*** Modify File: x",
            "*** Edit File: x",
            "*** Change File: x",
            "*** File: x",
            "** Update File: x",
            "**Update File: x**",
            "### Update File: x",
        ] {
            let expected = (PatchPath::new(b"x".as_bstr()), Spelling::Misspelt);
            assert_eq!(
                opt_file_header(line.as_bytes()),
                Some((Keyword::Update, expected)),
                "{line}"
            );
            assert!(!is_exact_header(line.as_bytes()), "{line}");
        }
        for line in [
            "**Update File: x",
            "*Update File: x",
            "## Update File: x",
            "### File: x",
            "**File: x**",
            "*** UpdateFile: x",
            "*** Update Files: x",
            "*** Update x: y",
            "*** Update File x",
            "*** Modify Files: x",
            " *** update file: x",
            "*** Filename: x",
        ] {
            assert_eq!(opt_file_header(line.as_bytes()), None, "{line}");
        }
        let moved = opt_move_to(b"*** move to : y").unwrap();
        assert_eq!(moved, (PatchPath::new(b"y".as_bstr()), Spelling::Misspelt));
    }
}
