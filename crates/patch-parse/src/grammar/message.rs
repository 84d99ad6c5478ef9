//! Follows the messages of commits in a text whose format is not known yet.
//!
//! `git show`, `git log -p` and `git format-patch` write the message above the diff. What it quotes
//! is no patch: not an envelope, and not what stands for a change without being one.

use super::line::Line;
use super::markers::has_stars;
use super::starts::{is_mail_start, is_remark};

/// In which message a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Message {
    /// In none.
    #[default]
    None,
    /// Below a line of `git log` or `git show`, which indent the message.
    Log,
    /// In a mail of `git format-patch`.
    Mail,
}

impl Message {
    /// In which message the line after this one is.
    pub(crate) fn behind(self, line: &Line<'_>) -> Self {
        match line.text.first() {
            Some(b'F') if is_mail_start(line) => Self::Mail,
            Some(b'c') if is_mail_start(line) => Self::Log,
            _ if self == Self::Log && !may_be_of_log(line.text) => Self::None,
            _ => self,
        }
    }

    /// Whether a line with a mark of a patch is only quoted here.
    pub(crate) fn quotes(self, line: &Line<'_>) -> bool {
        match self {
            Self::None => false,
            Self::Log => {
                has_stars(line.text) && line.text.first().is_some_and(u8::is_ascii_whitespace)
            }
            Self::Mail => has_stars(line.text) || is_remark(line),
        }
    }
}

/// Whether `git log` may write a line above the diff: it is empty, indented, or a header.
fn may_be_of_log(text: &[u8]) -> bool {
    let mut words = text.split(u8::is_ascii_whitespace);
    let word = words.next().unwrap_or_default();
    word.is_empty() || word.ends_with(b":") || RAW_HEADERS.contains(&word)
}

/// The headers of `git log --format=raw`, those of notes, and the line above a list of files.
const RAW_HEADERS: [&[u8]; 8] =
    [b"tree", b"parent", b"author", b"committer", b"encoding", b"gpgsig", b"Notes", b"---"];

#[cfg(test)]
mod tests {
    use super::super::line::Cursor;
    use super::*;

    #[test]
    fn a_message_quotes_up_to_the_words_of_another_writer() {
        let object = "0123456789abcdef0123456789abcdef01234567";
        for (text, expected) in [
            ("text\n*** Begin Patch\n".to_owned(), false),
            ("text\n    *** Begin Patch\n".to_owned(), false),
            (format!("From {object} Mon Sep 17 00:00:00 2001\n\n*** Begin Patch\n"), true),
            (format!("From {object} Mon Sep 17 00:00:00 2001\n\ndiff --cc f\n"), true),
            (
                format!(
                    "From {object} Mon Sep 17 00:00:00 2001\n\nBinary files a/x and b/x differ\n"
                ),
                true,
            ),
            (format!("From {object} Mon Sep 17 00:00:00 2001\n\ndiff --git a/x b/x\n"), false),
            (format!("commit {object}\nAuthor: A\n\n    *** Begin Patch\n"), true),
            (format!("commit {object} (HEAD)\nNotes (x):\n    *** Begin Patch\n"), true),
            (format!("commit {object}\ntree x\nparent y\n\n    *** Add File: x\n"), true),
            (format!("commit {object}\nAuthor: A\n\n*** Begin Patch\n"), false),
            (format!("commit {object}\nMerge: a b\n\n    x\n\ndiff --cc f\n"), false),
            (format!("commit {object}\nNow this:\n    *** Begin Patch\n"), false),
            (format!("commit {object}\n\n    x\n\nMy patch\n\n    *** Begin Patch\n"), false),
        ] {
            let mut message = Message::default();
            let last = Cursor::new(text.as_bytes()).last().unwrap();
            for line in Cursor::new(text.as_bytes()).take_while(|line| line.span != last.span) {
                message = message.behind(&line);
            }
            assert_eq!(message.quotes(&last), expected, "{text}");
        }
    }
}
