//! Every format: as far as it can express a change, its patch leads there, and the reverse leads
//! back.

use acp_diff_types::AbsolutePath;
use bstr::{BString, ByteSlice};
use patch_apply::{ApplyOptions, Durability, apply};
use patch_gen::{
    Binary, FileChange, GenError, GenOptions, Style, find_renames, opencode, patch, tree_changes,
};
use patch_parse::{FileOperation, FilePatch, Inexpressible, ParseOptions, Patch, PatchPath, parse};
use patch_tools::wire::{HunkBlock, TreeChange, WireError, patch_of_v1};

use crate::conformance::{Host as _, InMemory, Thing, Things};

/// Checks each format for the change from one tree to another; `renames` of the options says what
/// counts as moved or copied.
///
/// # Panics
///
/// When a patch leads elsewhere, when it or its reverse is refused, or when a format refuses what
/// it can express.
pub fn check(before: &Things, after: &Things, options: &GenOptions) {
    let case = Case { before, after, options };
    for style in [Style::Git, Style::Plain] {
        case.unified(style);
    }
    case.opencode();
    case.v2();
    case.v1();
}

#[derive(Clone, Copy)]
struct Case<'c> {
    before: &'c Things,
    after: &'c Things,
    options: &'c GenOptions,
}

impl Case<'_> {
    /// The change with moves and copies, as the program writes it, there or back.
    fn write<T>(&self, is_back: bool, write: impl FnOnce(&TreeChange<'_>) -> T) -> T {
        let (old, new) = (self.before.to_snapshot(), self.after.to_snapshot());
        let changes = find_renames(tree_changes(&old, &new), &old, &self.options.renames).changes;
        let change = TreeChange::of_changes(changes, &root());
        write(&if is_back { change.reversed() } else { change })
    }

    fn turned(&self) -> Self {
        Self { before: self.after, after: self.before, ..*self }
    }

    /// Both ways, and the way back from reading the way there.
    fn unified(&self, style: Style) {
        let options = self.options.clone().style(style).binary(Binary::Data);
        let text = |is_back| {
            self.write(is_back, |change| {
                let files: Vec<FileChange<'_>> = change.files().collect();
                let patch = patch(files, &options).expect("data is asked for");
                let text = patch.to_bytes();
                if !text.is_empty() {
                    let read = parse(&text).unwrap_or_else(|error| self.fail(&text, &error));
                    assert!(read == patch, "it reads otherwise\n{}", self.story(&text));
                }
                text
            })
        };
        let there = text(false);
        self.leads(&there, true);
        // Plain headers cannot express the permissions of a file that is removed.
        self.turned().leads(&text(true), style == Style::Git);
        let Some(read) = self.read(&there) else { return };
        // A patch does not contain the contents of its copies, so it cannot take them back; see
        // `docs/contracts.md`.
        let is_copy = |file: &FilePatch<'_>| matches!(file.operation, FileOperation::Copy { .. });
        if !read.files.iter().any(is_copy) {
            let back = read.reversed().unwrap_or_else(|error| self.fail(&there, &error));
            self.turned().leads(&back.to_bytes(), style == Style::Git);
        }
    }

    fn opencode(&self) {
        for is_back in [false, true] {
            let case = if is_back { self.turned() } else { *self };
            self.write(is_back, |change| match opencode::patch(change.files(), self.options) {
                Ok(patch) if patch.files.is_empty() => assert!(case.before == case.after),
                Ok(patch) => case.leads(&patch.to_bytes(), true),
                Err(GenError::NotExpressible(refused)) => {
                    let is_so = case.is_beyond_chunks(refused.what);
                    assert!(is_so, "{refused}, which is not so\n{}", case.story(b""));
                }
                Err(error) => panic!("it is neither text nor refused: {error}"),
            });
        }
    }

    /// Whether anything in the change is of a kind that chunks cannot express. The oracle of text
    /// examines where exactly.
    fn is_beyond_chunks(&self, what: Inexpressible) -> bool {
        let things = || self.before.0.iter().chain(&self.after.0);
        let contents = |thing: &Thing| match thing {
            Thing::File { contents, .. } => contents.clone(),
            _ => BString::default(),
        };
        match what {
            Inexpressible::Link => things().any(|(_, it)| matches!(it, Thing::Symlink(_))),
            Inexpressible::Binary => things().any(|(_, it)| contents(it).contains(&0)),
            Inexpressible::Mode => {
                things().any(|(_, it)| matches!(it, Thing::File { executable: true, .. }))
            }
            Inexpressible::Copy => self.options.renames.detect != patch_gen::Detect::Moves,
            Inexpressible::FinalNewline => {
                things().any(|(_, it)| !contents(it).is_empty() && !contents(it).ends_with(b"\n"))
            }
            Inexpressible::LineEndings => things().any(|(_, it)| contents(it).contains(&b'\r')),
            Inexpressible::Encoding => things().any(|(_, it)| contents(it).to_str().is_err()),
            Inexpressible::PathText => things().any(|(path, _)| {
                let is_read_otherwise = PatchPath::new(path.as_bstr()).may_be_misread();
                path.trim_ascii().len() != path.len() || path.contains(&b'\n') || is_read_otherwise
            }),
            _ => false,
        }
    }

    fn v2(&self) {
        for is_back in [false, true] {
            let case = if is_back { self.turned() } else { *self };
            let text = self.write(is_back, |change| {
                let diff = change.to_v2(self.options).ok()?;
                assert_eq!(patch_tools::check::check_diff(&diff), [], "{}", case.story(b""));
                // Contents that it calls binary are not shown.
                let text = patch_tools::check::whole_patch(&diff).ok()?;
                Some(text.as_bytes().to_vec())
            });
            if let Some(text) = text {
                case.leads(&text, true);
            }
        }
    }

    /// Version 1 has whole texts, and cannot express modes and links.
    fn v1(&self) {
        for is_back in [false, true] {
            let case = if is_back { self.turned() } else { *self };
            self.write(is_back, |change| {
                let blocks = match change.to_v1() {
                    Ok(blocks) => blocks,
                    Err(WireError::NotInV1 { .. } | WireError::NotUtf8(_) | WireError::Path(_)) => {
                        return;
                    }
                    Err(error) => panic!("{error}\n{}", case.story(b"")),
                };
                case.leads(&patch_of_v1(&blocks), false);
                let pieces = change.to_v1_hunks(self.options).expect("whole texts are shown");
                case.pieces_are_there(&pieces);
            });
        }
    }

    /// Each block is where its line says, and all blocks of a file, put back from the last one on,
    /// give the old text.
    fn pieces_are_there(&self, pieces: &[HunkBlock]) {
        for pieces in pieces.chunk_by(|one, other| one.diff.path == other.diff.path) {
            let path = pieces.first().map(|piece| piece.diff.path.as_str()).unwrap_or_default();
            let name = path.strip_prefix(ROOT).unwrap_or(path).trim_start_matches('/');
            let text = |things: &Things| match things.get(name) {
                Some(Thing::File { contents, .. }) => Some(contents.to_vec()),
                _ => None,
            };
            let (Some(old), Some(mut now)) = (text(self.before), text(self.after)) else {
                continue;
            };
            for piece in pieces.iter().rev() {
                let line = usize::try_from(piece.line).unwrap_or(0).saturating_sub(1);
                let lines = now.split_inclusive(|byte| *byte == b'\n');
                let at: usize = lines.take(line).map(<[u8]>::len).sum();
                let end = at + piece.diff.new_text.len();
                let found = now.get(at..end);
                let is_there = found == Some(piece.diff.new_text.as_bytes());
                assert!(is_there, "{piece:?} is not there\n{}", self.story(b""));
                let old = piece.diff.old_text.clone().unwrap_or_default();
                now.splice(at..end, old.into_bytes());
            }
            assert_eq!(now.as_bstr(), old.as_bstr(), "{pieces:?}\n{}", self.story(b""));
        }
    }

    fn read<'t>(&self, text: &'t [u8]) -> Option<Patch<'t>> {
        if text.is_empty() {
            assert!(self.before == self.after, "nothing is said of a change\n{}", self.story(text));
            return None;
        }
        let read = ParseOptions::default().parse(text);
        Some(read.unwrap_or_else(|error| self.fail(text, &error)))
    }

    /// The patch turns the one tree into the other.
    fn leads(&self, text: &[u8], has_modes: bool) {
        if text.is_empty() {
            let is_same = plain(self.before, has_modes) == plain(self.after, has_modes);
            return assert!(is_same, "nothing is said of a change\n{}", self.story(text));
        }
        let read = parse(text).unwrap_or_else(|error| self.fail(text, &error));
        let (mut workspace, ground) = InMemory.open(self.before);
        let mut options = ApplyOptions::for_undo();
        options.durability = Durability::None;
        if let Err(refusal) = apply(&read, &mut workspace, &options) {
            self.fail::<()>(text, &refusal);
        }
        let found = InMemory.things(&workspace, &ground);
        let is_there = plain(&found, has_modes) == plain(self.after, has_modes);
        assert!(is_there, "it leads elsewhere\nfound:\n{found}{}", self.story(text));
    }

    fn fail<T>(&self, text: &[u8], error: &dyn std::fmt::Display) -> T {
        panic!("{error}\n{}", self.story(text))
    }

    fn story(&self, text: &[u8]) -> String {
        format!("before:\n{}after:\n{}patch:\n{}", self.before, self.after, text.as_bstr())
    }
}

fn plain(things: &Things, has_modes: bool) -> Things {
    if has_modes { things.clone() } else { without_modes(things) }
}

fn without_modes(things: &Things) -> Things {
    let plain = |thing: &Thing| match thing {
        Thing::File { contents, .. } => {
            Thing::File { contents: contents.clone(), executable: false }
        }
        other => other.clone(),
    };
    things.0.iter().map(|(path, thing)| (path.clone(), plain(thing))).collect()
}

/// The root of a workspace in memory, by its own name.
const ROOT: &str = "/memory/root";

fn root() -> AbsolutePath {
    AbsolutePath::new(ROOT).expect("it is absolute")
}
