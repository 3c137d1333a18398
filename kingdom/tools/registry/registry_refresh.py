"""Brings this process's registry up to date with the MCP servers that admins added, and with what they granted."""

from django.conf import settings

from kingdom.contracts.identity import Identity, identity_grants_extend
from kingdom.tools.mcp.added_tools import added_grants, added_tools_load
from kingdom.tools.registry.tool_grants import tool_grants_parse
from kingdom.tools.registry.tool_registry import all_tools


def added_tools_refresh() -> bool:
    """Read the added tools and their grants if they have changed; return whether they have. Blocking."""
    if not added_tools_load():
        return False
    all_tools.cache_clear()
    by_settings, by_admins = tool_grants_parse(settings.KINGDOM.tool_grants), added_grants()
    nothing = frozenset[str]()
    identity_grants_extend(
        {
            identity: granted
            for identity in Identity
            if (granted := by_settings.get(identity, nothing) | by_admins.get(identity, nothing))
        }
    )
    return True
