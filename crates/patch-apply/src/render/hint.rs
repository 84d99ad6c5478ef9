//! Says what to do next about a hunk that was not placed. For other failures, [`Code::hint`] does.
//!
//! [`Code::hint`]: patch_parse::Code::hint

use patch_parse::{Code, Direction, Format, HunkLine, LineKind};

use crate::cause::Cause;
use crate::remark::Remark;
use crate::{Difference, HunkFailure, NearMiss};

impl HunkFailure {
    /// What to do next, in one sentence that mentions only `format`.
    pub(crate) fn hint(&self, format: Format) -> &'static str {
        let usual = || self.cause.hint(format).unwrap_or_else(|| self.code.hint(format));
        let special = || self.special_hint(format);
        let back = match self.direction {
            Direction::Forward => None,
            Direction::Back => self.cause.hint_back(),
        };
        back.or_else(special).unwrap_or_else(usual)
    }

    /// What to do next, if the values show more than the cause does.
    fn special_hint(&self, format: Format) -> Option<&'static str> {
        let is_opencode = format == Format::OpenCode;
        Some(match (self.cause, &self.remark) {
            (_, Some(Remark::Numbered)) => {
                "Write the context, removed and added lines without the line numbers before them."
            }
            (Cause::UnmappedIndentation, Some(Remark::BesideCloser { is_before: true, .. })) => {
                "Show the line that closes the block as context before the added lines."
            }
            (Cause::UnmappedIndentation, Some(Remark::BesideCloser { .. })) => {
                "Show the line that closes the block as context after the added lines; if they belong behind it, indent them like it."
            }
            (Cause::UnmappedIndentation, _) if self.is_as_indented() => {
                return Cause::UnicodeEquivalent.hint(format);
            }
            (Cause::PartlyApplied, Some(Remark::Repeated { .. })) => {
                "Leave out the added line that repeats the one beside it, and keep the others as they are."
            }
            (Cause::NoContext, Some(Remark::Defined { .. })) => {
                "To change what is there, remove its lines with `-` and add the new ones with `+`; lines without a mark are context."
            }
            (Cause::UnmappedIndentation, _) if self.is_exact() => {
                "Indent the added lines like the lines of the file beside them, with the same blanks."
            }
            (Cause::UnmappedCharacters, _) if self.is_exact() => {
                "Write the added lines with plain quotes, operators and blanks, without escapes."
            }
            (Cause::OutOfOrder, Some(Remark::Covered { .. })) => {
                Code::OverlappingHunks.hint(format)
            }
            (Cause::OutOfOrder, Some(Remark::BehindEnd { .. })) => {
                "Give that hunk lines of the file as context: without any it goes to the end of the file."
            }
            (Cause::OutOfOrder, _) if is_opencode && self.anchor.is_some() => {
                "Leave out the `@@` lines that an earlier chunk has gone past already; if what is above them is meant, put this chunk before those."
            }
            (Cause::NothingSimilar, Some(Remark::Wordless)) => {
                "Copy lines with words in them from around the change as context; if an empty line is to be added, write `+` before it."
            }
            (Cause::OneLineDiffers | Cause::LinesDiffer, _) => {
                let near = self.near_miss.as_ref()?;
                let unmarked = || self.is_suggested_as_added(near).then_some(UNMARKED);
                about_empty_line(near).or_else(unmarked)?
            }
            _ => return None,
        })
    }

    /// Whether the line that the file does not have is an added line in the suggestion.
    fn is_suggested_as_added(&self, near: &NearMiss) -> bool {
        let is_it = |line: HunkLine<'_>| {
            line.kind == LineKind::Add && line.text.trim_ascii() == near.expected.trim_ascii()
        };
        let corrected = self.corrected.as_deref();
        near.difference == Difference::MissingInFile
            && corrected.is_some_and(|hunk| hunk.lines.iter().any(is_it))
    }
}

/// What to do about a line that is suggested as an added one.
const UNMARKED: &str = "The file has no such line there: write `+` before it if it is to be added.";

/// What to do about an empty line that the file does not have: a mark is easily lost there.
fn about_empty_line(near: &NearMiss) -> Option<&'static str> {
    let is_empty = near.expected.trim_ascii().is_empty();
    if !is_empty || near.difference != Difference::MissingInFile {
        return None;
    }
    Some(if near.actual.is_some() {
        "The file has no empty line there: write `+` before it if it is to be added, else leave it out."
    } else {
        "The file ends before that empty line: write `+` before it if it is to be added, else leave it out."
    })
}

impl Cause {
    /// What to do next about a patch that is being taken back, in one sentence, if it differs from
    /// the usual hint.
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

    /// What to do next, in one sentence, if the cause shows more than the code.
    ///
    /// Like `Code::hint` it mentions only `format`.
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
            Self::UnmarkedMove => {
                "Remove the lines that are to move into the block or out of it, and add them as they are to be."
            }
            Self::UnmappedCharacters => {
                "Write the context, removed and added lines with the characters of the file, without escapes."
            }
            Self::DoubledSign => {
                "Write one `+` before each added line, and after it the line as it is to be in the file."
            }
            Self::AnchorNotFound => {
                "Copy the text after `@@` from one line of the file as it is now, or leave it out."
            }
            Self::NoContext => "Include lines of the file before or after the change as context.",
            Self::OutsideHeading if is_opencode => {
                "Copy the context and removed lines from below that line as they are now; if the place that was found is meant, write after `@@` the line that opens it, or nothing."
            }
            Self::OutsideHeading => {
                "Copy the context and removed lines from below that heading as they are now; if the place that was found is meant, name its heading or none."
            }
            Self::OutOfOrder if is_opencode => {
                "If that place is meant, put this chunk in the order of the lines of the file; if another one is, copy more of the lines around it."
            }
            Self::OutOfOrder => {
                "If that place is meant, put this hunk in the order of the lines of the file; if another one is, copy more of the lines around it."
            }
            Self::NotAtEnd if is_opencode => {
                "If the end of the file is meant, copy its last lines as context; if the place that was found is, leave out `*** End of File`."
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
                "Write as context and removed lines what the file holds now; what it is to hold belongs after `+`."
            }
            Self::MisplacedMarker if is_opencode => {
                "Put `*** Move to: new_path` directly below `*** Update File: old_path`, and `*** End of File` after the last line of a chunk."
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
