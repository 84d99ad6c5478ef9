//! The tools that an agent calls: values in, values out.
//!
//! [`Tools`] holds the tools of a session over one workspace; [`register_builtin_tools`] adds
//! `Diff` and `ApplyPatch`. A call takes JSON arguments and returns a [`ToolOutput`]: data for a
//! program and text for a model. Everything that can be wrong with a call is reported in its
//! answer.
//!
//! The host decides what the caller may do ([`Capabilities`]); [`GrantTable`] is a table of this.
//! Nothing is read or written without a check: a refusal does not show a line of a file that may
//! not be read.
//!
//! The result of a call is an *output* ([`ToolOutput`]). Its *view* is all of it as plain data, for
//! JSON; its *summary* is the bounded part that a host may show a model. Both contain the same text
//! for the model ([`AppliedText`]).
//!
//! Files in reading order: `access`, `grants` and `guarded` what may be done; `arguments` what a
//! tool takes, `sent` how models send it; `diff` and `difflib` the Diff tool; `apply_patch`,
//! `applied` and `undo` the other; `refused`, `output` and `summary` their results; `session` and
//! `tools` what joins them; `definition` the definitions for providers.

mod access;
mod applied;
mod apply_patch;
mod arguments;
mod definition;
mod diff;
mod difflib;
mod grants;
mod guarded;
mod output;
mod refused;
mod sent;
mod session;
mod summary;
mod tools;
mod undo;
mod watch;
mod whole;

pub use access::{Access, Capabilities, Unrestricted};
pub use applied::{Applied, AppliedText, AppliedView};
pub use apply_patch::APPLY_PATCH;
pub use arguments::{Field, Kind, Spec};
pub use definition::{
    Provider, apply_patch_spec, definitions, example, grammar, guidance, mcp_definitions,
};
pub use diff::{DIFF, DiffOutput, MOST_DIFF, MOST_READ};
pub use grants::{Grant, GrantTable, InvalidGrant};
pub use output::{RefusedView, ToolOutput};
pub use refused::{Refused, ToolError};
pub use summary::{
    AppliedSummary, ErrorSummary, FailureSummary, FileSummary, HunkSummary, MOST_SUMMARY_DIFF,
    ReceiptSummary, RefusedSummary, Summary,
};
pub use tools::{Handler, SPECS, Tools, register_builtin_tools};
pub use undo::UNDO;
pub use watch::{Unwatched, Watch};
