//! A workspace over time: patches are applied, in part and whole, and taken back, others write, steps fail, the program
//! is killed and recovers. After each step the files are those of the reference.
//!
//! A few short histories in an ordinary run; `cargo xtask proptest` has more, and longer ones.

#[expect(dead_code, reason = "what a failure says is that of the state machine here")]
mod kept;

use patch_fs::faults::{Means, Threads};
use patch_testkit::history::{Action, Deed, Reference};
use patch_testkit::oracles::transaction::{Ground, World};
use patch_testkit::strategies;
use proptest::prelude::*;
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
