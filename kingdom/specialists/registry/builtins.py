"""The specialists that come with the product: read from ``config/builtins``, entered at every start."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import Conflict
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register, version_add
from kingdom.specialists.registry.spec_files import spec_folders_read

BUILTINS_FOLDER: Path = settings.BASE_DIR / "config" / "builtins"


class BuiltinFolder(NamedTuple):
    """One folder of ``config/builtins``."""

    spec: AgentSpec
    tests: tuple[TestCase, ...]
    routable: bool


def builtins_read(folder: Path = BUILTINS_FOLDER) -> tuple[BuiltinFolder, ...]:
    """Return the built-ins of a folder by role. Raises BadConfiguration, naming the file, for whatever cannot be read or does not hold."""
    folders = spec_folders_read(folder, noun="built-in", extras=["routable"])
    return tuple(BuiltinFolder(one.spec, one.tests, bool(one.extras.get("routable", True))) for one in folders)


_INSTALL_LOCK = 0x4B424C54  # advisory lock: two processes that start at once install one after the other


class InstallReport(NamedTuple):
    """What an installation did, by role. ``skipped`` holds sentences that say why."""

    added: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    retired: tuple[str, ...]
    skipped: tuple[str, ...]


@transaction.atomic
def builtins_install(*, folder: Path = BUILTINS_FOLDER) -> InstallReport:
    """Bring the registry in step with the folder, changing nothing when it is; safe to run at every start, by many processes.

    New ones enter verified and global. A changed spec becomes a new current version, older ones stay. A built-in whose folder is gone is
    deprecated and comes back with its folder; ``suspended`` is an admin's word and is left alone.
    Raises BadConfiguration as ``builtins_read`` does.
    """
    wanted = builtins_read(folder)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_INSTALL_LOCK])
    known = {
        specialist.role: specialist
        for specialist in Specialist.objects.filter(builtin=True).select_related("current_version")
    }
    done: dict[str, list[str]] = {name: [] for name in InstallReport._fields}
    for builtin in wanted:
        outcome, said = _install(builtin, known.get(builtin.spec.role))
        done[outcome].append(said)
    done["retired"] = _retire(known, {builtin.spec.role for builtin in wanted})
    return InstallReport(**{name: tuple(said) for name, said in done.items()})


def _install(builtin: BuiltinFolder, known: Specialist | None) -> tuple[str, str]:
    role = builtin.spec.role
    if known is None:
        try:
            made = specialist_register(
                spec=builtin.spec,
                tests=builtin.tests,
                status=Specialist.Status.VERIFIED,
                scope=Specialist.Scope.GLOBAL,
                builtin=True,
            )
        except Conflict as error:
            return "skipped", error.message
        _flags_set(made, builtin)
        return "added", role
    before = known.current_version_id
    version = version_add(specialist=known, spec=builtin.spec, tests=builtin.tests)
    changed = _flags_set(known, builtin) or version.pk != before
    return ("updated" if changed else "unchanged"), role


def _flags_set(specialist: Specialist, builtin: BuiltinFolder) -> bool:
    back = specialist.status == Specialist.Status.DEPRECATED
    if specialist.routable == builtin.routable and not back:
        return False
    specialist.routable = builtin.routable
    specialist.status = Specialist.Status.VERIFIED if back else specialist.status
    specialist.save(update_fields=["routable", "status"])
    return True


def _retire(known: dict[str, Specialist], wanted: set[str]) -> list[str]:
    gone = [
        role
        for role, specialist in known.items()
        if role not in wanted and specialist.status == Specialist.Status.VERIFIED
    ]
    Specialist.objects.filter(builtin=True, role__in=gone, status=Specialist.Status.VERIFIED).update(
        status=Specialist.Status.DEPRECATED
    )
    return gone
