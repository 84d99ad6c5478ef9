//! What chat and shells put around a patch: Markdown fences and heredocs.

use super::line::Line;

/// The wrappings that are open at a place in the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wrapping<'a> {
    fence: Option<Fence>,
    heredoc: Option<&'a [u8]>,
    tag: Option<&'a [u8]>,
}

/// The same, kept without the text.
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
    Closes,
}

impl<'a> Wrapping<'a> {
    /// Reads a line outside the patch; `None` when it is ordinary text.
    pub(super) fn read(&mut self, line: &Line<'a>) -> Option<Wrap> {
        if self.closes(line) {
            self.close(line);
            return Some(Wrap::Closes);
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

    /// Whether the line ends a wrapping that is open.
    pub(super) fn closes(&self, line: &Line<'_>) -> bool {
        self.closes_heredoc(line)
            || self.closes_fence(line)
            || self.closes_tag(line)
            || self.breaks_off(line)
    }

    /// The text ends in the middle of a line that would end a wrapping.
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

    /// `CommonMark`: the same mark, at least as long, nothing behind it.
    fn closes_fence(&self, line: &Line<'_>) -> bool {
        let Some(open) = self.fence else { return false };
        fence(line.text).is_some_and(|(found, info)| {
            found.mark == open.mark && found.len >= open.len && info.is_empty()
        })
    }

    fn close(&mut self, line: &Line<'_>) {
        if self.closes_heredoc(line) {
            self.heredoc = None;
        } else if self.closes_tag(line) {
            self.tag = None;
        } else {
            self.fence = None;
        }
    }
}

/// A fence at the start of a line, with what follows it.
fn fence(text: &[u8]) -> Option<(Fence, &[u8])> {
    let &mark = text.first().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let len = text.iter().take_while(|byte| **byte == mark).count();
    let info = text.get(len..)?.trim_ascii();
    (len >= 3 && !info.contains(&b'`')).then_some((Fence { mark, len }, info))
}

/// What opens a wrapping that `>>>` closes.
const ANGLES: &[u8] = b"<<<";

/// The name of a tag that fills the line: `<patch>`, `<<<`.
fn opens_tag(text: &[u8]) -> Option<&[u8]> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    match text.trim_ascii() {
        ANGLES => Some(ANGLES),
        [b'<', name @ .., b'>'] if !name.is_empty() && name.iter().all(is_word) => Some(name),
        _ => None,
    }
}

/// The delimiter of a heredoc that the line opens: `apply_patch <<'EOF'`.
fn opens_heredoc(text: &[u8]) -> Option<&[u8]> {
    let at = memchr::memmem::find(text, b"<<")?;
    let rest = text.get(at + 2..)?;
    let rest = rest.strip_prefix(b"-").unwrap_or(rest).trim_ascii_start();
    let is_quote = |byte: &u8| matches!(byte, b'\'' | b'"' | b'\\');
    let rest =
        rest.split_first().filter(|(first, _)| is_quote(first)).map_or(rest, |(_, rest)| rest);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let len = rest.iter().take_while(|byte| is_word(byte)).count();
    rest.get(..len).filter(|word| word.first().is_some_and(u8::is_ascii_alphabetic))
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
