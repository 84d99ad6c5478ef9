//! A bar on a terminal for work that takes long.

use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(100);

/// How far the work is. The bar is on standard error, if that is a terminal, and goes when the
/// value is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Begins to count.
    pub(crate) fn start() -> Self {
        let terminal = ProgressDrawTarget::stderr();
        if terminal.is_hidden() {
            return Self { bar: ProgressBar::hidden() };
        }
        Self::after(PATIENCE, terminal)
    }

    fn after(patience: Duration, target: ProgressDrawTarget) -> Self {
        let bar = ProgressBar::hidden();
        // The template is checked by a test.
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} files") {
            bar.set_style(style);
        }
        let later = bar.downgrade();
        thread::spawn(move || {
            thread::sleep(patience);
            if let Some(bar) = later.upgrade().filter(|bar| !bar.is_finished()) {
                bar.set_draw_target(target);
                bar.enable_steady_tick(TICK);
            }
        });
        Self { bar }
    }

    /// Goes on to a part of the work that looks at so many files.
    pub(crate) fn part(&self, name: &'static str, files: usize) {
        self.bar.set_message(name);
        self.bar.set_length(files as u64);
        self.bar.set_position(0);
    }

    /// One file more is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use indicatif::InMemoryTerm;

    use super::*;

    fn terminal() -> (InMemoryTerm, ProgressDrawTarget) {
        let terminal = InMemoryTerm::new(10, 60);
        (terminal.clone(), ProgressDrawTarget::term_like(Box::new(terminal)))
    }

    #[test]
    fn work_that_is_done_soon_shows_no_bar() {
        let (terminal, target) = terminal();
        let progress = Progress::after(Duration::from_millis(50), target);
        progress.part("reading", 1);
        progress.step();
        drop(progress);
        thread::sleep(Duration::from_millis(300));
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn work_that_takes_long_shows_a_bar_until_it_is_done() {
        let (terminal, target) = terminal();
        let progress = Progress::after(Duration::ZERO, target);
        progress.part("reading", 20);
        progress.step();
        let is_shown = || {
            thread::sleep(TICK);
            terminal.contents().starts_with("reading")
                && terminal.contents().ends_with("1/20 files")
        };
        assert!((0..100).any(|_| is_shown()), "{}", terminal.contents());
        drop(progress);
        assert_eq!(terminal.contents(), "");
    }
}
