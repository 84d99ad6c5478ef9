//! The MIME type of a file, derived from its contents or its name.

use std::cmp::Ordering;
use std::path::Path;

use bstr::{BStr, ByteSlice};
use patch_gen::Entry;

use super::change::is_text;

/// The types by file extension; made by `build.rs`.
const TYPES: &str = include_str!(concat!(env!("OUT_DIR"), "/mime_types"));

/// The MIME type of a regular file; `None` if it cannot be derived.
///
/// The first bytes of a binary file take precedence over its name. A name is believed as far as it
/// agrees with the contents: `a.ts` with text in it is not a video.
pub(super) fn mime_type(path: &BStr, entry: &Entry<'_>) -> Option<String> {
    let is_text = is_text(entry);
    let told = (!is_text).then(|| infer::get(&entry.contents)).flatten();
    if let Some(told) = told {
        return Some(told.mime_type().to_owned());
    }
    let name = path.rsplit_once_str("/").map_or(path.as_bytes(), |(_, name)| name);
    let ending = Path::new(name.to_str().ok()?).extension()?.to_str()?;
    let fits = |mime: &&str| says_text(mime) == is_text;
    types_of(ending)?.split(' ').find(fits).map(str::to_owned)
}

/// The types of files with an extension, the likeliest first, separated by blanks; `None` for an
/// unknown extension.
fn types_of(ending: &str) -> Option<&'static str> {
    let ending = ending.to_ascii_lowercase();
    let mut rest = TYPES;
    // The lines are sorted: binary search.
    loop {
        let (before, line, behind) = split(rest)?;
        let (found, types) = line.split_once(' ')?;
        rest = match ending.as_str().cmp(found) {
            Ordering::Less => before,
            Ordering::Equal => return Some(types),
            Ordering::Greater => behind,
        };
    }
}

/// A line in the middle, without its end, with the lines before and after it.
fn split(lines: &str) -> Option<(&str, &str, &str)> {
    let middle = lines.get(..lines.len() / 2)?;
    let (before, rest) = lines.split_at_checked(middle.rfind('\n').map_or(0, |end| end + 1))?;
    let (line, behind) = rest.split_once('\n')?;
    Some((before, line, behind))
}

/// Whether files of a type are text.
fn says_text(mime: &str) -> bool {
    let texts = ["json", "javascript", "xml", "toml", "yaml", "sql", "graphql", "sh", "php"];
    let (kind, rest) = mime.split_once('/').unwrap_or_default();
    // `image/svg+xml` is XML, `application/x-sh` a script.
    let syntax = rest.rsplit('+').next().unwrap_or(rest);
    let syntax = syntax.strip_prefix("x-").unwrap_or(syntax);
    kind == "text" || texts.contains(&syntax)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_and_name_tell_the_type() {
        for (name, contents, expected) in [
            ("src/config.json", &b"{}\n"[..], Some("application/json")),
            ("a.txt", b"x\n", Some("text/plain")),
            ("index.html", b"<p>\n", Some("text/html")),
            ("logo.svg", b"<svg/>\n", Some("image/svg+xml")),
            ("main.rs", b"fn main() {}\n", Some("text/x-rust")),
            ("a.ts", b"let a = 1;\n", None),
            ("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some("image/png")),
            ("logo.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some("image/png")),
            ("font.woff2", b"\0\x01", Some("font/woff2")),
            ("notes.txt", b"caf\xe9\n", None),
            ("run.sh", b"exec true\n", Some("application/x-sh")),
            ("Makefile", b"all:\n", None),
            (".json", b"{}\n", None),
            ("A.JSON", b"{}\n", Some("application/json")),
            ("json.", b"{}\n", None),
            ("data.nobody", b"\0", None),
            ("data.nobody", b"x\n", None),
        ] {
            let found = mime_type(name.into(), &Entry::file(contents));
            assert_eq!(found.as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn every_ending_has_its_types() {
        let mut endings: Vec<_> = mime_guess::get_extensions("*", "*").unwrap().to_vec();
        assert!(endings.len() > 1000);
        endings.extend(["", "0", "nothing", "rsx", "zzzz", "\u{e9}"]);
        for ending in endings {
            let types: Vec<_> = mime_guess::from_ext(ending).iter_raw().collect();
            let expected = (!types.is_empty()).then(|| types.join(" "));
            assert_eq!(types_of(ending).map(str::to_owned), expected, "{ending}");
        }
    }
}
