//! Checks whether YAML can parse how lines are indented: the keys of a map are equally deep, as are
//! the items of a list, what is deeper is the value of something, and no tab is before words.

use bstr::ByteSlice as _;

use crate::text::blanks::without_indentation;

/// Why a line cannot be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It has the depth of nothing that is open, or a tab before its words.
    Depth,
    /// It is an item, and would be more text of the line before.
    Swallowed,
    /// The text is not YAML, or a kind unknown here.
    Other,
}

impl Fault {
    /// Whether the line could be parsed at another depth.
    pub(super) fn is_of_depth(self) -> bool {
        matches!(self, Self::Depth | Self::Swallowed)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Map,
    List,
}

/// A map or a list that is open.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// The column in which its keys or its items begin.
    column: usize,
    /// How many keys it has.
    keys: usize,
}

/// What the next line may be, besides the next part of an open node. What belongs to the line
/// before begins in the column `least` or after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rest {
    #[default]
    Nothing,
    /// The value of a key, or of an item.
    Value { least: usize },
    /// More of a text without quotes, which there must be behind a comma: objects of other
    /// languages have it at the end of a value.
    Plain { least: usize, is_open: bool },
    /// Lines of a text (`key: |`), which begin in this column.
    Text { least: usize, column: Option<usize> },
    /// More of a string, up to this quote.
    Quoted(u8),
    /// More of what so many brackets are open for, perhaps of a string.
    Flow { open: usize, quote: Option<u8> },
}

/// The state after some lines of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    nodes: Vec<Node>,
    rest: Rest,
    /// Keys so far, and how many of them are in maps within others.
    keys: usize,
    inner_keys: usize,
    /// Lists so far.
    lists: usize,
    /// A key begins like a sentence or a title.
    has_title: bool,
}

/// So many keys make certain that a text is YAML, if some of them are in maps within others, or
/// several have lists and none is a word of prose.
const LEAST_KEYS: usize = 3;
const LEAST_LISTS: usize = 2;

/// What begins a line of a template, of a conflict, of a map with keys of several lines, or of
/// Python.
const UNKNOWN: [&str; 10] =
    ["{{", "{%", "<%", "<<<<<<<", ">>>>>>>", "=======", "? ", ": ", "class ", "def "];

impl Layout {
    /// Whether some lines were certainly YAML.
    pub(super) fn is_yaml(&self) -> bool {
        let is_ended = !matches!(
            self.rest,
            Rest::Quoted(_) | Rest::Flow { .. } | Rest::Plain { is_open: true, .. }
        );
        let is_of_lists = !self.has_title && self.lists >= LEAST_LISTS;
        is_ended && (self.inner_keys > 0 || is_of_lists) && self.keys >= LEAST_KEYS
    }

    /// Whether the last line was one of a text (`key: |`).
    pub(super) fn is_in_text(&self) -> bool {
        matches!(self.rest, Rest::Text { column: Some(_), .. })
    }

    /// Advances to the next line of the file.
    pub(super) fn push(&mut self, line: &[u8]) -> Result<(), Fault> {
        let (indent, words) = without_indentation(line);
        match self.rest {
            Rest::Quoted(quote) => return self.quoted(words, quote),
            Rest::Flow { open, quote } => return self.flow(words, open, quote),
            _ if words.is_empty() => return Ok(()),
            Rest::Text { least, column } => {
                let own = indent.iter().take_while(|blank| **blank == b' ').count();
                if own >= least {
                    self.rest = Rest::Text { least, column: column.or(Some(own)) };
                    let is_kept = column.is_none_or(|column| own >= column);
                    return if is_kept { Ok(()) } else { Err(Fault::Depth) };
                }
                self.rest = Rest::Nothing;
            }
            Rest::Nothing | Rest::Value { .. } | Rest::Plain { .. } => {}
        }
        if words.starts_with(b"#") {
            return Ok(());
        }
        if indent.contains(&b'\t') {
            return Err(Fault::Depth);
        }
        if indent.is_empty() && is_mark(words) {
            (self.nodes, self.rest) = (Vec::new(), Rest::Nothing);
            return Ok(());
        }
        if UNKNOWN.iter().any(|start| words.starts_with_str(start)) {
            return Err(Fault::Other);
        }
        self.begin(indent.len(), words)
    }

    /// Finds what a line belongs to.
    fn begin(&mut self, column: usize, words: &[u8]) -> Result<(), Fault> {
        let is_first = self.nodes.is_empty();
        match std::mem::take(&mut self.rest) {
            Rest::Plain { least, .. } if column >= least && !is_first => {
                self.rest = Rest::Plain { least, is_open: false };
                return match (is_item(words), key(words)) {
                    (true, _) => Err(Fault::Swallowed),
                    (false, Some(_)) => Err(Fault::Depth),
                    (false, None) => Ok(()),
                };
            }
            Rest::Plain { is_open: true, .. } => return Err(Fault::Other),
            Rest::Value { least } if column >= least => return self.node(column, words, least),
            Rest::Value { least } if column + 1 == least && is_item(words) => {
                return self.node(column, words, least);
            }
            _ => {}
        }
        while self.nodes.pop_if(|node| node.column > column).is_some() {}
        let kind = if is_item(words) { Kind::List } else { Kind::Map };
        // A list may be as deep as its key.
        let is_left = |node: &mut Node| node.column == column && node.kind != kind;
        if kind == Kind::Map {
            self.nodes.pop_if(is_left);
        }
        let is_next =
            self.nodes.last().is_some_and(|node| node.kind == kind && node.column == column);
        if (is_next || is_first) && (is_item(words) || key(words).is_some()) {
            return self.node(column, words, column);
        }
        let is_known = words
            .first()
            .is_some_and(|first| first.is_ascii_alphanumeric() || b"-\"'$/.".contains(first));
        Err(if is_known && !is_first { Fault::Depth } else { Fault::Other })
    }

    /// Reads an item, a key with its value, or a value, in the node that begins in a column.
    fn node(&mut self, column: usize, words: &[u8], least: usize) -> Result<(), Fault> {
        if is_item(words) {
            self.open(Kind::List, column);
            let inner = words.get(1..).unwrap_or_default().trim_ascii_start();
            let column_of_inner = column + words.len() - inner.len();
            return self.node(column_of_inner, inner, column + 1);
        }
        match key(words) {
            Some(value) => {
                self.has_title |= !words.first().is_some_and(u8::is_ascii_lowercase);
                self.open(Kind::Map, column);
                self.value(value, column + 1)
            }
            None => self.value(words, least),
        }
    }

    /// Opens a node, if it is not open, and counts a key of it.
    fn open(&mut self, kind: Kind, column: usize) {
        let is_open =
            self.nodes.last().is_some_and(|node| node.kind == kind && node.column == column);
        if !is_open {
            self.lists += usize::from(kind == Kind::List);
            self.nodes.push(Node { kind, column, keys: 0 });
        }
        let is_under_key =
            self.nodes.iter().rev().nth(1).is_some_and(|outer| outer.kind == Kind::Map);
        if let Some(node) = self.nodes.last_mut().filter(|_| kind == Kind::Map) {
            self.keys += 1;
            self.inner_keys += usize::from(is_under_key || (column > 0 && node.keys > 0));
            node.keys += 1;
        }
    }

    /// Reads the value of a key or an item.
    fn value(&mut self, text: &[u8], least: usize) -> Result<(), Fault> {
        let mut text = text.trim_ascii_start();
        // Anchors and tags.
        while text.first().is_some_and(|first| b"&!".contains(first)) {
            let end = text.find_byte(b' ').unwrap_or(text.len());
            text = text.get(end..).unwrap_or_default().trim_ascii_start();
        }
        let inner = text.get(1..).unwrap_or_default();
        match text.first() {
            None | Some(b'#') => self.rest = Rest::Value { least },
            Some(b'|' | b'>') => {
                let is_of_text = |byte: &u8| b"+-123456789".contains(byte);
                let len = inner.iter().take_while(|byte| is_of_text(byte)).count();
                let (signs, behind) = inner.split_at_checked(len).unwrap_or_default();
                if !is_end(behind) {
                    return Err(Fault::Other);
                }
                let is_given = signs.iter().any(u8::is_ascii_digit);
                self.rest = Rest::Text { least, column: is_given.then_some(least) };
            }
            Some(quote @ (b'"' | b'\'')) => return self.quoted(inner, *quote),
            Some(b'[' | b'{') => return self.flow(text, 0, None),
            Some(b'*') => self.rest = Rest::Nothing,
            Some(b'@' | b'`' | b'%') => return Err(Fault::Other),
            // Objects and statements of other languages have a colon, too.
            Some(_) if key(text).is_some() || ends_as_code(text) => return Err(Fault::Other),
            Some(_) => {
                self.rest = Rest::Plain { least, is_open: text.ends_with(b",") };
            }
        }
        Ok(())
    }

    /// Reads a string up to its end, or all of a line.
    fn quoted(&mut self, text: &[u8], quote: u8) -> Result<(), Fault> {
        let Some(behind) = behind_quote(text, quote) else {
            self.rest = Rest::Quoted(quote);
            return Ok(());
        };
        self.rest = Rest::Nothing;
        if is_end(behind) { Ok(()) } else { Err(Fault::Other) }
    }

    /// Reads what is in brackets, up to the last of them.
    fn flow(&mut self, text: &[u8], open: usize, quote: Option<u8>) -> Result<(), Fault> {
        let (mut open, mut quote, mut rest, mut before) = (open, quote, text, b' ');
        loop {
            if let Some(inner) = quote {
                let Some(behind) = behind_quote(rest, inner) else { break };
                (rest, quote) = (behind, None);
            }
            let Some((first, behind)) = rest.split_first() else { break };
            rest = behind;
            match first {
                b'#' if before == b' ' => break,
                b'"' | b'\'' if b" [{,:".contains(&before) => quote = Some(*first),
                b'[' | b'{' => open += 1,
                b']' | b'}' => open = open.checked_sub(1).ok_or(Fault::Other)?,
                _ => {}
            }
            before = *first;
            if open == 0 {
                self.rest = Rest::Nothing;
                return if is_end(rest) { Ok(()) } else { Err(Fault::Other) };
            }
        }
        self.rest = Rest::Flow { open, quote };
        Ok(())
    }
}

/// Whether a line at the margin begins or ends a document.
fn is_mark(words: &[u8]) -> bool {
    words == b"---" || words == b"..." || words.starts_with(b"--- #") || words.starts_with(b"%YAML")
}

/// Whether words are an item of a list.
pub(super) fn is_item(words: &[u8]) -> bool {
    words == b"-" || words.starts_with(b"- ")
}

/// The value of the key that words begin with.
pub(super) fn key(words: &[u8]) -> Option<&[u8]> {
    let first = words.first()?;
    if b"[{*&!|>%@`#".contains(first) {
        return None;
    }
    let behind = if b"\"'".contains(first) {
        behind_quote(words.get(1..)?, *first)?.trim_ascii_start().strip_prefix(b":")?
    } else {
        let end = words.find_iter(":").find(|at| {
            let next = words.get(at + 1);
            next.is_none_or(|next| b" \t".contains(next))
        })?;
        let (name, _) = words.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
        // What a comment says is no value.
        if name.contains_str(" #") {
            return None;
        }
        words.get(end + 1..)?
    };
    (behind.is_empty() || behind.starts_with(b" ") || behind.starts_with(b"\t")).then_some(behind)
}

fn ends_as_code(text: &[u8]) -> bool {
    text.last().is_some_and(|last| b";{(".contains(last))
}

/// Whether nothing follows a value but a comment.
fn is_end(behind: &[u8]) -> bool {
    let behind = behind.trim_ascii();
    behind.is_empty() || behind.starts_with(b"#")
}

/// The text after the quote that ends a string.
fn behind_quote(text: &[u8], quote: u8) -> Option<&[u8]> {
    let mut rest = text;
    loop {
        let at = rest.find_byteset([quote, b'\\'])?;
        let behind = rest.get(at + 1..)?;
        rest = match (rest.get(at)?, quote) {
            (b'\\', b'"') => behind.get(1..).unwrap_or_default(),
            (b'\\', _) => behind,
            // A single quote is doubled.
            _ if quote == b'\'' && behind.starts_with(b"'") => behind.get(1..)?,
            _ => return Some(behind),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<bool, Fault>) {
        let mut layout = Layout::default();
        let read = text.lines().try_for_each(|line| layout.push(line.as_bytes()));
        assert_eq!(read.map(|()| layout.is_yaml()), expected, "{text}");
    }

    #[test]
    fn yaml_reads_what_is_in_the_depths_that_are_open() {
        for text in [
            "a:\n  b: 1\n  c:\n  - d\n  - e: f\n    g: h\ni:\n",
            "a:\n  b: |\n    c\n     d\n\n    e: f\n  g: >-\n   h\n",
            "---\n# a\na: &a\n  b: \"c: d\n\n    e\" # f\n  g: {h: i, # j\nk: l}\n  m: [n,\n    o]\n",
            "- a: b\n  c: d\n-\n  e: f\n- - g\n  - h\n---\ni: j\n",
            "a: b,\n  c\n  d\ne:\n  f: g\n    h\n  'i j': *k\n  l: !Sub |\n   m\n",
            "a:\n- b\nc:\n  - d\ne: f\n",
            "a:\n  \"b c\": d # e: f\n  g: http://h\n  i: |2\n      j\n    k\n",
        ] {
            check(text, Ok(true));
        }
        for text in [
            "a: b\nc: d\ne: f\n",
            "- Note: a\n- Note: b\n- Note: c\n",
            "Added:\n- b\nFixed:\n- d\nMore: f\n",
            "a:\n  - b\n  - c\n",
        ] {
            check(text, Ok(false));
        }
        for text in [
            "a:\n  b: c\n d: e\n",
            "a:\n  b: c\n    d: e\n",
            "a:\n  b: 'c'\n    d\n",
            "a:\n  - b\n  c: d\n",
            "a:\n  b: c\n  - d\n",
            "a:\n\tb: c\n",
            "a:\n  b: |\n      c\n    d\n",
            "a:\n  b: |\n    c\nd\n",
        ] {
            check(text, Err(Fault::Depth));
        }
        check("a:\n  - b\n    - c\n", Err(Fault::Swallowed));
    }

    #[test]
    fn what_is_not_yaml_is_known() {
        for text in [
            "a\n",
            "a: b: c\n",
            "{{ a }}\n",
            "a:\n  {{- if b }}\n",
            "a: 'b' c\n",
            "a: @b\n",
            "a: b\n? c\n",
            "a: b,\nc: d\n",
            "class A:\n  b: c\n  d: e\n",
        ] {
            check(text, Err(Fault::Other));
        }
    }
}
