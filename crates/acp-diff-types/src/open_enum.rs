//! String enumerations that keep values they do not know.

/// Declares an enumeration of strings with a last variant `Other` for every other string.
///
/// The protocol reserves unknown values that begin with `_` for implementations and all others for
/// its own future, and receivers keep both. Values are read through `From<String>`, so a known
/// value never becomes `Other`. If the protocol has a value of that name, the name of the last
/// variant is given after `else`.
macro_rules! open_enum {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $text:literal,)+
        }
    ) => {
        $crate::open_enum::open_enum! {
            $(#[$attribute])*
            pub enum $name {
                $($(#[$variant_attribute])* $variant = $text,)+
            } else Other
        }
    };
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $text:literal,)+
        } else $other:ident
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum $name {
            $(
                $(#[$variant_attribute])*
                #[cfg_attr(feature = "schemars", schemars(rename = $text))]
                $variant,
            )+
            /// Any other value, kept as it came. Those that begin with `_` belong to
            /// implementations, the rest to future versions of the protocol.
            ///
            /// Build it with `From`, which puts a known value under its own name.
            #[cfg_attr(feature = "schemars", schemars(untagged))]
            $other(String),
        }

        impl $name {
            /// The value as it is on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::$other(text) => text,
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($text => Self::$variant,)+
                    _ => Self::$other(text),
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::from(text.to_owned())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

pub(crate) use open_enum;
