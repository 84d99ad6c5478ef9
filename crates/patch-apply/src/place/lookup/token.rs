//! Lines as numbers.

/// The number of a line among those that the hunks speak of: the same for the same key.
pub(super) type Token = u32;

/// A file line that no hunk speaks of.
pub(super) const FOREIGN: Token = Token::MAX;
