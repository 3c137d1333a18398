"""Database work of the session loop: each function is one short transaction, fenced by the lease."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from kingdom.cognition.decisions import Exit
from kingdom.cognition.engine import CognitiveEngine, Transition
from kingdom.cognition.inputs import INPUT_KINDS, Failure, Tick
from kingdom.contracts.spec import AgentSpec
from kingdom.core.background.jobs import RETRY_S, Lease, LeaseLost
from kingdom.core.errors import InfrastructureFault
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.sessions.engine.completion import (
    STOPPED_BY_USER,
    SessionResult,
    result_of,
    session_finish,
    session_finish_cancelled,
)
from kingdom.sessions.engine.effects import answer_effect, effect_undo
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import session_jobs
from kingdom.sessions.events.event_log import event_append, session_lock
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.selectors import LARGE_VERSION_FIELDS, WAITING_NOTE
from kingdom.sessions.version_specs import session_spec

MAX_WAIT = timedelta(hours=1)  # for one part of the installation; then the session fails with its message
Usage = Mapping[str, Any]
_NOTHING_USED: Usage = {}


@dataclass(frozen=True, kw_only=True)
class LoadedSession:
    """A bound session with its engine, the number of its last input and the transition after that."""

    session: Session
    spec: AgentSpec
    engine: CognitiveEngine
    seq: int
    transition: Transition

    @property
    def usage(self) -> Usage:
        """What the session's models have used."""
        return asdict(self.transition.state.usage)


def session_load(lease: Lease, *, fenced: bool = True) -> Session:
    """Return the session with its version. Raises LeaseLost when it is deleted or (``fenced``) not this worker's."""
    session = _with_version.first(session_id=lease.job_id)
    if session is None or (fenced and session.lease_owner != lease.owner):
        raise LeaseLost
    return session


def _with_version_query(session_id: UUID) -> QuerySet[Session]:
    """Return everything that the loop reads later, where it must not query the database."""
    rows = Session.objects.select_related("version__specialist__sandbox_limits").filter(pk=session_id)
    return rows.defer(*LARGE_VERSION_FIELDS)


_with_version = ComposedQuery(_with_version_query, session_id=UUID)


def session_rebuild(session: Session) -> LoadedSession:
    """Return a bound session with the state after its whole log."""
    seq, transition = state_rebuild.session_fold(session)[-1]
    return LoadedSession(
        session=session,
        spec=session_spec(session),
        engine=state_rebuild.session_engine(session),
        seq=seq,
        transition=transition,
    )


@transaction.atomic
def step_answer(lease: Lease, loaded: LoadedSession) -> None:
    """Store the answer of a session and finish it, in one transaction. Raises LeaseLost."""
    session = session_lock(lease.job_id, lease.owner)
    session.version = loaded.session.version  # bound once: what follows need not read it again
    entries, effect = answer_effect(session, loaded.seq, loaded.transition, loaded.spec)
    final = loaded.engine.step(loaded.transition.state, Tick())
    if not isinstance(final.decision, Exit):
        raise TypeError("an engine must leave after its answer")
    session_finish(session, result_of(final.state), entries=entries, parts=[effect])


@transaction.atomic
def step_exit(lease: Lease, transition: Transition) -> None:
    """Finish a session after its Exit. Raises LeaseLost."""
    session_finish(session_lock(lease.job_id, lease.owner), result_of(transition.state))


@transaction.atomic
def step_fail(lease: Lease, failure: Failure, usage: Usage = _NOTHING_USED) -> None:
    """Finish a session as failed; ``usage`` is what its models have used until then. Raises LeaseLost."""
    result = SessionResult(state="failed", failure=failure, usage=dict(usage))
    session_finish(session_lock(lease.job_id, lease.owner), result)


@transaction.atomic
def step_wait(lease: Lease, fault: InfrastructureFault, usage: Usage = _NOTHING_USED) -> None:
    """Release a session that waits for a part of the installation, and note why in its log. Raises LeaseLost.

    A trial ends instead, with the fault's code: its training waits. So does a session that has waited for ``MAX_WAIT``,
    but not one of a workflow's node: the workflow has a time of its own, which asks its user.
    """
    session = session_lock(lease.job_id, lease.owner)
    failure = Failure(code=fault.code, message=fault.message)
    notes = _waiting_notes(session)
    is_over = bool(notes) and not session.is_of_node and timezone.now() - notes[0].created_at > MAX_WAIT
    if session.purpose == Session.Purpose.TRIAL or is_over:
        session_finish(session, SessionResult(state="failed", failure=failure, usage=dict(usage)))
        return
    if fault.extra.get("nothing_ran"):
        effect_undo(session)
    if not notes or notes[-1].payload["code"] != fault.code:
        event_append(session, WAITING_NOTE, {"code": fault.code, "message": fault.message, "again_in_s": RETRY_S})
    session_jobs.give_back(lease, wait_s=RETRY_S)


def _waiting_notes(session: Session) -> list[SessionEvent]:
    """Return the notes of waiting since the last input, oldest first; one for each new fault."""
    log = SessionEvent.objects.filter(session=session)
    last_input = log.filter(kind__in=INPUT_KINDS).order_by("-seq").values_list("seq", flat=True).first() or 0
    return list(log.filter(kind=WAITING_NOTE, seq__gt=last_input).order_by("seq"))


@transaction.atomic
def step_cancel(lease: Lease, reason: str = STOPPED_BY_USER, *, partial_answer: str = "") -> None:
    """Finish a session as cancelled and keep the part of its answer that was streamed. Raises LeaseLost."""
    session_finish_cancelled(session_lock(lease.job_id, lease.owner), reason, partial_answer=partial_answer)


@transaction.atomic
def step_hand_over(lease: Lease) -> None:
    """Release the lease of a session and send it to another worker, since this one shuts down.

    A trial has no task: the training that runs it ends it.
    """
    trial = Session.objects.filter(pk=lease.job_id, purpose=Session.Purpose.TRIAL).exists()
    if trial:
        session_jobs.release(lease)
    else:
        session_jobs.give_back(lease)
