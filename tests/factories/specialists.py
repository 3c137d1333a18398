"""Specialists with evidence: approvals, executions, status changes and Guardian blocks."""

import threading
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.ministers.guardian.review import review_item
from kingdom.ministers.guardian.review_items import spec_items
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.services import review_record
from kingdom.orchestrator.models import Conversation
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.event_log import event_append, session_lock
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.evidence.executions import execution_record
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.selectors import version_spec
from kingdom.specialists.status.services import StatusDecision, status_change_create
from tests.factories import create_own_specialist, version_of

Kind = StatusChange.Kind
NOON = (timezone.now() + timedelta(days=1)).replace(hour=12, minute=30)
NUMBER_SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def approve_by_guardian(version: SpecialistVersion) -> None:
    """Store the Guardian's approval of a version's spec and code."""
    for kind, item in spec_items(version_spec(version)):
        verdict = review_item(kind, item, judge=False)
        assert verdict.verdict == "APPROVED", verdict.reason
        review_record(subject=f"suite:{version.pk}", kind=kind, verdict=verdict)


def block_by_guardian(version: SpecialistVersion, *, final: bool) -> GuardianReview:
    """Store a Guardian block of a version; without ``final`` a person has to look at it."""
    changes = {"verdict": "BLOCKED", "reason": "It says so.", "needs_human": not final}
    verdict = review_item("spec", version.spec, judge=False).model_copy(update=changes)
    return review_record(subject="suite:later", kind="spec", verdict=verdict)


def proven(specialist: Specialist, good: int = 58, bad: int = 2, confidence: float = 0.9) -> Specialist:
    """Store the evidence that a promotion requires: an approval, executions and a passed test run."""
    version = version_of(specialist)
    approve_by_guardian(version)
    Execution.objects.bulk_create(
        Execution(version=version, routed="specialist", success=number < good, confidence=confidence, latency_ms=5)
        for number in range(good + bad)
    )
    TestRun.objects.create(
        version=version,
        digest=version.digest,
        state=TestRun.State.DONE,
        passed=24,
        total=24,
        done=24,
        finished_at=timezone.now(),
    )
    return specialist


def decide(specialist: Specialist, kind: str, actor: User | None, **fields: Any) -> StatusChange:  # noqa: ANN401 - fields of StatusDecision
    """Change the status of a specialist and refresh it."""
    values = {"reason": "It has earned it.", **fields}
    change = status_change_create(
        decision=StatusDecision(specialist_id=specialist.pk, kind=Kind(kind), actor=actor, **values)
    )
    specialist.refresh_from_db()
    return change


def verified(owner: User, admin: User, role: str = "poem_writer") -> Specialist:
    """Store a user's specialist that an admin has promoted."""
    specialist = proven(create_own_specialist(owner, role))
    decide(specialist, Kind.PROMOTE, admin, reason="Good.")
    return specialist


USERS = ("dora", "emil", "fritz", "greta")


def add_executions(specialist: Specialist, good: int, bad: int, error_code: str = "") -> None:
    """Store executions of four users in turn one second apart, newer than all others."""
    users = [User.objects.get_or_create(username=name)[0] for name in USERS]
    for number in range(good + bad):
        success = number < good
        row = Execution.objects.create(
            user=users[number % len(users)],
            version=version_of(specialist),
            routed="specialist",
            success=success,
            confidence=0.9,
            latency_ms=1,
            error_code="" if success else error_code,
        )
        Execution.objects.filter(pk=row.pk).update(created_at=F("created_at") + timedelta(seconds=1 + number))


def open_session(
    user: User,
    specialist: Specialist | None,
    *,
    route: dict[str, Any] | None = None,
    conversation: Conversation | None = None,
) -> Session:
    """Open a session on a specialist, with a route event if given."""
    session = session_open(
        user_id=user.pk,
        input_text="How many?",
        version_id=version_of(specialist).pk if specialist else None,
        conversation_id=conversation.pk if conversation else None,
    )
    if route is not None:
        with transaction.atomic():
            event_append(session_lock(session.pk), "route", route)
    return session


def finish_session(session: Session, **result: Any) -> Session:  # noqa: ANN401 - fields of SessionResult
    """Finish a session, by default with a valid answer."""
    values = {"state": "completed", "answer": "Two.", "output": {"n": 2}, "tag": "SUCCESS", **result}
    with transaction.atomic():
        return session_finish(session_lock(session.pk), SessionResult(**values))


def client_of(user: User) -> Client:
    """Return a browser client that is signed in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def review_page(specialist: Specialist) -> str:
    """Return the address of a specialist's review page."""
    return reverse("admin:specialists_specialist_review", args=[specialist.pk])


def record_executions(user: User, specialist: Specialist, pattern: str) -> None:
    """Record one execution of a user per character: "+" succeeds, any other fails."""
    for outcome in pattern:
        session = session_open(user_id=user.pk, input_text=uuid.uuid4().hex, version_id=version_of(specialist).pk)
        session.state, session.answer = "completed" if outcome == "+" else "failed", "Two."
        session.status_tag = "SUCCESS"
        execution_record(session=session)


def record_failures(specialist: Specialist) -> None:
    """Record a failure of each of three users, as many as a canary or the Auditor needs."""
    for name in USERS[:3]:
        record_executions(User.objects.get_or_create(username=name)[0], specialist, "-")


def at_once(*actions: Any) -> list[str]:  # noqa: ANN401 - callables without required arguments
    """Run actions in threads at the same time; return the error code, the kind of a change, or "done" for each."""
    barrier, outcomes = threading.Barrier(len(actions)), list[str]()

    def run(action: Callable[[], object]) -> None:
        barrier.wait(30)
        try:
            outcomes.append(str(getattr(action(), "kind", "done")))
        except KingdomError as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes
