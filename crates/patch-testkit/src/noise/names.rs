//! Names of files that are not what the tree has, or more than it has.

use patch_parse::Format;

use super::Refusal::{Fine, OnlyRight, Wrong};
use super::damage::{BOTH, Damage, UNIFIED};
use super::pair::ROOT;
use super::scene::Scene;

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "absolute_path",
        what: "the paths are absolute, below the root",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            let path = format!("{ROOT}/{}", path(scene));
            name(scene, [path.clone(), path]);
            Some(Wrong)
        },
    },
    Damage {
        name: "absolute_path_prefixed",
        what: "the paths are `a/` and `b/` and the absolute path, below the root",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            let path = path(scene);
            name(scene, ["a", "b"].map(|side| format!("{side}{ROOT}/{path}")));
            Some(Fine)
        },
    },
    Damage {
        name: "names_one_exists",
        what: "the old and the new name differ without a git header, and one of them exists",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            names_one_exists(scene);
            Some(Wrong)
        },
    },
    Damage {
        name: "names_before_after",
        what: "the paths begin with `before/` and `after/`, `old/` and `new/`, or `original/` and `modified/`",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            let pairs = [["before", "after"], ["old", "new"], ["original", "modified"]];
            let pair = scene.rng.pick(&pairs).copied()?;
            let path = path(scene);
            name(scene, pair.map(|folder| format!("{folder}/{path}")));
            Some(Wrong)
        },
    },
    Damage {
        name: "names_neither_exists",
        what: "the names are `before` and `after`, and no such files exist",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            name(scene, ["before", "after"].map(str::to_owned));
            Some(OnlyRight)
        },
    },
];

/// The path without the prefix of its side.
fn path(scene: &Scene) -> String {
    let name = &scene.look.names[0];
    match scene.format {
        Format::Unified => name.get(2..).unwrap_or_default().to_owned(),
        Format::OpenCode => name.clone(),
    }
}

fn name(scene: &mut Scene, names: [String; 2]) {
    scene.look.names = names;
    scene.look.git_line = None;
}

fn names_one_exists(scene: &mut Scene) {
    let path = path(scene);
    let names = match scene.rng.below(3) {
        0 => [format!("{path}.orig"), path],
        1 => [path.clone(), format!("{path}.new")],
        _ => [path, "/tmp/patched".to_owned()],
    };
    name(scene, names);
}
