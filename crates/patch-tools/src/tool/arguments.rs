//! The arguments of a tool: one table gives both the JSON Schema that a model reads and the check
//! of what it sends.

use std::fmt;

use patch_parse::Code;
use serde_json::{Map, Number, Value, json};

use super::refused::ToolError;

/// The name of a tool, its purpose, and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name that a model calls it by.
    pub name: &'static str,
    /// The title that a person reads.
    pub title: &'static str,
    /// The description for a model.
    pub description: &'static str,
    /// Its arguments, in the order in which they are shown.
    pub fields: &'static [Field],
}

/// One argument.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether a call without it is `invalid_args`.
    pub is_required: bool,
    /// The description for a model.
    pub description: &'static str,
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A name of some kind: text with a limited number of characters.
    Name {
        /// The fewest characters.
        least: usize,
        /// The most characters.
        most: usize,
    },
    /// A whole number.
    Count {
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
        /// The default.
        default: u64,
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text | Self::Name { .. } => f.write_str("a string"),
            Self::Count { least, most, .. } => write!(f, "an integer from {least} to {most}"),
        }
    }
}

impl Spec {
    /// The JSON Schema of the arguments: an object with these keys and no others.
    pub fn input_schema(&self) -> Value {
        let properties: Map<String, Value> =
            self.fields.iter().map(|field| (field.name.to_owned(), field.schema())).collect();
        let required: Vec<_> = self.fields.iter().filter(|field| field.is_required).collect();
        let required: Vec<_> = required.iter().map(|field| field.name).collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }

    /// Whether this is one of its arguments.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name)
    }

    /// Checks what a model sent. A key with `null` counts as left out.
    pub(super) fn read<'v>(&'static self, value: &'v Value) -> Result<Arguments<'v>, ToolError> {
        let Value::Object(object) = value else {
            let message = format!("the arguments are {}, not an object", kind_of(value));
            return Err(ToolError::invalid_args(message));
        };
        for (key, value) in object {
            let Some(field) = self.fields.iter().find(|field| field.name == key) else {
                return Err(self.has_no(key));
            };
            field.check(value)?;
        }
        let given = |field: &Field| object.get(field.name).is_some_and(|value| !value.is_null());
        if let Some(field) = self.fields.iter().find(|field| field.is_required && !given(field)) {
            let message = format!("`{}` is missing; it should be {}", field.name, field.kind);
            return Err(ToolError::invalid_args(message));
        }
        Ok(Arguments(object))
    }

    fn has_no(&self, key: &str) -> ToolError {
        let known: Vec<_> = self.fields.iter().map(|field| field.name).collect();
        let are = if known.len() == 1 { "there is only" } else { "there are" };
        let (key, known) = (shortened(key), known.join("`, `"));
        ToolError::invalid_args(format!("there is no argument `{key}`; {are} `{known}`"))
    }
}

impl Field {
    fn schema(&self) -> Value {
        match self.kind {
            Kind::Text => json!({"type": "string", "description": self.description}),
            Kind::Name { least, most } => json!({
                "type": "string",
                "minLength": least,
                "maxLength": most,
                "description": self.description,
            }),
            Kind::Count { least, most, default } => json!({
                "type": "integer",
                "minimum": least,
                "maximum": most,
                "default": default,
                "description": self.description,
            }),
        }
    }

    fn check(&self, value: &Value) -> Result<(), ToolError> {
        let is_right = match (self.kind, value) {
            (Kind::Name { least, most }, Value::String(name)) => {
                return self.check_length(name, least, most);
            }
            (_, Value::Null) | (Kind::Text, Value::String(_)) => true,
            (Kind::Count { least, most, .. }, Value::Number(number)) => {
                whole(number).is_some_and(|number| (least..=most).contains(&number))
            }
            _ => false,
        };
        if is_right {
            return Ok(());
        }
        let found = match value {
            Value::Number(number) => number.to_string(),
            value => kind_of(value).to_owned(),
        };
        let message = format!("`{}` should be {}, not {found}", self.name, self.kind);
        Err(ToolError::invalid_args(message))
    }
}

impl Field {
    /// Counts characters, as JSON Schema does.
    fn check_length(&self, name: &str, least: usize, most: usize) -> Result<(), ToolError> {
        let length = name.chars().take(most + 1).count();
        let found = match length {
            _ if length < least => "is empty".to_owned(),
            _ if length > most => format!("is longer than {most} characters"),
            _ => return Ok(()),
        };
        Err(ToolError::invalid_args(format!("`{}` {found}", self.name)))
    }
}

/// Arguments that match their table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments<'v>(&'v Map<String, Value>);

impl<'v> Arguments<'v> {
    pub(super) fn text(self, name: &str) -> Option<&'v str> {
        self.0.get(name)?.as_str()
    }

    pub(super) fn count(self, name: &str) -> Option<usize> {
        usize::try_from(whole(self.0.get(name)?.as_number()?)?).ok()
    }
}

/// A whole number as JSON Schema defines it: 3.0 is one.
fn whole(number: &Number) -> Option<u64> {
    let of_float = || {
        let text = number.to_string();
        text.strip_suffix(".0")?.parse().ok()
    };
    number.as_u64().or_else(of_float)
}

/// The type of a JSON value, in words.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The longest key shown, in characters.
const KEY: usize = 60;

pub(super) fn shortened(key: &str) -> String {
    let mut short: String = key.chars().take(KEY).collect();
    if short.len() < key.len() {
        short.push('…');
    }
    short
}

impl ToolError {
    pub(super) fn invalid_args(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgs, message)
    }
}
