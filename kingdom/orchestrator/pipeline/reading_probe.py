"""Where no language model is set, the built-in handlers read a message themselves, also that which is routed to one.

The encoder knows few words of other languages than English. A handler that reads every word of weight answers; one that
leaves any out does not, but for one whose answer is definite. Nor does one that answers in general, what nobody asked.
It runs as for an answer, in the sandbox, and reaches nothing.
"""

import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice

from kingdom.cognition.message_reading.read_shares import MIN_ASKED_SHARE, share_between
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.routes import Route, RouteCandidate
from kingdom.contracts.sandbox import SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import SandboxLost
from kingdom.orchestrator.message_rules.answer_reading import MIN_READ_SHARE, AnswerReading, answer_reading
from kingdom.orchestrator.message_rules.held_work import document_start, holds_work
from kingdom.orchestrator.parts.part_routing import RoutedPart
from kingdom.orchestrator.parts.segmentation import has_content
from kingdom.orchestrator.pipeline.handler_retry import call_handler_with_retry
from kingdom.providers.sandboxes import message_sandbox
from kingdom.runtime.ports import Sandbox
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

MAX_ASKED = 8
MAX_CHARS = 3_000  # a longer message holds data, of which no handler declares each word
SURE = 0.9  # a specialist that is chosen with this probability keeps what it answers, whatever it says that it read
MIN_DOCUMENT_SHARE = 0.5  # of the characters of a document, by the only handler that answers for it
Turns = Sequence[Mapping[str, str]]  # of the talk before, with "role" and "text", oldest first


_Reader = Callable[[str], AnswerReading]
_UNREAD = AnswerReading()
_READ = AnswerReading(1.0)


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
        if chosen is None or _keeps(read(specs[chosen.specialist_id], text, hurried=is_sure), is_sure=is_sure):
            return route
    return _read_by_best(route, text, list(by_id.values()), lambda one: read(specs[one.specialist_id], text))


def _read_by_best(
    route: Route, text: str, candidates: Sequence[RouteCandidate], read: Callable[[RouteCandidate], AnswerReading]
) -> Route:
    """Return the route to the best reader; without a sandbox, the route of a King who asks. Raises SandboxLost."""
    try:
        return _best_reader(route, text, [(read(one), one) for one in candidates])
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
    share, used, *_ = read(text)
    if share < MIN_READ_SHARE or any(share_between(text, *part.span, used) < MIN_ASKED_SHARE for part in parts):
        return False
    foreign = (part for part in parts if part.route.specialist_id != specialist_id and has_content(part.text))
    return all(
        read(part.text).share >= MIN_READ_SHARE or not _is_read(readers.get(part.route.specialist_id), part.text)
        for part in foreign
    )


def _is_read(read: _Reader | None, text: str) -> bool:
    """Return whether a handler reads a text whole; True where it is not known."""
    return read is None or read(text).share >= MIN_READ_SHARE


def _keeps(reading: AnswerReading, *, is_sure: bool) -> bool:
    """Return whether the chosen handler keeps a message that it read so far."""
    return reading.share > 0 or (is_sure and bool(reading.used))


def _best_reader(route: Route, text: str, readings: Sequence[tuple[AnswerReading, RouteCandidate]]) -> Route:
    best = max(readings, key=lambda found: found[0].share, default=None)
    if best is not None and best[0].share >= MIN_READ_SHARE:
        return routed_to(route, best[1])
    sole = None if route.kind == "specialist" or route.receipt.unavailable else _sole_reader(text, readings)
    return route if sole is None else routed_to(route, sole, "alone answers for what the message holds")


def _sole_reader(text: str, readings: Sequence[tuple[AnswerReading, RouteCandidate]]) -> RouteCandidate | None:
    """Return who alone answers for the document that a message holds, whatever is told before it; None without one."""
    start = document_start(text)
    found = [one for one in readings if one[0].used and not one[0].is_general]
    if start is None or len(found) != 1:
        return None
    used = sum(max(0, span.end - max(span.start, start)) for span in found[0][0].used)
    return found[0][1] if used >= MIN_DOCUMENT_SHARE * (len(text) - start) else None


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
    return _reading(spec, text, user_id, now, box, strict=strict, turns=turns).share


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
) -> AnswerReading:
    """Return what a handler's answer says of a message.

    ``mostly``: a message of one question that is read but for a few words counts as read.
    ``hurried``: it counts as having read all where no sandbox is free or answers in time, instead of being asked again.
    Raises SandboxLost, unless ``hurried``: the message waits for a sandbox.
    """
    outcome = handler_outcome(spec, text, user_id, now, box, turns=turns, hurried=hurried)
    if outcome is None:  # the message is answered as without this reading
        return _READ if hurried else _UNREAD
    if outcome.status != "ok":
        return _UNREAD
    return answer_reading(spec, text, outcome.value, strict=strict, mostly=mostly)


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


def routed_to(route: Route, chosen: RouteCandidate, because: str = "read the whole message") -> Route:
    """Return the route to a candidate of it that read the whole message, or another reason for it."""
    candidates = tuple(
        one.model_copy(update={"why_not": ""}) if one is chosen else one for one in route.receipt.candidates
    )
    reason = f"{route.receipt.reason} {chosen.role} {because}."
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
