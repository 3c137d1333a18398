"""The reference page of the tools, out of the registry itself."""

import json
from collections.abc import Mapping
from typing import Any

from kingdom.contracts.identity import BASELINE, Identity, mandatory_tool, provision
from kingdom.tools.base import Tool
from kingdom.tools.registry.tool_registry import LIBRARY

PAGE_HEADER = """# Tools

What agents can ask for. The kernel alone decides who holds a tool: the identity law (`kingdom/contracts/identity.py`) names the tools of
each identity, and what a model, a manifest or a spec asks for is never read for it. A tool that the law does not name, whether it is one
of these or an installed package's, is held by nobody: every call of it is refused and recorded. `archon.http.request` reaches only
hosts that the specialist declares and its owner has approved; it is also the name under which rules judge what a handler's code sends by
`ctx.http`. `archon.memory.*` are the session's own working memory.

Each call passes the gate in this order, the whole batch before anything runs: known, held, arguments by schema, rate limit, content scan,
permission. One refused call refuses its batch. Every call leaves a receipt (`GET /api/v1/tool-receipts/`). What is written passes the
Guardian, and a file keeps its versions (`GET /api/v1/conversations/{id}/files/versions/`, `…/diff/`, `POST …/restore/`). Results carry
`success`, and `error` when it is false; a refusal is `{success: false, message: "Permission denied for <tool>", denied: true}`, an
unknown tool `{success: false, message: "Unknown tool: <name>", error: true}`. This page is written by `make docs`.

| tool | side effect | held by | a minute | seconds |
|---|---|---|---|---|
"""


def tools_reference_page() -> str:
    """Return the page in Markdown: a table of the shipped tools, then each with its arguments and result."""
    tools = sorted((kind() for kind in LIBRARY), key=lambda tool: tool.id)
    return PAGE_HEADER + "".join(_row(tool) for tool in tools) + "\n" + "\n".join(_section(tool) for tool in tools)


def _row(tool: Tool) -> str:
    return f"| [`{tool.id}`](#{tool.id.replace('.', '')}) | {tool.side} | {_holders(tool.id)} | {tool.per_minute} | {tool.seconds:g} |\n"


def _holders(name: str) -> str:
    if name in BASELINE:
        return "every agent"
    named = [
        f"`{one}_`" + (" (mandatory)" if mandatory_tool(f"{one}_x") == name else "")
        for one in Identity
        if name in provision(f"{one}_x")
    ]
    return ", ".join(named) or "nobody"


def _section(tool: Tool) -> str:
    return (
        f"## {tool.id}\n\n{tool.description}\n\nArguments:\n\n{_schema(tool.args)}\nResult:\n\n{_schema(tool.result)}"
    )


def _schema(schema: Mapping[str, Any]) -> str:
    return f"```json\n{json.dumps(schema, indent=2, ensure_ascii=False)}\n```\n"
