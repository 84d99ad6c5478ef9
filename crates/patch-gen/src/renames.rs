//! Finds which files of a tree come from others: moved or copied, perhaps changed on the way.
//!
//! The search is that of git: equal files first, then files of the same name, then all remaining
//! pairs, the most similar first.

mod found;
mod similar;

use std::collections::{HashMap, HashSet};

use bstr::BStr;

use self::similar::{Side, candidates, may_be_from, name};
use crate::similarity::{MOST, Pieces, score};
use crate::{Detect, Entry, FileChange, Renames, Snapshot};

pub use self::found::{FoundRenames, LeftOut};

/// How many equal files are searched for one that has the same name.
const MOST_EQUAL: usize = 100;

/// The changes, with moves and, if asked for, copies in place of the additions that they explain.
///
/// `old` is the tree before: with [`Detect::CopiesOfAll`] its unchanged files are searched, too.
///
/// Linear in the sizes of the files; then each addition is compared with each file that may be its
/// source, as long as there are no more such pairs than [`Renames::limit`] squared. The cost of a
/// pair grows with what the two have in common.
pub fn find_renames<'a>(
    changes: Vec<FileChange<'a>>,
    old: &'a Snapshot<'a>,
    renames: &Renames,
) -> FoundRenames<'a> {
    if renames.detect == Detect::Nothing {
        return FoundRenames { changes, left_out: None };
    }
    let targets = changes.iter().filter_map(|change| match change {
        FileChange::Add { path, new } if !new.is_directory() => Some(Target { path, entry: new }),
        _ => None,
    });
    let mut search = Search {
        targets: targets.collect(),
        sources: sources(&changes, old, renames.detect),
        found: HashMap::new(),
        copies: renames.detect != Detect::Moves,
        least: MOST * u64::from(renames.least.min(100)) / 100,
    };
    search.equal();
    if !search.copies {
        search.of_one_name();
    }
    let left_out = search.similar(renames.limit);
    FoundRenames { changes: search.explain(changes), left_out }
}

/// A file that may be the source of others.
struct Source<'a> {
    path: &'a BStr,
    entry: &'a Entry<'a>,
    goes: bool,
    /// Whether it is unchanged.
    is_unchanged: bool,
    /// How many files come from it; a file that stays counts itself.
    uses: usize,
}

/// A file that is new at its path.
struct Target<'a> {
    path: &'a BStr,
    entry: &'a Entry<'a>,
}

fn sources<'a>(
    changes: &[FileChange<'a>],
    old: &'a Snapshot<'a>,
    detect: Detect,
) -> Vec<Source<'a>> {
    let source = |path, entry, goes| Source {
        path,
        entry,
        goes,
        is_unchanged: false,
        uses: usize::from(!goes),
    };
    let is_copied = matches!(detect, Detect::Copies | Detect::CopiesOfAll);
    let candidates = changes.iter().filter_map(|change| match *change {
        FileChange::Delete { path, old } => Some(source(path, old, true)),
        FileChange::Modify { path, old, .. } if is_copied => Some(source(path, old, false)),
        _ => None,
    });
    let mut sources: Vec<Source<'a>> = candidates.collect();
    if detect == Detect::CopiesOfAll {
        let known: HashSet<&BStr> = sources.iter().map(|source| source.path).collect();
        let unchanged = old.iter().filter(|(path, _)| !known.contains(path));
        sources.extend(
            unchanged
                .map(|(path, entry)| Source { is_unchanged: true, ..source(path, entry, false) }),
        );
        sources.sort_by_key(|source| source.path);
    }
    sources.retain(|source| !source.entry.is_directory());
    sources
}

struct Search<'a> {
    targets: Vec<Target<'a>>,
    sources: Vec<Source<'a>>,
    /// The position of the source for each position of a target.
    found: HashMap<usize, usize>,
    copies: bool,
    /// The lowest score accepted, out of [`MOST`].
    least: u64,
}

impl<'a> Search<'a> {
    fn pair(&mut self, target: usize, source: usize) {
        if let Some(source) = self.sources.get_mut(source) {
            source.uses += 1;
        }
        self.found.insert(target, source);
    }

    fn may_use(&self, source: usize) -> bool {
        self.copies || self.sources.get(source).is_some_and(|source| source.uses == 0)
    }

    /// Pairs files of equal contents. Among several sources, one that is not used yet and has the
    /// same name is preferred.
    fn equal(&mut self) {
        let mut by_contents: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for (at, source) in self.sources.iter().enumerate() {
            by_contents.entry(&source.entry.contents).or_default().push(at);
        }
        for at in 0..self.targets.len() {
            let Some(target) = self.targets.get(at) else { continue };
            let equal = by_contents.get(&*target.entry.contents).into_iter().flatten();
            let mut best: Option<(usize, usize)> = None;
            for &source in equal.take(MOST_EQUAL) {
                let Some(from) = self.sources.get(source) else { continue };
                let is_alike =
                    from.entry.mode == target.entry.mode || are_files(from.entry, target.entry);
                if !is_alike || !self.may_use(source) {
                    continue;
                }
                let rank =
                    usize::from(from.uses == 0) + usize::from(name(from.path) == name(target.path));
                if best.is_none_or(|(most, _)| rank > most) {
                    best = Some((rank, source));
                }
            }
            if let Some((_, source)) = best {
                self.pair(at, source);
            }
        }
    }

    /// Pairs files whose name only one source and one target have, if they are similar enough:
    /// halfway from the lowest score to equality.
    fn of_one_name(&mut self) {
        let sources =
            unique_names(self.open_sources().map(|at| (at, &self.sources)), |source| source.path);
        let targets =
            unique_names(self.open_targets().map(|at| (at, &self.targets)), |target| target.path);
        let least = self.least.midpoint(MOST);
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (name, target) in targets {
            let (Some(target), Some(Some(source))) = (target, sources.get(name)) else { continue };
            let (Some(from), Some(to)) = (self.sources.get(*source), self.targets.get(target))
            else {
                continue;
            };
            if may_be_from(from.entry, to.entry, least)
                && score(&Pieces::of(from.entry), &Pieces::of(to.entry)) >= least
            {
                pairs.push((target, *source));
            }
        }
        for (target, source) in pairs {
            self.pair(target, source);
        }
    }

    fn open_targets(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.targets.len()).filter(|at| !self.found.contains_key(at))
    }

    fn open_sources(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.sources.len()).filter(|at| self.may_use(*at))
    }

    /// Pairs the remaining files, the most similar first; returns what was left out. As in git, if
    /// there are too many pairs, copies of unchanged files are left out first.
    fn similar(&mut self, limit: usize) -> Option<LeftOut> {
        let targets: Vec<usize> = self.open_targets().collect();
        let mut sources: Vec<usize> = self.open_sources().collect();
        let needed = targets.len().max(sources.len());
        let most = limit.saturating_mul(limit);
        let is_too_much = |sources: &[usize]| targets.len().saturating_mul(sources.len()) > most;
        let mut left_out = None;
        if is_too_much(&sources) {
            left_out = Some(LeftOut::CopiesOfUnchanged(needed));
            sources.retain(|at| self.sources.get(*at).is_some_and(|it| !it.is_unchanged));
        }
        if is_too_much(&sources) {
            return Some(LeftOut::Similar(needed));
        }
        let mut all = candidates(
            &sides(&targets, &self.targets, |it| (it.path, it.entry)),
            &sides(&sources, &self.sources, |it| (it.path, it.entry)),
            self.least,
        );
        all.sort_by_key(|candidate| std::cmp::Reverse((candidate.score, candidate.has_name)));
        for takes_used in [false, true] {
            for candidate in &all {
                let is_free =
                    self.sources.get(candidate.source).is_some_and(|source| source.uses == 0);
                let may_be = is_free || (takes_used && self.copies);
                if may_be && !self.found.contains_key(&candidate.target) {
                    self.pair(candidate.target, candidate.source);
                }
            }
        }
        left_out
    }

    /// The changes, with what was found. If several files come from a deleted one, the last of them
    /// is the move.
    fn explain(self, changes: Vec<FileChange<'a>>) -> Vec<FileChange<'a>> {
        let mut movers: HashMap<usize, usize> = HashMap::new();
        for (target, source) in &self.found {
            if self.sources.get(*source).is_some_and(|source| source.goes) {
                let last = movers.entry(*source).or_insert(*target);
                *last = (*last).max(*target);
            }
        }
        let moved: HashSet<&BStr> = movers
            .keys()
            .filter_map(|source| self.sources.get(*source))
            .map(|it| it.path)
            .collect();
        let mut targets = 0..;
        let explain = |change: FileChange<'a>| match change {
            FileChange::Delete { path, .. } if moved.contains(&path) => None,
            FileChange::Add { path, new } if !new.is_directory() => {
                let target = targets.next()?;
                let source = self.found.get(&target);
                let Some((source, at)) = source.and_then(|at| Some((self.sources.get(*at)?, at)))
                else {
                    return Some(change);
                };
                let (old_path, old) = (source.path, source.entry);
                Some(if movers.get(at) == Some(&target) {
                    FileChange::Move { old_path, path, old, new }
                } else {
                    FileChange::Copy { old_path, path, old, new }
                })
            }
            other => Some(other),
        };
        changes.into_iter().filter_map(explain).collect()
    }
}

/// The items at some positions of a list.
fn sides<'a, I>(
    at: &[usize],
    items: &[I],
    side: impl Fn(&I) -> (&'a BStr, &'a Entry<'a>),
) -> Vec<Side<'a>> {
    let one = |at: &usize| {
        let (path, entry) = side(items.get(*at)?);
        Some(Side { at: *at, path, entry })
    };
    at.iter().filter_map(one).collect()
}

/// Items by the last components of their paths; none for a name that several have.
fn unique_names<'i, I: 'i>(
    items: impl Iterator<Item = (usize, &'i Vec<I>)>,
    path: for<'x> fn(&'x I) -> &'i BStr,
) -> HashMap<&'i [u8], Option<usize>> {
    let mut names: HashMap<&[u8], Option<usize>> = HashMap::new();
    for (at, items) in items {
        let Some(item) = items.get(at) else { continue };
        names.entry(name(path(item))).and_modify(|one| *one = None).or_insert(Some(at));
    }
    names
}

fn are_files(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    one.mode.is_regular() && other.mode.is_regular()
}

#[cfg(test)]
mod tests;
