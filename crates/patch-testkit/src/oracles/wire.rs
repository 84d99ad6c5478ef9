//! Messages of the protocol: what is read is written as it came, by us and by the protocol's own
//! types.

use std::fmt::Debug;

use acp_diff_types::content::ContentBlock;
use acp_diff_types::lenient::{self, Lenient};
use acp_diff_types::official::NotTheSame;
use acp_diff_types::{v1, v2};
use agent_client_protocol_schema::{v1 as theirs_v1, v2 as theirs_v2};
use bstr::BStr;
use patch_tools::check::{check_diff, whole_patch};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, from_slice, from_value, to_value, to_vec};

/// Checks every promise about reading a text as each message of the protocol, and about converting
/// to the protocol's own types and back.
///
/// # Panics
///
/// When one is broken.
pub fn check(json: &[u8]) {
    let Ok(value) = from_slice::<Value>(json) else { return };
    let text = Text { json, value: &value };
    text.check::<v1::Diff, theirs_v1::Diff>();
    text.check::<v1::ToolCallContent, theirs_v1::ToolCallContent>();
    text.check::<v2::Diff, theirs_v2::Diff>();
    text.check::<v2::DiffChange, theirs_v2::DiffChange>();
    text.check::<v2::ToolCallContent, theirs_v2::ToolCallContent>();
    text.check::<v2::ToolCallUpdate, theirs_v2::ToolCallUpdate>();
    text.check::<v2::SessionNotification, theirs_v2::UpdateSessionNotification>();
    text.check::<v2::RequestPermissionRequest, theirs_v2::RequestPermissionRequest>();
    text.check::<v2::RequestPermissionResponse, theirs_v2::RequestPermissionResponse>();
    text.check::<ContentBlock, theirs_v2::ContentBlock>();
    if let Ok(diff) = from_slice::<v2::Diff>(json) {
        // Any disagreement is reported, without a panic.
        let _ = (check_diff(&diff), whole_patch(&diff));
    }
}

/// A text, and the value that it is.
struct Text<'t> {
    json: &'t [u8],
    value: &'t Value,
}

impl Text<'_> {
    fn check<Ours, Theirs>(&self)
    where
        Ours: Lenient + Serialize + Clone + PartialEq + Debug + TryFrom<Theirs, Error = NotTheSame>,
        Theirs: Serialize + DeserializeOwned + TryFrom<Ours, Error = NotTheSame>,
    {
        let strict = self.comes_back::<Ours>();
        self.forgives_aloud(strict.as_ref());
        if let Some(ours) = strict {
            self.goes_over::<Ours, Theirs>(&ours);
        }
        self.comes_over::<Ours, Theirs>();
    }

    /// Reading from the text and from the value gives the same; the output reads back as the same
    /// and contains nothing that the text does not.
    fn comes_back<T>(&self) -> Option<T>
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug,
    {
        let read = from_slice::<T>(self.json).ok()?;
        let of_value = from_value::<T>(self.value.clone());
        self.require(of_value.is_ok_and(|other| other == read), "text and value are read alike");
        let written = to_vec(&read).expect("it can be written");
        let again = from_slice::<T>(&written);
        self.require(again.is_ok_and(|again| again == read), "what is written is read back");
        let written = from_slice(&written).expect("it is JSON");
        self.require(is_part_of(&written, self.value), "nothing is invented");
        Some(read)
    }

    /// Lenient reading agrees with strict reading, or says what it left out.
    fn forgives_aloud<T: Lenient + PartialEq>(&self, strict: Option<&T>) {
        match (strict, lenient::read::<T>(self.value.clone())) {
            (Some(strict), Ok(lenient)) => {
                let is_same = lenient.value == *strict && lenient.skipped.is_empty();
                self.require(is_same, "nothing is left out of what is well formed");
            }
            (Some(_), Err(error)) => self.fail(&format!("only lenient reading fails: {error}")),
            (None, Ok(lenient)) => {
                // A key that occurs twice is seen by strict reading of text alone.
                let is_said = !lenient.skipped.is_empty()
                    || from_value::<T>(self.value.clone()).is_ok_and(|it| it == lenient.value);
                self.require(is_said, "what is left out is said");
            }
            (None, Err(_)) => {}
        }
    }

    /// A value of ours that their type accepts comes back unchanged.
    fn goes_over<Ours, Theirs>(&self, ours: &Ours)
    where
        Ours: Clone + PartialEq + Debug + TryFrom<Theirs, Error = NotTheSame>,
        Theirs: TryFrom<Ours, Error = NotTheSame>,
    {
        let Ok(theirs) = Theirs::try_from(ours.clone()) else { return };
        match Ours::try_from(theirs) {
            Ok(back) => self.require(back == *ours, "it comes back as it went over"),
            Err(error) => self.fail(&format!("it went over and does not come back: {error}")),
        }
    }

    /// A value of theirs that our type accepts goes back unchanged.
    fn comes_over<Ours, Theirs>(&self)
    where
        Ours: TryFrom<Theirs, Error = NotTheSame>,
        Theirs: Serialize + DeserializeOwned + TryFrom<Ours, Error = NotTheSame>,
    {
        let Ok(theirs) = from_value::<Theirs>(self.value.clone()) else { return };
        let sent = to_value(&theirs).expect("it can be written");
        let Ok(ours) = Ours::try_from(theirs) else { return };
        match Theirs::try_from(ours) {
            Ok(back) => {
                let back = to_value(&back).expect("it can be written");
                self.require(back == sent, "theirs goes back as it came over");
            }
            Err(error) => self.fail(&format!("it came over and does not go back: {error}")),
        }
    }

    fn require(&self, holds: bool, promise: &str) {
        if !holds {
            self.fail(promise);
        }
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{what}\nof {}", BStr::new(self.json))
    }
}

/// Whether everything in `written` was in `came`, at the same place.
fn is_part_of(written: &Value, came: &Value) -> bool {
    match (written, came) {
        (Value::Object(written), Value::Object(came)) => written
            .iter()
            .all(|(key, value)| came.get(key).is_some_and(|came| is_part_of(value, came))),
        (Value::Array(written), Value::Array(came)) => {
            written.len() == came.len() && written.iter().zip(came).all(|(a, b)| is_part_of(a, b))
        }
        (written, came) => written == came,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_protocol_says_and_what_it_does_not_keep_the_promises() {
        for json in [
            r#"{"changes":[{"operation":"modify","path":"/a"}],"patch":{"format":"git_patch","text":"x"}}"#,
            r#"{"changes":[{"operation":"delete","path":"relative"}],"patch":7}"#,
            r#"{"path":"/a","oldText":"a","newText":"b","_meta":{"k":[1.5,null]}}"#,
            r#"{"type":"diff","path":"/a","oldText":null,"newText":"b"}"#,
            r#"{"path":"/a","path":"/b","newText":""}"#,
            r#"{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"1","content":null}}"#,
            "[]",
            "{",
        ] {
            check(json.as_bytes());
        }
    }

    #[test]
    fn what_is_invented_is_seen() {
        let value = |text: &str| from_slice::<Value>(text.as_bytes()).unwrap();
        assert!(is_part_of(&value(r#"{"a":[1]}"#), &value(r#"{"a":[1],"b":2}"#)));
        assert!(!is_part_of(&value(r#"{"a":[1],"b":2}"#), &value(r#"{"a":[1]}"#)));
        assert!(!is_part_of(&value("[1]"), &value("[1,2]")));
    }
}
