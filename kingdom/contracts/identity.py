"""The identity law: what an agent may do follows from its id alone.

``provision`` is computed at the moment of execution. Nothing a model, a manifest or a spec asks for is read here.
"""

import re
from collections.abc import Mapping
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

BASELINE: frozenset[str] = frozenset({"archon.fs.read", "archon.fs.find", "archon.tools.list", "archon.tools.help"})


class Law(NamedTuple):
    """One row of the law's table."""

    grants: frozenset[str]
    mandatory: str | None
    may_spawn: frozenset[Identity]


_EXEC = "archon.exec.python"
_LAW: Mapping[Identity, Law] = {
    Identity.RESEARCH: Law(frozenset({"archon.web.search"}), "archon.web.search", frozenset({Identity.ANALYZE, Identity.WRITER})),
    Identity.ANALYZE: Law(frozenset({_EXEC}), _EXEC, frozenset()),
    Identity.CODER: Law(frozenset({_EXEC, "archon.fs.write", "archon.fs.edit"}), _EXEC, frozenset()),
    Identity.WRITER: Law(frozenset({"archon.fs.write"}), None, frozenset()),
    Identity.MASTER: Law(
        frozenset({"archon.web.search", _EXEC, "archon.fs.write", "archon.fs.edit", "archon.fs.delete", "archon.agent.delegate"}),
        None,
        frozenset(Identity),
    ),
}


def identity_of(agent_id: str) -> Identity | None:
    """Return the identity an id carries, or None when the id does not have the exact form (no repair here)."""
    found = AGENT_ID.fullmatch(agent_id)
    return Identity(found.group(1)) if found else None


def agent_id(identity: Identity, role: str) -> str:
    """Return the agent id of a role, e.g. ``coder_code_writer``; a role that already carries a prefix means the same.

    Raises ValueError when the result does not have the form of an id.
    """
    made = role if identity_of(role) is identity else f"{identity}_{role}"
    if identity_of(made) is None:
        raise ValueError(f"{made!r} is not an agent id: lower-case letters, digits and underscores, at most 60 after the prefix")
    return made


def provision(agent_id: str) -> frozenset[str]:
    """Return the tool ids an agent holds; an id of no known form holds the baseline only."""
    identity = identity_of(agent_id)
    return BASELINE if identity is None else BASELINE | _LAW[identity].grants


def mandatory_tool(agent_id: str) -> str | None:
    """Return the tool without whose receipt a run of this agent does not count, if its identity has one."""
    identity = identity_of(agent_id)
    return None if identity is None else _LAW[identity].mandatory


def spawnable(identity: Identity) -> frozenset[Identity]:
    """Return the identities an agent of this identity may spawn."""
    return _LAW[identity].may_spawn
