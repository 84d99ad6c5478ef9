//! The targets, and the paths of their files.

use std::path::PathBuf;

use crate::error::{Result, misused};
use crate::files::{read_text, walk};
use crate::shell::root;

/// A target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    pub(super) name: String,
}

impl Target {
    /// All targets, by their names: the files of `fuzz/fuzz_targets`.
    pub(super) fn all() -> Result<Vec<Self>> {
        let files = walk(&root().join("fuzz/fuzz_targets"), &|_| true)?;
        let stems = files.iter().filter_map(|path| path.file_stem()?.to_str());
        Ok(stems.map(|name| Self { name: name.to_owned() }).collect())
    }

    /// The target of this name.
    pub(super) fn named(name: &str) -> Result<Self> {
        let all = Self::all()?;
        let names: Vec<_> = all.iter().map(|target| target.name.as_str()).collect();
        let names = names.join("`, `");
        match all.into_iter().find(|target| target.name == name) {
            Some(target) => Ok(target),
            None => misused(format!("there is no fuzz target {name:?}; the targets are `{names}`")),
        }
    }

    /// The libFuzzer options in the target's file, as arguments: limits for each input, and the
    /// dictionary.
    pub(super) fn arguments(&self) -> Result<Vec<String>> {
        let text = read_text(&root().join(format!("fuzz/options/{}.options", self.name)))?;
        Ok(arguments(&text))
    }

    /// The inputs that a fuzzer starts from.
    pub(super) fn seeds(&self) -> PathBuf {
        self.folder("seeds")
    }

    /// Inputs that fuzzers on this machine found worth keeping.
    pub(super) fn corpus(&self) -> PathBuf {
        self.folder("corpus")
    }

    /// Inputs that break the oracle.
    pub(super) fn artifacts(&self) -> PathBuf {
        self.folder("artifacts")
    }

    /// The output of libFuzzer.
    pub(super) fn log(&self) -> PathBuf {
        root().join("fuzz/logs").join(&self.name).with_extension("log")
    }

    /// Finds that are kept as regressions.
    pub(super) fn found(&self) -> PathBuf {
        root().join("crates/patch-testkit/corpora/regressions").join(&self.name)
    }

    fn folder(&self, what: &str) -> PathBuf {
        root().join("fuzz").join(what).join(&self.name)
    }
}

/// The lines `key = value` of an options file, as libFuzzer takes them. The format is that of
/// `ClusterFuzz`, which reads the same files.
fn arguments(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.split_once('='));
    lines.map(|(key, value)| (key.trim(), value.trim())).map(argument).collect()
}

fn argument((key, value): (&str, &str)) -> String {
    if key == "dict" {
        return format!("-dict={}", root().join("fuzz/dictionaries").join(value).display());
    }
    format!("-{key}={value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_limits_for_each_input() {
        let all = Target::all().unwrap();
        assert!(all.len() >= 15, "{all:?}");
        for target in all {
            let arguments = target.arguments().unwrap();
            for limit in ["-max_len=", "-timeout=", "-rss_limit_mb="] {
                let has = arguments.iter().any(|argument| argument.starts_with(limit));
                assert!(has, "{}: {limit} is missing", target.name);
            }
            let dictionary = arguments.iter().find_map(|argument| argument.strip_prefix("-dict="));
            assert!(dictionary.is_none_or(|path| PathBuf::from(path).is_file()), "{dictionary:?}");
        }
    }

    #[test]
    fn every_target_has_its_binary() {
        let manifest = read_text(&root().join("fuzz/Cargo.toml")).unwrap();
        for target in Target::all().unwrap() {
            let name = target.name;
            let binary = format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
            assert!(manifest.contains(&binary), "{name}");
        }
    }

    #[test]
    fn an_options_file_is_read() {
        let found = arguments("[libfuzzer]\ntimeout = 10\ndict = patch.dict\n");
        assert_eq!(found[0], "-timeout=10");
        assert!(found[1].starts_with("-dict=") && found[1].ends_with("dictionaries/patch.dict"));
        assert!(Target::named("none").unwrap_err().is_usage());
    }
}
