//! What is around the hunks: chat, fences, shells, mails, prefixes, the envelope.

use patch_parse::Format;

use super::Refusal::{self, Fine, OnlyRight, Wrong};
use super::damage::{BOTH, Damage, OPENCODE, UNIFIED};
use super::scene::Scene;

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "prose",
        what: "the model says something before and after the patch",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| Some(around(scene, "Here is the fix:\n\n", "\nLet me know if that helps.\n")),
    },
    Damage {
        name: "fence",
        what: "the patch is in a Markdown code fence",
        formats: BOTH,
        hunks: (1, 3),
        make: fence,
    },
    Damage {
        name: "fence_and_prose",
        what: "the patch is in a Markdown code fence, with talk around it",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            Some(around(scene, "I changed this:\n\n```\n", "```\n\nRun `cargo test` to check.\n"))
        },
    },
    Damage {
        name: "fence_inside",
        what: "the hunk itself has code fences as context",
        formats: BOTH,
        hunks: (1, 1),
        make: fence_inside,
    },
    Damage {
        name: "fence_inside_fence",
        what: "the hunk has code fences as context, and the patch is in one",
        formats: BOTH,
        hunks: (1, 1),
        make: |scene| {
            fence_inside(scene)?;
            fence(scene)
        },
    },
    Damage {
        name: "heredoc",
        what: "the patch is in a shell heredoc",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| Some(heredoc(scene)),
    },
    Damage {
        name: "mail",
        what: "the patch comes as `git format-patch` writes it, with a signature after it",
        formats: UNIFIED,
        hunks: (1, 3),
        make: |scene| {
            let before = "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n\
                          From: A Model <model@example.org>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\n\
                          Subject: [PATCH] Fix it\n\n---\n 1 file changed\n\n";
            Some(around(scene, before, "-- \n2.47.3\n\n"))
        },
    },
    Damage {
        name: "prefix_missing",
        what: "the paths are without `a/` and `b/`, or begin with `./`",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            prefix_missing(scene);
            Some(Wrong)
        },
    },
    Damage {
        name: "prefix_doubled",
        what: "the paths have one prefix more than the format wants",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            prefix_doubled(scene);
            Some(Fine)
        },
    },
    Damage {
        name: "end_missing",
        what: "`*** End Patch` is missing, all the rest is there: as after a cut between two chunks",
        formats: OPENCODE,
        hunks: (1, 3),
        make: |scene| {
            scene.look.envelope[1] = None;
            Some(OnlyRight)
        },
    },
    Damage {
        name: "markers_starred",
        what: "the first and the last line of the envelope end in stars, too",
        formats: OPENCODE,
        hunks: (1, 3),
        make: |scene| {
            scene.look.envelope = [Some("*** Begin Patch ***"), Some("*** End Patch ***")];
            Some(Fine)
        },
    },
];

fn around(scene: &mut Scene, before: &str, after: &str) -> Refusal {
    scene.look.around = [before.to_owned(), after.to_owned()];
    Wrong
}

fn fence(scene: &mut Scene) -> Option<Refusal> {
    let words = ["```diff\n", "```\n", "```patch\n"];
    let word = scene.rng.pick(&words).copied()?;
    Some(around(scene, word, "```\n"))
}

/// Fences around the lines before the change, in the file and in the hunk.
fn fence_inside(scene: &mut Scene) -> Option<Refusal> {
    let (first, _) = scene.hunk().core()?;
    let is_behind = scene.rng.once_in(2);
    let (_, last) = scene.hunk().core()?;
    let (open, close) = if is_behind { (last, scene.hunk().lines.len()) } else { (0, first) };
    scene.insert_context(0, close, b"```");
    scene.insert_context(0, open, b"```rust");
    scene.renumber();
    (scene.is_alone() && is_found(scene)).then_some(Wrong)
}

/// Lines that came into the file have not changed where the chunks are found.
fn is_found(scene: &Scene) -> bool {
    scene.format == Format::Unified || (0..scene.hunks.len()).all(|number| scene.is_first(number))
}

fn heredoc(scene: &mut Scene) -> Refusal {
    let before = match scene.format {
        Format::Unified => "git apply <<'EOF'\n",
        Format::OpenCode => "apply_patch <<'EOF'\n",
    };
    around(scene, before, "EOF\n")
}

fn prefix_missing(scene: &mut Scene) {
    let is_dotted = scene.rng.once_in(2) || scene.format == Format::OpenCode;
    let bare = |name: &String| match scene.format {
        Format::Unified => name.get(2..).unwrap_or_default().to_owned(),
        Format::OpenCode => name.clone(),
    };
    let names = [bare(&scene.look.names[0]), bare(&scene.look.names[1])];
    scene.look.names = names.map(|name| if is_dotted { format!("./{name}") } else { name });
    scene.look.git_line = None;
}

fn prefix_doubled(scene: &mut Scene) {
    let [old, new] = &scene.look.names;
    scene.look.names = [format!("a/{old}"), format!("b/{new}")];
    scene.look.git_line = None;
}
