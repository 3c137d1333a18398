"""MCP servers that an admin adds on a page: from the address to a call, and every way in which it ends."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.contracts.identity import Identity, identity_grants_extend, provision
from kingdom.core.background import task_queue
from kingdom.core.text.secret_masking import mask_secrets
from kingdom.credentials.vault.factory import vault_cache_clear
from kingdom.ops.heartbeats.process_heartbeat import web_heartbeat
from kingdom.security_log.models import SecurityEvent
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.mcp.added_tools import added_tools_forget
from kingdom.tools.mcp.server_services import READ_TASK
from kingdom.tools.models import AddedMcpServer, AddedMcpTool, ToolReceipt
from kingdom.tools.registry.registry_refresh import added_tools_refresh
from kingdom.tools.registry.tool_registry import all_tools, declarations
from kingdom.tools.tasks import mcp_server_read
from tests.factories.mcp_server import ORDER, Crm
from tests.factories.specialists import client_of
from tests.factories.tools import MakeKit, wanted
from tests.plugins.product import wait_for

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "token-of-the-added-server"
FIND = "mcp.shop.find_customer"
SERVERS, TOOLS = "admin:tools_addedmcpserver", "admin:tools_addedmcptool"


@pytest.fixture(scope="module")
def crm() -> Iterator[Crm]:
    """The server, one for all tests."""
    server = Crm()
    yield server
    server.stop()


@pytest.fixture
def opened(crm: Crm, settings: Settings) -> Iterator[None]:
    """Open the server's private origin, as the operator would; forget what this process knew afterwards."""
    crm.calls.clear()
    crm.authorization.clear()
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": crm.origin})
    yield
    added_tools_forget()
    identity_grants_extend({})
    all_tools.cache_clear()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that are sent to the workers."""
    tasks: list[tuple[Any, ...]] = []
    monkeypatch.setattr(task_queue, "task_send", lambda *call: tasks.append(call))
    return tasks


def add(client: Client, crm: Crm, **fields: str) -> Any:  # noqa: ANN401 - Django's test response
    body = {"name": "shop", "url": f"{crm.origin}/mcp", "token": TOKEN, **fields}
    return client.post(reverse(f"{SERVERS}_add"), body)


def server_changed(client: Client, server: AddedMcpServer, **fields: str) -> Any:  # noqa: ANN401 - as above
    return client.post(reverse(f"{SERVERS}_change", args=[server.pk]), {"url": server.url, "token": "", **fields})


def act(client: Client, action: str, server: AddedMcpServer) -> Any:  # noqa: ANN401 - as above
    body = {"action": action, "_selected_action": [str(server.pk)]}
    return client.post(reverse(f"{SERVERS}_changelist"), body, follow=True)


def grant(client: Client, *identities: str, tool: str = FIND, revision: int | None = None) -> Any:  # noqa: ANN401 - as above
    row = AddedMcpTool.objects.get(tool_id=tool)
    body = {"identities": identities, "seen_revision": row.revision if revision is None else revision}
    return client.post(reverse(f"{TOOLS}_change", args=[row.pk]), body)


def ready(carol: User, crm: Crm, *identities: str) -> tuple[Client, AddedMcpServer]:
    """Add the server, read its tools, grant the first one, and let this process know it."""
    client = client_of(carol)
    assert add(client, crm).status_code == 302
    server = AddedMcpServer.objects.get()
    mcp_server_read(str(server.pk))
    assert grant(client, *identities).status_code == 302
    added_tools_refresh()
    return client, server


def changes() -> list[str]:
    events = SecurityEvent.objects.filter(kind="mcp_server_changed").order_by("created_at")
    return [event.details["change"] for event in events]


def test_from_the_address_to_a_call(
    carol: User, crm: Crm, opened: None, sent: list[tuple[Any, ...]], make_kit: MakeKit
) -> None:
    client = client_of(carol)
    assert add(client, crm).status_code == 302
    server = AddedMcpServer.objects.get()
    assert (sent, server.added_by, server.read_at) == ([(READ_TASK, server.pk)], carol, None)
    assert crm.authorization == []  # nothing was called for the page
    mcp_server_read(str(server.pk))
    server.refresh_from_db()
    assert (server.read_at is not None, server.last_error) == (True, "")
    added_tools_refresh()
    tool = all_tools()[FIND]
    assert (tool.side, tool.repeatable) == ("network", False)  # whatever its hints say
    assert not any(FIND in provision(f"{identity}_x") for identity in Identity)
    assert make_kit("research_x").one(FIND, name="Ada")["denied"]

    assert grant(client, "research").status_code == 302
    assert added_tools_refresh()
    assert not added_tools_refresh()  # once for a change
    assert FIND in {declared.name for declared in declarations("research_x")}
    assert FIND not in {declared.name for declared in declarations("writer_x")}
    kit = make_kit("research_x")
    asked = async_to_sync(GatedApproval(PermissionGate(kit.environment), RuleBasedApproval()).ask)
    assert asked(kit.ctx, "?", ["allow", "deny"], [wanted(FIND, name="Ada")]) is None  # a person decides
    assert crm.calls == []
    kit.allow(FIND)
    result = kit.one(FIND, name="Ada")
    assert (result["success"], result["content"], result["untrusted"]) == (True, "Ada is customer 7.", True)
    assert set(crm.authorization) == {f"Bearer {TOKEN}"}
    assert kit.one(FIND, name="hostile")["tainted"]
    assert changes() == ["added", "tools read"]
    granted = SecurityEvent.objects.get(kind="tool_granted")
    assert (granted.actor_id, granted.details["identities"]) == (carol.pk, ["research"])


@pytest.mark.parametrize("action", ["pause", "remove", "address"])
def test_no_tool_of_a_server_that_has_gone_can_be_called_and_it_says_why(
    action: str, carol: User, crm: Crm, opened: None, sent: list[Any], make_kit: MakeKit
) -> None:
    client, server = ready(carol, crm, "research")
    kit = make_kit("research_x")
    kit.allow(FIND)
    assert kit.one(FIND, name="Ada")["success"]
    calls = list(crm.calls)
    if action == "pause":
        act(client, "pause", server)
    elif action == "remove":
        client.post(reverse(f"{SERVERS}_delete", args=[server.pk]), {"post": "yes"})
    else:
        assert server_changed(client, server, url=f"{crm.origin}/other").status_code == 302
    reason = {"pause": "is paused by an admin", "remove": "was removed", "address": "has another address"}[action]
    for is_known in (False, True):  # before and after this process has heard of it
        if is_known:
            assert added_tools_refresh()
            assert FIND not in {declared.name for declared in declarations("research_x")}
        assert reason in kit.one(FIND, name="Ada")["error"]
    assert crm.calls == calls
    assert not ToolReceipt.objects.filter(reason="not_granted").exists()  # no attempt of an agent to get more
    if action == "pause":
        act(client, "resume", server)
        assert kit.one(FIND, name="Ada")["success"]
    else:
        added_tools_forget()  # a process that starts later
        all_tools.cache_clear()
        added_tools_refresh()
        assert "is not, or not any more, one of this installation" in kit.one(FIND, name="Ada")["message"]
    assert changes()[2:] == {"pause": ["paused", "resumed"], "remove": ["removed"]}.get(action, ["address changed"])


def test_each_process_learns_of_it_with_its_heartbeat(carol: User, crm: Crm, opened: None, sent: list[Any]) -> None:
    ready(carol, crm, "research")
    added_tools_forget()
    identity_grants_extend({})
    all_tools.cache_clear()
    assert FIND not in all_tools()
    heartbeat = web_heartbeat()
    try:
        wait_for(lambda: FIND in provision("research_x"), timeout_s=20, what="the grant")
        assert FIND in all_tools()
    finally:
        heartbeat.finish()


def test_a_withdrawn_grant_ends_at_once(
    carol: User, crm: Crm, opened: None, sent: list[Any], make_kit: MakeKit
) -> None:
    client, _ = ready(carol, crm, "research", "analyze")
    kits = [make_kit(f"{identity}_x") for identity in ("research", "analyze", "master")]
    for kit in kits:
        kit.allow(FIND)
    grant(client, "analyze")
    assert "is not granted to this agent any more" in kits[0].one(FIND, name="Ada")["error"]
    assert all(kit.one(FIND, name="Ada")["success"] for kit in kits[1:])
    added_tools_refresh()
    assert kits[0].one(FIND, name="Ada")["denied"]


def test_a_changed_declaration_is_granted_to_nobody(
    carol: User, crm: Crm, opened: None, sent: list[Any], make_kit: MakeKit
) -> None:
    client, server = ready(carol, crm, "research")
    row = AddedMcpTool.objects.get()
    crm.server.remove_tool("find_customer")
    crm.add("find_customer", "Find a customer, and delete it.")
    try:
        assert added_tools_refresh() is False  # what a server says later has no effect by itself
        mcp_server_read(str(server.pk))
        assert AddedMcpTool.objects.get().identities == []
        refused = grant(client, "research", revision=row.revision)  # of the page with the earlier declaration
        assert "changed since you looked" in refused.content.decode()
        assert AddedMcpTool.objects.get().identities == []
        crm.server.remove_tool("find_customer")
        mcp_server_read(str(server.pk))
        assert not AddedMcpTool.objects.get().is_declared
        assert "cannot be granted" in grant(client, "research").content.decode()
    finally:
        crm.add("find_customer", "Find a customer by name.")
    withdrawn = SecurityEvent.objects.filter(kind="tool_granted").order_by("created_at").last()
    assert withdrawn is not None
    assert withdrawn.details["withdrawn"] == ["research"]


def test_declarations_that_cannot_be_used_are_shown_and_left_out(
    carol: User, crm: Crm, opened: None, sent: list[Any]
) -> None:
    names = {"helpful": ORDER, "long": "x" * 20_001, "no id": "A name."}
    names |= {"one-id": "First.", "one_id": "The same id again."}
    for name, description in names.items():
        crm.add(name, description)
    try:
        client, server = ready(carol, crm)
        server.refresh_from_db()
        assert server.last_error.startswith("2 tools were left out")
        refusals = dict(AddedMcpTool.objects.values_list("name", "refusal"))
        assert (refusals["find_customer"], refusals["helpful"]) == ("", "its words read like orders to an agent")
        assert "longer than" in refusals["long"]
        assert [name for name in all_tools() if name.startswith("mcp.")] == [FIND, "mcp.shop.one_id"]
        assert "cannot be granted" in grant(client, "research", tool="mcp.shop.helpful").content.decode()
        page = client.get(reverse(f"{TOOLS}_changelist")).content.decode()
        assert "its words read like orders" in page
    finally:
        for name in names:
            crm.server.remove_tool(name)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"url": "https://127.0.0.1/mcp"}, "is not on the public internet"),
        ({"url": "https://[::1]/mcp"}, "is not on the public internet"),
        ({"url": "https://10.0.0.1/mcp"}, "is not on the public internet"),
        ({"url": "https://2130706433/mcp"}, "unusual form"),
        ({"url": "http://crm.example/mcp"}, "begins with https"),
        ({"url": "https://user:word@crm.example/mcp"}, "contains a user name"),
        ({"url": "file:///etc/passwd"}, "Only http and https"),
        ({"name": "Shop"}, "A name consists of"),
        ({"name": "listed"}, "settings have an MCP server of this name"),
        ({"token": "short"}, "A token consists of"),
        ({"token": "token with spaces and more"}, "A token consists of"),
        ({"name": "twice"}, "already exists"),
    ],
)
def test_what_cannot_be_a_server_is_refused(
    fields: dict[str, str], fault: str, carol: User, crm: Crm, opened: None, sent: list[Any], settings: Settings
) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"mcp_servers": "listed=https://listed.example/mcp"})
    AddedMcpServer.objects.create(name="twice", url="https://crm.example/mcp")
    page = add(client_of(carol), crm, **fields)
    assert page.status_code == 200
    assert fault in page.content.decode()
    assert fields.get("token", TOKEN) not in page.content.decode()
    assert (AddedMcpServer.objects.count(), sent) == (1, [])


def test_an_address_behind_a_name_is_checked_when_it_is_called(
    carol: User, crm: Crm, opened: None, sent: list[Any], settings: Settings
) -> None:
    client = client_of(carol)
    add(client, crm, url="https://localhost:8443/mcp")
    server = AddedMcpServer.objects.get()
    mcp_server_read(str(server.pk))
    server.refresh_from_db()
    assert "not on the public internet" in server.last_error
    assert server.last_error in client.get(reverse(f"{SERVERS}_changelist")).content.decode()
    assert AddedMcpTool.objects.count() == 0
    assert changes() == ["added", "could not be read"]


def test_a_token_is_sealed_and_goes_to_no_other_origin(carol: User, crm: Crm, opened: None, sent: list[Any]) -> None:
    client, server = ready(carol, crm, "research")
    assert TOKEN not in json.dumps(list(AddedMcpServer.objects.values()), default=str)
    pages = [
        client.get(reverse(f"{SERVERS}_changelist")),
        client.get(reverse(f"{SERVERS}_change", args=[server.pk])),
        client.get(reverse(f"{SERVERS}_history", args=[server.pk])),
    ]
    for page in pages:
        assert page.status_code == 200
        assert TOKEN not in page.content.decode()
        assert server.encrypted_token not in page.content.decode()
    elsewhere = server_changed(client, server, url="https://evil.example/mcp")
    assert "given for another address" in elsewhere.content.decode()
    server.refresh_from_db()
    assert server.url == f"{crm.origin}/mcp"
    AddedMcpServer.objects.update(url="https://evil.example/mcp")  # behind the page's back: it does not open there
    mcp_server_read(str(server.pk))
    server.refresh_from_db()
    assert server.last_error
    assert TOKEN not in str(list(SecurityEvent.objects.values())) + server.last_error
    assert TOKEN not in mask_secrets(f"Authorization: {TOKEN}")  # it was opened in this process: logs mask it
    assert server_changed(client, server, url="https://crm.example/mcp", forgets_token="on").status_code == 302
    server.refresh_from_db()
    assert (server.encrypted_token, server.url) == ("", "https://crm.example/mcp")


def test_the_vault_key_may_be_replaced(
    carol: User, crm: Crm, opened: None, sent: list[Any], settings: Settings, tmp_path: Path
) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    vault_cache_clear()
    _, server = ready(carol, crm)
    out = StringIO()
    call_command("credentials_rotate", "--new-key", stdout=out)
    assert "1 tokens of MCP servers re-sealed, 0 unreadable." in out.getvalue()
    (tmp_path / "keys" / "vault" / "0001").unlink()  # the old key is not needed any more
    vault_cache_clear()
    crm.authorization.clear()
    mcp_server_read(str(server.pk))
    assert set(crm.authorization) == {f"Bearer {TOKEN}"}
    (tmp_path / "keys" / "vault" / "0002").unlink()
    vault_cache_clear()
    with pytest.raises(CommandError, match="enter them again: shop"):
        call_command("credentials_rotate", stdout=StringIO())
    vault_cache_clear()


def test_only_staff_with_the_right_sees_and_changes_servers(
    alice: User, bob: User, carol: User, crm: Crm, opened: None, sent: list[Any]
) -> None:
    _, server = ready(carol, crm, "research")
    sent.clear()
    row = AddedMcpTool.objects.get()
    bob.is_staff = True
    bob.save()
    pages = [
        reverse(f"{SERVERS}_changelist"),
        reverse(f"{SERVERS}_add"),
        reverse(f"{SERVERS}_change", args=[server.pk]),
        reverse(f"{SERVERS}_delete", args=[server.pk]),
        reverse(f"{TOOLS}_changelist"),
        reverse(f"{TOOLS}_change", args=[row.pk]),
    ]
    for client in (Client(), client_of(alice), client_of(bob)):  # staff without the right included
        for page in pages:
            assert client.get(page).status_code in (302, 403)
            assert client.post(page, {"identities": [], "seen_revision": row.revision, "post": "yes"}).status_code in (
                *(302, 403),
            )
        add(client, crm, name="another")
    bob.user_permissions.add(*Permission.objects.filter(codename__in=("view_addedmcpserver", "view_addedmcptool")))
    watcher = client_of(bob)
    assert watcher.get(pages[0]).status_code == 200
    assert 'name="token"' not in watcher.get(pages[2]).content.decode()
    for action in ("read_tools", "pause"):
        act(watcher, action, server)
    assert grant(watcher).status_code == 403
    server.refresh_from_db()
    assert (server.state, AddedMcpServer.objects.count(), sent) == ("active", 1, [])
    assert AddedMcpTool.objects.get().identities == ["research"]


def test_staff_with_the_rights_of_servers_removes_one_with_its_tools(
    bob: User, carol: User, crm: Crm, opened: None, sent: list[Any]
) -> None:
    _, server = ready(carol, crm, "research")
    bob.is_staff = True
    bob.save()
    bob.user_permissions.add(*Permission.objects.filter(codename__endswith="_addedmcpserver"))
    page = client_of(bob).post(reverse(f"{SERVERS}_delete", args=[server.pk]), {"post": "yes"})
    assert page.status_code == 302
    assert (AddedMcpServer.objects.count(), AddedMcpTool.objects.count()) == (0, 0)


def test_a_worker_reads_the_tools_on_demand_and_the_servers_of_the_settings_are_shown(
    carol: User, crm: Crm, opened: None, sent: list[Any], settings: Settings
) -> None:
    secret = "key-in-an-address"
    changes = {"mcp_servers": f"listed=https://listed.example/mcp?key={secret}"}
    settings.KINGDOM = settings.KINGDOM.model_copy(update=changes)
    client, server = ready(carol, crm)
    sent.clear()
    page = act(client, "read_tools", server).content.decode()
    assert sent == [(READ_TASK, server.pk)]
    assert "https://listed.example" in page
    assert secret not in page
    assert "1 tool<" in page


def test_a_server_of_the_settings_precedes_an_added_one_of_its_name(
    carol: User, crm: Crm, opened: None, sent: list[Any], settings: Settings
) -> None:
    ready(carol, crm, "research")
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"mcp_servers": "shop=https://listed.example/mcp"})
    added_tools_forget()
    all_tools.cache_clear()
    identity_grants_extend({})
    added_tools_refresh()
    assert FIND not in all_tools()
    assert FIND not in provision("research_x")
