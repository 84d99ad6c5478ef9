//! The tools that are compared.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use patch_apply::{ApplyOptions, Locate};
use patch_parse::Format;
use patch_testkit::noise::{Case, Outcome};
use patch_testkit::oracles::placement;
use tempfile::TempDir;

/// How long a tool may take for one case.
const PATIENCE: Duration = Duration::from_secs(5);

/// A tool, how it is called and what it reads.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// As the page explains it: the call, the version.
    pub(crate) what: String,
    pub(crate) formats: &'static [Format],
    run: Box<dyn FnMut(&Case) -> Outcome>,
}

impl Tool {
    /// What the tool does with a case; `None` when it does not read the format.
    pub(crate) fn run(&mut self, case: &Case) -> Option<Outcome> {
        self.formats.contains(&case.format).then(|| (self.run)(case))
    }
}

const UNIFIED: &[Format] = &[Format::Unified];

/// Ours, and those of the others that are installed.
pub(crate) fn all(only_ours: bool) -> Vec<Tool> {
    let mut tools = vec![
        in_process(
            "ours",
            "`patch-apply` with default options",
            &[Format::Unified, Format::OpenCode],
            ours,
        ),
        in_process(
            "ours, unique",
            "`patch-apply` with `Locate::Unique`",
            &[Format::OpenCode],
            ours_unique,
        ),
    ];
    if !only_ours {
        tools.extend(program("git apply", "git", &["apply", "-"]));
        tools.extend(program(
            "git apply, lenient",
            "git",
            &["apply", "--recount", "-C1", "--ignore-whitespace", "-"],
        ));
        tools.extend(program(
            "GNU patch",
            "patch",
            &["-p1", "--batch", "--forward", "--no-backup-if-mismatch", "--reject-file=-"],
        ));
        tools.push(in_process("diffy", "`apply_bytes` of diffy 0.5", UNIFIED, diffy));
        tools.push(in_process("flickzeug", "`apply_bytes` of flickzeug 0.6", UNIFIED, flickzeug));
        tools.push(in_process("mpatch", "`apply_patch_to_content` of mpatch 1.8", UNIFIED, mpatch));
    }
    tools
}

/// A library: it gets its own thread, so that it may hang or panic.
fn in_process(
    name: &'static str,
    what: &str,
    formats: &'static [Format],
    run: fn(&Case) -> Outcome,
) -> Tool {
    let run = move |case: &Case| {
        let (send, receive) = mpsc::channel();
        let case = case.clone();
        std::thread::spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| run(&case)));
            let _ = send.send(outcome.unwrap_or(Outcome::Refused("it panicked".to_owned())));
        });
        let late = |_| Outcome::Refused(format!("it took more than {PATIENCE:?}"));
        receive.recv_timeout(PATIENCE).unwrap_or_else(late)
    };
    Tool { name, what: what.to_owned(), formats, run: Box::new(run) }
}

fn ours(case: &Case) -> Outcome {
    placement::outcome(case, &ApplyOptions::default())
}

fn ours_unique(case: &Case) -> Outcome {
    let mut options = ApplyOptions::default();
    options.locate = Locate::Unique;
    placement::outcome(case, &options)
}

/// The answer of libraries that take one file to a patch for several.
const ONE_FILE: &str = "it takes a patch for one file";

fn diffy(case: &Case) -> Outcome {
    if !case.others.is_empty() {
        return Outcome::Refused(ONE_FILE.to_owned());
    }
    let applied =
        diffy::Patch::from_bytes(&case.patch).map_err(|error| error.to_string()).and_then(
            |patch| diffy::apply_bytes(&case.before, &patch).map_err(|error| error.to_string()),
        );
    applied.map_or_else(Outcome::Refused, Outcome::Applied)
}

fn flickzeug(case: &Case) -> Outcome {
    let patch = match flickzeug::patch_from_bytes(&case.patch) {
        Ok(patch) => patch,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let [diff] = patch.diffs() else {
        return Outcome::Refused(format!("it reads {} files", patch.diffs().len()));
    };
    match flickzeug::apply_bytes(&case.before, diff) {
        Ok((contents, _)) => Outcome::Applied(contents),
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

fn mpatch(case: &Case) -> Outcome {
    let (Ok(patch), Ok(before)) =
        (std::str::from_utf8(&case.patch), std::str::from_utf8(&case.before))
    else {
        return Outcome::Refused("it reads UTF-8 alone".to_owned());
    };
    let patches = match mpatch::parse_auto(patch) {
        Ok(patches) => patches,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let [patch] = patches.as_slice() else {
        return Outcome::Refused(format!("it reads {} files", patches.len()));
    };
    let result = mpatch::apply_patch_to_content(patch, Some(before), &mpatch::ApplyOptions::new());
    if result.report.all_applied_cleanly() {
        Outcome::Applied(result.new_content.into_bytes())
    } else {
        Outcome::Refused(format!("{:?}", result.report.failures()))
    }
}

/// A program in a folder of its own; `None` if it is not installed.
fn program(
    name: &'static str,
    program: &'static str,
    args: &'static [&'static str],
) -> Option<Tool> {
    let version = Command::new(program).arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&version.stdout);
    let version = version.lines().next()?.to_owned();
    let folder = TempDir::with_prefix("robustness-").ok()?;
    rights::give(folder.path()).ok()?;
    let run = move |case: &Case| {
        run_program(folder.path(), program, args, case)
            .unwrap_or_else(|error| Outcome::Refused(format!("it could not be run: {error}")))
    };
    let what = format!("`{program} {}`, {version}", args.join(" "));
    Some(Tool { name, what, formats: UNIFIED, run: Box::new(run) })
}

fn run_program(
    folder: &Path,
    program: &str,
    args: &[&str],
    case: &Case,
) -> std::io::Result<Outcome> {
    let tree = folder.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    let others = case.others.iter().map(|other| (&other.path, &other.before));
    for (path, contents) in others.chain([(&case.path, &case.before)]) {
        let file = tree.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&tree))?;
        fs::write(&file, contents)?;
    }
    fs::write(folder.join("patch"), &case.patch)?;
    give_below(&tree)?;
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command
        .args(args)
        .current_dir(&tree)
        .env("GIT_CEILING_DIRECTORIES", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("LC_ALL", "C")
        .stdin(fs::File::open(folder.join("patch"))?)
        .stdout(Stdio::null())
        .stderr(fs::File::create(folder.join("said"))?);
    rights::drop(&mut command, &tree);
    let is_done = wait(command.spawn()?)?;
    let contents = |path: &str| fs::read(tree.join(path)).unwrap_or_default();
    let found = case.found(is_done, contents);
    let said = String::from_utf8_lossy(&fs::read(folder.join("said"))?).into_owned();
    Ok(match is_done {
        true => Outcome::Applied(found),
        false if found == case.before => Outcome::Refused(said),
        false => Outcome::HalfDone(found),
    })
}

/// Whether it ended successfully, and in time.
fn wait(mut child: Child) -> std::io::Result<bool> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(2));
    }
}

/// A patch is untrusted text: no program gets more rights for it than it needs.
#[cfg(unix)]
mod rights {
    use std::os::unix::fs::{MetadataExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;
    use std::process::Command;

    /// The unprivileged user.
    const NOBODY: u32 = 65_534;

    /// Whether this process runs as root.
    fn is_privileged(path: &Path) -> bool {
        path.metadata().is_ok_and(|metadata| metadata.uid() == 0)
    }

    pub(super) fn give(path: &Path) -> std::io::Result<()> {
        if is_privileged(path) { chown(path, Some(NOBODY), Some(NOBODY)) } else { Ok(()) }
    }

    /// The folder that was given away is examined: it no longer belongs to us if we are root.
    pub(super) fn drop(command: &mut Command, tree: &Path) {
        if tree.metadata().is_ok_and(|metadata| metadata.uid() == NOBODY) {
            command.uid(NOBODY).gid(NOBODY);
        }
    }
}

#[cfg(not(unix))]
mod rights {
    pub(super) fn give(_: &std::path::Path) -> std::io::Result<()> {
        Ok(())
    }

    pub(super) fn drop(_: &mut std::process::Command, _: &std::path::Path) {}
}

/// Gives the program that is run access to the files.
fn give_below(tree: &Path) -> std::io::Result<()> {
    rights::give(tree)?;
    for entry in fs::read_dir(tree)? {
        let path = entry?.path();
        if path.is_dir() {
            give_below(&path)?;
        } else {
            rights::give(&path)?;
        }
    }
    Ok(())
}
