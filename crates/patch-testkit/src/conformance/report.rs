//! The results of the checks.

use std::fmt;

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The workspace keeps the promise.
    Kept,
    /// The host lacks what the check is about, or has what it requires to be missing.
    DoesNotApply {
        /// Why, as the rest of a sentence about the host.
        because: String,
    },
    /// The workspace breaks the promise, and how.
    Broken(String),
}

/// The results of all checks, in their order.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of each check, and its result.
    pub outcomes: Vec<(&'static str, Outcome)>,
}

impl Report {
    /// The result of the check with this name.
    pub fn of(&self, name: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|(known, _)| *known == name).map(|(_, outcome)| outcome)
    }

    /// The names of the checks that found a promise broken.
    pub fn broken(&self) -> impl Iterator<Item = &'static str> {
        let broken = |outcome: &Outcome| matches!(outcome, Outcome::Broken(_));
        self.outcomes.iter().filter(move |(_, outcome)| broken(outcome)).map(|(name, _)| *name)
    }

    /// Stops the test with the whole report when a promise is broken.
    ///
    /// # Panics
    ///
    /// When one is.
    #[track_caller]
    pub fn assert_all_kept(&self) {
        assert!(self.broken().next().is_none(), "the workspace breaks its promises\n{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, outcome) in &self.outcomes {
            match outcome {
                Outcome::Kept => writeln!(f, "kept    {name}")?,
                Outcome::DoesNotApply { because } => writeln!(f, "-       {name}: {because}")?,
                Outcome::Broken(how) => {
                    writeln!(f, "BROKEN  {name}")?;
                    how.lines().try_for_each(|line| writeln!(f, "        {line}"))?;
                }
            }
        }
        Ok(())
    }
}
