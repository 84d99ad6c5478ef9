//! Pairs of releases in cargo's registry folder: whatever was fetched for builds on this machine.
//! Nothing is fetched.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::{Context as _, Result, fail};
use crate::releases::{Pair, Release};

/// Where cargo unpacks what it fetched.
fn registry() -> Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    match home {
        Some(home) => Ok(home.join("registry/src")),
        None => fail("nobody knows where cargo's folder is; set CARGO_HOME"),
    }
}

/// Consecutive releases of one name among those present, by their names.
///
/// # Errors
///
/// When there is no such folder.
pub fn pairs() -> Result<Vec<Pair>> {
    let registry = registry()?;
    let mut releases: BTreeMap<String, BTreeMap<Vec<u64>, Release>> = BTreeMap::new();
    for index in folders(&registry)? {
        for path in folders(&index)? {
            let folder = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some((name, version)) = name_and_version(&folder) else { continue };
            let numbers = version.split('.').map(|part| part.parse().unwrap_or(0)).collect();
            let release = Release { version: version.to_owned(), path };
            releases.entry(name.to_owned()).or_default().insert(numbers, release);
        }
    }
    let pairs = releases.into_iter().flat_map(|(name, releases)| {
        let releases: Vec<Release> = releases.into_values().collect();
        let pair = |two: &[Release]| match two {
            [old, new] => Some(Pair { name: name.clone(), old: old.clone(), new: new.clone() }),
            _ => None,
        };
        releases.windows(2).filter_map(pair).collect::<Vec<_>>()
    });
    Ok(pairs.collect())
}

fn folders(path: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(path).context(path.display())?;
    Ok(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect())
}

/// `serde_json-1.0.154`: the name, and the version if it has exactly three numbers.
fn name_and_version(folder: &str) -> Option<(&str, &str)> {
    let (name, version) = folder.rsplit_once('-')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (version.split('.').count() == 3 && version.split('.').all(is_number))
        .then_some((name, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_known_by_their_folder() {
        assert_eq!(name_and_version("serde_json-1.0.154"), Some(("serde_json", "1.0.154")));
        assert_eq!(name_and_version("percent-encoding-2.2.0"), Some(("percent-encoding", "2.2.0")));
        for other in ["wasi-0.11.0+wasi-snapshot-preview1", "x-1.0.0-rc.1", "name", "a-b"] {
            assert_eq!(name_and_version(other), None, "{other}");
        }
    }
}
