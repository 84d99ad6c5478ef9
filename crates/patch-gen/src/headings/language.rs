//! Languages with headings of their own.

use bstr::{BStr, ByteSlice};

/// A language for which git has a rule for headings (gitattributes(5), *Defining a custom
/// hunk-header*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// Shell scripts: functions.
    Bash,
    /// C and C++: lines that start in the first column and are not labels.
    Cpp,
    /// C#: methods, properties, types and namespaces.
    CSharp,
    /// Style sheets: selectors.
    Css,
    /// Elixir: definitions and tests.
    Elixir,
    /// Go: functions, and types that are structs or interfaces.
    Go,
    /// HTML: headings.
    Html,
    /// Java: classes and their like, and methods.
    Java,
    /// Kotlin: functions, classes and interfaces.
    Kotlin,
    /// Markdown: headings with `#`.
    Markdown,
    /// PHP: functions, classes and their like.
    Php,
    /// Python: classes and functions.
    Python,
    /// Ruby: classes, modules and methods.
    Ruby,
    /// Rust: functions, types, modules, traits, implementations and macros.
    Rust,
    /// TeX: sections, chapters and parts.
    Tex,
}

/// Each language, with git's name for it and the endings of its files' names.
const LANGUAGES: &[(Language, &str, &[&str])] = &[
    (Language::Bash, "bash", &["sh", "bash"]),
    (Language::Cpp, "cpp", &["c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx"]),
    (Language::CSharp, "csharp", &["cs"]),
    (Language::Css, "css", &["css"]),
    (Language::Elixir, "elixir", &["ex", "exs"]),
    (Language::Go, "golang", &["go"]),
    (Language::Html, "html", &["html", "htm", "xhtml"]),
    (Language::Java, "java", &["java"]),
    (Language::Kotlin, "kotlin", &["kt", "kts"]),
    (Language::Markdown, "markdown", &["md", "markdown"]),
    (Language::Php, "php", &["php"]),
    (Language::Python, "python", &["py", "pyi"]),
    (Language::Ruby, "ruby", &["rb"]),
    (Language::Rust, "rust", &["rs"]),
    (Language::Tex, "tex", &["tex"]),
];

impl Language {
    /// All languages.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|(language, ..)| *language)
    }

    /// The language that the ending of a name shows: `src/main.rs` is Rust. Case does not matter.
    pub fn of_path(path: &BStr) -> Option<Self> {
        let (_, ending) = path.rsplit_once_str(b".")?;
        let has = |endings: &[&str]| {
            endings.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(ending))
        };
        LANGUAGES.iter().find(|(_, _, endings)| has(endings)).map(|(language, ..)| *language)
    }

    /// Git's name for it, as in `*.rs diff=rust`.
    pub fn git_name(self) -> &'static str {
        LANGUAGES.iter().find(|(language, ..)| *language == self).map_or("", |(_, name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_language() {
        for (path, expected) in [
            ("src/main.rs", Some(Language::Rust)),
            ("x/INDEX.HTM", Some(Language::Html)),
            ("a.tar.gz", None),
            ("rs", None),
            ("dir.rs/file", None),
        ] {
            assert_eq!(Language::of_path(path.into()), expected, "{path}");
        }
        let names: Vec<_> = Language::all().map(Language::git_name).collect();
        assert!(names.is_sorted() && names.len() == LANGUAGES.len(), "{names:?}");
    }
}
