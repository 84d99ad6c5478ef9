//! Files of exactly the limit pass, and with one byte more are refused.

use patch_apply::{
    ApplyOptions, Contract, Failure, MemoryWorkspace, Refusal, Workspace, WorkspacePath, apply,
    plan,
};

/// The code of the refusal, or that it applied, of a patch under a limit on the bytes of a file.
fn outcome(patch: &str, file: Option<&str>, limit: usize) -> &'static str {
    let files = file.map(|text| ("f", text));
    let mut workspace = MemoryWorkspace::from_files(files).expect("the path is plain");
    let patch = patch_parse::parse(patch.as_bytes()).expect("it is a patch");
    let mut options = ApplyOptions::default();
    options.limits.file_bytes = limit as u64;
    match apply(&patch, &mut workspace, &options) {
        Ok(_) => "applied",
        Err(refusal) => {
            let now = workspace.contents("f").map(<[u8]>::to_vec);
            assert_eq!(now, file.map(|text| text.as_bytes().to_vec()), "nothing is touched");
            refusal.code().as_str()
        }
    }
}

/// The patch needs `bytes` and not one less.
#[track_caller]
fn needs(bytes: usize, patch: &str, file: Option<&str>) {
    assert_eq!(outcome(patch, file, bytes), "applied", "{patch}");
    assert_eq!(outcome(patch, file, bytes + 1), "applied", "{patch}");
    assert_eq!(outcome(patch, file, bytes - 1), "limit_exceeded", "{patch}");
}

#[test]
fn a_file_may_be_as_large_as_the_limit_before_and_after() {
    let grow = "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n one\n+two\n";
    needs(8, grow, Some("one\n"));
    let shrink = "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n one\n-two\n";
    needs(8, shrink, Some("one\ntwo\n"));
    needs(4, "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+one\n", None);
    needs(4, "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n", Some("one\n"));
    let envelope = "*** Begin Patch\n*** Update File: f\n@@\n one\n+two\n*** End Patch\n";
    needs(8, envelope, Some("one\n"));
}

#[test]
fn the_default_fits_what_an_agent_edits() {
    assert_eq!(ApplyOptions::default().limits.file_bytes, 256 << 20);
}

fn named(name: &str, limit: impl FnOnce(&mut ApplyOptions)) -> Result<(), Refusal> {
    let patch = format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+n\n");
    let patch = patch_parse::parse(patch.as_bytes()).expect("it is a patch");
    let mut options = ApplyOptions::default();
    limit(&mut options);
    apply(&patch, &mut MemoryWorkspace::new(), &options).map(drop)
}

#[test]
fn a_name_may_have_as_many_parts_and_bytes_as_the_limits() {
    let code = |result: Result<(), Refusal>| result.map_err(|refusal| refusal.code().as_str());
    let deep = |parts: usize| "d/".repeat(parts - 1) + "x";
    assert_eq!(code(named(&deep(256), |_| ())), Ok(()));
    assert_eq!(code(named(&deep(257), |_| ())), Err("limit_exceeded"));
    assert_eq!(code(named(&"x".repeat(4096), |_| ())), Ok(()));
    assert_eq!(code(named(&"x".repeat(4097), |_| ())), Err("limit_exceeded"));
    let few = |options: &mut ApplyOptions| options.limits.name_parts = 2;
    assert_eq!(code(named("d/x", few)), Ok(()));
    assert_eq!(code(named("d/e/x", few)), Err("limit_exceeded"));
}

#[test]
fn a_path_of_twenty_thousand_parts_ends_in_a_refusal() {
    let deep = "d/".repeat(20_000) + "x";
    let refusal = named(&deep, |_| ()).unwrap_err();
    assert_eq!(refusal.code().as_str(), "limit_exceeded");
    let no_limits = |options: &mut ApplyOptions| {
        options.limits.name_bytes = usize::MAX;
        options.limits.name_parts = usize::MAX;
    };
    assert_eq!(named(&deep, no_limits).unwrap_err().code().as_str(), "limit_exceeded");
    assert_eq!(WorkspacePath::new(0, &deep).unwrap_err().code.as_str(), "limit_exceeded");
    assert!(WorkspacePath::new(0, "d/".repeat(511) + "x").is_ok());
    let envelope = format!("*** Begin Patch\n*** Delete File: {deep}\n*** End Patch\n");
    let patch = patch_parse::parse(envelope.as_bytes()).expect("it is a patch");
    let refusal = plan(&patch, &MemoryWorkspace::new(), &ApplyOptions::default()).unwrap_err();
    assert_eq!(refusal.code().as_str(), "limit_exceeded");
    assert!(MemoryWorkspace::new().resolve(deep.as_str().into()).is_err());
}

/// A patch of so many hunks that have no place in the files that it names.
fn without_place(files: usize, hunks: usize) -> String {
    let hunk = |n: usize| format!("@@ -{n} +{n} @@\n-no such line {n}\n+new {n}\n");
    let section = |file: usize| {
        let hunks: String = (1..=hunks).map(hunk).collect();
        format!("--- a/f{file}\n+++ b/f{file}\n{hunks}")
    };
    (0..files).map(section).collect()
}

#[test]
fn a_refusal_counts_all_hunks_and_explains_the_first_hundred() {
    for (files, hunks) in [(1, 300), (3, 60), (200, 1), (1, 100), (2, 100)] {
        let text: String = (0..400).map(|n| format!("line {n}\n")).collect();
        let tree = (0..files).map(|file| (format!("f{file}"), text.clone()));
        let tree = MemoryWorkspace::from_files(tree).expect("the paths are plain");
        let patch = without_place(files, hunks);
        let patch = patch_parse::parse(patch.as_bytes()).expect("it is a patch");
        let refusal = plan(&patch, &tree, &ApplyOptions::default()).unwrap_err();
        let all = files * hunks;
        assert_eq!(refusal.failures.len(), all, "all failures are counted");
        let (explained, brief) = refusal.failures.split_at(all.min(Refusal::MOST_EXPLAINED));
        assert!(explained.iter().all(|failure| failure.hunk().is_some() && failure.hint.is_some()));
        assert!(brief.iter().all(|failure| failure.hunk().is_none() && failure.hint.is_none()));
        let codes = refusal.failures.iter().map(|failure| failure.code.as_str());
        assert!(codes.clone().all(|code| code == "context_not_found"));
        assert!(!refusal.already_applied, "a hunk that is told briefly is none that is there");
    }
}

#[test]
fn a_refusal_suggests_files_for_the_first_hundred_names() {
    let names = (0..300).map(|n| (format!("d/module_{n}.py"), "x\n".to_owned()));
    let tree = MemoryWorkspace::from_files(names).expect("the paths are plain");
    let lines: String = (0..300).map(|n| format!("*** Delete File: module_{n}.py\n")).collect();
    let patch = format!("*** Begin Patch\n{lines}*** End Patch\n");
    let patch = patch_parse::parse(patch.as_bytes()).expect("it is a patch");
    let refusal = plan(&patch, &tree, &ApplyOptions::default()).unwrap_err();
    let messages = refusal.failures.iter().map(Failure::message);
    let suggested = messages.filter(|message| message.contains("d/module_")).count();
    assert_eq!((refusal.failures.len(), suggested), (300, Refusal::MOST_EXPLAINED));
}

/// The numbers at which one more or less leaves what a machine counts with.
#[test]
fn the_largest_numbers_are_numbers() {
    let (signed, unsigned) = (i64::MAX.unsigned_abs(), u64::MAX);
    let body = " a\n b\n c\n-d\n+D\n e\n f\n g\n";
    let fits = "a\nb\nc\nd\ne\nf\ng\n";
    let stale = "q\na\nb\nx\nd\ny\nf\ng\nq\n";
    for number in (0..24).flat_map(|by| [signed - by, signed + by, unsigned - by]) {
        let hunk = |heading: &str| format!("@@ -{number},7 +{number},7 @@{heading}\n{body}");
        let insertion = format!("@@ -{number},0 +{number} @@\n+z\n");
        for hunks in [
            hunk(""),
            hunk(" q"),
            insertion.clone(),
            format!("@@ -1 +1 @@\n-q\n+r\n{}{insertion}", hunk("")),
            format!("{}@@ -1 +1 @@\n-q\n+r\n{}", hunk(" b"), hunk(" c")),
        ] {
            let patch = format!("--- a/f\n+++ b/f\n{hunks}");
            for contract in [Contract::Agent, Contract::Git] {
                for file in [fits, stale, ""] {
                    let mut workspace = MemoryWorkspace::from_files([("f", file)]).unwrap();
                    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
                    let options = ApplyOptions::default().contract(contract);
                    if let Err(refusal) = apply(&patch, &mut workspace, &options) {
                        assert!(!refusal.to_string().is_empty());
                        assert_eq!(workspace.contents("f"), Some(file.as_bytes()));
                    }
                }
            }
        }
        let patch = format!("--- a/f\n+++ b/f\n{}", hunk(""));
        assert_eq!(outcome(&patch, Some(fits), 100), "applied", "{patch}");
        assert_eq!(outcome(&patch, Some(stale), 100), "context_not_found", "{patch}");
    }
}
