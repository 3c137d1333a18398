"""Abilities: what a request may need besides reading and writing text, and which of them a closure holds. Pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from kingdom.contracts.capabilities.closure import CapabilityClosure

Ability = Literal["send", "host", "schedule", "write_files", "read_pages", "chart"]
ABILITIES: tuple[Ability, ...] = get_args(Ability)
ABILITY_LABELS: Mapping[Ability, str] = {
    "send": "send messages to others",
    "host": "reach another service",
    "schedule": "run on a schedule",
    "write_files": "write files",
    "read_pages": "read web pages",
    "chart": "draw charts",
}
_FILE_WRITERS = frozenset({"archon.fs.write", "archon.fs.edit", "archon.fs.delete", "archon.exec.python"})
_WEB_SEARCH = "archon.web.search"
_CHART_DRAWERS = frozenset({"archon.chart.draw", "archon.exec.python"})


@dataclass(frozen=True)
class RequiredAbilities:
    """The abilities that a request needs, in the order of ``ABILITIES``; ``hosts`` are those that it names."""

    names: tuple[Ability, ...] = ()
    hosts: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Return whether any ability is needed."""
        return bool(self.names)

    @classmethod
    def of(cls, names: Collection[str], hosts: Iterable[str] = ()) -> "RequiredAbilities":
        """Return the known abilities among some names, in the order of ``ABILITIES``."""
        return cls(tuple(name for name in ABILITIES if name in names), frozenset(hosts))

    def missing_from(self, closure: CapabilityClosure) -> tuple[Ability, ...]:
        """Return the needed abilities that a version with this closure does not have."""
        return tuple(name for name in self.names if not _has(name, closure, self.hosts))


def _has(ability: Ability, closure: CapabilityClosure, named_hosts: frozenset[str]) -> bool:
    """Return whether a closure holds an ability. An installed tool of another package may do whatever it says.

    No version runs on a schedule: it answers when it is asked.
    """
    installed = any(not tool.startswith("archon.") for tool in closure.tools)
    held = {
        "send": bool(closure.hosts) or installed,
        "host": _reaches(closure, named_hosts) or installed,
        "schedule": False,
        "write_files": bool(closure.grants & _FILE_WRITERS) or installed,
        "read_pages": _WEB_SEARCH in closure.tools or _reaches(closure, named_hosts) or installed,
        "chart": bool(closure.tools & _CHART_DRAWERS) or "files.write" in closure.operations or installed,
    }
    return held[ability]


def _reaches(closure: CapabilityClosure, named_hosts: frozenset[str]) -> bool:
    """Return whether a closure reaches one of the named hosts; any host when none is named."""
    hosts = {host.partition(":")[0] for host in closure.hosts}
    return bool(hosts & named_hosts) if named_hosts else bool(hosts)
