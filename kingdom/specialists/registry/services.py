"""Create specialists and their immutable versions."""

from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction

from kingdom.accounts.models import User
from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadInput, Conflict
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.role_reservations import role_check, role_reserve, version_role_check

Capabilities = Mapping[str, object]  # a capability closure as JSON


def specialist_register(  # noqa: PLR0913 - all but the spec have a default
    *,
    spec: AgentSpec,
    owner: User | None = None,
    tests: Sequence[TestCase] = (),
    status: Specialist.Status = Specialist.Status.UNVERIFIED,
    scope: Specialist.Scope = Specialist.Scope.USER,
    builtin: bool = False,
    capabilities: Capabilities | None = None,
) -> Specialist:
    """Create a specialist with its first version. The next ``routing_refresh`` embeds its texts.

    ``capabilities`` is the closure of ``spec`` as JSON where the caller has it; else it is computed.

    Raises Conflict if the owner has this role already or, for a verified one, any verified specialist has it;
    RoleReserved if it belongs to a specialist that uses credentials; BadInput for a specialist without an owner that is
    not built in.
    """
    if owner is None and not builtin:
        raise BadInput("A specialist has an owner, or comes with the product.")
    try:
        with transaction.atomic():
            specialist = Specialist.objects.create(
                role=spec.role,
                created_by=owner,
                spec_snapshot=_serialized_spec(spec),
                status=status,
                scope=scope,
                builtin=builtin,
            )
            role_check(specialist)
            version_role_check(specialist)
            current_version_set(specialist, version_create(specialist, spec, tests, capabilities))
    except IntegrityError as error:
        raise Conflict(
            f"There is a specialist called {spec.role} already. Choose another role, or add a version to it."
        ) from error
    return specialist


@transaction.atomic
def version_add(
    *, specialist: Specialist, spec: AgentSpec, tests: Sequence[TestCase] = (), capabilities: Capabilities | None = None
) -> SpecialistVersion:
    """Make a spec the current version of a specialist and return the version.

    An earlier version with the same spec is reused. ``capabilities`` is as in ``specialist_register``.

    Raises BadInput for another role, Conflict if the specialist is verified and not built in, or if the same spec
    exists with other tests.
    """
    locked = Specialist.objects.select_for_update().get(pk=specialist.pk)
    if spec.role != locked.version_role:
        raise BadInput(f"This spec is for {spec.role}, not for {locked.version_role}.")
    if locked.status == Specialist.Status.VERIFIED and not locked.builtin:
        raise Conflict(f"{locked.role} is verified and does not change. Fork it instead.")
    version = locked.versions.filter(digest=spec.digest()).first()
    if version is None:
        version = version_create(locked, spec, tests, capabilities)
    elif version.tests != serialized_test_cases(tests):
        _builtin_tests_update(locked, version, tests)
    if locked.current_version_id != version.pk:
        current_version_set(locked, version)
    specialist.refresh_from_db()
    return version


def version_create(
    specialist: Specialist, spec: AgentSpec, tests: Sequence[TestCase], capabilities: Capabilities | None = None
) -> SpecialistVersion:
    """Store a spec as the next version of a specialist without making it current. Raises RoleReserved."""
    role_reserve(specialist, spec)
    last = specialist.versions.order_by("-number").values_list("number", flat=True).first() or 0
    return SpecialistVersion.objects.create(
        specialist=specialist,
        number=last + 1,
        digest=spec.digest(),
        spec=_serialized_spec(spec),
        tests=serialized_test_cases(tests),
        capabilities=capability_closure(spec).to_json() if capabilities is None else dict(capabilities),
    )


def current_version_set(specialist: Specialist, version: SpecialistVersion) -> None:
    """Make a version the current one and copy its spec to the specialist."""
    specialist.current_version = version
    specialist.spec_snapshot = version.spec
    specialist.save(update_fields=["current_version", "spec_snapshot"])


def _builtin_tests_update(specialist: Specialist, version: SpecialistVersion, tests: Sequence[TestCase]) -> None:
    """Replace the tests of a built-in's version by those of its files, the only change that the trigger allows."""
    if not specialist.builtin:
        raise Conflict(
            f"Version {version.number} of {specialist.role} has other tests. Change the spec to make a new version."
        )
    version.tests = serialized_test_cases(tests)
    version.save(update_fields=["tests"])


def _serialized_spec(spec: AgentSpec) -> dict[str, object]:
    return spec.model_dump(mode="json")


def serialized_test_cases(tests: Sequence[TestCase]) -> list[dict[str, object]]:
    """Return tests as the JSON values that a version stores."""
    return [test.model_dump(mode="json") for test in tests]
