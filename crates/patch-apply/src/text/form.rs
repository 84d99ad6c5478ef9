//! The form of a line, and the names in it: `msgid "one"` and `msgid "two"` are of one form.

use super::words::is_of_word;

/// A longer line is no line that names something.
const MOST_BYTES: usize = 400;

/// A word in a name that is shorter is in any other by chance.
const LEAST_SHARED: usize = 3;

/// Whether two lines, without the blanks around them, are of one form, and all that differs in them
/// are names that have nothing in common. A name that was changed keeps a word of it, most often,
/// and numbers are no names.
pub(crate) fn names_another(one: &[u8], other: &[u8]) -> bool {
    if one.len().max(other.len()) > MOST_BYTES || one == other {
        return false;
    }
    let (one, other) = (one.trim_ascii(), other.trim_ascii());
    // Names are compared last: most lines of a file are of another form.
    if !may_be_of_one_form(one, other) {
        return false;
    }
    let (mut one, mut other) = (tokens(one), tokens(other));
    let (mut has_same, mut has_other) = (false, false);
    loop {
        match (one.next(), other.next()) {
            (None, None) => return has_same && has_other,
            (Some(own), Some(others)) if own == others => has_same |= own != Token::Blank,
            (Some(Token::Quoted(sign, own)), Some(Token::Quoted(its, others))) if sign == its => {
                let (own, others) = without_shared(own, others);
                if !are_unlike(own, others) {
                    return false;
                }
                has_other = true;
            }
            (Some(Token::Word(own)), Some(Token::Word(others))) if are_unlike(own, others) => {
                has_other = true;
            }
            _ => return false,
        }
    }
}

/// The words in the names of a line that all others of its form have in the same places: they are
/// of the form, and no part of a name. The lines are without the blanks around them.
pub(crate) fn words_of_form<'l>(own: &'l [u8], others: &[&[u8]]) -> Vec<&'l [u8]> {
    let mut shared: Vec<(usize, &[u8])> = names(own)
        .enumerate()
        .flat_map(|(at, name)| parts(name).map(move |part| (at, part)))
        .collect();
    for other in others {
        let names: Vec<&[u8]> = names(other).collect();
        let has = |at: usize, part: &[u8]| {
            let mut all = names.get(at).into_iter().flat_map(|name| parts(name));
            all.any(|other| other.eq_ignore_ascii_case(part))
        };
        shared.retain(|(at, part)| has(*at, part));
    }
    shared.into_iter().map(|(_, part)| part).collect()
}

/// [`names_another`], these words of the form left out of the names. The lines are of one form.
pub(crate) fn names_another_without(of_form: &[&[u8]], one: &[u8], other: &[u8]) -> bool {
    let rest = |name: &[u8]| {
        let own =
            parts(name).filter(|part| !of_form.iter().any(|it| it.eq_ignore_ascii_case(part)));
        own.collect::<Vec<_>>().join(&b"_"[..])
    };
    let mut pairs = names(one).zip(names(other)).filter(|(one, other)| one != other).peekable();
    pairs.peek().is_some() && pairs.all(|(one, other)| are_unlike(&rest(one), &rest(other)))
}

/// The words and texts in quotes of a line.
fn names(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    tokens(line).filter_map(|token| match token {
        Token::Word(name) | Token::Quoted(_, name) => Some(name),
        Token::Sign(_) | Token::Blank => None,
    })
}

/// Whether two lines have words and texts in quotes in the same places, and the same signs.
pub(crate) fn may_be_of_one_form(one: &[u8], other: &[u8]) -> bool {
    let is_alike = |pair: (Token<'_>, Token<'_>)| match pair {
        (Token::Word(_), Token::Word(_)) => true,
        (Token::Quoted(sign, _), Token::Quoted(its, _)) => sign == its,
        (one, other) => one == other,
    };
    let (mut one, mut other) = (tokens(one), tokens(other));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(own), Some(its)) if is_alike((own, its)) => {}
            _ => return false,
        }
    }
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'l> {
    Word(&'l [u8]),
    /// What is between two of these quotes.
    Quoted(u8, &'l [u8]),
    Sign(u8),
    Blank,
}

fn tokens(line: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let (first, behind) = rest.split_first()?;
        let word = rest.iter().take_while(|byte| is_of_name(**byte)).count();
        let (token, length) = match first {
            b' ' | b'\t' => {
                (Token::Blank, rest.iter().take_while(|byte| b" \t".contains(byte)).count())
            }
            b'"' | b'\'' | b'`' => match quoted(*first, behind) {
                Some(text) => (Token::Quoted(*first, text), text.len() + 2),
                None => (Token::Sign(*first), 1),
            },
            _ if word > 0 => (Token::Word(rest.get(..word).unwrap_or_default()), word),
            _ => (Token::Sign(*first), 1),
        };
        rest = rest.get(length..).unwrap_or_default();
        Some(token)
    })
}

/// What is before the quote that ends a text.
fn quoted(sign: u8, text: &[u8]) -> Option<&[u8]> {
    let mut is_escaped = false;
    let end = text.iter().position(|byte| {
        let is_end = *byte == sign && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    })?;
    text.get(..end)
}

fn is_of_name(byte: u8) -> bool {
    is_of_word(byte) || byte == b'$'
}

/// Two texts without the words and signs that both begin and end with.
fn without_shared<'l>(one: &'l [u8], other: &'l [u8]) -> (&'l [u8], &'l [u8]) {
    let same = |(one, other): &(&u8, &u8)| one == other;
    let is_whole = |text: &[u8], at: usize| {
        let is_of = |byte: Option<&u8>| byte.is_some_and(|byte| is_of_name(*byte));
        !(is_of(at.checked_sub(1).and_then(|before| text.get(before))) && is_of(text.get(at)))
    };
    let most = one.iter().zip(other).take_while(same).count();
    let front = (0..=most).rev().find(|at| is_whole(one, *at) && is_whole(other, *at));
    let [one, other] = [one, other].map(|text| text.get(front.unwrap_or(0)..).unwrap_or_default());
    let most = one.iter().rev().zip(other.iter().rev()).take_while(same).count();
    let ends = |at: &usize| [one, other].iter().all(|text| is_whole(text, text.len() - at));
    let back = (0..=most).rev().find(ends).unwrap_or(0);
    let [one, other] = [one, other].map(|text| text.get(..text.len() - back).unwrap_or_default());
    (one, other)
}

/// Whether two names share neither a word nor most of their letters.
fn are_unlike(one: &[u8], other: &[u8]) -> bool {
    let [own, others] = [one, other].map(<[u8]>::to_ascii_lowercase);
    let is_named = |text| parts(text).any(|part| part.len() > 1);
    let is_in = |name: &[u8], text: &[u8], lowered: &[u8]| {
        let is_shared = |part: &[u8]| {
            let part = part.to_ascii_lowercase();
            let is_word = parts(text).any(|other| other.eq_ignore_ascii_case(&part));
            part.len() >= LEAST_SHARED
                && (is_word
                    || (part.len() > LEAST_SHARED
                        && memchr::memmem::find(lowered, &part).is_some()))
        };
        parts(name).any(is_shared)
    };
    is_named(one)
        && is_named(other)
        && !is_in(one, other, &others)
        && !is_in(other, one, &own)
        && !share_half(one, other)
}

/// The words in a name: `get`, `User` and `name` of `getUser_name`.
fn parts(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    name.split(move |byte| !is_letter(byte)).flat_map(|word| {
        word.chunk_by(|one, next| !(one.is_ascii_lowercase() && next.is_ascii_uppercase()))
    })
}

/// Whether two texts have half of the bytes of the longer one in common, at their start and end.
pub(crate) fn share_half(one: &[u8], other: &[u8]) -> bool {
    ends_in_common(one, other) * 2 >= one.len().max(other.len())
}

/// How many bytes at their start and end two texts have in common.
pub(crate) fn ends_in_common(one: &[u8], other: &[u8]) -> usize {
    let same = |(one, other): &(&u8, &u8)| one == other;
    let front = one.iter().zip(other).take_while(same).count();
    let rest = |text: &[u8]| text.len() - front;
    let most = rest(one).min(rest(other));
    front + one.iter().rev().zip(other.iter().rev()).take(most).take_while(same).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_form_may_name_other_things() {
        for (one, other, expected) in [
            ("msgid \"Built-in tags\"", "msgid \"content types\"", true),
            (".audit {", ".event_page {", true),
            ("name: \"cache\",", "name: \"limit\",", true),
            ("[member_color]", "[customer_invoice]", true),
            ("export function Audit({ items }) {", "export function Alpha({ items }) {", true),
            ("local dir=\"$ROOT/policy\"", "local dir=\"$ROOT/index\"", true),
            ("y: 'एक बर्ष',", "y: 'ఒక సంవత్సరం',", true),
            // The name was changed, or is misspelt.
            (".audit {", ".newAudit {", false),
            ("def get_user(self):", "def user(self):", false),
            ("[tol.mypy]", "[tool.mypy]", false),
            // Numbers change.
            ("version = \"1.0.20\"", "version = \"1.1.3\"", false),
            ("timeout = 30", "timeout = 5", false),
            // Another form.
            ("break", "return", false),
            ("a = one(x)", "a = two", false),
            ("stop()", "stop()", false),
        ] {
            assert_eq!(names_another(one.as_bytes(), other.as_bytes()), expected, "{one} {other}");
        }
    }
}
