//! The example agent, driven by clients built on the protocol's own crate: they start the agent as
//! a process, check each diff that they receive, and answer.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "what the agent sends is under test: whatever is not as expected should fail"
)]

mod v1;
mod v2;

use agent_client_protocol::{AcpAgent, AcpAgentConfig};
use patch_testkit::Tree;

const MAIN: &str = "fn main() {\nold();\n}\n";

const FIX: &str = "*** Begin Patch\n*** Update File: src/main.rs\n@@\n-old();\n+new();\n*** Delete File: gone\n*** End Patch\n";

/// What the user does when permission is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum User {
    Allows,
    Rejects,
    /// Ends the turn; the question is answered with that.
    Cancels,
    /// Ends the turn, and the yes was on its way already.
    CancelsAndAllows,
}

impl User {
    fn cancels(self) -> bool {
        matches!(self, Self::Cancels | Self::CancelsAndAllows)
    }
}

/// The example, which is built with the tests, beside them.
fn agent(version: &str) -> AcpAgent {
    let tests = std::env::current_exe().unwrap();
    let program = tests.ancestors().nth(2).unwrap().join("examples/acp_agent");
    assert!(program.exists(), "cargo build -p patch-testkit --example acp_agent");
    AcpAgent::new(AcpAgentConfig::new(program).args([version]))
}

fn gone() -> agent_client_protocol::Error {
    agent_client_protocol::Error::internal_error().data("the other end is gone")
}

fn tree(main: &str) -> Tree {
    let mut tree = Tree::default();
    tree.insert("src/main.rs", main);
    tree.insert("gone", "g\n");
    tree
}
