//! Several threads that answer, one that reads and one that writes, in the order of the lines.
//!
//! Loads of lines go to the workers in turn, and their answers are taken from them in the same turn: so the order
//! needs no numbers, and what waits is at most two loads for each worker, whatever the number of lines.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, Builder};

use super::super::lines::{Lines, Next};
use super::answer;

/// A load is sent when it has so many bytes, or the next line is not at hand.
const LOAD: usize = 64 << 10;

/// Loads that wait for a worker, and answers that wait to be written, for each.
const WAITING: usize = 1;

/// Lines that are answered together.
type Load = Vec<Line>;

/// A line and its number, 1-based; no text where it was too long to be read.
type Line = (u64, Option<Vec<u8>>);

/// What a worker made of a load.
type Answers = io::Result<Vec<u8>>;

/// Answers every line with so many threads, or with those that the system gives. `None` where it gives none to work
/// and none to write: nothing has been read then.
pub(super) fn answer_all(
    input: &mut impl Read,
    out: &mut (impl Write + Send),
    workers: u16,
) -> Option<io::Result<()>> {
    thread::scope(|scope| {
        // The writer comes first, while there are threads to be had, and is told of the workers when they are there.
        let (to_writer, crew) = sync_channel::<Vec<_>>(1);
        let write = move || crew.recv().map_or(Ok(()), |workers| write_all(&workers, out));
        let writer = Builder::new().spawn_scoped(scope, write).ok()?;
        let mut to_workers = Vec::new();
        let mut from_workers = Vec::new();
        for _ in 0..workers {
            let (to_worker, loads) = sync_channel(WAITING);
            let (answers, from_worker) = sync_channel(WAITING);
            if Builder::new().spawn_scoped(scope, move || work(&loads, &answers)).is_err() {
                break;
            }
            to_workers.push(to_worker);
            from_workers.push(from_worker);
        }
        if to_workers.is_empty() || to_writer.send(from_workers).is_err() {
            return None;
        }
        let read = read_all(input, &to_workers);
        // Nothing more comes: the workers end, and with the last of them the writer.
        drop(to_workers);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Some(written.and(read))
    })
}

/// Hands loads to the workers in turn, until the input or the interest in it ends.
fn read_all(input: impl Read, workers: &[SyncSender<Load>]) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut number = 0;
    for worker in workers.iter().cycle() {
        let (load, is_last) = next_load(&mut lines, &mut number)?;
        if worker.send(load).is_err() || is_last {
            break;
        }
    }
    Ok(())
}

/// The next lines, and whether there are no more; `number` is that of the last line read.
fn next_load(lines: &mut Lines<impl Read>, number: &mut u64) -> io::Result<(Load, bool)> {
    let mut load = Load::new();
    let mut bytes = 0;
    loop {
        *number += 1;
        match lines.next()? {
            Next::Line(line) if line.trim_ascii().is_empty() => {}
            Next::Line(line) => {
                bytes += line.len();
                load.push((*number, Some(line.to_vec())));
            }
            Next::TooLong => load.push((*number, None)),
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
    for (number, line) in load {
        match line {
            Some(line) => answer::write(&line, number, &mut out)?,
            None => answer::too_long(number, &mut out)?,
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
