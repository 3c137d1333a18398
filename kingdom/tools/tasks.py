"""Periodic tasks of the tools app. Safe to run twice and to kill."""

import uuid

from celery import shared_task
from django.utils.module_loading import import_string

from kingdom.tools.gate.rate_limits import rate_limits_purge


@shared_task
def rates_purge() -> None:
    """Delete the rate-limit buckets that are full again."""
    rate_limits_purge()


@shared_task
def mcp_server_read(server_id: str) -> None:
    """Read the tools of an MCP server that an admin added."""
    read = import_string("kingdom.tools.mcp.tool_reading.mcp_tools_read")  # by name: the package is large
    read(server_id=uuid.UUID(server_id))
