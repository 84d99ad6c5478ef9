//! Options that would be ignored are refused, and nothing is written.

use crate::support::{Sandbox, stderr, stdout};

const PATCH: &str = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";

/// The message of a refusal with status 2.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let sandbox = Sandbox::with_patch(&[("x", "a\n")], PATCH);
    sandbox.write("new/x", "b\n");
    let before = sandbox.tree();
    let run = sandbox.command(args).assert().code(2).stdout_eq("");
    assert!(sandbox.tree() == before, "{args:?}");
    let said = stderr(run.get_output());
    let said = said.strip_prefix("error: ").expect(said);
    said.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn an_option_of_diff_that_the_format_has_no_use_for() {
    let moves = "it is for --format git, opencode or acp, --stat or --html";
    let copies = "it is for --format git or acp, --stat or --html";
    let names = "it is for --format unified or git";
    for (args, message) in [
        (&["-M90"][..], format!("-M has no effect with --format unified; {moves}")),
        (&["-C"], format!("-C has no effect with --format unified; {copies}")),
        (&["-l9"], format!("-l has no effect with --format unified; {moves}")),
        (
            &["--find-copies-harder"],
            format!("--find-copies-harder has no effect with --format unified; {copies}"),
        ),
        (
            &["-C", "--format", "opencode"],
            format!("-C has no effect with --format opencode; {copies}"),
        ),
        (
            &["--similarity", "50", "--format", "acp-v1"],
            format!("-M has no effect with --format acp-v1; {moves}"),
        ),
        (
            &["--src-prefix", "a/", "--format", "acp"],
            format!("--src-prefix has no effect with --format acp; {names}"),
        ),
        (
            &["--dst-prefix", "x/", "--stat"],
            format!("--dst-prefix has no effect with --stat; {names}"),
        ),
        (
            &["--no-prefix", "--html", "page"],
            format!("--no-prefix has no effect with --html; {names}"),
        ),
        (
            &["--no-binary", "--format", "acp-v1-hunks"],
            format!("--no-binary has no effect with --format acp-v1-hunks; {names}"),
        ),
        (
            &["--headings", "none", "--format", "opencode"],
            "--headings has no effect with --format opencode; \
             it is for --format unified, git or acp or --html"
                .to_owned(),
        ),
        (
            &["--no-quote-path", "--format", "opencode"],
            "--no-quote-path has no effect with --format opencode; \
             it is for --format unified or git or --stat"
                .to_owned(),
        ),
        (
            &["-U0", "--format", "acp-v1"],
            "-U has no effect with --format acp-v1; \
             it is for --format unified, git, opencode, acp or acp-v1-hunks or --html"
                .to_owned(),
        ),
        (
            &["--patch-key", "both", "--format", "git"],
            "--patch-key has no effect with --format git; it is for --format acp".to_owned(),
        ),
    ] {
        assert_eq!(refused(&[&["diff", "tree", "new"], args].concat()), message);
    }
    let labelled = ["diff", "tree/x", "new/x", "--label", "a", "--label", "b", "--no-prefix"];
    assert_eq!(refused(&labelled), format!("--no-prefix has no effect with --label; {names}"));
}

#[test]
fn an_option_that_another_takes_the_effect_from() {
    for (args, one, other) in [
        (&["--stat", "--format", "git"][..], "--stat", "--format <NAME>"),
        (&["--html", "page", "--format", "git"], "--html <FILE>", "--format <NAME>"),
        (&["--no-renames", "-M9", "--stat"], "--no-renames", "--similarity <PERCENT>"),
        (&["--no-renames", "-l9", "--stat"], "--no-renames", "-l <FILES>"),
    ] {
        let message = refused(&[&["diff", "tree", "new"], args].concat());
        assert_eq!(message, format!("the argument '{one}' cannot be used with '{other}'"));
    }
    let apply = ["apply", "--root", "tree", "fix.patch"];
    assert_eq!(
        refused(&[&apply[..], &["--links", "inside"]].concat()),
        "--links has no effect without --contract git"
    );
    assert_eq!(
        refused(&[&apply[..], &["--patch-key", "diff"]].concat()),
        "--patch-key has no effect without --json"
    );
}

#[test]
fn an_option_of_convert_that_the_format_has_no_use_for() {
    for (args, message) in [
        (
            &["--to", "acp", "--no-prefix"][..],
            "--no-prefix has no effect with --to acp; it is for --to unified or git",
        ),
        (
            &["--to", "acp-v1", "-U9"],
            "-U has no effect with --to acp-v1; \
             it is for --to unified, git, opencode, acp or acp-v1-hunks",
        ),
    ] {
        let args = [&["convert", "--root", "tree", "fix.patch"], args].concat();
        assert_eq!(refused(&args), message);
    }
}

/// Each option, given where it has an effect, has one.
#[test]
fn an_option_that_is_taken_changes_the_output() {
    let sandbox = Sandbox::new(&[]);
    let lines: String = (0..20).map(|number| format!("def f{number}():\n")).collect();
    let old = format!("class A:\n  def f():\n{}x\n", "    y\n".repeat(30));
    sandbox.write("old/caf\u{e9}.py", &old);
    sandbox.write("new/caf\u{e9}.py", old.replace("x\n", "z\n"));
    for side in ["old", "new"] {
        sandbox.write(&format!("{side}/stays"), &lines);
        sandbox.write(&format!("{side}/binary"), format!("\0{side}"));
    }
    sandbox.write("old/from", lines.replace('f', "g"));
    sandbox.write("new/to", lines.replace('f', "g") + "one more\n");
    sandbox.write("new/copy", lines.replace('f', "g") + "two more\n");
    sandbox.write("new/other", &lines);
    let run = |args: &[&str]| {
        let output = sandbox.command(&[&["diff", "old", "new"], args].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", stderr(&output));
        stdout(&output).to_owned() + stderr(&output)
    };
    let formats: [(&[&str], &[&[&str]]); 5] = [
        (
            &["--format", "git"],
            &[
                &["-U0"],
                &["-M100"],
                &["-C"],
                &["-l1"],
                &["--find-copies-harder"],
                &["--src-prefix", "x/"],
                &["--dst-prefix", "x/"],
                &["--no-prefix"],
                &["--headings", "language"],
                &["--no-quote-path"],
                &["--no-binary"],
            ],
        ),
        (
            &["--format", "acp"],
            &[
                &["-U0"],
                &["-M100"],
                &["-C"],
                &["-l1"],
                &["--find-copies-harder"],
                &["--headings", "language"],
                &["--patch-key", "text"],
            ],
        ),
        (
            &["--format", "unified", "--no-binary"],
            &[
                &["-U0"],
                &["--src-prefix", "x/"],
                &["--dst-prefix", "x/"],
                &["--no-prefix"],
                &["--headings", "language"],
                &["--no-quote-path"],
            ],
        ),
        (
            &["--stat"],
            &[&["-M100"], &["-C"], &["-l1"], &["--find-copies-harder"], &["--no-quote-path"]],
        ),
        (
            &["--html", "-"],
            &[
                &["-U0"],
                &["-M100"],
                &["-C"],
                &["-l1"],
                &["--find-copies-harder"],
                &["--headings", "language"],
            ],
        ),
    ];
    for (format, options) in formats {
        let plain = run(format);
        for option in options {
            assert_ne!(run(&[format, option].concat()), plain, "{format:?} {option:?}");
        }
    }
}

#[test]
fn arguments_that_cannot_be_read_are_reported_in_json_where_that_is_asked_for() {
    let sandbox = Sandbox::with_patch(&[("x", "a\n")], PATCH);
    for (args, message) in [
        (&["apply", "--json", "--only", "x", "fix.patch"][..], "invalid value 'x' for '--only"),
        (&["apply", "--fsync", "x", "--json"], "invalid value 'x' for '--fsync"),
        (&["apply", "--json", "a", "b"], "unexpected argument 'b' found"),
        (&["undo", "--json", "--nope"], "unexpected argument '--nope' found"),
        (&["parse", "--json", "-p", "x"], "invalid value 'x' for '-p"),
    ] {
        let run = sandbox.command(args).assert().code(2);
        let out = stdout(run.get_output());
        let answer: serde_json::Value = serde_json::from_str(out).expect(out);
        assert_eq!(answer["ok"], false, "{out}");
        assert_eq!(answer["error"]["code"], "invalid_args", "{out}");
        let told = answer["error"]["message"].as_str().expect(out);
        assert!(told.starts_with(message) && !told.contains('\n'), "{told}");
        assert!(stderr(run.get_output()).starts_with("error: "), "a person reads it too");
    }
    for args in [&["apply", "--fsync", "x"][..], &["apply", "--fsync", "x", "--", "--json"]] {
        sandbox.command(args).assert().code(2).stdout_eq("");
    }
    // Help is no error.
    let run = sandbox.command(&["apply", "--json", "--help"]).assert().success();
    assert!(!stdout(run.get_output()).starts_with('{'));
}
