"""The cast: Alice owns, Bob is another user, Charlie has no account worth the name; and what they need to speak to
the API.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.contracts.routes import RouteCandidate, RouteReceipt
from kingdom.contracts.spec import AgentSpec
from kingdom.core.background.jobs import LeasedJob
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.services import specialist_register

PASSWORD = "correct horse battery"


def create_user(name: str, *, staff: bool = False) -> User:
    """Store a user with the cast's password."""
    return User.objects.create_user(name, password=PASSWORD, is_staff=staff, is_superuser=staff)


def api_client(user: User | None) -> APIClient:
    """Return a client that speaks as a user, by token; None for a stranger."""
    client = APIClient(raise_request_exception=False)
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Token {token_create(user=user, name='test')[1]}")
    return client


def agent_spec(role: str, **changes: object) -> AgentSpec:
    """Return a small valid spec of a model specialist."""
    return AgentSpec.model_validate(
        {"role": role, "identity": "writer", "purpose": f"Does {role}.", "engine": "model", **changes}
    )


def create_own_specialist(owner: User, role: str = "poem_writer") -> Specialist:
    """Store an unverified specialist that is its owner's alone."""
    return specialist_register(spec=agent_spec(role), owner=owner)


def create_global_specialist(role: str, **changes: object) -> Specialist:
    """Store a verified one that everybody may use."""
    return specialist_register(
        spec=agent_spec(role, **changes), status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL, builtin=True
    )


@dataclass(frozen=True, kw_only=True)
class RoutedMessage:
    """A stored question with its session and route, as they are after the King has spoken."""

    conversation: Conversation
    message: Message
    session: Session
    route: RouteRecord


def route_receipt(*specialists: Specialist, chosen: str = "") -> RouteReceipt:
    """Return a receipt with these candidates, the best first."""
    candidates = tuple(
        RouteCandidate(
            specialist_id=str(one.pk), version_id=str(one.current_version_id), role=one.role,
            scope="global", status=str(one.status),
            score=0.8 - place / 10, probability=0.9 - place / 10, nearest_example="like this",
            why_not="" if not place else "less sure",
        )
        for place, one in enumerate(specialists)
    )  # fmt: skip
    return RouteReceipt(
        candidates=candidates, threshold=0.6, threshold_low=0.4, margin=0.1, gate="test", space="test", scope="global",
        chosen=chosen, reason="It is the nearest.",
    )  # fmt: skip


def version_of(specialist: Specialist) -> SpecialistVersion:
    """Return the current version, which every stored specialist has."""
    version = specialist.current_version
    assert version is not None
    return version


def create_routed_message(
    user: User, specialist: Specialist, content: str = "write a poem", conversation: Conversation | None = None
) -> RoutedMessage:
    """Store a routed question of a user; its session runs and has no worker."""
    conversation = conversation or Conversation.objects.create(user=user, title="A talk")
    session = session_open(
        user_id=user.pk, input_text=content, conversation_id=conversation.pk, version_id=version_of(specialist).pk
    )
    message = Message.objects.create(conversation=conversation, role="user", content=content, session=session)
    route = RouteRecord.objects.create(
        id=session.pk, message=message, session=session, kind="specialist", role=specialist.role, specialist=specialist,
        version=specialist.current_version, confidence=0.94, scope="global",
        receipt=route_receipt(specialist, chosen=specialist.role).model_dump(mode="json"),
    )  # fmt: skip
    return RoutedMessage(conversation=conversation, message=message, session=session, route=route)


def expire_leases(model: type[LeasedJob]) -> None:
    """Make every lease of a model's jobs one that ran out an hour ago, as if their workers were killed."""
    an_hour_ago = timezone.now() - timedelta(hours=1)
    model._default_manager.update(lease_expires_at=an_hour_ago, enqueued_at=an_hour_ago)
