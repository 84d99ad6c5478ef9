//! `diff` over directories, beside git and GNU diff: what is looked at, how much changes, how
//! headers are written.

use std::path::Path;
use std::process::Command;

use snapbox::str;

use crate::support::{Sandbox, stdout};

/// What a tool prints in the sandbox, with nobody's settings; the exit status is 0 or 1.
#[track_caller]
fn tool(sandbox: &Sandbox, program: &str, args: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(args).current_dir(sandbox.path("."));
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("GIT_CEILING_DIRECTORIES", sandbox.path("..")).env("TZ", "America/New_York");
    let output = command.output().expect(program);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{program} {args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn ours(sandbox: &Sandbox, args: &[&str]) -> String {
    let args = [&["diff"], args].concat();
    let output = sandbox.command(&args).env("TZ", "America/New_York").output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {output:?}");
    stdout(&output).to_owned()
}

/// What git has to say of the change from `old` to `new` in a repository, whose paths have no other
/// prefix than ours.
#[track_caller]
fn git(sandbox: &Sandbox, args: &[&str]) -> String {
    let tree = |folder: &str| {
        let git = ["-c", "core.autocrlf=false", "--git-dir", "git"];
        let add = ["--work-tree", folder, "add", "--all", "--force", "."];
        tool(sandbox, "git", &["init", "--quiet", "--bare", "git"]);
        tool(sandbox, "git", &["--git-dir", "git", "read-tree", "--empty"]);
        tool(sandbox, "git", &[&git[..], &add].concat());
        tool(sandbox, "git", &["--git-dir", "git", "write-tree"]).trim().to_owned()
    };
    let (old, new) = (tree("old"), tree("new"));
    let is_quoted = !args.contains(&"--no-quote-path");
    let quotes = format!("core.quotePath={is_quoted}");
    let fixed = ["-c", &quotes, "--git-dir", "git", "diff", "--histogram", "--abbrev=7"];
    let args: Vec<&str> = args.iter().copied().filter(|arg| *arg != "--no-quote-path").collect();
    tool(sandbox, "git", &[&fixed[..], &args, &[&old, &new]].concat())
}

fn lines(count: usize, word: &str) -> String {
    (0..count).map(|number| format!("{word} {number}\n")).collect()
}

/// One of each kind of change.
fn trees() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let text = lines(400, "line");
    sandbox.write("old/changed.txt", &text);
    sandbox.write("new/changed.txt", text.replace("7\n", "seven\n"));
    sandbox.write("old/few.txt", "a\nb\n");
    sandbox.write("new/few.txt", "a\n");
    sandbox.write("old/dir/moved.rs", lines(20, "moved"));
    sandbox.write("new/dir/deep/moved.rs", lines(20, "moved"));
    sandbox.write("old/x/from", lines(30, "from"));
    sandbox.write("new/y/to", lines(30, "from").replace("from 3\n", ""));
    sandbox.write("old/image", b"\0\x01\x02");
    sandbox.write("new/image", b"\0\x01\x02\x03\x04");
    sandbox.write("new/more.bin", vec![0; 1234]);
    sandbox.write("old/same", "same\n");
    sandbox.write("new/same", "same\n");
    sandbox.write("new/empty", "");
    sandbox.write("new/na\u{ef}ve \u{4e16}\u{754c}.txt", "x\n");
    sandbox
}

/// Files so long that names and bars have to share the columns.
fn wide() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let deep = "some/quite/long/path/that/leads/to/a/file/with/a/name/that/does/not/fit/in.txt";
    sandbox.write(&format!("old/{deep}"), lines(2000, "a"));
    sandbox.write(&format!("new/{deep}"), lines(2300, "b"));
    sandbox.write(
        "old/one-more-name-of-no-less-than-eighty-columns-without-any-slash-in-it-at-all-at-all",
        "x\n",
    );
    sandbox.write("new/little", "1\n2\n3\n");
    sandbox.write("old/both", lines(900, "x"));
    sandbox.write("new/both", lines(900, "x").replace("x 17\n", "y\n"));
    sandbox
}

#[test]
fn the_table_is_that_of_git() {
    for sandbox in [trees(), wide()] {
        assert_eq!(ours(&sandbox, &["--stat", "old", "new"]), git(&sandbox, &["-M", "--stat"]));
        let git_off = git(&sandbox, &["--no-renames", "--stat"]);
        assert_eq!(ours(&sandbox, &["--stat", "--no-renames", "old", "new"]), git_off);
    }
    let same = Sandbox::new(&[("a", "a\n")]);
    assert_eq!(ours(&same, &["--stat", "tree", "tree"]), "");
}

#[test]
fn a_table_for_a_person() {
    let sandbox = trees();
    let command = sandbox.command(&["diff", "--stat", "--no-quote-path", "old", "new"]);
    command.assert().code(1).stderr_eq(str![]).stdout_eq(str![[r#"
 changed.txt             |  80 ++++++++++++++++++++++++------------------------
 dir/{ => deep}/moved.rs |   0
 empty                   |   0
 few.txt                 |   1 -
 image                   | Bin 3 -> 5 bytes
 more.bin                | Bin 0 -> 1234 bytes
 naïve 世界.txt          |   1 +
 x/from => y/to          |   1 -
 8 files changed, 41 insertions(+), 42 deletions(-)

"#]]);
}

#[test]
fn headers_are_those_of_git_under_every_choice() {
    let sandbox = trees();
    let choices: [(&[&str], &[&str]); 7] = [
        (&[], &[]),
        (&["--no-prefix"], &["--no-prefix"]),
        (&["--no-quote-path"], &["--no-quote-path"]),
        (&["--src-prefix", "one/", "--dst-prefix", ""], &["--src-prefix=one/", "--dst-prefix="]),
        (
            &["--src-prefix", "\"", "--dst-prefix", "w x/"],
            &["--src-prefix=\"", "--dst-prefix=w x/"],
        ),
        (&["--find-copies-harder"], &["--find-copies-harder"]),
        (&["--no-binary"], &[]),
    ];
    for (asked, theirs) in choices {
        let found = ours(&sandbox, &[asked, &["--format", "git", "-U1", "old", "new"]].concat());
        let data: &[&str] = if asked == ["--no-binary"] { &[] } else { &["--binary"] };
        let expected = git(&sandbox, &[theirs, data, &["-U1"]].concat());
        // How hard data is pressed together is not said by the format.
        let no_data = |text: &str| {
            let sections = text.split_inclusive("\ndiff --git ");
            let before =
                |section: &str| section.split("\nGIT binary patch").next().map(str::to_owned);
            sections.filter_map(before).collect::<Vec<_>>()
        };
        assert_eq!(no_data(&found), no_data(&expected), "{asked:?}");
    }
}

/// Git writes it without quotes, and nothing else before it tells where it begins.
#[test]
fn a_name_that_begins_with_a_blank_is_read_back_without_a_prefix() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/ changed", "a\nb\n");
    sandbox.write("new/ changed", "a\nB\n");
    sandbox.write("old/ from", lines(20, "line"));
    sandbox.write("new/  to", lines(20, "line").replace("line 7\n", "seven\n"));
    sandbox.write("old/ gone", "a\n");
    sandbox.write("new/ made", "b\n");
    let patch = ours(&sandbox, &["--format", "git", "--no-prefix", "old", "new"]);
    assert_eq!(patch, git(&sandbox, &["--no-prefix"]));
    sandbox.write("patch", patch);
    let apply = ["apply", "--contract", "git", "--root", "old", "patch"];
    sandbox.command(&apply).assert().success();
    assert_eq!(ours(&sandbox, &["old", "new"]), "");
}

#[test]
fn copies_of_files_that_stay_are_found_on_request() {
    let sandbox = Sandbox::new(&[]);
    for side in ["old", "new"] {
        sandbox.write(&format!("{side}/a"), lines(20, "a"));
    }
    sandbox.write("new/b", lines(20, "a"));
    let args = ["--format", "git", "--find-copies-harder", "old", "new"];
    assert!(ours(&sandbox, &args).contains("copy from a\ncopy to b\n"));
    let found = ours(&sandbox, &["--format", "git", "-C", "old", "new"]);
    assert!(found.contains("new file mode"), "{found}");
    let equal = ["diff", "--format", "git", "--find-copies-harder", "old", "old"];
    sandbox.command(&equal).assert().success().stdout_eq(str![]);
}

#[test]
fn the_limit_of_renames_is_that_of_git_and_what_it_leaves_out_is_told() {
    let sandbox = Sandbox::new(&[]);
    for number in 0..4 {
        let text = lines(20, &format!("{number}:"));
        sandbox.write(&format!("old/from/{number}"), &text);
        sandbox.write(&format!("new/to/{}", number + 4), text + "one more\n");
    }
    for limit in ["-l1", "-l3", "-l4", "-l0"] {
        let found = ours(&sandbox, &["--format", "git", limit, "old", "new"]);
        assert_eq!(found, git(&sandbox, &[limit, "-M"]), "{limit}");
        let is_found = found.contains("rename from");
        assert_eq!(is_found, matches!(limit, "-l4" | "-l0"), "{limit}");
    }
    let command = sandbox.command(&["diff", "--stat", "-l3", "old", "new"]);
    command.assert().code(1).stderr_eq(str![[r#"
note: too many files to look for files that moved and changed
hint: Ask with -l 4, or with -l 0 for any number.

"#]]);
    for side in ["old", "new"] {
        sandbox.write(&format!("{side}/stays"), lines(20, "stays"));
        sandbox.write(&format!("{side}/stays, too"), lines(20, "too"));
    }
    sandbox.write("new/copy", lines(20, "stays") + "one more\n");
    let args = ["diff", "--format", "git", "--find-copies-harder", "-l5", "old", "new"];
    sandbox.command(&args).assert().code(1).stderr_eq(str![[r#"
note: too many files to look for copies of files that stay as they are
hint: Ask with -l 6, or with -l 0 for any number.

"#]]);
}

/// The times and their zone are those of GNU diff, which names the files otherwise.
#[test]
fn times_are_those_of_gnu_diff() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/a", "1\n");
    sandbox.write("new/a", "2\n");
    sandbox.write("new/b", "b\n");
    for (name, time) in
        [("old/a", "2001-02-03 04:05:06.789 UTC"), ("new/b", "2026-07-20 23:59:59 UTC")]
    {
        tool(&sandbox, "touch", &["-d", time, name]);
    }
    let theirs = tool(&sandbox, "diff", &["-ruN", "old", "new"]);
    let theirs = theirs.lines().filter(|line| !line.starts_with("diff "));
    let theirs = theirs.map(|line| {
        let line = line.replace("--- old/b", "--- /dev/null");
        line.replace("--- old/", "--- a/").replace("+++ new/", "+++ b/")
    });
    let found = ours(&sandbox, &["--times", "old", "new"]);
    assert_eq!(found.lines().collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
    let applied = sandbox.command(&["apply", "--root", "old"]).stdin(found);
    applied.assert().success();
    sandbox.command(&["diff", "old", "new"]).assert().success();
    let refused = sandbox.command(&["diff", "--times", "--format", "git", "old", "new"]);
    refused.assert().code(2).stdout_eq(str![]);
}

#[test]
fn what_gitignore_names_is_left_out_on_request() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/.gitignore", "*.o\n/target\n");
    sandbox.write("new/.gitignore", "*.o\n/target\n");
    sandbox.write("new/src/.gitignore", "!kept.o\n");
    for name in ["a.o", "target/b", "src/kept.o", "src/target/c", ".hidden"] {
        sandbox.write(&format!("new/{name}"), "x\n");
    }
    sandbox.write("new/.git/objects/x", "x\n");
    let names = |args: &[&str]| {
        let patch = ours(&sandbox, &[args, &["old", "new"]].concat());
        let names = patch.lines().filter_map(|line| line.strip_prefix("+++ b/"));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names(&["--ignore"]), [".hidden", "src/.gitignore", "src/kept.o", "src/target/c"]);
    assert_eq!(names(&[]).len(), 6, "all but what is in .git");
    // A pattern of a directory further up says nothing of the trees.
    sandbox.write(".gitignore", "new\nold\n.hidden\n");
    assert_eq!(names(&["--ignore"]).len(), 4);
}

/// What is shown too much may be a secret.
#[test]
fn what_gitignore_names_is_what_git_reads_in_it() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/kept", "x\n");
    // A class of characters has a name, and a line without one takes nothing back.
    sandbox.write("new/.gitignore", "*.[[:digit:]]\nsecret\n!\n[![:alpha:]]x\n");
    for name in ["a.1", "d/a.1", "secret", "-x", "ax", "kept"] {
        sandbox.write(&format!("new/{name}"), "x\n");
    }
    let patch = ours(&sandbox, &["--ignore", "old", "new"]);
    let names: Vec<_> = patch.lines().filter_map(|line| line.strip_prefix("+++ b/")).collect();
    assert_eq!(names, [".gitignore", "ax"]);
}

#[cfg(unix)]
#[test]
fn a_directory_may_be_named_by_a_link_and_links_in_it_are_not_followed() {
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/a", "1\n");
    sandbox.write("new/a", "2\n");
    sandbox.write("elsewhere/secret", "x\n");
    symlink(sandbox.path("elsewhere"), sandbox.path("new/link")).unwrap();
    symlink(Path::new("new"), sandbox.path("alias")).unwrap();
    let found = ours(&sandbox, &["--format", "git", "old", "alias"]);
    assert!(found.contains("new file mode 120000") && !found.contains("secret"), "{found}");
    assert_eq!(found, ours(&sandbox, &["--format", "git", "old", "new"]));
}

#[test]
fn headings_are_those_of_the_language_on_request() {
    let sandbox = Sandbox::new(&[]);
    let text = "impl X {\n    fn f() {\n        1\n    }\n}\n";
    sandbox.write("old/x.rs", text);
    sandbox.write("new/x.rs", text.replace('1', "2"));
    let heading = |args: &[&str]| {
        let patch = ours(&sandbox, &[args, &["-U0", "old", "new"]].concat());
        patch.lines().find_map(|line| line.strip_prefix("@@ -3 +3 @@ ").map(str::to_owned)).unwrap()
    };
    assert_eq!(heading(&[]), "impl X {");
    assert_eq!(heading(&["--headings", "language"]), "fn f() {");
    let wire = ours(&sandbox, &["--format", "acp", "--headings", "language", "-U0", "old", "new"]);
    assert!(wire.contains("\\n@@ -3 +3 @@ fn f() {\\n"), "{wire}");
    let patch = ours(&sandbox, &["old", "new"]);
    let args = ["convert", "--root", "old", "--to", "git", "-U0", "--headings", "language"];
    let converted = sandbox.command(&args).stdin(patch).output().unwrap();
    assert!(stdout(&converted).contains("@@ -3 +3 @@ fn f() {\n"));
}

/// Many files, over several threads: in the order of their names, every time.
#[test]
fn the_order_does_not_depend_on_threads() {
    let sandbox = Sandbox::new(&[]);
    for number in 0..300 {
        let name = format!("{}/{number}.txt", number % 7);
        sandbox.write(&format!("old/{name}"), lines(number, "a"));
        sandbox.write(&format!("new/{name}"), lines(number, "a").replace("5\n", "five\n"));
    }
    let expected = git(&sandbox, &[]);
    for _ in 0..3 {
        assert_eq!(ours(&sandbox, &["--format", "git", "old", "new"]), expected);
    }
}

#[test]
fn colour_is_a_choice() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old", "let a = 1;\n");
    sandbox.write("new", "let b = 1;\n");
    let shown = |args: &[&str], variables: &[(&str, &str)]| {
        let command = sandbox.command(&[&["diff"], args, &["old", "new"]].concat());
        let output = command.envs(variables.iter().copied()).output().unwrap();
        stdout(&output).replace("\x1b[", "^").replace("^0m", "^")
    };
    let plain = "--- a/old\n+++ b/old\n@@ -1 +1 @@\n-let a = 1;\n+let b = 1;\n";
    assert_eq!(shown(&[], &[]), plain);
    assert_eq!(shown(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]), plain);
    let coloured = "^1m--- a/old^\n^1m+++ b/old^\n^36m@@ -1 +1 @@^\n\
                    ^31m-^^31mlet ^^7m^31ma^^31m = 1;^\n^32m+^^32mlet ^^7m^32mb^^32m = 1;^\n";
    assert_eq!(shown(&["--color", "always"], &[("NO_COLOR", "1")]), coloured);
    let chunks = shown(&["--color", "always", "--format", "opencode"], &[]);
    assert!(chunks.starts_with("^1m*** Begin Patch^\n^1m*** Update File: old^\n"), "{chunks}");
    let stat = shown(&["--color", "always", "--stat"], &[]);
    assert_eq!(stat, " old | 2 ^32m+^^31m-^\n 1 file changed, 1 insertion(+), 1 deletion(-)\n");
}

#[cfg(unix)]
#[test]
fn of_two_labelled_files_only_the_contents_count_as_with_gnu_diff() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt as _;

    let sandbox = Sandbox::new(&[]);
    sandbox.write("one", "a\n");
    sandbox.write("two", "a\n");
    set_permissions(sandbox.path("two"), Permissions::from_mode(0o755)).unwrap();
    let labelled = ["diff", "one", "two", "--label", "x", "--label", "y"];
    sandbox.command(&labelled).assert().success().stdout_eq(str![]);
    sandbox.command(&labelled[..3]).assert().code(1);
    // A page has no text on standard output, and the files differ all the same.
    sandbox.write("two", "b\n");
    let page = [&labelled[..3], &["--html", "page"]].concat();
    sandbox.command(&page).assert().code(1).stdout_eq(str![]);
}

#[test]
fn labels_without_headings_are_those_of_gnu_diff() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old.txt", format!("head()\n{}", lines(20, "a")));
    sandbox.write("new.txt", format!("head()\n{}", lines(20, "a").replace("15", "fifteen")));
    let labelled = ["old.txt", "new.txt", "--label", "before", "--label", "a b"];
    assert_eq!(
        ours(&sandbox, &[&labelled[..], &["--headings", "none"]].concat()),
        tool(&sandbox, "diff", &[&["-u"], &labelled[..]].concat())
    );
    let both = "--label names both sides, so it is given twice";
    for (wrong, why) in [
        (&["old.txt", "new.txt", "--label", "before"][..], both),
        (&[&labelled[..], &["--label", "c"]].concat(), both),
        (&[&labelled[..], &["--format", "git"]].concat(), "--label is for --format unified"),
        (
            &[&labelled[..], &["--times"]].concat(),
            "--times has no effect with --label; it is for --format unified",
        ),
        (
            &[".", ".", "--label", "a", "--label", "b"],
            "--label is for two files, not for directories",
        ),
    ] {
        let refused = sandbox.command(&[&["diff"], wrong].concat()).assert().code(2);
        let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(message.starts_with(&format!("error: {why}\nhint: ")), "{wrong:?}: {message}");
    }
    for [one, other] in
        [["--label=x", "--stat"], ["--label=x", "--html=page"], ["--times", "--stat"]]
    {
        let args = ["diff", "old.txt", "new.txt", one, other];
        let refused = sandbox.command(&args).assert().code(2);
        let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(message.contains("cannot be used with"), "{args:?}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_becomes_a_link_has_one_row() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/link", "1\n2\n");
    sandbox.write("old/same", "same\n");
    sandbox.write("new/same", "same\n");
    std::os::unix::fs::symlink("same", sandbox.path("new/link")).unwrap();
    assert_eq!(ours(&sandbox, &["--stat", "old", "new"]), git(&sandbox, &["--stat"]));
}

#[test]
fn a_folder_of_git_is_left_out_in_any_spelling() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/a", "a\n");
    sandbox.write("new/a", "a\n");
    sandbox.write("new/.GIT/config", "x\n");
    assert_eq!(ours(&sandbox, &["old", "new"]), "");
}
