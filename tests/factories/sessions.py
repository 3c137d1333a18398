"""Sessions of tests: stored versions, finished sessions, and answers to questions."""

import uuid
from collections.abc import Callable

from django.db import transaction

from kingdom.accounts.models import User
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.model import Usage
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import Conflict
from kingdom.sessions.budgets.services import model_usage_add
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Session
from kingdom.sessions.selectors import pending_question
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

OpenSession = Callable[..., Session]
USAGE = {"prompt_tokens": 60, "output_tokens": 30, "thought_tokens": 10, "cost_micros": 5_000}


def store_version(spec: AgentSpec) -> SpecialistVersion:
    """Store a global verified specialist with one version, and return the version."""
    snapshot = spec.model_dump(mode="json")
    specialist = Specialist.objects.create(role=spec.role, spec_snapshot=snapshot, status="verified", scope="global")
    version = SpecialistVersion.objects.create(
        specialist=specialist,
        number=1,
        digest=spec.digest(),
        spec=snapshot,
        capabilities=capability_closure(spec).to_json(),
    )
    specialist.current_version = version
    specialist.save()
    return version


def answer_question(session_id: uuid.UUID, choice: str) -> Session:
    """Answer the open question of a session as its user, and return the session. Raises Conflict without a question."""
    session = Session.objects.get(pk=session_id)
    question = pending_question(session)
    if session.state != Session.State.AWAITING_APPROVAL or question is None:
        raise Conflict("This session asks nothing now.")
    decision = ApprovalDecision(choice=choice, args_hash=question["args_hash"], channel="test")
    approval_decide(approval_id=uuid.UUID(question["approval_id"]), actor_id=session.user_id, decision=decision)
    session.refresh_from_db()
    return session


def finish_session(user: User, **usage: int) -> Session:
    """Open a session of a user and complete it with a usage, by default ``USAGE``."""
    return complete_session(session_open(user_id=user.pk, input_text="How many?"), usage)


def complete_session(session: Session, usage: dict[str, int]) -> Session:
    """Complete a session with a usage, ``USAGE`` for an empty one, counted as that of one model call."""
    used = usage or USAGE
    model_usage_add(user_id=session.user_id, usage=Usage(**used))  # type: ignore[arg-type] # names of numbers only
    with transaction.atomic():
        result = SessionResult(state="completed", answer="Two.", tag="SUCCESS", usage=used)
        return session_finish(session_lock(session.pk), result)
