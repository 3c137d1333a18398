"""The changes that a replay can try: another space, another calibration, without a specialist, with a version."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.providers.embedders import cached_embedder
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.routing.models import EmbeddingSpace, RouterCalibration
from kingdom.routing.spaces.selectors import SPACE_KINDS, active_space_kind
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion


@dataclass(frozen=True, kw_only=True)
class ReplayChange:
    """One change; exactly one field is set.

    ``without`` is the role or id of a specialist to suspend, ``with_version`` a version to activate for all users,
    ``calibration_id`` another calibration of the active space, ``embedder`` the one of another space.
    """

    without: str = ""
    with_version: UUID | None = None
    calibration_id: int | None = None
    embedder: Embedder | None = None

    def check(self) -> None:
        """Raise BadInput unless exactly one field is set."""
        optional = (self.with_version, self.calibration_id, self.embedder)
        if bool(self.without) + sum(value is not None for value in optional) != 1:
            raise BadInput(
                "Specify exactly one change: without a role, with a version, a calibration, or another space."
            )

    @contextmanager
    def applied(self, embedder: Embedder) -> Iterator[None]:
        """Apply the change for the length of the block, in a transaction that is always rolled back.

        ``embedder`` is the one of the active space. Raises NotFound and Conflict for a change that is not possible.
        """
        with transaction.atomic():
            if self.without:
                _suspend_specialist(self.without)
            if self.with_version is not None:
                _activate_version(self.with_version, embedder)
            if self.calibration_id is not None:
                _activate_calibration(self.calibration_id, embedder.space)
            yield
            transaction.set_rollback(True)


def space_embedder(kind: str) -> Embedder:
    """Return the embedder of another space. Raises as ``space_check``."""
    space_check(kind)
    return cached_embedder(kind)


def space_check(kind: str) -> None:
    """Raise BadInput for an unknown or the active space, NotFound and Conflict for one that is not built."""
    if kind not in SPACE_KINDS:
        raise BadInput(f"A space is one of {', '.join(SPACE_KINDS)}.")
    if kind == active_space_kind():
        raise BadInput(f"{kind} is already active.")
    space = EmbeddingSpace.objects.filter(kind=kind).first()
    if space is None:
        raise NotFound(f"There is no space {kind}. Build it first: manage.py embedding_space_build {kind}")
    if space.state != EmbeddingSpace.State.READY:
        raise Conflict(f"{kind} is not complete: {space.progress}.")


def specialists_named(name: str) -> QuerySet[Specialist]:
    """Return the specialist with an id, or the verified one of a role."""
    try:
        return Specialist.objects.filter(pk=UUID(name))
    except ValueError:
        return Specialist.objects.filter(role=name, status=Specialist.Status.VERIFIED)


def specialist_get(name: str) -> Specialist:
    """Return the first of ``specialists_named``. Raises NotFound."""
    specialist = specialists_named(name).first()
    if specialist is None:
        raise NotFound(f"There is no verified specialist {name}.")
    return specialist


def version_get(version_id: UUID) -> SpecialistVersion:
    """Return a version of a specialist that is no draft. Raises NotFound."""
    versions = SpecialistVersion.objects.filter(pk=version_id, specialist__draft=False)
    version = versions.select_related("specialist").first()
    if version is None:
        raise NotFound("There is no such version.")
    return version


def calibration_get(calibration_id: int) -> RouterCalibration:
    """Return a calibration without its parameters. Raises NotFound."""
    calibration = RouterCalibration.objects.filter(pk=calibration_id).defer("parameters", "classifier").first()
    if calibration is None:
        raise NotFound("There is no such calibration. Old calibrations are deleted.")
    return calibration


def _suspend_specialist(name: str) -> None:
    specialist = specialist_get(name)
    Specialist.objects.filter(pk=specialist.pk).update(status=Specialist.Status.SUSPENDED)


def _activate_version(version_id: UUID, embedder: Embedder) -> None:
    """Make a version current and its specialist shared; suspend another verified one of the same role."""
    version = version_get(version_id)
    verified = Specialist.Status.VERIFIED
    others = Specialist.objects.filter(role=version.specialist.role, status=verified).exclude(pk=version.specialist_id)
    others.update(status=Specialist.Status.SUSPENDED)
    Specialist.objects.filter(pk=version.specialist_id).update(
        status=verified, scope=Specialist.Scope.GLOBAL, current_version=version, spec_snapshot=version.spec
    )
    specialist_embed(specialist_id=version.specialist_id, embedder=embedder)


def _activate_calibration(calibration_id: int, space: str) -> None:
    calibration = calibration_get(calibration_id)
    if calibration.encoder != space:
        raise Conflict(f"Calibration {calibration_id} belongs to {calibration.encoder}; the active space is {space}.")
    RouterCalibration.objects.filter(encoder=space, active=True).update(active=False)
    RouterCalibration.objects.filter(pk=calibration_id).update(active=True)
