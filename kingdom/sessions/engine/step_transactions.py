"""The loop's work in the database: each function is one short transaction, fenced by the lease."""

from dataclasses import dataclass

from django.db import transaction

from kingdom.cognition.decisions import Exit
from kingdom.cognition.engine import CognitiveEngine, Transition
from kingdom.cognition.inputs import Failure, Shutdown, Tick
from kingdom.contracts.spec import AgentSpec
from kingdom.core.jobs import Lease, LeaseLost
from kingdom.sessions.engine.completion import SessionResult, result_of, session_finish
from kingdom.sessions.engine.effects import effect_record_answer
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import session_enqueue, session_jobs
from kingdom.sessions.events.event_log import input_append, session_lock
from kingdom.sessions.models import Session


@dataclass(frozen=True, kw_only=True)
class LoadedSession:
    """A bound session's log, folded: its engine, and the last input's number with the transition it led to."""

    session: Session
    spec: AgentSpec
    engine: CognitiveEngine
    seq: int
    made: Transition


def session_load(lease: Lease, *, fenced: bool = True) -> Session:
    """Return the session with its version. Raises LeaseLost when it is gone, or (``fenced``) no longer this worker's."""
    # all that the loop reads of it later: there it must not ask the database
    session = Session.objects.select_related("version__specialist__sandbox_limits").filter(pk=lease.job_id).first()
    if session is None or (fenced and session.lease_owner != lease.owner):
        raise LeaseLost
    return session


def session_rebuild(session: Session) -> LoadedSession:
    """Return a bound session's log, folded."""
    folded = state_rebuild.session_fold(session)
    seq, made = folded[-1]
    return LoadedSession(
        session=session,
        spec=state_rebuild.session_spec(session),
        engine=state_rebuild.session_engine(session),
        seq=seq,
        made=made,
    )


@transaction.atomic
def step_answer(lease: Lease, seq: int, made: Transition, spec: AgentSpec, engine: CognitiveEngine) -> None:
    """Give the answer and leave: answer, tick, exit and final state are there together or not at all. Raises LeaseLost."""
    session = session_lock(lease.job_id, lease.owner)
    effect_record_answer(session, seq, made, spec)
    left = engine.step(made.state, Tick())
    if not isinstance(left.decision, Exit):
        raise TypeError("an engine must leave after its answer")
    session_finish(session, result_of(left.state))


@transaction.atomic
def step_exit(lease: Lease, made: Transition) -> None:
    """Finish a session whose agent left. Raises LeaseLost."""
    session_finish(session_lock(lease.job_id, lease.owner), result_of(made.state))


@transaction.atomic
def step_fail(lease: Lease, failure: Failure) -> None:
    """Finish a session that cannot go on. Raises LeaseLost."""
    session_finish(session_lock(lease.job_id, lease.owner), SessionResult(state="failed", failure=failure))


@transaction.atomic
def step_cancel(lease: Lease, reason: str = "Stopped by you.") -> None:
    """Finish a session that was stopped: the shutdown is an input like any other. Raises LeaseLost."""
    session = session_lock(lease.job_id, lease.owner)
    if session.version_id is None:
        session_finish(session, SessionResult(state="cancelled", failure=Failure(code="cancelled", message=reason)))
        return
    input_append(session, Shutdown(reason=reason))
    session_finish(session, result_of(state_rebuild.session_fold(session)[-1][1].state))


@transaction.atomic
def step_hand_over(lease: Lease) -> None:
    """Give a session back and have it enqueued, for a worker that shuts down."""
    session_jobs.release(lease)
    session = Session.objects.filter(pk=lease.job_id, state=Session.State.RUNNING, lease_owner="").first()
    if session is not None:
        session_enqueue(session)
