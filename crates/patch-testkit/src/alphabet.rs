//! The few lines, endings and paths that every generated tree is made of.
//!
//! Random strings never collide; a tiny alphabet makes everything collide: lines repeat, blocks are
//! in several places, paths are each other's folders. Every arm states its reason.

/// One choice among several: how often, what, and why.
#[derive(Clone, Copy, Debug)]
pub struct Arm<T> {
    /// How often it is taken, relative to the others.
    pub weight: u32,
    /// What is taken.
    pub value: T,
    /// The reason for this choice.
    pub why: &'static str,
}

const fn arm<T: Copy>(weight: u32, value: T, why: &'static str) -> Arm<T> {
    Arm { weight, value, why }
}

/// Lines without their ending.
pub const LINES: &[Arm<&str>] = &[
    arm(6, "a", "repeats"),
    arm(6, "b", "repeats"),
    arm(4, "c", "repeats"),
    arm(5, "}", "the line that is everywhere in real sources"),
    arm(5, "", "a blank context line loses its marker when a patch is mailed"),
    arm(3, "fn f() {", "an anchor, and a section heading"),
    arm(2, "    fn g() {", "an anchor that is a part of the line only"),
    arm(2, "fn f", "an anchor that is the beginning of another"),
    arm(3, "a  ", "trailing blanks: the second rung"),
    arm(1, "\t", "nothing but blanks: equal to the empty line on the second rung"),
    arm(2, "\tb", "indented with a tab: the third rung"),
    arm(1, "\t\tc", "indented with two tabs"),
    arm(2, "    b", "indented with spaces"),
    arm(1, "a  (b)", "blanks inside: the fourth rung"),
    arm(1, "say \"a\" - b", "what typography changes: the fifth rung"),
    arm(1, "-- x", "removed, it reads like the end of a mail or a header"),
    arm(1, "++ b/x", "added, it reads like a header"),
    arm(1, "@@ -1 +1 @@", "as context, it reads like a hunk header but for the blank"),
    arm(1, "*** End Patch", "as context, it reads like the end of the other format"),
    arm(1, "\\ x", "reads like the remark about the missing newline"),
    arm(1, UTF8, "UTF-8 beyond ASCII"),
    arm(1, "a\r", "before the LF, a CR is part of the ending"),
    arm(1, "a\rb", "a CR elsewhere is text"),
];

/// The text of the alphabet that is UTF-8 beyond ASCII.
pub const UTF8: &str = "\u{e9}";

/// A byte-order mark.
pub const MARK: &str = "\u{feff}";

/// A line that is not UTF-8, which no patch text in UTF-8 can add.
pub const LATIN: &[u8] = b"caf\xE9";

/// How the lines of a text end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endings {
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// Turn by turn.
    Mixed,
}

/// The endings of a text.
pub const ENDINGS: &[Arm<Endings>] = &[
    arm(8, Endings::Lf, "most files"),
    arm(3, Endings::CrLf, "files from Windows under patches from elsewhere"),
    arm(1, Endings::Mixed, "untouched lines keep theirs"),
];

/// Paths. Some are each other's folders.
pub const PATHS: &[Arm<&str>] = &[
    arm(8, "x", "collides"),
    arm(6, "y", "collides"),
    arm(4, "d/x", "the same name in a folder"),
    arm(3, "d/e/y.rs", "two folders deep"),
    arm(1, "d", "a file where others need a folder"),
    arm(2, "a b.txt", "a blank ends a name in many readers"),
    arm(1, "a/x", "looks as if it had a prefix"),
    arm(1, "b/x", "the other prefix"),
    arm(2, "na\u{ef}ve", "git quotes it"),
    arm(1, "q\"uote", "git quotes it"),
    arm(1, ".gitignore", "starts like a protected name"),
];

/// The sum of the weights.
pub fn total<T>(arms: &[Arm<T>]) -> u32 {
    arms.iter().map(|arm| arm.weight).sum()
}

/// The arm that a number below [`total`] falls on.
///
/// # Panics
///
/// When the number is not below the total.
pub fn pick<T: Copy>(arms: &[Arm<T>], number: u32) -> T {
    let mut left = number;
    for arm in arms {
        if left < arm.weight {
            return arm.value;
        }
        left -= arm.weight;
    }
    panic!("{number} is not below the weights' total")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_falls_on_an_arm_and_every_arm_is_reached() {
        for arm in LINES {
            let hits = (0..total(LINES)).filter(|number| pick(LINES, *number) == arm.value);
            assert_eq!(hits.count(), usize::try_from(arm.weight).unwrap(), "{}", arm.why);
        }
    }
}
