//! `schema`: prints the JSON Schemas of inputs and outputs.

use patch_parse::Code;
use patch_tools::schema;

use super::tools::pretty;
use crate::exit::Exit;
use crate::report::{Report, Text, Trouble};
use crate::tool_args::SchemaArgs;

/// One schema, or the names of all.
pub(crate) fn run(args: &SchemaArgs) -> Result<Report, Trouble> {
    let schemas = schema::all();
    let Some(name) = &args.name else {
        let names = schemas.keys().flat_map(|name| [name.as_bytes(), b"\n"].concat());
        return Ok(Report::new(Exit::Done, Text::Raw(names.collect())));
    };
    let schema = schemas.get(name.as_str()).ok_or_else(|| {
        let message = format!("there is no schema {name:?}");
        Trouble::new(Code::InvalidArgs, message, "`acp-patch schema` lists the names.")
    })?;
    Ok(Report::new(Exit::Done, Text::Raw(pretty(schema))))
}
