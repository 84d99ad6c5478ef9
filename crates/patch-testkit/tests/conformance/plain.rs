//! A workspace of plain files and nothing else: the report names what it lacks, and what it must
//! refuse then is checked.

use bstr::{BStr, BString};
use patch_apply::{
    Change, Durability, Effect, Entry, MemoryWorkspace, Workspace, WorkspaceError, WorkspacePath,
};
use patch_parse::Code;
use patch_testkit::conformance::{
    Ability, Host, InMemory, Outcome, Thing, Things, names, outcome, run,
};

/// Files in memory; no links, no modes, no identities.
struct Files {
    memory: MemoryWorkspace,
    is_honest: bool,
}

/// The host, and whether its workspace says what it cannot do.
struct Plain {
    is_honest: bool,
}

const PLAIN: Plain = Plain { is_honest: true };

patch_testkit::conformance_tests!(PLAIN);

impl Host for Plain {
    type Workspace = Files;
    type Ground = ();

    fn has(&self, _: Ability) -> bool {
        false
    }

    fn open(&self, things: &Things) -> (Files, ()) {
        let is_plain = |thing| matches!(thing, &Thing::File { executable: false, .. });
        assert!(things.0.values().all(is_plain), "nothing else was declared: {things}");
        (Files { memory: InMemory.open(things).0, is_honest: self.is_honest }, ())
    }

    fn things(&self, workspace: &Files, (): &()) -> Things {
        InMemory.things(&workspace.memory, &())
    }

    fn change_to(&self, workspace: &mut Files, (): &mut (), things: &Things) {
        *workspace = self.open(things).0;
    }
}

impl Workspace for Files {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        WorkspacePath::new(0, path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        let executable = !self.is_honest;
        Ok(self.memory.entry(path)?.map(|entry| Entry { id: None, executable, ..entry }))
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        self.memory.follow(path)
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        self.memory.read_link(path)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        self.memory.read(path, limit)
    }

    fn commit(&mut self, changes: &[Change], durability: Durability) -> Result<(), WorkspaceError> {
        let mut plain = changes.to_vec();
        if !self.is_honest {
            plain.retain(|change| !matches!(change.effect, Effect::Symlink { .. }));
        }
        for change in &mut plain {
            match &mut change.effect {
                Effect::Symlink { .. } => {
                    let path = change.path.as_bstr();
                    let rule = "no links are held here";
                    return Err(WorkspaceError::new(Code::UnsupportedGitPatchFeature, path, rule));
                }
                Effect::Write { permissions, .. } => permissions.executable = None,
                Effect::Remove => {}
            }
        }
        self.memory.commit(&plain, durability)
    }
}

#[test]
fn who_drops_what_it_cannot_do_is_found() {
    let careless = Plain { is_honest: false };
    for name in ["no_link_is_made", "no_file_is_executable"] {
        let outcome = outcome(&careless, name);
        assert!(matches!(outcome, Outcome::Broken(_)), "{name}: {outcome:?}");
    }
}

#[test]
fn what_does_not_apply_is_reported_with_its_reason() {
    let report = run(&PLAIN);
    report.assert_all_kept();
    assert!(names().eq(report.outcomes.iter().map(|(name, _)| *name)), "every check is reported");
    let because = |name| match report.of(name) {
        Some(Outcome::DoesNotApply { because }) => because.as_str(),
        _ => "it applies",
    };
    assert_eq!(because("link_targets_are_read_as_written"), "the host has not symbolic links");
    assert_eq!(because("a_hold_keeps_others_out"), "the host has not other committers");
    assert_eq!(because("no_link_is_made"), "it applies");
    let shown = report.to_string();
    assert!(shown.contains("-       names_are_bytes: the host has not names of any bytes\n"));
    assert!(shown.contains("kept    a_commit_makes_all_its_changes\n"), "{shown}");

    let report = run(&InMemory);
    let Some(Outcome::DoesNotApply { because }) = report.of("no_link_is_made") else {
        panic!("{report}");
    };
    assert_eq!(because, "the host has symbolic links");
}
