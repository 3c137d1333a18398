"""The registry: specialists enter it, get new versions, and every process hears of it."""

from collections.abc import Sequence

from django.db import IntegrityError, connection, transaction

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadInput, Conflict
from kingdom.specialists.models import Specialist, SpecialistVersion

CHANNEL = "kingdom_registry"  # PostgreSQL NOTIFY; the payload is the new count of registry_state

_BUMP = """
WITH bumped AS (
    INSERT INTO registry_state AS r (id, version) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET version = r.version + 1 RETURNING r.version
)
SELECT pg_notify(%s, version::text) FROM bumped
"""


def registry_changed() -> None:
    """Tell every process that what it cached of the registry is old. Call it last in the transaction of the change.

    Both ways become visible at commit and not before: the count in ``registry_state`` for who asks, a notification for who listens.
    The row stays locked until then, which puts changes of the registry in a queue.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BUMP, [CHANNEL])


def specialist_register(
    *,
    spec: AgentSpec,
    owner: User | None = None,
    tests: Sequence[TestCase] = (),
    status: Specialist.Status = Specialist.Status.UNVERIFIED,
    scope: Specialist.Scope = Specialist.Scope.USER,
    builtin: bool = False,
) -> Specialist:
    """Enter a new specialist with its first version. The caller has its texts embedded after commit (``dispatch``).

    Raises Conflict when the owner has this role already, or, for a verified one, when any verified specialist has it;
    BadInput for a specialist without owner that is not built in.
    """
    if owner is None and not builtin:
        raise BadInput("A specialist has an owner, or comes with the product.")
    try:
        with transaction.atomic():
            specialist = Specialist.objects.create(
                role=spec.role, created_by=owner, spec_snapshot=_stored(spec), status=status, scope=scope, builtin=builtin
            )
            version_point(specialist, version_append(specialist, spec, tests))
            registry_changed()
    except IntegrityError as error:
        raise Conflict(f"There is a specialist called {spec.role} already. Choose another role, or add a version to it.") from error
    return specialist


@transaction.atomic
def version_add(*, specialist: Specialist, spec: AgentSpec, tests: Sequence[TestCase] = ()) -> SpecialistVersion:
    """Make a spec the current version of a specialist and return it. A spec that was a version before is that same version again.

    Raises BadInput when the spec has another role, Conflict when the specialist is verified and somebody's own (what users rely on
    does not change under them; a fork does), or when the same spec is there with other tests.
    """
    locked = Specialist.objects.select_for_update().get(pk=specialist.pk)
    if spec.role != locked.role:
        raise BadInput(f"This spec is for {spec.role}, not for {locked.role}.")
    if locked.status == Specialist.Status.VERIFIED and not locked.builtin:
        raise Conflict(f"{locked.role} is verified and does not change. Fork it instead.")
    version = locked.versions.filter(digest=spec.digest()).first()
    if version is None:
        version = version_append(locked, spec, tests)
    elif version.tests != cases_stored(tests):
        _tests_set(locked, version, tests)
    if locked.current_version_id != version.pk:
        version_point(locked, version)
        registry_changed()
    specialist.refresh_from_db()
    return version


def version_append(specialist: Specialist, spec: AgentSpec, tests: Sequence[TestCase]) -> SpecialistVersion:
    """Store a spec as the next version of a specialist, which it does not become current by."""
    last = specialist.versions.order_by("-number").values_list("number", flat=True).first() or 0
    return SpecialistVersion.objects.create(
        specialist=specialist, number=last + 1, digest=spec.digest(), spec=_stored(spec), tests=cases_stored(tests)
    )


def version_point(specialist: Specialist, version: SpecialistVersion) -> None:
    """Make a version the current one."""
    specialist.current_version = version
    specialist.spec_snapshot = version.spec
    specialist.save(update_fields=["current_version", "spec_snapshot"])


def _tests_set(specialist: Specialist, version: SpecialistVersion, tests: Sequence[TestCase]) -> None:
    """Let a built-in's tests follow its files; the database's own guard allows that and nothing else."""
    if not specialist.builtin:
        raise Conflict(f"Version {version.number} of {specialist.role} has other tests. Change the spec to make a new version.")
    version.tests = cases_stored(tests)
    version.save(update_fields=["tests"])


def _stored(spec: AgentSpec) -> dict[str, object]:
    return spec.model_dump(mode="json")


def cases_stored(tests: Sequence[TestCase]) -> list[dict[str, object]]:
    """Return tests in the form that a version keeps."""
    return [test.model_dump(mode="json") for test in tests]
