//! A page for a browser, in a file or on standard output.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::report::Trouble;

/// Where a page goes. It is opened before anything is done, so that what is done does not go
/// unreported.
pub(crate) struct PageFile {
    path: PathBuf,
    to: Box<dyn Write>,
}

impl PageFile {
    /// Opens the file, or standard output for `-`.
    pub(crate) fn create(path: &Path) -> Result<Self, Trouble> {
        if path == Path::new("-") {
            return Ok(Self { path: "standard output".into(), to: Box::new(io::stdout()) });
        }
        #[expect(clippy::disallowed_methods, reason = "the file that the person asked for")]
        let file = File::create(path).map_err(|error| Trouble::with_path(path, error))?;
        Ok(Self { path: path.to_owned(), to: Box::new(file) })
    }

    /// Writes the page.
    pub(crate) fn write(mut self, page: &str) -> Result<(), Trouble> {
        let written = self.to.write_all(page.as_bytes()).and_then(|()| self.to.flush());
        written.map_err(|error| Trouble::with_path(&self.path, error))
    }
}
