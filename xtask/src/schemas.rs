//! `cargo xtask schemas`: files that are made from the code, and the check that they are fresh.
//!
//! A generated file is committed, so that it can be read without building anything, and CI checks
//! that the code still makes the same one. Today there is one such text: the codes in
//! `docs/errors.md`. No type of this workspace publishes a JSON Schema yet; when one does, it
//! joins `TEXTS`.

use patch_parse::{Code, Format};

use crate::error::{Error, Result, fail};
use crate::files::{read_text, write};
use crate::shell::{root, say};

/// A text that is made from the code and stands between two markers of a file.
struct Text {
    /// The file, from the root.
    file: &'static str,
    /// What the markers call it.
    name: &'static str,
    /// Makes it.
    make: fn() -> Result<String>,
}

const TEXTS: &[Text] = &[Text { file: "docs/errors.md", name: "codes", make: codes }];

/// Writes every generated text, or compares it when `check` is set.
///
/// # Errors
///
/// When a text is stale, or its file or its markers are missing.
pub fn run(check: bool) -> Result {
    for text in TEXTS {
        let path = root().join(text.file);
        let there = read_text(&path).map_err(|error| {
            let (begin, end) = markers(text.name);
            Error::new(format!("{error}; write the file with the lines `{begin}` and `{end}`"))
        })?;
        let fresh = replace(&there, text.name, &(text.make)()?)
            .ok_or_else(|| Error::new(missing_markers(text)))?;
        if there == fresh {
            say!("{}: fresh", text.file);
        } else if check {
            return fail(format!("{} is stale: run `cargo xtask schemas`", text.file));
        } else {
            write(&path, fresh.as_bytes())?;
            say!("{}: written", text.file);
        }
    }
    say!("JSON Schemas: none; no type of this workspace publishes one yet.");
    Ok(())
}

fn markers(name: &str) -> (String, String) {
    (format!("<!-- begin generated {name} -->"), format!("<!-- end generated {name} -->"))
}

fn missing_markers(text: &Text) -> String {
    let (begin, end) = markers(text.name);
    format!("{} lacks the line `{begin}`, or `{end}` after it", text.file)
}

/// `file` with `text` between the markers; `None` where they do not stand in this order.
fn replace(file: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = markers(name);
    let (before, rest) = file.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}\n\n{text}{end}{after}"))
}

/// A section for each code.
fn codes() -> Result<String> {
    let source = read_text(&root().join("crates/patch-parse/src/code.rs"))?;
    let sections = Code::ALL.iter().map(|&code| {
        let lacks =
            || Error::new(format!("{code} has no documentation in patch-parse/src/code.rs"));
        let meaning = meaning(&source, code).ok_or_else(lacks)?;
        Ok(section(code, &meaning))
    });
    sections.collect()
}

fn section(code: Code, meaning: &str) -> String {
    let (unified, opencode) = (code.hint(Format::Unified), code.hint(Format::OpenCode));
    let hints = if unified == opencode {
        format!("- Hint: {unified}\n")
    } else {
        format!("- Hint for a unified diff: {unified}\n- Hint for an OpenCode patch: {opencode}\n")
    };
    format!("## `{code}`\n\n{meaning}\n\n- Class: `{}`\n{hints}\n", code.class())
}

/// The documentation comment that stands over a code where the codes are listed.
fn meaning(source: &str, code: Code) -> Option<String> {
    let start = format!("{code:?} = \"{code}\"");
    let mut lines = Vec::new();
    for line in source.lines().map(str::trim) {
        if line.starts_with(&start) {
            return Some(lines.join("\n")).filter(|text| !text.is_empty());
        }
        match line.strip_prefix("///") {
            Some(text) => lines.push(text.trim()),
            None => lines.clear(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_between_the_markers_changes() {
        let file = "# T\n\n<!-- begin generated x -->\nold\n<!-- end generated x -->\n\nafter\n";
        let fresh = replace(file, "x", "new\n").unwrap();
        let expected =
            "# T\n\n<!-- begin generated x -->\n\nnew\n<!-- end generated x -->\n\nafter\n";
        assert_eq!(fresh, expected);
        assert_eq!(replace(&fresh, "x", "new\n").as_deref(), Some(expected), "a second run");
        assert_eq!(replace(file, "y", "new"), None);
        assert_eq!(replace("<!-- end generated x --><!-- begin generated x -->", "x", ""), None);
    }

    #[test]
    fn every_code_has_its_section() {
        let codes = codes().unwrap();
        for code in Code::ALL {
            assert!(codes.contains(&format!("## `{code}`\n")), "{code}");
        }
        assert!(codes.contains("There is nothing to apply.\n\n- Class: `ParseError`\n- Hint: The"));
        assert!(codes.contains("- Hint for an OpenCode patch: Make `*** Begin Patch`"));
    }
}
