"""The tools app."""

from django.apps import AppConfig
from django.conf import settings

from kingdom.contracts.identity import identity_grants_extend
from kingdom.events.tool_events import TOOL_ADDRESSES
from kingdom.tools.mcp.servers import server_address
from kingdom.tools.registry.tool_grants import tool_grants_parse


class ToolsConfig(AppConfig):
    """The tools of agents, the permission gate and the receipts."""

    name = "kingdom.tools"
    label = "tools"
    verbose_name = "Tools"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Add the operator's grants of package tools to the identity law, and the servers' addresses to the events."""
        identity_grants_extend(tool_grants_parse(settings.KINGDOM.tool_grants))
        if server_address not in TOOL_ADDRESSES:
            TOOL_ADDRESSES.append(server_address)
            TOOL_ADDRESSES.append(_added_address)


def _added_address(tool_id: str) -> str:
    """Return the URL of an added server's tool. Its module needs the models, which are there once the apps are."""
    from kingdom.tools.mcp.added_tools import added_address  # noqa: PLC0415

    return added_address(tool_id)
