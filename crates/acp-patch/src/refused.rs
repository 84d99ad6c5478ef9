//! A patch that was refused, for people or for a machine.

use patch_apply::Refusal;
use patch_apply::render::ForPerson;
use patch_parse::{Code, Format, NotReversible, ParseError};
use patch_tools::view::ErrorView;

use crate::answer::Answer;
use crate::exit::Exit;
use crate::input::PatchText;
use crate::report::{Report, Text};
use crate::version::Version;
use crate::words::for_person;

/// A patch that was not applied, or not even read.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The text is not a patch; and what to do next.
    Text { error: Box<ParseError>, hint: &'static str },
    /// The patch does not contain what its reverse needs.
    NotReversible { format: Format, reason: NotReversible },
    /// The patch does not match the files.
    Files { refusal: Refusal, reversed: bool },
}

impl Refused {
    /// The text cannot be read as a patch.
    pub(crate) fn unread(error: ParseError, text: &[u8]) -> Self {
        let is_no_patch = matches!(error.code, Code::WrongPatchFormat | Code::EmptyPatch);
        let diff = Version::of_diff(text).filter(|_| is_no_patch);
        let hint = diff.map_or_else(|| error.hint(), Version::hint_to_name_it);
        Self::Text { error: Box::new(error), hint }
    }

    /// The report that says so.
    pub(crate) fn report(&self, text: &PatchText, json: bool) -> Report {
        let mut report = Report::new(self.exit(), Text::Raw(Vec::new()));
        if json {
            report.out = Text::Raw(Answer::refused(self.view()).to_line());
        } else {
            report.err = self.text(for_person(text));
        }
        report
    }

    /// If the system refused to read or write, another patch would fare no better.
    fn exit(&self) -> Exit {
        match self {
            Self::Files { refusal, .. } if refusal.is_trouble() => Exit::Trouble,
            _ => Exit::Refused,
        }
    }

    fn view(&self) -> ErrorView<'_> {
        match self {
            Self::Text { error, hint } => {
                let mut view = ErrorView::from(&**error);
                view.hint = hint;
                view.failures.iter_mut().for_each(|failure| failure.hint = hint);
                view
            }
            Self::Files { refusal, .. } => refusal.into(),
            Self::NotReversible { format, reason } => {
                let code = Code::UnsupportedGitPatchFeature;
                let mut view = ErrorView::new(code, reason.to_string(), NotReversible::HINT);
                view.format = Some(format.as_str());
                view
            }
        }
    }

    /// The texts for a person.
    pub(crate) fn text(&self, words: ForPerson<'_>) -> String {
        match self {
            Self::Text { error, hint } => words.parse_error(error).replace(error.hint(), hint),
            Self::NotReversible { reason, .. } => words.not_reversible(*reason),
            Self::Files { refusal, reversed } => words.reversed(*reversed).refusal(refusal),
        }
    }
}
