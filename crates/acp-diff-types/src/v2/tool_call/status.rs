//! `ToolCallStatus`: how far a tool call is.

use crate::open_enum::open_enum;

open_enum! {
    /// How far a tool call is. A client treats one with a status that it does not know as still
    /// running.
    ///
    /// Source: ACP v2 schema, `ToolCallStatus`; `paused` and `cancelled` are in the protocol's own
    /// v2 types alone.
    pub enum ToolCallStatus {
        /// `pending`: not running yet, as its input still streams or it waits for approval. What a
        /// tool call begins with.
        Pending = "pending",
        /// `in_progress`: running.
        InProgress = "in_progress",
        /// `paused`: begun, and waiting for something to go on.
        Paused = "paused",
        /// `completed`: done.
        Completed = "completed",
        /// `failed`: ended with an error.
        Failed = "failed",
        /// `cancelled`: ended before it was done, because someone asked for that.
        Cancelled = "cancelled",
    }
}
