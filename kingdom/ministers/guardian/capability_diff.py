"""What a spec demands against what its identity may have. No language is needed to judge it; every finding is hard."""

import ipaddress
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from kingdom.contracts.identity import ROLE, Identity, build_agent_id, identity_of, provision, spawnable_identities
from kingdom.contracts.json_schema import SchemaError, check_schema
from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.text.policy import POLICY_DIR

# The names of tools in the source product, and what they are here.
TOOL_ALIASES: Mapping[str, frozenset[str]] = {
    "read_file": frozenset({"archon.fs.read"}),
    "list_files": frozenset({"archon.fs.find"}),
    "write_file": frozenset({"archon.fs.write"}),
    "execute_python": frozenset({"archon.exec.python"}),
    "web_search": frozenset({"archon.web.search"}),
    "delegate": frozenset({"archon.agent.delegate"}),
}
MAX_SCHEMA_DEPTH = 12
MAX_SCHEMA_NODES = 2_000
_NETWORK = frozenset({Identity.RESEARCH, Identity.MASTER})
_HOST = re.compile(r"(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?::\d{1,5})?")
_NUMERIC_HOST = re.compile(r"[\d.:x\[\]a-f]+")
_ACTIVE_CONTENT = re.compile(
    r"<\s{0,3}[a-z!/]|\{\{|\{%|\$[\{(]|\.\.[/\\]|`|^(?:/|~/|[a-z]:\\)|file:|javascript:|\b(?:select|drop|union|insert|delete)\s[^\n]{0,60}\b(?:from|table|into|select)\b"
)

CAPABILITY_REASONS: Mapping[str, str] = {
    "identity.role": "The role is not plain lower-case letters, digits and underscores with a known identity.",
    "identity.master": "A master identity is never made by a user.",
    "identity.tool": "It demands a tool that its identity does not carry.",
    "identity.network": "It demands hosts, but its identity has no network.",
    "identity.host": "It demands a host that no specialist may call.",
    "identity.credential": "It demands a credential that no specialist gets.",
    "identity.credential_host": "It demands a credential without a host that it may go to.",
    "identity.spawn": "It depends on a specialist that its identity may not call.",
    "schema.unusable": "A schema cannot be used, or refers to something outside itself.",
    "schema.size": "A schema is nested too deeply or too large.",
    "schema.active": "A value in a schema is a path, a template, markup or a query.",
}


@dataclass(frozen=True)
class CapabilityRequest:
    """What a spec asks for, in one form for both forms of spec. ``network`` is None where the identity law decides."""

    role: str
    identity: Identity | None
    tools: Sequence[str]
    hosts: Sequence[str]
    credentials: Sequence[tuple[str, str]]  # name, host it goes to (empty when the form has none)
    schemas: Sequence[tuple[str, Any]]  # field, schema
    has_handler: bool = False
    dependencies: Sequence[str] = ()


@lru_cache(maxsize=2)
def _load_limits(file: Path = POLICY_DIR / "demands.yaml") -> dict[str, frozenset[str]]:
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {name: frozenset(values) for name, values in data.items()}


def _finding(rule: str, field: str, layer: str = "identity") -> GuardianFinding:
    return GuardianFinding.model_validate(
        {"rule_id": rule, "layer": layer, "severity": "hard", "field": field, "reason": CAPABILITY_REASONS[rule]}
    )


def review_capabilities(demand: CapabilityRequest) -> list[GuardianFinding]:
    """Return what a spec demands beyond what it may have."""
    found = [
        *_role_findings(demand),
        *_tool_findings(demand),
        *_spawn_findings(demand),
        *_host_findings(demand),
        *_credential_findings(demand),
    ]
    for field, schema in demand.schemas:
        found += review_schema(schema, field)
    return found


def _role_findings(demand: CapabilityRequest) -> Iterator[GuardianFinding]:
    changed = unicodedata.normalize("NFKC", demand.role) != demand.role
    if changed or ROLE.fullmatch(demand.role) is None or demand.identity is None:
        yield _finding("identity.role", "/role")
    elif demand.identity is Identity.MASTER or identity_of(demand.role) is Identity.MASTER:
        yield _finding("identity.master", "/role")
    elif identity_of(demand.role) not in {None, demand.identity}:
        yield _finding("identity.role", "/role")


def _tool_findings(demand: CapabilityRequest) -> Iterator[GuardianFinding]:
    allowed = provision(_agent_id(demand))
    for index, tool in enumerate(demand.tools):
        if not TOOL_ALIASES.get(tool, frozenset({tool})) <= allowed:
            yield _finding("identity.tool", f"/tools/{index}")


def _spawn_findings(demand: CapabilityRequest) -> Iterator[GuardianFinding]:
    """A role without a prefix may be anybody whom the table allows; where it allows nobody, none may be named."""
    allowed = spawnable_identities(demand.identity) if demand.identity is not None else frozenset()
    for index, role in enumerate(demand.dependencies):
        named = identity_of(role)
        if not allowed or (named is not None and named not in allowed):
            yield _finding("identity.spawn", f"/dependencies/{index}")


def _agent_id(demand: CapabilityRequest) -> str:
    if demand.identity is None:
        return ""
    try:
        return build_agent_id(demand.identity, demand.role)
    except ValueError:
        return ""


def _host_findings(demand: CapabilityRequest) -> Iterator[GuardianFinding]:
    # a handler reaches hosts through the broker alone, whatever its identity; a model needs the network of its identity
    if demand.hosts and demand.identity not in _NETWORK and not demand.has_handler:
        yield _finding("identity.network", "/egress_hosts")
    for index, host in enumerate(demand.hosts):
        if not is_host_allowed(host):
            yield _finding("identity.host", f"/egress_hosts/{index}")


def is_host_allowed(host: str) -> bool:
    """Say whether a host is a public name that a specialist may be given: no address, no star, no place to drop data."""
    name = host.lower().rstrip(".")
    if (
        name != host
        or not host.isascii()
        or not _HOST.fullmatch(name)
        or _NUMERIC_HOST.fullmatch(name)
        or _is_address(name)
    ):
        return False
    name, _, port = name.partition(":")
    limits = _load_limits()
    if port and port not in limits["ports_allowed"]:
        return False
    if any(name == suffix or name.endswith(f".{suffix}") for suffix in limits["hosts_refused"]):
        return False
    return not limits["host_words_refused"] & set(re.split(r"[.-]", name)) and "xn--" not in name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _credential_findings(demand: CapabilityRequest) -> Iterator[GuardianFinding]:
    for index, (name, host) in enumerate(demand.credentials):
        if not is_credential_allowed(name):
            yield _finding("identity.credential", f"/credentials/{index}")
        if (host and host not in demand.hosts) or not demand.hosts:
            yield _finding("identity.credential_host", f"/credentials/{index}")


def is_credential_allowed(name: str) -> bool:
    """Say whether a credential's name tells what it opens and opens little: no root, admin, live or ssh, and a known ending."""
    parts = set(re.split(r"[_\-./ ]", name.lower()))
    limits = _load_limits()
    refused = limits["credential_words_refused"]
    joined = f"_{'_'.join(re.split(r'[_./ -]', name.lower()))}_"
    if any(f"_{phrase}_" in joined for phrase in limits["credential_phrases_refused"]):
        return False
    return name.isascii() and not parts & refused and bool(parts & limits["credential_words_wanted"])


def review_schema(schema: object, field: str) -> list[GuardianFinding]:
    """Return what is wrong with a schema: unusable, too deep, or with values that are paths, templates, markup or SQL."""
    if schema in ({}, None):
        return []
    if not isinstance(schema, dict):
        return [_finding("schema.unusable", field, "schema")]
    nodes = list(_walk_json(schema, field))
    if len(nodes) > MAX_SCHEMA_NODES or any(depth > MAX_SCHEMA_DEPTH for _, _, depth in nodes):
        return [_finding("schema.size", field, "schema")]
    found = [
        _finding("schema.active", place, "schema")
        for place, value, _ in nodes
        if _is_value_pointer(place) and isinstance(value, str) and _ACTIVE_CONTENT.search(value.lower())
    ]
    found += [
        _finding("schema.unusable", place, "schema")
        for place, value, _ in nodes
        if place.endswith("/$ref") and not str(value).startswith("#")
    ]
    try:
        check_schema(schema)
    except SchemaError:
        found.append(_finding("schema.unusable", field, "schema"))
    return found


def _is_value_pointer(place: str) -> bool:
    return any(f"/{key}/" in f"{place}/" for key in ("default", "const", "enum", "examples"))


def _walk_json(value: object, place: str) -> Iterator[tuple[str, object, int]]:
    """Yield (place, value, depth) of a JSON value without recursion, and no more than the limit needs."""
    waiting: list[tuple[str, object, int]] = [(place, value, 0)]
    seen = 0
    while waiting and seen <= MAX_SCHEMA_NODES:
        at, part, depth = waiting.pop()
        seen += 1
        yield at, part, depth
        waiting += [(f"{at}/{name}", inner, depth + 1) for name, inner in _children(part)]


def _children(part: object) -> Iterable[tuple[str, object]]:
    if isinstance(part, Mapping):
        return [(str(name), inner) for name, inner in part.items()]
    if isinstance(part, Sequence) and not isinstance(part, str | bytes):
        return [(str(index), inner) for index, inner in enumerate(part)]
    return []


def schema_texts(schema: object, field: str) -> list[tuple[str, str]]:
    """Return (place, text) of all text a schema shows to a model: descriptions, titles, values, names of properties."""
    texts = [
        (place, value)
        for place, value, _ in _walk_json(schema, field)
        if isinstance(value, str) and not place.endswith(("/type", "/format", "/$schema"))
    ]
    names = " . ".join(place.rpartition("/")[2] for place, _, _ in _walk_json(schema, field) if "/properties/" in place)
    return [*texts, (field, names)] if names else texts
