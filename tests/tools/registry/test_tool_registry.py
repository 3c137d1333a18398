"""The registry: an agent's tools by identity, and tools of installed packages."""

from collections.abc import Mapping
from typing import Any

import pytest

from kingdom.contracts.identity import Identity, provision
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.registry import tool_registry
from kingdom.tools.registry.tool_registry import all_tools, declarations, granted_tools


class Acme(Tool):
    """A tool of another package."""

    id = "acme.crm.read"
    description = "Read."
    args = schema({})
    result = result_schema({})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return success."""
        return {"success": True}


class TestRegistry:
    @pytest.mark.parametrize("identity", sorted(Identity))
    def test_a_model_is_told_of_what_the_gate_lets_through(self, identity: str) -> None:
        declared = {tool.name for tool in declarations(f"{identity}_tester")}
        assert declared == provision(f"{identity}_tester") & set(all_tools())

    def test_grants_only_narrow(self) -> None:
        assert {tool.id for tool in granted_tools("writer_a", frozenset(all_tools()))} == provision("writer_a")
        assert granted_tools("master_a", frozenset()) == ()

    def test_packages_by_entry_point(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Entry:
            def __init__(self, made: object) -> None:
                self.name, self.group, self.dist, self.made = "tool", "kingdom.tools", None, made

            def load(self) -> object:
                if self.made is None:
                    raise ImportError("acme")
                return self.made

        class Duplicate(Acme):
            id = "archon.fs.read"

        shipped = all_tools()  # kept from its first call on: it must not be that of the replaced packs
        monkeypatch.setattr(
            tool_registry, "pack_entries", lambda group: [Entry(one) for one in (Acme, Duplicate, None, "x", Tool)]
        )
        made = tool_registry.all_tools.__wrapped__()
        assert set(made) - set(shipped) == {"acme.crm.read"}
        assert type(made["archon.fs.read"]) is not Duplicate
