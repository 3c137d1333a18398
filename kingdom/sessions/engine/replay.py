"""Replays a log, and forks a session from a position in it."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock
from kingdom.cognition import decisions
from kingdom.cognition.inputs import INPUT_KINDS
from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.sessions.budgets.services import budget_check
from kingdom.sessions.engine.completion import result_of
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import RUN_TASK
from kingdom.sessions.events.event_log import event_append
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.events.log_retention import is_log_deleted
from kingdom.sessions.models import Effect, Session, SessionEvent


@dataclass(frozen=True, kw_only=True)
class ReplayStep:
    """One replayed input: its decision, and whether state and decision equal the recorded ones, byte for byte."""

    seq: int
    kind: str
    decision: str
    state_hash: str
    same: bool
    recorded: bool


@dataclass(frozen=True, kw_only=True)
class ReplayReport:
    """A replayed log. ``answer_same``: the stored final answer equals the replayed one."""

    steps: tuple[ReplayStep, ...]
    answer_same: bool

    @property
    def identical(self) -> bool:
        """Whether the replay equals the record."""
        return self.answer_same and all(step.same for step in self.steps)


def session_replay(*, session_id: uuid.UUID) -> ReplayReport:
    """Replay a session's log and compare with the record, without side effects.

    Raises NotFound, and Conflict for a session that never had a specialist, or whose log is no longer kept.
    """
    session = _session_get(session_id)
    # fold first: a running session continues, so the later reads contain at least the folded inputs
    folded = state_rebuild.session_fold(session)
    kinds = dict(SessionEvent.objects.filter(session=session).values_list("seq", "kind"))
    args = dict(Effect.objects.filter(session=session).values_list("seq", "args_hash"))
    states = _recorded_states(session)
    steps = []
    for seq, (state, decision) in folded:
        state_hash, args_hash = state.digest(), args.get(seq, "")
        same_decision = not args_hash or args_hash in decisions.stored_digests(decision)
        same = states.get(seq, state_hash) == state_hash and same_decision
        recorded = seq in states or seq in args
        steps.append(
            ReplayStep(
                seq=seq, kind=kinds[seq], decision=decision.type, state_hash=state_hash, same=same, recorded=recorded
            )
        )
    return ReplayReport(steps=tuple(steps), answer_same=_has_same_end(session))


@transaction.atomic
def session_fork(*, session_id: uuid.UUID, at_seq: int, user_id: int | None = None) -> Session:
    """Start a new session from position ``at_seq`` of another session's log and return it.

    The log up to ``at_seq`` is copied. Effects before the last copied input keep their outcomes and do not run again;
    the decision on that input is carried out again. The fork has no conversation. The caller enqueues its task. Raises
    NotFound, Conflict for a log that is no longer kept, BadInput without an input up to ``at_seq``, BudgetExceeded when
    today's budget is used up, AccessEnded.
    """
    session = _session_get(session_id)
    access_lock(user_id=user_id or session.user_id)
    budget_check(user_id=user_id or session.user_id, execution=True)
    folded = state_rebuild.session_fold(session, at_seq)
    if not folded:
        raise BadInput(f"There is no input up to {at_seq} in this session's log. The first is the message itself.")
    last = folded[-1][0]
    fork = Session.objects.create(
        user_id=user_id or session.user_id,
        version=session.version,
        input_text=session.input_text,
        limits=session.limits,
        tool_snapshot=session.tool_snapshot,
        grants_ceiling=session.grants_ceiling,
        trace_id=uuid.uuid4().hex,
        task_name=RUN_TASK,
        enqueued_at=timezone.now(),
        forked_from=session,
        forked_at_seq=at_seq,
        last_seq=last,
    )
    copied = SessionEvent.objects.filter(session=session, seq__lte=last)
    SessionEvent.objects.bulk_create(
        [SessionEvent(session=fork, seq=event.seq, kind=event.kind, payload=event.payload) for event in copied]
    )
    effects = list(Effect.objects.filter(session=session, seq__lt=last))
    for effect in effects:
        effect.pk, effect.session, effect.owner = uuid.uuid4(), fork, ""
    Effect.objects.bulk_create(effects)
    event_append(fork, "forked", {"from": str(session.pk), "at": at_seq})
    return fork


def _session_get(session_id: uuid.UUID) -> Session:
    session = Session.objects.select_related("version").filter(pk=session_id).first()
    if session is None:
        raise NotFound("There is no such session.")
    if is_log_deleted(session):
        raise Conflict("The log of this session is no longer kept (KINGDOM_LOG_DAYS). Its answer and receipts are.")
    return session


def _recorded_states(session: Session) -> dict[int, str]:
    """Return the recorded digests of states, by the number of the input before them."""
    notes = SessionEvent.objects.filter(session=session, kind="step").values_list("payload", flat=True)
    states = {int(note["at"]): str(note["state_hash"]) for note in notes}
    last_input = SessionEvent.objects.filter(session=session, kind__in=INPUT_KINDS).order_by("-seq").first()
    final = SessionEvent.objects.filter(session=session, kind__in=FINAL_STATES).order_by("-seq").first()
    if last_input is not None and final is not None and final.payload["state_hash"]:
        states[last_input.seq] = str(final.payload["state_hash"])
    return states


def _has_same_end(session: Session) -> bool:
    folded = state_rebuild.session_fold(session)
    state = folded[-1][1].state if folded else None
    if state is None or state.exited is None:
        return session.state != "completed"
    end = result_of(state)
    # a stopped answer is what was streamed of it, which no input holds
    answer = session.answer if end.state == "cancelled" else end.answer
    stored = (session.state, session.answer, session.output, session.confidence)
    return stored == (end.state, answer, end.output, end.confidence)
