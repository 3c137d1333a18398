"""Where no language model is set, the built-in handlers read a message themselves, also that which is routed to one.

The encoder knows few words of other languages than English. A handler that reads every word of weight answers; one that
leaves any out does not, but for one whose answer is definite. Nor does one that answers in general, what nobody asked.
It runs as for an answer, in the sandbox, and reaches nothing.
"""

import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

from kingdom.cognition.handler_engine import parse_answer
from kingdom.cognition.message_reading.further_wishes import begins_with_wish
from kingdom.cognition.message_reading.read_shares import (
    MIN_ASKED_SHARE,
    answers_question,
    is_mostly_read,
    is_question_inside,
    read_share,
    share_between,
)
from kingdom.cognition.message_reading.unused_content import says_unused, with_unused_content
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.handler_result import MessageReading, Span, parse_reading
from kingdom.contracts.routes import Route, RouteCandidate
from kingdom.contracts.sandbox import SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import SandboxLost
from kingdom.orchestrator.message_rules.held_work import holds_work
from kingdom.orchestrator.parts.part_routing import RoutedPart
from kingdom.orchestrator.parts.segmentation import has_content
from kingdom.orchestrator.pipeline.handler_retry import call_handler_with_retry
from kingdom.providers.sandboxes import message_sandbox
from kingdom.runtime.ports import Sandbox
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

MAX_ASKED = 8
MAX_CHARS = 3_000  # a longer message holds data, of which no handler declares each word
# Of 33 messages that routing left open, the right handler read 0.86 to 1 of 6, and a wrong one at most 0.70 of 7.
MIN_READ_SHARE = 0.8
SURE = 0.9  # a specialist that is chosen with this probability keeps what it answers, whatever it says that it read
_Reader = Callable[[str], tuple[float, Sequence[Span]]]
Turns = Sequence[Mapping[str, str]]  # of the talk before, with "role" and "text", oldest first
_UNREAD: tuple[float, Sequence[Span]] = (0.0, ())
_READ: tuple[float, Sequence[Span]] = (1.0, ())


def _asked(route: Route, specs: Mapping[str, AgentSpec], most: int) -> dict[str, RouteCandidate]:
    """Return the nearest candidates that have a built-in handler, by their specialist."""
    found = ((one.specialist_id, one) for one in route.receipt.candidates if one.specialist_id in specs)
    return dict(islice(found, most))


def route_by_reading(
    route: Route, text: str, *, user_id: int, now: str, box: Sandbox | None = None, most: int = MAX_ASKED
) -> Route:
    """Return the route to the built-in handler that reads the whole message; the route itself when none does.

    ``now`` is the time of the message (ISO 8601); ``most`` handlers are asked, the nearest first. Read is a message
    that the rules left to nobody, and one whose specialist is chosen by its words; a built-in handler keeps it unless
    it declines it or leaves content out.

    Raises SandboxLost when no sandbox is there, unless the King asks anyway: the message waits for one.
    """
    if not is_open(route) or len(text) > MAX_CHARS:
        return route
    specs = handlers_of(route.receipt.candidates)
    # For a task that comes back a handler reads all, unless the message holds what to work on: "my mails bounce".
    is_strict = bool(route.receipt.unavailable) or (route.kind == "create" and not holds_work(text))
    read = partial(_reading, user_id=user_id, now=now, box=box, strict=is_strict, mostly=not is_strict)
    by_id = _asked(route, specs, most)
    chosen = by_id.pop(route.specialist_id, None)
    if route.kind == "specialist" and not route.receipt.unavailable:
        is_sure = route.confidence >= SURE
        if chosen is None or _keeps(*read(specs[chosen.specialist_id], text, hurried=is_sure), is_sure=is_sure):
            return route
    return _read_by_best(route, list(by_id.values()), lambda one: read(specs[one.specialist_id], text)[0])


def _read_by_best(
    route: Route, candidates: Sequence[RouteCandidate], share: Callable[[RouteCandidate], float]
) -> Route:
    """Return the route to the best reader; without a sandbox, the route of a King who asks. Raises SandboxLost."""
    try:
        return _best_reader(route, candidates, share)
    except SandboxLost:
        if route.kind != "ask":  # which of two is meant may be asked without any reading
            raise
        return route


def is_read_whole(
    candidates: Sequence[RouteCandidate],
    parts: Sequence[RoutedPart],
    text: str,
    *,
    user_id: int,
    now: str,
    box: Sandbox | None = None,
) -> bool:
    """Return whether a built-in handler that serves one of a message's parts reads all of them: they are one request.

    Requests to one specialist that is no built-in handler are one, too.
    """
    served = [part for part in parts if part.is_certain and part.route.specialist_id]
    ids = {part.route.specialist_id for part in served}
    specs = handlers_of([*_candidates_of(ids, candidates, served)])
    if not specs and len(ids) == 1:
        return True
    if len(text) > MAX_CHARS:
        return False
    read = partial(_reading, user_id=user_id, now=now, box=box)
    readers = {key: partial(read, spec) for key, spec in specs.items()}
    return any(_reads_each(key, text, served, readers) for key in readers)


def are_read(parts: Sequence[RoutedPart], text: str, *, user_id: int, now: str, box: Sandbox | None = None) -> bool:
    """Return whether built-in handlers read each part of a message whose parts share data; True for other messages."""
    if all(part.text == text[slice(*part.span)] for part in parts):
        return True
    ids = {part.route.specialist_id for part in parts}
    specs = handlers_of([*_candidates_of(ids, (), parts)])
    return ids <= specs.keys() and all(
        share_read(specs[part.route.specialist_id], part.text, user_id, now, box) >= MIN_READ_SHARE for part in parts
    )


def _candidates_of(
    ids: Collection[str], candidates: Sequence[RouteCandidate], parts: Sequence[RoutedPart]
) -> Iterator[RouteCandidate]:
    """Yield the candidate of each specialist, among those of the message and of its parts."""
    found = {one.specialist_id: one for part in parts for one in part.route.receipt.candidates}
    found |= {one.specialist_id: one for one in candidates}
    yield from (found[one] for one in ids if one in found)


def _reads_each(specialist_id: str, text: str, parts: Sequence[RoutedPart], readers: Mapping[str, _Reader]) -> bool:
    """Return whether a handler reads the whole, of each of its parts enough, and those of others by themselves too.

    A part that its own handler does not read whole is no request for that: "who had less than 1000 ml" of a table.
    """
    read = readers[specialist_id]
    share, used = read(text)
    if share < MIN_READ_SHARE or any(share_between(text, *part.span, used) < MIN_ASKED_SHARE for part in parts):
        return False
    foreign = (part for part in parts if part.route.specialist_id != specialist_id and has_content(part.text))
    return all(
        read(part.text)[0] >= MIN_READ_SHARE or not _is_read(readers.get(part.route.specialist_id), part.text)
        for part in foreign
    )


def _is_read(read: _Reader | None, text: str) -> bool:
    """Return whether a handler reads a text whole; True where it is not known."""
    return read is None or read(text)[0] >= MIN_READ_SHARE


def _keeps(share: float, used: Sequence[Span], *, is_sure: bool) -> bool:
    """Return whether the chosen handler keeps a message of which it read a share, and used some places."""
    return share > 0 or (is_sure and bool(used))


def _best_reader(route: Route, asked: Sequence[RouteCandidate], share: Callable[[RouteCandidate], float]) -> Route:
    best, candidate = max(((share(one), one) for one in asked), key=itemgetter(0), default=(0.0, None))
    return routed_to(route, candidate) if candidate is not None and best >= MIN_READ_SHARE else route


def is_open(route: Route) -> bool:
    """Return whether words alone decided: neither the user, the talk before nor an ability did, or nobody was found."""
    receipt = route.receipt
    is_unable = receipt.unavailable not in ("", "model")
    settled = (receipt.override, is_unable, receipt.missing_abilities, receipt.follow_up_of, receipt.canary)
    if any(settled):
        return False
    if route.kind == "specialist":
        return True
    return route.kind == "ask" or (receipt.analysis is not None and receipt.analysis.by == "rules")


def handlers_of(candidates: Sequence[RouteCandidate]) -> Mapping[str, AgentSpec]:
    """Return the specs of the verified built-in handlers among candidates, by the id of the specialist."""
    current = {candidate.specialist_id: candidate.version_id for candidate in candidates}
    found = Specialist.objects.filter(
        pk__in=current, builtin=True, status=Specialist.Status.VERIFIED, spec_snapshot__engine="handler"
    ).values_list("pk", "current_version_id")
    return {str(pk): _spec_of(str(version)) for pk, version in found if current[str(pk)] == str(version)}


@lru_cache(maxsize=32)  # a spec holds a quarter of a megabyte of code, and versions do not change
def _spec_of(version_id: str) -> AgentSpec:
    return AgentSpec.model_validate(SpecialistVersion.objects.values_list("spec", flat=True).get(pk=version_id))


def share_read(  # noqa: PLR0913 - all but the message have a default
    spec: AgentSpec, text: str, user_id: int, now: str, box: Sandbox | None, *, strict: bool = False, turns: Turns = ()
) -> float:
    """Return the share of the message's words of weight, by their letters, that a handler's answer used."""
    return _reading(spec, text, user_id, now, box, strict=strict, turns=turns)[0]


def _reading(  # noqa: PLR0913 - as above
    spec: AgentSpec,
    text: str,
    user_id: int,
    now: str,
    box: Sandbox | None,
    *,
    strict: bool = False,
    turns: Turns = (),
    mostly: bool = False,
    hurried: bool = False,
) -> tuple[float, Sequence[Span]]:
    """Return the share that a handler's answer used of the message, and what it used.

    ``mostly``: a message of one question that is read but for a few words counts as read.
    ``hurried``: it counts as having read all where no sandbox is free or answers in time, instead of being asked again.
    Raises SandboxLost, unless ``hurried``: the message waits for a sandbox.
    """
    outcome = handler_outcome(spec, text, user_id, now, box, turns=turns, hurried=hurried)
    if outcome is None:  # the message is answered as without this reading
        return _READ if hurried else _UNREAD
    if outcome.status != "ok":
        return _UNREAD
    reading = answer_reading(spec, text, outcome.value, strict=strict, mostly=mostly)
    return reading.share, reading.used


def handler_outcome(  # noqa: PLR0913 - as above
    spec: AgentSpec,
    text: str,
    user_id: int,
    now: str,
    box: Sandbox | None = None,
    *,
    turns: Turns = (),
    hurried: bool = False,
) -> SandboxOutcome | None:
    """Return what a handler makes of a message as a trial; None where it gave no answer in time.

    Raises SandboxLost, unless ``hurried``.
    """
    sandbox = box or message_sandbox(str(user_id))
    call = CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id), trial=True)
    payload = {"text": text, "history": list(turns), "now": now}
    return call_handler_with_retry(partial(_worker, sandbox, spec), spec.role, call, payload, hurried=hurried)


def _worker(sandbox: Sandbox, spec: AgentSpec, timeout_s: float) -> SandboxWorker:
    return SandboxWorker(sandbox, spec, max_limits=SandboxLimits(timeout_s=timeout_s))


class AnswerReading(NamedTuple):
    """What a handler's value says of a message: the share that it used of it, and the places that count as used.

    ``is_answer``: it answers at all. ``said``: the places that it names, also where none of them counts; None without.
    """

    share: float = 0.0
    used: Sequence[Span] = ()
    is_answer: bool = False
    said: Sequence[Span] | None = None


def answer_reading(
    spec: AgentSpec, text: str, value: Mapping[str, Any], *, strict: bool = False, mostly: bool = False
) -> AnswerReading:
    """Return what a handler's value says of a message; options as for ``share_read``."""
    answer = parse_answer(value, spec.output_schema)
    if isinstance(answer, str) or answer.tag == "NULL":
        return AnswerReading()
    reading = parse_reading(value, len(text))
    if isinstance(reading, str) or reading.used is None:
        return AnswerReading(is_answer=True)
    if with_unused_content(answer, text, reading, (spec.purpose, *spec.examples)) is not answer:
        return AnswerReading(is_answer=True, said=reading.used)
    share = _used_share(text, reading, reading.used, strict=strict)
    if mostly and _is_mostly_used(text, value["answer"], reading, reading.used):
        share = max(share, MIN_READ_SHARE)
    return AnswerReading(share, reading.used, is_answer=True, said=reading.used)


def _is_mostly_used(text: str, answer: str, reading: MessageReading, used: Sequence[Span]) -> bool:
    """Return whether the question of a message was read but for a few words, and the answer names no unread one."""
    return not reading.general and not says_unused(answer) and is_mostly_read(text, used)


def _used_share(text: str, reading: MessageReading, used: Sequence[Span], *, strict: bool) -> float:
    """Return the share that was read; unless ``strict``, at least enough when the very question is answered."""
    share = read_share(text, used)
    is_free = not strict and not reading.general
    if is_free and (_is_definite(text, used, reading) or answers_question(text, used)):
        share = max(share, MIN_READ_SHARE)
    return min(share, MIN_READ_SHARE) if reading.general else share  # who read the question goes first


def _is_definite(text: str, used: Sequence[Span], reading: MessageReading) -> bool:
    """Return whether the other words of a message only tell a story, as the handler says; not those of another wish."""
    return reading.definite and not is_question_inside(text, used) and not begins_with_wish(text)


def routed_to(route: Route, chosen: RouteCandidate) -> Route:
    """Return the route to a candidate of it that read the whole message."""
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
