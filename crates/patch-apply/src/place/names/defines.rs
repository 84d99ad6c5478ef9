//! What a line defines, by its words alone: `post` of `async def post(self):`.

use crate::text::words::is_of_word;

/// Words of statements: what is behind them is used and not defined.
pub(in crate::place) const OF_STATEMENTS: [&[u8]; 20] = [
    b"return", b"await", b"yield", b"throw", b"raise", b"new", b"if", b"elif", b"else", b"while",
    b"for", b"case", b"assert", b"del", b"not", b"in", b"switch", b"match", b"catch", b"with",
];

/// Whether a byte is a part of a name: of a word, or `$`.
fn is_of_name(byte: u8) -> bool {
    is_of_word(byte) || byte == b'$'
}

pub(in crate::place) fn is_name(word: &[u8]) -> bool {
    let starts = word.first().is_some_and(|first| !first.is_ascii_digit());
    starts && word.iter().all(|byte| is_of_name(*byte))
}

/// Whether a line, without the blanks around it, defines a name: nothing is in front of it but words that are no part of a
/// statement.
pub(in crate::place) fn defines(words: &[u8], name: &[u8]) -> bool {
    let words = behind_visibility(words);
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let end = rest.iter().position(|byte| !is_of_name(*byte)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at_checked(end).unwrap_or_default();
        if word == name {
            return true;
        }
        // `impl Trait for Name` defines what is in it.
        let is_impl = word == b"for" && words.starts_with(b"impl");
        if word.is_empty() || (OF_STATEMENTS.contains(&word) && !is_impl) {
            return false;
        }
        let between = behind_parameters(behind);
        let blanks = between.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if blanks == 0 {
            return false;
        }
        at = words.len() - between.len() + blanks;
    }
    false
}

/// What is behind `pub(crate)`.
fn behind_visibility(words: &[u8]) -> &[u8] {
    let rest = words.strip_prefix(b"pub(").and_then(|rest| {
        let end = rest.iter().position(|byte| *byte == b')')?;
        rest.get(end + 1..)
    });
    rest.map_or(words, <[u8]>::trim_ascii_start)
}

/// What is behind the parameters of a type: `<T>` of `impl<T>`.
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
}
