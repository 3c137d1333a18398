"""Writes the reference page of the tools from the registry."""

import json
from collections.abc import Mapping
from typing import Any

from kingdom.contracts.identity import BASELINE, Identity, mandatory_tool, provision
from kingdom.tools.base import Tool
from kingdom.tools.registry.tool_registry import LIBRARY

PAGE_HEADER = """# Tools

The tools of agents. The kernel alone grants tools: the identity law (`kingdom/contracts/identity.py`) lists the tools
of each identity. A request by a model, a manifest or a spec for more is never read. A tool that the law does not
list, shipped or from an installed package, is granted to no agent: every call of it is refused and recorded.
`archon.http.request` reaches only hosts that the specialist declares and its owner has approved; permission rules use
the same name for requests that a handler's code sends by `ctx.http`. `archon.memory.*` is the session's working
memory.

The gate checks the whole batch before any call runs, in this order: known tool, granted tool, arguments by schema,
rate limit, content scan, permission. One refused call refuses its batch. Every call leaves a receipt (`GET
/api/v1/tool-receipts/`). The Guardian reviews what is written, and a file keeps its versions (`GET
/api/v1/conversations/{id}/files/versions/`, `…/diff/`, `POST …/restore/`). Results have `success`, and `error` when
it is false; a refusal is `{success: false, message: "Permission denied for <tool>", denied: true}`, an unknown tool
`{success: false, message: "Unknown tool: <name>", error: true}`. The seconds are the time of one call;
`archon.exec.python` may wait up to `KINGDOM_SANDBOX_WAIT_S` for a free sandbox before. This page is written by `make
docs`.

| tool | side effect | granted to | calls a minute | seconds |
|---|---|---|---|---|
"""


def tools_reference_page() -> str:
    """Return the page in Markdown: a table of the shipped tools, then the arguments and result of each."""
    tools = sorted((kind() for kind in LIBRARY), key=lambda tool: tool.id)
    return PAGE_HEADER + "".join(_row(tool) for tool in tools) + "\n" + "\n".join(_section(tool) for tool in tools)


def _row(tool: Tool) -> str:
    link = f"[`{tool.id}`](#{tool.id.replace('.', '')})"
    return f"| {link} | {tool.side} | {_holders(tool.id)} | {tool.per_minute} | {tool.seconds:g} |\n"


def _holders(name: str) -> str:
    if name in BASELINE:
        return "every agent"
    identities = [
        f"`{identity}_`" + (" (mandatory)" if mandatory_tool(f"{identity}_x") == name else "")
        for identity in Identity
        if name in provision(f"{identity}_x")
    ]
    return ", ".join(identities) or "no agent"


def _section(tool: Tool) -> str:
    return (
        f"## {tool.id}\n\n{tool.description}\n\nArguments:\n\n{_schema(tool.args)}\nResult:\n\n{_schema(tool.result)}"
    )


def _schema(schema: Mapping[str, Any]) -> str:
    return f"```json\n{json.dumps(schema, indent=2, ensure_ascii=False)}\n```\n"
