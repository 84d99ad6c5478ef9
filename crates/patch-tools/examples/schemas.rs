//! Writes every JSON Schema of the workspace into a folder: `cargo xtask schemas` keeps them in
//! `docs/schemas/`.
#![expect(clippy::disallowed_methods, reason = "a command-line helper that writes a folder")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fs, io};

use acp_diff_types::schema;
use patch_tools::check::Answer;
use patch_tools::view::{ErrorView, ReceiptView};
use serde_json::Value;

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("usage: schemas FOLDER"))?;
    fs::create_dir_all(&folder)?;
    for (name, schema) in schemas()? {
        fs::write(folder.join(name).with_extension("json"), schema)?;
    }
    Ok(())
}

/// Every JSON Schema, by the name of its file.
fn schemas() -> serde_json::Result<BTreeMap<&'static str, String>> {
    let mut all = schema::all();
    all.push(("check-diff", schema::of::<Answer>()));
    all.push(("receipt", schema::of_output::<ReceiptView<'_>>()));
    all.push(("refusal", schema::of_output::<ErrorView<'_>>()));
    let schemas = all.into_iter().map(|(name, schema)| {
        let text = serde_json::to_string_pretty(&in_order(schema.to_value()))?;
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

#[cfg(test)]
mod tests {
    use super::*;

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
