//! Shows why a patch was refused, with the lines concerned.

use crate::refusal::Refusal;
use crate::render::sentence::refused;
use crate::visible;

use super::failure::Failing;
use super::options::ForPerson;
use super::page::Page;

/// The most failures shown; the refusal has them all.
const MOST_FAILURES: usize = 50;

impl ForPerson<'_> {
    /// Everything that is in the way of a patch, at most fifty failures, and what became of the
    /// files.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let mut page = Page::new(self.palette);
        let whole = refusal.offer().and_then(|offer| self.shown(offer));
        for failure in refusal.failures.iter().take(MOST_FAILURES) {
            Failing { options: self, failure, is_whole_shown: whole.is_some() }.write(&mut page);
            page.blank();
        }
        page.rest(refusal.failures.len(), MOST_FAILURES, self);
        if let Some(already) = refusal.already() {
            page.note(format_args!("{already}; {}", Refusal::NOTHING_TO_DO));
        }
        if let Some(whole) = whole {
            page.note(format_args!("{}", visible::line(whole.words.as_bytes())));
            page.blank();
            whole.write(&mut page);
            page.blank();
        }
        page.summary(&refused(refusal.failures.len(), refusal.is_trouble()));
        page.into_text()
    }
}
