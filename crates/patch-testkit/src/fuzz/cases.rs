//! Turns any bytes into patches and the files they are applied to.

use arbitrary::Unstructured;
use bstr::BString;
use patch_apply::{Contract, Locate};
use patch_parse::{FilePatch, Format, Patch};

use crate::arbitrary::{case, recipe};
use crate::recipe::Scenario;
use crate::{Case, File, Rules, Tree, model};

/// More lines than this are not put before a hunk, whatever its header says.
const MOST_FILLER: u64 = 100;

/// The cases that any bytes encode.
pub fn cases(bytes: &[u8]) -> Vec<Case> {
    let Ok(patch) = patch_parse::parse(bytes) else {
        return case(&mut Unstructured::new(bytes)).into_iter().collect();
    };
    let of = |rules| Case { before: implied_tree(&patch, rules), patch: bytes.to_vec(), rules };
    every_rule(patch.format).into_iter().map(of).collect()
}

/// The case of a patch under these rules; `None` if the text is not a patch.
pub(super) fn case_of(text: &[u8], rules: Rules) -> Option<Case> {
    let patch = patch_parse::parse(text).ok()?;
    Some(Case { before: implied_tree(&patch, rules), patch: text.to_vec(), rules })
}

/// The scenario that any bytes are a recipe for.
pub(super) fn scenario(bytes: &[u8]) -> Option<Scenario> {
    recipe(&mut Unstructured::new(bytes)).ok().map(|recipe| recipe.cook())
}

/// Each choice of the caller that can matter to a patch of this format: if the choice were read
/// from the bytes, nearly every patch would get the same one.
fn every_rule(format: Format) -> Vec<Rules> {
    let git = Rules { contract: Contract::Git, ..Rules::default() };
    let third = match format {
        Format::Unified => Rules { overwrite: true, ..git },
        Format::OpenCode => Rules { locate: Locate::Unique, overwrite: true, ..Rules::default() },
    };
    vec![Rules::default(), git, third]
}

/// Files to which a patch could apply: the old lines of every hunk, near the lines it names. If
/// files may be replaced, there are files to replace.
fn implied_tree(patch: &Patch<'_>, rules: Rules) -> Tree {
    let mut tree = Tree::default();
    for file in &patch.files {
        let target = rules.overwrite.then(|| file.operation.path());
        for name in file.operation.old_path().into_iter().chain(target) {
            let Ok(place) = model::resolve(name.as_bstr()) else { continue };
            let contents = implied_text(file, rules);
            tree.insert_if_free(place, File { contents, executable: rules.overwrite });
        }
    }
    tree
}

fn implied_text(file: &FilePatch<'_>, rules: Rules) -> BString {
    let mut text = Vec::new();
    let mut line = 1;
    for hunk in file.hunks() {
        let missing = hunk.old_start().unwrap_or(0).saturating_sub(line).min(MOST_FILLER);
        // Blank lines, too: they agree with more than they should.
        let filler: &[u8] = if rules.overwrite { b"\n" } else { b"filler\n" };
        text.extend((0..missing).flat_map(|_| filler));
        line += missing;
        for anchor in &hunk.anchors {
            text.extend_from_slice(anchor);
            text.push(b'\n');
        }
        for old in hunk.old_lines() {
            text.extend_from_slice(old.text);
            text.extend_from_slice(old.newline.as_bytes());
            line += 1;
        }
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracles;
    use crate::oracles::apply::Outcome;
    use patch_parse::Code;

    #[test]
    fn a_patch_is_applied_to_files_that_it_is_about() {
        let text = b"--- a/x\n+++ b/x\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n";
        let cases = cases(text);
        assert_eq!(cases[0].before, Tree::from([("x", "filler\nfiller\na\nb\n")]));
        let after = Tree::from([("x", "filler\nfiller\na\nc\n")]);
        assert_eq!(oracles::apply::check(&cases[0]), Outcome::Applied(after));
        let applies = |case| matches!(oracles::apply::check(case), Outcome::Applied(_));
        assert!(cases.iter().all(applies), "whatever the caller decides");
    }

    #[test]
    fn what_is_no_patch_is_a_recipe_for_one() {
        let cases = cases(&[7; 100]);
        assert_eq!(cases.len(), 1);
        assert_ne!(oracles::apply::check(&cases[0]), Outcome::NotAPatch(Code::EmptyPatch));
    }
}
