"""A Council whose stages say what a test wants; everything between them is the product's."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.executor import case_run
from kingdom.council.models import Case
from kingdom.council.rules import moves
from kingdom.council.services import Opening, case_confirm, case_open
from kingdom.council.stages.base import Ports, Stage, StageResult, Work
from kingdom.specialists.draft_services import draft_register
from tests.cast import client_of, person

CODE = "def handle(payload, ctx):\n    return {'answer': payload['text'].upper(), 'output': None}\n"
NAMES = ("design", "review", "validate", "tests", "train")
Say = Callable[[Work, Ports], StageResult]


@pytest.fixture(autouse=True)
def fast_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real hash takes 0.2 s a password, on purpose."""
    monkeypatch.setattr("django.conf.settings.PASSWORD_HASHERS", ["django.contrib.auth.hashers.MD5PasswordHasher"])


@pytest.fixture
def alice(transactional_db: None) -> User:
    """Her case it is."""
    return person("alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    """Another user."""
    return person("bob")


@pytest.fixture
def carol(transactional_db: None) -> User:
    """An admin."""
    return person("carol", staff=True)


@pytest.fixture
def as_alice(alice: User) -> APIClient:
    """A client that speaks as Alice."""
    return client_of(alice)


def spec(role: str = "iban_checker", **changes: Any) -> AgentSpec:  # noqa: ANN401 - a spec's fields
    return AgentSpec.model_validate(
        {"role": role, "identity": "analyze", "purpose": "Checks IBANs.", "engine": "handler", "handler_code": CODE, **changes}
    )


def suite(count: int = 4, held_out: int = 1) -> tuple[TestCase, ...]:
    return tuple(TestCase(input=f"test {n}", expected_output={"answer": f"TEST {n}"}, held_out=n < held_out) for n in range(count))


@dataclass
class Council:
    """Stages that say what a test wants, and what they were asked."""

    seen: list[tuple[str, Work]] = field(default_factory=list)
    proposal: AgentSpec = field(default_factory=spec)
    says: dict[str, Say] = field(default_factory=dict)

    def stages(self, name: str) -> Stage:
        """Return a stage by name, as the executor asks for it."""

        def run(work: Work, ports: Ports) -> StageResult:
            self.seen.append((name, work))
            usual: dict[str, Say] = {"design": self._design, "review": self._review, "train": trained}
            return (self.says.get(name) or usual.get(name, _passed))(work, ports)

        return run

    def asked(self) -> list[str]:
        """The stages that were run, in order."""
        return [name for name, _ in self.seen]

    def _design(self, work: Work, ports: Ports) -> StageResult:
        return StageResult(verdict="passed", reason="From a recipe.", spec=self.proposal, suite=suite())

    def _review(self, work: Work, ports: Ports) -> StageResult:
        return StageResult(verdict="passed", reason="Nothing against it.", details={"risk_level": "low"})

    def turn(self, case: Case) -> Case:
        """One worker's turn."""
        case_run(case_id=case.pk, stages=self.stages)
        case.refresh_from_db()
        return case

    def work(self, case: Case) -> Case:
        """Workers come until a person is needed, or it is over."""
        for _ in range(30):
            if case.state not in moves.WORKING:
                return case
            self.turn(case)
        raise AssertionError(f"it goes round in circles: {case.state}")


def _passed(work: Work, ports: Ports) -> StageResult:
    return StageResult(verdict="passed", reason="Fine.")


def trained(work: Work, ports: Ports) -> StageResult:
    """Pass what was confirmed, on a real draft."""
    assert work.spec is not None
    version = draft_register(spec=work.spec, owner=User.objects.get(pk=work.user_id), tests=work.suite)
    for done in range(len(work.suite)):
        ports.progress("training", {"done": done + 1, "total": len(work.suite)})
    details = {
        "version_id": str(version.pk),
        "backend": "none",
        "confidence": 1.0,
        "passed": len(work.suite),
        "total": len(work.suite),
    }
    return StageResult(verdict="passed", reason="All passed.", details=details)


@pytest.fixture
def council() -> Council:
    """The Council of one test."""
    return Council()


def opened(user: User, request: str = "I get lists of IBANs to check every week", **changes: Any) -> Case:  # noqa: ANN401 - passed on
    return case_open(user_id=user.pk, opening=Opening(request=request, **changes))


def confirmed(case: Case, **changes: Any) -> Case:  # noqa: ANN401 - passed on
    case_confirm(**{"user_id": case.user_id, "case_id": case.pk, "digest": case.digest, "channel": "web", **changes})
    case.refresh_from_db()
    return case
