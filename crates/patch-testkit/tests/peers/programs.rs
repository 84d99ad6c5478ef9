//! The peer programs, and ours, as functions of a tree and a patch.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use patch_apply::{ApplyOptions, Contract, Durability, Refusal};
use patch_parse::{Diagnostic, ParseError, ParseOptions};
use patch_testkit::conformance::{Host as _, InMemory, Thing, Things, fill, things_below};
use patch_testkit::scratch::lower;
use tempfile::TempDir;

/// Which way a patch is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    There,
    Back,
}

/// What a program makes of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The tree afterwards.
    Applied(Things),
    /// The patch can be read, and does not fit.
    Refused,
    /// It cannot be read: what the program says.
    Malformed(String),
}

/// What we make of it.
#[derive(Debug)]
pub(crate) enum Ours {
    /// The tree afterwards, and what was forgiven.
    Applied(Things, Vec<Diagnostic>),
    /// Why, and what was forgiven.
    Refused(Box<Refusal>, Vec<Diagnostic>),
    Malformed(Box<ParseError>),
    /// There is no way back.
    OneWay,
}

/// Whether the programs are there. Where one is missing, it is printed once.
///
/// # Panics
///
/// When one is missing in CI, which installs them: without it nothing would be compared, and nobody
/// would notice.
#[expect(clippy::print_stderr, reason = "what is not looked at is told")]
pub(crate) fn are_installed() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    let is_ci = std::env::var_os("CI").is_some();
    *FOUND.get_or_init(|| {
        let missing: Vec<&str> =
            ["git", "diff", "patch"].into_iter().filter(|name| !is_installed(name)).collect();
        assert!(missing.is_empty() || !is_ci, "not on the PATH, and CI needs them: {missing:?}");
        for name in &missing {
            eprintln!("skipped: there is no `{name}` on the PATH to compare with");
        }
        missing.is_empty()
    })
}

fn is_installed(name: &str) -> bool {
    let mut program = Command::new(name);
    let run = program.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

/// `git apply`. It says by its exit status whether it could read the patch.
pub(crate) fn git(before: &Things, patch: &[u8], way: Way) -> Verdict {
    let mut git = Command::new("git");
    git.args(["apply", "--unidiff-zero", "--whitespace=nowarn"]);
    let (status, said, after) = run(git, before, patch, way);
    match status {
        Some(0) => Verdict::Applied(after),
        Some(1) => Verdict::Refused,
        // It could be read and did not fit the folder.
        _ if said.contains("unable to write") => Verdict::Refused,
        _ => Verdict::Malformed(said),
    }
}

/// GNU `patch`, which reads text and nothing else: no script of `ed` is among it.
pub(crate) fn gnu(before: &Things, patch: &[u8], way: Way) -> Verdict {
    let mut gnu = Command::new("patch");
    gnu.args(["--unified", "-p1", "--force", "--silent", "--no-backup-if-mismatch"]);
    gnu.arg("--reject-file=-");
    let (status, said, after) = run(gnu, before, patch, way);
    match status {
        Some(0) => Verdict::Applied(after),
        Some(1) => Verdict::Refused,
        _ => Verdict::Malformed(said),
    }
}

/// We, under the contract that does what git does.
pub(crate) fn ours(before: &Things, patch: &[u8], way: Way) -> Ours {
    let options = ParseOptions::default().strip(1).counts(Contract::Git.counts());
    let patch = match options.parse(patch) {
        Ok(patch) => patch,
        Err(error) => return Ours::Malformed(Box::new(error)),
    };
    let notes = patch.diagnostics.clone();
    let patch = match way {
        Way::There => patch,
        Way::Back => match patch.reversed() {
            Ok(patch) => patch,
            Err(_) => return Ours::OneWay,
        },
    };
    let mut options = ApplyOptions::default();
    options.contract = Contract::Git;
    options.durability = Durability::None;
    let (mut workspace, ground) = InMemory.open(before);
    match patch_apply::apply(&patch, &mut workspace, &options) {
        Ok(_) => Ours::Applied(InMemory.things(&workspace, &ground), notes),
        Err(refusal) => Ours::Refused(Box::new(refusal), notes),
    }
}

/// Runs a program on a tree; its exit status, what it says, and the tree afterwards.
fn run(
    mut program: Command,
    before: &Things,
    patch: &[u8],
    way: Way,
) -> (Option<i32>, String, Things) {
    let folder = folder_of(before);
    program.current_dir(folder.path().join("root"));
    if way == Way::Back {
        program.arg("-R");
    }
    lower(&mut program, folder.path());
    let (status, said) = feed(program, patch);
    (status, said, files_below(&folder.path().join("root")))
}

/// What git has words for: no empty folders.
fn files_below(root: &Path) -> Things {
    let things = things_below(root).0.into_iter();
    things.filter(|(_, thing)| *thing != Thing::EmptyDirectory).collect()
}

fn folder_of(things: &Things) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("root");
    fs::create_dir(&root).expect("a folder of ours");
    fill(&root, things);
    folder
}

fn feed(mut program: Command, input: &[u8]) -> (Option<i32>, String) {
    let mut child = alone(&mut program)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it is installed");
    // A program that refuses need not have read everything.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The user's settings, and a repository around the folder, are out of the way.
pub(crate) fn alone(program: &mut Command) -> &mut Command {
    program
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
        .env("HOME", std::env::temp_dir())
        .env("LC_ALL", "C")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("POSIXLY_CORRECT")
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("PATCH_GET")
}
