//! What to do next about a hunk that was not placed. Of other failures [`Code::hint`] tells it.
//!
//! [`Code::hint`]: patch_parse::Code::hint

use patch_parse::Format;

use crate::cause::Cause;

impl Cause {
    /// One sentence that says what to do next about a patch that is being taken back, where that is
    /// something else.
    pub(crate) fn hint_back(self) -> Option<&'static str> {
        Some(match self {
            Self::AlreadyApplied => "The file is as it was before this change; leave the hunk out.",
            Self::MaybeApplied => {
                "If the change is still to be taken back, include more of the lines around the place that is meant."
            }
            Self::PartlyApplied => {
                "Leave out the removed lines that the file has again already; if they are to be there twice, include those that are there as context."
            }
            Self::NoContext => {
                "Take it back by a patch that has context around these lines, such as the undo that was made when it was applied."
            }
            _ => return None,
        })
    }

    /// One sentence that says what to do next, where the cause says more than the code.
    ///
    /// Like `Code::hint` it speaks of `format` only.
    pub fn hint(self, format: Format) -> Option<&'static str> {
        let is_opencode = format == Format::OpenCode;
        Some(match self {
            Self::Ambiguous if !is_opencode => {
                "Include more of the lines around the change, or correct the line number in the hunk header."
            }
            Self::MaybeApplied => {
                "If the change is still to be made, include more of the lines around the place that is meant."
            }
            Self::PartlyApplied => {
                "Leave out the added lines that the file has already; if they are to be there twice, include those that are there as context."
            }
            Self::UnmappedIndentation => {
                "Indent the context, removed and added lines as the file does."
            }
            Self::UnmappedCharacters => {
                "Write the context, removed and added lines with the characters of the file, without escapes."
            }
            Self::AnchorNotFound => {
                "Copy the text after `@@` from one line of the file as it is now, or leave it out."
            }
            Self::NoContext => "Include lines of the file before or behind the change as context.",
            Self::OutsideHeading if is_opencode => {
                "Copy the context and removed lines from below that line as they are now; if the place that was found is meant, write behind `@@` the line that opens it, or nothing."
            }
            Self::OutsideHeading => {
                "Copy the context and removed lines from below that heading as they are now; if the place that was found is meant, name its heading or none."
            }
            Self::OutOfOrder if is_opencode => {
                "Put the changes of a file in the order of their lines in it, and each anchor before the lines that it leads to."
            }
            Self::OutOfOrder => "Put the changes of a file in the order of their lines in it.",
            Self::NotAtEnd if is_opencode => {
                "Leave out `*** End of File`: the lines are not at the end."
            }
            Self::WhitespaceOnly => {
                "Copy the context and removed lines from the file with their blanks as they are."
            }
            Self::LineEnding => {
                "Copy the context and removed lines with the line endings of the file."
            }
            Self::UnicodeEquivalent => {
                "Copy the context and removed lines from the file character by character."
            }
            Self::TargetStateInContext => {
                "Write as context and removed lines what the file holds now; what it is to hold belongs behind `+`."
            }
            Self::MisplacedMarker if is_opencode => {
                "Put `*** Move to: new_path` directly below `*** Update File: old_path`, and `*** End of File` behind the last line of a chunk."
            }
            Self::NothingSimilar => {
                "Check that this is the file that is meant, read it again, and copy the context and removed lines from it."
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hint_shows_the_markers_of_the_other_format() {
        for cause in Cause::ALL {
            let unified = cause.hint(Format::Unified).unwrap_or_default();
            assert!(!unified.contains("***"), "{cause}: {unified}");
            let opencode = cause.hint(Format::OpenCode).unwrap_or_default();
            for marker in ["--- ", "+++", "@@ -", "diff --git", "/dev/null", "line number"] {
                assert!(!opencode.contains(marker), "{cause}: {opencode}");
            }
        }
    }
}
