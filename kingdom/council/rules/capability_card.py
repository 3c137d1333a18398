"""The capability card: what a proposed specialist does and can do, computed from its spec, never from a model's text.

Pure.
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any, NamedTuple

from kingdom.contracts.identity import provision
from kingdom.contracts.python_source import UnparsableSource, parse_source
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.contracts.spec import AgentSpec, TestCase

_HOST_CALLS = frozenset({"http", "files", "tools", "secrets"})  # attributes of a handler's ``ctx``
_REMEMBERED = 128  # codes: a card is shown often, and what code asks for depends on its text only
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
_HTTP_TOOL = "archon.http.request"  # shown as the hosts that it may call
# implied by reading, or limited to the current task
_UNLISTED_GRANTS = frozenset(
    {"archon.tools.list", "archon.tools.help", "archon.fs.find", "archon.memory.put", "archon.memory.get", _HTTP_TOOL}
)
_FILE_GRANTS = ("archon.fs.read", "archon.fs.write")  # what a handler can do with files, if granted
_READ_ONLY_TRAINING_NOTE = (
    "Training only reads at its hosts (GET) and sends them nothing: to try out what it sends, train it on mock replies."
)


class SpecCapabilities(NamedTuple):
    """What a specialist can do beyond thinking (``can``: action, and grant or host behind it), and what it cannot."""

    can: tuple[tuple[str, str], ...]
    cannot: tuple[str, ...]
    sentence: str


@lru_cache(maxsize=_REMEMBERED)
def handler_host_calls(code: str | None) -> frozenset[str]:
    """Return what a handler's code uses of ``ctx``: of ``http``, ``files``, ``tools``, ``secrets``.

    No code (the model engine) and code that cannot be analysed (``ctx`` passed on, stored or renamed, a syntax error)
    count as using all of them.
    """
    tree = _parsed(code)
    ctx = _context_name(tree) if tree is not None else None
    if tree is None or ctx is None:
        return _HOST_CALLS
    attributes = {id(node.value): node.attr for node in _attributes(tree)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == ctx]
    used = {attributes.get(id(name), "") for name in names}
    return _HOST_CALLS if "" in used else frozenset(used & _HOST_CALLS)


def _parsed(code: str | None) -> ast.Module | None:
    try:
        return parse_source(code or "")
    except UnparsableSource:
        return None


def _context_name(tree: ast.Module) -> str | None:
    """Return the name of the second parameter of ``handle``."""
    handlers = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "handle"]
    if len(handlers) != 1 or len(handlers[0].args.args) != 2:
        return None
    return handlers[0].args.args[1].arg


@lru_cache(maxsize=_REMEMBERED)
def may_handler_send(code: str | None) -> bool:
    """Return whether a handler's code may send more than GET and HEAD; code that cannot be analysed may."""
    if code is None:
        return False
    tree = _parsed(code)
    if tree is None:
        return True
    clients = {id(node) for node in _attributes(tree) if node.attr == "http"}
    methods = {id(node.value): node for node in _attributes(tree) if id(node.value) in clients}
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    reads = all(_is_read_call(node.attr, calls.get(id(node))) for node in methods.values())
    return len(methods) < len(clients) or not reads


def _attributes(tree: ast.AST) -> list[ast.Attribute]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]


def _is_read_call(method: str, call: ast.Call | None) -> bool:
    if method == "request" and call is not None and call.args and isinstance(call.args[0], ast.Constant):
        method = str(call.args[0].value)
    return method.lower() in _READ_METHODS


def spec_capabilities(spec: AgentSpec, *, mock: bool = False) -> SpecCapabilities:
    """Return what a specialist of this spec can do: by its identity, hosts and keys, and for a handler by its code."""
    uses = handler_host_calls(spec.handler_code)
    grants = _grants_used(spec, uses)
    hosts = spec.egress_hosts if _can_reach_hosts(spec, uses) else ()
    can = [(_host_label(spec, host), host) for host in hosts]
    can += [(_GRANT_LABELS.get(grant, grant), grant) for grant in grants]
    cannot = _missing_capabilities(spec, grants, hosts)
    sentence = _capability_sentence(spec, [label for label, _ in can], cannot, mock=mock and bool(hosts))
    if hosts and not mock and may_handler_send(spec.handler_code):
        sentence = f"{sentence} {_READ_ONLY_TRAINING_NOTE}"
    return SpecCapabilities(tuple(can), cannot, sentence)


def _missing_capabilities(spec: AgentSpec, grants: Sequence[str], hosts: Sequence[str]) -> tuple[str, ...]:
    has = {
        "the network": bool(hosts) or "archon.web.search" in grants,
        "files": any(grant.startswith("archon.fs.") for grant in grants),
        "keys": bool(hosts and spec.credentials),
    }
    return tuple(name for name, is_there in has.items() if not is_there)


def limits_label(spec: AgentSpec) -> str:
    """Return the sandbox's limits for a spec, e.g. ``256 MB, 0.5 cores, 50 processes, 30 s``."""
    bounds = effective_limits(spec)
    return (
        f"{bounds['memory_mb']} MB, {bounds['cpu']:g} cores, {bounds['processes']} processes, {bounds['timeout_s']:g} s"
    )


def effective_limits(spec: AgentSpec) -> dict[str, Any]:
    """Return the effective sandbox limits; a spec can only lower the platform's."""
    base = asdict(SandboxLimits())
    own = {} if spec.limits is None else spec.limits.model_dump(exclude_none=True)
    return {name: min(base[name], own.get(name, base[name])) for name in ("memory_mb", "cpu", "processes", "timeout_s")}


def test_count_label(suite: Sequence[TestCase]) -> str:
    """Return the number of tests, e.g. ``24 tests, 8 of them hidden from its designer.``"""
    hidden = sum(test.held_out for test in suite)
    count = f"{len(suite)} test{'' if len(suite) == 1 else 's'}"
    return f"{count}, {hidden} of them hidden from its designer." if hidden else f"{count}."


def _can_reach_hosts(spec: AgentSpec, uses: frozenset[str]) -> bool:
    """Return whether it can call its hosts: from a handler's code, or by the HTTP tool, which few identities hold."""
    tools = spec.engine == "model" or "tools" in uses
    return (spec.engine == "handler" and "http" in uses) or (tools and _HTTP_TOOL in provision(spec.agent_id))


def _grants_used(spec: AgentSpec, uses: frozenset[str]) -> list[str]:
    held = provision(spec.agent_id)
    if spec.engine == "model" or "tools" in uses:
        return sorted(held - _UNLISTED_GRANTS)
    return [grant for grant in _FILE_GRANTS if grant in held] if "files" in uses else []


def _host_label(spec: AgentSpec, host: str) -> str:
    keys = [f"`{credential.name}`" for credential in spec.credentials if credential.host == host]
    return f"call {host}" + (f" with your key {' and '.join(keys)}" if keys else "")


def _capability_sentence(spec: AgentSpec, can: Sequence[str], cannot: Sequence[str], *, mock: bool) -> str:
    begins = (
        "It reads the text you send and computes"
        if spec.engine == "handler"
        else "It reads the text you send to a language model"
    )
    may = f"; it may {_join_words(can, 'and')} (what changes something asks you first)" if can else ""
    not_ = f"; it can not use {_join_words(cannot, 'or')}" if cannot else ""
    mock_note = (
        " It is trained on mock replies, and cannot be verified until it is trained on real ones." if mock else ""
    )
    return f"{begins}{may}{not_}.{mock_note}"


def _join_words(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
