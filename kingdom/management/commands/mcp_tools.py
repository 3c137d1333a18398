"""``manage.py mcp_tools [--accept DIGEST]``: what the listed MCP servers declare, compared with what was accepted."""

import json
from collections.abc import Mapping
from textwrap import indent
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.contracts.formats.canonical import json_digest
from kingdom.core.background.event_loop import run_async
from kingdom.core.errors import KingdomError
from kingdom.doors.terminal.safe_text import REPLACEMENT, terminal_text
from kingdom.tools.mcp.connection import tools_list
from kingdom.tools.mcp.mcp_tool import declaration_refusal, tool_id
from kingdom.tools.mcp.servers import McpServer, declarations_read, declarations_write, mcp_servers


class Command(BaseCommand):
    """Declarations have an effect only once they are accepted, in processes that start afterwards."""

    help = "Show what the tools of the listed MCP servers are now; with --accept use them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--accept``."""
        message = "use the declarations of this digest, which the command shows, from the next start on"
        parser.add_argument("--accept", metavar="DIGEST", help=message)

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Read each server and print the differences; accept the declarations if they are still those of the digest."""
        try:
            found = [(server, run_async(tools_list, server)) for server in mcp_servers()]
            for server, declared in found:
                for line in _differences(server, declared):
                    self.stdout.write(line)
            digest = json_digest([[server.name, server.url, declared] for server, declared in found])
            if options["accept"] is None:
                self.stdout.write(f"Read what is above; then accept it: manage.py mcp_tools --accept {digest}")
                return
            if options["accept"] != digest:
                raise CommandError(
                    f"Nothing is accepted: the servers declare {digest} now. Read what is above; then accept that."
                )
            for server, declared in found:
                declarations_write(server, declared)
        except KingdomError as error:
            raise CommandError(error.message) from error
        self.stdout.write("Accepted. Restart Kingdom; KINGDOM_TOOL_GRANTS grants a tool to an identity.")


def _differences(server: McpServer, declared: list[dict[str, Any]]) -> list[str]:
    known: Mapping[str, Any] = {one["name"]: one for one in declarations_read(server)}
    lines = []
    for one in declared:
        before = known.get(one["name"])
        state = "new" if before is None else "as accepted" if before == one else "CHANGED"
        refusal = declaration_refusal(one)
        lines.append(f"{_shown_id(server, one['name'])}: {state}{f' (left out: {refusal})' if refusal else ''}")
        if before != one:
            arguments = json.dumps(one["args"], indent=2, ensure_ascii=False)
            lines.append(indent(terminal_text(f"{one['description']}\n{arguments}"), "    ", lambda _: True))
    gone = set(known) - {one["name"] for one in declared}
    return [*lines, *(f"{_shown_id(server, name)}: no longer there" for name in sorted(gone))]


def _shown_id(server: McpServer, name: str) -> str:
    """Return the id of a tool in one line."""
    return terminal_text(tool_id(server, name)).replace("\n", REPLACEMENT)
