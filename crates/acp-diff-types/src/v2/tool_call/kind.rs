//! `ToolKind`: what a tool does.

use crate::open_enum::open_enum;

open_enum! {
    /// What a tool does, for icons and the like.
    ///
    /// `other` is a value of the protocol; values that this crate does not know are
    /// [`Unknown`](Self::Unknown), and a client shows them as `other`.
    ///
    /// Source: ACP v2 schema, `ToolKind`.
    pub enum ToolKind {
        /// `read`: reads files or data.
        Read = "read",
        /// `edit`: changes files or content.
        Edit = "edit",
        /// `delete`: removes files or data.
        Delete = "delete",
        /// `move`: moves or renames files.
        Move = "move",
        /// `search`: looks for something.
        Search = "search",
        /// `execute`: runs commands or code.
        Execute = "execute",
        /// `think`: reasons or plans.
        Think = "think",
        /// `fetch`: gets data from elsewhere.
        Fetch = "fetch",
        /// `switch_mode`: changes the mode of the session.
        SwitchMode = "switch_mode",
        /// `other`: anything else. What a tool call begins with.
        Other = "other",
    } else Unknown
}
