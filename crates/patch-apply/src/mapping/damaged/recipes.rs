//! Handles recipes added to a Makefile with spaces or at the margin, which make cannot read: below a
//! rule that is added as well they get their tab, as do those at the margin amid others; next to
//! others with tabs spaces are refused.

use std::collections::BTreeMap;

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use super::trimmed::{Line, Table};
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::units::Units;
use crate::mapping::Mapping;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::makefile::{has_recipes, is_rule, is_target};
use crate::text::blanks::without_indentation;

/// Whether a hunk may add a recipe indented with spaces: it has a line that may begin a rule, kept
/// or added.
pub(super) fn may_have_recipe(hunk: &Hunk<'_>) -> bool {
    // Few lines at the margin have a colon, and that is quick to test.
    hunk.lines.iter().any(|line| {
        line.kind != LineKind::Remove
            && !matches!(line.text.first(), None | Some(b' ' | b'\t'))
            && memchr::memchr(b':', line.text).is_some()
            && is_rule(line.text)
    })
}

/// Whether a change begins with a recipe indented with spaces directly after a rule of a Makefile,
/// where tabs are required. Conditions and definitions are not recipes.
pub(super) fn is_recipe_in_blanks(change: &Change<'_>, around: &Around<'_>) -> bool {
    let is_recipe = |(indent, words): &(&[u8], &[u8])| {
        indent.starts_with(b" ") && !is_directive(words) && !words.starts_with(b"#")
    };
    worded(&change.added).first().is_some_and(is_recipe)
        && change.before().is_some_and(|(indent, line)| indent.is_empty() && is_rule(line))
        && has_recipes(around)
}

/// The indentations of the added lines of a change that are at the margin amid recipes of a
/// Makefile, where make expects their tab; `None` if they may be anything else.
pub(super) fn of_trimmed<'l>(change: &Change<'l>, around: &Around<'_>) -> Option<Table<'l>> {
    let added = worded(&change.added);
    let is_tabbed = |line: Line<'_>| line.0.starts_with(b"\t");
    let before = change.before()?;
    let is_in_rule = is_tabbed(before) || (before.0.is_empty() && is_rule(before.1));
    let removed = worded(&change.removed);
    let is_replacing = !removed.is_empty() && removed.iter().copied().all(is_tabbed);
    let is_amid = is_in_rule && (change.next().is_some_and(is_tabbed) || is_replacing);
    let is_replaced = |words: &[u8]| {
        removed.iter().any(|(_, old)| first_part(old) == first_part(words)) && !is_of_margin(words)
    };
    let is_told =
        |(indent, words): &Line<'_>| !indent.is_empty() || is_command(words) || is_replaced(words);
    let goes_on = before.1.ends_with(b"\\") || change.added.iter().any(|it| it.ends_with(b"\\"));
    if !is_amid || goes_on || !added.iter().all(is_told) || !has_recipes(around) {
        return None;
    }
    let is_makefile = may_be_makefile(around.text()) && around.text().lines().any(is_target);
    let in_file = |indent: &[u8]| if indent.is_empty() { b"\t".to_vec() } else { indent.to_vec() };
    is_makefile.then(|| added.iter().map(|(indent, _)| (*indent, in_file(indent))).collect())
}

/// What a command begins with, up to the first blank.
fn first_part(words: &[u8]) -> &[u8] {
    words.split(|byte| *byte == b' ').next().unwrap_or_default()
}

/// Whether words at the margin are a command: no rule, variable, condition, call, or comment.
fn is_command(words: &[u8]) -> bool {
    let first = words.first();
    let is_begun = first.is_some_and(|it| it.is_ascii_alphanumeric() || b"@./\"".contains(it));
    is_begun && !is_of_margin(words)
}

/// Whether words are a rule, a variable, or a condition.
fn is_of_margin(words: &[u8]) -> bool {
    let first = first_part(words);
    let (_, behind) = words.split_at_checked(first.len()).unwrap_or_default();
    let sign = behind.trim_ascii_start().trim_start_with(|sign| ":?+!".contains(sign));
    let is_variable = sign.starts_with(b"=") || first.contains(&b'=');
    is_variable || is_directive(words) || is_target(words)
}

/// Whether words are a condition or a definition of a Makefile, which is no command.
fn is_directive(words: &[u8]) -> bool {
    const OTHERS: [&[u8]; 14] = [
        b"ifeq",
        b"ifneq",
        b"ifdef",
        b"ifndef",
        b"else",
        b"endif",
        b"define",
        b"endef",
        b"export",
        b"unexport",
        b"include",
        b"override",
        b"vpath",
        b"undefine",
    ];
    OTHERS.iter().any(|other| words.starts_with(other))
}

impl Mapping {
    /// For changes of a Makefile that add rules with their recipes in spaces: each command gets its
    /// tab, and the lines that go on with it keep what they are deeper.
    pub(super) fn of_recipes(changes: &[Change<'_>], around: &Around<'_>) -> Option<Self> {
        let mut recipes = Recipes::default();
        for change in changes {
            recipes.begin(change.before());
            for (indent, words) in worded(&change.added) {
                recipes.take(indent, words)?;
            }
        }
        let is_meant = recipes.has_any && has_recipes(around) && may_be_makefile(around.text());
        is_meant.then(|| recipes.into_mapping())
    }

    /// The same for the lines of a new file, if a line that only Makefiles have is among them.
    pub(crate) fn of_new_makefile(hunk: &Hunk<'_>) -> Option<Self> {
        let lines = || hunk.lines.iter().map(|line| &**line.text);
        if !lines().any(|line| line.starts_with(b".PHONY:")) {
            return None;
        }
        let mut recipes = Recipes::default();
        for line in lines() {
            let (indent, words) = without_indentation(line);
            if !words.is_empty() {
                recipes.take(indent, words)?;
            }
        }
        (recipes.has_any && lines().all(may_be_makefile)).then(|| recipes.into_mapping())
    }
}

/// The indentations of added lines, in the patch and in the file, up to some line.
#[derive(Default)]
struct Recipes<'l> {
    table: BTreeMap<&'l [u8], Vec<u8>>,
    /// A command in spaces is below a rule that is added.
    has_any: bool,
    place: Place,
    /// The line before goes on in the next one.
    goes_on: bool,
}

/// Where the next line is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Elsewhere,
    /// Below a rule that is added, or one of the file, with the spaces before its commands.
    InRule { is_added: bool, width: Option<usize> },
}

impl<'l> Recipes<'l> {
    /// Begins with the line of the file before a change.
    fn begin(&mut self, before: Option<(&[u8], &[u8])>) {
        let (indent, line) = before.unwrap_or_default();
        let is_in_rule = indent.starts_with(b"\t") || (indent.is_empty() && is_rule(line));
        let in_rule = Place::InRule { is_added: false, width: None };
        self.place = if is_in_rule { in_rule } else { Place::Elsewhere };
        self.goes_on = line.trim_ascii_end().ends_with(b"\\");
    }

    /// Takes an added line; `None` if it may be in spaces.
    fn take(&mut self, indent: &'l [u8], words: &[u8]) -> Option<()> {
        let is_in_spaces = !indent.is_empty() && indent.iter().all(|blank| *blank == b' ');
        let mut written = indent.to_vec();
        if indent.is_empty() && !self.goes_on {
            let in_rule = Place::InRule { is_added: true, width: None };
            self.place = if is_rule(words) { in_rule } else { Place::Elsewhere };
        } else if let Place::InRule { is_added, width } = &mut self.place
            && is_in_spaces
            // Nor are the targets of a rule that goes on a command.
            && (width.is_some() || !self.goes_on)
        {
            let deeper = indent.len().checked_sub(*width.get_or_insert(indent.len()))?;
            if is_directive(words) || (deeper > 0 && !self.goes_on) {
                return None;
            }
            self.has_any |= *is_added;
            written = [b"\t".as_slice(), &b" ".repeat(deeper)].concat();
        }
        self.goes_on = words.trim_ascii_end().ends_with(b"\\");
        let known = self.table.entry(indent).or_insert_with(|| written.clone());
        (*known == written).then_some(())
    }

    fn into_mapping(self) -> Mapping {
        let mut deep = self.table.iter().filter(|(patch, _)| !patch.is_empty());
        let units = match (deep.next(), deep.next()) {
            (Some((patch, _)), None) => {
                Units::of_steps([b' ', b'\t'], [patch.len(), 1], [0, 0]).map(Indentation::Units)
            }
            _ => None,
        };
        let table = || self.table.iter().map(|(patch, file)| (patch.to_vec(), file.clone()));
        let indentation = units.unwrap_or_else(|| Indentation::Lookup(table().collect()));
        Mapping { indentation, ..Mapping::default() }
    }
}

/// Whether a text with rules may be a Makefile: languages with brackets have labels that look like
/// rules, and the blanks below those may be meant. Nor may commands begin with another sign.
fn may_be_makefile(text: &[u8]) -> bool {
    let is_of_other = |line: &[u8]| {
        let words = line.trim_ascii_end();
        let is_bracket = words.first().is_some_and(|first| b"{}".contains(first));
        !line.starts_with(b"\t") && (is_bracket || words.ends_with(b";") || words.ends_with(b") {"))
    };
    !text.contains_str(".RECIPEPREFIX") && !text.lines().any(is_of_other)
}
