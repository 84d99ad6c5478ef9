//! Files that a patch writes anew: it takes them away, and puts others in their place.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use patch_parse::{FileOperation, FilePatch, Format};

use super::overlay::Node;
use super::source::Source;
use crate::fault::Fault;
use crate::place::in_new_file;
use crate::{Contents, Failure, WorkspacePath};

/// What a patch takes away, and what it makes.
#[derive(Debug, Default)]
pub(super) struct Rewritten<'p, 'a> {
    gone: HashMap<WorkspacePath, Contents, RandomState>,
    made: Vec<(WorkspacePath, &'p FilePatch<'a>)>,
}

impl<'p, 'a> Rewritten<'p, 'a> {
    /// Notes what a section does.
    pub(super) fn note(
        &mut self,
        file: &'p FilePatch<'a>,
        source: Option<&Source>,
        target: Option<&WorkspacePath>,
    ) {
        match (&file.operation, source, target) {
            (FileOperation::Delete { .. }, Some(Source { path, node: Node::File(old) }), _) => {
                self.gone.insert(path.clone(), old.contents.clone());
            }
            (FileOperation::Add { .. }, _, Some(path)) => self.made.push((path.clone(), file)),
            _ => {}
        }
    }

    /// The files whose new text has a comment for lines that it had: these would be lost.
    pub(super) fn failures(&self, format: Format) -> impl Iterator<Item = Failure> {
        self.made.iter().filter_map(move |(path, file)| {
            let old = self.gone.get(path)?;
            let mut lines = file.hunks().iter().map(|hunk| &hunk.lines);
            let line = lines.find_map(|lines| in_new_file(old, lines))?;
            Some(Failure::new(format, file, Fault::Placeholder(line.trim_ascii().into())))
        })
    }
}
