//! Checks that the commands of README.md do what it says.
//!
//! The first commands in it are this project's promise: the demonstration, then everything CI runs.
//! CI runs the first; running the second would never end, so its text is only compared.

use crate::error::{Result, fail};
use crate::files::read_text;
use crate::shell::root;

/// The commands that the README must show, in this order.
const PROMISED: [&str; 2] = ["cargo xtask demo", "cargo xtask ci"];

/// Checks the commands of the README and runs the first.
///
/// # Errors
///
/// When they are not the promised ones, or the first fails.
pub fn run() -> Result {
    check(&read_text(&root().join("README.md"))?)?;
    crate::demo::run(None)
}

fn check(readme: &str) -> Result {
    let found = commands(readme);
    if found.iter().take(PROMISED.len()).eq(PROMISED.iter()) {
        return Ok(());
    }
    fail(format!(
        "README.md: the first commands in its `sh` blocks are {found:?}; let them be {PROMISED:?}, \
         or change xtask/src/readme.rs with them"
    ))
}

/// The command lines in the fenced blocks marked `sh`, without prompts and comments.
fn commands(markdown: &str) -> Vec<&str> {
    let mut in_block = false;
    let mut found = Vec::new();
    for line in markdown.lines().map(str::trim) {
        match line.strip_prefix("```") {
            Some(info) => in_block = !in_block && info.trim() == "sh",
            None if in_block => found.push(line),
            None => {}
        }
    }
    let commands = found.into_iter().map(|line| line.strip_prefix("$ ").unwrap_or(line));
    let commands = commands.map(|line| line.split(" #").next().unwrap_or(line).trim());
    commands.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const README: &str = "\
# Name

```rust
let not = \"a command\";
```

```sh
$ cargo xtask demo   # applies a real patch
```
Then:
```sh
# what CI runs
cargo xtask ci
cargo install --path crates/acp-patch
```
";

    #[test]
    fn commands_are_those_of_sh_blocks() {
        let expected =
            ["cargo xtask demo", "cargo xtask ci", "cargo install --path crates/acp-patch"];
        assert_eq!(commands(README), expected);
        assert_eq!(check(README), Ok(()));
    }

    #[test]
    fn another_order_is_refused() {
        assert!(check("```sh\ncargo xtask ci\ncargo xtask demo\n```").is_err());
        assert!(check("cargo xtask demo\ncargo xtask ci\n").is_err(), "not in a block");
    }
}
