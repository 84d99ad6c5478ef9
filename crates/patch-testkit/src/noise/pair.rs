//! The source of a case: the texts of a file, and the files beside it.

/// Two consecutive texts of a real file.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'t> {
    /// The path of the file.
    pub path: &'t str,
    /// The text before.
    pub old: &'t [u8],
    /// The text after.
    pub new: &'t [u8],
}

/// The absolute name of the folder that holds the file of a case.
pub const ROOT: &str = "/srv/project";

/// Another file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its path.
    pub path: String,
    /// As it is now.
    pub before: Vec<u8>,
    /// As it should be when the patch is applied.
    pub expected: Vec<u8>,
}
