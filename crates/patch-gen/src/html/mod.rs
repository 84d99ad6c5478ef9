//! Shows changes as one page for a browser: side by side or inline, with a switch that needs no
//! script.
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
//! The page is one file that refers to no other. Everything from names and contents is escaped:
//! none of it is markup, no control character gets through, and text that runs backwards is marked
//! as such. A Content-Security-Policy allows the one style sheet and forbids everything else, so
//! even a mistake of ours could not run a script. The browser's setting decides between light and
//! dark.

mod escape;
mod file;
mod page;
mod rows;
mod style;
mod tone;

pub use page::Page;
pub use tone::Tone;
