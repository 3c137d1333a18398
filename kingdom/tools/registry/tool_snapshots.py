"""Stores tool declarations by digest.

A session's state is rebuilt with the declarations of its time, not with today's registry.
"""

from collections.abc import Sequence
from dataclasses import asdict

from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.model import ToolDeclaration
from kingdom.core.errors import NotFound
from kingdom.tools.models import ToolSnapshot
from kingdom.tools.registry.tool_registry import declarations


def tool_snapshot_store(
    agent_id: str, ceiling: frozenset[str] | None = None, kernel_tools: Sequence[ToolDeclaration] = ()
) -> str:
    """Store an agent's present tool declarations, once for all sessions with the same ones, and return their digest.

    ``ceiling`` are the tools that it may hold at most, None for no bound. ``kernel_tools`` are declared, too: requests
    that the kernel answers, and no gate.
    """
    declared = [asdict(declaration) for declaration in (*declarations(agent_id, ceiling), *kernel_tools)]
    snapshot = ToolSnapshot(digest=json_digest(declared), declarations=declared)
    ToolSnapshot.objects.bulk_create([snapshot], ignore_conflicts=True)
    return snapshot.digest


def tool_snapshot_load(digest: str) -> tuple[ToolDeclaration, ...]:
    """Return the declarations of a digest. Raises NotFound."""
    snapshot = ToolSnapshot.objects.filter(pk=digest).first()
    if snapshot is None:
        raise NotFound("The tool declarations of this session no longer exist, so its log cannot be read.")
    return tuple(ToolDeclaration(**declaration) for declaration in snapshot.declarations)
