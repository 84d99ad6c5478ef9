//! The tools of `patch-tools` as a server of the Model Context Protocol (MCP), for a client that
//! starts it as a process and communicates over standard input and output.
//!
//! Use this crate to give an agent the tools `apply_patch`, `diff`, `check_patch` and `undo` over a
//! directory; a host that calls the tools itself needs only `patch-tools`.
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
//! - One call at a time touches the files, in the order of arrival (on several threads, under
//!   [`Server::serve_over`], in some order); calls of other processes wait for each other at the
//!   commit. `diff` and `check_patch` wait at most one second for the call before them, which may
//!   be waiting for another process, and are then answered.
//! - A call that is cancelled before its commit begins changes nothing; one whose commit has begun
//!   is finished, and its answer is not sent. The same holds if the client no longer reads the
//!   answers.
//! - A client that closes its end but still reads gets the answers to all calls that it made
//!   before. The server ends with the last of them. If it no longer reads (which the server can
//!   detect for standard output), a call whose commit has not begun ends, and changes nothing.
//! - Every invalid message is answered: a line that is not JSON with `-32700`, one that is not a
//!   message with `-32600`, parameters that do not match the method with `-32602`. Wrong arguments
//!   of a tool are reported in the tool's answer (`isError`), so that the model sees them. The
//!   server keeps running.
//! - A batch is split if the version of the protocol has batches (2025-03-26 and before), and
//!   answered message by message. The answer to a request before `initialize` says to send that
//!   first.
//! - Memory is bounded: a message of more than 100,000 values is `-32600`; while 64 MiB of requests
//!   or eight answers wait, nothing more is read or begun until the client reads. An answer has at
//!   most some 32,000 characters besides its text of some 8,000; a diff has at most 24,000 bytes,
//!   twice.
//! - A request with the id of another one that is not answered yet is `-32600`.
//! - Calls work on the directory that has the name of the root when they begin: if another one took
//!   its place, that is opened; if there is none, the call is refused.
//! - The roots that a client lists are respected: a path outside all of them is `fs_denied`. They
//!   narrow what `--root` gives and never widen it; a client that lists none sets no limits.
//!
//! # Files, in reading order
//!
//! `presence` whether the client is still connected; `envelope`, `methods` and `unread` invalid or
//! excessive messages; `transport` lines in and out; `roots` the client's roots; `ground` the
//! directory that has the name of the root now; `call` one call, watched; `server` joins them.
//!
//! **Invariant.** Nothing here knows what a patch is: a call goes to `patch-tools` and its answer
//! comes back. Of the libraries, only this crate has an async runtime, which the protocol's own
//! crate requires; only the program depends on this crate.

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
