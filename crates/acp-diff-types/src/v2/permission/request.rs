//! `RequestPermissionRequest`: an edit put to a person.

use serde::{Deserialize, Serialize, Serializer};

use super::{
    PermissionOption, RequestPermissionOutcome, RequestPermissionResponse, RequestPermissionSubject,
};
use crate::Meta;
use crate::meta::meta_builder;
use crate::v2::ToolCallUpdate;

/// The parameters of `session/request_permission`.
///
/// # Two shapes
///
/// The schema page of the draft has the tool call under `toolCall`; the protocol's own v2 types have
/// since a `title`, a `description` and a `subject` in its place. Both are read and written. With
/// neither `toolCall` nor `title` a request says nothing to decide on; where `toolCall` and `subject`
/// mean two different things, one peer would show what another does not. Such a request is
/// neither read nor written.
///
/// ```
/// use acp_diff_types::v2::{
///     PermissionOption, PermissionOptionKind, RequestPermissionRequest, RequestPermissionResponse,
///     SelectedPermissionOutcome, ToolCallUpdate,
/// };
///
/// let yes = PermissionOption::new("yes", "Write it", PermissionOptionKind::AllowOnce);
/// let request = RequestPermissionRequest::new("s", ToolCallUpdate::new("1"), vec![yes.clone()]);
///
/// let answer = RequestPermissionResponse::new(SelectedPermissionOutcome::new("yes"));
/// assert_eq!(request.selected(&answer), Some(&yes));
/// let answer = RequestPermissionResponse::new(SelectedPermissionOutcome::new("sudo"));
/// assert_eq!(request.selected(&answer), None);
/// ```
///
/// Source: ACP v2 schema, `RequestPermissionRequest`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Body")]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(!try_from, transform = crate::schema::one_of_two_shapes)
)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RequestPermissionRequest {
    /// The session that asks.
    pub session_id: String,
    /// The tool call that needs permission, in the shape of the schema page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call: Option<ToolCallUpdate>,
    /// What a person is asked, in the later shape. It does not change a tool call's own title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Why permission is needed, in the later shape. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What needs permission, in the later shape. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<RequestPermissionSubject>,
    /// The answers to choose from. There MUST be at least one, and their identifiers MUST differ.
    pub options: Vec<PermissionOption>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl RequestPermissionRequest {
    /// Asks for a tool call, in the shape of the schema page.
    pub fn new(
        session_id: impl Into<String>,
        tool_call: ToolCallUpdate,
        options: Vec<PermissionOption>,
    ) -> Self {
        Self { tool_call: Some(tool_call), ..Self::empty(session_id.into(), options) }
    }

    /// Asks in words, in the later shape; see [`subject`](Self::subject).
    pub fn with_title(
        session_id: impl Into<String>,
        title: impl Into<String>,
        options: Vec<PermissionOption>,
    ) -> Self {
        Self { title: Some(title.into()), ..Self::empty(session_id.into(), options) }
    }

    fn empty(session_id: String, options: Vec<PermissionOption>) -> Self {
        Self {
            session_id,
            tool_call: None,
            title: None,
            description: None,
            subject: None,
            options,
            meta: None,
        }
    }

    /// Says why permission is needed, in the later shape.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Says what needs permission, in the later shape.
    #[must_use]
    pub fn subject(mut self, subject: impl Into<RequestPermissionSubject>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    meta_builder!();

    /// The tool call that needs permission, in whichever shape it came.
    pub fn tool_call(&self) -> Option<&ToolCallUpdate> {
        match (&self.tool_call, &self.subject) {
            (Some(tool_call), _) => Some(tool_call),
            (None, Some(RequestPermissionSubject::ToolCall(subject))) => Some(&subject.tool_call),
            (None, _) => None,
        }
    }

    /// Whether it says what to decide on, and says it once.
    fn check(&self) -> Result<(), &'static str> {
        match (&self.tool_call, &self.subject) {
            (Some(one), Some(RequestPermissionSubject::ToolCall(two)))
                if say_the_same(one, &two.tool_call) =>
            {
                Ok(())
            }
            (Some(_), Some(_)) => Err("`toolCall` and `subject` differ; send only one"),
            (None, _) if self.title.is_none() => Err("missing field `toolCall` or `title`"),
            _ => Ok(()),
        }
    }

    /// The option that an answer selects. `None`, which MUST NOT be taken for an approval, when the
    /// answer is any other outcome or names an option that was not offered, or that was offered twice.
    pub fn selected(&self, response: &RequestPermissionResponse) -> Option<&PermissionOption> {
        let RequestPermissionOutcome::Selected(selected) = &response.outcome else { return None };
        let mut named = self.options.iter().filter(|option| option.option_id == selected.option_id);
        let option = named.next()?;
        named.next().is_none().then_some(option)
    }
}

/// Whether two tool calls are the same to whoever is asked. What is under `_meta` is not shown
/// to a person.
fn say_the_same(one: &ToolCallUpdate, two: &ToolCallUpdate) -> bool {
    *one == *two || *one == ToolCallUpdate { meta: one.meta.clone(), ..two.clone() }
}

/// What is on the wire, before it is known to make sense.
#[derive(Deserialize)]
#[serde(crate = "crate::object::strict")]
#[serde(rename_all = "camelCase")]
struct Body {
    session_id: String,
    tool_call: Option<ToolCallUpdate>,
    title: Option<String>,
    description: Option<String>,
    subject: Option<RequestPermissionSubject>,
    options: Vec<PermissionOption>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

impl TryFrom<Body> for RequestPermissionRequest {
    type Error = &'static str;

    fn try_from(body: Body) -> Result<Self, Self::Error> {
        let Body { session_id, tool_call, title, description, subject, options, meta } = body;
        let request = Self { session_id, tool_call, title, description, subject, options, meta };
        request.check()?;
        Ok(request)
    }
}

impl Serialize for RequestPermissionRequest {
    /// Fails for what would be refused when it is read.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(<S::Error as serde::ser::Error>::custom)?;
        let Self { session_id, tool_call, title, description, subject, options, meta } = self;
        let tool_call = tool_call.as_ref();
        let (title, description) = (title.as_deref(), description.as_deref());
        let (subject, meta) = (subject.as_ref(), meta.as_ref());
        Written { session_id, tool_call, title, description, subject, options, meta }
            .serialize(serializer)
    }
}

/// A request that makes sense, as it goes on the wire.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'r> {
    session_id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call: Option<&'r ToolCallUpdate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'r RequestPermissionSubject>,
    options: &'r [PermissionOption],
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'r Meta>,
}
