"""Requests to try a proposal before its approval: on its examples, the owner's own input or their unserved messages."""

import uuid
from datetime import timedelta
from itertools import chain
from typing import Any

from django.db import transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.background.jobs import JobQueue
from kingdom.core.errors import BadInput, Busy, Conflict
from kingdom.council.cases.event_log import case_lock
from kingdom.council.models import CreationCase, TryOut
from kingdom.council.rules import state_machine
from kingdom.council.rules.capability_card import example_inputs
from kingdom.council.selectors import case_get, case_spec, case_tests
from kingdom.council.signals import unserved_messages
from kingdom.sessions.budgets.services import budget_check

TRY_OUT_TASK = "kingdom.council.tasks.try_out_run"
MAX_INPUT_CHARS = 4_000
MAX_PAST_MESSAGES = 10
WINDOW = timedelta(minutes=10)
MAX_IN_WINDOW = 20  # requests of one user
_MODEL_DRAFT = "It answers by a language model, and cannot be tried before it is created."
try_out_jobs = JobQueue(TryOut, states=(TryOut.State.QUEUED,), task=TRY_OUT_TASK, lease_s=180.0)


@transaction.atomic
def try_out_request(*, user_id: int, case_id: uuid.UUID, text: str = "", past: bool = False) -> TryOut:
    """Try the present proposal on an input, or with ``past`` on the user's newest messages that nobody could serve.

    Raises NotFound, IllegalTransition unless the case waits for its confirmation, Conflict for a draft without a
    handler or when there is no such message, BadInput for an empty or long input, Busy over the limits, BudgetExceeded,
    AccessEnded.
    """
    case_get(user_id=user_id, case_id=case_id)
    access_lock(user_id=user_id, exclusive=True)  # two requests must not share the last place
    case = case_lock(case_id)  # lock order: the user before the case, as for a confirmation
    state_machine.check_awaited_state(case.state, state_machine.AWAITING_CONFIRMATION)
    spec = case_spec(case)
    if spec is None or spec.handler_code is None:
        raise Conflict(_MODEL_DRAFT)
    budget_check(user_id=user_id)
    _check_limits(user_id)
    inputs = _past_inputs(user_id) if past else [_own_input(text)]
    return _create(case, TryOut.Kind.PAST if past else TryOut.Kind.OWN, inputs)


def examples_try(case: CreationCase) -> None:
    """Run the examples of a locked case's proposal once; a draft without a handler has none to run."""
    spec = case_spec(case)
    if spec is None or spec.handler_code is None or case.state != state_machine.AWAITING_CONFIRMATION:
        return
    known = TryOut.objects.filter(case=case, kind=TryOut.Kind.EXAMPLES, digest=case.digest)
    if not known.exists():
        _create(case, TryOut.Kind.EXAMPLES, _example_inputs(spec, case_tests(case)))


def _create(case: CreationCase, kind: TryOut.Kind, inputs: list[dict[str, Any]]) -> TryOut:
    try_out = TryOut.objects.create(case=case, kind=kind, digest=case.digest, inputs=inputs)
    try_out_jobs.enqueue(try_out)
    return try_out


def _check_limits(user_id: int) -> None:
    asked = TryOut.objects.filter(case__user_id=user_id).exclude(kind=TryOut.Kind.EXAMPLES)
    if asked.filter(state=TryOut.State.QUEUED).exists():
        raise Busy("A draft is being tried already. Wait for its answer.")
    if asked.filter(created_at__gt=timezone.now() - WINDOW).count() >= MAX_IN_WINDOW:
        raise Busy(f"You have tried drafts {MAX_IN_WINDOW} times in ten minutes, which is the most. Try again later.")


def _own_input(text: str) -> dict[str, Any]:
    if not text.strip():
        raise BadInput("Write something to try it on.")
    if len(text) > MAX_INPUT_CHARS:
        raise BadInput(f"This is longer than {MAX_INPUT_CHARS:,} characters, which a draft is tried on at most.")
    return {"text": text, "message": None}


def _past_inputs(user_id: int) -> list[dict[str, Any]]:
    answers: list[tuple[Any, Any]] = unserved_messages.send(sender=TryOut, user_id=user_id, limit=MAX_PAST_MESSAGES)
    found = list(chain.from_iterable(messages for _, messages in answers))
    if not found:
        raise Conflict("You have sent no message yet that nobody could serve.")
    return [{"text": text, "message": str(message_id)} for message_id, text in found[:MAX_PAST_MESSAGES]]


def _example_inputs(spec: AgentSpec, suite: tuple[TestCase, ...]) -> list[dict[str, Any]]:
    return [{"text": text, "message": None} for text in example_inputs(spec, suite)]
