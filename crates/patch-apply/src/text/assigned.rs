//! Lines that give a name a value: `"version": "1.0",`, `timeout = 30`, `const a: u8 = 1;`.

use super::blanks::without_indentation;
use super::words::{is_of_word, words_of};

/// A name and the value that a line gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assigned<'l> {
    /// With the indentation and the words before it.
    pub(crate) name: &'l [u8],
    pub(crate) value: &'l [u8],
    /// The name is in quotes: it is the key of an object, which has it once.
    pub(crate) is_quoted: bool,
}

/// What a line assigns, if it is one name up to `:` or `=` and then a value that does not mention
/// it. Operators (`==`, `+=`), paths (`a::b`), symbols (`has :many`), options (`--from=x`) and items
/// of lists are no such line.
pub(crate) fn assigned(line: &[u8]) -> Option<Assigned<'_>> {
    let (indent, words) = without_indentation(line);
    let quote = words.first().copied().filter(|first| b"\"'".contains(first));
    let end = match quote {
        Some(quote) => {
            let inner = words.get(1..)?;
            let end = 2 + inner.iter().position(|byte| *byte == quote)?;
            end + words.get(end..)?.iter().take_while(|byte| **byte == b' ').count()
        }
        None => words.iter().position(|byte| b":=".contains(byte))?,
    };
    let (name, behind) = words.split_at_checked(end)?;
    let is_quoted = quote.is_some();
    let (sign, value) = behind.split_first()?;
    let value = match (sign, value) {
        (b':', [b'=', value @ ..]) | (b'=', [b'>', value @ ..]) => value,
        (b':', [b' ' | b'\t', ..]) if is_quoted || !name.ends_with(b" ") => value,
        (b':', [_, ..]) if is_quoted => value,
        (b'=', [first, ..]) if !b"=~".contains(first) => value,
        _ => return None,
    };
    let value = value.trim_ascii();
    let name = name.trim_ascii_end();
    let is_name = is_quoted || is_plain(name);
    let mentions = || words_of(name).last().is_none_or(|own| words_of(value).any(|it| it == own));
    let name = line.get(..indent.len() + name.len())?;
    (is_name && !value.is_empty() && !mentions()).then_some(Assigned { name, value, is_quoted })
}

/// Whether a text is words that may precede a name, and the name.
fn is_plain(name: &[u8]) -> bool {
    let is_of = |byte: &u8| is_of_word(*byte) || b"$@.- ".contains(byte);
    let mut words = name.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    !name.is_empty()
        && name.iter().all(is_of)
        && name.last().is_some_and(|last| is_of_word(*last))
        && words.all(|word| !word.starts_with(b"-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_give_a_name_a_value() {
        for (line, name, value) in [
            ("  \"version\": \"1.0\",\n", "  \"version\"", "\"1.0\","),
            ("  \"a b\" : 1", "  \"a b\"", "1"),
            ("'a'=>1,", "'a'", "1,"),
            ("\timage: postgres:15\n", "\timage", "postgres:15"),
            ("TIMEOUT = 30", "TIMEOUT", "30"),
            ("timeout=30", "timeout", "30"),
            ("x := f()", "x", "f()"),
            ("CFLAGS := -O2", "CFLAGS", "-O2"),
            ("pub const A: u8 = 1;", "pub const A", "u8 = 1;"),
            ("export A.b-c=1", "export A.b-c", "1"),
        ] {
            let found = assigned(line.as_bytes()).map(|found| (found.name, found.value));
            assert_eq!(found, Some((name.as_bytes(), value.as_bytes())), "{line}");
        }
        for line in [
            "",
            "x",
            "x:",
            "default:",
            "x = ",
            "= 1",
            "a == b",
            "a != b",
            "a += 1",
            "a =~ b",
            "a <= b",
            "x = x + 1",
            "A=$A:b",
            "- name: x",
            "--from=x",
            "COPY --from=x y",
            "use a::b;",
            "has_many :posts",
            "f(a=1)",
            "<a b=\"c\">",
            "# note: x",
            "gem 'a:b'",
            "if (a = b)",
            "FROM node:18",
            "\"x\"",
            "\"x",
        ] {
            assert_eq!(assigned(line.as_bytes()), None, "{line}");
        }
    }
}
