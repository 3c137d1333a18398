"""Writes of the MCP servers that admins added: add, change, pause, remove, and grant a tool. Each is recorded."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.egress_proxy.url_parser import parse_url
from kingdom.contracts.identity import Identity
from kingdom.core.background.task_queue import task_send_on_commit
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, LostRace, NotFound
from kingdom.security_log.models import SecurityEventKind
from kingdom.security_log.services import security_event_record
from kingdom.tools.mcp.server_tokens import token_seal
from kingdom.tools.mcp.servers import SERVER_NAME, listed_names, server_target
from kingdom.tools.models import AddedMcpServer, AddedMcpTool


class ToolDeclared(NamedTuple):
    """One declaration of a server. ``refusal`` says why it is not used, "" when it is."""

    tool_id: str
    name: str
    description: str
    args: Mapping[str, Any]
    refusal: str


class ToolsRead(NamedTuple):
    """What a server declares, and what went wrong, in words. ``is_failed``: nothing could be read."""

    declarations: Sequence[ToolDeclared] = ()
    error: str = ""
    is_failed: bool = False


READ_TASK = "kingdom.tools.tasks.mcp_server_read"
MAX_SERVERS = 50
MAX_TOKEN = 4_000


@sensitive_variables()
@transaction.atomic
def mcp_server_add(*, actor_id: int, name: str, url: str, token: SecretStr | None = None) -> AddedMcpServer:
    """Store a server. Its tools are read by ``mcp_server_request_read``.

    Raises BadInput for a name or an address that cannot be used, Conflict for a name that is taken and for one server
    too many, KeyServiceUnavailable.
    """
    check_name(name)
    server = AddedMcpServer(name=name, url=checked_url(url), added_by_id=actor_id)
    if AddedMcpServer.objects.count() >= MAX_SERVERS:
        raise Conflict(f"There are {MAX_SERVERS} MCP servers, which is the maximum. Remove one first.")
    token_seal(server, checked_token(token))
    try:
        with transaction.atomic():
            server.save(force_insert=True)
    except IntegrityError:
        raise Conflict("There is an MCP server of this name. Choose another name.") from None
    _record(server, "added")
    return server


@sensitive_variables()
@transaction.atomic
def mcp_server_change(
    *, server_id: uuid.UUID, url: str, token: SecretStr | None = None, forgets_token: bool = False
) -> AddedMcpServer:
    """Change the address of a server, and its token where one is given.

    Another address is another server: its tools are forgotten with their grants, and are read anew. A token goes to no
    other origin than it was given for. Raises NotFound, BadInput.
    """
    server = _locked(server_id)
    old, new = parse_url(server.url).origin, parse_url(checked_url(url)).origin
    if token is None and not forgets_token and server.encrypted_token and old != new:
        raise BadInput("The token was given for another address. Give one for this address, or let it be forgotten.")
    if url != server.url:
        server.tools.all().delete()
        server.url, server.read_at, server.last_error = url, None, ""
        _record(server, "address changed")
    if token is not None or forgets_token:
        token_seal(server, checked_token(token))
        _record(server, "token removed" if token is None else "token replaced")
    server.revision += 1
    server.save()
    return server


@transaction.atomic
def mcp_server_set_state(*, server_id: uuid.UUID, state: AddedMcpServer.State) -> None:
    """Pause a server, or let its tools be called again. Idempotent. Raises NotFound."""
    server = _locked(server_id)
    if server.state != state:
        server.state = state
        server.revision += 1
        server.save(update_fields=["state", "revision"])
        _record(server, "paused" if state == AddedMcpServer.State.PAUSED else "resumed")


@transaction.atomic
def mcp_server_remove(*, server_id: uuid.UUID) -> None:
    """Remove a server with its token, its tools and their grants. Raises NotFound."""
    server = _locked(server_id)
    _record(server, "removed")
    server.delete()


def mcp_server_request_read(*, server_id: uuid.UUID) -> None:
    """Let a worker read the tools of a server, after the commit of the present transaction."""
    task_send_on_commit(READ_TASK, server_id)


@transaction.atomic
def mcp_tools_store(*, server_id: uuid.UUID, url: str, read: ToolsRead) -> None:
    """Store what a server at an address declares now, or why it could not be read; nothing once that has changed.

    A tool that is declared otherwise than before, or no more, is granted to nobody from now on.
    """
    server = AddedMcpServer.objects.select_for_update().filter(pk=server_id, url=url).first()
    if server is None:
        return
    if not read.is_failed:
        known = {tool.tool_id: tool for tool in server.tools.select_for_update()}
        for declaration in read.declarations:
            _tool_store(server, known.pop(declaration.tool_id, None), declaration)
        for tool in known.values():
            _tool_change(tool, is_declared=False)
    server.read_at, server.last_error, server.revision = utc_now(), read.error[:300], server.revision + 1
    server.save(update_fields=["read_at", "last_error", "revision"])
    _record(server, "could not be read" if read.is_failed else "tools read", tools=len(read.declarations))


@transaction.atomic
def mcp_tool_grant(*, tool_id: uuid.UUID, seen_revision: int, identities: Collection[str]) -> None:
    """Let exactly these identities hold a tool. ``seen_revision`` is that of the declaration which the admin read.

    Raises NotFound, LostRace for a declaration that has changed since, BadInput for an unknown identity, Conflict for a
    declaration that is not used.
    """
    tool = AddedMcpTool.objects.select_for_update().select_related("server").filter(pk=tool_id).first()
    if tool is None:
        raise NotFound("There is no such tool.")
    if tool.revision != seen_revision:
        raise LostRace("The declaration of this tool has changed since you looked. Read it again.")
    wanted = sorted(set(identities))
    if not set(wanted) <= set(Identity):
        raise BadInput("There is no such identity.")
    if wanted and (tool.refusal or not tool.is_declared):
        raise Conflict("This declaration is not used, so the tool cannot be granted.")
    if wanted == sorted(tool.identities):
        return
    tool.identities = wanted
    tool.revision += 1
    tool.save(update_fields=["identities", "revision"])
    details = {"identities": wanted, "server": tool.server.name}
    security_event_record(SecurityEventKind.TOOL_GRANTED, subject=f"tool {tool.tool_id}", details=details)


def check_name(name: str) -> None:
    """Raise BadInput for a name that no server can have, Conflict for that of a server of the settings."""
    if not SERVER_NAME.fullmatch(name):
        raise BadInput("A name consists of a-z, 0-9 and _, begins with a letter, and has at most 31 characters.")
    if name in listed_names():
        raise Conflict("The operator's settings have an MCP server of this name. Choose another name.")


def checked_url(url: str) -> str:
    """Return an address that may be called. Raises BadInput."""
    try:
        server_target(url)
    except EgressRefused as error:
        raise BadInput(error.message) from None
    return url


@sensitive_variables()
def checked_token(token: SecretStr | None) -> SecretStr | None:
    """Return a token that can be sent in a header. Raises BadInput, without the token."""
    if token is None:
        return None
    text = token.get_secret_value()
    if not (text.isascii() and text.isprintable() and " " not in text and 8 <= len(text) <= MAX_TOKEN):
        raise BadInput("A token consists of 8 to 4,000 visible ASCII characters.")
    return token


def _tool_store(server: AddedMcpServer, known: AddedMcpTool | None, declaration: ToolDeclared) -> None:
    fields = declaration._asdict()
    if known is None:
        AddedMcpTool.objects.create(server=server, **fields)
        return
    _tool_change(known, **fields, is_declared=True)


def _tool_change(tool: AddedMcpTool, **fields: object) -> None:
    """Change the declaration of a tool, and withdraw its grants; nothing when it is as before."""
    if all(getattr(tool, name) == value for name, value in fields.items()):
        return
    withdrawn, tool.identities = tool.identities, []
    for name, value in fields.items():
        setattr(tool, name, value)
    tool.revision += 1
    tool.save()
    if withdrawn:
        details = {"identities": [], "withdrawn": withdrawn, "server": tool.server.name}
        security_event_record(SecurityEventKind.TOOL_GRANTED, subject=f"tool {tool.tool_id}", details=details)


def _locked(server_id: uuid.UUID) -> AddedMcpServer:
    server = AddedMcpServer.objects.select_for_update().filter(pk=server_id).first()
    if server is None:
        raise NotFound("There is no such MCP server.")
    return server


def _record(server: AddedMcpServer, change: str, **details: object) -> None:
    """Record a change; of the address its origin alone: the rest may hold a key."""
    security_event_record(
        SecurityEventKind.MCP_SERVER_CHANGED,
        subject=f"MCP server {server.name}",
        details={"change": change, "origin": parse_url(server.url).origin, **details},
    )
