//! The inputs that a fuzzer starts from: made from the corpora, the examples in them and recipes,
//! not kept as files.

use std::collections::BTreeSet;

use acp_diff_types::AbsolutePath;
use patch_apply::apply;
use patch_gen::{GenOptions, Style, opencode, tree_changes, tree_patch};
use patch_parse::parse;
use patch_tools::wire::TreeChange;
use serde_json::json;

use super::calls::text_of;
use super::cases::case_of;
use super::target::{Seeds, Target};
use super::texts::BETWEEN;
use crate::corpus::{self, ApplyExample};
use crate::noise::{Pair, SAMPLES};
use crate::oracles::tools::Session;
use crate::{Rules, Tree};

/// Recipes to start from: with fewer a fuzzer soon finds the rest.
const RECIPES: u32 = 200;

/// The longest recipe, in bytes.
const LONGEST_RECIPE: usize = 160;

impl Target {
    /// Inputs to start from, each with a name, and no two alike.
    ///
    /// # Panics
    ///
    /// When a file of the corpora is malformed.
    pub fn seeds(&self) -> Vec<(String, Vec<u8>)> {
        self.seeds_with(&[])
    }

    /// One of `step` of them, and everything that fuzzers found.
    ///
    /// # Panics
    ///
    /// As [`seeds`](Self::seeds).
    pub fn some_seeds(&self, step: usize) -> Vec<(String, Vec<u8>)> {
        one_of(step, self.seeds())
    }

    /// The same with patches of others among them, under their names, in the form that the target
    /// takes.
    ///
    /// # Panics
    ///
    /// As [`seeds`](Self::seeds).
    pub fn seeds_with(&self, patches: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
        let of_examples = |seeds: fn(&ApplyExample) -> Vec<Vec<u8>>| {
            let examples =
                corpus::apply_examples().into_iter().chain(patches.iter().filter_map(example));
            numbered(examples.flat_map(|example| {
                let seeds = seeds(&example).into_iter();
                seeds.map(|bytes| (example.name.clone(), bytes)).collect::<Vec<_>>()
            }))
        };
        let mut seeds = match self.seeds {
            Seeds::Patches => [corpus::raw(), patches.to_vec(), samples(), recipes()].concat(),
            Seeds::Recipes => recipes(),
            Seeds::Texts => [of_examples(texts), recipes()].concat(),
            Seeds::Messages => of_examples(messages),
            Seeds::Calls => [of_examples(calls), recipes()].concat(),
            Seeds::Lines => {
                let some = one_of(8, corpus::raw());
                some.into_iter().chain(patches.iter().cloned()).filter_map(lines).collect()
            }
            Seeds::Journals => behind(0x80, recipes()),
            Seeds::Paths => {
                let all = corpus::raw().into_iter().chain(patches.iter().cloned());
                [behind(0xFF, recipes()), all.filter_map(paths).collect()].concat()
            }
        };
        if self.name == "cost" {
            for (_, bytes) in &mut seeds {
                bytes.splice(..0, [0, u8::MAX]);
            }
        }
        seeds.extend(corpus::found_by(self.name));
        let mut known = BTreeSet::new();
        seeds.retain(|(_, bytes)| known.insert(bytes.clone()));
        seeds
    }
}

/// One of `step`, and all that fuzzers found.
fn one_of(step: usize, seeds: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let (found, others): (Vec<_>, Vec<_>) =
        seeds.into_iter().partition(|(name, _)| corpus::is_found(name));
    others.into_iter().step_by(step).chain(found).collect()
}

/// A patch of others, with files that it could be about and the result of applying it.
fn example((name, text): &(String, Vec<u8>)) -> Option<ApplyExample> {
    let case = case_of(text, Rules::default())?;
    let patch = parse(text).ok()?;
    let mut files = case.before.to_memory();
    let expected = apply(&patch, &mut files, &case.rules.to_options());
    let expected = expected.map(|_| Tree::of_memory(&files)).map_err(|refusal| refusal.code());
    Some(ApplyExample { name: name.clone(), case, expected })
}

/// Bytes that look random and are the same each time.
fn recipes() -> Vec<(String, Vec<u8>)> {
    let recipe = |number: u32| {
        let mut state = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut byte = |_| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            state.to_be_bytes()[0]
        };
        let length = (16..LONGEST_RECIPE).nth(number as usize % (LONGEST_RECIPE - 16));
        (format!("recipe-{number}"), (0..length.unwrap_or(16)).map(&mut byte).collect())
    };
    (0..RECIPES).map(recipe).collect()
}

/// Changes of sources that read like real ones, in every format that is generated.
fn samples() -> Vec<(String, Vec<u8>)> {
    let of_pair = |pair: &Pair<'_>| {
        let [old, new] = [pair.old, pair.new].map(|text| Tree::from([(pair.path, text)]));
        let (old, new) = (old.to_snapshot(), new.to_snapshot());
        let options = GenOptions::default();
        let styles = [Style::Git, Style::Plain].map(|style| options.clone().style(style));
        let unified = styles.into_iter().filter_map(|options| {
            tree_patch(&old, &new, &options).ok().map(|patch| patch.to_bytes())
        });
        let envelope = opencode::patch(tree_changes(&old, &new), &options);
        let envelope = envelope.ok().map(|patch| patch.to_bytes());
        unified.chain(envelope).map(|text| (pair.path.to_owned(), text)).collect::<Vec<_>>()
    };
    numbered(SAMPLES.iter().flat_map(of_pair))
}

/// Each after a byte that gives its kind; if that byte says more, the number of the seed chooses.
fn behind(first: u8, seeds: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let put = |(number, (name, bytes)): (u8, (String, Vec<u8>))| {
        let first = if first == u8::MAX { first } else { first | (number & 0x3F) };
        (name, [&[first], &*bytes].concat())
    };
    (0..=u8::MAX).cycle().zip(seeds).map(put).collect()
}

/// A case as calls of the tools: checked, applied, compared and taken back.
fn calls(ApplyExample { case, .. }: &ApplyExample) -> Vec<Vec<u8>> {
    let Ok(patch) = std::str::from_utf8(&case.patch) else { return Vec::new() };
    let paths: Vec<_> = case.before.files.keys().map(ToString::to_string).collect();
    let calls = [
        ("check_patch", json!({"patch": patch})),
        ("ApplyPatch", json!({"patch": patch, "request_id": "1"})),
        ("Diff", json!({"path_a": paths.first(), "path_b": paths.last(), "context_lines": 1})),
        ("undo", json!({"receipt_id": "r1"})),
        ("ApplyPatch", json!({"patch": patch})),
    ];
    let calls = calls.into_iter().map(|(tool, arguments)| (tool.to_owned(), arguments));
    vec![text_of(&Session { files: case.before.clone(), calls: calls.collect() })]
}

/// A patch in lines of JSON-RPC: each tool, each method, and invalid lines.
fn lines((name, text): (String, Vec<u8>)) -> Option<(String, Vec<u8>)> {
    let patch = String::from_utf8(text).ok()?;
    let line = |id: u8, tool: &str, arguments: serde_json::Value| {
        let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": id}});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    let messages = [
        json!({"jsonrpc": "2.0", "id": 0, "method": "tools/list"}),
        line(1, "apply_patch", json!({"patch": patch})),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        line(2, "undo", json!({"receipt_id": "r1"})),
        line(3, "diff", json!({"path_a": "x", "path_b": "d/y"})),
        line(4, "check_patch", json!({"patch": patch})),
        json!({"id": 5}),
    ];
    let messages = messages.map(|message| message.to_string());
    Some((name, messages.join("\n").into_bytes()))
}

/// The names in a patch, a line each.
fn paths((name, text): (String, Vec<u8>)) -> Option<(String, Vec<u8>)> {
    let patch = parse(&text).ok()?;
    let paths = patch.files.iter().map(|file| file.operation.path().as_bstr().to_vec());
    Some((name, paths.collect::<Vec<_>>().join(&b'\n')))
}

/// The two texts of each file that a case changes.
fn texts(ApplyExample { case, expected, .. }: &ApplyExample) -> Vec<Vec<u8>> {
    let Ok(after) = expected else { return Vec::new() };
    let changed = case.before.files.iter().filter_map(|(path, old)| {
        let new = after.files.get(path)?;
        Some([b"\0", &**old.contents, &[BETWEEN], &**new.contents].concat())
    });
    changed.collect()
}

/// The effect of a case, as messages of both versions of the protocol.
fn messages(ApplyExample { case, expected, .. }: &ApplyExample) -> Vec<Vec<u8>> {
    // A refused case is presented as if it had succeeded.
    let nothing = Tree::default();
    let messages = messages_of(&case.before, expected.as_ref().unwrap_or(&nothing));
    messages.into_iter().map(|message| message.to_string().into_bytes()).collect()
}

fn messages_of(before: &Tree, after: &Tree) -> Vec<serde_json::Value> {
    let (old, new) = (before.to_snapshot(), after.to_snapshot());
    let root = AbsolutePath::new("/repo").expect("it is absolute");
    let change = TreeChange::between(&old, &new, &root);
    let mut messages = Vec::new();
    for diff in change.to_v1().into_iter().flatten() {
        messages.push(json!(diff));
    }
    if let Ok(diff) = change.to_v2(&GenOptions::default()) {
        let content = json!({"type": "diff", "changes": diff.changes, "patch": diff.patch});
        let update = json!({
            "toolCallId": "1", "title": "edit", "kind": "edit", "status": "pending",
            "content": [content], "locations": [{"path": "/repo/x", "line": 1}],
        });
        let mut notified = update.clone();
        notified["sessionUpdate"] = json!("tool_call_update");
        let options = json!([{"optionId": "a", "name": "Allow", "kind": "allow_once"}]);
        messages.extend([
            json!(diff),
            json!({"sessionId": "s", "update": notified}),
            json!({"sessionId": "s", "title": "edit?", "options": options,
                "subject": {"type": "tool_call", "toolCall": update}}),
            content,
        ]);
    }
    messages
}

/// Names that are told apart.
fn numbered(seeds: impl Iterator<Item = (String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let name = |(number, (name, bytes))| (format!("{name}-{number}"), bytes);
    seeds.enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_never_left_out() {
        let seed = |name: &str| (name.to_owned(), Vec::new());
        let seeds = ["apply/1", "regressions/x", "apply/2", "regressions/cost/y", "apply/3"];
        let some = one_of(3, seeds.map(seed).to_vec());
        let names: Vec<_> = some.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["apply/1", "regressions/x", "regressions/cost/y"]);
    }
}
