//! The methods of the protocol, and the errors for parameters that do not match them.

use rmcp::ErrorData;
use rmcp::model::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The methods that this server has. Each has parameters of its own form, or none.
const KNOWN: [&str; 4] = ["initialize", "ping", "tools/list", "tools/call"];

/// The longest name shown, in characters.
const SHOWN: usize = 100;

/// The error for a request whose method is unknown, or whose parameters do not match the method;
/// `why` if the parameters are wrong.
pub(crate) fn unfit(method: &str, why: &str) -> ErrorData {
    if KNOWN.contains(&method) {
        let message = format!("wrong parameters of {method}: {}", shortened(why));
        return ErrorData::invalid_params(message, None);
    }
    let message = format!("there is no method {:?}", shortened(method));
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None)
}

/// The error for a call of a tool that this server does not have.
pub(crate) fn no_such_tool(name: &str) -> ErrorData {
    let name = shortened(name);
    let message =
        format!("there is no tool `{name}`; the tools are apply_patch, diff, check_patch and undo");
    ErrorData::invalid_params(message, None)
}

/// Why parameters are not of this type.
pub(crate) fn why_not<T: DeserializeOwned>(params: Option<Value>) -> Option<String> {
    serde_json::from_value::<T>(params.unwrap_or_default()).err().map(|error| error.to_string())
}

/// The start of what a client sent: it knows the rest.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_sent_is_not_sent_back_whole() {
        let long = "x".repeat(1_000);
        assert!(unfit(&long, "").message.len() < 500);
        assert!(unfit("tools/call", &long).message.len() < 500);
        assert!(no_such_tool(&long).message.len() < 500);
        let message = "there is no tool `x`; the tools are apply_patch, diff, check_patch and undo";
        assert_eq!(no_such_tool("x").message, message);
    }
}
