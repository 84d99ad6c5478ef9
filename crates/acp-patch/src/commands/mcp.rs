//! `mcp`: the tools as a server of the Model Context Protocol.

use patch_mcp::{ServeError, Server};
use patch_parse::{Code, Format};

use super::apply::locate;
use crate::exit::Exit;
use crate::report::Trouble;
use crate::tool_args::McpArgs;

/// Serves one client until it hangs up. Standard output belongs to the protocol.
pub(crate) fn run(args: &McpArgs) -> Result<Exit, Trouble> {
    let server = Server::new(&args.ground.root).grants(args.ground.grants.clone());
    let server = server.durability(args.ground.fsync.into()).locate(locate(args.ground.unique));
    match server.format(args.format.0).serve() {
        Ok(()) => Ok(Exit::Done),
        Err(ServeError::Root(error)) => {
            let hint = match error.code {
                Code::PathEscape | Code::ProtectedPath => "Grant paths below --root.",
                Code::FileNotFound | Code::NotAFile => "Give a directory as --root.",
                code => code.hint(Format::Unified),
            };
            Err(Trouble::new(error.code, error.to_string(), hint))
        }
        Err(error) => Err(Trouble::with_path(&args.ground.root, error)),
    }
}
