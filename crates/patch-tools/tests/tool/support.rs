//! Tools over files in memory.

use std::sync::Arc;

use acp_diff_types::AbsolutePath;
use patch_apply::MemoryWorkspace;
use patch_tools::tool::{
    Access, Grant, GrantTable, Refused, ToolOutput, Tools, Watch, register_builtin_tools,
};
use serde_json::Value;

/// Both tools, over these files, with every grant.
pub(crate) fn tools(files: &[(&str, &str)]) -> Tools<MemoryWorkspace> {
    with_grants(files, GrantTable::everything().tools(["Diff", "ApplyPatch"]))
}

/// Both tools granted, over these files, with these grants of paths.
pub(crate) fn granted(files: &[(&str, &str)], grants: &[&str]) -> Tools<MemoryWorkspace> {
    let workspace = workspace(files);
    let grants: Vec<_> = grants.iter().map(|grant| Grant::parse(grant).unwrap()).collect();
    let table = GrantTable::new(&workspace, &grants).unwrap();
    with_grants(files, table.tools(["Diff", "ApplyPatch"]))
}

pub(crate) fn with_grants(files: &[(&str, &str)], grants: GrantTable) -> Tools<MemoryWorkspace> {
    let root = AbsolutePath::new("/repo").unwrap();
    let mut tools = Tools::new(workspace(files), root).capabilities(grants);
    register_builtin_tools(&mut tools);
    tools
}

pub(crate) fn workspace(files: &[(&str, &str)]) -> MemoryWorkspace {
    let files = files.iter().map(|(path, text)| (*path, *text));
    MemoryWorkspace::from_files(files).unwrap().with_root_name("/repo")
}

/// The files as they are now.
pub(crate) fn files(tools: &Tools<MemoryWorkspace>) -> Vec<(String, String)> {
    let workspace = tools.workspace();
    let text = |path: &[u8]| String::from_utf8_lossy(path).into_owned();
    let files = workspace.files().map(|(path, _)| path.to_owned());
    files.map(|path| (text(&path), text(workspace.contents(&path).unwrap()))).collect()
}

/// The data that a program gets.
pub(crate) fn json(output: &ToolOutput) -> Value {
    serde_json::to_value(output).unwrap()
}

/// What a model is told of a patch that was applied, without the last line, which names the
/// receipt.
#[track_caller]
pub(crate) fn told(answer: &ToolOutput) -> String {
    let (text, answer) = (answer.text(), json(answer));
    // What has changed nothing has none.
    let Some(id) = answer["receipt_id"].as_str() else { return text };
    let told = text.strip_suffix(&format!("receipt_id: {id}\n"));
    assert!(told.is_some(), "the receipt is named: {text}");
    told.unwrap_or_default().to_owned()
}

/// The arguments of an undo of what this answer tells of.
#[track_caller]
pub(crate) fn receipt(answer: &ToolOutput) -> Value {
    let id = json(answer)["receipt_id"].as_str().unwrap().to_owned();
    serde_json::json!({"receipt_id": id})
}

#[track_caller]
pub(crate) fn check_refused(output: &Arc<ToolOutput>, code: &str, message: &str) {
    let answer = json(output);
    assert_eq!(answer["error"]["code"], code, "{answer:#}");
    let found = answer["error"]["message"].as_str().unwrap();
    assert!(found.contains(message), "{found:?} has {message:?}");
    assert!(output.is_error());
    // A tool that only reads changes nothing in any case.
    let only_reads =
        matches!(&**output, ToolOutput::Refused(why) if matches!(**why, Refused::Read(_)));
    let text = output.text();
    let start = if only_reads { code } else { "Refused: nothing was changed.\n" };
    assert!(text.starts_with(start), "{text}");
}

/// A call that is to end.
pub(crate) struct Cancelled;

impl Watch for Cancelled {
    fn is_cancelled(&self) -> bool {
        true
    }
}

/// What may be done, as the seed documents write it.
#[test]
fn access_is_written_as_one_letter() {
    assert_eq!([Access::Read.as_str(), Access::Write.as_str()], ["r", "w"]);
}
