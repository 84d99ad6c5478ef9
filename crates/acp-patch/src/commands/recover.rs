//! `recover`: completes or takes back an interrupted commit.

use patch_fs::Recovery;

use super::root;
use crate::answer::Answer;
use crate::args::RecoverArgs;
use crate::exit::Exit;
use crate::report::{Report, Text, Trouble};

/// Takes an interrupted commit back, or clears up after one that was complete.
pub(crate) fn run(args: &RecoverArgs) -> Result<Report, Trouble> {
    let recovery = root::recover(&args.root, &root::open(&args.root)?)?;
    let out = if args.json {
        Text::Raw(Answer::recovered(recovery).to_line())
    } else {
        Text::Styled(format!("{}\n", words(recovery)))
    };
    Ok(Report::new(Exit::Done, out))
}

fn words(recovery: Recovery) -> &'static str {
    match recovery {
        // A patch of one file may have changed it.
        Recovery::Cleared => "cleared away what an interrupted patch left; no change is half made",
        Recovery::RolledBack => "took an interrupted patch back; the files are as before it",
        Recovery::RolledForward => "an interrupted patch was complete; cleared away after it",
        Recovery::Nothing => "nothing to recover",
        other => other.as_str(),
    }
}
