//! `apply`: applies a patch to a directory.

use acp_diff_types::AbsolutePath;
use bstr::ByteSlice;
use patch_apply::render::{ForPerson, Palette};
use patch_apply::{ApplyOptions, Contract, Locate, Plan, Receipt, apply_with, plan};
use patch_fs::DirWorkspace;
use patch_gen::GenOptions;
use patch_gen::html::{Page, Tone};
use patch_parse::{Code, Direction, ParseOptions, Patch};
use patch_tools::view::{Effects, ReceiptView};
use patch_tools::wire::{TreeChange, WireError};

use super::root;
use super::source::{For, of_source, patch_text};
use crate::answer::Answer;
use crate::args::ApplyArgs;
use crate::effects::without_effect;
use crate::exit::Exit;
use crate::input::PatchText;
use crate::page::{PageFile, check_apart, check_not_named};
use crate::refused::Refused;
use crate::report::{Report, Text, Trouble};
use crate::words::for_person;

/// For a caller that does not get the receipt: the patch must not be applied once more.
pub(super) const APPLIED: &str = "the patch was applied";

/// What was done, or would be; with the effects if the output is JSON.
pub(super) struct Done {
    receipt: Receipt,
    effects: Option<Result<Effects, WireError>>,
    /// What changes, for a person.
    page: Option<Result<Page, WireError>>,
}

/// Applies a patch. Nothing is written unless the whole patch applies.
pub(crate) fn run(args: &ApplyArgs) -> Result<Report, Trouble> {
    let is_page_printed = args.html.as_deref().is_some_and(|page| page == "-");
    if is_page_printed && args.json {
        let message = "--json and --html - both write to standard output";
        return Err(Trouble::new(Code::InvalidArgs, message, "Give the page a file."));
    }
    if let Some(page) = &args.html {
        check_apart(page, &[&args.source.patch])?;
    }
    check_effects(args)?;
    let direction = if args.reverse { Direction::Back } else { Direction::Forward };
    let files = For { root: &args.root, direction, contract: args.contract.0 };
    let text = match patch_text(&args.source, Some(files), args.json)? {
        Ok(text) => text,
        Err(refused) => return Ok(refused),
    };
    let page = args.html.as_deref().map(PageFile::create).transpose()?;
    let parse = args.source.parse_options().counts(args.contract.0.counts());
    let applied = apply(args, &text, &parse, &options(args))?;
    let mut applied = applied.map_err(|refused| of_source(&args.source, refused));
    if let Some(page) = page {
        let written = page.write(&show(args, &text, &mut applied));
        if let (Err(trouble), Ok(done)) = (&written, &applied) {
            // The receipt reports what happened, even if the page cannot be written.
            let report = report(for_person(&text).explained(args.explain), done);
            let err = trouble.with_effect(report.effect);
            return Ok(Report { exit: Exit::Trouble, err, ..report });
        }
        written?;
    }
    let report = match applied {
        Ok(done) => report(for_person(&text).explained(args.explain), &done),
        Err(refused) => refused.report(&text, args.json),
    };
    // A page contains everything that would be printed otherwise.
    Ok(if is_page_printed { Report { out: Text::Raw(Vec::new()), ..report } } else { report })
}

/// Refuses an option that has no effect whatever the patch is.
fn check_effects(args: &ApplyArgs) -> Result<(), Trouble> {
    if args.given.has("links") && args.contract.0 != Contract::Git {
        return Err(without_effect("--links has no effect without --contract git"));
    }
    if args.given.has("patch_key") && !args.json {
        return Err(without_effect("--patch-key has no effect without --json"));
    }
    Ok(())
}

/// The page about what was done, or would be, or why it was refused.
fn show(args: &ApplyArgs, text: &PatchText, applied: &mut Result<Done, Refused>) -> String {
    match applied {
        Ok(done) => {
            let words = for_person(text).palette(Palette::PLAIN).explained(args.explain);
            let receipt = words.receipt(&done.receipt);
            let (page, untold) = match done.page.take() {
                Some(Ok(page)) => (page, None),
                Some(Err(error)) => (titled(args, text), Some(error.to_string())),
                None => (titled(args, text), None),
            };
            let page = page.note(Tone::Good, receipt);
            untold.into_iter().fold(page, |page, why| page.note(Tone::Plain, why)).to_html()
        }
        Err(refused) => {
            let page = Page::new(format!("{}: refused", text.name));
            let page = page.note(Tone::Bad, refused.text(for_person(text).palette(Palette::PLAIN)));
            page.note(Tone::Plain, text.bytes.to_str_lossy()).to_html()
        }
    }
}

fn titled(args: &ApplyArgs, text: &PatchText) -> Page {
    let what = if args.check { "would be applied" } else { "applied" };
    Page::new(format!("{}: {what}", text.name))
}

/// Applies a patch that was read, with options that may differ from the command line.
pub(super) fn apply(
    args: &ApplyArgs,
    text: &PatchText,
    parse: &ParseOptions,
    options: &ApplyOptions,
) -> Result<Result<Done, Refused>, Trouble> {
    let patch = match read(&text.bytes, parse, args.reverse) {
        Ok(patch) => patch,
        Err(refused) => return Ok(Err(refused)),
    };
    if let Some(page) = &args.html {
        check_not_named(page, &args.root, &patch)?;
    }
    let mut workspace = root::open(&args.root)?;
    // A patch is planned against a whole tree. A dry run changes nothing, not even to recover.
    if args.check {
        root::check_whole(&args.root, &workspace)?;
    } else {
        root::recover(&args.root, &workspace)?;
    }
    let page = |plan: &Plan<'_>, workspace: &DirWorkspace| {
        args.html.is_some().then(|| {
            let change = TreeChange::of_plan(plan, workspace, &root::name(&args.root)?)?;
            let change = change.with_git_modes();
            Ok(titled(args, text).changes(change.files(), &GenOptions::default()))
        })
    };
    let effects = |plan: &Plan<'_>, workspace: &DirWorkspace| {
        args.json.then(|| {
            let (root, unnamed) = match root::name(&args.root) {
                Ok(root) => (root, None),
                // Only the diff has paths with the name of the root, not the undo.
                Err(error) => (AbsolutePath::new("/root")?, Some(error.to_string())),
            };
            let mut effects = Effects::of_plan(plan, workspace, &root)?;
            if let Some(why) = unnamed {
                effects.diff = Err(why);
            }
            effects.diff = effects.diff.map(|diff| diff.write_patch_as(args.key.patch_key.0));
            Ok(effects)
        })
    };
    let both = |plan: &Plan<'_>, files: &DirWorkspace| (effects(plan, files), page(plan, files));
    let done = if args.check {
        plan(&patch, &workspace, options).and_then(|plan| {
            plan.check(&workspace)?;
            Ok((plan.receipt().clone(), both(&plan, &workspace)))
        })
    } else {
        apply_with(&patch, &mut workspace, options, both)
    };
    let done = done.map(|(receipt, (effects, page))| Done { receipt, effects, page });
    Ok(done.map_err(|refusal| Refused::Files { refusal, reversed: args.reverse }))
}

fn read<'a>(text: &'a [u8], parse: &ParseOptions, reverse: bool) -> Result<Patch<'a>, Refused> {
    let patch = parse.parse(text).map_err(|error| Refused::unread(error, text))?;
    if !reverse {
        return Ok(patch);
    }
    let format = patch.format;
    patch.reversed().map_err(|reason| Refused::NotReversible { format, reason })
}

fn options(args: &ApplyArgs) -> ApplyOptions {
    let mut options = ApplyOptions::default();
    options.contract = args.contract.0;
    options.overwrite = args.overwrite;
    options.locate = locate(args.unique);
    options.links = args.links.into();
    options.durability = args.fsync.into();
    options.only = args.only.as_ref().map(|ids| ids.iter().copied().collect());
    options
}

/// What singles out a place in the `*** Begin Patch` format.
pub(super) fn locate(unique: bool) -> Locate {
    if unique { Locate::Unique } else { Locate::First }
}

pub(super) fn report(words: ForPerson<'_>, done: &Done) -> Report {
    let out = match &done.effects {
        Some(effects) => {
            let view = ReceiptView::new(&done.receipt, effects.as_ref());
            Text::Raw(Answer::applied(view).to_line())
        }
        None => Text::Styled(words.receipt(&done.receipt)),
    };
    Report::new(Exit::Done, out).took_effect(done.receipt.committed.then_some(APPLIED))
}
