//! JSON Schemas of values that are written as their names (feature `schemars`).
//!
//! Their types are enums of several crates, of which only this one and those above it write schemas.

use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;

use patch_parse::{Class, Code, Format, Operation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Cause, Contract, Difference, Evidence, Rung};

/// An enum whose values are written as their names, which are their text (`Display`).
pub trait Listed: Display + Sized + 'static {
    /// What it is called in a schema.
    const TITLE: &'static str;
    /// What its names mean, in one sentence.
    const MEANING: &'static str;
    /// Whether later versions may have more of them, which readers have to accept.
    const IS_OPEN: bool;
    /// Every value.
    const VALUES: &'static [Self];
}

/// The schema of a name of one of a type's values.
///
/// # Examples
///
/// ```
/// use patch_apply::schema::NameOf;
/// use patch_parse::Format;
///
/// let schema = schemars::schema_for!(NameOf<Format>).to_value();
/// assert_eq!(schema["enum"].to_string(), r#"["unified","opencode"]"#);
/// ```
#[derive(Debug)]
pub struct NameOf<T>(PhantomData<T>);

impl<T: Listed> JsonSchema for NameOf<T> {
    fn schema_name() -> Cow<'static, str> {
        T::TITLE.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<String> = T::VALUES.iter().map(ToString::to_string).collect();
        let meaning = T::MEANING;
        if !T::IS_OPEN {
            return json_schema!({ "type": "string", "description": meaning, "enum": names });
        }
        // As the protocol's own lists: a validator with this schema accepts what a later version
        // writes, and a reader sees all names that there are.
        json_schema!({
            "description": meaning,
            "anyOf": [
                { "type": "string", "enum": names },
                { "type": "string", "description": "Any other name, of a later version." },
            ],
        })
    }
}

macro_rules! listed {
    ($($type:ident $(is $open:ident)?: $values:expr, $meaning:literal;)+) => {
        $(impl Listed for $type {
            const TITLE: &'static str = stringify!($type);
            const MEANING: &'static str = $meaning;
            const IS_OPEN: bool = listed!($($open)?);
            const VALUES: &'static [Self] = $values;
        })+
    };
    (open) => { true };
    () => { false };
}

// Those that are not `#[non_exhaustive]` are closed.
listed! {
    Cause is open: Self::ALL, "What is the matter with a hunk; docs/errors.md describes each cause.";
    Class is open: Self::ALL, "The kind of failure that a code belongs to.";
    Code is open: Self::ALL, "The stable code of a failure; docs/errors.md describes each.";
    Contract: &Self::ALL, "What is executed; docs/contracts.md describes both contracts.";
    Difference is open: &Self::ALL, "How a line of a hunk and one of the file differ.";
    Evidence is open: &Self::ALL, "What speaks for a place; docs/placement.md describes each kind.";
    Format: &Self::ALL, "The format of a patch.";
    Operation: &Self::ALL, "What is done to a file.";
    Rung is open: Self::ALL, "How exactly old lines agree, the strictest first.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check<T: Listed>(expected: &[&str]) {
        let mut generator = SchemaGenerator::default();
        let schema = NameOf::<T>::json_schema(&mut generator).to_value();
        let either = schema["anyOf"].as_array();
        assert_eq!(either.is_some_and(|either| either.len() == 2), T::IS_OPEN, "{schema}");
        let names = either.map_or(&schema, |either| &either[0])["enum"].as_array().unwrap();
        let names: Vec<&str> = names.iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn names_are_listed_and_an_open_list_accepts_others() {
        check::<Contract>(&["agent", "git"]);
        check::<Operation>(&["add", "delete", "modify", "move", "copy"]);
        check::<Difference>(&["replaced", "missing_in_file", "missing_in_patch"]);
        let rungs = crate::place::rung::RUNGS.iter().map(|rule| rule.rung.as_str());
        check::<Rung>(&rungs.chain(["outer_context"]).collect::<Vec<_>>());
    }
}
