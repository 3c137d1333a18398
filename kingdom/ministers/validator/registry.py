"""What the Validator knows of the registry: a value that whoever may read the registry builds and passes in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Status = Literal["unverified", "verified", "suspended", "deprecated"]


@dataclass(frozen=True, kw_only=True)
class KnownSpecialist:
    """One specialist that the owner of a spec could depend on: its status and the roles it depends on itself."""

    role: str
    status: Status
    dependencies: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RegistryView:
    """The specialists that one user can see, by role; an own one stands before a global one of the same name."""

    specialists: Mapping[str, KnownSpecialist] = field(default_factory=dict)
