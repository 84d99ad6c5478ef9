//! Why a patch was refused, with the lines it is about.

use std::fmt::Write as _;

use patch_apply::{Failure, Refusal};
use patch_parse::{Code, Format, NotReversible, ParseError};
use patch_tools::view::ErrorView;

use super::failure::{Failing, title};
use super::style::{ERROR, NOTE};
use super::{excerpt, parse_error, plural};
use crate::answer::Answer;
use crate::exit::Exit;
use crate::input::PatchText;
use crate::report::{Report, Text};

/// The most failures shown to people; `--json` has them all.
const MOST_FAILURES: usize = 50;

/// A patch that was not applied, or not even read.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The text is no patch.
    Text(ParseError),
    /// The patch does not carry what its reverse needs.
    NotReversible { format: Format, reason: NotReversible },
    /// The patch does not fit the files.
    Files { refusal: Refusal, reversed: bool },
}

const REVERSE_HINT: &str =
    "Take back a patch that carries the old text, or write one for the way back.";

const TAKEN_BACK: &str = "the whole patch is taken back already";

impl Refused {
    /// The report that says so.
    pub(crate) fn report(&self, text: &PatchText, json: bool) -> Report {
        let mut report = Report::new(self.exit(), Text::Raw(Vec::new()));
        if json {
            report.out = Text::Raw(Answer::refused(self.view()).to_line());
        } else {
            report.err = self.text(text);
        }
        report
    }

    /// Where the system refused to read or write, another patch would fare no better.
    fn exit(&self) -> Exit {
        match self {
            Self::Files { refusal, .. } if refusal.failures.iter().any(is_trouble) => Exit::Trouble,
            _ => Exit::Refused,
        }
    }

    fn view(&self) -> ErrorView<'_> {
        match self {
            Self::Text(error) => error.into(),
            Self::Files { refusal, .. } => refusal.into(),
            Self::NotReversible { format, reason } => {
                let code = Code::UnsupportedGitPatchFeature;
                let mut view = ErrorView::new(code, reason.to_string(), REVERSE_HINT);
                view.format = Some(format.as_str());
                view
            }
        }
    }

    fn text(&self, text: &PatchText) -> String {
        let mut out = String::new();
        let problems = match self {
            Self::Text(error) => {
                parse_error::write(&mut out, text, error);
                1
            }
            Self::NotReversible { reason, .. } => {
                title(&mut out, Code::UnsupportedGitPatchFeature, b"", &reason.to_string());
                excerpt::note(&mut out, 1, "hint", REVERSE_HINT);
                out.push('\n');
                1
            }
            Self::Files { refusal, reversed } => {
                for failure in refusal.failures.iter().take(MOST_FAILURES) {
                    Failing { text, failure, reversed: *reversed }.write(&mut out);
                    out.push('\n');
                }
                refusal.failures.len()
            }
        };
        self.summary(&mut out, problems);
        out
    }

    fn summary(&self, out: &mut String, problems: usize) {
        if let Some(more) = problems.checked_sub(MOST_FAILURES).filter(|more| *more > 0) {
            let _ = writeln!(out, "{NOTE}note{NOTE:#}: {more} more; --json lists all of them");
        }
        if let Self::Files { refusal, reversed } = self
            && refusal.already_applied
        {
            let already = if *reversed { TAKEN_BACK } else { Refusal::ALREADY_APPLIED };
            let nothing = Refusal::NOTHING_TO_DO;
            let _ = writeln!(out, "{NOTE}note{NOTE:#}: {already}; {nothing}");
        }
        let problems = plural(problems, "problem");
        // What the system stopped says itself what became of the files.
        let outcome = match self.exit() {
            Exit::Trouble => "the patch was not applied",
            Exit::Done | Exit::Refused => "nothing was changed",
        };
        let _ = writeln!(out, "{ERROR}error{ERROR:#}: refused with {problems}; {outcome}");
    }
}

fn is_trouble(failure: &Failure) -> bool {
    failure.code == Code::IoError
}
