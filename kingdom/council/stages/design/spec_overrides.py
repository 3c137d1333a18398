"""User's overrides of a recipe's or a fork's spec: a free name, and limits. Pure."""

import re
from collections.abc import Collection
from typing import NamedTuple

from kingdom.contracts.identity import ROLE, identity_of
from kingdom.contracts.spec import AgentSpec, SpecLimits

MAX_ROLE_LENGTH = 50  # characters; leaves room for a number and an identity's prefix
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
# words around a name or limits that ask for nothing else
_FILLERS = re.compile(
    "please|and|also|give|it|at|most|with|of|memory|ram|not|more|than|for|an?|runs?|each|the|within|in|limits?|to|use|only|should|shall|be|must"
    "|take|time|max|maximum|up|so|just|can|could|you|i|want|would|like|let|have|get|per|one|no|this|that|specialist|but",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_CLAUSE_END = re.compile(r"\band\b|[.,;!?](?:\s|$)|\n|\Z", re.IGNORECASE)


class LimitCeiling(NamedTuple):
    """The highest limits that a specialist may have: memory in MB, seconds of one run."""

    memory_mb: int
    timeout_s: float


class RequestedOverrides(NamedTuple):
    """The overrides that rules read in a change request, None where it has none.

    ``more`` is True when it asks for something else as well.
    """

    role: str | None = None
    memory_mb: int | None = None
    timeout_s: float | None = None
    more: bool = False


class OverriddenSpec(NamedTuple):
    """The resulting spec, a sentence for each change, and one on what was not changed, empty for nothing."""

    spec: AgentSpec
    notes: tuple[str, ...]
    not_changed: str = ""


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
        more=_asks_more(rest),
    )


def unread_changes(change_request: str) -> str:
    """Return the clauses of a change request that rules cannot apply, quoted, "" when they apply all of it."""
    known = (_CALLED, _MEMORY, _SECONDS)
    read = change_request
    for form in known:  # a name or a limit may hold a comma, and counts once
        read = form.sub(lambda match: "\0" * len(match[0]), read, count=1)
    ends = list(_CLAUSE_END.finditer(read))
    starts = [0, *(end.end() for end in ends)]
    spans = [slice(start, end.start()) for start, end in zip(starts, ends, strict=False)]
    return ", ".join(f"“{change_request[span].strip()}”" for span in spans if _asks_more(read[span]))


def _asks_more(clause: str) -> bool:
    return any(_FILLERS.fullmatch(word) is None for word in _WORD.findall(clause))


def normalize_role(name: str) -> str | None:
    """Return a name as a role without an identity's prefix, which the kernel adds; None for an invalid name."""
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
    """Return a shipped spec under a free name, within the ceiling and the limits that the user asked for.

    Nothing else changes: purpose, rules, schemas, code, hosts and credentials stay as reviewed.
    """
    wanted = parse_overrides(change_request)
    role = unique_role(wanted.role or spec.role, taken)
    limits, limit_notes = _apply_limits(spec.limits or SpecLimits(), wanted, ceiling)
    notes = [*_name_notes(spec.role, wanted.role, role), *limit_notes]
    return OverriddenSpec(spec.model_copy(update={"role": role, "limits": limits}), tuple(notes))


def _name_notes(shipped: str, requested: str | None, role: str) -> list[str]:
    if requested is not None and role == requested:
        return [f"It is called {role}, as you asked."]
    if role != (requested or shipped):
        return [f"It is called {role}, since the name {requested or shipped} is taken."]
    return []


def _apply_limits(
    limits: SpecLimits, wanted: RequestedOverrides, ceiling: LimitCeiling
) -> tuple[SpecLimits | None, list[str]]:
    """Return the limits, never above the ceiling, and their notes; None when the platform's own apply."""
    memory = _clamped(wanted.memory_mb or limits.memory_mb, 16, ceiling.memory_mb)
    seconds = _clamped(wanted.timeout_s or limits.timeout_s, 0.1, ceiling.timeout_s)
    applied = SpecLimits(
        memory_mb=None if memory is None else int(memory), timeout_s=seconds, processes=limits.processes
    )
    notes = []
    if wanted.memory_mb is not None and memory is not None:
        notes.append(f"It gets {int(memory)} MB of memory{_cap_note(wanted.memory_mb, memory)}.")
    if wanted.timeout_s is not None and seconds is not None:
        notes.append(f"One run may take {seconds:g} seconds{_cap_note(wanted.timeout_s, seconds)}.")
    return (None if applied == SpecLimits() else applied), notes


def _clamped(requested: float | None, least: float, most: float) -> float | None:
    return None if requested is None else max(least, min(requested, most))


def _cap_note(requested: float, applied: float) -> str:
    return ", which is the most there is here" if applied < requested else ""
