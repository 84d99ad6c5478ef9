//! Why a patch was refused, with the lines it is about.

use crate::refusal::Refusal;
use crate::render::sentence::refused;

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
        for failure in refusal.failures.iter().take(MOST_FAILURES) {
            Failing { options: self, failure }.write(&mut page);
            page.blank();
        }
        page.rest(refusal.failures.len(), MOST_FAILURES, self);
        if let Some(already) = refusal.already() {
            page.note(format_args!("{already}; {}", Refusal::NOTHING_TO_DO));
        }
        page.summary(&refused(refusal.failures.len(), refusal.is_trouble()));
        page.into_text()
    }
}
