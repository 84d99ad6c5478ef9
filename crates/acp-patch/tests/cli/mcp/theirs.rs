//! Third-party clients: the Python package `mcp`, and the command line of the MCP Inspector.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::{PROGRAM, Sandbox, stderr, stdout};

const SCRIPT: &str = include_str!("client.py");

/// A Python that has the package: of a virtual environment that CI has made, or the system's.
fn python() -> Option<String> {
    let named = std::env::var("MCP_PYTHON").ok();
    let candidates = named.into_iter().chain(["python3".to_owned()]);
    let has_package = |python: &String| {
        let found = Command::new(python).args(["-c", "import mcp"]).output();
        found.is_ok_and(|output| output.status.success())
    };
    candidates.into_iter().find(has_package)
}

#[track_caller]
fn check(output: &Output) -> String {
    let (out, err) = (stdout(output), stderr(output));
    assert!(output.status.success(), "{out}\n{err}");
    out.to_owned()
}

#[test]
fn the_package_mcp_of_python_drives_the_server() {
    let Some(python) = python() else {
        println!("no python3 has the package mcp (pip install mcp): its client was not run");
        return;
    };
    let sandbox = Sandbox::new(&[("x.txt", "old\n"), ("y.txt", "other\n")]);
    let output = Command::new(python)
        .args(["-c", SCRIPT, PROGRAM])
        .arg(sandbox.path("tree"))
        .output()
        .unwrap();
    assert!(check(&output).ends_with("all is as it should be\n"));
    assert_eq!(sandbox.text("tree/x.txt"), "old\n", "changed and taken back");
}

/// Runs the Inspector where a host has installed it; nothing is fetched here.
fn inspector(root: &Path, args: &[&str]) -> Option<Output> {
    let program = std::env::var("MCP_INSPECTOR").ok()?;
    let server = [PROGRAM.as_ref(), "mcp".as_ref(), "--root".as_ref(), root.as_os_str()];
    let mut command = Command::new(program);
    command.arg("--cli").args(server).args(args);
    Some(command.output().unwrap())
}

#[test]
fn the_inspector_lists_and_calls_the_tools() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let root = sandbox.path("tree");
    let Some(output) = inspector(&root, &["--method", "tools/list"]) else {
        println!(
            "MCP_INSPECTOR names no program (npm install @modelcontextprotocol/inspector): it was not run"
        );
        return;
    };
    let listed: serde_json::Value = serde_json::from_str(&check(&output)).unwrap();
    let names: Vec<_> =
        listed["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["apply_patch", "diff", "check_patch", "undo"]);
    let call = |tool: &str, arguments: &[&str]| {
        let mut args = vec!["--method", "tools/call", "--tool-name", tool];
        args.extend(arguments.iter().flat_map(|argument| ["--tool-arg", argument]));
        let output = inspector(&root, &args).unwrap();
        // It holds each answer against the schema that the tool was listed with.
        assert!(!stderr(&output).contains("schema"), "{}", stderr(&output));
        serde_json::from_str::<serde_json::Value>(&check(&output)).unwrap()
    };
    let result = call("diff", &["path_a=x.txt", "path_b=x.txt"]);
    assert_eq!(result["structuredContent"]["identical"], true, "{result:#}");
    let patch = "patch=--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-old\n+new\n";
    for tool in ["check_patch", "apply_patch"] {
        let result = call(tool, &[patch]);
        assert_eq!(result["isError"], false, "{result:#}");
    }
    assert_eq!(sandbox.text("tree/x.txt"), "new\n");
    // Each call is a session of its own, which has no receipts.
    let refused = call("undo", &["receipt_id=r1"]);
    assert_eq!(refused["isError"], true, "{refused:#}");
    assert_eq!(refused["structuredContent"]["error"]["code"], "invalid_args");
}
