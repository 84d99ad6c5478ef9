//! The program applies real patches: for every pair of releases, the patch that git makes of a
//! commit, the one of `git diff --no-index`, the one of `diff -ruN`, and git's converted to git's
//! format once more and to the `OpenCode` format. The result is the newer release, byte for byte.

use std::path::PathBuf;

use xtask::error::{Context as _, Result, fail};
use xtask::files::{Tree, write};
use xtask::program::{Program, succeed};
use xtask::releases::{Maker, Scratch, pair, pairs};
use xtask::shell::capture;

/// One test for each pair, so that a failure names it, and a check that no pair was forgotten.
macro_rules! releases {
    ($($test:ident = $name:literal,)+) => {
        $(#[test]
        fn $test() -> Result {
            check($name)
        })+

        #[test]
        fn every_pair_has_a_test() {
            let pairs = pairs().unwrap();
            let names: Vec<_> = pairs.iter().map(|pair| pair.name.as_str()).collect();
            assert_eq!(names, [$($name),+]);
        }
    };
}

releases! {
    approx = "approx",
    either = "either",
    heck = "heck",
    humantime = "humantime",
    itoa = "itoa",
    lazy_static = "lazy_static",
    memchr = "memchr",
    percent_encoding = "percent-encoding",
    quick_xml = "quick-xml",
    regex_syntax = "regex-syntax",
    serde_json = "serde_json",
    syn = "syn",
}

/// What each pair is meant to cover, so that an update that loses this is noticed.
#[test]
fn together_they_hold_what_real_patches_hold() {
    let pairs = pairs().unwrap();
    assert!(pairs.len() >= 5);
    let patches = pairs.iter().map(|pair| Scratch::new(pair).unwrap().patch(Maker::Git).unwrap());
    let all = patches.map(|patch| String::from_utf8_lossy(&patch).into_owned()).collect::<String>();
    for what in [
        "\nnew file mode 100644\n",
        "\ndeleted file mode 100644\n",
        "\nrename from lib.rs\n",
        "\n }\n\\ No newline at end of file\n",
        "\n+}\n\\ No newline at end of file\n",
        "\n-//\n",
        "\n+//\r\n",
        "\n [package]\r\n",
    ] {
        assert!(all.contains(what), "no patch holds {what:?}");
    }
    assert!(!all.is_ascii());
}

fn check(name: &str) -> Result {
    let pair = pair(name)?;
    let case = Case { program: Program::of_the_tests()?, scratch: Scratch::new(&pair)? };
    for maker in [Maker::Git, Maker::GitNoIndex, Maker::Gnu] {
        let patch = case.scratch.patch(maker)?;
        case.applies(maker, &patch, &["--format", "unified", "--contract", "git"])?;
        case.applies(maker, &patch, &["--format", "auto", "--contract", "agent"])?;
    }
    let file = case.scratch.path().join("git.patch");
    write(&file, &case.scratch.patch(Maker::Git)?)?;
    let convert = |format| capture(&mut case.program.convert(format, &case.scratch.old(), &file));
    let git = convert("git")?;
    case.applies(Maker::Git, &git.stdout, &["--format", "unified", "--contract", "git"])?;
    let chunks = convert("opencode")?;
    let said = String::from_utf8_lossy(&chunks.stderr);
    if NOT_EXPRESSIBLE.contains(&name) {
        let is_refused = !chunks.status.success()
            && said.contains("cannot express that the file has no newline");
        return if is_refused { case.scratch.close() } else { fail(format!("{name}: {said}")) };
    }
    if !chunks.status.success() {
        return fail(said);
    }
    case.applies(Maker::Git, &chunks.stdout, &["--format", "opencode"])?;
    case.scratch.close()
}

/// Releases in which a file gets or loses its final newline, which the `*** Begin Patch` format
/// cannot say.
const NOT_EXPRESSIBLE: &[&str] = &["approx", "humantime", "lazy_static", "percent-encoding"];

struct Case {
    program: Program,
    scratch: Scratch,
}

impl Case {
    /// The program, called with `args`, turns the older release into the newer one.
    fn applies(&self, maker: Maker, patch: &[u8], args: &[&str]) -> Result {
        let folder = self.scratch.path();
        write(&folder.join("patch"), patch)?;
        let tree = self.scratch.copy_of_old()?;
        let is = |root: PathBuf, when: &str| -> Result {
            let differences = Tree::read(&root)?.differences(&Tree::read(&tree)?);
            match differences.as_slice() {
                [] => Ok(()),
                lines => fail(format!("{maker:?}, {args:?}, {when}:\n{}", lines.join("\n"))),
            }
        };

        let check = [args, &["--check"]].concat();
        let what = format!("{maker:?}");
        succeed(&mut self.program.apply(folder, &tree, &check, "patch")).context(&what)?;
        is(self.scratch.old(), "--check writes nothing")?;

        succeed(&mut self.program.apply(folder, &tree, args, "patch")).context(&what)?;
        is(self.scratch.new_tree(), "the result is the newer release")
    }
}
