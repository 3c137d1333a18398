"""Making a recipe, or a specialist that is forked, the user's own: a name that is free, and limits. Pure."""

import re
from collections.abc import Collection
from typing import NamedTuple

from kingdom.contracts.identity import ROLE, identity_of
from kingdom.contracts.spec import AgentSpec, SpecLimits

MAX_ROLE_LENGTH = 50  # characters, so that a number and an identity's prefix still fit
_IT = r"(?:it|this|the specialist)"
_BE = r"(?:(?:should|shall|must|is|be|to)\s+){1,3}"
_NAME = (
    r"[\"'“‘«`]?(?P<name>[a-z][a-z0-9]*(?:[ _-][a-z0-9]+){0,4}?)[\"'”’»`]?\s*(?:[.,;!]|$|\b(?=and\b|with\b|please\b))"
)
_CALLED = re.compile(
    rf"\b(?:(?:re)?name\s+{_IT}\s+(?:(?:to|as)\s+)?|rename\s+to\s+|call\s+{_IT}\s+|{_IT}\s+{_BE}(?:called|named)\s+|the\s+name\s+{_BE}){_NAME}",
    re.IGNORECASE,
)
_MEMORY = re.compile(r"(?P<number>\d{2,5})\s*(?:mb|mib|megabytes?)\b", re.IGNORECASE)
_SECONDS = re.compile(r"(?P<number>\d{1,3}(?:\.\d)?)\s*(?:s|secs?|seconds?)\b", re.IGNORECASE)
# Words around a name and limits that ask for nothing else.
_FILLERS = re.compile(
    "please|and|also|give|it|at|most|with|of|memory|ram|not|more|than|for|an?|runs?|each|the|within|in|limits?|to|use|only|should|shall|be|must"
    "|take|time|max|maximum|up|so|just|can|could|you|i|want|would|like|let|have|get|per|one|no|this|that|specialist|but",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")


class LimitCeiling(NamedTuple):
    """The most that a specialist may be given here: memory in MB, seconds of one run."""

    memory_mb: int
    timeout_s: float


class RequestedOverrides(NamedTuple):
    """What a rule could read in the user's change_request; None where they say nothing of it; ``more`` where they say more."""

    role: str | None = None
    memory_mb: int | None = None
    timeout_s: float | None = None
    more: bool = False  # the words ask for something else, too


class OverriddenSpec(NamedTuple):
    """The spec as it will be proposed, and in sentences what was changed and why."""

    spec: AgentSpec
    notes: tuple[str, ...]


def parse_overrides(change_request: str) -> RequestedOverrides:
    """Return what plain words ask for: a name ("call it iban helper"), memory ("64 MB"), time ("5 seconds")."""
    called, memory, seconds = (
        _CALLED.search(change_request),
        _MEMORY.search(change_request),
        _SECONDS.search(change_request),
    )
    rest = change_request
    for form in (_CALLED, _MEMORY, _SECONDS):
        rest = form.sub(" ", rest, count=1)
    return RequestedOverrides(
        role=normalize_role(called["name"]) if called else None,
        memory_mb=int(memory["number"]) if memory else None,
        timeout_s=float(seconds["number"]) if seconds else None,
        more=any(_FILLERS.fullmatch(word) is None for word in _WORD.findall(rest)),
    )


def normalize_role(name: str) -> str | None:
    """Return a name as a role, without an identity's prefix (the kernel gives that); None for what can be none."""
    role = re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")[:MAX_ROLE_LENGTH].strip("_")
    while (identity := identity_of(role)) is not None:
        role = role.removeprefix(f"{identity}_").strip("_")
    return role if ROLE.fullmatch(role) else None


def unique_role(role: str, taken: Collection[str]) -> str:
    """Return the role, or with the first number that makes it free: ``iban_checker_2``."""
    if role not in taken:
        return role
    number = 2
    while f"{role[:MAX_ROLE_LENGTH]}_{number}" in taken:
        number += 1
    return f"{role[:MAX_ROLE_LENGTH]}_{number}"


def apply_overrides(
    spec: AgentSpec, *, change_request: str, taken: Collection[str], ceiling: LimitCeiling
) -> OverriddenSpec:
    """Return a shipped spec under a name that is free, within the limits that hold here and that the user asked for.

    Nothing else of it changes: purpose, rules, schemas, code, hosts and credentials are what was reviewed.
    """
    wanted = parse_overrides(change_request)
    role = unique_role(wanted.role or spec.role, taken)
    limits, said = _apply_limits(spec.limits or SpecLimits(), wanted, ceiling)
    notes = [*_name_notes(spec.role, wanted.role, role), *said]
    return OverriddenSpec(spec.model_copy(update={"role": role, "limits": limits}), tuple(notes))


def _name_notes(shipped: str, asked: str | None, role: str) -> list[str]:
    if asked is not None and role == asked:
        return [f"It is called {role}, as you asked."]
    if role != (asked or shipped):
        return [f"It is called {role}, since the name {asked or shipped} is taken."]
    return []


def _apply_limits(
    limits: SpecLimits, wanted: RequestedOverrides, ceiling: LimitCeiling
) -> tuple[SpecLimits | None, list[str]]:
    """Return the limits, never above the ceiling, and what was said of them; None where the platform's own hold."""
    memory = _capped(wanted.memory_mb or limits.memory_mb, ceiling.memory_mb)
    seconds = _capped(wanted.timeout_s or limits.timeout_s, ceiling.timeout_s)
    made = SpecLimits(
        memory_mb=None if memory is None else max(16, int(memory)),
        timeout_s=None if seconds is None else max(0.1, seconds),
        processes=limits.processes,
    )
    said = []
    if wanted.memory_mb is not None and made.memory_mb is not None:
        said.append(f"It gets {made.memory_mb} MB of memory{_cap_note(wanted.memory_mb, made.memory_mb)}.")
    if wanted.timeout_s is not None and made.timeout_s is not None:
        said.append(f"One run may take {made.timeout_s:g} seconds{_cap_note(wanted.timeout_s, made.timeout_s)}.")
    return (None if made == SpecLimits() else made), said


def _capped(asked: float | None, most: float) -> float | None:
    return None if asked is None else min(asked, most)


def _cap_note(asked: float, given: float) -> str:
    return ", which is the most there is here" if given < asked else ""
