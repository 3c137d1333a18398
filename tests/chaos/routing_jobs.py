"""Jobs of the zygote: builds of embedding spaces and replays by the hashing embedder, which die where the job says."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.db.models import Count

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec
from kingdom.orchestrator.models import Conversation, Message, ReplayRun
from kingdom.orchestrator.replay import jobs
from kingdom.routing import space_build
from kingdom.routing.calibration import calibration_fit
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings import negative_examples, services
from kingdom.routing.models import (
    ActiveEmbeddingSpace,
    AgentEmbedding,
    EmbeddingSpace,
    NegativeExample,
    RouterCalibration,
)
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.services import space_request
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories import expire_leases

WORDS = ("iron", "wood", "silk", "clay", "gold", "salt", "wool", "jade")


class Fate(Protocol):
    """Where this process dies (``tests.chaos.zygote.Fate``)."""

    def around(self, module: Any, name: str) -> None:  # noqa: ANN401 - any module
        """Reach a point before and after a function."""


def space_asked(_: Mapping[str, Any]) -> int:
    """Enter eight specialists and ask for a space."""
    for word in WORDS:
        examples = tuple(f"{verb} some {word} for me" for verb in ("buy", "sell", "weigh", "wash"))
        spec = AgentSpec.model_validate(
            {
                "role": f"{word}_trader",
                "identity": "writer",
                "purpose": f"Trades {word}.",
                "engine": "model",
                "examples": examples,
            }
        )
        specialist_register(spec=spec, status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL, builtin=True)
    return space_request(kind="hashing").pk


def space_turn(job: Mapping[str, Any], fate: Fate) -> bool:
    """One worker's turn at the space, long after the one before."""
    expire_leases(EmbeddingSpace)
    EmbeddingSpace.objects.update(lease_owner="")  # as the reaper does with what took down several workers
    for name in ("specialist_embed", "embeddings_add"):
        fate.around(services, name)
    fate.around(negative_examples, "negative_examples_add")
    fate.around(calibration_fit, "observe_examples")
    for name in ("space_rebuild", "calibration_refit"):
        fate.around(space_build, name)
    return space_build.space_build_execute(space_id=int(job["space"]))


def space_told(_: Mapping[str, Any]) -> dict[str, Any]:
    """Tell everything of the space."""
    space = EmbeddingSpace.objects.get(kind="hashing")
    return {
        "state": space.state,
        "done": space.done,
        "total": space.total,
        "rows": sorted(
            AgentEmbedding.objects.filter(encoder=space.encoder)
            .values_list("kind")
            .annotate(Count("pk"))
            .order_by("kind")
        ),
        "bank": NegativeExample.objects.filter(encoder=space.encoder).count(),
        "gates": list(RouterCalibration.objects.filter(encoder=space.encoder).values_list("active", flat=True)),
    }


def replay_asked(_: Mapping[str, Any]) -> str:
    """Let hashing serve, store messages, and ask what the first specialist leaves behind."""
    ActiveEmbeddingSpace.objects.update_or_create(pk=1, defaults={"kind": "hashing"})
    calibration_refit(space=active_embedder().space)
    user, _made = User.objects.get_or_create(username="ann")
    if not Message.objects.exists():
        for number in range(80):
            talk = Conversation.objects.create(user=user)
            Message.objects.create(
                conversation=talk, role="user", content=f"buy some {WORDS[number % len(WORDS)]} for me"
            )
    wanted = jobs.ReplayRequest(change=ReplayRun.Change.WITHOUT, target=f"{WORDS[0]}_trader", message_count=75)
    return str(jobs.replay_request(request=wanted).pk)


def replay_turn(job: Mapping[str, Any], fate: Fate) -> bool:
    """One worker's turn at the replay, long after the one before."""
    expire_leases(ReplayRun)
    ReplayRun.objects.update(lease_owner="")  # as the reaper does with what took down several workers
    fate.around(jobs, "_store_batch")
    return jobs.replay_execute(run_id=job["run"])


def replay_told(job: Mapping[str, Any]) -> dict[str, Any]:
    """Tell everything of the replay, and of what it must not have changed."""
    run = ReplayRun.objects.get(pk=job["run"])
    return {
        "state": run.state,
        "done": run.done,
        "total": run.total,
        "difference_count": run.difference_count,
        "found": run.differences.count(),
        "suspended": Specialist.objects.filter(status=Specialist.Status.SUSPENDED).count(),
    }
