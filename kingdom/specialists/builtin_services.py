"""The specialists that come with the product: read from ``config/builtins``, entered at every start."""

from pathlib import Path
from typing import NamedTuple

from django.db import connection, transaction

from kingdom.core.errors import Conflict
from kingdom.specialists.builtin_files import FOLDER, Builtin, builtins_read
from kingdom.specialists.models import Specialist
from kingdom.specialists.services import registry_changed, specialist_register, version_add

_LOCK = 0x4B424C54  # advisory lock: two processes that start at once install one after the other


class Installed(NamedTuple):
    """What an installation did, by role. ``skipped`` holds sentences that say why."""

    added: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    retired: tuple[str, ...]
    skipped: tuple[str, ...]


@transaction.atomic
def builtins_install(*, folder: Path = FOLDER) -> Installed:
    """Bring the registry in step with the folder, changing nothing when it is; safe to run at every start, by many processes.

    New ones enter verified and global. A changed spec becomes a new current version, older ones stay. A built-in whose folder is gone is
    deprecated and comes back with its folder; ``suspended`` is an admin's word and is left alone.
    Raises BadConfiguration as ``builtins_read`` does.
    """
    wanted = builtins_read(folder)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    known = {specialist.role: specialist for specialist in Specialist.objects.filter(builtin=True).select_related("current_version")}
    done: dict[str, list[str]] = {name: [] for name in Installed._fields}
    for builtin in wanted:
        outcome, said = _install(builtin, known.get(builtin.spec.role))
        done[outcome].append(said)
    done["retired"] = _retire(known, {builtin.spec.role for builtin in wanted})
    if done["retired"]:
        registry_changed()
    return Installed(**{name: tuple(said) for name, said in done.items()})


def _install(builtin: Builtin, known: Specialist | None) -> tuple[str, str]:
    role = builtin.spec.role
    if known is None:
        try:
            made = specialist_register(
                spec=builtin.spec, tests=builtin.tests, status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL, builtin=True
            )
        except Conflict as error:
            return "skipped", error.message
        _flags_set(made, builtin)
        return "added", role
    before = known.current_version_id
    version = version_add(specialist=known, spec=builtin.spec, tests=builtin.tests)
    changed = _flags_set(known, builtin) or version.pk != before
    return ("updated" if changed else "unchanged"), role


def _flags_set(specialist: Specialist, builtin: Builtin) -> bool:
    back = specialist.status == Specialist.Status.DEPRECATED
    if specialist.routable == builtin.routable and not back:
        return False
    specialist.routable = builtin.routable
    specialist.status = Specialist.Status.VERIFIED if back else specialist.status
    specialist.save(update_fields=["routable", "status"])
    registry_changed()
    return True


def _retire(known: dict[str, Specialist], wanted: set[str]) -> list[str]:
    gone = [role for role, specialist in known.items() if role not in wanted and specialist.status == Specialist.Status.VERIFIED]
    Specialist.objects.filter(builtin=True, role__in=gone, status=Specialist.Status.VERIFIED).update(status=Specialist.Status.DEPRECATED)
    return gone
