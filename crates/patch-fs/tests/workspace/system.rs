//! The system refuses: a full disk, a limit on file sizes, a read-only directory, a mount in the
//! way. The tree stays the old one, and the error says what was the matter.
//!
//! Each test runs itself once more in a process for which the system is so. Where that needs a
//! right that this process does not have, the test says so and checks nothing.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]
#![expect(clippy::print_stdout, reason = "what was not tested is said")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use patch_apply::{Durability, Workspace};
use patch_fs::DirWorkspace;

use crate::atomicity::fails;
use crate::support::{add, modify};
use crate::tree::{exact_snapshot, fill};

const MARK: &str = "PATCH_APPLY_TEST_INSIDE";

/// The directory that was made for the test, when it runs as it should.
fn inside() -> Option<PathBuf> {
    std::env::var_os(MARK).map(PathBuf::from)
}

/// Runs a test of this module once more, through `wrapper` and after `prepare`: a line of shell
/// that finds a directory of its own as `$DIR`. `false`, and a reason printed, where the system
/// does not let us prepare.
#[track_caller]
fn again(test: &str, wrapper: &[&str], prepare: &str) -> bool {
    let dir = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let script = format!("{prepare} && exec \"$0\" --exact system::{test} --nocapture");
    let args = [wrapper, &["bash", "-c"]].concat();
    let (first, rest) = args.split_first().unwrap();
    let run = Command::new(first)
        .args(rest)
        .arg(script)
        .arg(program)
        .env("DIR", dir.path())
        .env(MARK, dir.path())
        .output();
    let run = match run {
        Ok(run) => run,
        Err(error) => {
            println!("skipped {test}: {first}: {error}");
            return false;
        }
    };
    let said = String::from_utf8_lossy(&run.stdout);
    let error = String::from_utf8_lossy(&run.stderr);
    if !said.contains("running 1 test") {
        println!("skipped {test}: `{prepare}`: {}", error.trim());
        return false;
    }
    assert!(run.status.success() && said.contains("1 passed"), "{said}{error}");
    true
}

/// A process of its own in which file systems may be mounted.
const MOUNTS: &[&str] = &["unshare", "--mount"];

#[test]
fn a_file_may_not_fit() {
    if inside().is_some() {
        let big = "x".repeat(1 << 20);
        return fails(|_| {}, |workspace| vec![modify(workspace, "d/x", "3", &big)], "io_error");
    }
    // The signal that goes with the limit is ignored, so that writing fails instead of killing.
    assert!(again("a_file_may_not_fit", &[], "trap '' XFSZ && ulimit -f 100"));
}

#[test]
fn a_disk_may_be_full() {
    let Some(dir) = inside() else {
        again("a_disk_may_be_full", MOUNTS, "mount -t tmpfs -o size=256k tmpfs \"$DIR\"");
        return;
    };
    // The new contents do not fit, or there is not even room for a name.
    for (room, new) in [(100 << 10, 200 << 10), (0, 4096)] {
        let root = dir.join(format!("root{room}"));
        fill(&root, &[("a", "1"), ("d/b", "2"), ("d/c", "3")]);
        let mut workspace = DirWorkspace::open(&root).unwrap();
        let mut filler = vec![0_u8; 1 << 20];
        while !filler.is_empty() && fs::write(dir.join("filler"), &filler).is_err() {
            filler.truncate(filler.len().saturating_sub(4096));
        }
        filler.truncate(filler.len().saturating_sub(room));
        fs::write(dir.join("filler"), &filler).unwrap();
        let before = exact_snapshot(&root);
        for durability in [Durability::None, Durability::Full] {
            let changes = [
                modify(&workspace, "a", "1", "new"),
                modify(&workspace, "d/b", "2", &"x".repeat(new)),
                add(&workspace, "n/m", "new"),
            ];
            let error = workspace.commit(&changes, durability).unwrap_err();
            assert_eq!(error.code.as_str(), "io_error");
            assert!(error.message.contains("No space left"), "{error}");
            assert_eq!(exact_snapshot(&root), before);
        }
        fs::remove_file(dir.join("filler")).unwrap();
        let changes = [modify(&workspace, "a", "1", "new")];
        workspace.commit(&changes, Durability::Full).unwrap();
        fs::remove_dir_all(&root).unwrap();
    }
}

/// Many files are written by several threads.
#[test]
fn a_disk_may_fill_up_in_the_middle_of_many_files() {
    let Some(dir) = inside() else {
        let prepare = "mount -t tmpfs -o size=4m tmpfs \"$DIR\"";
        again("a_disk_may_fill_up_in_the_middle_of_many_files", MOUNTS, prepare);
        return;
    };
    let root = dir.join("root");
    let names: Vec<String> = (0..300).map(|number| format!("d{}/f{number}", number % 7)).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), "old")).collect();
    fill(&root, &files);
    let mut workspace = DirWorkspace::open(&root).unwrap();
    let before = exact_snapshot(&root);
    for durability in [Durability::None, Durability::Full] {
        let new = "x".repeat(12 << 10);
        let changes = names.iter().map(|name| modify(&workspace, name, "old", &new));
        let error = workspace.commit(&changes.collect::<Vec<_>>(), durability).unwrap_err();
        assert!(error.message.contains("No space left"), "{error}");
        assert_eq!(exact_snapshot(&root), before);
    }
    let changes = names.iter().map(|name| modify(&workspace, name, "old", "new"));
    workspace.commit(&changes.collect::<Vec<_>>(), Durability::Full).unwrap();
    assert_eq!(fs::read_dir(&root).unwrap().count(), 7, "no staging directory is left");
    assert!(names.iter().all(|name| fs::read(root.join(name)).unwrap() == b"new"));
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Root may write to any directory, unless it gives that right away.
#[test]
fn a_directory_may_be_read_only() {
    if is_root() && inside().is_none() {
        let wrapper = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"];
        again("a_directory_may_be_read_only", &wrapper, "true");
        return;
    }
    for read_only in ["d", "."] {
        let dir = tempfile::tempdir().unwrap();
        fill(dir.path(), &[("a", "1"), ("d/b", "2"), ("e/c", "3")]);
        set_mode(&dir.path().join(read_only), 0o555);
        if fs::write(dir.path().join(read_only).join("probe"), "").is_ok() {
            println!("skipped a_directory_may_be_read_only: this process may write anywhere");
            return;
        }
        let before = exact_snapshot(dir.path());
        let mut workspace = DirWorkspace::open(dir.path()).unwrap();
        for durability in [Durability::None, Durability::Full] {
            let changes = [
                modify(&workspace, "a", "1", "new"),
                modify(&workspace, "d/b", "2", "new"),
                modify(&workspace, "e/c", "3", "new"),
            ];
            // What may not be written is known before a commit is tried.
            for error in [workspace.check(&changes), workspace.commit(&changes, durability)] {
                let error = error.unwrap_err();
                assert_eq!(error.code.as_str(), "io_error");
                assert!(error.message.contains("Permission denied"), "{error}");
            }
            assert_eq!(exact_snapshot(dir.path()), before);
            let elsewhere = workspace.check(&[modify(&workspace, "e/c", "3", "new")]);
            assert_eq!(elsewhere.is_ok(), read_only != ".", "only what changes matters");
        }
        set_mode(&dir.path().join(read_only), 0o755);
    }
}

/// What a group might do it may no more, where a file cannot be given to it: the file is another
/// group's.
#[test]
fn a_group_that_a_file_cannot_have_takes_its_rights_along() {
    let test = "a_group_that_a_file_cannot_have_takes_its_rights_along";
    let Some(dir) = inside() else {
        if !is_root() {
            println!("skipped {test}: only root gives files away");
            return;
        }
        let prepare = [
            "chmod 711 \"$DIR\" && cp \"$0\" \"$DIR/program\" && mkdir \"$DIR/m\"",
            "chown 61234 \"$DIR/m\" && cd \"$DIR/m\"",
            "for mode in 640 664 646 750; do echo 1 >$mode; done",
            "chown 61234:45678 * && for mode in *; do chmod $mode $mode; done",
            "exec setpriv --reuid=61234 --regid=61234 --clear-groups",
        ];
        let program = format!("\"$DIR/program\" --exact system::{test} --nocapture");
        again(test, &[], &format!("{} {program}", prepare.join(" && ")));
        return;
    };
    let root = dir.join("m");
    let mut workspace = DirWorkspace::open(&root).unwrap();
    for (name, expected) in [("640", 0o600), ("664", 0o644), ("646", 0o644), ("750", 0o700)] {
        let change = modify(&workspace, name, "1\n", "2\n");
        workspace.commit(&[change], Durability::None).unwrap();
        let mode = fs::metadata(root.join(name)).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode, expected, "{name}: {mode:o}");
    }
}

#[test]
fn a_file_system_may_be_read_only() {
    let Some(dir) = inside() else {
        let mount = "mount -t tmpfs tmpfs \"$DIR\" && printf 1 >\"$DIR/a\" && printf 1 >\"$DIR/b\"";
        let prepare = format!("{mount} && mount -o remount,ro \"$DIR\"");
        again("a_file_system_may_be_read_only", MOUNTS, &prepare);
        return;
    };
    let mut workspace = DirWorkspace::open(&dir).unwrap();
    let one = vec![modify(&workspace, "a", "1", "2")];
    let two = vec![modify(&workspace, "a", "1", "2"), modify(&workspace, "b", "1", "2")];
    for changes in [one, two] {
        let error = workspace.commit(&changes, Durability::None).unwrap_err();
        assert!(error.message.contains("Read-only file system"), "{error}");
        assert!(!error.message.contains("cleared away"), "nothing was prepared: {error}");
    }
}

/// Names cannot be exchanged across file systems; neither can they be replaced whole.
#[test]
fn another_file_system_may_be_mounted_inside() {
    let Some(dir) = inside() else {
        let prepare = "mkdir \"$DIR/m\" && mount -t tmpfs tmpfs \"$DIR/m\"";
        again("another_file_system_may_be_mounted_inside", MOUNTS, prepare);
        return;
    };
    fill(&dir, &[("a", "1"), ("m/b", "2"), ("z", "3")]);
    let before = exact_snapshot(&dir);
    let mut workspace = DirWorkspace::open(&dir).unwrap();
    for durability in [Durability::None, Durability::Full] {
        for there in [modify(&workspace, "m/b", "2", "new"), add(&workspace, "m/n", "new")] {
            let changes = [modify(&workspace, "a", "1", "new"), there, add(&workspace, "o/p", "")];
            for refused in [workspace.check(&changes), workspace.commit(&changes, durability)] {
                let error = refused.unwrap_err();
                assert_eq!(error.code.as_str(), "io_error");
                assert!(error.message.contains("another file system"), "{error}");
            }
            assert_eq!(exact_snapshot(&dir), before);
        }
    }
    let mut both = DirWorkspace::open(&dir).unwrap().with_root(dir.join("m")).unwrap();
    let changes = [modify(&both, "a", "1", "new"), modify(&both, "m/b", "2", "new")];
    both.check(&changes).unwrap();
    both.commit(&changes, Durability::Full).unwrap();
    assert_eq!(fs::read(dir.join("m/b")).unwrap(), b"new");
}

/// The same file system at another place is another mount, and a file in a directory with the sticky
/// bit is replaced by its owner alone: a dry run reports both.
#[test]
fn a_dry_run_reports_what_a_commit_may_not_replace() {
    let test = "a_dry_run_reports_what_a_commit_may_not_replace";
    let Some(dir) = inside() else {
        if !is_root() {
            println!("skipped {test}: only root mounts and gives files away");
            return;
        }
        let prepare = [
            "chmod 711 \"$DIR\" && cp \"$0\" \"$DIR/program\" && cd \"$DIR\"",
            "mkdir -p r/mount r/sticky other",
            "for file in r/sticky/his r/sticky/own other/f r/m; do printf 1 >$file; done",
            "chown -R 61234 r other && chown 0 r/sticky r/sticky/his && chmod 1777 r/sticky",
            "mount --bind other r/mount && mount --bind other/f r/m",
            "exec setpriv --reuid=61234 --regid=61234 --clear-groups",
        ];
        let program = format!("\"$DIR/program\" --exact system::{test} --nocapture");
        again(test, MOUNTS, &format!("{} {program}", prepare.join(" && ")));
        return;
    };
    let root = dir.join("r");
    let mut workspace = DirWorkspace::open(&root).unwrap();
    for (name, expected) in [
        ("mount/f", "another file system"),
        ("m", "busy"),
        ("sticky/his", "cannot replace it: Operation not permitted"),
    ] {
        let change = [modify(&workspace, name, "1", "2")];
        let checked = workspace.check(&change).unwrap_err();
        assert!(checked.message.contains(expected), "{name}: {checked}");
        workspace.commit(&change, Durability::None).unwrap_err();
    }
    let own = [modify(&workspace, "sticky/own", "1", "2")];
    workspace.check(&own).unwrap();
    workspace.commit(&own, Durability::None).unwrap();
}

/// What an interrupted commit of another user has left may be read by that user alone.
#[test]
fn a_commit_of_another_user_is_recovered_by_that_user() {
    let test = "a_commit_of_another_user_is_recovered_by_that_user";
    let Some(dir) = inside() else {
        if !is_root() {
            println!("skipped {test}: only root gives files away");
            return;
        }
        let prepare = [
            "chmod 711 \"$DIR\" && cp \"$0\" \"$DIR/program\" && cd \"$DIR\"",
            "mkdir -p one several/.acp-patch-commit && chmod 700 several/.acp-patch-commit",
            "for end in file journal; do printf 1 >one/.acp-patch-commit.$end; done",
            "chmod 600 one/.acp* && chmod 777 one several && chown -R 61235 one several",
            "exec setpriv --reuid=61234 --regid=61234 --clear-groups",
        ];
        let program = format!("\"$DIR/program\" --exact system::{test} --nocapture");
        again(test, &[], &format!("{} {program}", prepare.join(" && ")));
        return;
    };
    for (root, left) in [("one", ".acp-patch-commit.journal"), ("several", ".acp-patch-commit")] {
        let error = DirWorkspace::open(dir.join(root)).unwrap().recover().unwrap_err();
        assert_eq!(error.path, left, "{error}");
        assert!(error.message.contains("recover as that user"), "{error}");
    }
}

#[test]
fn a_dry_run_reports_a_file_that_is_marked_as_one_that_stays() {
    let Some(dir) = inside() else {
        // The marks must go again, or the directory could not be removed.
        let prepare = "mount -t tmpfs tmpfs \"$DIR\" && cd \"$DIR\" && printf 1 >i && printf 1 >a && \
                       chattr +i i && chattr +a a";
        again("a_dry_run_reports_a_file_that_is_marked_as_one_that_stays", MOUNTS, prepare);
        return;
    };
    let workspace = DirWorkspace::open(&dir).unwrap();
    for name in ["i", "a"] {
        let refused = workspace.check(&[modify(&workspace, name, "1", "2")]).unwrap_err();
        assert!(refused.message.contains("Operation not permitted"), "{name}: {refused}");
    }
}

/// Whether this process may write to any directory: it owns what it makes.
fn is_root() -> bool {
    let probe = tempfile::tempdir().unwrap();
    std::os::unix::fs::MetadataExt::uid(&fs::metadata(probe.path()).unwrap()) == 0
}
