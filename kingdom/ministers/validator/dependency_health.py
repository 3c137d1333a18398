"""Checks of a spec's dependencies: they exist, are active, and form no cycle."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.validator.json_pointers import issue

SpecialistStatus = Literal["unverified", "verified", "suspended", "deprecated"]


@dataclass(frozen=True, kw_only=True)
class KnownSpecialist:
    """One specialist that a spec may depend on, with its status and its own dependencies (roles)."""

    role: str
    status: SpecialistStatus
    dependencies: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RegistryView:
    """The specialists that one user can see, by role; an own one hides a global one of the same role."""

    specialists: Mapping[str, KnownSpecialist] = field(default_factory=dict)


_ACTIVE_STATUSES = ("unverified", "verified")


def run_dependency_health_check(role: str, dependencies: Sequence[str], known: RegistryView) -> list[ValidationIssue]:
    """Return the issues of a role's dependencies: duplicates, missing or inactive ones (transitively), and cycles."""
    found: list[ValidationIssue] = []
    for number, name in enumerate(dependencies):
        place = f"/dependencies/{number}"
        if name in dependencies[:number]:
            found.append(issue("dependencies.duplicate", place, f"{name} is named twice."))
        elif name == role:
            found.append(issue("dependencies.cycle", place, f"{role} depends on itself."))
        else:
            found += list(_reachable_issues(role, name, place, known))
    return found


def _reachable_issues(role: str, name: str, pointer: str, known: RegistryView) -> Iterator[ValidationIssue]:
    """Yield the issues of one dependency and of those that it depends on."""
    seen: set[str] = set()
    waiting: list[tuple[str, ...]] = [(name,)]
    while waiting:
        path = waiting.pop()
        current = path[-1]
        if current == role:
            yield issue("dependencies.cycle", pointer, f"{role} → {' → '.join(path)}: it would wait for itself.")
        elif current not in seen:
            seen.add(current)
            specialist = known.specialists.get(current)
            if specialist is None or specialist.status not in _ACTIVE_STATUSES:
                yield _unavailable_issue(path, specialist, pointer)
            else:
                waiting += [(*path, inner) for inner in reversed(specialist.dependencies)]
    if cycle := _cycle_below(name, known):
        yield issue("dependencies.cycle", pointer, f"{' → '.join(cycle)}: they wait for each other.")


def _unavailable_issue(path: tuple[str, ...], specialist: KnownSpecialist | None, pointer: str) -> ValidationIssue:
    via = f" ({' → '.join(path)})" if len(path) > 1 else ""
    if specialist is None:
        return issue("dependencies.missing", pointer, f"There is no specialist {path[-1]}{via}.")
    return issue("dependencies.suspended", pointer, f"{path[-1]} is {specialist.status}{via}.")


def _cycle_below(start: str, known: RegistryView) -> tuple[str, ...]:
    """Return the path of a cycle among known specialists, or an empty one. Iterative, since the graph has any depth."""
    done: set[str] = set()
    path: list[str] = []
    waiting: list[tuple[str, bool]] = [(start, True)]  # role, whether it is entered or left
    while waiting:
        role, enters = waiting.pop()
        if not enters:
            done.add(path.pop())
            continue
        if role in path:
            return (*path[path.index(role) :], role)
        specialist = known.specialists.get(role)
        if role in done or specialist is None:
            continue
        path.append(role)
        waiting.append((role, False))
        waiting += [(inner, True) for inner in specialist.dependencies]
    return ()
