//! The tools of an agent: whatever it sends, a refusal changes nothing, what was done can be
//! undone, and nothing is shown that may not be read.

use std::collections::BTreeMap;
use std::sync::Arc;

use acp_diff_types::AbsolutePath;
use bstr::{BString, ByteSlice};
use patch_apply::{MemoryFile, MemoryWorkspace};
use patch_tools::tool::{Grant, GrantTable, ToolOutput, Tools, register_builtin_tools};
use serde_json::{Value, json};

use crate::Tree;

/// Files, and what an agent asks for.
#[derive(Clone, Debug)]
pub struct Session {
    /// The files before.
    pub files: Tree,
    /// The calls: the name of a tool, and its arguments. `r1` as a `receipt_id` is the first
    /// receipt of the session, whatever its real name.
    pub calls: Vec<(String, Value)>,
}

/// The file that may not be read, and what is in it.
const HIDDEN: (&str, &str) = ("hidden/key.txt", "first\nkey: nobody-shows-this-line\nlast\n");

/// What no answer may contain.
const MARKER: &str = "nobody-shows-this-line";

/// The longest text of a refusal for a model, in bytes.
const LONGEST: usize = 8_000;

/// Files by their path.
type Files = BTreeMap<BString, MemoryFile>;

/// Checks every promise about the answers to calls: with all rights, and with those to everything
/// but one file.
///
/// # Panics
///
/// When one is broken.
pub fn check(session: &Session) {
    let mut tools = open(session);
    let (mut done, mut given) = (Vec::new(), Vec::new());
    for call in &session.calls {
        let before = files(&tools);
        let answer = ask(&mut tools, &with_receipt(call, &given));
        if let ToolOutput::Applied(applied) = &*answer {
            given.extend(applied.receipt_id.clone().filter(|id| !given.contains(id)));
        }
        holds(&answer, call);
        let after = files(&tools);
        let is_writing = matches!(call.0.as_str(), "ApplyPatch" | "undo");
        let may_change = is_writing && !answer.is_error();
        assert!(may_change || before == after, "{call:?} changes nothing\n{}", answer.text());
        match &*answer {
            ToolOutput::Applied(applied) if before != after => match &applied.receipt_id {
                Some(id) if applied.effects.is_ok() => done.push((id.clone(), before)),
                // What no patch can express cannot be undone, nor can what was done before it.
                _ => done.clear(),
            },
            _ => {}
        }
    }
    for (id, before) in done.into_iter().rev() {
        let answer = tools.undo(&json!({"receipt_id": id}));
        let text = answer.text();
        assert!(!answer.is_error(), "{id} is taken back\n{text}\n{session:?}");
        assert!(files(&tools) == before, "{id} is taken back wholly\n{text}\n{session:?}");
    }
    hides(session);
}

/// The session once more, without the right to one file.
fn hides(session: &Session) {
    // What may be read may be shown, and so may what the call contains.
    let has_marker = |file: &crate::File| file.contents.contains_str(MARKER);
    if session.files.files.values().any(has_marker)
        || session.calls.iter().any(|(_, arguments)| arguments.to_string().contains(MARKER))
    {
        return;
    }
    let mut session = session.clone();
    session.files.insert_if_free(HIDDEN.0.into(), crate::File::new(HIDDEN.1));
    let Some(hidden) = session.files.contents(HIDDEN.0.into()).map(ToOwned::to_owned) else {
        return;
    };
    let tools = open(&session);
    let granted: Vec<Grant> = session
        .files
        .files
        .keys()
        .filter(|path| *path != HIDDEN.0)
        .filter_map(|path| Grant::parse(&format!("rw:{path}")).ok())
        .collect();
    let Ok(table) = GrantTable::new(tools.workspace(), &granted) else { return };
    let mut tools = tools.capabilities(table.tools(["Diff", "ApplyPatch"]));
    for call in &session.calls {
        let answer = ask(&mut tools, call);
        let shown = format!("{}{}", answer.text(), json!(*answer));
        assert!(!shown.contains(MARKER), "{call:?} shows what may not be read\n{shown}");
    }
    let left = tools.workspace().contents(HIDDEN.0).unwrap_or_default();
    assert!(left == hidden.as_slice(), "what may not be written is written\n{session:?}");
}

fn open(session: &Session) -> Tools<MemoryWorkspace> {
    let root = AbsolutePath::new("/repo").expect("it is absolute");
    let mut tools = Tools::new(session.files.to_memory().with_root_name("/repo"), root);
    register_builtin_tools(&mut tools);
    tools
}

/// A call that names the receipt that it means.
fn with_receipt((name, arguments): &(String, Value), given: &[String]) -> (String, Value) {
    let number = arguments["receipt_id"].as_str().and_then(|id| id.strip_prefix('r')?.parse().ok());
    let id = number.and_then(|number: usize| given.get(number.checked_sub(1)?));
    let arguments = id.map_or_else(|| arguments.clone(), |id| json!({"receipt_id": id}));
    (name.clone(), arguments)
}

fn ask(tools: &mut Tools<MemoryWorkspace>, (name, arguments): &(String, Value)) -> Arc<ToolOutput> {
    match name.as_str() {
        "check_patch" => tools.check_patch(arguments),
        "undo" => tools.undo(arguments),
        name => tools.call(name, arguments),
    }
}

/// What holds for every answer.
fn holds(answer: &ToolOutput, call: &(String, Value)) {
    let json = serde_json::to_value(answer);
    let json = json.unwrap_or_else(|error| panic!("{error}\n{call:?}"));
    assert!(json.is_object(), "an answer is an object\n{call:?}");
    let text = answer.text();
    assert!(!text.is_empty(), "an answer says something\n{call:?}");
    assert_eq!(answer.is_error(), answer.code().is_some(), "a refusal has a code\n{call:?}");
    let is_bounded = !answer.is_error() || text.len() <= LONGEST;
    assert!(is_bounded, "a refusal of {} bytes\n{call:?}", text.len());
}

fn files(tools: &Tools<MemoryWorkspace>) -> Files {
    let files = tools.workspace().files();
    files.map(|(path, file)| (path.to_owned(), file.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(calls: &[(&str, Value)]) -> Session {
        let calls = calls.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Session { files: Tree::from([("x", "a\n"), ("y", "b\n")]), calls: calls.collect() }
    }

    #[test]
    fn calls_of_every_kind_keep_the_promises() {
        let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
        let key = "--- a/hidden/key.txt\n+++ b/hidden/key.txt\n@@ -1 +1 @@\n-one\n+two\n";
        check(&session(&[
            ("check_patch", json!({"patch": patch})),
            ("ApplyPatch", json!({"patch": patch})),
            ("ApplyPatch", json!({"patch": patch})),
            ("Diff", json!({"path_a": "x", "path_b": "y"})),
            ("undo", json!({"receipt_id": "r9"})),
            ("undo", json!({"receipt_id": "r1"})),
            ("undo", json!({"receipt_id": "r2"})),
            ("undo", json!({"receipt_id": "r1"})),
            ("ApplyPatch", json!({"patch": key})),
            ("Diff", json!({"path_a": "x", "path_b": "hidden/key.txt"})),
            ("none", json!(7)),
        ]));
    }
}
