//! Turns bytes into tool calls of an agent.

use arbitrary::{Result, Unstructured};
use bstr::ByteSlice;
use patch_apply::MemoryWorkspace;
use serde_json::{Value, json};

use crate::arbitrary::{byte, list, recipe};
use crate::oracles::tools::Session;
use crate::{Recipe, Tree};

/// Files and calls: JSON of the form `{"files": {path: text}, "calls": [[tool, arguments], ...]}`,
/// or else a recipe.
pub(super) fn session(bytes: &[u8]) -> Option<Session> {
    written(bytes).or_else(|| described(&mut Unstructured::new(bytes)).ok())
}

fn written(bytes: &[u8]) -> Option<Session> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let texts = value.get("files")?.as_object()?.iter();
    let texts = texts.map(|(path, text)| (path, text.as_str().unwrap_or_default()));
    let files = Tree::of_memory(&MemoryWorkspace::from_files(texts).ok()?);
    let calls = value.get("calls")?.as_array()?.iter().filter_map(|call| {
        let [name, arguments] = &**call.as_array()? else { return None };
        Some((name.as_str()?.to_owned(), arguments.clone()))
    });
    Some(Session { files, calls: calls.collect() })
}

/// The text of a session, as [`session`] reads it.
pub(super) fn text_of(session: &Session) -> Vec<u8> {
    let files = session.files.files.iter();
    let files = files.map(|(path, file)| (path.to_string(), json!(file.contents.to_string())));
    let files: serde_json::Map<String, Value> = files.collect();
    json!({"files": files, "calls": session.calls}).to_string().into_bytes()
}

/// Up to four calls about the files of a recipe: its patch, and others made for the same files.
fn described(bytes: &mut Unstructured<'_>) -> Result<Session> {
    let first = recipe(bytes)?.cook();
    let calls = list(bytes, 1, 4, |bytes| {
        let name = ["ApplyPatch", "ApplyPatch", "check_patch", "Diff", "undo"];
        let name = name[usize::from(byte(bytes, 4)?)];
        let arguments = match name {
            "undo" => json!({"receipt_id": format!("r{}", byte(bytes, 4)?)}),
            "Diff" => {
                let path = |bytes: &mut Unstructured<'_>| -> Result<String> {
                    let number = usize::from(byte(bytes, 4)?);
                    let path = first.case.before.files.keys().nth(number);
                    Ok(path.map_or("none".to_owned(), |path| path.to_str_lossy().into_owned()))
                };
                json!({"path_a": path(bytes)?, "path_b": path(bytes)?, "context_lines": byte(bytes, 4)?})
            }
            _ => {
                let patch = match byte(bytes, 2)? {
                    0 => first.case.patch.clone(),
                    _ => Recipe::cook_on(&recipe(bytes)?, first.case.before.clone()).case.patch,
                };
                let patch = patch.to_str_lossy().into_owned();
                match byte(bytes, 3)? {
                    0 => json!({"patch": patch, "request_id": "once"}),
                    _ => json!({"patch": patch}),
                }
            }
        };
        Ok((name.to_owned(), arguments))
    });
    Ok(Session { files: first.case.before, calls: calls? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_read_as_it_was_written() {
        let calls = vec![("Diff".to_owned(), json!({"path_a": "x"}))];
        let first = Session { files: Tree::from([("x", "a\n")]), calls };
        let again = session(&text_of(&first)).unwrap();
        assert_eq!((again.files, again.calls), (first.files, first.calls));
        assert!(!session(&[7; 200]).unwrap().calls.is_empty(), "a recipe");
    }
}
