//! The text of the Diff tool beside that of Python's `difflib`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{json, tools};

/// Prints, for each line of JSON, what `difflib` makes of it. Only LF ends a line, as in the tool;
/// a last line that lacks it is followed by the marker that `diff -u` writes.
const SCRIPT: &str = r#"
import difflib, json, sys
def lines(text):
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
for case in sys.stdin:
    case = json.loads(case)
    diff = difflib.unified_diff(lines(case["text_a"]), lines(case["text_b"]),
                                case["label_a"], case["label_b"], n=case["context_lines"])
    text = "".join(l if l.endswith("\n") else l + "\n\\ No newline at end of file\n" for l in diff)
    print(json.dumps(text))
"#;

fn ours(case: &Value) -> String {
    let answer = json(&tools(&[]).call("Diff", case));
    answer["diff"].as_str().unwrap().to_owned()
}

/// What Python prints for each case; nothing where there is no Python.
fn theirs(cases: &[Value]) -> Option<Vec<String>> {
    let python = Command::new("python3")
        .args(["-c", SCRIPT])
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        println!("python3 is not here: the text was not compared with difflib's");
        return None;
    };
    let mut stdin = python.stdin.take().unwrap();
    let input: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    Some(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[track_caller]
fn check(cases: &[Value]) {
    let Some(theirs) = theirs(cases) else { return };
    assert_eq!(theirs.len(), cases.len());
    for (case, theirs) in cases.iter().zip(theirs) {
        assert_eq!(ours(case), theirs, "{case}");
    }
}

fn case(old: &str, new: &str, context: u64) -> Value {
    json!({
        "text_a": old, "text_b": new, "label_a": "old side", "label_b": "new/side",
        "context_lines": context,
    })
}

#[test]
fn small_texts_are_compared_as_python_does() {
    let texts = [
        "",
        "\n",
        "a",
        "a\n",
        "a\nb\n",
        "b\na\n",
        "a\nb",
        "a\na\na\n",
        "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n",
        "a\nb\nc\nX\ne\nf\ng\nh\nY\nj\n",
        "a\r\nb\r\n",
        "a\u{2028}b\x0cc\n",
        "\u{e4}\n",
    ];
    let pairs = texts.iter().flat_map(|old| texts.iter().map(move |new| (old, new)));
    let cases: Vec<_> =
        pairs.flat_map(|(old, new)| [0, 1, 3, 20].map(|context| case(old, new, context))).collect();
    check(&cases);
}

#[test]
fn repetitive_texts_are_compared_as_python_does() {
    let mut random = Random(20_260_720);
    let mut cases = Vec::new();
    for round in 0..300 {
        // From 200 lines on, common lines are not paired by.
        let lines = [5, 30, 199, 200, 201, 350][round % 6];
        let kinds = [2, 5, 40, 120][round / 6 % 4];
        let old = random.text(lines, kinds);
        let new = if round % 3 == 0 { random.text(lines, kinds) } else { random.edited(&old) };
        cases.push(case(&old, &new, [0, 1, 3, 7, 20][round % 5]));
    }
    check(&cases);
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn text(&mut self, lines: usize, kinds: u64) -> String {
        (0..lines).map(|_| format!("line {}\n", self.below(kinds))).collect()
    }

    fn edited(&mut self, text: &str) -> String {
        let mut edited = String::new();
        for line in text.lines() {
            match self.below(20) {
                0 => {}
                1 => edited += &format!("{line}\nline {}\n", self.below(9)),
                2 => edited += &format!("other {}\n", self.below(9)),
                _ => edited += &format!("{line}\n"),
            }
        }
        edited
    }
}

#[test]
fn what_python_prints_is_what_it_printed() {
    let numbers: String = (1..=220).map(|line| format!("{}\n", line % 2)).collect();
    let changed = numbers.replacen("1\n0\n", "0\n1\n", 1);
    // 220 lines of two kinds: all are too common to pair by, so that everything is replaced.
    let diff = ours(&case(&numbers, &changed, 3));
    assert_eq!(diff.lines().nth(2), Some("@@ -1,220 +1,220 @@"));
    assert_eq!(diff.lines().count(), 443);
    let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
    let new = "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\n";
    let expected =
        "--- old side\n+++ new/side\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -11,2 +11 @@\n k\n-l\n";
    assert_eq!(ours(&case(old, new, 1)), expected);
    assert_eq!(ours(&case("", "x\n", 0)), "--- old side\n+++ new/side\n@@ -0,0 +1 @@\n+x\n");
    assert_eq!(ours(&case("x\n", "", 0)), "--- old side\n+++ new/side\n@@ -1 +0,0 @@\n-x\n");
}
