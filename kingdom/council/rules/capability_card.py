"""The card: what a proposed specialist will do and what it *can* do, in plain words. Computed, never what a model says. Pure."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from kingdom.contracts.identity import provision
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.contracts.spec import AgentSpec, TestCase

_HOST_CALLS = frozenset({"http", "files", "tools", "secrets"})  # what a handler may ask its host for
_READ_METHODS = frozenset({"get", "head"})
_GRANT_LABELS: Mapping[str, str] = {
    "archon.web.search": "search the web",
    "archon.exec.python": "run programs in the sandbox",
    "archon.fs.read": "read the conversation's files",
    "archon.fs.find": "look for files of the conversation",
    "archon.fs.write": "write files in the conversation",
    "archon.fs.edit": "change files in the conversation",
    "archon.fs.delete": "delete files in the conversation",
    "archon.agent.delegate": "hand work to other specialists",
}
_HTTP_TOOL = "archon.http.request"  # shown as the hosts it leads to
# goes with reading, or touches nothing but the work at hand
_UNLISTED_GRANTS = frozenset(
    {"archon.tools.list", "archon.tools.help", "archon.fs.find", "archon.memory.put", "archon.memory.get", _HTTP_TOOL}
)
_FILE_GRANTS = ("archon.fs.read", "archon.fs.write")  # what a handler can do with files; its grants decide
_READ_ONLY_TRAINING_NOTE = "Training only reads at its hosts (GET) and sends them nothing: to try out what it sends, train it on made-up answers."


class SpecCapabilities(NamedTuple):
    """What a specialist can do beyond thinking (``can``: what, and the grant, host or key behind it), and what it cannot."""

    can: tuple[tuple[str, str], ...]
    cannot: tuple[str, ...]
    sentence: str


def handler_host_calls(code: str) -> frozenset[str]:
    """Return what a handler's code asks its host for: of ``http``, ``files``, ``tools``, ``secrets``.

    Whatever cannot be read plainly (the second parameter passed on, kept or renamed, code that does not parse) counts as all of it.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _HOST_CALLS
    handlers = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "handle"]
    if len(handlers) != 1 or len(handlers[0].args.args) != 2:
        return _HOST_CALLS
    ctx = handlers[0].args.args[1].arg
    named = {
        id(node.value): node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    used = {named.get(id(node), "") for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == ctx}
    return _HOST_CALLS if "" in used else frozenset(used & _HOST_CALLS)


def may_handler_send(code: str) -> bool:
    """Say whether a handler's code may send more than GET and HEAD; what cannot be read plainly may."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    doors = {id(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "http"}
    asked = {
        id(node.value): node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and id(node.value) in doors
    }
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return len(asked) < len(doors) or any(not _is_read_call(node.attr, calls.get(id(node))) for node in asked.values())


def _is_read_call(method: str, call: ast.Call | None) -> bool:
    if method == "request" and call is not None and call.args and isinstance(call.args[0], ast.Constant):
        method = str(call.args[0].value)
    return method.lower() in _READ_METHODS


def spec_capabilities(spec: AgentSpec, *, mock: bool = False) -> SpecCapabilities:
    """Return what a specialist of this spec can do: by its identity, its hosts and keys, and for a handler by what its code asks for."""
    uses = handler_host_calls(spec.handler_code) if spec.handler_code is not None else _HOST_CALLS
    grants = _grants_used(spec, uses)
    calls = spec.egress_hosts if _can_reach_hosts(spec, uses) else ()
    can = [(_GRANT_LABELS.get(grant, grant), grant) for grant in grants]
    can = [*[(_host_label(spec, host), host) for host in calls], *can]
    cannot = []
    if not calls and "archon.web.search" not in grants:
        cannot.append("the network")
    if not any(grant.startswith("archon.fs.") for grant in grants):
        cannot.append("files")
    if not (calls and spec.credentials):
        cannot.append("keys")
    sentence = _capability_sentence(spec, [what for what, _ in can], cannot, mock=mock and bool(calls))
    sends = bool(calls) and not mock and spec.handler_code is not None and may_handler_send(spec.handler_code)
    return SpecCapabilities(tuple(can), tuple(cannot), f"{sentence} {_READ_ONLY_TRAINING_NOTE}" if sends else sentence)


def limits_label(spec: AgentSpec) -> str:
    """Return the sandbox's limits for it, e.g. ``256 MB, 0.5 cores, 50 processes, 30 s``."""
    bounds = effective_limits(spec)
    return (
        f"{bounds['memory_mb']} MB, {bounds['cpu']:g} cores, {bounds['processes']} processes, {bounds['timeout_s']:g} s"
    )


def effective_limits(spec: AgentSpec) -> dict[str, Any]:
    """Return the sandbox's limits as they will be: a spec can only go below the platform's."""
    base = asdict(SandboxLimits())
    wanted = {} if spec.limits is None else spec.limits.model_dump(exclude_none=True)
    least = {name: min(base[name], value) for name, value in wanted.items()}
    return {name: least.get(name, base[name]) for name in ("memory_mb", "cpu", "processes", "timeout_s")}


def test_count_label(suite: Sequence[TestCase]) -> str:
    """Return how many tests there are, e.g. ``24 tests, 8 of them hidden from its designer.``"""
    hidden = sum(test.held_out for test in suite)
    many = f"{len(suite)} test{'' if len(suite) == 1 else 's'}"
    return f"{many}, {hidden} of them hidden from its designer." if hidden else f"{many}."


def _can_reach_hosts(spec: AgentSpec, uses: frozenset[str]) -> bool:
    """Whether it has a way to its hosts: a handler's own, or the tool, which few identities hold."""
    tools = spec.engine == "model" or "tools" in uses
    return (spec.engine == "handler" and "http" in uses) or (tools and _HTTP_TOOL in provision(spec.agent_id))


def _grants_used(spec: AgentSpec, uses: frozenset[str]) -> list[str]:
    held = provision(spec.agent_id)
    if spec.engine == "model" or "tools" in uses:
        return sorted(held - _UNLISTED_GRANTS)
    return [grant for grant in _FILE_GRANTS if grant in held] if "files" in uses else []


def _host_label(spec: AgentSpec, host: str) -> str:
    keys = [f"`{wanted.name}`" for wanted in spec.credentials if wanted.host == host]
    return f"call {host}" + (f" with your key {' and '.join(keys)}" if keys else "")


def _capability_sentence(spec: AgentSpec, can: Sequence[str], cannot: Sequence[str], *, mock: bool) -> str:
    begins = (
        "It reads the text you send and computes"
        if spec.engine == "handler"
        else "It reads the text you send to a language model"
    )
    may = f"; it may {_join_words(can, 'and')} (what changes something asks you first)" if can else ""
    not_ = f"; it can not use {_join_words(cannot, 'or')}" if cannot else ""
    made_up = (
        " It is trained on made-up answers, and cannot be verified until it is trained on real ones." if mock else ""
    )
    return f"{begins}{may}{not_}.{made_up}"


def _join_words(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
