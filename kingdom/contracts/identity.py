"""The identity law: what an agent may do follows from its id alone, ids are repaired, and authority narrows from parent to child.

``provision`` is computed at the moment of execution. Nothing a model, a manifest or a spec asks for is read here.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Identity(StrEnum):
    """The classes that decide capabilities. The value is the id's prefix without its underscore."""

    RESEARCH = "research"
    ANALYZE = "analyze"
    CODER = "coder"
    WRITER = "writer"
    MASTER = "master"


AGENT_ID = re.compile(r"(research|analyze|coder|writer|master)_[a-z0-9_]{1,60}", re.ASCII)
ROLE = re.compile(r"[a-z][a-z0-9_]{0,60}", re.ASCII)

# What every agent holds: looking into its own workspace, asking about tools, and its own session's working memory (decision 10).
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
    """One row of the law's table."""

    grants: frozenset[str]
    mandatory: str | None
    may_spawn: frozenset[Identity]


_EXEC, _SEARCH, _HTTP = "archon.exec.python", "archon.web.search", "archon.http.request"
_IDENTITY_RULES: Mapping[Identity, IdentityRule] = {
    Identity.RESEARCH: IdentityRule(
        frozenset({_SEARCH, _HTTP}), _SEARCH, frozenset({Identity.ANALYZE, Identity.WRITER})
    ),
    Identity.ANALYZE: IdentityRule(frozenset({_EXEC}), _EXEC, frozenset()),
    Identity.CODER: IdentityRule(frozenset({_EXEC, "archon.fs.write", "archon.fs.edit"}), _EXEC, frozenset()),
    Identity.WRITER: IdentityRule(frozenset({"archon.fs.write"}), None, frozenset()),
    Identity.MASTER: IdentityRule(
        frozenset(
            {_SEARCH, _HTTP, _EXEC, "archon.fs.write", "archon.fs.edit", "archon.fs.delete", "archon.agent.delegate"}
        ),
        None,
        frozenset(Identity),
    ),
}


_added: Mapping[Identity, frozenset[str]] = {}


def identity_grants_extend(grants: Mapping[Identity, frozenset[str]]) -> None:
    """Let identities carry tools of installed packages, too: the operator's word, when a process starts; a second one replaces it.

    Whoever may spawn everybody (``master_``) carries all of them. Raises ValueError for one of the law's own tools: those rows stand.
    """
    global _added
    every = frozenset[str]().union(*grants.values())
    if any(name.startswith("archon.") for name in every):
        raise ValueError("The tools of Kingdom itself are held by the law's own rows.")
    _added = {**grants, Identity.MASTER: every} if every else {}


def identity_of(agent_id: str) -> Identity | None:
    """Return the identity an id carries, or None when the id does not have the exact form (no repair here)."""
    found = AGENT_ID.fullmatch(agent_id)
    return Identity(found.group(1)) if found else None


def build_agent_id(identity: Identity, role: str) -> str:
    """Return the agent id of a role, e.g. ``coder_code_writer``; a role that already carries a prefix means the same.

    Raises ValueError when the result does not have the form of an id.
    """
    made = role if identity_of(role) is identity else f"{identity}_{role}"
    if identity_of(made) is None:
        raise ValueError(
            f"{made!r} is not an agent id: lower-case letters, digits and underscores, at most 60 after the prefix"
        )
    return made


def provision(agent_id: str) -> frozenset[str]:
    """Return the tool ids an agent holds; an id of no known form holds the baseline only."""
    identity = identity_of(agent_id)
    return (
        BASELINE
        if identity is None
        else BASELINE | _IDENTITY_RULES[identity].grants | _added.get(identity, frozenset())
    )


def mandatory_tool(agent_id: str) -> str | None:
    """Return the tool without whose receipt a run of this agent does not count, if its identity has one."""
    identity = identity_of(agent_id)
    return None if identity is None else _IDENTITY_RULES[identity].mandatory


def spawnable_identities(identity: Identity) -> frozenset[Identity]:
    """Return the identities an agent of this identity may spawn."""
    return _IDENTITY_RULES[identity].may_spawn


def all_grants() -> frozenset[str]:
    """Return every tool id that somebody may hold."""
    return frozenset().union(*(provision(f"{identity}_any") for identity in Identity))


_INTENT_KEYWORDS: Mapping[Identity, frozenset[str]] = {
    Identity.RESEARCH: frozenset({"search", "find", "web", "lookup"}),
    Identity.CODER: frozenset({"code", "script", "file", "save", "python"}),
    Identity.ANALYZE: frozenset({"plot", "calc", "math", "viz", "analyze"}),
    Identity.WRITER: frozenset({"write", "report", "summary"}),
}
_WORD = re.compile(r"[a-z]+", re.ASCII)
_NOT_PLAIN = re.compile(r"[^a-z0-9]+", re.ASCII)
_MAX_TAIL = 60


@dataclass(frozen=True)
class Authority:
    """An agent and the most it may ever hold. What it holds is computed, at the moment it is asked."""

    agent_id: str
    ceiling: frozenset[str] = field(default_factory=all_grants)

    @property
    def grants(self) -> frozenset[str]:
        """The tool ids this agent holds now."""
        return provision(self.agent_id) & self.ceiling

    @property
    def delegable(self) -> frozenset[str]:
        """The most a child may hold: its own grants, and what the table lets its identity hand on (``research_`` to analysts)."""
        identity = identity_of(self.agent_id)
        if identity is None:
            return frozenset()
        handed_on = frozenset[str]().union(*(provision(f"{child}_any") for child in spawnable_identities(identity)))
        return (provision(self.agent_id) | handed_on) & self.ceiling


@dataclass(frozen=True)
class Coercion:
    """A repaired id. ``repaired`` must be recorded, ``reason`` says what was done; without an intent the authority is the baseline."""

    authority: Authority
    original: str
    repaired: bool
    reason: str


def _intent_identity(text: str) -> Identity | None:
    """Return the one identity whose keywords the text has, or None when it has those of none or of several."""
    words = set(_WORD.findall(text.lower()))
    found = [identity for identity, keywords in _INTENT_KEYWORDS.items() if words & keywords]
    return found[0] if len(found) == 1 else None


def _role_part(raw: str) -> str:
    return _NOT_PLAIN.sub("_", raw.lower()).strip("_")[:_MAX_TAIL].strip("_") or "agent"


def coerce_agent_id(raw_id: str, prompt: str = "") -> Coercion:
    """Return a valid id for whatever a plan calls an agent; an id of the exact form is left alone.

    An id that names no identity gets one by the intent keywords of the id, then of the prompt. With no clear intent it becomes a
    ``writer_`` that holds the baseline only. A plan can never make itself a ``master_``: that is the kernel's word, see ``root``.
    """
    identity = identity_of(raw_id)
    if identity is not None and identity is not Identity.MASTER:
        return Coercion(Authority(raw_id), raw_id, repaired=False, reason="valid")
    if identity is Identity.MASTER or raw_id.strip().lower().startswith("master_"):
        return Coercion(
            Authority(f"writer_{_role_part(raw_id)}", BASELINE),
            raw_id,
            repaired=True,
            reason="only the kernel makes a master_",
        )
    lowered = raw_id.strip().lower()
    if lowered.isascii() and (identity := identity_of(lowered)) is not None:
        return Coercion(Authority(lowered), raw_id, repaired=True, reason="lower-cased")
    intent = (_intent_identity(_NOT_PLAIN.sub(" ", raw_id.lower())) if raw_id.isascii() else None) or _intent_identity(
        prompt
    )
    if intent is None:
        return Coercion(
            Authority(f"writer_{_role_part(raw_id)}", BASELINE),
            raw_id,
            repaired=True,
            reason="no clear intent: baseline only",
        )
    return Coercion(Authority(f"{intent}_{_role_part(raw_id)}"), raw_id, repaired=True, reason=f"intent {intent}")


def root_authority(role: str) -> Authority:
    """Return the kernel-made root of a run: the only way to the first ``master_``. Raises ValueError for a role that is not plain."""
    made = f"{Identity.MASTER}_{role}"
    if AGENT_ID.fullmatch(made) is None:
        raise ValueError(f"{role!r} is not a role: lower-case letters, digits and underscores, at most 60")
    return Authority(made)


def may_spawn(parent: str, child: str) -> bool:
    """Say whether the table lets one agent spawn another; ids of no exact form may not, and may not be."""
    above, below = identity_of(parent), identity_of(child)
    return above is not None and below is not None and below in spawnable_identities(above)


def child_authority(parent: Authority, child: str) -> Authority:
    """Return the child's authority: its identity's grants within what its parent may hand on.

    Raises PermissionError when the table has no such spawn.
    """
    if not may_spawn(parent.agent_id, child):
        raise PermissionError(f"Privilege escalation: {parent.agent_id} may not spawn {child}")
    return Authority(child, parent.delegable)


def reachable_grants(root_of_plan: Authority | str) -> frozenset[str]:
    """Return every grant that any chain of spawns can reach from an agent (or its id): what a plan *can* do, shown before it starts."""
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
