//! Recognises the JSON of a diff of the Agent Client Protocol by how it begins.

/// A version of the protocol, as a format of diffs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// A list of diffs, each of one file: the format `acp-v1`.
    One,
    /// One diff: the format `acp`.
    Two,
}

/// How diffs begin, without blanks: with any of the keys that programs write first.
const DIFFS: [(Version, &[&[u8]]); 2] = [
    (Version::One, &[b"[{\"path\":", b"[{\"oldText\":", b"[{\"newText\":", b"[{\"type\":\"diff\""]),
    (Version::Two, &[b"{\"changes\":", b"{\"patch\":{", b"{\"type\":\"diff\""]),
];

/// A beginning has no more bytes than this, its blanks included.
const MOST: usize = 200;

impl Version {
    /// The version of a text that is a diff, even one that is cut off.
    pub(crate) fn of_diff(text: &[u8]) -> Option<Self> {
        let text = text.get(..MOST).unwrap_or(text);
        let text: Vec<u8> =
            text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let begins =
            |(_, starts): &&(Self, &[&[u8]])| starts.iter().any(|start| text.starts_with(start));
        DIFFS.iter().find(begins).map(|(version, _)| *version)
    }

    /// What to do with a diff that was given as a patch.
    pub(crate) fn hint_to_name_it(self) -> &'static str {
        match self {
            Self::One => "This is a list of ACP diffs of version 1; add --format acp-v1.",
            Self::Two => "This is an ACP diff; add --format acp.",
        }
    }
}
