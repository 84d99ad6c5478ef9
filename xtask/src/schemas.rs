//! `cargo xtask schemas`: files that are made from the code, and the check that they are fresh.
//!
//! A generated file is committed, so that it can be read without building anything, and CI checks
//! that the code still makes the same one. There are two kinds: texts between two markers of a file,
//! such as the codes in `docs/errors.md`, and whole files, the JSON Schemas in `docs/schemas/`.

use std::collections::BTreeMap;
use std::ffi::OsStr;

use acp_diff_types::schema;
use patch_parse::{Code, Format};
use patch_tools::check::Answer;
use patch_tools::view::{ErrorView, ReceiptView};
use serde_json::Value;

use crate::error::{Error, Result, fail};
use crate::files::{read_text, walk, write};
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

/// The folder of the JSON Schemas, from the root. It holds nothing else.
const SCHEMAS: &str = "docs/schemas";

/// Writes every generated text and file, or compares them when `check` is set.
///
/// # Errors
///
/// When one is stale, or a file of a text or its markers are missing, or a schema that nothing makes
/// any more lies about.
pub fn run(check: bool) -> Result {
    for text in TEXTS {
        let there = read_text(&root().join(text.file)).map_err(|error| {
            let (begin, end) = markers(text.name);
            Error::new(format!("{error}; write the file with the lines `{begin}` and `{end}`"))
        })?;
        let fresh = replace(&there, text.name, &(text.make)()?)
            .ok_or_else(|| Error::new(missing_markers(text)))?;
        settle(text.file, Some(&there), &fresh, check)?;
    }
    let schemas = schemas()?;
    for (name, schema) in &schemas {
        let file = format!("{SCHEMAS}/{name}.json");
        let there = read_text(&root().join(&file)).ok();
        settle(&file, there.as_deref(), schema, check)?;
    }
    no_other_schema(&schemas)
}

/// Compares what lies in `file` with what should, and writes that unless `check` is set.
fn settle(file: &str, there: Option<&str>, fresh: &str, check: bool) -> Result {
    if there == Some(fresh) {
        say!("{file}: fresh");
    } else if check {
        return fail(format!("{file} is stale: run `cargo xtask schemas`"));
    } else {
        write(&root().join(file), fresh.as_bytes())?;
        say!("{file}: written");
    }
    Ok(())
}

/// Every JSON Schema, by the name of its file.
fn schemas() -> Result<BTreeMap<&'static str, String>> {
    let mut all = schema::all();
    all.push(("check-diff", schema::of::<Answer>()));
    all.push(("receipt", schema::of_output::<ReceiptView<'_>>()));
    all.push(("refusal", schema::of_output::<ErrorView<'_>>()));
    let schemas = all.into_iter().map(|(name, schema)| {
        let text = serde_json::to_string_pretty(&in_order(schema.to_value()))
            .map_err(|error| Error::new(format!("{name}: {error}")))?;
        Ok((name, text + "\n"))
    });
    schemas.collect()
}

/// The same value with its keys in order: which order a map keeps depends on the features that some
/// other crate of a build asks for.
fn in_order(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(in_order).collect(),
        Value::Object(object) => {
            let ordered: BTreeMap<_, _> =
                object.into_iter().map(|(key, value)| (key, in_order(value))).collect();
            ordered.into_iter().collect()
        }
        value => value,
    }
}

/// A schema that no type makes any more would be read and believed.
fn no_other_schema(schemas: &BTreeMap<&'static str, String>) -> Result {
    for file in walk(&root().join(SCHEMAS), &|_| true)? {
        let name = file.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        if !schemas.contains_key(name) {
            return fail(format!("{} is made by no type: remove it", file.display()));
        }
    }
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

    #[test]
    fn schemas_come_out_the_same_and_say_what_must_be() {
        let schemas = schemas().unwrap();
        assert_eq!(schemas, super::schemas().unwrap(), "a second run");
        let diff = &schemas["acp-v2-diff"];
        assert!(diff.contains("It MUST agree with `changes`"), "{diff}");
        assert!(diff.contains("MUST be absolute"), "{diff}");
        let check = &schemas["check-diff"];
        assert!(check.contains("\"const\": \"missing_change\""), "{check}");
        for (name, schema) in &schemas {
            assert!(!schema.contains("[`") && !schema.contains("```"), "{name}: {schema}");
            assert!(schema.ends_with("}\n"), "{name}");
        }
    }
}
