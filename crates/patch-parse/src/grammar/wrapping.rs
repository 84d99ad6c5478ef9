//! Recognises what chats and shells put around a patch: Markdown fences, tags and heredocs.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{all_consuming, opt, recognize, rest, verify};
use nom::sequence::{delimited, preceded};

use super::line::Line;
use super::{Input, PResult};

/// The wrappings that are open at a place in the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wrapping<'a> {
    fence: Option<Fence>,
    heredoc: Option<&'a [u8]>,
    tag: Option<&'a [u8]>,
}

/// The same as [`Wrapping`], kept without the text.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenWrapping {
    fence: Option<Fence>,
    heredoc: Option<Vec<u8>>,
    tag: Option<Vec<u8>>,
}

impl OpenWrapping {
    pub(super) fn of(wrapping: Wrapping<'_>) -> Self {
        let Wrapping { fence, heredoc, tag } = wrapping;
        Self { fence, heredoc: heredoc.map(<[u8]>::to_vec), tag: tag.map(<[u8]>::to_vec) }
    }

    pub(super) fn is_open(&self) -> bool {
        self.again().is_open()
    }

    pub(super) fn again(&self) -> Wrapping<'_> {
        let Self { fence, heredoc, tag } = self;
        Wrapping { fence: *fence, heredoc: heredoc.as_deref(), tag: tag.as_deref() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    mark: u8,
    len: usize,
}

/// What a line outside the patch does to the wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrap {
    OpensFence,
    OpensHeredoc,
    OpensTag,
    ClosesHeredoc,
    Closes,
}

impl<'a> Wrapping<'a> {
    /// Reads a line outside the patch; `None` when it is ordinary text.
    pub(super) fn read(&mut self, line: &Line<'a>) -> Option<Wrap> {
        if self.closes(line) {
            return Some(self.close(line));
        }
        if let Some(delimiter) = opens_heredoc(line.text) {
            self.heredoc = Some(delimiter);
            return Some(Wrap::OpensHeredoc);
        }
        if let Some(tag) = opens_tag(line.text) {
            self.tag = Some(tag);
            return Some(Wrap::OpensTag);
        }
        if let Some((fence, _)) = fence(line.text) {
            self.fence = Some(fence);
            return Some(Wrap::OpensFence);
        }
        None
    }

    /// Whether any wrapping is open.
    pub(super) fn is_open(&self) -> bool {
        self.fence.is_some() || self.heredoc.is_some() || self.tag.is_some()
    }

    /// Whether the line ends an open wrapping.
    pub(super) fn closes(&self, line: &Line<'_>) -> bool {
        self.closes_heredoc(line)
            || self.closes_fence(line)
            || self.closes_tag(line)
            || self.breaks_off(line)
    }

    /// Whether the text ends in the middle of a line that would end a wrapping.
    fn breaks_off(&self, line: &Line<'_>) -> bool {
        let is_part = |fence: Fence| line.text.iter().all(|byte| *byte == fence.mark);
        line.is_cut()
            && (self.heredoc.is_some_and(|delimiter| delimiter.starts_with(line.text))
                || self.fence.is_some_and(is_part))
    }

    fn closes_heredoc(&self, line: &Line<'_>) -> bool {
        self.heredoc.is_some_and(|delimiter| line.text.trim_ascii() == delimiter)
    }

    fn closes_tag(&self, line: &Line<'_>) -> bool {
        let Some(tag) = self.tag else { return false };
        match line.text.trim_ascii() {
            [b'<', b'/', name @ .., b'>'] => name == tag,
            text => tag == ANGLES && text == b">>>",
        }
    }

    /// As in `CommonMark`: the same mark, at least as long, with nothing after it.
    fn closes_fence(&self, line: &Line<'_>) -> bool {
        let Some(open) = self.fence else { return false };
        fence(line.text).is_some_and(|(found, info)| {
            found.mark == open.mark && found.len >= open.len && info.is_empty()
        })
    }

    fn close(&mut self, line: &Line<'_>) -> Wrap {
        if self.closes_heredoc(line) {
            self.heredoc = None;
            return Wrap::ClosesHeredoc;
        }
        if self.closes_tag(line) {
            self.tag = None;
        } else {
            self.fence = None;
        }
        Wrap::Closes
    }
}

/// A fence at the start of a line, and the text after it.
///
/// ```ebnf
/// fence = ( "`" "`" "`" { "`" } | "~" "~" "~" { "~" } ) text_without_backquotes ;
/// ```
fn fence(text: &[u8]) -> Option<(Fence, &[u8])> {
    let marks = |mark: u8| verify(take_while1(move |b| b == mark), |found: &[u8]| found.len() >= 3);
    let info = verify(rest, |info: &[u8]| !info.contains(&b'`'));
    let line: PResult<'_, _> = (alt((marks(b'`'), marks(b'~'))), info).parse(text);
    let (_, (marks, info)) = line.ok()?;
    Some((Fence { mark: *marks.first()?, len: marks.len() }, info.trim_ascii()))
}

/// Whether a line begins like a fence of backquotes, leading blanks aside.
pub(super) fn starts_fence(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"```")
}

/// Whether a line is nothing but a fence of backquotes. Tildes may underline a title.
pub(super) fn is_bare_fence(text: &[u8]) -> bool {
    let marks = text.trim_ascii_end();
    marks.len() >= 3 && marks.iter().all(|mark| *mark == b'`')
}

/// The opening of a wrapping that `>>>` closes.
const ANGLES: &[u8] = b"<<<";

/// The name of a tag that fills the line: `<patch>`, `<<<`.
///
/// ```ebnf
/// tag = "<<<" | "<" word ">" ;
/// ```
fn opens_tag(text: &[u8]) -> Option<&[u8]> {
    let word = take_while1(|byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let name = alt((tag(ANGLES), delimited(tag("<"), word, tag(">"))));
    let line: PResult<'_, _> = all_consuming(name).parse(text.trim_ascii());
    line.ok().map(|(_, name)| name)
}

/// The delimiter of a heredoc that the line opens: `apply_patch <<'EOF'`.
///
/// ```ebnf
/// heredoc = text_without_angles "<<" [ "-" ] blanks [ "'" | '"' | "\" ] word ;
/// ```
fn opens_heredoc(text: &[u8]) -> Option<&[u8]> {
    let (_, word) = preceded(take_until("<<"), heredoc).parse(text).ok()?;
    Some(word)
}

fn heredoc(i: Input<'_>) -> PResult<'_, &[u8]> {
    let (i, _) = (tag("<<"), opt(tag("-"))).parse(i)?;
    let blanks = take_while(|byte: u8| byte.is_ascii_whitespace());
    let word = take_while(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_');
    let word = recognize((satisfy(|first| first.is_ascii_alphabetic()), word));
    preceded((blanks, opt(one_of("'\"\\"))), word).parse(i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heredocs_of_every_spelling_are_seen() {
        for text in
            ["apply_patch <<'EOF'", "patch -p1 <<EOF", "git apply - <<-\"EOF\"", "cat << EOF > x"]
        {
            assert_eq!(opens_heredoc(text.as_bytes()), Some(&b"EOF"[..]), "{text}");
        }
        for text in ["x << 3", "a < b", "<<"] {
            assert_eq!(opens_heredoc(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn inline_code_is_no_fence() {
        assert!(fence(b"```diff").is_some());
        assert!(fence(b"~~~~").is_some());
        assert!(fence(b"```x``` inline").is_none());
        assert!(fence(b"``").is_none());
    }
}
