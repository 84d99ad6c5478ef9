//! Finds what an anchor means whose words are in no line: a member of something (`Client.post`,
//! `Client::post`, `Client#post`, `class Client > def post`, `post in Client`), or a definition whose
//! parameters or first words are others (`def post()`).
//!
//! It is a line that defines the last name, right below one that defines the name before it, or, in
//! Go, with that as its receiver.

use bstr::ByteSlice;

use super::scope::{Scopes, opens};
use crate::place::lookup::Lookup;
use crate::place::names::defines::{
    OF_DEFINITIONS, OF_STATEMENTS, begins_definition, defines, is_definition, is_name, is_of_name,
};
use crate::place::scene::Scene;
use crate::text::blanks::{is_blank, without_indentation};
use crate::text::blocks::closes_block;
use crate::text::words::is_of_word;

/// The most lines that may define an outer name.
const MOST_OUTERS: usize = 8;

/// The most names of an anchor.
const MOST_NAMES: usize = 4;

/// Words that stand for what a line lies in.
const NO_NAMES: [&[u8]; 4] = [b"self", b"this", b"cls", b"super"];

/// The line of [`lines_of`], if it is one alone.
pub(in crate::place) fn line_of<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    anchor: &[u8],
) -> Option<usize> {
    match *lines_of(scene, scopes, anchor) {
        [line] => Some(line),
        _ => None,
    }
}

/// The lines that an anchor names by its own name, and by the names of what that lies in, in order.
pub(in crate::place) fn lines_of<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    anchor: &[u8],
) -> Vec<usize> {
    if let Some(name) = sole_name(anchor).or_else(|| described_name(anchor)) {
        return definitions_of(scene, scopes, name);
    }
    let Some(names) = names(anchor).filter(|_| scopes.may_search()) else { return Vec::new() };
    if !names.iter().all(|name| scene.text.bytes.contains_str(name)) {
        return Vec::new();
    }
    let lines = scene.lines_at(0).map(without_indentation);
    let lines: Vec<(usize, &[u8])> = lines.map(|(blanks, words)| (blanks.len(), words)).collect();
    if let [outer, inner] = *names {
        let methods = methods(&lines, outer, inner);
        if !methods.is_empty() {
            return methods;
        }
    }
    let mut names = names.into_iter();
    let Some(first) = names.next() else { return Vec::new() };
    let mut found = definitions(scene, &lines, 0..lines.len(), first);
    for name in names {
        if found.len() > MOST_OUTERS {
            return Vec::new();
        }
        let mut members = Vec::new();
        for outer in found {
            let end = scopes.end(scene, outer).min(lines.len());
            let depth = lines.get(outer).map_or(0, |(depth, _)| *depth);
            let is_inner = |(inner, words): &&(usize, &[u8])| {
                *inner > depth && !words.is_empty() && !closes_block(words)
            };
            let inner = lines.get(outer + 1..end).unwrap_or_default().iter().filter(is_inner);
            let Some(least) = inner.map(|(depth, _)| *depth).min() else { continue };
            let mut own = definitions(scene, &lines, outer + 1..end, name);
            own.retain(|line| lines.get(*line).is_some_and(|(depth, _)| *depth == least));
            members.extend(own);
        }
        found = members;
    }
    found
}

/// The lines that are the definition of a name and open what it stands for, in order.
pub(in crate::place) fn definitions_of<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    scopes: &mut Scopes,
    name: &[u8],
) -> Vec<usize> {
    if !scopes.may_search() || !scene.text.bytes.contains_str(name) {
        return Vec::new();
    }
    let lines = scene.lines_at(0).enumerate();
    let is_named = |(_, line): &(usize, &[u8])| is_definition(without_indentation(line).1, name);
    let named: Vec<usize> = lines.filter(is_named).map(|(line, _)| line).collect();
    named.into_iter().filter(|line| opens(scene, *line)).collect()
}

/// The name that is all of an anchor, but for empty parameters: `main`, `main()`.
pub(in crate::place) fn sole_name(anchor: &[u8]) -> Option<&[u8]> {
    let name = anchor.trim_ascii();
    let name = name.strip_suffix(b"()").unwrap_or(name);
    let is_no_name = OF_STATEMENTS.contains(&name) || NO_NAMES.contains(&name);
    (is_name(name) && !is_no_name).then_some(name)
}

/// The name in a heading that is a name and its parameters: `put(id)`, `put(self, id: str)`. An
/// anchor of that form may be a call.
pub(in crate::place) fn name_with_parameters(heading: &[u8]) -> Option<&[u8]> {
    let (name, parameters) = heading.trim_ascii().strip_suffix(b")")?.split_once_str("(")?;
    let may_declare =
        |byte: &u8| is_of_word(*byte) || is_blank(*byte) || b",:&*<>[]?|".contains(byte);
    parameters.iter().all(may_declare).then(|| sole_name(name)).flatten()
}

/// The name in an anchor that says what it is the name of: `start method`, `method start`.
fn described_name(anchor: &[u8]) -> Option<&[u8]> {
    const KINDS: [&[u8]; 8] =
        [b"method", b"function", b"class", b"struct", b"type", b"interface", b"module", b"enum"];
    let words: Vec<&[u8]> = spaced_parts(anchor).collect();
    let name = match *words {
        [name, kind] | [b"the" | b"The", name, kind] if KINDS.contains(&kind) => name,
        [b"method" | b"Method", name] => name,
        _ => return None,
    };
    sole_name(name)
}

/// The lines among some that define a name and open what it stands for.
fn definitions<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    lines: &[(usize, &[u8])],
    among: std::ops::Range<usize>,
    name: &[u8],
) -> Vec<usize> {
    let numbered = lines.iter().enumerate().take(among.end).skip(among.start);
    let named = numbered.filter(|(_, (_, words))| defines(words, name)).map(|(line, _)| line);
    named.filter(|line| opens(scene, *line)).collect()
}

/// The lines among some that define a method of a type as Go has it, beside the type:
/// `func (c *Client) Post()`.
fn methods(lines: &[(usize, &[u8])], outer: &[u8], inner: &[u8]) -> Vec<usize> {
    let numbered = lines.iter().enumerate();
    let is_named = |words: &[u8]| receiver(words) == Some(outer) && defines(words, inner);
    numbered.filter(|(_, (_, words))| is_named(words)).map(|(line, _)| line).collect()
}

/// The type whose method a line of Go defines.
fn receiver(words: &[u8]) -> Option<&[u8]> {
    let (receiver, _) = words.strip_prefix(b"func (")?.split_once_str(")")?;
    let of_type = receiver.split(|byte| *byte == b'[').next()?;
    of_type.rsplit(|byte| !is_of_name(*byte)).next()
}

/// The names in an anchor, the outermost first, if they are nothing but names and the words in
/// front of them; a single one where it is written as a definition is.
fn names(anchor: &[u8]) -> Option<Vec<&[u8]>> {
    let mut names = Vec::new();
    if let Some((inner, outer)) = opt_inside(anchor) {
        add_names(outer, &mut names)?;
        add_names(inner, &mut names)?;
    } else {
        add_names(anchor, &mut names)?;
    }
    let are_some = match names.len() {
        1 => {
            let words = without_parameters(anchor);
            words == b"func" || is_written_as_definition(words, anchor)
        }
        count => (2..=MOST_NAMES).contains(&count),
    };
    let is_outer = !names.first().is_some_and(|first| NO_NAMES.contains(first));
    (are_some && is_outer).then_some(names)
}

/// The inner and the outer name of an anchor that puts them in words: `post in class Client`.
fn opt_inside(anchor: &[u8]) -> Option<(&[u8], &[u8])> {
    const WORDS: [&[u8]; 4] = [b" in ", b" of ", b" inside ", b" within "];
    let (inner, outer) = WORDS.iter().find_map(|word| anchor.rsplit_once_str(word))?;
    let is_statement =
        spaced_parts(inner).next().is_none_or(|first| OF_STATEMENTS.contains(&first));
    (!is_statement).then_some((inner, outer))
}

/// Adds the names that signs part, and definitions (`class Client(Base): def post(self)`). `None` if
/// there is something else.
fn add_names<'a>(anchor: &'a [u8], names: &mut Vec<&'a [u8]>) -> Option<()> {
    let mut words: Vec<&[u8]> = Vec::new();
    let mut rest = anchor.trim_ascii();
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|byte| !is_of_name(*byte)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at_checked(end)?;
        if !word.is_empty() {
            words.push(Some(word).filter(|word| is_name(word))?);
            rest = behind.trim_ascii_start();
        } else if b"(<".contains(first) {
            let Some(behind) = behind_group(rest) else { break };
            let next = behind.trim_start_with(|sign| ":{ ".contains(sign));
            let is_class = *first == b'(' && words.contains(&&b"class"[..]);
            let is_receiver = words.as_slice() == [b"func"];
            if begins_definition(next) || is_class {
                names.extend(defined_names(&words));
                words.clear();
                rest = next;
            } else if *first == b'<'
                || is_receiver
                || b".#>@".iter().any(|sign| behind.starts_with(&[*sign]))
            {
                rest = behind;
            } else {
                // What a function returns.
                break;
            }
        } else if b".:#>@{".contains(first) {
            names.extend(defined_names(&words));
            words.clear();
            rest = rest.trim_start_with(|sign| ".:#>@{ ".contains(sign));
        } else {
            return None;
        }
    }
    names.extend(defined_names(&words));
    Some(())
}

/// What is after the brackets that a text begins with.
fn behind_group(text: &[u8]) -> Option<&[u8]> {
    let opening = *text.first()?;
    let closing = if opening == b'(' { b')' } else { b'>' };
    let mut depth = 0_usize;
    let end = text.iter().position(|byte| {
        depth = depth + usize::from(*byte == opening) - usize::from(*byte == closing);
        depth == 0
    })?;
    text.get(end + 1..).map(<[u8]>::trim_ascii_start)
}

/// The names that words define: those after the words of definitions, or the last.
fn defined_names<'a>(words: &[&'a [u8]]) -> Vec<&'a [u8]> {
    let is_key = |word: &&[u8]| OF_DEFINITIONS.contains(word);
    // `impl Trait for Name` defines what is in it.
    let of_trait =
        words.iter().position(|word| *word == b"for").filter(|_| words.contains(&&b"impl"[..]));
    if of_trait.is_some() || !words.iter().any(is_key) {
        return words.last().copied().into_iter().collect();
    }
    let behind = words.iter().zip(words.iter().skip(1));
    let named = behind.filter(|(key, name)| is_key(key) && !is_key(name));
    named.map(|(_, name)| *name).collect()
}

/// What is before parameters, of types or of the class that one extends.
fn without_parameters(anchor: &[u8]) -> &[u8] {
    let end = anchor.iter().position(|byte| b"(<".contains(byte)).unwrap_or(anchor.len());
    let text = anchor.get(..end).unwrap_or_default().trim_ascii();
    text.strip_suffix(b"{").unwrap_or(text)
}

/// Whether an anchor, whose words these are, is written as what defines a name: with a word that
/// says so, or with parameters and what opens a block; after other words (`static int run(int x)`)
/// the parameters may be its end.
fn is_written_as_definition(words: &[u8], anchor: &[u8]) -> bool {
    let mut words = spaced_parts(words);
    let Some(first) = words.next() else { return false };
    let ends_in =
        |signs: &[u8]| anchor.trim_ascii_end().last().is_some_and(|last| signs.contains(last));
    let Some(last) = words.next_back() else {
        return anchor.contains(&b'(') && ends_in(b"{:") && !OF_STATEMENTS.contains(&first);
    };
    let front = || std::iter::once(first).chain(words.clone());
    let are_types = || {
        let is_of_statement = |word: &[u8]| OF_STATEMENTS.contains(&word);
        anchor.contains(&b'(') && ends_in(b"{:)") && !front().any(is_of_statement)
    };
    !OF_STATEMENTS.contains(&last)
        && (front().any(|word| OF_DEFINITIONS.contains(&word)) || are_types())
}

/// What blanks separate.
fn spaced_parts(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> + Clone {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_is_between_signs() {
        for (anchor, expected) in [
            ("Client.post", "Client post"),
            ("Client::post(&self)", "Client post"),
            ("Client#post", "Client post"),
            ("Client > post", "Client post"),
            ("class Client > def post(self):", "Client post"),
            ("class Client: def post", "Client post"),
            ("class Client(Base) > def post(self)", "Client post"),
            ("class Client < Base > def post", "Client post"),
            ("class Client @@ post(path)", "Client post"),
            ("class Client { post(path) {", "Client post"),
            ("class Client(Base): def post(self) -> Row:", "Client post"),
            ("class Client(Base): async def post", "Client post"),
            ("class Client(Base): post(self)", "Client post"),
            ("class Client def post(self, data)", "Client post"),
            ("class Client extends Base implements Rows {", "Client"),
            ("impl<T> Client<T>: pub fn post(&self)", "Client post"),
            ("impl<T> Rows for Client<T> { fn post<U>(&self) {", "Client post"),
            ("def post in class Client(Base)", "Client post"),
            ("post() of Client", "Client post"),
            ("for post in client:", ""),
            ("struct Client { path: String }", ""),
            ("a.B.c", "a B c"),
            ("post()", ""),
            ("def post()", "post"),
            ("async def post(self, path):", "post"),
            ("pub fn post<T>(&self) {", "post"),
            ("class Client", "Client"),
            ("func (c *Client) post(path string)", "post"),
            ("post(path, data) {", "post"),
            ("if (path) {", ""),
            ("private async post(path): Promise<Row> {", "post"),
            ("static int post(struct row *row)", "post"),
            ("return post(path)", ""),
            ("else post(path) {", ""),
            ("how to post (by mail).", ""),
            ("post(path);", ""),
            ("the function post", "post"),
            ("how to post", ""),
            ("# post", ""),
            ("self.post", ""),
            ("a.b.c.d.e", ""),
            ("x -> y", ""),
            ("src/client.py", ""),
            ("version = 1.2", ""),
        ] {
            let found = names(anchor.as_bytes()).unwrap_or_default();
            assert_eq!(found.join(&b" "[..]), expected.as_bytes(), "{anchor}");
        }
    }

    #[test]
    fn one_name_is_all_that_an_anchor_has_or_describes() {
        for (anchor, expected) in [
            ("main", "main"),
            ("main()", "main"),
            (" __init__() ", "__init__"),
            ("start method", "start"),
            ("the start() method", "start"),
            ("method start", "start"),
            ("else", ""),
            ("self", ""),
            ("main(x)", ""),
            ("main();", ""),
            ("this class", ""),
            ("start the method", ""),
        ] {
            let anchor = anchor.as_bytes();
            let found = sole_name(anchor).or_else(|| described_name(anchor)).unwrap_or_default();
            assert_eq!(found, expected.as_bytes());
        }
    }

    #[test]
    fn a_heading_may_be_a_name_with_its_parameters() {
        for (heading, expected) in [
            ("put(id)", Some("put")),
            ("put(self, id: str)", Some("put")),
            ("if (id)", None),
            ("if(id)", None),
            ("put(\"id\")", None),
            ("put(get(id))", None),
            ("put(id);", None),
        ] {
            let found = name_with_parameters(heading.as_bytes());
            assert_eq!(found, expected.map(str::as_bytes), "{heading}");
        }
    }
}
