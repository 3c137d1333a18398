"""A Council whose stages return what a test wants; everything between them is the product's."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.cases.services import case_confirm
from kingdom.council.engine.executor import case_run
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.stages.base import Stage, StageContext, StageInput, StageResult
from kingdom.council.stages.design.designer import spec_designer
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.drafts import draft_register
from kingdom.specialists.registry.selectors import version_specialist_id

CODE = "def handle(payload, ctx):\n    return {'answer': payload['text'].upper(), 'output': None}\n"


NAMES = ("design", "review", "validate", "tests", "train")


Say = Callable[[StageInput, StageContext], StageResult]


def spec(role: str = "iban_checker", **changes: Any) -> AgentSpec:  # noqa: ANN401 - a spec's fields
    return AgentSpec.model_validate(
        {
            "role": role,
            "identity": "analyze",
            "purpose": "Checks IBANs.",
            "engine": "handler",
            "handler_code": CODE,
            **changes,
        }
    )


def suite(count: int = 4, held_out: int = 1) -> tuple[TestCase, ...]:
    return tuple(
        TestCase(input=f"test {n}", expected_output={"answer": f"TEST {n}"}, held_out=n < held_out)
        for n in range(count)
    )


@dataclass
class Council:
    """Stages that say what a test wants, and what they were asked."""

    seen: list[tuple[str, StageInput]] = field(default_factory=list)
    proposal: AgentSpec = field(default_factory=spec)
    says: dict[str, Say] = field(default_factory=dict)

    def stages(self, name: str) -> Stage:
        """Return a stage by name, as the executor asks for it."""

        def run(stage_input: StageInput, context: StageContext) -> StageResult:
            self.seen.append((name, stage_input))
            usual: dict[str, Say] = {"design": self._design, "review": self._review, "train": trained}
            return (self.says.get(name) or usual.get(name, _passed))(stage_input, context)

        return run

    def asked(self) -> list[str]:
        """The stages that were run, in order."""
        return [name for name, _ in self.seen]

    def _design(self, stage_input: StageInput, context: StageContext) -> StageResult:
        return StageResult(verdict="passed", reason="From a recipe.", spec=self.proposal, suite=suite())

    def _review(self, stage_input: StageInput, context: StageContext) -> StageResult:
        return StageResult(verdict="passed", reason="Nothing against it.", details={"risk_level": "low"})

    def turn(self, case: CreationCase) -> CreationCase:
        """One worker's turn."""
        case_run(case_id=case.pk, stages=self.stages)
        case.refresh_from_db()
        return case

    def work(self, case: CreationCase) -> CreationCase:
        """Workers come until a person is needed, or it is over."""
        for _ in range(30):
            if case.state not in state_machine.WORKING_STATES:
                return case
            self.turn(case)
        raise AssertionError(f"it goes round in circles: {case.state}")


def _passed(stage_input: StageInput, context: StageContext) -> StageResult:
    return StageResult(verdict="passed", reason="Fine.")


def trained(stage_input: StageInput, context: StageContext) -> StageResult:
    """Pass what was confirmed, on a real draft."""
    assert stage_input.spec is not None
    version = draft_register(
        spec=stage_input.spec,
        owner=User.objects.get(pk=stage_input.user_id),
        tests=stage_input.suite,
        revises_id=version_specialist_id(stage_input.revises),
    )
    for done in range(len(stage_input.suite)):
        context.progress("training", {"done": done + 1, "total": len(stage_input.suite)})
    details = {
        "version_id": str(version.pk),
        "backend": "none",
        "confidence": 1.0,
        "passed": len(stage_input.suite),
        "total": len(stage_input.suite),
    }
    return StageResult(verdict="passed", reason="All passed.", details=details)


def opened(user: User, request: str = "I get lists of IBANs to check every week", **changes: Any) -> CreationCase:  # noqa: ANN401 - passed on
    return case_open(user_id=user.pk, opening=CaseOpening(request=request, **changes))


def confirmed(case: CreationCase, **changes: Any) -> CreationCase:  # noqa: ANN401 - passed on
    case_confirm(**{"user_id": case.user_id, "case_id": case.pk, "digest": case.digest, "channel": "web", **changes})
    case.refresh_from_db()
    return case


def compared(stage_input: StageInput, context: StageContext) -> StageResult:
    """Pass, beside a version that did worse."""
    made = trained(stage_input, context)
    if stage_input.revises is None:
        return made
    before = {"passed": 2, "total": 4, "confidence": 0.5, "version": 1, "gained": [2, 4], "lost": []}
    return replace(made, details={**made.details, "mock": stage_input.mock, "before": before})


def opening(given: AgentSpec, revises: Specialist | None = None, **changes: Any) -> CaseOpening:  # noqa: ANN401 - passed on
    made = SuppliedProposal(spec=given, tests=suite(), origin={"kind": "test", "words": "It comes from a test."})
    return CaseOpening(
        request="Check IBANs just this once", supplied_proposal=made, revises=revises.pk if revises else None, **changes
    )


def asked(case: CreationCase) -> Approval:
    assert case.approval is not None
    return case.approval


def current(specialist: Specialist) -> SpecialistVersion:
    specialist.refresh_from_db()
    assert specialist.current_version is not None
    return specialist.current_version


@pytest.fixture(name="council")
def comparing_council(council: Council) -> Council:
    """The real designer, and a trainer that compares: the Council of the tests that import this."""
    council.says["design"] = spec_designer
    council.says["train"] = compared
    return council
