"""The check of a spec's dependencies, and the registry as the Validator sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.validator.json_pointers import issue

SpecialistStatus = Literal["unverified", "verified", "suspended", "deprecated"]
_MESSAGE = (
    "It names {name}, but a specialist depends on nothing: it hands no work to another one, and no package is "
    "installed for it. Leave dependencies empty; join specialists in a workflow."
)


@dataclass(frozen=True, kw_only=True)
class KnownSpecialist:
    """One specialist of the registry with its status."""

    role: str
    status: SpecialistStatus


@dataclass(frozen=True, kw_only=True)
class RegistryView:
    """The specialists that one user can see, by role; an own one hides a global one of the same role."""

    specialists: Mapping[str, KnownSpecialist] = field(default_factory=dict)


def run_dependency_health_check(dependencies: Sequence[str]) -> list[ValidationIssue]:
    """Return an issue for each dependency that a spec names: none of them would be used (decision 47)."""
    return [
        issue("dependencies.unused", f"/dependencies/{number}", _MESSAGE.format(name=name))
        for number, name in enumerate(dependencies)
    ]
