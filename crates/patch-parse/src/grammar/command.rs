//! Reads the shell command that a patch is given to: it may say where and how to apply it.
//!
//! Only the patch is read here. What the command asks for beside it would be lost, and the patch be
//! applied in another place or the wrong way round.

use bstr::ByteSlice as _;

use super::line::Line;

const ELSEWHERE: &str = "the command around the patch runs in another directory; \
                         send the patch alone, with names from the root";
const BACK: &str = "the command around the patch takes it back; \
                    send the patch alone, turned round";
const UNWRITTEN: &str = "the command around the patch only checks it; \
                         send the patch alone, to be checked or to be applied";
const SHORTENED: &str = "the command around the patch drops several components of each name; \
                         send the patch alone, with names from the root";

/// The programs that apply patches, and how each is told to run elsewhere.
const TOOLS: [(&str, &[&str]); 4] = [
    ("git", &["-C", "--directory"]),
    ("patch", &["-d", "--directory"]),
    ("apply_patch", &["--directory"]),
    ("acp-patch", &["--root"]),
];

/// The shell command around the patch, as far as it says more than the patch.
#[derive(Debug, Default)]
pub(super) struct Command<'a> {
    /// Whether a line above changes the directory.
    is_elsewhere: bool,
    /// Whether the heredoc that is open, or has just ended, has a patch.
    has_patch: bool,
    /// Where the line begins, as a byte offset, that may be what is done with the heredoc.
    behind: Option<usize>,
    /// The line that opens the heredoc, and the rule that it breaks.
    refused: Option<(Line<'a>, &'static str)>,
}

impl<'a> Command<'a> {
    /// Reads a line of text outside the patch. One directly behind the heredoc may be what is done
    /// with it; further down, people write of commands.
    pub(super) fn read(&mut self, line: &Line<'a>) -> Option<&'static str> {
        self.is_elsewhere |= leads_elsewhere(line.text);
        let is_behind = self.behind == Some(line.span.start)
            && commands(line.text).next().is_some_and(begins_command);
        self.behind = is_behind.then_some(line.span.end);
        asks_for_more(line.text).filter(|_| is_behind)
    }

    /// Reads the line that opens a heredoc.
    pub(super) fn open(&mut self, line: &Line<'a>) {
        let elsewhere = || self.is_elsewhere.then_some(ELSEWHERE);
        self.refused = asks_for_more(line.text).or_else(elsewhere).map(|rule| (*line, rule));
        self.has_patch = false;
    }

    /// A section of the patch has been read: the rule that its command breaks.
    pub(super) fn give(&mut self) -> Option<&(Line<'a>, &'static str)> {
        self.has_patch = true;
        self.refused.as_ref()
    }

    /// Reads the line that ends the heredoc.
    pub(super) fn close(&mut self, line: &Line<'_>) {
        let behind = self.has_patch.then_some(line.span.end);
        *self = Self { behind, ..Self::default() };
    }
}

/// Whether a word begins a command that may be about a patch.
fn begins_command(word: &[u8]) -> bool {
    is_change(word) || TOOLS.iter().any(|(tool, _)| is_program(word, tool))
}

/// Whether a line does no more than change the directory to one that is not the root for sure.
fn leads_elsewhere(line: &[u8]) -> bool {
    let mut words = commands(line);
    words.next().is_some_and(is_change)
        && words.next().is_some_and(is_inside)
        && words.next().is_none()
}

/// What a command asks for that is not in the patch it is given, as the rule that is broken.
fn asks_for_more(line: &[u8]) -> Option<&'static str> {
    let pairs = || words(line).zip(words(line).skip(1));
    if pairs().any(|(word, directory)| is_change(word) && is_inside(directory)) {
        return Some(ELSEWHERE);
    }
    let of_word = |word: &[u8]| TOOLS.iter().find(|(tool, _)| is_program(word, tool));
    let (tool, options) = words(line).find_map(of_word)?;
    let is_elsewhere = |option: &&str| {
        let follows = pairs().any(|(word, value)| word == option.as_bytes() && is_inside(value));
        let value = |word| value_of(word, option);
        follows || words(line).filter_map(value).any(is_inside)
    };
    if options.iter().any(is_elsewhere) {
        return Some(ELSEWHERE);
    }
    let is_one_of =
        |names: &[&str]| words(line).any(|word| names.iter().any(|name| word == name.as_bytes()));
    let is_turned = |word: &[u8]| matches!(*tool, "git" | "patch") && is_cluster_with(word, b'R');
    if is_one_of(&["--reverse"]) || words(line).any(is_turned) {
        return Some(BACK);
    }
    if is_one_of(&["--check", "--dry-run", "--stat", "--numstat", "--summary"]) {
        return Some(UNWRITTEN);
    }
    let follows = pairs().filter(|(word, _)| *word == b"-p" || *word == b"--strip");
    let values = words(line).filter_map(|word| value_of(word, "-p").or(value_of(word, "--strip")));
    let is_many = |value: &[u8]| {
        value.to_str().is_ok_and(|value| value.parse::<usize>().is_ok_and(|n| n > 1))
    };
    follows.map(|(_, value)| value).chain(values).any(is_many).then_some(SHORTENED)
}

/// The words of a command, without quotes and what separates commands.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let separates = |byte: u8| byte.is_ascii_whitespace() || b";&|()`".contains(&byte);
    line.fields_with(move |c: char| u8::try_from(c).is_ok_and(separates))
        .map(|word| word.trim_with(|c| c == '"' || c == '\''))
        .filter(|word| !word.is_empty())
}

/// The same without a prompt in front.
fn commands(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(line).skip_while(|word| *word == b"$")
}

fn is_change(word: &[u8]) -> bool {
    word == b"cd" || word == b"pushd"
}

/// Whether a directory may be another one than the root. An absolute one is how the writer calls
/// the root, as far as the patch shows. `-C1` of `git apply` has a number of lines.
fn is_inside(directory: &[u8]) -> bool {
    let is_root = |first: &u8| b"/~$-".contains(first) || matches!(directory, b"." | b"./");
    directory.first().is_some_and(|first| !is_root(first))
        && !directory.iter().all(u8::is_ascii_digit)
}

fn is_program(word: &[u8], name: &str) -> bool {
    word.rsplit(|byte| *byte == b'/').next() == Some(name.as_bytes())
}

/// The value that is written in one word with its option: `-p1`, `--strip=1`.
fn value_of<'w>(word: &'w [u8], option: &str) -> Option<&'w [u8]> {
    let value = word.strip_prefix(option.as_bytes())?;
    if option.starts_with("--") { value.strip_prefix(b"=") } else { Some(value) }
        .filter(|value| !value.is_empty())
}

/// Whether a word is one or several short options, this one among them.
fn is_cluster_with(word: &[u8], option: u8) -> bool {
    word.strip_prefix(b"-").is_some_and(|options| {
        !options.starts_with(b"-")
            && options.contains(&option)
            && options.iter().all(u8::is_ascii_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_command_asks_for_beside_the_patch_is_seen() {
        for (rule, lines) in [
            (
                ELSEWHERE,
                &[
                    "cd src && apply_patch <<'EOF'",
                    "(cd src; patch -p1) <<'EOF'",
                    "$ cd \"a b/src\" && git apply - <<EOF",
                    "cd .. && apply_patch <<EOF",
                    "patch -d src -p1 <<EOF",
                    "patch -dsrc <<EOF",
                    "git -C src apply <<EOF",
                    "git apply --directory=src <<EOF",
                    "cat <<EOF | (cd src && patch -p1)",
                    "acp-patch apply --root src <<EOF",
                ][..],
            ),
            (
                BACK,
                &[
                    "git apply -R <<EOF",
                    "patch -Rp1 <<EOF",
                    "patch --reverse -p1 <<EOF",
                    "/usr/bin/patch -p1R <<EOF",
                ],
            ),
            (
                UNWRITTEN,
                &[
                    "git apply --check <<EOF",
                    "patch --dry-run <<EOF",
                    "apply_patch --dry-run <<EOF",
                ],
            ),
            (SHORTENED, &["patch -p2 <<EOF", "patch -p 3 <<EOF", "patch --strip=2 <<EOF"]),
        ] {
            for line in lines {
                assert_eq!(asks_for_more(line.as_bytes()), Some(rule), "{line}");
            }
        }
        for line in [
            "apply_patch <<'EOF'",
            "patch -p1 <<EOF",
            "patch -p0 --forward -i - <<EOF",
            "git apply -C1 --whitespace=fix - <<-\"EOF\"",
            "cat << EOF > cd/x.patch",
            "cd /repo && apply_patch <<EOF",
            "cd \"$ROOT\" && git apply <<EOF",
            "cd \"$(git rev-parse --show-toplevel)\" && git apply <<EOF",
            "cd . && patch -p1 <<EOF",
            "git -C /repo apply --recount <<EOF",
            "sed -n -R x <<EOF",
        ] {
            assert_eq!(asks_for_more(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_line_that_only_changes_the_directory_is_seen() {
        for line in ["cd src", "$ cd src/", "cd src &&", "pushd \"src\";"] {
            assert!(leads_elsewhere(line.as_bytes()), "{line}");
        }
        for line in ["cd /repo", "cd", "cd into the directory", "cd ~/repo", "src"] {
            assert!(!leads_elsewhere(line.as_bytes()), "{line}");
        }
    }
}
