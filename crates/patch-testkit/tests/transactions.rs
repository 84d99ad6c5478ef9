//! A workspace over time: patches are applied, in part and whole, and taken back, others write,
//! steps fail, the program is killed and recovers. After each step the files are those of the
//! reference.
//!
//! A few short histories in an ordinary run; `cargo xtask proptest` has more, and longer ones.

#[expect(dead_code, reason = "what a failure says is that of the state machine here")]
mod kept;

use patch_fs::faults::{Means, Threads};
use patch_testkit::history::{Action, Deed, How, Reference, Trouble};
use patch_testkit::oracles::transaction::{Came, Ground, World};
use patch_testkit::strategies;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

use kept::config;

prop_state_machine! {
    // Each history makes a folder on disk and changes it many times.
    #![proptest_config(config(8))]

    #[test]
    fn a_workspace_is_what_its_history_makes_it(sequential 1..12 => Workspace);
}

/// The reference, what it is on, and what is to be done next.
#[derive(Clone, Debug)]
struct State {
    reference: Reference,
    ground: Ground,
    deed: Option<Deed>,
}

/// Files that are what the model says.
struct History;

impl ReferenceStateMachine for History {
    type State = State;
    type Transition = Action;

    fn init_state() -> BoxedStrategy<State> {
        let means = prop_oneof![
            // What Linux has.
            3 => Just(Means::Exchange),
            // What others have.
            1 => Just(Means::Link),
            1 => Just(Means::Move),
        ];
        let threads = prop_oneof![3 => Just(Threads::ForMany), 1 => Just(Threads::ForTwo)];
        let ground = (means, threads).prop_map(|(means, threads)| Ground { means, threads });
        let state =
            |((old, _), ground)| State { reference: Reference::new(old), ground, deed: None };
        (strategies::trees(), ground).prop_map(state).boxed()
    }

    fn transitions(_: &State) -> BoxedStrategy<Action> {
        strategies::action().boxed()
    }

    fn apply(mut state: State, action: &Action) -> State {
        state.deed = Some(state.reference.next(action));
        state
    }
}

/// A directory on disk.
struct Workspace;

impl StateMachineTest for Workspace {
    type SystemUnderTest = World;
    type Reference = History;

    fn init_test(state: &State) -> World {
        World::new(&state.reference.now, state.ground)
    }

    fn apply(mut world: World, state: &State, _: Action) -> World {
        state.deed.iter().for_each(|deed| world.perform(deed));
        world
    }

    fn check_invariants(world: &World, state: &State) {
        world.is(&state.reference.now, &state.deed);
    }
}

/// How often each kind of thing happened and had an effect.
#[derive(Debug, Default)]
struct Tally {
    edits: usize,
    applied: usize,
    refused: usize,
    undone: usize,
    in_part: usize,
    disturbed_and_refused: usize,
    disturbed_and_done: usize,
}

impl Tally {
    /// What an action came to, by the files before and after.
    fn add(&mut self, action: &Action, deed: &Deed, state: &State) {
        let Deed::Apply(task) = deed else {
            self.edits += usize::from(matches!(action, Action::Edit(..) | Action::Remove(_)));
            return;
        };
        let is_done = task.after.as_ref().is_some_and(|after| *after != task.before);
        assert!(!is_done || task.after.as_ref() == Some(&state.reference.now));
        let (Action::Apply(_, how) | Action::Undo(how)) = action else { return };
        let counter = match (action, how, &task.trouble) {
            (_, _, Trouble::Disturbed(others)) if *others == task.before => return,
            (_, _, Trouble::Disturbed(_)) if is_done => &mut self.disturbed_and_done,
            (_, _, Trouble::Disturbed(_)) => &mut self.disturbed_and_refused,
            (_, How::InPart(_), _) if is_done => &mut self.in_part,
            (Action::Undo(_), ..) if is_done => &mut self.undone,
            _ if is_done => &mut self.applied,
            _ => &mut self.refused,
        };
        *counter += 1;
    }
}

/// A step that is never reached proves nothing: every kind happens, has an effect, and is the same
/// in every run.
#[test]
fn histories_reach_everything_that_can_happen() {
    let mut runner = TestRunner::deterministic();
    let (mut tally, mut came) = (Tally::default(), Vec::new());
    for _ in 0..40 {
        let histories = History::sequential_strategy(8..12);
        let (mut state, actions, _) = histories.new_tree(&mut runner).unwrap().current();
        let mut world = World::new(&state.reference.now, state.ground);
        for action in &actions {
            state = History::apply(state, action);
            let Some(deed) = &state.deed else { continue };
            tally.add(action, deed, &state);
            world.perform(deed);
            world.is(&state.reference.now, deed);
        }
        came.push(world.came);
    }
    let Tally { edits, applied, refused, undone, in_part, .. } = tally;
    let happened = [edits, applied, refused, undone, in_part];
    assert!(happened.iter().all(|count| *count > 5), "{tally:?}");
    let disturbed = [tally.disturbed_and_done, tally.disturbed_and_refused];
    assert!(disturbed.iter().all(|count| *count > 0), "{tally:?}");
    let sum = |count: fn(&Came) -> usize| came.iter().map(count).sum::<usize>();
    let struck = [
        sum(|came| came.faults),
        sum(|came| came.killed_before),
        sum(|came| came.killed_after),
        sum(|came| came.killed_recoveries),
    ];
    println!("{tally:?} {struck:?}");
    assert!(struck.iter().all(|count| *count > 0), "{struck:?}");
}
