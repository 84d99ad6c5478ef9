//! The patch text, as the scene wants it written.

use patch_parse::Format;

use super::scene::{Header, Hunk, Scene};

impl Scene {
    /// The patch as it is written.
    pub(super) fn patch(&self) -> Vec<u8> {
        let mut out = self.look.around[0].clone().into_bytes();
        let envelope =
            self.look.envelope.map(|line| line.filter(|_| self.format == Format::OpenCode));
        if let Some(line) = envelope[0] {
            self.header(line, &mut out);
        }
        out.extend_from_slice(&self.section());
        out.extend_from_slice(self.look.more.as_bytes());
        if let Some(line) = envelope[1] {
            self.header(line, &mut out);
        }
        out.extend_from_slice(self.look.around[1].as_bytes());
        if !self.look.has_last_newline {
            while let [.., b'\n' | b'\r'] = *out {
                out.pop();
            }
        }
        out
    }

    /// The section of the file, without what is around it.
    pub(super) fn section(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self.format {
            Format::Unified => self.unified(&mut out),
            Format::OpenCode => self.opencode(&mut out),
        }
        out
    }

    fn unified(&self, out: &mut Vec<u8>) {
        let [old, new] = &self.look.names;
        if let Some(line) = &self.look.git_line {
            self.header(line, out);
        }
        self.header(&format!("--- {old}"), out);
        self.header(&format!("+++ {new}"), out);
        for hunk in &self.hunks {
            match &hunk.header {
                Header::Numbers([old, new]) => {
                    let range = format!("@@ -{},{} +{},{} @@", old.0, old.1, new.0, new.1);
                    self.header(&range, out);
                }
                Header::Words(words) => self.header(words, out),
            }
            self.lines(hunk, out);
        }
    }

    fn opencode(&self, out: &mut Vec<u8>) {
        self.header(&format!("*** Update File: {}", self.look.names[0]), out);
        for hunk in &self.hunks {
            for anchor in &hunk.anchors {
                self.header_bytes(&[b"@@ ", &**anchor].concat(), out);
            }
            if hunk.anchors.is_empty() {
                self.header("@@", out);
            }
            self.lines(hunk, out);
            if hunk.ends_file {
                self.header("*** End of File", out);
            }
        }
    }

    fn lines(&self, hunk: &Hunk, out: &mut Vec<u8>) {
        for shown in hunk.lines.iter().filter_map(|line| line.shown.as_ref()) {
            out.extend_from_slice(shown);
            out.extend_from_slice(self.look.line_ending.as_bytes());
        }
        out.extend_from_slice(self.look.behind_hunk.as_bytes());
    }

    fn header(&self, line: &str, out: &mut Vec<u8>) {
        self.header_bytes(line.as_bytes(), out);
    }

    fn header_bytes(&self, line: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(line);
        out.extend_from_slice(self.look.header_ending.as_bytes());
    }
}
