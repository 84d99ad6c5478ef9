//! Pages for a browser, opened in a real one if it is installed.

use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::str;

use crate::support::{Sandbox, json, stderr, stdout};

const OLD: &str = "fn f() {\n    let a = 1;\n}\n";
const NEW: &str = "fn f() {\n    let b = 1;\n}\n";
const PATCH: &str =
    "--- a/x.rs\n+++ b/x.rs\n@@ -1,3 +1,3 @@\n fn f() {\n-    let a = 1;\n+    let b = 1;\n }\n";

fn trees() -> Sandbox {
    let sandbox = Sandbox::new(&[("x.rs", OLD)]);
    sandbox.write("old/x.rs", OLD);
    sandbox.write("new/x.rs", NEW);
    sandbox.write("new/<b onclick=alert(1)>.txt", "<script>document.title = 'hacked'</script>\n");
    sandbox.write("fix.patch", PATCH);
    sandbox
}

#[test]
fn a_difference_is_a_page() {
    let sandbox = trees();
    let command = sandbox.command(&["diff", "--html", "page.html", "old", "new"]);
    command.assert().code(1).stdout_eq(str![]).stderr_eq(str![]);
    let page = sandbox.text("page.html");
    assert!(page.starts_with("<!doctype html>\n") && page.contains("<h1>old → new</h1>"));
    assert!(page.contains("let <del>a</del> = 1;") && page.contains("let <ins>b</ins> = 1;"));
    assert!(!page.contains("<script") && !page.contains("<b "), "{page}");
    let printed = sandbox.command(&["diff", "--html", "-", "old", "new"]).output().unwrap();
    assert_eq!(stdout(&printed), page);
    let command = sandbox.command(&["diff", "--html", "none/page.html", "old", "new"]);
    command.assert().code(2).stdout_eq(str![]);
}

#[test]
fn a_receipt_and_a_refusal_are_pages() {
    let sandbox = trees();
    let args = ["apply", "--root", "tree", "--html", "page.html", "fix.patch"];
    let check = [&args[..], &["--check"]].concat();
    sandbox.command(&check).assert().success();
    let page = sandbox.text("page.html");
    assert!(page.contains("<h1>fix.patch: would be applied</h1>"), "{page}");
    sandbox.command(&args).assert().success().stdout_eq("M x.rs (+1 -1)\n");
    let page = sandbox.text("page.html");
    assert!(
        page.contains(
            "<h1>fix.patch: applied</h1>\n<pre class=\"note good\">M x.rs (+1 -1)\n</pre>"
        )
    );
    assert!(page.contains("let <ins>b</ins> = 1;"), "{page}");
    assert_eq!(sandbox.text("tree/x.rs"), NEW);

    sandbox.write("tree/x.rs", "fn g() {}\n");
    sandbox.command(&args).assert().code(1).stdout_eq(str![]);
    let page = sandbox.text("page.html");
    assert!(
        page.contains(
            "<h1>fix.patch: refused</h1>\n<pre class=\"note bad\">error[context_not_found]"
        )
    );
    assert!(page.contains("-    let a = 1;") && !page.contains('\x1b'), "{page}");
}

/// Standard output is for one of the two.
#[test]
fn a_page_that_is_printed_is_alone() {
    let sandbox = trees();
    let args = ["apply", "--root", "tree", "--check", "--html", "-", "fix.patch"];
    let run = sandbox.command(&args).assert().success().stderr_eq(str![]);
    let page = stdout(run.get_output());
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{page}");
    let run = sandbox.command(&[&args[..], &["--json"]].concat()).assert().code(2);
    assert_eq!(json(run.get_output())["error"]["code"], "invalid_args");
}

/// Where the page cannot be written, nothing is done.
#[test]
fn a_page_that_has_no_place_is_told_before_anything_is_done() {
    let sandbox = trees();
    for page in ["none/page.html", "none/", "tree", "fix.patch/page.html"] {
        let args = ["apply", "--root", "tree", "--html", page, "fix.patch"];
        let run = sandbox.command(&args).assert().code(2).stdout_eq(str![]);
        let said = stderr(run.get_output());
        // In the system's words, without the name of a temporary file.
        assert!(
            said.starts_with(&format!("error: {page}: ")) && !said.contains(".acp-patch"),
            "{said}"
        );
        assert_eq!(sandbox.text("tree/x.rs"), OLD);
    }
}

/// A page never takes the place of something else.
#[test]
fn a_page_replaces_a_page_and_nothing_else() {
    let sandbox = trees();
    sandbox.write("tree/notes.html", "<!doctype html>\nmine\n");
    sandbox.write("old/page.html", "<!doctype html>\nold\n");
    sandbox.write("adds.patch", "--- /dev/null\n+++ b/made.html\n@@ -0,0 +1 @@\n+x\n");
    sandbox.write("x/notes.patch", PATCH.replace("x.rs", "below/notes.html"));
    sandbox.write("notes.txt", "mine\n");
    let before = sandbox.tree();
    let apply = ["apply", "--root", "tree", "--html"];
    let (read, named) = ("is read, and", "is named by the patch");
    for (args, page, why) in [
        (&apply[..], "fix.patch", "is read, and"),
        (&apply, "tree/x.rs", "exists and is not an HTML page"),
        (&apply, "notes.txt", "exists and is not an HTML page"),
        (&["diff", "old", "new", "--html"], "old/page.html", read),
        (&["diff", "old/x.rs", "new/x.rs", "--html"], "new/x.rs", read),
        (&["diff", "old/x.rs", "new/x.rs", "--html"], "tree/../old/x.rs", read),
    ] {
        let args = [args, &[page]].concat();
        let rest: &[&str] = if args[0] == "apply" { &["--check", "fix.patch"] } else { &[] };
        let run = sandbox.command(&[&args, rest].concat()).assert().code(2).stdout_eq("");
        let said = stderr(run.get_output());
        assert!(said.starts_with(&format!("error: --html: {page} {why}")), "{said}");
        assert!(said.contains("hint: Give the page a file of its own.\n"), "{said}");
    }
    for (patch, page) in [("adds.patch", "tree/made.html"), ("x/notes.patch", "tree/notes.html")] {
        let run = sandbox.command(&[&apply[..], &[page, patch]].concat()).assert().code(2);
        let said = stderr(run.get_output());
        assert!(said.starts_with(&format!("error: --html: {page} {named}")), "{said}");
    }
    assert!(sandbox.tree() == before);
}

/// Until a page is whole, the older one is there.
#[test]
#[cfg(unix)]
fn a_page_takes_the_place_of_an_older_one_behind_a_link() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let sandbox = trees();
    sandbox.write("pages/old.html", "");
    let mode = |name: &str| sandbox.path(name).metadata().unwrap().permissions().mode() & 0o777;
    let private = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(sandbox.path("pages/old.html"), private).unwrap();
    symlink("pages/old.html", sandbox.path("page.html")).unwrap();
    for _ in 0..2 {
        sandbox.command(&["diff", "--html", "page.html", "old", "new"]).assert().code(1);
        assert!(sandbox.path("page.html").is_symlink());
        assert!(sandbox.text("pages/old.html").starts_with("<!doctype html>"));
        assert_eq!(
            (sandbox.names("pages"), mode("pages/old.html")),
            (vec!["old.html".into()], 0o600)
        );
    }
    // A new file is for whoever may read what other programs write.
    sandbox.command(&["diff", "--html", "new.html", "old", "new"]).assert().code(1);
    sandbox.write("other", "");
    assert_eq!(mode("new.html"), mode("other"));
    let args = ["apply", "--root", "nowhere", "--html", "pages/old.html", "fix.patch"];
    let page = sandbox.text("pages/old.html");
    sandbox.command(&args).assert().code(2);
    assert_eq!(sandbox.text("pages/old.html"), page, "nothing was done, so nothing is reported");
    assert_eq!(sandbox.names("pages"), ["old.html"]);
}

/// A browser that runs without a window.
fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

/// The page as the browser has it once it is loaded, in a window of so many pixels.
#[track_caller]
fn loaded(browser: &str, sandbox: &Sandbox, page: &Path, width: u32) -> String {
    let mut command = Command::new(browser);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=2000",
        "--dump-dom",
    ]);
    command.arg(format!("--window-size={width},800"));
    command.arg(format!("--user-data-dir={}", sandbox.path("profile").display()));
    command.env("HOME", sandbox.path(".")).arg(format!("file://{}", page.display()));
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// A probe after the page tells what the browser made of it: its own policy is taken off for that,
/// and nothing else.
#[test]
fn a_browser_shows_one_view_and_runs_nothing() {
    let Some(browser) = browser() else {
        eprintln!("no browser here: what it makes of a page is not looked at");
        return;
    };
    let sandbox = trees();
    sandbox.command(&["diff", "--html", "page.html", "old", "new"]).assert().code(1);
    let page = sandbox.text("page.html");
    let whole = loaded(browser, &sandbox, &sandbox.path("page.html"), 1300);
    assert!(whole.contains("<title>old → new</title>"), "no script of a file ran: {whole}");

    let probe = "<script>const seen = name => getComputedStyle(document.querySelector(name)).display != 'none';
        const views = () => seen('.beside') + ' ' + seen('.inline');
        let told = views(); document.getElementById('view-inline').click(); told += ', ' + views();
        told += ', ' + document.querySelectorAll('main script, main b, [onclick]').length;
        document.title = told + ', ' + getComputedStyle(document.querySelector('.a')).whiteSpace</script>";
    let (before, behind) = page.split_once("<meta http-equiv").unwrap();
    let (_, behind) = behind.split_once('\n').unwrap();
    let without_policy =
        format!("{before}{}", behind.replace("</body>", &format!("{probe}</body>")));
    sandbox.write("probe.html", &without_policy);
    // Two columns of code do not fit a telephone: there the lines are below each other, whatever is
    // asked for.
    for (width, expected) in [(1300, "true false, false true"), (520, "false true, false true")] {
        let probed = loaded(browser, &sandbox, &sandbox.path("probe.html"), width);
        let expected = format!("<title>{expected}, 0, pre-wrap</title>");
        assert!(probed.contains(&expected), "{width}: {probed}");
    }

    // With the policy that is in the page, the style sheet is taken and a script is not.
    sandbox.write("refused.html", page.replace("</body>", &format!("{probe}</body>")));
    let refused = loaded(browser, &sandbox, &sandbox.path("refused.html"), 1300);
    assert!(refused.contains("<title>old → new</title>"), "{refused}");
}

/// The receipt says what happened, whatever becomes of the page.
#[test]
#[cfg(target_os = "linux")]
fn a_page_that_cannot_be_written_takes_no_receipt_away() {
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n";
    for (json, out) in [(true, "{\"ok\":true"), (false, "M a (+1 -1)\n")] {
        let sandbox = Sandbox::with_patch(&[("a", "1\n")], patch);
        let mut args = vec!["fix.patch", "--html", "/dev/full"];
        args.extend(json.then_some("--json"));
        let run = sandbox.apply(&args).code(2);
        let output = run.get_output();
        assert!(stdout(output).starts_with(out), "{}", stdout(output));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("/dev/full") && said.contains("the patch was applied"), "{said}");
        assert_eq!(sandbox.text("tree/a"), "2\n");
    }
}
