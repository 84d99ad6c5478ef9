//! Shows the progress of long work in a line on a terminal.

use std::io::{self, IsTerminal, Stderr, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Work that is done sooner shows no line.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is rewritten.
const TICK: Duration = Duration::from_millis(100);

/// The progress of the work. The line is on standard error, if that is a terminal, and disappears
/// when the value is dropped.
pub(crate) struct Progress<W: Write = Stderr> {
    /// `None` if there is no terminal.
    line: Option<Mutex<Line<W>>>,
    done: AtomicUsize,
}

struct Line<W> {
    out: W,
    /// When it is written next.
    due: Instant,
    /// The part of the work, and how many files it examines.
    part: (&'static str, usize),
    /// How many columns are written.
    width: usize,
}

impl Progress {
    /// Starts counting.
    pub(crate) fn start() -> Self {
        let err = io::stderr();
        if err.is_terminal() {
            Self::after(PATIENCE, err)
        } else {
            Self { line: None, done: AtomicUsize::new(0) }
        }
    }
}

impl<W: Write> Progress<W> {
    fn after(patience: Duration, out: W) -> Self {
        let line = Line { out, due: Instant::now() + patience, part: ("", 0), width: 0 };
        Self { line: Some(Mutex::new(line)), done: AtomicUsize::new(0) }
    }

    /// Continues with a part of the work that examines this many files.
    pub(crate) fn part(&self, name: &'static str, files: usize) {
        self.done.store(0, Ordering::Relaxed);
        if let Some(Ok(mut line)) = self.line.as_ref().map(Mutex::lock) {
            line.part = (name, files);
        }
    }

    /// One more file is done.
    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        // If another thread is writing it, the line is recent enough.
        if let Some(Ok(mut line)) = self.line.as_ref().map(Mutex::try_lock) {
            // It does not matter if the terminal has gone.
            let _ = line.tell(done);
        }
    }
}

impl<W: Write> Line<W> {
    fn tell(&mut self, done: usize) -> io::Result<()> {
        let now = Instant::now();
        if now < self.due {
            return Ok(());
        }
        self.due = now + TICK;
        let (name, files) = self.part;
        let text = format!("{name} {done}/{files} files");
        // Blanks over the rest of a longer line.
        write!(self.out, "\r{text:0$}", self.width)?;
        self.width = text.len();
        self.out.flush()
    }

    fn clear(&mut self) -> io::Result<()> {
        if self.width > 0 {
            write!(self.out, "\r{:1$}\r", "", self.width)?;
            self.out.flush()?;
        }
        Ok(())
    }
}

impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        if let Some(Ok(line)) = self.line.as_mut().map(Mutex::get_mut) {
            let _ = line.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line for two parts of some work.
    fn written(patience: Duration) -> String {
        let mut out = Vec::new();
        let progress = Progress::after(patience, &mut out);
        progress.part("reading", 20);
        progress.step();
        std::thread::sleep(TICK);
        progress.part("all", 1);
        progress.step();
        drop(progress);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn work_that_is_done_soon_is_not_told_of() {
        assert_eq!(written(Duration::from_secs(600)), "");
    }

    #[test]
    fn work_that_takes_long_is_told_of_now_and_then_until_it_is_done() {
        let [first, second] = ["\rreading 1/20 files", "\rall 1/1 files     "];
        let cleared = format!("\r{}\r", " ".repeat("all 1/1 files".len()));
        assert_eq!(written(Duration::ZERO), [first, second, &cleared].concat());
    }
}
