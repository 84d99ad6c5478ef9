//! The style sheet of the page, and the policy that allows nothing else.

/// The style sheet of the page, all of it.
pub(super) const STYLE: &str = include_str!("page.css");

/// The Content-Security-Policy (<https://www.w3.org/TR/CSP3/>): this style sheet, by its SHA-256,
/// and nothing else.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'sha256-VseStzofDmPlpHx064MOze1Hep5nnRUYnWM/Wyiuz/E='; base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let group = |chunk: &[u8]| {
            let padded = [chunk, &[0; 3]].concat();
            let bits = u32::from_be_bytes([0, padded[0], padded[1], padded[2]]);
            let digit = |at: usize| {
                let sextet = (bits >> (18 - 6 * at) & 63) as usize;
                if at <= chunk.len() { char::from(DIGITS[sextet]) } else { '=' }
            };
            (0..4).map(digit).collect::<String>()
        };
        bytes.chunks(3).map(group).collect()
    }

    #[test]
    fn the_policy_names_the_style_sheet_by_its_hash() {
        let hash = base64(&Sha256::digest(STYLE));
        assert!(POLICY.contains(&format!("'sha256-{hash}'")), "the hash is now {hash}");
    }
}
