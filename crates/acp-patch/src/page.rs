//! A page for a browser, in a file or on standard output.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use patch_parse::{Code, Patch};
use tempfile::NamedTempFile;

use crate::report::Trouble;

/// Where a page goes. It is opened before anything is done, so that what is done does not go
/// unreported; an older page is replaced when the new one is whole.
pub(crate) struct PageFile {
    path: PathBuf,
    to: To,
}

enum To {
    /// Standard output, a device or a pipe.
    Stream(Box<dyn Write>),
    /// A file beside the one whose place it takes.
    Beside(NamedTempFile, PathBuf),
}

impl PageFile {
    /// Opens the file, or standard output for `-`. Something else than a page is not replaced.
    pub(crate) fn create(path: &Path) -> Result<Self, Trouble> {
        if path == Path::new("-") {
            let to = To::Stream(Box::new(io::stdout()));
            return Ok(Self { path: "standard output".into(), to });
        }
        let named = |error: io::Error| Trouble::with_path(path, cause(&error));
        let to = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                if !is_page(path).map_err(named)? {
                    return Err(taken(path, "exists and is not an HTML page"));
                }
                // The file that a link leads to, not the link.
                canonical(path).and_then(|target| beside(target, Some(&metadata)))
            }
            Err(_) if fs::symlink_metadata(path).is_err() && !is_directory(path) => {
                beside(path.to_owned(), None)
            }
            _ =>
            {
                #[expect(clippy::disallowed_methods, reason = "the file that the person asked for")]
                File::create(path).map(|file| To::Stream(Box::new(file)))
            }
        };
        Ok(Self { path: path.to_owned(), to: to.map_err(named)? })
    }

    /// Writes the page.
    pub(crate) fn write(self, page: &str) -> Result<(), Trouble> {
        let written = match self.to {
            To::Stream(mut to) => to.write_all(page.as_bytes()).and_then(|()| to.flush()),
            To::Beside(mut file, target) => file.write_all(page.as_bytes()).and_then(|()| {
                file.persist(target).map_err(|error| error.error)?;
                Ok(())
            }),
        };
        written.map_err(|error| Trouble::with_path(&self.path, cause(&error)))
    }
}

/// Refuses a page in place of a file that is read, or of one below a directory that is.
pub(crate) fn check_apart(page: &Path, read: &[&Path]) -> Result<(), Trouble> {
    let is_file = |path: &PathBuf| path.is_file();
    let Some(page_file) = canonical(page).ok().filter(is_file) else { return Ok(()) };
    let is_read = |path: &&Path| {
        **path != *Path::new("-") && canonical(path).is_ok_and(|path| page_file.starts_with(path))
    };
    if read.iter().any(is_read) {
        return Err(taken(page, "is read, and the page would replace it"));
    }
    Ok(())
}

/// Refuses a page in place of a file that a patch names.
pub(crate) fn check_not_named(page: &Path, root: &Path, patch: &Patch<'_>) -> Result<(), Trouble> {
    let (Some(page_file), Ok(root)) = (resolved(page), canonical(root)) else {
        return Ok(());
    };
    let Ok(below) = page_file.strip_prefix(&root) else { return Ok(()) };
    let is_it = |path: &[u8]| {
        // The name may have more directories in front, and may lead through a link.
        path.to_path().is_ok_and(|path| {
            path.ends_with(below) || resolved(&root.join(path)).is_some_and(|it| it == page_file)
        })
    };
    let is_named = patch.files.iter().any(|file| {
        let operation = &file.operation;
        is_it(operation.path().as_bstr())
            || operation.old_path().is_some_and(|path| is_it(path.as_bstr()))
    });
    if is_named {
        return Err(taken(page, "is named by the patch, and the page would replace it"));
    }
    Ok(())
}

fn taken(page: &Path, why: &str) -> Trouble {
    let message = format!("--html: {} {why}", page.display());
    Trouble::new(Code::InvalidArgs, message, "Give the page a file of its own.")
}

#[expect(clippy::disallowed_methods, reason = "names that the person gave, to compare them")]
fn canonical(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// Where a file is without any link; it need not exist, but its directory must.
fn resolved(path: &Path) -> Option<PathBuf> {
    let directory = || Some(canonical(directory_of(path)).ok()?.join(path.file_name()?));
    canonical(path).ok().or_else(directory)
}

fn directory_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Whether a path names a directory by how it ends: a file of another name is not renamed to it.
fn is_directory(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// Whether a file may be replaced by a page: it is one itself, or empty. It must also be writable.
fn is_page(path: &Path) -> io::Result<bool> {
    const START: &[u8] = b"<!doctype html";
    let mut start = Vec::with_capacity(START.len());
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    file.take(START.len() as u64).read_to_end(&mut start)?;
    Ok(start.is_empty() || start.eq_ignore_ascii_case(START))
}

/// Opens a file that takes the place of `target` and, if that exists, has its permissions.
fn beside(target: PathBuf, old: Option<&Metadata>) -> io::Result<To> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".acp-patch-page-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(directory_of(&target))?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(To::Beside(file, target))
}

/// The system's own words, without the name of the temporary file, which `tempfile` appends.
fn cause(error: &io::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at path ").map_or(&*text, |(cause, _)| cause).to_owned()
}
