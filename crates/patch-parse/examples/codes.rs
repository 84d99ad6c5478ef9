//! Prints a section of `docs/errors.md` for each code: `cargo xtask schemas` puts them there.
#![expect(clippy::print_stdout, reason = "a command-line helper that prints")]

use patch_parse::{Code, Format};

/// Where a code has its documentation.
const SOURCE: &str = include_str!("../src/code.rs");

fn main() -> Result<(), String> {
    print!("{}", sections()?);
    Ok(())
}

fn sections() -> Result<String, String> {
    let sections = Code::ALL.iter().map(|&code| {
        let lacks = || format!("{code} has no documentation in patch-parse/src/code.rs");
        Ok(section(code, &meaning(SOURCE, code).ok_or_else(lacks)?))
    });
    sections.collect()
}

fn section(code: Code, meaning: &str) -> String {
    let (unified, opencode) = (code.hint(Format::Unified), code.hint(Format::OpenCode));
    let hints = if unified == opencode {
        format!("- Hint: {unified}\n")
    } else {
        format!("- Hint for a unified diff: {unified}\n- Hint for an OpenCode patch: {opencode}\n")
    };
    format!("## `{code}`\n\n{meaning}\n\n- Class: `{}`\n{hints}\n", code.class())
}

/// The documentation comment over a code where the codes are listed.
fn meaning(source: &str, code: Code) -> Option<String> {
    let start = format!("{code:?} = \"{code}\"");
    let mut lines = Vec::new();
    for line in source.lines().map(str::trim) {
        if line.starts_with(&start) {
            return Some(lines.join("\n")).filter(|text| !text.is_empty());
        }
        match line.strip_prefix("///") {
            Some(text) => lines.push(text.trim()),
            None => lines.clear(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_section() {
        let sections = sections().unwrap();
        for code in Code::ALL {
            assert!(sections.contains(&format!("## `{code}`\n")), "{code}");
        }
        let expected = "There is nothing to apply.\n\n- Class: `ParseError`\n- Hint: The";
        assert!(sections.contains(expected));
        assert!(sections.contains("- Hint for an OpenCode patch: Make `*** Begin Patch`"));
    }
}
