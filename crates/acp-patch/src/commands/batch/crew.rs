//! Several threads that answer, one that reads and one that writes, in the order of the lines.
//!
//! Loads of lines go to the workers in turn, and their answers are taken from them in the same turn: so the order
//! needs no numbers, and what waits is at most two loads for each worker, whatever the number of lines.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

use super::super::lines::{Lines, Next};
use super::answer;

/// A load is sent when it has so many bytes, or the next line is not at hand.
const LOAD: usize = 64 << 10;

/// Loads that wait for a worker, and answers that wait to be written, for each.
const WAITING: usize = 1;

/// Lines that are answered together; `None` where one was too long to be read.
type Load = Vec<Option<Vec<u8>>>;

/// What a worker made of a load.
type Answers = io::Result<Vec<u8>>;

/// Answers every line with so many threads.
pub(super) fn answer_all(
    input: impl Read,
    out: &mut (impl Write + Send),
    workers: NonZeroUsize,
) -> io::Result<()> {
    thread::scope(|scope| {
        let mut to_workers = Vec::new();
        let mut from_workers = Vec::new();
        for _ in 0..workers.get() {
            let (to_worker, loads) = sync_channel(WAITING);
            let (answers, from_worker) = sync_channel(WAITING);
            scope.spawn(move || work(&loads, &answers));
            to_workers.push(to_worker);
            from_workers.push(from_worker);
        }
        let writer = scope.spawn(move || write_all(&from_workers, out));
        let read = read_all(input, &to_workers);
        // Nothing more comes: the workers end, and with the last of them the writer.
        drop(to_workers);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(read)
    })
}

/// Hands loads to the workers in turn, until the input or the interest in it ends.
fn read_all(input: impl Read, workers: &[SyncSender<Load>]) -> io::Result<()> {
    let mut lines = Lines::new(input);
    for worker in workers.iter().cycle() {
        let (load, is_last) = next_load(&mut lines)?;
        if worker.send(load).is_err() || is_last {
            break;
        }
    }
    Ok(())
}

/// The next lines, and whether there are no more.
fn next_load(lines: &mut Lines<impl Read>) -> io::Result<(Load, bool)> {
    let mut load = Load::new();
    let mut bytes = 0;
    loop {
        match lines.next()? {
            Next::Line(line) if line.trim_ascii().is_empty() => {}
            Next::Line(line) => {
                bytes += line.len();
                load.push(Some(line.to_vec()));
            }
            Next::TooLong => load.push(None),
            Next::End => return Ok((load, true)),
        }
        if bytes >= LOAD || !lines.has_next_at_hand() {
            return Ok((load, false));
        }
    }
}

fn work(loads: &Receiver<Load>, answers: &SyncSender<Answers>) {
    for load in loads {
        if answers.send(answered(load)).is_err() {
            return;
        }
    }
}

fn answered(load: Load) -> Answers {
    let mut out = Vec::new();
    for line in load {
        match line {
            Some(line) => answer::write(&line, &mut out)?,
            None => answer::too_long(&mut out)?,
        }
    }
    Ok(out)
}

/// Takes answers from the workers in turn, and hands on what there is before it waits.
fn write_all(workers: &[Receiver<Answers>], out: &mut impl Write) -> io::Result<()> {
    for worker in workers.iter().cycle() {
        let answers = match worker.try_recv() {
            Err(TryRecvError::Empty) => {
                out.flush()?;
                worker.recv().ok()
            }
            answers => answers.ok(),
        };
        let Some(answers) = answers else { break };
        out.write_all(&answers?)?;
    }
    out.flush()
}
