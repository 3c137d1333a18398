"""Where no built-in handler reads a short message by itself, the one of the turn before reads it as the next turn.

"How many of them are open?" names nothing that an example of a specialist names; with the turns before, the handler
that has their data answers it. "Who started after 2020?" behind a table has the words of the date calculator, which
reads only the year. A handler that reads the message by itself keeps it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from kingdom.contracts.routes import Route, RouteCandidate
from kingdom.contracts.spec import AgentSpec
from kingdom.orchestrator.king.routing_rules import FOLLOW_UP_MAX_WORDS
from kingdom.orchestrator.message_rules.answer_reading import MIN_READ_SHARE
from kingdom.orchestrator.message_rules.context_window import ConversationTurn
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.pipeline.reading_probe import Turns, handlers_of, is_open, routed_to, share_read
from kingdom.runtime.ports import Sandbox
from kingdom.specialists.models.specialist import Specialist

MAX_TURNS = 6


def route_by_talk(  # noqa: PLR0913 - all are needed
    route: Route,
    text: str,
    previous: RouteRecord | None,
    turns: Callable[[], Sequence[ConversationTurn]],
    *,
    user_id: int,
    now: str,
    box: Sandbox | None = None,
) -> Route:
    """Return the route to the built-in handler of ``previous`` where it reads a message with the turns before it.

    The route itself for a long message, one that the user, the talk or an ability decided, and one that the chosen
    handler reads alone.
    ``now`` is the time of the message (ISO 8601).
    """
    present = _candidate(previous) if _may_be_next_turn(route, text) else None
    if previous is None or present is None or route.specialist_id == present.specialist_id:
        return route
    listed = [one for one in route.receipt.candidates if one.specialist_id != present.specialist_id]
    specs = handlers_of([*listed, present])
    reader = partial(share_read, text=text, user_id=user_id, now=now, box=box)
    spec = specs.get(present.specialist_id)
    if spec is None or _is_kept(route, specs, reader) or reader(spec, turns=_history(turns())) < MIN_READ_SHARE:
        return route
    receipt = route.receipt.model_copy(update={"candidates": (present, *listed), "follow_up_of": str(previous.pk)})
    return routed_to(route.model_copy(update={"receipt": receipt}), present)


def _may_be_next_turn(route: Route, text: str) -> bool:
    receipt = route.receipt
    is_long = len(text.split()) > FOLLOW_UP_MAX_WORDS
    settled = (is_long, receipt.override, receipt.missing_abilities, receipt.follow_up_of, receipt.canary)
    return not any(settled) and (is_open(route) or route.kind == "specialist")


def _is_kept(route: Route, specs: Mapping[str, AgentSpec], reader: Callable[[AgentSpec], float]) -> bool:
    """Return whether the chosen specialist is no built-in handler, or reads the message by itself."""
    if route.kind != "specialist":
        return False
    chosen = specs.get(route.specialist_id or "")
    return chosen is None or reader(chosen) >= MIN_READ_SHARE


def _history(turns: Sequence[ConversationTurn]) -> Turns:
    """Return the newest turns as a handler gets them."""
    pairs = [(("user", turn.question), ("model", turn.answer)) for turn in turns[-MAX_TURNS:]]
    return [{"role": role, "text": said} for pair in pairs for role, said in pair]


def _candidate(previous: RouteRecord | None) -> RouteCandidate | None:
    """Return the specialist of the turn before as a candidate that similarity says nothing for."""
    if previous is None or previous.specialist_id is None:
        return None
    found = Specialist.objects.filter(pk=previous.specialist_id, builtin=True).only("role", "scope", "status").first()
    if found is None or found.current_version_id is None:
        return None
    return RouteCandidate(
        specialist_id=str(found.pk),
        version_id=str(found.current_version_id),
        role=found.role,
        scope="global",
        status=found.status,
        score=0.0,
        probability=0.0,
    )
