"""Database work of the session loop: each function is one short transaction, fenced by the lease."""

from dataclasses import dataclass

from django.db import transaction

from kingdom.cognition.decisions import Exit
from kingdom.cognition.engine import CognitiveEngine, Transition
from kingdom.cognition.inputs import Failure, Tick
from kingdom.contracts.spec import AgentSpec
from kingdom.core.jobs import Lease, LeaseLost
from kingdom.sessions.engine.completion import SessionResult, result_of, session_finish, session_finish_cancelled
from kingdom.sessions.engine.effects import effect_record_answer
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import session_enqueue, session_jobs
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Session


@dataclass(frozen=True, kw_only=True)
class LoadedSession:
    """A bound session with its engine, the number of its last input and the transition after that."""

    session: Session
    spec: AgentSpec
    engine: CognitiveEngine
    seq: int
    transition: Transition


def session_load(lease: Lease, *, fenced: bool = True) -> Session:
    """Return the session with its version. Raises LeaseLost when it is deleted or (``fenced``) not this worker's."""
    # everything that the loop reads later, where it must not query the database
    session = Session.objects.select_related("version__specialist__sandbox_limits").filter(pk=lease.job_id).first()
    if session is None or (fenced and session.lease_owner != lease.owner):
        raise LeaseLost
    return session


def session_rebuild(session: Session) -> LoadedSession:
    """Return a bound session with the state after its whole log."""
    seq, transition = state_rebuild.session_fold(session)[-1]
    return LoadedSession(
        session=session,
        spec=state_rebuild.session_spec(session),
        engine=state_rebuild.session_engine(session),
        seq=seq,
        transition=transition,
    )


@transaction.atomic
def step_answer(lease: Lease, seq: int, transition: Transition, spec: AgentSpec, engine: CognitiveEngine) -> None:
    """Store the answer and finish the session, in one transaction. Raises LeaseLost."""
    session = session_lock(lease.job_id, lease.owner)
    effect_record_answer(session, seq, transition, spec)
    final = engine.step(transition.state, Tick())
    if not isinstance(final.decision, Exit):
        raise TypeError("an engine must leave after its answer")
    session_finish(session, result_of(final.state))


@transaction.atomic
def step_exit(lease: Lease, transition: Transition) -> None:
    """Finish a session after its Exit. Raises LeaseLost."""
    session_finish(session_lock(lease.job_id, lease.owner), result_of(transition.state))


@transaction.atomic
def step_fail(lease: Lease, failure: Failure) -> None:
    """Finish a session as failed. Raises LeaseLost."""
    session_finish(session_lock(lease.job_id, lease.owner), SessionResult(state="failed", failure=failure))


@transaction.atomic
def step_cancel(lease: Lease, reason: str = "Stopped by you.") -> None:
    """Finish a session as cancelled. Raises LeaseLost."""
    session_finish_cancelled(session_lock(lease.job_id, lease.owner), reason)


@transaction.atomic
def step_hand_over(lease: Lease) -> None:
    """Release the lease of a session and enqueue it, for a worker that shuts down."""
    session_jobs.release(lease)
    session = Session.objects.filter(pk=lease.job_id, state=Session.State.RUNNING, lease_owner="").first()
    if session is not None:
        session_enqueue(session)
