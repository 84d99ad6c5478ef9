//! Names a part of a patch.

use std::fmt;
use std::str::FromStr;

/// A section of a patch, or a hunk of one, by its place: written `2` and `2.1`.
///
/// Receipts use it, and [`ApplyOptions::only`](crate::ApplyOptions::only) and
/// [`Plan::commit_only`](crate::Plan::commit_only) take it.
///
/// # Examples
///
/// ```
/// use patch_apply::PartId;
///
/// let hunk: PartId = "2.1".parse()?;
/// assert_eq!(hunk, PartId::hunk(2, 1));
/// assert_eq!(PartId::section(2).to_string(), "2");
/// # Ok::<(), patch_apply::InvalidPartId>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId {
    section: usize,
    hunk: Option<usize>,
}

impl PartId {
    /// A whole section, by its place in the patch, 1-based.
    pub fn section(section: usize) -> Self {
        Self { section, hunk: None }
    }

    /// A hunk, by the place of its section in the patch and its own in the section, 1-based.
    pub fn hunk(section: usize, hunk: usize) -> Self {
        Self { section, hunk: Some(hunk) }
    }

    /// The place of the section, 1-based.
    pub fn section_number(self) -> usize {
        self.section
    }

    /// The place of the hunk in its section, 1-based; `None` for the section itself.
    pub fn hunk_number(self) -> Option<usize> {
        self.hunk
    }
}

impl fmt::Display for PartId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hunk {
            Some(hunk) => write!(f, "{}.{hunk}", self.section),
            None => write!(f, "{}", self.section),
        }
    }
}

impl FromStr for PartId {
    type Err = InvalidPartId;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, InvalidPartId> {
        let number = |digits: &str| -> Option<usize> {
            // Only the spelling that is written is accepted.
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number && !digits.starts_with('0'))
        };
        let id = match text.split_once('.') {
            Some((section, hunk)) => {
                number(section).zip(number(hunk)).map(|(section, hunk)| Self::hunk(section, hunk))
            }
            None => number(text).map(Self::section),
        };
        id.ok_or_else(|| InvalidPartId(text.to_owned()))
    }
}

/// A text that is not the name of a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no section (`2`) and no hunk (`2.1`)")]
pub struct InvalidPartId(pub String);

#[cfg(feature = "serde")]
impl serde::Serialize for PartId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for PartId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PartId".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for id in [PartId::section(1), PartId::section(20), PartId::hunk(3, 14)] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn what_names_no_part_is_no_id() {
        for text in [
            "",
            "0",
            "1.0",
            "01",
            "a",
            "1.",
            ".1",
            "1.2.3",
            "+1",
            "1 ",
            "-1",
            "99999999999999999999",
        ] {
            assert_eq!(text.parse::<PartId>(), Err(InvalidPartId(text.to_owned())), "{text:?}");
        }
    }
}
