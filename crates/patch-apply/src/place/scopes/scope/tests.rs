//! Ends of scopes, found by walking and by the pass over all lines.

use super::*;
use crate::place::lookup::FastLookup;
use crate::text::Text;

const FILE: &str = "\
import a

class A
{
    int x;

    void f(
        int y
    )
    {
        go();
    }
}

class B:
    def f(self):
        pass
    y = 1

z = 2
fn g<T>(t: T)
where
    T: Copy,
{
    go(t);
}
fn h() {
}

fn i() {}

// --- a ---
## b
k
### c
    x
y
## d
// note
// --- e ---
[s]
k
[t]
";

#[track_caller]
fn check(line: &str, expected: &str) {
    let at = FILE.lines().position(|other| other == line).unwrap();
    let text = Text::literal(FILE.as_bytes());
    let mut scene = Scene::new(text, &[], FastLookup::new(text, &[]));
    let end = Scopes::default().end(&mut scene, at);
    assert_eq!(FILE.lines().nth(end).unwrap_or("the end"), expected, "of {line:?}");
}

#[test]
fn a_line_opens_what_is_deeper_below_it() {
    check("class A", "class B:");
    check("    void f(", "class B:");
    check("class B:", "z = 2");
    check("    def f(self):", "    y = 1");
}

#[test]
fn a_line_that_opens_nothing_lies_in_what_encloses_it() {
    check("    y = 1", "z = 2");
    check("        go();", "class B:");
    check("import a", "the end");
    check("z = 2", "the end");
}

#[test]
fn a_title_heads_what_is_no_deeper_up_to_the_next_one() {
    check("// --- a ---", "// --- e ---");
    check("## b", "## d");
    check("### c", "## d");
    check("[s]", "[t]");
}

#[test]
fn what_is_between_a_heading_and_its_bracket_ends_nothing() {
    check("fn g<T>(t: T)", "fn h() {");
}

#[test]
fn what_is_empty_is_opened() {
    check("fn h() {", "fn i() {}");
}

/// Strings, fences, and brackets with contents at the margin.
const TEXTS: &str = "\
class A
{
public:
    x = R\"(
a {
  b
c
)\";
private:
    int y;
};

def f():
    x = \"\"\"
[s]
  b
c
\"\"\"
    y
namespace n {
    int z;
class B
{
int w;
};
}
## t
```
# u
[v]
```
z
## w
";

#[test]
fn walking_and_the_pass_over_all_lines_agree() {
    for file in [FILE, TEXTS] {
        let text = Text::literal(file.as_bytes());
        let mut scene = Scene::new(text, &[], FastLookup::new(text, &[]));
        let all = Scopes::default().all_ends(&mut scene);
        assert_eq!(all.len(), file.lines().count());
        for (line, end) in all.into_iter().enumerate() {
            let walked = Scopes::default().walk(&mut scene, line);
            assert_eq!(walked, Some(end), "of line {line} in\n{file}");
        }
    }
}

#[test]
fn strings_and_fences_end_nothing_and_a_bracket_is_closed() {
    let text = Text::literal(TEXTS.as_bytes());
    let mut scene = Scene::new(text, &[], FastLookup::new(text, &[]));
    for (line, expected) in [
        ("class A", "def f():"),
        ("def f():", "namespace n {"),
        ("namespace n {", "```"),
        ("## t", "## w"),
        ("a {", "c"),
    ] {
        let at = TEXTS.lines().position(|other| other == line).unwrap();
        let end = Scopes::default().end(&mut scene, at);
        assert_eq!(TEXTS.lines().nth(end), Some(expected), "of {line:?}");
    }
}

#[test]
fn what_is_kept_of_one_answer_changes_no_other() {
    let text = Text::literal(FILE.as_bytes());
    let mut scene = Scene::new(text, &[], FastLookup::new(text, &[]));
    let count = FILE.lines().count();
    let forward = (0..count).chain(0..count);
    let orders: [Vec<usize>; 3] = [
        forward.clone().collect(),
        forward.clone().rev().collect(),
        forward.map(|at| at * 7 % count).collect(),
    ];
    for order in orders {
        let mut kept = Scopes::default();
        let mut anchor = 0;
        for line in order {
            let alone = Scopes::default().opener(&mut scene, line);
            assert_eq!(kept.opener(&mut scene, line), alone, "above line {line}");
            for own in [Flat::Section, Flat::Title(2), Flat::Banner(b'/')] {
                anchor = if line % 5 == 0 { line } else { anchor };
                let below = anchor.max(line);
                let alone = Scopes::default().is_headed_anew(&mut scene, (anchor, own), below);
                kept.is_headed_anew(&mut scene, (anchor, own), usize::midpoint(anchor, below));
                let again = kept.is_headed_anew(&mut scene, (anchor, own), below);
                assert_eq!(again, alone, "from line {anchor} to line {below}");
            }
        }
    }
}

#[test]
fn what_is_kept_reaches_no_further_than_a_look() {
    let file = ["[s]\n", &"  a = 1\n".repeat(MOST_UP.max(MOST_BELOW) + 3), "[t]\n"].concat();
    let text = Text::literal(file.as_bytes());
    let mut scene = Scene::new(text, &[], FastLookup::new(text, &[]));
    let mut kept = Scopes::default();
    for line in [MOST_UP / 2, MOST_UP - 1, MOST_UP, MOST_UP + 1, MOST_UP + 2] {
        let alone = Scopes::default().opener(&mut scene, line);
        assert_eq!(alone == 0, line <= MOST_UP, "above line {line}");
        assert_eq!(kept.opener(&mut scene, line), alone, "above line {line}");
    }
    let last = file.lines().count() - 1;
    for (from, is_seen) in [(last - MOST_BELOW - 1, false), (last - MOST_BELOW, true)] {
        let from = (from, Flat::Section);
        kept.is_headed_anew(&mut scene, from, last - 1);
        for scopes in [&mut Scopes::default(), &mut kept] {
            assert_eq!(scopes.is_headed_anew(&mut scene, from, last), is_seen, "{from:?}");
        }
    }
}

#[test]
fn no_more_than_twice_the_lines_of_the_file_are_walked() {
    let text = Text::literal(FILE.as_bytes());
    let mut scene = Scene::new(text, &[], FastLookup::new(text, &[]));
    let mut scopes = Scopes::default();
    for line in (0..FILE.lines().count()).cycle().take(200) {
        scopes.end(&mut scene, line);
    }
    assert!(scopes.walked <= 2 * FILE.lines().count() + 1, "{}", scopes.walked);
    assert!(scopes.ends.is_some());
}
