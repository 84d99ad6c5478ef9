//! How the indentation in the file comes from that in the patch.
//!
//! Models lose the indentation of a block, write it with the other blank, in another unit, or with
//! one blank too many after the marks. One rule that holds for all old lines is used for the added
//! lines, too; if there is none, each indentation is looked up among those of the old lines.

use std::fmt;

use super::units::Units;

/// How the indentation in the file comes from that in the patch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Indentation {
    /// Both are the same.
    #[default]
    Same,
    /// The file has these blanks in addition.
    In(Vec<u8>),
    /// The patch has these blanks in addition.
    Out(Vec<u8>),
    /// The file has other units.
    Units(Units),
    /// No rule: each indentation of the patch with that of the file.
    Lookup(Vec<(Vec<u8>, Vec<u8>)>),
}

impl fmt::Display for Indentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => Ok(()),
            Self::In(more) => write!(f, "indentation: +{}", name(more)),
            Self::Out(more) => write!(f, "indentation: -{}", name(more)),
            Self::Units(units) => write!(f, "indentation: {units}"),
            Self::Lookup(_) => f.write_str("indentation: line by line"),
        }
    }
}

/// Blanks by their number, tabs by their name.
fn name(blanks: &[u8]) -> String {
    match blanks {
        [b'\t'] => "tab".into(),
        blanks if blanks.contains(&b'\t') => format!("{} tabs", blanks.len()),
        blanks => blanks.len().to_string(),
    }
}

impl Indentation {
    pub(crate) fn is_same(&self) -> bool {
        match self {
            Self::Same => true,
            Self::Lookup(table) => table.iter().all(|(patch, file)| patch == file),
            Self::In(_) | Self::Out(_) | Self::Units(_) => false,
        }
    }

    /// The blanks that the file has in addition or lacks, if they are the same for all lines.
    pub(crate) fn shifted(&self) -> Option<&[u8]> {
        match self {
            Self::In(blanks) | Self::Out(blanks) => Some(blanks),
            Self::Same | Self::Units(_) | Self::Lookup(_) => None,
        }
    }

    /// Whether the patch has one additional blank, as if one followed each mark.
    pub(crate) fn is_blank_too_many(&self) -> bool {
        matches!(self, Self::Out(more) if more == b" ")
    }

    /// A line of nothing but blanks, without those that all lines of the patch have in addition.
    pub(crate) fn blank_line(&self, line: Vec<u8>) -> Vec<u8> {
        let rest = match self {
            Self::Out(more) => line.strip_prefix(&**more).map(<[u8]>::to_vec),
            Self::Same | Self::In(_) | Self::Units(_) | Self::Lookup(_) => None,
        };
        rest.unwrap_or(line)
    }

    /// What a step of the patch is in the file, if the two use these blanks.
    pub(crate) fn scales(&self, step: usize, [patch, file]: [u8; 2]) -> Option<usize> {
        match self {
            Self::Same | Self::In(_) | Self::Out(_) => (patch == file).then_some(step),
            Self::Units(units) => units.scale(step),
            Self::Lookup(_) => None,
        }
    }

    /// Whether the file indents lines that have no indentation in the patch.
    pub(crate) fn indents_what_has_none(&self) -> bool {
        !self.is_same() && self.apply(b"").is_some_and(|indent| !indent.is_empty())
    }

    /// An indentation of the patch as the file would have it; `None` if the rule has no answer.
    pub(crate) fn apply(&self, indent: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Same => Some(indent.to_vec()),
            Self::In(more) => {
                // Blanks of two kinds would line up with nothing.
                let is_fit = indent.is_empty() || more.last() == indent.first();
                is_fit.then(|| [more, indent].concat())
            }
            Self::Out(more) => Some(indent.strip_prefix(&**more)?.to_vec()),
            Self::Units(units) => units.apply(indent),
            Self::Lookup(table) => {
                let found = table.iter().find(|(patch, _)| patch == indent);
                found.map(|(_, file)| file.clone())
            }
        }
    }
}
