"""What becomes of a message whose answer may offer no new specialist. Pure."""

from kingdom.contracts.routes import Route
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of


def route_without_offer(route: Route, text: str) -> Route:
    """Return the route of a text that leads to no offer: the general agent takes what no specialist does.

    A wish for a specialist keeps its route: its answer says where to ask for one.
    """
    if route.kind != "create" or growth_request_of(text) is not None:
        return route
    reason = f"{route.receipt.reason} This program offers no new specialist, so the general agent answers."
    receipt = route.receipt.model_copy(update={"chosen": "general", "recipe": "", "reason": reason})
    return route.model_copy(update={"kind": "general", "receipt": receipt})
