"""What a spec depends on: is everybody there, at work, and does nobody wait for himself?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.validator.json_pointers import issue

SpecialistStatus = Literal["unverified", "verified", "suspended", "deprecated"]


@dataclass(frozen=True, kw_only=True)
class KnownSpecialist:
    """One specialist that the owner of a spec could depend on: its status and the roles it depends on itself."""

    role: str
    status: SpecialistStatus
    dependencies: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RegistryView:
    """The specialists that one user can see, by role; an own one stands before a global one of the same name."""

    specialists: Mapping[str, KnownSpecialist] = field(default_factory=dict)


_ACTIVE_STATUSES = ("unverified", "verified")


def run_dependency_health_check(role: str, dependencies: Sequence[str], known: RegistryView) -> list[ValidationIssue]:
    """Return what is wrong with a role's dependencies: named twice, missing, not at work (theirs too), or a cycle back to the role."""
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


def _reachable_issues(role: str, name: str, place: str, known: RegistryView) -> Iterator[ValidationIssue]:
    """Yield what is wrong with one dependency and with those it depends on itself."""
    seen: set[str] = set()
    waiting: list[tuple[str, ...]] = [(name,)]
    while waiting:
        path = waiting.pop()
        at = path[-1]
        way = " → ".join(path)
        if at == role:
            yield issue("dependencies.cycle", place, f"{role} → {way}: it would wait for itself.")
        if at == role or at in seen:
            continue
        seen.add(at)
        there = known.specialists.get(at)
        if there is None:
            yield issue(
                "dependencies.missing", place, f"There is no specialist {at}" + (f" ({way})." if len(path) > 1 else ".")
            )
        elif there.status not in _ACTIVE_STATUSES:
            yield issue(
                "dependencies.suspended", place, f"{at} is {there.status}" + (f" ({way})." if len(path) > 1 else ".")
            )
        else:
            waiting += [(*path, inner) for inner in reversed(there.dependencies)]
    if cycle := _cycle_below(name, known):
        yield issue("dependencies.cycle", place, f"{' → '.join(cycle)}: they wait for each other.")


def _cycle_below(start: str, known: RegistryView) -> tuple[str, ...]:
    """Return a cycle among what is known already, as its path; an empty one when there is none. Iterative: the graph is anybody's."""
    done: set[str] = set()
    path: list[str] = []
    waiting: list[tuple[str, bool]] = [(start, True)]
    while waiting:
        at, enters = waiting.pop()
        if not enters:
            done.add(path.pop())
            continue
        if at in path:
            return (*path[path.index(at) :], at)
        there = known.specialists.get(at)
        if at in done or there is None:
            continue
        path.append(at)
        waiting.append((at, False))
        waiting += [(inner, True) for inner in there.dependencies]
    return ()
