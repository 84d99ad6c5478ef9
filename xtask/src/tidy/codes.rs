//! Every error code is documented, returned by some source, and provoked by some test.

use super::Finding;
use super::workspace::{File, Workspace};

/// Where the codes are documented.
const DOCS: &str = "docs/errors.md";
/// Where they are listed.
const LIST: &str = "crates/patch-parse/src/code.rs";

/// A code as listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code<'a> {
    /// Its variant.
    variant: &'a str,
    /// Its string.
    name: &'a str,
    /// The line, 1-based.
    line: usize,
}

/// Compares the codes of the workspace with its documentation, its tests and its sources.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let codes: Vec<Code<'_>> = workspace.file(LIST).map(codes).unwrap_or_default();
    if codes.is_empty() {
        let what = "no code is found".to_owned();
        let mend = "tell xtask/src/tidy/codes.rs where they are listed, and how".to_owned();
        return vec![Finding { file: LIST.to_owned(), line: 1, what, mend }];
    }
    let docs = workspace.file(DOCS).map_or("", |docs| docs.text.as_str());
    let undocumented = codes.iter().filter(|&&code| !is_documented(docs, code));
    let undocumented: Vec<_> = undocumented.map(|code| code.name).collect();
    let docs = (!undocumented.is_empty()).then(|| Finding {
        file: DOCS.to_owned(),
        line: 1,
        what: format!("not documented: {}", undocumented.join(", ")),
        mend: "run `cargo xtask schemas`".to_owned(),
    });
    let untested = codes.iter().filter_map(|&code| untested(&workspace.files, code));
    let ungiven = codes.iter().filter_map(|&code| ungiven(&workspace.files, code));
    docs.into_iter().chain(untested).chain(ungiven).collect()
}

/// The codes of the list, whose entries begin with a line `Variant = "string", …`.
fn codes(list: &File) -> Vec<Code<'_>> {
    let codes = list.lines().filter_map(|(line, text)| {
        let (variant, rest) = text.trim_start().split_once(" = \"")?;
        let (name, _) = rest.split_once("\",")?;
        let is_entry = variant.starts_with(|c: char| c.is_ascii_uppercase())
            && variant.chars().all(|c| c.is_ascii_alphanumeric());
        is_entry.then_some(Code { variant, name, line })
    });
    codes.collect()
}

fn is_documented(docs: &str, code: Code<'_>) -> bool {
    let heading = format!("## `{}`", code.name);
    docs.lines().any(|line| line == heading)
}

fn untested(files: &[File], code: Code<'_>) -> Option<Finding> {
    let Code { name, line, .. } = code;
    let is_tested = files.iter().any(|file| mentions(test_text(file), code));
    (!is_tested).then(|| Finding {
        file: LIST.to_owned(),
        line,
        what: format!("no test names `{name}`"),
        mend: "write one that provokes it: a case in the corpora, or a test under crates/*/tests"
            .to_owned(),
    })
}

/// Readers of the list would handle a code that nothing returns.
fn ungiven(files: &[File], code: Code<'_>) -> Option<Finding> {
    let is_given = files.iter().any(|file| mentions(product_text(file), code));
    (!is_given).then(|| Finding {
        file: LIST.to_owned(),
        line: code.line,
        what: format!("nothing gives `{}`", code.name),
        mend: "take it out of the list".to_owned(),
    })
}

/// The part of a file that is product code and not the list itself.
fn product_text(file: &File) -> &str {
    let File { path, text } = file;
    let is_product = path.starts_with("crates/")
        && path.contains("/src/")
        && !path.starts_with("crates/patch-testkit/")
        && !path.ends_with("/tests.rs")
        && path != LIST;
    if is_product { text.split("#[cfg(test)]").next().unwrap_or_default() } else { "" }
}

/// The part of a file that is a test or test data; the tests of xtask do not count.
fn test_text(file: &File) -> &str {
    let File { path, text } = file;
    if !path.starts_with("crates/") {
        ""
    } else if path.contains("/tests/") || path.ends_with("/tests.rs") || path.contains("/corpora/")
    {
        text
    } else {
        text.find("#[cfg(test)]").and_then(|at| text.get(at..)).unwrap_or_default()
    }
}

/// Whether the text names the code, as a variant or as its string, as a whole word.
fn mentions(text: &str, code: Code<'_>) -> bool {
    let is_word = |at: usize, len: usize| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + len..).and_then(|after| after.chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    };
    [&format!("Code::{}", code.variant), code.name]
        .iter()
        .any(|name| text.match_indices(name).any(|(at, _)| is_word(at, name.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE_EXISTS: Code<'_> = Code { variant: "FileExists", name: "file_exists", line: 1 };

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn codes_are_read_from_their_list() {
        let list = "impl X { let a = \"b\", c; }\ncodes! {\n    /// Why.\n    \
                    FileExists = \"file_exists\", IoError,\n        \"Its hint = \\\"x\\\", see.\";\n}\n";
        assert_eq!(codes(&file(LIST, list)), [Code { line: 4, ..FILE_EXISTS }]);
        let found = super::check(&Workspace::default());
        assert_eq!(found.first().map(|f| f.what.as_str()), Some("no code is found"));
    }

    #[track_caller]
    fn check(path: &str, text: &str, expected: Option<&str>) {
        let found = untested(&[file(path, text)], FILE_EXISTS);
        assert_eq!(found.map(|f| f.what).as_deref(), expected, "{path}: {text}");
    }

    #[test]
    fn a_code_is_named_by_its_string_or_its_variant_in_a_test() {
        let missing = Some("no test names `file_exists`");
        check("crates/x/tests/a.rs", "check(\"file_exists\")", None);
        check("crates/x/src/a/tests.rs", "Code::FileExists;", None);
        check("crates/x/corpora/1.case", "-- error --\nfile_exists\n", None);
        check("crates/x/src/a.rs", "#[cfg(test)]\nmod tests { Code::FileExists }", None);
        check("crates/x/src/a.rs", "Code::FileExists", missing);
        check("crates/x/tests/a.rs", "no_file_exists Code::FileExistsNot", missing);
        check("xtask/tests/a.rs", "file_exists", missing);
    }

    #[track_caller]
    fn gives(path: &str, text: &str, expected: bool) {
        let found = ungiven(&[file(path, text)], FILE_EXISTS);
        assert_eq!(found.is_none(), expected, "{path}: {text}");
    }

    #[test]
    fn a_code_is_given_by_the_product() {
        gives("crates/x/src/a.rs", "Err(Code::FileExists)", true);
        gives("crates/x/src/a.rs", "Err(Code::FileExistsNot)", false);
        gives("crates/x/src/a.rs", "#[cfg(test)]\nmod tests { Code::FileExists }", false);
        gives("crates/x/tests/a.rs", "Code::FileExists", false);
        gives(LIST, "Code::FileExists", false);
    }

    #[test]
    fn a_code_has_a_heading_in_the_docs() {
        let docs = "# Errors\n\n## `file_exists`\n\nThe opposite is `file_not_found`.\n";
        assert!(is_documented(docs, FILE_EXISTS));
        let missing = Code { variant: "FileNotFound", name: "file_not_found", line: 1 };
        assert!(!is_documented(docs, missing));
    }
}
