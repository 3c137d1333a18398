"""Wishes that several users share: what staff see of them, and the proposal to those who asked."""

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from kingdom.accounts.models import User
from kingdom.approvals.notifications.services import notification_create
from kingdom.core.errors import BadInput, NotAllowed, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.council.recipes.catalogue import available_recipes
from kingdom.orchestrator.demand.redaction import MIN_USERS, redacted_wishes
from kingdom.orchestrator.models import Message
from kingdom.security_log.models import SecurityEventKind
from kingdom.security_log.services import security_event_record
from kingdom.specialists.audits.findings import finding_resolve
from kingdom.specialists.models.audit import AuditFinding

VIEW_PERMISSION, PROPOSE_PERMISSION = "specialists.view_auditfinding", "specialists.resolve_finding"
DEMAND = "demand"
NOTIFICATION_KIND = "demand_proposal"
MAX_ASKED_CHARS = 3_900  # of the user's message in the request of a creation
QUOTED_CHARS = 120  # of the user's own message in their notification
ASKED_BY_SEVERAL = "Several people here asked for this again and again."  # a request that comes back


@dataclass(frozen=True)
class SharedWishes:
    """What staff see of a finding of demand. ``recipe`` is the nearest one, "" for none; ``fits``: it does the task."""

    finding: AuditFinding
    wishes: tuple[str, ...]
    users: int
    recipe: str
    fits: bool


@dataclass(frozen=True)
class ProposedCreation:
    """A creation that a user may open for their own message: its request, its recipe ("" for none), and the message."""

    request: str
    recipe: str
    message: Message


@transaction.atomic
def shared_wishes_read(*, actor: User, finding_id: UUID) -> SharedWishes:
    """Return the redacted wishes behind a finding, and record the look in the security log.

    Raises NotAllowed without the permission, NotFound for a finding of another kind.
    """
    if not actor.has_perm(VIEW_PERMISSION):
        raise NotAllowed("You may not read the Auditor's findings.")
    finding = _demand_finding(finding_id)
    messages = list(_messages(finding))
    wishes = redacted_wishes([(message.conversation.user_id, message.content) for message in messages])
    details = {"step": "wishes_shown", "messages": len(messages)}
    security_event_record(SecurityEventKind.BREAK_GLASS, subject=f"finding {finding.pk}", details=details)
    users = len({message.conversation.user_id for message in messages})
    figures = finding.figures
    return SharedWishes(finding, wishes, users, str(figures.get("recipe", "")), bool(figures.get("recipe_fits")))


@transaction.atomic
def demand_propose(*, actor: User, finding_id: UUID) -> int:
    """Propose a creation to each user who asked, and close the finding; return how many users were notified.

    Their notification leads to the proposal of their own newest message; nothing is created before they approve it.
    Raises NotAllowed without the permission, NotFound, BadInput for fewer than three users, LostRace if the finding is
    not open any more.
    """
    if not actor.has_perm(PROPOSE_PERMISSION):
        raise NotAllowed("You may not close the Auditor's findings.")
    finding = _demand_finding(finding_id)
    newest = {message.conversation.user_id: message for message in _messages(finding)}
    if len(newest) < MIN_USERS:
        raise BadInput(f"Fewer than {MIN_USERS} of the users who asked are left. There is nobody to propose it to.")
    finding_resolve(
        finding_id=finding.pk,
        admin=actor,
        resolution=sentence("Proposed to %(count)s users.", count=len(newest)),
        acted=True,
    )
    recipe = str(finding.figures.get("recipe", "")) if finding.figures.get("recipe_fits") else ""
    for user_id, message in newest.items():
        _notify(user_id, message, recipe, len(newest))
    return len(newest)


def proposed_creation(*, user_id: int, message_id: UUID | None, recipe: str) -> ProposedCreation | None:
    """Return the creation that a user may open for one of their messages; None for a message that is not theirs."""
    if message_id is None:
        return None
    own = Message.objects.filter(pk=message_id, conversation__user_id=user_id, role=Message.Role.USER)
    message = own.first()
    if message is None or not message.content.strip():
        return None
    known = recipe if any(recipe == shipped.name for shipped in available_recipes()) else ""
    asked = message.content.strip()
    shown = asked if len(asked) <= MAX_ASKED_CHARS else f"{asked[:MAX_ASKED_CHARS]}…"  # the message goes along whole
    return ProposedCreation(f"{shown}\n\n{ASKED_BY_SEVERAL}", known, message)


def _demand_finding(finding_id: UUID) -> AuditFinding:
    finding = AuditFinding.objects.filter(pk=finding_id, code=DEMAND).first()
    if finding is None:
        raise NotFound("There is no such finding of unmet demand.")
    return finding


def _messages(finding: AuditFinding) -> QuerySet[Message]:
    """Return the messages behind a finding that still exist, of active users, oldest first."""
    messages = Message.objects.filter(pk__in=finding.evidence, conversation__user__is_active=True)
    return messages.select_related("conversation").order_by("created_at")


def _notify(user_id: int, message: Message, recipe: str, users: int) -> None:
    own = " ".join(message.content.split())
    quoted = own if len(own) <= QUOTED_CHARS else f"{own[:QUOTED_CHARS]}…"
    text = sentence(
        "You asked “%(quoted)s”, and %(count)s others here asked for something like it. A specialist can be made for "
        "you. Open it to see what it may do; nothing is made without your approval.",
        quoted=quoted,
        count=users - 1,
    )
    query = urlencode({"message": str(message.pk), "recipe": recipe})
    link = f"{reverse('creations-page')}?{query}#proposed"
    notification_create(user_id=user_id, kind=NOTIFICATION_KIND, text=text, link=link)
