//! What a line defines, by its words alone: `post` of `async def post(self):`.

use bstr::ByteSlice;

use crate::text::words::is_of_word;

/// Words of statements: what is after them is used and not defined.
pub(in crate::place) const OF_STATEMENTS: [&[u8]; 20] = [
    b"return", b"await", b"yield", b"throw", b"raise", b"new", b"if", b"elif", b"else", b"while",
    b"for", b"case", b"assert", b"del", b"not", b"in", b"switch", b"match", b"catch", b"with",
];

/// Whether a byte is a part of a name: of a word, or `$`.
pub(in crate::place) fn is_of_name(byte: u8) -> bool {
    is_of_word(byte) || byte == b'$'
}

pub(in crate::place) fn is_name(word: &[u8]) -> bool {
    let starts = word.first().is_some_and(|first| !first.is_ascii_digit());
    starts && word.iter().all(|byte| is_of_name(*byte))
}

/// Whether a line, without the blanks around it, defines a name: nothing is before it but
/// words that are no part of a statement.
pub(in crate::place) fn defines(words: &[u8], name: &[u8]) -> bool {
    around(words, name).is_some()
}

/// Whether a line, without the blanks around it, is the definition of a name, and neither calls it
/// nor lists it nor begins a literal of that type: a word says so, or it has parameters and opens a
/// block.
pub(in crate::place) fn is_definition(words: &[u8], name: &[u8]) -> bool {
    let words = words.trim_ascii_end();
    let Some((front, behind)) = around(words, name).filter(|_| !words.ends_with(b";")) else {
        return false;
    };
    let behind = behind.trim_ascii_start();
    let ends_in = |signs: &[u8]| words.last().is_some_and(|last| signs.contains(last));
    let begins_with = |signs: &[u8]| behind.first().is_none_or(|first| signs.contains(first));
    let has_any = |of: &[&[u8]]| names_in(front).any(|word| of.contains(&word));
    if has_any(&OF_DEFINITIONS) {
        return begins_with(b"(<:") || ends_in(b"{:[(");
    }
    if has_any(&OF_VALUES) {
        let is_function = behind.contains_str("=>") || behind.contains_str("function");
        return begins_with(b"=") && is_function && ends_in(b"{(");
    }
    ends_in(b"{") && has_parameters(behind)
}

/// Whether two lines are definitions of different names, and the file defines the first name in
/// another line, and once: that one is meant by the first line. Costs a pass over the file, if both
/// are definitions.
pub(in crate::place) fn is_another_definition(file: &[u8], own: &[u8], there: &[u8]) -> bool {
    defines_another(own, there) && is_defined_once(file, own)
}

/// Whether two lines are definitions of different names.
pub(in crate::place) fn defines_another(own: &[u8], there: &[u8]) -> bool {
    let names = defined(own).zip(defined(there));
    names.is_some_and(|((_, own), (_, there))| own != there)
}

/// Whether two lines are definitions of one name, with the same parameters and type or others.
pub(in crate::place) fn defines_same(own: &[u8], there: &[u8]) -> bool {
    let names = defined(own).zip(defined(there));
    names.is_some_and(|((_, own), (_, there))| own == there)
}

/// Whether the file defines once what a line defines.
pub(in crate::place) fn is_defined_once(file: &[u8], own: &[u8]) -> bool {
    let Some((word, name)) = defined(own) else { return false };
    let finder = memchr::memmem::Finder::new(name);
    let is_it = |line: &&[u8]| finder.find(line).is_some() && defined(line) == Some((word, name));
    file.split(|byte| *byte == b'\n').filter(is_it).take(2).count() == 1
}

/// The name that a line is the definition of, and the word before it that says so.
fn defined(line: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let is_word = |name: &[u8]| OF_DEFINITIONS.contains(&name) || OF_VALUES.contains(&name);
    let words = line.trim_ascii();
    // In C the bracket that opens a function may be on the next line.
    let is_head =
        line.trim_ascii_end().ends_with(b")") && line.first().is_some_and(u8::is_ascii_alphabetic);
    let opened = is_head.then(|| [words, b" {"].concat());
    let is_own = |name: &&[u8]| {
        let words = opened.as_deref().unwrap_or(words);
        is_name(name) && !is_word(name) && is_definition(words, name)
    };
    let name = names_in(words).take(MOST_WORDS).find(is_own)?;
    let word = names_in(words).take_while(|word| *word != name).find(|word| is_word(word));
    Some((word, name))
}

/// The most words of a line of which one may be the name that it defines.
const MOST_WORDS: usize = 16;

/// Words before the name of what has a block.
pub(in crate::place) const OF_DEFINITIONS: [&[u8]; 18] = [
    b"def",
    b"fn",
    b"func",
    b"fun",
    b"function",
    b"sub",
    b"class",
    b"struct",
    b"enum",
    b"trait",
    b"interface",
    b"impl",
    b"module",
    b"mod",
    b"type",
    b"object",
    b"record",
    b"union",
];

/// Whether a line, without the blanks around it, begins as a definition does: with one of these
/// words, or some that qualify it in front.
pub(in crate::place) fn begins_definition(words: &[u8]) -> bool {
    const MOST_IN_FRONT: usize = 3;
    let front = words.split(|byte| b"(={".contains(byte)).next().unwrap_or_default();
    words.first().is_some_and(u8::is_ascii_alphabetic)
        && names_in(front).take(MOST_IN_FRONT + 1).any(|word| OF_DEFINITIONS.contains(&word))
}

/// Words before the name of a value.
const OF_VALUES: [&[u8]; 4] = [b"const", b"let", b"var", b"val"];

/// Whether a text begins with parameters that end in it, and what is after them is no part of an
/// expression.
fn has_parameters(text: &[u8]) -> bool {
    let text = behind_parameters(text).trim_ascii_start();
    let mut depth = 0_usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let behind = text.get(at + 1..).unwrap_or_default().trim_ascii_start();
            let is_heading = |first: &u8| b"{:-".contains(first) || first.is_ascii_alphabetic();
            return at > 0 && behind.first().is_some_and(is_heading);
        }
    }
    false
}

/// The names and keywords of a line.
fn names_in(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_of_name(*byte)).filter(|word| !word.is_empty())
}

/// What is before the name that a line defines, and after it.
fn around<'w>(words: &'w [u8], name: &[u8]) -> Option<(&'w [u8], &'w [u8])> {
    let words = behind_visibility(words);
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let end = rest.iter().position(|byte| !is_of_name(*byte)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at_checked(end).unwrap_or_default();
        if word == name {
            return Some((words.get(..at).unwrap_or_default(), behind));
        }
        // `impl Trait for Name` defines what is in it.
        let is_impl = word == b"for" && words.starts_with(b"impl");
        if word.is_empty() || (OF_STATEMENTS.contains(&word) && !is_impl) {
            return None;
        }
        let between = behind_receiver(word, behind_parameters(behind));
        let blanks = between.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if blanks == 0 {
            return None;
        }
        at = words.len() - between.len() + blanks;
    }
    None
}

/// What is after the receiver of a method in Go: `(s *Server)` of `func (s *Server) Start()`.
fn behind_receiver<'w>(word: &[u8], behind: &'w [u8]) -> &'w [u8] {
    let receiver = behind.strip_prefix(b" (").filter(|_| word == b"func");
    let rest = receiver.and_then(|rest| rest.split_once_str(")"));
    rest.map_or(behind, |(_, rest)| rest)
}

/// What is after `pub(crate)`.
fn behind_visibility(words: &[u8]) -> &[u8] {
    let rest = words.strip_prefix(b"pub(").and_then(|rest| {
        let end = rest.iter().position(|byte| *byte == b')')?;
        rest.get(end + 1..)
    });
    rest.map_or(words, <[u8]>::trim_ascii_start)
}

/// What is after the parameters of a type: `<T>` of `impl<T>`.
fn behind_parameters(text: &[u8]) -> &[u8] {
    let mut depth = 0_usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth > 0 => depth -= 1,
            _ if depth == 0 => return text.get(at..).unwrap_or_default(),
            _ => {}
        }
    }
    b""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_defines_the_name_behind_its_first_words() {
        for (line, name, expected) in [
            ("class Client(Base):", "Client", true),
            ("export default class Client {", "Client", true),
            ("pub(crate) struct Client<T> {", "Client", true),
            ("impl<T: Send> Run<T> for Client<T> {", "Client", true),
            ("async post(path) {", "post", true),
            ("post(path) {", "post", true),
            ("def post_all(self):", "post", false),
            ("def get(self, post):", "post", false),
            ("return post({", "post", false),
            ("for post in all:", "post", false),
            ("self.post({", "post", false),
            ("x = post({", "post", false),
            ("# post {", "post", false),
        ] {
            assert_eq!(defines(line.as_bytes(), name.as_bytes()), expected, "{line}");
        }
    }
    #[test]
    fn a_definition_is_no_call_and_no_literal() {
        for (line, name, expected) in [
            ("def main():", "main", true),
            ("def main(", "main", true),
            ("def create(opts)", "create", true),
            ("class Config extends Base {", "Config", true),
            ("pub fn peek<T>(&mut self, n: usize) -> Option<&mut T> {", "peek", true),
            ("func (s *Server) Start(port int) error {", "Start", true),
            ("type Config struct {", "Config", true),
            ("sub get {", "get", true),
            ("const load = async (app) => {", "load", true),
            ("static create(opts) {", "create", true),
            ("async exec () {", "exec", true),
            ("get(id: string): Promise<Row> {", "get", true),
            ("public int run(int x) throws E {", "run", true),
            ("main()", "main", false),
            ("Config(", "Config", false),
            ("Maps {", "Maps", false),
            ("get", "get", false),
            ("deploy:", "deploy", false),
            ("run(async () => {", "run", false),
            ("load(a).then((b) => {", "load", false),
            ("return get(id) {", "get", false),
            ("fn run(&self);", "run", false),
            ("class Config is for values", "Config", false),
            ("const size = new Map([", "size", false),
        ] {
            assert_eq!(is_definition(line.as_bytes(), name.as_bytes()), expected, "{line}");
        }
    }
}
