"""Where routing is not sure and no language model is set, the nearest built-in handlers read the message themselves.

The encoder knows few words of other languages than English. A handler that reads every word of weight answers; one that
leaves any out does not. It runs as for an answer, in the sandbox, and reaches nothing.
"""

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

import structlog

from kingdom.cognition.handler_engine import parse_answer
from kingdom.cognition.message_reading.asking_words import SENTENCE, WORD
from kingdom.cognition.message_reading.message_language import is_function_word
from kingdom.cognition.message_reading.unused_content import with_unused_content
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.handler_result import Span, parse_reading
from kingdom.contracts.routes import Route, RouteCandidate
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import KingdomError
from kingdom.providers.sandboxes import message_sandbox
from kingdom.runtime.ports import Sandbox
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.specialists.models.specialist import Specialist

MAX_ASKED = 3
MAX_CHARS = 1_000  # a longer message holds data, of which no handler declares each word
# Of 33 messages that routing left open, the right handler read 0.86 to 1 of 6, and a wrong one at most 0.70 of 7.
MIN_READ_SHARE = 0.8
MIN_ASKED_SHARE = 0.4  # of the part of a message that asks
SURE = 0.8  # a specialist that is chosen with this probability or more is not compared
LIMITS = SandboxLimits(timeout_s=5.0)
_log = structlog.get_logger(__name__)


def route_by_reading(route: Route, text: str, *, user_id: int, now: str, box: Sandbox | None = None) -> Route:
    """Return the route to the built-in handler that reads the whole message; the route itself when none does.

    ``now`` is the time of the message (ISO 8601). Read is a message that the rules left to nobody, a near tie, and one
    whose specialist is chosen with little probability; such a specialist keeps the message unless it declines it.
    """
    if not _is_open(route) or len(text) > MAX_CHARS:
        return route
    specs = _handlers(route.receipt.candidates)
    asked = [candidate for candidate in route.receipt.candidates if candidate.specialist_id in specs][:MAX_ASKED]
    return _by_share(route, asked, lambda one: _read_share(specs[one.specialist_id], text, user_id, now, box))


def _by_share(route: Route, asked: list[RouteCandidate], share: Callable[[RouteCandidate], float]) -> Route:
    if route.kind == "specialist":
        chosen = next((candidate for candidate in asked if candidate.specialist_id == route.specialist_id), None)
        if chosen is None or share(chosen) > 0:
            return route
        asked.remove(chosen)
    best, candidate = max(((share(one), one) for one in asked), key=itemgetter(0), default=(0.0, None))
    return _routed_to(route, candidate) if candidate is not None and best >= MIN_READ_SHARE else route


def _is_open(route: Route) -> bool:
    """Return whether routing is not sure, and neither the user, the talk before nor an ability decided."""
    receipt = route.receipt
    settled = (receipt.override, receipt.unavailable, receipt.missing_abilities, receipt.follow_up_of, receipt.canary)
    if any(settled) or route.kind == "create":
        return False
    if route.kind == "specialist":
        return route.confidence < SURE
    return route.kind == "ask" or (receipt.analysis is not None and receipt.analysis.by == "rules")


def _handlers(candidates: Sequence[RouteCandidate]) -> Mapping[str, AgentSpec]:
    """Return the specs of the verified built-in handlers among candidates, by the id of the specialist."""
    current = {candidate.specialist_id: candidate.version_id for candidate in candidates}
    found = Specialist.objects.filter(
        pk__in=current, builtin=True, status=Specialist.Status.VERIFIED, spec_snapshot__engine="handler"
    ).values_list("pk", "current_version_id", "spec_snapshot")
    return {str(pk): AgentSpec.model_validate(spec) for pk, version, spec in found if current[str(pk)] == str(version)}


def _read_share(spec: AgentSpec, text: str, user_id: int, now: str, box: Sandbox | None) -> float:
    """Return the share of the message's words of weight, by their letters, that a handler's answer used."""
    worker = SandboxWorker(box or message_sandbox(str(user_id)), spec, max_limits=LIMITS)
    call = CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id), trial=True)
    try:
        outcome = asyncio.run(worker.run(call, {"text": text, "history": [], "now": now}))
    except KingdomError as error:  # no sandbox is free: the message is answered as without this reading
        _log.info("reading_skipped", role=spec.role, reason=error.message)
        return 0.0
    return _used_share(spec, text, outcome.value) if outcome.status == "ok" else 0.0


def _used_share(spec: AgentSpec, text: str, value: Any) -> float:  # noqa: ANN401 - what the handler returned
    answer = parse_answer(value, spec.output_schema)
    if isinstance(answer, str) or answer.tag == "NULL":
        return 0.0
    reading = parse_reading(value, len(text))
    if isinstance(reading, str) or reading.used is None:
        return 0.0
    is_whole = with_unused_content(answer, text, reading, (spec.purpose, *spec.examples)) is answer
    return read_share(text, reading.used) if is_whole else 0.0


def read_share(text: str, used: Sequence[Span]) -> float:
    """Return the share (0..1) of a message's words that used spans touch, by letters; function words do not count.

    0 when a question or a lead before a colon is hardly read: a text that comes with it is read with each of its words.
    """
    asking = [part.span() for part in SENTENCE.finditer(text) if part.group().rstrip().endswith(("?", ":"))]
    if any(_share_between(text, start, end, used) < MIN_ASKED_SHARE for start, end in asking):
        return 0.0
    if any(span.start <= start and end + 1 < span.end for start, end in asking for span in used):
        return 0.0  # a question inside a longer span was counted as text, not read
    return _share_between(text, 0, len(text), used)


def _share_between(text: str, start: int, end: int, used: Sequence[Span]) -> float:
    """Return the share between two places, 1 without a word that counts."""
    words = [match for match in WORD.finditer(text, start, end) if not is_function_word(match.group().lower())]
    letters = sum(len(word.group()) for word in words)
    read = [word for word in words if any(span.start < word.end() and word.start() < span.end for span in used)]
    return sum(len(word.group()) for word in read) / letters if letters else 1.0


def _routed_to(route: Route, chosen: RouteCandidate) -> Route:
    candidates = tuple(
        one.model_copy(update={"why_not": ""}) if one is chosen else one for one in route.receipt.candidates
    )
    reason = f"{route.receipt.reason} {chosen.role} read the whole message."
    changed = {"candidates": candidates, "chosen": chosen.role, "scope": chosen.scope, "reason": reason, "recipe": ""}
    return Route(
        kind="specialist",
        confidence=chosen.probability,
        role=chosen.role,
        specialist_id=chosen.specialist_id,
        version_id=chosen.version_id,
        scope="global",
        receipt=route.receipt.model_copy(update=changed),
    )
