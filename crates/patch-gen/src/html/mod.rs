//! Changes as one page for a browser: side by side or inline, by a choice that needs no script.
//!
//! ```
//! use patch_gen::html::{Page, Tone};
//! use patch_gen::{Entry, FileChange, GenOptions};
//!
//! let (old, new) = (Entry::file("one\n"), Entry::file("<two>\n"));
//! let change = FileChange::Modify { path: "x".into(), old: &old, new: &new };
//! let page = Page::new("A change")
//!     .note(Tone::Good, "It was applied.")
//!     .changes([change], &GenOptions::default())
//!     .to_html();
//! assert!(page.contains("&lt;two&gt;") && !page.contains("<two>"));
//! ```
//!
//! The page is one file that refers to no other. Whatever comes from names and contents is escaped:
//! nothing of it is markup, no control character gets through, and text that runs backwards is told
//! as such. A Content-Security-Policy allows the one style sheet and forbids everything else, so
//! that a mistake of ours would still run no script. Light or dark is the reader's choice in the
//! browser.

mod escape;
mod file;
mod page;
mod rows;
mod style;
mod tone;

pub use page::Page;
pub use tone::Tone;
