//! The MIME type of a file, where its contents or its name tell.

use bstr::{BStr, ByteSlice};
use patch_gen::Entry;

use super::change::is_text;

/// The MIME type of a regular file; `None` where nothing tells.
///
/// What the bytes of a binary file begin with is believed before its name. A name is believed as
/// far as it agrees with the contents: `a.ts` with text in it is no video.
pub(super) fn mime_type(path: &BStr, entry: &Entry<'_>) -> Option<String> {
    let is_text = is_text(entry);
    let told = (!is_text).then(|| infer::get(&entry.contents)).flatten();
    if let Some(told) = told {
        return Some(told.mime_type().to_owned());
    }
    let name = path.rsplit_once_str("/").map_or(path.as_bytes(), |(_, name)| name);
    let guesses = mime_guess::from_path(name.to_str().ok()?);
    let fits = |guess: &&str| says_text(guess) == is_text;
    guesses.iter_raw().find(fits).map(str::to_owned)
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
        ] {
            let found = mime_type(name.into(), &Entry::file(contents));
            assert_eq!(found.as_deref(), expected, "{name}");
        }
    }
}
