//! What a commit keeps of a file that it replaces.

use cap_std::fs::Metadata;

use super::attributes::Attributes;

/// What is known of something that a commit finds, beyond its contents.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// What identifies it, and its permissions.
    pub(crate) metadata: Metadata,
    /// For a regular file, what carries over.
    pub(crate) attributes: Attributes,
}
