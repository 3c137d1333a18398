"""A message without data of its own that another handler than the one before was chosen for, or nobody.

"who joined after 2020?" behind a table has the words of the date calculator, and means the table. So the built-in
handler of the turn before reads it together with the talk; it goes on when it reads all of the message and the chosen
one does not.
"""

from collections.abc import Mapping, Sequence

from kingdom.contracts.routes import Route, RouteCandidate
from kingdom.orchestrator.king.routing_rules import FOLLOW_UP_MAX_WORDS
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of
from kingdom.orchestrator.message_rules.small_talk import small_talk_of
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.pipeline.reading_probe import MIN_READ_SHARE, handler_reading, routed_to, verified_handlers
from kingdom.runtime.ports import Sandbox

READ_WITH_TALK = "read the message together with the talk before"


def turn_messages(question: str, answer: str) -> list[dict[str, str]]:
    """Return the entries of a turn in a handler's history."""
    return [{"role": "user", "text": question}, {"role": "model", "text": answer}]


def may_continue(route: Route, previous: RouteRecord, text: str) -> bool:
    """Return whether a message may go on with the turn before, although its route names somebody else or nobody."""
    receipt = route.receipt
    if any((receipt.override, receipt.missing_abilities, receipt.follow_up_of, receipt.canary)):
        return False
    if str(previous.specialist_id) == route.specialist_id or "\n" in text.strip():
        return False
    is_short = 0 < len(text.split()) <= FOLLOW_UP_MAX_WORDS
    return is_short and small_talk_of(text) is None and growth_request_of(text) is None


def route_within_talk(  # noqa: PLR0913 - the message with its talk, and who is asked
    route: Route,
    previous: RouteRecord,
    text: str,
    history: Sequence[Mapping[str, str]],
    *,
    user_id: int,
    now: str,
    box: Sandbox | None = None,
) -> Route:
    """Return the route to the specialist of the turn before when it alone reads the message; else the route itself.

    ``history`` are the turns before as in a handler's payload; ``now`` is the time of the message (ISO 8601).
    """
    present, chosen = (_candidate(route, wanted) for wanted in (str(previous.specialist_id), route.specialist_id))
    asked = [one for one in (present, chosen) if one is not None]
    specs = verified_handlers(asked)
    if present is None or any(one.specialist_id not in specs for one in asked):
        return route
    share, _ = handler_reading(specs[present.specialist_id], text, user_id, now, box, history=history)
    alone = handler_reading(specs[chosen.specialist_id], text, user_id, now, box)[0] if chosen is not None else 0.0
    if share < MIN_READ_SHARE or alone >= share:
        return route
    return routed_to(route, present, why=READ_WITH_TALK, follow_up_of=str(previous.pk))


def _candidate(route: Route, specialist_id: str) -> RouteCandidate | None:
    return next((one for one in route.receipt.candidates if one.specialist_id == specialist_id), None)
