//! Turns bytes into two texts, or two trees.

use bstr::ByteSlice;
use patch_gen::{Algorithm, GenOptions, Style};

use super::cases::scenario;
use crate::Tree;

/// What separates two texts: it cannot occur in UTF-8.
pub(super) const BETWEEN: u8 = 0xFE;

/// The two texts in the bytes; `None` if nothing separates them.
pub fn two_texts(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    bytes.split_once_str(&[BETWEEN])
}

/// Two trees of text, and how to make the patch between them; `None` if a hunk cannot express all
/// of it: because of two encodings, or of a byte-order mark without context.
pub(super) fn two_trees(bytes: &[u8]) -> Option<(Tree, Tree, GenOptions)> {
    let (choice, rest) = bytes.split_first()?;
    let options = options(*choice);
    let of_recipe = || scenario(rest).map(|scenario| (scenario.old, scenario.new));
    let of_texts = two_texts(rest).map(|(old, new)| (of_text(old), of_text(new)));
    let (old, new) = of_texts.or_else(of_recipe)?;
    let is_certain = options.context > 0 || !(old.has_mark() || new.has_mark());
    (is_certain && !old.mixes_encodings(&new)).then_some((old, new, options))
}

/// A file with this text; bytes that are not text are made into one.
fn of_text(bytes: &[u8]) -> Tree {
    let text = bytes.to_str_lossy().replace('\0', " ");
    Tree::from([("x", text)])
}

fn options(choice: u8) -> GenOptions {
    let context = [3, 0, 1, usize::MAX][usize::from(choice & 3)];
    let algorithm = match (choice >> 2) & 3 {
        0 => Algorithm::Patience,
        1 => Algorithm::Myers,
        _ => Algorithm::Histogram,
    };
    let style = if choice & 0x10 == 0 { Style::Git } else { Style::Plain };
    GenOptions::default().context(context).algorithm(algorithm).style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_as_they_are_and_the_rest_is_a_recipe() {
        let (old, new, options) = two_trees(b"\x10a\nb\0\xfea\nc\n").unwrap();
        assert_eq!((old, new), (Tree::from([("x", "a\nb ")]), Tree::from([("x", "a\nc\n")])));
        assert_eq!((options.context, options.style), (3, Style::Plain));
        assert!(two_trees(&[7; 100]).is_some(), "a recipe for two trees");
        assert!(two_trees(b"").is_none());
    }
}
