"""Install the built-in specialists of ``config/builtins`` at every start."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db import transaction

from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.identity import provision
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.errors import BadConfiguration, Conflict
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.kept_files import kept_text
from kingdom.specialists.registry.services import specialist_register, version_add
from kingdom.specialists.registry.spec_files import spec_folders_read

_log = structlog.get_logger(__name__)
MAX_WARM_UPS = 8  # examples that a sandbox runs before it serves
WARM_UP_NOW = "2026-01-01T12:00:00+00:00"
BUILTINS_FOLDER: Path = settings.BASE_DIR / "config" / "builtins"
CONTRACTS_FOLDER: Path = settings.BASE_DIR / "kingdom" / "contracts"  # what computes a closure


class BuiltinFolder(NamedTuple):
    """One folder of ``config/builtins``."""

    spec: AgentSpec
    tests: tuple[TestCase, ...]
    routable: bool


def builtins_read(folder: Path = BUILTINS_FOLDER) -> tuple[BuiltinFolder, ...]:
    """Return the built-ins of a folder by role. Raises BadConfiguration with the path of an invalid file."""
    folders = spec_folders_read(folder, noun="built-in", extras=["routable"])
    return tuple(BuiltinFolder(read.spec, read.tests, bool(read.extras.get("routable", True))) for read in folders)


@cache
def builtin_warm_ups() -> Mapping[str, str]:
    """Return the warm-up of every built-in handler of the product by its code, see ``contracts.sandbox.Program``.

    None, with a log line, when a file is invalid.
    """
    try:
        specs = [one.spec for one in builtins_read()]
    except BadConfiguration as error:
        _log.warning("builtins_unreadable", reason=error.message)
        return {}
    return {spec.handler_code: _warm_up(spec.examples) for spec in specs if spec.handler_code is not None}


def _warm_up(examples: Sequence[str]) -> str:
    return json.dumps([{"text": text, "history": [], "now": WARM_UP_NOW} for text in examples[:MAX_WARM_UPS]])


class InstallReport(NamedTuple):
    """The result of an installation as roles; ``skipped`` holds sentences with the reason."""

    added: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    retired: tuple[str, ...]
    skipped: tuple[str, ...]


@transaction.atomic
def builtins_install(*, folder: Path = BUILTINS_FOLDER) -> InstallReport:
    """Update the built-in specialists of the registry to a folder. Idempotent; safe to run in many processes at once.

    A new built-in is verified and global. A changed spec becomes a new current version. A built-in without a folder is
    deprecated until its folder exists again; a suspended one stays suspended. Raises BadConfiguration as
    ``builtins_read`` does.
    """
    wanted = builtins_read(folder)
    advisory_lock("install:builtins")  # processes that start at the same time install one after the other
    known = {
        specialist.role: specialist
        for specialist in Specialist.objects.filter(builtin=True).select_related("current_version")
    }
    done: dict[str, list[str]] = {name: [] for name in InstallReport._fields}
    for builtin in wanted:
        outcome, role_or_reason = _install(builtin, known.get(builtin.spec.role), folder)
        done[outcome].append(role_or_reason)
    done["retired"] = _retire(known, {builtin.spec.role for builtin in wanted})
    return InstallReport(**{outcome: tuple(entries) for outcome, entries in done.items()})


def _install(builtin: BuiltinFolder, known: Specialist | None, folder: Path) -> tuple[str, str]:
    role = builtin.spec.role
    capabilities = _capabilities(builtin.spec, folder)
    if known is None:
        try:
            specialist = specialist_register(
                spec=builtin.spec,
                tests=builtin.tests,
                status=Specialist.Status.VERIFIED,
                scope=Specialist.Scope.GLOBAL,
                builtin=True,
                capabilities=capabilities,
            )
        except Conflict as error:
            return "skipped", error.message
        _flags_set(specialist, builtin)
        return "added", role
    before = known.current_version_id
    version = version_add(specialist=known, spec=builtin.spec, tests=builtin.tests, capabilities=capabilities)
    if version.capabilities != capabilities:  # computed by an earlier release; nobody else confirms a built-in
        version.capabilities = capabilities
        version.save(update_fields=["capabilities"])
    changed = _flags_set(known, builtin) or version.pk != before
    return ("updated" if changed else "unchanged"), role


def _capabilities(spec: AgentSpec, folder: Path) -> dict[str, object]:
    """Return a built-in's closure as JSON, as this release computes it with the tools that the operator grants."""
    granted = json.dumps(sorted(provision(spec.agent_id)))
    sources = (spec.digest().encode(), granted.encode(), _contracts_code())
    kept = kept_text(folder / spec.role, "closure", sources, lambda: json.dumps(capability_closure(spec).to_json()))
    closure: dict[str, object] = json.loads(kept)
    return closure


@cache
def _contracts_code() -> bytes:
    return b"\0".join(path.read_bytes() for path in sorted(CONTRACTS_FOLDER.rglob("*.py")))


def _flags_set(specialist: Specialist, builtin: BuiltinFolder) -> bool:
    returns = specialist.status == Specialist.Status.DEPRECATED
    if specialist.routable == builtin.routable and not returns:
        return False
    specialist.routable = builtin.routable
    specialist.status = Specialist.Status.VERIFIED if returns else specialist.status
    specialist.save(update_fields=["routable", "status"])
    return True


def _retire(known: dict[str, Specialist], wanted: set[str]) -> list[str]:
    verified = Specialist.Status.VERIFIED
    missing = [role for role, found in known.items() if role not in wanted and found.status == verified]
    retired = Specialist.objects.filter(builtin=True, role__in=missing, status=verified)
    retired.update(status=Specialist.Status.DEPRECATED)
    return missing
