//! Builds the page.

use std::fmt::Write as _;

use super::file::File;
use super::style::{POLICY, STYLE};
use super::{Tone, escape};
use crate::{FileChange, GenOptions, StatSize};

/// A page with notes and changed files.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    notes: Vec<(Tone, String)>,
    files: Vec<File>,
}

impl Page {
    /// A page with a title, which is text.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), notes: Vec::new(), files: Vec::new() }
    }

    /// Adds a note above the files: text, whose line breaks are kept.
    #[must_use]
    pub fn note(mut self, tone: Tone, text: impl Into<String>) -> Self {
        self.notes.push((tone, text.into()));
        self
    }

    /// Adds changed files, with the context, the algorithm and the headings of the options.
    #[must_use]
    pub fn changes<'a>(
        mut self,
        changes: impl IntoIterator<Item = FileChange<'a>>,
        options: &GenOptions,
    ) -> Self {
        let files = changes.into_iter().filter_map(|change| File::of(change, options));
        self.files.extend(files);
        self
    }

    /// The page.
    pub fn to_html(&self) -> String {
        let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n");
        self.head(&mut out);
        out.push_str("</head>\n<body>\n");
        if !self.files.is_empty() {
            out.push_str(CHOICE);
        }
        out.push_str("<main>\n<h1>");
        escape::put(self.title.as_bytes(), &mut out);
        out.push_str("</h1>\n");
        for (tone, text) in &self.notes {
            // Writing to a string cannot fail.
            let _ = write!(out, "<pre class=\"note {}\">", tone.class());
            escape::put(text.as_bytes(), &mut out);
            out.push_str("</pre>\n");
        }
        if !self.files.is_empty() {
            self.contents(&mut out);
        }
        for (file, number) in self.files.iter().zip(1..) {
            section(file, number, &mut out);
        }
        out.push_str("</main>\n</body>\n</html>\n");
        out
    }

    fn head(&self, out: &mut String) {
        let _ = write!(
            out,
            "<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n<title>"
        );
        escape::put(self.title.as_bytes(), out);
        let _ = writeln!(out, "</title>\n<style>{STYLE}</style>");
    }

    /// The list of files on the page, with a link to each.
    fn contents(&self, out: &mut String) {
        out.push_str("<nav><table><tbody>\n");
        for (file, number) in self.files.iter().zip(1..) {
            let _ = write!(
                out,
                "<tr><td class=\"l\">{}</td><td><a href=\"#f{number}\">{}</a></td><td class=\"s\">",
                file.letter, file.name
            );
            size(file.size, out);
            out.push_str("</td></tr>\n");
        }
        out.push_str("</tbody></table></nav>\n");
    }
}

/// Two radio buttons, whose state the style sheet uses.
const CHOICE: &str = "\
<input type=\"radio\" name=\"view\" id=\"view-beside\" checked><label for=\"view-beside\">Side by side</label>
<input type=\"radio\" name=\"view\" id=\"view-inline\"><label for=\"view-inline\">Inline</label>
";

fn section(file: &File, number: usize, out: &mut String) {
    let _ = write!(
        out,
        "<details open id=\"f{number}\"><summary><span class=\"l\">{}</span> {} ",
        file.letter, file.name
    );
    size(file.size, out);
    let _ = write!(out, "</summary>\n{}</details>\n", file.body);
}

fn size(size: StatSize, out: &mut String) {
    if let StatSize::Lines { added, removed } = size {
        let _ =
            write!(out, "<span class=\"p\">+{added}</span> <span class=\"m\">-{removed}</span>");
    }
}
