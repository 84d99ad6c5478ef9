//! Several threads that answer, one that reads and one that writes, in the order of the lines.
//!
//! Loads of lines go to the workers in turn, and are collected, answered, in the same order. So the
//! order needs no numbers, and only a few loads wait for each worker, whatever the number of lines.
//! A load whose answers are written goes back to the reader, so that its memory is allocated and
//! touched once.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread::{self, Builder};

use super::super::lines::{KEPT, Lines, Next};
use super::answer;

/// A load is sent when it has this many bytes, or when the next line has not arrived yet.
const LOAD: usize = 64 << 10;

/// Loads that wait for a worker, and answered ones that wait to be written, per worker.
const WAITING: usize = 2;

/// Lines that are answered together.
#[derive(Default)]
struct Load {
    lines: Vec<Line>,
    /// Of all lines.
    text: Vec<u8>,
    answers: Vec<u8>,
}

struct Line {
    /// 1-based.
    number: u64,
    /// Bytes; empty for a line that was too long to be read.
    len: Option<usize>,
}

/// A load with its answers.
type Answered = io::Result<Load>;

/// Answers every line with this many threads, or as many as the system grants. `None` if it does
/// not grant one to work and one to write; nothing has been read then.
pub(super) fn answer_all(
    input: &mut impl Read,
    out: &mut (impl Write + Send),
    workers: u16,
) -> Option<io::Result<()>> {
    thread::scope(|scope| {
        // The writer is started first, while threads are available, and learns of the workers when
        // these are running.
        let (to_writer, crew) = sync_channel::<Vec<_>>(1);
        let (to_reader, written) = channel();
        let write =
            move || crew.recv().map_or(Ok(()), |workers| write_all(&workers, &to_reader, out));
        let writer = Builder::new().spawn_scoped(scope, write).ok()?;
        let mut to_workers = Vec::new();
        let mut from_workers = Vec::new();
        for _ in 0..workers {
            let (to_worker, loads) = sync_channel(WAITING);
            let (answered, from_worker) = sync_channel(WAITING);
            if Builder::new().spawn_scoped(scope, move || work(&loads, &answered)).is_err() {
                break;
            }
            to_workers.push(to_worker);
            from_workers.push(from_worker);
        }
        if to_workers.is_empty() || to_writer.send(from_workers).is_err() {
            return None;
        }
        let read = read_all(input, &to_workers, &written);
        // No more loads come: the workers end, and with the last of them the writer.
        drop(to_workers);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Some(written.and(read))
    })
}

/// Passes loads to the workers in turn, until the input ends or nobody reads the output.
fn read_all(
    input: impl Read,
    workers: &[SyncSender<Load>],
    written: &Receiver<Load>,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut number = 0;
    for worker in workers.iter().cycle() {
        let mut load = written.try_recv().unwrap_or_default();
        let is_last = load.fill(&mut lines, &mut number)?;
        if worker.send(load).is_err() || is_last {
            break;
        }
    }
    Ok(())
}

impl Load {
    /// Takes the next lines; returns whether there are no more. `number` is that of the last line
    /// read.
    fn fill(&mut self, lines: &mut Lines<impl Read>, number: &mut u64) -> io::Result<bool> {
        loop {
            *number += 1;
            match lines.next()? {
                Next::Line(line) if line.trim_ascii().is_empty() => {}
                Next::Line(line) => {
                    self.text.extend_from_slice(line);
                    self.lines.push(Line { number: *number, len: Some(line.len()) });
                }
                Next::TooLong => self.lines.push(Line { number: *number, len: None }),
                Next::End => return Ok(true),
            }
            if self.text.len() >= LOAD || !lines.has_next_at_hand() {
                return Ok(false);
            }
        }
    }

    fn answer(&mut self) -> io::Result<()> {
        let mut rest = &*self.text;
        for Line { number, len } in &self.lines {
            let Some(len) = *len else {
                answer::too_long(*number, &mut self.answers)?;
                continue;
            };
            let (line, behind) = rest.split_at_checked(len).unwrap_or_default();
            answer::write(line, *number, &mut self.answers)?;
            rest = behind;
        }
        Ok(())
    }

    /// Makes room for other lines.
    fn clear(&mut self) {
        self.lines.clear();
        for bytes in [&mut self.text, &mut self.answers] {
            bytes.clear();
            bytes.shrink_to(KEPT);
        }
    }
}

fn work(loads: &Receiver<Load>, answered: &SyncSender<Answered>) {
    for mut load in loads {
        if answered.send(load.answer().map(|()| load)).is_err() {
            return;
        }
    }
}

/// Takes loads from the workers in turn, and writes out what it has before it waits.
fn write_all(
    workers: &[Receiver<Answered>],
    to_reader: &Sender<Load>,
    out: &mut impl Write,
) -> io::Result<()> {
    for worker in workers.iter().cycle() {
        let answered = match worker.try_recv() {
            Err(TryRecvError::Empty) => {
                out.flush()?;
                worker.recv().ok()
            }
            answered => answered.ok(),
        };
        let Some(answered) = answered else { break };
        let mut load = answered?;
        out.write_all(&load.answers)?;
        load.clear();
        // The reader may have finished.
        let _ = to_reader.send(load);
    }
    out.flush()
}
