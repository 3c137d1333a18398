"""How the King reads the steps of a workflow: routed, read and cut into parts like a message of a chat."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from kingdom.cognition.message_reading.read_shares import share_between
from kingdom.contracts.routes import Route
from kingdom.core.clock import utc_now
from kingdom.core.errors import SandboxLost
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.message_rules.answer_reading import MIN_READ_SHARE, AnswerReading, answer_reading
from kingdom.orchestrator.parts.part_routing import RoutedPart, message_parts
from kingdom.orchestrator.pipeline.reading_probe import (
    are_read,
    handler_outcome,
    handlers_of,
    is_read_whole,
    route_by_reading,
)
from kingdom.workflows.hooks import RequestPart, RequestRoute

MIN_STEP_SHARE = 0.3  # of the words of a step, without its data: a handler that reads less serves another one
MAX_ASKED_OF_STEP = 4  # handlers that read one step: its sender waits for the plan


def specialist_of_request(user_id: int, text: str) -> RequestRoute:
    """Return the specialist that the King would choose for a step of a workflow, and can answer now."""
    return _request_route(route_message(user_id=user_id, text=text))


def specialist_by_reading(user_id: int, text: str, sample: str = "", only_open: bool = False) -> RequestRoute:
    """Return the specialist of a step with its data, or a sample of it, that reads both. The step is routed once.

    The one that its words choose is asked first, then the nearest others, as in a chat without a model. Where nobody
    reads it, without a free sandbox, and with ``only_open`` where they choose one, the words alone decide.
    """
    now, route = _now(), route_message(user_id=user_id, text=text)
    by_words = _request_route(route)
    if only_open and by_words.role:
        return by_words
    step = partial(_step_reading, text=text, sample=sample, user_id=user_id, now=now)
    try:
        own = step(route) if by_words.role else None
        if _is_read(own):
            return by_words._replace(is_read=True)
        other = route_by_reading(route, _shown(text, sample), user_id=user_id, now=now, most=MAX_ASKED_OF_STEP)
        is_taken = other is not route and _is_read(step(other) if sample else _READ)
    except SandboxLost:
        return by_words
    taken = _request_route(other)._replace(is_read=True)
    return taken if is_taken else by_words._replace(is_unread=_is_declined(own))


def _shown(text: str, sample: str) -> str:
    return f"{text}\n\n{sample}" if sample else text


class _StepReading(NamedTuple):
    """How much a handler reads of a step and its data; ``is_declined``: it has no answer, or one to little of it."""

    share: float
    is_declined: bool = False


_DECLINED, _READ = _StepReading(0.0, is_declined=True), _StepReading(1.0)


def _is_declined(reading: _StepReading | None) -> bool:
    return reading is not None and reading.is_declined


def _is_read(reading: _StepReading | None) -> bool:
    return reading is not None and reading.share >= MIN_READ_SHARE


def _step_reading(route: Route, *, text: str, sample: str, user_id: int, now: str) -> _StepReading | None:
    """Return how the built-in handler of a route reads a step; None where there is none, or it gives no answer.

    A handler that takes the step's own words for a part of the sample has not read them.
    """
    chosen = [one for one in route.receipt.candidates if one.specialist_id == route.specialist_id]
    spec = next(iter(handlers_of(chosen).values()), None)
    shown = _shown(text, sample)
    outcome = handler_outcome(spec, shown, user_id, now) if spec is not None else None
    if spec is None or outcome is None or outcome.status != "ok":
        return None
    return _judged(answer_reading(spec, shown, outcome.value), len(text), shown)


def _judged(reading: AnswerReading, words: int, shown: str) -> _StepReading:
    """Return the reading of a step with so many characters of its own, from what its handler says it has used."""
    if not reading.is_answer:
        return _DECLINED
    if reading.said is None:
        return _StepReading(reading.share)
    over_sample = (span.start <= words // 2 and span.end > words + 2 for span in reading.said)
    if len(shown) > words and any(over_sample):
        return _DECLINED
    return _StepReading(reading.share, is_declined=share_between(shown, 0, words, reading.said) < MIN_STEP_SHARE)


def parts_of_request(user_id: int, text: str) -> Sequence[RequestPart]:
    """Return the requests that a step consists of, as the King would cut it in a chat; none for a single one."""
    now = _now()
    reader = partial(route_by_reading, user_id=user_id, now=now)
    try:
        parts = message_parts(user_id=user_id, text=text, model=None, reader=reader)
        if not parts or _stays_whole(parts, text, user_id, now):
            return ()
    except SandboxLost:
        return ()
    return [RequestPart(part.text, _request_route(part.route)) for part in parts]


def _stays_whole(parts: Sequence[RoutedPart], text: str, user_id: int, now: str) -> bool:
    """Return whether one handler serves the whole step. Each part was routed: its route names who is chosen."""
    if not are_read(parts, text, user_id=user_id, now=now):
        return True
    return is_read_whole((), parts, text, user_id=user_id, now=now)


def _request_route(route: Route) -> RequestRoute:
    is_certain = route.kind == "specialist" and not route.receipt.unavailable
    return RequestRoute(route.role or "" if is_certain else "", "" if is_certain else route.receipt.reason)


def _now() -> str:
    return utc_now().isoformat(timespec="seconds")
