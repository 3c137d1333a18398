"""``manage.py mcp_tools [--accept]``: what the listed MCP servers declare, compared with what was accepted."""

from collections.abc import Mapping
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.tools.mcp.connection import tools_list
from kingdom.tools.mcp.mcp_tool import declaration_refusal, tool_id
from kingdom.tools.mcp.servers import McpServer, declarations_read, declarations_write, mcp_servers


class Command(BaseCommand):
    """Declarations have an effect only once they are accepted, in processes that start afterwards."""

    help = "Show what the tools of the listed MCP servers are now; with --accept use them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--accept``."""
        parser.add_argument("--accept", action="store_true", help="use these declarations from the next start on")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Read each server, print the differences, and accept them if asked to."""
        try:
            for server in mcp_servers():
                declared = async_to_sync(tools_list)(server)
                for line in _differences(server, declared):
                    self.stdout.write(line)
                if options["accept"]:
                    declarations_write(server, declared)
        except KingdomError as error:
            raise CommandError(error.message) from error
        if options["accept"]:
            self.stdout.write("Accepted. Restart Kingdom; KINGDOM_TOOL_GRANTS grants a tool to an identity.")


def _differences(server: McpServer, declared: list[dict[str, Any]]) -> list[str]:
    known: Mapping[str, Any] = {one["name"]: one for one in declarations_read(server)}
    lines = []
    for one in declared:
        before = known.get(one["name"])
        state = "new" if before is None else "as accepted" if before == one else "CHANGED"
        refusal = declaration_refusal(one)
        lines.append(f"{tool_id(server, one['name'])}: {state}{f' (left out: {refusal})' if refusal else ''}")
    gone = set(known) - {one["name"] for one in declared}
    return [*lines, *(f"{tool_id(server, name)}: no longer there" for name in sorted(gone))]
