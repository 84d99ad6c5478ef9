//! What a target is.

/// A target: bytes go to one oracle.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of its file in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// What it does with bytes; it panics where a promise is broken.
    pub run: fn(&[u8]),
    /// What its inputs look like.
    pub seeds: Seeds,
}

/// The form of a target's inputs, and so of what a fuzzer starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// A patch, or else a recipe for one.
    Patches,
    /// A recipe in small numbers.
    Recipes,
    /// Two texts, or else a recipe for two trees.
    Texts,
    /// A message of the protocol, as JSON.
    Messages,
    /// Files and calls of tools, as JSON, or else a recipe for them.
    Calls,
    /// Lines of JSON-RPC.
    Lines,
    /// What an interrupted commit left, or else a recipe for that.
    Journals,
    /// Paths, a line each, or else a recipe for them.
    Paths,
}
