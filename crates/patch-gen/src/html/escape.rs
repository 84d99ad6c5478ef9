//! Escapes text for a page.

use std::fmt::Write as _;

/// Appends text so that none of it is markup. Characters that a browser would not show, or would
/// obey, are shown as numbers.
pub(super) fn put(text: &[u8], out: &mut String) {
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            put_char(c, out);
        }
        for byte in chunk.invalid() {
            told(format_args!("\\x{byte:02x}"), out);
        }
    }
}

fn put_char(c: char, out: &mut String) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '\t' | '\n' => out.push(c),
        '\r' => told(format_args!("\\r"), out),
        c if c.is_ascii_control() => told(format_args!("\\x{:02x}", u32::from(c)), out),
        c if is_hidden(c) => told(format_args!("\\u{{{:x}}}", u32::from(c)), out),
        c => out.push(c),
    }
}

fn told(what: std::fmt::Arguments<'_>, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "<span class=\"x\">{what}</span>");
}

/// Whether a character has no width, changes the direction of the text, or is meant for programs.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e007f}')
        || u32::from(c) & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[u8], expected: &str) {
        let mut out = String::new();
        put(text, &mut out);
        assert_eq!(out, expected);
    }

    #[test]
    fn nothing_is_markup() {
        check(
            b"<script>alert('\"&')</script>",
            "&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt;",
        );
        check(b"a\tb", "a\tb");
        check(b"\x1b[2J\0", "<span class=\"x\">\\x1b</span>[2J<span class=\"x\">\\x00</span>");
        check("\u{202e}".as_bytes(), "<span class=\"x\">\\u{202e}</span>");
        check(b"caf\xe9", "caf<span class=\"x\">\\xe9</span>");
    }
}
