//! A failed command: one message for the person at the terminal.

use std::fmt;

/// What a command returns.
pub type Result<T = ()> = std::result::Result<T, Error>;

/// Why a command failed, ending in the next step where there is one.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    is_usage: bool,
}

impl Error {
    /// An error that says this.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_usage: false }
    }

    /// The command was not called as it should be.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { is_usage: true, ..Self::new(message) }
    }

    /// Whether the call was wrong, rather than the repository.
    pub fn is_usage(&self) -> bool {
        self.is_usage
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// As [`fmt::Display`]: a test that returns the error shows its lines as lines.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// Fails with a message.
pub fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::new(message))
}

/// Fails because the command was not called as it should be.
pub fn misused<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::usage(message))
}

/// Adds to an error what was being done when it occurred.
pub trait Context<T> {
    /// Puts `what` before the message of the error.
    fn context(self, what: impl fmt::Display) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn context(self, what: impl fmt::Display) -> Result<T> {
        self.map_err(|error| Error::new(format!("{what}: {error}")))
    }
}
