//! The definitions for providers: request tests and prompt snapshots of the RFC's verification
//! plan.
//!
//! The whole definitions are in `docs/tools/`, where `cargo xtask schemas` keeps them fresh.

use patch_parse::Format;
use patch_tools::tool::{
    DIFF, Kind, Provider, SPECS, Spec, ToolOutput, definitions, example, grammar, guidance,
    mcp_definitions,
};
use serde_json::{Value, json};

use crate::support::{check_refused, json, receipt, told, tools};

const FORMATS: [Format; 2] = [Format::Unified, Format::OpenCode];

/// What only the other format has.
fn foreign(format: Format) -> &'static [&'static str] {
    match format {
        Format::Unified => &["***"],
        Format::OpenCode => &["--- ", "+++ ", "@@ -", "/dev/null", "diff --git"],
    }
}

#[test]
fn openai_emits_a_custom_grammar_tool() {
    for format in FORMATS {
        let tools = definitions(Provider::OpenAi, format);
        let tool = &tools[0];
        assert_eq!((&tool["type"], &tool["name"]), (&json!("custom"), &json!("ApplyPatch")));
        assert_eq!(tool["format"]["type"], "grammar");
        assert_eq!(tool["format"]["syntax"], "lark");
        assert_eq!(tool["format"]["definition"], grammar(format));
        assert_eq!(tool.get("parameters"), None, "the body is the patch");
        let diff = &tools[1];
        assert_eq!((&diff["type"], &diff["name"]), (&json!("function"), &json!("Diff")));
        assert_eq!(diff["parameters"], DIFF.input_schema());
    }
}

#[test]
fn anthropic_emits_json_input_schema() {
    for format in FORMATS {
        let tools = definitions(Provider::Anthropic, format);
        assert_eq!(tools.len(), 2);
        let tool = &tools[0];
        assert_eq!(tool["name"], "ApplyPatch");
        assert_eq!(tool["input_schema"]["required"], json!(["patch"]));
        assert_eq!(tool["input_schema"]["properties"]["patch"]["type"], "string");
        assert_eq!(tool.get("format"), None, "no freeform grammar is claimed");
        for tool in &tools {
            // Not taken at the top of an input schema.
            for key in ["oneOf", "anyOf", "allOf"] {
                assert_eq!(tool["input_schema"].get(key), None);
            }
        }
    }
}

#[test]
fn anthropic_guidance_uses_patch_json() {
    let expected = r#"Use ApplyPatch for file mutations.
The patch body must be unified diff text.
Call ApplyPatch with:
{"patch":"--- a/path\n+++ b/path\n@@ -1,1 +1,1 @@\n-old\n+new\n"}
Write the line numbers of hunk headers as well as you know them: they are hints, and the context lines decide. Merge all hunks for one path into a single file section.
Every change takes effect, or none. When a call is refused, read what it says; read the file again only where it says that the context does not match.
"#;
    assert_eq!(guidance(Provider::Anthropic, Format::Unified), expected);
}

#[test]
fn openai_guidance_uses_the_same_unified_diff_body_directly() {
    let expected = "Use ApplyPatch for file mutations.
The patch body must be unified diff text.
Emit the patch body directly:
--- a/path
+++ b/path
@@ -1,1 +1,1 @@
-old
+new
Write the line numbers of hunk headers as well as you know them: they are hints, and the context lines decide. Merge all hunks for one path into a single file section.
Every change takes effect, or none. When a call is refused, read what it says; read the file again only where it says that the context does not match.
";
    assert_eq!(guidance(Provider::OpenAi, Format::Unified), expected);
}

#[test]
fn nothing_told_to_a_model_shows_the_markers_of_the_other_format() {
    for format in FORMATS {
        for provider in Provider::ALL {
            let told: Value = definitions(provider, format).into();
            for text in [told.to_string(), guidance(provider, format)] {
                for marker in foreign(format) {
                    assert!(!text.contains(marker), "{provider} {format}: {marker:?} in {text}");
                }
            }
        }
    }
}

#[test]
fn the_example_of_the_guidance_applies() {
    for format in FORMATS {
        let mut tools = tools(&[("path", "old\n")]);
        let answer = tools.call("ApplyPatch", &json!({"patch": example(format)}));
        assert_eq!(told(&answer), "Applied:\nM path (+1 -1)\n");
        assert_eq!(json(&answer)["receipt"]["diagnostics"], json!([]), "nothing is forgiven");
    }
}

#[test]
fn mcp_tools_are_told_with_what_is_true_of_them() {
    let tools = mcp_definitions(Format::Unified);
    let told: Vec<_> = tools
        .iter()
        .map(|tool| {
            let hints = &tool["annotations"];
            let hint = |name: &str| hints[name].as_bool().unwrap();
            let name = tool["name"].as_str().unwrap();
            (name, hint("readOnlyHint"), hint("destructiveHint"), hint("idempotentHint"))
        })
        .collect();
    let expected = [
        ("apply_patch", false, true, false),
        ("diff", true, false, true),
        ("check_patch", true, false, true),
        ("undo", false, true, false),
    ];
    assert_eq!(told, expected);
    for tool in &tools {
        assert_eq!(tool["annotations"]["openWorldHint"], false);
        assert_eq!(tool["inputSchema"]["type"], "object");
    }
    assert_eq!(tools[2]["inputSchema"]["required"], json!(["patch"]));
}

#[cfg(feature = "schemars")]
#[test]
fn what_the_tools_give_is_as_their_schemas_have_it() {
    let schemas = patch_tools::schema::all();
    let check = |schema: &str, value: &Value| {
        let validator = jsonschema::validator_for(&schemas[schema]).unwrap();
        let errors: Vec<_> = validator.iter_errors(value).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new(), "{schema}: {value:#}");
    };
    let mut tools = tools(&[("path", "old\n")]);
    check("tool-diff-output", &json(&tools.call("Diff", &json!({"text_a": "a", "text_b": "b"}))));
    let patch = json!({"patch": example(Format::Unified)});
    check("tool-apply-patch-output", &json(&tools.call("ApplyPatch", &patch)));
    check("tool-refusal", &json(&tools.call("ApplyPatch", &patch)));
    check("tool-refusal", &json(&tools.call("ApplyPatch", &json!({}))));
    check("tool-apply-patch-input", &patch);
}

/// What is just outside of what an argument may be.
fn outside(kind: Kind) -> Vec<Value> {
    match kind {
        Kind::Text => Vec::new(),
        Kind::Name { least: 0, most } => vec![json!("x".repeat(most + 1))],
        Kind::Name { most, .. } => vec![json!(""), json!("x".repeat(most + 1))],
        Kind::Count { most, .. } => vec![json!(most + 1)],
    }
}

#[test]
fn the_schema_of_arguments_and_their_check_agree() {
    let call = |name: &str, arguments: &Value| match name {
        "Undo" => tools(&[]).undo(arguments),
        "check_patch" => tools(&[]).check_patch(arguments),
        name => tools(&[]).call(name, arguments),
    };
    let value = |kind: Kind| match kind {
        Kind::Text => json!("x"),
        Kind::Name { most, .. } => json!("\u{e4}".repeat(most)),
        Kind::Count { most, .. } => json!(most),
    };
    for spec in SPECS {
        let Spec { name, fields, .. } = spec;
        let validator = jsonschema::validator_for(&spec.input_schema()).unwrap();
        let whole: Value =
            fields.iter().map(|field| (field.name.to_owned(), value(field.kind))).collect();
        assert!(validator.is_valid(&whole), "{name}");
        let taken = call(name, &whole).text();
        assert!(!taken.contains("longer than"), "{name}: {taken}");
        let mut more = whole.clone();
        more["unknown"] = json!(1);
        assert!(!validator.is_valid(&more), "{name}");
        for field in *fields {
            let mut wrong = whole.clone();
            wrong[field.name] = json!([]);
            assert!(!validator.is_valid(&wrong), "{name}: {}", field.name);
            for value in outside(field.kind) {
                wrong[field.name] = value;
                assert!(!validator.is_valid(&wrong), "{name}: {}", field.name);
                let refused = call(name, &wrong);
                check_refused(&refused, "invalid_args", field.name);
            }
        }
    }
}

#[cfg(feature = "schemars")]
#[test]
fn clients_take_results_and_refusals_by_the_schema_of_the_tool() {
    let listed = mcp_definitions(Format::Unified);
    let schema = |name: &str| {
        let tool = listed.iter().find(|tool| tool["name"] == name).unwrap();
        assert_eq!(tool["outputSchema"]["type"], "object");
        // No word but those of JSON Schema: clients complain about every other format.
        assert!(!tool["outputSchema"].to_string().contains("\"format\":\"uint"), "{name}");
        jsonschema::validator_for(&tool["outputSchema"]).unwrap()
    };
    let check = |tool: &str, answer: &ToolOutput| {
        let answer = serde_json::to_value(answer.summary()).unwrap();
        assert!(schema(tool).is_valid(&answer), "{tool}: {answer:#}");
        assert!(!schema(tool).is_valid(&json!({"text": "neither"})), "{tool}");
    };
    let mut tools = tools(&[("x", "1\n")]);
    let patch = json!({"patch": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n"});
    check("check_patch", &tools.check_patch(&patch));
    let applied = tools.call("ApplyPatch", &patch);
    check("apply_patch", &applied);
    check("apply_patch", &tools.call("ApplyPatch", &patch));
    for arguments in [json!({"text_a": "a", "text_b": "b"}), json!({})] {
        check("diff", &tools.call("Diff", &arguments));
    }
    for _ in ["taken back", "refused"] {
        check("undo", &tools.undo(&receipt(&applied)));
    }
}
