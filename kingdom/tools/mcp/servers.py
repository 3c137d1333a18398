"""The MCP servers that the operator lists, the declarations of their tools that were accepted, and valid addresses.

Declarations are read from a server only by ``manage.py mcp_tools --accept`` and kept in the data folder: what a server
declares otherwise later has no effect.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings

from kingdom.adapters.egress_proxy.ip_addresses import may_connect, parse_address
from kingdom.adapters.egress_proxy.port import EgressRefused, RequestTarget
from kingdom.adapters.egress_proxy.url_parser import parse_origins, parse_url
from kingdom.core.errors import BadConfiguration
from kingdom.core.text.secret_masking import register_secrets

SERVER_NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")


@dataclass(frozen=True)
class McpServer:
    """One server. An empty token sends none."""

    name: str
    url: str
    token: str = field(default="", repr=False)


def mcp_servers() -> Sequence[McpServer]:
    """Return the servers of ``KINGDOM_MCP_SERVERS`` with the tokens of ``KINGDOM_MCP_TOKENS``.

    Raises BadConfiguration for an invalid name, and for a token of no server.
    """
    secret = settings.KINGDOM.mcp_tokens
    tokens = _pairs("KINGDOM_MCP_TOKENS", secret.get_secret_value() if secret is not None else "")
    register_secrets(list(tokens.values()))
    urls = _pairs("KINGDOM_MCP_SERVERS", settings.KINGDOM.mcp_servers)
    if unknown := sorted(set(tokens) - set(urls)):
        raise BadConfiguration(f"KINGDOM_MCP_TOKENS: {unknown[0]!r} is no server of KINGDOM_MCP_SERVERS.")
    return [McpServer(name, url, tokens.get(name, "")) for name, url in sorted(urls.items())]


def listed_names() -> frozenset[str]:
    """Return the names of the servers of the settings; none of settings that are not valid."""
    try:
        return frozenset(_pairs("KINGDOM_MCP_SERVERS", settings.KINGDOM.mcp_servers))
    except BadConfiguration:  # such servers have no tools
        return frozenset()


def server_target(url: str) -> RequestTarget:
    """Return the parts of a server's address.

    Raises EgressRefused for one that is not https or whose host is a private address, unless the operator opened its
    origin. What a name leads to is checked at each connection.
    """
    target = parse_url(url)
    opened = target.origin in parse_origins(settings.KINGDOM.egress_origins)
    if target.scheme != "https" and not opened:
        raise EgressRefused("The address of an MCP server begins with https://.", reason="scheme")
    if parse_address(target.host) is not None and not may_connect(target.host, opened=opened):
        raise EgressRefused(f"{target.host} is not on the public internet.", reason="address", host=target.host)
    return target


def server_address(tool_id: str) -> str:
    """Return the URL of the server of a tool ``mcp.<server>.<name>``, "" for any other tool."""
    prefix, _, rest = tool_id.partition(".")
    if prefix != "mcp":
        return ""
    name = rest.partition(".")[0]
    try:
        return _pairs("KINGDOM_MCP_SERVERS", settings.KINGDOM.mcp_servers).get(name, "")
    except BadConfiguration:  # such servers have no tools
        return ""


def declarations_read(server: McpServer) -> list[dict[str, Any]]:
    """Return the accepted declarations of a server: ``{"name", "description", "args"}``. None were accepted: empty."""
    path = _path(server)
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return found


def declarations_write(server: McpServer, declared: Sequence[Mapping[str, Any]]) -> None:
    """Accept the declarations of a server; processes that start afterwards use them."""
    path = _path(server)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_text(json.dumps(list(declared), indent=2, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)


def _path(server: McpServer) -> Path:
    folder: Path = settings.KINGDOM.resolved_data / "mcp"
    return folder / f"{server.name}.json"


def _pairs(setting: str, text: str) -> dict[str, str]:
    """Return the pairs ``name=value`` of a setting. The message of an error has no value: it may be a secret."""
    pairs = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = part.partition("=")
        if not equals or not value.strip() or not SERVER_NAME.fullmatch(name.strip()):
            raise BadConfiguration(f"{setting}: write name=value; name=value, with names of a-z, 0-9 and _.")
        pairs[name.strip()] = value.strip()
    return pairs
