//! `recover`, and the program killed in the middle.

#![expect(clippy::disallowed_methods, reason = "a test makes its own files")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Instant;

use crate::support::{PROGRAM, Sandbox, assert_text, json};

/// Path, permissions and bytes of every file.
type Files = BTreeMap<String, (u32, Vec<u8>)>;

const FILES: usize = 300;

/// A patch that changes, adds, deletes and moves, 300 files in all.
struct Scene {
    dir: tempfile::TempDir,
    patch: String,
}

impl Scene {
    fn new() -> Self {
        let patch = (0..FILES).map(section).collect();
        let scene = Self { dir: tempfile::tempdir().unwrap(), patch };
        fs::write(scene.dir.path().join("fix.patch"), &scene.patch).unwrap();
        scene.make_tree();
        scene
    }

    fn root(&self) -> std::path::PathBuf {
        self.dir.path().join("tree")
    }

    fn make_tree(&self) {
        let _ = fs::remove_dir_all(self.root());
        for index in (0..FILES).filter(|index| index % 4 != 1) {
            let path = self.root().join(name(index));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text(index, "old")).unwrap();
            let mode = if index % 3 == 0 { 0o600 } else { 0o755 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        }
    }

    fn files(&self) -> Files {
        let mut files = Files::new();
        collect(&self.root(), &self.root(), &mut files);
        files
    }

    fn program(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(args).current_dir(self.dir.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

fn name(index: usize) -> String {
    format!("d{}/f{index}", index % 7)
}

fn text(index: usize, word: &str) -> String {
    format!("first {index}\n{word} {index}\nlast {index}\n").repeat(1 + index % 3)
}

/// One file in four is modified, one added, one deleted and one moved into a new directory.
fn section(index: usize) -> String {
    let name = name(index);
    let lines = |sign: char, word: &str| {
        text(index, word).lines().map(|line| format!("{sign}{line}\n")).collect::<String>()
    };
    let count = 3 * (1 + index % 3);
    let change =
        format!("@@ -1,3 +1,3 @@\n first {index}\n-old {index}\n+new {index}\n last {index}\n");
    match index % 4 {
        0 => format!("--- a/{name}\n+++ b/{name}\n{change}"),
        1 => format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1,{count} @@\n{}", lines('+', "new")),
        2 => format!("--- a/{name}\n+++ /dev/null\n@@ -1,{count} +0,0 @@\n{}", lines('-', "old")),
        _ => format!(
            "diff --git a/{name} b/moved/{name}\nrename from {name}\nrename to moved/{name}\n\
             --- a/{name}\n+++ b/moved/{name}\n{change}"
        ),
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let before = files.len();
            collect(root, &path, files);
            assert!(files.len() > before, "{} is an empty directory", path.display());
            continue;
        }
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        files.insert(name, (mode, fs::read(&path).unwrap()));
    }
}

/// Killed with SIGKILL at any moment, the tree is wholly old or wholly new after recovery, whatever
/// it looked like before. `ACP_PATCH_KILLS` asks for more kills than the 16 of a usual run.
#[test]
fn killed_at_any_moment_nothing_is_halfway() {
    let kills = std::env::var("ACP_PATCH_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: u32 = kills.unwrap_or(16);
    let scene = Scene::new();
    let old = scene.files();
    let start = Instant::now();
    let args = ["apply", "fix.patch", "--root", "tree", "--fsync", "none"];
    assert!(scene.program(&args).status().unwrap().success());
    let whole = start.elapsed();
    let new = scene.files();
    assert_eq!((old.len(), new.len()), (225, 225));
    assert!(old.values().zip(new.values()).all(|(old, new)| old != new));

    let (mut mixed, mut ended_old, mut ended_new) = (0, 0, 0);
    // On a busy machine a run may take much longer than the first: each round waits twice as long,
    // until kills came in the middle and after the end.
    let mut kill = 0;
    while kill < kills || ((mixed == 0 || ended_new == 0) && kill < 6 * kills) {
        scene.make_tree();
        let mut child = scene.program(&args).spawn().unwrap();
        sleep(whole * (2 << (kill / kills)) * (kill % kills) / kills);
        let _ = child.kill();
        child.wait().unwrap();

        // What whoever does not recover sees; the staging directory is not part of the tree.
        let seen = scene.root();
        let is_mixed = seen.join(".acp-patch-commit").exists();
        mixed += u32::from(is_mixed);
        if kill % 2 == 0 {
            assert!(scene.program(&["recover", "--root", "tree"]).status().unwrap().success());
        } else {
            // Any commit recovers first, be it refused afterwards.
            let other = ["apply", "none.patch", "--root", "tree"];
            fs::write(
                scene.dir.path().join("none.patch"),
                "--- a/none\n+++ b/none\n@@ -1 +1 @@\n-a\n+b\n",
            )
            .unwrap();
            assert!(!scene.program(&other).status().unwrap().success());
        }
        let found = scene.files();
        assert!(found == old || found == new, "kill {kill}: the tree is mixed");
        if found == old {
            ended_old += 1;
        } else {
            ended_new += 1;
        }
        kill += 1;
    }
    assert!(mixed > 0, "no kill came in the middle of a commit");
    println!(
        "{kill} kills: {mixed} in the middle of a commit, all recovered; \
         {ended_old} trees old, {ended_new} new, 0 mixed"
    );
}

#[test]
fn a_whole_tree_needs_no_recovery() {
    let sandbox = Sandbox::new(&[("a", "1\n")]);
    let before = sandbox.tree();
    let run = sandbox.command(&["recover", "--root", "tree"]).assert().success();
    assert_text(run.get_output().stdout.clone(), "nothing to recover\n");
    let run = sandbox.command(&["recover", "--root", "tree", "--json"]).assert().success();
    assert_text(run.get_output().stdout.clone(), "{\"ok\":true,\"recovery\":\"nothing\"}\n");
    assert!(sandbox.tree() == before);
}

#[test]
fn what_is_not_understood_is_not_acted_on() {
    for (name, contents) in [
        ("journal", "acp-patch journal 99\0"),
        ("journal", ""),
        ("committed", "acp-patch journal 1\0rubbish"),
        ("mine", "not ours"),
        ("o1", "the only copy"),
        ("1/o128", "the only copy"),
        ("1/mine", "not ours"),
        ("1/2/n256", "not ours"),
        ("1", "a file where files should be staged"),
    ] {
        let sandbox = Sandbox::new(&[("a", "1\n")]);
        sandbox.write(&format!("tree/.acp-patch-commit/{name}"), contents);
        sandbox.write("fix.patch", "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n");
        let before = sandbox.tree();
        let run = sandbox.command(&["recover", "--root", "tree"]).assert().code(2);
        let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(said.contains("nothing was touched"), "{name}: {said}");
        assert!(said.starts_with("error: tree/.acp-patch-commit"), "{name}: {said}");
        let hint = "hint: Do what the message says, and run `acp-patch recover` again.\n";
        assert!(said.ends_with(hint), "{name}: {said}");
        sandbox.apply(&["fix.patch"]).code(2);
        sandbox.apply(&["fix.patch", "--check"]).code(2);
        let patch = sandbox.text("fix.patch");
        let call = ["call", "ApplyPatch", &patch, "--root", "tree"];
        let told = json(sandbox.command(&call).assert().code(1).get_output());
        let hint = told["error"]["hint"].as_str().unwrap();
        assert!(hint.starts_with("Another patch would fare no better"), "{name}: {told}");
        assert!(sandbox.tree() == before, "{name}");
    }
}

/// Half of a commit is nobody's tree: what only reads says so, and touches nothing.
#[test]
fn what_only_reads_refuses_a_tree_that_a_commit_was_interrupted_in() {
    let sandbox = Sandbox::new(&[("a", "1\n")]);
    sandbox.write("other/a", "2\n");
    sandbox.write("tree/.acp-patch-commit/journal", "acp-patch journal 1\0");
    sandbox.write("fix.patch", "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n");
    let before = sandbox.tree();
    for args in [
        &["convert", "--root", "tree", "--to", "git", "fix.patch"][..],
        &["diff", "tree", "other"],
        &["diff", "other", "tree"],
        &["apply", "--root", "tree", "--check", "fix.patch"],
    ] {
        let run = sandbox.command(args).assert().code(2).stdout_eq("");
        run.stderr_eq(snapbox::str![[r#"
error: tree: a patch is being applied here, or was interrupted
hint: Run `acp-patch recover`, then try again.

"#]]);
        assert!(sandbox.tree() == before, "{args:?}");
    }
}

/// The tool that compares needs no right to write, and uses none; what it reads must be whole.
#[test]
fn a_comparison_recovers_nothing() {
    let sandbox = Sandbox::new(&[("a", "1\n"), ("b", "2\n")]);
    sandbox.write("tree/.acp-patch-commit/journal", "acp-patch journal 1\0");
    let before = sandbox.tree();
    let diff =
        |arguments: &str| sandbox.command(&["call", "Diff", "--root", "tree", arguments]).assert();
    diff("{\"text_a\": \"a\", \"text_b\": \"b\"}").success();
    let run = diff("{\"path_a\": \"a\", \"path_b\": \"b\"}").code(1);
    let said = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(said.contains("was interrupted") && said.contains("acp-patch recover"), "{said}");
    // A server lives on as well, for whoever puts the directory in order meanwhile.
    sandbox.command(&["mcp", "--root", "tree"]).stdin("").assert().success();
    assert!(sandbox.tree() == before);
}

#[test]
#[cfg(unix)]
fn what_a_forged_link_leads_to_is_not_touched() {
    let sandbox = Sandbox::new(&[("a", "1\n")]);
    sandbox.write("outside/n128", "theirs");
    sandbox.write("tree/.acp-patch-commit/n0", "staged");
    let link = sandbox.path("tree/.acp-patch-commit/1");
    std::os::unix::fs::symlink(sandbox.path("outside"), link).unwrap();
    let run = sandbox.command(&["recover", "--root", "tree"]).assert().code(2);
    let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(said.contains("nothing was touched"), "{said}");
    assert!(sandbox.path("outside/n128").exists());
}

#[test]
fn no_patch_names_the_staging_directory() {
    let patch = "--- /dev/null\n+++ b/.ACP-patch-commit/journal\n@@ -0,0 +1 @@\n+x\n";
    let sandbox = Sandbox::with_patch(&[("a", "1\n")], patch);
    let run = sandbox.apply(&["fix.patch"]).code(1);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("protected_path"));
}
