"""What would change if another embedding space were in use: the last messages, routed in both."""

from collections.abc import Sequence
from dataclasses import dataclass

from kingdom.contracts.routes import Route
from kingdom.orchestrator.king import route_message
from kingdom.orchestrator.models import Message
from kingdom.runtime.ports import Embedder


@dataclass(frozen=True, kw_only=True)
class Flip:
    """One message that would go elsewhere. Texts stay out: the operator who compares is not their author."""

    message_id: str
    now: str
    then: str


def space_replay(*, now: Embedder, then: Embedder, last: int) -> tuple[int, Sequence[Flip]]:
    """Route the last messages of all users in two spaces, each for its own user; return how many there were, and those that differ."""
    asked = Message.objects.filter(role=Message.Role.USER).order_by("-created_at").select_related("conversation")[:last]
    flips = []
    for message in asked:
        routes = [
            route_message(user_id=message.conversation.user_id, text=message.content, model=None, embedder=embedder)
            for embedder in (now, then)
        ]
        if _goal(routes[0]) != _goal(routes[1]):
            flips.append(Flip(message_id=str(message.pk), now=routes[0].intent, then=routes[1].intent))
    return len(asked), flips


def _goal(route: Route) -> tuple[str, str]:
    return route.kind, route.specialist_id
