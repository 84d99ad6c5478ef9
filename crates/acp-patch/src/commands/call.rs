//! `call`: makes one tool call, as an agent does.

use std::path::Path;
use std::sync::Arc;

use patch_apply::ApplyOptions;
use patch_fs::DirWorkspace;
use patch_parse::Code;
use patch_tools::tool::{
    APPLY_PATCH, DIFF, Grant, GrantTable, Refused, ToolError, ToolOutput, Tools,
    register_builtin_tools,
};
use serde_json::Value;

use super::apply::{APPLIED, locate};
use super::root;
use crate::answer::to_line;
use crate::exit::Exit;
use crate::input::read_message;
use crate::report::{Report, Text, Trouble};
use crate::tool_args::{CallArgs, GroundArgs};

/// Calls the tool. Whatever the outcome, the answer is one line of JSON.
pub(crate) fn run(args: &CallArgs) -> Result<Report, Trouble> {
    let tool = own_name(&args.tool);
    let arguments = arguments(args, tool)?;
    let mut tools = tools(&args.ground)?.format(args.format.0);
    let output = match arguments {
        Ok(arguments) => tools.call(tool, &arguments),
        // Whatever the arguments are, they are for no tool.
        Err(_) if !tools.names().contains(&tool) => tools.call(tool, &Value::Null),
        // A model writes the arguments, and must learn of this as of any other mistake in a call.
        Err(error) if tool == DIFF.name => Arc::new(Refused::Read(error).into()),
        Err(error) => Arc::new(Refused::from(error).into()),
    };
    let exit = if output.is_error() { Exit::Refused } else { Exit::Done };
    let is_applied = matches!(&*output, ToolOutput::Applied(applied) if applied.receipt.committed);
    Ok(Report::new(exit, Text::Raw(to_line(&*output))).took_effect(is_applied.then_some(APPLIED)))
}

/// The name of a tool here, where it is that which clients of the Model Context Protocol call.
fn own_name(tool: &str) -> &str {
    match tool {
        "apply_patch" => APPLY_PATCH.name,
        "diff" => DIFF.name,
        tool => tool,
    }
}

/// The built-in tools over a directory. The tool that writes recovers the tree first.
fn tools(ground: &GroundArgs) -> Result<Tools<DirWorkspace>, Trouble> {
    let workspace = root::open(&ground.root)?;
    let table = grants(&workspace, &ground.grants)?.tools([DIFF.name, APPLY_PATCH.name]);
    let mut options = ApplyOptions::default();
    options.durability = ground.fsync.into();
    options.locate = locate(ground.unique);
    let name = root::name(&ground.root);
    let name = name.map_err(|error| Trouble::with_path(&ground.root, error))?;
    let tools = Tools::new(workspace, name).capabilities(table);
    // The session ends with this single call: nothing could be taken back.
    let mut tools = tools.options(options).without_undo();
    register_builtin_tools(&mut tools);
    Ok(tools)
}

/// The grants: those of the command line, or everything if there are none.
fn grants(workspace: &DirWorkspace, grants: &[Grant]) -> Result<GrantTable, Trouble> {
    if grants.is_empty() {
        return Ok(GrantTable::everything());
    }
    GrantTable::new(workspace, grants)
        .map_err(|error| Trouble::new(error.code, error.to_string(), "Grant paths below --root."))
}

/// The arguments: an object, or for `ApplyPatch` the patch itself, as in a freeform tool call.
fn arguments(args: &CallArgs, tool: &str) -> Result<Result<Value, ToolError>, Trouble> {
    let text = match &args.arguments {
        Some(text) if text != "-" => text.clone().into_bytes(),
        _ => read_message(Path::new("-"))?.bytes,
    };
    Ok(arguments_of(tool, &text))
}

/// The arguments in a text.
pub(super) fn arguments_of(tool: &str, text: &[u8]) -> Result<Value, ToolError> {
    let is_freeform = tool == APPLY_PATCH.name && !text.trim_ascii_start().starts_with(b"{");
    if is_freeform {
        let text = std::str::from_utf8(text).map_err(|error| not_read(&error.to_string()));
        return text.map(|text| Value::String(text.to_owned()));
    }
    serde_json::from_slice(text).map_err(|error| not_read(&error.to_string()))
}

fn not_read(error: &str) -> ToolError {
    ToolError::new(Code::InvalidArgs, format!("the arguments are not JSON: {error}")).hint(
        "Send the arguments as one whole JSON object, with line breaks in its strings as `\\n`.",
    )
}
