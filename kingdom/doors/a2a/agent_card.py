"""The agent card at /.well-known/agent-card.json: what everyone may know of this installation.

Only verified specialists of everybody stand there, with their public facts: role, purpose and an example. The fields
are those of the A2A protocol 0.3; an agent asks by MCP or by OpenAI's protocol, with an API token.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from kingdom.doors.addresses import page_address
from kingdom.orchestrator.king.routing_rules import standalone_example
from kingdom.specialists.models.specialist import Specialist

PROTOCOL = "0.3.0"
CACHE_S = 300
_TEXT = ["text/plain"]


@require_safe
def agent_card(request: HttpRequest) -> HttpResponseBase:
    """Return the card. It is public; asking a specialist needs an API token."""
    card = agent_card_body(page_address(request))
    return JsonResponse(card, headers={"Cache-Control": f"public, max-age={CACHE_S}"})


def agent_card_body(origin: str) -> dict[str, Any]:
    """Return the card of an installation at an origin."""
    interfaces = [
        {"url": f"{origin}/mcp", "transport": "MCP"},
        {"url": f"{origin}/v1/chat/completions", "transport": "OPENAI"},
    ]
    return {
        "protocolVersion": PROTOCOL,
        "name": "Kingdom",
        "description": "A self-hosted platform whose chat grows its own specialists, safely.",
        "version": settings.SPECTACULAR_SETTINGS["VERSION"],
        "url": interfaces[0]["url"],
        "preferredTransport": interfaces[0]["transport"],
        "additionalInterfaces": interfaces,
        "documentationUrl": f"{origin}/api/docs/",
        "capabilities": {"streaming": False, "pushNotifications": False},
        "defaultInputModes": _TEXT,
        "defaultOutputModes": _TEXT,
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "security": [{"token": []}],
        "skills": _skills(),
    }


def _skills() -> list[dict[str, Any]]:
    verified = Specialist.objects.filter(
        status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL, routable=True
    )
    rows = verified.order_by("role").values_list("role", "spec_without_code__purpose", "spec_without_code__examples")
    return [_skill(role, str(purpose or role), standalone_example(examples or ())) for role, purpose, examples in rows]


def _skill(role: str, purpose: str, example: str) -> dict[str, Any]:
    name = role.replace("_", " ")
    return {
        "id": role,
        "name": name,
        "description": purpose,
        "tags": name.split(),
        "examples": [example] if example else [],
    }
