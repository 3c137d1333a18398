"""Installed packs: Python packages that bring recipes, tools and Guardian rules by entry points.

Only a pack that the operator lists (``KINGDOM_PACKS``) is loaded: nothing of another one is imported. What a pack
brings and cannot be used is named and left out; it never keeps Kingdom from starting.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points
from pathlib import Path

import structlog
from django.conf import settings

from kingdom.core.errors import BadConfiguration

RECIPES, TOOLS, GUARDIAN_RULES = "kingdom.recipes", "kingdom.tools", "kingdom.guardian_rules"
_SEPARATORS = re.compile(r"[-_.]+")
_problems: dict[str, str] = {}  # by the name of a part of a pack
_log = structlog.get_logger(__name__)


def listed_packs() -> tuple[str, ...]:
    """Return the names of the packs that the operator lists, in their normal form."""
    return tuple(map(_normal_name, settings.KINGDOM.packs.split()))


def pack_entries(group: str) -> Sequence[EntryPoint]:
    """Return the entry points of a group that listed packs bring, in the order of their packs and names."""
    listed = listed_packs()
    if not listed:
        return ()
    found = [entry for entry in entry_points(group=group) if entry.dist and _normal_name(entry.dist.name) in listed]
    return sorted(found, key=lambda entry: (_pack(entry), entry.name))


def pack_folders(group: str) -> Iterator[tuple[EntryPoint, Path]]:
    """Yield the folders of the packages that the entry points of a group name."""
    for entry in pack_entries(group):
        folder: Path | None = None
        with left_out_if_broken(entry):
            folder = Path(entry.load().__file__ or "").parent
        if folder is not None:
            yield entry, folder


@contextmanager
def left_out_if_broken(entry: EntryPoint) -> Iterator[None]:
    """Leave a part of a pack out, named for the log and ``manage.py doctor``, whatever its code raises.

    A ``sys.exit`` at its import would end each process of Kingdom at its start.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise
    except SystemExit as error:
        advice = f"it ends the process when it is imported (SystemExit: {error}). Import it without running a program."
        _leave_out(entry, advice)
    except BaseException as error:  # third-party code
        _leave_out(entry, str(error)[:300] or type(error).__name__)


def _leave_out(entry: EntryPoint, problem: str) -> None:
    name = f"{_pack(entry)}: {entry.group} {entry.name}"
    _problems[name] = problem
    _log.error("pack_part_left_out", pack=_pack(entry), part=f"{entry.group} {entry.name}", error=problem)


def pack_problems() -> list[str]:
    """Return what is wrong with the listed packs in this process: those that are not installed, and parts left out."""
    missing = [f"{name}: it is not installed" for name in listed_packs() if not _is_installed(name)]
    return [*missing, *(f"{name}: {problem}" for name, problem in sorted(_problems.items()))]


def require_new_names(names: Sequence[str], taken: Sequence[str]) -> None:
    """Raise BadConfiguration when a pack brings what is there already: it only adds."""
    if repeated := sorted(set(names) & set(taken)):
        raise BadConfiguration(f"{repeated[0]} is there already; a pack only adds")


def _pack(entry: EntryPoint) -> str:
    return _normal_name(entry.dist.name) if entry.dist is not None else ""


def _normal_name(name: str) -> str:
    return _SEPARATORS.sub("-", name).lower()


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True
