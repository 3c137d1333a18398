"""Run a proposal's handler in the sandbox before its owner approves it: no host call, network or credential."""

import asyncio
import uuid
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from kingdom.cognition.decisions import EmitResponse, SpawnWorker
from kingdom.cognition.engines import engine_for
from kingdom.cognition.inputs import UserMessage, WorkerResult
from kingdom.cognition.state import AgentState
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.contracts.spec import AgentSpec
from kingdom.core.background.jobs import MAX_ATTEMPTS, Lease, LeaseLost
from kingdom.core.clock import utc_now
from kingdom.core.database import infrastructure_fault, release_connection
from kingdom.core.errors import Busy, KingdomError, SandboxUnavailable
from kingdom.council.cases.event_log import case_event_append, case_lock
from kingdom.council.engine.try_outs import try_out_jobs
from kingdom.council.models import TryOut
from kingdom.council.rules.capability_card import SHOWN_EXAMPLES
from kingdom.council.selectors import case_spec
from kingdom.providers.sandboxes import sandbox
from kingdom.runtime.ports import Sandbox
from kingdom.runtime.sandbox_worker import SandboxWorker

LIMITS = SandboxLimits(timeout_s=10.0)  # of one run; a spec can only lower them
MAX_ANSWER_CHARS = 4_000
_log = structlog.get_logger(__name__)


def try_out_run(*, try_out_id: uuid.UUID, box: Sandbox | None = None) -> None:
    """Run one try-out and store its results. Idempotent: one worker holds the lease, and a finished one is over.

    A fault of the installation gives it back; any other error, and the loss of too many workers, ends it as failed.
    """
    lease = try_out_jobs.take(try_out_id)
    if lease is None:
        return
    with try_out_jobs.interruptible(lease):
        try_out = TryOut.objects.select_related("case").get(pk=try_out_id)
        try:
            _finish(lease, try_out, _results(lease, try_out, box))
        except LeaseLost:
            _log.warning("try_out_lost", try_out_id=str(try_out_id))
        except Exception as error:
            if infrastructure_fault(error) is not None:
                raise
            _log.error("try_out_fault", try_out_id=str(try_out_id), exc_info=error)
            _finish(lease, try_out, None)


def _results(lease: Lease, try_out: TryOut, box: Sandbox | None) -> list[dict[str, Any]] | None:
    """Return the results, None when nothing can be tried. Raises LeaseLost."""
    if lease.attempts > MAX_ATTEMPTS:
        return None
    spec = case_spec(try_out.case)
    if spec is None or try_out.case.digest != try_out.digest:  # the proposal has changed meanwhile
        return None
    user_id = try_out.case.user_id
    return _run_inputs(lease, try_out, spec, box or sandbox(str(user_id)), user_id)


def _run_inputs(
    lease: Lease, try_out: TryOut, spec: AgentSpec, box: Sandbox, user_id: int
) -> list[dict[str, Any]] | None:
    """Return the results; of examples only the first that were answered. None when there is no sandbox."""
    results: list[dict[str, Any]] = []
    worker = SandboxWorker(box, spec, host_calls=None, max_limits=LIMITS)
    for given in try_out.inputs:
        if try_out_jobs.renew(lease) is None:
            raise LeaseLost
        release_connection()
        try:
            results.append({**given, **_answer(spec, worker, str(given["text"]), user_id)})
        except (SandboxUnavailable, Busy) as error:
            if infrastructure_fault(error) is not None:
                raise
            return None
        if try_out.kind == TryOut.Kind.EXAMPLES and len(_answered(results)) == SHOWN_EXAMPLES:
            break
    return results if try_out.kind != TryOut.Kind.EXAMPLES else _answered(results) or results[:SHOWN_EXAMPLES]


def _answered(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [result for result in results if result["answered"]]


def _answer(spec: AgentSpec, worker: SandboxWorker, text: str, user_id: int) -> dict[str, Any]:
    """Return the answer, or why this input cannot be run. Raises SandboxUnavailable and Busy."""
    try:
        return draft_answer(spec, worker, text, user_id)
    except (SandboxUnavailable, Busy):
        raise
    except KingdomError as error:  # the next input may still run
        return {"answer": error.message, "answered": False}


def draft_answer(spec: AgentSpec, worker: SandboxWorker, text: str, user_id: int) -> dict[str, Any]:
    """Return what a handler answers to a message: ``{"answer", "answered"}``; not ``answered`` when it declines.

    Raises SandboxUnavailable when nothing could run, Busy, BadInput for an input that no sandbox takes.
    """
    engine = engine_for(spec)
    begun = engine.step(AgentState(), UserMessage(text=text, now=utc_now().isoformat(timespec="seconds")))
    if not isinstance(begun.decision, SpawnWorker):
        raise KingdomError("A draft without a handler cannot be tried.")
    call = CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id), trial=True)
    outcome = asyncio.run(worker.run(call, begun.decision.payload))
    if outcome.status == "refused":
        raise SandboxUnavailable(outcome.reason)
    ended = engine.step(begun.state, WorkerResult.of(outcome))
    if isinstance(ended.decision, EmitResponse):
        answered = ended.decision.tag != "NULL"
        return {"answer": ended.decision.answer[:MAX_ANSWER_CHARS], "answered": answered}
    failure = ended.state.exited.failure if ended.state.exited is not None else None
    return {"answer": failure.message if failure is not None else "It gave no answer.", "answered": False}


def _finish(lease: Lease, try_out: TryOut, results: list[dict[str, Any]] | None) -> None:
    """Store the results and note them in the case's log, so that its page shows them."""
    state = TryOut.State.FAILED if results is None else TryOut.State.DONE
    found = results or []
    with transaction.atomic():
        case = case_lock(try_out.case_id)
        values = {"state": state, "results": found, "finished_at": timezone.now()}
        if not try_out_jobs.finish(lease, **values):
            return
        answered = sum(result["answered"] for result in found)
        payload = {"kind": try_out.kind, "answered": answered, "total": len(found)}
        case_event_append(case, "tried", payload=payload)
