"""The capability closure of a version: everything that it may do, computed from its spec alone. Pure.

One value for all: the card that a person confirms, the pages and the API show its sentences; the host enforces it at
each request from the sandbox.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from kingdom.contracts.capabilities.handler_usage import handler_usage
from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.identity import mandatory_tool, provision
from kingdom.contracts.spec import AgentSpec

FILE_TOOLS: Mapping[str, str] = {"files.read": "archon.fs.read", "files.write": "archon.fs.write"}
HTTP_TOOL = "archon.http.request"  # permission rules treat a request of ``ctx.http`` like the tool of this name
DELEGATE_TOOL = "archon.agent.delegate"


@dataclass(frozen=True)
class CapabilityClosure:
    """What a version may do at most; permissions and rules can only narrow it further.

    ``operations``: requests that its code may make of the host (``http``, ``files.read``, ``files.write``,
    ``secrets.get``, ``tools.call``), none for a model. ``tools``: ids that a model or ``tools.call`` may name.
    ``hosts``: hosts (with their port) that may be reached. ``credentials``: ``name for host``.
    """

    operations: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    credentials: frozenset[str] = frozenset()

    @property
    def grants(self) -> frozenset[str]:
        """The ids of all tools that a run may use, those behind ``ctx.files`` included."""
        return self.tools | {FILE_TOOLS[name] for name in self.operations if name in FILE_TOOLS}

    @property
    def credential_names(self) -> frozenset[str]:
        """The names of the credentials."""
        return frozenset(credential.partition(" for ")[0] for credential in self.credentials)

    def covers(self, other: "CapabilityClosure") -> bool:
        """Return whether another closure holds nothing that this one does not."""
        return all(getattr(other, part.name) <= getattr(self, part.name) for part in fields(self))

    def narrowed(self, other: "CapabilityClosure") -> "CapabilityClosure":
        """Return what both closures hold."""
        return CapabilityClosure(*(getattr(self, part.name) & getattr(other, part.name) for part in fields(self)))

    def to_json(self) -> dict[str, list[str]]:
        """Return the closure as sorted JSON lists, by part."""
        return {part.name: sorted(getattr(self, part.name)) for part in fields(self)}

    @classmethod
    def from_json(cls, value: object) -> "CapabilityClosure":
        """Return a stored closure; anything else than a stored one holds nothing."""
        stored: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        return cls(**{part.name: _names(stored.get(part.name)) for part in fields(cls)})

    def digest(self) -> str:
        """Return the SHA-256 of its canonical JSON, 64 hexadecimal digits."""
        return json_digest(self.to_json())


def _names(value: object) -> frozenset[str]:
    return frozenset(name for name in value if isinstance(name, str)) if isinstance(value, list) else frozenset()


def capability_closure(spec: AgentSpec) -> CapabilityClosure:
    """Return what a version of this spec may do: by its identity, hosts and credentials, and a handler's code.

    A handler holds only what its code names; code that cannot be followed holds all that identity and spec allow.
    """
    granted = _granted(spec)
    if spec.handler_code is None:
        return _closure(spec, granted, frozenset(), granted, can_reach=HTTP_TOOL in granted)
    usage = handler_usage(spec.handler_code)
    callable_tools = _names_if("tools.call" in usage.operations, granted)
    tools = callable_tools if usage.dynamic_tools else usage.tools & callable_tools
    tools -= _names_if(not spec.egress_hosts, [HTTP_TOOL])  # the card names the tool by its hosts
    can_reach = "http" in usage.operations or HTTP_TOOL in tools
    return _closure(spec, granted, usage.operations, tools, can_reach=can_reach)


def purpose_tool(spec: AgentSpec) -> str | None:
    """Return the tool that the answers of a model depend on, None without one.

    It is the mandatory tool of its identity; without one, the requests to the hosts that it declares.
    """
    mandatory = mandatory_tool(spec.agent_id)
    reaches = bool(spec.egress_hosts) and HTTP_TOOL in _granted(spec)
    return HTTP_TOOL if mandatory is None and reaches else mandatory


def _granted(spec: AgentSpec) -> frozenset[str]:
    try:
        return provision(spec.agent_id)
    except ValueError:  # role and identity form no agent id: such a spec is never registered
        return frozenset()


def _names_if(condition: bool, names: Iterable[str]) -> frozenset[str]:
    return frozenset(names) if condition else frozenset()


def _closure(
    spec: AgentSpec, granted: frozenset[str], named: frozenset[str], tools: frozenset[str], *, can_reach: bool
) -> CapabilityClosure:
    """Return the closure of a version whose code names some operations. One with nothing behind it is left out.

    ``granted`` are the tools of its identity.
    """
    hosts = _names_if(can_reach, spec.egress_hosts)
    bound = (f"{key.name} for {key.host}" for key in spec.credentials if key.host in hosts)
    keys = _names_if("secrets.get" in named, bound)
    possible = frozenset(name for name, tool in FILE_TOOLS.items() if tool in granted)
    possible |= (
        _names_if(bool(tools), ["tools.call"])
        | _names_if(bool(hosts), ["http"])
        | _names_if(bool(keys), ["secrets.get"])
    )
    return CapabilityClosure(named & possible, tools, hosts, keys)
