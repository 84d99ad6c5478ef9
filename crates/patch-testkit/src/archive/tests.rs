//! What an archive reads and prints, and that nothing is lost between the two.

use proptest::prelude::*;

use super::*;

fn part(name: &str, contents: &[u8]) -> Part {
    Part { name: name.into(), executable: false, contents: contents.into() }
}

/// The text is how the archive prints, and reads as it.
#[track_caller]
fn check(text: &str, parts: &[Part], why: &str) {
    let archive = Archive { comment: String::new(), parts: parts.to_vec() };
    assert_eq!(archive.to_string(), text, "{why}");
    assert_eq!(Archive::parse(text.as_bytes()).as_ref(), Ok(&archive), "{why}");
}

#[test]
fn plain_text_is_written_as_it_is() {
    let two = [part("a", b"x\n\ty \n"), part("d/b c", b"z\n")];
    check("-- a --\nx\n\ty \n-- d/b c --\nz\n", &two, "tabs and blanks at the end are text");
    check("-- a --\n-- b --\n\n", &[part("a", b""), part("b", b"\n")], "empty, and one empty line");
    check("-- a --\n--\n-- \n-- x\n", &[part("a", b"--\n-- \n-- x\n")], "dashes are no separator");
    check("-- a --\n\\ No newline\n", &[part("a", b"\\ No newline\n")], "a backslash is text");
    check("-- é --\né\n", &[part("é", "é\n".as_bytes())], "letters of any language are text");
    let run = Part { executable: true, ..part("run", b"x\n") };
    check("-- run (executable) --\nx\n", &[run], "a mode");
}

#[test]
fn what_cannot_be_seen_is_spelled_out() {
    check("-- a (no final newline) --\nx\n", &[part("a", b"x")], "a missing final newline");
    check("-- a (escaped) --\n1\\r\n2\n", &[part("a", b"1\r\n2\n")], "line endings");
    check("-- a (escaped) --\n\\0\\t\\\\\\x1b\n", &[part("a", b"\0\t\\\x1b\n")], "controls");
    check("-- a (escaped) --\n\\xff\u{e9}\n", &[part("a", b"\xff\xc3\xa9\n")], "other encodings");
    check("-- a (escaped) --\n\\xe2\\x82\n", &[part("a", b"\xe2\x82\n")], "half a character");
    let mark = part("a", "\u{feff}x\u{a0}\n".as_bytes());
    check("-- a (escaped) --\n\\xef\\xbb\\xbfx\\xc2\\xa0\n", &[mark], "characters without a mark");
    check("-- a (escaped) --\n\\x2d- x --\n", &[part("a", b"-- x --\n")], "a separator in a part");
    check("-- a (escaped, no final newline) --\n\\r\n", &[part("a", b"\r")], "both");
}

#[test]
fn a_name_that_could_be_misread_is_quoted() {
    check("-- \"a\\tb\" --\n", &[part("a\tb", b"")], "a tab");
    check("-- \"a (b)\" --\n", &[part("a (b)", b"")], "what looks like marks");
    check("-- \"\\\"a\\\"\\\\\" --\n", &[part("\"a\"\\", b"")], "quotes and a backslash");
    check("-- \" a\" --\n", &[part(" a", b"")], "a blank in front");
    check("-- \"\" --\n", &[part("", b"")], "nothing");
    let run = Part { executable: true, ..part("a\nb", b"") };
    check("-- \"a\\nb\" (executable) --\n", &[run], "marks behind a quoted name");
}

#[test]
fn the_comment_is_what_is_before_the_parts() {
    let text = "# Why.\ncontract = \"git\"\n-- a --\n";
    let archive = Archive::parse(text.as_bytes()).unwrap();
    assert_eq!(archive.comment, "# Why.\ncontract = \"git\"\n");
    assert_eq!(archive.to_string(), text);
}

#[track_caller]
fn refuses(text: &[u8], expected: &str) {
    let error = Archive::parse(text).expect_err("the text is malformed");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_is_malformed_is_not_guessed_at() {
    refuses(b"-- a --\nx", "line 2: the text ends inside a line");
    refuses(b"-- a --\n\xff\n", "line 2: the line is not UTF-8: write the part (escaped)");
    refuses(b"-- a (no final newline) --\n", "line 1: `no final newline` of a part without a line");
    let marks = "[\"executable\", \"escaped\", \"no final newline\"]";
    refuses(
        b"-- a (binary) --\n",
        &format!("line 1: \"binary\" is no mark, or is there twice: {marks} are"),
    );
    refuses(
        b"-- a (escaped, escaped) --\n",
        &format!("line 1: \"escaped\" is no mark, or is there twice: {marks} are"),
    );
    refuses(b"--  a --\n", "line 1: the name is to be between quotes: \" a\"");
    refuses(b"-- \"a --\n", "line 1: the quote is not closed");
    refuses(b"-- \"a\"b --\n", "line 1: \"b\" follows the name: marks are ` (MARK)`");
    refuses(b"-- a (escaped) --\nx\\\n", "line 2: a lone backslash ends the line");
    refuses(b"-- a (escaped) --\n\\q\n", "line 2: `\\q` is no escape");
    refuses(b"-- a (escaped) --\n\\x4\n", "line 2: `\\x` lacks two hexadecimal digits");
    refuses(b"-- a (escaped) --\n\\x+4\n", "line 2: `\\x` lacks two hexadecimal digits");
}

/// Bytes rich in what the form has a spelling for.
fn bytes() -> impl Strategy<Value = BString> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["-- ", " --", "-- x --", "\n", "\r", "\\", "\"", " (", ")"])
            .prop_map(|text| text.as_bytes().to_vec()),
        2 => any::<char>().prop_map(|char| char.to_string().into_bytes()),
        2 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => prop::sample::select(vec!["escaped", "no final newline", "\u{feff}", "\\x41", "\t"])
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat().into())
}

fn archive() -> impl Strategy<Value = Archive> {
    let part = (bytes(), any::<bool>(), bytes());
    let part = part.prop_map(|(name, executable, contents)| Part { name, executable, contents });
    let comment = prop::sample::select(vec!["", "# Why.\n", "\n# -- x --\n\n"]);
    (comment, prop::collection::vec(part, 0..4))
        .prop_map(|(comment, parts)| Archive { comment: comment.to_owned(), parts })
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_the_same(archive in archive()) {
        let text = archive.to_string();
        let read = Archive::parse(text.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&archive), "{}", text);
    }

    #[test]
    fn what_is_read_is_printed_as_the_same_archive(text in bytes()) {
        if let Ok(archive) = Archive::parse(&text) {
            let again = Archive::parse(archive.to_string().as_bytes());
            prop_assert_eq!(again.as_ref(), Ok(&archive), "{:?}", text);
        }
    }
}
