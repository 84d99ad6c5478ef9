//! `diff`: makes the patch between two files or two directories.

use bstr::BStr;
use patch_apply::render::Palette;
use patch_gen::html::Page;
use patch_gen::{
    Detect, FileStat, GenOptions, LeftOut, Renames, file_stat, find_renames, tree_changes,
};
use patch_parse::{Code, FilePatch};
use patch_tools::wire::TreeChange;

use super::root;
use super::tree::{Empty, Sides, Times, Walk};
use super::written::{Writing, labelled, not_on_the_wire};
use crate::diff_args::{DiffArgs, DiffFormat};
use crate::effects::{FormatOption, Output, check};
use crate::exit::Exit;
use crate::page::{PageFile, check_apart};
use crate::progress::Progress;
use crate::report::{Report, STYLES, Text, Trouble, columns};
use crate::{parallel, stat};

/// Reads both sides and writes the difference in the requested format.
pub(crate) fn run(args: &DiffArgs) -> Result<Report, Trouble> {
    if let Some(page) = &args.html {
        check_apart(page, &[&args.old, &args.new])?;
    }
    let labels = labels(args)?;
    check(&args.given, output(args), FormatOption::Format)?;
    let progress = Progress::start();
    let sides = Sides::read(&args.old, &args.new, walk(args), &progress)?;
    let changes = tree_changes(&sides.old, &sides.new);
    let found = find_renames(changes, &sides.old, &renames(args));
    let mut err = found.left_out.map(left_out).unwrap_or_default();
    let root = root::name(&sides.root);
    let root = root.map_err(|error| not_on_the_wire(&error, FormatOption::Format))?;
    let change = TreeChange::of_changes(found.changes, &root);
    let options = GenOptions::default().context(args.context);
    let options = options.algorithm(args.diff_algorithm.into()).headings(args.look.headings.into());
    let mut is_equal = sides.is_equal();
    let out = if let Some(path) = &args.html {
        let page = Page::new(title(args)).changes(change.files(), &options);
        PageFile::create(path)?.write(&page.to_html())?;
        Text::Raw(Vec::new())
    } else if args.stat {
        Text::Styled(stat_of(&change, args, &options))
    } else if let Some(labels) = labels {
        let text = labelled(change.files().next(), labels, options, &args.look)?;
        // As in `diff -u`: for two files under other names, only their contents are compared.
        is_equal = text.is_empty();
        text
    } else {
        let times = |section: &FilePatch<'_>| times(&sides, section);
        let writing = Writing {
            option: FormatOption::Format,
            format: args.format,
            key: args.key,
            look: &args.look,
            options,
            times: args.times.then_some(&times),
        };
        err += &writing.note(&change);
        writing.write(&change)?
    };
    let exit = if is_equal { Exit::Done } else { Exit::Refused };
    Ok(Report { err, color: args.look.color.into(), ..Report::new(exit, out) })
}

/// What is written.
fn output(args: &DiffArgs) -> Output {
    match args {
        DiffArgs { html: Some(_), .. } => Output::Html,
        DiffArgs { stat: true, .. } => Output::Stat,
        DiffArgs { labels, .. } if !labels.is_empty() => Output::Labels,
        DiffArgs { format, .. } => Output::Format(*format),
    }
}

/// The names that are written instead of those of two files.
fn labels(args: &DiffArgs) -> Result<Option<&[String; 2]>, Trouble> {
    if args.labels.is_empty() {
        return Ok(None);
    }
    let wrong = |message, hint| Err(Trouble::new(Code::InvalidArgs, message, hint));
    if args.format != DiffFormat::Unified {
        return wrong("--label is for --format unified", "Leave one of the two out.");
    }
    if args.old.is_dir() {
        return wrong("--label is for two files, not for directories", "Leave it out.");
    }
    match args.labels.as_slice().try_into() {
        Ok(labels) => Ok(Some(labels)),
        Err(_) => wrong(
            "--label names both sides, so it is given twice",
            "Give the name of OLD, then that of NEW.",
        ),
    }
}

/// Reports that moves or copies may be missing, and how to get all.
fn left_out(left_out: LeftOut) -> String {
    let (what, needed) = match left_out {
        LeftOut::CopiesOfUnchanged(needed) => ("copies of files that stay as they are", needed),
        LeftOut::Similar(needed) => ("files that moved and changed", needed),
        // For variants of the future: 0 searches without a limit.
        _ => ("some moved or copied files", 0),
    };
    let Palette { note, hint, .. } = STYLES;
    format!(
        "{note}note{note:#}: too many files to look for {what}\n\
         {hint}hint{hint:#}: Ask with -l {needed}, or with -l 0 for any number.\n"
    )
}

/// The title of a page.
fn title(args: &DiffArgs) -> String {
    format!("{} → {}", args.old.display(), args.new.display())
}

fn walk(args: &DiffArgs) -> Walk {
    let empty = if args.format == DiffFormat::Acp { Empty::Seen } else { Empty::Unseen };
    // An unchanged file may be the source of a copy.
    let keeps_equal = renames(args).detect == Detect::CopiesOfAll;
    Walk { empty, asks_gitignore: args.ignore, keeps_equal }
}

/// What to search for: moves, if the format can express them, or what the options say.
fn renames(args: &DiffArgs) -> Renames {
    let detect = match args.format {
        DiffFormat::Unified | DiffFormat::AcpV1 | DiffFormat::AcpV1Hunks
            if !args.stat && args.html.is_none() =>
        {
            Detect::Nothing
        }
        _ if args.no_renames => Detect::Nothing,
        DiffFormat::OpenCode => Detect::Moves,
        _ if args.find_copies_harder => Detect::CopiesOfAll,
        _ if args.copies => Detect::Copies,
        _ => Detect::Moves,
    };
    // As in git, 0 means no limit.
    let limit = if args.rename_limit == 0 { usize::MAX } else { args.rename_limit };
    Renames::default().detect(detect).least(args.similarity).limit(limit)
}

fn stat_of(change: &TreeChange<'_>, args: &DiffArgs, options: &GenOptions) -> String {
    let changes: Vec<_> = change.files().collect();
    let files = parallel::map(&changes, |change| file_stat(*change, options));
    let mut files: Vec<FileStat<'_>> = files.into_iter().flatten().collect();
    // A file that becomes another kind is a deletion and an addition; a table has one row for it.
    files.dedup_by(|new, old| {
        let both = (old.path == new.path).then(|| old.size.and(new.size)).flatten();
        old.size = both.unwrap_or(old.size);
        both.is_some()
    });
    stat::table(&files, !args.look.no_quote_path, columns())
}

/// When the two files of a section changed last; a missing file has no time.
fn times(sides: &Sides, section: &FilePatch<'_>) -> Times {
    let path = |path: Option<&patch_parse::PatchPath<'_>>| {
        path.map(|path| sides.times(BStr::new(path.as_bstr()))).unwrap_or_default()
    };
    let [old, _] = path(section.operation.old_path());
    let [_, new] = path(Some(section.operation.path()));
    [old, new]
}
