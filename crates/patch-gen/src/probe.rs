//! Decides whether contents are text.

use memchr::memchr;

/// How many bytes git searches for a NUL.
const BINARY_PROBE: usize = 8000;

/// Whether `contents` is binary by git's rule: a NUL among the first 8,000 bytes.
pub fn is_binary(contents: &[u8]) -> bool {
    let probe = contents.get(..BINARY_PROBE).unwrap_or(contents);
    memchr(0, probe).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_is_a_nul_near_the_start() {
        assert!(is_binary(b"a\0"));
        assert!(!is_binary(b""));
        assert!(!is_binary("\u{ff}\u{feff}".as_bytes()));
        let late = [vec![b'a'; BINARY_PROBE], vec![0]].concat();
        assert!(!is_binary(&late), "git does not look further");
    }
}
