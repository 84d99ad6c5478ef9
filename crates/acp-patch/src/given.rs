//! The options that were given.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The names of the fields that the command line sets, and no default.
///
/// It is the first of the fields of a command: each of the others takes its values away.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given(Vec<String>);

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let names = matches.ids().map(clap::Id::as_str);
        let is_given = |name: &&str| matches.value_source(name) == Some(ValueSource::CommandLine);
        Ok(Self(names.filter(is_given).map(str::to_owned).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// It adds no argument of its own.
impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl Given {
    /// Whether the command line sets the field.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.iter().any(|given| given == field)
    }
}
