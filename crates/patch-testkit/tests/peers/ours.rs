//! What we write, and what `git apply` and, of text alone, GNU `patch` make of it: the new tree,
//! and back the old one.

use bstr::{BString, ByteSlice as _};
use patch_gen::{Algorithm, Binary, Detect, GenOptions, Renames, Style, tree_patch};
use patch_testkit::conformance::{Thing, Things};
use patch_testkit::oracles;
use proptest::prelude::*;
use proptest::sample::select;

use crate::change::Change;
use crate::programs::{Verdict, Way, git, gnu};
use crate::without_modes;

/// Everything that can be chosen about a patch that is to be applied. Without context git looks for
/// a deletion one line too early, and takes a last line without a newline for one with it where
/// they are otherwise equal, in its own patches too.
pub(crate) fn options() -> impl Strategy<Value = GenOptions> {
    let algorithm = select(vec![Algorithm::Histogram, Algorithm::Patience, Algorithm::Myers]);
    let detect = select(vec![Detect::Nothing, Detect::Moves, Detect::Copies, Detect::CopiesOfAll]);
    let context = select(vec![3_usize, 3, 1, 2, usize::MAX]);
    (algorithm, detect, context, any::<bool>(), any::<bool>()).prop_map(
        |(algorithm, detect, context, is_plain, is_indented)| {
            let style = if is_plain { Style::Plain } else { Style::Git };
            let options = GenOptions::default().algorithm(algorithm).context(context).style(style);
            let options = options.indent_heuristic(is_indented).binary(Binary::Data);
            options.renames(Renames::default().detect(detect))
        },
    )
}

/// What is wrong about our patch for a change, in any format, by our own reading or by that of the
/// others.
pub(crate) fn wrong(change: &Change, options: &GenOptions) -> Option<String> {
    let Change { before, after, .. } = change;
    oracles::formats::check(before, after, options);
    let (old, new) = (before.to_snapshot(), after.to_snapshot());
    let patch = tree_patch(&old, &new, options).expect("data is asked for").to_bytes();
    if patch.is_empty() {
        return (before != after).then(|| format!("nothing is said of a change\n{before}{after}"));
    }
    let story = |who: &str, way: Way, said: &Verdict| {
        let patch = patch.as_bstr();
        format!("{who}, {way:?}: {said:?}\nbefore:\n{before}after:\n{after}patch:\n{patch}")
    };
    // Git forgets the mode of a file that it brings back, in its own patches too, and plain headers
    // do not have it.
    let same = |one: &Things, other: &Things, way: Way| match way {
        Way::Back => without_modes(one) == without_modes(other),
        Way::There => one == other,
    };
    // GNU `patch` takes one section after the other: no file makes way for a folder in time.
    let has_gnu =
        change.has_only_text() && options.style == Style::Plain && !has_folder_in_place(change);
    // Git makes another copy of one on the way back.
    let is_one_way = patch.contains_str("\ncopy from ");
    for (way, from, to) in [(Way::There, before, after), (Way::Back, after, before)] {
        let is_refused = is_behind_moved_link(&patch, from, to, way) || is_beyond_reach(from, to);
        if (way == Way::Back && is_one_way) || is_refused {
            continue;
        }
        let verdicts = [
            Some(("git", git(from, &patch, way))),
            has_gnu.then(|| ("patch", gnu(from, &patch, way))),
        ];
        for (who, said) in verdicts.into_iter().flatten() {
            match &said {
                Verdict::Applied(found) if same(found, to, way) => {}
                _ => return Some(story(who, way, &said)),
            }
        }
    }
    None
}

/// Whether something comes to be below a link that moves: git takes that to be behind the link, in
/// its own patches too.
fn is_behind_moved_link(patch: &[u8], from: &Things, to: &Things, way: Way) -> bool {
    let source = match way {
        Way::There => "rename from ",
        Way::Back => "rename to ",
    };
    let named = patch.lines().filter_map(|line| line.strip_prefix(source.as_bytes()));
    let mut links = named.filter(|path| matches!(from.get(path), Some(Thing::Symlink(_))));
    links.any(|link| to.0.keys().any(|path| is_below(link, path)))
}

fn is_below(link: &[u8], path: &BString) -> bool {
    path.strip_prefix(link).is_some_and(|rest| rest.starts_with(b"/"))
}

/// Whether something comes to be below a link that leads back to itself, or out of the folder: git
/// looks whether it is there already, and the system has no answer, or none for it.
fn is_beyond_reach(from: &Things, to: &Things) -> bool {
    from.0
        .keys()
        .filter(|path| leads_nowhere(from, path))
        .any(|link| to.0.keys().any(|path| is_below(link, path)))
}

/// Whether the system would give up following a link, or find what is not ours.
fn leads_nowhere(tree: &Things, path: &BString) -> bool {
    let mut real = Vec::new();
    let mut ahead: Vec<&[u8]> = path.rsplit_str("/").collect();
    let mut most = 40;
    while let Some(name) = ahead.pop() {
        match name {
            b"" | b"." => continue,
            b".." if real.pop().is_none() => return true,
            b".." => {}
            name => real.push(name),
        }
        if let Some(Thing::Symlink(target)) = tree.get(bstr::join("/", &real)) {
            if most == 0 || target.starts_with(b"/") {
                return true;
            }
            most -= 1;
            real.pop();
            ahead.extend(target.rsplit_str("/"));
        }
    }
    false
}

/// Whether a file is where the other tree has a folder.
fn has_folder_in_place(Change { before, after, .. }: &Change) -> bool {
    let is_folder = |tree: &Things, path: &BString| {
        tree.0.keys().any(|other| {
            other.strip_prefix(path.as_bytes()).is_some_and(|rest| rest.starts_with(b"/"))
        })
    };
    before.0.keys().any(|path| is_folder(after, path))
        || after.0.keys().any(|path| is_folder(before, path))
}
