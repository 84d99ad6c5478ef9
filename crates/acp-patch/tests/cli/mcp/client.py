"""Drives the server with the package `mcp`, which checks what it gets against the schemas it was told."""

import asyncio
import sys
from pathlib import Path

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

PROGRAM, ROOT = sys.argv[1], Path(sys.argv[2])
FIX = "--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-old\n+new\n"


async def list_roots(context):
    return types.ListRootsResult(roots=[types.Root(uri=ROOT.resolve().as_uri())])


def field(value, *names):
    """A field by its name in either major version of the package."""
    for name in names:
        if hasattr(value, name):
            return getattr(value, name)
    raise AttributeError(names)


async def run(session):
    await session.initialize()
    tools = (await session.list_tools()).tools
    assert [tool.name for tool in tools] == ["apply_patch", "diff", "check_patch", "undo"], tools
    for tool in tools:
        assert field(tool, "outputSchema", "output_schema")["type"] == "object", tool

    async def call(name, arguments, is_error=False):
        result = await session.call_tool(name, arguments)
        assert bool(field(result, "isError", "is_error")) is is_error, result
        return field(result, "structuredContent", "structured_content"), result.content[0].text

    checked, text = await call("check_patch", {"patch": FIX})
    assert checked["receipt"]["committed"] is False, checked
    assert text == "Fits, nothing was written:\nM x.txt (+1 -1)\n", text
    applied, text = await call("apply_patch", {"patch": FIX, "request_id": "1"})
    receipt_id = applied["receipt_id"]
    assert text == f"Applied:\nM x.txt (+1 -1)\nreceipt_id: {receipt_id}\n", text
    assert (ROOT / "x.txt").read_text() == "new\n"
    again, _ = await call("apply_patch", {"patch": FIX, "request_id": "1"})
    assert again == applied, again
    difference, text = await call("diff", {"path_a": "x.txt", "path_b": "y.txt"})
    assert difference["diff"] == text == "--- x.txt\n+++ y.txt\n@@ -1 +1 @@\n-new\n+other\n", text
    refused, text = await call("apply_patch", {"patch": FIX.replace("x.txt", "../x.txt")}, True)
    assert refused["error"]["code"] == "path_escape", refused
    undone, _ = await call("undo", {"receipt_id": receipt_id})
    assert undone["receipt"]["committed"] is True, undone
    assert (ROOT / "x.txt").read_text() == "old\n"


async def main():
    server = StdioServerParameters(command=PROGRAM, args=["mcp", "--root", str(ROOT)])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write, list_roots_callback=list_roots) as session:
            await run(session)
    print("all is as it should be")


asyncio.run(main())
