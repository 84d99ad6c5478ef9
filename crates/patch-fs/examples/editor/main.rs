//! An editor with unsaved buffers applies patches: `cargo run -p patch-fs --example editor`.
//!
//! `workspace.rs` is the part to copy: an implementation of [`Workspace`](patch_apply::Workspace)
//! over a directory. It passes the conformance suite of `patch-testkit`.

#![expect(clippy::print_stdout, reason = "an example shows what happens")]
#![expect(clippy::disallowed_methods, reason = "an example makes its own files and looks at them")]

mod workspace;

use std::error::Error;
use std::fs;
use std::path::Path;

use patch_apply::{ApplyOptions, apply, plan};
use patch_fs::DirWorkspace;
use workspace::EditorWorkspace;

const GREETING: &str = "fn greet() {\n    println!(\"hello\");\n}\n";
const MAIN: &str = "fn main() {\n    greet();\n}\n";

/// Renames the open file, and edits both files.
const RENAME: &str = "\
*** Begin Patch
*** Update File: src/greet.rs
*** Move to: src/hello/mod.rs
@@
-fn greet() {
+pub fn greet() {
*** Update File: src/main.rs
@@
+mod hello;
+
 fn main() {
-    greet();
+    hello::greet();
*** End Patch
";

/// Matches what was saved, but not what is in the editor.
const OLD: &str = "\
*** Begin Patch
*** Update File: src/main.rs
@@
+// The entry point.
 mod hello;
*** Update File: src/hello/mod.rs
@@
-    println!(\"hello\");
+    println!(\"good morning\");
*** End Patch
";

/// Matches what is in the editor.
const NEW: &str = "\
*** Begin Patch
*** Update File: src/hello/mod.rs
@@
-    println!(\"good evening\");
+    println!(\"good night\");
*** End Patch
";

fn main() -> Result<(), Box<dyn Error>> {
    let root = tempfile::tempdir()?;
    fs::create_dir(root.path().join("src"))?;
    fs::write(root.path().join("src/greet.rs"), GREETING)?;
    fs::write(root.path().join("src/main.rs"), MAIN)?;

    let mut editor = EditorWorkspace::new(DirWorkspace::open(root.path())?);
    let greet = editor.open("src/greet.rs")?;
    editor.edit(&greet, |text| *text = replaced(text, "hello", "good evening"));
    show("The person has src/greet.rs open, and has typed something", root.path(), &editor);

    apply(&patch_parse::parse(RENAME.as_bytes())?, &mut editor, &ApplyOptions::default())?;
    show(
        "A patch moves the open file and edits both; what was typed goes along, unsaved",
        root.path(),
        &editor,
    );

    println!("== A patch for what was saved, not for what is in the editor\n");
    match apply(&patch_parse::parse(OLD.as_bytes())?, &mut editor, &ApplyOptions::default()) {
        Ok(_) => println!("taken, which is a bug\n"),
        Err(refusal) => println!("{refusal}\n(and src/main.rs, where it fits, is as it was)\n"),
    }

    println!("== A patch that fits, while the person goes on typing\n");
    let patch = patch_parse::parse(NEW.as_bytes())?;
    let planned = plan(&patch, &editor, &ApplyOptions::default())?;
    let hello = editor.open("src/hello/mod.rs")?;
    editor.edit(&hello, |text| text.extend_from_slice(b"// Typed meanwhile.\n"));
    if let Err(refusal) = planned.commit(&mut editor) {
        println!("{refusal}\n");
    }

    apply(&patch, &mut editor, &ApplyOptions::default())?;
    editor.save(&hello)?;
    show("The same patch once more, and the person saves", root.path(), &editor);
    Ok(())
}

fn replaced(text: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(text).replace(from, to).into_bytes()
}

/// The files on the disk, and beside them the editor's buffers of those that are open.
fn show(title: &str, root: &Path, editor: &EditorWorkspace) {
    println!("== {title}\n");
    for path in ["src/greet.rs", "src/hello/mod.rs", "src/main.rs"] {
        let Ok(text) = fs::read_to_string(root.join(path)) else { continue };
        print_text(path, &text);
        let open = editor.buffers().iter().find(|(open, _)| open.as_bstr() == path);
        if let Some((_, buffer)) = open {
            let state = if buffer.is_modified() { "not saved" } else { "saved" };
            let text = String::from_utf8_lossy(&buffer.text);
            print_text(&format!("{path}, in the editor, {state}"), &text);
        }
    }
}

fn print_text(title: &str, text: &str) {
    println!("{title}");
    text.lines().for_each(|line| println!("    {line}"));
    println!();
}
