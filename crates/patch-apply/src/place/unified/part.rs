//! A heading that is a part of a line (`put(id) {` for `async put(id) {`), or that names a member,
//! such as `Api.put`.

use std::collections::HashMap;
use std::ops::Range;

use crate::place::lookup::{Lookup, MOST_PLACES};
use crate::place::names::heads::begins_as_git;
use crate::place::scene::Scene;
use crate::place::scopes::member;
use crate::place::scopes::scope::{Scopes, opens};
use crate::text::blanks::without_indentation;

/// How many different headings are looked for in all of a file: each takes a pass over it.
const MOST_HEADINGS: usize = 64;

/// The lines named by headings of a form that no tool writes, each looked for once.
#[derive(Default)]
pub(super) struct Parts<'h> {
    scopes: Scopes,
    known: HashMap<&'h [u8], Option<Named>>,
}

/// The line that a heading names alone, and what it opens.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// All words of the line.
    pub(super) words: Vec<u8>,
    /// The bytes of its indentation.
    pub(super) depth: usize,
    /// That line and those of what it opens.
    pub(super) lines: Range<usize>,
}

impl<'h> Parts<'h> {
    /// What a heading names that is a part of a line, a member of something, or a line as git takes
    /// none for a heading: if whole words of one line alone that opens something do. Whatever else
    /// begins with a heading is named by it as it is.
    pub(super) fn named_by<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        heading: &'h [u8],
    ) -> Option<Named> {
        if let Some(known) = self.known.get(heading) {
            return known.clone();
        }
        let is_usual = || begins_as_git(without_indentation(heading).1);
        if self.known.len() == MOST_HEADINGS
            || (is_usual() && scene.lookup.heading_line(heading).is_some())
        {
            return None;
        }
        let line = self.search(scene, heading);
        let named = line.and_then(|line| {
            let (indent, words) = without_indentation(scene.lines_at(line).next()?);
            let lines = line..self.scopes.end(scene, line);
            Some(Named { words: words.trim_ascii_end().to_vec(), depth: indent.len(), lines })
        });
        self.known.insert(heading, named.clone());
        named
    }

    fn search<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>, heading: &[u8]) -> Option<usize> {
        let Some((way, mut lines)) = scene.lookup.anchor_lines(heading, 0) else {
            return member::line_of(scene, &mut self.scopes, heading).or_else(|| {
                let name = member::name_with_parameters(heading)?;
                match *member::definitions_of(scene, &mut self.scopes, name) {
                    [line] => Some(line),
                    _ => None,
                }
            });
        };
        if !way.is_of_whole_words() || lines.len() == MOST_PLACES {
            return None;
        }
        lines.retain(|line| opens(scene, *line));
        match *lines {
            [line] => Some(line),
            _ => None,
        }
    }
}
