"""The identity law: grants follow from an agent's id alone, ids are repaired, authority narrows from parent to child.

``provision`` is computed at execution time. No wish of a model, a manifest or a spec is read here.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from kingdom.contracts.intent_words import intents


class Identity(StrEnum):
    """The classes that decide capabilities. The value is the prefix of the id without its underscore."""

    RESEARCH = "research"
    ANALYZE = "analyze"
    CODER = "coder"
    WRITER = "writer"
    MASTER = "master"


AGENT_ID = re.compile(r"(research|analyze|coder|writer|master)_[a-z0-9_]{1,60}", re.ASCII)
ROLE = re.compile(r"[a-z][a-z0-9_]{0,60}", re.ASCII)

# Grants of every agent: read its own workspace, ask about tools, use its own session's working memory (decision 10).
BASELINE: frozenset[str] = frozenset(
    {
        "archon.fs.read",
        "archon.fs.find",
        "archon.tools.list",
        "archon.tools.help",
        "archon.memory.put",
        "archon.memory.get",
    }
)


class IdentityRule(NamedTuple):
    """Grants, mandatory tool and spawn rights of one identity."""

    grants: frozenset[str]
    mandatory: str | None
    may_spawn: frozenset[Identity]


# Tools outside the baseline that need no consent: a chart is a picture of numbers that the agent has already, saved
# as a new version below out/ of its own conversation.
UNASKED: frozenset[str] = frozenset({"archon.chart.draw"})
_CHART = "archon.chart.draw"
_EXEC, _SEARCH, _HTTP = "archon.exec.python", "archon.web.search", "archon.http.request"
_WRITE, _EDIT, _DELETE = "archon.fs.write", "archon.fs.edit", "archon.fs.delete"
_IDENTITY_RULES: Mapping[Identity, IdentityRule] = {
    Identity.RESEARCH: IdentityRule(
        frozenset({_SEARCH, _HTTP}), _SEARCH, frozenset({Identity.ANALYZE, Identity.WRITER})
    ),
    Identity.ANALYZE: IdentityRule(frozenset({_EXEC, _CHART}), _EXEC, frozenset()),
    Identity.CODER: IdentityRule(frozenset({_EXEC, _WRITE, _EDIT, _DELETE}), _EXEC, frozenset()),
    Identity.WRITER: IdentityRule(frozenset({_WRITE, _DELETE}), None, frozenset()),
    Identity.MASTER: IdentityRule(
        frozenset({_SEARCH, _HTTP, _EXEC, _CHART, _WRITE, _EDIT, _DELETE}), None, frozenset(Identity)
    ),
}


_extra_grants: Mapping[Identity, frozenset[str]] = {}


def identity_grants_extend(grants: Mapping[Identity, frozenset[str]]) -> None:
    """Grant tools of installed packages to identities, at process start; a second call replaces the first.

    ``master_`` may spawn every identity and gets all of them. Raises ValueError for one of Kingdom's own tools.
    """
    global _extra_grants
    every = frozenset[str]().union(*grants.values())
    if any(name.startswith("archon.") for name in every):
        raise ValueError("Kingdom's own tools cannot be granted here: the identity table grants them.")
    _extra_grants = {**grants, Identity.MASTER: every} if every else {}


def identity_of(agent_id: str) -> Identity | None:
    """Return the identity of an agent id, None for any other form (this function does not repair ids)."""
    match = AGENT_ID.fullmatch(agent_id)
    return Identity(match.group(1)) if match else None


def build_agent_id(identity: Identity, role: str) -> str:
    """Return the agent id of a role, e.g. ``coder_code_writer``. A role that already has the prefix stays as it is.

    Raises ValueError when the result does not have the form of an id.
    """
    agent_id = role if identity_of(role) is identity else f"{identity}_{role}"
    if identity_of(agent_id) is None:
        raise ValueError(
            f"{agent_id!r} is not an agent id: lower-case letters, digits and underscores, at most 60 after the prefix"
        )
    return agent_id


def provision(agent_id: str) -> frozenset[str]:
    """Return the tool ids that an agent holds; an id of unknown form holds the baseline only."""
    identity = identity_of(agent_id)
    if identity is None:
        return BASELINE
    return BASELINE | _IDENTITY_RULES[identity].grants | _extra_grants.get(identity, frozenset())


def mandatory_tool(agent_id: str) -> str | None:
    """Return the tool that a run of this agent must have a receipt of, None when its identity has no such tool."""
    identity = identity_of(agent_id)
    return None if identity is None else _IDENTITY_RULES[identity].mandatory


def mandatory_tools() -> frozenset[str]:
    """Return the tools that are mandatory for some identity."""
    return frozenset(rule.mandatory for rule in _IDENTITY_RULES.values() if rule.mandatory is not None)


def spawnable_identities(identity: Identity) -> frozenset[Identity]:
    """Return the identities that an agent of this identity may spawn."""
    return _IDENTITY_RULES[identity].may_spawn


def all_grants() -> frozenset[str]:
    """Return every tool id that any identity holds."""
    return frozenset().union(*(provision(f"{identity}_any") for identity in Identity))


_NOT_PLAIN = re.compile(r"[^a-z0-9]+", re.ASCII)
_MAX_TAIL = 60


@dataclass(frozen=True)
class Authority:
    """An agent and the upper bound of its grants. The grants themselves are computed on each access."""

    agent_id: str
    ceiling: frozenset[str] = field(default_factory=all_grants)

    @property
    def grants(self) -> frozenset[str]:
        """The tool ids this agent holds now."""
        return provision(self.agent_id) & self.ceiling

    @property
    def delegable(self) -> frozenset[str]:
        """The upper bound of a child's grants: this agent's own, and those of the identities that it may spawn."""
        identity = identity_of(self.agent_id)
        if identity is None:
            return frozenset()
        inherited = frozenset[str]().union(*(provision(f"{child}_any") for child in spawnable_identities(identity)))
        return (provision(self.agent_id) | inherited) & self.ceiling


@dataclass(frozen=True)
class Coercion:
    """A valid id with its authority. Record ``repaired``; ``reason`` says what was done."""

    authority: Authority
    original: str
    repaired: bool
    reason: str


def _clear_identity(found: frozenset[str]) -> Identity | None:
    """Return the only identity of some intents, None when there is no such identity or more than one."""
    return Identity(next(iter(found))) if len(found) == 1 else None


def _role_part(raw: str) -> str:
    return _NOT_PLAIN.sub("_", raw.lower()).strip("_")[:_MAX_TAIL].strip("_") or "agent"


def coerce_agent_id(raw_id: str, prompt: str = "") -> Coercion:
    """Return a valid id for the name that a plan gives to an agent; an id of the exact form stays as it is.

    An id without an identity gets one by the intent keywords of the id or, when it has none, of the prompt. With no
    clear intent it becomes a ``writer_`` with the baseline only. A plan never creates a ``master_``.
    """
    lowered = raw_id.strip().lower()
    if identity_of(raw_id) is Identity.MASTER or lowered.startswith("master_"):
        return _baseline_writer(raw_id, "only the kernel makes a master_")
    if identity_of(raw_id) is not None:
        return Coercion(Authority(raw_id), raw_id, repaired=False, reason="valid")
    if lowered.isascii() and identity_of(lowered) is not None:
        return Coercion(Authority(lowered), raw_id, repaired=True, reason="lower-cased")
    own = intents(raw_id) if raw_id.isascii() else frozenset[str]()
    intent = _clear_identity(own or intents(prompt))
    if intent is None:
        return _baseline_writer(raw_id, "no clear intent: baseline only")
    return Coercion(Authority(f"{intent}_{_role_part(raw_id)}"), raw_id, repaired=True, reason=f"intent {intent}")


def _baseline_writer(raw_id: str, reason: str) -> Coercion:
    return Coercion(Authority(f"writer_{_role_part(raw_id)}", BASELINE), raw_id, repaired=True, reason=reason)


def may_spawn(parent: str, child: str) -> bool:
    """Whether the table lets one agent spawn another; False when either id does not have the exact form."""
    above, below = identity_of(parent), identity_of(child)
    return above is not None and below is not None and below in spawnable_identities(above)


def child_authority(parent: Authority, child: str) -> Authority:
    """Return the child's authority: its identity's grants, bounded by those that its parent may delegate.

    Raises PermissionError when the parent may not spawn it.
    """
    if not may_spawn(parent.agent_id, child):
        raise PermissionError(f"Privilege escalation: {parent.agent_id} may not spawn {child}")
    return Authority(child, parent.delegable)


def reachable_grants(root_of_plan: Authority | str) -> frozenset[str]:
    """Return every grant that any chain of spawns can reach from an agent (or its id): the most that a plan can do."""
    authority = Authority(root_of_plan) if isinstance(root_of_plan, str) else root_of_plan
    reached, todo = set(authority.grants), [authority]
    seen: set[tuple[Identity, frozenset[str]]] = set()
    while todo:
        above = todo.pop()
        identity = identity_of(above.agent_id)
        if identity is None or (identity, above.ceiling) in seen:
            continue
        seen.add((identity, above.ceiling))
        for child in _children(above, spawnable_identities(identity)):
            reached |= child.grants
            todo.append(child)
    return frozenset(reached)


def _children(above: Authority, identities: Iterable[Identity]) -> list[Authority]:
    return [child_authority(above, f"{identity}_any") for identity in identities]
