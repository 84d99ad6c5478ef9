//! `recover`: what an interrupted commit left is made whole.

use patch_fs::{DirWorkspace, Recovery};
use patch_parse::Format;

use crate::answer::Answer;
use crate::args::RecoverArgs;
use crate::exit::Exit;
use crate::report::{Report, Text, Trouble};

/// Takes an interrupted commit back, or clears away behind one that was done.
pub(crate) fn run(args: &RecoverArgs) -> Result<Report, Trouble> {
    let workspace = DirWorkspace::open(&args.root).map_err(|error| {
        Trouble::new(error.code, error.to_string(), "Give a directory as --root.")
    })?;
    let recovery = workspace.recover().map_err(|error| {
        Trouble::new(error.code, error.to_string(), error.code.hint(Format::Unified))
    })?;
    let out = if args.json {
        Text::Raw(Answer::recovered(recovery).to_line())
    } else {
        Text::Styled(format!("{}\n", words(recovery)))
    };
    Ok(Report::new(Exit::Done, out))
}

fn words(recovery: Recovery) -> &'static str {
    match recovery {
        Recovery::Cleared => {
            "cleared away what an interrupted patch had prepared; no file had changed"
        }
        Recovery::RolledBack => "took an interrupted patch back; the files are as before it",
        Recovery::RolledForward => "an interrupted patch was complete; cleared away behind it",
        _ => "nothing to recover",
    }
}
