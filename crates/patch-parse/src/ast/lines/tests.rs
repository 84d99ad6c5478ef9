//! Checks how lines of hunks are read from the text.

use super::super::piece::Blanks;
use super::*;

const CRLF: Reading = Reading { cr_of: CrOf::Carrier, blank_is_added: false, bare: Bare::Context };
const NEW_FILE: Reading = Reading { cr_of: CrOf::File, blank_is_added: true, bare: Bare::Context };

/// The lines of `text`, each with its marker, its text and how it ends.
#[track_caller]
fn check(text: &str, reading: Reading, expected: &[&str]) {
    check_alone(text, reading, expected);
    // Lines far from the end of the text are read by other code.
    if text.is_empty() || text.ends_with('\n') {
        let far = format!("-{}", "x".repeat(70));
        let more = format!("{text}{far}\n");
        check_alone(&more, reading, &[expected, &[&*far]].concat());
    }
}

#[track_caller]
fn check_alone(text: &str, reading: Reading, expected: &[&str]) {
    let lines = Lines { rest: text.as_bytes(), reading };
    let shown = lines.map(|line| {
        let end = match line.newline {
            Newline::Lf => "",
            Newline::CrLf => "\\r",
            Newline::None => "$",
        };
        format!("{}{}{end}", char::from(line.kind.marker()), line.text)
    });
    assert_eq!(shown.collect::<Vec<_>>(), expected, "{text:?}");
}

#[test]
fn markers_may_be_missing() {
    check(" a\n-b\n+c\n", Reading::default(), &[" a", "-b", "+c"]);
    check("\na\n+c", Reading::default(), &[" ", " a", "+c"]);
    check("", Reading::default(), &[]);
}

#[test]
fn endings_are_those_of_the_file() {
    check(" a\r\n+b\n", Reading::default(), &[" a\\r", "+b"]);
    check(" a\r\n-b\r\r\n", CRLF, &[" a", "-b\\r"]);
    check("-a\n\\ No newline\n+b\n", Reading::default(), &["-a$", "+b"]);
    check("+a\r\n\\ Kein Zeilenende\n\\ x\n", Reading::default(), &["+a\r$"]);
    check("\\ x\n+a\n", Reading::default(), &["+a"]);
}

#[test]
fn lines_behind_context_or_in_front_may_be_inserted() {
    let check = |lines: &str, expected: bool| {
        let kind = |line: &str| match line.as_bytes().first() {
            Some(b'-') => LineKind::Remove,
            Some(b'+') => LineKind::Add,
            _ => LineKind::Context,
        };
        let lines: HunkLines<'_> =
            lines.lines().map(|line| HunkLine::new(kind(line), &line[1..])).collect();
        assert_eq!(lines.may_insert(), expected, "{lines:?}");
    };
    check(" a\n-b\n+c\n+d\n e\n", false);
    check("-b\n+c+\n+\n e\n-f\n+ +g\n", false);
    check("-b\n a\n", false);
    check("+a\n-b\n", true);
    check("-a\n+b\n c\n+d\n", true);
    check(" a\n+b\n", true);
}

#[test]
fn what_lines_may_contain_is_found_wherever_it_is() {
    let text = format!("+..x.\n {}..\n-.a..…", "y".repeat(99));
    let lines = HunkLines::borrowed(text.as_bytes(), CrOf::File, LineCounts::default());
    for (bytes, expected) in [
        ("", true),
        ("+", true),
        ("…", true),
        ("..…", true),
        ("..x", true),
        ("y..", true),
        ("...", false),
        ("a", true),
        ("…x", false),
        ("b", false),
    ] {
        assert_eq!(lines.may_contain(bytes.as_bytes()), expected, "{bytes:?}");
        assert!(!HunkLines::default().may_contain(bytes.as_bytes()) || bytes.is_empty());
    }
}

#[test]
fn a_new_file_has_no_context() {
    check("+a\n\n \n+b\n", NEW_FILE, &["+a", "+", "+", "+b"]);
    let counts = LineCounts { context: 2, removed: 0, added: 2 };
    let mut lines = HunkLines::borrowed(b"+a\n\n \n+b\n", CrOf::File, counts);
    assert_eq!(lines.add_blanks(), 2);
    assert_eq!((lines.context_count(), lines.added_count()), (0, 4));
}

#[test]
fn empty_lines_between_added_ones_may_be_added() {
    let [between, beside] = [Blanks::Between, Blanks::Beside];
    for (text, blanks, expected) in [
        ("+a\n\n\n+b\n", between, Some("++++")),
        (" a\n\n+b\n\n+c\n\n d\n", between, Some("  +++  ")),
        (" a\n\n+b\n\n+c\n\n d\n", beside, Some(" +++++ ")),
        ("+a\n\n+b\n\n-c\n", between, Some("+++ -")),
        ("+a\n\n+b\n\n-c\n", beside, Some("+++ -")),
        ("+a\r\n\r\n+b\r\n\\ No newline\r\n", between, Some("+++")),
        // A mark says what the line is.
        ("+a\n \n+b\n", beside, None),
        ("+a\n \n\n+b\n", between, None),
        ("+a\n \n\n+b\n", beside, Some("+ ++")),
        // At either end it may belong to no line.
        ("\n+a\n+b\n\n", beside, None),
        ("+a\n\n-b\n", beside, None),
    ] {
        let mut body = LineCounts::default();
        Lines::of(text.as_bytes(), CrOf::Carrier, false).for_each(|line| body.add(line.kind));
        let lines = HunkLines::borrowed(text.as_bytes(), CrOf::Carrier, body);
        let lines = lines.with_blanks_added(blanks);
        let kinds = |lines: HunkLines<'_>| {
            lines.iter().map(|line| char::from(line.kind.marker())).collect::<String>()
        };
        assert_eq!(lines.map(kinds).as_deref(), expected, "{text:?}");
    }
}

#[test]
fn pushing_keeps_what_is_there() {
    let counts = LineCounts { context: 1, removed: 0, added: 1 };
    let mut lines = HunkLines::borrowed(b"a\r\n+b\r\n\\ x\r\n", CrOf::Carrier, counts);
    let before: Vec<_> = lines.clone().iter().map(|line| (line.kind, line.newline)).collect();
    lines.push(HunkLine::new(LineKind::Remove, "c"));
    let after: Vec<_> = lines.iter().map(|line| (line.kind, line.newline)).collect();
    assert_eq!(after.split_last(), Some((&(LineKind::Remove, Newline::Lf), &*before)));
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_line_behind_one_that_was_cut_is_a_line_of_its_own() {
    let counts = LineCounts { context: 0, removed: 0, added: 1 };
    let mut lines = HunkLines::borrowed(b"+a", CrOf::File, counts);
    lines.push(HunkLine::new(LineKind::Add, "b"));
    let texts: Vec<_> = lines.iter().map(|line| line.text).collect();
    assert_eq!(texts, ["a", "b"]);
}

#[test]
fn the_last_line_is_the_one_that_comes_last() {
    for text in [
        "",
        " a\n",
        " a\n-b\n+c",
        " a\n-b\n\\ No newline at end of file\n",
        "-b\n\\ No newline at end of file\n+c\n\\\n\\ Kein\n",
        "\\ No newline at end of file\n",
        "\n",
        "+\n\n",
    ] {
        let lines = HunkLines::borrowed(text.as_bytes(), CrOf::File, LineCounts::default());
        assert_eq!(lines.iter().last(), lines.iter().fold(None, |_, line| Some(line)), "{text:?}");
    }
}
