//! Words what was forgiven or is worth a look.

use std::fmt::{self, Display, Formatter};

use super::words::plural;
use crate::note::{Forgiven, NoteKind};

impl Display for NoteKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parsing(kind) => kind.fmt(f),
            Self::Name { forgiven, path } => write!(f, "{}; {path} is meant", in_name(*forgiven)),
            Self::OtherPlaces { count, line } => write!(
                f,
                "the old lines match in {}; line {line} was taken, as the format specifies",
                plural(*count, "more place")
            ),
            Self::BlankAdded { lines } => {
                let lines = plural(*lines, "empty line");
                write!(f, "{lines} read as added: as context there is no place")
            }
            Self::BlankLines => f.write_str(
                "the file has another number of empty lines between the context of the hunk",
            ),
            Self::FinalNewline => f.write_str(
                "the file ends where the hunk shows an empty line; what is added went to the end",
            ),
            Self::AnchorOfPatch => f.write_str(
                "the anchor is a line of the patch itself; the hunk has one place in the file as it is",
            ),
            Self::Elided => f.write_str(
                "the hunk leaves out lines of the file, or the end of one, which were taken from there",
            ),
            Self::ContextChanged => f.write_str(
                "context of the hunk is not as the file has it now; what it changes is in one place",
            ),
            Self::SpelledOtherwise => f.write_str(
                "the file has lines of the hunk with other blanks, quotes, line breaks or closing commas; what it changes is in one place",
            ),
            Self::PartApplied => f.write_str(
                "the file has some of the changes of the hunk already; the others were made",
            ),
            Self::Overlap => f.write_str(
                "the hunk shows lines that the one in front changes; they were left to that one",
            ),
            Self::DoubledSign => f.write_str(
                "lines of the hunk begin with a second sign, or with a character that looks like one; it was read once, as the sign",
            ),
            Self::LostMark => f.write_str(
                "a context line of the hunk lost its `+` or `-`: the counts of the header are right with it, and so it was read",
            ),
            Self::LineNumbers => f.write_str(
                "the number before each line was left out; as they are, no place has them",
            ),
            Self::HunkApplied { id, line } => write!(
                f,
                "the file has the change of hunk {id} already, at line {line}; it was skipped"
            ),
            Self::SectionApplied { path } => {
                write!(f, "{path} has the change of this section already; it was skipped")
            }
            Self::TookBackInterrupted => f.write_str(
                "an earlier patch had been interrupted in this tree and was taken back first; its files are as before it",
            ),
            Self::ChangesNothing { path } => {
                write!(f, "the section about {path} changes nothing")
            }
        }
    }
}

fn in_name(forgiven: Forgiven) -> &'static str {
    match forgiven {
        Forgiven::Decoration => "what is around the file name was taken off",
        Forgiven::TopDirectory => {
            "the tree does not have the directory that the file name starts with"
        }
        Forgiven::Prefix => "the file name was read without the prefix before it",
        Forgiven::Tab => "the tab was taken for a part of the file name",
    }
}
