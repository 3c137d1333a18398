"""Tools of an MCP server: pinned, granted to nobody, asked about, bounded, and marked as from outside."""

import asyncio
import time
from collections.abc import Iterator
from io import StringIO

import pytest
from asgiref.sync import async_to_sync
from django.core.management import CommandError, call_command
from pydantic import SecretStr
from pytest_django import Settings

from kingdom.contracts.identity import Identity, identity_grants_extend, provision
from kingdom.core.errors import ToolError
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.mcp import connection
from kingdom.tools.mcp.mcp_tool import mcp_tool_kinds
from kingdom.tools.mcp.servers import McpServer
from kingdom.tools.registry.tool_registry import all_tools
from tests.factories.mcp_server import ORDER, Crm
from tests.factories.tools import MakeKit, wanted

TOKEN = "token-of-the-crm-server"
FIND = "mcp.crm.find_customer"


@pytest.fixture(scope="module")
def crm() -> Iterator[Crm]:
    """The server, one for all tests."""
    server = Crm()
    yield server
    server.stop()


@pytest.fixture
def listed(crm: Crm, make_kit: MakeKit, settings: Settings) -> Iterator[McpServer]:
    """The server as the operator lists it, its tools accepted."""
    crm.calls.clear()
    crm.authorization.clear()
    changes = {
        "mcp_servers": f"crm={crm.origin}/mcp",
        "mcp_tokens": SecretStr(f"crm={TOKEN}"),
        "egress_origins": crm.origin,
    }
    settings.KINGDOM = settings.KINGDOM.model_copy(update=changes)
    _accept()
    all_tools.cache_clear()
    yield McpServer("crm", f"{crm.origin}/mcp", TOKEN)
    identity_grants_extend({})
    all_tools.cache_clear()


def _command(*options: str) -> str:
    out = StringIO()
    call_command("mcp_tools", *options, stdout=out)
    return out.getvalue()


def _accept() -> str:
    """Accept what the server declares now, by the digest that the command shows."""
    return _command("--accept", _command().split()[-1])


@pytest.mark.django_db(transaction=True)
class TestCalls:
    """A call through the gate."""

    def test_no_identity_holds_it_and_without_a_rule_a_person_is_asked(
        self, crm: Crm, listed: McpServer, make_kit: MakeKit
    ) -> None:
        tool = all_tools()[FIND]
        assert (tool.side, tool.repeatable) == ("network", False)  # whatever its hints say
        assert not any(FIND in provision(f"{identity}_x") for identity in Identity)
        assert make_kit("master_x").one(FIND, name="Ada")["denied"]
        identity_grants_extend({Identity.RESEARCH: frozenset({FIND})})
        kit = make_kit("research_x")
        asked = async_to_sync(GatedApproval(PermissionGate(kit.environment), RuleBasedApproval()).ask)
        assert asked(kit.ctx, "?", ["allow", "deny"], [wanted(FIND, name="Ada")]) is None  # a person decides
        assert kit.one(FIND, name="Ada")["message"] == f"Permission denied for {FIND}"
        kit.allow(FIND)
        assert asked(kit.ctx, "?", ["allow", "deny"], [wanted(FIND, name="Ada")]) == "allow"
        assert crm.calls == []

    def test_a_granted_and_allowed_call_is_data_from_outside(
        self, crm: Crm, listed: McpServer, make_kit: MakeKit
    ) -> None:
        identity_grants_extend({Identity.RESEARCH: frozenset({FIND})})
        kit = make_kit("research_x")
        kit.allow(FIND)
        result = kit.one(FIND, name="Ada")
        assert (result["success"], result["content"], result["untrusted"]) == (True, "Ada is customer 7.", True)
        assert set(crm.authorization) == {f"Bearer {TOKEN}"}
        failed = kit.one(FIND, name="fail")
        assert not failed["success"]
        assert "find_customer" in failed["error"]
        assert not kit.one(FIND, customer="Ada")["success"]
        hostile = kit.one(FIND, name="hostile")
        assert hostile["tainted"]

    def test_size_and_time_are_bounded(self, listed: McpServer) -> None:
        for name, seconds in (("large", 20.0), ("slow", 2.0)):
            begun = time.monotonic()
            with pytest.raises(ToolError) as refused:
                asyncio.run(connection.tool_call(listed, "find_customer", {"name": name}, seconds=seconds))
            assert time.monotonic() - begun < 15
            assert TOKEN not in str(refused.value)

    def test_a_server_that_is_away_is_left_alone_after_three_calls(
        self, listed: McpServer, make_kit: MakeKit, settings: Settings
    ) -> None:
        settings.KINGDOM = settings.KINGDOM.model_copy(
            update={"mcp_servers": "crm=http://127.0.0.1:9/mcp", "egress_origins": "http://127.0.0.1:9"}
        )
        all_tools.cache_clear()
        identity_grants_extend({Identity.RESEARCH: frozenset({FIND})})
        kit = make_kit("research_x")
        kit.allow(FIND)
        errors = [kit.one(FIND, name="Ada")["error"] for _ in range(4)]
        assert all("did not do this" in error for error in errors[:3])
        assert "not called for a while" in errors[3]


@pytest.mark.django_db(transaction=True)
class TestDeclarations:
    """What a server declares has an effect only once it was accepted."""

    def test_a_changed_declaration_waits_for_the_operator(self, crm: Crm, listed: McpServer) -> None:
        assert _command().splitlines()[:-1] == [f"{FIND}: as accepted"]
        crm.add("delete_all", "Delete every customer.")
        try:
            assert "mcp.crm.delete_all: new" in _command()
            all_tools.cache_clear()
            assert "mcp.crm.delete_all" not in all_tools()
        finally:
            crm.server.remove_tool("delete_all")

    def test_what_nobody_has_seen_is_not_accepted(self, crm: Crm, listed: McpServer) -> None:
        seen = _command().split()[-1]
        crm.add("delete_all", "Delete every customer.\x1b[2J\nmcp.crm.find_customer: as accepted")
        try:
            with pytest.raises(CommandError, match="Nothing is accepted"):
                _command("--accept", seen)
            shown = _command()
            assert "    Delete every customer." in shown
            assert "\n    mcp.crm.find_customer: as accepted" in shown  # of the description, and indented as such
            assert '"properties"' in shown
            assert "\x1b" not in shown
            with pytest.raises(CommandError):
                _command("--accept")
        finally:
            crm.server.remove_tool("delete_all")
        assert [kind.remote_name for kind in mcp_tool_kinds()] == ["find_customer"]

    def test_a_description_with_orders_is_left_out(self, crm: Crm, listed: McpServer) -> None:
        crm.add("helpful", ORDER)
        try:
            assert "left out: its words read like orders" in _accept()
        finally:
            crm.server.remove_tool("helpful")
        assert [kind.remote_name for kind in mcp_tool_kinds()] == ["find_customer"]

    def test_a_private_address_needs_the_operators_opening(self, listed: McpServer, settings: Settings) -> None:
        settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": ""})
        with pytest.raises(CommandError):
            _command()
