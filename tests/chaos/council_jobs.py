"""Jobs of the zygote about cases: a Council whose stages leave a line in the journal, and die where the job says."""

import uuid
from collections.abc import Mapping
from typing import Any, Protocol

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.cases.services import case_confirm
from kingdom.council.engine import executor, stage_results
from kingdom.council.engine.reaper import cases_reap
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.stages.base import Stage, StageContext, StageInput, StageResult
from kingdom.providers.embedders import create_embedder
from kingdom.routing.embeddings import services
from kingdom.routing.models import AgentEmbedding
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.drafts import draft_register
from kingdom.specialists.registry.selectors import version_specialist_id
from kingdom.specialists.registry.services import specialist_register

CODE = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"
TESTS = (TestCase(input="a", expected_output={}),)
POINTS = ("attempt_load", "result_store", "trained_draft_embed")


class Fate(Protocol):
    """Where this process dies (``tests.chaos.zygote.Fate``)."""

    def reach(self, point: str) -> None:
        """Perhaps die here."""

    def act(self, what: str) -> None:
        """Leave a line that outlives this process, then perhaps die."""

    def around(self, module: Any, name: str) -> None:  # noqa: ANN401 - any module
        """Reach a point before and after a function."""


def opened(job: Mapping[str, Any]) -> str:
    """Open a case for a specialist with this name."""
    user, _ = User.objects.get_or_create(username=str(job["user"]))
    if job.get("revises"):
        spec = _spec(str(job["role"]))
        own = specialist_register(spec=spec, owner=user, tests=TESTS)
        proposal = SuppliedProposal(spec=spec.model_copy(update={"dna_rules": ("Be brief.",)}), tests=TESTS)
        return str(
            case_open(
                user_id=user.pk,
                opening=CaseOpening(request="A new version", supplied_proposal=proposal, revises=own.pk),
            ).pk
        )
    return str(case_open(user_id=user.pk, opening=CaseOpening(request=f"Make me {job['role']}, every week")).pk)


def turn(job: Mapping[str, Any], fate: Fate) -> bool:
    """One worker's turn at a case."""
    hashing = create_embedder("hashing")  # what is tried here is the executor
    setattr(services, "active_embedder", lambda: hashing)  # noqa: B010 - mypy
    for name in POINTS:
        fate.around(executor, name)
    fate.around(stage_results, "version_release_apply")
    role = str(job["role"])

    def stage_for(name: str) -> Stage:
        def run(stage_input: StageInput, context: StageContext) -> StageResult:
            fate.act(name)
            return _said(name, role, stage_input)

        return run

    return executor.case_run(case_id=uuid.UUID(job["case"]), stages=stage_for)


def _spec(role: str) -> AgentSpec:
    return AgentSpec.model_validate(
        {"role": role, "identity": "analyze", "purpose": "x", "engine": "handler", "handler_code": CODE}
    )


def _said(name: str, role: str, stage_input: StageInput) -> StageResult:
    if name == "design":
        spec = stage_input.supplied_proposal.spec if stage_input.supplied_proposal is not None else _spec(role)
        return StageResult(verdict="passed", reason="Designed.", spec=spec, suite=TESTS)
    if name == "train" and stage_input.spec is not None:
        version = draft_register(
            spec=stage_input.spec,
            owner=User.objects.get(pk=stage_input.user_id),
            tests=stage_input.suite,
            revises_id=version_specialist_id(stage_input.revises),
        )
        before = (
            {"before": {"passed": 0, "total": 1, "confidence": 0.0, "version": 1}}
            if stage_input.revises is not None
            else {}
        )
        figures = {"backend": "none", "passed": 1, "total": 1, "confidence": 1.0, **before}
        return StageResult(verdict="passed", reason="Trained.", details={"version_id": str(version.pk), **figures})
    return StageResult(verdict="passed", reason="Fine.")


def confirmed(job: Mapping[str, Any]) -> str:
    """Say yes as the owner."""
    case = CreationCase.objects.get(pk=job["case"])
    return case_confirm(user_id=case.user_id, case_id=case.pk, digest=case.digest, channel="web").state


def told(job: Mapping[str, Any]) -> dict[str, Any]:
    """Tell everything of a case."""
    case = CreationCase.objects.get(pk=job["case"])
    made = Specialist.everything.filter(role=job["role"])
    return {
        "state": case.state,
        "leased": case.lease_owner != "",
        "seqs": list(case.events.order_by("seq").values_list("seq", flat=True)),
        "moves": list(case.events.filter(kind="moved").order_by("seq").values_list("new_state", flat=True)),
        "verdicts": sorted(StageVerdict.objects.filter(case=case).values_list("stage", flat=True)),
        "specialists": [(one.status, one.scope, one.draft, str(one.pk) == str(case.specialist_id)) for one in made],
        "versions": SpecialistVersion.objects.filter(specialist__role=job["role"], specialist__draft=False).count(),
        "changes": StatusChange.objects.filter(specialist__role=job["role"]).count(),
        "embedded": AgentEmbedding.objects.filter(specialist__in=made, kind="centroid").count(),
    }


def reaped(_: Mapping[str, Any]) -> int:
    """Send again what nobody has."""
    return cases_reap()
