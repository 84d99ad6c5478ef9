//! The tools of one session: registration and calls.

use std::fmt;
use std::sync::Arc;

use acp_diff_types::AbsolutePath;
use patch_apply::{ApplyOptions, ContentHash, Workspace};
use patch_parse::{Code, Format};
use serde_json::Value;

use super::access::{Capabilities, Unrestricted};
use super::applied::Applied;
use super::apply_patch::{APPLY_PATCH, CHECK_PATCH, Ground, Mode};
use super::arguments::{Spec, shortened};
use super::diff::{DIFF, MOST_DIFF, diff};
use super::output::ToolOutput;
use super::refused::{Refused, ToolError};
use super::sent::Call;
use super::session::{Known, Session, TakenBack};
use super::undo::{self, UNDO};
use super::watch::{Unwatched, Watch};
use super::whole::wait_until_whole;

/// What a call of a registered tool runs: it gets the session, the arguments, and the watcher.
pub type Handler<W> = fn(&mut Tools<W>, &Value, &dyn Watch) -> ToolOutput;

/// The tools that a session has, over one workspace.
///
/// # Examples
///
/// ```
/// use acp_diff_types::AbsolutePath;
/// use patch_apply::MemoryWorkspace;
/// use patch_tools::tool::{Tools, register_builtin_tools};
/// use serde_json::json;
///
/// let files = MemoryWorkspace::from_files([("greeting.txt", "hello\n")])?;
/// let mut tools = Tools::new(files, AbsolutePath::new("/repo")?);
/// assert_eq!(register_builtin_tools(&mut tools), ["Diff", "ApplyPatch"]);
///
/// let patch = "--- a/greeting.txt\n+++ b/greeting.txt\n@@ -1 +1 @@\n-hello\n+goodbye\n";
/// let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
/// assert!(answer.text().starts_with("Applied:\nM greeting.txt (+1 -1)\nreceipt_id: r1-"));
/// assert_eq!(tools.workspace().contents("greeting.txt"), Some(b"goodbye\n".as_slice()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tools<W> {
    workspace: W,
    root: AbsolutePath,
    capabilities: Box<dyn Capabilities + Send + Sync>,
    options: ApplyOptions,
    format: Format,
    most_diff: usize,
    registered: Vec<(&'static str, Handler<W>)>,
    session: Session,
}

impl<W: fmt::Debug> fmt::Debug for Tools<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.registered.iter().map(|(name, _)| name).collect();
        f.debug_struct("Tools")
            .field("workspace", &self.workspace)
            .field("root", &self.root)
            .field("registered", &names)
            .finish_non_exhaustive()
    }
}

/// Registers the tools of this crate and returns their names: `Diff` and `ApplyPatch`.
pub fn register_builtin_tools<W: Workspace>(tools: &mut Tools<W>) -> Vec<&'static str> {
    tools.register(DIFF.name, Tools::run_diff);
    tools.register(APPLY_PATCH.name, Tools::run_apply_patch);
    vec![DIFF.name, APPLY_PATCH.name]
}

impl<W: Workspace> Tools<W> {
    /// A session without tools, over files that a client knows below `root`. Its caller may do
    /// everything that the workspace allows.
    pub fn new(workspace: W, root: AbsolutePath) -> Self {
        Self {
            workspace,
            root,
            capabilities: Box::new(Unrestricted),
            options: ApplyOptions::default(),
            format: Format::Unified,
            most_diff: MOST_DIFF,
            registered: Vec::new(),
            session: Session::default(),
        }
    }

    /// Sets what the caller may do.
    #[must_use]
    pub fn capabilities(mut self, capabilities: impl Capabilities + Send + Sync + 'static) -> Self {
        self.capabilities = Box::new(capabilities);
        self
    }

    /// Sets how patches are applied; the default is the `agent` contract.
    #[must_use]
    pub fn options(mut self, options: ApplyOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets the format that the model was told of; the default is unified. Both are accepted; a
    /// text that is no patch at all is refused in the terms of this one.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Sets the largest diff, in bytes, that the tool `Diff` answers with; at most [`MOST_DIFF`].
    /// Every byte costs tokens, and many hosts cut a long answer blindly, or fail the call.
    #[must_use]
    pub fn most_diff(mut self, bytes: usize) -> Self {
        self.most_diff = bytes;
        self
    }

    /// Keeps no receipts and names none: for a session of a single call, after which nothing could
    /// be taken back.
    #[must_use]
    pub fn without_undo(mut self) -> Self {
        self.session.keep_nothing();
        self
    }

    /// The files.
    pub fn workspace(&self) -> &W {
        &self.workspace
    }

    /// The files, for a host that changes them as well.
    pub fn workspace_mut(&mut self) -> &mut W {
        &mut self.workspace
    }

    /// Registers a tool, in place of one of the same name.
    pub fn register(&mut self, name: &'static str, handler: Handler<W>) {
        self.registered.retain(|(registered, _)| *registered != name);
        self.registered.push((name, handler));
    }

    /// The names of the tools, in the order of their registration.
    pub fn names(&self) -> Vec<&'static str> {
        self.registered.iter().map(|(name, _)| *name).collect()
    }

    /// Calls a tool by its name.
    ///
    /// A tool that is not granted is `tool_denied`, one that is not registered `invalid_args`.
    /// Errors are reported in the answer.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Arc<ToolOutput> {
        self.call_watched(name, arguments, &Unwatched)
    }

    /// The same, watched.
    pub fn call_watched(
        &mut self,
        name: &str,
        arguments: &Value,
        watch: &dyn Watch,
    ) -> Arc<ToolOutput> {
        let found = self.registered.iter().find(|(registered, _)| *registered == name);
        let Some((_, handler)) = found.copied() else {
            return refused(no_such_tool(name, &self.names()));
        };
        if let Err(error) = self.check_grant(name) {
            return if name == DIFF.name { not_read(error) } else { refused(error) };
        }
        if name == APPLY_PATCH.name {
            return self.once(arguments, |tools| handler(tools, arguments, watch));
        }
        Arc::new(handler(self, arguments, watch))
    }

    /// Reports what `ApplyPatch` would do, without writing. It needs the same grants, and takes only
    /// the patch: a call that changes nothing needs no `request_id`.
    pub fn check_patch(&mut self, arguments: &Value) -> Arc<ToolOutput> {
        self.check_patch_watched(arguments, &Unwatched)
    }

    /// The same, watched.
    pub fn check_patch_watched(&mut self, arguments: &Value, watch: &dyn Watch) -> Arc<ToolOutput> {
        if let Err(error) = self.check_grant(APPLY_PATCH.name) {
            return refused(error);
        }
        let call = match Call::read(arguments, &CHECK_PATCH, &self.root) {
            Ok(call) => call,
            Err(error) => return refused(error),
        };
        if let Err(error) = wait_until_whole(&self.workspace, watch) {
            return refused(error);
        }
        let options = self.options.clone();
        let checked = self.ground(&options, watch).apply(&call.patch, Mode::Check);
        Arc::new(checked.map(|checked| Applied { notes: call.notes, ..checked }).into())
    }

    /// Takes back what an `ApplyPatch` of this session did. It needs the same grants.
    ///
    /// A file that is no longer as the receipt left it is `stale_file`, and nothing is changed.
    pub fn undo(&mut self, arguments: &Value) -> Arc<ToolOutput> {
        self.undo_watched(arguments, &Unwatched)
    }

    /// The same, watched.
    pub fn undo_watched(&mut self, arguments: &Value, watch: &dyn Watch) -> Arc<ToolOutput> {
        match self.kept(arguments) {
            Ok(kept) => {
                let options = undo::options(&kept, &self.options);
                let undone = undo::undo(&mut self.ground(&options, watch), &kept);
                Arc::new(self.remembered(undone.into(), Some(&kept.id)))
            }
            Err(error) => refused(error),
        }
    }

    fn kept(&self, arguments: &Value) -> Result<super::session::Kept, ToolError> {
        self.check_grant(APPLY_PATCH.name)?;
        let id = undo::receipt_id(arguments)?;
        match self.session.receipt(id) {
            Some(kept) if kept.is_taken_back => Err(undo::taken_back(id)),
            Some(kept) => Ok(kept.clone()),
            None => Err(undo::unknown(id)),
        }
    }

    fn run_diff(&mut self, arguments: &Value, watch: &dyn Watch) -> ToolOutput {
        let compared =
            diff(arguments, &mut self.workspace, &*self.capabilities, watch, self.most_diff);
        compared.map_err(Refused::Read).into()
    }

    fn run_apply_patch(&mut self, arguments: &Value, watch: &dyn Watch) -> ToolOutput {
        let call = match Call::read(arguments, &APPLY_PATCH, &self.root) {
            Ok(call) => call,
            Err(error) => return Err::<Applied, _>(error.into()).into(),
        };
        let options = self.options.clone();
        let applied = self.ground(&options, watch).apply(&call.patch, Mode::Commit);
        let applied = applied.map(|applied| Applied { notes: call.notes, ..applied });
        self.remembered(applied.into(), None)
    }

    /// Applies a named call once: a repeated call gets the same answer. After a refusal, which
    /// changed nothing, the call is made again.
    fn once(
        &mut self,
        arguments: &Value,
        run: impl FnOnce(&mut Self) -> ToolOutput,
    ) -> Arc<ToolOutput> {
        let call = Call::read(arguments, &APPLY_PATCH, &self.root).ok();
        let named = call.and_then(|call| {
            Some((call.request_id?.into_owned(), ContentHash::of(call.patch.as_bytes())))
        });
        let Some((id, asked)) = named else {
            return Arc::new(run(self));
        };
        match self.session.known(&id, asked) {
            Known::Answered(answer, TakenBack(false)) => answer,
            Known::Answered(answer, TakenBack(true)) => taken_back(answer),
            Known::Made(taken_back) => refused(made_before(taken_back)),
            Known::Other => {
                let message = "another patch was sent under this `request_id`; give each its own";
                refused(ToolError::invalid_args(message))
            }
            Known::New => {
                let mut output = run(self);
                output.let_contents_go();
                let answer = Arc::new(output);
                if !answer.is_error() {
                    self.session.answer(&id, asked, &answer);
                }
                answer
            }
        }
    }

    /// Names what was written; `undoes` is the receipt that it took back.
    fn remembered(&mut self, mut output: ToolOutput, undoes: Option<&str>) -> ToolOutput {
        if let ToolOutput::Applied(applied) = &mut output {
            self.session.keep(applied, undoes);
        }
        output
    }

    fn ground<'h>(&'h mut self, options: &'h ApplyOptions, watch: &'h dyn Watch) -> Ground<'h, W> {
        Ground {
            workspace: &mut self.workspace,
            root: &self.root,
            capabilities: &*self.capabilities,
            watch,
            options,
            told: self.format,
        }
    }

    fn check_grant(&self, tool: &str) -> Result<(), ToolError> {
        if self.capabilities.tool_grants(tool) {
            return Ok(());
        }
        Err(ToolError::new(Code::ToolDenied, format!("the tool {tool} is not granted")))
    }
}

/// The earlier answer, with a note that its effect was taken back.
fn taken_back(answer: Arc<ToolOutput>) -> Arc<ToolOutput> {
    match &*answer {
        ToolOutput::Applied(applied) => {
            let applied = Applied { taken_back: true, ..(**applied).clone() };
            Arc::new(ToolOutput::Applied(Box::new(applied)))
        }
        _ => answer,
    }
}

/// Why a named call is not made again if its answer was too large to be kept.
fn made_before(TakenBack(is_taken_back): TakenBack) -> ToolError {
    let since = if is_taken_back { ", and taken back since" } else { "" };
    let message =
        format!("this call was made before and took effect{since}; its answer is not kept");
    ToolError::new(Code::AlreadyApplied, message)
        .hint("To make the change again, send it under another `request_id`.")
}

fn refused(error: ToolError) -> Arc<ToolOutput> {
    Arc::new(Refused::from(error).into())
}

fn not_read(error: ToolError) -> Arc<ToolOutput> {
    Arc::new(Refused::Read(error).into())
}

fn no_such_tool(name: &str, names: &[&str]) -> ToolError {
    let tools = match names {
        [] => "there is none".to_owned(),
        [one] => format!("the only tool is {one}"),
        [before @ .., last] => format!("the tools are {} and {last}", before.join(", ")),
    };
    let message = format!("there is no tool `{}`; {tools}", shortened(name));
    ToolError::invalid_args(message).hint("Call one of these tools.")
}

/// The tools of this crate, with those that a session offers besides the registered ones.
pub const SPECS: &[Spec] = &[DIFF, APPLY_PATCH, CHECK_PATCH, UNDO];
