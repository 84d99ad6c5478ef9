//! Finds what a line closes, and whether another one opens that: brackets, tags, words, and the
//! later parts of a block (`else`, `except`).

use bstr::ByteSlice as _;

use super::blocks::{is_closing_word, opens_block};
use super::words::{first_word, words_of};

/// What a line closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closer<'l> {
    /// `}`, `])`, `} else {`.
    Bracket,
    /// `</name>`.
    Tag(&'l [u8]),
    /// `/>`.
    TagEnd,
    /// `end`, `fi`, `endif()`, `END IF;`, `End Sub`.
    Word,
    /// `\end{a}`.
    Environment,
    /// `{% endif %}`, `{{/if}}`, `<% end %>`: the two characters that it begins with.
    Template(&'l [u8]),
    /// `else:`, `except A:`, `rescue`: it ends one part of a block and begins the next.
    Clause,
}

impl<'l> Closer<'l> {
    /// What a line, without its indentation, closes.
    pub(crate) fn of(words: &'l [u8]) -> Option<Self> {
        if words.first().is_some_and(|first| b"}])".contains(first)) {
            return Some(Self::Bracket);
        }
        if let Some(tag) = words.strip_prefix(b"</") {
            let len = tag.find_byteset(b"> \t").unwrap_or(tag.len());
            return Some(Self::Tag(tag.get(..len)?));
        }
        if words.starts_with(b"/>") {
            return Some(Self::TagEnd);
        }
        if words.starts_with(b"\\end{") {
            return Some(Self::Environment);
        }
        if let Some(signs) = template(words) {
            return Some(Self::Template(signs));
        }
        if is_closing_word(words) || is_end(words) {
            return Some(Self::Word);
        }
        is_clause(words).then_some(Self::Clause)
    }

    /// Whether a line, without its indentation, may open the block that this closes.
    pub(crate) fn is_opened_by(self, line: &[u8]) -> bool {
        match self {
            Self::Bracket => leaves_bracket_open(line) || opens_block(line),
            Self::Tag(name) => leaves_tag_open(line, name),
            Self::TagEnd => line.starts_with(b"<") && !line.ends_with(b">"),
            Self::Word => has_opening_word(line) || opens_block(line),
            Self::Environment => line.starts_with(b"\\begin{"),
            Self::Template(signs) => line.starts_with(signs),
            Self::Clause => {
                has_opening_word(line)
                    || opens_block(line)
                    || line.starts_with(b"}")
                    || leaves_bracket_open(line)
            }
        }
    }
}

/// Whether a line, without its indentation, may open a block, by the sign at its end or by a word
/// or a tag.
pub(crate) fn may_open(line: &[u8]) -> bool {
    const STARTS: [&[u8]; 4] = [b"\\begin{", b"{%", b"{{#", b"<%"];
    let tag = line.strip_prefix(b"<").map(|tag| {
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte);
        let len = tag.iter().take_while(|byte| is_of_name(byte)).count();
        tag.get(..len).unwrap_or_default()
    });
    opens_block(line)
        || has_opening_word(line)
        || leaves_bracket_open(line)
        || STARTS.iter().any(|start| line.starts_with(start) && template(line).is_none())
        || tag.is_some_and(|name| !name.is_empty() && leaves_tag_open(line, name))
}

/// The characters that begin a line of a template which closes something.
fn template(words: &[u8]) -> Option<&[u8]> {
    const SIGNS: [&[u8]; 3] = [b"{%", b"{{", b"<%"];
    let signs = SIGNS.iter().find(|signs| words.starts_with(signs))?;
    let inner = words.get(signs.len()..)?.trim_start_with(|sign| " -~".contains(sign));
    (inner.starts_with(b"end") || (**signs == *b"{{" && inner.starts_with(b"/"))).then_some(signs)
}

/// Whether a line is `end`, in either case, perhaps with the name of what it ends.
fn is_end(words: &[u8]) -> bool {
    const MOST_WORDS: usize = 2;
    let Some((word, rest)) = words.split_at_checked(3) else { return false };
    let is_of_end = |byte: &u8| byte.is_ascii_alphanumeric() || b"_;,.) ".contains(byte);
    let is_word = rest.first().is_none_or(|next| b" ;,.)".contains(next));
    let is_bare = rest.iter().all(is_of_end) && words_of(rest).count() < MOST_WORDS;
    word.eq_ignore_ascii_case(b"end") && is_word && is_bare
}

/// Whether a line begins another part of a block: it is just a word that does so, or it begins with
/// one and ends like a line that a block follows.
fn is_clause(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 9] = [
        b"else", b"elif", b"elsif", b"elseif", b"except", b"finally", b"rescue", b"ensure",
        b"catch",
    ];
    let first = first_word(words);
    WORDS.contains(&first) && (first == words || opens_block(words))
}

/// Whether a line opens more brackets than it closes, not counting those of earlier lines that it
/// closes first.
pub(crate) fn leaves_bracket_open(line: &[u8]) -> bool {
    let open = line.iter().fold(0_usize, |open, byte| match byte {
        b'(' | b'[' | b'{' => open + 1,
        b')' | b']' | b'}' => open.saturating_sub(1),
        _ => open,
    });
    open > 0
}

/// Whether a line opens more tags of this name than it closes, or ends a tag that earlier lines
/// begin.
fn leaves_tag_open(line: &[u8], name: &[u8]) -> bool {
    let count = |start: &[u8]| {
        let tag = [start, name].concat();
        let is_name_end = |at: usize| {
            let next = line.get(at + tag.len());
            next.is_none_or(|next| !next.is_ascii_alphanumeric() && !b"-_:.".contains(next))
        };
        line.find_iter(&tag).filter(|at| is_name_end(*at)).count()
    };
    line == b">" || (count(b"<") > count(b"</") && !line.ends_with(b"/>"))
}

/// Whether one of the first words of a line, or the last, opens what a word closes.
fn has_opening_word(line: &[u8]) -> bool {
    const WORDS: [&str; 36] = [
        "begin",
        "case",
        "class",
        "def",
        "defmodule",
        "defp",
        "do",
        "elif",
        "else",
        "elseif",
        "elsif",
        "ensure",
        "enum",
        "except",
        "for",
        "foreach",
        "function",
        "if",
        "interface",
        "loop",
        "macro",
        "module",
        "namespace",
        "procedure",
        "property",
        "record",
        "rescue",
        "struct",
        "sub",
        "switch",
        "then",
        "try",
        "unless",
        "until",
        "when",
        "while",
    ];
    const MOST_WORDS: usize = 4;
    let is_one = |word: &[u8]| WORDS.iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()));
    words_of(line).take(MOST_WORDS).any(is_one)
        || words_of(line).last().is_some_and(is_one)
        || line.contains_str(" do |")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines that close something, each with one that opens that and one that does not.
    #[test]
    fn what_closes_knows_what_opens_it() {
        for (closer, opener, other) in [
            ("}", "fn a() {", "a();"),
            ("} else {", "if a {", "b(c);"),
            ("]),", "x([", "a,"),
            ("}", "case a:", "break;"),
            ("</ul>", "<ul class=\"a\">", "<li>a</li>"),
            ("</p>", "<p>", "<p>a</p>"),
            ("</p>", "<p", "<pre>"),
            ("/>", "<img", "a=\"b\""),
            ("end", "def a", "b = c"),
            ("end", "a.each do |b|", "c"),
            ("fi", "if a; then", "echo b"),
            ("endif()", "if(A)", "set(b c)"),
            ("END IF;", "IF a THEN", "b := c;"),
            ("End Sub", "Public Sub A()", "b = c"),
            ("\\end{a}", "\\begin{a}", "\\item b"),
            ("{% endif %}", "{% if a %}", "<p>b</p>"),
            ("{{/if}}", "{{#if a}}", "<p>b</p>"),
            ("<% end %>", "<% if a %>", "<p>b</p>"),
            ("except A:", "try:", "b = c"),
            ("else:", "for a in b:", "c(d)"),
            ("rescue", "def a", "b = c"),
        ] {
            let closer = Closer::of(closer.as_bytes()).unwrap();
            assert!(closer.is_opened_by(opener.as_bytes()), "{closer:?} {opener}");
            assert!(!closer.is_opened_by(other.as_bytes()), "{closer:?} {other}");
        }
    }

    #[test]
    fn what_opens_a_block_is_told_by_its_words() {
        for line in ["<ul>", "def a", "if a {", "\\begin{a}", "{% if a %}", "f(a,", "a:", "x do"] {
            assert!(may_open(line.as_bytes()), "{line}");
        }
        for line in ["<p>a</p>", "<br/>", "</ul>", "a = b", "{% endif %}", "a(b);", "a: b"] {
            assert!(!may_open(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn other_lines_close_nothing() {
        for line in [
            "a",
            "end: 3",
            "end = 3",
            "ending",
            "end of a long line",
            "else where it is",
            "{{ a }}",
            "{% if a %}",
            "{",
            "<a>",
            "catching: a",
        ] {
            assert_eq!(Closer::of(line.as_bytes()), None, "{line}");
        }
    }
}
