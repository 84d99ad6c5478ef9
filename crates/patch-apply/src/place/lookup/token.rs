//! Lines as numbers.

/// The number of a line among those that the hunks show: the same for the same key.
pub(super) type Token = u32;

/// A line of the file that no hunk shows.
pub(super) const FOREIGN: Token = Token::MAX;
