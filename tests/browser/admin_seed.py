"""Seed data for the admin pages: executions of weeks, an audit, approvals, creations, credential uses.

It runs in the product's process, through services where they exist; only past dates are written directly.
"""

import random
import uuid
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.requests.services import approval_request
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.credentials.models import CredentialUse
from kingdom.ministers.models import GuardianReview
from kingdom.sessions.models import Budget, Session
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.evidence.executions import counters_verify
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.status.services import StatusDecision, status_change_create
from tests.factories.rows import add_to_hour

DAYS = 24


class Kind(NamedTuple):
    """One specialist: its role and purpose, executions, share of good ones, and of those in the last days."""

    role: str
    purpose: str
    runs: int
    good: float
    lately: float


KINDS = (
    Kind("invoice_reader", "Reads the amount, the due date and the account out of an invoice's text.", 140, 0.98, 0.97),
    Kind(
        "minutes_writer",
        "Turns notes of a meeting into minutes with decisions and who does what by when.",
        90,
        0.95,
        0.6,
    ),
    Kind("delivery_tracker_for_parcels", "Says where a parcel is and when it arrives.", 60, 0.8, 0.75),
    Kind("poem_writer", "Writes short poems.", 12, 1.0, 1.0),
)


def seed(admin: str, owner: str) -> None:
    """Fill the house."""
    boss, olive = User.objects.get(username=admin), User.objects.get(username=owner)
    people = [
        olive,
        *(
            User.objects.get_or_create(username=name)[0]
            for name in ("piotr", "quentin", "a_rather_long_name_of_somebody")
        ),
    ]
    chance = random.Random(5)
    made = [_specialist(kind, olive, people, chance) for kind in KINDS]
    counters_verify(fix=True)
    decision = StatusDecision(
        specialist_id=made[2].pk, kind=StatusChange.Kind.SUSPEND, reason="Its host answers nothing.", actor=boss
    )
    status_change_create(decision=decision)
    performance_audit()
    approval_request(
        user_id=olive.pk,
        kind="tool",
        subject={
            "agent": "writer_poem_writer",
            "tools": [{"call_id": "1", "name": "archon.fs.write", "args": {"path": "poem.txt", "content": "…"}}],
        },
    )
    case_open(
        user_id=olive.pk, opening=CaseOpening(request="Convert Roman numerals every week", recipe="roman_numerals")
    )
    for day in range(DAYS):
        _dated(
            CredentialUse,
            day,
            user=olive,
            specialist_role=made[2].role,
            credential_key="api_key",
            host="api.example",
            outcome="answered",
        )
        if day % 5 == 0:
            text = uuid.uuid4().hex
            _dated(
                GuardianReview, day, subject="message", kind="text", content_sha256=text * 2, policy_version="1",
                verdict="BLOCKED", risk_level="high", reason="It asks for a password.", needs_human=day == 5,
            )  # fmt: skip
    Budget.objects.get_or_create(scope="everybody", defaults={"tokens": 200_000, "executions": 500})


def _specialist(kind: Kind, owner: User, people: list[User], chance: random.Random) -> Specialist:
    spec = AgentSpec.model_validate(
        {
            "role": kind.role, "identity": "writer", "purpose": kind.purpose, "engine": "model",
            "egress_hosts": ["api.example"] if "parcel" in kind.role else [],
            "examples": [f"please {kind.role.replace('_', ' ')}"],
        }
    )  # fmt: skip
    made = specialist_register(spec=spec, owner=owner, tests=[TestCase(input="a", expected_output={})])
    Specialist.objects.filter(pk=made.pk).update(routable=True)
    version = made.current_version
    assert version is not None
    now = timezone.now()
    for place in range(kind.runs):
        at = now - timedelta(days=DAYS) * (1 - place / kind.runs) - timedelta(minutes=chance.randrange(300))
        share = kind.lately if place > kind.runs * 0.6 else kind.good
        _execution(version, chance.choice(people), at, chance.random() < share, chance)
    TestRun.objects.create(
        version=version, digest=version.digest, state="done", passed=24, total=24, done=24, finished_at=now
    )
    return made


def _execution(version: SpecialistVersion, user: User, at: datetime, good: bool, chance: random.Random) -> None:
    took = chance.uniform(600, 4000)
    session = Session.objects.create(
        user=user, version=version, state="completed" if good else "failed",
        input_text="Please read this: " + "amount due 20 EUR " * 3,
        answer="20 EUR, due on Friday." if good else "", error_code="" if good else "model_unavailable",
        error_message="" if good else "The language model did not answer.", trace_id=uuid.uuid4().hex, task_name="none",
        finished_at=at + timedelta(milliseconds=took),
    )  # fmt: skip
    Session.objects.filter(pk=session.pk).update(created_at=at)
    row = Execution.objects.create(
        version=version, session=session, user=user, routed="specialist", success=good,
        outcome="served" if good else "failed",
        confidence=chance.uniform(0.8, 0.99), latency_ms=took, prompt_tokens=chance.randrange(200, 900),
        output_tokens=chance.randrange(50, 400), cost_micros=chance.randrange(200, 2000),
        tool_calls=1, error_code=session.error_code,
    )  # fmt: skip
    Execution.objects.filter(pk=row.pk).update(created_at=at)
    row.refresh_from_db()
    add_to_hour(row)


def _dated(model: Any, days: int, **values: Any) -> None:  # noqa: ANN401 - any model with a date
    row = model.objects.create(**values)
    model.objects.filter(pk=row.pk).update(created_at=timezone.now() - timedelta(days=days))
