//! What a command has to report, and how it is printed.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use patch_apply::render::Palette;
use patch_apply::visible;
use patch_parse::Code;
use patch_tools::tool::{Refused, ToolError, ToolOutput};
use patch_tools::view::ErrorView;

use crate::answer::{Answer, to_line};
use crate::diff_args::ColorArg;
use crate::exit::Exit;

/// The styles in use. A pipe, `NO_COLOR` and `TERM=dumb` get none of them.
pub(crate) const STYLES: Palette = Palette::COLOURS;

/// The result of a command, not yet printed.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) exit: Exit,
    /// For standard output.
    pub(crate) out: Text,
    /// When standard output is styled. Standard error follows its own terminal.
    pub(crate) color: ColorChoice,
    /// For standard error; styled.
    pub(crate) err: String,
    /// What took effect, to be reported if standard output cannot be written.
    pub(crate) effect: Option<&'static str>,
}

/// Text to print.
#[derive(Debug)]
pub(crate) enum Text {
    /// With styles, shown only on a terminal. All text from outside is escaped.
    Styled(String),
    /// Bytes as they are: patches and JSON.
    Raw(Vec<u8>),
}

/// The program cannot do its work: wrong usage, or a file that cannot be read.
#[derive(Debug)]
pub(crate) struct Trouble {
    code: Code,
    message: String,
    hint: &'static str,
}

impl Trouble {
    /// What is wrong, and what to do about it.
    pub(crate) fn new(code: Code, message: impl Into<String>, hint: &'static str) -> Self {
        Self { code, message: message.into(), hint }
    }

    /// A path on the command line that cannot be used.
    pub(crate) fn with_path(path: &std::path::Path, error: impl Display) -> Self {
        let message = format!("{}: {error}", path.display());
        Self::new(Code::IoError, message, "Check the path and its permissions.")
    }

    /// The text for standard error, and what took effect nevertheless.
    pub(crate) fn with_effect(&self, effect: Option<&str>) -> String {
        let effect = effect.map(|effect| format!("; {effect}")).unwrap_or_default();
        let message = format!("{}{effect}", self.message);
        let message = visible::line(message.as_bytes());
        let (Palette { error, hint, .. }, next) = (STYLES, self.hint);
        format!("{error}error{error:#}: {message}\n{hint}hint{hint:#}: {next}\n")
    }

    /// The report that says so; on standard output in the form of a tool's answer.
    pub(crate) fn report_of_tool(self) -> Report {
        let error = ToolError::new(self.code, self.message.as_str()).hint(self.hint);
        let out = to_line(&ToolOutput::from(Refused::from(error)));
        Report { out: Text::Raw(out), ..self.report(false) }
    }

    /// The report that says so; also on standard output if the output is JSON.
    pub(crate) fn report(&self, json: bool) -> Report {
        let view = ErrorView::new(self.code, self.message.as_str(), self.hint);
        let out = if json { Answer::refused(view).to_line() } else { Vec::new() };
        let err = self.with_effect(None);
        Report { err, ..Report::new(Exit::Trouble, Text::Raw(out)) }
    }
}

impl Report {
    /// A report for standard output alone.
    pub(crate) fn new(exit: Exit, out: Text) -> Self {
        Self { exit, out, color: ColorChoice::Auto, err: String::new(), effect: None }
    }

    /// Sets what took effect, if anything did.
    pub(crate) fn took_effect(self, effect: Option<&'static str>) -> Self {
        Self { effect, ..self }
    }

    /// Prints the report. It is not an error if the reader has gone: the work is done.
    pub(crate) fn print(self) -> Exit {
        let printed = self.out.print(self.color);
        // A broken standard error cannot be reported.
        let _ = print_styled(&io::stderr(), ColorChoice::Auto, &self.err);
        ended(printed, self.exit, self.effect)
    }
}

/// Prints output that is too large to be held before it is printed; as [`Report::print`].
pub(crate) fn stream(write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> io::Result<()>) -> Exit {
    let mut out = BufWriter::with_capacity(PIECE, io::stdout().lock());
    let printed = write(&mut out).and_then(|()| out.flush());
    ended(printed, Exit::Done, None)
}

/// The size of a piece of a stream that is written at once: a system call costs little in
/// comparison, and the piece stays in the cache.
const PIECE: usize = 64 << 10;

fn ended(printed: io::Result<()>, exit: Exit, effect: Option<&str>) -> Exit {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let effect = effect.map(|effect| format!("; {effect}")).unwrap_or_default();
            complain(&format!("cannot write to standard output: {error}{effect}"));
            Exit::Trouble
        }
        Ok(()) | Err(_) => exit,
    }
}

/// Whether a patch is shown in colour, or at least with its control characters escaped.
pub(crate) fn is_painted(color: ColorArg) -> bool {
    color == ColorArg::Always || io::stdout().is_terminal()
}

/// The styles for standard output: none if they would only be removed again.
pub(crate) fn styles() -> Palette {
    if is_plain() { Palette::PLAIN } else { STYLES }
}

/// Whether standard output gets no styles.
pub(crate) fn is_plain() -> bool {
    AutoStream::choice(&io::stdout()) == ColorChoice::Never
}

/// The width of the terminal; `None` if standard output is not one.
pub(crate) fn columns() -> Option<usize> {
    let is_terminal = io::stdout().is_terminal();
    let size = is_terminal.then(terminal_size::terminal_size).flatten();
    size.map(|(width, _)| usize::from(width.0))
}

/// One line on standard error, about something that no patch caused.
pub(crate) fn complain(message: &str) {
    let message = visible::line(message.as_bytes());
    let error = STYLES.error;
    let line = format!("{error}error{error:#}: {message}\n");
    let _ = print_styled(&io::stderr(), ColorChoice::Auto, &line);
}

impl Text {
    /// Whether there is nothing to print.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Styled(text) => text.is_empty(),
            Self::Raw(bytes) => bytes.is_empty(),
        }
    }

    fn print(&self, color: ColorChoice) -> io::Result<()> {
        match self {
            Self::Styled(text) => print_styled(&io::stdout(), color, text),
            Self::Raw(bytes) => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                out.flush()
            }
        }
    }
}

/// Prints in one piece: a stream that removes colours as it goes makes a system call for every
/// line.
fn print_styled<S: RawStream>(to: &S, color: ColorChoice, text: &str) -> io::Result<()>
where
    for<'s> &'s S: Write,
{
    if text.is_empty() {
        return Ok(());
    }
    let mut to = to;
    if text.contains('\x1B') {
        let color = if color == ColorChoice::Auto { AutoStream::choice(to) } else { color };
        let mut styled = AutoStream::new(Vec::new(), color);
        styled.write_all(text.as_bytes())?;
        to.write_all(&styled.into_inner())?;
    } else {
        to.write_all(text.as_bytes())?;
    }
    to.flush()
}
