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
    let error = serde_json::from_value::<T>(params.unwrap_or_default()).err()?;
    let why = error.to_string();
    // The name of a type of ours says nothing to a client.
    Some(match why.split_once("expected struct ") {
        Some((before, _)) => format!("{before}expected an object"),
        None => why,
    })
}

/// Why a line is not JSON that can be read.
pub(crate) fn why_no_json(error: &serde_json::Error) -> &'static str {
    let why = error.to_string();
    if why.starts_with("recursion limit") {
        "it is nested too deeply"
    } else if why.contains("surrogate") || why.starts_with("unexpected end of hex escape") {
        // The second is said where no other half follows.
        "a string in it has a lone surrogate, which is no text"
    } else {
        "this is not JSON"
    }
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
    fn why_a_line_cannot_be_read_is_said_in_plain_words() {
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        for (line, why) in [
            ("{", "this is not JSON"),
            ("\"\\ud800\"", "a string in it has a lone surrogate, which is no text"),
            (deep.as_str(), "it is nested too deeply"),
        ] {
            let error = serde_json::from_str::<Value>(line).unwrap_err();
            assert_eq!(why_no_json(&error), why, "{error}");
        }
        let why = why_not::<rmcp::model::CallToolRequestParams>(None).unwrap();
        assert_eq!(why, "invalid type: null, expected an object");
    }

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
