//! Damaged patches: placed where they belong, or not at all.

use patch_apply::{ApplyOptions, MemoryWorkspace, apply};
use patch_parse::parse;

use crate::noise::{Case, Outcome, ROOT, Refusal, Verdict, difference};

/// What the library does with a damaged patch.
pub fn outcome(case: &Case, options: &ApplyOptions) -> Outcome {
    let patch = match parse(&case.patch) {
        Ok(patch) => patch,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let mut files = MemoryWorkspace::new().with_root_name(ROOT);
    let others = case.others.iter().map(|other| (&other.path, &other.before));
    for (path, contents) in others.chain([(&case.path, &case.before)]) {
        if let Err(error) = files.insert(path, contents.as_slice()) {
            return Outcome::Refused(error.to_string());
        }
    }
    match apply(&patch, &mut files, options) {
        Ok(_) => {
            let contents = |path: &str| files.contents(path).unwrap_or_default().to_vec();
            Outcome::Applied(case.found(true, contents))
        }
        Err(refusal) => Outcome::Refused(refusal.to_string()),
    }
}

/// Checks that what is applied is right, and that what can only be refused is.
///
/// Whether a patch that must apply does is a matter of degree: `cargo xtask robustness` counts it.
///
/// # Panics
///
/// When a patch is placed wrongly.
pub fn check(case: &Case, options: &ApplyOptions) -> Verdict {
    let outcome = outcome(case, options);
    let verdict = case.judge(&outcome);
    let is_kept = match verdict {
        Verdict::Refused => true,
        Verdict::Right => case.refusal != Refusal::OnlyRight,
        Verdict::Half | Verdict::Wrong => false,
    };
    if let (false, Outcome::Applied(found)) = (is_kept, &outcome) {
        let difference = difference(&case.expected, found);
        panic!("placed wrongly\n{case}from what is right to what was found, {difference}");
    }
    verdict
}
