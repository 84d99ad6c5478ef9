//! The grammars for providers, in a real engine of constrained decoding: it accepts what our
//! generators and corpora write, and what it lets a model write parses.

#![expect(
    clippy::expect_used,
    clippy::format_push_string,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a check that fails stops the test"
)]

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::ApproximateTokEnv;
use llguidance::{Matcher, ParserFactory};
use patch_apply::Contract;
use patch_gen::{GenOptions, Style, tree_patch};
use patch_parse::{FileContent, FileOperation, FilePatch, Format, Hunk, Patch, PatchPath, parse};
use patch_testkit::{corpus, strategies};
use patch_tools::tool::{example, grammar};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// The engine with one of the grammars, at its beginning. A token is a byte.
///
/// Each text is a clone that shares the lexer's tables with all others: they are worked out once,
/// not once a text.
struct Engine {
    start: Matcher,
}

impl Engine {
    fn new(format: Format) -> Self {
        let tokens = ApproximateTokEnv::single_byte_env();
        let mut factory = ParserFactory::new_simple(&tokens).unwrap();
        factory.quiet();
        let grammar = TopLevelGrammar::from_lark(grammar(format).to_owned());
        let start = Matcher::new(factory.create_parser(grammar));
        assert_eq!(start.get_error(), None, "{format}: the grammar compiles");
        Self { start }
    }

    /// Whether the grammar accepts a text; else the text up to where it does not.
    fn check(&self, text: &str) -> Result<(), String> {
        let mut matcher = self.start.clone();
        let tokens: Vec<u32> = text.bytes().map(u32::from).collect();
        let taken = matcher.try_consume_tokens(&tokens).unwrap();
        if taken < tokens.len() {
            return Err(format!(
                "refused behind {:?}",
                String::from_utf8_lossy(&text.as_bytes()[..taken])
            ));
        }
        match matcher.is_accepting() {
            Ok(true) => Ok(()),
            _ => Err("the text is not whole".to_owned()),
        }
    }

    /// A text of the grammar, byte by byte, each of those that the engine allows.
    fn sample(&self, random: &mut Random) -> String {
        let mut matcher = self.start.clone();
        let mut text = Vec::new();
        loop {
            let is_whole = matcher.is_accepting().unwrap();
            // The longer a text is, the sooner it ends.
            if is_whole && (random.below(3) == 0 || text.len() > 400) {
                return String::from_utf8(text).unwrap();
            }
            if matcher.is_stopped() {
                return String::from_utf8(text).unwrap();
            }
            let mask = matcher.compute_mask().unwrap();
            let Some(byte) = random.byte(|byte| mask.is_allowed(u32::from(byte)), &text) else {
                assert!(is_whole, "{:?}", String::from_utf8_lossy(&text));
                return String::from_utf8(text).unwrap();
            };
            matcher.consume_token(u32::from(byte)).unwrap();
            text.push(byte);
            assert!(text.len() < 20_000, "{:?}", String::from_utf8_lossy(&text));
        }
    }
}

/// The bytes that a sample is mostly made of.
const COMMON: &[u8] = b"ab/.x+-@ \\#\"0123,d*\n\xc3\xa4";

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    /// One of the allowed bytes, if there is one: the ends of lines often, rare bytes seldom.
    ///
    /// All 256 are asked for only where none of the common ones will do: this is done for each byte
    /// of each sample.
    fn byte(&mut self, is_allowed: impl Fn(u8) -> bool, text: &[u8]) -> Option<u8> {
        if is_allowed(b'\n') && self.below(3) == 0 {
            return Some(b'\n');
        }
        // A removed line `-- x` looks like a header to whoever counts the lines of a sample
        // afterwards.
        let line = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let doubles = |byte: u8| matches!(line, [mark @ (b'-' | b'+')] if *mark == byte);
        let mut of = Vec::new();
        if self.below(20) != 0 {
            of.extend(COMMON.iter().filter(|byte| is_allowed(**byte) && !doubles(**byte)));
        }
        if of.is_empty() {
            of.extend((0..=255).filter(|byte| is_allowed(*byte)));
        }
        if of.len() > 1 {
            of.retain(|byte| !doubles(*byte));
        }
        (!of.is_empty()).then(|| of[self.below(of.len())])
    }
}

/// Whether a patch is of the part of its format that the tool describes to a model.
fn is_described(patch: &Patch<'_>) -> bool {
    let is_plain = |file: &FilePatch<'_>| {
        let is_copy = matches!(file.operation, FileOperation::Copy { .. });
        let is_regular = |mode: Option<patch_parse::FileMode>| {
            mode.is_none_or(|mode| matches!(mode.0, 0o100_644 | 0o100_755))
        };
        let metadata = &file.metadata;
        let has_hunks = matches!(file.content, FileContent::Hunks(_));
        let is_odd = file.is_symlink() || metadata.dissimilarity.is_some();
        // No file has a billion lines.
        let is_near =
            |hunk: &Hunk<'_>| hunk.range().is_none_or(|range| range.old_start < 1_000_000_000);
        has_hunks
            && file.hunks().iter().all(is_near)
            && !is_copy
            && !is_odd
            && is_regular(metadata.old_mode)
            && is_regular(metadata.new_mode)
    };
    let names = patch.files.iter().flat_map(|file| {
        [file.operation.old_path(), Some(file.operation.path())].into_iter().flatten()
    });
    // What is around a name is taken off by the plan, which sees the tree.
    let is_bare = |name: &PatchPath<'_>| !name.as_bstr().starts_with(b"`");
    patch.diagnostics.is_empty() && patch.files.iter().all(is_plain) && names.clone().all(is_bare)
}

#[track_caller]
fn check_all(format: Format, texts: &[String], least: usize) {
    let engine = Engine::new(format);
    let refused = texts.iter().filter_map(|text| Some((engine.check(text).err()?, text)));
    let refused: Vec<_> = refused.map(|(error, text)| format!("{error}\n{text}")).collect();
    assert!(refused.is_empty(), "{format}:\n{}", refused.join("\n"));
    assert!(texts.len() >= least, "{format}: only {} texts", texts.len());
}

/// The texts that are patches of a format, of the described part, with nothing forgiven.
fn described(format: Format, texts: impl IntoIterator<Item = Vec<u8>>) -> Vec<String> {
    let texts = texts.into_iter().filter(|text| {
        parse(text).is_ok_and(|patch| patch.format == format && is_described(&patch))
    });
    // After a tab is a time, or a part of a name that the plan finds: no model is told of either.
    let has_more = |line: &str| {
        let name = line.strip_prefix("--- ").or(line.strip_prefix("+++ "));
        name.and_then(|name| name.split_once('\t')).is_some_and(|(_, more)| !more.is_empty())
    };
    let texts = texts.filter_map(|text| String::from_utf8(text).ok());
    texts.filter(|text| !text.lines().any(has_more)).collect()
}

fn scenarios() -> Vec<patch_testkit::Scenario> {
    let mut runner = TestRunner::deterministic();
    let strategy = strategies::clean_scenario();
    (0..1_500).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

#[test]
fn the_example_of_the_guidance_is_accepted() {
    for format in [Format::Unified, Format::OpenCode] {
        assert_eq!(Engine::new(format).check(example(format)), Ok(()));
    }
}

#[test]
fn every_patch_of_the_generators_is_accepted() {
    let scenarios = scenarios();
    for format in [Format::Unified, Format::OpenCode] {
        let written = scenarios.iter().map(|scenario| scenario.case.patch.clone());
        check_all(format, &described(format, written), 200);
    }
}

#[test]
fn every_patch_between_two_trees_is_accepted() {
    for style in [Style::Plain, Style::Git] {
        let options = GenOptions::default().style(style);
        let patches = scenarios().into_iter().filter_map(|scenario| {
            let (old, new) = (scenario.old.to_snapshot(), scenario.new.to_snapshot());
            Some(tree_patch(&old, &new, &options).ok()?.to_bytes())
        });
        check_all(Format::Unified, &described(Format::Unified, patches), 200);
    }
}

#[test]
fn every_patch_of_the_corpora_is_accepted() {
    let examples = corpus::apply_examples().into_iter().filter(|example| {
        example.expected.is_ok() && example.case.rules.contract == Contract::Agent
    });
    let texts: Vec<_> = examples.map(|example| example.case.patch).collect();
    check_all(Format::Unified, &described(Format::Unified, texts.clone()), 20);
    check_all(Format::OpenCode, &described(Format::OpenCode, texts), 10);
}

const SAMPLES: usize = 10_000;

#[test]
fn ten_thousand_samples_of_the_begin_patch_format_parse() {
    let engine = Engine::new(Format::OpenCode);
    let mut random = Random(1);
    for _ in 0..SAMPLES {
        let text = engine.sample(&mut random);
        let patch = parse(text.as_bytes());
        assert!(
            patch.as_ref().is_ok_and(|patch| patch.format == Format::OpenCode),
            "{patch:?}\n{text}"
        );
    }
}

/// A grammar cannot count, and cannot say one name twice. What it can be held to is that a text
/// parses once its counts are those of its lines and the names of each section are the same.
#[test]
fn ten_thousand_samples_of_unified_diffs_parse() {
    let engine = Engine::new(Format::Unified);
    let mut random = Random(2);
    for _ in 0..SAMPLES {
        let sample = engine.sample(&mut random);
        let text = agreeing(&sample);
        assert_eq!(engine.check(&text), Ok(()), "it is a text of the grammar as well: {text}");
        let patch = parse(text.as_bytes());
        assert!(
            patch.as_ref().is_ok_and(|patch| patch.format == Format::Unified),
            "{patch:?}\n{text}"
        );
    }
}

/// The same text with counts that are those of its lines, and one name a side in each section.
fn agreeing(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let end = section_end(&lines, at);
        out += &agreeing_section(&lines[at..end]);
        at = end;
    }
    out
}

/// Where the section ends that begins at a line.
fn section_end(lines: &[&str], start: usize) -> usize {
    let mut has_header = lines[start].starts_with("--- ");
    for (at, line) in lines.iter().enumerate().skip(start + 1) {
        if line.starts_with("diff --git ") || (line.starts_with("--- ") && has_header) {
            return at;
        }
        has_header |= line.starts_with("--- ");
    }
    lines.len()
}

fn agreeing_section(lines: &[&str]) -> String {
    let named = |start: &str| lines.iter().find_map(|line| line.strip_prefix(start));
    let is_name = |name: &&str| *name != "/dev/null\n";
    let header = |start| named(start).filter(is_name);
    let old = named("rename from ").or(header("--- ")).or(header("+++ ")).unwrap_or("name\n");
    let new = named("rename to ").or(header("+++ ")).unwrap_or(old);
    let [old, new] = [old, new].map(str::trim_end);
    let (old, new) = (prefixed("a/", old), prefixed("b/", new));
    let is_git = lines[0].starts_with("diff --git ");
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("diff --git ") {
            out += &format!("diff --git {old} {new}\n");
        } else if is_git && line.starts_with("--- ") && !line.ends_with("/dev/null\n") {
            out += &format!("--- {old}\n");
        } else if is_git && line.starts_with("+++ ") && !line.ends_with("/dev/null\n") {
            out += &format!("+++ {new}\n");
        } else if line.starts_with("@@ -") {
            out += &counted(line, &lines[at + 1..]);
        } else {
            out += line;
        }
    }
    out
}

/// A name with its prefix, inside the quotes where it has any.
fn prefixed(prefix: &str, name: &str) -> String {
    match name.strip_prefix('"') {
        Some(rest) => format!("\"{prefix}{rest}"),
        None => format!("{prefix}{name}"),
    }
}

/// A hunk header with the counts of the lines below it.
fn counted(header: &str, below: &[&str]) -> String {
    let (ranges, rest) = header["@@ -".len()..].split_once(" @@").expect("a header");
    let (old, new) = ranges.split_once(" +").expect("two ranges");
    let body = || below.iter().take_while(|line| line.starts_with([' ', '+', '-', '\\']));
    let count = |marks: [char; 2]| body().filter(|line| line.starts_with(marks)).count();
    let range = |range: &str, count: usize| {
        let start: usize = range.split(',').next().unwrap_or_default().parse().unwrap();
        format!("{},{count}", if count == 0 { 0 } else { start.max(1) })
    };
    let (old, new) = (range(old, count([' ', '-'])), range(new, count([' ', '+'])));
    format!("@@ -{old} +{new} @@{rest}")
}

/// Readers of Lark other than the engine put the parts of a terminal one behind the other, as text:
/// of an alternation without brackets half is lost then.
#[test]
fn no_terminal_has_an_alternation_without_brackets() {
    for format in [Format::Unified, Format::OpenCode] {
        for line in grammar(format).lines() {
            let Some((name, pattern)) = line.split_once(": /") else { continue };
            let (mut depth, mut in_class, mut escaped) = (0, false, false);
            for character in pattern.chars() {
                match character {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '[' if !in_class => in_class = true,
                    ']' => in_class = false,
                    '(' if !in_class => depth += 1,
                    ')' if !in_class => depth -= 1,
                    '|' if !in_class => assert!(depth > 0, "{format}: {name}"),
                    _ => {}
                }
            }
        }
    }
}
