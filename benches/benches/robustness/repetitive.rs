//! Repetitive files with the truth by construction: right, refused, wrong, and those wrong ones to
//! which the evidence pointed. The rule is in `patch_testkit::noise::repetitive`.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use patch_apply::ApplyOptions;
use patch_parse::Format;
use patch_testkit::noise::repetitive::{Found, Repetitive, Verdict};

use crate::options::Options;
use crate::show::{difference, numbered, section, visible};

/// How many labels of a kind are printed.
const MOST_LABELS: usize = 20;

const FORMATS: [Format; 2] = [Format::Unified, Format::OpenCode];

/// The outcomes of some cases.
#[derive(Clone, Debug, Default)]
struct Tally {
    right: usize,
    /// Refused when nothing else is right.
    lost: usize,
    /// Refused when the evidence showed the place, and when it did not.
    told: usize,
    untold: usize,
    honest: usize,
    wrong: usize,
}

impl Tally {
    fn add(&mut self, case: &Repetitive, verdict: Verdict) {
        *match verdict {
            Verdict::Right => &mut self.right,
            Verdict::Refused { .. } if case.right.is_none() => &mut self.lost,
            Verdict::Refused { is_told: true } => &mut self.told,
            Verdict::Refused { is_told: false } => &mut self.untold,
            Verdict::Honest(_) => &mut self.honest,
            Verdict::Wrong => &mut self.wrong,
        } += 1;
    }

    fn row(&self, name: &str) -> String {
        let Self { right, lost, told, untold, honest, wrong } = self;
        let all = right + lost + told + untold + honest + wrong;
        format!("| {name} | {all} | {right} | {lost} | {untold} | {told} | {honest} | {wrong} |")
    }
}

/// The outcome of ours; a panic is a fault like a wrong placement.
fn outcome(case: &Repetitive) -> Option<Found> {
    catch_unwind(AssertUnwindSafe(|| case.run(&ApplyOptions::default()))).ok()
}

fn verdict(case: &Repetitive) -> Verdict {
    outcome(case).map_or(Verdict::Wrong, |found| case.judge(&found))
}

/// Prints the tables; returns whether nothing was placed wrongly without an excuse.
///
/// Half of `--cases` is of each format. A case is named by its format and its own seed, so that
/// `--show` needs neither `--cases` nor `--seed`.
pub(crate) fn page(options: &Options) -> bool {
    let each = u64::try_from(options.cases.div_ceil(FORMATS.len())).unwrap_or(u64::MAX);
    let first = options.seed.wrapping_mul(10_000_000);
    let mut totals: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut shapes: BTreeMap<String, Tally> = BTreeMap::new();
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut labels: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for format in FORMATS {
        for seed in (0..each).map(|number| first.wrapping_add(number)) {
            let case = Repetitive::new(format, seed);
            let verdict = verdict(&case);
            totals.entry(format.as_str()).or_default().add(&case, verdict);
            shapes.entry(format!("{format}, {}", case.shape)).or_default().add(&case, verdict);
            let kind = match verdict {
                Verdict::Honest(reason) => {
                    *reasons.entry((format.as_str(), reason)).or_default() += 1;
                    "wrong, honest"
                }
                Verdict::Wrong => "wrong",
                Verdict::Refused { is_told: true } if case.right.is_some() => "refused, told",
                _ => continue,
            };
            labels.entry((kind, format.as_str())).or_default().push(format!("{format}:{seed}"));
        }
    }
    println!(
        "| | cases | right | refused: nothing else is right | refused: the evidence is not clear | refused: the evidence is clear | wrong: the evidence pointed there | wrong |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (format, tally) in &totals {
        println!("{}", tally.row(format));
    }
    for (shape, tally) in &shapes {
        println!("{}", tally.row(shape));
    }
    println!("\nWhat pointed to the wrong place:\n");
    for ((format, reason), count) in &reasons {
        println!("- {format}, {reason}: {count}");
    }
    println!("\nTo look at with `cargo xtask robustness --repetitive --show LABEL`:\n");
    for ((kind, _), labels) in &labels {
        let shown = labels.get(..MOST_LABELS).unwrap_or(labels).join(" ");
        println!("- {kind} ({}): {shown}", labels.len());
    }
    totals.values().all(|tally| tally.wrong == 0)
}

/// Prints one case: the patch, what is right, what ours did, and the file.
pub(crate) fn show(label: &str) -> Result<(), String> {
    let found = label.split_once(':').and_then(|(format, seed)| {
        let format = FORMATS.into_iter().find(|it| it.as_str() == format)?;
        Some((format, seed.parse().ok()?))
    });
    let (format, seed) = found.ok_or("a label is `unified:NUMBER` or `opencode:NUMBER`")?;
    let case = Repetitive::new(format, seed);
    let found = outcome(&case);
    println!("{label}, {}: {:?}", case.shape, verdict(&case));
    section("patch", &visible(&case.patch));
    section(
        "from the file of the patch to the file as it is",
        &difference(&case.old, &case.before),
    );
    let nothing = || "nothing but to refuse".to_owned();
    let right = case.right.as_ref().map_or_else(nothing, |it| difference(&case.before, it));
    section("change that is right", &right);
    section("lines of the hunks, in the old file and meant", &places(&case));
    let story = match &found {
        None => "it panicked".to_owned(),
        Some(Found::Refused) => refusal(&case),
        Some(Found::Applied { contents, places }) => {
            let line = |place: &Option<i64>| {
                place.map_or_else(|| "done".to_owned(), |line| (line + 1).to_string())
            };
            let lines = places.iter().map(line).collect::<Vec<_>>().join(", ");
            format!("applied at {lines}:\n{}", difference(&case.before, contents))
        }
    };
    section("ours", &story);
    section("before", &numbered(&case.before));
    Ok(())
}

fn places(case: &Repetitive) -> String {
    let line = |(old, meant): (usize, Option<i64>)| {
        let meant = meant.map_or_else(|| "gone".to_owned(), |line| (line + 1).to_string());
        format!("{} -> {meant}\n", old + 1)
    };
    case.places().into_iter().map(line).collect()
}

/// Why it was refused, in the library's words.
fn refusal(case: &Repetitive) -> String {
    let patch = match patch_parse::parse(&case.patch) {
        Ok(patch) => patch,
        Err(error) => return error.to_string(),
    };
    let hunks = patch.files.first().map(patch_parse::FilePatch::hunks).unwrap_or_default();
    let options = ApplyOptions::default();
    match patch_apply::apply_hunks(&case.before, hunks, patch.format, &options) {
        Ok(_) => String::new(),
        Err(refused) => {
            let lines = refused
                .failures
                .iter()
                .map(|it| format!("hunk {}: {} ({})\n", it.hunk + 1, it.code, it.cause));
            lines.collect()
        }
    }
}
