//! Evaluates the `.gitignore` files of a directory as git does.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bstr::ByteSlice;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The entries below a directory that are ignored. Each `.gitignore` is read once.
pub(super) struct Ignored {
    root: PathBuf,
    rules: Mutex<HashMap<PathBuf, Arc<Gitignore>>>,
}

impl Ignored {
    /// The rules of a directory and of all below it.
    pub(super) fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), rules: Mutex::default() }
    }

    /// Whether a path below the directory is ignored. None of the folders above it is, or the walk
    /// would not have got there.
    pub(super) fn names(&self, path: &Path, is_folder: bool) -> bool {
        for folder in path.ancestors().skip(1) {
            match self.rules(folder).matched(path, is_folder) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None if folder == self.root => return false,
                Match::None => {}
            }
        }
        false
    }

    fn rules(&self, folder: &Path) -> Arc<Gitignore> {
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        let known = rules.entry(folder.to_owned());
        Arc::clone(known.or_insert_with(|| Arc::new(read(folder))))
    }
}

/// The rules of one file; empty if it does not exist.
#[expect(
    clippy::disallowed_methods,
    reason = "it is read where the tree is walked, and nothing is changed"
)]
fn read(folder: &Path) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    let text = fs::read(folder.join(".gitignore")).unwrap_or_default();
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
    for line in text.lines() {
        // As in git, a pattern that cannot be read matches nothing.
        if let Some(line) = pattern(&line.to_str_lossy()) {
            let _ = builder.add_line(None, &line);
        }
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// A line in the syntax of the library, which does not know `[:alpha:]`, takes `{a,b}` for
/// alternatives and `!` alone for a pattern that takes back all others; `None` if the line matches
/// nothing.
fn pattern(line: &str) -> Option<String> {
    if line.trim_end() == "!" {
        return None;
    }
    let (mut pattern, mut rest) = (String::with_capacity(line.len()), line);
    // After the bracket that begins a character class, and the characters that belong to it.
    let mut class = None;
    while let Some(next) = rest.chars().next() {
        let named = class.and_then(|_| rest.strip_prefix("[:")?.split_once(":]"));
        if let Some((name, behind)) = named {
            pattern.push_str(characters(name)?);
            (class, rest) = (Some(1), behind);
            continue;
        }
        if class.is_none() && matches!(next, '{' | '}') {
            pattern.push('\\');
        }
        class = match (class, next) {
            (None, '[') | (Some(0), '!' | '^') => Some(0),
            (None, _) | (Some(1..), ']') => None,
            (Some(_), _) => Some(1),
        };
        pattern.push(next);
        rest = rest.get(next.len_utf8()..).unwrap_or_default();
        // An escaped character begins and ends nothing.
        if next == '\\'
            && let Some(escaped) = rest.chars().next()
        {
            pattern.push(escaped);
            rest = rest.get(escaped.len_utf8()..).unwrap_or_default();
        }
    }
    Some(pattern)
}

/// The characters of a class in the syntax of the library, ordered so that none with a special
/// meaning at the start comes first.
fn characters(class: &str) -> Option<&'static str> {
    Some(match class {
        "alnum" => "a-zA-Z0-9",
        "alpha" => "a-zA-Z",
        "blank" => " \t",
        "cntrl" => "\u{1}-\u{1f}\u{7f}",
        "digit" => "0-9",
        "graph" => "\"-~!",
        "lower" => "a-z",
        "print" => " -~",
        "punct" => ":-@[-`{-~!-/",
        "space" => " \t\r\u{b}\u{c}",
        "upper" => "A-Z",
        "xdigit" => "a-fA-F0-9",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, named: &[&str], others: &[&str]) {
        let mut rules = GitignoreBuilder::new("");
        if let Some(line) = pattern(line) {
            rules.add_line(None, &line).unwrap();
        }
        let rules = rules.build().unwrap();
        for (names, expected) in [(named, true), (others, false)] {
            for name in names {
                assert_eq!(rules.matched(name, false).is_ignore(), expected, "{line}: {name}");
            }
        }
    }

    #[test]
    fn braces_are_characters() {
        check("{a,b}", &["{a,b}"], &["a", "b"]);
        check("*.{log,tmp}", &["x.{log,tmp}"], &["x.log", "x.tmp"]);
        check("{", &["{"], &["}"]);
        check("a}", &["a}"], &["a"]);
        check(r"\{a,b}", &["{a,b}"], &["a", "b"]);
        check("[{,}]", &["{", ",", "}"], &["[{]", "a"]);
    }

    #[test]
    fn classes_of_characters_have_names() {
        check("*.[[:digit:]]", &["a.1"], &["a.d", "a.:", "a.]"]);
        check("[[:alpha:]]*.tmp", &["x.tmp", "Xy.tmp"], &["1.tmp", "[.tmp"]);
        check("[![:alpha:]]", &["1", "-"], &["a"]);
        check("[^[:upper:]_]x", &["ax"], &["Ax", "_x"]);
        check("[[:punct:]]", &["!", "]", "\\", "~", "-"], &["a", "1"]);
        check("[[:graph:]]", &["!", "a", "~"], &[]);
        check("[]-]", &["]", "-"], &["[]-]"]);
        check("[[:none:]]", &[], &["n", ":"]);
        check("[a:]", &["a", ":"], &["b"]);
        check(r"\[[:digit:]]", &["[:]"], &["1", "[1"]);
        check("!", &[], &["!"]);
        check(r"\!", &["!"], &[]);
    }
}
