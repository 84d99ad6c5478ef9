//! Why a text is no patch, with the line to blame.

use patch_parse::{Code, NotReversible, ParseError};

use crate::render::sentence::refused;

use super::excerpt::Excerpt;
use super::lines;
use super::options::ForPerson;
use super::page::Page;

impl ForPerson<'_> {
    /// Why the text is no patch: its line, the rule broken and what to do.
    pub fn parse_error(&self, error: &ParseError) -> String {
        let mut page = Page::new(self.palette);
        let path = error.path.as_ref().map(|path| path.as_slice()).unwrap_or_default();
        page.title(error.code, path, "the patch cannot be read");
        let line = lines::of_span(self.text, error.span).next().filter(|_| has_line(error));
        let marked = line.map(|line| line.number);
        let excerpt = Excerpt { name: self.name, lines: line.into_iter().collect(), marked };
        excerpt.write(&mut page);
        // The excerpt shows what was found.
        let is_told = error.miscount.is_some() || error.limit.is_some();
        let rule = if is_told { error.message() } else { error.rule.into() };
        excerpt.remark(&mut page, "rule", &rule);
        excerpt.remark(&mut page, "hint", error.hint());
        page.blank();
        page.summary(&refused(1, false));
        page.into_text()
    }

    /// Why the patch cannot be taken back.
    pub fn not_reversible(&self, reason: NotReversible) -> String {
        let mut page = Page::new(self.palette);
        page.title(Code::UnsupportedGitPatchFeature, b"", &reason.to_string());
        page.remark(1, "hint", NotReversible::HINT);
        page.blank();
        page.summary(&refused(1, false));
        page.into_text()
    }
}

/// Whether one line is to blame, and not the text as a whole.
fn has_line(error: &ParseError) -> bool {
    let is_about_all = match error.code {
        Code::EmptyPatch | Code::LimitExceeded => true,
        Code::WrongPatchFormat => error.found.is_empty(),
        _ => false,
    };
    error.span.line > 0 && !is_about_all
}
