"""The changes a router replay can try out: another space, another calibration, without a specialist, with a version."""

from dataclasses import dataclass
from uuid import UUID

from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.providers.embedders import cached_embedder
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.routing.models import EmbeddingSpace, RouterCalibration
from kingdom.routing.spaces.selectors import SPACE_KINDS, active_space_kind
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion


@dataclass(frozen=True, kw_only=True)
class ReplayChange:
    """What would be done, one of four: a specialist taken out (role, or id), a version put in service for all, a gate, another space."""

    without: str = ""
    with_version: UUID | None = None
    gate_id: int | None = None
    embedder: Embedder | None = None

    def check(self) -> None:
        """Raise BadInput for a change of nothing or of several things."""
        if (
            sum(
                [bool(self.without), self.with_version is not None, self.gate_id is not None, self.embedder is not None]
            )
            != 1
        ):
            raise BadInput("Say one change: without a role, with a version, with a gate, or in another space.")


def space_embedder(kind: str) -> Embedder:
    """Return the embedder of a kind for a replay. Raises BadInput, NotFound and Conflict for one that cannot be replayed in."""
    space_check(kind)
    return cached_embedder(kind)


def space_check(kind: str) -> None:
    """Raise BadInput for a space that there cannot be, or that serves already, NotFound and Conflict for one that is not complete."""
    if kind not in SPACE_KINDS:
        raise BadInput(f"A space is one of {', '.join(SPACE_KINDS)}.")
    if kind == active_space_kind():
        raise BadInput(f"{kind} serves now; name another space.")
    space = EmbeddingSpace.objects.filter(kind=kind).first()
    if space is None:
        raise NotFound(f"There is no space {kind}. Build it first: manage.py embedding_space_build {kind}")
    if space.state != EmbeddingSpace.State.READY:
        raise Conflict(f"{kind} is not complete: {space.progress}.")


def suspend_specialist(who: str) -> None:
    """Suspend the verified specialist of a role, or the one with an id."""
    try:
        found = Specialist.objects.filter(pk=UUID(who))
    except ValueError:
        found = Specialist.objects.filter(role=who, status=Specialist.Status.VERIFIED)
    if not found.update(status=Specialist.Status.SUSPENDED):
        raise NotFound(f"No verified specialist is called {who}.")


def activate_version(version_id: UUID, embedder: Embedder) -> None:
    """Make a version the current one of its specialist, and that one everybody's; one of the same role steps aside."""
    version = (
        SpecialistVersion.objects.filter(pk=version_id, specialist__draft=False).select_related("specialist").first()
    )
    if version is None:
        raise NotFound("There is no such version.")
    role, verified = version.specialist.role, Specialist.Status.VERIFIED
    Specialist.objects.filter(role=role, status=verified).exclude(pk=version.specialist_id).update(
        status=Specialist.Status.SUSPENDED
    )
    Specialist.objects.filter(pk=version.specialist_id).update(
        status=verified, scope=Specialist.Scope.GLOBAL, current_version=version, spec_snapshot=version.spec
    )
    specialist_embed(specialist_id=version.specialist_id, embedder=embedder)


def activate_calibration(gate_id: int, space: str) -> None:
    """Make a gate the active one of the space it is of, which must be the one that serves."""
    gate = RouterCalibration.objects.filter(pk=gate_id).values_list("encoder", "active").first()
    if gate is None:
        raise NotFound("There is no such gate. Old ones are cleared away.")
    if gate[0] != space:
        raise Conflict(f"Gate {gate_id} is of {gate[0]}, and {space} serves.")
    RouterCalibration.objects.filter(encoder=space, active=True).update(active=False)
    RouterCalibration.objects.filter(pk=gate_id).update(active=True)
