//! Reads lists of names from the sources: what the values of an enum are called, and what they mean.
//!
//! A function of the enum names its values, in one `match`; their documentation says what they mean.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};
use syn::{Arm, Attribute, Expr, ExprMatch, ImplItem, Item, ItemImpl, Lit, Meta, Path, Type};

use crate::error::{Error, Result};

/// A name, and what it means.
pub(crate) type Entry = (String, String);

/// The names that a function gives to the values of an enum, in their order. A value that is named by
/// another function is left out.
///
/// # Errors
///
/// When the text is not Rust, has no such function, or does not document a value that it names.
pub(crate) fn read(text: &str, of: &str, function: &str) -> Result<Vec<Entry>> {
    let file = syn::parse_file(text).map_err(|error| Error::new(error.to_string()))?;
    let meanings = meanings(&file.items);
    let lacks = || Error::new(format!("there is no `{of}::{function}` with a `match`"));
    let arms = file.items.iter().find_map(|item| arms(item, of, function)).ok_or_else(lacks)?;
    let named = arms.iter().filter_map(|arm| Some((text_of(&arm.body)?, arm)));
    named
        .map(|(name, arm)| {
            let lacks = || Error::new(format!("`{name}` of `{of}` has no documentation"));
            let values = Values::of(arm, of).into_iter().map(|value| meanings.get(&value));
            let means: Option<Vec<&str>> = values.map(|means| means.map(String::as_str)).collect();
            let means = means.filter(|means| !means.is_empty()).ok_or_else(lacks)?;
            Ok((name, means.join(" ")))
        })
        .collect()
}

/// A value: its enum and its variant.
type Value = (String, String);

/// The documentation of all values of all enums that have one.
fn meanings(items: &[Item]) -> BTreeMap<Value, String> {
    let enums = items.iter().filter_map(|item| match item {
        Item::Enum(item) => Some(item),
        _ => None,
    });
    let values = enums.flat_map(|item| {
        let value = |name: &syn::Ident| (item.ident.to_string(), name.to_string());
        item.variants.iter().map(move |one| (value(&one.ident), documentation(&one.attrs)))
    });
    values.filter(|(_, means)| !means.is_empty()).collect()
}

/// The documentation comments, as one line.
fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => text_of(&pair.value),
        _ => None,
    });
    lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>().join(" ")
}

fn text_of(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The arms of the function's `match`.
fn arms<'i>(item: &'i Item, of: &str, function: &str) -> Option<&'i [Arm]> {
    let Item::Impl(ItemImpl { trait_: None, self_ty, items, .. }) = item else { return None };
    if !matches!(&**self_ty, Type::Path(path) if path.path.is_ident(of)) {
        return None;
    }
    items.iter().find_map(|item| {
        let ImplItem::Fn(item) = item else { return None };
        let [syn::Stmt::Expr(Expr::Match(ExprMatch { arms, .. }), None)] = &*item.block.stmts
        else {
            return None;
        };
        (item.sig.ident == function).then_some(&**arms)
    })
}

/// Collects the values that a pattern names.
struct Values<'a> {
    /// What `Self` is.
    of: &'a str,
    found: Vec<Value>,
}

impl<'a> Values<'a> {
    fn of(arm: &Arm, of: &'a str) -> Vec<Value> {
        let mut values = Self { of, found: Vec::new() };
        values.visit_pat(&arm.pat);
        values.found
    }
}

impl<'ast> Visit<'ast> for Values<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if let [.., of, variant] = parts.as_slice() {
            let of = if of == "Self" { self.of } else { of };
            self.found.push((of.to_owned(), variant.clone()));
        }
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        /// What.
        pub enum Kind {
            /// Something else
            /// happened.
            Other(Other),
            /// It is `x`.
            X { line: usize },
            /// Both are.
            Both,
            Silent,
        }
        enum Other {
            /// The one.
            One,
        }
        impl std::fmt::Display for Kind {}
        impl Kind {
            fn is_x(&self) -> bool { true }
            fn code(&self) -> &'static str {
                match self {
                    Self::Other(Other::One) => \"one\",
                    Self::Other(other) => other.code(),
                    Self::X { .. } | Self::Both => \"x\",
                }
            }
            fn silent(&self) -> &'static str {
                match self { Self::Silent => \"silent\" }
            }
        }";

    #[test]
    fn values_have_the_names_of_the_function_and_their_documentation() {
        let entries = read(SOURCE, "Kind", "code").unwrap();
        let entries: Vec<_> = entries.iter().map(|(name, means)| (&**name, &**means)).collect();
        let expected =
            [("one", "Something else happened. The one."), ("x", "It is `x`. Both are.")];
        assert_eq!(entries, expected);
    }

    #[test]
    fn a_list_that_cannot_be_read_is_an_error() {
        for (of, function, expected) in [
            ("Kind", "name", "there is no `Kind::name` with a `match`"),
            ("Other", "code", "there is no `Other::code` with a `match`"),
            ("Kind", "is_x", "there is no `Kind::is_x` with a `match`"),
            ("Kind", "silent", "`silent` of `Kind` has no documentation"),
        ] {
            assert_eq!(read(SOURCE, of, function).unwrap_err().to_string(), expected);
        }
        assert!(read("enum {", "Kind", "code").is_err());
    }
}
