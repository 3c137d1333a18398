"""What sessions' models were told of their tools: a log is folded with what it was made with, whatever the registry says now."""

from dataclasses import asdict

from kingdom.contracts.canonical import json_digest
from kingdom.contracts.model import ToolDeclaration
from kingdom.core.errors import NotFound
from kingdom.tools.models import ToolSnapshot
from kingdom.tools.registry.tool_registry import declarations


def tool_snapshot_store(agent_id: str) -> str:
    """Store what an agent's model is told of today, once for all sessions that are told the same, and return its digest."""
    told = [asdict(one) for one in declarations(agent_id)]
    kept = ToolSnapshot(digest=json_digest(told), declarations=told)
    ToolSnapshot.objects.bulk_create([kept], ignore_conflicts=True)
    return kept.digest


def tool_snapshot_load(known: str) -> tuple[ToolDeclaration, ...]:
    """Return the declarations of a digest. Raises NotFound."""
    found = ToolSnapshot.objects.filter(pk=known).first()
    if found is None:
        raise NotFound("What this session's model was told of its tools is gone, so its log cannot be read.")
    return tuple(ToolDeclaration(**one) for one in found.declarations)
