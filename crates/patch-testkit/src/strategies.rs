//! Recipes for proptest. Each arm says why it is there.

use bstr::{BString, ByteSlice};
use patch_apply::{Contract, Locate, WorkspacePath};
use patch_parse::Format;
use proptest::prelude::*;

use crate::alphabet::{ENDINGS, LINES, PATHS, total};
use crate::conformance::{Thing, Things};
use crate::history::{Action, How};
use crate::noise::{Case, Damage, Noise, Pair, SAMPLES};
use crate::recipe::{Pick, Recipe, Scenario, Step, Text, Writer};
use crate::tree::is_below;
use crate::{Rules, Tree};

/// A tree, a change to it, the patch, and what went wrong on the way.
pub fn scenario() -> impl Strategy<Value = Scenario> {
    recipe(noises()).prop_map(|recipe| recipe.cook())
}

/// A scenario without noise.
pub fn clean_scenario() -> impl Strategy<Value = Scenario> {
    recipe(Just(Vec::new())).prop_map(|recipe| recipe.cook())
}

/// A scenario in which a line of every file differs from the one that the patch was made for.
pub fn stale_scenario() -> impl Strategy<Value = Scenario> {
    let touched = any::<u8>().prop_map(|part| vec![Noise::Touched(part)]);
    recipe(touched).prop_map(|recipe| recipe.cook())
}

/// Two trees, one made from the other.
pub fn trees() -> impl Strategy<Value = (Tree, Tree)> {
    clean_scenario().prop_map(|scenario| (scenario.old, scenario.new))
}

/// Everything that a tree may hold, before and after: files, links, and directories, with names of
/// any bytes. Both are made of the same few paths, so that one kind of thing becomes another.
pub fn things() -> impl Strategy<Value = (Things, Things)> {
    prop::collection::vec(path_of_any_bytes(), 1..6).prop_flat_map(|paths| {
        let of = |paths: &[BString]| {
            let things = prop::collection::vec(prop::option::weighted(0.7, thing()), paths.len());
            let paths = paths.to_vec();
            things.prop_map(move |things| tree_of(&paths, things))
        };
        (of(&paths), of(&paths))
    })
}

/// What can coexist in a tree: of a file and a path below it, the first counts.
fn tree_of(paths: &[BString], things: Vec<Option<Thing>>) -> Things {
    let mut tree = Things::default();
    for (path, thing) in paths.iter().zip(things) {
        let meets = |other: &BString| {
            let (path, other) = (path.as_bstr(), other.as_bstr());
            path == other || is_below(path, other) || is_below(other, path)
        };
        if let Some(thing) = thing.filter(|_| !tree.0.keys().any(meets)) {
            tree.0.insert(path.clone(), thing);
        }
    }
    tree
}

fn path_of_any_bytes() -> impl Strategy<Value = BString> {
    let part = prop_oneof![
        // Names that meet, and that links lead to.
        6 => prop::sample::select(vec!["a", "b", "d", "l"]).prop_map(|name| name.as_bytes().to_vec()),
        // What has a meaning in a header: prefixes, quotes, blanks, arrows, endings.
        2 => prop::sample::select(vec!["a b", " x ", "\"", "\\n", "x\ty", "{a => b}", "x\r", "-", "#", "x.orig"])
            .prop_map(|name| name.as_bytes().to_vec()),
        // Everything else that a file system takes.
        3 => prop::collection::vec((1_u8..=255).prop_filter("no separator", |byte| *byte != b'/'), 1..6),
    ];
    let parts =
        prop::collection::vec(part, 1..4).prop_map(|parts| BString::from(parts.join(&b'/')));
    // No patch names a drive, `..` or `.git`.
    parts.prop_filter("a path that a patch may name", |path| {
        WorkspacePath::new(0, path).is_ok_and(|checked| checked.as_bstr() == path.as_bstr())
    })
}

fn thing() -> impl Strategy<Value = Thing> {
    let contents = prop_oneof![
        // Texts, with every ending.
        4 => text().prop_map(|text| text.write()),
        // Empty files are made and unmade by headers alone.
        2 => Just(BString::default()),
        // What text cannot carry.
        2 => prop::collection::vec(any::<u8>(), 0..20).prop_map(BString::from),
        1 => Just(BString::from("a\0b\n")),
    ];
    let target = prop_oneof![
        // To things of the tree, or to nothing.
        4 => prop::sample::select(vec!["a", "d/l", "../b", "none", "."]).prop_map(BString::from),
        // Out of it.
        3 => prop::sample::select(vec!["../../../out", "/etc/passwd", "..", ".git/config"]).prop_map(BString::from),
        // Any bytes.
        2 => prop::collection::vec(1_u8..=255, 1..8).prop_map(BString::from),
    ];
    prop_oneof![
        3 => (contents, executable())
            .prop_map(|(contents, executable)| Thing::File { contents, executable }),
        2 => target.prop_map(Thing::Symlink),
    ]
}

/// Text that may or may not be a patch.
pub fn patch_text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        // Whole patches, or nearly: the deep parts of the grammar.
        6 => scenario().prop_map(|scenario| scenario.case.patch),
        // Several noises at once: recovery from more than one mistake.
        3 => recipe(prop::collection::vec(noise(), 2..6)).prop_map(|recipe| recipe.cook().case.patch),
        // Anything: the first line of defence.
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
}

/// A patch that was damaged in one way, with what is right.
pub fn damaged() -> impl Strategy<Value = Case> {
    let damages: Vec<&'static Damage> = Damage::all().filter(|damage| damage.is_held()).collect();
    let format = prop::sample::select(vec![Format::Unified, Format::OpenCode]);
    (two_texts(), prop::sample::select(damages), format, any::<u64>()).prop_filter_map(
        "the texts do not lend themselves to it",
        |((path, old, new), damage, format, seed)| {
            let pair = Pair { path: &path, old: &old, new: &new };
            damage.case(&pair, format, seed)
        },
    )
}

/// A path, and two texts of which one was made from the other.
fn two_texts() -> impl Strategy<Value = (String, Vec<u8>, Vec<u8>)> {
    let sample = prop::sample::select(SAMPLES.to_vec());
    let lines = prop::collection::vec(code(), 20..70);
    let edit = (any::<prop::sample::Index>(), 0_usize..3, prop::collection::vec(code(), 0..3));
    let edits = prop::collection::vec(edit, 1..5);
    prop_oneof![
        // Texts that read like real ones.
        1 => sample.prop_map(|pair| (pair.path.to_owned(), pair.old.to_vec(), pair.new.to_vec())),
        // Many more of them, and more alike.
        2 => (lines, edits).prop_map(|(old, edits)| {
            let mut new = old.clone();
            for (at, removed, added) in edits {
                let at = at.index(new.len());
                let end = (at + removed).min(new.len());
                new.splice(at..end, added);
            }
            ("src/x.rs".to_owned(), old.concat().into_bytes(), new.concat().into_bytes())
        }),
    ]
}

/// A statement or a function that looks like code and has no meaning in a patch. Its lines are as
/// deep as code has them: what is at no depth of its block is taken for a mistake.
fn code() -> impl Strategy<Value = String> {
    prop_oneof![
        // It is there once.
        6 => (0_u32..10_000).prop_map(|n| format!("let value_{n} = \"{n}\";\n")),
        // It is there several times.
        3 => (0_u32..4).prop_map(|n| format!("call({n});\n")),
        // What is everywhere.
        1 => Just("\n".to_owned()),
        // An anchor, and lines in a block.
        2 => (0_u32..100, 0_u32..4).prop_map(|(n, m)| {
            format!("fn function_{n}() {{\n    let value = {m};\n    call({m});\n}}\n")
        }),
    ]
}

/// A recipe with this noise.
pub fn recipe(noise: impl Strategy<Value = Vec<Noise>>) -> impl Strategy<Value = Recipe> {
    let files = prop::collection::vec((path(), text(), executable()), 1..4);
    let steps = prop::collection::vec(step(), 1..5);
    (files, steps, writer(), context(), noise, rules()).prop_map(
        |(files, steps, writer, context, noise, rules)| Recipe {
            files,
            steps,
            writer,
            context,
            noise,
            rules,
        },
    )
}

/// Something that happens to a tree, with what goes wrong on the way.
pub fn action() -> impl Strategy<Value = Action> {
    let number = any::<Pick>;
    prop_oneof![
        // What everything is about.
        8 => (recipe(noises()), how()).prop_map(|(recipe, how)| Action::Apply(recipe, how)),
        // Only what was applied can be taken back.
        4 => how().prop_map(Action::Undo),
        // Others work there, too.
        2 => (number(), text()).prop_map(|(file, text)| Action::Edit(file, text)),
        1 => number().prop_map(Action::Remove),
    ]
}

fn how() -> impl Strategy<Value = How> {
    // Commits here have up to 60 steps, most of them a dozen, and a recovery has fewer: a step that
    // is not reached is no trouble at all.
    let step = || prop_oneof![3 => 0_usize..12, 1 => 0_usize..60];
    let again = || prop_oneof![3 => 0_usize..4, 1 => 0_usize..30];
    prop_oneof![
        // Most commits go well.
        3 => Just(How::Plainly),
        // A person grants a part.
        2 => any::<bool>().prop_map(How::InPart),
        // The file changes under our hands.
        2 => (any::<Pick>(), text()).prop_map(|(file, text)| How::Disturbed(file, text)),
        // A disk is full, a name is taken, a right is missing.
        2 => step().prop_map(How::Faulty),
        // The machine is switched off, and off again.
        3 => (step(), again()).prop_map(|(step, again)| How::Killed(step, again)),
    ]
}

fn path() -> impl Strategy<Value = Pick> {
    0..total(PATHS)
}

fn line() -> impl Strategy<Value = Pick> {
    0..total(LINES)
}

fn executable() -> impl Strategy<Value = bool> {
    // Modes matter to one contract only, and hide other differences from the other.
    prop::bool::weighted(0.1)
}

/// A text of up to a few screens.
pub fn text() -> impl Strategy<Value = Text> {
    let repeat = prop_oneof![
        // As it is.
        20 => Just(1_usize),
        // Everything is ambiguous.
        3 => 2_usize..4,
        // Past the number of places that an index may keep.
        1 => Just(70),
    ];
    let lines = prop_oneof![
        // Room for several hunks.
        8 => prop::collection::vec(line(), 0..24),
        // The edges: empty files, and files of one line.
        2 => prop::collection::vec(line(), 0..2),
    ];
    (
        lines,
        0..total(ENDINGS),
        // A missing final newline is rare in the world and the edge where most writers fail.
        prop::bool::weighted(0.75),
        // A byte-order mark is invisible, and must stay so.
        prop::bool::weighted(0.05),
        // A file that is not UTF-8 takes no text beyond ASCII.
        prop::bool::weighted(0.05),
        repeat,
    )
        .prop_map(|(lines, endings, final_newline, mark, latin, repeat)| Text {
            lines,
            endings,
            final_newline,
            mark,
            latin,
            repeat,
        })
}

fn step() -> impl Strategy<Value = Step> {
    let number = any::<Pick>;
    let edit = (number(), number(), 0_usize..4, prop::collection::vec(line(), 0..4))
        .prop_map(|(file, at, remove, insert)| Step::Edit { file, at, remove, insert });
    prop_oneof![
        // What nearly every patch does.
        10 => edit,
        // Whole files: the headers say what happens, and paths collide.
        4 => (path(), text(), executable()).prop_map(|(path, text, bit)| Step::Add(path, text, bit)),
        2 => number().prop_map(Step::Delete),
        // Swaps and chains need several of these.
        4 => (number(), path()).prop_map(|(file, path)| Step::Move(file, path)),
        // Refused under one contract.
        1 => (number(), path()).prop_map(|(file, path)| Step::Copy(file, path)),
        // Ignored under one contract.
        1 => number().prop_map(Step::Chmod),
    ]
}

fn writer() -> impl Strategy<Value = Writer> {
    prop_oneof![
        // The generator under test.
        3 => Just(Writer::Git),
        2 => Just(Writer::Plain),
        // Renames and copies, which the generator does not write.
        3 => Just(Writer::OwnUnified),
        // The other format; anchors at no, every and every second hunk.
        4 => (0_u8..3).prop_map(Writer::OpenCode),
    ]
}

fn context() -> impl Strategy<Value = usize> {
    prop_oneof![
        // The usual.
        6 => Just(3_usize),
        // Little context makes for several places.
        3 => 1_usize..3,
        // None at all: the numbers decide, or nothing does.
        2 => Just(0),
        // The whole file.
        1 => Just(1000),
    ]
}

fn rules() -> impl Strategy<Value = Rules> {
    let contract = prop_oneof![3 => Just(Contract::Agent), 2 => Just(Contract::Git)];
    let locate = prop_oneof![3 => Just(Locate::First), 1 => Just(Locate::Unique)];
    (contract, locate, prop::bool::weighted(0.1)).prop_map(|(contract, locate, overwrite)| Rules {
        contract,
        locate,
        overwrite,
    })
}

fn noises() -> impl Strategy<Value = Vec<Noise>> {
    prop_oneof![
        // Clean patches must apply.
        3 => Just(Vec::new()),
        // One mistake is what people and models make.
        6 => noise().prop_map(|noise| vec![noise]),
        // Two that meet.
        3 => prop::collection::vec(noise(), 2..3),
    ]
}

/// One thing that goes wrong.
fn noise() -> impl Strategy<Value = Noise> {
    prop_oneof![
        // Stale or invented numbers: the commonest fault of all.
        4 => (-9_i8..10).prop_map(Noise::Drift),
        2 => Just(Noise::NoNumbers),
        2 => Just(Noise::WrongCounts),
        // What editors, mailers and terminals do to blanks and endings.
        2 => Just(Noise::TrailingBlanks),
        2 => Just(Noise::StrippedContext),
        // What models do to blocks they move, and chat windows to quotes.
        2 => (1_u8..5).prop_map(Noise::Indented),
        1 => Just(Noise::CollapsedBlanks),
        1 => Just(Noise::Typography),
        2 => Just(Noise::SpacesInFiles),
        2 => Just(Noise::CrLfPatch),
        // What models put around a patch.
        1 => Just(Noise::Prose),
        1 => Just(Noise::Fence),
        1 => Just(Noise::Heredoc),
        // A limit of tokens, or a connection, ends the text anywhere.
        2 => any::<u8>().prop_map(Noise::Cut),
        1 => Just(Noise::Twice),
        // Two hunks over one place: they overlap.
        2 => Just(Noise::LastHunkAgain),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(part, byte)| Noise::Byte(part, byte)),
        // Nothing but the root is the patch's to touch.
        1 => any::<u8>().prop_map(Noise::Elsewhere),
        // The file moved on since it was read.
        4 => (1_u8..12).prop_map(Noise::Prepended),
        2 => Just(Noise::Doubled),
        2 => Just(Noise::CrLfFiles),
        2 => Just(Noise::BlanksInFiles),
        2 => any::<u8>().prop_map(Noise::Touched),
        1 => any::<u8>().prop_map(Noise::Gone),
        2 => any::<u8>().prop_map(Noise::Appeared),
    ]
}
