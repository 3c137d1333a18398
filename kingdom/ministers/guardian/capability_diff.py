"""Comparison of the capabilities that a spec requests with those that its identity grants. All findings are hard."""

import ipaddress
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from kingdom.contracts.formats.json_schema import SchemaError, check_schema
from kingdom.contracts.identity import ROLE, Identity, build_agent_id, identity_of, provision, spawnable_identities
from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.text.policy import POLICY_DIR

# Tool names of the source product and their ids here.
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
    "identity.master": "A user may not create a master identity.",
    "identity.tool": "It requests a tool that its identity does not grant.",
    "identity.network": "It requests hosts, but its identity has no network access.",
    "identity.host": "It requests a host that no specialist may call.",
    "identity.credential": "It requests a credential that no specialist may have.",
    "identity.credential_host": "It requests a credential without a host that may receive it.",
    "identity.spawn": "It names a specialist to hand work to that its identity may not spawn.",
    "schema.unusable": "A schema cannot be used, or refers to something outside itself.",
    "schema.size": "A schema is nested too deeply or too large.",
    "schema.active": "A value in a schema is a path, a template, markup or a query.",
}


@dataclass(frozen=True)
class CapabilityRequest:
    """The capabilities that a spec requests, in one form for both forms of spec."""

    role: str
    identity: Identity | None
    tools: Sequence[str]
    hosts: Sequence[str]
    credentials: Sequence[tuple[str, str]]  # name, host (empty when the spec names none)
    schemas: Sequence[tuple[str, Any]]  # field, schema
    has_handler: bool = False
    dependencies: Sequence[str] = ()
    origins: frozenset[str] = frozenset()  # opened by the operator: their hosts may be requested


@lru_cache(maxsize=2)
def _load_limits(file: Path = POLICY_DIR / "demands.yaml") -> dict[str, frozenset[str]]:
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {name: frozenset(values) for name, values in data.items()}


def _finding(rule: str, field: str, layer: str = "identity") -> GuardianFinding:
    return GuardianFinding.model_validate(
        {"rule_id": rule, "layer": layer, "severity": "hard", "field": field, "reason": CAPABILITY_REASONS[rule]}
    )


def review_capabilities(request: CapabilityRequest) -> list[GuardianFinding]:
    """Return the findings of a spec that requests more than its identity grants."""
    findings = [
        *_role_findings(request),
        *_tool_findings(request),
        *_spawn_findings(request),
        *_host_findings(request),
        *_credential_findings(request),
    ]
    for field, schema in request.schemas:
        findings += review_schema(schema, field)
    return findings


def _role_findings(request: CapabilityRequest) -> Iterator[GuardianFinding]:
    changed = unicodedata.normalize("NFKC", request.role) != request.role
    if changed or ROLE.fullmatch(request.role) is None or request.identity is None:
        yield _finding("identity.role", "/role")
    elif request.identity is Identity.MASTER or identity_of(request.role) is Identity.MASTER:
        yield _finding("identity.master", "/role")
    elif identity_of(request.role) not in {None, request.identity}:
        yield _finding("identity.role", "/role")


def _tool_findings(request: CapabilityRequest) -> Iterator[GuardianFinding]:
    allowed = provision(_agent_id(request))
    for index, tool in enumerate(request.tools):
        if not TOOL_ALIASES.get(tool, frozenset({tool})) <= allowed:
            yield _finding("identity.tool", f"/tools/{index}")


def _spawn_findings(request: CapabilityRequest) -> Iterator[GuardianFinding]:
    # A dependency without a prefix may have any identity that the table allows, if it allows any.
    allowed = spawnable_identities(request.identity) if request.identity is not None else frozenset()
    for index, role in enumerate(request.dependencies):
        identity = identity_of(role)
        if not allowed or (identity is not None and identity not in allowed):
            yield _finding("identity.spawn", f"/dependencies/{index}")


def _agent_id(request: CapabilityRequest) -> str:
    if request.identity is None:
        return ""
    try:
        return build_agent_id(request.identity, request.role)
    except ValueError:
        return ""


def _host_findings(request: CapabilityRequest) -> Iterator[GuardianFinding]:
    # A handler reaches hosts through the egress proxy under any identity; a model needs an identity with network.
    if request.hosts and request.identity not in _NETWORK and not request.has_handler:
        yield _finding("identity.network", "/egress_hosts")
    for index, host in enumerate(request.hosts):
        opened = {f"http://{host.removesuffix(':80')}", f"https://{host.removesuffix(':443')}"}
        if not is_host_allowed(host) and request.origins.isdisjoint(opened):
            yield _finding("identity.host", f"/egress_hosts/{index}")


def is_host_allowed(host: str) -> bool:
    """Return whether a host is a public name that a specialist may call: no address, no wildcard, no drop site."""
    if _HOST.fullmatch(host) is None or _is_address(host):
        return False
    name, _, port = host.partition(":")
    limits = _load_limits()
    if port and port not in limits["ports_allowed"]:
        return False
    if any(f".{name}".endswith(f".{suffix}") for suffix in limits["hosts_refused"]):
        return False
    return not limits["host_words_refused"] & set(re.split(r"[.-]", name)) and "xn--" not in name


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return _NUMERIC_HOST.fullmatch(host) is not None
    return True


def _credential_findings(request: CapabilityRequest) -> Iterator[GuardianFinding]:
    for index, (name, host) in enumerate(request.credentials):
        if not is_credential_allowed(name):
            yield _finding("identity.credential", f"/credentials/{index}")
        if (host and host not in request.hosts) or not request.hosts:
            yield _finding("identity.credential_host", f"/credentials/{index}")


def is_credential_allowed(name: str) -> bool:
    """Return whether a credential's name is specific and harmless: no root, admin, live or ssh, and a known suffix."""
    parts = set(re.split(r"[_\-./ ]", name.lower()))
    limits = _load_limits()
    refused = limits["credential_words_refused"]
    joined = f"_{'_'.join(re.split(r'[_./ -]', name.lower()))}_"
    if any(f"_{phrase}_" in joined for phrase in limits["credential_phrases_refused"]):
        return False
    return name.isascii() and not parts & refused and bool(parts & limits["credential_words_wanted"])


def review_schema(schema: object, field: str) -> list[GuardianFinding]:
    """Return the findings of a schema: unusable, too large, or with values that are paths, templates, markup or SQL."""
    if not isinstance(schema, dict):
        return [] if schema is None else [_finding("schema.unusable", field, "schema")]
    nodes = list(_walk_json(schema, field))
    if len(nodes) > MAX_SCHEMA_NODES or max(depth for _, _, depth in nodes) > MAX_SCHEMA_DEPTH:
        return [_finding("schema.size", field, "schema")]
    findings = [
        _finding("schema.active", pointer, "schema") for pointer, value, _ in nodes if _is_active(pointer, value)
    ]
    findings += [
        _finding("schema.unusable", pointer, "schema") for pointer, value, _ in nodes if _is_outside(pointer, value)
    ]
    try:
        check_schema(schema)
    except SchemaError:
        findings.append(_finding("schema.unusable", field, "schema"))
    return findings


def _is_outside(pointer: str, value: object) -> bool:
    return pointer.endswith("/$ref") and not str(value).startswith("#")


def _is_active(pointer: str, value: object) -> bool:
    in_value = any(f"/{key}/" in f"{pointer}/" for key in ("default", "const", "enum", "examples"))
    return in_value and isinstance(value, str) and _ACTIVE_CONTENT.search(value.lower()) is not None


def _walk_json(value: object, pointer: str) -> Iterator[tuple[str, object, int]]:
    """Yield (pointer, value, depth) of a JSON value without recursion, stopping just above the limit."""
    waiting: list[tuple[str, object, int]] = [(pointer, value, 0)]
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
    """Return (JSON pointer, text) of the texts of a schema that a model reads, with the names of its properties."""
    nodes = list(_walk_json(schema, field))
    texts = [
        (pointer, value)
        for pointer, value, _ in nodes
        if isinstance(value, str) and not pointer.endswith(("/type", "/format", "/$schema"))
    ]
    names = " . ".join(pointer.rpartition("/")[2] for pointer, _, _ in nodes if "/properties/" in pointer)
    return [*texts, (field, names)] if names else texts
