//! What every [`Workspace`](patch_apply::Workspace) promises, as a suite that a host runs over its
//! own.
//!
//! A [`Host`] defines how to make a workspace with given files, how to see its contents, and what
//! it can do beyond plain files ([`Ability`]). One line makes a test of each promise, named after
//! it:
//!
//! ```
//! use bstr::BString;
//! use patch_apply::{MemoryFile, MemoryWorkspace};
//! use patch_testkit::conformance::{Ability, Host, Thing, Things};
//!
//! /// Files in memory, and nothing but files.
//! struct Plain;
//!
//! impl Host for Plain {
//!     type Workspace = MemoryWorkspace;
//!     type Ground = ();
//!
//!     fn has(&self, ability: Ability) -> bool {
//!         matches!(ability, Ability::Symlinks | Ability::ExecutableBits)
//!     }
//!
//!     fn open(&self, things: &Things) -> (MemoryWorkspace, ()) {
//!         let mut workspace = MemoryWorkspace::new();
//!         for (path, thing) in &things.0 {
//!             let file = match thing.clone() {
//!                 Thing::File { contents, executable } => {
//!                     MemoryFile::Regular { contents: contents.into(), executable }
//!                 }
//!                 Thing::Symlink(target) => MemoryFile::Symlink { target },
//!                 other => unreachable!("{other:?} is asked of those that have it"),
//!             };
//!             workspace.insert_file(path, file).unwrap();
//!         }
//!         (workspace, ())
//!     }
//!
//!     fn things(&self, workspace: &MemoryWorkspace, (): &()) -> Things {
//!         let thing = |file: &MemoryFile| match file.clone() {
//!             MemoryFile::Regular { contents, executable } => {
//!                 Thing::File { contents: contents.into(), executable }
//!             }
//!             MemoryFile::Symlink { target } => Thing::Symlink(target),
//!         };
//!         workspace.files().map(|(path, file)| (BString::from(path), thing(file))).collect()
//!     }
//!
//!     fn change_to(&self, workspace: &mut MemoryWorkspace, (): &mut (), things: &Things) {
//!         *workspace = self.open(things).0;
//!     }
//! }
//!
//! // One test for each promise:
//! patch_testkit::conformance_tests!(Plain);
//!
//! // Or all of them at once, with a report that says what did not apply, and why.
//! let report = patch_testkit::conformance::run(&Plain);
//! report.assert_all_kept();
//! println!("{report}");
//! ```
//!
//! [`InMemory`] and [`OnDisk`] are hosts for the two workspaces of `patch-apply`; an editor over a
//! directory is in `crates/patch-apply/examples/editor`, its host in this crate's
//! `tests/conformance/editor.rs`.
//!
//! A check that needs an ability which the host lacks is not skipped silently: [`run`] reports it
//! as [`Outcome::DoesNotApply`], and the test of the same name prints it. The lack of some
//! abilities is checked too: a workspace without links refuses to make one.
//!
//! **Invariant.** A check relies only on the trait's documentation, not on any workspace.

mod checks;
mod host;
mod hosts;
mod list;
mod report;
mod things;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use host::{Ability, Host, PROTECTED};
pub use hosts::{InMemory, OnDisk, fill, things_below};
pub use report::{Outcome, Report};
pub use things::{Thing, Things};

use list::Check;

/// The names of all checks.
pub fn names() -> impl Iterator<Item = &'static str> {
    list::all::<InMemory>().into_iter().map(|check| check.name)
}

/// Runs every check.
pub fn run<H: Host>(host: &H) -> Report {
    let outcome = |check: Check<H>| (check.name, check.outcome(host));
    Report { outcomes: list::all().into_iter().map(outcome).collect() }
}

/// The result of one check.
///
/// # Panics
///
/// When there is no check of this name.
pub fn outcome<H: Host>(host: &H, name: &str) -> Outcome {
    let check = list::all().into_iter().find(|check| check.name == name);
    check.unwrap_or_else(|| panic!("there is no check `{name}`")).outcome(host)
}

/// Runs one check as a test. Prints why when it does not apply.
///
/// # Panics
///
/// When the workspace breaks the promise, or there is no check of this name.
#[expect(clippy::print_stdout, reason = "a check that does not apply says so")]
pub fn check<H: Host>(host: &H, name: &str) {
    match outcome(host, name) {
        Outcome::Kept => {}
        Outcome::DoesNotApply { because } => println!("{name} does not apply: {because}"),
        Outcome::Broken(how) => panic!("the promise `{name}` is broken: {how}"),
    }
}

impl<H: Host> Check<H> {
    fn outcome(&self, host: &H) -> Outcome {
        if let Some(because) = self.obstacle(host) {
            return Outcome::DoesNotApply { because };
        }
        match catch_unwind(AssertUnwindSafe(|| (self.run)(host))) {
            Ok(()) => Outcome::Kept,
            Err(panic) => Outcome::Broken(message_of(panic.as_ref())),
        }
    }

    /// Why the check does not apply.
    fn obstacle(&self, host: &H) -> Option<String> {
        let lacks = self.with.iter().find(|ability| !host.has(**ability));
        let has = || self.without.iter().find(|ability| host.has(**ability));
        lacks
            .map(|ability| format!("the host has not {ability}"))
            .or_else(|| has().map(|ability| format!("the host has {ability}")))
    }
}

fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
