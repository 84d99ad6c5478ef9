//! How far down what a line opens reaches.
//!
//! A line opens what is deeper below it, up to the next line that is no deeper; a `[section]`, a `## title` or a
//! banner what is below it up to the next one; a line that opens nothing lies in what reaches to the next line that is less deep.
//! Closing brackets belong to what they close.

use crate::place::lookup::Lookup;
use crate::place::names::heading::{Flat, heads_flat, is_comment, may_head};
use crate::place::scene::Scene;
use crate::text::blanks::{depth, is_blank, without_indentation};
use crate::text::last_line;

/// How many lines below one are looked at for the next heading of its kind.
const MOST_BELOW: usize = 1_000;

/// How often all lines are looked at for names.
const MOST_SEARCHES: usize = 32;

/// How many lines above one are looked at for what opens what it lies in.
const MOST_UP: usize = 1_000;

/// The ends of scopes in one file. The first ones are walked to; when that has taken twice as many
/// lines as the file has, one pass finds all.
///
/// What was found last above a line and below one is kept: the chunks of a patch often ask for the same.
#[derive(Debug, Default)]
pub(in crate::place) struct Scopes {
    walked: usize,
    ends: Option<Vec<usize>>,
    above: Option<Above>,
    below: Option<Next>,
    searches: usize,
}

/// What opens what a line lies in.
#[derive(Clone, Copy, Debug)]
struct Above {
    line: usize,
    depth: usize,
    opener: Option<usize>,
}

/// The next heading below a line, of those up to another one.
#[derive(Clone, Copy, Debug)]
struct Next {
    line: usize,
    own: Flat,
    seen: usize,
    heading: Option<usize>,
}

impl Scopes {
    /// Whether one more search in all of the file may be made: what is searched for so often is not in it.
    pub(in crate::place) fn may_search(&mut self) -> bool {
        self.searches += 1;
        self.searches <= MOST_SEARCHES
    }

    /// The line behind the last one of the scope of a line, both 0-based: of what it opens, or of what
    /// it lies in, if it opens nothing. `usize::MAX` where that is the end of the file.
    pub(in crate::place) fn end<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        line: usize,
    ) -> usize {
        if self.ends.is_none() {
            if let Some(end) = self.walk(scene, line) {
                return end;
            }
            self.ends = Some(all_ends(scene.lines_at(0)));
        }
        let ends = self.ends.as_deref().unwrap_or_default();
        ends.get(line).copied().unwrap_or(usize::MAX)
    }

    /// The line that opens what a line lies in, or heads it; the line itself where it opens something. Goes up so far and no
    /// further.
    pub(in crate::place) fn opener<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        line: usize,
    ) -> usize {
        if opens(scene, line) {
            return line;
        }
        let depth = scene.lines_at(line).next().and_then(depth).unwrap_or(0);
        let is_opener = |text: &[u8]| {
            // Most lines are no less deep, which needs no look at their end.
            let blanks = text.iter().take(depth).take_while(|byte| is_blank(**byte)).count();
            let words = || without_indentation(text).1;
            (blanks < depth && may_head(words())) || (depth == 0 && heads_flat(words()))
        };
        let known = self.above.filter(|above| above.depth == depth);
        if let Some(known) = known.filter(|known| known.line == line) {
            return known.opener.unwrap_or(line);
        }
        let mut text = scene.text.slice(scene.text.start..scene.lookup.start_of(line));
        let above = std::iter::from_fn(|| last_line(&mut text)).zip((0..line).rev());
        let mut opener = None;
        for (text, at) in above.take(MOST_UP) {
            if is_opener(text) {
                opener = Some(at);
                break;
            }
            if let Some(known) = known.filter(|known| known.line == at) {
                opener = known.opener.filter(|opener| line - opener <= MOST_UP);
                break;
            }
        }
        self.above = Some(Above { line, depth, opener });
        opener.unwrap_or(line)
    }

    /// Whether a line at the margin, below one and no further down than another, ends what a heading of this kind heads.
    pub(in crate::place) fn is_headed_anew<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        (line, own): (usize, Flat),
        last: usize,
    ) -> bool {
        let last = last.min(line.saturating_add(MOST_BELOW));
        let known = self.below.filter(|known| (known.line, known.own) == (line, own));
        let mut next = known.unwrap_or(Next { line, own, seen: line, heading: None });
        if next.heading.is_none() && next.seen < last {
            let is_end = |text: &[u8]| {
                !text.first().is_some_and(|first| is_blank(*first))
                    && Flat::of(without_indentation(text).1).is_some_and(|flat| own.ends_at(flat))
            };
            let below = scene.lines_at(next.seen + 1).take(last - next.seen).position(is_end);
            next.heading = below.map(|below| next.seen + 1 + below);
            next.seen = last;
        }
        self.below = Some(next);
        next.heading.is_some_and(|heading| heading <= last)
    }

    /// Walks to the end of one scope; `None` where too many lines have been walked.
    fn walk<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>, line: usize) -> Option<usize> {
        let most = 2 * scene.lookup.line_count();
        let mut walked = self.walked;
        let mut step = |_: &Line| {
            walked += 1;
            walked < most
        };
        let mut lines = scene.lines_at(line).map(Line::new);
        let first = lines.next().unwrap_or_default();
        let mut ahead = lines.clone().take_while(&mut step);
        let scope = Scope::of(first, ahead.find(|line| line.is_code));
        let behind = lines.take_while(&mut step).position(|line| scope.ends_at(line));
        self.walked = walked;
        match behind {
            Some(behind) => Some(line + 1 + behind),
            None => (walked < most).then_some(usize::MAX),
        }
    }
}

/// So many lines below one are looked at for what it opens.
const MOST_AHEAD: usize = 64;

/// Whether a line opens something, or heads what is below it.
pub(in crate::place) fn opens<L: Lookup>(scene: &mut Scene<'_, '_, L>, line: usize) -> bool {
    let mut lines = scene.lines_at(line).take(MOST_AHEAD).map(Line::new);
    let first = lines.next().unwrap_or_default();
    let opens = |next| Scope::of(first, Some(next)).least > first.depth;
    first.flat.is_some() || lines.find(|line| line.is_code).is_some_and(opens)
}

/// What of a line has to do with scopes.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to one question")]
struct Line {
    /// The bytes of its indentation.
    depth: usize,
    /// It is not blank, and no comment or line for a preprocessor.
    is_code: bool,
    /// It begins with a bracket that opens, or is what Rust has between a heading and that bracket.
    is_opening: bool,
    /// It begins with a bracket that closes, or with what follows one.
    is_closing: bool,
    /// It ends with a bracket that opens.
    ends_open: bool,
    /// It heads what is below it without the help of indentation. One `#` is a comment nearly everywhere.
    flat: Option<Flat>,
}

impl Line {
    fn new(line: &[u8]) -> Self {
        let (blanks, words) = without_indentation(line);
        let words = words.trim_ascii_end();
        let is_one_of = |bytes: &[u8]| words.first().is_some_and(|first| bytes.contains(first));
        Self {
            depth: blanks.len(),
            is_code: !words.is_empty() && !is_comment(words),
            is_opening: is_one_of(b"{([") || words == b"where",
            is_closing: is_one_of(b"}]),;"),
            ends_open: words.last().is_some_and(|last| b"{([".contains(last)),
            flat: Flat::of(words).filter(|flat| *flat != Flat::Title(1)),
        }
    }
}

/// What ends the scope of a line.
#[derive(Clone, Copy, Debug)]
struct Scope {
    /// A line of less than this many bytes of indentation.
    least: usize,
    /// A bracket of its own below a heading opens what that heads; below another bracket the next.
    may_begin_with_bracket: bool,
    /// The next heading of its kind that is as deep ends it, too.
    flat: Option<Flat>,
}

impl Scope {
    /// The scope of a line above the next one of code.
    fn of(line: Line, next: Option<Line>) -> Self {
        let is_empty = |next: Line| line.ends_open && next.is_closing && next.depth == line.depth;
        let opens =
            next.is_none_or(|next| next.depth > line.depth || next.is_opening || is_empty(next));
        // What is indented below a title is not all that it heads.
        let opens = opens && !matches!(line.flat, Some(Flat::Title(_) | Flat::Banner(_)));
        Self {
            least: line.depth + usize::from(opens),
            may_begin_with_bracket: line.is_opening,
            flat: line.flat.filter(|_| !opens),
        }
    }

    fn ends_at(self, line: Line) -> bool {
        let is_next = || self.flat.zip(line.flat).is_some_and(|(own, other)| own.ends_at(other));
        (line.depth <= self.least && is_next()) || self.is_left_at(line)
    }

    fn is_left_at(self, line: Line) -> bool {
        line.is_code
            && line.depth < self.least
            && !line.is_closing
            && (self.may_begin_with_bracket || !line.is_opening)
    }
}

/// The ends of the scopes of all lines, from the last to the first: of the lines below only those can
/// end a scope that are less deep than all between.
fn all_ends<'t>(lines: impl Iterator<Item = &'t [u8]>) -> Vec<usize> {
    let lines: Vec<Line> = lines.map(Line::new).collect();
    let mut ends = vec![usize::MAX; lines.len()];
    let (mut all, mut without_brackets) = (Below::default(), Below::default());
    let mut flats = Flat::OF_SCOPES.map(|flat| (flat, Below::default()));
    let mut next = None;
    for ((at, line), end) in lines.iter().copied().enumerate().zip(&mut ends).rev() {
        let scope = Scope::of(line, next);
        let below = if scope.may_begin_with_bracket { &all } else { &without_brackets };
        let left = below.first_of_less(scope.least).unwrap_or(usize::MAX);
        let own = flats.iter().find(|(flat, _)| Some(*flat) == scope.flat);
        let next_flat = own.and_then(|(_, below)| below.first_of_less(scope.least + 1));
        *end = next_flat.map_or(left, |next| next.min(left));
        if let Some(other) = line.flat {
            let ended = flats.iter_mut().filter(|(flat, _)| flat.ends_at(other));
            ended.for_each(|(_, below)| below.push(at, line.depth));
        }
        if line.is_code {
            next = Some(line);
            if !line.is_closing {
                all.push(at, line.depth);
            }
            if !line.is_closing && !line.is_opening {
                without_brackets.push(at, line.depth);
            }
        }
    }
    ends
}

/// The lines below some line that can end its scope: each is less deep than those before it, the
/// nearest is the last.
#[derive(Debug, Default)]
struct Below(Vec<(usize, usize)>);

impl Below {
    fn push(&mut self, line: usize, depth: usize) {
        while self.0.pop_if(|(_, other)| *other >= depth).is_some() {}
        self.0.push((line, depth));
    }

    /// The nearest line of less than so many bytes of indentation.
    fn first_of_less(&self, depth: usize) -> Option<usize> {
        let shallow = self.0.partition_point(|(_, other)| *other < depth);
        shallow.checked_sub(1).and_then(|at| self.0.get(at)).map(|(line, _)| *line)
    }
}

#[cfg(test)]
mod tests {
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
        let mut scene = Scene { text, hunks: &[], lookup: FastLookup::new(text, &[]) };
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

    #[test]
    fn walking_and_the_pass_over_all_lines_agree() {
        let text = Text::literal(FILE.as_bytes());
        let mut scene = Scene { text, hunks: &[], lookup: FastLookup::new(text, &[]) };
        let all = all_ends(scene.lines_at(0));
        assert_eq!(all.len(), FILE.lines().count());
        for (line, end) in all.into_iter().enumerate() {
            assert_eq!(Scopes::default().walk(&mut scene, line), Some(end), "of line {line}");
        }
    }

    #[test]
    fn what_is_kept_of_one_answer_changes_no_other() {
        let text = Text::literal(FILE.as_bytes());
        let mut scene = Scene { text, hunks: &[], lookup: FastLookup::new(text, &[]) };
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
        let mut scene = Scene { text, hunks: &[], lookup: FastLookup::new(text, &[]) };
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
        let mut scene = Scene { text, hunks: &[], lookup: FastLookup::new(text, &[]) };
        let mut scopes = Scopes::default();
        for line in (0..FILE.lines().count()).cycle().take(200) {
            scopes.end(&mut scene, line);
        }
        assert!(scopes.walked <= 2 * FILE.lines().count() + 1, "{}", scopes.walked);
        assert!(scopes.ends.is_some());
    }
}
