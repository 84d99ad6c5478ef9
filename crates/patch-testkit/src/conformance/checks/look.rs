//! What is told of an entry, and what is read.

use std::sync::Mutex;

use bstr::BString;
use patch_apply::{Change, Contents, Effect, EntryKind, FileId, Opened, Workspace};

use crate::conformance::world::{World, code};
use crate::conformance::{Ability, Host, Thing};

pub(in crate::conformance) fn entries_tell_what_is_there<H: Host>(host: &H) {
    let world = World::of(host, &[("d/e/f", "text"), ("g", "")]);
    assert_eq!(world.kind("d/e/f"), Some((EntryKind::File, 4)));
    assert_eq!(world.kind("g"), Some((EntryKind::File, 0)));
    assert_eq!(world.kind("d"), Some((EntryKind::Directory, 0)));
    assert_eq!(world.kind("d/e"), Some((EntryKind::Directory, 0)));
    assert_eq!(world.kind("none"), None);
    assert_eq!(world.kind("none/none"), None);
    assert_eq!(world.kind("d/e/f/below"), None, "nothing is below a file");
    assert_eq!(world.kind("d/e/f2"), None, "a name that starts alike is another");
}

pub(in crate::conformance) fn links_on_the_way_are_followed_and_the_last_is_not<H: Host>(host: &H) {
    let tree = &[("d/f", "text"), ("l", "-> d/f"), ("dl", "-> d"), ("dangling", "-> nowhere")];
    let world = World::of(host, tree);
    assert_eq!(world.kind("dl/f"), Some((EntryKind::File, 4)));
    assert_eq!(world.kind("l"), Some((EntryKind::Symlink, 0)));
    assert_eq!(world.kind("dl"), Some((EntryKind::Symlink, 0)));
    assert_eq!(world.kind("dangling"), Some((EntryKind::Symlink, 0)));
    let read = |path, limit| world.workspace.read(&world.at(path), limit);
    assert_eq!(read("dl/f", u64::MAX).expect("it is there"), b"text");
    assert_eq!(code(read("dl/f", 3)), "limit_exceeded");
    for path in ["l", "dl", "dangling"] {
        assert_eq!(code(read(path, 9)), "not_a_file", "{path}");
    }
}

pub(in crate::conformance) fn executable_files_are_told<H: Host>(host: &H) {
    let world = World::of(host, &[("a", "+x 1"), ("b", "2"), ("d/c", "+x 3")]);
    assert!(world.is_executable("a") && !world.is_executable("b") && world.is_executable("d/c"));
    assert!(!world.is_executable("d"), "a directory is not run");
}

pub(in crate::conformance) fn no_file_is_executable<H: Host>(host: &H) {
    let mut world = World::of(host, &[("a", "1")]);
    let born = world.permit(world.add("n", "2"), None, Some(true));
    let change = world.permit(world.modify("a", "1", "3"), Some("a"), Some(true));
    world.commits(&[born, change]);
    assert!(!world.is_executable("a") && !world.is_executable("n"));
    world.assert_holds(&[("a", "3"), ("n", "2")]);
}

pub(in crate::conformance) fn empty_directories_stay<H: Host>(host: &H) {
    let world = World::of(host, &[("a", "1"), ("d/e/", "")]);
    assert_eq!(world.kind("d"), Some((EntryKind::Directory, 0)));
    assert_eq!(world.kind("d/e"), Some((EntryKind::Directory, 0)));
    assert_eq!(world.kind("d/e/f"), None);
}

pub(in crate::conformance) fn names_of_one_file_have_one_id<H: Host>(host: &H) {
    let id = |world: &World<'_, H>, path: &str| -> FileId {
        let entry = world.workspace.entry(&world.at(path)).expect("it can be looked at");
        entry.expect("it is there").id.expect("the host says that files have ids")
    };
    let world = World::of(host, &[("a", "same"), ("b", "same"), ("d/f", "same")]);
    assert_eq!(id(&world, "a"), id(&world, "./a"));
    assert_ne!(id(&world, "a"), id(&world, "b"), "two files with the same contents");
    assert_ne!(id(&world, "a"), id(&world, "d/f"));
    if host.has(Ability::Symlinks) {
        let world = World::of(host, &[("d/f", "text"), ("l", "-> d/f"), ("dl", "-> d")]);
        assert_eq!(id(&world, "d/f"), id(&world, "dl/f"), "one file by two names");
        assert_ne!(id(&world, "d/f"), id(&world, "l"), "a link is not what it leads to");
    }
    if host.has(Ability::HardLinks) {
        let world = World::of(host, &[("a", "text"), ("b", "== a"), ("d/c", "== a")]);
        assert_eq!(id(&world, "a"), id(&world, "b"), "one file by two names");
        assert_eq!(id(&world, "a"), id(&world, "d/c"), "one file by two names");
    }
}

pub(in crate::conformance) fn reading_takes_regular_files_up_to_the_limit<H: Host>(host: &H) {
    let world = World::of(host, &[("d/f", "12345"), ("e", "")]);
    let read = |path, limit| world.workspace.read(&world.at(path), limit);
    assert_eq!(read("d/f", 5).expect("at the limit"), b"12345");
    assert_eq!(read("d/f", u64::MAX).expect("without one"), b"12345");
    assert_eq!(read("e", 0).expect("at the limit"), b"");
    assert_eq!(code(read("d/f", 4)), "limit_exceeded");
    assert_eq!(code(read("d/f", 0)), "limit_exceeded");
    assert_eq!(code(read("d", 9)), "not_a_file");
    assert_eq!(code(read("none", 9)), "file_not_found");
    assert_eq!(code(read("none/none", 9)), "file_not_found");
    assert_eq!(code(read("d/f/below", 9)), "file_not_found");
}

/// [`Workspace::load`] may be written by hand, for speed: it must say what the two say.
pub(in crate::conformance) fn loading_is_looking_and_reading_in_one<H: Host>(host: &H) {
    let files = &[("a", "12345"), ("d/e/f", "12"), ("d/g", ""), ("x", "123456")];
    let links = [("dl", "-> d"), ("l", "-> a"), ("out", "-> ../x"), ("dangling", "-> nowhere")];
    let mut tree = files.to_vec();
    if host.has(Ability::Symlinks) {
        tree.extend(links);
    }
    let world = World::of(host, &tree);
    let mut opened = Opened::default();
    for path in [
        "a",
        "d/e/f",
        "x",
        "d",
        "d/e",
        "d/g",
        "none",
        "none/none",
        "a/below",
        "dl/e/f",
        "dl/g",
        "l",
        "dl",
        "out/x",
        "dangling",
        "dangling/x",
        "d/e/f",
        "a",
    ] {
        let path = world.at(path);
        let loaded = world.workspace.load(&path, 5, &mut opened);
        let parts = world.workspace.entry(&path).and_then(|entry| match entry {
            Some(entry) if entry.kind == EntryKind::File => {
                Ok(Some((entry, world.workspace.read(&path, 5)?.into())))
            }
            other => Ok(other.map(|entry| (entry, Contents::default()))),
        });
        match (loaded, parts) {
            (Ok(loaded), Ok(parts)) => assert_eq!(loaded, parts, "{path}"),
            (Err(loaded), Err(parts)) => assert_eq!(loaded.code, parts.code, "{path}"),
            (loaded, parts) => panic!("{path}: loading gives {loaded:?}, the two {parts:?}"),
        }
    }
}

/// [`Workspace::load_ahead`] may leave out what it likes; what it gives must be what loading gives.
pub(in crate::conformance) fn reading_ahead_gives_what_loading_gives<H: Host>(host: &H) {
    let mut tree = vec![("a", "12345"), ("d/e/f", "12"), ("d/g", ""), ("x", "123456")];
    let mut names = vec!["a", "d/e/f", "x", "d/g", "d", "none", "none/none", "a/below"];
    if host.has(Ability::Symlinks) {
        tree.extend([("dl", "-> d"), ("l", "-> a"), ("out", "-> ../x")]);
        names.extend(["dl/g", "l", "out/x"]);
    }
    let world = World::of(host, &tree);
    // So many that a workspace with several threads uses them.
    let paths: Vec<_> = names.iter().cycle().take(300).map(|path| world.at(path)).collect();
    let given = Mutex::new(Vec::new());
    world.workspace.load_ahead(&paths, 5, &|at, entry, contents| {
        given.lock().expect("no thread has panicked").push((at, entry, contents));
    });
    let mut opened = Opened::default();
    for (at, entry, contents) in given.into_inner().expect("no thread has panicked") {
        let path = paths.get(at).expect("it is one that was asked for");
        let loaded = world.workspace.load(path, 5, &mut opened).expect("it was read before");
        assert_eq!(loaded, Some((entry, contents)), "{path}");
        assert_eq!(entry.kind, EntryKind::File, "{path}");
    }
}

pub(in crate::conformance) fn contents_are_bytes<H: Host>(host: &H) {
    let large: Vec<u8> = (0..300_000_u32).map(|n| (n % 251).to_le_bytes()[0]).collect();
    for contents in [
        &b"\xff\xfe\0\x80"[..],
        b"a\r\nb\nc\r",
        b"\xef\xbb\xbfmark\n",
        b"no newline",
        b"\n",
        &large,
    ] {
        let mut world = World::of(host, &[("old", "1")]);
        let write = |change: Change| match change.effect {
            Effect::Write { permissions, .. } => {
                let effect = Effect::Write { contents: contents.into(), permissions };
                Change { effect, ..change }
            }
            _ => change,
        };
        let changes = [write(world.add("new", "")), write(world.modify("old", "1", ""))];
        world.commits(&changes);
        for path in ["new", "old"] {
            let read = world.workspace.read(&world.at(path), u64::MAX).expect("it is there");
            assert!(
                read == contents,
                "{path} comes back as other bytes: {:?}",
                BString::from(contents)
            );
            assert_eq!(world.kind(path), Some((EntryKind::File, contents.len() as u64)));
            let thing = Thing::File { contents: contents.into(), executable: false };
            assert_eq!(world.things().get(path), Some(&thing));
        }
    }
}
