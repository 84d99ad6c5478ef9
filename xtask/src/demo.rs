//! `cargo xtask demo`: does the main job on a real patch.
//!
//! Takes a release of a small crate and the one before it, lets git make the patch between them,
//! applies the patch to the older release with the program, in both formats, and compares the
//! result with the newer release byte for byte. It leaves nothing behind.

use crate::error::{Result, fail};
use crate::files::{Tree, write};
use crate::program::{Program, succeed};
use crate::releases::{Maker, Pair, Scratch, pair};
use crate::shell::{capture, print_line, say, shown};

/// The release shown when none is named: files are added, deleted and changed, all of which both
/// formats can express.
const DEFAULT: &str = "either";

/// Shows the release of the crate `name`.
///
/// # Errors
///
/// When a patch is refused or its result is not the newer release.
pub fn run(name: Option<&str>) -> Result {
    let pair = pair(name.unwrap_or(DEFAULT))?;
    let program = Program::build()?;
    let demo = Demo { scratch: Scratch::new(&pair)?, pair, program };
    demo.unified()?;
    demo.opencode()?;
    demo.scratch.close()?;
    say!("The scratch folder is removed.");
    Ok(())
}

struct Demo {
    scratch: Scratch,
    pair: Pair,
    program: Program,
}

impl Demo {
    fn unified(&self) -> Result {
        let patch = self.scratch.patch(Maker::Git)?;
        let Pair { name, old, new } = &self.pair;
        let (files, hunks) = (lines(&patch, b"diff --git "), lines(&patch, b"@@ -"));
        say!(
            "{name} {} to {}: git's patch has {files} files, {hunks} hunks, {} bytes.",
            old.version,
            new.version,
            patch.len()
        );
        write(&self.scratch.path().join("release.patch"), &patch)?;
        // The contract `agent` records modes but does not change them.
        let has_modes = lines(&patch, b"old mode ") > 0;
        let contracts: &[&str] = if has_modes { &["git"] } else { &["agent", "git"] };
        for contract in contracts {
            self.apply(&["--format", "unified", "--contract", contract], "release.patch")?;
        }
        Ok(())
    }

    fn opencode(&self) -> Result {
        let patch = self.scratch.path().join("release.patch");
        let output = capture(&mut self.program.convert("opencode", &self.scratch.old(), &patch))?;
        if !output.status.success() {
            say!("\nThe OpenCode format cannot say it:");
            String::from_utf8_lossy(&output.stderr).lines().for_each(print_line);
            return Ok(());
        }
        let converted = output.stdout;
        say!("\nThe same change in the OpenCode format: {} bytes.", converted.len());
        write(&self.scratch.path().join("release.opencode"), &converted)?;
        self.apply(&["--format", "opencode"], "release.opencode")
    }

    /// Applies the patch file to a copy of the older release and compares.
    fn apply(&self, args: &[&str], patch: &str) -> Result {
        let tree = self.scratch.copy_of_old()?;
        let mut command = self.program.apply(self.scratch.path(), &tree, args, patch);
        say!("\n$ {}", shown(&command));
        let receipt = succeed(&mut command)?;
        for part in [&receipt.stdout, &receipt.stderr] {
            String::from_utf8_lossy(part).lines().for_each(print_line);
        }
        let expected = Tree::read(&self.scratch.new_tree())?;
        let differences = expected.differences(&Tree::read(&tree)?);
        if !differences.is_empty() {
            return fail(format!("the result is not the release:\n{}", differences.join("\n")));
        }
        let Pair { name, new, .. } = &self.pair;
        let files = expected.len();
        say!("The tree is {name} {}, byte for byte ({files} files).", new.version);
        Ok(())
    }
}

/// How many lines of git's patch start with this. Lines of a file begin with their mark, so these
/// are headers.
fn lines(patch: &[u8], start: &[u8]) -> usize {
    patch.split(|&byte| byte == b'\n').filter(|line| line.starts_with(start)).count()
}
