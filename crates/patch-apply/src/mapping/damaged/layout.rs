//! Checks whether Python can parse how lines are indented: the block after `:` is deeper, nothing
//! else is, a line that is less deep than the one before has the depth of an enclosing block,
//! `else:` is as deep as what it belongs to, and `return` is in a function.

use bstr::ByteSlice as _;

use crate::text::blanks::without_indentation;
use crate::text::words::first_word;

/// Words, besides those of definitions, that begin a statement ending in `:` in Python. Any other
/// line that ends so is not Python.
const HEADS: [&[u8]; 13] = [
    b"async", b"case", b"elif", b"else", b"except", b"finally", b"for", b"if", b"lambda", b"match",
    b"try", b"while", b"with",
];

/// Words of statements that are in functions alone.
const OF_FUNCTIONS: [&[u8]; 2] = [b"return", b"yield"];

/// The kind of a statement, by its first word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Head {
    Function,
    Class,
    /// Another one that may open a block.
    Block,
    #[default]
    Other,
}

impl Head {
    fn of(words: &[u8]) -> Self {
        let defined = words.strip_prefix(b"async ").unwrap_or(words);
        match first_word(defined) {
            b"def" => Self::Function,
            b"class" => Self::Class,
            word if HEADS.contains(&word) => Self::Block,
            _ => Self::Other,
        }
    }
}

/// Which clauses may go on with a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Clauses {
    #[default]
    None,
    /// `elif` and `else`.
    OfIf,
    /// `else`.
    OfLoop,
    /// `except`, `else` and `finally`.
    OfTry,
}

impl Clauses {
    /// Those that may go on after a statement or a clause, by its first word, which goes on with
    /// what is before it; an error if it cannot.
    fn after(word: &[u8], before: Self) -> Result<Self, Fault> {
        Ok(match (word, before) {
            (b"if", _) | (b"elif", Self::OfIf) => Self::OfIf,
            (b"for" | b"while" | b"async", _) => Self::OfLoop,
            (b"try", _) | (b"except" | b"else", Self::OfTry) => Self::OfTry,
            (b"else", Self::OfIf | Self::OfLoop) | (b"finally", Self::OfTry) => Self::None,
            (b"elif" | b"else" | b"except" | b"finally", _) => return Err(Fault::Depth),
            _ => Self::None,
        })
    }
}

/// Why a line cannot be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It has the depth of no open block, or is not deeper although a block was opened.
    Depth,
    /// It follows the head of an added function, and is not in it.
    Empty,
    /// It is a method, and no longer in its class but in an added function.
    Swallowed,
    /// It closes a bracket that nothing opened.
    Unopened,
    /// The text is not Python, or a kind unknown here.
    Other,
}

/// How deep a line is if a tab goes to the next multiple of eight, and if a tab is one blank:
/// comparisons of two lines must agree by both measures.
type Depth = (usize, usize);

/// A block that is open.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    depth: Depth,
    /// Its head is an added line that begins with `def`.
    is_of_added: bool,
    /// It is in a function, not in a class alone.
    is_in_function: bool,
    /// Which clauses may go on with its last statement.
    clauses: Clauses,
}

/// The state after some lines of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// The blocks that are open in the text, which is one itself.
    blocks: Vec<Block>,
    whole: Block,
    /// Round, square and curly brackets that are open.
    brackets: usize,
    /// The quotes that end the string that is open.
    string: Option<&'static [u8]>,
    /// The line before ended in a backslash.
    is_continued: bool,
    /// Set if the line before ended in `:`; says whether an added `def` began it.
    opened: Option<bool>,
    /// The kind of the last statement, and whether it began in an added line.
    head: (Head, bool),
    /// The statement before it did.
    is_behind_added: bool,
    /// How deep the decorator is that the line before is.
    decorator: Option<Depth>,
    /// Classes and functions so far.
    definitions: usize,
}

impl Fault {
    /// Whether the line could be parsed at another depth.
    pub(super) fn is_of_depth(self) -> bool {
        matches!(self, Self::Depth | Self::Empty | Self::Swallowed)
    }
}

impl Layout {
    /// Whether some lines were certainly Python.
    pub(super) fn is_python(&self) -> bool {
        self.definitions > 0 && self.opened.is_none() && self.brackets == 0 && self.string.is_none()
    }

    /// Whether a line that follows begins a statement.
    pub(super) fn is_between_statements(&self) -> bool {
        self.brackets == 0 && self.string.is_none() && !self.is_continued
    }

    /// Whether the last statement, or the one before it, began in an added line.
    pub(super) fn is_beside_added(&self) -> bool {
        self.head.1 || self.is_behind_added
    }

    /// Advances to the next line of the file.
    pub(super) fn push(&mut self, line: &[u8], is_added: bool) -> Result<(), Fault> {
        if self.is_between_statements() {
            let (indent, words) = without_indentation(line);
            if words.is_empty() || words.starts_with(b"#") {
                return Ok(());
            }
            self.begin(depth_of(indent), words, is_added)?;
        }
        self.scan(line.trim_ascii_end())
    }

    /// Checks that the first line of a statement has an allowed depth.
    fn begin(&mut self, depth: Depth, words: &[u8], is_added: bool) -> Result<(), Fault> {
        let (head, was_added) = std::mem::replace(&mut self.head, (Head::of(words), is_added));
        self.is_behind_added = was_added;
        self.decorate(depth, words)?;
        let outer = *self.innermost();
        if let Some(is_of_added) = self.opened.take() {
            let is_deeper = depth.0 > outer.depth.0 && depth.1 > outer.depth.1;
            let is_in_function = match head {
                Head::Function => true,
                Head::Class => false,
                Head::Block | Head::Other => outer.is_in_function,
            };
            let clauses = Clauses::None;
            let block = Block { depth, is_of_added, is_in_function, clauses };
            self.blocks.push(block);
            return match is_deeper {
                true => self.keep(words, is_added),
                false if is_of_added && is_added => Err(Fault::Empty),
                false => Err(Fault::Depth),
            };
        }
        while self.blocks.pop_if(|block| block.depth.0 > depth.0).is_some() {}
        let is_known = self.innermost().depth == depth;
        if is_known { self.keep(words, is_added) } else { Err(Fault::Depth) }
    }

    /// Checks that a decorator is directly above a definition, or another one, and as deep.
    fn decorate(&mut self, depth: Depth, words: &[u8]) -> Result<(), Fault> {
        let is_decorator = words.starts_with(b"@");
        let is_defined = is_decorator || matches!(self.head.0, Head::Function | Head::Class);
        let above = std::mem::replace(&mut self.decorator, is_decorator.then_some(depth));
        let is_right = above.is_none_or(|above| is_defined && above == depth);
        is_right.then_some(()).ok_or(Fault::Depth)
    }

    fn innermost(&mut self) -> &mut Block {
        self.blocks.last_mut().unwrap_or(&mut self.whole)
    }

    /// Checks that a statement may be in its block, and that a kept method is not inside an added
    /// function.
    fn keep(&mut self, words: &[u8], is_added: bool) -> Result<(), Fault> {
        let word = first_word(words);
        let block = self.innermost();
        block.clauses = Clauses::after(word, block.clauses)?;
        if OF_FUNCTIONS.contains(&word) && !block.is_in_function {
            return Err(Fault::Depth);
        }
        if is_method(words) && block.is_of_added && !is_added {
            Err(Fault::Swallowed)
        } else {
            Ok(())
        }
    }

    /// Reads the text of a line.
    fn scan(&mut self, line: &[u8]) -> Result<(), Fault> {
        self.is_continued = false;
        let (mut rest, mut last) = (line, b' ');
        if let Some(quotes) = self.string {
            let Some(end) = end_of(rest, quotes) else { return Ok(()) };
            self.string = None;
            rest = rest.get(end..).unwrap_or_default();
        }
        loop {
            let plain = rest.iter().take_while(|byte| !is_sign(**byte)).count();
            let (plain, signs) = rest.split_at_checked(plain).unwrap_or((rest, &[]));
            last = plain.trim_ascii_end().last().copied().unwrap_or(last);
            let Some((first, behind)) = signs.split_first() else { break };
            match first {
                b'#' => break,
                b'\\' if behind.is_empty() => {
                    self.is_continued = true;
                    return Ok(());
                }
                b'"' | b'\'' => {
                    let Some(after) = self.string_at(signs)? else { return Ok(()) };
                    (rest, last) = (after, b'"');
                    continue;
                }
                b'(' | b'[' | b'{' => self.brackets += 1,
                b')' | b']' | b'}' => {
                    self.brackets = self.brackets.checked_sub(1).ok_or(Fault::Unopened)?;
                }
                _ => {}
            }
            (rest, last) = (behind, *first);
        }
        if self.brackets == 0 { self.end(last) } else { Ok(()) }
    }

    /// The text after the string that a text begins with; `None` if the string continues in other
    /// lines.
    fn string_at<'l>(&mut self, text: &'l [u8]) -> Result<Option<&'l [u8]>, Fault> {
        const TRIPLE: [&[u8]; 2] = [b"\"\"\"", b"'''"];
        const SINGLE: [&[u8]; 2] = [b"\"", b"'"];
        let is_begun = |quotes: &&&[u8]| text.starts_with(quotes);
        let triple = TRIPLE.iter().find(is_begun);
        let quotes = triple.or_else(|| SINGLE.iter().find(is_begun)).ok_or(Fault::Other)?;
        let inner = text.get(quotes.len()..).unwrap_or_default();
        match end_of(inner, quotes) {
            Some(end) => Ok(inner.get(end..)),
            None if triple.is_some() => {
                self.string = Some(quotes);
                Ok(None)
            }
            None => Err(Fault::Other),
        }
    }

    /// Ends a statement, the last sign of which is `last`.
    fn end(&mut self, last: u8) -> Result<(), Fault> {
        if last != b':' {
            return Ok(());
        }
        let (head, is_added) = self.head;
        if head == Head::Other {
            return Err(Fault::Other);
        }
        self.definitions += usize::from(head != Head::Block);
        self.opened = Some(is_added && head == Head::Function);
        Ok(())
    }
}

/// Whether a byte means something wherever it is in a line.
fn is_sign(byte: u8) -> bool {
    matches!(byte, b'#' | b'\\' | b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}')
}

/// Whether words are the head of a method.
pub(super) fn is_method(words: &[u8]) -> bool {
    let words = words.strip_prefix(b"async ").unwrap_or(words);
    let parameters = words.strip_prefix(b"def ").and_then(|def| def.split_once_str("("));
    parameters.is_some_and(|(_, rest)| matches!(first_word(rest), b"self" | b"cls"))
}

/// How deep an indentation is.
fn depth_of(indent: &[u8]) -> Depth {
    let next = |column: usize, blank: &u8| {
        if *blank == b'\t' { (column / 8 + 1) * 8 } else { column + 1 }
    };
    (indent.iter().fold(0, next), indent.len())
}

/// Where a text continues after the quotes that end a string; a backslash escapes the next
/// character.
fn end_of(text: &[u8], quotes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        match rest.first()? {
            b'\\' => at += 2,
            _ if rest.starts_with(quotes) => return Some(at + quotes.len()),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<(), Fault>) {
        let mut layout = Layout::default();
        // Lines after `+` are added.
        let mut push = |line: &str| match line.strip_prefix('+') {
            Some(line) => layout.push(line.as_bytes(), true),
            None => layout.push(line.as_bytes(), false),
        };
        assert_eq!(text.lines().try_for_each(&mut push), expected, "{text}");
    }

    #[test]
    fn python_reads_what_is_in_the_depths_that_are_open() {
        for text in [
            "def a(b,\n  c):\n    d(\ne\n)\n    if b: f()\n    else:\n        g()\nh()",
            "def a():\n    \"\"\"b:\n c\n\"\"\"\n# d\n    e = {\n'f': 1,\n    }\n",
            "class A:\n\tb = 1 # c:\n\tdef d(self): pass\n\n\tdef e(self):\n\t\treturn 'f:'\n",
            "if a and \\\n  b:\n    c()\n    x: int = 1",
        ] {
            check(text, Ok(()));
        }
        for text in [
            "def a():\nb()",
            "def a():\n    b()\n  c()",
            "a()\n  b()",
            "def a():\n\tif b:\n\t\tif c:\n            d()",
            "if a:\n    b()\n\tc()",
        ] {
            check(text, Err(Fault::Depth));
        }
    }

    #[test]
    fn clauses_are_as_deep_as_what_they_belong_to() {
        for text in [
            "if a:\n    b()\nelif c: d()\nelse:\n    e()",
            "def f():\n    for a in b:\n        c()\n    else:\n        return 1\n    try: d()\n    except E: e()\n    finally: g()",
            "class A:\n    async def f(self):\n        if a:\n            yield 1\n        return",
            "def f():\n    with a:\n        return\n    while b:\n        # c\n        yield",
        ] {
            check(text, Ok(()));
        }
        for text in [
            "def f():\n    if a:\n        b()\nelse:\n    c()",
            "def f():\n    if a:\n        b()\n    c()\n    else:\n        d()",
            "with a:\n    b()\nelse:\n    c()",
            "for a in b:\n    c()\nelif d:\n    e()",
            "if a:\n    b()\nelse:\n    c()\nelif d:\n    e()",
            "if a:\n    b()\nexcept E:\n    c()",
            "class A:\n    def f(self):\n        pass\n    return 1",
            "if a:\n    return 1",
        ] {
            check(text, Err(Fault::Depth));
        }
    }

    #[test]
    fn what_is_not_python_is_known() {
        for text in ["a:\n  b: c", "a = 'b", "it's", "for a, b:\n  c\nd:"] {
            check(text, Err(Fault::Other));
        }
        check(")", Err(Fault::Unopened));
    }

    #[test]
    fn no_method_comes_into_an_added_function() {
        let class = "class A:\n    def a(self):\n        b()\n";
        let end = "    def d(self):\n        e()\n";
        check(&format!("{class}+def c(self):\n+    f()\n{end}"), Err(Fault::Swallowed));
        check(&format!("{class}+    def c(self):\n+        f()\n{end}"), Ok(()));
        check(&format!("{class}+class B:\n{end}"), Ok(()));
    }
}
