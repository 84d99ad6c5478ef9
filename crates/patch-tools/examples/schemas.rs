//! Writes every JSON Schema of the workspace into a folder, or, if the first argument is `tools`,
//! the definitions of the tools: `cargo xtask schemas` keeps them in `docs/schemas/` and
//! `docs/tools/`.
#![expect(clippy::disallowed_methods, reason = "a command-line helper that writes a folder")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fs, io};

use patch_parse::Format;
use patch_tools::schema;
use patch_tools::tool::{Provider, definitions, grammar, guidance};
use serde_json::Value;

fn main() -> io::Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let (folder, files) = match &*arguments {
        [folder] => (folder, schemas()?),
        [what, folder] if what == "tools" => (folder, tools()?),
        _ => return Err(io::Error::other("usage: schemas [tools] FOLDER")),
    };
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder)?;
    for (name, text) in files {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

type Files = BTreeMap<String, String>;

fn json(value: Value) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(&schema::in_order(value))? + "\n")
}

/// Every JSON Schema, by the name of its file.
fn schemas() -> serde_json::Result<Files> {
    let all = schema::all().into_iter();
    all.map(|(name, schema)| Ok((format!("{name}.json"), json(schema)?))).collect()
}

/// What each provider receives: definitions, grammars, and text for prompts.
fn tools() -> serde_json::Result<Files> {
    let mut files = Files::new();
    for format in [Format::Unified, Format::OpenCode] {
        files.insert(format!("{format}.lark"), grammar(format).to_owned());
        for provider in Provider::ALL {
            let tools = definitions(provider, format);
            files.insert(format!("{provider}-{format}.json"), json(tools.into())?);
            files.insert(format!("{provider}-{format}.txt"), guidance(provider, format));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_come_out_the_same_and_say_what_must_be() {
        let schemas = schemas().unwrap();
        assert_eq!(schemas, super::schemas().unwrap(), "a second run");
        let diff = &schemas["acp-v2-diff.json"];
        assert!(diff.contains("It MUST agree with `changes`"), "{diff}");
        assert!(diff.contains("MUST be absolute"), "{diff}");
        let check = &schemas["check-diff.json"];
        assert!(check.contains("\"const\": \"missing_change\""), "{check}");
        for (name, schema) in &schemas {
            assert!(!schema.contains("[`") && !schema.contains("```"), "{name}: {schema}");
            assert!(schema.ends_with("}\n"), "{name}");
        }
    }

    #[test]
    fn each_provider_has_definitions_and_words_in_each_format() {
        let tools = tools().unwrap();
        assert_eq!(tools.len(), 14);
        assert_eq!(tools, super::tools().unwrap(), "a second run");
    }
}
