//! The page, and the promises that ours must keep.

use std::fmt::Write as _;

use patch_parse::Format;
use patch_testkit::noise::{Damage, Refusal, Verdict};

use crate::options::Options;
use crate::results::{Results, Tally};
use crate::suggestions::Suggested;

/// The tool that the promises are about.
const OURS: usize = 0;

/// Of ten thousand cases that must apply, this many do; the slice of CI has a few hundred cases.
const MUST_APPLY: usize = 9_950;

/// Checks the promises and reports what breaks them.
pub(crate) fn gate(results: &Results) -> bool {
    let mut is_kept = true;
    for (tool, (name, _, _)) in results.tools.iter().enumerate() {
        for case in results.cases.iter().filter(|case| case.damage.is_held()) {
            let is_wrong = match case.verdicts.get(tool).copied().flatten() {
                Some(Verdict::Wrong | Verdict::Half) => true,
                Some(Verdict::Right) => case.refusal == Refusal::OnlyRight,
                _ => false,
            };
            if is_wrong {
                println!("WRONG {} ({name})", case.label);
                is_kept = false;
            }
        }
    }
    let must = results.tally(OURS, |case| case.refusal == Refusal::Wrong && case.damage.is_held());
    let share = must.right * 10_000 / must.all().max(1);
    let percent = |share: usize| format!("{}.{:02} %", share / 100, share % 100);
    for case in &results.cases {
        let is_refused = case.verdicts.get(OURS).copied().flatten() == Some(Verdict::Refused);
        if is_refused && case.refusal == Refusal::Wrong {
            println!("refused {}", case.label);
        }
    }
    println!(
        "{} cases: {} of {} that must apply do ({}, wanted {})",
        results.cases.len(),
        must.right,
        must.all(),
        percent(share),
        percent(MUST_APPLY)
    );
    is_kept && share >= MUST_APPLY
}

/// Lists wrong results for cases of two damages. It is not checked whether both damages together
/// are fair, so the results have to be read one by one.
pub(crate) fn twice(results: &Results) {
    for case in &results.cases {
        if let Some(Verdict::Wrong | Verdict::Half) = case.verdicts.get(OURS).copied().flatten() {
            println!("wrong {}", case.label);
        }
    }
    let of = |refusal: Refusal| results.tally(OURS, |case| case.refusal == refusal);
    let (may, not) = (of(Refusal::Fine), of(Refusal::OnlyRight));
    println!(
        "{} cases of two damages: {} right and {} refused of {} that may be, {} refused of {} that must be, {} wrong",
        results.cases.len(),
        may.right,
        may.refused,
        may.all(),
        not.refused,
        not.all(),
        may.wrong + not.wrong,
    );
}

/// The purpose of the second table.
const EXPERIMENT: &str = "\
The same hunks of the same files, damaged in the same way and written in both formats; applied by ours. *Failed* is \
what was not applied right: refused, where that is allowed too, or wrong. Damage after which only refusing is right is left \
out.

";

/// The page as Markdown. The part between the marks depends only on ours.
pub(crate) fn page(results: &Results, options: &Options) -> String {
    let mut out = String::new();
    out.push_str("<!-- ours: begin -->\n");
    totals(results, &[Format::Unified, Format::OpenCode], &is_ours, &mut out);
    for format in [Format::Unified, Format::OpenCode] {
        table(results, format, &is_ours, &mut out);
    }
    experiment(results, &mut out);
    suggestions(results, &mut out);
    out.push_str("<!-- ours: end -->\n");
    if !options.only_ours {
        peers(results, &mut out);
    }
    explanations(&mut out);
    out
}

fn is_ours(name: &str) -> bool {
    name.starts_with("ours")
}

fn heading(out: &mut String, text: &str) {
    let _ = writeln!(out, "\n{text}\n");
}

/// The tools that read a format, by index.
fn columns<'r>(
    results: &'r Results,
    formats: &'r [Format],
    wanted: &'r dyn Fn(&str) -> bool,
) -> impl Iterator<Item = (usize, &'static str)> + 'r {
    let tools = results.tools.iter().enumerate();
    tools.filter_map(move |(index, (name, _, reads))| {
        let is_in = wanted(name) && formats.iter().any(|format| reads.contains(format));
        is_in.then_some((index, *name))
    })
}

fn totals(results: &Results, formats: &[Format], wanted: &dyn Fn(&str) -> bool, out: &mut String) {
    heading(out, "### In all");
    out.push_str("| format | tool | must apply: right | refused | may refuse: right | refused | must refuse: refused | half done | wrong |\n");
    out.push_str("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for format in formats {
        for (index, name) in columns(results, &[*format], wanted) {
            let of = |refusal: Refusal| {
                results.tally(index, |case| case.format == *format && case.refusal == refusal)
            };
            let [must, may, not] = [Refusal::Wrong, Refusal::Fine, Refusal::OnlyRight].map(of);
            let half = must.half + may.half + not.half;
            let wrong = must.wrong + may.wrong + not.wrong;
            let all = must.all() + may.all() + not.all();
            let _ = writeln!(
                out,
                "| {format} | {name} | {} | {} | {} | {} | {} | {} | {} |",
                share(must.right, must.all()),
                share(must.refused, must.all()),
                share(may.right, may.all()),
                share(may.refused, may.all()),
                share(not.refused + not.right, not.all()),
                share(half, all),
                share(wrong, all),
            );
        }
    }
}

/// A count and its share of the whole.
fn share(count: usize, all: usize) -> String {
    let tenths = (count * 1000 + all / 2) / all.max(1);
    format!("{count} ({}.{} %)", tenths / 10, tenths % 10)
}

fn table(results: &Results, format: Format, wanted: &dyn Fn(&str) -> bool, out: &mut String) {
    let formats = [format];
    let columns: Vec<_> = columns(results, &formats, wanted).collect();
    heading(out, &format!("### By damage, {format}"));
    let names: Vec<_> = columns.iter().map(|(_, name)| *name).collect();
    let _ = writeln!(out, "| damage | rule | cases | {} |", names.join(" | "));
    let _ = writeln!(out, "| --- | --- | ---: |{}", " ---: |".repeat(columns.len()));
    for damage in Damage::all().filter(|damage| damage.formats.contains(&format)) {
        let is_it = |case: &crate::results::Judged| {
            std::ptr::eq(case.damage, damage) && case.format == format
        };
        let Some(first) = results.cases.iter().find(|case| is_it(case)) else {
            let _ = writeln!(out, "| {} | no text lends itself | 0 |", damage.name);
            continue;
        };
        let cells = columns.iter().map(|(index, _)| cell(results.tally(*index, is_it)));
        let cells = cells.collect::<Vec<_>>().join(" | ");
        let count = results.cases.iter().filter(|case| is_it(case)).count();
        let rule = first.refusal.as_str();
        let _ = writeln!(out, "| {} | {rule} | {count} | {cells} |", damage.name);
    }
}

/// Right, refused and wrong; half done where it happened.
fn cell(tally: Tally) -> String {
    let Tally { right, refused, half, wrong } = tally;
    let half = if half > 0 { format!(" ({half} half)") } else { String::new() };
    let wrong = if wrong > 0 { format!("**{wrong}**") } else { "0".to_owned() };
    format!("{right} / {refused} / {wrong}{half}")
}

/// Both formats under the same damage to the same changes.
fn experiment(results: &Results, out: &mut String) {
    heading(out, "### The two formats under the same damage");
    out.push_str(EXPERIMENT);
    out.push_str("| damage | changes | unified: failed | wrong | opencode: failed | wrong |\n");
    out.push_str("| --- | ---: | ---: | ---: | ---: | ---: |\n");
    let twins = results.twins();
    let mut sums = [0; 5];
    for damage in Damage::all() {
        let cases: Vec<_> = twins
            .iter()
            .filter(|((name, _), cases)| {
                // When refusing is right, it is not a failure.
                *name == damage.name && cases.iter().all(|case| case.refusal != Refusal::OnlyRight)
            })
            .flat_map(|(_, cases)| cases)
            .collect();
        if cases.is_empty() {
            continue;
        }
        let count = |format: Format, verdicts: &[Verdict]| {
            let of = cases.iter().filter(|case| case.format == format);
            of.filter(|case| {
                let verdict = case.verdicts.get(OURS).copied().flatten();
                verdict.is_some_and(|verdict| verdicts.contains(&verdict))
            })
            .count()
        };
        let failed = [Verdict::Refused, Verdict::Wrong, Verdict::Half];
        let row = [
            cases.len() / 2,
            count(Format::Unified, &failed),
            count(Format::Unified, &[Verdict::Wrong]),
            count(Format::OpenCode, &failed),
            count(Format::OpenCode, &[Verdict::Wrong]),
        ];
        sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        experiment_row(damage.name, row, out);
    }
    experiment_row("all", sums, out);
}

/// The purpose of the table of suggestions.
const SUGGESTIONS: &str = "\
Refused patches in which every hunk that was refused has a suggested one, sent again with these. *Intended* is exactly the \
text that was meant; *another* a text that was not. Where only refusing is right every suggestion leads to another text.

";

/// What is suggested for refused patches, and what it leads to.
fn suggestions(results: &Results, out: &mut String) {
    heading(out, "### Suggested patches");
    out.push_str(SUGGESTIONS);
    out.push_str("| damage | format | rule | suggested | intended | another | refused again |\n");
    out.push_str("| --- | --- | --- | ---: | ---: | ---: | ---: |\n");
    let mut sums = [0; 4];
    for damage in Damage::all() {
        for format in damage.formats {
            let its = results
                .cases
                .iter()
                .filter(|case| std::ptr::eq(case.damage, damage) && case.format == *format);
            let its: Vec<_> = its.filter(|case| case.suggested.is_some()).collect();
            let Some(first) = its.first() else { continue };
            let of = |wanted| its.iter().filter(|case| case.suggested == Some(wanted)).count();
            let row = [
                its.len(),
                of(Suggested::Intended),
                of(Suggested::Another),
                of(Suggested::Refused),
            ];
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            let [all, intended, another, refused] = row;
            let (name, rule) = (damage.name, first.refusal.as_str());
            let _ = writeln!(
                out,
                "| {name} | {format} | {rule} | {all} | {intended} | {another} | {refused} |"
            );
        }
    }
    let [all, intended, another, refused] = sums;
    let _ = writeln!(
        out,
        "| all | | | {all} | {} | {} | {} |",
        share(intended, all),
        share(another, all),
        share(refused, all)
    );
}

fn experiment_row(name: &str, row: [usize; 5], out: &mut String) {
    let [all, failed, wrong, other_failed, other_wrong] = row;
    let _ = writeln!(
        out,
        "| {name} | {all} | {} | {wrong} | {} | {other_wrong} |",
        share(failed, all),
        share(other_failed, all)
    );
}

fn peers(results: &Results, out: &mut String) {
    heading(out, "## Beside other tools");
    let is_any = |_: &str| true;
    totals(results, &[Format::Unified], &is_any, out);
    table(results, Format::Unified, &is_any, out);
    heading(out, "The tools:");
    for (name, what, _) in &results.tools {
        let _ = writeln!(out, "- {name}: {what}");
    }
    for (name, program) in [("git apply", "git"), ("GNU patch", "patch")] {
        if !results.tools.iter().any(|(found, _, _)| *found == name) {
            let _ = writeln!(out, "- {name}: `{program}` is not here");
        }
    }
}

fn explanations(out: &mut String) {
    heading(out, "## The damage");
    out.push_str("| damage | what is wrong |\n| --- | --- |\n");
    for damage in Damage::all() {
        let _ = writeln!(out, "| {} | {} |", damage.name, damage.what);
    }
}
