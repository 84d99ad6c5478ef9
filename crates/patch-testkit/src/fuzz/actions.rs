//! Turns bytes into the history of a tree.

use arbitrary::{Result, Unstructured};
use patch_fs::faults::{Means, Threads};

use crate::Tree;
use crate::arbitrary::{byte, list, number, recipe, text};
use crate::history::{Action, How};
use crate::oracles::transaction::Ground;

/// Steps of a commit that may fail: more than there are.
const STEPS: u8 = 60;

/// A tree, the kind of disk, and up to eight actions.
pub(super) fn history(bytes: &[u8]) -> Result<(Tree, Ground, Vec<Action>)> {
    let bytes = &mut Unstructured::new(bytes);
    let means = [Means::Exchange, Means::Link, Means::Move][usize::from(byte(bytes, 2)?)];
    let threads = [Threads::ForMany, Threads::ForTwo][usize::from(byte(bytes, 1)?)];
    let before = recipe(bytes)?.cook().old;
    Ok((before, Ground { means, threads }, list(bytes, 1, 8, action)?))
}

fn action(bytes: &mut Unstructured<'_>) -> Result<Action> {
    Ok(match byte(bytes, 7)? {
        0 => Action::Edit(number(bytes)?, text(bytes)?),
        1 => Action::Remove(number(bytes)?),
        2 | 3 => Action::Undo(how(bytes)?),
        _ => Action::Apply(recipe(bytes)?, how(bytes)?),
    })
}

fn how(bytes: &mut Unstructured<'_>) -> Result<How> {
    let step = |bytes: &mut Unstructured<'_>| byte(bytes, STEPS).map(usize::from);
    Ok(match byte(bytes, 5)? {
        0 => How::Plainly,
        1 => How::InPart(byte(bytes, 1)? == 1),
        2 => How::Disturbed(number(bytes)?, text(bytes)?),
        3 => How::Faulty(step(bytes)?),
        _ => How::Killed(step(bytes)?, step(bytes)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracles::transaction::check;

    #[test]
    fn any_bytes_are_a_history() {
        for seed in 0..40_u8 {
            let bytes: Vec<u8> = (0..=250_u8).map(|at| at.wrapping_mul(seed | 1) ^ seed).collect();
            let (before, ground, actions) = history(&bytes).unwrap();
            check(&before, ground, &actions);
        }
    }
}
