//! The tools of `patch-tools` as a server of the Model Context Protocol (MCP), for a client that
//! starts it as a process and speaks with it over standard input and output.
//!
//! Use this crate to give an agent the tools `apply_patch`, `diff`, `check_patch` and `undo` over a
//! directory; a host that calls the tools itself needs `patch-tools` alone.
//!
//! ```no_run
//! use patch_mcp::Server;
//! use patch_tools::tool::Grant;
//!
//! let server = Server::new("repo").grants(vec![Grant::parse("rw:src")?, Grant::parse("r:docs")?]);
//! server.serve()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a client may rely on
//!
//! - One call at a time touches the files, in the order in which they came (where
//!   [`Server::serve_over`] runs on several threads, in some order); calls of other processes wait
//!   for each other at the commit. `diff` and `check_patch` wait for a second at most behind the call
//!   before them, which may be waiting for another process, and are answered then.
//! - A call that is cancelled before its commit begins changes nothing; one whose commit has
//!   begun is finished, and its answer is not sent. It is the same when nobody reads the answers
//!   any more.
//! - A client that closes its end, and reads on, gets the answers to all calls that it made
//!   before. The server ends with the last of them. Where nobody reads on (of standard output the
//!   server knows), a call whose commit has not begun ends, and changes nothing.
//! - Whatever is wrong with a message is answered: what is no JSON with `-32700`, what is no
//!   message with `-32600`, what does not fit its method with `-32602`. What is wrong with the
//!   arguments of a tool is in the answer of the tool (`isError`), so that the model sees it. The
//!   server lives on.
//! - A batch is taken apart where the version of the protocol has batches (2025-03-26 and
//!   before), and answered message by message. A request before `initialize` is told to send that.
//! - What is too much is not kept: a message of more than 100,000 values is `-32600`; where 64
//!   MiB of requests or eight answers wait, nothing more is read or begun until the client reads.
//!   An answer has some 32,000 characters at most beside its text of some 8,000, a diff that is
//!   asked for 24,000 bytes twice.
//! - A request whose id another one has that is not answered yet is `-32600`.
//! - Calls work on the directory that has the name of the root when they begin: where another one
//!   took its place, that is opened; where there is none, the call is refused.
//! - The roots that a client lists are respected: a path outside all of them is `fs_denied`. They
//!   narrow what `--root` gives and never widen it; a client that lists none has no wish.
//!
//! # Files, in reading order
//!
//! `presence` whether the client is there; `envelope`, `methods` and `unread` what is wrong or too
//! much; `transport` lines in and out; `roots` what the client wants to be touched; `ground` the
//! directory that has the name of the root now; `call` one call, watched; `server` what joins them.
//!
//! **Invariant.** Nothing here knows what a patch is: a call goes to `patch-tools` and its answer
//! comes back. This crate alone of the libraries has an async runtime, which the protocol's own
//! crate asks for; no other depends on it but the program.

mod call;
mod envelope;
mod ground;
mod methods;
mod presence;
mod roots;
mod server;
mod transport;
mod unread;

pub use server::{ServeError, Server};
