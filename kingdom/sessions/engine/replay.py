"""Replaying a log, and starting a new session from a place in it."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from kingdom.cognition import decisions
from kingdom.cognition.inputs import INPUT_KINDS
from kingdom.contracts.canonical import json_digest
from kingdom.core.errors import BadInput, NotFound
from kingdom.sessions.budgets.services import budget_check
from kingdom.sessions.engine.completion import result_of
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import RUN_TASK
from kingdom.sessions.events.event_log import event_append
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Effect, Session, SessionEvent


@dataclass(frozen=True, kw_only=True)
class ReplayStep:
    """One input folded again: what was decided on it, and whether state and decision are the recorded ones, byte for byte."""

    seq: int
    kind: str
    decision: str
    state_hash: str
    same: bool
    recorded: bool


@dataclass(frozen=True, kw_only=True)
class ReplayReport:
    """A whole log folded again. ``answer_same`` compares the session's stored end with the one the fold reaches."""

    steps: tuple[ReplayStep, ...]
    answer_same: bool

    @property
    def identical(self) -> bool:
        """Whether nothing differs."""
        return self.answer_same and all(step.same for step in self.steps)


def session_replay(*, session_id: uuid.UUID) -> ReplayReport:
    """Fold a session's log again and compare with what was recorded; changes nothing and calls nothing.

    Raises NotFound, and Conflict for a session that never had a specialist.
    """
    session = _session(session_id)
    folded = state_rebuild.session_fold(
        session
    )  # first: a session that runs goes on, and what is read after it knows at least as much
    kinds = dict(SessionEvent.objects.filter(session=session).values_list("seq", "kind"))
    args = dict(Effect.objects.filter(session=session).values_list("seq", "args_hash"))
    states = _recorded_states(session)
    made = []
    for seq, (state, decision) in folded:
        state_hash = state.digest()
        same = states.get(seq, state_hash) == state_hash and args.get(seq, "") in (
            "",
            json_digest(decisions.to_json(decision)),
        )
        step = ReplayStep(
            seq=seq,
            kind=kinds[seq],
            decision=decision.type,
            state_hash=state_hash,
            same=same,
            recorded=seq in states or seq in args,
        )
        made.append(step)
    return ReplayReport(steps=tuple(made), answer_same=_has_same_end(session))


@transaction.atomic
def session_fork(*, session_id: uuid.UUID, at_seq: int, user_id: int | None = None) -> Session:
    """Start a new session from a place in another's log: "what if, from here on, it had gone another way?"

    Everything up to ``at_seq`` is copied; effects before the last copied input keep their outcomes and are not run again, what was
    decided on that input is carried out anew. The fork is in no conversation. Its task is the caller's to enqueue. Raises NotFound,
    BadInput when there is no input up to there, BudgetSpent when today's budget is used up.
    """
    session = _session(session_id)
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
        tool_set=session.tool_set,
        trace_id=uuid.uuid4().hex,
        task_name=RUN_TASK,
        enqueued_at=timezone.now(),
        forked_from=session,
        forked_at_seq=at_seq,
        last_seq=last,
    )
    copied = SessionEvent.objects.filter(session=session, seq__lte=last)
    SessionEvent.objects.bulk_create(
        [SessionEvent(session=fork, seq=one.seq, kind=one.kind, payload=one.payload) for one in copied]
    )
    effects = list(Effect.objects.filter(session=session, seq__lt=last))
    for effect in effects:
        effect.pk, effect.session, effect.owner = uuid.uuid4(), fork, ""
    Effect.objects.bulk_create(effects)
    event_append(fork, "forked", {"from": str(session.pk), "at": at_seq})
    return fork


def _session(session_id: uuid.UUID) -> Session:
    session = Session.objects.select_related("version").filter(pk=session_id).first()
    if session is None:
        raise NotFound("There is no such session.")
    return session


def _recorded_states(session: Session) -> dict[int, str]:
    """Return the digests of states that were recorded, by the number of the input they came after."""
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
        return session.state not in ("completed",)
    end = result_of(state)
    return (session.state, session.answer, session.output, session.confidence) == (
        end.state,
        end.answer,
        end.output,
        end.confidence,
    )
